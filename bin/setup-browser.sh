#!/usr/bin/env bash
# Prints the path of a Chromium: the one in PATH, or else Debian's, unpacked into the user's cache with the
# libraries that the machine lacks. Needs apt-get and dpkg, but not root: nothing is installed.
# The test of the pages that sf-plan show writes opens them in it.
set -euo pipefail

for name in chromium chromium-browser google-chrome; do
  if command -v "$name"; then exit 0; fi
done

home="${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/chromium"
if [ ! -x "$home/chromium" ]; then
  if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
    echo "setup-browser.sh: no chromium in PATH, and no apt-get and dpkg to fetch it with" >&2
    exit 1
  fi
  echo "setup-browser.sh: fetching chromium" >&2
  rm -rf "$home"
  mkdir -p "$home"/apt/{state/lists,cache/archives}/partial
  # Lists and packages in folders of our own; what is installed on the machine is not fetched.
  apt() {
    apt-get -qq -o Dir::State="$home/apt/state" -o Dir::State::status=/var/lib/dpkg/status -o Dir::Cache="$home/apt/cache" \
      -o Debug::NoLocking=true -o APT::Sandbox::User= "$@" >&2
  }
  apt update
  apt -y --no-install-recommends --download-only install chromium
  for package in "$home"/apt/cache/archives/*.deb; do
    dpkg -x "$package" "$home/root"
  done
  rm -rf "$home/apt"
  libraries=$(find "$home/root/usr/lib" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "'$libraries'" "'$home/root/usr/lib/chromium/chromium'" >"$home/chromium.part"
  chmod +x "$home/chromium.part"
  mv "$home/chromium.part" "$home/chromium"
fi
echo "$home/chromium"
