/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all kinds of pictures draw: words, rules, marks, intervals, the key.
 *
 * Everything has its colours for white paper as attributes, and a class. A page with another background sets the colours
 * of the classes in its style: title, text and pale (words), paper (the background, and what shows it), halo (its border
 * around words), grid, axis and reference (lines), s0 to s7 (the `color` of what a series draws), w0 to w7 (words of a
 * series). */
#ifndef SALVO_CHART_DRAWING_H
#define SALVO_CHART_DRAWING_H

#include "chart/layout.h"

typedef struct drawing {
    const chart *c;
    layout l;
    salvo_text *to;
} drawing;

/* A colour, and the class of what has it. */
typedef struct shade {
    const char *class, *colour;
} shade;

extern const shade TITLE_SHADE, TEXT_SHADE, PALE_SHADE, AXIS_SHADE;

typedef enum { CIRCLE, SQUARE, TRIANGLE, DIAMOND, WEDGE } mark_form;

/* Okabe and Ito's palette, which the colour-blind can distinguish, without its yellow, which is invisible on white.
 * Each colour has a shade for words, dark enough to read. Marks differ in form too. */
typedef struct ink {
    shade line, word;
    mark_form form;
    bool hollow; /* the mark is an outline */
} ink;
enum { N_INKS = 8 };

/* Returns the ink of the series with that number; after the last it begins again. */
const ink *ink_of(size_t series);

/* Begins a group of things of a series with its ink: "line", "band", "marks", "whiskers" or "bars". */
void open_series(const drawing *d, const char *what, size_t series);
void close_group(const drawing *d);

/* Writes words with their middle at y. `anchor` is start, middle or end: the part of them that is at x. */
void put_words(const drawing *d, double x, double y, const char *anchor, double size, shade s, const char *text);

/* Writes one line, cut at `width`; then its title has all of it. */
void put_cut(const drawing *d, double x, double y, const char *anchor, double width, double size, shade s,
             const char *text);

/* Writes words from the bottom up, cut at `width`, with their end at (x, y). */
void put_upright(const drawing *d, double x, double y, double width, double size, shade s, const char *text);

/* Writes the name of a mark or a line, its middle at (x, y); it hides what would cross the letters. */
void put_name_words(const drawing *d, double x, double y, double size, shade s, const char *text);

/* Writes text from x on, line below line, each at most `width` wide. */
void put_lines(const drawing *d, double x, double y, double width, double size, shade s, const char *text);

/* Draws a straight line. `dashes` is empty for one without gaps. */
void put_rule(const drawing *d, double x0, double y0, double x1, double y1, shade s, double width, const char *dashes);

/* Draws a mark in the ink of the open series. Its title is the text; NULL: none. */
void put_mark(const drawing *d, double x, double y, double radius, const ink *of, const char *title);

/* Draws an interval between two points of a line that is vertical or horizontal, with ends across it. */
void put_whisker(const drawing *d, double x0, double y0, double x1, double y1);

/* Returns the value of a point in words for a title, with its place and its interval: "Tiger I, 3: 62.52 %". The text
 * belongs to the caller. */
void describe_point(salvo_text *to, const drawing *d, size_t series, const chart_point *p);

/* Returns the pixel of a point; false if it has none. */
bool point_at(const drawing *d, const chart_point *p, double *x, double *y);

/* A straight line in pixels. */
typedef struct segment {
    double x0, y0, x1, y1;
} segment;

/* Returns the place of a reference, from the left or from below. */
segment reference_segment(const drawing *d, const chart_reference *r);

/* Returns the room of its words at the end of the line: their middle is its middle. */
box reference_words(const drawing *d, const chart_reference *r);

/* Draws the marks of a series, and the intervals of its y; `aside` is how far to the right of their places. */
void put_points(const drawing *d, size_t series, double aside, double radius, double opacity);
void put_intervals(const drawing *d, size_t series, double aside, double width, double opacity);

/* Draws a row of marks with the names of the series, if there are several that have their names there. */
void put_key(const drawing *d);

/* One for each kind: draws the plot, and the words in it. */

void draw_lines(const drawing *d);
void draw_field(const drawing *d);
void draw_marks(const drawing *d);
void draw_bars(const drawing *d);

#endif
