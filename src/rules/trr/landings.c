/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Air landings (section 12): when airborne troops arrive (TRR-39), how many squares of paratroops land (TRR-40), and
 * whether a glider lands (TRR-41). */
#include "rules/trr/landings.h"

#include <salvo/text.h>

#include "rules/trr/tables.h"
#include "rules/trr/words.h"

#define CHAPTER "Air landings"

struct arrival {
    int first; /* die that arrives in the first move */
};

static const salvo_expectation ARRIVAL_EXPECTATIONS[] = {{.name = "move", .help = "mean move of arrival"}};

static void derive_arrival(const void *tables, void *situation)
{
    ((struct arrival *)situation)->first = ((const struct trr_tables *)tables)->values[ARRIVAL];
}

/* Each missing point delays the arrival by a move. */
static int resolve_arrival(const void *situation, const uint8_t *faces, int64_t *gain)
{
    int late = ((const struct arrival *)situation)->first - faces[0];
    int move = late > 0 ? 1 + late : 1;

    gain[0] += move;
    return move;
}

const salvo_procedure TRR_AIRBORNE_ARRIVAL = {
    .id = "TRR-39",
    .schema = {.name = "trr.airborne-arrival", .situation_size = sizeof(struct arrival), .derive = derive_arrival},
    .documentation = {.chapter = CHAPTER,
                      .title = "the move in which airborne troops arrive",
                      .section = "12 Air Landings"},
    ALL_OF(expectations, ARRIVAL_EXPECTATIONS),
    .outcomes_help = "the move 1, 2, ...",
    .roll = &(const salvo_roll){.count = 1, .sides = D10, .resolve = resolve_arrival},
};

static const char *const TERRAIN_CHOICES[] = {
    [TERRAIN_CLEAR] = "clear",       [TERRAIN_HEDGE] = "hedge", [TERRAIN_WOOD] = "wood",
    [TERRAIN_BUILT_UP] = "built-up", [TERRAIN_WATER] = "water", NULL};
/* The readings of "2 per damage marker". */
static const char *const PARA_NEED_CHOICES[] = {"at-least", "more-than", NULL};

/* A square is tested by a die for its terrain and one for the transport's markers; both must reach their numbers. */
struct paradrop {
    enum trr_terrain terrain;
    int markers, squares;
    bool aborted, more_than;
    int n_dice;
    int needed[2];
};

/* Squares of paratroops are dropped one by one: the terrain below, or the damage of the transport, can destroy each. */
static const salvo_parameter PARADROP[] = {
    CHOICE("terrain", "the ground under the squares", TERRAIN_CHOICES, "clear", INTO(struct paradrop, terrain)),
    WHOLE("markers", "markers on the transport", 0, 2, "0", INTO(struct paradrop, markers)),
    FLAG("aborted", "the transport is shot down; nothing else matters", INTO(struct paradrop, aborted)),
    WHOLE("squares", "squares dropped", 1, 10, "1", INTO(struct paradrop, squares)),
    CHOICE("para-need", "what twice the markers means for the second die", PARA_NEED_CHOICES, "at-least",
           INTO(struct paradrop, more_than)),
};

struct paradrop_state {
    uint8_t tested, landed;
};

static const salvo_expectation PARADROP_EXPECTATIONS[] = {
    {.name = "landed", .help = "mean number of squares that land"}};

static void add_test(struct paradrop *p, int needed)
{
    p->needed[p->n_dice++] = needed;
}

/* Each square has its own die for the terrain and one for the markers. The latter needs twice the markers or more
 * . If the transport is shot down, one test replaces both. */
static void derive_paradrop(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct paradrop *p = situation;
    int lost_to = t->landing_losses[p->terrain];

    if (p->aborted) {
        add_test(p, t->values[PARA_ABORTED]);
        return;
    }
    if (lost_to)
        add_test(p, lost_to + 1);
    if (p->markers)
        add_test(p, t->values[PARA_MARKER] * p->markers + p->more_than);
}

static int paradrop_outcome(const void *situation, const void *state)
{
    const struct paradrop_state *s = state;

    return s->tested < ((const struct paradrop *)situation)->squares ? SALVO_CONTINUES : s->landed;
}

/* Clear ground under an undamaged transport needs no die: every square lands. */
static void paradrop_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = salvo_dice_of(((const struct paradrop *)situation)->n_dice, D10);
}

/* A square of paratroops passes every test, or none of it lands. Tests are thrown together, because it does not matter
 * which of them fails. */
static bool paradrop_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct paradrop *p = situation;
    struct paradrop_state *s = state;
    bool lands = true;

    for (int i = 0; i < p->n_dice; i++)
        lands = lands && faces[i] >= p->needed[i];
    s->tested++;
    s->landed = (uint8_t)(s->landed + lands);
    gain[0] += lands;
    return false;
}

static void explain_paradrop(const void *situation, salvo_text *text)
{
    const struct paradrop *p = situation;

    if (p->n_dice == 0)
        salvo_text_put(text, "Every square lands\n");
    else if (p->n_dice == 1)
        salvo_text_add(text, "A square lands on %d or more\n", p->needed[0]);
    else
        salvo_text_add(text, "A square lands on %d or more and then %d or more\n", p->needed[0], p->needed[1]);
}

static const salvo_state_field PARADROP_TOLD[] = {
    SALVO_STATE_FIELD("figures landed", struct paradrop_state, landed),
    {NULL, 0, 0},
};

static const salvo_chain PARADROP_CHAIN = {.state_size = sizeof(struct paradrop_state),
                                           .outcome = paradrop_outcome,
                                           .dice = paradrop_dice,
                                           .step = paradrop_step,
                                           .throw_name = "a figure that jumps",
                                           .fields = PARADROP_TOLD};

const salvo_procedure TRR_PARADROP = {
    .id = "TRR-40",
    .schema = {.name = "trr.paradrop",
               ALL_OF(parameters, PARADROP),
               .situation_size = sizeof(struct paradrop),
               .derive = derive_paradrop,
               .explain = explain_paradrop},
    .documentation = {.chapter = CHAPTER,
                      .title = "how many paratroop squares land",
                      .section = "12 Air Landings",
                      .rulings = "R-27"},
    ALL_OF(expectations, PARADROP_EXPECTATIONS),
    .outcomes_help = "squares landed 0, 1, ...",
    .chain = &PARADROP_CHAIN,
};

enum { LANDED, CRASHED, N_GLIDER_OUTCOMES };
static const char *const GLIDER_OUTCOMES[N_GLIDER_OUTCOMES] = {[LANDED] = "landed", [CRASHED] = "crashed"};
static const salvo_expectation GLIDER_EXPECTATIONS[] = {{.name = "landed", .help = "probability that it lands"}};

/* The missing ground is given separately for both sides of the field. */
struct glider {
    int short_cm[2]; /* clear ground that it lacks, in length and in width */
    int markers;
    bool aborted;
    int needed;
};

/* A glider needs a square of clear ground to land on. */
static const salvo_parameter GLIDERS[] = {
    WHOLE("short-a", "the length in cm that the clear ground lacks", 0, 20, "0", INTO(struct glider, short_cm[0])),
    WHOLE("short-b", "the width in cm that it lacks", 0, 20, "0", INTO(struct glider, short_cm[1])),
    WHOLE("markers", "markers on the glider", 0, 2, "0", INTO(struct glider, markers)),
    FLAG("aborted", "the glider is shot down", INTO(struct glider, aborted)),
};

/* The missing length and width are added, and each missing centimetre makes the roll harder. */
static void derive_glider(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct glider *g = situation;

    g->needed = t->values[GLIDER_NEEDED] + (g->short_cm[0] + g->short_cm[1]) * t->values[GLIDER_SHORT] +
                g->markers * t->values[GLIDER_MARKER];
}

/* A glider that is shot down crashes for certain. */
static void glider_dice(const void *situation, salvo_dice *dice)
{
    *dice = salvo_dice_of(((const struct glider *)situation)->aborted ? 0 : 1, D10);
}

/* "Crashed" covers being shot down and landing badly: the book makes no difference for those aboard. */
static int resolve_glider(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct glider *g = situation;

    if (g->aborted || faces[0] < g->needed)
        return CRASHED;
    gain[0]++;
    return LANDED;
}

static void explain_glider(const void *situation, salvo_text *text)
{
    const struct glider *g = situation;

    if (!g->aborted)
        salvo_text_add(text, "It lands on %d or more\n", g->needed);
}

const salvo_procedure TRR_GLIDER = {
    .id = "TRR-41",
    .schema = {.name = "trr.glider",
               ALL_OF(parameters, GLIDERS),
               .situation_size = sizeof(struct glider),
               .derive = derive_glider,
               .explain = explain_glider},
    .documentation = {.chapter = CHAPTER, .title = "a glider lands", .section = "12 Air Landings", .rulings = "R-28"},
    ALL_OF(expectations, GLIDER_EXPECTATIONS),
    ALL_OF(outcomes, GLIDER_OUTCOMES),
    .roll = &(const salvo_roll){.dice = glider_dice, .resolve = resolve_glider},
};
