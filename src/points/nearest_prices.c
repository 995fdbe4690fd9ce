/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A minimum-distance estimate under constraints. Equalities (kept prices, the average) condition the normal
 * distribution of the logarithms one after the other. Inequalities use the method of Hildreth (1957). It sets the
 * multiplier of each constraint in turn to what that constraint alone needs, until none moves. Both need only the
 * covariance, not its inverse. What is not linear in logarithms (the sum, "a step more") is linearised at the prices so
 * far, repeatedly. */
#include "points/price_limits.h"

#include <math.h>
#include <string.h>

/* LEVEL: the variance of the list's level, so wide that only the limits decide on it. */
static const double LEVEL = 1, SETTLED = 1e-10;

enum { LINEARISATIONS_MAX = 200, FULL_STEPS = 4, SWEEPS_MAX = 100000 };

/* An inequality: weight[0] x[at[0]] + weight[1] x[at[1]] <= bound. */
typedef struct inequality {
    size_t at[2];
    double weight[2];
    int n;
    double bound;
    double multiplier;
    salvo_binding_limit hold; /* its name, if it holds a price */
} inequality;

typedef struct search {
    const price_limits *l;
    size_t n;
    const double *fitted, *covariance; /* logarithms of prices, before the limits */
    double *x, *c;                     /* the same under the equalities; x moves on */
    double *row, *image;               /* scratch, n each */
    inequality *rows;
    size_t n_rows;
} search;

/* image = c row. */
static void multiply_covariance(const double *c, const double *row, double *image, size_t n)
{
    memset(image, 0, n * sizeof *image);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n && row[k] != 0; i++)
            image[i] += c[i * n + k] * row[k];
}

static double dot_product(const double *a, const double *b, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Conditions x and c on row x = value. */
static void condition_on(search *s, const double *row, double value)
{
    double variance, off = (dot_product(row, s->x, s->n) - value);

    multiply_covariance(s->c, row, s->image, s->n);
    variance = dot_product(row, s->image, s->n);
    if (variance <= 1e-14) /* earlier conditions hold it already */
        return;
    for (size_t i = 0; i < s->n; i++) {
        s->x[i] -= s->image[i] * off / variance;
        for (size_t k = 0; k < s->n; k++)
            s->c[i * s->n + k] -= s->image[i] * s->image[k] / variance;
    }
}

static bool is_fixed(const price_limits *l, size_t unit)
{
    return l->least[unit] == l->greatest[unit];
}

/* The sum is linear in logarithms near the prices: sum + prices' (x - log prices). */
static void take_equalities(search *s, const double *prices)
{
    const price_limits *l = s->l;
    double sum = 0;

    memcpy(s->x, s->fitted, s->n * sizeof *s->x);
    for (size_t i = 0; i < s->n * s->n; i++)
        s->c[i] = s->covariance[i] + LEVEL;
    for (size_t u = 0; u < s->n; u++)
        if (is_fixed(l, u)) {
            memset(s->row, 0, s->n * sizeof *s->row);
            s->row[u] = 1;
            condition_on(s, s->row, log(l->least[u]));
        }
    if (l->sum <= 0)
        return;
    for (size_t u = 0; u < s->n; u++) {
        s->row[u] = prices[u];
        sum += prices[u] * (1 - log(prices[u]));
    }
    condition_on(s, s->row, l->sum - sum);
}

static void add_inequality(search *s, inequality row)
{
    s->rows[s->n_rows++] = row;
}

/* Takes the bounds of units that are not fixed, and the orders. A bound that follows from an order needs no row of its
 * own. */
static void take_inequalities(search *s, const double *prices)
{
    const price_limits *l = s->l;

    s->n_rows = 0;
    for (size_t u = 0; u < s->n; u++) {
        if (l->least[u] > 0 && !is_fixed(l, u) && !l->is_order[2 * u])
            add_inequality(s, (inequality){{u, u}, {-1, 0}, 1, -log(l->least[u]), 0, SALVO_BINDING_LEAST});
        if (isfinite(l->greatest[u]) && !is_fixed(l, u) && !l->is_order[2 * u + 1])
            add_inequality(s, (inequality){{u, u}, {1, 0}, 1, log(l->greatest[u]), 0, SALVO_BINDING_GREATEST});
    }
    for (size_t i = 0; i < l->n_orders; i++) {
        const price_order *o = &l->orders[i];

        add_inequality(
            s,
            (inequality){
                {o->dearer, o->cheaper}, {-1, 1}, 2, -log(1 + l->step / prices[o->cheaper]), 0, SALVO_BINDING_ORDER});
    }
}

/* Sets the row's multiplier to what it alone needs. Returns how far x moved along it. */
static double satisfy(search *s, inequality *r)
{
    double off = -r->bound, variance = 0, move;

    for (int i = 0; i < r->n; i++) {
        off += r->weight[i] * s->x[r->at[i]];
        for (int k = 0; k < r->n; k++)
            variance += r->weight[i] * r->weight[k] * s->c[r->at[i] * s->n + r->at[k]];
    }
    if (variance <= 1e-14)
        return 0;
    move = fmax(-r->multiplier, off / variance); /* a multiplier is at least 0 */
    r->multiplier += move;
    for (int k = 0; k < r->n && move != 0; k++)
        for (size_t i = 0; i < s->n; i++)
            s->x[i] -= move * r->weight[k] * s->c[r->at[k] * s->n + i];
    return fabs(move) * sqrt(variance);
}

static void sweep_all(search *s)
{
    double moved = 1;

    for (int sweep = 0; sweep < SWEEPS_MAX && moved > SETTLED; sweep++) {
        moved = 0;
        for (size_t i = 0; i < s->n_rows; i++)
            moved = fmax(moved, satisfy(s, &s->rows[i]));
    }
}

/* Moves the prices to x, or a part of the way. Returns the greatest distance of a price's logarithm from x. */
static double move_prices(const search *s, double part, double *prices)
{
    double moved = 0;

    for (size_t u = 0; u < s->n; u++) {
        const double step = s->x[u] - log(prices[u]);

        moved = fmax(moved, fabs(step));
        prices[u] *= exp(part * step);
    }
    return moved;
}

/* The rows that hold the final prices hold their variances, too. */
static void find_holds(search *s, salvo_binding_limit *hold)
{
    for (size_t u = 0; u < s->n; u++)
        hold[u] = is_fixed(s->l, u) ? SALVO_BINDING_FIXED : SALVO_BINDING_NONE;
    for (size_t i = 0; i < s->n_rows; i++) {
        const inequality *r = &s->rows[i];

        if (r->multiplier <= 1e-9)
            continue;
        memset(s->row, 0, s->n * sizeof *s->row);
        for (int k = 0; k < r->n; k++) {
            s->row[r->at[k]] = r->weight[k];
            if (hold[r->at[k]] == SALVO_BINDING_NONE)
                hold[r->at[k]] = r->hold;
        }
        condition_on(s, s->row, dot_product(s->row, s->x, s->n));
    }
}

static bool search_make(search *s, salvo_arena *memory)
{
    const size_t n = s->n;

    s->x = salvo_arena_array(memory, n, sizeof *s->x);
    s->c = salvo_arena_array(memory, n * n, sizeof *s->c);
    s->row = salvo_arena_array(memory, n, sizeof *s->row);
    s->image = salvo_arena_array(memory, n, sizeof *s->image);
    s->rows = salvo_arena_array(memory, 2 * n + s->l->n_orders, sizeof *s->rows);
    return s->x && s->c && s->row && s->image && s->rows;
}

salvo_status nearest_prices(double *prices, double *covariance, salvo_binding_limit *hold, const price_limits *l,
                            salvo_arena *memory, salvo_error *err)
{
    double *fitted = salvo_arena_array(memory, l->n, sizeof *fitted), moved = 1;
    search s = {.l = l, .n = l->n, .fitted = fitted, .covariance = covariance};

    if (!fitted || !search_make(&s, memory))
        return salvo_fail_memory(err);
    for (size_t u = 0; u < l->n; u++)
        fitted[u] = log(prices[u]);
    for (int i = 0; i < LINEARISATIONS_MAX && moved > SETTLED; i++) {
        take_equalities(&s, prices);
        take_inequalities(&s, prices);
        sweep_all(&s);
        /* Full steps may oscillate over a bend of the sum; half steps converge. */
        moved = move_prices(&s, i < FULL_STEPS ? 1 : 0.5, prices);
    }
    find_holds(&s, hold);
    for (size_t u = 0; u < l->n; u++) /* corrects rounding of doubles beyond the bounds */
        prices[u] = fmin(fmax(prices[u], l->least[u]), l->greatest[u]);
    memcpy(covariance, s.c, l->n * l->n * sizeof *covariance);
    return SALVO_OK;
}
