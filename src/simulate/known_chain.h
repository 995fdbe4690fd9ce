/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small chain with all its steps computed in advance. Its trials are those of the reference engine: the same dice
 * from the same words, without asking the rules again. Comparisons throw the same few states millions of times. */
#ifndef SALVO_SIMULATE_KNOWN_CHAIN_H
#define SALVO_SIMULATE_KNOWN_CHAIN_H

#include <salvo/rules.h>

#include "base/intern_table.h"
#include "rng/draws.h"

/* A state, its throw, and the place of its results. */
typedef struct known_state {
    int outcome, stopped; /* `stopped`: for a state that goes on, the outcome if the limit stops a trial there */
    uint32_t stream;      /* if the chain defines it */
    uint32_t dice;        /* number in `dice` */
    size_t first;
} known_state;

typedef struct known_step {
    uint32_t to;
    uint32_t gain : 31; /* number in `gains` */
    uint32_t ends_turn : 1;
} known_step;

/* Threads may share it. A zeroed struct is empty. */
typedef struct known_chain {
    const salvo_chain *chain;
    int64_t turn_limit;
    intern_table dice;  /* salvo_dice */
    intern_table gains; /* int64_t[SALVO_EXPECTATIONS_MAX] */
    known_state *states;
    known_step *steps; /* of a state: by the result of its dice, the last die running fastest */
    size_t n_steps, states_capacity, steps_capacity;
} known_chain;

/* Computes the chain of the question. If the chain is too large to be worth it, sets k->chain to NULL. */
salvo_status known_chain_make(known_chain *k, const salvo_question *question, salvo_error *err);
void known_chain_free(known_chain *k);

/* Works like reference_engine_trial. */
int known_chain_trial(const known_chain *k, draws *d, int64_t *gain);

#endif
