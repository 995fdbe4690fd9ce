/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run of pairs as data for the value model: each pair with its scores in every condition in which its armies met. */
#ifndef SALVO_POINTS_OBSERVATIONS_H
#define SALVO_POINTS_OBSERVATIONS_H

#include "points/value_model.h"

/* A growing list. Begin with it zeroed except for `memory`, which owns everything. */
typedef struct observations {
    observation *of;
    size_t n, room;
    salvo_arena *memory;
} observations;

/* Adds all pairs of the run. Armies of attacks at odds are separate observations. Matches that the run has from another
 * one are left out. For `rules`, which may be NULL, the shares at these prices are noted. */
salvo_status observations_add(observations *to, const pair_run *run, const army_rules *rules, const double *prices,
                              salvo_error *err);

/* Puts the pairs into the two halves in turn; memory is of->memory's. */
salvo_status observations_split(const observations *of, observations half[2], salvo_error *err);

#endif
