/* Components are found once and then settled from the start towards the end, each after all that flow into it. A turn
 * of a large chain reaches few components, so bits tell which: a turn costs what it reaches, not what there is. */
#include "odds/flow.h"

#include <stdlib.h>
#include <string.h>

/* Tarjan's search, with a stack of its own instead of recursion: a chain may be a million states deep. All arrays have
 * a place for each state, allocated at once: the search itself cannot fail. */
typedef struct search {
    flow *f;
    uint32_t *index, *low; /* 0: not seen yet */
    uint32_t *open;        /* stack of states whose component is not closed */
    bool *is_open;
    struct { /* the recursion: a state, and its next edge */
        uint32_t state;
        size_t edge;
    } * calls;
    size_t n_open, n_calls, n_closed;
    uint32_t seen; /* states numbered so far */
} search;

/* States that end the chain are in no component. */
static bool ends(const state_graph *graph, size_t state)
{
    return graph->states[state].outcome != SALVO_GOES_ON;
}

/* Whether the search follows the edge: not into an end, and with `turns` not over the end of a turn. With `turns` the
 * graph is cut at the ends of turns. What crosses a cut is carried into the next turn by flow_next_turn(). */
static bool leads_on(const flow *f, const graph_edge *edge)
{
    return !ends(f->graph, edge->to) && !(f->turns && edge->ends_turn);
}

/* Numbers the state and opens it. */
static void enter(search *s, uint32_t state)
{
    s->index[state] = s->low[state] = ++s->seen;
    s->open[s->n_open++] = state;
    s->is_open[state] = true;
    s->calls[s->n_calls].state = state;
    s->calls[s->n_calls++].edge = 0;
}

static void lower(uint32_t *low, uint32_t to)
{
    if (to < *low)
        *low = to;
}

/* Closes a component: the open states from `state` on. Components close from the end of the chain towards its start, so
 * whether something leaves this one is known at once, from those that are closed already. `leaves` is false for a
 * component that the probability enters and never leaves, the only kind whose linear system has no solution. */
static void close_component(search *s, uint32_t state)
{
    flow *f = s->f;
    uint32_t component = (uint32_t)f->n_components;
    size_t first = s->n_closed;
    uint32_t member;

    do {
        member = s->open[--s->n_open];
        s->is_open[member] = false;
        f->component_of[member] = component;
        f->place_of[member] = (uint32_t)s->n_closed;
        f->states[s->n_closed++] = member;
    } while (member != state);
    f->first[f->n_components++] = first;
    f->first[f->n_components] = s->n_closed;
    for (size_t i = first; i < s->n_closed && !f->leaves[component]; i++) {
        const graph_edge *edges = graph_edges(f->graph, f->states[i]);

        for (size_t e = 0; e < f->graph->states[f->states[i]].n_edges; e++)
            if (!leads_on(f, &edges[e]) || /* an end, or the end of a turn */
                /* Into a component that is left in its turn. */
                (f->component_of[edges[e].to] != component && f->leaves[f->component_of[edges[e].to]]))
                f->leaves[component] = true;
    }
}

/* Written as a loop with an explicit stack; `low` of a state is passed to its caller when the state returns. */
static void search_from(search *s, uint32_t root)
{
    const flow *f = s->f;

    enter(s, root);
    while (s->n_calls) {
        uint32_t state = s->calls[s->n_calls - 1].state;
        const graph_edge *edges = graph_edges(f->graph, state);

        if (s->calls[s->n_calls - 1].edge < f->graph->states[state].n_edges) {
            const graph_edge *edge = &edges[s->calls[s->n_calls - 1].edge++];

            if (leads_on(f, edge) && !s->index[edge->to])
                enter(s, edge->to);
            else if (leads_on(f, edge) && s->is_open[edge->to])
                lower(&s->low[state], s->index[edge->to]);
            continue; /* this state goes on with its next edge, or when its callee returns */
        }
        s->n_calls--;
        if (s->n_calls)
            lower(&s->low[s->calls[s->n_calls - 1].state], s->low[state]);
        if (s->low[state] == s->index[state]) /* the root of its component */
            close_component(s, state);
    }
}

/* From every state, since some may be reached only over a cut. On failure the arrays that were made are freed by the
 * caller. */
static bool search_all(search *s, size_t n)
{
    s->index = calloc(n, sizeof *s->index);
    s->low = calloc(n, sizeof *s->low);
    s->open = calloc(n, sizeof *s->open);
    s->is_open = calloc(n, sizeof *s->is_open);
    s->calls = calloc(n, sizeof *s->calls);
    if (!s->index || !s->low || !s->open || !s->is_open || !s->calls)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!ends(s->f->graph, i) && !s->index[i])
            search_from(s, (uint32_t)i);
    return true;
}

salvo_status flow_prepare(flow *f, const state_graph *graph, bool turns, salvo_error *err)
{
    size_t n = graph->n_states;
    search s = {.f = f};
    bool done = false;

    *f = (flow){.graph = graph, .turns = turns};
    f->component_of = calloc(n, sizeof *f->component_of);
    f->states = calloc(n, sizeof *f->states);
    f->place_of = calloc(n, sizeof *f->place_of);
    f->first = calloc(n + 1, sizeof *f->first);
    f->leaves = calloc(n, sizeof *f->leaves);
    if (f->component_of && f->states && f->place_of && f->first && f->leaves)
        done = search_all(&s, n);
    free(s.index);
    free(s.low);
    free(s.open);
    free(s.is_open);
    free(s.calls);
    if (done)
        return SALVO_OK;
    flow_free(f);
    return salvo_fail_memory(err);
}

void flow_free(flow *f)
{
    free(f->component_of);
    free(f->states);
    free(f->place_of);
    free(f->first);
    free(f->leaves);
    memset(f, 0, sizeof *f);
}

/* Whether the edge leads back into the component. */
static bool stays(const flow *f, uint32_t component, const graph_edge *edge)
{
    return leads_on(f, edge) && f->component_of[edge->to] == component;
}

/* A state alone is expected to be visited b / (1 - p) times, where p is its loop onto itself: ways / (ways - loop).
 * Most components are single states, where a ratio does what a system would. */
static void visit_alone_long(const flow *f, arithmetic *with, uint32_t component, uint32_t state, num *visits)
{
    const graph_edge *edges = graph_edges(f->graph, state);
    mpz_srcptr ways = graph_all_ways(f->graph, &f->graph->states[state]);
    mpz_t left;

    mpz_init_set(left, ways);
    for (size_t e = 0; e < f->graph->states[state].n_edges; e++)
        if (stays(f, component, &edges[e]))
            mpz_sub(left, left, graph_ways(f->graph, &edges[e]));
    number_scale_long(with, visits, ways, left);
    mpz_clear(left);
}

static void visit_alone(const flow *f, arithmetic *with, uint32_t component, const flow_sums *sums)
{
    uint32_t state = f->states[f->first[component]];
    const graph_edge *edges = graph_edges(f->graph, state);
    uint64_t ways = f->graph->states[state].ways, loop = 0;

    if (!ways) {
        visit_alone_long(f, with, component, state, &sums->visits[state]);
        return;
    }
    for (size_t e = 0; e < f->graph->states[state].n_edges; e++)
        if (stays(f, component, &edges[e]))
            loop += edges[e].ways;
    if (loop)
        number_scale(with, &sums->visits[state], (int64_t)ways, ways - loop);
}

/* to += times * the chance of the edge. */
static void add_part(const state_graph *graph, arithmetic *with, num *to, int64_t times, const graph_state *from,
                     const graph_edge *edge)
{
    if (from->ways)
        number_add_ratio(with, to, times * (int64_t)edge->ways, from->ways);
    else
        number_add_long(with, to, times, graph_ways(graph, edge), graph_all_ways(graph, from));
}

/* Fills the system I - P: visits of a state = what flows in + what the component's states send there. One column for
 * each state of the component, so that row `to` collects what all of them send there. */
static void fill_system(const flow *f, arithmetic *with, uint32_t component, size_t n, num *matrix)
{
    for (size_t i = 0; i < n; i++) {
        const graph_state *from = &f->graph->states[f->states[f->first[component] + i]];
        const graph_edge *edges = f->graph->edges + from->first_edge;

        number_add_ratio(with, &matrix[i * n + i], 1, 1);
        for (size_t e = 0; e < from->n_edges; e++)
            if (stays(f, component, &edges[e]))
                add_part(f->graph, with, &matrix[(f->place_of[edges[e].to] - f->first[component]) * n + i], -1, from,
                         &edges[e]);
    }
}

/* Gauss-Jordan on n equations, without pivoting: the matrix is I - P with P substochastic, so pivots on the diagonal
 * never vanish when something leaves the component, and there is no cancellation that a pivot would prevent. The rows
 * above are cleared as well (Gauss-Jordan and not Gauss): the fractions stay shorter than with back substitution, and n
 * is small. */
static void eliminate(arithmetic *with, size_t n, num *matrix, num **right, num *factor)
{
    for (size_t p = 0; p < n && !with->outgrown; p++) {
        for (size_t row = 0; row < n && !with->outgrown; row++) {
            if (row == p || number_is_zero(with, &matrix[row * n + p]))
                continue;
            number_set(with, factor, &matrix[row * n + p]); /* factor = -matrix[row][p] / matrix[p][p] */
            number_divide(with, factor, &matrix[p * n + p]);
            number_negate(with, factor);
            for (size_t k = p; k < n; k++) /* to the left of p the row is 0 already */
                number_add_product(with, &matrix[row * n + k], &matrix[p * n + k], factor);
            number_add_product(with, right[row], right[p], factor);
        }
    }
    for (size_t p = 0; p < n; p++)
        number_divide(with, right[p], &matrix[p * n + p]);
}

/* n x n numbers: small circles only. The right-hand sides are the visits themselves, which the solution replaces in
 * place. */
static salvo_status eliminate_circle(const flow *f, arithmetic *with, uint32_t component, const flow_sums *sums,
                                     salvo_error *err)
{
    size_t n = f->first[component + 1] - f->first[component];
    num *matrix = numbers_new(with, n * n), *factor = numbers_new(with, 1);
    num **right = calloc(n, sizeof *right);
    bool done = matrix && factor && right;

    if (done) {
        for (size_t i = 0; i < n; i++)
            right[i] = &sums->visits[f->states[f->first[component] + i]];
        fill_system(f, with, component, n, matrix);
        eliminate(with, n, matrix, right, factor);
    }
    numbers_free(with, matrix, matrix ? n * n : 0);
    numbers_free(with, factor, factor ? 1 : 0);
    free(right);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

enum {
    ELIMINATED_AT_ONCE = 32,         /* cubic, but small: always exact enough and fast */
    ELIMINATED_MAX = 1024,           /* a gigaflop; fractions of that many outgrow everything */
    SWEEPS_BEFORE_ELIMINATION = 100, /* a circle that is left quickly needs fewer */
};

/* What may remain of what flowed into a circle: less than the rounding of a double. Relative to what flowed in, so that
 * rare circles are followed as far as common ones. */
static const double LEFT_IN_CIRCLE = 1e-17;

/* What is on its way in a circle, by place, and how often each place was passed. */
typedef struct eddy {
    double *here, *passed;
    size_t first, n;
} eddy;

/* Sends on what is at one place. What leaves the circle is sent later, once, by send_on. */
static void send_round(const flow *f, uint32_t component, const eddy *e, size_t place)
{
    const graph_state *from = &f->graph->states[f->states[e->first + place]];
    const graph_edge *edges = f->graph->edges + from->first_edge;
    const double here = e->here[place], sent = here / (double)from->ways;

    e->passed[place] += e->here[place];
    e->here[place] = 0;
    for (size_t i = 0; i < from->n_edges; i++)
        if (stays(f, component, &edges[i]))
            e->here[f->place_of[edges[i].to] - e->first] +=
                from->ways ? sent * (double)edges[i].ways : here * graph_chance(f->graph, from, &edges[i]);
}

/* Once round, beginning with the places nearest to the start, so that every place hands on in the same round what those
 * before it sent (as Gauss-Seidel does). Returns what is still on its way. A chain of states is then passed in one
 * sweep. The order alone decides how many sweeps a circle takes, never what it converges to. */
static double sweep(const flow *f, uint32_t component, const eddy *e)
{
    double left = 0;

    for (size_t i = e->n; i-- > 0;) /* states of a component stand from its end to its start */
        if (e->here[i] > 0)
            send_round(f, component, e, i);
    for (size_t i = 0; i < e->n; i++)
        left += e->here[i];
    return left;
}

/* The work of one round. */
static size_t edges_of(const flow *f, uint32_t component)
{
    size_t n = 0;

    for (size_t i = f->first[component]; i < f->first[component + 1]; i++)
        n += f->graph->states[f->states[i]].n_edges;
    return n;
}

static salvo_status fail_work(const flow *f, salvo_error *err)
{
    return salvo_fail(err, SALVO_TOO_LARGE,
                      "the chain has %zu states; to follow what flows between them would take long",
                      f->graph->n_states);
}

/* Follows the flow round until hardly anything is left. *done = false: too slow, and small enough to eliminate. A
 * circle that hardly lets go (a duel of poor shots) may need thousands of sweeps; where it is small enough, elimination
 * takes over and its work does not depend on the chances. */
static salvo_status follow_round(const flow *f, uint32_t component, const eddy *e, flow_sums *sums, bool *done,
                                 salvo_error *err)
{
    size_t n_edges = edges_of(f, component);
    double into = 0, left = 1;

    for (size_t i = 0; i < e->n; i++)
        into += e->here[i];
    *done = true;
    for (size_t i = 0; left > LEFT_IN_CIRCLE * into; i++) {
        if (i == SWEEPS_BEFORE_ELIMINATION && e->n <= ELIMINATED_MAX) {
            *done = false;
            break;
        }
        left = sweep(f, component, e);
        sums->work += n_edges;
        if (sums->work_max && sums->work > sums->work_max)
            return fail_work(f, err);
    }
    return SALVO_OK;
}

/* Elimination starts from the visits as they were: the sweeps work on copies. */
static salvo_status follow_circle(const flow *f, arithmetic *with, uint32_t component, flow_sums *sums,
                                  salvo_error *err)
{
    eddy e = {.first = f->first[component], .n = f->first[component + 1] - f->first[component]};
    salvo_status status = SALVO_OK;
    bool done = true;

    e.here = calloc(e.n, sizeof *e.here);
    e.passed = calloc(e.n, sizeof *e.passed);
    if (e.here && e.passed) {
        for (size_t i = 0; i < e.n; i++)
            e.here[i] = sums->visits[f->states[e.first + i]].real;
        status = follow_round(f, component, &e, sums, &done, err);
        for (size_t i = 0; i < e.n && done; i++)
            sums->visits[f->states[e.first + i]].real = e.passed[i];
    } else {
        status = salvo_fail_memory(err);
    }
    free(e.here);
    free(e.passed);
    return status == SALVO_OK && !done ? eliminate_circle(f, with, component, sums, err) : status;
}

static salvo_status visit_circle(const flow *f, arithmetic *with, uint32_t component, flow_sums *sums, salvo_error *err)
{
    size_t n = f->first[component + 1] - f->first[component];

    /* Fractions are eliminated, because rounds never end exactly; doubles go round, because elimination is cubic. */
    if (with->kind == SALVO_DOUBLE && n > ELIMINATED_AT_ONCE)
        return follow_circle(f, with, component, sums, err);
    if (n <= ELIMINATED_MAX)
        return eliminate_circle(f, with, component, sums, err);
    with->outgrown = true; /* with fractions only: solved again in doubles */
    return SALVO_OK;
}

/* Sets the component's bit. Bits are only ever set by an addition; flow_next_turn() clears them all. */
static void reach(uint64_t *bits, uint32_t component)
{
    bits[component / 64] |= UINT64_C(1) << component % 64;
}

static void add_long_gains(const state_graph *graph, const graph_state *state, const graph_edge *edges,
                           arithmetic *with, const num *visits, const flow_sums *sums)
{
    for (size_t e = 0; e < state->n_edges; e++)
        for (size_t k = 0; edges[e].gain && k < SALVO_EXPECTATIONS_MAX; k++)
            if (graph_gain(graph, &edges[e])[k])
                number_add_long_share(with, &sums->gains[k], visits, graph_gain(graph, &edges[e])[k],
                                      graph_ways(graph, &edges[e]), graph_all_ways(graph, state));
}

/* Gains are expected visits times the mean gain of a step. A step's gain belongs to the edge, since results of one
 * throw may gain differently; their mean belongs to the state. */
static void add_gains(const state_graph *graph, const graph_state *state, const graph_edge *edges, arithmetic *with,
                      const num *visits, const flow_sums *sums)
{
    int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};

    if (!state->ways) {
        add_long_gains(graph, state, edges, with, visits, sums);
        return;
    }
    for (size_t e = 0; e < state->n_edges; e++)
        for (size_t k = 0; edges[e].gain && k < SALVO_EXPECTATIONS_MAX; k++)
            /* By all ways together, so that a fraction is lengthened once. */
            gain[k] += graph_gain(graph, &edges[e])[k] * (int64_t)edges[e].ways;
    for (size_t k = 0; k < SALVO_EXPECTATIONS_MAX; k++)
        if (gain[k])
            number_add_share(with, &sums->gains[k], visits, gain[k], state->ways);
}

/* The sum to which what goes along the edge is added; NULL where it stays in the component (the visits contain it). */
static num *goal_of(const flow *f, uint32_t component, const graph_edge *edge, flow_sums *sums)
{
    if (ends(f->graph, edge->to))
        return &sums->outcomes[sums->outcome_of[edge->to]];
    if (f->turns && edge->ends_turn) {
        reach(sums->carried_to, f->component_of[edge->to]);
        return &sums->carried[edge->to];
    }
    if (f->component_of[edge->to] == component)
        return NULL;
    reach(sums->visited, f->component_of[edge->to]);
    return &sums->visits[edge->to];
}

/* Everything that leaves a settled state; edges within its component are in the visits already. */
static void send_on(const flow *f, arithmetic *with, uint32_t component, uint32_t from, flow_sums *sums)
{
    const graph_state *state = &f->graph->states[from];
    const graph_edge *edges = graph_edges(f->graph, from);

    if (number_is_zero(with, &sums->visits[from]))
        return;
    add_gains(f->graph, state, edges, with, &sums->visits[from], sums);
    for (size_t e = 0; e < state->n_edges; e++) {
        num *to = goal_of(f, component, &edges[e], sums);

        if (to && state->ways)
            number_add_share(with, to, &sums->visits[from], (int64_t)edges[e].ways, state->ways);
        else if (to)
            number_add_long_share(with, to, &sums->visits[from], 1, graph_ways(f->graph, &edges[e]),
                                  graph_all_ways(f->graph, state));
    }
    sums->work += state->n_edges;
}

/* Whether anything worth following flows into the component: more than `least` in doubles, more than 0 in fractions. */
static bool is_reached(const flow *f, const arithmetic *with, uint32_t component, const flow_sums *sums)
{
    for (size_t i = f->first[component]; i < f->first[component + 1]; i++)
        if (with->kind == SALVO_RATIONAL ? !number_is_zero(with, &sums->visits[f->states[i]])
                                         : sums->visits[f->states[i]].real > sums->least)
            return true;
    return false;
}

/* Nothing leaves the component: whatever arrived stays there for ever. */
static void strand(const flow *f, arithmetic *with, uint32_t component, const flow_sums *sums)
{
    for (size_t i = f->first[component]; i < f->first[component + 1]; i++) {
        uint32_t state = f->states[i];

        number_add(with, sums->endless, &sums->visits[state]);
        if (sums->tells_endless)
            number_add(with, &sums->outcomes[sums->outcome_of[state]], &sums->visits[state]);
    }
}

/* After this the component's visits are final, because everything that flows into it was settled before. */
static salvo_status settle_component(const flow *f, arithmetic *with, uint32_t component, flow_sums *sums,
                                     salvo_error *err)
{
    size_t first = f->first[component], n = f->first[component + 1] - first;
    salvo_status status = SALVO_OK;

    if (!f->leaves[component]) {
        strand(f, with, component, sums);
        return SALVO_OK;
    }
    if (n == 1)
        visit_alone(f, with, component, sums);
    else
        status = visit_circle(f, with, component, sums, err);
    for (size_t i = 0; i < n && status == SALVO_OK && !with->outgrown; i++)
        send_on(f, with, component, f->states[first + i], sums);
    return status;
}

/* Also sets the bit: without it the start would never be settled. */
void flow_place(const flow *f, arithmetic *with, flow_sums *sums, uint32_t state)
{
    number_add_ratio(with, &sums->visits[state], 1, 1);
    reach(sums->visited, f->component_of[state]);
}

/* Settles the components of one word of bits, the highest first. What flows on flows to a lower component, so bits may
 * be set behind the one in hand while the word is worked through. `below` masks out the bit in hand and those above, so
 * one that is set again by a later edge is not taken twice; edges never lead upwards. */
static salvo_status settle_word(const flow *f, arithmetic *with, size_t word, flow_sums *sums, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    uint64_t below = UINT64_MAX; /* bits not looked at yet */

    while (!with->outgrown && (sums->visited[word] & below)) {
        int bit = 63 - __builtin_clzll(sums->visited[word] & below);
        uint32_t component = (uint32_t)(word * 64) + (uint32_t)bit;

        below = (UINT64_C(1) << bit) - 1;
        if (is_reached(f, with, component, sums))
            status = settle_component(f, with, component, sums, err);
        if (status != SALVO_OK)
            return status;
        if (sums->work_max && sums->work > sums->work_max)
            return fail_work(f, err);
    }
    return SALVO_OK;
}

/* Words of bits from the highest: components nearest to the start have the highest numbers. */
salvo_status flow_settle(const flow *f, arithmetic *with, flow_sums *sums, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t word = FLOW_WORDS(f->n_components); word-- > 0 && status == SALVO_OK;)
        status = settle_word(f, with, word, sums, err);
    return status;
}

/* The place of the first state of the next component, at or behind *component, whose bit is set; *component is
 * n_components when there is none. */
static size_t next_place(const flow *f, const uint64_t *bits, size_t *component)
{
    size_t word = *component / 64;
    /* Clears the bits before it; a shift by 64 cannot occur. */
    uint64_t left = word < FLOW_WORDS(f->n_components) ? bits[word] >> *component % 64 << *component % 64 : 0;

    while (!left && ++word < FLOW_WORDS(f->n_components))
        left = bits[word];
    *component = left ? word * 64 + (size_t)__builtin_ctzll(left) : f->n_components;
    return f->first[*component];
}

/* The sums of visits are not cleared state by state over the whole chain: after the first turns a battle lives in a few
 * of its components. */
bool flow_next_turn(const flow *f, const arithmetic *with, flow_sums *sums)
{
    num *old = sums->visits;
    uint64_t *old_bits = sums->visited;
    size_t component = 0;
    bool any = false;

    /* Zeroes what was visited only, not all states. */
    for (size_t i = next_place(f, old_bits, &component); component < f->n_components;
         component++, i = next_place(f, old_bits, &component))
        for (; i < f->first[component + 1]; i++)
            number_set_zero(with, &old[f->states[i]]);
    memset(old_bits, 0, FLOW_WORDS(f->n_components) * sizeof *old_bits);
    sums->visits = sums->carried; /* the two arrays change places each turn */
    sums->visited = sums->carried_to;
    sums->carried = old;
    sums->carried_to = old_bits;
    for (size_t word = 0; word < FLOW_WORDS(f->n_components); word++)
        any = any || sums->visited[word];
    return any;
}

/* Of what the next turn starts with: the probability that has not ended. Only in doubles: fractions are never asked
 * when a list may end. */
double flow_visits_sum(const flow *f, const flow_sums *sums)
{
    size_t component = 0;
    double sum = 0;

    for (size_t i = next_place(f, sums->visited, &component); component < f->n_components;
         component++, i = next_place(f, sums->visited, &component))
        for (; i < f->first[component + 1]; i++)
            sum += sums->visits[f->states[i]].real;
    return sum;
}
