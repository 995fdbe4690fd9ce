/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run of pairs says, for the value model: a pair with its scores in every condition in which its armies met. */
#ifndef SALVO_POINTS_OBSERVATIONS_H
#define SALVO_POINTS_OBSERVATIONS_H

#include "points/value_model.h"

/* A growing list. Begin with it zeroed but for `memory`, which owns everything. */
typedef struct observations {
    observation *of;
    size_t n, room;
    salvo_arena *memory;
} observations;

/* Adds all pairs of the run; armies of attacks at odds are observations of their own; matches that
 * the run has from another one are left out. Of `rules`, which may be NULL, the
 * shares are noted at these prices. */
salvo_status observations_add(observations *to, const pair_run *run, const army_rules *rules, const double *prices,
                              salvo_error *err);

/* Every second pair into either half; memory is of->memory's. */
salvo_status observations_split(const observations *of, observations half[2], salvo_error *err);

/* By condition, for a value_question; NULL when memory is out. A condition weighs what it does among those of its setting:
 * how many pairs meet in the setting is the setting's weight. */
double *observations_weights(const unit_pool *m, salvo_arena *memory);
double *observations_odds(const unit_pool *m, salvo_arena *memory);

#endif
