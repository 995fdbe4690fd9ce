/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart as data: the content of a picture, before anything is drawn. Builders fill one from an answer. Writers make
 * it a file of numbers, a picture, or a small plot in text.
 *
 * A chart owns its memory from chart_init to chart_free, and copies the texts that it receives. Like a page it notes a
 * failed allocation and goes on; the code that writes it asks once (chart_check). */
#ifndef SALVO_CHART_CHART_H
#define SALVO_CHART_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/arena.h>
#include <salvo/error.h>
#include <salvo/report.h>

enum { CHART_REFERENCES_MAX = 4 };

/* The width of a picture in pixels: on paper, and the limits of what can be laid out. */
enum { PICTURE_WIDTH = 800, PICTURE_WIDTH_LEAST = 280, PICTURE_WIDTH_MOST = 4000 };

typedef enum {
    CHART_LINES,  /* y over x, with a band if the points have intervals; over names: marks with whiskers */
    CHART_POINTS, /* marks at (x, y), some of them with names */
    CHART_BARS,   /* horizontal bars from `base` to x, a row for each name of the y axis */
    CHART_HEAT,   /* a field of cells over two axes of names */
} chart_kind;

typedef enum {
    AXIS_NUMBERS,
    AXIS_PERCENT, /* points hold probabilities, 0 to 1 */
    AXIS_NAMES,   /* points hold the number of a name */
} chart_scale;

typedef struct chart_axis {
    const char *title; /* with the unit: "range (m)" */
    chart_scale scale;
    bool whole;       /* counts something: no fractions on its scale */
    double low, high; /* the axis covers at least this; NAN: as far as the points */
    const char **names;
    size_t n_names, capacity;
    bool counts; /* the names are ascending numbers: some may be left out, and up is more */
} chart_axis;

typedef struct chart_point {
    double x, y;
    double low, high;  /* 95 % interval of y (of x in BARS); NAN: none */
    double value;      /* HEAT: the value of the cell; NAN: unknown */
    const char *label; /* POINTS: its name */
    bool named;        /* ... and the picture shows it */
} chart_point;

typedef struct chart_series {
    const char *name;  /* in the data and in plots: "a-wins" */
    const char *label; /* beside its line: "Tiger I  62.6 %" */
    bool steps;        /* LINES: y holds from the previous point (or the axis) up to x, as in a range bracket */
    chart_point *points;
    size_t n_points, capacity;
} chart_series;

/* A thin line for comparison: horizontal at y = value, vertical at x = value, or where x = y. */
typedef struct chart_reference {
    enum { REFERENCE_Y, REFERENCE_X, REFERENCE_DIAGONAL } direction;
    double value;
    const char *label;
} chart_reference;

typedef struct chart {
    chart_kind kind;
    const char *title, *subtitle;
    const char *caption; /* how the figures were computed, in sentences */
    const char *remark;  /* what readers must know about the source of the numbers; NULL: nothing */
    chart_axis x, y;
    chart_axis values; /* HEAT: the scale of the colours */
    double base;       /* BARS: where bars begin */
    bool grouped; /* BARS: bars of several series are below each other; otherwise each name has at most one of each */
    chart_series *series;
    size_t n_series, capacity;
    chart_reference references[CHART_REFERENCES_MAX];
    size_t n_references;
    salvo_arena *memory;
    bool failed;
    chart_series nowhere; /* takes the points for which there is no memory */
} chart;

/* Makes an empty chart with axes of numbers. After SALVO_NO_MEMORY chart_free still accepts it. */
salvo_status chart_init(chart *c, chart_kind kind, salvo_error *err);
void chart_free(chart *c);

/* SALVO_NO_MEMORY if anything could not be kept. */
salvo_status chart_check(const chart *c, salvo_error *err);

/* Returns a text that lives as long as the chart; "" if memory is out. */
const char *chart_text(chart *c, const char *format, ...) SALVO_PRINTF(2, 3);

/* The same for a built text, which it frees. */
const char *chart_built(chart *c, salvo_text *text);

struct page;
/* Adds a sentence to the caption. */
void chart_caption(chart *c, const char *sentence);
void chart_caption_page(chart *c, const struct page *p); /* its paragraphs */

/* Adds a remark to the picture and to the data. NULL: none. */
void chart_remark(chart *c, const char *remark);

/* Adds the book with its data's hash and the program's version. */
void chart_caption_book(chart *c, const salvo_rulebook *book);

/* Returns the number of the name on the axis, and adds the name if it is not there yet. */
double chart_name(chart *c, chart_axis *axis, const char *name);

/* Adds a series without points, and a point at its end. A series must not be used after the next one is added. Never
 * returns NULL: if memory is out, points are discarded. */
chart_series *chart_add_series(chart *c, const char *name);
void chart_add_point(chart *c, chart_series *s, chart_point point);

void chart_refer(chart *c, int direction, double value, const char *label);

/* Returns a point without interval, value and name. */
chart_point chart_at(double x, double y);

/* Returns whether the point has an interval; whether any point of the series has. */
bool chart_has_interval(const chart_point *p);
bool chart_has_intervals(const chart_series *s);

/* Returns the figure at x: its value, and its interval if it was only simulated. */
chart_point chart_figure(double x, const salvo_answer *answer, const salvo_figure *figure);

/* Returns the y of a series of LINES at x: between two points on the line between them, or on the step. NAN if it has
 * none. */
double chart_y_at(const chart_series *s, double x);

/* Writes the chart's data, one row for each point: RFC 4180, unchanged names, probabilities from 0 to 1. Equal answers
 * make equal bytes. */
salvo_status chart_write_data(FILE *out, const chart *c, salvo_error *err);

#endif
