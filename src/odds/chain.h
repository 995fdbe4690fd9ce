/* Solves a chain: probability flows through the graph of its states. */
#ifndef SALVO_ODDS_CHAIN_H
#define SALVO_ODDS_CHAIN_H

#include <salvo/odds.h>

#include "odds/state_graph.h"
#include "odds/totals.h"

/* How a chain comes to its answer. All numbers are of the kind of totals.with. */
typedef struct chain_course {
    totals totals;
    const state_graph *graph;
    num *visits;    /* by state: how often it is thrown from, on average; of no meaning where it is stuck */
    bool *is_stuck; /* by state: nothing that can follow ends the chain; of a chain without a limit of turns */
    num *by_turn;   /* turn by turn, for each of the totals: the chance that it has come by then */
    size_t n_turns, n_turns_kept; /* told; numbers that there is room for */
} chain_course;

/* Follows the chain through the graph, which must outlive *course, and tells up to `turns_max` turns: in fractions, or in
 * doubles where those take too long. On failure *course is zeroed. */
salvo_status chain_follow(chain_course *course, const salvo_question *q, const state_graph *graph, size_t turns_max,
                          salvo_error *err);
void chain_course_free(chain_course *course);

/* Fills *odds. odds->memory must be set. */
salvo_status chain_solve(salvo_odds *odds, const salvo_question *q, const salvo_odds_options *options,
                         salvo_error *err);

#endif
