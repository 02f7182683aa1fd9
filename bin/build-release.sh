#!/usr/bin/env bash
# Builds the jar to publish: the engine with thin LTO and without the test-only operator, inside the
# jar for Flink's lib folder.
#
# Usage: build-release.sh                   engine and jar; the jar's name is the last line printed
#        build-release.sh --check LIBRARY   only looks whether LIBRARY (libstreamfusion.so) may be shipped
#
# The engine is built with cargo's `dist` profile into $CARGO_TARGET_DIR/dist (default
# ~/.cache/streamfusion/target/dist), beside the library that tests use. LTO compiles DataFusion again:
# about 25 minutes on two cores the first time. No test uses this library by itself; releasing.md in
# docs/contributing says how to try it.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage() { sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
fail() { echo "build-release.sh: $*" >&2; exit 1; }

# The tests' exports and their operator; the names are what a library without them has nothing of.
check_library() {
  [ -f "$1" ] || fail "$1: not found"
  local name
  for name in Java_io_streamfusion_flink_runtime_jni_NativeTesting Java_io_streamfusion_parity streamfusion.testing.v1; do
    ! grep -aqF "$name" "$1" || fail "$1 holds what only tests need ($name); build it with --no-default-features"
  done
  grep -aqF Java_io_streamfusion_flink_runtime_jni_NativeEngine_open "$1" || fail "$1: not the engine's library"
  echo "$1: $(stat -c %s "$1") bytes, no test-only operator" >&2
}

case "${1:-}" in
  "") ;;
  --check)
    check_library "${2:?the library to check}"
    exit
    ;;
  -h | --help)
    usage
    exit
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac

"$here/check-prerequisites.sh" build
[ -z "$(git -C "$here/.." status --porcelain)" ] || echo "build-release.sh: the checkout has changes that no commit holds" >&2
eval "$("$here/setup-tools.sh")"
CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/target}")
export CARGO_TARGET_DIR

(cd "$here/../engine-rs" && cargo build --locked --profile dist --package sf-jni --lib --no-default-features)
check_library "$CARGO_TARGET_DIR/dist/libstreamfusion.so"

cd "$here/.."
mvn -B -q package -DskipTests -pl flink-plugin/dist -am \
  -Dstreamfusion.native.prebuilt=true -Dstreamfusion.native.dir="$CARGO_TARGET_DIR/dist"
jar=$(echo flink-plugin/dist/target/flink-streamfusion-*.jar)
packed=$(mktemp)
trap 'rm -f "$packed"' EXIT
python3 - "$jar" "$packed" <<'PYTHON'
import sys, zipfile
jar = zipfile.ZipFile(sys.argv[1])
names = [name for name in jar.namelist() if name.endswith("/libstreamfusion.so")]
if len(names) != 1:
    sys.exit(f"build-release.sh: {sys.argv[1]} holds {len(names)} native libraries")
open(sys.argv[2], "wb").write(jar.read(names[0]))
PYTHON
cmp -s "$packed" "$CARGO_TARGET_DIR/dist/libstreamfusion.so" || fail "$jar holds another library than the one just built"
echo "$jar"
