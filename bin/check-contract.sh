#!/usr/bin/env bash
# Compares the contract's messages with the committed baseline, substrait-ext/contract-baseline.binpb.
# Usage: check-contract.sh          fails on a change that an older plan, in bytes or as JSON, would not survive
#        check-contract.sh --move   makes today's messages the baseline: with a release, or when a break is meant
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
buf="$("$here/setup-linters.sh")/buf"
baseline=substrait-ext/contract-baseline.binpb

# Our messages; Substrait's are in the image as imports, to resolve the names that ours use.
image() { "$buf" build --exclude-source-info --path substrait-ext/proto/streamfusion -o "$1"; }

case "${1:-}" in
  "")
    if ! image - | "$buf" breaking - --exclude-imports --against "$baseline"; then
      echo "check-contract.sh: the messages above break plans of the baseline; reserve what goes, or see docs/contributing/releasing.md" >&2
      exit 1
    fi
    ;;
  --move)
    image "$baseline"
    echo "check-contract.sh: $baseline holds today's messages"
    ;;
  *)
    sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
