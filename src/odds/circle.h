/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expected visits of states that lead to each other: the solution of a linear system. */
#ifndef SALVO_ODDS_CIRCLE_H
#define SALVO_ODDS_CIRCLE_H

#include "odds/components.h"
#include "odds/number.h"

/* Edges followed so far, and how many are too many; 0: no end. */
typedef struct circle_work {
    uint64_t done, max;
} circle_work;

/* SALVO_TOO_LARGE when the work has come to its end. */
salvo_status circle_work_check(const circle_work *work, const state_graph *graph, salvo_error *err);

/* Of the states of a component that something leaves. visits: by state; in, what flows into the component; out, how often
 * its states are visited. Fractions of too many states are outgrown. SALVO_NO_MEMORY, or SALVO_TOO_LARGE when it takes too
 * much work. */
salvo_status circle_visit(const components *c, arithmetic *with, uint32_t component, num *visits, circle_work *work,
                          salvo_error *err);

#endif
