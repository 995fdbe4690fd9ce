/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A state of a chain during its inspection: its facts, its dice, and the effects of their results. */
#ifndef SALVO_EXPLAIN_LOOK_H
#define SALVO_EXPLAIN_LOOK_H

#include "explain/effect.h"
#include "odds/explorer.h"

/* look_free frees its memory. */
typedef struct look {
    const salvo_question *question; /* about a chain */
    intern_table known;             /* effects by number, for every state that was looked at */
    explorer at;                    /* stands on the state */
    salvo_state_description description;
    throw_results throw; /* its throw, at the first result */
    uint32_t *effects; /* by result, in the order of salvo_dice_next: the number of its effect; NO_EFFECT: impossible */
    uint64_t n;
    size_t capacity;
    const char **throws; /* names of throws that effects lead to, each of them once */
    size_t n_throws, throws_capacity;
} look;

look look_of(const salvo_question *question);

/* Looks at a state that goes on, and replaces the previous one. */
salvo_status look_at(look *l, const void *state, salvo_error *err);

const effect *look_effect(const look *l, uint64_t at); /* NULL: the result is impossible */

/* Returns the name of the throw that the effect leads to; NULL if results do not differ in it. */
const char *look_next(const look *l, const effect *x);

void look_free(look *l);

#endif
