#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The programs of examples/ answer what the program answers.
#     examples.sh FOLDER DATA    the folder of the built examples; the folder of the tables
# SALVO_PROGRAM is the program.
set -euo pipefail
examples=$1
data=$2
export SALVO_DATA=$data
program=$SALVO_PROGRAM

fail() {
    echo "examples: $*" >&2
    exit 1
}

# number KEY FILE   a number of a JSON document
number() {
    sed -n "s/^ *\"$1\": \([0-9.e-]*\),*$/\1/p" "$2" | head -n 1
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$program" odds mad.direct-fire weapon=cannon-b range=500 cover=normal >"$scratch/odds"
"$examples/example_odds" "$data/mad" >"$scratch/said"
for outcome in miss single double critical; do
    [[ $(awk -v o=$outcome '$1 == o { print $2, $4 }' "$scratch/said") == \
       $(awk -v o=$outcome '$1 == o { print $2, $4 }' "$scratch/odds") ]] || fail "the odds of $outcome differ"
done

duel=("Tiger I" "Sherman Firefly")
"$program" duel "${duel[@]}" -r mad --range 750 a-cover=normal --method both --seed 7 --format json >"$scratch/duel"
"$examples/example_duel" "$data/mad" "${duel[@]}" range=750 a-cover=normal >"$scratch/said"
awk -v p="$(number p_a "$scratch/duel")" -v turns="$(number expected_turns "$scratch/duel")" '
    /^a wins/ && $3 - p < 1e-6 && p - $3 < 1e-6 { n++ }
    /^average/ && $5 - turns < 1e-4 && turns - $5 < 1e-4 { n++ }
    END { exit n != 2 }' "$scratch/said" || fail "the duel differs: $(<"$scratch/said")"

"$program" battle --a "2 Tiger I" --b "3 Sherman M4A1" -r mad --range 1000 --scenario advance --break-at 0.5 \
    --format json >"$scratch/battle"
"$examples/example_battle" "$data/mad" "2 Tiger I" "3 Sherman M4A1" 1000 >"$scratch/said"
wanted=$(awk -v a="$(number p_a "$scratch/battle")" -v b="$(number p_b "$scratch/battle")" \
    'BEGIN { printf "a advances and wins %.2f %%, b wins %.2f %%", 100 * a, 100 * b }')
grep -qF "$wanted" "$scratch/said" || fail "the battle differs: $(<"$scratch/said"), not $wanted"

"$program" curve mad.direct-fire weapon=cannon-b --over range >"$scratch/curve"
"$examples/example_sweep" "$data/mad" mad.direct-fire range weapon=cannon-b >"$scratch/said"
awk -F, 'NR > 1 && $2 == "miss" { printf "%s %.2f\n", $1, 100 * $3 }' "$scratch/said" >"$scratch/misses"
awk '$1 ~ /^[0-9]+$/ && $3 == "%" && $2 > 0 { print $1, $2 }' "$scratch/curve" >"$scratch/wanted"
[[ -s $scratch/misses ]] && cmp "$scratch/misses" "$scratch/wanted" || fail "the sweep differs"
"$program" show "Tiger I" -r mad | tail -n +3 | sed 's/^ *//; s/  */ /g' >"$scratch/wanted"
"$examples/example_cards" "$data/mad" "Tiger I" | tail -n +2 | sed 's/^ *//; s/  */ /g' >"$scratch/said"
[[ -s $scratch/said ]] && cmp "$scratch/said" "$scratch/wanted" || fail "the card differs"
echo "examples: five programs agree with salvo"
