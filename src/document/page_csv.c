/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV by RFC 4180. */
#include <string.h>

#include "document/page_writers.h"

/* CSV by RFC 4180: lines end with CR and LF. Quotes occur only if a comma, a quote or a line end would be structure. */
static void put_csv(FILE *out, const char *text, bool last)
{
    bool quote = strpbrk(text, ",\"\r\n") != NULL;

    if (quote)
        fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputs(quote ? last ? "\"\r\n" : "\"," : last ? "\r\n" : ",", out);
}

/* Writes all digits of a number, and a probability as a fraction of 1. Fifteen digits reproduce every exact decimal
 * number. A bound ("at most 0.037 %") is not a number and stays text. */
static void put_cell(FILE *out, const page_cell *c, bool last)
{
    char number[FIGURE_MAX];

    snprintf(number, sizeof number, "%.15g", c->number.value);
    put_csv(out, c->number.kind == READ_VALUE ? number : c->text, last);
}

/* The opener of the file finds errors of writing. Only the first sheet is written, because a program that reads a table
 * does not expect a second one below it. */
salvo_status page_write_csv(FILE *out, const page *p, salvo_error *err)
{
    const sheet *s = page_first_sheet(p);

    (void)err;
    for (size_t c = 0; c < s->n_columns; c++)
        put_csv(out, s->column[c].heading, c + 1 == s->n_columns);
    for (size_t r = 0; r < sheet_rows(s); r++)
        for (size_t c = 0; c < s->n_columns; c++)
            put_cell(out, sheet_cell_at(s, r, c), c + 1 == s->n_columns);
    return SALVO_OK;
}
