/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer unfolded step by step, so that a reader can work it out again with pencil and paper: the cells of the
 * tables that it depends on, the effect of every result of the dice, how often each throw is made, and what every
 * throw adds to the outcomes. Everything is found by asking the same rules with the same tables. */
#ifndef SALVO_EXPLAIN_H
#define SALVO_EXPLAIN_H

#include <salvo/fight.h>
#include <salvo/selection.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A cell that matters: with another value in it, the answer is worked out differently. Or a cell that selects the row
 * of such a cell. */
typedef struct salvo_deciding_cell {
    const char *table, *row, *column; /* its name for --set */
    const char *text;                 /* its content */
    const char *origin;               /* the file, or "--set" */
    int line;                         /* 0: none */
    const char *instead;              /* a value that makes a difference; NULL: none was found */
    bool refers;                      /* it selects the row of another cell that matters */
} salvo_deciding_cell;

/* How the cells were found: each got other values, one cell and one value at a time, until one made a difference.
 * Those values are one more, one less, twice as much and 20, the question's own numbers and their neighbours, every
 * value of the column and, if they are few, every whole number between the smallest and the greatest of them. */
typedef struct salvo_cells_tried {
    size_t cells;     /* cells that were tried; 0: there is no table */
    size_t values;    /* total */
    size_t each_max;  /* values tried in one cell; 0: all; otherwise a limit, because more would take too long */
    bool all_results; /* all results of the dice were compared; false: only the first */
} salvo_cells_tried;

/* Results of a throw with the same effect. Together they are all ways of the throw, each once. */
typedef struct salvo_throw_result {
    const char *dice;   /* "1 to 62", "1st D6 1 to 3, 2nd D6 4"; "" if there is no short description */
    const char *effect; /* "miss", "b's strength -24" */
    uint64_t ways;      /* 0 if the throw's ways are */
    double chance;
} salvo_throw_result;

/* Equal throws: the same dice, with the same effect of each result. */
typedef struct salvo_throw {
    const char *name;   /* "a's fire (2)" */
    const char *when;   /* the condition under which it is made, "b's strength 1 to 24"; "" */
    const char *dice;   /* "2D10"; "no dice" */
    uint64_t ways;      /* equally likely ways; 0: 2^63 or more */
    salvo_number times; /* how often it is made, on average */
    salvo_throw_result *results;
    size_t n_results;
    bool is_rest; /* not a single throw but all others together; only `times` is known */
} salvo_throw;

/* The part of an outcome's probability that the last throw contributes. */
typedef struct salvo_contribution {
    size_t place;       /* its place among the throws; SIZE_MAX: decided before any throw, or because nothing ever
                           ends it */
    salvo_number given; /* the chance of the outcome in such a throw: probability = times * given; 0 for the others
                           together */
    salvo_number probability;
} salvo_contribution;

typedef struct salvo_explained_outcome {
    const char *name;
    salvo_number probability; /* the sum of the shares */
    salvo_contribution *shares;
    size_t n_shares;
    salvo_number *by_turn; /* the chance that it occurs in that turn */
    salvo_number later;    /* in any later turn */
} salvo_explained_outcome;

enum { SALVO_THROWS_LISTED = 10, SALVO_TURNS_LISTED = 6 };

typedef struct salvo_explanation {
    const salvo_question *question; /* borrowed */
    salvo_deciding_cell *cells;
    size_t n_cells;
    salvo_cells_tried tried;
    bool is_whole; /* false: there are too many states to follow, and only the first throws are listed, without
                      `times` */
    salvo_arithmetic arithmetic;
    salvo_throw *throws;
    size_t n_throws;
    salvo_explained_outcome *outcomes;
    size_t n_outcomes;
    size_t n_turns;      /* 0: it has no turns, or one */
    uint64_t size;       /* dice results (rolls) or states (chains) */
    salvo_answer answer; /* if not whole: the result of a simulation */
    salvo_arena *memory;
} salvo_explanation;

/* Explains the answer to the question, which is asked again with other cells; not for a battle, a total or a sum, but for those below. On
 * failure, *explanation is zeroed. */
salvo_status salvo_explain(salvo_explanation *explanation, const salvo_question *question,
                           const salvo_approach *approach, salvo_error *err);

/* Explains who wins the battle. `battle` is its question (salvo_battle_ask). */
salvo_status salvo_explain_battle(salvo_explanation *explanation, const salvo_question *battle,
                                  const salvo_battle_plan *plan, const salvo_approach *approach, salvo_error *err);

/* Explains the total of a list of fire that was asked with this plan. */
salvo_status salvo_explain_fire(salvo_explanation *explanation, const salvo_fire_list *fires,
                                const salvo_fire_plan *plan, const salvo_approach *approach, salvo_error *err);
void salvo_explanation_free(salvo_explanation *explanation);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
