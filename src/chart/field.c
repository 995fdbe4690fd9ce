/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A field of cells in shades, each with its number if there is room. */
#include <math.h>
#include <stdio.h>

#include "chart/drawing.h"
#include "chart/svg.h"

/* The scale cividis (Nunez, Anderton and Renslow 2018), whose lightness grows evenly for everybody and in grey. It is
 * reversed, so that much is dark, and has a paler foot. */
static const unsigned SHADES[] = {0xfffae0, 0xf4e6a0, 0xd8c876, 0xb0a578, 0x8a8779,
                                  0x707173, 0x575c6d, 0x39486b, 0x00336f, 0x00204d};
enum { N_SHADES = sizeof SHADES / sizeof *SHADES, N_STRIPS = 100, TITLED_MAX = 400 /* cells */ };
static const double DARK = 0.45; /* of the scale: from there on words are white */
static const shade ON_DARK = {"", "#ffffff"}, ON_PALE = {"", "#1a1a1a"}; /* on any page */

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

/* Returns the colour of a place on the scale, 0 to 1, between the two shades beside it. */
static unsigned colour_at(double part)
{
    const double place = fmax(0, fmin(1, part)) * (N_SHADES - 1);
    const int below = (int)fmin(floor(place), N_SHADES - 2);
    unsigned colour = 0;

    for (int shift = 16; shift >= 0; shift -= 8) {
        const double from = SHADES[below] >> shift & 0xFF, to = SHADES[below + 1] >> shift & 0xFF;

        colour |= (unsigned)lround(from + (to - from) * (place - below)) << shift;
    }
    return colour;
}

static void put_box(const drawing *d, double x, double y, double width, double height, unsigned colour)
{
    char fill[16];

    snprintf(fill, sizeof fill, "#%06x", colour);
    svg_open(d->to, "rect");
    svg_length(d->to, "x", x);
    svg_length(d->to, "y", y);
    svg_length(d->to, "width", width);
    svg_length(d->to, "height", height);
    svg_word(d->to, "fill", fill);
}

/* The scale is as high as the field, but at most 300 pixels. It has strips of one colour, because a gradient would need
 * a name of its own in every document. */
static void put_scale(const drawing *d, const scale *s)
{
    const layout *l = &d->l;
    const ruler up = {.from = s->from, .to = s->to, .begin = fmin(l->bottom, l->top + 300), .end = l->top};
    const double strip = (up.begin - up.end) / N_STRIPS;
    const int n = (int)lround((s->to - s->from) / s->step);

    salvo_text_put(d->to, "<g class=\"scale\" shape-rendering=\"crispEdges\">\n");
    for (int i = 0; i < N_STRIPS; i++) {
        /* Each reaches a pixel into the one below it, so that no gap shows between them. */
        put_box(d, l->right + 14, up.begin - (i + 1) * strip, 12, strip + (i ? 1 : 0), colour_at((i + 0.5) / N_STRIPS));
        svg_end(d->to);
    }
    for (int i = 0; i <= n; i++) {
        char number[32];
        const double value = s->from + i * s->step;

        snprintf(number, sizeof number, "%g%s", fabs(value) < s->step / 2 ? 0 : value,
                 d->c->values.scale == AXIS_PERCENT ? " %" : "");
        put_words(d, l->right + 30, ruler_at(&up, value), "start", TEXT_SIZE - 1, TEXT_SHADE, number);
    }
    close_group(d);
    put_cut(d, l->width - l->edge, l->axis_title_y, "end",
            l->width - 2 * l->edge - text_width(d->c->y.title, TEXT_SIZE) - 12, TEXT_SIZE, TEXT_SHADE,
            d->c->values.title);
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
        put_words(d, ruler_at(&d->l.x, p->x), ruler_at(&d->l.y, p->y), "middle", size,
                  (shown - s->from) / (s->to - s->from) > DARK ? ON_DARK : ON_PALE, number);
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

/* Draws the cells from one to another of a row as one box, with its value as its title if it has one. */
static void put_cells(const drawing *d, const scale *s, size_t series, const chart_point *first,
                      const chart_point *last, bool titled)
{
    const layout *l = &d->l;
    const double left = ruler_at(&l->x, first->x - 0.5), right = ruler_at(&l->x, last->x + 0.5);
    const double y = ruler_at(&l->y, first->y - 0.5), other = ruler_at(&l->y, first->y + 0.5);
    const double shown = chart_shown(&d->c->values, first->value);
    salvo_text title = {0};

    put_box(d, left, fmin(y, other), right - left, fabs(y - other), colour_at((shown - s->from) / (s->to - s->from)));
    if (titled) {
        describe_point(&title, d, series, first);
        svg_inside(d->to);
        svg_title(d->to, salvo_text_of(&title));
        svg_close(d->to, "rect");
    } else {
        svg_end(d->to);
    }
    salvo_text_free(&title);
}

/* Large fields mostly have few values, and an SVG of each cell would be megabytes. So adjacent cells of one value are
 * one box there. A cell without a value has none and stays white. */
static void put_row(const drawing *d, const scale *s, size_t series, bool large)
{
    const chart_series *cells = &d->c->series[series];

    for (size_t k = 0; k < cells->n_points; k++) {
        const chart_point *first = &cells->points[k];

        while (large && k + 1 < cells->n_points && continues(&cells->points[k], &cells->points[k + 1]))
            k++;
        if (isfinite(first->value))
            put_cells(d, s, series, first, &cells->points[k], !large);
    }
}

/* Boxes stay sharp at any size, but viewers that enlarge an image would blur it. */
void draw_field(const drawing *d)
{
    const bool large = d->c->x.n_names * d->c->y.n_names > TITLED_MAX;
    scale s = scale_of(d->c);

    put_scale(d, &s);
    salvo_text_put(d->to, "<g class=\"cells\" shape-rendering=\"crispEdges\">\n");
    for (size_t i = 0; i < d->c->n_series; i++)
        put_row(d, &s, i, large);
    close_group(d);
    put_numbers(d, &s);
}
