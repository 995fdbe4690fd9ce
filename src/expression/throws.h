/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An expression thrown: its value from faces that dice showed, in the order in which they are thrown. */
#ifndef SALVO_EXPRESSION_THROWS_H
#define SALVO_EXPRESSION_THROWS_H

#include "expression/expression.h"

/* Faces so far, and what is read of them. */
typedef struct throws {
    const uint8_t *faces;
    int n;
    int read;              /* begins as 0 */
    int more, sides;       /* dice that have to be thrown before there is a value; more = 0: there is one */
    struct future *future; /* or NULL */
} throws;

/* What of the faces decides how the throwing goes on, as bytes. */
typedef struct future {
    unsigned char *bytes;
    size_t n, room;
    int node;      /* the pool that is thrown */
    bool no_room;  /* for all of it */
    bool in_order; /* it matters which die of the next throw shows which face */
} future;

/* The value of the expression. With `more` afterwards it is none. */
int64_t expression_value(const dice_expression *e, throws *t);

#endif
