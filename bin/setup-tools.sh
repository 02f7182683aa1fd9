#!/usr/bin/env bash
# Installs protoc and Google's .proto files from Maven into the user's cache, if they are not there.
# Prints the shell variables that the Rust build needs: eval "$(bin/setup-tools.sh)".
set -euo pipefail

protobuf=3.25.8
dependency_plugin=org.apache.maven.plugins:maven-dependency-plugin:3.8.1
tools="${STREAMFUSION_CACHE:-$HOME/.cache/streamfusion}/tools"

case "$(uname -m)" in
  x86_64) platform=linux-x86_64 ;;
  aarch64) platform=linux-aarch_64 ;;
  *) echo "setup-tools.sh: no protoc for $(uname -m)" >&2; exit 2 ;;
esac
protoc="$tools/bin/protoc-$protobuf-$platform.exe"
include="$tools/include"

if [ ! -x "$protoc" ]; then
  echo "setup-tools.sh: fetching protoc $protobuf" >&2
  mvn -q -B "$dependency_plugin:copy" -DoutputDirectory="$tools/bin" \
    -Dartifact="com.google.protobuf:protoc:$protobuf:exe:$platform" >&2
  chmod +x "$protoc"
fi

if [ ! -f "$include/google/protobuf/any.proto" ]; then
  echo "setup-tools.sh: fetching Google's .proto files $protobuf" >&2
  mvn -q -B "$dependency_plugin:unpack" -DoutputDirectory="$include" -Dmdep.unpack.includes='google/protobuf/*.proto' \
    -Dartifact="com.google.protobuf:protobuf-java:$protobuf:jar" >&2
fi

printf 'export PROTOC=%q PROTOC_INCLUDE=%q\n' "$protoc" "$include"
