#include "odds/state_graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* States while they are being found: their bytes, and a hash table of their numbers (open addressing, at most half
 * full, 0 for an empty place). */
typedef struct finder {
    const salvo_question *question;
    const salvo_chain *chain;
    state_graph *graph;
    unsigned char *bytes; /* state_size for each state */
    size_t bytes_capacity;
    uint32_t *places;
    size_t n_places;
} finder;

/* FNV-1a, 64 bits, folded. */
static size_t hash_of(const unsigned char *bytes, size_t n)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

static const unsigned char *bytes_of(const finder *f, size_t state)
{
    return f->bytes + state * f->chain->state_size;
}

static void put(finder *f, uint32_t state)
{
    size_t at = hash_of(bytes_of(f, state), f->chain->state_size) & (f->n_places - 1);

    while (f->places[at])
        at = (at + 1) & (f->n_places - 1);
    f->places[at] = state + 1;
}

static salvo_status make_places(finder *f, salvo_error *err)
{
    size_t n = f->n_places ? f->n_places * 2 : 256;
    uint32_t *places = calloc(n, sizeof *places);

    if (!places)
        return salvo_fail_memory(err);
    free(f->places);
    f->places = places;
    f->n_places = n;
    for (uint32_t i = 0; i < f->graph->n_states; i++)
        put(f, i);
    return SALVO_OK;
}

static salvo_status add_state(finder *f, const unsigned char *bytes, uint32_t *number, salvo_error *err)
{
    state_graph *graph = f->graph;
    size_t size = f->chain->state_size, n = graph->n_states;

    if (n == SALVO_STATES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "%s needs more than the %d states that are enumerated",
                          f->question->procedure->name, SALVO_STATES_MAX);
    if (2 * (n + 1) > f->n_places && make_places(f, err) != SALVO_OK)
        return SALVO_NO_MEMORY;
    if (!salvo_grow(&graph->states, &graph->states_capacity, n + 1, sizeof *graph->states) ||
        !salvo_grow(&f->bytes, &f->bytes_capacity, (n + 1) * size, 1))
        return salvo_fail_memory(err);
    memcpy(f->bytes + n * size, bytes, size);
    graph->states[n].outcome = f->chain->outcome(f->question->situation, bytes);
    graph->n_states++;
    put(f, (uint32_t)n);
    *number = (uint32_t)n;
    return SALVO_OK;
}

static salvo_status find_state(finder *f, const unsigned char *bytes, uint32_t *number, salvo_error *err)
{
    size_t size = f->chain->state_size, at = hash_of(bytes, size) & (f->n_places - 1);

    for (; f->places[at]; at = (at + 1) & (f->n_places - 1))
        if (memcmp(bytes_of(f, f->places[at] - 1), bytes, size) == 0) {
            *number = f->places[at] - 1;
            return SALVO_OK;
        }
    return add_state(f, bytes, number, err);
}

/* Counts one dice result from the state whose edges are the last ones. */
static salvo_status count(state_graph *graph, size_t from, const graph_edge *step, salvo_error *err)
{
    graph_state *state = &graph->states[from];

    for (size_t i = 0; i < state->n_edges; i++) {
        graph_edge *edge = &graph->edges[state->first_edge + i];

        if (edge->to == step->to && edge->ends_turn == step->ends_turn &&
            memcmp(edge->gain, step->gain, sizeof step->gain) == 0) {
            edge->ways++;
            return SALVO_OK;
        }
    }
    if (!salvo_grow(&graph->edges, &graph->edges_capacity, graph->n_edges + 1, sizeof *graph->edges))
        return salvo_fail_memory(err);
    graph->edges[graph->n_edges++] = *step;
    state->n_edges++;
    return SALVO_OK;
}

/* All steps from one state. */
static salvo_status expand(finder *f, size_t from, salvo_error *err)
{
    _Alignas(max_align_t) unsigned char here[SALVO_STATE_MAX], next[SALVO_STATE_MAX];
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;

    memcpy(here, bytes_of(f, from), f->chain->state_size);
    f->chain->dice(f->question->situation, here, &dice);
    f->graph->states[from].ways = salvo_dice_ways(&dice);
    f->graph->states[from].first_edge = f->graph->n_edges;
    if (f->graph->states[from].ways - 1 >= SALVO_ROLL_WAYS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "a step of %s has more than the %d dice results that are counted",
                          f->question->procedure->name, SALVO_ROLL_WAYS_MAX);
    salvo_dice_first(&dice, faces);
    do {
        graph_edge step = {.ways = 1};
        salvo_status status;

        memcpy(next, here, f->chain->state_size);
        step.ends_turn = f->chain->step(f->question->situation, next, faces, step.gain);
        status = find_state(f, next, &step.to, err);
        if (status == SALVO_OK)
            status = count(f->graph, from, &step, err);
        if (status != SALVO_OK)
            return status;
    } while (salvo_dice_next(&dice, faces));
    return SALVO_OK;
}

static salvo_status find_all(finder *f, salvo_error *err)
{
    _Alignas(max_align_t) unsigned char start[SALVO_STATE_MAX] = {0};
    uint32_t number;
    salvo_status status = make_places(f, err);

    if (status == SALVO_OK) {
        f->chain->start(f->question->situation, start);
        status = add_state(f, start, &number, err);
    }
    for (size_t i = 0; status == SALVO_OK && i < f->graph->n_states; i++)
        if (f->graph->states[i].outcome == SALVO_GOES_ON)
            status = expand(f, i, err);
    return status;
}

salvo_status state_graph_compile(state_graph *graph, const salvo_question *question, salvo_error *err)
{
    finder f = {.question = question, .chain = question->procedure->chain, .graph = graph};
    salvo_status status;

    assert(f.chain->state_size <= SALVO_STATE_MAX);
    memset(graph, 0, sizeof *graph);
    status = find_all(&f, err);
    free(f.bytes);
    free(f.places);
    if (status != SALVO_OK)
        state_graph_free(graph);
    return status;
}

void state_graph_free(state_graph *graph)
{
    free(graph->states);
    free(graph->edges);
    memset(graph, 0, sizeof *graph);
}
