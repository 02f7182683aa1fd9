#!/usr/bin/env bash
# The cheap checks: layout of Rust and Java, style and stability of the contract, licences and versions of
# crates, spelling.
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
echo "== buf breaking"
"$here/check-contract.sh"
echo "== cargo deny"
(cd engine-rs && "$linters/cargo-deny" --log-level warn check bans licenses sources)
echo "== typos"
"$linters/typos" --config typos.toml
