/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file is read byte by byte, and what does not change is copied exactly. */
#include "data/csv_edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/text_stream.h"
#include "base/try.h"
#include "data/csv.h"
#include "data/file.h"

enum { CONTEXT = 3 };

typedef struct walk {
    const csv_edit *edit;
    const char *at, *end;
    FILE *out;
    size_t row, column, changed;
    char separator; /* of the cells */
    bool commas;    /* decimals have commas */
    bool header;    /* the first row that is not blank is still to come */
} walk;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Returns the end of the cell that begins at `at`: the following separator or line end, or the end of the file. */
static const char *end_of_cell(const char *at, const char *end, char separator)
{
    bool quoted = false;

    /* A doubled quote closes and opens again. */
    for (; at < end && (quoted || (*at != separator && *at != '\n' && *at != '\r')); at++)
        quoted ^= *at == '"';
    return at;
}

enum { NUMBER_MAX = 32 };

/* Returns the text as the file writes numbers. */
static const char *in_file(const walk *w, const char *text, char number[NUMBER_MAX])
{
    const char *point = text ? strchr(text, '.') : NULL;

    if (!point || !w->commas || strlen(text) >= NUMBER_MAX || strspn(text, "-0123456789.") != strlen(text))
        return text;
    strcpy(number, text);
    number[point - text] = ',';
    return number;
}

/* Returns whether the file has a decimal comma: semicolons separate its cells, and no point is between digits. */
static bool has_commas(char separator, const char *bytes, size_t length)
{
    for (size_t i = 1; i + 1 < length; i++)
        if (bytes[i] == '.' && strchr("0123456789", bytes[i - 1]) && strchr("0123456789", bytes[i + 1]))
            return false;
    return separator == ';';
}

/* Blanks around a cell are not part of it, but they are part of the file. */
static void write_cell(walk *w, const char *end, const char *text)
{
    const char *from = w->at, *to = end;
    char number[NUMBER_MAX];

    text = in_file(w, text, number);
    while (from < to && is_blank(*from))
        from++;
    while (to > from && is_blank(to[-1]))
        to--;
    if (!text || ((size_t)(to - from) == strlen(text) && memcmp(from, text, (size_t)(to - from)) == 0)) {
        fwrite(w->at, 1, (size_t)(end - w->at), w->out);
        return;
    }
    fwrite(w->at, 1, (size_t)(from - w->at), w->out);
    fputs(text, w->out);
    fwrite(to, 1, (size_t)(end - to), w->out);
    w->changed++;
}

static const char *text_for(const walk *w)
{
    const csv_edit *e = w->edit;

    return w->header || w->row >= e->n_rows || w->column >= e->n_columns ? NULL
                                                                         : e->text[w->row * e->n_columns + w->column];
}

/* Copies the line end at which *w is. */
static void write_line_end(walk *w)
{
    while (w->at < w->end && (*w->at == '\n' || *w->at == '\r'))
        fputc(*w->at++, w->out);
}

static bool line_is_blank(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at == end || *at == '\n' || *at == '\r';
}

/* Writes one row with its line end. A blank line is not a row. */
static void write_row(walk *w)
{
    const bool blank = line_is_blank(w->at, w->end);

    for (w->column = 0;; w->column++) {
        const char *end = end_of_cell(w->at, w->end, w->separator);

        write_cell(w, end, blank ? NULL : text_for(w));
        w->at = end;
        if (w->at == w->end || *w->at != w->separator)
            break;
        fputc(*w->at++, w->out);
    }
    write_line_end(w);
    if (blank)
        return;
    w->row += !w->header;
    w->header = false;
}

/* Rows are counted during the writing, because a file that has changed since it was read would get cells in the wrong
 * rows. */
static salvo_status walk_all(walk *w, const char *bytes, size_t length, salvo_error *err)
{
    w->at = bytes;
    w->end = bytes + length;
    w->header = true;
    w->separator = salvo_csv_separator(bytes, length);
    w->commas = has_commas(w->separator, bytes, length);
    while (w->at < w->end)
        write_row(w);
    if (w->row == w->edit->n_rows)
        return SALVO_OK;
    return salvo_fail_at(err, SALVO_BAD_INPUT, w->edit->path, 0, 0,
                         "the table has %zu rows now, and had %zu when it "
                         "was read",
                         w->row, w->edit->n_rows);
}

/* The file is read again as bytes, because everything that does not change must stay as its author wrote it: quotes,
 * blanks, line ends. */
static salvo_status write_edited(FILE *out, const csv_edit *edit, salvo_arena *memory, salvo_error *err)
{
    walk w = {.edit = edit, .out = out};
    char *bytes;
    size_t length;

    TRY(salvo_file_read(edit->path, memory, &bytes, &length, err));
    return walk_all(&w, bytes, length, err);
}

salvo_status csv_edit_write(FILE *out, const csv_edit *edit, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_status status = memory ? write_edited(out, edit, memory, err) : salvo_fail_memory(err);

    salvo_arena_free(memory);
    return status;
}

/* The difference. No line is added or removed, so line i of one file is line i of the other. */

/* Returns the length of the line at `at`, with its end. */
static size_t line_length(const char *at, const char *end)
{
    const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;

    return stop ? (size_t)(stop - at) + 1 : (size_t)(end - at);
}

typedef struct line {
    const char *before, *after;
    size_t n_before, n_after;
    bool differs;
} line;

/* Lists the lines of both texts side by side; returns 0 if memory is out. */
static size_t divide(line **lines, const char *a, size_t n_a, const char *b, size_t n_b, salvo_arena *memory)
{
    const char *end_a = a + n_a, *end_b = b + n_b;
    size_t n = 0;

    for (size_t i = 0; i < n_a; i++)
        n += a[i] == '\n';
    *lines = salvo_arena_array(memory, n + 1, sizeof **lines);
    n = 0;
    for (; *lines && a < end_a; n++) {
        line l = {a, b, line_length(a, end_a), line_length(b, end_b), false};

        l.differs = l.n_before != l.n_after || memcmp(a, b, l.n_before) != 0;
        (*lines)[n] = l;
        a += l.n_before;
        b += l.n_after;
    }
    return n;
}

static void put_line(FILE *out, char sign, const char *text, size_t n)
{
    fputc(sign, out);
    fwrite(text, 1, n, out);
    if (n == 0 || text[n - 1] != '\n')
        fputs("\n\\ No newline at end of file\n", out);
}

/* Writes lines from .. to - 1: in each run, all old lines before all new ones. */
static void put_hunk(FILE *out, const line *lines, size_t from, size_t to)
{
    fprintf(out, "@@ -%zu,%zu +%zu,%zu @@\n", from + 1, to - from, from + 1, to - from);
    for (size_t i = from; i < to;) {
        size_t end = i;

        while (end < to && lines[end].differs)
            end++;
        for (size_t k = i; k < end; k++)
            put_line(out, '-', lines[k].before, lines[k].n_before);
        for (size_t k = i; k < end; k++)
            put_line(out, '+', lines[k].after, lines[k].n_after);
        if (end == i) {
            put_line(out, ' ', lines[i].before, lines[i].n_before);
            end++;
        }
        i = end;
    }
}

static void put_hunks(FILE *out, const line *lines, size_t n, const char *name)
{
    bool any = false;

    for (size_t i = 0; i < n; i++) {
        size_t last = i;

        if (!lines[i].differs)
            continue;
        /* Changes whose contexts would meet are one hunk. */
        for (size_t k = i; k < n && k <= last + 2 * CONTEXT; k++)
            last = lines[k].differs ? k : last;
        if (!any)
            fprintf(out, "--- %s\n+++ %s\n", name, name);
        any = true;
        put_hunk(out, lines, i > CONTEXT ? i - CONTEXT : 0, last + CONTEXT + 1 < n ? last + CONTEXT + 1 : n);
        i = last;
    }
}

/* Both texts are in memory, because tables are small. */
static salvo_status diff(FILE *out, const csv_edit *edit, const char *name, const char *after, size_t n_after,
                         salvo_arena *memory, salvo_error *err)
{
    char *before;
    size_t n_before, n;
    line *lines;

    TRY(salvo_file_read(edit->path, memory, &before, &n_before, err));
    n = divide(&lines, before, n_before, after, n_after, memory);
    if (!lines)
        return salvo_fail_memory(err);
    put_hunks(out, lines, n, name);
    return SALVO_OK;
}

/* The edited file is written to memory and compared with the file on disk. */
salvo_status csv_edit_write_diff(FILE *out, const csv_edit *edit, const char *name, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_text after = {0};
    FILE *stream = memory ? text_stream(&after) : NULL;
    salvo_status status = stream ? write_edited(stream, edit, memory, err) : salvo_fail_memory(err);

    if (stream)
        fclose(stream);
    if (status == SALVO_OK)
        status = after.failed ? salvo_fail_memory(err) : diff(out, edit, name, after.bytes, after.length, memory, err);
    salvo_text_free(&after);
    salvo_arena_free(memory);
    return status;
}
