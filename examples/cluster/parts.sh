#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A run in parts on this machine, by xargs: the same as slurm.sh does on many, for whoever has neither Slurm nor MPI.
#     parts.sh N WORKERS COMMAND ...     as in  parts.sh 8 2 odds mad.duel a=TigerI b=Firefly range=500 --method mc --trials 1e9
# Parts that were killed go on when this is started again. A run that goes on with the results of all parts, as a fit of
# prices does, takes several rounds. SALVO_PROGRAM is the program (salvo), SALVO_PARTS the folder of the parts (parts);
# beside it what they come to together is kept (parts.db).
set -euo pipefail
export parts=$1 workers=$2 program=${SALVO_PROGRAM:-salvo} folder=${SALVO_PARTS:-parts}
shift 2

# A part begins with what all parts have, once there is a round before it. What SQLite keeps beside a store belongs to that
# very file, and goes with it.
make_part() {
    local store=$folder/$1.db
    if [[ $folder.db -nt $store ]]; then
        rm -f "$store"*
        cp "$folder.db" "$store"
    fi
    "$program" "${@:2}" --threads 1 --quiet --shard "$1/$parts" --store "$store"
}
export -f make_part

mkdir -p "$folder"
complaint=$(mktemp)
trap 'rm -f "$complaint"' EXIT
while :; do
    seq "$parts" | xargs -P "$workers" -I{} bash -c 'make_part "$@"' make_part {} "$@"
    "$program" merge "$folder" --store "$folder.db" 2>"$complaint" && break
    grep -q 'parts again' "$complaint" || { cat "$complaint" >&2 && exit 2; }
done
