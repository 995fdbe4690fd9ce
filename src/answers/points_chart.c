/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of prices: worth against price, predicted chances against results, and the imbalance of armies of equal
 * cost. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answers/charts.h"
#include "base/phrase.h"
#include "base/rank.h"
#include "base/try.h"

enum { NAMED = 12 }; /* at either end */

/* A seed selects the armies, so it belongs to the picture. `armies` says which armies the pairs have. */
static void add_unit_pool_caption(chart *c, const salvo_points_plan *plan, size_t pairs, const char *armies,
                                  const salvo_unit_pool *pool)
{
    chart_caption(c, chart_text(c, "%s; Monte Carlo: %s %s, at %s; seed %llu; whiskers are 95 %% intervals.",
                                salvo_counted(pool->n_units, "unit").text, salvo_counted(pairs, "pair of armies").text,
                                armies, salvo_counted(pool->n_ranges, "range").text, (unsigned long long)plan->seed));
}

/* Keeps the names of those named points whose ratio of y to x is furthest from 1. Returns what the subtitle says of
 * them. Distances are of logarithms, so half of a price is as far from it as twice the price. */
static const char *name_furthest(chart *c, chart_series *s, const char *price)
{
    const size_t most = 2 * NAMED;
    rank_entry *order = salvo_arena_array(c->memory, s->n_points + 1, sizeof *order);
    size_t n = 0;

    if (!order) {
        c->failed = true;
        return "";
    }
    for (size_t i = 0; i < s->n_points; i++) {
        chart_point *p = &s->points[i];

        if (p->named)
            order[n++] = (rank_entry){i, p->x > 0 && p->y > 0 ? fabs(log(p->y / p->x)) : 0}; /* 0 has no ratio */
    }
    rank_sort(order, n);
    for (size_t i = most; i < n; i++)
        s->points[order[i].place].named = false;
    if (n == 0)
        return "";
    return chart_text(c, "; labelled: %s whose %s lies outside the 95 %% interval",
                      n > most ? chart_text(c, "the %zu farthest off, of %zu", most, n) : "those", price);
}

/* Adds a unit's price and its interval. The unit has a name if the price is certainly off. */
static void add_unit(chart *c, chart_series *s, const salvo_pool_unit *u, double unit, const salvo_bounds *other,
                     salvo_relation off)
{
    chart_point point = chart_at(u->price, unit * other->value);

    point.low = unit * other->low;
    point.high = unit * other->high;
    point.label = u->name;
    point.named = off != SALVO_RELATION_UNSURE;
    chart_add_point(c, s, point);
}

/* Worth is in points, on the same scale as prices. A unit above the diagonal is worth more than it costs. */
static void add_bargains(chart *c, const salvo_points_test *t)
{
    chart_series *s = chart_add_series(c, "worth");

    for (size_t i = 0; i < t->unit_pool.n_units; i++) {
        const salvo_bargain *b = &t->bargains[i];
        const salvo_pool_unit *u = &t->unit_pool.units[b->unit];

        add_unit(c, s, u, u->price, &b->ratio, b->worth);
    }
    c->subtitle = chart_text(c, "units above the line are bargains%s", name_furthest(c, s, "price"));
    c->x.title = "price (points)";
    c->y.title = "worth in battle (points)";
    c->x.low = c->y.low = 0;
    chart_refer(c, REFERENCE_DIAGONAL, 0, "fair");
}

/* Each point has the pairs with a predicted chance of, say, 0.6 to 0.7, and the share of them that won. On the diagonal
 * predictions are right. */
static void add_calibration(chart *c, const salvo_points_test *t)
{
    chart_series *s = chart_add_series(c, "pairs of armies");

    for (size_t i = 0; i < SALVO_CALIBRATION_BINS; i++) {
        const salvo_calibration *bin = &t->prediction.bins[i];
        chart_point point = chart_at(bin->predicted, bin->observed);

        if (bin->pairs == 0)
            continue;
        if (bin->pairs > 1) { /* one pair has no spread */
            point.low = bin->low;
            point.high = bin->high;
        }
        point.label = chart_text(c, "%s", salvo_counted(bin->pairs, "pair").text);
        point.named = true;
        chart_add_point(c, s, point);
    }
    c->subtitle =
        chart_text(c, "how well the price ratio of two armies predicts the winner: %.1f %% are predicted right",
                   100 * t->prediction.accuracy.value);
    c->x.title = "predicted chance to win";
    c->y.title = "battles won";
    c->x.scale = c->y.scale = AXIS_PERCENT;
    c->x.low = c->y.low = 0;
    c->x.high = c->y.high = 1;
    chart_refer(c, REFERENCE_DIAGONAL, 0, "as predicted");
}

/* The imbalance of a list may depend on the range and the scenario, because one price cannot be right everywhere. */
static void add_conditions(chart *c, const salvo_points_test *t)
{
    chart_series *s = chart_add_series(c, "imbalance");

    c->kind = CHART_HEAT;
    c->x.scale = c->y.scale = AXIS_NAMES;
    c->x.title = chart_text(c, "range (%s)", t->book->store.distance_unit);
    c->y.title = "scenario";
    c->values.title = "imbalance";
    for (size_t i = 0; i < t->imbalance.n_conditions; i++) {
        const salvo_condition *m = &t->imbalance.conditions[i];
        const char *scenario = SALVO_SCENARIOS[m->scenario];
        chart_point cell = chart_at(
            chart_name(c, &c->x, chart_text(c, "%g", m->range)),
            chart_name(c, &c->y,
                       t->plan.n_settings ? chart_text(c, "%s, %s", scenario, t->plan.settings[m->setting].name)
                                          : scenario));

        cell.value = m->imbalance;
        chart_add_point(c, s, cell);
    }
    c->subtitle = chart_text(c, "average distance of the score from one half: %.3f (%.3f to %.3f)",
                             t->imbalance.plain.value, t->imbalance.plain.low, t->imbalance.plain.high);
}

/* Chooses the picture: the first one that was measured, or the one that the user asked for. A stopped test may lack the
 * first picture. */
static salvo_status choose(const char *const *names, const bool *measured, size_t n, const char *const *show,
                           size_t n_show, int *picture, salvo_error *err)
{
    salvo_status status;

    for (*picture = 0; *picture + 1 < (int)n && !measured[*picture];)
        ++*picture;
    status = choose_picture(names, n, show, n_show, picture, err);
    if (status == SALVO_OK && !measured[*picture])
        return salvo_fail(err, SALVO_BAD_INPUT, "--show %s: that was not measured; choose another figure",
                          names[*picture]);
    return status;
}

salvo_status draw_points_test(chart *c, const void *answer, const char *const *show, size_t n, salvo_error *err)
{
    const salvo_points_test *t = answer;
    enum { BARGAINS, CALIBRATION, IMBALANCE, N_PICTURES };
    static const char *const NAMES[N_PICTURES] = {"bargains", "calibration", "imbalance"};
    const bool measured[N_PICTURES] = {t->bargains != NULL, t->prediction.pairs > 0, true};
    int picture;

    TRY(choose(NAMES, measured, N_PICTURES, show, n, &picture, err));
    c->kind = CHART_POINTS;
    c->title = chart_text(c, "%s: are the prices fair?", t->book->store.title);
    if (picture == BARGAINS)
        add_bargains(c, t);
    else if (picture == CALIBRATION)
        add_calibration(c, t);
    else
        add_conditions(c, t);
    add_unit_pool_caption(c, &t->plan, t->imbalance.pairs, "of equal cost", &t->unit_pool);
    if (t->interrupted)
        chart_caption(c, "Interrupted: what is missing was not measured.");
    chart_caption_book(c, t->book);
    return SALVO_OK;
}

/* The interval of a unit that hardly ever fought spans thousands of points. It is left out, because it would press all
 * others into a corner. */
static salvo_bounds told(const salvo_bounds *price)
{
    const double times = 10;
    const bool is_told = price->high <= times * price->value && price->low >= price->value / times;

    return is_told ? *price : (salvo_bounds){price->value, NAN, NAN};
}

/* A unit above the diagonal should cost more than it does. */
static void add_prices(chart *c, const salvo_points_fit *f)
{
    chart_series *s = chart_add_series(c, "fitted");

    for (size_t i = 0; i < f->unit_pool.n_units; i++) {
        const salvo_new_price *p = &f->prices[i];
        const salvo_bounds fitted = told(&p->fitted);

        add_unit(c, s, &f->unit_pool.units[p->unit], 1, &fitted, p->change);
    }
    c->subtitle = chart_text(c, "units above the line are too cheap today%s", name_furthest(c, s, "price today"));
    c->x.title = "price today (points)";
    c->y.title = "fitted price (points)";
    c->x.low = c->y.low = 0;
    chart_refer(c, REFERENCE_DIAGONAL, 0, "as today");
}

/* Returns whether the list had different prices before. If it had none, or all were equal, a picture of old against new
 * prices would be one column of marks. */
static bool has_prices(const salvo_points_fit *f)
{
    bool differ = false;

    for (size_t i = 1; i < f->unit_pool.n_units; i++)
        differ = differ || f->unit_pool.units[i].price != f->unit_pool.units[0].price;
    return differ;
}

/* The most expensive is first. */
static int by_fitted_price(const void *a, const void *b)
{
    const salvo_new_price *left = *(const salvo_new_price *const *)a, *right = *(const salvo_new_price *const *)b;

    if (left->fitted.value != right->fitted.value)
        return left->fitted.value < right->fitted.value ? 1 : -1;
    return left < right ? -1 : 1; /* in the order of the list */
}

/* Adds a bar with its interval. Its value is beside it, because bars of similar values look alike. */
static void add_bar(chart *c, chart_series *s, const char *name, const salvo_bounds *b, int decimals)
{
    chart_point bar = chart_at(b->value, chart_name(c, &c->y, name));

    bar.low = b->low;
    bar.high = b->high;
    bar.label = chart_text(c, "%.*f", decimals, b->value);
    chart_add_point(c, s, bar);
}

/* Returns how many of the n units in `order` have the price of the first. */
static size_t alike(const salvo_new_price *const *order, size_t n)
{
    size_t same = 1;

    while (same < n && order[same]->fitted.value == order[0]->fitted.value)
        same++;
    return same;
}

/* Draws prices without old ones as a list, the most expensive first. After sorting, units of one price are adjacent,
 * and share a bar. */
static void add_first_prices(chart *c, const salvo_points_fit *f)
{
    chart_series *s = chart_add_series(c, "fitted");
    const salvo_new_price **order = salvo_arena_array(c->memory, f->unit_pool.n_units + 1, sizeof *order);

    c->kind = CHART_BARS;
    c->x.title = "fitted price (points)";
    c->x.low = 0;
    c->y.scale = AXIS_NAMES;
    c->y.title = "unit";
    c->subtitle =
        chart_text(c, "the average of the list is %.0f; whiskers are 95 %% intervals", f->unit_pool.units[0].price);
    c->failed = c->failed || !order;
    if (!order)
        return;
    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        order[i] = &f->prices[i];
    qsort(order, f->unit_pool.n_units, sizeof *order, by_fitted_price);
    for (size_t i = 0, same; i < f->unit_pool.n_units; i += same) {
        const char *name = f->unit_pool.units[order[i]->unit].name;

        same = alike(&order[i], f->unit_pool.n_units - i);
        add_bar(c, s, same == 1 ? name : chart_text(c, "%s and %zu more", name, same - 1), &order[i]->fitted, 0);
    }
}

/* Lists that were not tested have no bar. */
static void add_judgements(chart *c, const salvo_points_fit *f)
{
    chart_series *s = chart_add_series(c, "imbalance");

    c->kind = CHART_BARS;
    c->x.title = "imbalance on armies that no fit has seen: 0 is fair";
    c->x.low = 0;
    c->y.scale = AXIS_NAMES;
    c->y.title = "prices";
    c->subtitle = "average distance of the score from one half, for armies of equal cost";
    for (size_t i = 0; i < SALVO_N_LISTS; i++)
        if (f->judged[i].judged)
            add_bar(c, s, SALVO_LISTS[i], &f->judged[i].imbalance.plain, 3);
}

salvo_status draw_points_fit(chart *c, const void *answer, const char *const *show, size_t n, salvo_error *err)
{
    const salvo_points_fit *f = answer;
    enum { PRICES, IMBALANCE, N_PICTURES };
    static const char *const NAMES[N_PICTURES] = {"prices", "imbalance"};
    int picture = PRICES;

    TRY(choose_picture(NAMES, N_PICTURES, show, n, &picture, err));
    c->kind = CHART_POINTS;
    c->title = chart_text(c, "%s: new prices", f->book->store.title);
    if (picture == PRICES && has_prices(f))
        add_prices(c, f);
    else if (picture == PRICES)
        add_first_prices(c, f);
    else
        add_judgements(c, f);
    add_unit_pool_caption(c, &f->plan, f->pairs, "of about equal cost", &f->unit_pool);
    chart_caption_book(c, f->book);
    return SALVO_OK;
}

/* Draws a bar for each unit, and for each kind of condition alone. */
void draw_points_price(chart *c, const void *price)
{
    const salvo_points_price *p = price;
    chart_series *s = chart_add_series(c, "fair price");

    c->kind = CHART_BARS;
    c->title = chart_text(c, "%s: what units should cost", p->book->store.title);
    c->subtitle = "over all conditions, and if only some counted; whiskers are 95 % intervals";
    c->x.title = "fair price (points)";
    c->x.low = 0;
    c->y.scale = AXIS_NAMES;
    c->y.title = "unit";
    for (size_t i = 0; i < p->n_prices; i++) {
        const char *name = p->unit_pool.units[p->prices[i].reason.unit].name;

        add_bar(c, s, name, &p->prices[i].price, 0);
        for (size_t k = 0; k < p->n_parts; k++)
            add_bar(c, s,
                    p->parts[k].of == SALVO_PART_RANGE
                        ? chart_text(c, "%s, %.15g %s", name, p->parts[k].range, p->book->store.distance_unit)
                        : chart_text(c, "%s, %s", name,
                                     p->parts[k].of == SALVO_PART_SETTING ? p->plan.settings[p->parts[k].setting].name
                                                                          : SALVO_SCENARIOS[p->parts[k].scenario]),
                    &p->prices[i].reason.parts[k], 0);
    }
    add_unit_pool_caption(c, &p->plan, p->n_prices ? p->prices[0].pairs : 0,
                          "for each unit, one with it and one without", &p->unit_pool);
    chart_caption_book(c, p->book);
}

/* Numbers beside bars that go to the left need room: a quarter of the span of all whiskers. */
static double least_shown(const salvo_points_comparison *of)
{
    double low = 0, high = 0;

    for (size_t i = 0; i < of->n_measures; i++)
        if (strncmp(of->measures[i].name, "imbalance", strlen("imbalance")) == 0) {
            low = fmin(low, of->measures[i].difference.low);
            high = fmax(high, of->measures[i].difference.high);
        }
    return low - (high - low) / 4;
}

/* Draws the differences of imbalances. A bar to the left is fairer. */
void draw_points_comparison(chart *c, const void *comparison)
{
    const salvo_points_comparison *of = comparison;
    chart_series *s = chart_add_series(c, "difference");

    c->kind = CHART_BARS;
    c->title =
        chart_text(c, of->two_books ? "%s: two variants of the rules" : "%s: two price lists", of->book->store.title);
    c->subtitle =
        chart_text(c, "the other %s minus this one: below 0 the other is fairer; whiskers are 95 %% intervals",
                   of->two_books ? "variant" : "list");
    c->x.title = "difference of the imbalance";
    c->x.low = least_shown(of);
    c->y.scale = AXIS_NAMES;
    c->y.title = "measure";
    for (size_t i = 0; i < of->n_measures; i++) {
        const salvo_list_measure *m = &of->measures[i];

        if (strncmp(m->name, "imbalance", strlen("imbalance")) == 0)
            add_bar(c, s,
                    m->scenario >= 0               ? chart_text(c, "in %s", SALVO_SCENARIOS[m->scenario])
                    : m->setting >= 0              ? chart_text(c, "with %s", of->plan.settings[m->setting].name)
                    : m->name[strlen("imbalance")] ? "averaged"
                                                   : "at one range in one scenario",
                    &m->difference, 4);
    }
    add_unit_pool_caption(c, &of->plan, of->pairs, "of equal cost", &of->unit_pool);
    chart_caption_book(c, of->book);
}
