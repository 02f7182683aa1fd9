#!/usr/bin/env bash
# Measures what sf-plan promises: check on one small file in 2.5 s of wall time, on 50 files of
# Nexmark's size in 12 s, with at most 700 MB of memory. Usage: measure-sf-plan.sh [SF_PLAN]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
sf_plan=${1:-$here/sf-plan}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat > "$work/small.sql" <<'SQL'
CREATE TABLE src (a INT, b STRING) WITH ('connector' = 'datagen');
SELECT a + 1, b FROM src WHERE a > 3;
SQL
mkdir "$work/many"
for number in $(seq 50); do
  cat > "$work/many/query-$number.sql" <<SQL
CREATE TABLE bids (auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING,
  ts TIMESTAMP(3), extra STRING, WATERMARK FOR ts AS ts - INTERVAL '4' SECOND)
  WITH ('connector' = 'kafka', 'topic' = 'bids', 'format' = 'json',
    'properties.bootstrap.servers' = 'localhost:9092');
CREATE TABLE result (auction BIGINT, price BIGINT, url STRING) WITH ('connector' = 'blackhole');
INSERT INTO result SELECT auction, price * $number, UPPER(url) FROM bids WHERE price > $number;
SQL
done

measure() { # name, limit in s, arguments
  local name=$1 limit=$2 best="" round
  shift 2
  for round in 1 2 3; do
    python3 - "$work/result" "$sf_plan" "$@" <<'PY'
import os, resource, subprocess, sys, time
start = time.monotonic()
exit_code = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL).returncode
seconds = time.monotonic() - start
megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
if exit_code > 1:
    sys.exit(f"sf-plan could not run: exit code {exit_code}")
with open(sys.argv[1], "w") as result:
    result.write(f"{seconds:.2f} {megabytes:.0f}")
PY
    read -r seconds megabytes < "$work/result"
    best=$(printf '%s\n%s\n' "${best:-$seconds}" "$seconds" | sort -n | head -1)
  done
  printf '%-14s best of 3: %6s s (promised %s s), peak %s MB (promised 700 MB)\n' "$name" "$best" "$limit" "$megabytes"
}

echo "load: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) cores"
"$sf_plan" check "$work/small.sql" > /dev/null || [ $? = 1 ] # the first run makes the shared class data
measure "one file" 2.5 check "$work/small.sql"
measure "50 files" 12 check "$work/many"
