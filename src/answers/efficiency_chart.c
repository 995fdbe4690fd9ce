/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One metric over ranges, over targets or against the price: lines for a few units, a field of cells for many. */
#include <math.h>
#include <string.h>

#include "answers/charts.h"
#include "base/rank.h"
#include "base/try.h"

enum { LINES_MAX = 8, NAMED = 14 };

/* The last picture has the damage of every unit against its price. */
enum { PRICE = SALVO_N_FIRE_METRICS, N_SHOWN };

/* Figures per point are small, so they are per 100 points. */
static const struct {
    const char *title;
    bool percent;
} SHOWN[N_SHOWN] = {
    [SALVO_METRIC_HIT] = {"chance to hit", true},
    [SALVO_METRIC_KILL] = {"chance to kill", true},
    [SALVO_METRIC_DAMAGE] = {"mean damage", false},
    [SALVO_METRIC_HIT_PER_POINT] = {"chance to hit, per 100 points", true},
    [SALVO_METRIC_KILL_PER_POINT] = {"chance to kill, per 100 points", true},
    [SALVO_METRIC_DAMAGE_PER_POINT] = {"mean damage, per 100 points", false},
    [SALVO_METRIC_DESTROYED] = {"points destroyed", false},
    [SALVO_METRIC_DESTROYED_PER_POINT] = {"points destroyed, per 100 points", false},
    [SALVO_METRIC_EXCHANGE] = {"exchange: points destroyed over points lost in return", false},
    [PRICE] = {"mean damage", false},
};

static const char *name_shown(int what)
{
    return what == PRICE ? "price" : SALVO_FIRE_METRICS[what];
}

/* A picture of prices is one of damage. */
static salvo_fire_metric metric_of(int what)
{
    return what == PRICE ? SALVO_METRIC_DAMAGE : (salvo_fire_metric)what;
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
        double value = salvo_efficiency_mean(e, i, e->n_ranges, metric_of(what));

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
            chart_add_point(c, s, chart_at(e->ranges[r], salvo_efficiency_mean(e, order[i].place, r, metric_of(what))));
    }
}

/* Draws units over ranges; if there is one range, over targets. */
static void add_field(chart *c, const salvo_efficiency *e, int what, const rank_entry *order, size_t n)
{
    chart_series *s = chart_add_series(c, name_shown(what));
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

            cell.value = targets ? salvo_efficiency_value(e, order[i].place, k, 0, metric_of(what))
                                 : salvo_efficiency_mean(e, order[i].place, k, metric_of(what));
            chart_add_point(c, s, cell);
        }
}

/* Draws price against damage. Labels mark the units that do most and least for their price. */
static void add_prices(chart *c, const salvo_efficiency *e)
{
    chart_series *s = chart_add_series(c, "damage");
    size_t n;
    const rank_entry *order = rank(c, e, SALVO_METRIC_DAMAGE_PER_POINT, &n);

    c->kind = CHART_POINTS;
    c->x.title = "price (points)";
    c->y.title = "mean damage";
    c->x.low = c->y.low = 0;
    for (size_t i = 0; order && i < n; i++) {
        chart_point point = chart_at(e->prices[order[i].place],
                                     salvo_efficiency_mean(e, order[i].place, e->n_ranges, SALVO_METRIC_DAMAGE));

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
        names[i] = name_shown(i);
    *what = is_priced(e) ? SALVO_METRIC_DAMAGE_PER_POINT : SALVO_METRIC_DAMAGE;
    status = choose_picture(names, N_SHOWN, show, n, what, err);
    if (status == SALVO_OK && !is_priced(e) && (*what == PRICE || salvo_metric_is_per_point((salvo_fire_metric)*what)))
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
    int what = SALVO_METRIC_DAMAGE;

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
