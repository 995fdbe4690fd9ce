/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of a script for gnuplot share: inks, words, thin lines. */
#ifndef SALVO_CHART_DRAWING_H
#define SALVO_CHART_DRAWING_H

#include "chart/layout.h"

typedef struct drawing {
    const chart *c;
    layout l;
    salvo_text *to;
} drawing;

/* Okabe and Ito's palette, which the colour-blind tell apart; without its yellow, which nobody sees on white. Beside each
 * the shade in which words are written, dark enough to read. Marks differ in form too. */
typedef struct ink {
    const char *line, *word;
    int mark; /* gnuplot's pointtype */
} ink;
enum { N_INKS = 8 };
extern const ink INKS[N_INKS];

extern const char BETWEEN[]; /* what stands between two parts of a plot command */

/* Of the series with that number; after the last it begins again. */
const ink *ink_of(size_t series);

extern const char TITLE_INK[], TEXT_INK[], PALE_INK[], GRID_INK[], AXIS_INK[];

/* U+FFFD, in place of what cannot be drawn, as on pages. */
extern const char UNDRAWN[];

/* How many bytes the character has, and whether a picture can show it: what is no text, a control character, and what XML
 * does not know cannot be drawn. */
size_t drawn_character(const unsigned char *at, const unsigned char *end, bool *can_be);

/* A text in double quotes, in which gnuplot takes nothing for a command: in single quotes it could neither begin with an
 * apostrophe nor hold two side by side. What cannot be drawn becomes UNDRAWN. The names of ticks are formats to gnuplot:
 * their percent signs are doubled. */
void put_quoted(salvo_text *to, const char *text, size_t length, bool of_tick);

/* Words at a pixel, their middle at y. `where` is left, center or right. */
void put_words(const drawing *d, double x, double y, const char *where, double size, const char *shade,
               const char *text);

/* The name of a mark, its middle at (x, y), in a white box. */
void put_name_words(const drawing *d, double x, double y, double size, const char *shade, const char *text);

/* Text from x on, line below line, each at most `width` wide. */
void put_lines(const drawing *d, double x, double y, double width, double size, const char *shade, const char *text);

/* One line that is cut where it would be wider. */
void put_cut(const drawing *d, double x, double y, double width, double size, const char *shade, const char *text);

/* A line between two pixels. `look` is gnuplot's: "linewidth 1 dashtype (5,4)". */
void put_rule(const drawing *d, double x0, double y0, double x1, double y1, const char *shade, const char *look);

/* A row of marks with the names of the series, where there are several and lines have no ends to write them at. */
void put_key(const drawing *d);

/* One for each kind: data, and the command that plots it. */

void draw_lines(const drawing *d);
void draw_field(const drawing *d);
void draw_marks(const drawing *d);
void draw_bars(const drawing *d);

#endif
