/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One firer's fire at one target, from every range of a table. Many cells need the same pair, which is solved once. A
 * table requests all pairs that it needs, has them solved together, and then reads them. */
#ifndef SALVO_EFFICIENCY_FIRE_PAIRS_H
#define SALVO_EFFICIENCY_FIRE_PAIRS_H

#include <salvo/efficiency.h>

#include "selection/fire.h"

typedef struct fire_effect {
    salvo_effect activation, shot; /* `shot` is the average of those that can do harm */
    int shots;                     /* their number */
} fire_effect;

/* Everything is in the arena that it was begun with; `fire` and the ranges are borrowed. */
typedef struct fire_pairs {
    const fire *fire;
    const double *ranges;
    size_t n_ranges;
    uint32_t *place; /* by firer and target: 0: not requested; once solved, 1 + the place in `solved` */
    size_t n;        /* number requested */
    struct solved_pair *solved;
    fire_effect *effects; /* by pair and range */
    salvo_arena *memory;
} fire_pairs;

/* Fails only with SALVO_NO_MEMORY. */
salvo_status fire_pairs_begin(fire_pairs *p, const fire *f, const double *ranges, size_t n_ranges, salvo_arena *memory,
                              salvo_error *err);

/* Requests a pair by rows of the fire's firers and targets. A second request changes nothing. */
void fire_pairs_ask(fire_pairs *p, size_t firer, size_t target);

/* Solves all requested pairs, on the plan's threads and with its ranks and parts. NULL: on all threads of the machine.
 * SALVO_STOPPED if the progress callback stopped it, because a table with holes is useless. */
salvo_status fire_pairs_solve(fire_pairs *p, const salvo_plan *how, salvo_error *err);

/* Returns the effect of a solved pair. */
const fire_effect *fire_pairs_effect(const fire_pairs *p, size_t firer, size_t target, size_t range);

/* Returns the remark of the first pair that has one; NULL: none has. All pairs use the same data, so one remark holds
 * for all. */
const char *fire_pairs_remark(const fire_pairs *p);

#endif
