/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A curve is drawn as lines, bars or a field of cells. The choice depends on the swept parameters: numbers or names,
 * few or many. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answers/charts.h"
#include "answers/curve_words.h"
#include "answers/odds_report.h"
#include "data/names.h"
#include "document/figures.h"

enum {
    LINES_MAX = 8,  /* more cannot be told apart: they become a field */
    NAMES_MAX = 12, /* are in the order of the sweep; more are sorted by their values */
};

/* The quantities that exist, and those that are drawn. The name of an expectation is "E(turns)" here. */
typedef struct plan {
    chart *c;
    const salvo_curve *curve;
    curve_quantity known[QUANTITIES_MAX], shown[QUANTITIES_MAX];
    size_t n_known, n_shown;
} plan;

static void know_all(plan *p)
{
    p->n_known = curve_quantities(p->known, p->curve);
    for (size_t i = 0; i < p->n_known; i++)
        if (p->known[i].mean)
            p->known[i].name = chart_text(p->c, "E(%s)", p->known[i].name);
}

/* The user may give an expectation with or without E(). */
static const curve_quantity *find_quantity(const plan *p, const char *name)
{
    for (size_t i = 0; i < p->n_known; i++)
        if (strcmp(p->known[i].name, name) == 0)
            return &p->known[i];
    for (size_t i = 0; i < p->n_known; i++) {
        const char *mean = p->known[i].mean ? p->curve->procedure->expectations[p->known[i].number].name : NULL;

        if (salvo_outcome_matches(p->known[i].name, name) || (mean && salvo_name_matches(mean, name)))
            return &p->known[i];
    }
    return NULL;
}

/* Probabilities and averages have no common scale, so they cannot share a picture. */
static salvo_status show_named(plan *p, const char *const *show, size_t n, salvo_error *err)
{
    const char *names[QUANTITIES_MAX];

    for (size_t i = 0; i < p->n_known; i++)
        names[i] = p->known[i].name;
    for (size_t i = 0; i < n; i++) {
        const curve_quantity *q = find_quantity(p, show[i]);

        if (!q)
            return salvo_names_fail(err, names, p->n_known, show[i], "this curve has no outcome or expectation '%s'",
                                    show[i]);
        if (i && q->mean != p->shown[0].mean)
            return salvo_fail(
                err, SALVO_BAD_INPUT,
                "--show %s and %s: a probability and an average have different scales; draw them one at a time",
                show[0], show[i]);
        p->shown[p->n_shown++] = *q;
    }
    return SALVO_OK;
}

/* Returns the most telling quantity: who wins a duel; else the first average; else the outcome whose probability
 * changes most. The comparison allows for a rounding error. So of two complementary outcomes, the later one is chosen
 * on every machine. */
static curve_quantity headline(const plan *p)
{
    const salvo_duel_adapter *adapter = p->curve->questions[0].book->ruleset->duel;
    const curve_quantity *wins = curve_is_duel(p->curve) ? find_quantity(p, adapter->a_wins)
                                 : p->curve->borrows     ? find_quantity(p, "a wins") /* of a battle */
                                                         : NULL;
    const curve_quantity *best = &p->known[0];
    double widest = -1;

    for (size_t k = 0; k < p->n_known; k++) {
        double low = INFINITY, high = -INFINITY;

        if (p->known[k].mean)
            return wins ? *wins : p->known[k];
        for (size_t i = 0; i < p->curve->n_points; i++) {
            const salvo_figure *f = quantity_figure(&p->curve->answers[i], &p->known[k]);
            double value = f ? figure_value(&p->curve->answers[i], f) : 0;

            low = fmin(low, value);
            high = fmax(high, value);
        }
        if (high - low > widest - 1e-12)
            best = &p->known[k];
        widest = fmax(widest, high - low);
    }
    return wins ? *wins : *best;
}

/* Over one parameter all outcomes are shown; over two there is room for one quantity. */
static void show_what_says_most(plan *p)
{
    if (p->curve->n_over > 1) {
        p->shown[p->n_shown++] = headline(p);
        return;
    }
    for (size_t i = 0; i < p->n_known; i++)
        if (!p->known[i].mean)
            p->shown[p->n_shown++] = p->known[i];
}

/* An outcome that does not occur has probability 0, or the bound that the trials allow. An average that does not exist
 * is a gap. */
static chart_point point_of(const plan *p, size_t point, const curve_quantity *q, double x)
{
    const salvo_answer *answer = &p->curve->answers[point];
    const salvo_figure *figure = quantity_figure(answer, q);
    chart_point at = chart_at(x, q->mean ? NAN : 0);

    if (figure)
        return chart_figure(x, answer, figure);
    if (!q->mean && !answer->exact && is_reference_engine(&answer->simulation)) {
        at.low = 0;
        at.high = answer->simulation.unseen.high;
    }
    return at;
}

/* The label of a duel's outcome names the winner, unless the sides change along the curve. */
static const char *label_of(const plan *p, const curve_quantity *q)
{
    const salvo_question *first = &p->curve->questions[0];
    const salvo_duel_adapter *adapter = first->book->ruleset->duel;

    if (q->mean)
        return p->curve->procedure->expectations[q->number].help;
    if (!curve_is_duel(p->curve) || is_swept(p->curve, adapter->a) || is_swept(p->curve, adapter->b))
        return chart_text(p->c, "%s", q->name);
    return outcome_words(p->c, first, q->name);
}

/* A name takes the next place on the axis when it first occurs. */
static double x_of(const plan *p, size_t point, size_t sweep)
{
    if (p->c->x.scale == AXIS_NAMES)
        return chart_name(p->c, &p->c->x, curve_swept_name(p->curve, point, sweep));
    return curve_number(p->curve, point, sweep);
}

static void set_x(const plan *p, size_t sweep)
{
    chart_axis *x = &p->c->x;

    x->title = curve_axis_title(p->c, p->curve, sweep);
    x->scale = curve_has_numbers(p->curve, sweep) ? AXIS_NUMBERS : AXIS_NAMES;
    x->whole = p->curve->schema->parameters[curve_place(p->curve, sweep)].kind == SALVO_INTEGER;
    if (p->curve->by_brackets[sweep] && x->scale == AXIS_NUMBERS)
        x->low = 0; /* the first bracket begins here */
}

/* The axis names a single quantity. Several are named by their lines. */
static void set_y(const plan *p, const curve_quantity *q)
{
    p->c->y.scale = q->mean ? AXIS_NUMBERS : AXIS_PERCENT;
    p->c->y.title = p->n_shown == 1 && !q->mean ? chart_text(p->c, "probability: %s", label_of(p, q))
                    : q->mean && p->n_shown > 1 ? "mean"
                    : q->mean                   ? label_of(p, q)
                                                : "probability";
}

static void fill_quantities(const plan *p)
{
    set_x(p, 0);
    set_y(p, &p->shown[0]);
    for (size_t k = 0; k < p->n_shown; k++) {
        chart_series *s = chart_add_series(p->c, p->shown[k].name);

        s->label = label_of(p, &p->shown[k]);
        s->steps = p->curve->by_brackets[0];
        for (size_t i = 0; i < p->curve->n_points; i++)
            chart_add_point(p->c, s, point_of(p, i, &p->shown[k], x_of(p, i, 0)));
    }
}

/* With two sweeps, points are grouped by the value of the first, and each group is in the order of the second. A
 * stopped curve may lack the last points. The second sweep restarts where its first value occurs again. */
static size_t values_of(const salvo_curve *curve, size_t sweep)
{
    size_t n = 1;

    while (n < curve->n_points && strcmp(curve_value(curve, n, 1)->text, curve_value(curve, 0, 1)->text) != 0)
        n++;
    return sweep ? n : (curve->n_points + n - 1) / n;
}

/* The label of a name is the name alone. The label of a number or a choice includes its parameter. */
static const char *label_of_value(const plan *p, size_t point, size_t sweep)
{
    if (p->curve->schema->parameters[curve_place(p->curve, sweep)].kind == SALVO_NAME)
        return chart_text(p->c, "%s", curve_swept_name(p->curve, point, sweep));
    return chart_value_words(p->c, &p->curve->questions[point], (size_t)curve_place(p->curve, sweep));
}

/* Adds one line for each value of the other parameter. `across` is the sweep along the axis; the other one has the
 * lines. */
static void fill_family(const plan *p, size_t across)
{
    size_t n_first = values_of(p->curve, 0), n_last = values_of(p->curve, 1), n = across ? n_first : n_last;

    set_x(p, across);
    set_y(p, &p->shown[0]);
    for (size_t k = 0; k < n; k++) {
        const char *text = curve_value(p->curve, across ? k * n_last : k, !across)->text;
        chart_series *s = chart_add_series(p->c, chart_text(p->c, "%s=%s", p->curve->over[!across], text));

        s->label = label_of_value(p, across ? k * n_last : k, !across);
        s->steps = p->curve->by_brackets[across];
        for (size_t i = 0; i < (across ? n_last : n_first); i++) {
            size_t at = across ? k * n_last + i : i * n_last + k;

            if (at < p->curve->n_points)
                chart_add_point(p->c, s, point_of(p, at, &p->shown[0], x_of(p, at, across)));
        }
    }
}

/* The shade of a cell is the value that a line would show as y. */
static void add_cell(const plan *p, chart_series *s, size_t point, const curve_quantity *q, const char *x,
                     const char *y)
{
    chart_point at = point_of(p, point, q, 0);

    at.value = at.y;
    at.x = chart_name(p->c, &p->c->x, x);
    at.y = chart_name(p->c, &p->c->y, y);
    chart_add_point(p->c, s, at);
}

/* Numbers go across. Names go down, because vertical text is hard to read. */
static void fill_field(const plan *p)
{
    bool two = p->curve->n_over > 1;
    /* A sweep of numbers is better suited to go across. */
    size_t across = two && !curve_has_numbers(p->curve, 0) && curve_has_numbers(p->curve, 1) ? 1 : 0;
    chart_series *s = chart_add_series(p->c, p->n_shown == 1 ? p->shown[0].name : "probability");

    p->c->kind = CHART_HEAT;
    p->c->x.scale = p->c->y.scale = AXIS_NAMES;
    p->c->x.counts = curve_has_numbers(p->curve, across);
    p->c->y.counts = two && curve_has_numbers(p->curve, !across);
    p->c->x.title = curve_axis_title(p->c, p->curve, across);
    p->c->y.title = two ? curve_axis_title(p->c, p->curve, !across) : "outcome";
    p->c->values.scale = p->shown[0].mean ? AXIS_NUMBERS : AXIS_PERCENT;
    p->c->values.title = two ? label_of(p, &p->shown[0]) : "probability";
    for (size_t k = 0; k < (two ? 1 : p->n_shown); k++)
        for (size_t i = 0; i < p->curve->n_points; i++)
            add_cell(p, s, i, &p->shown[k], curve_swept_name(p->curve, i, across),
                     two ? curve_swept_name(p->curve, i, !across) : p->shown[k].name);
}

/* Returns the value with the digits that it supports. An outcome that does not occur has no value. */
static const char *short_value(const plan *p, size_t point, const curve_quantity *q)
{
    const salvo_answer *answer = &p->curve->answers[point];
    const salvo_figure *figure = quantity_figure(answer, q);
    char text[FIGURE_MAX];
    reading r;

    if (!figure)
        return q->mean ? "" : "0 %";
    r = q->mean ? read_expectation(answer, figure, SIX_DIGITS) : read_probability(answer, figure, 1);
    reading_text(text, &r);
    return chart_text(p->c, "%s", text);
}

/* The greatest is first; equal ones keep the order of the sweep. */
static int by_value(const void *a, const void *b)
{
    const chart_point *p = a, *q = b;

    return p->x != q->x ? (p->x < q->x) - (p->x > q->x) : (p->y > q->y) - (p->y < q->y);
}

/* Puts the greatest on top. Sorting moves the points, so the names follow by the places that the points had before. */
static void order_bars(chart *c, chart_series *s)
{
    const char **names = salvo_arena_array(c->memory, c->y.n_names + 1, sizeof *names);

    if (!names) {
        c->failed = true;
        return;
    }
    memcpy(names, c->y.names, c->y.n_names * sizeof *names);
    qsort(s->points, s->n_points, sizeof *s->points, by_value);
    for (size_t i = 0; i < s->n_points; i++) {
        c->y.names[i] = names[(size_t)s->points[i].y];
        s->points[i].y = (double)i;
    }
}

/* Draws one quantity over names, with a bar for each. */
static void fill_bars(const plan *p)
{
    chart *c = p->c;
    chart_series *s = chart_add_series(c, p->shown[0].name);

    set_y(p, &p->shown[0]);
    c->kind = CHART_BARS;
    /* Bars are horizontal, so the axes are exchanged. */
    c->x = (chart_axis){.title = c->y.title, .scale = c->y.scale, .low = NAN, .high = NAN};
    c->y = (chart_axis){.title = curve_axis_title(c, p->curve, 0), .scale = AXIS_NAMES, .low = NAN, .high = NAN};
    for (size_t i = 0; i < p->curve->n_points; i++) {
        chart_point bar = point_of(p, i, &p->shown[0], 0);

        bar.x = bar.y;
        bar.y = chart_name(c, &c->y, curve_swept_name(p->curve, i, 0));
        bar.label = short_value(p, i, &p->shown[0]);
        chart_add_point(c, s, bar);
    }
    /* Bars are sorted only if each has a name of its own. Otherwise sorting would separate bars from their names. */
    if (s->n_points > NAMES_MAX && s->n_points == c->y.n_names)
        order_bars(c, s);
}

/* Numbers are drawn along an axis, few names as lines beside each other, everything else as a field. Numbers along the
 * axis are preferred to numbers as lines. A second sweep with too many values for lines is a field. */
static void fill(const plan *p)
{
    const salvo_curve *curve = p->curve;
    bool first = curve_has_numbers(curve, 0), last = curve->n_over > 1 && curve_has_numbers(curve, 1);

    if (curve->n_over == 1 && !first && p->n_shown == 1)
        fill_bars(p);
    else if (curve->n_over == 1 && p->n_shown <= LINES_MAX && (first || curve->n_points <= NAMES_MAX))
        fill_quantities(p);
    else if (curve->n_over > 1 && (first || !last) && values_of(curve, 1) <= LINES_MAX)
        fill_family(p, 0);
    else if (last && values_of(curve, 0) <= LINES_MAX)
        fill_family(p, 1);
    else
        fill_field(p);
}

/* Without --show a picture has the most telling quantity. */
salvo_status draw_curve(chart *c, const void *answer, const char *const *show, size_t n, salvo_error *err)
{
    const salvo_curve *curve = answer;
    plan p = {.c = c, .curve = curve};
    salvo_status status = SALVO_OK;

    know_all(&p);
    if (n)
        status = show_named(&p, show, n, err);
    else
        show_what_says_most(&p);
    if (status != SALVO_OK)
        return status;
    if (curve->n_over > 1 && p.n_shown > 1)
        return salvo_fail(err, SALVO_BAD_INPUT, "a chart over two parameters shows one figure; give one --show");
    curve_titles(c, curve);
    fill(&p);
    curve_captions(c, curve);
    return SALVO_OK;
}
