/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residues are multiplied by 2^64 where that saves a reduction: y * 2^64 times a number of ways is a part of a sum. */
#include "odds/residues.h"

#include <stdlib.h>

#include "odds/outlook.h"

/* Measured against an edge with short ways: 128-bit products, 4 at a time, take 3 to 5 ns. */
enum {
    WORK_DIVISOR = 20, /* of one divisor in residues_begin */
    WORK_CELL = 3,     /* of one cell of a cycle in one step of the elimination */
    CYCLE_MAX = 1024,  /* states; 34 MB */
};

static size_t n_divisors(const flow_map *map)
{
    return map->divisors.count + map->long_divisors.n;
}

static bool has_row(const flow_place *place)
{
    return !place->ways && place->leaves;
}

/* The digits of each way in the row of a place. */
static size_t row_digits(const flow_map *map, const flow_place *place)
{
    size_t most = 1;

    for (size_t w = place->first_way; w < place[1].first_way; w++) {
        const size_t digits = long_digits(map->graph->longs.list[map->ways[w].ways]);

        most = digits > most ? digits : most;
    }
    return most;
}

static size_t known_digits(const long_rows *rows, const flow_place *place)
{
    const size_t *first = &rows->first[place->divisor], n_ways = place[1].first_way - place->first_way;

    return n_ways ? (first[1] - first[0]) / n_ways : 1;
}

static void fill_row(const long_rows *rows, const flow_map *map, const flow_place *place)
{
    const size_t n = known_digits(rows, place);
    uint32_t *digits = rows->digits + rows->first[place->divisor];

    for (size_t w = place->first_way; w < place[1].first_way; w++, digits += n)
        for (size_t j = 0; j < n; j++)
            digits[j] = (uint32_t)(long_word(map->graph->longs.list[map->ways[w].ways], j / 2) >> j % 2 * 32);
}

/* Returns false if memory is out. */
static bool make_rows(long_rows *rows, const flow_map *map)
{
    size_t most = 1, at = 0;

    rows->first = malloc((map->long_divisors.n + 1) * sizeof *rows->first);
    if (!rows->first)
        return false;
    for (const flow_place *p = map->places, *end = p + map->n; p < end; p++)
        if (has_row(p)) {
            const size_t n = row_digits(map, p);

            rows->first[p->divisor] = at;
            at += n * (p[1].first_way - p->first_way);
            most = n > most ? n : most;
        }
    rows->first[map->long_divisors.n] = at;
    rows->digits = malloc((at + 1) * sizeof *rows->digits);
    rows->powers = malloc(most * sizeof *rows->powers);
    if (!rows->digits || !rows->powers)
        return false;
    for (const flow_place *p = map->places, *end = p + map->n; p < end; p++)
        if (has_row(p))
            fill_row(rows, map, p);
    return true;
}

bool residues_init(residues *r, const flow_map *map, uint64_t limit)
{
    *r = (residues){.map = map, .limit = limit, .inverses = malloc((n_divisors(map) + 1) * sizeof *r->inverses)};
    if (r->inverses && (!map->long_divisors.n || make_rows(&r->rows, map)))
        return true;
    residues_free(r);
    return false;
}

void residues_free(residues *r)
{
    free(r->inverses);
    free(r->rows.first);
    free(r->rows.digits);
    free(r->rows.powers);
    *r = (residues){.map = NULL};
}

bool residues_fit(const flow_map *map)
{
    for (size_t i = 0; i < map->n; i = map->places[i].end)
        if (map->places[i].leaves && map->places[i].end - map->places[i].first > CYCLE_MAX)
            return false;
    return true;
}

uint64_t residues_work(const flow_map *map)
{
    uint64_t work = WORK_DIVISOR * n_divisors(map) + map->n + map->n_ways + 2 * map->n_gains;

    for (size_t i = 0; i < map->n; i++)
        for (size_t w = map->places[i].first_way; !map->places[i].ways && w < map->places[i + 1].first_way; w++)
            work += outlook_work(map->graph->longs.list[map->ways[w].ways]);
    return work;
}

/* Adds to the work; returns whether there may be more. */
static bool work(residues *r, uint64_t more)
{
    r->work += more;
    r->stopped = r->stopped || r->work > r->limit;
    return !r->stopped;
}

/* A number of ways, times 2^64. */
static uint64_t raised_ways(const flow_map *map, const prime *p, const flow_place *place, uint32_t ways)
{
    return prime_raise(p, place->ways ? ways : prime_of_long(p, map->graph->longs.list[ways]));
}

static uint64_t raised_all_ways(const flow_map *map, const prime *p, const flow_place *place)
{
    return prime_raise(p, place->ways
                              ? prime_of_word(p, place->ways)
                              : prime_of_long(p, graph_all_ways(map->graph, &map->graph->states[place->state])));
}

static uint64_t raised_divisor(const flow_map *map, const prime *p, size_t i)
{
    const size_t n_short = map->divisors.count;

    return prime_raise(p, i < n_short ? prime_of_word(p, *(const uint64_t *)intern_table_key(&map->divisors, i))
                                      : prime_of_long(p, map->long_divisors.list[i - n_short]));
}

/* One inverse is enough for all divisors: that of their product, from which the products of all before each lead to its
 * own. */
static bool invert_divisors(residues *r, size_t which)
{
    const prime *p = &r->primes[which];
    uint64_t product = prime_raise(p, 1), inverse;

    for (size_t i = 0; i < n_divisors(r->map); i++) {
        r->inverses[i].of[which] = product;
        product = prime_times(p, product, raised_divisor(r->map, p, i));
    }
    inverse = prime_raise(p, prime_inverse(p, prime_reduce(p, (wide){product, 0})));
    for (size_t i = n_divisors(r->map); i-- > 0;) {
        r->inverses[i].of[which] = prime_raise(p, prime_times(p, inverse, r->inverses[i].of[which]));
        inverse = prime_times(p, inverse, raised_divisor(r->map, p, i));
    }
    return product != 0;
}

void residues_begin(residues *r, size_t first)
{
    r->stopped = false;
    work(r, WORK_DIVISOR * n_divisors(r->map));
    for (size_t i = 0; i < RESIDUES; i++) {
        r->primes[i] = prime_of(first + i);
        r->stopped = !invert_divisors(r, i) || r->stopped;
    }
}

/* The system of a cycle: one row for each place, with the flow into it as the last column. The unknowns are the flows
 * y along one way of each place: ways * y, less what its cycle sends to a place, is what flows in. */
typedef struct cycle {
    residues *r;
    const flow_place *first;
    size_t n;
    residue *rows;   /* n times n + 1, times 2^64 */
    residue *before; /* scratch: n */
} cycle;

static void fill_cycle(const cycle *c, const residue_sum *sums)
{
    const flow_map *map = c->r->map;
    const uint32_t component = map->components.component_of[c->first->state];

    for (size_t i = 0; i < c->n; i++) {
        const flow_place *from = &c->first[i];
        const graph_edge *edges = graph_edges(map->graph, from->state);

        for (size_t k = 0; k < RESIDUES; k++) {
            const prime *p = &c->r->primes[k];
            uint64_t *own = &c->rows[i * (c->n + 1) + i].of[k];

            *own = prime_plus(p, *own, raised_all_ways(map, p, from));
            c->rows[i * (c->n + 1) + c->n].of[k] = prime_raise(p, prime_reduce(p, sums[c->first->first + i].of[k]));
        }
        for (size_t e = 0; e < map->graph->states[from->state].n_edges; e++) {
            residue *cell;

            if (!edge_stays(&map->components, component, &edges[e]))
                continue;
            cell = &c->rows[(flow_place_of(map, edges[e].to) - c->first->first) * (c->n + 1) + i];
            for (size_t k = 0; k < RESIDUES; k++)
                cell->of[k] =
                    prime_minus(&c->r->primes[k], cell->of[k], raised_ways(map, &c->r->primes[k], from, edges[e].ways));
        }
    }
}

static bool is_zero(const residue *a)
{
    uint64_t any = 0;

    for (size_t k = 0; k < RESIDUES; k++)
        any |= a->of[k];
    return any == 0;
}

/* Multiplies the row by the pivot and subtracts a multiple of the pivot's row, so that it has 0 in the pivot's column. To
 * the left both are 0 already, or not needed any more. Rows of a cycle are mostly 0. */
static void clear_row(const cycle *c, size_t pivot, residue *row)
{
    const residue *by = &c->rows[pivot * (c->n + 1)], factor = row[pivot];

    if (is_zero(&factor) || !work(c->r, WORK_CELL * (c->n - pivot)))
        return;
    for (size_t j = pivot + 1; j <= c->n; j++) {
        if (is_zero(&row[j]) && is_zero(&by[j]))
            continue;
        for (size_t k = 0; k < RESIDUES; k++) {
            const prime *p = &c->r->primes[k];

            row[j].of[k] = prime_minus(p, prime_times(p, row[j].of[k], by[pivot].of[k]),
                                       prime_times(p, factor.of[k], by[j].of[k]));
        }
    }
}

/* Inverts the pivots, one in each row: one inverse is enough for all of them (invert_divisors). Returns false if one has
 * none. */
static bool invert_pivots(const cycle *c, size_t which)
{
    const prime *p = &c->r->primes[which];
    uint64_t product = prime_raise(p, 1), inverse;

    for (size_t i = 0; i < c->n; i++) {
        c->before[i].of[which] = product;
        product = prime_times(p, product, c->rows[i * (c->n + 2)].of[which]);
    }
    inverse = prime_raise(p, prime_inverse(p, prime_reduce(p, (wide){product, 0})));
    for (size_t i = c->n; i-- > 0;) {
        uint64_t *pivot = &c->rows[i * (c->n + 2)].of[which];
        const uint64_t after = prime_times(p, inverse, *pivot);

        *pivot = prime_times(p, inverse, c->before[i].of[which]);
        inverse = after;
    }
    return product != 0;
}

/* Solves the last unknown first. They replace the last column. */
static void substitute(const cycle *c)
{
    for (size_t i = c->n; i-- > 0;) {
        const residue *row = &c->rows[i * (c->n + 1)];
        residue *is = &c->rows[i * (c->n + 1) + c->n];

        for (size_t j = i + 1; j < c->n; j++) {
            const residue *known = &c->rows[j * (c->n + 1) + c->n];

            for (size_t k = 0; k < RESIDUES && !is_zero(&row[j]); k++) {
                const prime *p = &c->r->primes[k];

                is->of[k] = prime_minus(p, is->of[k], prime_times(p, row[j].of[k], known->of[k]));
            }
        }
        for (size_t k = 0; k < RESIDUES; k++)
            is->of[k] = prime_times(&c->r->primes[k], is->of[k], row[i].of[k]);
    }
}

/* Gauss, without pivoting: a pivot that is not 0 is 0 modulo a prime about once in 2^62. Nothing is divided on the way,
 * because an inverse costs as much as 50 products. */
static void eliminate(const cycle *c)
{
    for (size_t pivot = 0; pivot < c->n; pivot++)
        for (size_t i = pivot + 1; i < c->n && !c->r->stopped; i++)
            clear_row(c, pivot, &c->rows[i * (c->n + 1)]);
    for (size_t k = 0; k < RESIDUES && !c->r->stopped; k++)
        c->r->stopped = !invert_pivots(c, k);
    if (!c->r->stopped)
        substitute(c);
}

static salvo_status visit_cycle(residues *r, const flow_place *first, residue_sum *sums, salvo_error *err)
{
    cycle c = {r, first, first->end - first->first, NULL, NULL};

    c.rows = calloc(c.n * (c.n + 2), sizeof *c.rows);
    if (!c.rows)
        return salvo_fail_memory(err);
    c.before = c.rows + c.n * (c.n + 1);
    fill_cycle(&c, sums);
    eliminate(&c);
    for (size_t i = 0; i < c.n && !r->stopped; i++)
        for (size_t k = 0; k < RESIDUES; k++)
            sums[first->first + i].of[k] = (wide){c.rows[i * (c.n + 1) + c.n].of[k], 0};
    free(c.rows);
    return SALVO_OK;
}

/* A single place divides what flows in by its ways less those of its loop. */
salvo_status residues_visit(residues *r, const flow_place *place, residue_sum *sums, salvo_error *err)
{
    const size_t divisor = place->ways ? place->divisor : r->map->divisors.count + place->divisor;
    residue_sum *sum = &sums[place->first];

    if (place->end - place->first > 1)
        return visit_cycle(r, place, sums, err);
    for (size_t k = 0; k < RESIDUES; k++) {
        const prime *p = &r->primes[k];

        sum->of[k] = (wide){prime_times(p, prime_reduce(p, sum->of[k]), r->inverses[divisor].of[k]), 0};
    }
    return SALVO_OK;
}

static void add_product(residue_sum *to, size_t k, wide more)
{
    to->of[k] = wide_plus(to->of[k], more);
}

static void send_gains(const residues *r, const flow_place *place, const residue_sum *way, residue_sum *gains)
{
    for (size_t g = place->first_gain; g < place[1].first_gain; g++) {
        const flow_gain *gain = &r->map->gains[g];
        const uint64_t size = gain->sum < 0 ? -(uint64_t)gain->sum : (uint64_t)gain->sum;

        for (size_t k = 0; k < RESIDUES; k++) {
            const prime *p = &r->primes[k];
            const uint64_t sum =
                place->ways ? prime_of_word(p, size) : prime_of_long(p, r->map->long_sums.list[gain->number]);
            const uint64_t part = prime_times(p, way->of[k].low, prime_raise(p, sum));

            add_product(&gains[gain->expectation], k, (wide){gain->sum < 0 ? prime_minus(p, 0, part) : part, 0});
        }
    }
}

/* The hot loop: one product of 128 bits for each prime. */
static void send_short(const flow_map *map, const flow_place *place, residue_sum *sums, uint64_t *reached)
{
    const residue_sum way = sums[place - map->places];

    for (const flow_way *w = &map->ways[place->first_way], *end = &map->ways[place[1].first_way]; w < end; w++) {
        residue_sum *to = &sums[w->to];

        for (size_t k = 0; k < RESIDUES; k++)
            add_product(to, k, wide_product(way.of[k].low, w->ways));
        reached[w->to / 64] |= UINT64_C(1) << w->to % 64;
    }
}

static void set_powers(const residues *r, const residue_sum *way, size_t n)
{
    residue *powers = r->rows.powers;

    for (size_t k = 0; k < RESIDUES; k++) {
        const prime *p = &r->primes[k];
        const uint64_t base = prime_raise(p, UINT64_C(1) << 32);

        powers[0].of[k] = way->of[k].low;
        for (size_t j = 1; j < n; j++)
            powers[j].of[k] = prime_times(p, powers[j - 1].of[k], base);
    }
}

/* A product with each digit, so that no long number is reduced. */
static void send_long(residues *r, const flow_place *place, residue_sum *sums, uint64_t *reached)
{
    const size_t n_ways = place[1].first_way - place->first_way, n = known_digits(&r->rows, place);
    const uint32_t *digits = r->rows.digits + r->rows.first[place->divisor];

    work(r, n * n_ways);
    set_powers(r, &sums[place - r->map->places], n);
    for (const flow_way *w = &r->map->ways[place->first_way], *end = w + n_ways; w < end; w++, digits += n) {
        residue_sum *to = &sums[w->to];

        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < RESIDUES; k++)
                add_product(to, k, wide_product(r->rows.powers[j].of[k], digits[j]));
        reached[w->to / 64] |= UINT64_C(1) << w->to % 64;
    }
}

void residues_send(residues *r, const flow_place *place, residue_sum *sums, residue_sum *gains, uint64_t *reached)
{
    work(r, 1 + place[1].first_way - place->first_way + 2 * (place[1].first_gain - place->first_gain));
    send_gains(r, place, &sums[place - r->map->places], gains);
    if (place->ways)
        send_short(r->map, place, sums, reached);
    else
        send_long(r, place, sums, reached);
}

void residues_add_visits(const residues *r, const flow_place *place, const residue_sum *sums, residue_sum *to)
{
    for (size_t k = 0; k < RESIDUES; k++) {
        const prime *p = &r->primes[k];

        add_product(
            to, k,
            (wide){prime_times(p, sums[place - r->map->places].of[k].low, raised_all_ways(r->map, p, place)), 0});
    }
}
