/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dice expression, read: a tree of nodes. It lies in a situation, so it has no memory of its own and a fixed size. */
#ifndef SALVO_EXPRESSION_EXPRESSION_H
#define SALVO_EXPRESSION_EXPRESSION_H

#include <salvo/dice_expression.h>

enum { EXPRESSION_NODES_MAX = 100 };

typedef enum { IS_NEVER, IS_AT_LEAST, IS_ABOVE, IS_AT_MOST, IS_BELOW, IS_EQUAL, IS_OTHER, IS_VERSUS } comparison;

/* What a die, or a value, is compared with. */
typedef struct face_test {
    comparison is;
    int64_t number;
} face_test;

typedef struct dice_pool {
    int dice, sides;
    face_test reroll, explode; /* IS_NEVER: it does not */
    int rerolls, explosions;   /* of one die, at most */
    int kept;                  /* dice that count; all of them: `dice` */
    bool lowest;               /* those that are kept */
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
    NODE_REPEAT, /* `a`, so many times */
} node_kind;

typedef struct expression_node {
    node_kind kind;
    int a, b;          /* nodes */
    int64_t number;    /* NUMBER: the value; REPEAT: how many times */
    comparison is;     /* COMPARE */
    dice_pool pool;    /* POOL */
    int64_t low, high; /* its values lie between these */
    int throws;        /* dice that it throws at most */
} expression_node;

typedef struct dice_expression {
    const char *text; /* as it was typed */
    expression_node nodes[EXPRESSION_NODES_MAX];
    int n_nodes, root;
} dice_expression;

/* Reads `text` into the expression, which borrows it. Fails with a column. */
salvo_status expression_read(dice_expression *e, const char *text, salvo_error *err);

/* Whether the number passes the test. */
bool passes(const face_test *test, int64_t number);

/* 1, 0 for IS_VERSUS also -1: a compared with b. */
int compared(comparison is, int64_t a, int64_t b);

/* Rounded down. b is not 0. */
int64_t divided(int64_t a, int64_t b);

/* The die's face is counted by itself (1 or 0), or is what the die shows. */
int64_t face_worth(const dice_pool *pool, int64_t face);

#endif
