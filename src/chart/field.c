/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A field of cells in shades, each with its number if there is room. */
#include <math.h>
#include <stdio.h>

#include "chart/drawing.h"

/* The scale cividis (Nunez, Anderton and Renslow 2018), whose lightness grows evenly for everybody and in grey. It is
 * reversed, so that much is dark, and has a paler foot. */
static const char *const SHADES[] = {"#fffae0", "#f4e6a0", "#d8c876", "#b0a578", "#8a8779",
                                     "#707173", "#575c6d", "#39486b", "#00336f", "#00204d"};
enum { N_SHADES = sizeof SHADES / sizeof *SHADES };
static const double DARK = 0.45; /* of the scale: from there on words are white */

typedef struct scale {
    double from, to, step;
} scale;

/* The scale goes from 0, or the least value if that is below, to a round number. For probabilities it goes from 0 to
 * 100 % if some are large. Five steps are as many numbers as fit beside the scale. A small amount is added before
 * rounding to steps, because a sum of decimal fractions misses its round number by some 1e-16. */
static scale scale_of(const chart *c)
{
    const chart_axis *axis = &c->values;
    double low = isfinite(axis->low) ? axis->low : 0, high = isfinite(axis->high) ? axis->high : -INFINITY;
    scale s;

    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < c->series[i].n_points; k++)
            if (isfinite(c->series[i].points[k].value)) {
                low = fmin(low, c->series[i].points[k].value);
                high = fmax(high, c->series[i].points[k].value);
            }
    /* Pictures of large probabilities share one scale, so that their shades mean the same. */
    if (axis->scale == AXIS_PERCENT && high > 0.5)
        high = 1;
    s.from = chart_shown(axis, low);
    s.to = chart_shown(axis, high > low ? high : low + 1);
    s.step = round_step(s.from, s.to, 5, axis->whole);
    s.from = floor(s.from / s.step + 1e-9) * s.step;
    s.to = ceil(s.to / s.step - 1e-9) * s.step;
    return s;
}

/* The scale is as high as the field, but at most 300 pixels. "%%" because the text becomes a format of gnuplot. */
static void put_palette(const drawing *d, const scale *s)
{
    const layout *l = &d->l;
    const char *unit = d->c->values.scale == AXIS_PERCENT ? " %%" : "";
    double height = fmin(l->bottom - l->top, 300);

    salvo_text_put(d->to, "set palette defined (");
    for (int i = 0; i < N_SHADES; i++)
        salvo_text_add(d->to, "%s%d '%s'", i ? ", " : "", i, SHADES[i]);
    salvo_text_add(d->to, ")\nset cbrange [%.10g:%.10g]\nset cbtics %.10g,%.10g scale 0 format '%%g%s'\n", s->from,
                   s->to, s->from, s->step, unit);
    salvo_text_add(d->to, "set colorbox vertical user origin screen %.5f,%.5f size screen %.5f,%.5f noborder\n",
                   (l->right + 14) / l->width, 1 - (l->top + height) / l->height, 12.0 / l->width, height / l->height);
    put_words(d, l->width - 18, l->top - 16, "right", TEXT_SIZE, TEXT_INK, d->c->values.title);
}

/* Writes whole percents. The possible is distinguished from the impossible, and the likely from the certain. */
static void number_text(char text[32], const chart_axis *axis, double value)
{
    if (axis->scale != AXIS_PERCENT)
        snprintf(text, 32, "%.3g", value);
    else if (value > 0 && value < 0.005)
        snprintf(text, 32, "<1");
    else if (value < 1 && value > 0.995)
        snprintf(text, 32, ">99");
    else if (value == 0)
        snprintf(text, 32, "–");
    else
        snprintf(text, 32, "%.0f", 100 * value);
}

/* The number is written only if it fits into its cell, in white on the dark ones. */
static void put_number(const drawing *d, const scale *s, const chart_point *p, double width, double height)
{
    double shown = chart_shown(&d->c->values, p->value), size = fmin(TEXT_SIZE - 1, 0.8 * height);
    char number[32];

    if (!isfinite(p->value))
        return;
    number_text(number, &d->c->values, p->value);
    if (text_width(number, size) + 2 <= width)
        put_words(d, ruler_at(&d->l.x, p->x), ruler_at(&d->l.y, p->y), "center", size,
                  (shown - s->from) / (s->to - s->from) > DARK ? "#ffffff" : TITLE_INK, number);
}

/* A field with too small cells has no numbers at all. */
static void put_numbers(const drawing *d, const scale *s)
{
    double width = (d->l.right - d->l.left) / (d->l.x.to - d->l.x.from);
    double height = (d->l.bottom - d->l.top) / (d->l.y.to - d->l.y.from);

    /* These are the pixels of two digits. */
    if (width < 16 || height < 11)
        return;
    for (size_t i = 0; i < d->c->n_series; i++)
        for (size_t k = 0; k < d->c->series[i].n_points; k++)
            put_number(d, s, &d->c->series[i].points[k], width, height);
}

/* Returns whether the next point is in the same row of cells, adjacent, with the same value. Cells are sorted row by
 * row, so only the next point matters. Cells with an unknown value equal none. */
static bool continues(const chart_point *p, const chart_point *next)
{
    return next->y == p->y && next->x == p->x + 1 && next->value == p->value;
}

/* Adjacent cells with the same value are one row of the data, from their first to their last. A cell without a value
 * has none and stays white. They are drawn as one box, because fields are large and mostly have few values: an SVG of
 * each cell would be megabytes. */
static void put_runs(const drawing *d, const chart_series *s)
{
    for (size_t k = 0; k < s->n_points; k++) {
        const chart_point *first = &s->points[k];

        while (k + 1 < s->n_points && continues(&s->points[k], &s->points[k + 1]))
            k++;
        if (isfinite(first->value))
            salvo_text_add(d->to, "%.10g %.10g %.10g %.10g\n", first->x, s->points[k].x, first->y,
                           chart_shown(&d->c->values, first->value));
    }
}

/* Boxes stay sharp at any size, but viewers that enlarge an image would blur it. */
static void put_cells(const drawing *d)
{
    salvo_text_put(d->to, "$cells << END\n");
    for (size_t i = 0; i < d->c->n_series; i++)
        put_runs(d, &d->c->series[i]);
    salvo_text_put(d->to, "END\n");
    salvo_text_put(
        d->to, "plot $cells using 1:3:($1-0.5):($2+0.5):($3-0.5):($3+0.5):4 with boxxyerror fillstyle solid noborder "
               "linecolor palette\n");
}

void draw_field(const drawing *d)
{
    scale s = scale_of(d->c);

    put_palette(d, &s);
    put_numbers(d, &s);
    put_cells(d);
}
