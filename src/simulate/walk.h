/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A procedure, compiled for the kernels: a row of an alias table for every place that a trial can be in.
 *
 * A trial walks from class to class, one draw a step. A class is where a step leads; classes that end the trial stand
 * last. A step takes one 32-bit word: its high bits choose a column of the row, the whole word is compared with the
 * column's threshold (Walker 1977, Vose 1991, here in integers). The chance of every landing of a step is a multiple of
 * 2^-32, and so is that of every class over all its landings; each is within 2^-32 (2.4e-10) of the true one: the bias
 * of a draw.
 *
 * Gains. Most walks are `counted`: whatever a step gains is a whole multiple of one and the same gain (a duel counts
 * turns). Then classes are states of the chain's graph, a landing says how often that gain came with it, and rows are
 * folded: one draw decides as many turns as fit into its row, never one more than a landing of its own can tell
 * (rows.h). Otherwise a class is a state together with what the step into it gained. A limit of few turns is written
 * into the classes, which then know how many have passed; with one of many turns a step is a turn, and nothing is
 * folded. A roll is a walk of one step. */
#ifndef SALVO_SIMULATE_WALK_H
#define SALVO_SIMULATE_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include <salvo/rules.h>

enum {
    WALK_CLASSES_MAX = 65535,
    WALK_COLUMNS_MAX = 1 << 22, /* of all rows */
    WALK_START_BITS = 6,        /* the start's row has so many columns that a kernel may keep it in registers */
    WALK_STEPS_MAX = 1 << 21,   /* of a trial; counts too */
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
    uint32_t n_classes; /* with those that end */
    uint32_t class_bits;
    uint32_t start_bits;  /* the start's row has 2^start_bits columns, WALK_START_BITS or more */
    uint32_t column_bits; /* a row 2^column_bits, 1 or more */
    walk_column *columns; /* n_live rows, and behind them the start's */
    walk_column *start;   /* there */

    int *outcome;        /* by class - n_live */
    uint8_t *endless;    /* by class - n_live: no end of the chain, but where it goes round for ever */
    bool limited;        /* there is a limit of turns */
    uint64_t turn_limit; /* that kernels watch over; 0: none, or classes know it */
    uint32_t undecided;  /* with a limit: the class of a trial that it stops, the last one that columns know */

    /* When turns are told apart (turns.h), n_classes counts endings turn by turn, and columns know the turn_endings of
     * one turn. The turn is the count, if that counts turns; else it is the first. */
    bool counts_turns;
    uint32_t turns_told; /* 0: they are not, or classes know them */
    uint32_t turn_endings;

    /* Counted: a count of 1 gains gain[k]. Otherwise entering a class gains gain[class * n_gains + k], and may end a
     * turn; counts are 0. */
    bool counted;
    size_t n_gains;
    int64_t *gain;
    uint8_t *ends_turn;

    /* For kernels. `in_lanes`: they can walk it. A trial's steps, and its count, stay below steps_max, a power of two.
     * lane_gain is gain by k * n_classes + class, NULL for walks that are counted: no sum of steps_max of them passes
     * 2^22. */
    bool in_lanes;
    uint32_t steps_max;
    int32_t *lane_gain;
} walk;

/* SALVO_TOO_LARGE when the procedure has too many states or results for the kernels. On failure *w is zeroed. */
salvo_status walk_compile(walk *w, const salvo_question *question, salvo_error *err);
void walk_free(walk *w);

/* Allocates columns, all zero, for n_live, start_bits and column_bits. false when memory is out. */
bool walk_make_room(walk *w);

#endif
