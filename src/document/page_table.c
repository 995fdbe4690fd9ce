/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page for the terminal: aligned columns and nothing else. */
#include "document/page_writers.h"

#include "base/utf8.h"

/* A cell is part of one line. */
static void put_cell(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(*text == '\n' || *text == '\t' ? ' ' : *text, out);
}

/* Widths are counted in characters, because printf would count bytes. */
static void put_padded(FILE *out, const char *text, size_t width, bool right, bool last)
{
    size_t used = salvo_text_width(text);
    int blanks = used < width ? (int)(width - used) : 0;

    if (right)
        fprintf(out, "%*s", blanks, "");
    put_cell(out, text);
    if (!right && !last)
        fprintf(out, "%*s", blanks, "");
}

/* A column is as wide as its widest cell or heading. */
static void measure(const sheet *s, size_t width[])
{
    for (size_t c = 0; c < s->n_columns; c++) {
        width[c] = salvo_text_width(s->column[c].heading);
        for (size_t r = 0; r < sheet_rows(s); r++) {
            size_t w = salvo_text_width(sheet_at(s, r, c));

            if (w > width[c])
                width[c] = w;
        }
    }
}

/* Writes one line of the table, without blanks after its last cell. */
static void write_line(FILE *out, const sheet *s, const size_t width[],
                       const char *(*text_at)(const sheet *, size_t, size_t), size_t row)
{
    size_t n = s->n_columns;

    while (n > 0 && !*text_at(s, row, n - 1))
        n--;
    for (size_t c = 0; c < n; c++) {
        put_padded(out, text_at(s, row, c), width[c], s->column[c].kind != COLUMN_TEXT, c + 1 == n);
        fputs(c + 1 < n ? "  " : "", out);
    }
    fputc('\n', out);
}

/* It has the signature of sheet_at, so that headings are written like a row. */
static const char *heading_at(const sheet *s, size_t row, size_t column)
{
    (void)row;
    return s->column[column].heading;
}

static void write_sheet_text(FILE *out, const sheet *s)
{
    size_t width[SHEET_COLUMNS_MAX];

    measure(s, width);
    if (sheet_has_headings(s))
        write_line(out, s, width, heading_at, 0);
    for (size_t r = 0; r < sheet_rows(s); r++)
        write_line(out, s, width, sheet_at, r);
}

/* Headings have no mark here: a blank line before them is enough for the eye, and output stays easy to search. */
salvo_status page_write_table(FILE *out, const page *p, salvo_error *err)
{
    (void)err;
    for (const block *b = p->first; b; b = b->next) {
        if (b->kind == PICTURE)
            continue;
        if (b != p->first)
            fputc('\n', out);
        if (b->kind == SHEET)
            write_sheet_text(out, &b->sheet);
        else if (b->kind == CODE)
            fputs(b->text, out);
        else
            fprintf(out, "%s\n", b->text);
    }
    return SALVO_OK;
}
