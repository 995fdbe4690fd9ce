/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines with bands; or marks with whiskers if the x axis has names, between which a line would mean nothing. */
#include <math.h>
#include <stdlib.h>

#include "chart/drawing.h"
#include "chart/svg.h"

/* With more points marks would hide the line. */
enum { MARKED_POINTS_MAX = 40, ENDS_MAX = 64 };

/* A line as corners in pixels, with the ends of its intervals. */
typedef struct corner {
    double x, y, low, high;
    bool is_gap; /* a point without a value: the line begins again behind it */
} corner;

/* A point without an interval has a band of no width. */
static corner corner_at(const drawing *d, double x, const chart_point *p)
{
    const chart_axis *y = &d->c->y;
    double low = isfinite(p->low) ? p->low : p->y, high = isfinite(p->high) ? p->high : p->y;

    if (!isfinite(p->y))
        return (corner){.is_gap = true};
    return (corner){ruler_at(&d->l.x, x), ruler_at(&d->l.y, chart_shown(y, p->y)),
                    ruler_at(&d->l.y, chart_shown(y, low)), ruler_at(&d->l.y, chart_shown(y, high)), false};
}

/* Lists the corners of a series; the caller frees them. Steps have a corner at both ends. NULL if memory is out. */
static corner *corners_of(const drawing *d, const chart_series *s, size_t *n)
{
    corner *corners = calloc(2 * s->n_points + 1, sizeof *corners);
    double before = d->l.x.from;

    *n = 0;
    d->to->failed = d->to->failed || !corners;
    for (size_t i = 0; corners && i < s->n_points; i++) {
        double x = chart_shown(&d->c->x, s->points[i].x);

        if (s->steps)
            corners[(*n)++] = corner_at(d, before, &s->points[i]);
        corners[(*n)++] = corner_at(d, x, &s->points[i]);
        before = x;
    }
    return corners;
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

/* One stretch of a band: along its upper edge, and back along the lower one. */
static void put_stretch(const drawing *d, const corner *corners, size_t n)
{
    for (size_t i = 0; i < n; i++)
        svg_step(d->to, i ? 'L' : 'M', corners[i].x, corners[i].high);
    for (size_t i = n; i-- > 0;)
        svg_step(d->to, 'L', corners[i].x, corners[i].low);
    salvo_text_put(d->to, n ? "Z" : "");
}

/* Bands are transparent where intervals overlap. */
static void put_band(const drawing *d, size_t number)
{
    size_t n, from = 0;
    corner *corners = corners_of(d, &d->c->series[number], &n);

    open_series(d, "band", number);
    salvo_text_put(d->to, "<path fill=\"currentColor\" fill-opacity=\".22\" d=\"");
    for (size_t i = 0; corners && i <= n; i++)
        if (i == n || corners[i].is_gap) {
            put_stretch(d, corners + from, i - from);
            from = i + 1;
        }
    salvo_text_put(d->to, "\"");
    svg_end(d->to);
    close_group(d);
    free(corners);
}

static void put_path(const drawing *d, size_t number, const char *dashes)
{
    size_t n;
    corner *corners = corners_of(d, &d->c->series[number], &n);

    salvo_text_put(d->to, "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.2\" stroke-linejoin=\"round\"");
    if (*dashes)
        svg_word(d->to, "stroke-dasharray", dashes);
    salvo_text_put(d->to, " d=\"");
    for (size_t i = 0; corners && i < n; i++)
        if (!corners[i].is_gap)
            svg_step(d->to, i == 0 || corners[i - 1].is_gap ? 'M' : 'L', corners[i].x, corners[i].y);
    salvo_text_put(d->to, "\"");
    svg_end(d->to);
    free(corners);
}

/* A line that hides another one has gaps that show it. A line without marks has its name as its title. */
static void put_line(const drawing *d, size_t number)
{
    const chart_series *s = &d->c->series[number];

    open_series(d, "line", number);
    svg_title(d->to, s->label);
    put_path(d, number, hides_another(d->c, number) ? "12 12" : number < N_INKS ? "" : "9 4");
    close_group(d);
    if (!s->steps && s->n_points <= MARKED_POINTS_MAX)
        put_points(d, number, 0, 2.6, 1);
}

/* Series over names are beside each other within the middle half of the name. */
static void put_marks(const drawing *d, size_t number)
{
    const double room = 0.5 * (ruler_at(&d->l.x, 1) - ruler_at(&d->l.x, 0));
    const double aside = room * (((double)number + 0.5) / (double)d->c->n_series - 0.5);

    put_intervals(d, number, aside, 1.4, 1);
    put_points(d, number, aside, 4, 1);
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
        const ink *of = ink_of(ends[i].number);

        /* Within 3 pixels the eye finds the line by itself. */
        if (fabs(middles[i] - ends[i].y) > 3)
            put_rule(d, l->right + 2, ends[i].y, l->right + 10, middles[i], of->line, 0.8, "");
        put_cut(d, l->right + 12, middles[i], "start", l->width - 10 - l->right - 12, TEXT_SIZE, of->word,
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
        put_words(d, places[i].x, places[i].y, "middle", TEXT_SIZE, ink_of(i)->word, d->c->series[i].label);
}

/* Bands are below all lines. With one line the y axis names it. */
void draw_lines(const drawing *d)
{
    const bool over_names = d->c->x.scale == AXIS_NAMES;

    for (size_t i = 0; !over_names && i < d->c->n_series; i++)
        if (chart_has_intervals(&d->c->series[i]))
            put_band(d, i);
    for (size_t i = 0; i < d->c->n_series; i++)
        if (over_names)
            put_marks(d, i);
        else
            put_line(d, i);
    if (d->l.names == NAMES_WITHIN)
        put_names_within(d);
    else if (d->l.names == NAMES_BESIDE && d->c->n_series > 1)
        put_names_beside(d);
}
