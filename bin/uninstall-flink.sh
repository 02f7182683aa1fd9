#!/usr/bin/env bash
# Removes what install-flink.sh put into a Flink distribution, which is then byte for byte as before.
# Usage: uninstall-flink.sh FLINK_HOME
set -euo pipefail

usage() { sed -n 's/^# \{0,1\}//;2,3p' "${BASH_SOURCE[0]}" >&2; }
fail() { echo "uninstall-flink.sh: $*" >&2; exit 2; }

case "${1:-}" in -h | --help) usage; exit 0 ;; esac
if [ $# -ne 1 ] || [ -z "$1" ]; then
  usage
  fail "name exactly one Flink distribution"
fi
home=$1
manifest=$home/.streamfusion-installed

[ -d "$home" ] || fail "$home is not a directory"
[ -f "$manifest" ] || fail "StreamFusion is not installed in $home (it has no $(basename "$manifest"))"

# Look before deleting anything: a file that someone changed is not ours to remove.
while read -r sum file; do
  [[ "$file" =~ ^lib/flink-streamfusion-[^/]+\.jar$ ]] ||
    fail "$manifest names '$file', which install-flink.sh does not install"
  if [ -e "$home/$file" ] && [ "$(sha256sum <"$home/$file" | cut -d' ' -f1)" != "$sum" ]; then
    fail "$home/$file changed since it was installed; remove it and $manifest by hand if that is right"
  fi
done <"$manifest"

while read -r _ file; do
  rm -f "$home/$file" "$home/lib/.$(basename "$file").part"
done <"$manifest"
rm -f "$manifest"
echo "Removed StreamFusion from $home. Restart what runs from there."
