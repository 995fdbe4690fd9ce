#include "report/page.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/json.h"
#include "rules/parse.h"

/* ---- building --------------------------------------------------------------------------------------------------- */

salvo_status page_init(page *p, salvo_error *err)
{
    *p = (page){.memory = salvo_arena_new()};
    p->last = &p->first;
    return p->memory ? SALVO_OK : salvo_fail_memory(err);
}

void page_free(page *p)
{
    for (block *b = p->first; b; b = b->next)
        free(b->sheet.cells);
    salvo_arena_free(p->memory);
    memset(p, 0, sizeof *p);
}

static block *add_block(page *p, int kind)
{
    block *b = salvo_arena_array(p->memory, 1, sizeof *b);

    if (!b) {
        p->failed = true;
        return NULL;
    }
    b->kind = kind;
    *p->last = b;
    p->last = &b->next;
    return b;
}

static block *add_text(page *p, int kind, const char *format, va_list values)
{
    block *b = add_block(p, kind);
    char text[1024];

    vsnprintf(text, sizeof text, format, values);
    if (b && !(b->text = salvo_arena_text(p->memory, text)))
        p->failed = true;
    return b;
}

void page_heading_at(page *p, int level, const char *format, ...)
{
    va_list values;
    block *b;

    va_start(values, format);
    b = add_text(p, HEADING, format, values);
    va_end(values);
    if (b)
        b->level = level;
}

void page_heading(page *p, const char *format, ...)
{
    va_list values;
    block *b;

    va_start(values, format);
    b = add_text(p, HEADING, format, values);
    va_end(values);
    if (b)
        b->level = 2;
}

void page_paragraph(page *p, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    add_text(p, PARAGRAPH, format, values);
    va_end(values);
}

void page_text(page *p, const salvo_text *text)
{
    block *b = text->length ? add_block(p, PARAGRAPH) : NULL;
    size_t length = text->length;

    if (text->failed)
        p->failed = true;
    while (length && text->bytes[length - 1] == '\n')
        length--;
    if (b && !(b->text = salvo_arena_slice(p->memory, salvo_text_of(text), length)))
        p->failed = true;
}

sheet *page_sheet(page *p)
{
    static sheet nowhere;
    static bool lost;
    block *b = add_block(p, SHEET);
    sheet *s = b ? &b->sheet : &nowhere;

    s->memory = b ? p->memory : NULL;
    s->failed = b ? &p->failed : &lost;
    s->n_columns = 0;
    return s;
}

void sheet_column(sheet *s, const char *heading, bool right)
{
    assert(s->n_columns < SHEET_COLUMNS_MAX);
    s->column[s->n_columns].heading = s->memory ? salvo_arena_text(s->memory, heading) : NULL;
    s->column[s->n_columns].right = right;
    if (!s->column[s->n_columns++].heading)
        *s->failed = true;
}

void sheet_cell(sheet *s, const char *format, ...)
{
    char text[2048];
    const char *copy;
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    copy = s->memory ? salvo_arena_text(s->memory, text) : NULL;
    if (copy && salvo_grow(&s->cells, &s->capacity, s->n_cells + 1, sizeof *s->cells))
        s->cells[s->n_cells++] = copy;
    else
        *s->failed = true;
}

size_t sheet_rows(const sheet *s)
{
    return s->n_columns ? s->n_cells / s->n_columns : 0;
}

const char *sheet_at(const sheet *s, size_t row, size_t column)
{
    return s->cells[row * s->n_columns + column];
}

/* For reading, a column with nothing in it is left out. */
static void drop_column(sheet *s, size_t column)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_cells; i++)
        if (i % s->n_columns != column)
            s->cells[kept++] = s->cells[i];
    s->n_cells = kept;
    s->n_columns--;
    memmove(&s->column[column], &s->column[column + 1], (s->n_columns - column) * sizeof s->column[0]);
}

static void drop_empty_columns(page *p)
{
    for (block *b = p->first; b; b = b->next)
        for (size_t c = b->kind == SHEET ? b->sheet.n_columns : 0; c-- > 0;) {
            bool empty = sheet_rows(&b->sheet) > 0;

            for (size_t r = 0; empty && r < sheet_rows(&b->sheet); r++)
                empty = !*sheet_at(&b->sheet, r, c);
            if (empty)
                drop_column(&b->sheet, c);
        }
}

/* ---- a table for the terminal --------------------------------------------------------------------------------------- */

static void put_padded(FILE *out, const char *text, size_t width, bool right, bool last)
{
    size_t used = salvo_text_width(text);
    int blanks = used < width ? (int)(width - used) : 0;

    if (right)
        fprintf(out, "%*s%s", blanks, "", text);
    else
        fprintf(out, "%s%*s", text, last ? 0 : blanks, "");
}

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

static bool has_headings(const sheet *s)
{
    for (size_t c = 0; c < s->n_columns; c++)
        if (*s->column[c].heading)
            return true;
    return false;
}

/* One line of the table, without blanks behind its last cell. */
static void write_line(FILE *out, const sheet *s, const size_t width[],
                       const char *(*cell)(const sheet *, size_t, size_t), size_t row)
{
    size_t n = s->n_columns;

    while (n > 0 && !*cell(s, row, n - 1))
        n--;
    for (size_t c = 0; c < n; c++) {
        put_padded(out, cell(s, row, c), width[c], s->column[c].right, c + 1 == n);
        fputs(c + 1 < n ? "  " : "", out);
    }
    fputc('\n', out);
}

static const char *heading_at(const sheet *s, size_t row, size_t column)
{
    (void)row;
    return s->column[column].heading;
}

static void write_sheet_text(FILE *out, const sheet *s)
{
    size_t width[SHEET_COLUMNS_MAX];

    measure(s, width);
    if (has_headings(s))
        write_line(out, s, width, heading_at, 0);
    for (size_t r = 0; r < sheet_rows(s); r++)
        write_line(out, s, width, sheet_at, r);
}

static void write_text(FILE *out, const page *p)
{
    for (const block *b = p->first; b; b = b->next) {
        if (b != p->first)
            fputc('\n', out);
        if (b->kind == SHEET)
            write_sheet_text(out, &b->sheet);
        else
            fprintf(out, "%s\n", b->text);
    }
}

/* ---- Markdown --------------------------------------------------------------------------------------------------------- */

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
        fputs(s->column[c].right ? "| ---: " : "| --- ", out);
    fputs("|\n", out);
    for (size_t r = 0; r < sheet_rows(s); r++) {
        for (size_t c = 0; c < s->n_columns; c++) {
            fputs(c ? " | " : "| ", out);
            put_markdown(out, sheet_at(s, r, c));
        }
        fputs(" |\n", out);
    }
}

static void write_markdown(FILE *out, const page *p)
{
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
}

/* ---- CSV and JSON -------------------------------------------------------------------------------------------------------- */

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

static void write_csv(FILE *out, const sheet *s)
{
    for (size_t c = 0; c < s->n_columns; c++)
        put_csv(out, s->column[c].heading, c + 1 == s->n_columns);
    for (size_t r = 0; r < sheet_rows(s); r++)
        for (size_t c = 0; c < s->n_columns; c++)
            put_csv(out, sheet_at(s, r, c), c + 1 == s->n_columns);
}

/* A cell of a number column is a number if it can be. */
static json_t *cell_json(const char *text, bool number_column)
{
    double number;

    if (!*text)
        return json_null();
    return number_column && salvo_number_parse(text, &number) ? json_number(number) : json_string(text);
}

static salvo_status write_json(FILE *out, const sheet *s, salvo_error *err)
{
    json_t *rows = json_array();

    for (size_t r = 0; rows && r < sheet_rows(s); r++) {
        json_t *row = json_object();

        for (size_t c = 0; c < s->n_columns; c++)
            json_object_set_new(row, s->column[c].heading, cell_json(sheet_at(s, r, c), s->column[c].right));
        json_array_append_new(rows, row);
    }
    return json_write(out, rows, err);
}

static const sheet *first_sheet(const page *p)
{
    const block *b = p->first;

    while (b && b->kind != SHEET)
        b = b->next;
    assert(b);
    return &b->sheet;
}

salvo_status page_write(FILE *out, salvo_format format, page *p, salvo_error *err)
{
    if (p->failed)
        return salvo_fail_memory(err);
    switch (format) {
    case SALVO_CSV:
        write_csv(out, first_sheet(p));
        return SALVO_OK;
    case SALVO_JSON:
        return write_json(out, first_sheet(p), err);
    case SALVO_MARKDOWN:
        drop_empty_columns(p);
        write_markdown(out, p);
        return SALVO_OK;
    case SALVO_TABLE:
    case SALVO_N_FORMATS:
        break;
    }
    drop_empty_columns(p);
    write_text(out, p);
    return SALVO_OK;
}
