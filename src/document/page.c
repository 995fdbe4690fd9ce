/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts are made printable when they arrive, so that no writer needs to. All of them are in the page's arena. */
#include "document/page.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/utf8.h"
#include "rules/parse.h"

/* Programs read these two formats: they get all digits, and empty columns stay. */
bool is_for_computing(salvo_format format)
{
    return format.kind == SALVO_CSV || format.kind == SALVO_JSON;
}

/* A page without memory has failed and accepts everything silently, so that builders check once, at the end. */
void page_begin(page *p, salvo_format format)
{
    *p = (page){.memory = salvo_arena_new(), .format = format};
    p->last = &p->first;
    p->failed = !p->memory;
}

/* Blocks and texts are freed with the arena. Cells grow one by one, which an arena cannot do, and are freed
 * separately. */
void page_free(page *p)
{
    for (block *b = p->first; b; b = b->next)
        free(b->sheet.cells);
    salvo_arena_free(p->memory);
    memset(p, 0, sizeof *p);
}

/* Returns a printable copy of the text; NULL if memory is out, or the text is NULL because it was out before.
 * salvo_text_shown() returns the caller's own text if nothing changes, and that must be copied, because the caller may
 * free it. */
static const char *plain_text(salvo_arena *memory, const char *text)
{
    const char *shown = memory && text ? salvo_text_shown(text, memory) : NULL;

    return shown && shown == text ? salvo_arena_text(memory, text) : shown;
}

/* Adds a block at the end of the page; NULL if memory is out, which the page notes. */
static block *add_block(page *p, int kind)
{
    block *b = p->memory ? salvo_arena_array(p->memory, 1, sizeof *b) : NULL;

    if (!b) {
        p->failed = true;
        return NULL;
    }
    b->kind = kind;
    b->begins_page = p->breaks;
    p->breaks = false;
    *p->last = b;
    p->last = &b->next;
    return b;
}

void page_break(page *p)
{
    p->breaks = true;
}

/* Prints like printf, in a printable form, in the page's memory; NULL if that is out. */
static const char *print(salvo_arena *memory, const char *format, va_list values)
{
    const char *text = memory ? salvo_arena_vprintf(memory, format, values) : NULL;

    return text ? salvo_text_shown(text, memory) : NULL;
}

/* The block is added even without its text: the page has failed then, and its builder need not check. */
static block *add_text(page *p, int kind, const char *text)
{
    block *b = add_block(p, kind);

    if (b)
        b->text = text;
    p->failed = p->failed || !text;
    return b;
}

/* A heading is one line. */
static void add_heading(page *p, int level, const char *text)
{
    char *line = text ? salvo_arena_text(p->memory, text) : NULL;
    block *b;

    for (char *c = line; c && *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    b = add_text(p, HEADING, line);
    if (b)
        b->level = level;
}

void page_heading_at(page *p, int level, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    add_heading(p, level, print(p->memory, format, values));
    va_end(values);
}

void page_heading(page *p, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    add_heading(p, 2, print(p->memory, format, values));
    va_end(values);
}

void page_paragraph(page *p, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    add_text(p, PARAGRAPH, print(p->memory, format, values));
    va_end(values);
}

/* Line ends at the end would make an empty line in some formats. */
const char *page_words(page *p, const salvo_text *text)
{
    p->failed = p->failed || text->failed;
    return salvo_text_of(text);
}

void page_text(page *p, salvo_text *text)
{
    const char *lines = salvo_text_of(text);
    size_t length = text->length;

    p->failed = p->failed || text->failed;
    while (length && lines[length - 1] == '\n')
        length--;
    if (text->length) {
        block *b;

        lines = p->memory ? salvo_arena_slice(p->memory, lines, length) : NULL;
        b = add_text(p, PARAGRAPH, lines ? salvo_text_shown(lines, p->memory) : NULL);
        if (b)
            b->lines = true;
    }
    salvo_text_free(text);
}

/* Returns printable copies of the parts; NULL if memory is out. */
static span *copy_spans(salvo_arena *memory, const span *spans, size_t n)
{
    span *copies = memory ? salvo_arena_array(memory, n, sizeof *copies) : NULL;

    for (size_t i = 0; copies && i < n; i++) {
        copies[i] = (span){spans[i].kind, plain_text(memory, spans[i].text)};
        if (!copies[i].text)
            return NULL;
    }
    return copies;
}

/* The text has all parts, so that formats without links need nothing else. */
static block *add_spans(page *p, const span *spans, size_t n)
{
    const span *copies = copy_spans(p->memory, spans, n);
    const char *text = "";
    block *b;

    for (size_t i = 0; copies && text && i < n; i++)
        text = salvo_arena_printf(p->memory, "%s%s", text, copies[i].text);
    b = add_text(p, PARAGRAPH, copies ? text : NULL);
    if (b) {
        b->spans = copies;
        b->n_spans = copies ? n : 0;
    }
    return b;
}

void page_spans(page *p, const span *spans, size_t n)
{
    add_spans(p, spans, n);
}

void page_item(page *p, const span *spans, size_t n)
{
    block *b = add_spans(p, spans, n);

    if (b)
        b->item = true;
}

void page_authored(page *p, const char *text)
{
    block *b = add_text(p, PARAGRAPH, plain_text(p->memory, text));

    if (b)
        b->authored = true;
}

void page_code(page *p, const char *lines)
{
    add_text(p, CODE, plain_text(p->memory, lines));
}

void page_picture(page *p, const placed_picture *shown)
{
    block *b = add_text(p, PICTURE, p->memory ? salvo_text_shown(shown->title, p->memory) : NULL);

    if (b)
        b->picture = shown;
}

/* If memory is out, the builder gets a sheet that belongs to no block: it may be filled and is never written. */
sheet *page_sheet(page *p)
{
    block *b = add_block(p, SHEET);
    sheet *s = b ? &b->sheet : &p->lost;

    *s = (sheet){.memory = b ? p->memory : NULL, .failed = &p->failed};
    return s;
}

void sheet_name(sheet *s, const char *name)
{
    s->name = plain_text(s->memory, name);
    if (!s->name)
        *s->failed = true;
}

/* A sheet has a fixed maximum of columns: builders must know how many they have. */
void sheet_column(sheet *s, const char *heading, column_kind kind)
{
    assert(s->n_columns < SHEET_COLUMNS_MAX);
    s->column[s->n_columns].heading = plain_text(s->memory, heading);
    s->column[s->n_columns].kind = kind;
    if (!s->column[s->n_columns++].heading)
        *s->failed = true;
}

/* Cells are one array, row by row: the place of a cell determines its row. */
static void add_cell(sheet *s, const char *text, reading number)
{
    if (text && salvo_grow(&s->cells, &s->capacity, s->n_cells + 1, sizeof *s->cells))
        s->cells[s->n_cells++] = (page_cell){.text = text, .number = number};
    else
        *s->failed = true;
}

void sheet_cell(sheet *s, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    add_cell(s, print(s->memory, format, values), (reading){.kind = READ_NOTHING});
    va_end(values);
}

/* Tables and paragraphs show the text; the number stays beside it for formats that compute. */
void sheet_reading(sheet *s, reading r)
{
    char text[FIGURE_MAX];

    reading_text(text, &r);
    add_cell(s, s->memory ? salvo_arena_text(s->memory, text) : NULL, r);
}

static sheet *first_sheet(page *p)
{
    for (block *b = p->first; b; b = b->next)
        if (b->kind == SHEET)
            return &b->sheet;
    return NULL;
}

/* Cells are row by row, so they are laid out anew. */
void page_column(page *p, const char *heading, const char *text)
{
    sheet *s = first_sheet(p);
    const size_t rows = s ? sheet_rows(s) : 0, columns = s ? s->n_columns : 0;
    page_cell *before;

    if (columns == 0)
        return;
    before = s->cells;
    s->cells = NULL;
    s->n_cells = s->capacity = 0;
    sheet_column(s, heading, COLUMN_TEXT);
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = 0; i < columns; i++)
            add_cell(s, before[row * columns + i].text, before[row * columns + i].number);
        sheet_cell(s, "%s", text);
    }
    free(before);
}

/* Adds the block, which another page made, and cuts its sheet. */
static void take_block(page *p, block *b, size_t rows)
{
    static const span MORE = {SPAN_EMPHASIS, "... and more, in the files below."};

    b->next = NULL;
    b->level += b->kind == HEADING;
    *p->last = b;
    p->last = &b->next;
    if (b->kind == SHEET && sheet_rows(&b->sheet) > rows) {
        b->sheet.n_cells = rows * b->sheet.n_columns;
        b->sheet.is_cut = true;
        page_spans(p, &MORE, 1);
    }
}

void page_append(page *to, page *from, size_t rows)
{
    block *next;

    for (block *b = from->first; b; b = next) {
        next = b->next;
        take_block(to, b, rows);
    }
    to->failed = to->failed || from->failed;
    from->first = NULL;
    from->last = &from->first;
}

void sheet_drop_column(sheet *s, size_t column)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_cells; i++)
        if (i % s->n_columns != column)
            s->cells[kept++] = s->cells[i];
    s->n_cells = kept;
    s->n_columns--;
    memmove(&s->column[column], &s->column[column + 1], (s->n_columns - column) * sizeof s->column[0]);
}

size_t sheet_rows(const sheet *s)
{
    return s->n_columns ? s->n_cells / s->n_columns : 0;
}

const page_cell *sheet_cell_at(const sheet *s, size_t row, size_t column)
{
    return &s->cells[row * s->n_columns + column];
}

const char *sheet_at(const sheet *s, size_t row, size_t column)
{
    return sheet_cell_at(s, row, column)->text;
}

static bool is_numeric(column_kind kind)
{
    return kind == COLUMN_NUMBER || kind == COLUMN_PROBABILITY;
}

/* Reads "62.64 %", "+3", "18.70" with the written decimals. A text that is not a number is a mark, such as "-", and
 * stays a text in every format. The text determines the decimals, so that a spreadsheet shows what the table does. */
static reading read_text(const char *text)
{
    char number[FIGURE_MAX];
    size_t length = strlen(text);
    bool percent = length > 2 && strcmp(text + length - 2, " %") == 0;
    const char *point;
    double value;

    /* This excludes " %", which is not part of the number. */
    length -= percent ? 2 : 0;
    if (length >= sizeof number)
        return (reading){.kind = READ_NOTHING};
    memcpy(number, text, length);
    number[length] = '\0';
    if (!salvo_number_parse(number, &value))
        return (reading){.kind = READ_NOTHING};
    point = strchr(number, '.');
    return (reading){.kind = READ_VALUE,
                     .value = percent ? value / 100 : value,
                     .decimals = strpbrk(number, "eE") ? SIX_DIGITS
                                 : point               ? (int)strlen(point + 1)
                                                       : 0,
                     .percent = percent,
                     .sign = *number == '+'};
}

reading sheet_number_at(const sheet *s, size_t row, size_t column)
{
    const page_cell *c = sheet_cell_at(s, row, column);

    if (c->number.kind == READ_NOTHING && is_numeric(s->column[column].kind))
        return read_text(c->text);
    return c->number;
}

/* A mark for no number does not change the kind of a column. */
column_kind column_with(column_kind kind, const char *text)
{
    double number;

    if (salvo_number_parse(text, &number))
        return kind == COLUMN_OPEN ? COLUMN_NUMBER : kind;
    return strlen(text) > 1 ? COLUMN_TEXT : kind;
}

bool sheet_has_headings(const sheet *s)
{
    for (size_t c = 0; c < s->n_columns; c++)
        if (*s->column[c].heading)
            return true;
    return false;
}
