#include "simulate/walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/numbering.h"
#include "odds/flow.h"
#include "odds/state_graph.h"
#include "simulate/weights.h"

/* ---- steps: where one leads, with which chance -------------------------------------------------------------------- */

/* Where a step leads and what it brings: what makes a class. `to` is a state of the graph, or ENDLESS for a place where
 * the chain never ends. No padding: it is compared byte by byte. */
typedef struct arrival {
    uint32_t to;
    uint32_t ends_turn; /* 0 or 1 */
    int64_t gain[SALVO_EXPECTATIONS_MAX];
} arrival;

/* One result of a step. */
typedef struct result {
    arrival at;
    double p;
} result;

/* Of more states than these no walk is made, however many of them could be folded. */
static const graph_limits LIMITS = {.states = 262144, .edges = 10000000, .results = 15000000, .counted = 20000000};

enum { FOLDS_MAX = 256 }; /* in one step; a circle within a turn folds no further */

static const uint32_t ENDLESS = UINT32_MAX;

typedef struct step {
    result results[WALK_COLUMNS_MAX];
    size_t n;
} step;

typedef struct builder {
    const state_graph *graph;
    flow flow;            /* which states can end at all */
    uint32_t *first_like; /* by state that ends: the first state with the same outcome */
    numbering classes;    /* their arrivals, numbered as they are found */
    step *steps;          /* by class; none for one that ends */
    size_t steps_capacity;
} builder;

static bool is_end(const builder *b, uint32_t state)
{
    return state == ENDLESS || b->graph->states[state].outcome != SALVO_GOES_ON;
}

/* A state from which nothing leads to an end. */
static bool is_endless(const builder *b, uint32_t state)
{
    return !is_end(b, state) && !b->flow.leaves[b->flow.component_of[state]];
}

/* States that end alike are one; places that never end are one. */
static uint32_t goal(const builder *b, uint32_t state)
{
    if (is_endless(b, state))
        return ENDLESS;
    return is_end(b, state) ? b->first_like[state] : state;
}

/* Adds a result, merged with one that is the same. false when the step is full. */
static bool add_result(step *s, const result *r)
{
    for (size_t i = 0; i < s->n; i++)
        if (memcmp(&s->results[i].at, &r->at, sizeof r->at) == 0) {
            s->results[i].p += r->p;
            return true;
        }
    if (s->n == WALK_COLUMNS_MAX)
        return false;
    s->results[s->n++] = *r;
    return true;
}

/* A loop that gains nothing and ends no turn (a tie that is rolled again) is left out, and the rest made whole. */
static bool is_idle_loop(const graph_edge *edge, uint32_t from)
{
    return edge->to == from && !edge->ends_turn && !edge->gain;
}

/* Adds what the state leads to behind `before`, which is how the step came there. */
static bool add_edges(const builder *b, step *s, uint32_t from, const result *before)
{
    const graph_state *state = &b->graph->states[from];
    const graph_edge *edges = b->graph->edges + state->first_edge;
    uint64_t ways = state->ways;

    for (size_t e = 0; e < state->n_edges; e++)
        if (is_idle_loop(&edges[e], from))
            ways -= edges[e].ways;
    for (size_t e = 0; e < state->n_edges; e++) {
        uint32_t to = goal(b, edges[e].to);
        result r = {.at = {.to = to, .ends_turn = !is_end(b, to) && (edges[e].ends_turn || before->at.ends_turn)},
                    .p = before->p * (double)edges[e].ways / (double)ways};

        if (is_idle_loop(&edges[e], from))
            continue;
        for (size_t k = 0; k < SALVO_EXPECTATIONS_MAX; k++)
            r.at.gain[k] = before->at.gain[k] + graph_gain(b->graph, &edges[e])[k];
        if (!add_result(s, &r))
            return false;
    }
    return true;
}

/* A result that the same step can lead on from. */
static size_t find_foldable(const builder *b, const step *s, uint32_t from)
{
    size_t i = 0;

    while (i < s->n && (s->results[i].at.ends_turn || s->results[i].at.to == from || is_end(b, s->results[i].at.to)))
        i++;
    return i;
}

static salvo_status make_step(const builder *b, step *s, uint32_t from, salvo_error *err)
{
    const result nothing = {.p = 1};

    s->n = 0;
    if (!add_edges(b, s, from, &nothing))
        return salvo_fail(err, SALVO_TOO_LARGE, "a step has more than %d results", WALK_COLUMNS_MAX);
    for (int folds = 0; folds < FOLDS_MAX; folds++) {
        size_t i = find_foldable(b, s, from);
        step folded = {.n = 0};
        bool fits = true;

        if (i == s->n)
            break;
        for (size_t k = 0; k < s->n && fits; k++)
            fits = k == i ? add_edges(b, &folded, s->results[i].at.to, &s->results[i])
                          : add_result(&folded, &s->results[k]);
        if (!fits)
            break;
        *s = folded;
    }
    return SALVO_OK;
}

/* ---- classes ------------------------------------------------------------------------------------------------------- */

static const arrival *class_of(const builder *b, size_t number)
{
    return numbering_key(&b->classes, number);
}

static salvo_status find_class(builder *b, const arrival *at, uint32_t *number, salvo_error *err)
{
    bool is_new;

    if (!numbering_of(&b->classes, at, number, &is_new))
        return salvo_fail_memory(err);
    if (b->classes.count > WALK_CLASSES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the simulation would need more than %d classes of states",
                          WALK_CLASSES_MAX);
    return SALVO_OK;
}

/* Steps from every class that goes on, until no new class turns up. */
static salvo_status find_classes(builder *b, salvo_error *err)
{
    arrival start = {.to = goal(b, 0)};
    uint32_t number;
    salvo_status status = find_class(b, &start, &number, err);

    for (size_t i = 0; i < b->classes.count && status == SALVO_OK; i++) {
        uint32_t state = class_of(b, i)->to;

        if (!salvo_grow(&b->steps, &b->steps_capacity, i + 1, sizeof *b->steps))
            return salvo_fail_memory(err);
        if (is_end(b, state))
            continue;
        status = make_step(b, &b->steps[i], state, err);
        for (size_t k = 0; k < b->steps[i].n && status == SALVO_OK; k++)
            status = find_class(b, &b->steps[i].results[k].at, &number, err);
    }
    return status;
}

/* ---- alias tables ---------------------------------------------------------------------------------------------------- */

/* What is left of a class's share; columns beyond the classes of the step have none. */
static uint64_t share(const uint64_t *weight, size_t n, size_t column)
{
    return column < n ? weight[column] : 0;
}

/* Fills a row so that every class has exactly its weight: the column that is shortest of its share is topped up from
 * the class that has most, until all are full (Vose 1991). A column holds 2^(32 - bits) words. */
static void fill_row(walk *w, uint32_t row, const uint16_t *classes, uint64_t *weight, size_t n)
{
    uint64_t room = UINT64_C(1) << (32 - w->column_bits);
    size_t columns = (size_t)1 << w->column_bits, first = (size_t)row << w->column_bits;
    bool full[WALK_COLUMNS_MAX] = {false};

    for (size_t filled = 0; filled < columns; filled++) {
        size_t least = columns, most = 0;
        uint64_t own;

        for (size_t i = 0; i < columns; i++)
            if (!full[i] && (least == columns || share(weight, n, i) < share(weight, n, least)))
                least = i;
        for (size_t i = 1; i < n; i++)
            if (weight[i] > weight[most])
                most = i;
        own = share(weight, n, least);
        full[least] = true;
        if (own >= room)
            most = least; /* the last ones: every class has exactly what is left of its columns */
        else
            weight[most] -= room - own;
        if (least < n)
            weight[least] -= own < room ? own : room;
        w->threshold[first + least] = own >= room ? UINT32_MAX : (uint32_t)(own << w->column_bits);
        w->classes[first + least] = (uint32_t)classes[most] << 16 | classes[least < n ? least : most];
    }
}

/* ---- the walk --------------------------------------------------------------------------------------------------------- */

/* A class that stands where the start does: what leads into the start is of no account, so the two are one. */
static size_t twin_of_start(const builder *b)
{
    for (size_t i = 1; i < b->classes.count; i++)
        if (class_of(b, i)->to == class_of(b, 0)->to)
            return i;
    return 0;
}

/* Classes that go on come first, the start before all; numbers[i] is where class i of the builder went. */
static uint16_t *order_classes(const builder *b, walk *w)
{
    uint16_t *numbers = calloc(b->classes.count, sizeof *numbers);
    size_t twin = twin_of_start(b);

    for (size_t i = 0; numbers && i < b->classes.count; i++)
        if (!is_end(b, class_of(b, i)->to) && (i == 0 || i != twin))
            numbers[i] = (uint16_t)w->n_live++;
    w->n_classes = w->n_live;
    for (size_t i = 0; numbers && i < b->classes.count; i++)
        if (is_end(b, class_of(b, i)->to))
            numbers[i] = (uint16_t)w->n_classes++;
    if (w->turn_limit)
        w->undecided = w->n_classes++;
    return numbers;
}

static uint32_t bits_for(const builder *b)
{
    size_t most = 2;
    uint32_t bits = 1;

    for (size_t i = 0; i < b->classes.count; i++)
        if (!is_end(b, class_of(b, i)->to) && b->steps[i].n > most)
            most = b->steps[i].n;
    while ((size_t)1 << bits < most)
        bits++;
    return bits;
}

static salvo_status fill_rows(builder *b, walk *w, const uint16_t *numbers, salvo_error *err)
{
    w->column_bits = bits_for(b);
    w->n_columns = w->n_live << w->column_bits;
    w->threshold = calloc(w->n_columns + WALK_PADDING, sizeof *w->threshold);
    w->classes = calloc(w->n_columns + WALK_PADDING, sizeof *w->classes);
    if (!w->threshold || !w->classes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < b->classes.count; i++) {
        uint64_t weight[WALK_COLUMNS_MAX] = {0};
        double p[WALK_COLUMNS_MAX];
        uint16_t classes[WALK_COLUMNS_MAX];
        uint32_t number = 0;

        if (is_end(b, class_of(b, i)->to))
            continue;
        for (size_t k = 0; k < b->steps[i].n; k++) {
            p[k] = b->steps[i].results[k].p;
            find_class(b, &b->steps[i].results[k].at, &number, NULL);
            classes[k] = numbers[number];
        }
        weigh(p, b->steps[i].n, weight);
        fill_row(w, numbers[i], classes, weight, b->steps[i].n);
    }
    return SALVO_OK;
}

/* The start is entered by no step, so it has no say in what steps have in common. */
static void note_gains(const builder *b, walk *w, const uint16_t *numbers)
{
    const arrival *second = class_of(b, b->classes.count > 1 ? 1 : 0);

    w->uniform = true;
    w->step_class = numbers[b->classes.count > 1 ? 1 : 0];
    for (size_t i = 1; i < b->classes.count; i++) {
        const arrival *at = class_of(b, i);

        w->uniform = w->uniform && memcmp(at->gain, second->gain, sizeof at->gain) == 0 &&
                     (at->ends_turn || is_end(b, at->to) || !w->turn_limit);
        w->ends_turn[numbers[i]] = (uint8_t)at->ends_turn;
        memcpy(w->gain + numbers[i] * w->n_gains, at->gain, w->n_gains * sizeof *w->gain);
    }
}

static void note_outcomes(const builder *b, walk *w, const uint16_t *numbers, int undecided)
{
    for (size_t i = 0; i < b->classes.count; i++) {
        uint32_t to = class_of(b, i)->to;

        if (!is_end(b, to))
            continue;
        w->endless[numbers[i] - w->n_live] = to == ENDLESS;
        w->outcome[numbers[i] - w->n_live] = to == ENDLESS ? undecided : b->graph->states[to].outcome;
    }
    if (w->turn_limit)
        w->outcome[w->undecided - w->n_live] = undecided;
}

static salvo_status build(builder *b, walk *w, const salvo_question *question, salvo_error *err)
{
    uint16_t *numbers = order_classes(b, w);
    size_t n_ends = w->n_classes - w->n_live;
    salvo_status status;

    w->n_gains = question->procedure->n_expectations;
    w->outcome = calloc(n_ends + 1, sizeof *w->outcome);
    w->endless = calloc(n_ends + 1, sizeof *w->endless);
    w->gain = calloc(w->n_classes * w->n_gains + 1, sizeof *w->gain);
    w->ends_turn = calloc(w->n_classes, sizeof *w->ends_turn);
    if (numbers && w->outcome && w->endless && w->gain && w->ends_turn)
        status = fill_rows(b, w, numbers, err);
    else
        status = salvo_fail_memory(err);
    if (status == SALVO_OK) {
        note_gains(b, w, numbers);
        note_outcomes(b, w, numbers, question->procedure->chain->undecided);
    }
    free(numbers);
    return status;
}

static salvo_status find_first_like(builder *b, salvo_error *err)
{
    numbering outcomes = {.key_size = sizeof(int)};
    size_t n = b->graph->n_states;
    uint32_t *first = calloc(n, sizeof *first);
    bool done = first && (b->first_like = calloc(n, sizeof *b->first_like)) != NULL;

    for (size_t i = 0; done && i < n; i++) {
        uint32_t number;
        bool is_new;

        if (b->graph->states[i].outcome == SALVO_GOES_ON)
            continue;
        done = numbering_of(&outcomes, &b->graph->states[i].outcome, &number, &is_new);
        if (done && is_new)
            first[number] = (uint32_t)i;
        if (done)
            b->first_like[i] = first[number];
    }
    numbering_free(&outcomes);
    free(first);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

salvo_status walk_compile(walk *w, const salvo_question *question, salvo_error *err)
{
    const salvo_chain *chain = question->procedure->chain;
    int64_t limit = chain->turn_limit ? chain->turn_limit(question->situation) : 0;
    state_graph graph;
    builder b = {.graph = &graph, .classes = {.key_size = sizeof(arrival)}};
    salvo_status status;

    assert(chain);
    memset(w, 0, sizeof *w);
    w->turn_limit = (uint64_t)limit;
    status = state_graph_compile(&graph, question, &LIMITS, err);
    if (status != SALVO_OK)
        return status;
    status = flow_prepare(&b.flow, &graph, limit != 0, err);
    if (status == SALVO_OK)
        status = find_first_like(&b, err);
    if (status == SALVO_OK)
        status = find_classes(&b, err);
    if (status == SALVO_OK)
        status = build(&b, w, question, err);
    flow_free(&b.flow);
    state_graph_free(&graph);
    numbering_free(&b.classes);
    free(b.first_like);
    free(b.steps);
    if (status != SALVO_OK)
        walk_free(w);
    return status;
}

void walk_free(walk *w)
{
    free(w->threshold);
    free(w->classes);
    free(w->outcome);
    free(w->endless);
    free(w->gain);
    free(w->ends_turn);
    memset(w, 0, sizeof *w);
}
