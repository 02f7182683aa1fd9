#!/usr/bin/env bash
# Times the row edges on one core, beside RowDataSerializer.copy in the same run, and prints the
# machine and the table; needs `make build`. Let nothing else run meanwhile.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=$here/../flink-plugin/runtime/target
if [ ! -f "$target/test-classpath.txt" ]; then
  echo "bench-edges.sh: nothing to time, run 'make build' first" >&2
  exit 2
fi
native=${CARGO_TARGET_DIR:-${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/target}/release

echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
java -version 2>&1 | sed -n 2p
exec java --add-opens=java.base/java.nio=ALL-UNNAMED -Xmx2g "-Dstreamfusion.native.dir=$native" \
  -cp "$target/classes:$target/test-classes:$(cat "$target/test-classpath.txt")" \
  io.streamfusion.flink.runtime.edge.EdgeBenchmark
