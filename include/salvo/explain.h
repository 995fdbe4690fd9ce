/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer unfolded step by step, so that a reader could redo it with pencil and paper: which cells of the tables it rests
 * on, which results of the dice lead where, how often each throw is made, and what every throw adds to the outcomes.
 * Everything is found by asking the same rules with the same tables. */
#ifndef SALVO_EXPLAIN_H
#define SALVO_EXPLAIN_H

#include <salvo/fight.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A cell that decides: with another value in it the answer comes about differently. Or one that names the row of such a
 * cell. */
typedef struct salvo_deciding_cell {
    const char *table, *row, *column; /* as --set names it */
    const char *text;                 /* what stands there */
    const char *origin;               /* the file, or "--set" */
    int line;                         /* 0: none */
    const char *instead;              /* a value with which the answer comes about differently; NULL: none was found */
    bool refers;                      /* it names the row of another deciding cell */
} salvo_deciding_cell;

/* How the cells were found: each was given other values, one cell and one value at a time, until one made a difference. Those
 * values are one more, one less, twice as much and 20, the question's own numbers and their neighbours, every value that the
 * column has and, where they are few, every whole number between the least and the greatest of them. */
typedef struct salvo_cells_tried {
    size_t cells;     /* that were tried; 0: there is no table */
    size_t values;    /* in all */
    size_t each_max;  /* values of one cell; 0: all of them, else so many, because more would take too long */
    bool all_results; /* all results of the dice were compared; false: only the first */
} salvo_cells_tried;

/* Results of a throw that lead to the same. A throw's are all of its ways, each once. */
typedef struct salvo_thrown {
    const char *dice;   /* "1 to 62", "1st D6 1 to 3, 2nd D6 4"; "" where they have no short description */
    const char *effect; /* "miss", "b's strength -24" */
    uint64_t ways;      /* 0 where the throw's are */
    double chance;
} salvo_thrown;

/* Throws that are alike: the same dice, of which the same results do the same. */
typedef struct salvo_throw {
    const char *name;   /* "a's fire (2)" */
    const char *when;   /* what holds when it is made, "b's strength 1 to 24"; "" */
    const char *dice;   /* "2D10"; "no dice" */
    uint64_t ways;      /* equally likely ones; 0: 2^63 or more */
    salvo_number times; /* how often it is made, on average */
    salvo_thrown *thrown;
    size_t n_thrown;
    bool is_rest; /* not one throw but all that are not told by themselves; of these `times` alone is told */
} salvo_throw;

/* The part of an outcome's probability that comes by the last throw. */
typedef struct salvo_contribution {
    size_t place;       /* of it among the throws; SIZE_MAX: before any, or because nothing ever ends it */
    salvo_number given; /* the chance of the outcome in such a throw: probability = times * given; of the rest 0 */
    salvo_number probability;
} salvo_contribution;

typedef struct salvo_explained_outcome {
    const char *name;
    salvo_number probability; /* the shares' sum */
    salvo_contribution *shares;
    size_t n_shares;
    salvo_number *by_turn; /* the chance that it comes in that turn */
    salvo_number later;    /* in any turn behind those */
} salvo_explained_outcome;

enum { SALVO_THROWS_TOLD = 10, SALVO_TURNS_TOLD = 6 };

typedef struct salvo_explanation {
    const salvo_question *question; /* borrowed */
    salvo_deciding_cell *cells;
    size_t n_cells;
    salvo_cells_tried tried;
    bool is_whole; /* false: there are too many states to follow; only the first throws are told, without `times` */
    salvo_arithmetic arithmetic;
    salvo_throw *throws;
    size_t n_throws;
    salvo_explained_outcome *outcomes;
    size_t n_outcomes;
    size_t n_turns;      /* 0: it has no turns, or one */
    uint64_t size;       /* dice results (rolls) or states (chains) */
    salvo_answer answer; /* not whole: what a simulation says */
    salvo_arena *memory;
} salvo_explanation;

/* Explains the answer to the question, which is asked again with other cells; not of a battle, a total or a sum. On failure *explanation is zeroed. */
salvo_status salvo_explain(salvo_explanation *explanation, const salvo_question *question,
                           const salvo_approach *approach, salvo_error *err);

/* Explains who wins the battle. `battle` is its question (salvo_battle_ask). */
salvo_status salvo_explain_battle(salvo_explanation *explanation, const salvo_question *battle,
                                  const salvo_battle_plan *plan, const salvo_approach *approach, salvo_error *err);
void salvo_explanation_free(salvo_explanation *explanation);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
