#!/usr/bin/env bash
# The cheap checks: layout of Rust and Java, style of the contract, spelling.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
linters=$("$here/setup-linters.sh")

echo "== cargo fmt"
(cd engine-rs && cargo fmt --all --check)
echo "== spotless"
mvn -q -B spotless:check
echo "== buf lint"
eval "$("$here/setup-tools.sh")"
"$linters/buf" lint
echo "== typos"
"$linters/typos" --config typos.toml
