/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of a picture go: margins, scales with round numbers, words that keep clear of each other. Lengths are
 * pixels of a canvas, from its top left corner. */
#ifndef SALVO_CHART_LAYOUT_H
#define SALVO_CHART_LAYOUT_H

#include "chart/chart.h"

enum { TITLE_SIZE = 17, TEXT_SIZE = 12, CAPTION_SIZE = 9 }; /* of letters */

/* One axis as it is drawn. A probability is drawn in percent. */
typedef struct ruler {
    double from, to;   /* in what is drawn */
    double begin, end; /* the pixels of these */
    double step;       /* between ticks of round numbers */
} ruler;

typedef struct layout {
    int width, height;
    double left, right, top, bottom; /* edges of the plot */
    ruler x, y;
    double title_y, subtitle_y, key_y, caption_y; /* middles of first lines */
    double name_size;                             /* of letters of the names on the axes */
    bool upright;                                 /* names under the x axis stand on end */
    bool names_within; /* names of lines stand within the plot; else beside the ends of their lines */
} layout;

/* The room that words or a mark take. */
typedef struct box {
    double left, top, right, bottom;
} box;

bool boxes_overlap(const box *a, const box *b);

/* From where to where numbers reach; nothing yet: {INFINITY, -INFINITY}. */
typedef struct extent {
    double low, high;
} extent;

void extent_reach(extent *e, double value); /* as far as the value, too, where it is finite */

layout chart_layout(const chart *c);

/* The middle of a line's name. */
typedef struct name_place {
    double x, y;
} name_place;

enum { NAMED_LINES_MAX = 16 };

/* Finds a place for the name of each line just above or below it, clear of all other lines and names. false when one has
 * none. */
bool names_find_places(const chart *c, const layout *l, name_place places[NAMED_LINES_MAX]);

/* The first name of the y axis stands on top. */
bool chart_goes_down(const chart *c);

/* What is drawn for a value on that axis. */
double chart_shown(const chart_axis *axis, double value);

/* The pixel of what is drawn. */
double ruler_at(const ruler *r, double shown);

/* The distance between round ticks (1, 2 or 5 times a power of ten) of which about `n` fit from `from` to `to`. */
double round_step(double from, double to, int n, bool whole);

/* About how wide a text is. Whoever draws it has a font of his own, so it is rather too wide. */
double text_width(const char *utf8, double size);

/* How many bytes of the text are its first line of at most `width` pixels, broken between words where that can be. */
size_t text_line(const char *utf8, double size, double width);

/* Moves the n middles, given ascending, apart until they are `gap` from each other and lie from `from` to `to`, as far
 * as there is room. */
void spread(double *middles, size_t n, double gap, double from, double to);

#endif
