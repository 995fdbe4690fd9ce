/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chart/frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "chart/svg.h"

enum { TICKED_PLACES_MAX = 24, TICK = 4, TICK_GAP = 6 /* pixels between a tick and its number */ };
static const shade GRID_SHADE = {"grid", "#e4e4e4"}, REFERENCE_SHADE = {"reference", "#767676"};

static void put_head_and_foot(const drawing *d)
{
    const double inside = d->l.width - 2 * d->l.edge;

    put_lines(d, d->l.edge, d->l.title_y, inside, d->l.title_size, TITLE_SHADE, d->c->title);
    put_lines(d, d->l.edge, d->l.subtitle_y, inside, TEXT_SIZE, TEXT_SHADE, d->c->subtitle);
    if (!d->l.is_slim)
        put_lines(d, d->l.edge, d->l.caption_y, inside, CAPTION_SIZE, PALE_SHADE, d->c->caption);
}

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Lists the beginning of the axis, if it has one, and the places of points, ascending, each once; returns -1 if there
 * are more than `most`. The search is linear, because `most` is small. */
static int places_of(const chart *c, double *places, int most)
{
    int n = 0;

    if (isfinite(c->x.low))
        places[n++] = c->x.low;
    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < c->series[i].n_points; k++) {
            double x = c->series[i].points[k].x;
            int at = 0;

            while (at < n && places[at] != x)
                at++;
            if (at == n && n == most)
                return -1;
            if (at == n)
                places[n++] = x;
        }
    qsort(places, (size_t)n, sizeof *places, by_number);
    return n;
}

/* A tick under the plot; with a number that would touch the one before it, only the stroke. */
static void put_tick_below(const drawing *d, double shown, double *free_from)
{
    const double x = ruler_at(&d->l.x, shown);
    char name[32];
    double half;

    snprintf(name, sizeof name, "%.6g%s", shown, d->c->x.scale == AXIS_PERCENT ? " %" : "");
    half = text_width(name, TEXT_SIZE - 1) / 2;
    put_rule(d, x, d->l.bottom, x, d->l.bottom + TICK, AXIS_SHADE, 0.8, "");
    if (x - half < *free_from)
        return;
    put_words(d, fmin(x, d->l.width - half - 1), d->l.bottom + TICK + TICK_GAP + 4, "middle", TEXT_SIZE - 1, TEXT_SHADE,
              name);
    *free_from = x + half + 4;
}

/* If there are few points, ticks are under them, because each is a place that was asked for. */
static bool put_ticks_at_points(const drawing *d)
{
    double places[TICKED_PLACES_MAX], free_from = -INFINITY;
    int n = places_of(d->c, places, TICKED_PLACES_MAX);

    for (int i = 0; n >= 2 && i < n; i++)
        put_tick_below(d, chart_shown(&d->c->x, places[i]), &free_from);
    return n >= 2;
}

/* The round numbers of a ruler, from number 0 on; false behind the last. */
static bool round_tick(const ruler *r, int i, double *shown)
{
    const double first = ceil(r->from / r->step - 1e-9);

    *shown = (first + i) * r->step + 0.0; /* no -0 */
    return *shown <= r->to + 1e-9 * r->step;
}

/* Returns n if there is room for every n-th name. Names of categories are all written, because each is different;
 * numbers as names ("counts") may be thinned out. */
static size_t names_apart(const drawing *d, const chart_axis *axis)
{
    double room = axis == &d->c->x ? d->l.right - d->l.left : d->l.bottom - d->l.top, need = d->l.name_size * 1.2;

    for (size_t i = 0; axis == &d->c->x && i < axis->n_names; i++)
        need = fmax(need, text_width(axis->names[i], d->l.name_size) + 6);
    return axis->counts ? (size_t)fmax(1, ceil(need * (double)axis->n_names / room)) : 1;
}

static void put_names_below(const drawing *d)
{
    const chart_axis *axis = &d->c->x;
    const size_t apart = names_apart(d, axis);
    const double room = (d->l.right - d->l.left) / fmax(1, (double)axis->n_names) * (double)apart;

    for (size_t i = 0; i < axis->n_names; i += apart) {
        const double x = ruler_at(&d->l.x, (double)i);

        if (d->l.upright)
            put_upright(d, x, d->l.bottom + TICK_GAP + 2, INFINITY, d->l.name_size, TEXT_SHADE, axis->names[i]);
        else
            put_cut(d, x, d->l.bottom + TICK_GAP + 6, "middle", room, d->l.name_size, TEXT_SHADE, axis->names[i]);
    }
}

static void put_names_beside(const drawing *d)
{
    const chart_axis *axis = &d->c->y;
    const double room = d->l.left - TICK_GAP - d->l.edge;

    for (size_t i = 0; i < axis->n_names; i += names_apart(d, axis))
        put_cut(d, d->l.left - TICK_GAP, ruler_at(&d->l.y, (double)i), "end", room, d->l.name_size, TEXT_SHADE,
                axis->names[i]);
}

/* A curve has ticks at its points if they are few, otherwise at round numbers. */
static void put_x_axis(const drawing *d)
{
    double shown, free_from = -INFINITY;

    salvo_text_put(d->to, "<g class=\"x\">\n");
    if (d->c->kind != CHART_HEAT)
        put_rule(d, d->l.left, d->l.bottom, d->l.right, d->l.bottom, AXIS_SHADE, 0.8, "");
    if (d->c->x.scale == AXIS_NAMES)
        put_names_below(d);
    else if (d->c->kind != CHART_LINES || !put_ticks_at_points(d))
        for (int i = 0; round_tick(&d->l.x, i, &shown); i++)
            put_tick_below(d, shown, &free_from);
    close_group(d);
}

static void put_y_axis(const drawing *d)
{
    const char *unit = d->c->y.scale == AXIS_PERCENT ? " %" : "";
    double shown;

    salvo_text_put(d->to, "<g class=\"y\">\n");
    if (d->c->y.scale == AXIS_NAMES)
        put_names_beside(d);
    for (int i = 0; d->c->y.scale != AXIS_NAMES && round_tick(&d->l.y, i, &shown); i++) {
        char name[32];

        snprintf(name, sizeof name, "%.6g%s", shown, unit);
        put_words(d, d->l.left - TICK_GAP, ruler_at(&d->l.y, shown), "end", TEXT_SIZE - 1, TEXT_SHADE, name);
    }
    close_group(d);
}

/* Grid lines only cross the direction of comparison: they are vertical for bars. */
static void put_grid(const drawing *d)
{
    const layout *l = &d->l;
    const bool names = d->c->y.scale == AXIS_NAMES, heat = d->c->kind == CHART_HEAT;
    double shown;

    for (int i = 0; !heat && (names || d->c->kind == CHART_POINTS) && round_tick(&l->x, i, &shown); i++)
        put_rule(d, ruler_at(&l->x, shown), l->top, ruler_at(&l->x, shown), l->bottom, GRID_SHADE, 0.8, "");
    for (int i = 0; !heat && !names && round_tick(&l->y, i, &shown); i++)
        put_rule(d, l->left, ruler_at(&l->y, shown), l->right, ruler_at(&l->y, shown), GRID_SHADE, 0.8, "");
}

/* The title of the x axis is below its middle, as far as it has the room there. That of the y axis is horizontal, above
 * its axis, because vertical words are hard to read. */
static void put_axis_titles(const drawing *d)
{
    const layout *l = &d->l;
    const double inside = l->width - 2 * l->edge, half = fmin(inside, text_width(d->c->x.title, TEXT_SIZE)) / 2;
    const double middle = fmax(l->edge + half, fmin(l->width - l->edge - half, (l->left + l->right) / 2));

    put_cut(d, middle, l->x_title_y, "middle", inside, TEXT_SIZE, TEXT_SHADE, d->c->x.title);
    put_cut(d, l->edge, l->axis_title_y, "start", inside, TEXT_SIZE, TEXT_SHADE, d->c->y.title);
}

void draw_reference_words(const drawing *d)
{
    for (size_t i = 0; i < d->c->n_references; i++) {
        const box room = reference_words(d, &d->c->references[i]);

        put_name_words(d, (room.left + room.right) / 2, (room.top + room.bottom) / 2, TEXT_SIZE - 2, PALE_SHADE,
                       d->c->references[i].label);
    }
}

void draw_frame(const drawing *d)
{
    put_head_and_foot(d);
    put_grid(d);
    put_x_axis(d);
    put_y_axis(d);
    put_axis_titles(d);
    for (size_t i = 0; i < d->c->n_references; i++) {
        const segment s = reference_segment(d, &d->c->references[i]);

        put_rule(d, s.x0, s.y0, s.x1, s.y1, REFERENCE_SHADE, 1, "5 4");
    }
}
