#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a mistake in a rulebook of examples/rulebooks and asks it something: for the session lua-mistakes.
#     broken.sh NAME FILE FIND REPLACE COMMAND [WORD ...]
# Copies the rulebook to the folder `mine`, replaces the first FIND in FILE (a FIND of "" removes the file; \n in either is a
# line's end) and runs `salvo COMMAND WORD ...` with the folder's data.
set -euo pipefail
name=$1 file=$2 command=$5
printf -v find %b "$3"
printf -v replace %b "$4"
shift 5
rm -rf mine
cp -r "$(dirname "$(realpath "$0")")/../../examples/rulebooks/$name" mine
if [[ -z $find ]]; then
    rm "mine/$file"
else
    text=$(<"mine/$file")
    [[ $text == *"$find"* ]] || { echo "broken.sh: $file has no '$find'" >&2 && exit 1; }
    printf '%s%s%s\n' "${text%%"$find"*}" "$replace" "${text#*"$find"}" >"mine/$file"
fi
if [[ $command == check ]]; then
    exec "$SALVO_PROGRAM" check mine "$@"
fi
exec "$SALVO_PROGRAM" "$command" "$@" --data mine
