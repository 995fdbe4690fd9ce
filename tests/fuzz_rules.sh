#!/usr/bin/env bash
# Some rulebooks with mistakes.
#     fuzz_rules.sh PROGRAM
set -euo pipefail
folder=$(mktemp -d /dev/shm/fuzz-rules.XXXXXX 2>/dev/null || mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" "$SALVO_TESTS/../examples/rulebooks" "$folder" 1 0 1000 10
