/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inputs of the battles of a run of pairs, before they are compiled: the units, the field, and every fire that is
 * aimed in them. In a variant of the book, a battle with the same inputs has the same result. */
#ifndef SALVO_POINTS_INPUTS_H
#define SALVO_POINTS_INPUTS_H

#include "fight/compile_cache.h"
#include "points/pair_run.h"

/* The inputs of a run with the book unchanged. */
typedef struct inputs {
    const pair_run *run;
    compile_cache cache; /* every fire of the run; elements are numbered by their place in the unit pool */
    uint64_t field;
    uint64_t *units;             /* by place in the unit pool: a hash; only of units that are in an army */
    const uint32_t *const *aims; /* by match: the numbers of its aims, without repetition ... */
    size_t *n_aims;
    size_t n_matches; /* 0: the inputs cannot be listed */
    salvo_arena *memory;
} inputs;

/* Reads the inputs of a finished run, and outlives them. Call inputs_free also after a failure. */
salvo_status inputs_read(inputs *in, const pair_run *run, const bool *bought, salvo_error *err);
void inputs_free(inputs *in);

/* Sets same[i] for every match (pair_match_number) whose inputs are unchanged in `m`, a variant of the run's unit pool.
 * Both books must be open. Fires that differ only in the addresses of looked-up data count as different. */
salvo_status inputs_compare(const inputs *in, const unit_pool *pool, const bool *bought, bool *same, salvo_error *err);

#endif
