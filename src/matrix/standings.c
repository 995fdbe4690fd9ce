/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "matrix/standings.h"

#include <math.h>
#include <stdlib.h>

#include "matrix/match.h"

/* Sums over the ranges of one pair, not yet divided by the weights. */
typedef struct summary {
    double weight, p_win, p_nobody, turns, destroyed, lost;
    bool ends, priced;
} summary;

/* An interrupted matrix has holes. The weight of a missing range is left out, so that the others count as if it had not
 * been requested. */
static summary sum_pair(const salvo_matrix *x, size_t a, size_t b)
{
    summary s = {.ends = true, .priced = true};

    for (size_t r = 0; r < x->n_reported_ranges; r++) {
        const salvo_match *m = salvo_matrix_match(x, a, b, r);
        double weight = x->n_reported_ranges > 1 ? x->ranges.weight[r] : 1; /* averaged ranges are one match already */

        if (!m->known) /* a missing match counts in no average */
            continue;
        s.weight += weight;
        s.p_win += weight * match_value(m, &m->p_a);
        s.p_nobody += weight * match_value(m, &m->p_nobody);
        s.ends = s.ends && m->ends;
        s.turns += m->ends ? weight * match_value(m, &m->turns) : 0;
        s.priced = s.priced && m->priced;
        s.destroyed += m->priced ? weight * match_value(m, &m->lost[1]) : 0;
        s.lost += m->priced ? weight * match_value(m, &m->lost[0]) : 0;
    }
    return s;
}

/* If several are equal, the first in the list stays: the choice must not depend on the order of fighting. */
static void note_opponent(salvo_standing *s, size_t opponent, double p_win)
{
    if (s->n == 0 || p_win > s->p_best) {
        s->best = opponent;
        s->p_best = p_win;
    }
    if (s->n == 0 || p_win < s->p_worst) {
        s->worst = opponent;
        s->p_worst = p_win;
    }
}

/* A unit against itself is fought but does not count. Each opponent has the same weight, however many ranges are known.
 * A best opponent of n_units means that there is none. If any match may never end, there is no average of turns,
 * because that of the others would be one of the short matches. */
static salvo_standing stand(const salvo_matrix *x, size_t unit)
{
    salvo_standing s = {.unit = unit, .best = x->n_units, .worst = x->n_units};
    double priced = 0;
    bool ends = true;

    for (size_t b = 0; b < x->n_units; b++) {
        summary pair = b == unit ? (summary){0} : sum_pair(x, unit, b);

        if (!(pair.weight > 0)) /* in this form NaN counts as none */
            continue;
        note_opponent(&s, b, pair.p_win / pair.weight);
        s.n++;
        s.p_win += pair.p_win / pair.weight;
        s.p_nobody += pair.p_nobody / pair.weight;
        ends = ends && pair.ends;
        s.turns += pair.turns / pair.weight;
        priced += pair.priced; /* pairs with prices are counted separately */
        s.destroyed += pair.priced ? pair.destroyed / pair.weight : 0;
        s.lost += pair.priced ? pair.lost / pair.weight : 0;
    }
    s.p_win /= s.n ? (double)s.n : 1;
    s.p_nobody /= s.n ? (double)s.n : 1;
    s.turns = s.n && ends ? s.turns / (double)s.n : NAN;
    s.destroyed = priced > 0 ? s.destroyed / priced : NAN;
    s.lost = priced > 0 ? s.lost / priced : NAN;
    return s;
}

/* The best is first; ties are sorted by unit. */
static int by_wins(const void *a, const void *b)
{
    const salvo_standing *x = a, *y = b;

    if (x->p_win != y->p_win)
        return x->p_win > y->p_win ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static void note_precision(salvo_matrix *x)
{
    x->widest = 0;
    x->least_agreement = 1;
    x->n_agreements = 0;
    for (size_t i = 0; i < x->n_units * x->n_units * x->n_reported_ranges; i++) {
        const salvo_match *m = &x->matches[i];
        const salvo_figure *const chances[] = {&m->p_a, &m->p_b, &m->p_nobody};

        /* A mirrored match is the same simulation, so it would count each test twice. */
        if (!m->known || m->mirrored || m->method == SALVO_EXACT)
            continue;
        for (size_t k = 0; k < sizeof chances / sizeof *chances; k++)
            x->widest = fmax(x->widest, (chances[k]->simulated.high - chances[k]->simulated.low) / 2);
        x->n_agreements += m->method == SALVO_BOTH;
        x->least_agreement = m->method == SALVO_BOTH ? fmin(x->least_agreement, m->agreement) : x->least_agreement;
    }
}

salvo_status standings_rank(salvo_matrix *x, salvo_error *err)
{
    note_precision(x);
    x->standings = salvo_arena_array(x->memory, x->n_units, sizeof *x->standings);
    if (!x->standings)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < x->n_units; i++)
        x->standings[i] = stand(x, i);
    qsort(x->standings, x->n_units, sizeof *x->standings, by_wins);
    return SALVO_OK;
}
