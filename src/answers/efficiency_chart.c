/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One metric over ranges, over targets or against the price: lines for a few units, a field of cells for many. */
#include <math.h>
#include <string.h>

#include "answers/charts.h"
#include "base/try.h"
#include "data/names.h"

enum { LINES_MAX = 8, NAMED = 14 };

enum {
    HIT,
    KILL,
    DAMAGE,
    HIT_PER_POINT,
    KILL_PER_POINT,
    DAMAGE_PER_POINT,
    DESTROYED,
    DESTROYED_PER_POINT,
    EXCHANGE,
    PRICE,
    N_SHOWN
};

/* The metrics that can be shown, and the figure of a shot for each. Figures per point are small, so they are shown per
 * 100 points. */
static const struct {
    const char *name, *title;
    int figure;
    bool percent, per_point;
} SHOWN[N_SHOWN] = {
    [HIT] = {"hit", "chance to hit", HIT, true, false},
    [KILL] = {"kill", "chance to kill", KILL, true, false},
    [DAMAGE] = {"damage", "mean damage", DAMAGE, false, false},
    [HIT_PER_POINT] = {"hit-per-point", "chance to hit, per 100 points", HIT, true, true},
    [KILL_PER_POINT] = {"kill-per-point", "chance to kill, per 100 points", KILL, true, true},
    [DAMAGE_PER_POINT] = {"damage-per-point", "mean damage, per 100 points", DAMAGE, false, true},
    [DESTROYED] = {"points-destroyed", "points destroyed", DESTROYED, false, false},
    [DESTROYED_PER_POINT] = {"points-destroyed-per-point", "points destroyed, per 100 points", DESTROYED, false, true},
    [EXCHANGE] = {"exchange", "exchange: points destroyed over points answered", EXCHANGE, false, false},
    [PRICE] = {"price", "mean damage", DAMAGE, false, false},
};

/* Returns the figure before division by a price; NAN for an exchange without return fire. */
static double raw_of(const salvo_shot *s, int figure)
{
    switch (figure) {
    case HIT:
        return s->hit;
    case KILL:
        return s->kill;
    case DESTROYED:
        return s->destroyed;
    case EXCHANGE:
        return s->answered > 0 ? s->destroyed / s->answered : NAN;
    default:
        return s->damage;
    }
}

/* Returns NAN for a unit without a price if the metric divides by it. */
static double value_of(const salvo_efficiency *e, size_t unit, size_t target, size_t range, int what)
{
    double price = e->prices[unit], value = raw_of(salvo_efficiency_shot(e, unit, target, range), SHOWN[what].figure);

    if (!SHOWN[what].per_point)
        return value;
    return price > 0 ? 100 * value / price : NAN;
}

/* Returns the average over targets; over ranges, too, if there is no such range. Missing values do not count in the
 * average. */
static double mean_of(const salvo_efficiency *e, size_t unit, size_t range, int what)
{
    double sum = 0;
    size_t n = 0;

    for (size_t t = 0; t < e->n_targets; t++)
        for (size_t r = 0; r < e->n_ranges; r++) {
            double value = r == range || range >= e->n_ranges ? value_of(e, unit, t, r, what) : NAN;

            sum += isfinite(value) ? value : 0;
            n += isfinite(value);
        }
    return n ? sum / (double)n : NAN;
}

/* Returns its name, or its id if another one has that name. */
static const char *name_of(const salvo_efficiency *e, size_t unit)
{
    for (size_t i = 0; i < e->n_units; i++)
        if (i != unit && strcmp(e->units[i], e->units[unit]) == 0)
            return salvo_unit_set_id(&e->firers, e->selection.rows[unit]);
    return e->units[unit];
}

/* Returns whether any unit has a price. */
static bool is_priced(const salvo_efficiency *e)
{
    for (size_t i = 0; i < e->n_units; i++)
        if (e->prices[i] >= 0)
            return true;
    return false;
}

/* Returns the units that have the figure, the best first. */
static rank_entry *rank(chart *c, const salvo_efficiency *e, int what, size_t *n)
{
    rank_entry *order = salvo_arena_array(c->memory, e->n_units + 1, sizeof *order);

    *n = 0;
    if (!order) {
        c->failed = true;
        return NULL;
    }
    for (size_t i = 0; i < e->n_units; i++) {
        double value = mean_of(e, i, e->n_ranges, what);

        if (isfinite(value))
            order[(*n)++] = (rank_entry){i, value};
    }
    rank_sort(order, *n);
    return order;
}

static const char *range_title(chart *c, const salvo_efficiency *e)
{
    return chart_text(c, "range (%s)", e->book->store.distance_unit);
}

/* Between the ends of two brackets the answer is that of the next one, so brackets are drawn as steps. */
static void add_lines(chart *c, const salvo_efficiency *e, int what, const rank_entry *order, size_t n)
{
    c->kind = CHART_LINES;
    c->x.title = range_title(c, e);
    c->x.low = e->brackets ? 0 : NAN;
    c->y.title = SHOWN[what].title;
    c->y.scale = SHOWN[what].percent ? AXIS_PERCENT : AXIS_NUMBERS;
    c->y.low = 0;
    for (size_t i = 0; i < n; i++) {
        chart_series *s = chart_add_series(c, name_of(e, order[i].place));

        s->steps = e->brackets;
        for (size_t r = 0; r < e->n_ranges; r++)
            chart_add_point(c, s, chart_at(e->ranges[r], mean_of(e, order[i].place, r, what)));
    }
}

/* Draws units over ranges; if there is one range, over targets. */
static void add_field(chart *c, const salvo_efficiency *e, int what, const rank_entry *order, size_t n)
{
    chart_series *s = chart_add_series(c, SHOWN[what].name);
    bool targets = e->n_ranges == 1 && e->n_targets > 1;

    c->x.scale = c->y.scale = AXIS_NAMES;
    c->x.title = targets ? "target" : range_title(c, e);
    c->x.counts = !targets;
    c->y.title = "unit";
    c->values.title = SHOWN[what].title;
    c->values.scale = SHOWN[what].percent ? AXIS_PERCENT : AXIS_NUMBERS;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < (targets ? e->n_targets : e->n_ranges); k++) {
            const char *name = targets ? e->targets[k].label : chart_text(c, "%g", e->ranges[k]);
            chart_point cell = chart_at(chart_name(c, &c->x, name), chart_name(c, &c->y, name_of(e, order[i].place)));

            cell.value = targets ? value_of(e, order[i].place, k, 0, what) : mean_of(e, order[i].place, k, what);
            chart_add_point(c, s, cell);
        }
}

/* Draws price against damage. Labels mark the units that do most and least for their price. */
static void add_prices(chart *c, const salvo_efficiency *e)
{
    chart_series *s = chart_add_series(c, "damage");
    size_t n;
    const rank_entry *order = rank(c, e, DAMAGE_PER_POINT, &n);

    c->kind = CHART_POINTS;
    c->x.title = "price (points)";
    c->y.title = "mean damage";
    c->x.low = c->y.low = 0;
    for (size_t i = 0; order && i < n; i++) {
        chart_point point = chart_at(e->prices[order[i].place], mean_of(e, order[i].place, e->n_ranges, DAMAGE));

        point.label = name_of(e, order[i].place);
        point.named = i < NAMED || i + NAMED >= n;
        chart_add_point(c, s, point);
    }
}

/* The axes decide over which targets and ranges a number is averaged. */
static void add_words(chart *c, const salvo_efficiency *e, int what)
{
    const char *against =
        e->n_targets == 1 ? chart_text(c, "against %s", e->targets[0].label)
        : c->kind == CHART_HEAT && e->n_ranges == 1
            ? chart_text(c, "against %zu targets", e->n_targets)
            : chart_text(c, "mean over %zu %s of targets", e->n_targets, e->against ? "units" : "classes");
    const char *range = e->n_ranges == 1 ? chart_text(c, " at %g %s", e->ranges[0], e->book->store.distance_unit)
                        : what == PRICE  ? chart_text(c, ", mean over %zu ranges", e->n_ranges)
                                         : "";

    c->title = chart_text(c, "%s: %s", e->book->store.title, SHOWN[what].title);
    c->subtitle = chart_text(c, "one activation, %s%s%s", against, range,
                             c->kind == CHART_LINES    ? ""
                             : c->kind == CHART_POINTS ? "; labelled: the units with the most and the least damage "
                                                         "for their price"
                                                       : "; the best first");
    chart_remark(c, e->remark);
    chart_caption(c, "Exact.");
    chart_caption_book(c, e->book);
}

/* A rulebook without prices has all metrics that need none. */
static salvo_status choose(const salvo_efficiency *e, const char *const *show, size_t n, int *what, salvo_error *err)
{
    const char *names[N_SHOWN];
    salvo_status status;

    for (int i = 0; i < N_SHOWN; i++)
        names[i] = SHOWN[i].name;
    *what = is_priced(e) ? DAMAGE_PER_POINT : DAMAGE;
    status = choose_picture(names, N_SHOWN, show, n, what, err);
    if (status == SALVO_OK && !is_priced(e) && (SHOWN[*what].per_point || *what == PRICE))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--show %s needs prices, and the rulebook prints none; choose "
                          "another figure",
                          names[*what]);
    return status;
}

/* The kind of picture depends on the number of units, so they are ranked first. */
salvo_status draw_efficiency(chart *c, const void *answer, const char *const *show, size_t n, salvo_error *err)
{
    const salvo_efficiency *e = answer;
    const rank_entry *order;
    size_t n_units;
    int what = DAMAGE;

    TRY(choose(e, show, n, &what, err));
    c->kind = CHART_HEAT;
    order = rank(c, e, what, &n_units);
    if (what == PRICE)
        add_prices(c, e);
    else if (order && e->n_ranges > 1 && n_units <= LINES_MAX)
        add_lines(c, e, what, order, n_units);
    else if (order)
        add_field(c, e, what, order, n_units);
    add_words(c, e, what);
    return SALVO_OK;
}

/* Units with the figure come first, the others stay in their order. *any becomes whether a unit has it. */
static size_t *sorted(const salvo_efficiency *e, int what, bool *any)
{
    rank_entry *order = salvo_arena_array(e->memory, e->n_units + 1, sizeof *order);
    size_t *places = salvo_arena_array(e->memory, e->n_units + 1, sizeof *places);

    *any = false;
    for (size_t i = 0; order && i < e->n_units; i++) {
        const double value = mean_of(e, i, e->n_ranges, what);

        *any = *any || isfinite(value);
        order[i] = (rank_entry){i, isfinite(value) ? value : -INFINITY};
    }
    if (!order || !places)
        return NULL;
    rank_sort(order, e->n_units);
    for (size_t i = 0; i < e->n_units; i++)
        places[i] = order[i].place;
    return places;
}

/* Copies n items of that size in the order of their places. */
static void *in_order(const void *items, size_t size, const size_t *places, size_t n, salvo_arena *memory)
{
    char *copy = salvo_arena_array(memory, n + 1, size);

    for (size_t i = 0; copy && i < n; i++)
        memcpy(copy + i * size, (const char *)items + places[i] * size, size);
    return copy;
}

salvo_status efficiency_sort(salvo_efficiency *e, const char *metric, size_t most, salvo_error *err)
{
    const char *names[PRICE]; /* which is a picture and not a metric */
    const int what = metric ? salvo_name_among_at(&SHOWN[0].name, sizeof SHOWN[0], PRICE, metric) : DAMAGE;
    const size_t *places;
    bool any;

    for (int i = 0; i < PRICE; i++)
        names[i] = SHOWN[i].name;
    if (what < 0)
        return salvo_names_fail(err, names, PRICE, metric, "--sort %s: there is no such metric", metric);
    places = sorted(e, what, &any);
    if (!places)
        return salvo_fail_memory(err);
    if (!any)
        return salvo_fail(err, SALVO_BAD_INPUT, "--sort %s: no unit has this figure here; sort by hit, kill or damage",
                          names[what]);
    e->n_units = most && most < e->n_units ? most : e->n_units;
    e->units = in_order(e->units, sizeof *e->units, places, e->n_units, e->memory);
    e->prices = in_order(e->prices, sizeof *e->prices, places, e->n_units, e->memory);
    e->selection.rows = in_order(e->selection.rows, sizeof *e->selection.rows, places, e->n_units, e->memory);
    e->shots = in_order(e->shots, e->n_targets * e->n_ranges * sizeof *e->shots, places, e->n_units, e->memory);
    return e->units && e->prices && e->selection.rows && e->shots ? SALVO_OK : salvo_fail_memory(err);
}
