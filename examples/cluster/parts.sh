#!/usr/bin/env bash
# A run in parts on this machine, by xargs: the same as slurm.sh does on many, for whoever has neither Slurm nor MPI.
#     parts.sh N WORKERS COMMAND ...     as in  parts.sh 8 2 odds mad.duel a=TigerI b=Firefly range=500 --method mc --trials 1e9
# Parts that were killed go on when this is started again. SALVO_PROGRAM is the program (salvo), SALVO_PARTS the folder of
# the parts (parts).
set -euo pipefail
parts=$1 workers=$2
shift 2
program=${SALVO_PROGRAM:-salvo}
folder=${SALVO_PARTS:-parts}

mkdir -p "$folder"
seq "$parts" | xargs -P "$workers" -I{} "$program" "$@" --threads 1 --quiet --shard {}/"$parts" --store "$folder/{}.db"
"$program" merge "$folder"
