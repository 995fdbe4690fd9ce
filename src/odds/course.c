/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the intermediate numbers of an answer, which explanations need and a solution does not store. */
#include "odds/course.h"

/* If the chain has no limit, its turns are followed separately, after the solution. */
static salvo_status add_runs(solver *s, size_t turns_max, salvo_error *err)
{
    const int64_t limit = graph_turn_limit(s->question);
    const salvo_status status = solver_add_run(s, limit, limit ? turns_max : 0, err);

    if (status != SALVO_OK || limit || turns_max == 0)
        return status;
    return solver_add_run(s, (int64_t)turns_max, turns_max, err);
}

/* Fractions first, as in the answer itself, so that both agree about which numbers are exact. */
salvo_status chain_follow(chain_course *course, const salvo_question *q, const state_graph *graph, size_t turns_max,
                          salvo_error *err)
{
    solver s;
    salvo_status status = solver_init(&s, q, graph, err);

    *course = (chain_course){.n_turns = 0};
    if (status != SALVO_OK)
        return status;
    s.notes_visits = true;
    status = add_runs(&s, turns_max, err);
    if (status == SALVO_OK)
        status = solver_solve(&s, SALVO_RATIONAL, course, err);
    solver_free(&s);
    return status;
}
