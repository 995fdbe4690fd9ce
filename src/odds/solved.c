/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds graphs by a hash and then compares them in full, because an exact answer must not rest on a hash. Open
 * addressing, at most half full. */
#include "odds/solved.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* At most half full, so that a search always ends at a free place, mostly at its first. */
enum {
    CHAINS_MAX = 1 << 14,
    PLACES = 2 * CHAINS_MAX,
    EDGES_MAX = 1 << 20, /* of all chains together: 12 MB, and mostly fewer states */
};

typedef struct solved_chain {
    solved_key key;
    uint64_t hash;
    state_graph graph;
    totals totals;
} solved_chain;

struct salvo_solved {
    solved_chain *places[PLACES]; /* NULL: free */
    size_t n, n_edges;
};

salvo_solved *solved_new(void)
{
    return calloc(1, sizeof(salvo_solved));
}

void solved_free(salvo_solved *solved)
{
    for (size_t i = 0; solved && i < PLACES; i++)
        if (solved->places[i]) {
            state_graph_free(&solved->places[i]->graph);
            totals_free(&solved->places[i]->totals);
            free(solved->places[i]);
        }
    free(solved);
}

static size_t states_bytes(const state_graph *g)
{
    return g->n_states * sizeof *g->states;
}

static size_t edges_bytes(const state_graph *g)
{
    return g->n_edges * sizeof *g->edges;
}

static size_t gains_bytes(const state_graph *g)
{
    return g->gains.count * g->gains.key_size;
}

/* The makers of the structs zero their padding: salvo_grow() for states and edges, initialisers for keys. */
static uint64_t hash_of(const solved_key *key, const state_graph *g)
{
    uint64_t hash = salvo_hash_words(SALVO_HASH, key, sizeof *key);

    hash = salvo_hash_words(hash, g->states, states_bytes(g));
    hash = salvo_hash_words(hash, g->edges, edges_bytes(g));
    return salvo_hash_words(hash, g->gains.keys, gains_bytes(g));
}

/* If there are no bytes, the array may be NULL. */
static bool are_same(const void *a, const void *b, size_t bytes)
{
    return bytes == 0 || memcmp(a, b, bytes) == 0;
}

/* Cheap comparisons come first. Bytes are compared only if the hash agrees. */
static bool is_equal(const solved_chain *c, uint64_t hash, const solved_key *key, const state_graph *g)
{
    return c->hash == hash && are_same(&c->key, key, sizeof *key) && c->graph.n_states == g->n_states &&
           c->graph.n_edges == g->n_edges && c->graph.gains.count == g->gains.count &&
           are_same(c->graph.states, g->states, states_bytes(g)) &&
           are_same(c->graph.edges, g->edges, edges_bytes(g)) &&
           are_same(c->graph.gains.keys, g->gains.keys, gains_bytes(g));
}

/* The place of the chain, whether it is there or not. */
static size_t place_of(const salvo_solved *solved, uint64_t hash, const solved_key *key, const state_graph *g)
{
    size_t at = hash % PLACES;

    while (solved->places[at] && !is_equal(solved->places[at], hash, key, g))
        at = (at + 1) % PLACES;
    return at;
}

const totals *solved_find(const salvo_solved *solved, const solved_key *key, const state_graph *graph)
{
    const solved_chain *c;

    if (graph->n_chances) /* the bytes of its edges do not contain their ways */
        return NULL;
    c = solved->places[place_of(solved, hash_of(key, graph), key, graph)];
    return c ? &c->totals : NULL;
}

/* If the store is full, the new chain is not kept, and nothing else is dropped: a matrix meets its most frequent
 * graphs first. */
bool solved_keep(salvo_solved *solved, const solved_key *key, state_graph *graph, totals *numbers)
{
    const uint64_t hash = hash_of(key, graph);
    solved_chain *c;

    if (graph->n_chances || solved->n == CHAINS_MAX || graph->n_edges > EDGES_MAX - solved->n_edges)
        return false;
    c = malloc(sizeof *c);
    if (!c)
        return false;
    *c = (solved_chain){*key, hash, *graph, *numbers};
    solved->places[place_of(solved, hash, key, graph)] = c;
    solved->n++;
    solved->n_edges += graph->n_edges;
    return true;
}
