/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all kinds of pictures draw: words, rules, the key. Pixels become parts of the screen, which gnuplot counts from
 * the bottom. */
#include "chart/drawing.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { TEXT_MAX = 512 };

/* The palette of Okabe and Ito, which colour-blind people can distinguish. Words need more contrast than lines, so each
 * colour has a darker shade for them. Each also has a mark of its own form, for print without colours. */
const ink INKS[N_INKS] = {
    {"#0072b2", "#00609a", 7},  {"#d55e00", "#b84f00", 5}, {"#009e73", "#007d5b", 9}, {"#cc79a7", "#a84f80", 13},
    {"#e69f00", "#946600", 11}, {"#56b4e9", "#2a7fb0", 6}, {"#555555", "#444444", 4}, {"#000000", "#000000", 8},
};

const char TITLE_INK[] = "#1a1a1a", TEXT_INK[] = "#444444", PALE_INK[] = "#767676", GRID_INK[] = "#e4e4e4",
           AXIS_INK[] = "#9a9a9a";

const char BETWEEN[] = ", \\\n     ";

/* After the last they repeat; lines are then broken (lines.c), so that two of one colour still differ. */
const ink *ink_of(size_t series)
{
    return &INKS[series % N_INKS];
}

/* U+FFFD, the sign for what cannot be shown. */
const char UNDRAWN[] = "\xEF\xBF\xBD";

/* XML permits control characters and the two noncharacters in no form, so SVG cannot hold them. */
size_t drawn_character(const unsigned char *at, const unsigned char *end, bool *can_be)
{
    size_t bytes = salvo_character(at, end);
    bool is_control = *at < ' ' || *at == 0x7F || (bytes == 2 && *at == 0xC2 && at[1] < 0xA0);
    bool is_none = bytes == 3 && (memcmp(at, "\xEF\xBF\xBE", 3) == 0 || memcmp(at, "\xEF\xBF\xBF", 3) == 0);

    *can_be = bytes && !is_control && !is_none;
    return bytes ? bytes : 1;
}

/* In double quotes a backslash makes the next character literal; a backquote would run a command. */
static const char *before_character(unsigned char c, bool of_tick)
{
    return c == '"' || c == '\\' || c == '`' ? "\\" : c == '%' && of_tick ? "%" : "";
}

/* A percent sign in the name of a tick begins a format and must be doubled, but only there. */
void put_quoted(salvo_text *to, const char *text, size_t length, bool of_tick)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + length;

    salvo_text_put(to, "\"");
    while (at < end) {
        bool can_be;
        size_t bytes = drawn_character(at, end, &can_be);

        if (can_be)
            salvo_text_add(to, "%s%.*s", before_character(*at, of_tick), (int)bytes, at);
        else
            salvo_text_put(to, UNDRAWN);
        at += bytes;
    }
    salvo_text_put(to, "\"");
}

/* gnuplot counts y from the bottom up, from 0 to 1. */
static void put_part(const drawing *d, double x, double y, const char *where, double size, const char *shade,
                     const char *text, size_t length)
{
    salvo_text_put(d->to, "set label ");
    put_quoted(d->to, text, length, false);
    salvo_text_add(d->to, " at screen %.5f,%.5f %s front font ',%.4g' textcolor rgb '%s'\n", x / d->l.width,
                   1 - y / d->l.height, where, size, shade);
}

void put_words(const drawing *d, double x, double y, const char *where, double size, const char *shade,
               const char *text)
{
    put_part(d, x, y, where, size, shade, text, strlen(text));
}

/* The box is white and hides whatever would cross the words. */
void put_name_words(const drawing *d, double x, double y, double size, const char *shade, const char *text)
{
    salvo_text_put(d->to, "set style textbox opaque noborder fillcolor rgb '#ffffff' margins 0.2,0.1\n");
    salvo_text_put(d->to, "set label ");
    put_quoted(d->to, text, strlen(text), false);
    salvo_text_add(d->to, " at screen %.5f,%.5f center front boxed font ',%.4g' textcolor rgb '%s'\n", x / d->l.width,
                   1 - y / d->l.height, size, shade);
}

/* Lines are 1.35 times the font's size apart, as in the layout (LINE in layout.c). */
void put_lines(const drawing *d, double x, double y, double width, double size, const char *shade, const char *text)
{
    while (*text) {
        size_t length = text_line(text, size, width);

        put_part(d, x, y, "left", size, shade, text, length);
        text += length;
        text += strspn(text, " ");
        y += 1.35 * size;
    }
}

/* The text is cut between characters, never within one. */
void put_cut(const drawing *d, double x, double y, double width, double size, const char *shade, const char *text)
{
    char cut[TEXT_MAX];
    size_t length = 0;

    if (text_width(text, size) <= width) {
        put_words(d, x, y, "left", size, shade, text);
        return;
    }
    /* There is room for a character of four bytes, the sign of omission and the end. */
    while (text[length] && length + 8 < sizeof cut) {
        snprintf(cut, sizeof cut, "%.*s…", (int)length + 1, text);
        if (text_width(cut, size) > width)
            break;
        length++;
    }
    /* Bytes 10xxxxxx continue a character of UTF-8. */
    while (length && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    snprintf(cut, sizeof cut, "%.*s…", (int)length, text);
    put_words(d, x, y, "left", size, shade, cut);
}

void put_rule(const drawing *d, double x0, double y0, double x1, double y1, const char *shade, const char *look)
{
    const layout *l = &d->l;

    salvo_text_add(d->to, "set arrow from screen %.5f,%.5f to screen %.5f,%.5f nohead back %s linecolor rgb '%s'\n",
                   x0 / l->width, 1 - y0 / l->height, x1 / l->width, 1 - y1 / l->height, look, shade);
}

/* Each name has a dot before it: a key of whole lines would take twice the room. */
void put_key(const drawing *d)
{
    double x = 18;

    for (size_t i = 0; d->c->n_series > 1 && i < d->c->n_series; i++) {
        const char *label = d->c->series[i].label;

        salvo_text_add(d->to,
                       "set object circle at screen %.5f,%.5f size screen 0.006 front fillstyle solid border rgb '%s' "
                       "fillcolor rgb '%s'\n",
                       (x + 5) / d->l.width, 1 - d->l.key_y / d->l.height, ink_of(i)->line, ink_of(i)->line);
        put_words(d, x + 14, d->l.key_y, "left", TEXT_SIZE, ink_of(i)->word, label);
        x += 14 + text_width(label, TEXT_SIZE) + 16;
    }
}
