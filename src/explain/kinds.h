/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The throws of a chain by kinds: two states make the same throw when their dice are the same and the same effects come in
 * equally many ways. A shot at 56 hit points and one at 32, neither of which can destroy, are one kind. So the states of a
 * duel become a dozen throws, and nothing is lost: the chance of an outcome is the sum over kinds of how often they are
 * thrown times their chance of it. */
#ifndef SALVO_EXPLAIN_KINDS_H
#define SALVO_EXPLAIN_KINDS_H

#include "explain/look.h"
#include "odds/course.h"

enum { KINDS_FIRST_STATES = 200 }; /* from which throws are told where there is no course */

typedef struct kind {
    size_t state; /* the first that makes it */
    const char *name;
    int64_t low[SALVO_TOLD_MAX], high[SALVO_TOLD_MAX]; /* what is told of the states that make it */
    size_t n_told;
    num *times;   /* one; NULL without a course */
    size_t place; /* among the throws that are told; SIZE_MAX: the rest, which is the last of them */
    uint64_t ways;
    bool ends; /* it may end the chain */
} kind;

/* Zeroed but for what is borrowed and the key sizes; kinds_free gives the rest back. */
typedef struct kinds {
    salvo_explanation *e;
    const intern_table *states; /* by their bytes */
    const chain_course *course; /* NULL: nobody knows how often they are made */
    look look;
    intern_table keys;
    kind *at;
    size_t n, capacity;
} kinds;

/* Borrows everything. */
kinds kinds_of(salvo_explanation *e, const intern_table *states, const chain_course *course);

salvo_status kinds_find(kinds *k, salvo_error *err);

/* Fills in the explanation's throws: all kinds, or of many those that decide most, and the rest as one. */
salvo_status kinds_tell(kinds *k, salvo_error *err);

/* Looks at the state that stands for the kind. */
salvo_status kinds_look(kinds *k, const kind *at, salvo_error *err);

/* The place of its throw among those of the explanation. */
size_t kinds_throw(const kinds *k, const kind *at);

void kinds_free(kinds *k);

#endif
