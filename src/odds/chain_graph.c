/* SPDX-License-Identifier: GPL-3.0-or-later */
/* While a graph is found, each state with long ways is taken for one that is in no cycle with others, whose divisor does
 * not depend on them. If one is in a cycle, this may have been wrong, and the graph is found again with exact ways. */
#include "odds/chain_graph.h"

#include "base/try.h"
#include "odds/components.h"

/* Whether a state with long ways is in a cycle. */
static bool has_long_cycle(const components *c)
{
    for (uint32_t component = 0; component < c->n; component++)
        for (size_t i = c->first[component]; i < c->first[component + 1] && component_size(c, component) > 1; i++)
            if (!c->graph->states[c->states[i]].ways && !state_ends(c->graph, c->states[i]))
                return true;
    return false;
}

static salvo_status check_cycles(const state_graph *graph, const salvo_question *q, bool *wrong, salvo_error *err)
{
    components c;

    *wrong = false;
    if (!graph->is_rounded || !graph->leads_back)
        return SALVO_OK;
    TRY(components_find(&c, graph, graph_turn_limit(q) != 0, err));
    *wrong = has_long_cycle(&c);
    components_free(&c);
    return SALVO_OK;
}

salvo_status chain_graph_compile(state_graph *graph, intern_table *states, const salvo_question *question,
                                 const graph_limits *limits, salvo_arithmetic wanted, salvo_error *err)
{
    graph_limits with = *limits;
    bool wrong;
    salvo_status status;

    with.ways = wanted == SALVO_RATIONAL ? WAYS_FOR_FRACTIONS : WAYS_ROUNDED;
    status = state_graph_compile(graph, states, question, &with, err);
    if (status != SALVO_OK || wanted != SALVO_RATIONAL)
        return status;
    status = check_cycles(graph, question, &wrong, err);
    if (status == SALVO_OK && !wrong)
        return SALVO_OK;
    state_graph_free(graph);
    if (status != SALVO_OK)
        return status;
    intern_table_free(states);
    with.ways = WAYS_EXACT;
    return state_graph_compile(graph, states, question, &with, err);
}
