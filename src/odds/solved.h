/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps solved chains by their graphs. Two chains with the same states, steps and limit have the same numbers,
 * whatever their names. For callers with many similar questions; one thread uses it at a time. */
#ifndef SALVO_ODDS_SOLVED_H
#define SALVO_ODDS_SOLVED_H

#include "odds/state_graph.h"
#include "odds/totals.h"

/* What decides a chain's numbers besides its graph. Without padding, because it is compared by its bytes. */
typedef struct solved_key {
    const salvo_procedure
        *procedure; /* defines what "never ends" means, and the parts of its means; it outlives what is kept */
    int64_t turn_limit;
    uint64_t effort;
    uint64_t arithmetic; /* as requested */
} solved_key;

/* Returns NULL if memory is out. */
salvo_solved *solved_new(void);
void solved_free(salvo_solved *solved); /* accepts NULL */

/* Returns the numbers of an equal graph, or NULL. They are valid until solved_free. */
const totals *solved_find(const salvo_solved *solved, const solved_key *key, const state_graph *graph);

/* Takes over a graph that solved_find does not have, and its numbers, from the caller. If there is no room, returns
 * false and the caller keeps them. */
bool solved_keep(salvo_solved *solved, const solved_key *key, state_graph *graph, totals *numbers);

#endif
