/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-13 and TRR-15, flame-throwers at soft targets and at flammable objects (sections 7 and 10). anti_tank.c handles
 * them against armour. */
#include "rules/trr/flame.h"

#include "rules/trr/soft_fire.h"

#define CHAPTER "Fire at soft targets"

static const char *const MOUNT_CHOICES[] = {"manpack", "vehicle", NULL};
static const char *const TARGET_CHOICES[] = {"soft", "bunker", NULL};
static const salvo_default BUNKER_OFF_RIGHT[] = {{"target=bunker", "column-e"}, {NULL, NULL}};

struct flame {
    struct trr_soft_fire fire; /* first: the roll's situation */
    bool on_vehicle, bunker;
    double distance_cm;
    int reach_cm;
};

/* A bunker is total cover, which shifts a flame-thrower off the table, so that it would never have an effect. For a
 * bunker column E is used instead. */
static const salvo_parameter THROWER[] = {
    CHOICE("mount", "the carrier of the flame-thrower", MOUNT_CHOICES, "vehicle", INTO(struct flame, on_vehicle)),
    TRR_DISTANCE("4", INTO(struct flame, distance_cm)),
    CHOICE("target", "a soft target, or the occupants of a bunker", TARGET_CHOICES, "soft", INTO(struct flame, bunker)),
    TRR_COVER(.only = "target=soft", INTO(struct flame, fire.cover), .without = COVER_TOTAL),
    TRR_OFF_RIGHT(.defaults = BUNKER_OFF_RIGHT, INTO(struct flame, fire.column_e)),
    TRR_TARGET_FIGURES(INTO(struct flame, fire.figures)),
};

/* Range is by mounting, not by bracket: there are no range shifts. The basic factor of 16 is limited to 15 in column
 * C. */
static salvo_status prepare_flame(const void *tables, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct flame *f = situation;

    if (f->bunker && f->fire.cover != COVER_TOTAL)
        return salvo_fail(err, SALVO_BAD_INPUT, "cover=%s: a bunker is total cover; leave cover out",
                          TRR_COVER_CHOICES[f->fire.cover]);
    f->reach_cm = t->values[f->on_vehicle ? FLAME_VEHICLE_CM : FLAME_MANPACK_CM];
    f->fire.out_of_range = f->distance_cm > f->reach_cm;
    trr_soft_fire_aim(&f->fire, t->values[FLAME_FACTOR], t->cover[f->fire.cover]);
    return SALVO_OK;
}

static void explain_flame(const void *situation, salvo_text *text)
{
    trr_soft_fire_explain(situation, text);
}

static size_t flame_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    upto[0] = ((const struct flame *)situation)->reach_cm;
    return 1;
}

const salvo_procedure TRR_FLAME_THROWER = {
    .id = "TRR-13",
    .schema = {.name = "trr.flame-thrower",
               ALL_OF(parameters, THROWER),
               SITUATION(struct flame, fire.tables),
               .prepare = prepare_flame,
               .explain = explain_flame,
               .brackets = flame_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a flame-thrower at a soft target or a bunker",
                      .section = "7 Flame-throwers; 10 Demolitions",
                      .rulings = "R-05, R-06, R-12"},
    TRR_SOFT_PROCEDURE,
};

enum { BURNING, NOT_BURNING, N_IGNITE_OUTCOMES };

static const char *const IGNITE_OUTCOMES[N_IGNITE_OUTCOMES] = {[BURNING] = "burning", [NOT_BURNING] = "not-burning"};

/* Odd numbers burn. It is the only rule of the book that asks for odd or even. */
static int resolve_ignite(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    (void)gain;
    return faces[0] % 2 ? BURNING : NOT_BURNING;
}

const salvo_procedure TRR_IGNITE = {
    .id = "TRR-15",
    .schema = {.name = "trr.ignite", .situation_size = 1},
    .documentation = {.chapter = CHAPTER,
                      .title = "a flame-thrower sets a building or a wood on fire",
                      .section = "10 Demolitions"},
    ALL_OF(outcomes, IGNITE_OUTCOMES),
    .roll = &(const salvo_roll){.count = 1, .sides = D10, .resolve = resolve_ignite},
};
