#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --memory: with every size the answer is the right one, or the command says that it needs more.
set -u
program=${SALVO_PROGRAM:?}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export OMP_NUM_THREADS=1

failures=0 refused=0 answered=0
while read -r command; do
    eval "words=($command)"
    "$program" "${words[@]}" --quiet >whole || exit 1
    for size in 4M 4500K 5M 5500K 6M 7M 8M 10M 12M 16M 24M 40M 1G; do
        "$program" "${words[@]}" --quiet --memory "$size" >said 2>complained
        status=$?
        if [[ $status -eq 0 ]] && cmp -s said whole; then
            answered=$((answered + 1))
        elif [[ $status -eq 1 && ! -s said ]] &&
            grep -qE "^salvo: (more memory is needed than --memory $size allows; raise the limit|out of memory)$" complained; then
            refused=$((refused + 1))
        else
            echo "memory: $command --memory $size: status $status: $(head -c 200 complained)" >&2
            failures=$((failures + 1))
        fi
    done
done <<'COMMANDS'
list units -r trr
duel "Tiger I" "Sherman Firefly" -r mad --range 750 --format json
duel "Tiger I" "Sherman Firefly" -r mad --range 750 --method mc --trials 100000 --format csv
battle --a "3 Tiger I" --b "5 Sherman M4A1" -r mad --range 500 --method mc --trials 50000
dice "599d6" --format csv
curve mad.direct-fire weapon=cannon-b --over range --format html
matrix -r mad --range 500 --units "nation=german" --format csv
matrix -r mad --range 500 --units "nation=german" --format json
points audit -r mad --format csv
sensitivity duel "Tiger I" "Sherman Firefly" -r mad --range 750 --only weapons
COMMANDS
# Fewer than half refused: the sizes say something. None refused: the limit is not kept.
[[ $failures -eq 0 && $refused -gt 5 && $answered -gt $refused ]] ||
    { echo "memory: $answered answered, $refused refused, $failures wrong" >&2 && exit 1; }
