/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines with bands; or marks with whiskers if the x axis has names, between which a line would mean nothing. */
#include <math.h>
#include <stdlib.h>

#include "chart/drawing.h"

/* With more points marks would hide the line. */
enum { MARKED_POINTS_MAX = 40, ENDS_MAX = 64 };

/* A point without an interval has a band of no width. */
static void put_row(const drawing *d, double x, const chart_point *p)
{
    const chart_axis *y = &d->c->y;
    double low = isfinite(p->low) ? p->low : p->y, high = isfinite(p->high) ? p->high : p->y;

    if (isfinite(p->y))
        salvo_text_add(d->to, "%.10g %.10g %.10g %.10g\n", x, chart_shown(y, p->y), chart_shown(y, low),
                       chart_shown(y, high));
    else
        salvo_text_put(d->to, "\n"); /* a gap */
}

/* Steps get a row at both ends. Series over names are beside each other. */
static void put_data(const drawing *d, size_t number)
{
    const chart_series *s = &d->c->series[number];
    bool names = d->c->x.scale == AXIS_NAMES;
    double before = d->l.x.from;
    /* Series are side by side within the middle half of the name. */
    double aside = names ? 0.5 * ((double)number + 0.5) / (double)d->c->n_series - 0.25 : 0;

    salvo_text_add(d->to, "$s%zu << END\n", number);
    for (size_t i = 0; i < s->n_points; i++) {
        double x = chart_shown(&d->c->x, s->points[i].x);

        if (s->steps)
            put_row(d, before, &s->points[i]);
        put_row(d, x + aside, &s->points[i]);
        before = x;
    }
    salvo_text_put(d->to, "END\n");
}

/* Returns whether half of the series or more lies on an earlier drawn one. A line that is half hidden looks like a line
 * that ends. */
static bool hides_another(const chart *c, size_t number)
{
    const chart_series *s = &c->series[number];

    for (size_t i = 0; i < number; i++) {
        const chart_series *other = &c->series[i];
        size_t same = 0;

        for (size_t k = 0; k < s->n_points && k < other->n_points; k++)
            same += fabs(s->points[k].y - other->points[k].y) < 1e-9;
        if (2 * same >= s->n_points)
            return true;
    }
    return false;
}

/* Bands are drawn first, so that lines lie on top of them. They are transparent where intervals overlap. */
static const char *put_bands(const drawing *d, const char *before)
{
    for (size_t i = 0; i < d->c->n_series; i++)
        if (chart_has_intervals(&d->c->series[i])) {
            salvo_text_add(d->to,
                           "%s$s%zu using 1:3:4 with filledcurves fillstyle transparent solid 0.22 noborder "
                           "fillcolor rgb '%s'",
                           before, i, ink_of(i)->line);
            before = BETWEEN;
        }
    return before;
}

/* A line that hides another one has gaps that show it. */
static void put_line(const drawing *d, size_t i, const char *before)
{
    const chart_series *s = &d->c->series[i];
    const char *look = hides_another(d->c, i) ? "(12,12)" : i < N_INKS ? "solid" : "(9,4)";

    if (s->steps || s->n_points > MARKED_POINTS_MAX)
        salvo_text_add(d->to, "%s$s%zu using 1:2 with lines", before, i);
    else
        salvo_text_add(d->to, "%s$s%zu using 1:2 with linespoints pointtype %d pointsize 0.55", before, i,
                       ink_of(i)->mark);
    salvo_text_add(d->to, " linewidth 2.2 dashtype %s linecolor rgb '%s'", look, ink_of(i)->line);
}

static void put_marks(const drawing *d, size_t i, const char *before)
{
    salvo_text_add(d->to, "%s$s%zu using %s pointtype %d pointsize 0.9 linewidth 1.4 linecolor rgb '%s'", before, i,
                   chart_has_intervals(&d->c->series[i]) ? "1:2:3:4 with yerrorbars" : "1:2 with points",
                   ink_of(i)->mark, ink_of(i)->line);
}

static void put_plot(const drawing *d)
{
    bool names = d->c->x.scale == AXIS_NAMES;
    const char *before = names ? "plot " : put_bands(d, "plot ");

    for (size_t i = 0; i < d->c->n_series; i++, before = BETWEEN)
        if (names)
            put_marks(d, i, before);
        else
            put_line(d, i, before);
    salvo_text_put(d->to, "\n");
}

typedef struct line_end {
    const chart_series *series;
    size_t number;
    double y;
} line_end;

/* Lines are sorted from the top down by their ends. If two end together, the previous point decides, and so on
 * backwards: their names are then in the order in which the lines arrive. */
static int by_height(const void *a, const void *b)
{
    const line_end *p = a, *q = b;

    for (size_t back = 1; back <= p->series->n_points && back <= q->series->n_points; back++) {
        double y = p->series->points[p->series->n_points - back].y, z = q->series->points[q->series->n_points - back].y;

        if (y < z || y > z)
            return y < z ? 1 : -1;
    }
    return (p->number > q->number) - (p->number < q->number);
}

/* A line ends at its last point that is a number. */
static size_t find_ends(const drawing *d, line_end ends[ENDS_MAX])
{
    size_t n = 0;

    for (size_t i = 0; i < d->c->n_series && n < ENDS_MAX; i++) {
        const chart_series *s = &d->c->series[i];
        size_t last = s->n_points;

        while (last && !isfinite(s->points[last - 1].y))
            last--;
        if (last)
            ends[n++] = (line_end){s, i, ruler_at(&d->l.y, chart_shown(&d->c->y, s->points[last - 1].y))};
    }
    qsort(ends, n, sizeof *ends, by_height);
    return n;
}

/* A rule joins a name that had to move to its line. */
static void put_names_beside(const drawing *d)
{
    const layout *l = &d->l;
    line_end ends[ENDS_MAX];
    double middles[ENDS_MAX];
    size_t n = find_ends(d, ends);

    for (size_t i = 0; i < n; i++)
        middles[i] = ends[i].y;
    spread(middles, n, TEXT_SIZE * 1.3, l->top, l->bottom);
    for (size_t i = 0; i < n; i++) {
        const ink *shade = ink_of(ends[i].number);

        /* Within 3 pixels the eye finds the line by itself. */
        if (fabs(middles[i] - ends[i].y) > 3)
            put_rule(d, l->right + 2, ends[i].y, l->right + 10, middles[i], shade->line, "linewidth 0.8");
        put_cut(d, l->right + 12, middles[i], l->width - 10 - l->right - 12, TEXT_SIZE, shade->word,
                ends[i].series->label);
    }
}

/* The layout found places for the same chart and the same sizes, so the search succeeds again. */
static void put_names_within(const drawing *d)
{
    name_place places[NAMED_LINES_MAX];

    if (!names_find_places(d->c, &d->l, places))
        return;
    for (size_t i = 0; i < d->c->n_series; i++)
        put_words(d, places[i].x, places[i].y, "center", TEXT_SIZE, ink_of(i)->word, d->c->series[i].label);
}

void draw_lines(const drawing *d)
{
    for (size_t i = 0; i < d->c->n_series; i++)
        put_data(d, i);
    if (d->l.names_within)
        put_names_within(d);
    else if (d->c->x.scale != AXIS_NAMES && d->c->n_series > 1) /* with one line the y axis names it */
        put_names_beside(d);
    put_plot(d);
}
