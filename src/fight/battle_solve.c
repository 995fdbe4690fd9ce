/* The graph is built first: it tells whether the battle is small. */
#include "fight/battle_solve.h"

#include "fight/battle_fold.h"
#include "fight/graph_builder.h"

/* A result takes the longer the more elements there are; to choose the best target takes as long as some results do, and so
 * does to ask a script throw by throw. Measured so that a default answer takes about a second at most, whatever the battle. */
uint64_t battle_effort(const battle_model *e)
{
    enum { ELEMENTS = 10, RESULTS_FOR_BEST = 5, RESULTS_FOR_SCRIPT = 8 };
    const int n = e->side[SIDE_A].n + e->side[SIDE_B].n;
    const bool best = e->side[SIDE_A].targets == SALVO_BEST || e->side[SIDE_B].targets == SALVO_BEST;
    const bool asks = e->book->script && !battle_graph_takes(e);

    return (uint64_t)(SALVO_BATTLE_EFFORT * ELEMENTS / (ELEMENTS + n) / (best ? RESULTS_FOR_BEST : 1) /
                      (asks ? RESULTS_FOR_SCRIPT : 1));
}

/* Whether the chain is to answer: in fractions, or because it goes round. Fractions need the chain, which is solved in
 * either kind of number; a battle that is over before it begins has no graph. */
static bool is_for_chain(const battle_graph *g, const salvo_odds_options *options)
{
    return (options->arithmetic == SALVO_RATIONAL && graph_size(g) <= FRACTIONS_MAX) ||
           (g->circles && !g->e->turn_limit) || g->positions[0].outcome != SALVO_GOES_ON;
}

static salvo_status solve_graph(salvo_odds *odds, const battle_graph *g, const salvo_odds_options *options,
                                salvo_error *err)
{
    salvo_status status;

    *odds = (salvo_odds){.memory = salvo_arena_new()};
    status = odds->memory ? battle_fold(odds, g, options, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_odds_free(odds);
    return status;
}

/* Three ways: the graph in doubles is the fast one; the chain is asked for fractions, for circles, and for activations
 * that cannot be composed. */
salvo_status battle_solve(salvo_odds *odds, const salvo_question *question, const battle_model *e,
                          const salvo_odds_options *options, salvo_error *err)
{
    const battle_graph_limits limits = {.effort = options->effort};
    battle_graph graph;
    salvo_status status;
    bool left; /* to the chain: what cannot be composed as a whole may be thrown */

    *odds = (salvo_odds){.memory = NULL};
    if (!battle_graph_takes(e))
        return salvo_odds_solve(odds, question, options, err);
    status = battle_graph_build(&graph, e, &limits, err);
    left = status == SALVO_TOO_LARGE && !graph.is_full;
    if (status == SALVO_OK && is_for_chain(&graph, options)) {
        status = salvo_odds_solve(odds, question, options, err);
        if (status == SALVO_TOO_LARGE && (!graph.circles || e->turn_limit)) /* as a chain of throws */
            status = solve_graph(odds, &graph, options, err);
    } else if (status == SALVO_OK) {
        status = solve_graph(odds, &graph, options, err);
    }
    battle_graph_free(&graph);
    return left ? salvo_odds_solve(odds, question, options, err) : status;
}
