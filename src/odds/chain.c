/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a chain in fractions or in doubles; one answer never mixes the two. The list of turns is a pass of its own,
 * always in doubles. */
#include "odds/chain.h"

#include <stdlib.h>

#include <salvo/arena.h>

#include "base/try.h"
#include "odds/chain_graph.h"
#include "odds/solved.h"
#include "odds/solver.h"

/* Edges that are followed in about the time that finding one takes. A rough value is enough: it chooses between
 * methods whose answers agree, so an error of a factor of two only costs time. */
enum { EDGES_FOR_A_RESULT = 4 };

/* Adds a row: the gain of each outcome of the answer in this turn, then that of each expectation. `before` holds the
 * previous sums and is updated. Rows are differences of running sums, because flow keeps one set of sums, with a list
 * or without. */
static salvo_status add_turn(salvo_odds *odds, const solver *s, int64_t turn, double *before, salvo_error *err)
{
    const flow *f = &s->runs[0].flow;
    const salvo_procedure *p = s->question->procedure;
    double *row = salvo_arena_array(odds->memory, odds->n_outcomes + p->n_expectations, sizeof *row);
    double *gain = row + odds->n_outcomes;

    if (!row)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < odds->n_outcomes; i++) {
        double now = f->reals[f->outcomes + totals_place(&s->outcomes, odds->outcomes[i].outcome)];

        row[i] = now - before[i];
        before[i] = now;
    }
    for (size_t k = 0; k < p->n_expectations; k++) {
        double parts = p->expectations[k].parts > 1 ? (double)p->expectations[k].parts : 1;
        double now = f->reals[f->gains + k] / parts;

        gain[k] = now - before[odds->n_outcomes + k];
        before[odds->n_outcomes + k] = now;
    }
    odds->turns[odds->n_turns++] = (salvo_turn){turn, row, gain};
    return SALVO_OK;
}

/* For large chains the list ignores states with a chance below 1e-24 in a turn, and ends early after this many edges. A
 * list is for reading, and must not take longer than the answer. */
enum { STATES_FOLLOWED_ALL = 50000, EDGES_FOLLOWED_ALL = 1000000, TURNS_WORK_MAX = 50000000 };
/* All that is ignored is at most this, times the states, times the turns. The answer itself has no such bound. */
static const double TOO_RARE_TO_LIST = 1e-24;

/* Settles turn by turn and adds a row after each. The list ends when less than `tail` of the probability is left, as
 * its last row says. */
static salvo_status walk_turns(salvo_odds *odds, solver *s, size_t turns_max, double tail, salvo_error *err)
{
    flow *f = &s->runs[0].flow;
    double *before =
        salvo_arena_array(odds->memory, odds->n_outcomes + s->question->procedure->n_expectations, sizeof *before);
    salvo_status status = SALVO_OK;

    if (!before)
        return salvo_fail_memory(err);
    flow_begin(f, 0);
    for (size_t turn = 1; turn <= turns_max && status == SALVO_OK; turn++) {
        status = flow_settle(f, err);
        if (status == SALVO_OK)
            status = add_turn(odds, s, (int64_t)turn, before, err);
        /* The next turn is prepared before the list may end. */
        if (!flow_next_turn(f) || flow_in_places(f) < tail || f->work.done > TURNS_WORK_MAX)
            break;
    }
    return status;
}

/* The run has a flow of its own, whose sums are those of a turn. */
static salvo_status follow_turns(salvo_odds *odds, solver *s, size_t turns_max, double tail, salvo_error *err)
{
    salvo_status status = solver_add_run(s, (int64_t)turns_max, 0, err);

    if (status == SALVO_OK)
        status = solver_make_flow(s, &s->runs[0], SALVO_DOUBLE, err);
    if (status != SALVO_OK)
        return status;
    if (s->graph->n_states > STATES_FOLLOWED_ALL || s->graph->n_edges > EDGES_FOLLOWED_ALL)
        s->runs[0].flow.least = TOO_RARE_TO_LIST;
    status = walk_turns(odds, s, turns_max, tail, err);
    flow_free(&s->runs[0].flow);
    return status;
}

/* Always in doubles: rows are for reading, and each is a difference of sums that are exact to the last digits. It has
 * its own solver, because that of the answer may be in fractions and its sums are final. */
static salvo_status list_turns(salvo_odds *odds, const salvo_question *q, const state_graph *graph,
                               const salvo_odds_options *options, salvo_error *err)
{
    int64_t limit = graph_turn_limit(q);
    size_t turns_max = options->turns_max;
    solver s;
    salvo_status status;

    if (limit && (uint64_t)limit < turns_max)
        turns_max = (size_t)limit;
    if (turns_max == 0 || graph->states[0].outcome != SALVO_CONTINUES) /* it ended before its first turn */
        return SALVO_OK;
    odds->turns = salvo_arena_array(odds->memory, turns_max, sizeof *odds->turns);
    if (!odds->turns)
        return salvo_fail_memory(err);
    TRY(solver_init(&s, q, graph, err));
    status = follow_turns(odds, &s, turns_max, options->turns_tail, err);
    solver_free(&s);
    return status;
}

/* `effort` counts dice results, work counts edges; the factor converts one into the other. The caller owns *numbers. */
static salvo_status solve(totals *numbers, const salvo_question *q, const state_graph *graph,
                          const salvo_odds_options *options, salvo_error *err)
{
    chain_course answer;
    solver s;
    salvo_status status;

    TRY(solver_init(&s, q, graph, err));
    s.edges_max = options->effort * EDGES_FOR_A_RESULT;
    status = solver_add_run(&s, graph_turn_limit(q), 0, err);
    if (status == SALVO_OK)
        status = solver_solve(&s, options->arithmetic, &answer, err);
    if (status == SALVO_OK)
        *numbers = answer.totals;
    solver_free(&s);
    return status;
}

static salvo_status report(salvo_odds *odds, const totals *numbers, const salvo_question *q, const state_graph *graph,
                           const salvo_odds_options *options, salvo_error *err)
{
    TRY(totals_report(odds, numbers, q, err));
    return list_turns(odds, q, graph, options, err);
}

/* A chain that was solved before needs only a report. A matrix asks for hundreds of duels, and many pairs of units
 * have the same graph. The graph moves into the store with its solution, and *graph is emptied. */
static salvo_status solve_or_find(salvo_odds *odds, const salvo_question *q, state_graph *graph,
                                  const salvo_odds_options *options, salvo_error *err)
{
    const solved_key key = {q->procedure, graph_turn_limit(q), options->effort, options->arithmetic};
    const totals *known = options->solved ? solved_find(options->solved, &key, graph) : NULL;
    totals numbers;
    salvo_status status;

    if (known)
        return report(odds, known, q, graph, options, err);
    TRY(solve(&numbers, q, graph, options, err));
    status = report(odds, &numbers, q, graph, options, err);
    if (options->solved && solved_keep(options->solved, &key, graph, &numbers))
        *graph = (state_graph){.n_states = 0};
    else
        totals_free(&numbers);
    return status;
}

/* Enumerates before the look-up, because it is fast and only the graph shows whether two questions are the same. */
salvo_status chain_solve(salvo_odds *odds, const salvo_question *q, const salvo_odds_options *options, salvo_error *err)
{
    graph_limits limits = options->effort ? graph_limits_within(options->effort) : GRAPH_LIMITS;
    intern_table states;
    state_graph graph;
    salvo_status status = chain_graph_compile(&graph, &states, q, &limits, options->arithmetic, err);

    intern_table_free(&states);
    if (status != SALVO_OK)
        return status;
    odds->size = graph.n_states;
    status = solve_or_find(odds, q, &graph, options, err);
    state_graph_free(&graph);
    return status;
}
