/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expected visits of states that lead to each other: the solution of a linear system. */
#ifndef SALVO_ODDS_CIRCLE_H
#define SALVO_ODDS_CIRCLE_H

#include "odds/components.h"
#include "odds/number.h"

/* Edges followed so far, and their limit; 0: no limit. */
typedef struct circle_work {
    uint64_t done, max;
} circle_work;

/* Returns SALVO_TOO_LARGE if the work has reached its limit. */
salvo_status circle_work_check(const circle_work *work, const state_graph *graph, salvo_error *err);

/* Computes the visits of a component's states; something must leave the component. visits, by state: in, the flow into
 * the component; out, the visits. Fractions of too many states become outgrown. Returns SALVO_NO_MEMORY, or
 * SALVO_TOO_LARGE if it takes too much work. */
salvo_status circle_visit(const components *c, arithmetic *with, uint32_t component, num *visits, circle_work *work,
                          salvo_error *err);

#endif
