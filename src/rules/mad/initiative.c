/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-06 and MAD-19, which side activates or moves first: a D10 for each side, in the air with the skill of the crew.
 * Battles and duels also use the ground roll. */
#include "rules/mad/initiative.h"

#include "rules/mad/words.h"

/* The higher number begins, on the ground and in the air. */
static enum mad_initiative compare(int a, int b)
{
    if (a == b)
        return INITIATIVE_TIE;
    return a > b ? INITIATIVE_A : INITIATIVE_B;
}

enum mad_initiative mad_initiative_of(const uint8_t *faces)
{
    return compare(faces[0], faces[1]);
}

enum ties { REROLL, REPORT };
enum { ROLLS };

static const char *const TIES_CHOICES[] = {[REROLL] = "reroll", [REPORT] = "report", NULL};

/* One situation serves both rules. The ground rule has no parameter for skill, so both stay 0. */
struct roll_off {
    enum ties ties;
    int skill[2]; /* added to the D10; 0 on the ground */
};

#define TIES CHOICE("ties", "the effect of a tie", TIES_CHOICES, "reroll", INTO(struct roll_off, ties))

static const salvo_parameter PARAMETERS[] = {TIES};

static const salvo_parameter AIR_PARAMETERS[] = {
    MAD_SKILL("skill-a", "skill of a's crew", INTO(struct roll_off, skill[0])),
    MAD_SKILL("skill-b", "skill of b's crew", INTO(struct roll_off, skill[1])),
    TIES,
};

static const salvo_expectation EXPECTATIONS[] = {[ROLLS] = {.name = "rolls", .help = "mean number of roll-offs"}};

static const char *const OUTCOMES[N_INITIATIVE] = {
    [INITIATIVE_A] = "a", [INITIATIVE_B] = "b", [INITIATIVE_TIE] = "tie"};

struct state {
    int32_t over;
    int32_t winner;
};

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->over ? s->winner : SALVO_CONTINUES;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(MAD_INITIATIVE_DICE, MAD_INITIATIVE_SIDES);
}

/* A tie is thrown again by default: the chain stays in its state and counts one more roll-off. ties=report ends
 * it. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct roll_off *r = situation;
    struct state *s = state;
    enum mad_initiative winner = compare(faces[0] + r->skill[0], faces[1] + r->skill[1]);

    gain[ROLLS]++;
    if (winner == INITIATIVE_TIE && r->ties == REROLL)
        return false;
    *s = (struct state){.over = 1, .winner = (int32_t)winner};
    return false;
}

/* With ties=report there is exactly one roll-off, and MAD-06 omits the expectation. */
static bool expects(const void *situation, size_t expectation)
{
    (void)expectation;
    return ((const struct roll_off *)situation)->ties == REROLL;
}

/* No skills make every throw a tie, so `undecided` is never reached. */
static const salvo_chain CHAIN = {.state_size = sizeof(struct state),
                                  .outcome = outcome,
                                  .dice = dice,
                                  .step = step,
                                  .undecided = INITIATIVE_TIE,
                                  .throw_name = "the initiative"};

const salvo_procedure MAD_INITIATIVE = {
    .id = "MAD-06",
    .schema = {.name = "mad.initiative", ALL_OF(parameters, PARAMETERS), .situation_size = sizeof(struct roll_off)},
    .documentation = {.chapter = "Sequence of play",
                      .title = "the side that activates first",
                      .section = "6.0 Initiative",
                      .rulings = "R-25"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .expects = expects,
    .chain = &CHAIN,
};

const salvo_procedure MAD_AIR_INITIATIVE = {
    .id = "MAD-19",
    .schema = {.name = "mad.air-initiative",
               ALL_OF(parameters, AIR_PARAMETERS),
               .situation_size = sizeof(struct roll_off)},
    .documentation = {.chapter = "In the air",
                      .title = "the aircraft that moves first",
                      .section = "Aircraft Rules, Initiative",
                      .rulings = "R-25"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .expects = expects,
    .chain = &CHAIN,
};
