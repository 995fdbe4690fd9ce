/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A breadth-first search over the states in which a draw can start. The edges of each state become a draft. Its
 * results are then replaced, one after the other, by what they lead to within the same turn. Chances are doubles here
 * and are rounded once, when a row becomes a table (weights.c). */
#include "simulate/steps.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/try.h"

/* Folding may go round in a cycle; 256 is beyond any turn without one. */
enum { FOLDS_MAX = 256 }; /* in one step; a cycle within a turn folds no further */

/* A step in the making. Results that were folded stay in the list with p = 0, so that places stay valid, because
 * fold_state() goes through the list by place. */
typedef struct draft {
    step_result *results;
    size_t n, capacity;
    size_t n_left; /* results that were not folded */
} draft;

typedef struct finder {
    const state_graph *graph;
    const components *components; /* its leaves[] says which components are ever left */
    size_t n_gains;
    uint32_t *first_like; /* by state that ends: the first state with the same outcome */
    bool *has_step;       /* by state: it has a step or waits for one */
    uint32_t *places;     /* by arrival: its place in the draft, plus one; 0: none */
    size_t places_capacity;
    draft draft;
    steps *steps;
} finder;

/* A state from which nothing leads to an end. */
static bool is_endless(const finder *f, uint32_t state)
{
    return !steps_is_end(f->graph, state) && !f->components->leaves[f->components->component_of[state]];
}

/* States that end with the same outcome are one arrival, and so are all states that never end. A simulation need not
 * distinguish them, and every class saved is a row or an ending less. */
static uint32_t goal(const finder *f, uint32_t state)
{
    if (is_endless(f, state))
        return STEPS_ENDLESS;
    return steps_is_end(f->graph, state) ? f->first_like[state] : state;
}

static salvo_status find_first_like(finder *f, salvo_error *err)
{
    intern_table outcomes = {.key_size = sizeof(int)};
    size_t n = f->graph->n_states;
    uint32_t *first = calloc(n, sizeof *first); /* by number of the outcome: its first state */
    bool done = first && (f->first_like = calloc(n, sizeof *f->first_like)) != NULL;

    for (size_t i = 0; done && i < n; i++) {
        uint32_t number;
        bool is_new;

        if (f->graph->states[i].outcome == SALVO_CONTINUES)
            continue;
        done = intern_table_of(&outcomes, &f->graph->states[i].outcome, &number, &is_new);
        if (done && is_new)
            first[number] = (uint32_t)i;
        if (done)
            f->first_like[i] = first[number];
    }
    intern_table_free(&outcomes);
    free(first);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

/* A loop that gains nothing and ends no turn (a tie that is rolled again) is left out, and the other chances are
 * scaled up to 1. This sums a geometric series of rerolls. */
static bool is_idle_loop(const graph_edge *edge, uint32_t from)
{
    return edge->to == from && !edge->ends_turn && !edge->gain;
}

/* Ways if 64 bits hold them, because they are whole numbers in a double; otherwise a chance. */
static double share_of(const state_graph *graph, const graph_state *state, const graph_edge *edge)
{
    return state->ways ? (double)edge->ways : graph_chance(graph, state, edge);
}

/* The number of equally likely dice results that leave the loop, or their chance. */
static double chance_to_go_on(const state_graph *graph, uint32_t from)
{
    const graph_state *state = &graph->states[from];
    const graph_edge *edges = graph_edges(graph, from);
    double whole = state->ways ? (double)state->ways : 1;

    for (size_t e = 0; e < state->n_edges; e++)
        if (is_idle_loop(&edges[e], from))
            whole -= share_of(graph, state, &edges[e]);
    return whole;
}

/* `places` grows with the table; its new entries are 0. */
static salvo_status find_arrival(finder *f, const arrival *at, uint32_t *number, salvo_error *err)
{
    bool is_new;

    if (!intern_table_of(&f->steps->arrivals, at, number, &is_new) ||
        !salvo_grow(&f->places, &f->places_capacity, f->steps->arrivals.count, sizeof *f->places))
        return salvo_fail_memory(err);
    return SALVO_OK;
}

static salvo_status add_result(finder *f, const arrival *at, double p, salvo_error *err)
{
    draft *d = &f->draft;
    uint32_t number;

    TRY(find_arrival(f, at, &number, err));
    /* Different dice, or different ways through folded states, can have the same arrival: one result, with their
     * chances added. */
    if (f->places[number]) {
        d->results[f->places[number] - 1].p += p;
        return SALVO_OK;
    }
    if (!salvo_grow(&d->results, &d->capacity, d->n + 1, sizeof *d->results))
        return salvo_fail_memory(err);
    d->results[d->n++] = (step_result){number, p};
    d->n_left++;
    f->places[number] = (uint32_t)d->n;
    return SALVO_OK;
}

/* Adds what the state leads to, behind `before`, the way to it. Gains add up along the way: an arrival's gain is that
 * of the whole step. */
static salvo_status add_edges(finder *f, uint32_t from, const arrival *before, double p, salvo_error *err)
{
    const graph_state *state = &f->graph->states[from];
    const graph_edge *edges = graph_edges(f->graph, from);
    const double whole = chance_to_go_on(f->graph, from);
    salvo_status status = SALVO_OK;

    for (size_t e = 0; e < state->n_edges && status == SALVO_OK; e++) {
        arrival at = {.to = goal(f, edges[e].to)};

        if (is_idle_loop(&edges[e], from))
            continue;
        /* If the trial ends, the end of the turn does not matter: 0 makes such arrivals equal. */
        at.ends_turn = !steps_is_end(f->graph, at.to) && (edges[e].ends_turn || before->ends_turn);
        for (size_t k = 0; k < f->n_gains; k++)
            at.gain[k] = before->gain[k] + graph_gain(f->graph, &edges[e])[k];
        status = add_result(f, &at, p * share_of(f->graph, state, &edges[e]) / whole, err);
    }
    return status;
}

/* Replaces result i of the draft by what it leads to. Some results are not folded: those that end the turn (turns must
 * stay countable), those that end the trial, those that return to the start of the step (a cycle), and those without
 * room. */
static salvo_status fold_state(finder *f, size_t i, uint32_t from, int *folds, salvo_error *err)
{
    draft *d = &f->draft;
    step_result folded = d->results[i];
    arrival at = {0};

    memcpy(&at, steps_arrival(f->steps, folded.arrival), f->steps->arrivals.key_size);
    if (at.ends_turn || at.to == from || steps_is_end(f->graph, at.to) || *folds == FOLDS_MAX ||
        /* Edges may merge, so this estimate is safe. */
        d->n_left - 1 + f->graph->states[at.to].n_edges > STEPS_FOLDED_MAX)
        return SALVO_OK;
    ++*folds;
    d->results[i].p = 0;
    d->n_left--;
    f->places[folded.arrival] = 0;
    return add_edges(f, at.to, &at, folded.p, err);
}

static salvo_status make_step(finder *f, uint32_t from, salvo_error *err)
{
    const arrival nothing = {0};
    int folds = 0;
    salvo_status status;

    f->draft.n = f->draft.n_left = 0;
    status = add_edges(f, from, &nothing, 1, err);
    /* The list grows during the loop: results of a fold are folded, too. */
    for (size_t i = 0; i < f->draft.n && status == SALVO_OK; i++)
        status = fold_state(f, i, from, &folds, err);
    /* Clears only used entries: clearing the whole array would cost as much as there are arrivals, for every step. */
    for (size_t i = 0; i < f->draft.n; i++)
        f->places[f->draft.results[i].arrival] = 0;
    if (status != SALVO_OK || f->draft.n_left <= STEPS_RESULTS_MAX)
        return status;
    return salvo_fail(err, SALVO_TOO_LARGE, "a step has %zu results; a simulation has room for %d", f->draft.n_left,
                      STEPS_RESULTS_MAX);
}

/* Allocates for all remaining results; those that underflowed to 0 stay unused. */
static salvo_status keep_step(finder *f, uint32_t from, salvo_error *err)
{
    steps *s = f->steps;
    const draft *d = &f->draft;

    if (!salvo_grow(&s->results, &s->results_capacity, s->n_results + d->n_left, sizeof *s->results))
        return salvo_fail_memory(err);
    s->list[s->n - 1] = (step){from, s->n_results, d->n_left};
    /* A chance may be 0 without a fold, if the product of small ones underflows. */
    for (size_t i = 0; i < d->n; i++)
        if (d->results[i].p > 0)
            s->results[s->n_results++] = d->results[i];
    s->list[s->n - 1].n = s->n_results - s->list[s->n - 1].first;
    return SALVO_OK;
}

static salvo_status add_step(finder *f, uint32_t from, salvo_error *err)
{
    steps *s = f->steps;

    TRY(make_step(f, from, err));
    if (!salvo_grow(&s->list, &s->list_capacity, s->n + 1, sizeof *s->list))
        return salvo_fail_memory(err);
    s->n++;
    return keep_step(f, from, err);
}

static void want_step(finder *f, uint32_t *waiting, size_t *n_waiting, uint32_t state)
{
    if (!steps_is_end(f->graph, state) && !f->has_step[state]) {
        f->has_step[state] = true;
        waiting[(*n_waiting)++] = state;
    }
}

/* Makes the steps of the start and of every state that a step leads to. `waiting` has room for every state, because
 * each is added once (has_step). */
static salvo_status find_all_steps(finder *f, uint32_t *waiting, salvo_error *err)
{
    arrival start = {.to = 0};
    size_t n_waiting = 0;
    uint32_t number;

    TRY(find_first_like(f, err));
    start.to = goal(f, 0);
    TRY(find_arrival(f, &start, &number, err));
    want_step(f, waiting, &n_waiting, start.to);
    for (size_t i = 0; i < n_waiting; i++) {
        const step *made;

        TRY(add_step(f, waiting[i], err));
        made = &f->steps->list[i];
        for (size_t k = 0; k < made->n; k++)
            want_step(f, waiting, &n_waiting, steps_arrival(f->steps, f->steps->results[made->first + k].arrival)->to);
    }
    return SALVO_OK;
}

salvo_status steps_find(steps *s, const state_graph *graph, const components *c, size_t n_gains, salvo_error *err)
{
    finder with = {.graph = graph, .components = c, .n_gains = n_gains, .steps = s};
    uint32_t *waiting = calloc(graph->n_states, sizeof *waiting);
    salvo_status status;

    /* Gains that the procedure does not have are not part of the key. */
    s->arrivals.key_size = offsetof(arrival, gain) + n_gains * sizeof(int64_t);
    with.has_step = calloc(graph->n_states, sizeof *with.has_step);
    status = waiting && with.has_step ? find_all_steps(&with, waiting, err) : salvo_fail_memory(err);
    free(waiting);
    free(with.has_step);
    free(with.first_like);
    free(with.places);
    free(with.draft.results);
    return status;
}

void steps_free(steps *s)
{
    intern_table_free(&s->arrivals);
    free(s->list);
    free(s->results);
    memset(s, 0, sizeof *s);
}
