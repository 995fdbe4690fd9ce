/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-16 to TRR-18, what wind and water move: fires, gas, boats and smoke. A D10 a move is either the distance itself
 * or subtracted from the greatest spread of a fire. */
#include "rules/trr/drift.h"

#include "rules/trr/tables.h"
#include "rules/trr/words.h"

#define CHAPTER "Fire, smoke and drift"

struct drift {
    int moves;
    bool less; /* the die is subtracted from `reach_cm`; otherwise it is the distance */
    int reach_cm;
};

/* Gas clouds move down wind and boats down stream, a D10 of centimetres each move. */
static const salvo_parameter DRIFT[] = {WHOLE("moves", "moves", 1, 10, "1", INTO(struct drift, moves))};

/* Distances are summed, not places, because fires and clouds move in one direction. */
struct drift_state {
    int16_t moved, cm;
};

static const salvo_expectation DRIFT_EXPECTATIONS[] = {{.name = "distance", .help = "mean distance in cm"}};

static void derive_spread(const void *tables, void *situation)
{
    struct drift *d = situation;

    d->less = true;
    d->reach_cm = ((const struct trr_tables *)tables)->values[FIRE_SPREAD_CM];
}

static int outcome(const void *situation, const void *state)
{
    const struct drift_state *s = state;

    return s->moved < ((const struct drift *)situation)->moves ? SALVO_CONTINUES : s->cm;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, D10);
}

/* A fire that throws too high stays in place that move; it never goes back. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct drift *d = situation;
    struct drift_state *s = state;
    int cm = d->less ? d->reach_cm - faces[0] : faces[0];

    s->moved++;
    if (cm < 0)
        cm = 0;
    s->cm = (int16_t)(s->cm + cm);
    gain[0] += cm;
    return true;
}

static const salvo_state_field DRIFT_TOLD[] = {
    SALVO_STATE_FIELD("cm so far", struct drift_state, cm),
    {NULL, 0, 0},
};

static const salvo_chain DRIFT_CHAIN = {.state_size = sizeof(struct drift_state),
                                        .outcome = outcome,
                                        .dice = dice,
                                        .step = step,
                                        .throw_name = "the drift",
                                        .fields = DRIFT_TOLD};

const salvo_procedure TRR_FIRE_SPREAD = {
    .id = "TRR-16",
    .schema = {.name = "trr.fire-spread",
               ALL_OF(parameters, DRIFT),
               .situation_size = sizeof(struct drift),
               .derive = derive_spread},
    .documentation = {.chapter = CHAPTER, .title = "how far a fire spreads downwind", .section = "10 Demolitions"},
    ALL_OF(expectations, DRIFT_EXPECTATIONS),
    .outcomes_help = "the distance in cm",
    .chain = &DRIFT_CHAIN,
};

/* Without a derive the situation stays zeroed: the die is the distance. */
const salvo_procedure TRR_DRIFT = {
    .id = "TRR-17",
    .schema = {.name = "trr.drift", ALL_OF(parameters, DRIFT), .situation_size = sizeof(struct drift)},
    .documentation = {.chapter = CHAPTER,
                      .title = "how far a gas cloud or a boat drifts",
                      .section = "13 Gas; 10 Bridging and Water Crossing"},
    ALL_OF(expectations, DRIFT_EXPECTATIONS),
    .outcomes_help = "the distance in cm",
    .chain = &DRIFT_CHAIN,
};

static const salvo_expectation SMOKE_EXPECTATIONS[] = {{.name = "moves", .help = "mean number of moves"}};

/* The sum of two D10 moves, as the book says. */
static int resolve_smoke(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    gain[0] += faces[0] + faces[1];
    return faces[0] + faces[1];
}

const salvo_procedure TRR_SMOKE_POT = {
    .id = "TRR-18",
    .schema = {.name = "trr.smoke-pot", .situation_size = 1},
    .documentation = {.chapter = CHAPTER, .title = "how long a smoke pot lasts", .section = "11 Long Term Screens"},
    ALL_OF(expectations, SMOKE_EXPECTATIONS),
    .outcomes_help = "the number of moves",
    .roll = &(const salvo_roll){.count = 2, .sides = D10, .resolve = resolve_smoke},
};
