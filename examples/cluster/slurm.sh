#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A run in parts as a job array of Slurm: each task makes one, on any machine that sees this folder. Then merge them:
#     mkdir -p parts && sbatch --wait slurm.sh && salvo merge parts
# A part that was killed, or that ran out of its time, goes on when the array is submitted again; or that part alone:
#     PARTS=100 sbatch --array=17 slurm.sh
# Where salvo merge says that more is needed, the next round begins with what all parts have:
#     salvo merge parts --store all.db; sbatch --wait slurm.sh && salvo merge parts
#SBATCH --array=1-100
#SBATCH --cpus-per-task=4
#SBATCH --time=04:00:00
#SBATCH --signal=B:TERM@60
#SBATCH --output=part-%a.log
set -euo pipefail

# The numbers of tasks are 1 to N: the part, and of how many.
part=$SLURM_ARRAY_TASK_ID
parts=${PARTS:-$SLURM_ARRAY_TASK_COUNT}

# Stores are better off on a disk of the machine itself: network file systems lock badly.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
start=parts/$part.db
[[ ! all.db -nt $start ]] || start=all.db
[[ ! -e $start ]] || cp "$start" "$scratch/$part.db"
program=${SALVO_PROGRAM:-salvo}
"$program" odds mad.duel a="Tiger I" b="Sherman Firefly" range=500 --method mc --precision "${PRECISION:-0.00005}" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet --shard "$part/$parts" --store "$scratch/$part.db" &
job=$!
# A minute before the time is up Slurm tells this script, and salvo stores what it has.
trap 'kill -TERM "$job"; wait "$job"' TERM
status=0
wait "$job" || status=$?
# Whatever ended salvo, opening the store brings it in order: from then on it is one file. And whole or not at all: whoever
# merges never sees half of it.
if [[ -e $scratch/$part.db ]]; then
    "$program" store check "$scratch/$part.db" >/dev/null
    cp "$scratch/$part.db" "parts/.$part.db.new"
    mv "parts/.$part.db.new" "parts/$part.db"
fi
exit "$status"
