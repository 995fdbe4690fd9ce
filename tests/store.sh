#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs with a store against runs without, byte for byte: made anew, made again, extended, in parts, killed, with no room, two
# at a time.
#     store.sh            SALVO_PROGRAM is the program, else the release build's
set -u
cd "$(dirname "$(realpath "$0")")/.." || exit 1
program=$(realpath "${SALVO_PROGRAM:-build/release/bin/salvo}")
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
failed=0

fail() {
    echo "store: $*" >&2
    failed=1
}

# same WHAT COMMAND...   the command's answer is $scratch/plain
same() {
    local what=$1
    shift
    "$@" >"$scratch/answer" 2>"$scratch/complaint" || fail "$what: $(<"$scratch/complaint")"
    cmp -s "$scratch/plain" "$scratch/answer" || fail "$what: another answer"
}

duel='mad.duel a=TigerI b=ShermanFirefly range=500'
armies='--a "2 Tiger I" --b "3 Sherman Firefly" -r mad --range 500'
pairs='-r mad --nation german --range 500 --scenario hold --pairs 20 --precision 0.25'
commands=(
    "odds $duel --method mc --trials 1000001"
    "odds $duel --method dice --trials 30011"
    "odds $duel --method mc --precision 0.0005"
    "curve ${duel% range=500} --over range=100,500 --method mc --trials 30000"
    "compare $duel --trials 3000 -- range=600"
    "battle $armies --method mc --trials 30000"
    'matrix -r mad --units Tiger*,Panther* --range 500 --method mc --trials 1000 --at numbers'
    'efficiency -r mad --units FlakPz*,Panther* --against "late war" --range 500,1000 --format csv'
    "points fit $pairs --rounds 2"
    'sensitivity duel "Tiger I" "Sherman Firefly" -r mad --range 500 --only weapons.cannon-b'
    'sensitivity duel "Tiger I" "Sherman Firefly" -r mad --range 500 --only weapons.cannon-b --restore 0.6'
)
stored=0
for command in "${commands[@]}"; do
    eval "words=($command)"
    "$program" "${words[@]}" >"$scratch/plain" || fail "$command"
    rm -f "$scratch"/*.db*
    same "with a store: $command" "$program" "${words[@]}" --store "$scratch/a.db"
    same "again: $command" "$program" "${words[@]}" --store "$scratch/a.db" --resume --threads 1
    stretches=$("$program" store show "$scratch/a.db" --format csv | wc -l)
    [[ $stretches -gt 1 ]] || fail "nothing is stored: $command"
    "$program" store check "$scratch/a.db" >/dev/null || fail "a store is not good: $command"
    stored=$((stored + stretches))
    # Parts, round by round: a fit needs the results of one to begin the next.
    round=
    for attempt in 1 2 3 4 5 6 7 8; do
        mkdir "$scratch/parts$attempt"
        for part in 1 2 3; do
            [[ -z $round ]] || cp "$round" "$scratch/parts$attempt/$part.db"
            "$program" "${words[@]}" --shard $part/3 --store "$scratch/parts$attempt/$part.db" >/dev/null ||
                fail "part $part: $command"
        done
        if "$program" merge "$scratch/parts$attempt" --store "$scratch/merged$attempt.db" \
            >"$scratch/answer" 2>"$scratch/complaint"; then
            cmp -s "$scratch/plain" "$scratch/answer" || fail "merged, another answer: $command"
            break
        fi
        grep -q 'run all 3 parts again' "$scratch/complaint" || fail "merged: $(<"$scratch/complaint")"
        round=$scratch/merged$attempt.db
    done
    [[ $attempt -lt 8 ]] || fail "its parts never end: $command"
    rm -rf "$scratch"/parts*
done

# A precision on top of a number of trials, a finer one on top of it, and fewer trials again.
rm -f "$scratch"/*.db*
for limit in '--trials 100000' '--precision 0.003' '--precision 0.001' '--trials 65536'; do
    # shellcheck disable=SC2086
    "$program" odds $duel --method mc $limit >"$scratch/plain"
    # shellcheck disable=SC2086
    same "extended to $limit" "$program" odds $duel --method mc $limit --store "$scratch/a.db"
done
found=$("$program" store list "$scratch/a.db" --format csv | wc -l)
[[ $found -eq 2 ]] || fail "four limits are one question; there are $((found - 1))"

# A study: with a store, after an edit, in parts.
study() {
    printf 'title: T\nquestion: Q?\njobs:\n  - {name: a, title: A, trials: 5000, command: "odds %s --method mc"}\n' "$1"
    echo '  - {name: b, title: B, trials: 300, command: "matrix -r mad --units Tiger*,Panther* --range 500 --method mc"}'
}
rm -rf "$scratch"/*.db* && mkdir "$scratch/parts"
study "$duel" >"$scratch/study.yaml"
"$program" run "$scratch/study.yaml" -o "$scratch/study" >/dev/null || fail 'a study'
mv "$scratch/study" "$scratch/whole"
"$program" run "$scratch/study.yaml" -o "$scratch/study" --store "$scratch/a.db" >/dev/null
diff -r "$scratch/whole" "$scratch/study" || fail 'a study with a store'
study "${duel%500}600" >"$scratch/edited.yaml"
before=$("$program" store show "$scratch/a.db" --format csv | wc -l)
"$program" run "$scratch/edited.yaml" -o "$scratch/edited" --store "$scratch/a.db" >/dev/null
after=$("$program" store show "$scratch/a.db" --format csv | wc -l)
[[ $((after - before)) -eq 2 ]] || fail "an edited job has 2 stretches, and the store $((after - before)) more"
rm -r "$scratch/study"
for part in 1 2; do
    "$program" run "$scratch/study.yaml" -o "$scratch/study" --shard $part/2 --store "$scratch/parts/$part.db" -q || fail 'a study in parts'
    [[ ! -e $scratch/study ]] || fail 'a part of a study writes'
done
"$program" merge "$scratch/parts" >/dev/null || fail 'the parts of a study'
diff -r "$scratch/whole" "$scratch/study" || fail 'a study in parts'
rm -r "$scratch/parts"

# No room: a limit on the size of files is as good as a full disk.
words=(matrix -r mad --units 'nation=german' --range 500 --at numbers --method mc --trials 200)
"$program" "${words[@]}" >"$scratch/plain"
rm -f "$scratch"/*.db*
(ulimit -f 100 && "$program" "${words[@]}" --store "$scratch/a.db" >"$scratch/answer" 2>"$scratch/complaint")
status=$?
[[ $status -eq 3 && ! -s $scratch/answer && $(wc -l <"$scratch/complaint") -eq 1 ]] ||
    fail "no room: status $status, $(<"$scratch/complaint")"
"$program" store check "$scratch/a.db" >/dev/null || fail "a store without room is not good"
same "with room again" "$program" "${words[@]}" --store "$scratch/a.db"

# Two at a time: the second waits, says so, and throws nothing again.
words=(odds mad.duel a=TigerI b=ShermanFirefly range=500 --method dice --trials 300000)
"$program" "${words[@]}" >"$scratch/plain"
rm -f "$scratch"/*.db*
"$program" "${words[@]}" --store "$scratch/a.db" >"$scratch/first" &
until [[ -s $scratch/a.db || -s $scratch/a.db-wal ]]; do sleep 0.01; done
same 'the second of two' "$program" "${words[@]}" --store "$scratch/a.db"
wait
cmp -s "$scratch/plain" "$scratch/first" || fail 'the first of two: another answer'
[[ ! -s $scratch/complaint ]] || grep -q 'is in use' "$scratch/complaint" || fail "two: $(<"$scratch/complaint")"

# A store that was cut off is noticed.
cp "$scratch/a.db" "$scratch/cut.db"
truncate -s 9000 "$scratch/cut.db"
"$program" store check "$scratch/cut.db" >/dev/null 2>&1 && fail 'a store that is cut off is not noticed by check'
"$program" "${words[@]}" --store "$scratch/cut.db" >/dev/null 2>&1 && fail 'a store that is cut off is not noticed by a run'

[[ $failed -eq 0 ]] && echo "store: ${#commands[@]} commands with $stored stretches, parts, limits, no room, two at a time"
exit $failed
