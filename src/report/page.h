/* A page: paragraphs and sheets (tables of text) in the order they were added, laid out by a writer for each format. A
 * page takes note of a failed allocation and goes on; whoever writes it out asks once. */
#ifndef SALVO_REPORT_PAGE_H
#define SALVO_REPORT_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include <salvo/error.h>
#include <salvo/report.h>

#include "base/arena.h"
#include "base/text.h"

enum { SHEET_COLUMNS_MAX = 64 };

typedef struct sheet {
    salvo_arena *memory;
    bool *failed; /* the page's */
    struct {
        const char *heading;
        bool right; /* numbers: set to the right, numbers in JSON */
    } column[SHEET_COLUMNS_MAX];
    size_t n_columns;
    const char **cells; /* row by row; NULL reads as "" */
    size_t n_cells, capacity;
} sheet;

typedef struct block {
    enum { HEADING, PARAGRAPH, SHEET } kind;
    int level; /* of a heading: 1 is the document's title */
    char *text;
    sheet sheet;
    struct block *next;
} block;

typedef struct page {
    salvo_arena *memory;
    block *first, **last;
    bool failed;
} page;

/* SALVO_NO_MEMORY leaves a page that page_free takes. */
salvo_status page_init(page *p, salvo_error *err);
void page_free(page *p);

/* A heading of level 2; of that level. */
void page_heading(page *p, const char *format, ...) SALVO_PRINTF(2, 3);
void page_heading_at(page *p, int level, const char *format, ...) SALVO_PRINTF(3, 4);
void page_paragraph(page *p, const char *format, ...) SALVO_PRINTF(2, 3);

/* Lines become one paragraph; ends of lines are kept. */
void page_text(page *p, const salvo_text *text);

/* A new sheet at the end of the page. Never NULL: out of memory, rows go nowhere. */
sheet *page_sheet(page *p);
void sheet_column(sheet *s, const char *heading, bool right);

/* The next cell, row by row from left to right. The text is copied. */
void sheet_cell(sheet *s, const char *format, ...) SALVO_PRINTF(2, 3);

size_t sheet_rows(const sheet *s);
const char *sheet_at(const sheet *s, size_t row, size_t column);

/* Writes the page. TABLE and MARKDOWN write everything; CSV writes the first sheet; JSON the first sheet as an array of
 * objects, the cells of number columns as numbers where they are, empty cells as null. */
salvo_status page_write(FILE *out, salvo_format format, page *p, salvo_error *err);

#endif
