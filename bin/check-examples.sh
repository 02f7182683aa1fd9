#!/usr/bin/env bash
# Runs the example project of docs/examples as its CI would: on a pull request that changes nothing of
# what it checks, on one that loses native coverage, and on one whose state no savepoint fits.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sf_plan=${1:-$root/bin/sf-plan}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$root/docs/examples/orders" "$work/orders"
cd "$work/orders"
git init -q -b main
git add .
git -c user.name=example -c user.email=example@example.com commit -q -m "The main branch"

expect() { # exit code, text in the output, command...
  local code=$1 text=$2 got=0
  shift 2
  "$@" > "$work/output" 2>&1 || got=$?
  if [ "$got" != "$code" ] || ! grep -qF -- "$text" "$work/output"; then
    cat "$work/output"
    echo "check-examples.sh: expected exit code $code and '$text', got $got from: $*" >&2
    exit 1
  fi
  echo "ok: $text"
}
checked() { "$sf_plan" check --format github; }
compared() { "$sf_plan" diff --against main --fail-on coverage-lost,state-incompatible; }

expect 0 "coverage: 2 of 2 queries native" checked
sed -i 's/cents > 100000/cents > 200000/' sql/big_orders.sql
expect 0 "2 queries: 1 identical" compared

echo "INSERT INTO big_orders SELECT id, customer, cents FROM orders LIMIT 10;" > sql/big_orders.sql
expect 1 "sql/big_orders.sql big_orders: coverage-lost, result-affecting" compared
expect 1 "::error file=sql/big_orders.sql,line=1,col=1,title=stays on Flink" checked
git checkout -q sql/big_orders.sql

sed -i 's/COUNT(\*), SUM(cents)/COUNT(*), MAX(cents)/' sql/customers.sql
expect 1 "sql/customers.sql customers: state-incompatible, result-affecting" compared
