/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A breadth-first search: states are numbered and expanded in the order in which they are reached. Edges take most of
 * the memory (480 MB at the limit), so each has 12 bytes. Equal edges are merged when found, by a list of edges that
 * lead to one state instead of a hash table. */
#include "odds/state_graph.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/try.h"
#include "odds/explorer.h"
#include "odds/outlook.h"
#include "rules/fault.h"

enum {
    EDGES_MAX = 40000000,     /* 480 MB */
    COUNTED_MORE = 40000000,  /* dice results tried to count states beyond a limit: two or three seconds */
    COUNTED_STATES = 4000000, /* maximum number of states that are counted ... */
    COUNTED_BYTES = 1 << 28,  /* ... and their memory */
    COUNTED_IN_A_HURRY = 8,   /* this part of an effort goes into counting: an eighth ... */
    COUNTED_FOR_A_STATE = 16, /* ... in which a new state costs as much as this many results */
    SMALL_STATES = 32,        /* allocated at first, so that the arrays of a graph with few states ... */
    SMALL_EDGES = 128,        /* ... need not grow */
    RESULTS_FOR_A_STATE = 4,  /* part of an effort that a state costs besides its own results */
};

/* Results are unlimited here: a user who requests the exact answer waits for it. */
const graph_limits GRAPH_LIMITS = {.states = SALVO_STATES_MAX, .edges = EDGES_MAX, .results = UINT64_MAX};

/* Keeps some of the effort for counting, so that the message can give the number of states. */
graph_limits graph_limits_within(uint64_t effort)
{
    graph_limits limits = GRAPH_LIMITS;

    limits.results = effort - effort / COUNTED_IN_A_HURRY;
    limits.counted = effort / COUNTED_IN_A_HURRY;
    if (limits.states > effort / RESULTS_FOR_A_STATE)
        limits.states = (size_t)(effort / RESULTS_FOR_A_STATE);
    return limits;
}

/* The search for states. After `too_large` is set, states are only numbered, without edges. */
typedef struct finder {
    explorer *explorer;
    const graph_limits *limits;
    state_graph *graph;
    size_t from;      /* the state in expansion */
    uint32_t *latest; /* by state: the last edge that leads to it, as its number + 1 */
    uint32_t *older;  /* by edge of the state in expansion: the previous edge to the same state */
    size_t latest_capacity, older_capacity;
    uint64_t results, results_max;                      /* results tried so far, and their limit */
    enum { NOTHING, STATES, EDGES, RESULTS } too_large; /* the limit that was exceeded first */
    bool gave_up; /* counting was given up, too: the number of states is a lower bound */
    int64_t turn_limit;
    outlook outlook;    /* of fractions, by the states with long ways */
    uint64_t long_work; /* of following their ways once */
    double (
        *chances)[UINT8_MAX]; /* by die and face - 1, of the throw in hand, if it is long and the graph is rounded */
    size_t chances_capacity;
    graph_edge gained; /* its gain is the last one that was not 0; 0 at first */
} finder;

/* Frees what only a solution needs, because counting may need the memory. The message gives the number of states, so
 * that users see whether a smaller question would work. */
static void count_only(finder *f, int too_large)
{
    f->too_large = too_large;
    f->results_max = f->results + (f->limits->counted ? f->limits->counted : COUNTED_MORE);
    free(f->graph->edges);
    free(f->graph->states);
    f->graph->edges = NULL;
    f->graph->states = NULL;
}

/* Limits number and memory, because a state may have 512 bytes. */
static bool counted_too_many(const finder *f)
{
    const intern_table *states = &f->explorer->states;

    return states->count > COUNTED_STATES || states->count * states->key_size > COUNTED_BYTES;
}

static salvo_status fail_too_large(const finder *f, salvo_error *err)
{
    char why[64] = "trying all their throws would take too long";

    /* The message names the exceeded limit and the number of states. */
    if (f->too_large == STATES)
        snprintf(why, sizeof why, "at most %zu are enumerated", f->limits->states);
    else if (f->too_large == EDGES)
        snprintf(why, sizeof why, "at most %zu steps between them are enumerated", f->limits->edges);
    return salvo_fail(err, SALVO_TOO_LARGE, "%s needs %s%zu states; %s", f->explorer->question->procedure->schema.name,
                      f->gave_up ? "more than " : "", f->explorer->states.count - f->gave_up, why);
}

/* Asks for the outcome of each state once, when the state is found. */
static salvo_status add_state(finder *f, salvo_error *err)
{
    const explorer *x = f->explorer;
    state_graph *graph = f->graph;
    graph_state *state;

    if (x->states.count > f->limits->states) { /* the new state is included */
        count_only(f, STATES);
        return SALVO_OK;
    }
    if (!salvo_grow(&graph->states, &graph->states_capacity, graph->n_states + 1, sizeof *graph->states) ||
        !salvo_grow(&f->latest, &f->latest_capacity, graph->n_states + 1, sizeof *f->latest))
        return salvo_fail_memory(err);
    state = &graph->states[graph->n_states++];
    state->outcome = x->chain->outcome(x->situation, x->next);
    if (x->chain->never_ends && state->outcome == SALVO_CONTINUES)
        state->unended = x->chain->never_ends(x->situation, x->next);
    else if (x->chain->stopped && state->outcome == SALVO_CONTINUES)
        state->unended = x->chain->stopped(x->situation, x->next);
    return SALVO_OK;
}

static salvo_status find_state(finder *f, uint32_t *number, salvo_error *err)
{
    bool is_new;

    if (!explorer_number(f->explorer, number, &is_new))
        return salvo_fail_memory(err);
    if (is_new && !f->too_large)
        return add_state(f, err);
    f->gave_up = f->gave_up || (is_new && counted_too_many(f));
    if (is_new && f->limits->counted)
        f->results += COUNTED_FOR_A_STATE;
    return SALVO_OK;
}

/* The long ways of the step are the last in the list. */
static void add_ways(state_graph *graph, const graph_state *from, graph_edge *edge, const graph_edge *step)
{
    if (from->ways) {
        edge->ways += step->ways;
    } else if (graph->is_rounded) {
        graph->chances[edge->ways] += graph->chances[step->ways];
        graph->n_chances--;
    } else {
        mpz_add(graph->longs.list[edge->ways], graph->longs.list[edge->ways], graph->longs.list[step->ways]);
        long_ways_drop(&graph->longs);
    }
}

/* Adds an edge to the state whose edges are last, or adds its ways to an equal edge: the same state, gain and end of
 * turn. Candidates are linked from `latest` through `older`, back to the state's first edge. A list, not a hash: few
 * edges of a state lead to the same place, and the list needs four bytes per edge. */
static salvo_status add_edge(finder *f, graph_state *from, const graph_edge *step, salvo_error *err)
{
    state_graph *graph = f->graph;
    uint32_t *latest = &f->latest[step->to];

    /* Edges of earlier states end the list. */
    for (size_t i = *latest; i > from->first_edge; i = f->older[i - 1 - from->first_edge]) {
        graph_edge *edge = &graph->edges[i - 1];

        if (edge->ends_turn == step->ends_turn && edge->gain == step->gain) {
            add_ways(graph, from, edge, step);
            return SALVO_OK;
        }
    }
    if (graph->n_edges == f->limits->edges) {
        count_only(f, EDGES);
        return SALVO_OK;
    }
    if (!salvo_grow(&graph->edges, &graph->edges_capacity, graph->n_edges + 1, sizeof *graph->edges) ||
        !salvo_grow(&f->older, &f->older_capacity, from->n_edges + 1, sizeof *f->older))
        return salvo_fail_memory(err);
    f->older[from->n_edges++] = *latest;
    graph->leads_back = graph->leads_back || step->to < (uint32_t)(from - graph->states);
    graph->edges[graph->n_edges++] = *step;
    *latest = (uint32_t)graph->n_edges;
    return SALVO_OK;
}

static bool is_nothing(const finder *f, const int64_t *gain)
{
    for (size_t k = 0; k < f->explorer->question->procedure->n_expectations; k++)
        if (gain[k])
            return false;
    return true;
}

/* Equal gains share a number, so that edges can be merged. Most steps gain nothing, or the same as the last step that
 * gained something; both need no look-up. */
static salvo_status find_gain(finder *f, const int64_t *gain, graph_edge *step, salvo_error *err)
{
    bool is_new;

    if (is_nothing(f, gain))
        return SALVO_OK;
    if (memcmp(gain, graph_gain(f->graph, &f->gained), f->graph->gains.key_size) != 0) {
        uint32_t number;

        if (!intern_table_of(&f->graph->gains, gain, &number, &is_new))
            return salvo_fail_memory(err);
        f->gained.gain = number & INT32_MAX; /* 31 bits; there are fewer gains than edges */
    }
    step->gain = f->gained.gain;
    return SALVO_OK;
}

/* Beyond the limit, enumeration becomes counting, and counting ends. */
static void count_results(finder *f, uint64_t results)
{
    f->results += results;
    if (f->results <= f->results_max)
        return;
    if (f->too_large) /* results are limited during counting, too */
        f->gave_up = true;
    else
        count_only(f, RESULTS);
}

/* Makes the step of one result, numbers the new state, and adds the edge. `ways` as in an edge. */
static salvo_status take_step(finder *f, const uint8_t *faces, uint32_t ways, salvo_error *err)
{
    graph_edge step = {.ways = ways};
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    salvo_status status;

    step.ends_turn = explorer_step(f->explorer, faces, gain);
    status = find_state(f, &step.to, err);
    if (status != SALVO_OK || f->too_large)
        return status;
    TRY(find_gain(f, gain, &step, err));
    return add_edge(f, &f->graph->states[f->from], &step, err);
}

static salvo_status round_dice(finder *f, const salvo_dice *dice, salvo_error *err)
{
    if (!salvo_grow(&f->chances, &f->chances_capacity, SALVO_DICE_MAX, sizeof *f->chances))
        return salvo_fail_memory(err);
    for (int i = 0; i < dice->count; i++) {
        const salvo_long_weights *longs = dice->long_weights[i];
        const double ways = longs ? 1 : (double)salvo_die_ways(dice, i);

        for (int face = 0; face < dice->sides[i]; face++)
            f->chances[i][face] = longs              ? longs->chance[face]
                                  : dice->weights[i] ? (double)dice->weights[i][face] / ways
                                                     : 1 / ways;
    }
    return SALVO_OK;
}

static salvo_status begin_long_edges(finder *f, const salvo_dice *dice, salvo_error *err)
{
    graph_state *from;

    if (f->graph->is_rounded)
        return round_dice(f, dice, err);
    from = &f->graph->states[f->from];
    if (!long_ways_add(&f->graph->longs, &from->long_ways))
        return salvo_fail_memory(err);
    throw_ways(f->graph->longs.list[from->long_ways], dice);
    return SALVO_OK;
}

static salvo_status keep_chance(finder *f, const salvo_dice *dice, const uint8_t *faces, uint32_t *ways,
                                salvo_error *err)
{
    state_graph *graph = f->graph;
    double chance = 1;

    if (!salvo_grow(&graph->chances, &graph->chances_capacity, graph->n_chances + 1, sizeof *graph->chances))
        return salvo_fail_memory(err);
    for (int i = 0; i < dice->count; i++)
        chance *= f->chances[i][faces[i] - 1];
    *ways = (uint32_t)graph->n_chances;
    graph->chances[graph->n_chances++] = chance;
    return SALVO_OK;
}

/* Keeps products of weights above 2^32 in full, or as a chance if the graph is rounded; neither if states are only
 * counted. */
static salvo_status keep_long(finder *f, const salvo_dice *dice, const uint8_t *faces, uint32_t *ways, salvo_error *err)
{
    if (f->too_large)
        return SALVO_OK;
    if (f->graph->is_rounded)
        return keep_chance(f, dice, faces, ways, err);
    if (!long_ways_add(&f->graph->longs, ways))
        return salvo_fail_memory(err);
    throw_weight(f->graph->longs.list[*ways], dice, faces);
    return SALVO_OK;
}

/* Chances have the numbers of the ways. */
bool state_graph_set_chances(state_graph *graph)
{
    if (!salvo_grow(&graph->chances, &graph->chances_capacity, graph->longs.n, sizeof *graph->chances))
        return false;
    graph->n_chances = graph->longs.n;
    for (size_t i = 0; i < graph->n_states; i++)
        for (size_t e = 0; e < graph->states[i].n_edges && !graph->states[i].ways; e++) {
            const graph_edge *edge = &graph_edges(graph, i)[e];

            graph->chances[edge->ways] = long_ratio(graph_ways(graph, edge), graph_all_ways(graph, &graph->states[i]));
        }
    return true;
}

static salvo_status round_graph(state_graph *graph, salvo_error *err)
{
    if (!state_graph_set_chances(graph))
        return salvo_fail_memory(err);
    long_ways_free(&graph->longs);
    graph->is_rounded = true;
    return SALVO_OK;
}

/* Whether the edge leads back to its state within the turn, if there is a limit of turns. */
static bool is_loop(const finder *f, size_t from, const graph_edge *edge)
{
    return edge->to == from && !(f->turn_limit && edge->ends_turn);
}

/* The ways of a state less those of its loop. */
static void divide(const finder *f, size_t state, mpz_t divisor)
{
    const graph_edge *edges = graph_edges(f->graph, state);

    mpz_set(divisor, graph_all_ways(f->graph, &f->graph->states[state]));
    for (size_t i = 0; i < f->graph->states[state].n_edges; i++)
        if (is_loop(f, state, &edges[i]))
            mpz_sub(divisor, divisor, graph_ways(f->graph, &edges[i]));
}

/* Counts the divisor of a state as if it were in no cycle with others, and its work, which may not be needed if a limit
 * of turns leaves states out. */
static void count_divisor(finder *f, size_t state)
{
    const graph_edge *edges = graph_edges(f->graph, state);
    bool is_shared = true;
    mpz_t divisor;

    mpz_init(divisor);
    divide(f, state, divisor);
    outlook_begin(&f->outlook, divisor);
    for (size_t i = 0; i < f->graph->states[state].n_edges; i++) {
        if (is_loop(f, state, &edges[i]))
            continue;
        f->long_work += f->turn_limit ? 0 : outlook_work(graph_ways(f->graph, &edges[i]));
        is_shared = is_shared && outlook_lead(&f->outlook, graph_ways(f->graph, &edges[i]));
    }
    if (mpz_sgn(divisor) > 0) { /* it is left */
        outlook_end(&f->outlook);
        outlook_count(&f->outlook);
    }
    mpz_clear(divisor);
}

/* Rounds the graph if its fractions are hopeless. */
static salvo_status end_long_edges(finder *f, salvo_error *err)
{
    if (f->too_large || f->graph->is_rounded || f->limits->ways != WAYS_FOR_FRACTIONS)
        return SALVO_OK;
    count_divisor(f, f->from);
    return outlook_is_hopeless(outlook_bits(&f->outlook), f->long_work) ? round_graph(f->graph, err) : SALVO_OK;
}

/* The edges of the throw are next. While states are only counted, there are none. */
static salvo_status begin_edges(finder *f, const throw_results *r, salvo_error *err)
{
    if (f->too_large)
        return SALVO_OK;
    f->graph->states[f->from].ways = r->all_ways;
    f->graph->states[f->from].first_edge = f->graph->n_edges;
    return r->all_ways ? SALVO_OK : begin_long_edges(f, &r->dice, err);
}

/* An impossible result makes no step. */
static salvo_status take_result(finder *f, const throw_results *r, salvo_error *err)
{
    uint32_t ways = (uint32_t)r->ways;
    salvo_status status = SALVO_OK;

    if (!r->ways)
        return SALVO_OK;
    if (!r->all_ways)
        status = keep_long(f, &r->dice, r->faces, &ways, err);
    return status == SALVO_OK ? take_step(f, r->faces, ways, err) : status;
}

/* Expands one state: all steps of its dice. Results of a kind count one by one, so that what is too large does not
 * depend on which results a chain recognises as alike. */
static salvo_status expand(finder *f, size_t from, salvo_error *err)
{
    throw_results r;
    salvo_status status;

    f->from = from;
    explorer_go_to(f->explorer, from);
    status = explorer_throw(f->explorer, &r, err);
    if (status == SALVO_OK)
        status = begin_edges(f, &r, err);
    if (status != SALVO_OK)
        return status;
    do {
        status = take_result(f, &r, err);
        count_results(f, r.results);
    } while (status == SALVO_OK && !f->gave_up && throw_results_next(&r));
    return status == SALVO_OK && !r.all_ways ? end_long_edges(f, err) : status;
}

static bool goes_on(const finder *f, size_t state)
{
    explorer *x = f->explorer;

    /* During counting there are no graph_states to ask. */
    if (!f->too_large)
        return f->graph->states[state].outcome == SALVO_CONTINUES;
    explorer_go_to(x, state);
    return x->chain->outcome(x->situation, x->here) == SALVO_CONTINUES;
}

static bool make_room(finder *f)
{
    state_graph *graph = f->graph;
    intern_table *states = &f->explorer->states;

    return salvo_grow(&states->keys, &states->keys_capacity, SMALL_STATES * states->key_size, 1) &&
           salvo_grow(&graph->states, &graph->states_capacity, SMALL_STATES, sizeof *graph->states) &&
           salvo_grow(&graph->edges, &graph->edges_capacity, SMALL_EDGES, sizeof *graph->edges);
}

/* The zero gain is interned first, so that its number is 0 in every graph. */
static salvo_status find_all(finder *f, salvo_error *err)
{
    static const int64_t nothing[SALVO_EXPECTATIONS_MAX];
    uint32_t number;
    bool is_new;
    salvo_status status;

    if (!make_room(f) || !intern_table_of(&f->graph->gains, nothing, &number, &is_new) || !explorer_start(f->explorer))
        return salvo_fail_memory(err);
    status = add_state(f, err);
    for (size_t i = 0; status == SALVO_OK && !f->gave_up && i < f->explorer->states.count; i++) /* the list grows during
                                                                                          the loop */
        if (goes_on(f, i))
            status = expand(f, i, err);
    if (status != SALVO_OK)
        return status;
    if (f->too_large)
        return fail_too_large(f, err);
    return f->graph->is_rounded || state_graph_set_chances(f->graph) ? SALVO_OK : salvo_fail_memory(err);
}

/* `latest` and `older` are only needed while edges are merged. */
salvo_status state_graph_compile(state_graph *graph, intern_table *states, const salvo_question *question,
                                 const graph_limits *limits, salvo_error *err)
{
    explorer x;
    finder f = {.explorer = &x,
                .limits = limits,
                .graph = graph,
                .results_max = limits->results,
                .turn_limit = graph_turn_limit(question)};
    salvo_status status;

    assert(question->procedure->chain->state_size <= SALVO_STATE_MAX);
    *graph = (state_graph){.gains = {.key_size = SALVO_EXPECTATIONS_MAX * sizeof(int64_t)},
                           .is_rounded = limits->ways == WAYS_ROUNDED};
    explorer_init(&x, question);
    x.by_future = limits->by_future && x.chain->future;
    x.by_kind = true;
    outlook_init(&f.outlook);
    status = salvo_fault_or(find_all(&f, err), question->book, err);
    outlook_free(&f.outlook);
    if (states) {
        *states = x.states;
        x.states = (intern_table){.count = 0};
    }
    explorer_free(&x);
    free(f.latest);
    free(f.older);
    free(f.chances);
    if (status != SALVO_OK)
        state_graph_free(graph);
    return status;
}

void state_graph_free(state_graph *graph)
{
    free(graph->states);
    free(graph->edges);
    intern_table_free(&graph->gains);
    long_ways_free(&graph->longs);
    free(graph->chances);
    memset(graph, 0, sizeof *graph);
}

int64_t graph_turn_limit(const salvo_question *question)
{
    const salvo_chain *chain = question->procedure->chain;

    return chain->turn_limit ? chain->turn_limit(question->situation) : 0;
}
