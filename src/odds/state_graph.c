#include "odds/state_graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/numbering.h"
#include "odds/outcome_table.h"

/* States while they are being found. */
typedef struct finder {
    const salvo_question *question;
    const salvo_chain *chain;
    state_graph *graph;
    numbering numbers; /* of states, by their bytes */
} finder;

static salvo_status find_state(finder *f, const unsigned char *bytes, uint32_t *number, salvo_error *err)
{
    state_graph *graph = f->graph;
    bool is_new;

    if (!numbering_of(&f->numbers, bytes, number, &is_new))
        return salvo_fail_memory(err);
    if (!is_new)
        return SALVO_OK;
    if (graph->n_states == SALVO_STATES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "%s needs more than the %d states that are enumerated",
                          f->question->procedure->name, SALVO_STATES_MAX);
    if (!salvo_grow(&graph->states, &graph->states_capacity, graph->n_states + 1, sizeof *graph->states))
        return salvo_fail_memory(err);
    graph->states[graph->n_states++].outcome = f->chain->outcome(f->question->situation, bytes);
    return SALVO_OK;
}

/* Counts a dice result from the state whose edges are the last ones. */
static salvo_status count(state_graph *graph, size_t from, const graph_edge *step, salvo_error *err)
{
    graph_state *state = &graph->states[from];

    for (size_t i = 0; i < state->n_edges; i++) {
        graph_edge *edge = &graph->edges[state->first_edge + i];

        if (edge->to == step->to && edge->ends_turn == step->ends_turn &&
            memcmp(edge->gain, step->gain, sizeof step->gain) == 0) {
            edge->ways += step->ways;
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
    salvo_status status;
    salvo_dice dice;

    memcpy(here, numbering_key(&f->numbers, from), f->chain->state_size);
    f->chain->dice(f->question->situation, here, &dice);
    f->graph->states[from].ways = salvo_dice_ways(&dice);
    f->graph->states[from].first_edge = f->graph->n_edges;
    status = throw_check(&dice, f->question->procedure->name, err);
    if (status != SALVO_OK)
        return status;
    salvo_dice_first(&dice, faces);
    do {
        graph_edge step = {.ways = salvo_dice_weight(&dice, faces)};

        if (step.ways == 0)
            continue;
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
    salvo_status status;

    f->chain->start(f->question->situation, start);
    status = find_state(f, start, &number, err);
    for (size_t i = 0; status == SALVO_OK && i < f->graph->n_states; i++)
        if (f->graph->states[i].outcome == SALVO_GOES_ON)
            status = expand(f, i, err);
    return status;
}

salvo_status state_graph_compile(state_graph *graph, const salvo_question *question, salvo_error *err)
{
    const salvo_chain *chain = question->procedure->chain;
    finder f = {.question = question, .chain = chain, .graph = graph, .numbers = {.key_size = chain->state_size}};
    salvo_status status;

    assert(chain->state_size <= SALVO_STATE_MAX);
    memset(graph, 0, sizeof *graph);
    status = find_all(&f, err);
    numbering_free(&f.numbers);
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
