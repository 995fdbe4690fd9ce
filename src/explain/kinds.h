/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The throws of a chain by kinds. Two states make the same throw if their dice are the same and the same effects occur
 * in equally many ways. A shot at 56 hit points and one at 32, neither of which can destroy, are one kind. So the
 * states of a duel become a dozen throws, and nothing is lost. The chance of an outcome is the sum over kinds of how
 * often they are thrown times their chance of it. */
#ifndef SALVO_EXPLAIN_KINDS_H
#define SALVO_EXPLAIN_KINDS_H

#include "explain/look.h"
#include "odds/course.h"

enum { KINDS_FIRST_STATES = 200 }; /* the states from which throws are described without a course */

typedef struct kind {
    size_t state; /* the first that makes it */
    const char *name;
    /* Range of the described facts over the states that make it. */
    int64_t low[SALVO_STATE_FIELDS_MAX], high[SALVO_STATE_FIELDS_MAX];
    size_t n_told;
    num *times;    /* one number; NULL without a course */
    double weight; /* in the choice of throws that are described */
    size_t place;  /* among the described throws; SIZE_MAX: in the rest, which is the last one */
    uint64_t ways;
    bool ends; /* it may end the chain */
} kind;

/* Zeroed except for borrowed members and the key sizes; kinds_free frees the rest. */
typedef struct kinds {
    salvo_explanation *e;
    const intern_table *states; /* by their bytes */
    const chain_course *course; /* NULL: it is unknown how often throws are made */
    look look;
    intern_table keys;
    kind *at;
    size_t n, capacity;
} kinds;

/* Borrows everything. */
kinds kinds_of(salvo_explanation *e, const intern_table *states, const chain_course *course);

salvo_status kinds_find(kinds *k, salvo_error *err);

/* Fills in the explanation's throws. With many kinds, those that decide most are listed, and the rest as one. */
salvo_status kinds_tell(kinds *k, salvo_error *err);

/* Looks at the state that represents the kind. */
salvo_status kinds_look(kinds *k, const kind *at, salvo_error *err);

/* Returns the place of its throw among those of the explanation. */
size_t kinds_throw(const kinds *k, const kind *at);

void kinds_free(kinds *k);

#endif
