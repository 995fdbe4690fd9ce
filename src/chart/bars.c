/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars are horizontal, because names are read from left to right. */
#include <math.h>
#include <stdio.h>

#include "chart/drawing.h"

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

/* The columns are: end, place, both edges of the bar, both ends of its interval. Without an interval both are the end,
 * which draws nothing. */
static void put_data(const drawing *d, size_t number)
{
    const chart_series *s = &d->c->series[number];
    const chart_axis *x = &d->c->x;

    salvo_text_add(d->to, "$s%zu << END\n", number);
    for (size_t i = 0; i < s->n_points; i++) {
        const chart_point *p = &s->points[i];
        double base = chart_shown(x, d->c->base), end = chart_shown(x, p->x);

        if (isfinite(end))
            salvo_text_add(d->to, "%.10g %.10g %.10g %.10g %.10g %.10g\n", end, p->y + aside(d, number),
                           fmin(base, end), fmax(base, end), isfinite(p->low) ? chart_shown(x, p->low) : end,
                           isfinite(p->high) ? chart_shown(x, p->high) : end);
    }
    salvo_text_put(d->to, "END\n");
}

/* Writes the text of a bar after its end and its interval. It has the ink of its series, because in a group its place
 * would not identify the series. */
static void put_label(const drawing *d, const chart_point *p, size_t number)
{
    bool left = p->x < d->c->base;
    double end = left && isfinite(p->low) ? p->low : !left && isfinite(p->high) ? p->high : p->x;
    double x = ruler_at(&d->l.x, chart_shown(&d->c->x, end));

    if (p->label && isfinite(p->x))
        put_words(d, left ? x - 5 : x + 5, ruler_at(&d->l.y, p->y + aside(d, number)), left ? "right" : "left",
                  d->l.name_size - 1, ink_of(number)->word, p->label);
}

/* Data and labels must precede the plot command, which draws. */
void draw_bars(const drawing *d)
{
    const char *before = "plot ";
    /* Bars of a group leave a small gap between them. */
    double half = d->c->grouped ? 0.92 * half_of(d) / (double)d->c->n_series : half_of(d);

    for (size_t i = 0; i < d->c->n_series; i++) {
        put_data(d, i);
        for (size_t k = 0; k < d->c->series[i].n_points; k++)
            put_label(d, &d->c->series[i].points[k], i);
    }
    for (size_t i = 0; i < d->c->n_series; i++, before = BETWEEN) {
        salvo_text_add(d->to,
                       "%s$s%zu using 1:2:3:4:($2-%g):($2+%g) with boxxyerror fillstyle solid 0.85 noborder "
                       "linecolor rgb '%s'",
                       before, i, half, half, ink_of(i)->line);
        if (chart_has_intervals(&d->c->series[i]))
            salvo_text_add(d->to,
                           ", \\\n     $s%zu using 1:2:5:6 with xerrorbars pointsize 0 linewidth 1 linecolor rgb '%s'",
                           i, TITLE_INK);
    }
    salvo_text_put(d->to, "\n");
}
