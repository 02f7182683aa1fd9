#!/usr/bin/env bash
# Prints the path of a Chromium, after installing Debian's if there is none: the test of the pages
# that sf-plan show writes opens them in it.
set -euo pipefail

find_browser() {
  command -v chromium || command -v chromium-browser || command -v google-chrome
}

if ! find_browser >/dev/null; then
  if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "setup-browser.sh: no chromium in PATH, and no root with apt-get to install it" >&2
    exit 1
  fi
  echo "setup-browser.sh: installing chromium" >&2
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >&2
fi
find_browser
