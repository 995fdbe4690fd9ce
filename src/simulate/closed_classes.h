/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds where a chain goes round for ever, without its graph of states: from the state that a long trial is in, all
 * that can follow is enumerated; when nothing in it ends the chain, nothing ever will. A search stays small: when it
 * would need more dice results than it is granted, it answers that the chain may end. */
#ifndef SALVO_SIMULATE_CLOSED_CLASSES_H
#define SALVO_SIMULATE_CLOSED_CLASSES_H

#include <salvo/rules.h>

#include "base/intern_table.h"

/* Belongs to one thread. What is known only saves searches; no trial comes out differently for it. */
typedef struct closed_classes {
    const salvo_question *question; /* of a chain */
    bool limited;                   /* turns are limited: then only states that end no turn can go on for ever */
    intern_table known;             /* states that never end */
    intern_table around;            /* states that the search under way has reached */
} closed_classes;

void closed_classes_init(closed_classes *s, const salvo_question *question);
void closed_classes_free(closed_classes *s); /* of a zeroed one: nothing */

/* Whether a search has shown that the state never ends. */
bool closed_classes_contain(const closed_classes *s, const void *state);

/* Searches from `state`, which goes on, with at most `results` dice results. false also when memory is out. */
bool closed_classes_search(closed_classes *s, const void *state, uint64_t results);

#endif
