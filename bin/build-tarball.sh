#!/usr/bin/env bash
# Packs sf-plan with everything that it needs: bin/sf-plan, the jars in lib, and the plugin's jar, for
# `run` alone, in plugin. Usage: build-tarball.sh, after make build; prints the tarball's path.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$(sed -n 's/.*<version>\(.*\)<\/version>.*/\1/p' "$root/pom.xml" | head -1)
name="sf-plan-$version"
out="$root/build/dist"
rm -rf "$out/$name" && mkdir -p "$out/$name/bin" "$out/$name/lib" "$out/$name/plugin"

cp "$root/cli/target/streamfusion-cli-$version.jar" "$out/$name/lib/"
tr ':' '\n' < "$root/cli/target/sf-plan.classpath" | while read -r jar; do
  [ -f "$jar" ] || { echo "build-tarball.sh: $jar is missing: run make build" >&2; exit 1; }
  cp "$jar" "$out/$name/lib/"
done
cp "$root/flink-plugin/dist/target/flink-streamfusion-$version.jar" "$out/$name/plugin/"
cp "$root/bin/sf-plan" "$out/$name/bin/"
cp "$root/LICENSE" "$root/NOTICE" "$root/docs/sf-plan.md" "$out/$name/"
# The same build gives the same bytes.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime='2026-01-01 00:00Z' \
  -C "$out" -cf - "$name" | gzip -n > "$out/$name.tar.gz"
rm -rf "${out:?}/$name"
echo "$out/$name.tar.gz"
