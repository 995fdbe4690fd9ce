#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Some rulebooks with mistakes.
#     fuzz_rules.sh PROGRAM
set -euo pipefail
note=$(mktemp)
trap 'rm -f "$note"' EXIT
export SALVO_RULES_INSTRUCTIONS=100000 SALVO_RULES_MEMORY=16 # loops without an end are told soon
"$1" "$SALVO_TESTS/../examples/rulebooks" "$note" 1 0 1000 10
SALVO_RULES_INSTRUCTIONS=20000 SALVO_RULES_MEMORY=4 "$1" "$SALVO_TESTS/lua" "$note" 1 0 400 10
