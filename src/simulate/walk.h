/* A procedure, compiled for the kernels: a row of an alias table for every place that a trial can be in.
 *
 * A trial walks from class to class. A class is a state of the chain's graph together with what the step into it gained
 * and whether it ended a turn, so that nothing but the class needs to be looked up; classes that end the trial stand
 * last. States that only lead through a turn (who is first, the first shot of a burst) are folded into the step before
 * them as long as a step then has no more than WALK_COLUMNS_MAX results: one word of the generator decides as many dice
 * as it can. A roll is a walk of one step.
 *
 * A step takes one 32-bit word: its high bits choose a column of the class's row, the others are compared with the
 * column's threshold (Walker 1977, Vose 1991, here in integers). The chance of every result of a step is a multiple of
 * 2^-32, and within 2^-32 (2.4e-10) of the true one: the bias of a draw. */
#ifndef SALVO_SIMULATE_WALK_H
#define SALVO_SIMULATE_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include <salvo/rules.h>

enum {
    WALK_COLUMNS_MAX = 64, /* results of one step */
    WALK_CLASSES_MAX = 65535,
    WALK_PADDING = 32,
};

typedef struct walk {
    uint32_t n_live;      /* classes that go on; class 0 is the start. 0: the trial has ended before it began */
    uint32_t n_classes;   /* with those that end */
    uint32_t column_bits; /* a row has 2^column_bits columns, 1 .. 6 */
    uint32_t n_columns;   /* n_live rows */
    /* By column, with room for the next multiple of WALK_PADDING: the words below the threshold, shifted left by
     * column_bits, go to the class in the low half, the others to the one in the high half. */
    uint32_t *threshold;
    uint32_t *classes;

    int *outcome;        /* by class - n_live */
    uint8_t *endless;    /* by class - n_live: not an end but a place where the chain goes round for ever */
    uint64_t turn_limit; /* 0: unlimited */
    uint32_t undecided;  /* with a limit: the class of a trial that it stops */

    /* What entering a class gains, gain[class * n_gains + k], and whether that ends a turn. A walk is `uniform` when
     * every step gains the same and ends a turn: then counting steps is enough. */
    size_t n_gains;
    int64_t *gain;
    uint8_t *ends_turn;
    bool uniform;
    uint32_t step_class; /* one that a step enters: of a uniform walk it tells what every step gains */
} walk;

/* SALVO_TOO_LARGE when the procedure has too many states or results for the kernels. On failure *w is zeroed. */
salvo_status walk_compile(walk *w, const salvo_question *question, salvo_error *err);
void walk_free(walk *w);

#endif
