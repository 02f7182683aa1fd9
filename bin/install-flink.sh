#!/usr/bin/env bash
# Installs StreamFusion into a Flink distribution: one jar in its lib folder, nothing else changes.
# Usage: install-flink.sh [--jar JAR] FLINK_HOME
#
# Running clusters, SQL clients and gateways take it up when they are restarted.
# uninstall-flink.sh removes exactly what this script added, by the manifest it leaves.
set -euo pipefail

usage() { sed -n 's/^# \{0,1\}//;2,3p' "${BASH_SOURCE[0]}" >&2; }
fail() { echo "install-flink.sh: $*" >&2; exit 2; }

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
manifest=.streamfusion-installed
supported="2.2.0 2.2.1"
jar=

while [ $# -gt 0 ]; do
  case "$1" in
    --jar) [ $# -ge 2 ] || fail "--jar needs a file"; jar=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    -*) usage; fail "unknown option $1" ;;
    *) break ;;
  esac
done
if [ $# -ne 1 ] || [ -z "$1" ]; then
  usage
  fail "name exactly one Flink distribution"
fi
home=$1

[ -d "$home" ] || fail "$home is not a directory"
[ -d "$home/lib" ] || fail "$home is no Flink distribution: it has no lib folder"
dist=$(find "$home/lib" -maxdepth 1 -name 'flink-dist-*.jar' -print -quit)
[ -n "$dist" ] || fail "$home is no Flink distribution: lib has no flink-dist-*.jar"
[ -w "$home/lib" ] && [ -w "$home" ] || fail "$home and its lib folder must be writable"
planner=$(find "$home/lib" -maxdepth 1 \( -name 'flink-table-planner-loader-*.jar' -o -name 'flink-table-planner_2.12-*.jar' \) -print -quit)
[ -n "$planner" ] || fail "$home/lib has neither flink-table-planner-loader nor flink-table-planner_2.12"
[ ! -e "$home/$manifest" ] || fail "StreamFusion is installed in $home already; run uninstall-flink.sh first"
present=$(find "$home/lib" -maxdepth 1 -name 'flink-streamfusion-*.jar' -print -quit)
[ -z "$present" ] || fail "$present is there already, but was not installed by this script; remove it first"

if [ -z "$jar" ]; then
  jars=("$here"/../lib/flink-streamfusion-*.jar "$here"/../flink-plugin/dist/target/flink-streamfusion-*.jar)
  for candidate in "${jars[@]}"; do
    [ -f "$candidate" ] && jar=$candidate && break
  done
  [ -n "$jar" ] || fail "there is no flink-streamfusion jar; build it with 'make dist' or name it with --jar"
fi
[ -f "$jar" ] || fail "$jar does not exist"
name=$(basename "$jar")
case "$name" in
  flink-streamfusion-*.jar) ;;
  *) fail "$name must be called flink-streamfusion-*.jar: Flink orders its class path by name, and ours must come before flink-table-*" ;;
esac
[ "$(head -c 2 "$jar")" = PK ] || fail "$jar is not a readable jar"

version=$(basename "$dist" .jar)
version=${version#flink-dist-}
case " $supported " in
  *" $version "*) ;;
  *) echo "install-flink.sh: warning: Flink $version is not one of $supported; StreamFusion will step aside and Flink will plan as before" >&2 ;;
esac
# Flink's own default configuration opens it; older or hand-written ones may not.
if ! grep -qs 'java.base/java.nio=ALL-UNNAMED' "$home"/conf/config.yaml "$home"/conf/flink-conf.yaml; then
  echo "install-flink.sh: warning: env.java.opts.all in $home/conf lacks --add-opens=java.base/java.nio=ALL-UNNAMED, which native operators need" >&2
fi

# The manifest first: an interrupted installation can be removed, too.
(cd "$(dirname "$jar")" && sha256sum "$name") | sed 's/  /  lib\//' >"$home/$manifest"
cp "$jar" "$home/lib/.$name.part"
mv "$home/lib/.$name.part" "$home/lib/$name"
echo "Installed $name into $home (Flink $version). Restart what runs from there."
