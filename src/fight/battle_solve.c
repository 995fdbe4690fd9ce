/* The graph is built first: it tells whether the battle is small. */
#include "fight/battle_solve.h"

#include "fight/battle_fold.h"

enum { RESULTS_FOR_AN_EDGE = 2 }; /* dice results that the chain tries in the time that an edge of the graph takes */

/* Solves the graph; *left_to_chain where that is not how the battle is solved. */
static salvo_status solve_graph(salvo_odds *odds, const battle_graph *g, const salvo_odds_options *options,
                                bool *left_to_chain, salvo_error *err)
{
    salvo_status status;

    *left_to_chain = (options->arithmetic == SALVO_RATIONAL && graph_size(g) <= FRACTIONS_MAX) ||
                     (g->circles && !g->e->turn_limit) || g->positions[0].outcome != SALVO_GOES_ON;
    if (*left_to_chain)
        return SALVO_OK;
    *odds = (salvo_odds){.memory = salvo_arena_new()};
    status = odds->memory ? battle_fold(odds, g, options, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_odds_free(odds);
    return status;
}

salvo_status battle_solve(salvo_odds *odds, const salvo_question *question, const battle_model *e,
                          const salvo_odds_options *options, salvo_error *err)
{
    const battle_graph_limits limits = {.effort = options->effort / RESULTS_FOR_AN_EDGE};
    battle_graph graph;
    bool left_to_chain = true;
    salvo_status status;

    *odds = (salvo_odds){.memory = NULL};
    if (!battle_graph_takes(e))
        return salvo_odds_solve(odds, question, options, err);
    status = battle_graph_build(&graph, e, &limits, err);
    if (status == SALVO_OK)
        status = solve_graph(odds, &graph, options, &left_to_chain, err);
    else
        left_to_chain = false;
    battle_graph_free(&graph);
    return left_to_chain ? salvo_odds_solve(odds, question, options, err) : status;
}
