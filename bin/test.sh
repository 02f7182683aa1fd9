#!/usr/bin/env bash
# Every check and test, cheapest first. Stops at the first step that fails; prints counts at the end.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
"$here/check-prerequisites.sh" build flink test
eval "$("$here/setup-tools.sh")"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/target}"
mkdir -p build
rm -rf build/reports && mkdir -p build/reports

started=$SECONDS
step() { echo; echo "== [$(((SECONDS - started) / 60)) min] $*"; }

step "format, style, spelling"
"$here/lint.sh"

step "native library and Rust tests build"
"$here/build-native.sh"

step "clippy"
# Through the driver instead of `cargo clippy`, which would compile all dependencies a second time
# for its check pass; so only our own crates are compiled again.
clippy_driver=$(rustup which clippy-driver 2>/dev/null || command -v clippy-driver)
(cd engine-rs && RUSTC_WORKSPACE_WRAPPER="$clippy_driver" \
  CLIPPY_ARGS="-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__" \
  cargo build --release --workspace --all-targets)

# Clippy's compiler writes libstreamfusion.so as well, and optimizes less: make the library anew, since
# it is the one that the Java tests run and that a later `make dist` packages.
(cd engine-rs && cargo clean -q --release -p sf-jni)
"$here/build-native.sh"

step "Rust tests"
(cd engine-rs && cargo test --release --workspace) 2>&1 | tee build/reports/cargo-test.log

step "distributions of Flink for the installation test"
for version in 2.2.0 2.2.1; do "$here/setup-flink.sh" "$version"; done

step "a second version of Java for sf-plan"
"$here/setup-jdk25.sh"

step "a browser for the pages of sf-plan show"
"$here/setup-browser.sh"

step "Java tests, goldens, parity, real Flink"
# Reports of an earlier run must not be counted as this one's.
find . -path '*/target/surefire-reports' -prune -exec rm -rf {} +
mvn -B test -Dstreamfusion.native.dir="$CARGO_TARGET_DIR/release"

step "the example project of sf-plan, as its CI runs it"
"$here/check-examples.sh"

step "what docs/sf-plan.md shows, from the tarball"
tarball=$("$here/build-tarball.sh")
unpacked=$(mktemp -d)
tar -xf "$tarball" -C "$unpacked"
XDG_CACHE_HOME="$unpacked" "$here/check-docs.py" docs/sf-plan.md "$unpacked"/sf-plan-*/bin/sf-plan
rm -rf "$unpacked"

step "counts"
python3 "$here/count-tests.py" build/reports/cargo-test.log
