/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What two lists are compared by. Their measures: a mean for either, and the mean of the difference by pairs. Their
 * units: the worth for the price under either. */
#include "points/comparison.h"

#include <math.h>

#include "base/try.h"
#include "points/bounds.h"
#include "points/judge.h"
#include "points/unit_worths.h"

/* Returns the measured value of pair i under a list. */
typedef double measured(const list_comparison *c, int list, size_t i, const void *more);

/* Adds a measure, over the pairs that have the value under both lists. */
static salvo_list_measure *add_measure(list_comparison *c, const char *name, measured *of, const void *more)
{
    salvo_list_measure *to = &c->to->measures[c->to->n_measures++];
    size_t n = 0;
    double sum[LISTS + 1] = {0}, squares[LISTS + 1] = {0};

    for (size_t i = 0; i < c->battles.pool.plan->pairs; i++) {
        const double first = of(c, 0, i, more), other = of(c, 1, i, more), all[] = {first, other, other - first};

        for (int k = 0; k <= LISTS && !isnan(all[LISTS]); k++) {
            sum[k] += all[k];
            squares[k] += all[k] * all[k];
        }
        n += !isnan(all[LISTS]);
    }
    *to = (salvo_list_measure){.name = name, .scenario = -1, .setting = -1};
    for (int l = 0; l < LISTS; l++)
        to->list[l] = bounds_of_mean(sum[l], squares[l], n);
    to->difference = bounds_of_mean(sum[LISTS], squares[LISTS], n);
    return to;
}

static double pair_imbalance_under(const list_comparison *c, int list, size_t i, const void *more)
{
    (void)more;
    return pair_imbalance(&c->equal[list], i);
}

/* Returns a value in which errors cancel: the mean over all conditions with equal armies. */
static double averaged_imbalance(const list_comparison *c, int list, size_t i, const void *more)
{
    (void)more;
    return fabs(c->equal[list].results[i].mean - 0.5);
}

/* `more` is the scenario. */
static double imbalance_in_scenario(const list_comparison *c, int list, size_t i, const void *more)
{
    const salvo_scenario *scenario = more;

    return pair_imbalance_in(&c->equal[list], i, *scenario);
}

/* `more` is the setting. A pair has the same under both lists. */
static double imbalance_in_setting(const list_comparison *c, int list, size_t i, const void *more)
{
    const size_t *in = more;

    return c->equal[list].pairs[i].setting == *in ? pair_imbalance(&c->equal[list], i) : NAN;
}

/* `more` is the k of either list: P(a wins) = logistic(k log(cost of a / cost of b)). */
static double forecast_under(const list_comparison *c, int list, size_t i, const void *more)
{
    const double *k = more;

    return 1 / (1 + exp(-k[list] * predicted_pair_of(comparison_unequal(c, list), i, c->prices[list], NULL).log_ratio));
}

static double log_loss_under(const list_comparison *c, int list, size_t i, const void *more)
{
    /* A certain forecast that fails would have an infinite loss. */
    const double p = fmin(fmax(forecast_under(c, list, i, more), 1e-12), 1 - 1e-12),
                 s = predicted_pair_of(comparison_unequal(c, list), i, c->prices[list], NULL).score;

    return -s * log(p) - (1 - s) * log(1 - p);
}

/* Every list has its own steepness: it is judged by its prices, and not by how certain it is of them. */
static salvo_status find_steepness(list_comparison *c, double k[LISTS], salvo_error *err)
{
    predicted_pair *pairs = salvo_arena_array(c->to->memory, c->unequal[0].n, sizeof *pairs);

    if (!pairs)
        return salvo_fail_memory(err);
    for (int l = 0; l < LISTS; l++) {
        salvo_prediction judged;

        prediction_judge(&judged, pairs, predicted_pairs_of(pairs, comparison_unequal(c, l), c->prices[l], NULL));
        k[l] = judged.k;
    }
    return SALVO_OK;
}

/* Adds one measure for every scenario and every setting. */
static void measure_parts(list_comparison *c)
{
    size_t scenarios = 0;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        scenarios += c->battles.pool.plan->scenarios[s] > 0;
    for (int s = 0; s < SALVO_N_SCENARIOS && scenarios > 1; s++)
        if (c->battles.pool.plan->scenarios[s] > 0) {
            const salvo_scenario scenario = (salvo_scenario)s;

            add_measure(c, "imbalance-in", imbalance_in_scenario, &scenario)->scenario = s;
        }
    for (size_t in = 0; in < c->battles.pool.plan->n_settings; in++)
        add_measure(c, "imbalance-with", imbalance_in_setting, &in)->setting = (int)in;
}

/* Counts the battles of one rulebook, and those that are the same in the other. A match that was not fought has no
 * fingerprint. */
static void count_battles(list_comparison *c)
{
    const pair_run *const runs[][LISTS] = {{&c->equal[0], &c->equal[1]}, {&c->unequal[0], &c->unequal[1]}};
    const size_t n = pair_match_number(&c->battles.pool, c->battles.pool.plan->pairs, 0, 0);

    for (size_t r = 0; r < sizeof runs / sizeof *runs && c->to->two_books; r++)
        for (size_t i = 0; i < n; i++) {
            const uint64_t print = runs[r][1]->matches[i].print;

            c->to->battles += print != 0;
            c->to->same_battles += print && print == runs[r][0]->matches[i].print;
        }
}

salvo_status list_measures_find(list_comparison *c, salvo_error *err)
{
    double k[LISTS];

    TRY(find_steepness(c, k, err));
    count_battles(c);
    c->to->trials = c->unequal[0].trials;
    c->to->pairs = c->battles.pool.plan->pairs;
    add_measure(c, "imbalance", pair_imbalance_under, NULL);
    if (c->battles.pool.n_conditions > 1)
        add_measure(c, "imbalance-averaged", averaged_imbalance, NULL);
    measure_parts(c);
    add_measure(c, "log-loss", log_loss_under, k);
    return SALVO_OK;
}

/* Returns log worth over price under a list, on average over the list. */
static double level_of(const unit_worths *of, const double *prices)
{
    double sum = 0;

    for (size_t u = 0; u < of->pool->n; u++)
        sum += unit_worths_log_ratio(of, u, prices);
    return sum / (double)of->pool->n;
}

/* A list does not define the worth of a point, so each list is measured relative to its own mean. */
static salvo_status report_units(list_comparison *c, unit_worths *const of[LISTS], salvo_error *err)
{
    const double level[LISTS] = {level_of(of[0], c->prices[0]), level_of(of[1], c->prices[1])};

    c->to->units = salvo_arena_array(c->to->memory, c->battles.pool.n, sizeof *c->to->units);
    if (!c->to->units)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < c->battles.pool.n; u++) {
        salvo_listed_unit *to = &c->to->units[u];
        double off[LISTS], error[LISTS];

        to->unit = u;
        for (int l = 0; l < LISTS; l++) {
            off[l] = unit_worths_log_ratio(of[l], u, c->prices[l]) - level[l];
            error[l] = unit_worths_error(of[l], u);
            to->price[l] = c->prices[l][u];
            to->ratio[l] = bounds_of_logarithm(exp(off[l]), error[l]);
        }
        if (c->to->two_books)
            to->change = bounds_of_logarithm(exp(off[1] - off[0]) * c->prices[1][u] / c->prices[0][u],
                                             sqrt(error[0] * error[0] + error[1] * error[1]));
    }
    return SALVO_OK;
}

/* Finds the worths from all battles; of two rulebooks, from the battles of each. A shared pair is one observation: what
 * the second run takes from the first is not noted again. In another rulebook it is a battle of its own. */
static salvo_status find_worths(list_comparison *c, unit_worths found[LISTS], salvo_error *err)
{
    const bool two = c->to->two_books;
    unit_worths *const of[LISTS] = {&found[0], &found[two]};

    for (int l = 0; l <= two; l++) {
        const pair_run *const of_one[] = {&c->equal[l], &c->unequal[l]};
        const pair_run *const of_both[] = {&c->equal[0], &c->equal[1], &c->unequal[0]};

        TRY(unit_worths_find(&found[l], &c->battles, comparison_pool(c, l), two ? of_one : of_both, two ? 2 : 3,
                             c->middle, c->unequal[0].trials, err));
    }
    return report_units(c, of, err);
}

salvo_status list_units_measure(list_comparison *c, salvo_error *err)
{
    unit_worths found[LISTS] = {{.pool = NULL}, {.pool = NULL}};
    const salvo_status status = find_worths(c, found, err);

    for (int l = 0; l < LISTS; l++)
        unit_worths_free(&found[l]);
    return status;
}
