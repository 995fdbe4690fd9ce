/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nobody moves. One side is always the favourite, so that no chance is 1/2: otherwise a coin, or a battle with its
 * sides exchanged, could pass for the answer. */
#include "bench/matchups.h"

/* Numbers of the plain loops, taken by hand from the tables. For M.A.D. at 750 m: the hit points, the target number,
 * and the damage. */
/* clang-format off */
#define SHOT(target_number, damage) {10, target_number, (damage) / 2, damage, 2 * (damage)}
#define TIGER   {28, SHOT(7, 34)}
#define PANTHER {34, SHOT(7, 40)}
#define FIREFLY {22, SHOT(7 + COVER, 40)}
#define M10     {22, SHOT(7 + COVER, 34)}
enum { COVER = 1 };

#define IN_COVER "(cover=normal)"
#define TANKS(targets_, ...) .loop = plain_battles, .plain = &(const plain_battle){10, targets_, {__VA_ARGS__}}
#define MAD(targets_) .ruleset = "mad", .range = 750, .targets = targets_

#define SIDES_4 \
    .army = {"2 Tiger I " IN_COVER ", 2 Panther " IN_COVER, "3 Wolverine GMC M10, 1 Sherman Firefly"}
#define TANKS_4(targets) TANKS(targets, {{2, TIGER}, {2, PANTHER}}, {{3, M10}, {1, FIREFLY}})

#define SIDES_12 \
    .army = {"6 Tiger I " IN_COVER ", 6 Panther " IN_COVER, "9 Wolverine GMC M10, 3 Sherman Firefly"}
#define TANKS_12(targets) TANKS(targets, {{6, TIGER}, {6, PANTHER}}, {{9, M10}, {3, FIREFLY}})

#define SIDES_20 \
    .army = {"10 Tiger I " IN_COVER ", 10 Panther " IN_COVER, "15 Wolverine GMC M10, 5 Sherman Firefly"}
#define TANKS_20(targets) TANKS(targets, {{10, TIGER}, {10, PANTHER}}, {{15, M10}, {5, FIREFLY}})

/* Skank's rifles at 40 in: 6 or less, one less against cover, one more for the elite. */
#define RIFLES_IN_COVER "6 elite (weapon=rifle, cover=yes), 6 trained (weapon=rifle, cover=yes)"
#define RIFLES          "6 elite (weapon=rifle), 6 trained (weapon=rifle)"

const matchup MATCHUPS[] = {
    {"battle 1v1", MAD(SALVO_IN_ORDER), .army = {"Tiger I " IN_COVER, "Sherman Firefly"}, .solved = true, .small = true,
     TANKS(PLAIN_NEAREST, {{1, TIGER}}, {{1, FIREFLY}})},
    {"battle 4v4 nearest", MAD(SALVO_IN_ORDER), SIDES_4, .solved = true, .small = true, TANKS_4(PLAIN_NEAREST)},
    {"battle 4v4 spread", MAD(SALVO_SPREAD), SIDES_4, .solved = true, TANKS_4(PLAIN_SPREAD)},
    {"battle 12v12 nearest", MAD(SALVO_IN_ORDER), SIDES_12, .solved = true, TANKS_12(PLAIN_NEAREST)},
    /* The weakest are last, otherwise they would also be the nearest. */
    {"battle 12v12 weakest", MAD(SALVO_WEAKEST),
     .army = {"6 Panther " IN_COVER ", 6 Tiger I " IN_COVER, "9 Wolverine GMC M10, 3 Sherman Firefly"}, .solved = true,
     TANKS(PLAIN_WEAKEST, {{6, PANTHER}, {6, TIGER}}, {{9, M10}, {3, FIREFLY}})},
    {"battle 12v12 spread", MAD(SALVO_SPREAD), SIDES_12, TANKS_12(PLAIN_SPREAD)},
    {"battle 20v20 nearest", MAD(SALVO_IN_ORDER), SIDES_20, TANKS_20(PLAIN_NEAREST)},
    {"battle 20v20 spread", MAD(SALVO_SPREAD), SIDES_20, TANKS_20(PLAIN_SPREAD)},
    {"battle at once", "skank", {RIFLES_IN_COVER, RIFLES}, SALVO_IN_ORDER, 40, .solved = true, .small = true,
     .loop = plain_battles_at_once,
     .plain = &(const plain_at_once){10, {{{6, 2, 2, 7}, {6, 1, 1, 6}}, {{6, 2, 2, 6}, {6, 1, 1, 5}}}}},
    /* A stand whose rear is engaged counts one cause more. */
    {"battle by sides", "mbt2030", {"12 mbt-norm", "4 mbt-norm, 8 mbt-norm (rear=yes)"}, SALVO_IN_ORDER, 10,
     {"accumulate=step", "pin-limit=12", "break-limit=9"}, .turns = -1, .small = true,
     .loop = plain_battles_by_sides, .plain = &(const plain_by_sides){3, 2, 12, 9, {{{12, 0}}, {{4, 0}, {8, 1}}}}},
    {"battle by cards", "rookie", {"12 american", "12 standard"}, SALVO_IN_ORDER, 20, .small = true,
     .loop = plain_battles_by_cards, .plain = &(const plain_by_cards){2, {{12, 5, 4}, {12, 5, 3}}}},
};
/* clang-format on */

const size_t N_MATCHUPS = sizeof MATCHUPS / sizeof *MATCHUPS;
