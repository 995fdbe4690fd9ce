#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The hash of the sources, to which a store belongs: the same wherever and whenever they lie, and another one for any change.
#     sources.sh CMAKE
set -eu
cmake=$1
cd "$(dirname "$(realpath "$0")")/.."
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT

# hash FOLDER   as the build computes it
hash() {
    "$cmake" "-DFROM=$1" "-DTO=$scratch/sources.c" -P cmake/salvoSources.cmake
    sed -n 's/^const char SALVO_SOURCES\[\] = "\([0-9a-f]\{16\}\)";$/\1/p' "$scratch/sources.c"
}

fail() {
    echo "sources: $*" >&2
    exit 1
}

mkdir -p "$scratch/one/src" "$scratch/elsewhere"
cp -r include "$scratch/one"
cp -r src/share "$scratch/one/src"
first=$(hash "$scratch/one")
[[ -n $first ]] || fail 'there is no hash'

mv "$scratch/one" "$scratch/elsewhere/two"
moved=$scratch/elsewhere/two
find "$moved" -exec touch -d 2001-01-01 {} +
[[ $(hash "$moved") == "$first" ]] || fail 'it depends on where sources lie, or when they were written'
touch "$moved/src/share/notes.txt"
[[ $(hash "$moved") == "$first" ]] || fail 'it depends on what is no source'

echo >>"$moved/src/share/packed.c"
[[ $(hash "$moved") != "$first" ]] || fail 'an edit does not change it'
cp src/share/packed.c "$moved/src/share"
[[ $(hash "$moved") == "$first" ]] || fail 'an edit that is taken back changes it'
mv "$moved/src/share/packed.c" "$moved/src/share/stowed.c"
[[ $(hash "$moved") != "$first" ]] || fail 'another name does not change it'
echo 'sources: a hash of names and contents, and of nothing else'
