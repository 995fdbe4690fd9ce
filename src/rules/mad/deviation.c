/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-14, how far an artillery burst lands from its target point (6.0 "Artillery Fire", "Correction", "Pre-programmed
 * fire"). It is a procedure and the first part of MAD-15 and MAD-17. */
#include "rules/mad/deviation.h"

#include "rules/mad/words.h"

enum { SIDES = 10 };

/* Correction depends on what the observer saw. Without an observer, earlier attacks and their deviation are ignored
 * . A registered point needs neither. */
void mad_deviation_prepare(const struct mad_tables *t, struct mad_deviation *d)
{
    d->step_mm = t->value[DEVIATION_STEP_MM];
    if (d->observed && !d->registered) {
        d->saved_mm = t->value[OBSERVER_CORRECTION_MM];
    } else { /* only observed attacks are corrected */
        d->rolls = 1;
        d->most_mm = INT32_MAX;
    }
}

/* The smallest distance starts from the limit of the previous attack: so the rule "never farther than before" is only a
 * minimum. */
struct mad_deviation_state mad_deviation_start(const struct mad_deviation *d)
{
    return (struct mad_deviation_state){.distance_mm = d->most_mm};
}

/* It is settled after the last attack; earlier ones only lower the distance. */
bool mad_deviation_settled(const struct mad_deviation *d, const struct mad_deviation_state *s)
{
    return s->rolled == d->rolls;
}

/* A registered point does not deviate, so nothing is thrown. */
salvo_dice mad_deviation_dice(const struct mad_deviation *d)
{
    return salvo_dice_of(d->registered ? 0 : 2, SIDES);
}

/* This is the sum of two D10 in steps of 10 mm, less the observer's part, and at least 0. The limit of the
 * previous attack is compared with this reduced distance. */
static int own_distance(const struct mad_deviation *d, const uint8_t *faces)
{
    int distance = d->registered ? 0 : (faces[0] + faces[1]) * d->step_mm - d->saved_mm;

    return distance > 0 ? distance : 0;
}

/* After a 0, the other throws cannot change anything and are left out. */
void mad_deviation_roll(const struct mad_deviation *d, struct mad_deviation_state *s, const uint8_t *faces)
{
    int own = own_distance(d, faces);

    if (own < s->distance_mm)
        s->distance_mm = own;
    s->rolled = s->distance_mm ? s->rolled + 1 : d->rolls; /* nothing is nearer than 0 */
}

void mad_deviation_explain(const struct mad_deviation *d, salvo_text *text)
{
    if (d->registered) {
        salvo_text_put(text, "A registered point: no deviation\n");
        return;
    }
    if (d->rolls > 1)
        salvo_text_add(text, "The smallest of %d attacks, each ", d->rolls);
    salvo_text_add(text, "2D10 x %d mm", d->step_mm);
    if (d->saved_mm)
        salvo_text_add(text, ", minus %d mm for the observer", d->saved_mm);
    if (d->most_mm < INT32_MAX)
        salvo_text_add(text, ", at most %d mm as before", d->most_mm);
    salvo_text_put(text, "\n");
}

enum { DISTANCE };

static const salvo_parameter PARAMETERS[] = {MAD_DEVIATION_PARAMETERS(struct mad_deviation, )};

static const salvo_expectation EXPECTATIONS[] = {[DISTANCE] = {.name = "distance", .help = "mean deviation in mm"}};

static void derive(const void *tables, void *situation)
{
    mad_deviation_prepare(tables, situation);
}

static void start(const void *situation, void *state)
{
    *(struct mad_deviation_state *)state = mad_deviation_start(situation);
}

static int outcome(const void *situation, const void *state)
{
    const struct mad_deviation_state *s = state;

    return mad_deviation_settled(situation, s) ? s->distance_mm : SALVO_CONTINUES;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = mad_deviation_dice(situation);
}

/* The distance is counted once, when it is settled: no rule uses the distances of earlier throws. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct mad_deviation_state *s = state;

    mad_deviation_roll(situation, s, faces);
    gain[DISTANCE] += mad_deviation_settled(situation, s) ? s->distance_mm : 0;
    return false;
}

static const salvo_state_field TOLD[] = {
    SALVO_STATE_FIELD("distance in mm", struct mad_deviation_state, distance_mm),
    {NULL, 0, 0},
};

static const salvo_chain CHAIN = {.state_size = sizeof(struct mad_deviation_state),
                                  .start = start,
                                  .outcome = outcome,
                                  .dice = dice,
                                  .step = step,
                                  .throw_name = "the deviation",
                                  .fields = TOLD};

static void explain(const void *situation, salvo_text *text)
{
    mad_deviation_explain(situation, text);
}

const salvo_procedure MAD_ARTILLERY_DEVIATION = {
    .id = "MAD-14",
    .schema = {.name = "mad.artillery-deviation",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct mad_deviation),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Artillery",
                      .title = "how far from its target point a burst lands",
                      .section = "6.0 Artillery Fire, Correction, Pre-programmed fire",
                      .rulings = "R-19, R-44, R-46"},
    ALL_OF(expectations, EXPECTATIONS),
    .outcomes_help = "0, 10, 20, ...: the distance in mm",
    .chain = &CHAIN,
};
