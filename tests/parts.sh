#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
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

# A fit goes in rounds.
rm -r parts*
run=(points fit -r mad --nation german --range 500 --scenario hold --pairs 20 --precision 0.25 --rounds 2)
"$SALVO_PROGRAM" "${run[@]}" >plain
"$scripts/parts.sh" 3 2 "${run[@]}" >merged
cmp plain merged

# A job array to a precision. The first task is told that its time is up, and is submitted again.
rm -r parts* && mkdir parts
export PRECISION=0.0002 SLURM_ARRAY_TASK_COUNT=3 TMPDIR=$scratch
export SLURM_ARRAY_TASK_ID=1
"$scripts/slurm.sh" &
job=$!
sleep 0.5
kill -TERM "$job" 2>/dev/null || true # it may have finished
wait "$job" || true
for SLURM_ARRAY_TASK_ID in 1 2 3; do
    "$scripts/slurm.sh"
done
PARTS=3 SLURM_ARRAY_TASK_COUNT=1 "$scripts/slurm.sh" # the last one, submitted again alone
"$SALVO_PROGRAM" odds mad.duel a="Tiger I" b="Sherman Firefly" range=500 --method mc --precision 0.0002 >plain
"$SALVO_PROGRAM" merge parts >merged
cmp plain merged
echo "parts: both scripts give what one run gives"
