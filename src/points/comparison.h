/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison of two lists at work: their battles, and what they measure. Only its own files use it. */
#ifndef SALVO_POINTS_COMPARISON_H
#define SALVO_POINTS_COMPARISON_H

#include "points/price_battles.h"

enum { LISTS = 2 };

typedef struct list_comparison {
    salvo_points_comparison *to;
    price_battles battles;       /* its prices are those of the first list */
    unit_pool other;             /* that of the other rulebook; empty unless there are two */
    const double *prices[LISTS]; /* by place in the unit pool ... */
    double *middle;              /* ... and their geometric mean */
    pair_run equal[LISTS];       /* armies of equal cost under each list */
    pair_run unequal[LISTS];     /* the same armies for both; the second only of two rulebooks */
} list_comparison;

static inline const unit_pool *comparison_pool(const list_comparison *c, int list)
{
    return list && c->to->two_books ? &c->other : &c->battles.pool;
}

/* Returns the unequal armies' battles that count for a list. */
static inline const pair_run *comparison_unequal(const list_comparison *c, int list)
{
    return &c->unequal[list && c->to->two_books];
}

/* Sets all measures, and the numbers of pairs and battles. All battles have been fought. */
salvo_status list_measures_find(list_comparison *c, salvo_error *err);

/* Finds what units are worth by these battles, for their prices under either list. */
salvo_status list_units_measure(list_comparison *c, salvo_error *err);

#endif
