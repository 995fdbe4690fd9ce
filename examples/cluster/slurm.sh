#!/usr/bin/env bash
# A run in parts as a job array of Slurm: each task makes one, on any machine that sees this folder. Then merge them:
#     mkdir -p parts && sbatch --wait slurm.sh && salvo merge parts
# A part that was killed, or that ran out of its time, goes on when the array is submitted again.
#SBATCH --array=1-100
#SBATCH --cpus-per-task=4
#SBATCH --time=04:00:00
#SBATCH --output=part-%a.log
set -euo pipefail

# The numbers of tasks are 1 to N: the part, and of how many.
part=$SLURM_ARRAY_TASK_ID
parts=$SLURM_ARRAY_TASK_COUNT

# Stores are better off on a disk of the machine itself: network file systems lock badly.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[[ ! -e parts/$part.db ]] || cp "parts/$part.db" "$scratch/$part.db"
status=0
"${SALVO_PROGRAM:-salvo}" odds mad.duel a="Tiger I" b="Sherman Firefly" range=500 --method mc --trials "${TRIALS:-4e9}" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet --shard "$part/$parts" --store "$scratch/$part.db" || status=$?
# Whole or not at all: whoever merges never sees half a file.
cp "$scratch/$part.db" "parts/.$part.db.new"
mv "parts/.$part.db.new" "parts/$part.db"
exit "$status"
