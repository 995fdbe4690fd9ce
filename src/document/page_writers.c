/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prepares a page for the formats that people read, and gives it to its writer. */
#include "document/page_writers.h"

#include <assert.h>
#include <string.h>

/* Writes readings with the requested digits. Texts are written anew from the numbers behind them, because rounding
 * twice could be wrong by one in the last place. */
static void fix_digits(page *p, salvo_format format)
{
    for (block *b = p->first; b && format.fixed; b = b->next)
        for (size_t i = 0; i < (b->kind == SHEET ? b->sheet.n_cells : 0); i++) {
            page_cell *c = &b->sheet.cells[i];
            char text[FIGURE_MAX];

            if (c->number.kind == READ_NOTHING)
                continue;
            c->number.decimals = format.digits;
            reading_text(text, &c->number);
            if (!(c->text = salvo_arena_text(p->memory, text)))
                p->failed = true;
        }
}

/* Builders make every column that some answer could fill; readers of this one should not see the empty ones. */
static void drop_empty_columns(page *p)
{
    for (block *b = p->first; b; b = b->next)
        /* It goes from the last to the first, because dropping one moves the following ones. */
        for (size_t c = b->kind == SHEET ? b->sheet.n_columns : 0; c-- > 0;) {
            /* A table without rows keeps its headings. */
            bool empty = sheet_rows(&b->sheet) > 0 && !b->sheet.is_cut;

            for (size_t r = 0; empty && r < sheet_rows(&b->sheet); r++)
                empty = !*sheet_at(&b->sheet, r, c);
            if (empty)
                sheet_drop_column(&b->sheet, c);
        }
}

/* Builders of pages for computing always make one. */
const sheet *page_first_sheet(const page *p)
{
    const block *b = p->first;

    while (b && b->kind != SHEET)
        b = b->next;
    assert(b);
    return &b->sheet;
}

/* A page without a title is one answer, and needs no list of its sections. */
bool page_has_contents(const page *p)
{
    for (const block *b = p->first; b; b = b->next)
        if (b->kind == HEADING && b->level == 2)
            return p->first->kind == HEADING && p->first->level == 1;
    return false;
}

const char *page_title(const page *p)
{
    for (const block *b = p->first; b; b = b->next)
        if (b->kind == HEADING)
            return b->text;
    return "salvo";
}

void page_prepare(page *p, salvo_format format)
{
    if (is_for_computing(format) || p->failed)
        return;
    fix_digits(p, format);
    drop_empty_columns(p);
}

/* Nothing of a failed page is written, because half an answer looks like a whole one. */
salvo_status page_write(FILE *out, salvo_format format, page *p, salvo_error *err)
{
    static salvo_status (*const WRITERS[SALVO_N_FORMATS])(FILE *, const page *, salvo_error *) = {
        [SALVO_TABLE] = page_write_table,       [SALVO_CSV] = page_write_csv,     [SALVO_JSON] = page_write_json,
        [SALVO_MARKDOWN] = page_write_markdown, [SALVO_LATEX] = page_write_latex, [SALVO_HTML] = page_write_html,
        [SALVO_XLSX] = page_write_xlsx,
    };

    page_prepare(p, format);
    return p->failed ? salvo_fail_memory(err) : WRITERS[format.kind](out, p, err);
}
