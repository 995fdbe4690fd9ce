/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-22 and TRR-29: a shot that damages a vehicle, or goes through a firing slit, hits those inside. The vehicle's
 * score is given, and the slit's is thrown first; from there both are one rule. */
#include "rules/trr/passengers.h"

#include "rules/trr/anti_tank.h"
#include "rules/trr/soft_fire.h"

struct passengers {
    const struct trr_tables *tables;
    bool out_of_range;
    bool fired; /* the score is thrown first: D10 + modifier */
    int modifier;
    int score;   /* of a shot that is not thrown */
    int n_words; /* where casualties begin among the outcomes */
    int gun;     /* row of the one that fires; -1: none is named */
    struct trr_shot shot;
};

struct passengers_state {
    uint8_t hit; /* the score is known */
    uint8_t row; /* of the casualty table */
    uint8_t left, casualties;
};

enum { PENETRATED = 1 };

static const salvo_expectation EXPECTATIONS[] = {
    [HITS] = {.name = "hits", .help = "mean number of casualties"},
    [PENETRATED] = {.name = "penetrated", .help = "probability that the shot penetrates"},
};

/* The final score is the factor, and there are as many dice as markers. The table has 15 rows, and higher scores use
 * the last. */
static struct passengers_state hit(const struct passengers *p, int score)
{
    int markers = trr_markers(p->tables, score, false);

    return (struct passengers_state){
        .hit = 1,
        .row = (uint8_t)(markers == 0            ? 0
                         : score < CASUALTY_ROWS ? score
                                                 : CASUALTY_ROWS),
        .left = (uint8_t)markers,
    };
}

/* A given score needs no throw, so the chain begins after it. */
static void start(const void *situation, void *state)
{
    const struct passengers *p = situation;

    if (!p->fired)
        *(struct passengers_state *)state = hit(p, p->score);
}

/* The first word of TRR-29 is out-of-range. TRR-22 has no words and is never out of range. */
static int outcome(const void *situation, const void *state)
{
    const struct passengers *p = situation;
    const struct passengers_state *s = state;

    if (p->out_of_range)
        return 0;
    return s->hit && s->left == 0 ? p->n_words + s->casualties : SALVO_CONTINUES;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, D10);
}

/* After the score is known the modifier does not matter: the state holds only the row and the remaining dice. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct passengers *p = situation;
    struct passengers_state *s = state;
    int casualties;

    if (!s->hit) {
        *s = hit(p, faces[0] + p->modifier);
        gain[PENETRATED] += s->left > 0;
        return false;
    }
    casualties = trr_casualties(p->tables, s->row, faces[0]);
    s->casualties = (uint8_t)(s->casualties + casualties);
    s->left--;
    gain[HITS] += casualties;
    return false;
}

static const salvo_state_field TOLD[] = {
    SALVO_STATE_FIELD("casualties", struct passengers_state, casualties),
    {NULL, 0, 0},
};

static const salvo_chain CHAIN = {.state_size = sizeof(struct passengers_state),
                                  .start = start,
                                  .outcome = outcome,
                                  .dice = dice,
                                  .step = step,
                                  .throw_name = "a passenger",
                                  .fields = TOLD};

/* Those aboard are hit when their vehicle is damaged: as many dice as markers, in the row of the shot's own score. */
static const salvo_parameter PASSENGERS[] = {
    WHOLE("score", "final score of the shot that damaged the vehicle", 6, 25, NULL, .required = true,
          INTO(struct passengers, score)),
};

const salvo_procedure TRR_PASSENGERS = {
    .id = "TRR-22",
    .schema = {.name = "trr.passengers", ALL_OF(parameters, PASSENGERS), SITUATION(struct passengers, tables)},
    .documentation = {.chapter = "Anti-tank fire",
                      .title = "casualties inside a damaged vehicle",
                      .section = "8 Results"},
    .expectations = EXPECTATIONS,
    .n_expectations = PENETRATED,
    /* only hits */
    .outcomes_help = TRR_CASUALTIES_HELP,
    .chain = &CHAIN,
};

/* This is fire at the slit of a bunker: what enters affects those inside, like passengers. */
static const salvo_parameter SLIT[] = {
    TRR_GUN(INTO(struct passengers, gun)),
    TRR_STRIKE("6", INTO(struct passengers, shot.strike)),
    TRR_CLASS(INTO(struct passengers, shot.class)),
    TRR_DISTANCE("20", INTO(struct passengers, shot.distance_cm)),
    FLAG("firer-moving", "the firer moves", INTO(struct passengers, shot.firer_moving)),
};

enum { SLIT_OUT_OF_RANGE, N_SLIT_WORDS };
static const char *const SLIT_WORDS[N_SLIT_WORDS] = {[SLIT_OUT_OF_RANGE] = "out-of-range"};

/* It is possible only from close range or nearer; beyond it the slit is no target. Only the slit's defence protects it;
 * aspect and concealment do not matter. */
static void derive_slit(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct passengers *p = situation;

    trr_arm(t, p->gun, &p->shot);
    p->shot.defence = t->values[SLIT_DEFENCE];
    p->out_of_range = p->shot.distance_cm > t->gun_classes[p->shot.class].upto_cm[CLOSE];
    p->fired = true;
    p->modifier = trr_attack_of(t, &p->shot).modifier;
    p->n_words = N_SLIT_WORDS;
}

static void explain_slit(const void *situation, salvo_text *text)
{
    const struct passengers *p = situation;

    if (p->out_of_range)
        salvo_text_put(text, "no shot: beyond close range\n");
    else
        trr_shot_explain(p->tables, &p->shot, text);
}

static size_t slit_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    const struct passengers *p = situation;

    trr_put_brackets(p->tables->gun_classes[p->shot.class].upto_cm, upto);
    return CLOSE + 1;
}

const salvo_procedure TRR_BUNKER_SLIT = {
    .id = "TRR-29",
    .schema = {.name = "trr.bunker-slit",
               ALL_OF(parameters, SLIT),
               SITUATION(struct passengers, tables),
               .derive = derive_slit,
               .explain = explain_slit,
               .brackets = slit_brackets},
    .documentation = {.chapter = "Mines and bunkers",
                      .title = "armour-piercing shot at a firing slit",
                      .section = "10 Demolitions"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, SLIT_WORDS),
    .outcomes_help = TRR_CASUALTIES_HELP,
    .chain = &CHAIN,
};
