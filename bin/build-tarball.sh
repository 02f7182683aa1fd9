#!/usr/bin/env bash
# Packs sf-plan with everything that it needs: bin/sf-plan, the jars in lib, manual pages, and the plugin's
# jar, for what runs or reads natively, in plugin. Usage: build-tarball.sh, after make build or after the
# tests; prints the tarball's path.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$(sed -n 's/.*<version>\(.*\)<\/version>.*/\1/p' "$root/pom.xml" | head -1)
name="sf-plan-$version"
out="$root/build/dist"
rm -rf "$out/$name" && mkdir -p "$out/$name/bin" "$out/$name/lib" "$out/$name/plugin"

# After the tests alone, our own modules are folders of classes.
add() { # jar or folder of classes
  if [ -d "$1" ]; then
    module=$(basename "$(dirname "$(dirname "$1")")")
    jar --create --no-manifest --date=2026-01-01T00:00:00Z \
      --file "$out/$name/lib/streamfusion-$module-$version.jar" -C "$1" .
  elif [ -f "$1" ]; then
    cp "$1" "$out/$name/lib/"
  else
    echo "build-tarball.sh: $1 is missing: run make build" >&2
    exit 1
  fi
}
add "$root/cli/target/classes"
# The list does not end with a line break, without which read would drop its last entry.
{ tr ':' '\n' < "$root/cli/target/sf-plan.classpath"; echo; } | while read -r entry; do [ -z "$entry" ] || add "$entry"; done
cp "$root/flink-plugin/dist/target/flink-streamfusion-$version.jar" "$out/$name/plugin/"
cp "$root/bin/sf-plan" "$out/$name/bin/"
cp "$root/LICENSE" "$root/NOTICE" "$root/docs/sf-plan.md" "$out/$name/"
"$out/$name/bin/sf-plan" manual "$out/$name/man" > /dev/null
# The same build gives the same bytes.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime='2026-01-01 00:00Z' \
  -C "$out" -cf - "$name" | gzip -n > "$out/$name.tar.gz"
rm -rf "${out:?}/$name"
echo "$out/$name.tar.gz"
