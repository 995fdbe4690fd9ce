/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a chain first in fractions and, when those outgrow their budget, again in doubles from the beginning: the two
 * are never mixed in one answer. The list of turns is a third pass, always in doubles. */
#include "odds/chain.h"

#include <stdlib.h>

#include <salvo/arena.h>

#include "odds/solved.h"
#include "odds/solver.h"

/* Edges that are followed in about the time that finding one takes. Rough on purpose: it decides between methods whose
 * answers agree, so an error of a factor of two costs time and nothing else. */
enum { EDGES_FOR_A_RESULT = 4 };

/* Solves in one kind of number. *numbers are the caller's, and worthless where they are outgrown. `effort` is counted
 * in dice results, work in edges; the factor makes them the same time. */
static salvo_status solve_with(totals *numbers, const salvo_question *q, const state_graph *graph,
                               const salvo_odds_options *options, salvo_arithmetic kind, salvo_error *err)
{
    solver s;
    salvo_status status = solver_init(&s, q, graph, kind, err);

    if (status != SALVO_OK)
        return status;
    s.sums.work.max = options->effort * EDGES_FOR_A_RESULT;
    status = solver_settle(&s, solver_limit(q), err);
    *numbers = s.totals;
    solver_free(&s);
    if (status != SALVO_OK)
        totals_free(numbers);
    return status;
}

/* Adds a row: how much each outcome of the answer, and behind them each expectation, gained in this turn. The sums so
 * far are in `before`, which is brought up to date. Differences of running sums and not sums of their own: flow keeps
 * one set of sums, whether a list is asked for or not. */
static salvo_status add_turn(salvo_odds *odds, solver *s, int64_t turn, double *before, salvo_error *err)
{
    const salvo_procedure *p = s->question->procedure;
    double *row = salvo_arena_array(odds->memory, odds->n_outcomes + p->n_expectations, sizeof *row);
    double *gain = row + odds->n_outcomes;

    if (!row)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < odds->n_outcomes; i++) {
        double now = s->totals.probability[totals_place(&s->totals, odds->outcomes[i].outcome)].real;

        row[i] = now - before[i];
        before[i] = now;
    }
    for (size_t k = 0; k < p->n_expectations; k++) {
        double parts = p->expectations[k].parts > 1 ? (double)p->expectations[k].parts : 1;
        double now = s->totals.gain[k].real / parts;

        gain[k] = now - before[odds->n_outcomes + k];
        before[odds->n_outcomes + k] = now;
    }
    odds->turns[odds->n_turns++] = (salvo_turn){turn, row, gain};
    return SALVO_OK;
}

/* For large chains the list ignores states that are reached in less than one in 1e24 turns, and ends early once so many
 * edges were followed: a list is for reading, and must not take longer than the answer. */
enum { STATES_FOLLOWED_ALL = 50000, TURNS_WORK_MAX = 50000000 };
/* Far below what any printed digit shows; the answer itself is computed without this bound. */
static const double TOO_RARE_TO_LIST = 1e-24;

static salvo_status settle_turn(salvo_odds *odds, solver *s, const components *c, int64_t turn, double *before,
                                salvo_error *err)
{
    salvo_status status = flow_settle(c, &s->totals.with, &s->sums, err);

    if (status != SALVO_OK)
        return status;
    return add_turn(odds, s, turn, before, err);
}

/* Settles turn by turn and adds a row after each. The list ends when less than `tail` of the probability is still under
 * way, which its last line says. */
static salvo_status walk_turns(salvo_odds *odds, solver *s, size_t turns_max, double tail, salvo_error *err)
{
    double *before =
        salvo_arena_array(odds->memory, odds->n_outcomes + s->question->procedure->n_expectations, sizeof *before);
    components c;
    salvo_status status;

    if (!before)
        return salvo_fail_memory(err);
    status = components_find(&c, s->graph, true, err);
    if (status != SALVO_OK)
        return status;
    solver_place_start(s, &c);
    for (size_t turn = 1; turn <= turns_max && status == SALVO_OK; turn++) {
        status = settle_turn(odds, s, &c, (int64_t)turn, before, err);
        /* The next turn is prepared before the list may end. */
        if (!flow_next_turn(&c, &s->totals.with, &s->sums) || flow_visits_sum(&c, &s->sums) < tail ||
            s->sums.work.done > TURNS_WORK_MAX)
            break;
    }
    components_free(&c);
    return status;
}

/* Always in doubles: rows are for reading, and each is a difference of sums that are exact to the last digits. A solver
 * of its own: the one of the answer may be in fractions, and its sums are already final. */
static salvo_status list_turns(salvo_odds *odds, const salvo_question *q, const state_graph *graph,
                               const salvo_odds_options *options, salvo_error *err)
{
    int64_t limit = solver_limit(q);
    size_t turns_max = options->turns_max;
    solver s;
    salvo_status status;

    if (limit && (uint64_t)limit < turns_max)
        turns_max = (size_t)limit;
    if (turns_max == 0 || graph->states[0].outcome != SALVO_GOES_ON) /* it ended before its first turn */
        return SALVO_OK;
    odds->turns = salvo_arena_array(odds->memory, turns_max, sizeof *odds->turns);
    if (!odds->turns)
        return salvo_fail_memory(err);
    status = solver_init(&s, q, graph, SALVO_DOUBLE, err);
    if (status != SALVO_OK)
        return status;
    if (graph->n_states > STATES_FOLLOWED_ALL)
        s.sums.least = TOO_RARE_TO_LIST;
    status = walk_turns(odds, &s, turns_max, options->turns_tail, err);
    solver_free(&s);
    totals_free(&s.totals);
    return status;
}

/* *numbers are the caller's. A solution that outgrew its budget is begun anew, never continued in doubles: an answer
 * says that it is exact, or that it is not. */
static salvo_status solve(totals *numbers, const salvo_question *q, const state_graph *graph,
                          const salvo_odds_options *options, salvo_error *err)
{
    /* Doubles at once where fractions would surely be given up. */
    bool outgrown = options->arithmetic == SALVO_DOUBLE || !solver_tries_fractions(graph);
    salvo_status status = SALVO_OK;

    if (!outgrown) {
        status = solve_with(numbers, q, graph, options, SALVO_RATIONAL, err);
        outgrown = status == SALVO_OK && numbers->with.outgrown;
        if (outgrown)
            totals_free(numbers);
    }
    if (outgrown) /* outgrown, or asked for */
        status = solve_with(numbers, q, graph, options, SALVO_DOUBLE, err);
    if (status != SALVO_OK)
        return status;
    totals_finish(numbers, q->procedure);
    return SALVO_OK;
}

static salvo_status report(salvo_odds *odds, const totals *numbers, const salvo_question *q, const state_graph *graph,
                           const salvo_odds_options *options, salvo_error *err)
{
    salvo_status status = totals_report(odds, numbers, q, err);

    if (status != SALVO_OK)
        return status;
    return list_turns(odds, q, graph, options, err);
}

/* Of chains that were solved before only the report is made. A matrix asks for hundreds of duels, and many pairs of
 * units lead to the same graph. The graph itself goes into the store with its solution, which is why it is emptied
 * here. */
static salvo_status solve_or_find(salvo_odds *odds, const salvo_question *q, state_graph *graph,
                                  const salvo_odds_options *options, salvo_error *err)
{
    const solved_key key = {q->procedure, solver_limit(q), options->effort, options->arithmetic};
    const totals *known = options->solved ? solved_find(options->solved, &key, graph) : NULL;
    totals numbers;
    salvo_status status;

    if (known)
        return report(odds, known, q, graph, options, err);
    status = solve(&numbers, q, graph, options, err);
    if (status != SALVO_OK)
        return status;
    status = report(odds, &numbers, q, graph, options, err);
    if (options->solved && solved_keep(options->solved, &key, graph, &numbers))
        *graph = (state_graph){.n_states = 0};
    else
        totals_free(&numbers);
    return status;
}

/* Enumeration comes before the look-up: it is fast, and only the graph can tell whether two questions are the same. */
salvo_status chain_solve(salvo_odds *odds, const salvo_question *q, const salvo_odds_options *options, salvo_error *err)
{
    graph_limits limits = options->effort ? graph_limits_within(options->effort) : GRAPH_LIMITS;
    state_graph graph;
    salvo_status status = state_graph_compile(&graph, q, &limits, err);

    if (status != SALVO_OK)
        return status;
    odds->size = graph.n_states;
    status = solve_or_find(odds, q, &graph, options, err);
    state_graph_free(&graph);
    return status;
}
