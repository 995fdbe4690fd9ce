/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page: paragraphs and sheets (tables of text) in the order they were added, laid out by a writer for each format. A
 * page takes note of a failed allocation and goes on; whoever writes it out asks once.
 *
 * Whatever texts users and their tables bring along goes through here: a page holds it as it may be shown
 * (salvo_text_plain), and a writer makes sure that nothing of it is markup in its format. */
#ifndef SALVO_DOCUMENT_PAGE_H
#define SALVO_DOCUMENT_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include <salvo/arena.h>
#include <salvo/error.h>
#include <salvo/report.h>
#include <salvo/text.h>

#include "document/figures.h"

enum { SHEET_COLUMNS_MAX = 64 };

/* What the cells of a column are. All but text are set to the right. */
typedef enum {
    COLUMN_TEXT,
    COLUMN_NUMBER,      /* numbers where they can be, also in JSON and in a spreadsheet */
    COLUMN_PROBABILITY, /* numbers from 0 to 1 or percentages: shaded where a format can */
    COLUMN_FRACTION,    /* "1/4": text */
    COLUMN_INTERVAL,    /* readings with two ends: two columns of a spreadsheet */
    COLUMN_OPEN,        /* not known yet; of no sheet */
} column_kind;

/* The kind of a column that holds such a text too, beginning with COLUMN_OPEN: numbers, as long as every text is one or a
 * mark of at most one sign that stands for none ("-", "#"); of marks alone it stays open. */
column_kind column_with(column_kind kind, const char *text);

typedef struct page_cell {
    const char *text;
    reading number; /* READ_NOTHING: the text is all there is */
} page_cell;

typedef struct sheet {
    salvo_arena *memory;
    bool *failed;     /* the page's */
    const char *name; /* of a worksheet; NULL: after its first heading, or what stands above it */
    struct {
        const char *heading;
        column_kind kind;
    } column[SHEET_COLUMNS_MAX];
    size_t n_columns;
    page_cell *cells; /* row by row */
    size_t n_cells, capacity;
} sheet;

/* A picture in a document: within it, or in a file that lies beside it. Formats without pictures leave it out. */
typedef struct placed_picture {
    const char *title;
    const char *name;  /* tells it from others of the document; NULL: it is the only one */
    const char *file;  /* its name; NULL: it is within */
    const char *bytes; /* an SVG in HTML, a PNG in a spreadsheet */
    size_t length;
} placed_picture;

typedef struct block {
    enum { HEADING, PARAGRAPH, SHEET, PICTURE } kind;
    bool begins_page;
    int level; /* of a heading: 1 is the document's title */
    const char *text;
    bool lines;       /* of a paragraph: "- " begins an item of a list */
    const char *file; /* of a paragraph: it begins with the name of that file; or NULL */
    sheet sheet;
    const placed_picture *picture;
    struct block *next;
} block;

typedef struct page {
    salvo_arena *memory; /* NULL: there was none */
    salvo_format format; /* how figures within paragraphs are written */
    block *first, **last;
    sheet lost; /* takes what has no room */
    bool failed;
    bool breaks; /* before the next block */
} page;

/* Whether a format is made to compute with, in long form: CSV and JSON. All others are made to be read. */
bool is_for_computing(salvo_format format);

/* An empty page; `format` says how figures in its paragraphs are written. */
void page_begin(page *p, salvo_format format);
void page_free(page *p);

/* What comes next begins a page, in formats that have pages. */
void page_break(page *p);

/* A heading of level 2; of that level. */
void page_heading(page *p, const char *format, ...) SALVO_PRINTF(2, 3);
void page_heading_at(page *p, int level, const char *format, ...) SALVO_PRINTF(3, 4);
void page_paragraph(page *p, const char *format, ...) SALVO_PRINTF(2, 3);

/* Lines become one paragraph, no lines none; ends of lines are kept, and "- " begins an item of a list. Frees the text. */
void page_text(page *p, salvo_text *text);

/* What the text says, as a part of a paragraph; a text that memory was too short for fails the page. */
const char *page_words(page *p, const salvo_text *text);

/* An item of a list of files beside the page: its name, of letters, digits, "-" and ".", and words on it (or ""). */
void page_link(page *p, const char *file, const char *words);

/* The picture, which must outlive the page. */
void page_picture(page *p, const placed_picture *shown);

/* A new sheet at the end of the page. Never NULL: out of memory, rows go nowhere. */
sheet *page_sheet(page *p);
void sheet_name(sheet *s, const char *name);
void sheet_column(sheet *s, const char *heading, column_kind kind);

/* The next cell, row by row from left to right. The text is copied. */
void sheet_cell(sheet *s, const char *format, ...) SALVO_PRINTF(2, 3);

/* The next cell, a number to be read. */
void sheet_reading(sheet *s, reading r);

size_t sheet_rows(const sheet *s);
const page_cell *sheet_cell_at(const sheet *s, size_t row, size_t column);
const char *sheet_at(const sheet *s, size_t row, size_t column); /* its text */

/* The number that a cell of a number column stands for, "62.64 %" for 0.6264; READ_NOTHING when it is none. */
reading sheet_number_at(const sheet *s, size_t row, size_t column);

/* Whether any column has a heading. */
bool sheet_has_headings(const sheet *s);

/* Writes the page. CSV writes the first sheet; JSON the first sheet as an array of objects, the cells of number columns
 * as numbers where they are, empty cells as null. Everything else writes everything; an empty column is left out. */
salvo_status page_write(FILE *out, salvo_format format, page *p, salvo_error *err);

#endif
