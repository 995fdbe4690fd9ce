/* Where a chain goes round for ever, found without its graph of states: from where a trial has been for long, all that
 * can follow is looked at, and when nothing in it ends the chain, nothing ever will. A look stays small: what cannot be
 * seen through with the dice results it is granted counts as a place that may end. */
#ifndef SALVO_SIMULATE_STALEMATE_H
#define SALVO_SIMULATE_STALEMATE_H

#include <salvo/rules.h>

#include "base/numbering.h"

/* Belongs to one thread. What is known only spares looks; no trial comes out otherwise for it. */
typedef struct stalemate {
    const salvo_question *question; /* of a chain */
    bool limited;                   /* its turns are: then only what ends no turn goes on for ever */
    numbering known;                /* states that never end */
    numbering around;               /* states that the look in hand has reached */
} stalemate;

void stalemate_init(stalemate *s, const salvo_question *question);
void stalemate_free(stalemate *s); /* of a zeroed one: nothing */

/* Whether a look has shown that the state never ends. */
bool stalemate_is_known(const stalemate *s, const void *state);

/* Looks from `state`, which goes on, trying `results` dice results at most. false as well when memory is out. */
bool stalemate_look(stalemate *s, const void *state, uint64_t results);

#endif
