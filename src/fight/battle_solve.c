/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the graph first, which shows whether the battle is small. */
#include "fight/battle_solve.h"

#include "fight/battle_fold.h"
#include "fight/graph_builder.h"
#include "simulate/reference_engine.h"

/* The time of a result grows with the number of elements. Choosing the best makes a throw this many times slower, and
 * an edge of the graph less so, because the graph keeps the worth of fire. */
enum { ELEMENTS = 10, RESULTS_FOR_BEST = 4, EDGES_FOR_BEST = 2 };

static int n_elements(const battle_model *model)
{
    return model->side[SIDE_A].n + model->side[SIDE_B].n;
}

bool chooses_best(const battle_model *model)
{
    bool best = false;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        best = best || model->side[side].targets == SALVO_BEST || model->side[side].acts == SALVO_ACTS_BEST;
    return best;
}

uint64_t battle_work(const battle_model *model, uint64_t thrown)
{
    return reference_engine_work(model->book, thrown) * (uint64_t)(ELEMENTS + n_elements(model)) / ELEMENTS *
           (chooses_best(model) ? RESULTS_FOR_BEST : 1);
}

/* Measured so that a default answer takes about a second at most, for any battle. A battle without a graph is a chain from
 * the start. It throws the same throws again and again, and a script's results of a throw are kept, so asking costs
 * little. */
uint64_t battle_effort(const salvo_question *question)
{
    const battle_model *model = question->situation;
    const bool graph = battle_graph_takes(model);
    const int dearer = chooses_best(model) ? (graph ? EDGES_FOR_BEST : RESULTS_FOR_BEST) : 1;

    return (uint64_t)(SALVO_BATTLE_EFFORT * ELEMENTS / (ELEMENTS + n_elements(model)) / dearer);
}

/* Whether the chain should answer: for fractions, or because the graph has cycles. Fractions need the chain, which
 * has both kinds of arithmetic. A battle that is over before it begins has no graph. */
static bool is_for_chain(const battle_graph *g, const salvo_odds_options *options)
{
    return (options->arithmetic == SALVO_RATIONAL && graph_size(g) <= FRACTIONS_MAX) ||
           (g->cycles && !g->model->turn_limit) || g->positions[0].outcome != SALVO_CONTINUES;
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

/* There are three ways. The graph in doubles is fast. The chain serves fractions and cycles, and activations that
 * cannot be composed. */
salvo_status battle_solve(salvo_odds *odds, const salvo_question *question, const salvo_odds_options *options,
                          salvo_error *err)
{
    const battle_model *model = question->situation;
    const battle_graph_limits limits = {.effort = options->effort};
    salvo_odds_options of_chain = *options;
    battle_graph graph;
    salvo_status status;
    bool left; /* for the chain, which may throw what cannot be composed */

    *odds = (salvo_odds){.memory = NULL};
    if (!battle_graph_takes(model))
        return salvo_odds_solve(odds, question, options, err);
    status = battle_graph_build(&graph, model, &limits, err);
    left = status == SALVO_TOO_LARGE && !graph.is_full;
    if (status == SALVO_OK && is_for_chain(&graph, options)) {
        status = salvo_odds_solve(odds, question, options, err);
        if (status == SALVO_TOO_LARGE && (!graph.cycles || model->turn_limit)) /* as a chain of throws */
            status = solve_graph(odds, &graph, options, err);
    } else if (status == SALVO_OK) {
        status = solve_graph(odds, &graph, options, err);
    }
    battle_graph_free(&graph);
    if (model->book->script) /* asking a script for a throw takes as long as several dice results */
        of_chain.effort /= RESULTS_FOR_SCRIPT;
    return left ? salvo_odds_solve(odds, question, &of_chain, err) : status;
}
