#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Includes run downwards, no two modules include each other, and docs/architecture.md names every file.
#     architecture.sh CHECKOUT
set -u
cd "$1/src" || exit 1

failed=0
fail() {
    echo "architecture: $*" >&2
    failed=1
}

# The modules in their order: a name for each folder, from the lowest to the highest.
modules=$(sed -n '/^foreach(module /,/)/p' CMakeLists.txt | sed 's/foreach(module//; s/)//')
[[ $(wc -w <<<"$modules") -gt 15 ]] || fail "no list of modules in src/CMakeLists.txt"

# Every private include: who, whom; headers and sources of one name are one.
includes=$(grep -rHoE --include='*.[ch]' '^#include "[^"]+"' . |
    sed -E 's|^\./([^:]*)\.[ch]:#include "([^"]*)\.h"|\1 \2|' | awk '$1 != $2' | sort -u)

while read -r from to; do
    fail "$from includes $to, which is not below it"
done < <(awk -v modules="$modules" '
    BEGIN { n = split(modules, order, /[ \n]+/); for (i = 1; i <= n; i++) rank[order[i]] = i }
    function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
    # rng, which is headers alone, is not in the list and below everything; rulebooks know nothing of each other
    rank[folder($2)] > rank[folder($1)] { print }
    folder($1) != folder($2) && /^rules\/[^ ]+\/[^ ]+ rules\/[^ ]+\// { print }' <<<"$includes")

circles=$(tsort <<<"$includes" 2>&1 >/dev/null)
[[ -z $circles ]] || fail "modules include each other:"$'\n'"$circles"

# What the page names, module by module: `name` or `name_*`.
named=$(awk -F'|' '/^\| module /, /^$/ {
    gsub(/ /, "", $2)
    module = $2 == "" ? module : $2
    n = split($3, names, "`")
    for (i = 2; i <= n; i += 2) print module "/" names[i]
}' ../docs/architecture.md)
while read -r file; do
    found=no
    while read -r pattern; do
        # shellcheck disable=SC2053
        [[ $file == $pattern ]] && found=yes && break
    done <<<"$named"
    [[ $found == yes ]] || fail "docs/architecture.md does not name $file"
done < <(find . -name '*.[ch]' | sed -E 's|^\./||; s|\.[ch]$||' | sort -u)
while read -r pattern; do
    compgen -G "$pattern.[ch]" >/dev/null || fail "docs/architecture.md names $pattern, which does not exist"
done <<<"$named"

[[ $failed -eq 0 ]] && echo "architecture: $(wc -l <<<"$includes") includes, all downwards; every file is named"
exit $failed
