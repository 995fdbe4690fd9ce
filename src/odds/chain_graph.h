/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph of a chain that is solved: with long ways that are exact only if its fractions need them. */
#ifndef SALVO_ODDS_CHAIN_GRAPH_H
#define SALVO_ODDS_CHAIN_GRAPH_H

#include "odds/state_graph.h"

/* Compiles the graph as state_graph_compile does; limits->ways is not used. For SALVO_DOUBLE the graph is rounded. For
 * SALVO_RATIONAL it is rounded if its fractions would be given up. */
salvo_status chain_graph_compile(state_graph *graph, intern_table *states, const salvo_question *question,
                                 const graph_limits *limits, salvo_arithmetic wanted, salvo_error *err);

#endif
