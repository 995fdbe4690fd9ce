#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Where a fuzzer begins: real input of every target, from the data, the studies, the recorded sessions and the catalogue of
# commands, a folder a target.
#     seeds.sh FOLDER
set -euo pipefail
shopt -s nullglob
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../..")
to=$1

# Files as they are: files TARGET FILE ...
files() {
    mkdir -p "$to/$1"
    cp --backup=numbered "${@:2}" "$to/$1"
}
# Files of rulebooks, behind a line that says where they belong: placed TARGET FILE ...
placed() {
    mkdir -p "$to/$1"
    awk -v folder="$to/$1" -v data="$root/data/" '
        FNR == 1 { file = folder "/" ++n; print substr(FILENAME, length(data) + 1) >file }
        { print >file }' "${@:2}"
}
# A seed for each different line of standard input, with `end` behind it: lines TARGET [END]
lines() {
    mkdir -p "$to/$1"
    awk -v folder="$to/$1" -v end="${2:-}" '!seen[$0]++ { file = folder "/" ++n; printf "%s%s", $0, end >file; close(file) }'
}
# The recorded commands; of one option, what stands behind it.
recorded() {
    cat "$here"/../cli/*.session | sed -n '/^\$ salvo [^/]*$/s/^\$ salvo //p' | sort -u
}
# The commands that all tests know, but for those that the target would not take.
catalogued() {
    . "$here/../every_command.sh"
    without files differs slow drawn
    printf '%s\n' "${every_command[@]}" | grep -v /
}
behind() {
    grep -oE -- "--($1) (\"[^\"]*\"|[^\" ]+)" "$commands" | sed 's/^--[a-z]* //; s/"//g'
}
few() {
    awk -v every="$1" 'NR % every == 1'
}

mkdir -p "$to"
commands=$to/commands.txt
recorded >"$commands"
files csv "$root"/data/*/*.csv
files csv-rows "$root"/data/*/{units,weapons,troops,stands,squads,rulings}.csv
files lines "$root"/data/rookie/*.txt
files appendix "$root"/data/*/appendix.yaml
mapfile -t small < <(find "$root"/data/{mad,rookie,mbt2030,skank,trr} -name '*.csv' -size -20000c -o -name '*.yaml' -size -20000c \
    -o -name '*.txt' -size -20000c)
placed rulebook "${small[@]}"
placed script "$root"/data/templates/*/*.{csv,yaml,lua}
mapfile -t studies < <(grep -l '^jobs:' "$root"/experiments/*.yaml)
mapfile -t battles < <(grep -L '^jobs:' "$root"/experiments/*.yaml)
files study "${studies[@]}"
files battle "${battles[@]}"
few 20 <"$commands" | lines words $'\n'
{ few 8 <"$commands" && catalogued; } | lines commands $'\n'
sed -n 's/^dice "\([^"]*\)".*/\1/p' "$commands" | lines dice
behind 'a|b' | lines army
behind 'units|range' | lines units
behind set | lines setting
sed -nE 's/^(odds|curve|explain) mad\./mad./p' "$commands" | sed 's/ -.*//' | lines question
printf '%s\n' 500m 20cm '12"' 1.5 1,5 0.5m 1e3 -1m | lines distance
# Five bytes choose a cell; here the book, the table, the column and the row. What cells hold follows.
printf '%s\n' {0..5}{0..7}{0..9}0{1,7} | awk '{ print $0 (NR * 7) % 40 }' | few 7 | lines cell
mkdir -p "$to"/{conditions,packed}
printf 'ranges: 500:2,1000:1\nscenario: [hold:2, meeting:1]\n' >"$to/conditions/1"
printf 'range: 500\nscenario: hold,meeting,advance\ntargets: nearest,spread\nwords: [cover=normal]\n' >"$to/conditions/2"
printf '\000\001\002\003abc' >"$to/packed/1"
if [[ -n ${SALVO_PROGRAM:-} && -x $SALVO_PROGRAM ]]; then
    mkdir -p "$to/store"
    "$SALVO_PROGRAM" odds mad.direct-fire weapon=cannon-b range=500 --method mc --trials 2000 --store "$to/store/1" \
        >/dev/null 2>&1 || rm -rf "$to/store"
    rm -f "$to"/store/1-*
fi
rm "$commands"

# Of every target the words, numbers and signs that stand in its seeds most often, as a dictionary for clang's fuzzer,
# which takes ASCII alone.
for folder in "$to"/*/; do
    grep -raohE '[[:alpha:]_][[:alnum:]_-]*|[0-9.]+|[[:punct:]]+' "$folder" |
        LC_ALL=C grep -a '^[!-~]*$' | awk 'length($0) < 60 { seen[$0]++ } END { for (word in seen) print seen[word], word }' | sort -k1,1nr -k2 |
        head -n 400 | awk '{ gsub(/[\\"]/, "\\\\&", $2); print "\"" $2 "\"" }' >"${folder%/}.dict" || true
done
