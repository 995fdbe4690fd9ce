#!/usr/bin/env bash
# The scripts of examples/cluster: what they merge is what one run says. Slurm's own part is played by its variables.
#     parts.sh            SALVO_PROGRAM is the program, else the release build's
set -eu
cd "$(dirname "$(realpath "$0")")/.."
SALVO_PROGRAM=$(realpath "${SALVO_PROGRAM:-build/release/bin/salvo}")
export SALVO_PROGRAM
scripts=$PWD/examples/cluster
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

run=(matrix -r mad --units 'Tiger*,Panther*' --range 500 --method mc --trials 1000 --at numbers)
"$SALVO_PROGRAM" "${run[@]}" >plain
"$scripts/parts.sh" 5 2 "${run[@]}" >merged
cmp plain merged
"$scripts/parts.sh" 5 2 "${run[@]}" >merged # started again
cmp plain merged

rm -r parts && mkdir parts
export TRIALS=100001 SLURM_ARRAY_TASK_COUNT=3
for SLURM_ARRAY_TASK_ID in 1 2 3 2; do
    export SLURM_ARRAY_TASK_ID
    "$scripts/slurm.sh"
done
"$SALVO_PROGRAM" odds mad.duel a="Tiger I" b="Sherman Firefly" range=500 --method mc --trials 100001 >plain
"$SALVO_PROGRAM" merge parts >merged
cmp plain merged
echo "parts: both scripts give what one run gives"
