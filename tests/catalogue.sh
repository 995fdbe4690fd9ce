#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/commands/catalogue.txt has every command of salvo, as whatever asks all of them reads it.
#     catalogue.sh       SALVO_PROGRAM is the program, else the release build's
set -eu
cd "$(dirname "$(realpath "$0")")/.."
program=${SALVO_PROGRAM:-build/release/bin/salvo}
catalogue=tests/commands/catalogue.txt
failed=0

fail() {
    echo "catalogue: $*" >&2
    failed=1
}

# Lines and their names, and the tags that the comment on top explains.
lines=$(grep -v '^#' "$catalogue")
named=$(sed -E 's/^[^ ]+ +([^ ]+).*/\1/' <<<"$lines")
known=$(sed -n 's/^#     \([a-z]*\) .*/\1/p' "$catalogue")

# Two, because the test `commands` looks whether one sees what the other has set; it leaves out what is slow or drawn.
counted=$(awk '$1 !~ /slow|drawn/ || $1 ~ /differs/ { print $2 }' <<<"$lines")
for name in $("$program" --complete '' | cut -f 1); do
    n=$(grep -cx -- "$name" <<<"$counted" || true)
    [[ $n -ge 2 ]] || fail "$catalogue has $n quick lines of salvo $name; give it two, with options that differ (the comment on top explains lines)"
done
while read -r tag; do
    [[ $tag == - ]] || grep -qx -- "$tag" <<<"$known" || fail "$catalogue does not explain the tag $tag"
done < <(sed 's/ .*//' <<<"$lines" | tr ',' '\n' | sort -u)
twice=$(sed -E 's/^[^ ]+ +//' <<<"$lines" | sort | uniq -d)
[[ -z $twice ]] || fail "$catalogue has twice: $twice"
# Where runs are made to fail in hundreds of places, no command is left out.
often=$(grep -vE '^[^ ]*(more|slow|first)' <<<"$lines" | sed -E 's/^[^ ]+ +([^ ]+).*/\1/' | sort -u)
for name in $(comm -13 <(echo "$often") <(sort -u <<<"$named")); do
    fail "$catalogue has no line of salvo $name that is neither slow nor more"
done
# The first line stands apart: others read what it makes.
[[ $(uniq <<<"$named" | sed 1d | sort | uniq -d) == "" ]] || fail "$catalogue has lines of one command apart from each other"

[[ $failed -eq 0 ]] && echo "catalogue: $(wc -l <<<"$lines") lines of $(sort -u <<<"$named" | wc -l) commands"
exit $failed
