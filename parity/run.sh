#!/usr/bin/env bash
# Runs one of this module's programs after a build: parity/run.sh COMMAND ARGUMENTS...
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

command="${1:-}"
shift || true
heap=-Xmx3g
opens=()
case "$command" in
  parity) main=ParityMain ;;
  demo)
    main=demo.DemoMain
    set -- "$here/nexmark" "$here/target" "$@"
    ;;
  mutants)
    main=mutants.MutantsMain
    set -- "$here/mutants.properties" "$here/cases" "$@"
    opens+=("-Dstreamfusion.native.dir=${STREAMFUSION_MUTANTS:?is set by make mutants: bin/build-mutants.sh prints it}")
    ;;
  fuzz) main=fuzz.FuzzMain ;;
  recovery) main=recovery.RecoveryMain ;;
  functions) main=function.FunctionOracleMain ;;
  bench)
    main=bench.BenchMain
    set -- "$here/nexmark" "$here/cases" "$here/../docs" "$@"
    ;;
  *)
    echo "usage: parity/run.sh parity [--self|--routing] CASES... | demo [EVENTS] | functions DIR | mutants [FAULT...] | recovery SEEDS [first=N] [FORM...] | fuzz [--minutes=N] [--seed=S] | bench [--events=N] [--queries=q0,q15,sum100]" >&2
    exit 2
    ;;
esac

if [[ ! -f "$here/target/classpath.txt" ]]; then
  echo "parity is not built: run 'make build' first" >&2
  exit 2
fi
for package in nio lang util net time util.concurrent; do
  opens+=("--add-opens=java.base/java.$package=ALL-UNNAMED")
done
# An awkward zone: a result that depends on the machine's zone shows.
exec java "${opens[@]}" "$heap" -Duser.timezone=Asia/Kathmandu \
  -cp "$here/target/classes:$(cat "$here/target/classpath.txt")" "io.streamfusion.parity.$main" "$@"
