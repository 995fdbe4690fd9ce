#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The reference, the manuals and the man page that are kept in the repository are what the program writes, byte for byte.
set -euo pipefail

root=$(realpath "$(dirname "$0")/..")
program=$(realpath "${SALVO_PROGRAM:-$root/build/release/bin/salvo}")
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT

"$root/scripts/manual" "$program" "$scratch"
for part in manual reference.md salvo.1 lua-reference.md; do
    if ! diff -r "$root/docs/$part" "$scratch/$part" >"$scratch/difference"; then
        head -n 20 "$scratch/difference" >&2
        echo "manual: docs/$part is not what the program writes; scripts/manual writes it anew" >&2
        exit 1
    fi
done
# docs/style.md: help is a phrase, without a capital at its beginning and a period at its end.
if grep -E '^\| [`[](`?salvo|-)[^|]*\| ([A-Z][a-z]|([^|]|\\\|)*\. \|)' "$root/docs/reference.md" >&2; then
    echo "manual: the help above is no phrase; docs/style.md says how help is written" >&2
    exit 1
fi
if command -v groff >/dev/null && groff -man -ww -z "$root/docs/salvo.1" 2>&1 | grep . >&2; then
    echo "manual: groff warns about docs/salvo.1" >&2
    exit 1
fi
