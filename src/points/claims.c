/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/judge.h"

#include <math.h>

#include "simulate/statistics.h"

const char *const SALVO_RELATIONS[SALVO_N_RELATIONS] = {"unsure", "less", "more"};

/* Says on which side of the number the interval lies. It is unsure for an interval without ends. */
static salvo_relation surely(const salvo_bounds *bounds, double number)
{
    return bounds->high < number  ? SALVO_RELATION_LESS
           : bounds->low > number ? SALVO_RELATION_MORE
                                  : SALVO_RELATION_UNSURE;
}

/* The test has bargains only if it measured them. */
void claims_of_test(salvo_points_test *test)
{
    for (size_t i = 0; test->bargains && i < test->unit_pool.n_units; i++)
        test->bargains[i].worth = surely(&test->bargains[i].ratio, 1);
}

/* The logarithms count: half a price is as far off as twice the price. */
static int nearer_list(const salvo_listed_unit *u)
{
    const double off[] = {fabs(log(u->ratio[0].value)), fabs(log(u->ratio[1].value))};

    if ((u->worth[0] == SALVO_RELATION_UNSURE && u->worth[1] == SALVO_RELATION_UNSURE) || off[0] == off[1])
        return -1;
    return off[1] < off[0];
}

void claims_of_comparison(salvo_points_comparison *comparison)
{
    for (size_t i = 0; i < comparison->n_measures; i++)
        comparison->measures[i].relation = surely(&comparison->measures[i].difference, 0);
    for (size_t i = 0; i < comparison->unit_pool.n_units; i++) {
        salvo_listed_unit *u = &comparison->units[i];

        for (int l = 0; l < 2; l++)
            u->worth[l] = surely(&u->ratio[l], 1);
        u->nearer = nearer_list(u);
        u->changed = comparison->two_books ? surely(&u->change, 1) : SALVO_RELATION_UNSURE;
    }
}

static const salvo_pool_unit *unit_of(const salvo_points_fit *f, size_t price)
{
    return &f->unit_pool.units[f->prices[price].unit];
}

/* A list without prices cannot be mispriced. */
static bool is_priced(const salvo_points_fit *f)
{
    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        if (f->unit_pool.units[i].source != SALVO_PRICE_NONE)
            return true;
    return false;
}

/* Changes are compared by their logarithms: a price that should be halved is as wrong as one that should be doubled. */
static double change_of(const salvo_points_fit *f, size_t price)
{
    return fabs(log(f->prices[price].fitted.value / unit_of(f, price)->price));
}

/* Units that are indistinguishable would fill the list with one price. */
static bool is_listed_already(const salvo_points_fit *f, size_t price)
{
    for (size_t k = 0; k < price; k++)
        if (unit_of(f, k)->group == unit_of(f, price)->group && unit_of(f, k)->price == unit_of(f, price)->price)
            return true;
    return false;
}

/* The list is short, so insertion keeps it sorted. */
static void find_mispriced(salvo_points_fit *f)
{
    for (size_t i = 0; i < f->unit_pool.n_units; i++) {
        size_t at = f->n_mispriced;

        while (at > 0 && change_of(f, f->mispriced[at - 1]) < change_of(f, i))
            at--;
        if (is_listed_already(f, i) || at == SALVO_MISPRICED_MAX)
            continue;
        f->n_mispriced += f->n_mispriced < SALVO_MISPRICED_MAX;
        for (size_t k = f->n_mispriced - 1; k > at; k--)
            f->mispriced[k] = f->mispriced[k - 1];
        f->mispriced[at] = i;
    }
}

/* Each list has its own armies, so the errors of both add up. */
static salvo_bounds difference_of(const salvo_bounds *before, const salvo_bounds *after)
{
    const double half = hypot(before->high - before->low, after->high - after->low) / 2;
    const double change = after->value - before->value;

    return (salvo_bounds){change, change - half, change + half};
}

static void compare_judged(salvo_points_fit *f)
{
    const salvo_judgement *published = &f->judged[SALVO_LIST_PUBLISHED], *fitted = &f->judged[SALVO_LIST_FITTED];

    f->imbalance_change = (salvo_bounds){NAN, NAN, NAN};
    if (!published->judged || !fitted->judged)
        return;
    f->imbalance_change = difference_of(&published->imbalance.plain, &fitted->imbalance.plain);
    f->imbalance_relation = surely(&f->imbalance_change, 0);
    if (f->has_floor)
        f->floor_relation = surely(&f->floor, fitted->imbalance.plain.value);
    for (int s = 0; s < SALVO_N_SCENARIOS; s++) {
        const salvo_bounds change = difference_of(&published->imbalance.scenario[s], &fitted->imbalance.scenario[s]);

        /* One standard error, from the interval. */
        f->less_fair[s] =
            f->plan.scenarios[s] > 0 && change.value > (change.high - change.value) / salvo_normal_reach();
    }
}

void claims_of_fit(salvo_points_fit *f)
{
    static const double MUCH = 1.2, SAME_MEAN = 1e-6;
    const size_t n = f->unit_pool.n_units;

    for (size_t i = 0; i < n; i++) {
        const salvo_pool_unit *u = unit_of(f, i);

        f->prices[i].change =
            u->source == SALVO_PRICE_NONE ? SALVO_RELATION_UNSURE : surely(&f->prices[i].fitted, u->price);
        f->n_limited += f->prices[i].binding != SALVO_BINDING_NONE;
        f->mean_price[0] += u->price / (double)n;
        f->mean_price[1] += f->prices[i].fitted.value / (double)n;
    }
    if (is_priced(f))
        find_mispriced(f);
    f->keeps_mean = is_priced(f) && fabs(f->mean_price[1] / f->mean_price[0] - 1) < SAME_MEAN;
    f->rounding.same = f->rounding.repeats > 0 ? (size_t)lround(f->rounding.repeats * (double)n) : 0;
    compare_judged(f);
    f->out_of_time = f->plan.time_s > 0 && f->seconds > MUCH * f->plan.time_s;
}
