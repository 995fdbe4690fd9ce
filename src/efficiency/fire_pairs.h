/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One firer's fire at one target, from every range of a table. The same pair is needed by many cells, and is solved once: a
 * table asks for all that it needs, has them solved together, and then reads them. */
#ifndef SALVO_EFFICIENCY_FIRE_PAIRS_H
#define SALVO_EFFICIENCY_FIRE_PAIRS_H

#include <salvo/efficiency.h>

#include "selection/fire.h"

typedef struct fire_effect {
    salvo_effect activation, shot; /* `shot` is the average of those that can do harm */
    int shots;                     /* so many */
} fire_effect;

/* Everything is the arena's that it was begun with; `fire` and the ranges are borrowed. */
typedef struct fire_pairs {
    const fire *fire;
    const double *ranges;
    size_t n_ranges;
    uint32_t *place; /* by firer and target: 0: nobody asked; once solved, 1 + the place in `solved` */
    size_t n;        /* that were asked for */
    struct solved_pair *solved;
    fire_effect *effects; /* by pair and range */
    salvo_arena *memory;
} fire_pairs;

/* SALVO_NO_MEMORY. */
salvo_status fire_pairs_begin(fire_pairs *p, const fire *f, const double *ranges, size_t n_ranges, salvo_arena *memory,
                              salvo_error *err);

/* Rows of the fire's firers and targets; asking twice is asking once. */
void fire_pairs_ask(fire_pairs *p, size_t firer, size_t target);

/* Solves all that were asked for, on the plan's threads and with whom it shares. NULL: on all threads of the machine.
 * SALVO_STOPPED when the progress callback stopped it: a table with holes would be no table. */
salvo_status fire_pairs_solve(fire_pairs *p, const salvo_plan *how, salvo_error *err);

/* Of a pair that was solved. */
const fire_effect *fire_pairs_effect(const fire_pairs *p, size_t firer, size_t target, size_t range);

/* The first pair's that has one; NULL: none has. All pairs come from the same data, so that one remark is all of them. */
const char *fire_pairs_remark(const fire_pairs *p);

#endif
