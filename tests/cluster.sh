#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every command that simulates or sweeps says under mpirun what it says alone, byte for byte, on 1, 2, 3 and 5 ranks.
#     cluster.sh            SALVO_PROGRAM is the program, else the release build's; SALVO_RANKS the numbers of ranks
set -u
cd "$(dirname "$(realpath "$0")")/.." || exit 1
program=$(realpath "${SALVO_PROGRAM:-build/release/bin/salvo}")
command -v mpirun >/dev/null || { echo "cluster: mpirun is not installed" && exit 77; }
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
export OMP_NUM_THREADS=2
# MPI itself leaves memory to the end of the process.
export ASAN_OPTIONS=detect_leaks=0

cat >"$scratch/study.yaml" <<'STUDY'
title: A study
question: What is made of it?
jobs:
  - {name: one, title: One, command: "odds mad.duel a=TigerI b=ShermanFirefly range=500 --method mc", trials: 70000}
  - {name: two, title: Two, command: "matrix -r mad --units Tiger*,Panther* --range 500"}
STUDY

duel='mad.duel a=TigerI b=ShermanFirefly range=500'
armies='--a "2 Tiger I" --b "3 Sherman Firefly" -r mad --range 500'
pairs='-r mad --nation german --range 500 --scenario hold --pairs 20 --precision 0.25'
commands=(
    "odds $duel --method mc --precision 0.003"
    "odds $duel --method dice --trials 3001 --format json"
    "curve ${duel% range=500} --over range=100,500,1000 --method mc --trials 30000"
    'duel "Tiger I" "Sherman Firefly" -r mad --range 500 --method both --trials 50000'
    "compare $duel --trials 3000 -- range=600"
    "battle $armies --method mc --trials 30000"
    'matrix -r mad --units Tiger*,Panther* --range 500 --method mc --trials 3000 --at numbers'
    'matrix -r mad --units Tiger*,Panther* --range 500'
    'efficiency -r mad --units "Tiger I" --against "late war"'
    "points test $pairs"
    "points fit $pairs --rounds 2"
    'sensitivity duel "Tiger I" "Sherman Firefly" -r mad --range 500 --only weapons.cannon-b'
    "sensitivity battle $armies --only weapons.cannon-b --method mc --trials 2000"
    'sensitivity duel "Tiger I" "Sherman Firefly" -r mad --range 500 --only weapons.cannon-b --restore 0.6'
    "run $scratch/study.yaml -o $scratch/study"
    'odds mad.duel a=TigerI'
)

failed=0
answers=0
for command in "${commands[@]}"; do
    eval "words=($command)"
    "$program" "${words[@]}" >"$scratch/alone" 2>"$scratch/complaint"
    status=$?
    rm -rf "$scratch/kept"
    [[ ! -e $scratch/study ]] || mv "$scratch/study" "$scratch/kept"
    for n in ${SALVO_RANKS:-1 2 5}; do
        timeout 250 mpirun --allow-run-as-root --oversubscribe --bind-to none -n "$n" "$program" "${words[@]}" \
            >"$scratch/together" 2>"$scratch/complaints" </dev/null
        got=$?
        if [[ $got -ne $status ]] || ! cmp "$scratch/alone" "$scratch/together" ||
            { [[ $status -ne 0 ]] && [[ $(grep -c '^salvo: ' "$scratch/complaints") -ne 1 ]]; } ||
            { [[ -e $scratch/kept ]] && ! diff -r "$scratch/kept" "$scratch/study"; }; then
            echo "cluster: $n ranks differ, status $got in place of $status: salvo $command" >&2
            head -5 "$scratch/complaints" >&2
            failed=1
        fi
        rm -rf "$scratch/study"
        answers=$((answers + 1))
    done
done

# One rank writes the answer.
lines=$(mpirun --allow-run-as-root --oversubscribe -n 2 "$program" duel --help | grep -c '^salvo duel')
[[ $lines -eq 1 ]] || { echo "cluster: $lines ranks answer duel --help" >&2 && failed=1; }

# Ranks that do not have the same question end before they work, all of them, with one message: two ranks of one command, and
# one of another.
together=(timeout 60 mpirun --allow-run-as-root --oversubscribe --bind-to none)
asked=(odds mad.duel a=TigerI b=ShermanFirefly range=500 --method mc --trials 30000)
cases=0

# parts STATUS MESSAGE FIRST... : LAST... The message is the one line of salvo's on stderr, and nothing is answered.
parts() {
    local status=$1 message=$2 first=() got
    shift 2
    while [[ $1 != : ]]; do first+=("$1") && shift; done
    shift
    "${together[@]}" -n 2 "${first[@]}" : -n 1 "$@" >"$scratch/together" 2>"$scratch/complaints" </dev/null
    got=$?
    if [[ $got -ne $status || -s $scratch/together || $(grep -c '^salvo: ' "$scratch/complaints") -ne 1 ]] ||
        ! grep -q "^salvo: $message" "$scratch/complaints"; then
        echo "cluster: ranks that differ end with $got, not with $status and '$message': $*" >&2
        { grep '^salvo' "$scratch/complaints" && head -3 "$scratch/together"; } >&2
        failed=1
    fi
    cases=$((cases + 1))
}

# Another cannon for the last rank, other rules for it, and another salvo.
cp -r data "$scratch/data"
sed -i '/^cannon-b,/s/,34,/,35,/' "$scratch/data/mad/weapons.csv"
mkdir "$scratch/books" "$scratch/others"
cp -r examples/rulebooks/tiny "$scratch/books"
cp -r examples/rulebooks/tiny "$scratch/others"
echo '-- another comment' >>"$scratch/others/tiny/rules.lua"
hash=$(grep -o '[0-9a-f]\{16\}' "$(dirname "$program")/../src/sources.c")
LC_ALL=C sed "s/$hash/0123456789abcdef/g" "$program" >"$scratch/salvo"
chmod +x "$scratch/salvo"
mkdir "$scratch/here" "$scratch/there"
sed 's/range=500/range=600/' "$scratch/study.yaml" >"$scratch/there/study.yaml"
cp "$scratch/study.yaml" "$scratch/here"

parts 2 'rank 2 of 3 was given another command than rank 0, .range=600. instead of .range=500.;' \
    "$program" "${asked[@]}" : "$program" "${asked[@]/range=500/range=600}"
parts 2 'rank 2 of 3 was given another command than rank 0, .--set. instead of nothing;' \
    "$program" "${asked[@]}" : "$program" "${asked[@]}" --set weapons.cannon-b.damage=36
parts 2 'rank 2 of 3 was given another command than rank 0, nothing instead of .--store.;' \
    "$program" "${asked[@]}" --store "$scratch/one.db" : "$program" "${asked[@]}"
parts 2 'rank 0 of 3: rank 2 does something else;' "$program" "${asked[@]}" : "$program" list rulesets --help
parts 2 'rank 2 of 3 has other tables than rank 0, .mad [0-9a-f]*. instead of .mad [0-9a-f]*.;' \
    "$program" "${asked[@]}" : -x "SALVO_DATA=$scratch/data" "$program" "${asked[@]}"
parts 2 'rank 2 of 3 has other tables than rank 0, .tiny ' -x "SALVO_RULES_PATH=$scratch/books" "$program" odds tiny.shot : \
    -x "SALVO_RULES_PATH=$scratch/others" "$program" odds tiny.shot
parts 2 'rank 2 of 3 has other limits than rank 0, .SALVO_RULES_MEMORY=20.' \
    "$program" "${asked[@]}" : -x SALVO_RULES_MEMORY=20 "$program" "${asked[@]}"
parts 2 'rank 2 of 3 is another build of salvo than rank 0, .0123456789abcdef.' \
    "$program" "${asked[@]}" : "$scratch/salvo" "${asked[@]}"
parts 2 'rank 2 of 3 has another file than rank 0, .study.yaml ' -wdir "$scratch/here" "$program" run study.yaml : \
    -wdir "$scratch/there" "$program" run study.yaml

parts 2 "rank 2 of 3 has another file than rank 0, nothing instead of .study.yaml " \
    -wdir "$scratch/here" "$program" run study.yaml : -wdir "$scratch/others" "$program" run study.yaml

# A rank that fails alone ends the others, too: a rulebook that is not on its machine, memory.
parts 2 "rank 2 of 3: there is no procedure 'tiny.shot'" -x "SALVO_RULES_PATH=$scratch/books" "$program" odds tiny.shot : \
    "$program" odds tiny.shot
large=(battle --a '9 Tiger I' --b '12 Sherman Firefly' -r mad --range 500 --method mc --trials 2000000000)
grep -q __asan_init "$program" || # which needs more
    parts 1 'rank 2 of 3: more memory is needed than --memory 6M allows' "$program" "${large[@]}" -o "$scratch/answer" : \
        "$program" "${large[@]}" -o "$scratch/answer" --memory 6M
[[ ! -e $scratch/answer && ! -e $scratch/here/results && ! -e $scratch/one.db ]] ||
    { echo "cluster: a failure leaves something behind" >&2 && failed=1; }

# A rank that dies ends the run, with a message and what was stored; the run goes on from there.
run=(odds mad.duel a=TigerI b=ShermanFirefly range=500 --method dice --trials 400000)
"$program" "${run[@]}" >"$scratch/alone"
mpirun --allow-run-as-root --oversubscribe -n 2 bash -c '[[ $OMPI_COMM_WORLD_RANK -eq 0 ]] || echo $$ >"$0"; exec "$@"' \
    "$scratch/pid" "$program" "${run[@]}" --store "$scratch/store.db" >/dev/null 2>"$scratch/complaints" &
job=$!
until [[ -s $scratch/pid ]]; do sleep 0.05; done
sleep 0.7
kill -KILL "$(<"$scratch/pid")" 2>/dev/null
if ! wait "$job"; then
    grep -q 'mpirun\|rank' "$scratch/complaints" || { echo "cluster: nothing tells that a rank died" >&2 && failed=1; }
fi
"$program" "${run[@]}" --store "$scratch/store.db" >"$scratch/together" || failed=1
cmp "$scratch/alone" "$scratch/together" || failed=1

[[ $failed -eq 0 ]] && echo "cluster: $answers answers of ranks are those of one process, and $cases disagreements are told"
exit $failed
