#!/usr/bin/env bash
# The results that are kept in the repository are what the program gives, byte for byte.
set -euo pipefail

root=$(realpath "$(dirname "$0")/..")
program=$(realpath "${SALVO_PROGRAM:-$root/build/release/bin/salvo}")
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT

"$root/scripts/ground-guns" "$program" "$scratch/mad-ground-guns"
if ! diff -r "$root/results/mad-ground-guns" "$scratch/mad-ground-guns" >"$scratch/difference"; then
    head -n 20 "$scratch/difference" >&2
    echo "results: results/mad-ground-guns is not what the program gives; scripts/analyse writes it anew" >&2
    exit 1
fi

# Of the duels of every pair, those against two units: all would take minutes.
for unit in generic-infantry british-sherman-firefly; do
    "$root/scripts/mad-duels" "$program" "$scratch/mad-duels" "$unit"
    if ! diff <(awk -F, -v b="$unit" 'NR == 1 || $2 == b' "$root/results/mad-duels/duels.csv") \
        "$scratch/mad-duels/duels.csv" >"$scratch/difference"; then
        head -n 20 "$scratch/difference" >&2
        echo "results: results/mad-duels is not what the program gives; scripts/analyse writes it anew" >&2
        exit 1
    fi
done
