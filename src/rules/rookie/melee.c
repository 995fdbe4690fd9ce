/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ROOKIE-14 and ROOKIE-15, melee: a D6 each, the higher kills. Equal dice are rolled again unless `ties` says otherwise
 * (K6). */
#include "rules/rookie/melee.h"

#include "rules/rookie/data.h"

enum { D6 = 6, FIGURES_MAX = 100 };

enum ties { TIES_REROLL, TIES_BOTH, TIES_STANDOFF };

/* One roll of each side: the higher kills. */
enum clash { A_DIES, B_DIES, BOTH_DIE, STANDOFF, N_CLASHES, AGAIN = N_CLASHES };

static enum clash clash_of(const uint8_t *faces, enum ties ties)
{
    static const enum clash TIES[] = {[TIES_REROLL] = AGAIN, [TIES_BOTH] = BOTH_DIE, [TIES_STANDOFF] = STANDOFF};

    if (faces[0] == faces[1])
        return TIES[ties];
    return faces[0] < faces[1] ? A_DIES : B_DIES;
}

static void clash_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(2, D6);
}

static const char *const TIES_CHOICES[] = {
    [TIES_REROLL] = "reroll", [TIES_BOTH] = "both", [TIES_STANDOFF] = "standoff", NULL};
static const char *const CLASHES[N_CLASHES] = {
    [A_DIES] = "a-dies", [B_DIES] = "b-dies", [BOTH_DIE] = "both-die", [STANDOFF] = "standoff"};

struct melee {
    enum ties ties;
};

/* A stand against a stand: a die each, and the higher one kills. */
static const salvo_parameter MELEE[] = {
    CHOICE("ties", "the effect of equal rolls", TIES_CHOICES, "reroll", INTO(struct melee, ties)),
};

struct melee_state {
    int32_t over;
    int32_t clash;
};

static int melee_outcome(const void *situation, const void *state)
{
    const struct melee_state *s = state;

    (void)situation;
    return s->over ? s->clash : SALVO_CONTINUES;
}

/* A tie that is rolled again leaves the state unchanged; exact odds sum up that loop. */
static bool melee_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    enum clash clash = clash_of(faces, ((const struct melee *)situation)->ties);

    (void)gain;
    if (clash != AGAIN)
        *(struct melee_state *)state = (struct melee_state){1, (int32_t)clash};
    return false;
}

static const salvo_chain MELEE_CHAIN = {.state_size = sizeof(struct melee_state),
                                        .outcome = melee_outcome,
                                        .dice = clash_dice,
                                        .step = melee_step,
                                        .undecided = STANDOFF,
                                        .throw_name = "a clash"};

const salvo_procedure ROOKIE_MELEE = {
    .id = "ROOKIE-14",
    .schema = {.name = "rookie.melee", ALL_OF(parameters, MELEE), .situation_size = sizeof(struct melee)},
    .documentation = {.chapter = "Melee", .title = "one figure against one", .section = "Melee", .rulings = "K6"},
    ALL_OF(outcomes, CLASHES),
    .chain = &MELEE_CHAIN,
};

enum { A_SURVIVORS, B_SURVIVORS };
enum { A_WINS, B_WINS, BOTH_DEAD };

static const char *const FIGHT_TIES_CHOICES[] = {[TIES_REROLL] = "reroll", [TIES_BOTH] = "both", NULL};

static const char *const WINNERS[] = {[A_WINS] = "a-wins", [B_WINS] = "b-wins", [BOTH_DEAD] = "both-dead"};
static const salvo_expectation FIGHT_EXPECTATIONS[] = {
    [A_SURVIVORS] = {.name = "a-survivors", .help = "mean number of a's figures left"},
    [B_SURVIVORS] = {.name = "b-survivors", .help = "mean number of b's figures left"},
};

struct fight {
    int a, b;
    enum ties ties;
};

/* Figures fight in pairs, one pair after the other, until a side has none left. */
static const salvo_parameter FIGHT[] = {
    WHOLE("a", "figures of a", 1, FIGURES_MAX, "5", INTO(struct fight, a)),
    WHOLE("b", "figures of b", 1, FIGURES_MAX, "5", INTO(struct fight, b)),
    CHOICE("ties", "the effect of equal rolls", FIGHT_TIES_CHOICES, "reroll", INTO(struct fight, ties)),
};

struct fight_state {
    int32_t a, b;
};

static void fight_start(const void *situation, void *state)
{
    const struct fight *f = situation;

    *(struct fight_state *)state = (struct fight_state){f->a, f->b};
}

/* Both sides can end together only if equal dice kill both. */
static int fight_outcome(const void *situation, const void *state)
{
    const struct fight_state *s = state;

    (void)situation;
    if (s->a && s->b)
        return SALVO_CONTINUES;
    return s->a ? A_WINS : s->b ? B_WINS : BOTH_DEAD;
}

/* Figures meet pair by pair, so one throw is one pair. A fight does not offer the standoff, which would leave both of a
 * pair alive. */
static bool fight_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct fight_state *s = state;
    enum clash clash = clash_of(faces, ((const struct fight *)situation)->ties);

    s->a -= clash == A_DIES || clash == BOTH_DIE;
    s->b -= clash == B_DIES || clash == BOTH_DIE;
    if (s->a == 0 || s->b == 0) {
        gain[A_SURVIVORS] += s->a;
        gain[B_SURVIVORS] += s->b;
    }
    return false;
}

static const salvo_state_field FIGHT_TOLD[] = {
    SALVO_STATE_FIELD("a's figures", struct fight_state, a),
    SALVO_STATE_FIELD("b's figures", struct fight_state, b),
    {NULL, 0, 0},
};

static const salvo_chain FIGHT_CHAIN = {.state_size = sizeof(struct fight_state),
                                        .start = fight_start,
                                        .outcome = fight_outcome,
                                        .dice = clash_dice,
                                        .step = fight_step,
                                        .throw_name = "a clash",
                                        .fields = FIGHT_TOLD};

const salvo_procedure ROOKIE_MELEE_FIGHT = {
    .id = "ROOKIE-15",
    .schema = {.name = "rookie.melee-fight", ALL_OF(parameters, FIGHT), .situation_size = sizeof(struct fight)},
    .documentation = {.chapter = "Melee",
                      .title = "figures against figures, pair by pair until a side is gone",
                      .section = "Melee",
                      .rulings = "K6"},
    ALL_OF(expectations, FIGHT_EXPECTATIONS),
    ALL_OF(outcomes, WINNERS),
    .chain = &FIGHT_CHAIN,
};
