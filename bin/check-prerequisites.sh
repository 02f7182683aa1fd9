#!/usr/bin/env bash
# Names every missing prerequisite before anything is built.
# Usage: check-prerequisites.sh [build|native|flink]...   (default: build)
#   build   JDK 17, Maven, Rust, a C compiler, Python 3
#   native  Rust, a C compiler, Maven (for protoc)
#   flink   JDK 17, Python 3 with pip, Maven: to set up a Flink distribution
#   test    git; a Chromium, or apt-get and dpkg to fetch one: what only `make test` needs
set -euo pipefail

missing=()

need() { # command, what to install
  command -v "$1" >/dev/null 2>&1 || missing+=("$1: $2")
}

need_java() {
  local java="${JAVA_HOME:+$JAVA_HOME/bin/}javac" version
  if ! command -v "$java" >/dev/null 2>&1; then
    missing+=("javac: a JDK, version 17 or later (JAVA_HOME or PATH)")
    return
  fi
  version=$("$java" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
  if [ "${version:-0}" -lt 17 ]; then
    missing+=("javac: found version ${version:-unknown}, need 17 or later")
  fi
}

need_maven() { need mvn "Apache Maven 3.8 or later"; }

need_rust() {
  need cargo "Rust through https://rustup.rs (engine-rs/rust-toolchain.toml names the version)"
  if command -v cc >/dev/null 2>&1 || command -v gcc >/dev/null 2>&1 || command -v clang >/dev/null 2>&1; then
    return
  fi
  missing+=("cc: a C compiler and linker, such as gcc")
}

need_python() {
  need python3 "Python 3.9 or later"
  if command -v python3 >/dev/null 2>&1 && ! python3 -m pip --version >/dev/null 2>&1; then
    missing+=("python3 -m pip: the pip module of Python 3")
  fi
}

# What bin/setup-browser.sh takes: a browser of the machine, the one it fetched earlier, or Debian's packages.
need_browser() {
  for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then return; fi
  done
  [ ! -x "${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/chromium/chromium" ] || return 0
  need apt-get "to fetch a browser, or else chromium, chromium-browser or google-chrome in PATH"
  need dpkg "to unpack a browser, or else chromium, chromium-browser or google-chrome in PATH"
}

for scope in "${@:-build}"; do
  case "$scope" in
    build) need_java; need_maven; need_rust; need_python ;;
    native) need_rust; need_maven ;;
    flink) need_java; need_maven; need_python ;;
    test) need git "tests compare revisions of a project"; need_browser ;;
    *) echo "check-prerequisites.sh: unknown scope '$scope'" >&2; exit 2 ;;
  esac
done

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) ;;
  Linux-aarch64) echo "check-prerequisites.sh: on aarch64 the engine is meant to build, but was never run" >&2 ;;
  *) missing+=("$(uname -s) on $(uname -m): the engine is built for Linux on x86_64 and aarch64 only") ;;
esac

if [ "${#missing[@]}" -gt 0 ]; then
  {
    echo "Missing prerequisites:"
    printf '  %s\n' "${missing[@]}" | sort -u
  } >&2
  exit 2
fi
