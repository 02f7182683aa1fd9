#!/usr/bin/env bash
# The part of `make mutants` that is about timers: no SQL operator has them yet, so tests of the
# runtime compare them with stock Flink's. The argument is what bin/build-mutants.sh printed.
set -euo pipefail

library="${1:?the folder that bin/build-mutants.sh prints}"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mvn -B -q test -pl flink-plugin/runtime -am -Dtest=TimerFaults \
  -Dsurefire.failIfNoSpecifiedTests=false -Dpmd.skip \
  -Dstreamfusion.native.prebuilt=true -Dstreamfusion.native.dir="$library"
cat flink-plugin/runtime/target/surefire-reports/*TimerFaults-output.txt
