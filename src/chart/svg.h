/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SVG as text, element by element: svg_open begins a tag, the next calls give it attributes, and svg_end ends an element
 * without content; svg_inside begins its content, which svg_close ends. Equal calls make equal bytes on every machine.
 *
 * Keys and values are salvo's own words, which need no escape. Texts of users are only content: svg_characters. */
#ifndef SALVO_CHART_SVG_H
#define SALVO_CHART_SVG_H

#include <stddef.h>

#include <salvo/text.h>

void svg_open(salvo_text *to, const char *element);
void svg_word(salvo_text *to, const char *key, const char *value);
void svg_length(salvo_text *to, const char *key, double pixels);
void svg_end(salvo_text *to);
void svg_inside(salvo_text *to);
void svg_close(salvo_text *to, const char *element);

/* Adds a number with at most two decimals, which are a hundredth of a pixel, without a locale. */
void svg_number(salvo_text *to, double number);

/* Adds a step of a path: a letter, M or L, and a point. */
void svg_step(salvo_text *to, char letter, double x, double y);

/* Adds the first `length` bytes of a text as content. What XML cannot hold becomes U+FFFD. */
void svg_characters(salvo_text *to, const char *text, size_t length);

/* Adds the text as the title of the element that is open, which browsers show to a pointer and read aloud. */
void svg_title(salvo_text *to, const char *text);

#endif
