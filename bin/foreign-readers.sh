#!/usr/bin/env bash
# Writes docs/foreign-readers.md: what other readers of Substrait say of the golden plans. Takes the
# readers from PyPI and crates.io, into the user's cache; one of them is compiled there, apart from our own
# crates, which takes some minutes the first time.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readers="${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/foreign-readers"
if ! "$readers/bin/python" -c "import datafusion, substrait_validator" 2> /dev/null; then
  python3 -m venv "$readers"
  "$readers/bin/python" -m pip install -q --only-binary=:all: datafusion==55.0.0 substrait-validator==0.1.4
fi
explain="$readers/bin/substrait-explain"
if [ "$("$explain" --version 2> /dev/null)" != "substrait-explain 0.9.0" ]; then
  eval "$("$root/bin/setup-tools.sh")"
  cargo install -q --locked --version 0.9.0 --root "$readers" --target-dir "$readers/target" substrait-explain
  rm -rf "$readers/target"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/bin/sf-plan" golden export --lib "$root/parity/target/classes" -o "$work/plans" "$root/golden-plans"
find "$work/plans" -name '*.pb' | sort > "$work/list"
xargs "$root/bin/sf-plan" validate --reader substrait-java --format json < "$work/list" > "$work/java.json" || [ $? = 123 ]
"$readers/bin/python" "$root/bin/foreign-readers.py" "$work/plans" "$work/java.json" "$explain" "$root/docs/foreign-readers.md"
