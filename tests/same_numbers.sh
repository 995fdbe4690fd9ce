#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Asks two programs the same and compares what they say, byte for byte: exact fractions, counts and their hashes, in the
# five rulebooks and in rules written in Lua. Then each takes up stores and shards that the other has begun.
# scripts/test-machine compares the program of another machine with this one's release build.
#
#     tests/same_numbers.sh ONE OTHER     a program is a path, or a command in one word: "qemu-s390x-static salvo"
#
# Two kinds of decimals may differ in late digits, and every answer that has such is named. An interval's ends go through
# logarithms and quantiles, whose last bit is the C library's and GSL's to choose, and these use other instructions on
# another machine (of x86, too: with FMA or without). JSON leaves out the digits that are not certain; of the 15 in CSV 11
# must be the same. Prices and what a fit settles on are searched for until a step is below 1e-7: 6 digits.
set -u
[[ $# -eq 2 ]] || { echo "usage: tests/same_numbers.sh ONE OTHER" >&2 && exit 2; }
root=$(dirname "$(dirname "$(realpath "$0")")")

# words_of NAME COMMAND   with paths from the root, because the questions are asked elsewhere
words_of() {
    local -n to=$1
    local word
    for word in $2; do
        [[ ! -f $word ]] || word=$(realpath "$word")
        to+=("$word")
    done
    "${to[@]}" --version >/dev/null 2>&1 || { echo "same_numbers: $2 does not run" >&2 && exit 2; }
}
one=() other=()
words_of one "$1"
words_of other "$2"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SALVO_DATA=$root/data LC_ALL=C XDG_DATA_HOME=/nonexistent XDG_CONFIG_HOME=/nonexistent
unset SALVO_RULES_PATH SALVO_RULESET
cd "$root/examples/rulebooks" || exit 1
failed=0 late=0

few='--method mc --trials 5000 --seed 7'
fair='--range 500 --scenario hold --pairs 20 --precision 0.3'
mapfile -t commands <<LIST
dice "2d6 + 1d8 >= 9" --format json
dice "count(2d10 >= 7)" --cumulative --format csv
dice "4d6 drop lowest >= 12" $few --format json
dice "3d6 > 2d8" $few --threads 3
odds mad.direct-fire weapon=cannon-c range=400 cover=normal moving=yes --format json
odds mad.direct-fire weapon=cannon-b range=500 hp=28 $few --format json
odds mad.direct-fire weapon=cannon-b range=500 hp=28 --method dice --trials 5000 --format json
odds mad.initiative $few --format json
odds mad.duel a=TigerI b=ShermanFirefly range=500 --format json
odds mad.duel a=TigerI b=ShermanFirefly range=500 $few --format json
odds mad.duel a=TigerI b=ShermanFirefly range=500 --method mc --precision 0.02 --format json
odds trr.anti-tank gun=german-75-l70 unit=soviet-t34-85 distance=65 damage-model=graded --format json
odds trr.anti-tank gun=german-75-l70 unit=soviet-t34-85 distance=65 $few --format json
odds skank.volley weapon=heavy-mg range=33 target=car target-moving=yes --format json
odds skank.volley weapon=heavy-mg range=33 target=car $few --format json
odds rookie.fire cover=building data=reconstruction --format json
odds rookie.column men=4 range=7 switch=yes $few --format json
odds mbt2030.engage own-class=mbt-minus own-grade=minus opp-class=mbt-norm range=11 --format json
odds mbt2030.battle stands=2 turns=4 a-class=mbt-plus range=10 pin-limit=2 break-limit=1 $few --format json
odds fleet-and-front.assault attack-militia=4 attack-armour=2 defence-militia=3 defence-flyers=1 --data fleet-and-front --format json
odds fleet-and-front.assault attack-militia=4 attack-armour=2 defence-militia=3 --data fleet-and-front $few --format json
explain mad.direct-fire weapon=cannon-b range=500
explain duel "Tiger I" "Sherman Firefly" -r trr --range 50 --format markdown
fire "2 Tiger I" "Sherman M4A1" -r mad --range 500 --format json
luck mad.direct-fire weapon=cannon-b range=500 --of "single|double|critical" --won 1/5 --format json
curve mad.direct-fire weapon=cannon-b hp=28 --over range=240,500 --over cover --format json
curve trr.support-fire mount=pivot --over distance --format csv
curve rookie.special-damage --over data --format json
curve mad.duel a=TigerI b=ShermanFirefly --over range=100,500 $few --format json
duel "Tiger I" "Sherman Firefly" -r mad --range 750 a-cover=normal --format json
duel "Tiger I" "Sherman Firefly" -r mad --range 750 $few --format json
duel "Sherman Firefly" "Tiger I" -r trr --range 40 --format json
duel "Sherman Firefly" "Tiger I" -r trr --range 40 $few --format json
duel car hero -r skank a-weapon=light-mg --range 82 rounds=4 --format json
duel hero trained -r skank b-count=5 range=15 $few --format json
duel american russian -r rookie --format json
duel american russian -r rookie $few --format json
duel mbt-norm mbt-norm -r mbt2030 --range 10 --first a --format json
duel mbt-norm mbt-norm -r mbt2030 --range 10 $few --format json
duel light heavy --range 12 --data tiny --format json
duel light heavy --range 12 --data tiny $few --format json
compare mad.direct-fire weapon=cannon-b range=500 hp=28 --trials 5000 --format json -- cover=normal
compare "Tiger I" "Sherman Firefly" -r mad --range 750 a-cover=normal --method exact --format json -- --set weapons.cannon-b.damage=20
battle --a "2 Tiger I" --b "4 Sherman M4A1, 1 Sherman Firefly" -r mad --range 1000 --format json
battle --a "2 Tiger I" --b "3 Sherman Firefly" -r mad --range 500 --trials 1000 --method mc --format json
battle --a "2 German Hetzer" --b "4 American M24 Chaffee" -r trr --range 40 --trials 1000 --method mc --format json
battle --a "4 trained, 1 car (weapon=heavy-mg, crew=elite)" --b "6 trained (weapon=smg)" -r skank --range 15 --trials 1000 --method mc --format json
battle --a "3 standard" --b "2 standard (men=8, cover=light)" -r rookie --range 20 --trials 1000 --method mc --format json
battle --a "2 mbt-norm, inf-plus" --b "3 mbt-minus (grade=plus)" -r mbt2030 --range 10 --trials 1000 --method mc --format json
battle --a "2 light" --b "3 light" --range 12 --data tiny --trials 1000 --method mc --format json
tipping "Tiger I" "Sherman M4A1" -r mad --range 1000 --method mc --trials 200 --format json
matrix -r mad --range 750 --units "Tiger I, Sherman Firefly, us-sherman-m4a1" --format json
matrix -r mad --range 750 --units "Tiger I, Sherman Firefly" --method mc --trials 1000 --seed 5 --format json
matrix -r trr --units "*stuart*, *tiger*" --method mc --trials 200 --format json
matrix -r mbt2030 --range 10 --format json
efficiency -r mad --range 500 --format json
efficiency -r skank --format json
points audit -r mad --nation japanese --format json
points test -r mad --nation france $fair --format json
points fit -r mad --nation france $fair --rounds 1 --format json
points price "Tiger I" -r mad --nation german $fair --format json
points test --data tiny --pairs 20 --precision 0.3 --range 12 --format json
sensitivity duel "Tiger I" "Sherman Firefly" -r mad --range 750 --only weapons.cannon-b --step 30% --format json
sensitivity duel hero trained -r skank b-count=5 range=15 --top 3 --format json
sensitivity duel mbt-plus mbt-norm -r mbt2030 --range 10 --top 3 --format json
sensitivity duel american russian -r rookie --top 3 --format json
appendix -r rookie --format json
list units -r mad --format json
show "armored car" -r skank --format json
check ../../data/mad
LIST

# says FILE PROGRAM...   what the program says goes into the file, and its exit status
says() {
    local file=$1
    shift
    "$@" >"$file" 2>"$file.complaint" </dev/null
    echo "exit status $?" >>"$file"
    cat "$file.complaint" >>"$file"
}

# near SHARE PLACES   the files one and other but for decimals of so many places or more, whose difference is at most that
# share of them
near() {
    awk -v share="$1" -v places="$2" '
        BEGIN {
            for (long = "-?[0-9]+[.]"; places > 0; places--)
                long = long "[0-9]"
            long = long "[0-9]*(e-?[0-9]+)?"
        }
        NR == FNR { one[n = FNR] = $0; next }
        {
            mine = one[FNR]
            while (match(mine, long)) {
                a = substr(mine, RSTART, RLENGTH)
                before = substr(mine, 1, RSTART - 1)
                mine = substr(mine, RSTART + RLENGTH)
                if (!match($0, long) || before != substr($0, 1, RSTART - 1))
                    exit bad = 1
                b = substr($0, RSTART, RLENGTH)
                $0 = substr($0, RSTART + RLENGTH)
                if ((a - b) ^ 2 > (share * a) ^ 2)
                    exit bad = 1
            }
            if (mine != $0)
                exit bad = 1
        }
        END { exit bad || FNR != n }' "$scratch/one" "$scratch/other"
}

# same WHAT   the files one and other
same() {
    local share=1e-11 places=10
    cmp -s "$scratch/one" "$scratch/other" && return
    [[ $1 != "points "* ]] || share=1e-6 places=6 # in JSON, too: a fit does not know how many are certain
    if near "$share" "$places"; then
        late=$((late + 1))
        echo "same_numbers: but for late digits: $*"
        return
    fi
    echo "same_numbers: not the same: $*" >&2
    diff "$scratch/one" "$scratch/other" | head -n 8 | cut -c 1-200 >&2
    failed=$((failed + 1))
}

words=()
for command in "${commands[@]}"; do
    eval "words=($command)"
    says "$scratch/one" "${one[@]}" "${words[@]}"
    grep -qx 'exit status 0' "$scratch/one" || {
        echo "same_numbers: fails: $command: $(tail -n 1 "$scratch/one")" >&2
        failed=$((failed + 1))
    }
    says "$scratch/other" "${other[@]}" "${words[@]}"
    same "$command"
done

# What one machine has begun the other finishes, from its store (of N trials: 20, then 40); what it has done the other
# reads, floating-point numbers too; and parts of both are merged by either.
stored=(
    'odds mad.duel a=TigerI b=ShermanFirefly range=500 --method mc --seed 7 --trials N000'
    'battle --a "2 Tiger I" --b "3 Sherman Firefly" -r mad --range 500 --method mc --seed 7 --trials N000'
    'duel light heavy --range 12 --data tiny --method mc --seed 7 --trials N000'
    'points test -r mad --nation france --range 500 --scenario hold --pairs 20 --precision 0.3 --format csv'
    'matrix -r mad --units Tiger*,Panther* --range 500 --method mc --at numbers --trials 500'
)
took_up() {
    local -n begins=$1 ends=$2
    says "$scratch/begun" "${begins[@]}" "${half[@]}" --store "$scratch/$1.db"
    says "$scratch/other" "${ends[@]}" "${words[@]}" --store "$scratch/$1.db" --resume
    same "$command, stored by the $1, taken up by the $2"
    says "$scratch/check" "${ends[@]}" store check "$scratch/$1.db"
    grep -qx 'exit status 0' "$scratch/check" || {
        echo "same_numbers: the store of the $1 is not good for the $2: $(<"$scratch/check")" >&2
        failed=$((failed + 1))
    }
}
half=()
for command in "${stored[@]}"; do
    eval "half=(${command/ N/ 20}) words=(${command/ N/ 40})"
    rm -f "$scratch"/*.db*
    says "$scratch/one" "${one[@]}" "${words[@]}"
    took_up one other
    took_up other one
    [[ $command == *" N"* ]] || continue # of several rounds, each of which would be merged
    says "$scratch/begun" "${one[@]}" "${words[@]}" --shard 1/2 --store "$scratch/1.db"
    says "$scratch/begun" "${other[@]}" "${words[@]}" --shard 2/2 --store "$scratch/2.db"
    for by in one other; do
        declare -n merges=$by
        says "$scratch/other" "${merges[@]}" merge "$scratch/1.db" "$scratch/2.db"
        same "$command, a part by each, merged by the $by"
    done
done

echo "same_numbers: ${#commands[@]} commands and ${#stored[@]} stores, $failed not the same, $late but for late digits"
[[ $failed -eq 0 ]]
