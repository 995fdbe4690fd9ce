/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of an expression from the faces of dice, in the order in which they are thrown. */
#ifndef SALVO_EXPRESSION_THROWS_H
#define SALVO_EXPRESSION_THROWS_H

#include "expression/expression.h"

/* The faces so far, and how many of them have been read. */
typedef struct throws {
    const uint8_t *faces;
    int n;
    int read;              /* begins at 0 */
    int more, sides;       /* dice to throw before there is a value; more = 0: there is one */
    struct future *future; /* or NULL */
} throws;

/* The part of the faces that decides how the throwing goes on, as bytes. */
typedef struct future {
    unsigned char *bytes;
    size_t n, room;
    int node;      /* the pool that is thrown */
    bool no_room;  /* for all of it */
    bool in_order; /* it matters which die of the next throw shows which face */
} future;

/* Returns the value of the expression. It is invalid if `more` is set afterwards. */
int64_t expression_value(const dice_expression *e, throws *t);

#endif
