/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <salvo/efficiency.h>

#include <math.h>

#include "base/rank.h"
#include "data/names.h"

const char *const SALVO_FIRE_METRICS[] = {"hit",
                                          "kill",
                                          "damage",
                                          "hit-per-point",
                                          "kill-per-point",
                                          "damage-per-point",
                                          "points-destroyed",
                                          "points-destroyed-per-point",
                                          "exchange"};

bool salvo_metric_is_per_point(salvo_fire_metric metric)
{
    return (metric >= SALVO_METRIC_HIT_PER_POINT && metric <= SALVO_METRIC_DAMAGE_PER_POINT) ||
           metric == SALVO_METRIC_DESTROYED_PER_POINT;
}

salvo_shot salvo_efficiency_mean_shot(const salvo_efficiency *e, size_t unit, size_t range)
{
    double n = (double)e->n_targets, priced = 0, destroyed = 0, answered = 0;
    salvo_shot mean = {0};

    for (size_t t = 0; t < e->n_targets; t++) {
        const salvo_shot *one = salvo_efficiency_shot(e, unit, t, range);

        mean.hit += one->hit / n;
        mean.kill += one->kill / n;
        mean.damage += one->damage / n;
        mean.shots += one->shots / n;
        mean.shot.hit += one->shot.hit / n;
        mean.shot.kill += one->shot.kill / n;
        mean.shot.damage += one->shot.damage / n;
        priced += isfinite(one->destroyed);
        destroyed += isfinite(one->destroyed) ? one->destroyed : 0;
        answered += isfinite(one->destroyed) ? one->answered : 0;
    }
    /* This is NAN if no target has a price. */
    mean.destroyed = destroyed / priced;
    mean.answered = answered / priced;
    return mean;
}

double salvo_efficiency_per_point(const salvo_efficiency *e, size_t unit, double value)
{
    return e->prices[unit] > 0 ? value / e->prices[unit] : NAN;
}

double salvo_shot_exchange(const salvo_shot *shot)
{
    return shot->answered > 0 ? shot->destroyed / shot->answered : NAN;
}

/* Returns the figure before division by a price; NAN for an exchange without return fire. */
static double raw_of(const salvo_shot *s, salvo_fire_metric metric)
{
    switch (metric) {
    case SALVO_METRIC_HIT:
    case SALVO_METRIC_HIT_PER_POINT:
        return s->hit;
    case SALVO_METRIC_KILL:
    case SALVO_METRIC_KILL_PER_POINT:
        return s->kill;
    case SALVO_METRIC_DESTROYED:
    case SALVO_METRIC_DESTROYED_PER_POINT:
        return s->destroyed;
    case SALVO_METRIC_EXCHANGE:
        return salvo_shot_exchange(s);
    default:
        return s->damage;
    }
}

double salvo_efficiency_value(const salvo_efficiency *e, size_t unit, size_t target, size_t range,
                              salvo_fire_metric metric)
{
    const double price = e->prices[unit], value = raw_of(salvo_efficiency_shot(e, unit, target, range), metric);

    if (!salvo_metric_is_per_point(metric))
        return value;
    return price > 0 ? 100 * value / price : NAN;
}

/* An average of ratios would not be the ratio that tables show beside its two averages. */
static double mean_exchange(const salvo_efficiency *e, size_t unit, size_t range)
{
    salvo_shot sum = {0};

    for (size_t r = 0; r < e->n_ranges; r++) {
        const salvo_shot mean = salvo_efficiency_mean_shot(e, unit, r);

        if ((r == range || range >= e->n_ranges) && isfinite(mean.destroyed)) {
            sum.destroyed += mean.destroyed;
            sum.answered += mean.answered;
        }
    }
    return salvo_shot_exchange(&sum);
}

double salvo_efficiency_mean(const salvo_efficiency *e, size_t unit, size_t range, salvo_fire_metric metric)
{
    double sum = 0;
    size_t n = 0;

    if (metric == SALVO_METRIC_EXCHANGE)
        return mean_exchange(e, unit, range);
    for (size_t t = 0; t < e->n_targets; t++)
        for (size_t r = 0; r < e->n_ranges; r++) {
            const double value =
                r == range || range >= e->n_ranges ? salvo_efficiency_value(e, unit, t, r, metric) : NAN;

            sum += isfinite(value) ? value : 0;
            n += isfinite(value);
        }
    return n ? sum / (double)n : NAN;
}

/* Units with the figure come first, the others stay in their order. *any becomes whether a unit has it. */
static rank_entry *sorted(const salvo_efficiency *e, salvo_fire_metric what, bool *any)
{
    rank_entry *order = salvo_arena_array(e->memory, e->n_units + 1, sizeof *order);

    *any = false;
    for (size_t i = 0; order && i < e->n_units; i++) {
        const double value = salvo_efficiency_mean(e, i, e->n_ranges, what);

        *any = *any || isfinite(value);
        order[i] = (rank_entry){i, isfinite(value) ? value : -INFINITY};
    }
    if (order)
        rank_sort(order, e->n_units);
    return order;
}

salvo_status salvo_efficiency_sort(salvo_efficiency *e, const char *metric, size_t most, salvo_error *err)
{
    const int what = metric ? salvo_name_among(SALVO_FIRE_METRICS, SALVO_N_FIRE_METRICS, metric) : SALVO_METRIC_DAMAGE;
    const rank_entry *order;
    bool any;

    if (what < 0)
        return salvo_names_fail(err, SALVO_FIRE_METRICS, SALVO_N_FIRE_METRICS, metric,
                                "--sort %s: there is no such metric", metric);
    order = sorted(e, (salvo_fire_metric)what, &any);
    if (!order)
        return salvo_fail_memory(err);
    if (!any)
        return salvo_fail(err, SALVO_BAD_INPUT, "--sort %s: no unit has this figure here; sort by hit, kill or damage",
                          SALVO_FIRE_METRICS[what]);
    e->n_units = most && most < e->n_units ? most : e->n_units;
    e->units = rank_copy(order, e->n_units, e->units, sizeof *e->units, e->memory);
    e->prices = rank_copy(order, e->n_units, e->prices, sizeof *e->prices, e->memory);
    e->selection.rows = rank_copy(order, e->n_units, e->selection.rows, sizeof *e->selection.rows, e->memory);
    e->shots = rank_copy(order, e->n_units, e->shots, e->n_targets * e->n_ranges * sizeof *e->shots, e->memory);
    return e->units && e->prices && e->selection.rows && e->shots ? SALVO_OK : salvo_fail_memory(err);
}
