#!/usr/bin/env bash
# What action.yml runs, and any other CI can: SF_PLAN is the command, PROJECT the directory with
# sf-plan.yaml, BASE the commit to compare with and GOLDENS a folder of golden plans, both of which can
# be empty, and FAIL_ON the changes that fail. Goes through all checks, and fails if one of them did.
set -uo pipefail

failed=0
step() {
  echo "::group::sf-plan $1"
  "$SF_PLAN" "$@" || failed=1
  echo "::endgroup::"
}
step check -C "$PROJECT" --format github
[ -z "${BASE:-}" ] || step diff -C "$PROJECT" --format github --against "$BASE" --fail-on "$FAIL_ON"
[ -z "${GOLDENS:-}" ] || step golden verify -C "$PROJECT" --format github --no-pending "$GOLDENS"
exit "$failed"
