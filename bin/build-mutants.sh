#!/usr/bin/env bash
# Builds the engine with its deliberate faults compiled in, for `make mutants`, in a target directory
# of its own, and prints that directory. The dependencies come from the ordinary target directory by
# hard links, so that only our own crates are compiled: a few minutes on two cores.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ordinary=$(realpath -m "${CARGO_TARGET_DIR:-${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/target}")
mutants="$ordinary-mutants"

if [ ! -d "$mutants/release" ]; then
  if [ ! -f "$ordinary/release/libstreamfusion.so" ]; then
    echo "build-mutants.sh: nothing to start from, run bin/build-native.sh first" >&2
    exit 2
  fi
  mkdir -p "$mutants"
  cp -al "$ordinary/release" "$mutants/release"
  # Compilers may write into files that they find; what is ours must be new files.
  rm -rf "$mutants"/release/.cargo-*lock "$mutants"/release/.fingerprint/sf-* \
    "$mutants"/release/deps/*sf_* "$mutants"/release/deps/*streamfusion* \
    "$mutants"/release/*sf_* "$mutants"/release/*streamfusion* "$mutants"/release/incremental
fi
CARGO_TARGET_DIR="$mutants" "$here/build-native.sh" --features sf-jni/faults >&2
echo "$mutants/release"
