/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains that were solved before, by their graphs: two whose states, steps and limit are the same have the same
 * numbers, whatever they are called. For whoever asks many like questions; used by one thread at a time. */
#ifndef SALVO_ODDS_SOLVED_H
#define SALVO_ODDS_SOLVED_H

#include "odds/state_graph.h"
#include "odds/totals.h"

/* What decides the numbers of a chain besides its graph. No padding: compared by its bytes. */
typedef struct solved_key {
    const salvo_procedure
        *procedure; /* what never ending means, and the parts of its means; it outlives what is kept */
    int64_t turn_limit;
    uint64_t effort;
    uint64_t arithmetic; /* that was asked for */
} solved_key;

/* NULL when memory is out. */
salvo_solved *solved_new(void);
void solved_free(salvo_solved *solved); /* NULL: nothing */

/* The numbers of an equal graph, or NULL. They stay until solved_free. */
const totals *solved_find(const salvo_solved *solved, const solved_key *key, const state_graph *graph);

/* Takes over a graph that solved_find does not know, and its numbers: they are no longer the caller's. false when there
 * is no room for them, and they stay the caller's. */
bool solved_keep(salvo_solved *solved, const solved_key *key, state_graph *graph, totals *numbers);

#endif
