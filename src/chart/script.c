/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The script with which gnuplot draws a chart: its frame, its words and its axes. The kind of chart provides data and
 * curves. */
#include "chart/script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart/drawing.h"

enum { TICKED_PLACES_MAX = 24 };

/* Returns the width between the margins, 18 pixels on either side. */
static double inside(const drawing *d)
{
    return d->l.width - 36;
}

/* Captions are one paragraph. */
static void put_head_and_foot(const drawing *d)
{
    salvo_text captions = {0};

    for (size_t i = 0; i < d->c->n_captions; i++)
        salvo_text_add(&captions, "%s%s", i ? " " : "", d->c->captions[i]);
    put_lines(d, 18, d->l.title_y, inside(d), TITLE_SIZE, TITLE_INK, d->c->title);
    put_lines(d, 18, d->l.subtitle_y, inside(d), TEXT_SIZE, TEXT_INK, d->c->subtitle);
    put_lines(d, 18, d->l.caption_y, inside(d), CAPTION_SIZE, PALE_INK, salvo_text_of(&captions));
    d->to->failed = d->to->failed || captions.failed;
    salvo_text_free(&captions);
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

/* gnuplot keeps this many bytes of a name with a percent sign, and would cut within a character. */
enum { FORMATTED_MAX = 49 };

static void put_tick(salvo_text *to, bool *first, const char *name, double at)
{
    size_t length = strlen(name);
    char cut[FORMATTED_MAX + 1];

    if (length > FORMATTED_MAX && strchr(name, '%')) {
        for (length = FORMATTED_MAX - strlen("…"); ((unsigned char)name[length] & 0xC0) == 0x80; length--)
            continue;
        snprintf(cut, sizeof cut, "%.*s…", (int)length, name);
        name = cut;
    }
    salvo_text_put(to, *first ? "" : ", ");
    put_quoted(to, name, strlen(name), true);
    salvo_text_add(to, " %.10g", at);
    *first = false;
}

/* If there are few points, ticks are under them; if numbers would overlap, some are left out. A name that would touch
 * the previous one is empty, but its tick stays: it marks a point. */
static bool put_ticks_at_points(const drawing *d)
{
    double places[TICKED_PLACES_MAX], free_from = -1e9;
    int n = places_of(d->c, places, TICKED_PLACES_MAX);
    bool first = true;

    if (n < 2)
        return false;
    salvo_text_put(d->to, "set xtics (");
    for (int i = 0; i < n; i++) {
        char name[32];
        double shown = chart_shown(&d->c->x, places[i]), middle = ruler_at(&d->l.x, shown), half;

        snprintf(name, sizeof name, "%.6g%s", shown, d->c->x.scale == AXIS_PERCENT ? " %" : "");
        half = text_width(name, TEXT_SIZE - 1) / 2;
        put_tick(d->to, &first, middle - half < free_from ? "" : name, shown);
        /* The next name may begin 4 pixels after this one. */
        if (middle - half >= free_from)
            free_from = middle + half + 4;
    }
    salvo_text_put(d->to, ")\n");
    return true;
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

/* Vertical names are written from the bottom up. */
static void put_named_ticks(const drawing *d, const chart_axis *axis, char letter)
{
    size_t apart = names_apart(d, axis);
    bool first = true;

    salvo_text_add(d->to, "set %ctics (", letter);
    for (size_t i = 0; i < axis->n_names; i += apart)
        put_tick(d->to, &first, axis->names[i], (double)i);
    salvo_text_add(d->to, ") font ',%.4g' scale 0%s\n", d->l.name_size,
                   letter == 'x' && d->l.upright ? " rotate by 90 right" : "");
}

/* A curve has ticks at its points if they are few, otherwise at round numbers. */
static void put_axis_ticks(const drawing *d, const chart_axis *axis, const ruler *r, char letter)
{
    if (axis->scale == AXIS_NAMES) {
        put_named_ticks(d, axis, letter);
        return;
    }
    salvo_text_add(d->to, "set format %c '%s'\n", letter, axis->scale == AXIS_PERCENT ? "%g %%" : "%g");
    if (letter == 'x' && d->c->kind == CHART_LINES && put_ticks_at_points(d))
        return;
    salvo_text_add(d->to, "set %ctics %.10g,%.10g\n", letter, ceil(r->from / r->step - 1e-9) * r->step, r->step);
}

/* The title of the y axis is horizontal, above its axis, because vertical words are hard to read. */
static void put_axis_titles(const drawing *d)
{
    const char *x = d->c->x.title, *y = d->c->y.title;

    if (*x)
        put_words(d, (d->l.left + d->l.right) / 2, d->l.caption_y - 1.7 * TEXT_SIZE, "center", TEXT_SIZE, TEXT_INK, x);
    if (*y)
        put_words(d, 18, d->l.top - 16, "left", TEXT_SIZE, TEXT_INK, y);
}

/* Grid lines only cross the direction of comparison: they are vertical for bars. Margins are set on the screen, and not
 * left to gnuplot, which would measure its own fonts and move the plot. */
static void put_frame(const drawing *d)
{
    const layout *l = &d->l;
    bool names = d->c->y.scale == AXIS_NAMES, heat = d->c->kind == CHART_HEAT;

    salvo_text_add(d->to, "set lmargin at screen %.5f\nset rmargin at screen %.5f\n", l->left / l->width,
                   l->right / l->width);
    salvo_text_add(d->to, "set tmargin at screen %.5f\nset bmargin at screen %.5f\n", 1 - l->top / l->height,
                   1 - l->bottom / l->height);
    salvo_text_add(d->to, "set border %d linewidth 0.8 linecolor rgb '%s'\n", heat ? 0 : 1, AXIS_INK);
    salvo_text_add(d->to, "set tics nomirror out scale 0.4 font ',%d' textcolor rgb '%s'\n", TEXT_SIZE - 1, TEXT_INK);
    if (!heat)
        salvo_text_add(d->to, "set grid %s back linetype 1 linewidth 0.8 linecolor rgb '%s'\n",
                       d->c->kind == CHART_POINTS ? "xtics ytics"
                       : names                    ? "xtics"
                                                  : "ytics",
                       GRID_INK);
    salvo_text_add(d->to, "set xrange [%.10g:%.10g]\n", l->x.from, l->x.to);
    salvo_text_add(d->to, "set yrange [%.10g:%.10g]\n", chart_goes_down(d->c) ? l->y.to : l->y.from,
                   chart_goes_down(d->c) ? l->y.from : l->y.to);
    put_axis_ticks(d, &d->c->x, &l->x, 'x');
    put_axis_ticks(d, &d->c->y, &l->y, 'y');
    if (!names && !heat)
        salvo_text_put(d->to, "set ytics scale 0\n");
    put_axis_titles(d);
}

/* The words are so far below the line's end that the line, which rises to the right, passes over the first letter. */
static void put_below_diagonal(const drawing *d, double x0, double y0, double x1, double y1, const char *label)
{
    double slope = x1 > x0 ? (y0 - y1) / (x1 - x0) : 0, width = text_width(label, TEXT_SIZE - 2);

    put_words(d, x1 - 6, y1 + slope * (width + 6) + TEXT_SIZE * 0.9, "right", TEXT_SIZE - 2, PALE_INK, label);
}

/* The words are at the end of the line. The third kind is the diagonal of a plot of pairs, on which both are equal; it
 * extends as far as both axes do. */
static void put_reference(const drawing *d, const chart_reference *r)
{
    const layout *l = &d->l;
    const char *look = "linewidth 1 dashtype (5,4)";

    if (r->direction == REFERENCE_X) {
        double x = ruler_at(&l->x, chart_shown(&d->c->x, r->value));

        put_rule(d, x, l->bottom, x, l->top, PALE_INK, look);
        put_words(d, x, l->top - 7, "center", TEXT_SIZE - 2, PALE_INK, r->label);
    } else if (r->direction == REFERENCE_Y) {
        double y = ruler_at(&l->y, chart_shown(&d->c->y, r->value));

        put_rule(d, l->left, y, l->right, y, PALE_INK, look);
        put_words(d, l->right - 4, y - 8, "right", TEXT_SIZE - 2, PALE_INK, r->label);
    } else {
        double from = fmax(l->x.from, l->y.from), to = fmin(l->x.to, l->y.to);

        put_rule(d, ruler_at(&l->x, from), ruler_at(&l->y, from), ruler_at(&l->x, to), ruler_at(&l->y, to), PALE_INK,
                 look);
        put_below_diagonal(d, ruler_at(&l->x, from), ruler_at(&l->y, from), ruler_at(&l->x, to), ruler_at(&l->y, to),
                           r->label);
    }
}

/* PNG has twice the size, which high-resolution screens and print need. */
static void put_terminal(const drawing *d, picture_kind kind)
{
    if (kind == PICTURE_SVG)
        salvo_text_add(d->to,
                       "set terminal svg size %d,%d fixed font 'sans-serif,%d' background '#ffffff' noenhanced\n",
                       d->l.width, d->l.height, TEXT_SIZE);
    else
        salvo_text_add(d->to,
                       "set terminal pngcairo size %d,%d fontscale 1.5 linewidth 2 pointscale 2 font 'sans,%d' "
                       "background '#ffffff' noenhanced\n",
                       2 * d->l.width, 2 * d->l.height, TEXT_SIZE);
    salvo_text_put(d->to, "set encoding utf8\nunset key\n");
}

static void (*const DRAW[])(const drawing *d) = {
    [CHART_LINES] = draw_lines, [CHART_POINTS] = draw_marks, [CHART_BARS] = draw_bars, [CHART_HEAT] = draw_field};

/* Words and rules must precede the plot command, which each kind writes last: gnuplot draws everything set before
 * it. */
void chart_script(salvo_text *script, const chart *c, picture_kind kind)
{
    const drawing d = {.c = c, .l = chart_layout(c), .to = script};

    put_terminal(&d, kind);
    put_frame(&d);
    put_head_and_foot(&d);
    for (size_t i = 0; i < c->n_references; i++)
        put_reference(&d, &c->references[i]);
    /* Lines over numbers have their names at their ends. */
    if (c->kind != CHART_LINES || c->x.scale == AXIS_NAMES)
        put_key(&d);
    DRAW[c->kind](&d);
}
