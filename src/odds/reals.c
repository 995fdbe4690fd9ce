/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Visits of a state in a cycle = what flows in + what the states of its component send to it. The system is solved by
 * elimination. A large system is iterated until nothing is left. */
#include "odds/reals.h"
#include "base/try.h"

#include <stdlib.h>
#include <string.h>

enum {
    ELIMINATED_AT_ONCE = 32,         /* cubic, but so small that it is exact and fast */
    ELIMINATED_MAX = 1024,           /* a gigaflop */
    SWEEPS_BEFORE_ELIMINATION = 100, /* a cycle that is left quickly needs fewer */
};

/* The share of the inflow that may remain in a cycle: less than the rounding of a double. It is relative to the
 * inflow, so that rare cycles are followed as far as common ones. */
static const double LEFT_IN_CYCLE = 1e-17;

salvo_status flow_work_check(const flow_work *work, const state_graph *graph, salvo_error *err)
{
    if (!work->max || work->done <= work->max)
        return SALVO_OK;
    return salvo_fail(err, SALVO_TOO_LARGE,
                      "the chain has %zu states; following the flow between them would take too long", graph->n_states);
}

/* A cycle of n places, from `first` on. */
typedef struct cycle {
    const flow_map *map;
    const flow_place *places;
    size_t first, n;
    uint32_t component;
} cycle;

static bool stays(const cycle *c, const graph_edge *edge)
{
    return edge_stays(&c->map->components, c->component, edge);
}

static size_t place_in(const cycle *c, const graph_edge *edge)
{
    return flow_place_of(c->map, edge->to) - c->first;
}

/* The system I - P, one row for each state; the column behind it is the right-hand side, the flow into the state. Row
 * `to` collects what all states of the component send to it. */
static void fill_system(const cycle *c, const double *inflow, double *rows)
{
    const state_graph *graph = c->map->graph;

    for (size_t i = 0; i < c->n; i++) {
        const graph_state *from = &graph->states[c->places[i].state];
        const graph_edge *edges = graph_edges(graph, c->places[i].state);

        rows[i * (c->n + 1) + i] += 1;
        rows[i * (c->n + 1) + c->n] = inflow[i];
        for (size_t e = 0; e < from->n_edges; e++)
            if (stays(c, &edges[e]))
                rows[place_in(c, &edges[e]) * (c->n + 1) + i] -= graph_chance(graph, from, &edges[e]);
    }
}

/* Subtracts a multiple of the pivot's row, so that the other row has 0 in the pivot's column. To the left both are 0
 * already. */
static void clear_row(size_t n, size_t p, const double *pivot, double *row)
{
    const double times = -(row[p] / pivot[p]);

    for (size_t k = p; k <= n; k++)
        row[k] += pivot[k] * times;
}

/* Gauss-Jordan on n equations, without pivoting. The matrix is I - P with P substochastic. So if something leaves the
 * component, the pivots on the diagonal never vanish, and pivoting would prevent no cancellation. */
static void eliminate(size_t n, double *rows)
{
    for (size_t p = 0; p < n; p++)
        for (size_t i = 0; i < n; i++)
            if (i != p && rows[i * (n + 1) + p] != 0)
                clear_row(n, p, &rows[p * (n + 1)], &rows[i * (n + 1)]);
}

/* n times n numbers, so only for small cycles. */
static salvo_status eliminate_cycle(const cycle *c, double *visits, salvo_error *err)
{
    const size_t n = c->n;
    double *rows = calloc(n * (n + 1), sizeof *rows);

    if (!rows)
        return salvo_fail_memory(err);
    fill_system(c, visits, rows);
    eliminate(n, rows);
    for (size_t i = 0; i < n; i++)
        visits[i] = rows[i * (n + 1) + n] / rows[i * (n + 1) + i];
    free(rows);
    return SALVO_OK;
}

/* Flow in a cycle, by place: what is there now, and how much has passed. */
typedef struct eddy {
    double *here, *passed;
} eddy;

/* Sends on the flow at one place. What leaves the cycle is sent once, when the visits are known. */
static void send_round(const cycle *c, const eddy *e, size_t place)
{
    const state_graph *graph = c->map->graph;
    const graph_state *from = &graph->states[c->places[place].state];
    const graph_edge *edges = graph_edges(graph, c->places[place].state);
    const double here = e->here[place], sent = here / (double)from->ways;

    e->passed[place] += e->here[place];
    e->here[place] = 0;
    for (size_t i = 0; i < from->n_edges; i++)
        if (stays(c, &edges[i]))
            e->here[place_in(c, &edges[i])] +=
                from->ways ? sent * (double)edges[i].ways : here * graph_chance(graph, from, &edges[i]);
}

/* One round, from the places nearest to the start, so that each place passes on in the same round what earlier places
 * sent (as Gauss-Seidel does). A chain of states then needs one sweep. Returns the flow that is left. The order
 * affects only the number of sweeps, never the result. */
static double sweep(const cycle *c, const eddy *e)
{
    double left = 0;

    for (size_t i = c->n; i-- > 0;) /* a component lists its states from its end to its start */
        if (e->here[i] > 0)
            send_round(c, e, i);
    for (size_t i = 0; i < c->n; i++)
        left += e->here[i];
    return left;
}

/* The work of one round. */
static size_t edges_of(const cycle *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        n += c->map->graph->states[c->places[i].state].n_edges;
    return n;
}

/* Follows the flow in rounds until hardly anything is left. Sets *done to false if this is too slow and the cycle is
 * small enough to eliminate. A cycle that is rarely left (a duel of poor shots) may need thousands of sweeps. The
 * work of elimination does not depend on the chances. */
static salvo_status follow_round(const cycle *c, const eddy *e, flow_work *work, bool *done, salvo_error *err)
{
    const size_t n_edges = edges_of(c);
    double into = 0, left = 1;

    for (size_t i = 0; i < c->n; i++)
        into += e->here[i];
    *done = true;
    for (size_t i = 0; left > LEFT_IN_CYCLE * into; i++) {

        if (i == SWEEPS_BEFORE_ELIMINATION && c->n <= ELIMINATED_MAX) {
            *done = false;
            break;
        }
        left = sweep(c, e);
        work->done += n_edges;
        TRY(flow_work_check(work, c->map->graph, err));
    }
    return SALVO_OK;
}

/* Elimination needs the original flow, so the sweeps work on copies. */
static salvo_status follow_cycle(const cycle *c, double *visits, flow_work *work, bool *done, salvo_error *err)
{
    eddy e = {.here = calloc(2 * c->n, sizeof *e.here)};
    salvo_status status;

    if (!e.here)
        return salvo_fail_memory(err);
    e.passed = e.here + c->n;
    memcpy(e.here, visits, c->n * sizeof *visits);
    status = follow_round(c, &e, work, done, err);
    if (*done)
        memcpy(visits, e.passed, c->n * sizeof *visits);
    free(e.here);
    return status;
}

static salvo_status visit_cycle(const cycle *c, double *visits, flow_work *work, salvo_error *err)
{
    bool done = false;

    if (c->n > ELIMINATED_AT_ONCE) {
        salvo_status status = follow_cycle(c, visits, work, &done, err);

        if (status != SALVO_OK || done)
            return status;
    }
    return eliminate_cycle(c, visits, err);
}

salvo_status reals_visit(const flow_map *map, const flow_place *place, double *sums, flow_work *work, salvo_error *err)
{
    const cycle c = {.map = map,
                     .places = place,
                     .first = place->first,
                     .n = place->end - place->first,
                     .component = map->components.component_of[place->state]};

    if (c.n > 1)
        return visit_cycle(&c, &sums[c.first], work, err);
    sums[c.first] *= place->per_inflow;
    return SALVO_OK;
}

/* Dividing by all ways at once rounds a mean only once. */
static void send_gains(const flow_map *map, const flow_place *place, double visits, double *gains)
{
    for (size_t g = place->first_gain; g < place[1].first_gain; g++) {
        const flow_gain *gain = &map->gains[g];

        gains[gain->expectation] +=
            place->ways ? visits * (double)gain->sum / (double)place->ways : visits * gain->mean;
    }
}

void reals_send(const flow_map *map, const flow_place *place, double *sums, double *gains, uint64_t *reached)
{
    const double visits = sums[place - map->places], ways = (double)place->ways, *chances = map->graph->chances;

    send_gains(map, place, visits, gains);
    for (const flow_way *w = &map->ways[place->first_way], *end = &map->ways[place[1].first_way]; w < end; w++) {
        sums[w->to] += place->ways ? visits * (double)w->ways / ways : visits * chances[w->ways];
        reached[w->to / 64] |= UINT64_C(1) << w->to % 64;
    }
}
