/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two basic rolls of the book: a test of ability (SKANK-07, "Infantry Statistics") and two dice of which the lower
 * wins (SKANK-06, "Who goes first"). Low is good in Skank, and a test always succeeds at or under its number, even if
 * the book says "under" (R3). */
#include "rules/skank/basics.h"

#include "rules/skank/procedures.h"

/* A given ability replaces the troop's. No face passes or fails by itself (R2). */
int skank_ability_faces(const struct skank_tables *t, const struct skank_tester *tester, int more)
{
    return skank_good_faces(skank_given_or(tester->ability, t->troops[tester->troop].ability), tester->modifier + more);
}

/* In every procedure that is such a test, 0 is the first of two outcomes, whatever they are called. */
static int test_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    bool passed = faces[0] <= ((const struct skank_test *)situation)->good;

    gain[0] += passed;
    return passed ? 0 : 1;
}

const salvo_roll SKANK_TEST = {.count = 1, .sides = FACES, .resolve = test_resolve};

struct state {
    int32_t over;
    int32_t outcome;
};

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->over ? s->outcome : SALVO_CONTINUES;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(2, FACES);
}

/* A tie is an outcome or is rolled again, depending on the caller (R13). Rolling again leaves the state unchanged. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct skank_roll_off *off = situation;
    int outcome = faces[0] < faces[1] ? off->a_lower : faces[0] > faces[1] ? off->b_lower : off->tie;

    (void)gain;
    if (outcome != ROLL_AGAIN)
        *(struct state *)state = (struct state){.over = 1, .outcome = outcome};
    return false;
}

const salvo_chain SKANK_ROLL_OFF = {
    .state_size = sizeof(struct state), .outcome = outcome, .dice = dice, .step = step, .throw_name = "the roll-off"};

static const char *const TIES_CHOICES[] = {"reroll", "keep", NULL};

struct initiative {
    struct skank_roll_off off; /* first: the chain's situation */
    bool keeps_ties;
};

/* Equal dice are rolled again by default (R13). */
static const salvo_parameter INITIATIVE[] = {
    CHOICE("ties", "the effect of equal dice", TIES_CHOICES, "reroll", INTO(struct initiative, keeps_ties)),
};

enum { INITIATIVE_A, INITIATIVE_B, INITIATIVE_TIE, N_INITIATIVE };

static const char *const INITIATIVE_OUTCOMES[N_INITIATIVE] = {
    [INITIATIVE_A] = "a", [INITIATIVE_B] = "b", [INITIATIVE_TIE] = "tie"};

static void derive_initiative(const void *tables, void *situation)
{
    struct initiative *i = situation;

    (void)tables;
    i->off = (struct skank_roll_off){
        .a_lower = INITIATIVE_A, .b_lower = INITIATIVE_B, .tie = i->keeps_ties ? INITIATIVE_TIE : ROLL_AGAIN};
}

const salvo_procedure SKANK_INITIATIVE = {
    .id = "SKANK-06",
    .schema = {.name = "skank.initiative",
               ALL_OF(parameters, INITIATIVE),
               .situation_size = sizeof(struct initiative),
               .derive = derive_initiative},
    .documentation = {.chapter = "Turn sequence",
                      .title = "the side that goes first",
                      .section = "Let the Combat Begin: Who goes first?",
                      .rulings = "R13"},
    ALL_OF(outcomes, INITIATIVE_OUTCOMES),
    .chain = &SKANK_ROLL_OFF,
};

struct ability_test {
    struct skank_test test; /* first: the roll's situation */
    struct skank_tester tester;
};

/* The test alone, for rules of a game that have no procedure of their own. */
static const salvo_parameter ABILITY_PARAMETERS[] = {
    SKANK_TESTER(struct ability_test, tester, "troop", "the troop whose ability is tested",
                 "the ability, in place of the troop's"),
    SKANK_MODIFIER("modifier", "added to the roll", INTO(struct ability_test, tester.modifier)),
};

static const char *const ABILITY_OUTCOMES[] = {"pass", "fail"};
static const salvo_expectation ABILITY_EXPECTATIONS[] = {{.name = "pass", .help = "probability of a pass"}};

static void derive_ability(const void *tables, void *situation)
{
    struct ability_test *a = situation;

    a->test.good = skank_ability_faces(tables, &a->tester, 0);
}

const salvo_procedure SKANK_ABILITY_TEST = {
    .id = "SKANK-07",
    .schema = {.name = "skank.ability",
               ALL_OF(parameters, ABILITY_PARAMETERS),
               .situation_size = sizeof(struct ability_test),
               .derive = derive_ability},
    .documentation = {.chapter = "Turn sequence",
                      .title = "a test of ability",
                      .section = "The Basics: Infantry Statistics",
                      .rulings = "R2 R3"},
    ALL_OF(expectations, ABILITY_EXPECTATIONS),
    ALL_OF(outcomes, ABILITY_OUTCOMES),
    .roll = &SKANK_TEST,
};
