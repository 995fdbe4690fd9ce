#!/usr/bin/env bash
# Some rulebooks with mistakes.
#     fuzz_rules.sh PROGRAM
set -euo pipefail
folder=$(mktemp -d /dev/shm/fuzz-rules.XXXXXX 2>/dev/null || mktemp -d)
trap 'rm -rf "$folder"' EXIT
export SALVO_RULES_INSTRUCTIONS=100000 SALVO_RULES_MEMORY=16 # loops without an end are told soon
"$1" "$SALVO_TESTS/../examples/rulebooks" "$folder" 1 0 1000 10
