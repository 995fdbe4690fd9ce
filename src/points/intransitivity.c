/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rock, paper, scissors among units. All classes fight all others, with one kind on each side at nearly equal cost. The
 * best possible prices of the model are fitted to the results. The remainder is what no price can explain. */
#include "points/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "points/settings.h"
#include "points/value_model.h"

/* It is wide (a factor of 7 either way), so that prices are free to explain as much as possible. */
static const double PRIOR_SD = 2;

size_t matrix_pairs(const unit_pool *pool)
{
    return pool->n_classes * (pool->n_classes - 1) / 2;
}

/* Buys the numbers with the nearest costs. Sizes grow from three, so that the smallest of equally near numbers is
 * taken; single elements would make it a duel. */
static void buy_evenly(const unit_pool *pool, army_pair *p, const double *prices)
{
    double price[2] = {prices[p->side[0].kind[0]], prices[p->side[1].kind[0]]}, nearest = INFINITY;
    int most = pool->settings[p->setting].of->elements_max;

    for (int size = most < 3 ? 1 : 3; size <= most; size++)
        for (int i = 0; i < 2 * size; i++) { /* one side has `size` elements, the other 1 .. size */
            int a = i % 2 ? size : i / 2 + 1, b = i % 2 ? i / 2 + 1 : size;
            double off = fabs(log(a * price[0] / (b * price[1])));

            if (off < nearest - 1e-9) { /* the margin prevents rounding from separating equal ratios */
                nearest = off;
                p->side[0].count[0] = a;
                p->side[1].count[0] = b;
            }
        }
    for (int s = 0; s < 2; s++)
        p->cost[s] = army_cost(&p->side[s], prices, NULL);
}

void matrix_draw(const unit_pool *pool, const double *prices, army_pair *pairs)
{
    const army_pair *first = pairs;

    for (size_t a = 0; a < pool->n_classes; a++)
        for (size_t b = a + 1; b < pool->n_classes; b++) {
            army_pair *p = pairs++;

            memset(p, 0, sizeof *p);
            p->setting = setting_of_pair(pool, (uint64_t)(p - first));
            p->side[0] = (army){.kind = {(uint32_t)pool->first_of[a]}, .n_kinds = 1};
            p->side[1] = (army){.kind = {(uint32_t)pool->first_of[b]}, .n_kinds = 1};
            buy_evenly(pool, p, prices);
        }
}

/* The greatest is first; ties are sorted by unit, so that the order is the same everywhere. */
static int by_part(const void *a, const void *b)
{
    const salvo_counter *x = a, *y = b;

    if (x->part != y->part)
        return x->part < y->part ? 1 : -1;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

/* Observation i is of the run's pair of[i]. Compares every score with the model's, and keeps the pairs with the
 * greatest differences. */
static salvo_status read_matrix(salvo_intransitivity *to, const pair_run *run, const size_t *of,
                                const observation *seen, size_t n, const value_model *v, salvo_error *err)
{
    salvo_counter *all = calloc(n + 1, sizeof *all);
    double even = 0, left = 0;

    if (!all)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++) {
        const army_pair *p = &run->pairs[of[i]];
        double score = seen[i].at->score, expected = value_model_score(v, &seen[i], 0);

        all[i] = (salvo_counter){p->side[0].kind[0],
                                 p->side[1].kind[0],
                                 p->side[0].count[0],
                                 p->side[1].count[0],
                                 score,
                                 expected,
                                 (score - expected) * (score - expected)};
        even += (score - 0.5) * (score - 0.5); /* squares: what a constant 1/2 leaves, and the model */
        left += all[i].part;
        to->imbalance += fabs(score - 0.5) / (double)n;
        to->left += fabs(score - expected) / (double)n;
    }
    to->explained = even > 0 ? 1 - left / even : 1; /* like R squared, but about 1/2 instead of a mean */
    qsort(all, n, sizeof *all, by_part);
    for (; to->n_counters < SALVO_COUNTERS_MAX && to->n_counters < n; to->n_counters++) {
        to->counters[to->n_counters] = all[to->n_counters];
        to->counters[to->n_counters].part /= left > 0 ? left : 1; /* as a share of the sum, now that it is known */
    }
    free(all);
    return SALVO_OK;
}

salvo_status intransitivity_measure(salvo_intransitivity *to, const pair_run *run, const double *prices,
                                    salvo_error *err)
{
    const unit_pool *pool = run->pool;
    observation *seen = salvo_arena_array(run->memory, run->n, sizeof *seen);
    scored *mean = salvo_arena_array(run->memory, run->n, sizeof *mean);
    size_t *of = salvo_arena_array(run->memory, run->n, sizeof *of), n = 0;
    worth_design design;
    value_model v;
    salvo_status status;

    memset(to, 0, sizeof *to);
    if (!seen || !mean || !of)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < run->n; i++) {
        if (isnan(run->results[i].mean)) /* nobody won */
            continue;
        of[n] = i;
        mean[n] = (scored){0, run->results[i].mean}; /* all conditions as one */
        seen[n] = observation_of(pool, &run->pairs[i]);
        seen[n].at = &mean[n];
        seen[n++].n = 1;
    }
    if (n == 0)
        return SALVO_OK;
    TRY(worth_design_of_pool(&design, pool, prices, run->memory, err));
    TRY(value_model_fit(
        &v, &(value_question){.design = &design, .seen = seen, .n_seen = n, .n_conditions = 1, .prior_sd = PRIOR_SD},
        err));
    to->pairs = n;
    status = read_matrix(to, run, of, seen, n, &v, err);
    value_model_free(&v);
    return status;
}
