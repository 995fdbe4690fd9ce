/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT-01, rock, paper, scissors. Hands are weights, not choices, so a showing is a die of three weighted faces, which
 * the engines treat as any other. */
#include "rules/mbt2030/hands.h"

#include <stdio.h>
#include <string.h>

#include "base/divisor.h"
#include "rules/mbt2030/stand.h"

const char *const MBT_RESULT_IDS[N_RESULTS] = {[RESULT_WIN] = "win", [RESULT_DRAW] = "draw", [RESULT_LOSE] = "lose"};

/* Each hand beats the previous one: paper beats rock, scissors paper, rock scissors. */
enum mbt_result mbt_showing(enum mbt_hand own, enum mbt_hand other)
{
    static const enum mbt_result BY_LEAD[] = {RESULT_DRAW, RESULT_WIN, RESULT_LOSE};

    return BY_LEAD[((int)own - (int)other + N_HANDS) % N_HANDS];
}

/* Without a hand there is no showing: all weights would be 0, without a common divisor. */
salvo_status mbt_hands_check(const uint32_t hands[N_HANDS], const char *side, salvo_error *err)
{
    if (hands[ROCK] || hands[PAPER] || hands[SCISSORS])
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "%srock, %spaper and %sscissors are all 0; at least one hand must be shown",
                      side, side, side);
}

salvo_status mbt_hands_check_both(const uint32_t own[N_HANDS], const char *side, const uint32_t other[N_HANDS],
                                  const char *other_side, salvo_error *err)
{
    salvo_status status = mbt_hands_check(own, side, err);

    return status == SALVO_OK ? mbt_hands_check(other, other_side, err) : status;
}

/* Every pair of hands adds its ways to the result. Rerolled draws only remove their weight: the others keep their
 * proportion. If neither can ever win, the draw stays, because a die needs a face. The weights are divided by their
 * common divisor, because exact odds multiply them throw by throw, and small ones keep the products small. */
struct mbt_rps mbt_rps_of(const uint32_t own[N_HANDS], const uint32_t other[N_HANDS], bool rerolled)
{
    struct mbt_rps rps = {{0}};
    uint64_t common = 0;

    for (int i = 0; i < N_HANDS; i++)
        for (int k = 0; k < N_HANDS; k++)
            rps.weights[mbt_showing((enum mbt_hand)i, (enum mbt_hand)k)] += own[i] * other[k];
    if (rerolled && !mbt_rps_only_draws(&rps))
        rps.weights[RESULT_DRAW] = 0;
    for (int i = 0; i < N_RESULTS; i++)
        common = common_divisor(common, rps.weights[i]);
    for (int i = 0; i < N_RESULTS; i++)
        rps.weights[i] /= (uint32_t)common;
    return rps;
}

bool mbt_rps_only_draws(const struct mbt_rps *rps)
{
    return rps->weights[RESULT_WIN] == 0 && rps->weights[RESULT_LOSE] == 0;
}

struct mbt_rps mbt_rps_turned(const struct mbt_rps *rps)
{
    return (struct mbt_rps){{rps->weights[RESULT_LOSE], rps->weights[RESULT_DRAW], rps->weights[RESULT_WIN]}};
}

salvo_dice mbt_rps_dice(const struct mbt_rps *rps)
{
    salvo_dice dice = salvo_dice_of(1, N_RESULTS);

    dice.weights[0] = rps->weights;
    return dice;
}

enum mbt_result mbt_rps_result(const uint8_t *faces)
{
    return (enum mbt_result)(faces[0] - 1);
}

static const char *const DRAWS_CHOICES[] = {"keep", "reroll", NULL};

struct showing {
    struct mbt_rps rps; /* first: the roll's situation */
    uint32_t own[N_HANDS], opp[N_HANDS];
    bool rerolled;
};

/* Draws are results in engagements, but choices that need a winner show again. */
static const salvo_parameter PARAMETERS[] = {
    MBT_HANDS(struct showing, own, "own-", "the owner"),
    MBT_HANDS(struct showing, opp, "opp-", "the other player"),
    CHOICE("draws", "whether a draw is a result, or shown again", DRAWS_CHOICES, "keep",
           INTO(struct showing, rerolled)),
};

static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct showing *s = situation;
    salvo_status status = mbt_hands_check_both(s->own, "own-", s->opp, "opp-", err);

    (void)tables;
    if (status != SALVO_OK)
        return status;
    s->rps = mbt_rps_of(s->own, s->opp, s->rerolled);
    return SALVO_OK;
}

static void dice(const void *situation, salvo_dice *dice)
{
    *dice = mbt_rps_dice(situation);
}

static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    (void)gain;
    return (int)mbt_rps_result(faces);
}

const salvo_procedure MBT_RPS = {
    .id = "MBT-01",
    .schema = {.name = "mbt2030.rps",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct showing),
               .prepare = prepare},
    .documentation = {.chapter = "Rock, paper, scissors",
                      .title = "one showing of hands, from the owner's side",
                      .section = "RPS"},
    ALL_OF(outcomes, MBT_RESULT_IDS),
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve},
};
