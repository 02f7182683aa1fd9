#!/usr/bin/env bash
# Runs the GitHub action of docs/examples on its example project: on a pull request that changes
# results alone, on one that loses native coverage, on one whose state no savepoint fits, and on one that
# changes a plan which nobody reviewed.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sf_plan=${1:-$root/bin/sf-plan}
action="$root/docs/examples/github-action"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# As in most repositories, the project is a folder of it.
cp -r "$root/docs/examples/orders" "$work/orders"
cd "$work"
git init -q -b main
git add .
git -c user.name=example -c user.email=example@example.com commit -q -m "The main branch"

run=$(sed -n 's/^ *run: //p' "$action/action.yml")
defaults() { sed -n "/^  $1:/,/default:/s/^ *default: //p" "$action/action.yml" | tr -d "'"; }
pull_request() { # exit code, then lines that the log must have; with a ! in front, must not
  local code=$1 got=0
  shift
  (
    export GITHUB_ACTION_PATH="$action" SF_PLAN="$sf_plan" PROJECT=orders BASE=main GOLDENS=golden
    FAIL_ON=$(defaults fail-on) bash -c "$run"
  ) > "$work/log" 2>&1 || got=$?
  local text
  for text in "$@"; do
    if case $text in !*) grep -qF -- "${text#!}" "$work/log" ;; *) ! grep -qF -- "$text" "$work/log" ;; esac; then
      cat "$work/log"
      echo "check-examples.sh: the log should have '$text'" >&2
      exit 1
    fi
  done
  if [ "$got" != "$code" ]; then
    cat "$work/log"
    echo "check-examples.sh: expected exit code $code, got $got" >&2
    exit 1
  fi
  echo "ok: exit code $code, ${*: -1}"
  git checkout -q -f main
}

pull_request 0 "coverage: 2 of 2 queries native" "2 queries: 2 identical" "!::error"

sed -i 's/cents > 100000/cents > 200000/' orders/sql/big_orders.sql
pull_request 0 '!::error' "sql/big_orders.sql big_orders: result-affecting"

sed -i 's/WHERE cents > 100000/LIMIT 10/' orders/sql/big_orders.sql
pull_request 1 \
  "::error file=orders/sql/big_orders.sql,line=2,col=1,title=coverage-lost%2C result-affecting::" \
  "::error file=orders/sql/big_orders.sql,line=2,col=1,title=not as expected::" \
  "    +       Limit(" \
  "sql/big_orders.sql big_orders: coverage-lost, result-affecting"

sed -i 's/COUNT(\*), SUM(cents)/COUNT(*), MAX(cents)/' orders/sql/customers.sql
pull_request 1 \
  "::error file=orders/sql/customers.sql,line=2,col=1,title=state-incompatible%2C result-affecting::" \
  "  state: the state of s0/host_sink-0 s0/group_aggregate-0 groups was " \
  "sql/customers.sql customers: state-incompatible, result-affecting"

sed -i 's/cents BIGINT,$/cents INT,/' orders/tables.sql
pull_request 1 \
  "::error file=orders/golden/customers/query.sql,line=1,col=1,title=differs from the reviewed plan::" \
  "  customers: state-incompatible, result-affecting"
