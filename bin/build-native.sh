#!/usr/bin/env bash
# Builds the engine's native library (libstreamfusion.so) with the one optimized profile.
# CARGO_TARGET_DIR says where; by default it is outside the checkout, so that a fresh clone reuses
# the compiled dependencies (about 25 minutes on two cores when nothing is cached). Arguments go to
# cargo.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"$here/check-prerequisites.sh" native
eval "$("$here/setup-tools.sh")"
# Normalized: Maven names it by way of its release folder.
CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/target}")
export CARGO_TARGET_DIR

if [ ! -f "$CARGO_TARGET_DIR/release/libstreamfusion.so" ]; then
  echo "Building the native library into $CARGO_TARGET_DIR; the first build compiles DataFusion." >&2
fi
cd "$here/../engine-rs"

# Cargo tells our crates of two checkouts apart by nothing but file times, so that a directory that
# another checkout built in could pass its library off as ours. Dependencies are kept.
checkout=$(pwd -P)
stamp="$CARGO_TARGET_DIR/.streamfusion-checkout"
if [ -d "$CARGO_TARGET_DIR/release" ] && [ "$(cat "$stamp" 2>/dev/null)" != "$checkout" ]; then
  ours=()
  for crate in crates/*/; do
    ours+=(-p "sf-$(basename "$crate")")
  done
  cargo clean -q --release "${ours[@]}"
fi
mkdir -p "$CARGO_TARGET_DIR"
echo "$checkout" >"$stamp"

# All targets: the same dependency features as the tests, so that nothing is compiled twice.
exec cargo build --release --workspace --all-targets "$@"
