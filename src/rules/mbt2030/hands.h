/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rock, paper, scissors between two players who show their hands in given proportions. */
#ifndef SALVO_RULES_MBT2030_HANDS_H
#define SALVO_RULES_MBT2030_HANDS_H

#include "rules/parameters.h"

enum mbt_hand { ROCK, PAPER, SCISSORS, N_HANDS };

/* The result of a showing for the owner of the round. */
enum mbt_result { RESULT_WIN, RESULT_DRAW, RESULT_LOSE, N_RESULTS };

extern const char *const MBT_RESULT_IDS[N_RESULTS];

/* Weights of hands are so small that the nine showings have fewer than 2^32 ways. */
enum { HAND_WEIGHT_MAX = 20000 };

/* A die whose faces are win, draw and lose; the weights have no common divisor. It is part of a situation. */
struct mbt_rps {
    uint32_t weights[N_RESULTS];
};

/* clang-format off */
#define MBT_HAND(name, words, ...) WHOLE(name, words, 0, HAND_WEIGHT_MAX, "1", __VA_ARGS__)

/* A player's hands, whose weights are the member `hands` of the situation. */
#define MBT_HANDS(type, hands, side, whose) \
    MBT_HAND(side "rock", "how often " whose " shows rock, against the other hands", INTO(type, hands[ROCK])), \
    MBT_HAND(side "paper", "how often paper", INTO(type, hands[PAPER])), \
    MBT_HAND(side "scissors", "how often scissors", INTO(type, hands[SCISSORS]))
/* clang-format on */

/* Returns the result of showing `own` against `other`. */
enum mbt_result mbt_showing(enum mbt_hand own, enum mbt_hand other);

/* Refuses weights that are all 0; `side` is the beginning of their keys. */
salvo_status mbt_hands_check(const uint32_t hands[N_HANDS], const char *side, salvo_error *err);

/* Checks both players' hands, one after the other: the message has the keys of the first that is all 0. */
salvo_status mbt_hands_check_both(const uint32_t own[N_HANDS], const char *side, const uint32_t other[N_HANDS],
                                  const char *other_side, salvo_error *err);

/* Returns the die of a showing, from the side of `own`. With `rerolled` a draw is shown again until somebody wins: its
 * face has weight 0, unless neither can ever win. */
struct mbt_rps mbt_rps_of(const uint32_t own[N_HANDS], const uint32_t other[N_HANDS], bool rerolled);

/* Returns whether neither side ever wins. */
bool mbt_rps_only_draws(const struct mbt_rps *rps);

/* Returns the same showing from the other side. */
struct mbt_rps mbt_rps_turned(const struct mbt_rps *rps);

/* Returns a throw of that die. */
salvo_dice mbt_rps_dice(const struct mbt_rps *rps);
enum mbt_result mbt_rps_result(const uint8_t *faces);

extern const salvo_procedure MBT_RPS;

#endif
