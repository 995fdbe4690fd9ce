#!/usr/bin/env bash
# Some rulebooks with mistakes.
#     fuzz_rules.sh PROGRAM
set -euo pipefail
folder=$(mktemp -d /dev/shm/fuzz-rules.XXXXXX 2>/dev/null || mktemp -d)
trap 'rm -rf "$folder"' EXIT
export SALVO_RULES_INSTRUCTIONS=100000 SALVO_RULES_MEMORY=16 # loops without an end are told soon
mkdir "$folder/examples" "$folder/tests"
"$1" "$SALVO_TESTS/../examples/rulebooks" "$folder/examples" 1 0 1000 10
SALVO_RULES_INSTRUCTIONS=20000 SALVO_RULES_MEMORY=4 "$1" "$SALVO_TESTS/lua" "$folder/tests" 1 0 400 10
