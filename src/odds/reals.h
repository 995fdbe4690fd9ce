/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flow in doubles. */
#ifndef SALVO_ODDS_REALS_H
#define SALVO_ODDS_REALS_H

#include "odds/flow_map.h"

/* Edges followed so far, and their limit; 0: no limit. */
typedef struct flow_work {
    uint64_t done, max;
} flow_work;

/* Returns SALVO_TOO_LARGE if the work has reached its limit. */
salvo_status flow_work_check(const flow_work *work, const state_graph *graph, salvo_error *err);

/* Turns the flow into the component of `place`, which is its first, into visits; something must leave it. Returns
 * SALVO_NO_MEMORY, or SALVO_TOO_LARGE if it takes too much work. */
salvo_status reals_visit(const flow_map *map, const flow_place *place, double *sums, flow_work *work, salvo_error *err);

/* Adds everything that leaves a place to its sums, `gains` to those of the expectations, and sets the bits of sums that
 * were added to. */
void reals_send(const flow_map *map, const flow_place *place, double *sums, double *gains, uint64_t *reached);

#endif
