/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dice expression that has been read: a tree of nodes. It is part of a situation, so it has no memory of its own and
 * a fixed size. */
#ifndef SALVO_EXPRESSION_EXPRESSION_H
#define SALVO_EXPRESSION_EXPRESSION_H

#include <salvo/dice_expression.h>

enum { EXPRESSION_NODES_MAX = 100 };

typedef enum { IS_NEVER, IS_AT_LEAST, IS_ABOVE, IS_AT_MOST, IS_BELOW, IS_EQUAL, IS_OTHER, IS_VERSUS } comparison;

/* The comparison of a die or a value. */
typedef struct face_test {
    comparison is;
    int64_t number;
} face_test;

typedef struct dice_pool {
    int dice, sides;
    face_test reroll, explode; /* IS_NEVER: it does not */
    int rerolls, explosions;   /* the most for one die */
    int kept;                  /* dice that count; all of them: `dice` */
    bool lowest;               /* the lowest are kept */
    face_test count;           /* IS_NEVER: the sum of the dice */
} dice_pool;

typedef enum {
    NODE_NUMBER,
    NODE_POOL,
    NODE_ADD, /* from here on `a` and `b` are the operands */
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_MIN,
    NODE_MAX,
    NODE_COMPARE,
    NODE_REPEAT, /* `a` several times */
} node_kind;

typedef struct expression_node {
    node_kind kind;
    int a, b;          /* nodes */
    int64_t number;    /* NUMBER: the value; REPEAT: the number of times */
    comparison is;     /* COMPARE */
    dice_pool pool;    /* POOL */
    int64_t low, high; /* the limits of its values */
    int throws;        /* the most dice that it throws */
} expression_node;

typedef struct dice_expression {
    const char *text; /* as it was typed */
    expression_node nodes[EXPRESSION_NODES_MAX];
    int n_nodes, root;
} dice_expression;

/* Reads `text` into the expression, which borrows it. A failure has a column. */
salvo_status expression_read(dice_expression *e, const char *text, salvo_error *err);

/* Returns whether the number passes the test. */
bool passes(const face_test *test, int64_t number);

/* Compares a with b: 1 or 0, and for IS_VERSUS also -1. */
int compared(comparison is, int64_t a, int64_t b);

/* Rounds down. b is not 0. */
int64_t divided(int64_t a, int64_t b);

/* Returns the worth of a die's face: 1 or 0 if it is counted, else the face itself. */
int64_t face_value(const dice_pool *pool, int64_t face);

#endif
