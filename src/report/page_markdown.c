#include <string.h>

#include "report/page_writers.h"

static void put_markdown(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|\\*_<`", *text))
            fputc('\\', out);
        if (*text == '\n')
            fputs("  ", out); /* a line break that stays one */
        fputc(*text, out);
    }
}

static void write_sheet_markdown(FILE *out, const sheet *s)
{
    for (size_t c = 0; c < s->n_columns; c++) {
        fputs(c ? " | " : "| ", out);
        put_markdown(out, s->column[c].heading);
    }
    fputs(" |\n", out);
    for (size_t c = 0; c < s->n_columns; c++)
        fputs(s->column[c].kind != COLUMN_TEXT ? "| ---: " : "| --- ", out);
    fputs("|\n", out);
    for (size_t r = 0; r < sheet_rows(s); r++) {
        for (size_t c = 0; c < s->n_columns; c++) {
            fputs(c ? " | " : "| ", out);
            put_markdown(out, sheet_at(s, r, c));
        }
        fputs(" |\n", out);
    }
}

salvo_status page_write_markdown(FILE *out, const page *p, salvo_error *err)
{
    (void)err;
    for (const block *b = p->first; b; b = b->next) {
        if (b != p->first)
            fputc('\n', out);
        if (b->kind == SHEET) {
            write_sheet_markdown(out, &b->sheet);
            continue;
        }
        for (int level = 0; level < b->level; level++)
            fputc('#', out);
        fputs(b->level ? " " : "", out);
        put_markdown(out, b->text);
        fputc('\n', out);
    }
    return SALVO_OK;
}
