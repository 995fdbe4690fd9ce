/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars are horizontal, because names are read from left to right. */
#include <math.h>

#include "chart/drawing.h"
#include "chart/svg.h"

static const double HALF = 0.38; /* of the height of a name that its bars take */

enum { HALF_MAX = 13 }; /* and of a bar, in pixels */

/* Returns half the height that the bars of a name take together, in names. The ruler says how many names a pixel is.
 * With few names the bars would otherwise be too thick. */
static double half_of(const drawing *d)
{
    double most = HALF_MAX * (d->l.y.to - d->l.y.from) / (d->l.bottom - d->l.top);

    return fmin(HALF, d->c->grouped ? most * (double)d->c->n_series : most);
}

/* Returns how far below the middle of its name a series' bars are. The series are below each other in their order,
 * around the middle of the name. */
static double aside(const drawing *d, size_t number)
{
    return d->c->grouped ? 2 * half_of(d) * (((double)number + 0.5) / (double)d->c->n_series - 0.5) : 0;
}

static void put_bar(const drawing *d, size_t number, const chart_point *p, double half)
{
    const double base = ruler_at(&d->l.x, chart_shown(&d->c->x, d->c->base));
    const double end = ruler_at(&d->l.x, chart_shown(&d->c->x, p->x));
    const double place = p->y + aside(d, number);
    const double top = ruler_at(&d->l.y, place - half), bottom = ruler_at(&d->l.y, place + half);
    salvo_text title = {0};

    describe_point(&title, d, number, p);
    svg_open(d->to, "rect");
    svg_length(d->to, "x", fmin(base, end));
    svg_length(d->to, "y", fmin(top, bottom));
    svg_length(d->to, "width", fabs(end - base));
    svg_length(d->to, "height", fabs(bottom - top));
    svg_inside(d->to);
    svg_title(d->to, salvo_text_of(&title));
    svg_close(d->to, "rect");
    salvo_text_free(&title);
}

static void put_bars(const drawing *d, size_t number, double half)
{
    const chart_series *s = &d->c->series[number];

    open_series(d, "bars", number);
    salvo_text_put(d->to, "<g fill=\"currentColor\" fill-opacity=\".85\">\n");
    for (size_t i = 0; i < s->n_points; i++)
        if (isfinite(s->points[i].x))
            put_bar(d, number, &s->points[i], half);
    close_group(d);
    close_group(d);
}

static void put_whiskers(const drawing *d, size_t number)
{
    const chart_series *s = &d->c->series[number];

    salvo_text_add(d->to, "<g class=\"whiskers %s title\" color=\"%s\" stroke=\"currentColor\">\n",
                   ink_of(number)->line.class, TITLE_SHADE.colour);
    for (size_t i = 0; i < s->n_points; i++) {
        const double y = ruler_at(&d->l.y, s->points[i].y + aside(d, number));

        if (isfinite(s->points[i].x) && chart_has_interval(&s->points[i]))
            put_whisker(d, ruler_at(&d->l.x, chart_shown(&d->c->x, s->points[i].low)), y,
                        ruler_at(&d->l.x, chart_shown(&d->c->x, s->points[i].high)), y);
    }
    close_group(d);
}

/* Writes the text of a bar after its end and its interval. It has the ink of its series, because in a group its place
 * would not identify the series. */
static void put_label(const drawing *d, const chart_point *p, size_t number)
{
    bool left = p->x < d->c->base;
    double end = left && isfinite(p->low) ? p->low : !left && isfinite(p->high) ? p->high : p->x;
    double x = ruler_at(&d->l.x, chart_shown(&d->c->x, end));

    if (p->label && isfinite(p->x))
        put_cut(d, left ? x - 5 : x + 5, ruler_at(&d->l.y, p->y + aside(d, number)), left ? "end" : "start",
                left ? x - 5 : d->l.width - x - 5, d->l.name_size - 1, ink_of(number)->word, p->label);
}

void draw_bars(const drawing *d)
{
    /* Bars of a group leave a small gap between them. */
    double half = d->c->grouped ? 0.92 * half_of(d) / (double)d->c->n_series : half_of(d);

    for (size_t i = 0; i < d->c->n_series; i++) {
        put_bars(d, i, half);
        put_whiskers(d, i);
        for (size_t k = 0; k < d->c->series[i].n_points; k++)
            put_label(d, &d->c->series[i].points[k], i);
    }
}
