/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-12 and TRR-14, high explosive over open sights (section 7). Bunkers use the same to-hit roll, because the same
 * weapons attack them. */
#include "rules/trr/high_explosive.h"

#include <math.h>
#include <stdio.h>

#include "base/phrase.h"
#include "rules/trr/soft_fire.h"

#define CHAPTER "Fire at soft targets"

/* A stationary gun fires twice, one on the move once; a user may still ask for either count. */
struct trr_rounds trr_rounds_of(const struct trr_tables *t, double distance_cm, bool moving, int shots)
{
    int needed = trr_he_needed(t, distance_cm);

    return (struct trr_rounds){
        .out_of_range = needed < 0 || distance_cm < t->values[HE_SHORTEST_CM],
        .shots = shots != SHOTS_AUTO ? shots : t->values[moving ? HE_SHOTS_MOVING : HE_SHOTS],
        .needed = needed,
        .modifier = moving ? t->values[HE_MOVING] : 0,
    };
}

bool trr_round_hits(const struct trr_rounds *rounds, int die)
{
    return die + rounds->modifier >= rounds->needed;
}

/* Serves sweeps: between two of these ranges the fire does not change. */
size_t trr_put_he_ranges(const struct trr_tables *t, double upto[SALVO_BRACKETS_MAX])
{
    size_t n = 0;

    for (; n < (size_t)t->n_he_ranges && n < SALVO_BRACKETS_MAX; n++)
        upto[n] = t->he_ranges[n].upto_cm;
    return n;
}

static void explain_rounds(const struct trr_rounds *r, salvo_text *text)
{
    salvo_text_add(text, "%s, each hits on %d or more", salvo_counted((uint64_t)r->shots, "round").text, r->needed);
    if (r->modifier)
        salvo_text_add(text, ", %+d on the die", r->modifier);
    salvo_text_put(text, "\n");
}

/* Two dice a round are thrown together; the second matters only if the first one hits. */
struct direct_he {
    struct trr_soft_fire fire;
    int calibre_mm;
    double distance_cm;
    bool moving;
    enum trr_shots shots;
    struct trr_rounds rounds;
};

/* A gun that stands still fires high explosive twice; each shot must hit before it has an effect. */
static const salvo_parameter DIRECT_HE[] = {
    WHOLE("calibre", "calibre of the gun in mm", 1, 1000, "75", INTO(struct direct_he, calibre_mm)),
    TRR_DISTANCE("30", INTO(struct direct_he, distance_cm)),
    FLAG("moving", "the firer moves in this move", .aliases = "moves|firer-moving", INTO(struct direct_he, moving)),
    CHOICE("shots", "rounds fired; auto: 2, or 1 on the move", TRR_SHOTS_CHOICES, "auto",
           INTO(struct direct_he, shots)),
    TRR_SOFT_TARGET(struct direct_he, fire),
};

enum { SHOTS_HIT = N_SOFT_EXPECTATIONS };

static const salvo_expectation DIRECT_HE_EXPECTATIONS[] = {
    TRR_SOFT_EXPECTATIONS,
    [SHOTS_HIT] = {.name = "shots-hit", .help = "mean number of rounds that hit"},
};

/* High explosive has no brackets on the casualty table: distance matters only for hitting, and cover is the only
 * shift. */
static void derive_direct_he(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct direct_he *he = situation;

    he->rounds = trr_rounds_of(t, he->distance_cm, he->moving, (int)he->shots);
    he->fire.out_of_range = he->rounds.out_of_range;
    trr_soft_fire_aim(&he->fire, trr_he_factor(t, he->calibre_mm), t->cover[he->fire.cover]);
}

/* Each round has its to-hit die and its casualty die. */
static void direct_he_dice(const void *situation, salvo_dice *dice)
{
    const struct direct_he *he = situation;

    *dice = salvo_dice_of(he->rounds.out_of_range ? 0 : 2 * he->rounds.shots, D10);
}

/* The to-hit roll is first: rounds hit even if the fire is ineffective. */
static int resolve_direct_he(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct direct_he *he = situation;
    int hits = 0;

    if (he->rounds.out_of_range)
        return SOFT_OUT_OF_RANGE;
    for (int i = 0; i < he->rounds.shots; i++) {
        if (!trr_round_hits(&he->rounds, faces[2 * i]))
            continue;
        gain[SHOTS_HIT]++;
        hits += trr_casualties(he->fire.tables, he->fire.factor, faces[2 * i + 1]);
    }
    trr_soft_gain(&he->fire, hits, gain);
    return he->fire.factor == 0 ? (int)SOFT_INEFFECTIVE : N_SOFT_WORDS + hits;
}

static void explain_direct_he(const void *situation, salvo_text *text)
{
    const struct direct_he *he = situation;

    if (!he->rounds.out_of_range)
        explain_rounds(&he->rounds, text);
    trr_soft_fire_explain(&he->fire, text);
}

/* The casualty table adds no ends of its own. */
static size_t direct_he_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    return trr_put_he_ranges(((const struct direct_he *)situation)->fire.tables, upto);
}

const salvo_procedure TRR_DIRECT_HE = {
    .id = "TRR-12",
    .schema = {.name = "trr.direct-he",
               ALL_OF(parameters, DIRECT_HE),
               SITUATION(struct direct_he, fire.tables),
               .derive = derive_direct_he,
               .explain = explain_direct_he,
               .brackets = direct_he_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a gun fires high explosive over open sights",
                      .section = "7 Direct Firing HE",
                      .rulings = "R-05, R-12"},
    ALL_OF(expectations, DIRECT_HE_EXPECTATIONS),
    .outcomes = TRR_SOFT_OUTCOMES,
    .n_outcomes = N_SOFT_WORDS,
    .outcomes_help = TRR_CASUALTIES_HELP,
    .roll = &(const salvo_roll){.dice = direct_he_dice, .resolve = resolve_direct_he},
};

/* Distances count in whole millionths of a centimetre, so that their average is an exact fraction. */
enum { CM_PARTS = 1000000 };

struct he_landing {
    const struct trr_tables *tables;
    struct trr_rounds rounds;
    double distance_cm;
    bool moving;
    int distance; /* in millionths */
};

/* This is an optional rule: a shell that misses still lands somewhere between the gun and its target. */
static const salvo_parameter HE_LANDING[] = {
    DECIMAL("distance", "distance in cm", 5, 150, "60", .bracketed = true, .aliases = "range", .distance = true,
            INTO(struct he_landing, distance_cm)),
    FLAG("moving", "the firer moves in this move", .aliases = "moves|firer-moving", INTO(struct he_landing, moving)),
};

enum { LANDED_HIT, N_LANDING_WORDS };

static const char *const LANDING_OUTCOMES[] = {[LANDED_HIT] = "hit"};

static const salvo_expectation LANDING_EXPECTATIONS[] = {
    {.name = "landing",
     .help = "mean distance in cm at which the round falls; a hit falls at the target's",
     .parts = CM_PARTS}};

/* The limits of the parameter are those of the printed table; another table may end sooner. */
static salvo_status prepare_he_landing(const void *tables, void *situation, salvo_error *err)
{
    struct he_landing *l = situation;

    l->rounds = trr_rounds_of(tables, l->distance_cm, l->moving, SHOTS_ONE);
    l->distance = (int)lround(l->distance_cm * CM_PARTS);
    if (l->rounds.out_of_range)
        return salvo_fail(err, SALVO_BAD_INPUT, "distance=%.15g is out of range for high explosive", l->distance_cm);
    return SALVO_OK;
}

/* each point is a distance from the firer, but never nearer than the shortest range or behind the target. The
 * book's example lands a 7 at 75 cm, not at 105. The rule fits the to-hit table, so the example counts as a slip. */
static int landing_of(const struct he_landing *l, int score)
{
    int64_t landing = (int64_t)score * l->tables->values[HE_LANDING_CM] * CM_PARTS;
    int64_t nearest = (int64_t)l->tables->values[HE_SHORTEST_CM] * CM_PARTS;

    if (landing < nearest)
        landing = nearest;
    return landing < l->distance ? (int)landing : l->distance;
}

/* A hit counts in the average as the target's distance. The outcomes fit an int: 150 cm are 1.5 * 10^8 millionths. */
static int resolve_he_landing(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct he_landing *l = situation;
    int landing;

    if (trr_round_hits(&l->rounds, faces[0])) {
        gain[0] += l->distance;
        return LANDED_HIT;
    }
    landing = landing_of(l, faces[0] + l->rounds.modifier);
    gain[0] += landing;
    return N_LANDING_WORDS + landing;
}

static void landing_label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    if (outcome == LANDED_HIT)
        snprintf(text, SALVO_LABEL_MAX, "%s", LANDING_OUTCOMES[LANDED_HIT]);
    else
        snprintf(text, SALVO_LABEL_MAX, "%.15g", (double)(outcome - N_LANDING_WORDS) / CM_PARTS);
}

static void explain_he_landing(const void *situation, salvo_text *text)
{
    explain_rounds(&((const struct he_landing *)situation)->rounds, text);
}

static size_t he_landing_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    return trr_put_he_ranges(((const struct he_landing *)situation)->tables, upto);
}

const salvo_procedure TRR_HE_LANDING = {
    .id = "TRR-14",
    .schema = {.name = "trr.he-landing",
               ALL_OF(parameters, HE_LANDING),
               SITUATION(struct he_landing, tables),
               .prepare = prepare_he_landing,
               .explain = explain_he_landing,
               .brackets = he_landing_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "where a round of high explosive lands if it misses",
                      .section = "7 Direct Firing HE (optional)",
                      .rulings = "R-14"},
    ALL_OF(expectations, LANDING_EXPECTATIONS),
    .outcomes = LANDING_OUTCOMES,
    .n_outcomes = N_LANDING_WORDS,
    .outcomes_help = "the distance in cm at which a miss lands",
    .label = landing_label,
    .roll = &(const salvo_roll){.count = 1, .sides = D10, .resolve = resolve_he_landing},
};
