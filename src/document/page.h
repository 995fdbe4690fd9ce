/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page: paragraphs and sheets (tables of text) in the order in which they were added. A writer for each format lays
 * them out. A page notes a failed allocation and goes on; the code that writes it asks once.
 *
 * All texts from users and their tables pass through here: a page holds them in a printable form (salvo_text_plain),
 * and a writer makes sure that nothing in them is markup in its format. */
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

/* The kinds of cells in a column. All except text are aligned to the right. */
typedef enum {
    COLUMN_TEXT,
    COLUMN_NUMBER,      /* numbers if possible, also in JSON and in a spreadsheet */
    COLUMN_PROBABILITY, /* numbers from 0 to 1 or percentages: shaded if a format can */
    COLUMN_FRACTION,    /* "1/4": text */
    COLUMN_INTERVAL,    /* readings with two ends: two columns of a spreadsheet */
    COLUMN_OPEN,        /* not known yet; no sheet has it */
} column_kind;

/* Returns the kind of a column after adding such a text, beginning with COLUMN_OPEN. It is numbers as long as every
 * text is a number, or a mark of at most one character for none ("-", "#"). With marks alone it stays open. */
column_kind column_with(column_kind kind, const char *text);

typedef struct page_cell {
    const char *text;
    reading number; /* READ_NOTHING: there is only the text */
} page_cell;

typedef struct sheet {
    salvo_arena *memory;
    bool *failed;     /* the page's */
    const char *name; /* of a worksheet; NULL: named after its first heading, or the heading above it */
    struct {
        const char *heading;
        column_kind kind;
    } column[SHEET_COLUMNS_MAX];
    size_t n_columns;
    page_cell *cells; /* row by row */
    size_t n_cells, capacity;
    bool is_cut; /* it had more rows: a column without a value may have one there */
} sheet;

/* A picture in a document: within it, or in a file beside it. Formats without pictures leave it out. */
typedef struct placed_picture {
    const char *title;
    const char *name;  /* distinguishes it within the document; NULL: it is the only one */
    const char *file;  /* its name; NULL: it is within */
    const char *bytes; /* an SVG in HTML, a PNG in a spreadsheet */
    size_t length;
} placed_picture;

/* A part of a paragraph. Formats without links, code and emphasis have its text alone. */
typedef struct span {
    enum { SPAN_WORDS, SPAN_FILE, SPAN_CODE, SPAN_EMPHASIS } kind; /* FILE: a link to the file of that name */
    const char *text;
} span;

typedef struct block {
    enum { HEADING, PARAGRAPH, CODE, SHEET, PICTURE } kind; /* CODE: lines that are kept as they are */
    bool begins_page;
    int level; /* of a heading: 1 is the document's title */
    const char *text;
    bool lines;    /* of a paragraph: "- " begins an item of a list */
    bool authored; /* of a paragraph: its markup is its author's, who writes Markdown */
    bool item;     /* of a paragraph: an item of a list */
    const span *spans;
    size_t n_spans; /* of a paragraph: its text in parts; 0: the text is one part */
    sheet sheet;
    const placed_picture *picture;
    struct block *next;
} block;

typedef struct page {
    salvo_arena *memory; /* NULL: there was none */
    salvo_format format; /* for figures within paragraphs */
    block *first, **last;
    sheet lost;           /* takes what has no room */
    const char *language; /* as in HTML: "de"; NULL: English */
    bool failed;
    bool breaks; /* before the next block */
} page;

/* Returns whether programs compute with a format, in long form: CSV and JSON. People read all others. */
bool is_for_computing(salvo_format format);

/* Begins an empty page; `format` determines the figures in its paragraphs. */
void page_begin(page *p, salvo_format format);
void page_free(page *p);

/* Makes the next block begin a page, in formats that have pages. */
void page_break(page *p);

/* Adds a heading of level 2; of that level. */
void page_heading(page *p, const char *format, ...) SALVO_PRINTF(2, 3);
void page_heading_at(page *p, int level, const char *format, ...) SALVO_PRINTF(3, 4);
void page_paragraph(page *p, const char *format, ...) SALVO_PRINTF(2, 3);

/* Adds lines as one paragraph; no lines add none. Line ends are kept, and "- " begins an item of a list. Frees the
 * text. */
void page_text(page *p, salvo_text *text);

/* Returns the text as a part of a paragraph; a text that memory was too short for fails the page. */
const char *page_words(page *p, const salvo_text *text);

/* Adds a paragraph of n parts; an item of a list of such paragraphs. The names of files consist of letters, digits, "-"
 * and ".". */
void page_spans(page *p, const span *spans, size_t n);
void page_item(page *p, const span *spans, size_t n);

/* Adds the text of an author who writes Markdown. Other formats have it as it is. */
void page_authored(page *p, const char *text);

/* Adds lines that stay as they are, in letters of one width if the format has them. */
void page_code(page *p, const char *lines);

/* Adds the picture, which must outlive the page. */
void page_picture(page *p, const placed_picture *shown);

/* Adds a sheet at the end of the page. Never returns NULL: if memory is out, rows are discarded. */
sheet *page_sheet(page *p);
void sheet_name(sheet *s, const char *name);
void sheet_column(sheet *s, const char *heading, column_kind kind);

/* Sets the next cell, row by row from left to right. The text is copied. */
void sheet_cell(sheet *s, const char *format, ...) SALVO_PRINTF(2, 3);

/* Sets the next cell to a reading. */
void sheet_reading(sheet *s, reading r);

/* Adds a column with the same text in every row to the first sheet of a page. */
void page_column(page *p, const char *heading, const char *text);

size_t sheet_rows(const sheet *s);
const page_cell *sheet_cell_at(const sheet *s, size_t row, size_t column);
const char *sheet_at(const sheet *s, size_t row, size_t column); /* its text */

/* Returns the number in a cell of a number column, 0.6264 for "62.64 %"; READ_NOTHING if it is none. */
reading sheet_number_at(const sheet *s, size_t row, size_t column);

/* Returns whether any column has a heading. */
bool sheet_has_headings(const sheet *s);

/* Prepares a page for a format that people read: readings have the requested digits, and empty columns are left out. */
void page_prepare(page *p, salvo_format format);

/* Leaves out the columns that have none of the n names, but for the first column of a sheet and its first one of texts,
 * which name its rows. A sheet with none of the names stays as it is. SALVO_BAD_INPUT for a name that no sheet has. */
salvo_status page_choose_columns(page *p, const char *const *names, size_t n, salvo_error *err);

/* Leaves out one column. */
void sheet_drop_column(sheet *s, size_t column);

/* Moves the blocks of a page to the end of another one, with headings one level deeper, and with at most `rows` rows of
 * each sheet. The page that they came from is then empty; it must be freed after the other one, which borrows from it. */
void page_append(page *to, page *from, size_t rows);

/* Writes the page. CSV has the first sheet. JSON has the first sheet as an array of objects, with numbers in number
 * columns if possible, and null for empty cells. Other formats have everything except empty columns. */
salvo_status page_write(FILE *out, salvo_format format, page *p, salvo_error *err);

#endif
