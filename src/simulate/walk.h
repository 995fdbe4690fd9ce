/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A procedure compiled for the kernels: a row of an alias table for every state of a trial.
 *
 * A trial walks from class to class, with one draw per step. A class is where a step leads; classes that end the trial
 * are the last. A step takes one 32-bit word. Its high bits select a column of the row, and the whole word is compared
 * with the column's threshold (Walker 1977, Vose 1991, here in integers). The chance of every landing of a step is a
 * multiple of 2^-32, and so is that of every class over all its landings. Each is within 2^-32 (2.4e-10) of the true
 * one: the bias of a draw.
 *
 * Gains. Most walks are `counted`: the gain of every step is a whole multiple of one gain (a duel counts turns). Then
 * classes are states of the chain's graph, and a landing has a count of that gain. Rows are folded: one draw decides
 * as many turns as fit into its row and into the count of a landing (rows.h). Otherwise a class is a state together
 * with the gain of the step into it. A limit of few turns is part of the classes, which then imply the number of turns
 * that have passed. With a limit of many turns a step is a turn, and nothing is folded. A roll is a walk of one
 * step. */
#ifndef SALVO_SIMULATE_WALK_H
#define SALVO_SIMULATE_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include <salvo/rules.h>

enum {
    WALK_CLASSES_MAX = 65535,
    WALK_COLUMNS_MAX = 1 << 22, /* in all rows */
    WALK_START_BITS = 6,        /* the start's row has this many bits at least, and a kernel may keep such a row in
                                   registers */
    WALK_STEPS_MAX = 1 << 21,   /* of a trial; also the limit of counts */
};

/* Words below the threshold go to the landing `own`, the others to `other`. The low class_bits of a landing are its
 * class, the bits above its count. */
typedef struct walk_column {
    uint32_t threshold;
    uint16_t own, other;
} walk_column;

typedef struct walk {
    bool settled;       /* the trial has ended before it began, in class 0; there are no columns */
    bool goes_on;       /* most trials go on after their first draw */
    uint32_t n_live;    /* classes that go on */
    uint32_t n_classes; /* including those that end */
    uint32_t class_bits;
    uint32_t start_bits;  /* the start's row has 2^start_bits columns, start_bits >= WALK_START_BITS */
    uint32_t column_bits; /* any other row has 2^column_bits columns, column_bits >= 1 */
    walk_column *columns; /* n_live rows, and behind them the start's */
    walk_column *start;   /* the start's row in `columns` */

    int *outcome;        /* by class - n_live */
    uint8_t *endless;    /* by class - n_live: the chain does not end there, but runs for ever */
    bool limited;        /* there is a turn limit */
    uint64_t turn_limit; /* the limit that kernels check; 0: none, or classes imply it */
    uint32_t undecided;  /* with a limit: the class of a trial that it stops, the last class in columns */

    /* If turns are distinguished (turns.h), n_classes counts endings turn by turn, and columns have the turn_endings
     * of one turn. The turn is the count, if that counts turns; otherwise it is the first. */
    bool counts_turns;
    uint32_t turns_told; /* 0: not distinguished, or classes imply them */
    uint32_t turn_endings;

    /* Counted: a count of 1 gains gain[k]. Otherwise entering a class gains gain[class * n_gains + k], and may end a
     * turn; counts are 0. */
    bool counted;
    size_t n_gains;
    int64_t *gain;
    uint8_t *ends_turn;

    /* For kernels. `in_lanes`: they can walk it. A trial's steps, and its count, must stay below steps_max, a power of
     * two. lane_gain is gain by k * n_classes + class, or NULL for counted walks; no sum of steps_max of them exceeds
     * 2^22. */
    bool in_lanes;
    uint32_t steps_max;
    int32_t *lane_gain;
} walk;

/* Returns SALVO_TOO_LARGE if the procedure has too many states or results for the kernels. On failure *w is zeroed. */
salvo_status walk_compile(walk *w, const salvo_question *question, salvo_error *err);
void walk_free(walk *w);

/* Allocates columns, all zero, for n_live, start_bits and column_bits. Returns false if memory is out. */
bool walk_make_room(walk *w);

#endif
