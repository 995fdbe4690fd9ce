/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Visits of a state = what flows in + what the states of its component send to it. The system is solved by
 * elimination. A large system in doubles is iterated until nothing is left. */
#include "odds/circle.h"

#include <stdlib.h>

enum {
    ELIMINATED_AT_ONCE = 32,         /* cubic, but so small that it is exact and fast */
    ELIMINATED_MAX = 1024,           /* a gigaflop; fractions of this size exceed any budget */
    SWEEPS_BEFORE_ELIMINATION = 100, /* a circle that is left quickly needs fewer */
};

/* The share of the inflow that may remain in a circle: less than the rounding of a double. It is relative to the
 * inflow, so that rare circles are followed as far as common ones. */
static const double LEFT_IN_CIRCLE = 1e-17;

salvo_status circle_work_check(const circle_work *work, const state_graph *graph, salvo_error *err)
{
    if (!work->max || work->done <= work->max)
        return SALVO_OK;
    return salvo_fail(err, SALVO_TOO_LARGE,
                      "the chain has %zu states; following the flow between them would take too long", graph->n_states);
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

/* The system I - P, one row for each state; the column behind it is the right-hand side, the flow into the state. Row
 * `to` collects what all states of the component send to it. */
static void fill_system(const components *c, arithmetic *with, uint32_t component, size_t n, const num *visits,
                        num *rows)
{
    const size_t first = c->first[component];

    for (size_t i = 0; i < n; i++) {
        const uint32_t state = c->states[first + i];
        const graph_state *from = &c->graph->states[state];
        const graph_edge *edges = graph_edges(c->graph, state);

        number_add_ratio(with, &rows[i * (n + 1) + i], 1, 1);
        number_set(with, &rows[i * (n + 1) + n], &visits[state]);
        for (size_t e = 0; e < from->n_edges; e++)
            if (edge_stays(c, component, &edges[e]))
                add_part(c->graph, with, &rows[(c->place_of[edges[e].to] - first) * (n + 1) + i], -1, from, &edges[e]);
    }
}

/* Subtracts a multiple of the pivot's row, so that the other row has 0 in the pivot's column. To the left both are 0
 * already. In doubles, a loop without branches is several times as fast. */
static void clear_row(arithmetic *with, size_t n, size_t p, const num *pivot, num *row, num *factor)
{
    if (with->kind == SALVO_DOUBLE) {
        const double times = -(row[p].real / pivot[p].real);

        for (size_t k = p; k <= n; k++)
            row[k].real += pivot[k].real * times;
        return;
    }
    number_set(with, factor, &row[p]); /* factor = -row[p] / pivot[p] */
    number_divide(with, factor, &pivot[p]);
    number_negate(with, factor);
    for (size_t k = p; k <= n; k++)
        number_add_product(with, &row[k], &pivot[k], factor);
}

/* Gauss-Jordan on n equations, without pivoting. The matrix is I - P with P substochastic. So if something leaves the
 * component, the pivots on the diagonal never vanish, and pivoting would prevent no cancellation. Rows above are
 * cleared, too (Gauss-Jordan, not Gauss): fractions stay shorter than with back substitution, and n is small. */
static void eliminate(arithmetic *with, size_t n, num *rows, num *factor)
{
    for (size_t p = 0; p < n && !with->outgrown; p++) {
        const num *pivot = &rows[p * (n + 1)];
        num *row = rows;

        for (size_t i = 0; i < n && !with->outgrown; i++, row += n + 1)
            if (i != p && !number_is_zero(with, &row[p]))
                clear_row(with, n, p, pivot, row, factor);
    }
    for (size_t p = 0; p < n; p++)
        number_divide(with, &rows[p * (n + 1) + n], &rows[p * (n + 1) + p]);
}

/* n times n numbers, so only for small circles. */
static salvo_status eliminate_circle(const components *c, arithmetic *with, uint32_t component, num *visits,
                                     salvo_error *err)
{
    const size_t n = component_size(c, component), n_numbers = n * (n + 1) + 1;
    num *rows = numbers_new(with, n_numbers);

    if (!rows)
        return salvo_fail_memory(err);
    fill_system(c, with, component, n, visits, rows);
    eliminate(with, n, rows, &rows[n_numbers - 1]);
    for (size_t i = 0; i < n; i++)
        number_set(with, &visits[c->states[c->first[component] + i]], &rows[i * (n + 1) + n]);
    numbers_free(with, rows, n_numbers);
    return SALVO_OK;
}

/* Flow in a circle, by place: what is there now, and how much has passed. */
typedef struct eddy {
    double *here, *passed;
    size_t first, n;
} eddy;

/* Sends on the flow at one place. The caller sends what leaves the circle, once, after it has the visits. */
static void send_round(const components *c, uint32_t component, const eddy *e, size_t place)
{
    const uint32_t state = c->states[e->first + place];
    const graph_state *from = &c->graph->states[state];
    const graph_edge *edges = graph_edges(c->graph, state);
    const double here = e->here[place], sent = here / (double)from->ways;

    e->passed[place] += e->here[place];
    e->here[place] = 0;
    for (size_t i = 0; i < from->n_edges; i++)
        if (edge_stays(c, component, &edges[i]))
            e->here[c->place_of[edges[i].to] - e->first] +=
                from->ways ? sent * (double)edges[i].ways : here * graph_chance(c->graph, from, &edges[i]);
}

/* One round, from the places nearest to the start, so that each place passes on in the same round what earlier places
 * sent (as Gauss-Seidel does). A chain of states then needs one sweep. Returns the flow that is left. The order
 * affects only the number of sweeps, never the result. */
static double sweep(const components *c, uint32_t component, const eddy *e)
{
    double left = 0;

    for (size_t i = e->n; i-- > 0;) /* a component lists its states from its end to its start */
        if (e->here[i] > 0)
            send_round(c, component, e, i);
    for (size_t i = 0; i < e->n; i++)
        left += e->here[i];
    return left;
}

/* The work of one round. */
static size_t edges_of(const components *c, uint32_t component)
{
    size_t n = 0;

    for (size_t i = c->first[component]; i < c->first[component + 1]; i++)
        n += c->graph->states[c->states[i]].n_edges;
    return n;
}

/* Follows the flow in rounds until hardly anything is left. Sets *done to false if this is too slow and the circle is
 * small enough to eliminate. A circle that is rarely left (a duel of poor shots) may need thousands of sweeps. The
 * work of elimination does not depend on the chances. */
static salvo_status follow_round(const components *c, uint32_t component, const eddy *e, circle_work *work, bool *done,
                                 salvo_error *err)
{
    const size_t n_edges = edges_of(c, component);
    double into = 0, left = 1;

    for (size_t i = 0; i < e->n; i++)
        into += e->here[i];
    *done = true;
    for (size_t i = 0; left > LEFT_IN_CIRCLE * into; i++) {
        salvo_status status;

        if (i == SWEEPS_BEFORE_ELIMINATION && e->n <= ELIMINATED_MAX) {
            *done = false;
            break;
        }
        left = sweep(c, component, e);
        work->done += n_edges;
        status = circle_work_check(work, c->graph, err);
        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

/* Elimination needs the original visits, so the sweeps work on copies. */
static salvo_status follow_circle(const components *c, uint32_t component, num *visits, circle_work *work, bool *done,
                                  salvo_error *err)
{
    eddy e = {.first = c->first[component], .n = component_size(c, component)};
    salvo_status status;

    e.here = calloc(2 * e.n, sizeof *e.here);
    if (!e.here)
        return salvo_fail_memory(err);
    e.passed = e.here + e.n;
    for (size_t i = 0; i < e.n; i++)
        e.here[i] = visits[c->states[e.first + i]].real;
    status = follow_round(c, component, &e, work, done, err);
    for (size_t i = 0; i < e.n && *done; i++)
        visits[c->states[e.first + i]].real = e.passed[i];
    free(e.here);
    return status;
}

/* Fractions use elimination, because rounds never end exactly. Doubles use rounds, because elimination is cubic.
 * Outgrown fractions are solved again in doubles. */
salvo_status circle_visit(const components *c, arithmetic *with, uint32_t component, num *visits, circle_work *work,
                          salvo_error *err)
{
    const size_t n = component_size(c, component);
    bool done = false;

    if (with->kind == SALVO_DOUBLE && n > ELIMINATED_AT_ONCE) {
        salvo_status status = follow_circle(c, component, visits, work, &done, err);

        if (status != SALVO_OK || done)
            return status;
    }
    if (n <= ELIMINATED_MAX)
        return eliminate_circle(c, with, component, visits, err);
    with->outgrown = true;
    return SALVO_OK;
}
