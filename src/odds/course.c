/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the intermediate numbers of an answer, which explanations need and a solution does not store. */
#include "odds/course.h"

#include <stdlib.h>

/* Also frees a partly built object: missing arrays are NULL. */
void chain_course_free(chain_course *c)
{
    const arithmetic *with = &c->totals.with;

    if (c->visits)
        numbers_free(with, c->visits, c->graph->n_states);
    if (c->by_turn)
        numbers_free(with, c->by_turn, c->n_turns_kept);
    free(c->is_stuck);
    if (c->totals.outcomes)
        totals_free(&c->totals);
    *c = (chain_course){.n_turns = 0};
}

/* If the chain has no limit, its turns are followed separately, after the solution. */
static salvo_status follow_turns(solver *s, int64_t limit, size_t turns_max, salvo_error *err)
{
    chain_course *course = s->course;
    solver turns;
    salvo_status status;

    s->turns_max = limit ? turns_max : 0;
    status = solver_settle(s, limit, err);
    if (status != SALVO_OK || limit || turns_max == 0)
        return status;
    status = solver_init(&turns, s->question, s->graph, s->totals.with.kind, err);
    if (status != SALVO_OK)
        return status;
    turns.course = course;
    turns.turns_max = turns_max;
    turns.only_turns = true;
    status = solver_settle(&turns, (int64_t)turns_max, err);
    s->totals.with.outgrown = s->totals.with.outgrown || turns.totals.with.outgrown;
    solver_free(&turns);
    totals_free(&turns.totals);
    return status;
}

/* On failure, and if fractions are outgrown, chain_course_free frees what was made. */
static salvo_status follow_with(chain_course *c, const salvo_question *q, const state_graph *graph, size_t turns_max,
                                salvo_arithmetic kind, salvo_error *err)
{
    solver s;
    salvo_status status = solver_init(&s, q, graph, kind, err);

    if (status != SALVO_OK)
        return status;
    *c = (chain_course){.graph = graph,
                        .visits = numbers_new(&s.totals.with, graph->n_states),
                        .is_stuck = calloc(graph->n_states, sizeof *c->is_stuck),
                        .n_turns_kept = turns_max * s.totals.n_outcomes,
                        .by_turn = numbers_new(&s.totals.with, turns_max * s.totals.n_outcomes)};
    s.course = c;
    status = c->visits && c->is_stuck && c->by_turn ? follow_turns(&s, solver_limit(q), turns_max, err)
                                                    : salvo_fail_memory(err);
    c->totals = s.totals;
    solver_free(&s);
    if (status == SALVO_OK)
        totals_finish(&c->totals, q->procedure);
    return status;
}

/* Fractions first, as in the answer itself, so that both agree about which numbers are exact. */
salvo_status chain_follow(chain_course *course, const salvo_question *q, const state_graph *graph, size_t turns_max,
                          salvo_error *err)
{
    bool fractions = solver_tries_fractions(graph);
    salvo_status status = SALVO_OK;

    *course = (chain_course){.n_turns = 0};
    if (fractions)
        status = follow_with(course, q, graph, turns_max, SALVO_RATIONAL, err);
    if (status == SALVO_OK && (!fractions || course->totals.with.outgrown)) {
        chain_course_free(course);
        status = follow_with(course, q, graph, turns_max, SALVO_DOUBLE, err);
    }
    if (status != SALVO_OK)
        chain_course_free(course);
    return status;
}
