#!/usr/bin/env bash
# Sets up a complete Flink distribution from PyPI and Maven in the user's cache and prints its path.
# Usage: setup-flink.sh VERSION        for example: FLINK_HOME=$(bin/setup-flink.sh 2.2.1)
#
# The jars come in the wheel apache-flink-libraries, scripts and configuration in apache-flink, and
# from Maven flink-sql-gateway, which sql-client.sh needs, and flink-table-planner, which Apache's
# archive has in opt. Wheels are zip files; nothing is installed into Python. A distribution that is
# there already is left as it is.
set -euo pipefail

if [ $# -ne 1 ] || ! [[ "$1" =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
  echo "Usage: setup-flink.sh VERSION, such as 2.2.1" >&2
  exit 2
fi
version=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache="${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/flink"
home="$cache/flink-$version"

from_maven() { # artifact id, target folder
  local name="$1-$version.jar"
  [ ! -f "$2/$name" ] || return 0
  echo "setup-flink.sh: fetching $1 $version from Maven" >&2
  # Without colours: their codes would get into the line that this script prints.
  mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dmdep.overWriteReleases=false \
    -Dartifact="org.apache.flink:$1:$version:jar" -DoutputDirectory="$2" >&2
}

complete() { [ -d "$home" ] && [ -f "$home/opt/flink-table-planner_2.12-$version.jar" ]; }

if complete; then
  echo "$home"
  exit 0
fi

"$here/check-prerequisites.sh" flink
mkdir -p "$cache/wheels"
# One at a time: two builds on this machine may both want it.
exec 9>"$cache/.lock"
flock 9
if [ -d "$home" ]; then
  # Of a version of this script that did not fetch it.
  complete || from_maven flink-table-planner_2.12 "$home/opt"
  echo "$home"
  exit 0
fi

work=$(mktemp -d "$cache/.setup-$version-XXXXXX")
trap 'rm -rf "$work"' EXIT

wheel() { # package name as in the file name
  local found
  found=$(find "$cache/wheels" -name "$1-$version-*.whl" -print -quit)
  if [ -z "$found" ]; then
    echo "setup-flink.sh: downloading ${1//_/-} $version from PyPI" >&2
    # The platform is pinned: only scripts and jars are used, and not every Python has a wheel.
    python3 -m pip download -q --no-deps --only-binary=:all: --python-version 3.11 \
      --platform manylinux2014_x86_64 --platform any --dest "$cache/wheels" "${1//_/-}==$version" >&2
    found=$(find "$cache/wheels" -name "$1-$version-*.whl" -print -quit)
  fi
  echo "$found"
}

for package in apache_flink_libraries apache_flink; do
  python3 -m zipfile -e "$(wheel "$package")" "$work"
done
chmod +x "$work"/pyflink/bin/*.sh "$work/pyflink/bin/flink"
mkdir -p "$work/pyflink/log"
from_maven flink-sql-gateway "$work/pyflink/opt"
from_maven flink-table-planner_2.12 "$work/pyflink/opt"
# The wheels hold PyFlink's sources too; a distribution is these.
mkdir "$work/home"
for part in bin conf lib licenses log opt plugins README.txt; do
  mv "$work/pyflink/$part" "$work/home/"
done
mv "$work/home" "$home"
find "$cache/wheels" -name "apache_flink*-$version-*.whl" -delete
echo "$home"
