/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engagement is a game of three hands against three. Its worth to the owner after a showing is
 *     worth of the other stand's state after it, less before it,
 *     less the same of the owner's stand,
 * with a worth for each state that is not steady. It depends only on win, draw or lose: w, d, l.
 *
 * Against a player with known proportions of hands, each hand has an average worth. The best mix shows the hand with
 * the greatest average. Any mix of equally good hands is as good, and the result is the even one.
 *
 * The safe mix has the greatest worth against the other player's worst reply. All three rows of the game hold the same
 * numbers, rotated by one hand. Whatever the other shows, the even mix has the worth (w + d + l) / 3. If the other
 * shows hands evenly, no mix has more. So even is safe in every engagement. */
#include "rules/mbt2030/best_hand.h"

#include <stdio.h>

#include "rules/mbt2030/engagement.h"

enum player { OWNER, OTHER };
/* NOBODY means an engagement that is forbidden; below it, an outcome is a set of best hands as bits. */
enum { WORTH_MAX = 1000, NOBODY = 1 << N_HANDS };

static const char *const PLAYER_CHOICES[] = {[OWNER] = "owner", [OTHER] = "other", NULL};
static const char *const ACCUMULATE_CHOICES[] = {"no", "step", NULL};

struct best_hand {
    struct mbt_stand own, opp;
    struct mbt_situation s;
    enum mbt_type type;
    struct mbt_engagement engagement;
    enum player player;
    int64_t worth_pinned, worth_shaken, worth_out; /* of an enemy */
    bool accumulate;
    uint32_t hands[N_HANDS];  /* of the known player */
    int64_t worth[N_RESULTS]; /* to the player who asks for a hand, by that player's result */
    bool best[N_HANDS];
    int n_best;
};

/* clang-format off */
#define WORTH(name, words, otherwise, ...) WHOLE(name, words, 0, WORTH_MAX, otherwise, __VA_ARGS__)

static const salvo_parameter PARAMETERS[] = {
    MBT_STAND(struct best_hand, own, "own-", "the owner's"),
    MBT_STAND(struct best_hand, opp, "opp-", "the other's"),
    MBT_SITUATION(struct best_hand, s),
    MBT_HANDS(struct best_hand, hands, "", "the player whose hands are known"),
    MBT_ENGAGE_TYPE(INTO(struct best_hand, type)),
    CHOICE("player", "the player who seeks a hand", PLAYER_CHOICES, "owner", INTO(struct best_hand, player)),
    WORTH("pinned", "the worth of a pinned enemy", "2", INTO(struct best_hand, worth_pinned)),
    WORTH("shaken", "the worth of a shaken enemy", "2", INTO(struct best_hand, worth_shaken)),
    WORTH("out", "the worth of an enemy that is broken or gone", "3", INTO(struct best_hand, worth_out)),
    CHOICE("accumulate", "the effect of an equal or lesser result (M8)", ACCUMULATE_CHOICES, "no",
           INTO(struct best_hand, accumulate)),
};
/* clang-format on */

enum { MIX_ROCK, MIX_PAPER, MIX_SCISSORS, BEST_WORTH, SAFE_WORTH, WORTH_ROCK, WORTH_PAPER, WORTH_SCISSORS };
enum { MIX_PARTS = 6 }; /* divided by one, two or three best hands */

static const salvo_expectation EXPECTATIONS[] = {
    [MIX_ROCK] = {.name = "mix-rock", .help = "share of rock in the best mix", .parts = MIX_PARTS},
    [MIX_PAPER] = {.name = "mix-paper", .help = "share of paper", .parts = MIX_PARTS},
    [MIX_SCISSORS] = {.name = "mix-scissors", .help = "share of scissors", .parts = MIX_PARTS},
    [BEST_WORTH] = {.name = "best", .help = "mean worth of the best mix"},
    [SAFE_WORTH] = {.name = "safe",
                    .help = "worth of the safe mix, a third of each hand, whatever is shown",
                    .parts = N_HANDS},
    [WORTH_ROCK] = {.name = "rock", .help = "mean worth of rock alone"},
    [WORTH_PAPER] = {.name = "paper", .help = "mean worth of paper alone"},
    [WORTH_SCISSORS] = {.name = "scissors", .help = "mean worth of scissors alone"},
};

/* Returns the cost to the stand of receiving a result. */
static int64_t loss(const struct mbt_stand *stand, enum mbt_state received, bool accumulate, const int64_t worth[])
{
    return worth[mbt_receive(stand, received, accumulate)] - worth[stand->state];
}

static enum mbt_result turned(enum mbt_result result)
{
    return result == RESULT_WIN ? RESULT_LOSE : result == RESULT_LOSE ? RESULT_WIN : RESULT_DRAW;
}

/* A stand that is out has the same worth whether it broke or left (M13). The other player's worth is the negative of
 * the owner's: one gains what the other loses. */
static void find_worths(struct best_hand *b)
{
    const int64_t worth[N_STATES] = {0, b->worth_pinned, b->worth_shaken, b->worth_out, b->worth_out};

    for (int i = 0; i < N_RESULTS && b->engagement.allowed; i++) {
        enum mbt_result result = (enum mbt_result)i; /* the owner's */
        struct mbt_outcome o = b->engagement.of[result];
        int64_t to_owner = loss(&b->opp, o.opp, b->accumulate, worth) - loss(&b->own, o.own, b->accumulate, worth);

        if (b->player == OWNER)
            b->worth[result] = to_owner;
        else
            b->worth[turned(result)] = -to_owner;
    }
}

/* Returns the average worth of a hand, in units of the sum of the hands' weights. */
static int64_t mean_worth(const struct best_hand *b, enum mbt_hand hand)
{
    int64_t sum = 0;

    for (int other = 0; other < N_HANDS; other++)
        sum += b->hands[other] * b->worth[mbt_showing(hand, (enum mbt_hand)other)];
    return sum;
}

/* Averages are compared as whole numbers, so that equally good hands are equal. */
static void find_best(struct best_hand *b)
{
    int64_t greatest = INT64_MIN;

    for (int hand = 0; hand < N_HANDS; hand++)
        if (mean_worth(b, (enum mbt_hand)hand) > greatest)
            greatest = mean_worth(b, (enum mbt_hand)hand);
    for (int hand = 0; hand < N_HANDS; hand++) {
        b->best[hand] = mean_worth(b, (enum mbt_hand)hand) == greatest;
        b->n_best += b->best[hand];
    }
}

/* The answer depends on three worths and three weights, so it is computed before the first die. The die only shows how
 * often each hand meets another. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct best_hand *b = situation;
    salvo_status status = mbt_pair_prepare(tables, &b->own, &b->opp, err);

    if (status != SALVO_OK)
        return status;
    status = mbt_hands_check(b->hands, "", err);
    if (status != SALVO_OK)
        return status;
    b->engagement = mbt_engagement_of(tables, &b->own, &b->opp, &b->s, b->type);
    find_worths(b);
    find_best(b);
    return SALVO_OK;
}

/* The die is the known player's hand. */
static void dice(const void *situation, salvo_dice *dice)
{
    const struct best_hand *b = situation;

    *dice = salvo_dice_of(b->engagement.allowed ? 1 : 0, N_HANDS);
    dice->weights[0] = b->engagement.allowed ? b->hands : NULL;
}

static enum mbt_hand first_best(const struct best_hand *b)
{
    return b->best[ROCK] ? ROCK : b->best[PAPER] ? PAPER : SCISSORS;
}

/* All best hands have the same average, so the first represents any mix of them. The outcome is certain and depends on
 * no die. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct best_hand *b = situation;
    int outcome = 0;

    if (!b->engagement.allowed)
        return NOBODY;
    for (int hand = 0; hand < N_HANDS; hand++) {
        enum mbt_hand shown = (enum mbt_hand)(faces[0] - 1);

        gain[MIX_ROCK + hand] += b->best[hand] ? MIX_PARTS / b->n_best : 0;
        gain[WORTH_ROCK + hand] += b->worth[mbt_showing((enum mbt_hand)hand, shown)];
        gain[SAFE_WORTH] += b->worth[mbt_showing((enum mbt_hand)hand, shown)];
        outcome |= b->best[hand] ? 1 << hand : 0;
    }
    gain[BEST_WORTH] += b->worth[mbt_showing(first_best(b), (enum mbt_hand)(faces[0] - 1))];
    return outcome;
}

/* Outcomes are sets of hands as bits, so place 0, the empty set, has no name. */
static const char *const OUTCOMES[NOBODY + 2] = {
    [1 << ROCK] = "rock",
    [1 << PAPER] = "paper",
    [1 << ROCK | 1 << PAPER] = "rock-or-paper",
    [1 << SCISSORS] = "scissors",
    [1 << ROCK | 1 << SCISSORS] = "rock-or-scissors",
    [1 << PAPER | 1 << SCISSORS] = "paper-or-scissors",
    [NOBODY - 1] = "any",
    [NOBODY] = "not-allowed",
};

static void label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    snprintf(text, SALVO_LABEL_MAX, "%s", OUTCOMES[outcome]);
}

/* If no engagement is permitted, all hands are equally good, so nothing is reported. */
static bool expects(const void *situation, size_t expectation)
{
    (void)expectation;
    return ((const struct best_hand *)situation)->engagement.allowed;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct best_hand *b = situation;

    mbt_engagement_explain(&b->engagement, &b->own, &b->opp, &b->s, text);
    if (b->engagement.allowed)
        salvo_text_add(text, "For %s player, a win is worth %lld, a draw %lld, a loss %lld.\n",
                       b->player == OWNER ? "the owning" : "the other", (long long)b->worth[RESULT_WIN],
                       (long long)b->worth[RESULT_DRAW], (long long)b->worth[RESULT_LOSE]);
}

const salvo_procedure MBT_BEST_HAND = {
    .id = "MBT-18",
    .schema = {.name = "mbt2030.best-hand",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct best_hand),
               .prepare = prepare,
               .explain = explain},
    .documentation =
        {.chapter = "Rock, paper, scissors",
         .title = "the best mix of hands against a player whose proportions are known, and its worth",
         .section = "RPS, Conducting Engagement, Victory Conditions",
         .rulings = "M1 to M11",
         .notes = "This is not in the book. The worth of a result is the change in worth of the other stand's state "
                  "minus that of the own stand. By default, a stand pinned or shaken is worth 2 and one that is out 3, "
                  "because six of the former or four of the latter make a battle group of twelve fragile. best is the "
                  "average worth, against the known player, of the best hand or of any mix of equally good hands. safe "
                  "is the worth of a third of each hand against everything; no other mix has as much against the worst "
                  "hand that can be shown, whatever the engagement."},
    ALL_OF(expectations, EXPECTATIONS),
    .outcomes_help = "rock, paper, scissors, rock-or-paper, rock-or-scissors, paper-or-scissors, any, not-allowed",
    .label = label,
    .made = &OUTCOMES[1],
    /* none is best: impossible */
    .expects = expects,
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve},
};
