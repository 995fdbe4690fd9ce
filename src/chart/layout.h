/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of a picture go: margins, scales with round numbers, words that do not overlap. Lengths are pixels of
 * a canvas, from its top left corner. Letters have the same size on every canvas, so that a narrow one suits a telephone
 * and a wide one paper. */
#ifndef SALVO_CHART_LAYOUT_H
#define SALVO_CHART_LAYOUT_H

#include "chart/chart.h"

enum { TEXT_SIZE = 12, CAPTION_SIZE = 9 }; /* of letters */

/* The distance between the lines of a text, of the size of its letters. */
#define LINE_HEIGHT 1.35

/* One axis as it is drawn. A probability is drawn in percent. */
typedef struct ruler {
    double from, to;   /* in drawn values */
    double begin, end; /* their pixels */
    double step;       /* between ticks of round numbers */
} ruler;

/* Where several series have their names. */
typedef enum {
    NAMES_IN_KEY, /* above the plot, each with its mark */
    NAMES_BESIDE, /* lines: beside their ends */
    NAMES_WITHIN, /* lines: within the plot, each at its line */
} names_place;

typedef struct layout {
    int width, height;
    bool is_slim;                    /* for a telephone: no captions, little margin */
    double edge;                     /* the margin around everything */
    double left, right, top, bottom; /* edges of the plot */
    ruler x, y;
    double title_y, subtitle_y, key_y, axis_title_y, x_title_y, caption_y; /* middles of first lines */
    double title_size, name_size; /* of letters of the title, and of the names on the axes */
    bool upright;                 /* names under the x axis are vertical */
    names_place names;
} layout;

/* The room of words or a mark. */
typedef struct box {
    double left, top, right, bottom;
} box;

bool boxes_overlap(const box *a, const box *b);

/* The range of some numbers; none yet: {INFINITY, -INFINITY}. */
typedef struct extent {
    double low, high;
} extent;

void extent_reach(extent *e, double value); /* extends it to the value, if that is finite */

/* The chart on a canvas that is `width` pixels wide, or wider if its names need that. */
layout chart_layout(const chart *c, int width);

/* The place of a series in the key: where its mark begins, and the number of the line. */
typedef struct key_place {
    double x;
    int line;
} key_place;

enum { KEY_MARK = 14 }; /* the room of a mark before its name */

/* Returns the place of series i from that of the series before it, which does not matter for the first. */
key_place key_next(const chart *c, const layout *l, size_t i, key_place before);

/* The middle of a line's name. */
typedef struct name_place {
    double x, y;
} name_place;

enum { NAMED_LINES_MAX = 16 };

/* Finds a place for the name of each line just above or below it, clear of all other lines and names. Returns false if
 * one has none. */
bool names_find_places(const chart *c, const layout *l, name_place places[NAMED_LINES_MAX]);

/* Returns whether the first name of the y axis is on top. */
bool chart_goes_down(const chart *c);

/* Returns the drawn form of a value on that axis. */
double chart_shown(const chart_axis *axis, double value);

/* Returns the pixel of a drawn value. */
double ruler_at(const ruler *r, double shown);

/* Returns the distance between round ticks (1, 2 or 5 times a power of ten) of which about `n` fit from `from` to
 * `to`. */
double round_step(double from, double to, int n, bool whole);

/* Estimates the width of a text, rather too wide, because the viewer chooses the font. */
double text_width(const char *utf8, double size);

/* Returns how many bytes of the text, never within a character, are at most `width` pixels wide. */
size_t text_fitting(const char *utf8, double size, double width);

/* Returns how many bytes of the text form its first line of at most `width` pixels, broken between words if
 * possible. */
size_t text_line(const char *utf8, double size, double width);

/* Moves the n ascending middles apart until they are `gap` from each other and lie from `from` to `to`, as far as there
 * is room. */
void spread(double *middles, size_t n, double gap, double from, double to);

#endif
