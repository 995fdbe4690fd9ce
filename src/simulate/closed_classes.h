/* Where a chain goes round for ever, found without its graph of states: from where a trial has been for long, all that
 * can follow is looked at, and when nothing in it ends the chain, nothing ever will. A look stays small: what cannot be
 * seen through with the dice results it is granted counts as a place that may end. */
#ifndef SALVO_SIMULATE_CLOSED_CLASSES_H
#define SALVO_SIMULATE_CLOSED_CLASSES_H

#include <salvo/rules.h>

#include "base/intern_table.h"

/* Belongs to one thread. What is known only spares looks; no trial comes out otherwise for it. */
typedef struct closed_classes {
    const salvo_question *question; /* of a chain */
    bool limited;                   /* its turns are: then only what ends no turn goes on for ever */
    intern_table known;             /* states that never end */
    intern_table around;            /* states that the look in hand has reached */
} closed_classes;

void closed_classes_init(closed_classes *s, const salvo_question *question);
void closed_classes_free(closed_classes *s); /* of a zeroed one: nothing */

/* Whether a look has shown that the state never ends. */
bool closed_classes_contain(const closed_classes *s, const void *state);

/* Looks from `state`, which goes on, trying `results` dice results at most. false as well when memory is out. */
bool closed_classes_search(closed_classes *s, const void *state, uint64_t results);

#endif
