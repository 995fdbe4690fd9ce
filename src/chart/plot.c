/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart in characters, for a terminal: eighths of blocks for lines and bars, shades for fields, dots for marks. */
#include "chart/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "chart/layout.h"

/* Characters and lines of a terminal of 80 columns, with room for the axis on the left. */
enum { COLUMNS = 60, GUTTER = 9, EIGHTHS = 8, ALONE_ROWS = 8, SHARED_ROWS = 4, BAR_MAX = 6, NAME_MAX = 24 };

static const char *const BLOCKS[EIGHTHS + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
static const char *const SHADES[] = {"·", "░", "▒", "▓", "█"};
enum { N_SHADES = sizeof SHADES / sizeof *SHADES };

/* The places in a plot of lines: `columns` of text from x.from to x.to, or bars of `bar` columns if there are few
 * places. */
typedef struct grid {
    const chart *c;
    ruler x, y;
    size_t columns;
    size_t bar; /* columns of a bar with the following gap; 0: a filled curve */
} grid;

static void put_times(salvo_text *to, const char *what, size_t n)
{
    while (n-- > 0)
        salvo_text_put(to, what);
}

/* Writes text in a field of that many columns, aligned to the right. */
static void put_right(salvo_text *to, const char *text, size_t columns)
{
    size_t width = salvo_text_width(text);

    put_times(to, " ", width < columns ? columns - width : 0);
    salvo_text_put(to, text);
}

/* Three digits are enough for a scale; large numbers keep theirs. */
static void put_shown(char name[32], const chart_axis *axis, double shown)
{
    snprintf(name, 32, fabs(shown) < 1000 ? "%.3g%s" : "%.6g%s", shown, axis->scale == AXIS_PERCENT ? " %" : "");
}

/* The width is in columns of the terminal. */
static size_t widest(const chart_axis *axis)
{
    size_t most = 0;

    for (size_t i = 0; i < axis->n_names; i++)
        if (salvo_text_width(axis->names[i]) > most)
            most = salvo_text_width(axis->names[i]);
    return most;
}

/* If the places are few whole numbers or names, each gets a bar, as wide as its name if there is room. Each place has a
 * whole number of columns, so that all bars are equally wide. */
static void set_columns(grid *g)
{
    size_t n = g->c->x.scale == AXIS_NAMES ? g->c->x.n_names
               : g->c->x.whole             ? (size_t)fmin(1e6, g->x.to - g->x.from + 1)
                                           : COLUMNS + 1;
    size_t bar = widest(&g->c->x) + 1 > BAR_MAX ? widest(&g->c->x) + 1 : BAR_MAX;

    g->columns = COLUMNS;
    if (n == 0 || n > COLUMNS)
        return;
    /* Bars are as wide as the names under them need, if there is room for all. */
    g->bar = COLUMNS / n > bar ? bar : COLUMNS / n;
    g->columns = g->bar * n;
}

/* A bar has one place; otherwise the middle of the column counts. */
static double y_in_column(const grid *g, const chart_series *s, size_t column)
{
    double first = g->c->x.scale == AXIS_NAMES ? 0 : g->x.from;

    if (g->bar) {
        const size_t bar = column / g->bar;

        return chart_y_at(s, first + (double)bar);
    }
    return chart_y_at(s, g->x.from + ((double)column + 0.5) / (double)g->columns * (g->x.to - g->x.from));
}

/* Returns the visible part of a column of that many eighths in that row, counted from below. */
static const char *block_in(double eighths, size_t row)
{
    double here = eighths - (double)(EIGHTHS * row);

    return BLOCKS[here <= 0 ? 0 : here >= EIGHTHS ? EIGHTHS : (int)here];
}

/* A value that is not 0 shows at least an eighth: a chance of one in a thousand is not the same as none. */
static double eighths_of(const grid *g, double y, size_t rows)
{
    double part = (chart_shown(&g->c->y, y) - g->y.from) / (g->y.to - g->y.from);

    if (!isfinite(part) || part <= 0)
        return 0;
    return fmax(1, floor(part * (double)(EIGHTHS * rows) + 0.5));
}

/* A row of the plot begins with the edge of its axis; the highest also has the value there. */
static void begin_row(salvo_text *to, const chart_axis *y, double top, bool highest, const char *edge)
{
    char name[32] = "";

    if (highest)
        put_shown(name, y, top);
    put_right(to, name, GUTTER - 2);
    salvo_text_put(to, edge);
}

/* Blanks after the last mark would wrap on narrow terminals. */
static void end_row(salvo_text *to)
{
    while (to->length && to->bytes[to->length - 1] == ' ')
        to->bytes[--to->length] = '\0';
    salvo_text_put(to, "\n");
}

/* Every bar wider than one column keeps its last column free, as the gap to the next. */
static void put_row(salvo_text *to, const grid *g, const chart_series *s, size_t row, size_t rows)
{
    const bool highest = row == rows - 1;

    begin_row(to, &g->c->y, g->y.to, highest, highest ? " ┤" : " │");
    for (size_t i = 0; i < g->columns; i++) {
        bool gap = g->bar > 1 && i % g->bar == g->bar - 1;

        salvo_text_put(to, gap ? " " : block_in(eighths_of(g, y_in_column(g, s, i), rows), row));
    }
    end_row(to);
}

/* Writes a name under the axis at that column, unless the previous name reaches it; *end is the end of that name. A
 * name that does not fit is left out and not cut, because half a number is another number. */
static void put_place(salvo_text *to, const char *name, size_t column, size_t *end)
{
    if (*end && column < *end + 1)
        return;
    put_times(to, " ", column - *end);
    salvo_text_put(to, name);
    *end = column + salvo_text_width(name);
}

static void put_bar_places(salvo_text *to, const grid *g)
{
    size_t end = 0;

    for (size_t i = 0; i < g->columns / g->bar; i++) {
        char name[4 * NAME_MAX + 1];

        if (g->c->x.scale == AXIS_NAMES)
            snprintf(name, sizeof name, "%s", g->c->x.names[i]);
        else
            snprintf(name, sizeof name, "%.6g", g->x.from + (double)i);
        put_place(to, name, i * g->bar, &end);
    }
}

/* Writes round numbers. The end allows for rounding errors of sums of steps, and a tick at 0 is written as 0 and not as
 * 1e-17. */
static void put_round_places(salvo_text *to, const grid *g)
{
    size_t end = 0;

    for (double x = ceil(g->x.from / g->x.step - 1e-9) * g->x.step; x <= g->x.to + 1e-9 * g->x.step; x += g->x.step) {
        double column = (x - g->x.from) / (g->x.to - g->x.from) * (double)(g->columns - 1);
        char name[32];

        put_shown(name, &g->c->x, fabs(x) < 1e-9 * g->x.step ? 0 : x);
        put_place(to, name, (size_t)(column + 0.5), &end);
    }
}

/* Writes the numbers or names under the axis, as many as fit. */
static void put_places(salvo_text *to, const grid *g)
{
    put_times(to, " ", GUTTER);
    if (g->bar)
        put_bar_places(to, g);
    else
        put_round_places(to, g);
    salvo_text_put(to, "\n");
}

static void put_axis(salvo_text *to, const grid *g)
{
    char name[32];

    put_shown(name, &g->c->y, g->y.from);
    put_right(to, name, GUTTER - 2);
    salvo_text_put(to, " └");
    put_times(to, "─", g->columns);
    salvo_text_put(to, "\n");
}

/* Curves are below each other, because a terminal has no colours to distinguish them. */
static void plot_lines(salvo_text *to, const chart *c, const layout *l)
{
    grid g = {.c = c, .x = l->x, .y = l->y};
    size_t rows = c->n_series > 1 ? SHARED_ROWS : ALONE_ROWS;

    set_columns(&g);
    for (size_t i = 0; i < c->n_series; i++) {
        if (c->n_series > 1)
            salvo_text_add(to, "%*s%s\n", GUTTER, "", c->series[i].label);
        for (size_t row = rows; row-- > 0;)
            put_row(to, &g, &c->series[i], row, rows);
        put_axis(to, &g);
    }
    put_places(to, &g);
    salvo_text_add(to, "%*s%s\n", GUTTER, "", c->x.title);
}

/* Probabilities begin at 0, and end at 1 if some are large. */
static extent values_of(const chart *c)
{
    extent e = {c->values.scale == AXIS_PERCENT ? 0 : INFINITY, -INFINITY};

    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < c->series[i].n_points; k++)
            extent_reach(&e, c->series[i].points[k].value);
    if (c->values.scale == AXIS_PERCENT && e.high > 0.5)
        e.high = 1;
    return e.low <= e.high ? e : (extent){0, 0};
}

/* Returns the shade of the cell; a blank if it is unknown. It searches all points for each cell, because fields of a
 * terminal have at most a few thousand cells. */
static const char *shade_at(const chart *c, const extent *e, size_t x, size_t y)
{
    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < c->series[i].n_points; k++) {
            const chart_point *p = &c->series[i].points[k];
            double part = e->high > e->low ? (p->value - e->low) / (e->high - e->low) : 0;

            if (p->x == (double)x && p->y == (double)y && isfinite(part))
                return SHADES[(int)fmin(N_SHADES - 1, floor(part * N_SHADES))];
        }
    return " ";
}

/* Writes a line of shades for each name of the y axis, one or two columns for each of the x axis. */
static void plot_field(salvo_text *to, const chart *c)
{
    extent e = values_of(c);
    /* Two columns make a cell about square. */
    size_t gutter = widest(&c->y) + 1, cell = c->x.n_names <= COLUMNS / 2 ? 2 : 1;
    char low[32], high[32];

    for (size_t line = 0; line < c->y.n_names; line++) {
        size_t y = chart_goes_down(c) ? line : c->y.n_names - 1 - line;

        put_right(to, c->y.names[y], gutter - 1);
        salvo_text_put(to, " ");
        for (size_t x = 0; x < c->x.n_names; x++)
            put_times(to, shade_at(c, &e, x, y), cell);
        salvo_text_put(to, "\n");
    }
    put_times(to, " ", gutter);
    if (c->x.n_names)
        salvo_text_add(to, "%s: %s to %s\n", c->x.title, c->x.names[0], c->x.names[c->x.n_names - 1]);
    put_shown(low, &c->values, chart_shown(&c->values, e.low));
    put_shown(high, &c->values, chart_shown(&c->values, e.high));
    put_times(to, " ", gutter);
    salvo_text_add(to, "%s: %s %s░▒▓%s %s\n", c->values.title, low, SHADES[0], SHADES[N_SHADES - 1], high);
}

/* Values left of the axis begin at it. */
static size_t bar_column(const chart *c, const ruler *x, double value)
{
    double column = (chart_shown(&c->x, value) - x->from) / (x->to - x->from) * COLUMNS;

    return isfinite(column) && column > 0 ? (size_t)(column + 0.5) : 0;
}

/* A bar of no length is a thin line, so that its place is visible. */
static void put_bar(salvo_text *to, size_t from, size_t upto, const char *label)
{
    put_times(to, " ", from);
    put_times(to, "█", upto - from);
    salvo_text_add(to, "%s%s%s\n", upto > from ? "" : "▏", *label ? " " : "", label);
}

/* Bars to both sides of the base are one. */
static void plot_joined(salvo_text *to, const chart *c, const ruler *x, size_t name)
{
    /* A step down and a step up of one cell become one bar between their ends. */
    size_t from = bar_column(c, x, c->base), upto = from;
    salvo_text label = {0};

    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < c->series[i].n_points; k++) {
            const chart_point *p = &c->series[i].points[k];
            size_t column = bar_column(c, x, p->x);

            if (p->y != (double)name)
                continue;
            from = column < from ? column : from;
            upto = column > upto ? column : upto;
            if (p->label && *p->label && c->n_series > 1)
                salvo_text_add(&label, "%s%s %s", label.length ? ", " : "", c->series[i].name, p->label);
            else if (p->label)
                salvo_text_put(&label, p->label);
        }
    put_bar(to, from, upto, salvo_text_of(&label));
    to->failed = to->failed || label.failed;
    salvo_text_free(&label);
}

static void plot_grouped(salvo_text *to, const chart *c, const ruler *x, size_t name, size_t gutter)
{
    bool first = true;

    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < c->series[i].n_points; k++) {
            const chart_point *p = &c->series[i].points[k];

            if (p->y != (double)name)
                continue;
            put_times(to, " ", first ? 0 : gutter);
            put_bar(to, bar_column(c, x, c->base), bar_column(c, x, p->x), p->label ? p->label : "");
            first = false;
        }
}

static void plot_bars(salvo_text *to, const chart *c, const layout *l)
{
    size_t gutter = widest(&c->y) + 1;
    char low[32], high[32];

    for (size_t y = 0; y < c->y.n_names; y++) {
        put_right(to, c->y.names[y], gutter - 1);
        salvo_text_put(to, " ");
        if (c->grouped)
            plot_grouped(to, c, &l->x, y, gutter);
        else
            plot_joined(to, c, &l->x, y);
    }
    put_shown(low, &c->x, l->x.from);
    put_shown(high, &c->x, l->x.to);
    put_times(to, " ", gutter);
    salvo_text_add(to, "%s: %s to %s\n", c->x.title, low, high);
}

enum { MARK_ROWS = 16 };

/* Several marks in one place look heavier. Places are scaled to the last column and not beyond it, so that a mark at
 * the very end is drawn. */
static void plot_marks(salvo_text *to, const chart *c, const layout *l)
{
    const grid g = {.c = c, .x = l->x, .y = l->y, .columns = COLUMNS};
    /* Marks in one character are counted, because they look alike. */
    size_t count[MARK_ROWS][COLUMNS] = {{0}};

    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < c->series[i].n_points; k++) {
            const chart_point *p = &c->series[i].points[k];
            double x = (chart_shown(&c->x, p->x) - l->x.from) / (l->x.to - l->x.from) * (COLUMNS - 1) + 0.5;
            double y = (chart_shown(&c->y, p->y) - l->y.from) / (l->y.to - l->y.from) * (MARK_ROWS - 1) + 0.5;

            if (x >= 0 && x < COLUMNS && y >= 0 && y < MARK_ROWS)
                count[(int)y][(int)x]++;
        }
    for (size_t row = MARK_ROWS; row-- > 0;) {
        begin_row(to, &c->y, l->y.to, row == MARK_ROWS - 1, " │");
        for (size_t i = 0; i < COLUMNS; i++)
            salvo_text_put(to, count[row][i] == 0 ? " " : count[row][i] == 1 ? "·" : count[row][i] < 5 ? "•" : "●");
        end_row(to);
    }
    put_axis(to, &g);
    put_places(to, &g);
    salvo_text_add(to, "%*s%s\n", GUTTER, "", c->x.title);
}

/* Only the rulers of the layout for pictures are used: both then show the same range. */
void plot_chart(salvo_text *to, const chart *c)
{
    layout l = chart_layout(c, PICTURE_WIDTH);

    salvo_text_add(to, "%s\n", c->title);
    if (*c->y.title)
        salvo_text_add(to, "%s\n", c->y.title);
    switch (c->kind) {
    case CHART_LINES:
        plot_lines(to, c, &l);
        break;
    case CHART_POINTS:
        plot_marks(to, c, &l);
        break;
    case CHART_BARS:
        plot_bars(to, c, &l);
        break;
    case CHART_HEAT:
        plot_field(to, c);
        break;
    }
}
