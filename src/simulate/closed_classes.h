/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds without a graph of states where a chain never ends. It enumerates all that can follow the state of a long
 * trial. If none of it ends the chain, nothing ever will. The search is limited: if it would need more dice results
 * than allowed, the answer is that the chain may end. */
#ifndef SALVO_SIMULATE_CLOSED_CLASSES_H
#define SALVO_SIMULATE_CLOSED_CLASSES_H

#include <salvo/rules.h>

#include "base/intern_table.h"

/* Belongs to one thread. Known states only save searches; they change no trial. */
typedef struct closed_classes {
    const salvo_question *question; /* about a chain */
    bool limited;                   /* turns are limited: then only states that end no turn can continue for ever */
    intern_table known;             /* states that never end */
} closed_classes;

void closed_classes_init(closed_classes *s, const salvo_question *question);
void closed_classes_free(closed_classes *s); /* accepts a zeroed one */

/* Whether a search has proved that the state never ends. */
bool closed_classes_contain(const closed_classes *s, const void *state);

/* Searches from `state`, which goes on, with at most `results` dice results. Returns true after a proof, and false
 * otherwise or if memory is out. */
bool closed_classes_search(closed_classes *s, const void *state, uint64_t results);

#endif
