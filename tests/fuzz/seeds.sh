#!/usr/bin/env bash
# Where a fuzzer begins: real input of every target, from the data, the studies and the recorded sessions, a folder a target.
#     seeds.sh FOLDER
set -euo pipefail
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../..")
to=$1

# A seed of that target from standard input, called by its contents.
seed() {
    mkdir -p "$to/$1"
    cat >"$to/new"
    mv "$to/new" "$to/$1/$(sha1sum <"$to/new" | cut -c1-16)"
}
# The words that stand behind an option, or that match, in the recorded commands.
recorded() {
    sed -n 's/^\$ salvo //p' "$here"/../cli/*.session | grep -v / | sort -u
}
few() {
    awk -v every="$1" 'NR % every == 1 || every == 1'
}

for file in "$root"/data/*/*.csv; do
    seed csv <"$file"
    case $(basename "$file") in units.csv | weapons.csv | troops.csv | stands.csv | squads.csv | rulings.csv)
        seed csv-rows <"$file"
        ;;
    esac
done
for file in "$root"/data/{mad,rookie,mbt2030,skank,trr}/*.{csv,yaml,txt}; do
    [[ -f $file && $(stat -c %s "$file") -lt 20000 ]] || continue
    { echo "${file#"$root/data/"}" && cat "$file"; } | seed rulebook
done
for file in "$root"/data/templates/*/*.{csv,yaml,lua}; do
    [[ -f $file ]] || continue
    { echo "${file#"$root/data/"}" && cat "$file"; } | seed script
done
for file in "$root"/data/rookie/*.txt; do seed lines <"$file"; done
for file in "$root"/data/*/appendix.yaml; do seed appendix <"$file"; done
for file in "$root"/experiments/*.yaml; do
    if grep -q '^jobs:' "$file"; then seed study <"$file"; else seed battle <"$file"; fi
done
printf 'ranges: 500:2,1000:1\nscenario: [hold:2, meeting:1]\n' | seed conditions
printf 'range: 500\nscenario: hold,meeting,advance\ntargets: nearest,spread\nwords: [cover=normal]\n' | seed conditions
while read -r line; do seed words <<<"$line"; done < <(recorded | few 20)
while read -r line; do seed commands <<<"$line"; done < <(recorded | few 8)
while read -r line; do printf %s "$line" | seed dice; done < <(
    recorded | sed -n 's/^dice "\([^"]*\)".*/\1/p' | sort -u)
while read -r line; do printf %s "$line" | seed army; done < <(
    recorded | grep -o -- '--[ab] "[^"]*"' | sed 's/^--[ab] "//; s/"$//' | sort -u)
while read -r line; do printf %s "$line" | seed units; done < <(
    recorded | grep -o -- '--\(units\|range\) [^ ]*' | sed 's/^--[a-z]* //; s/"//g' | sort -u)
while read -r line; do printf %s "$line" | seed setting; done < <(
    recorded | grep -o -- '--set [^ ]*' | sed 's/^--set //; s/"//g' | sort -u)
while read -r line; do printf %s "$line" | seed question; done < <(
    recorded | sed -n 's/^\(odds\|curve\|explain\) mad\./mad./p' | sed 's/ -.*//' | sort -u)
for word in 500m 20cm '12"' 1.5 1,5 0.5m 1e3 -1m; do printf %s "$word" | seed distance; done
printf '\000\001\002\003abc' | seed packed
if [[ -n ${SALVO_PROGRAM:-} && -x $SALVO_PROGRAM ]]; then
    "$SALVO_PROGRAM" odds mad.direct-fire weapon=cannon-b range=500 --method mc --trials 2000 --store "$to/part.db" \
        >/dev/null 2>&1 && seed store <"$to/part.db"
    rm -f "$to"/part.db*
fi

# Of every target the words, numbers and signs that stand in its seeds most often, as a dictionary for clang's fuzzer.
for folder in "$to"/*/; do
    grep -ahoE '[[:alpha:]_][[:alnum:]_-]*|[0-9.]+|[[:punct:]]+' "$folder"* | sort | uniq -c | sort -rn |
        awk 'NR <= 400 && length($2) < 60 { gsub(/[\\"]/, "\\\\&", $2); print "\"" $2 "\"" }' >"${folder%/}.dict"
done
