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

/* Okabe and Ito's palette, which the colour-blind can distinguish, without its yellow, which is invisible on white.
 * Each colour has a shade for words, dark enough to read. Marks differ in form too. */
typedef struct ink {
    const char *line, *word;
    int mark; /* gnuplot's pointtype */
} ink;
enum { N_INKS = 8 };
extern const ink INKS[N_INKS];

extern const char BETWEEN[]; /* separates two parts of a plot command */

/* Returns the ink of the series with that number; after the last it begins again. */
const ink *ink_of(size_t series);

extern const char TITLE_INK[], TEXT_INK[], PALE_INK[], GRID_INK[], AXIS_INK[];

/* U+FFFD, in place of what cannot be drawn, as on pages. */
extern const char UNDRAWN[];

/* Returns how many bytes the character has, and whether a picture can show it. Bytes that are no text, control
 * characters, and characters outside XML cannot be drawn. */
size_t drawn_character(const unsigned char *at, const unsigned char *end, bool *can_be);

/* Adds a text in double quotes, in which gnuplot finds no command: in single quotes it could neither begin with an
 * apostrophe nor hold two adjacent ones. What cannot be drawn becomes UNDRAWN. For gnuplot the names of ticks are
 * formats: their percent signs are doubled. */
void put_quoted(salvo_text *to, const char *text, size_t length, bool of_tick);

/* Writes words at a pixel, their middle at y. `where` is left, center or right. */
void put_words(const drawing *d, double x, double y, const char *where, double size, const char *shade,
               const char *text);

/* Writes the name of a mark in a white box, its middle at (x, y). */
void put_name_words(const drawing *d, double x, double y, double size, const char *shade, const char *text);

/* Writes text from x on, line below line, each at most `width` wide. */
void put_lines(const drawing *d, double x, double y, double width, double size, const char *shade, const char *text);

/* Writes one line, and cuts it at `width`. */
void put_cut(const drawing *d, double x, double y, double width, double size, const char *shade, const char *text);

/* Draws a line between two pixels. `look` is gnuplot's: "linewidth 1 dashtype (5,4)". */
void put_rule(const drawing *d, double x0, double y0, double x1, double y1, const char *shade, const char *look);

/* Draws a row of marks with the names of the series, if there are several and lines have no ends for names. */
void put_key(const drawing *d);

/* One for each kind: writes the data and the command that plots it. */

void draw_lines(const drawing *d);
void draw_field(const drawing *d);
void draw_marks(const drawing *d);
void draw_bars(const drawing *d);

#endif
