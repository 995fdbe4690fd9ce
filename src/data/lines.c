/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text is read in two passes. The first finds how many columns the longest record needs, and the second fills cells
 * of that width. A record with fewer words gets empty cells, at the end of its line. */
#include "data/lines.h"

#include <string.h>
#include <strings.h>

#include "base/lookup.h"
#include "base/try.h"
#include "data/file.h"

enum { WORDS_MAX = 64 }; /* of a record; a guard */

/* One line's words. */
struct record {
    salvo_cell word[WORDS_MAX];
    size_t n;
    int line, end; /* `end` is the column after its last character */
};

typedef struct reader {
    salvo_table *table;
    salvo_arena *memory;
    salvo_error *err;
} reader;

static salvo_status refuse(const reader *r, int line, int column, const char *what)
{
    return salvo_fail_at(r->err, SALVO_BAD_INPUT, r->table->path, line, column, "%s", what);
}

/* NUL ends the text; the reader adds one. */
static bool ends_line(char c)
{
    return c == '\0' || c == '\n' || c == '\r';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Skips blanks, or a word. Columns count characters: bytes that continue a UTF-8 character count 0. */
static const char *skip(const char *at, bool blanks, int *column)
{
    while (!ends_line(*at) && *at != '#' && is_blank(*at) == blanks) {
        *column += ((unsigned char)*at++ & 0xC0) != 0x80;
    }
    return at;
}

/* Reads one line; *at moves to the beginning of the next. A "#" begins a comment anywhere, even within a word, because
 * no record has one in its words. */
static salvo_status read_record(const reader *r, const char **at, struct record *record)
{
    int column = 1;

    record->n = 0;
    for (;;) {
        const char *word = *at = skip(*at, true, &column);
        int start = column;

        if (ends_line(*word) || *word == '#')
            break;
        *at = skip(word, false, &column);
        if (record->n == WORDS_MAX)
            return refuse(r, record->line, start, "the record has too many words");
        record->word[record->n] = (salvo_cell){.text = salvo_arena_slice(r->memory, word, (size_t)(*at - word)),
                                               .origin = r->table->path,
                                               .line = record->line,
                                               .column = start};
        if (!record->word[record->n++].text)
            return salvo_fail_memory(r->err);
    }
    record->end = column;
    *at += strcspn(*at, "\r\n");                                /* the rest of a comment */
    *at += **at == '\r' && (*at)[1] == '\n' ? 2 : **at ? 1 : 0; /* \r\n, \n or \r; at the end of the file nothing */
    return SALVO_OK;
}

/* Makes the header "id", "kind", "name", "0", "1", ... */
static salvo_status make_header(const reader *r, size_t words)
{
    salvo_table *table = r->table;
    salvo_cell *header;

    /* There is a column for each word after the name, and at least one. */
    table->n_columns = SALVO_LINES_FIRST + (words > 2 ? words - 2 : 1);
    header = salvo_arena_array(r->memory, table->n_columns, sizeof *header);
    if (!header)
        return salvo_fail_memory(r->err);
    for (size_t i = 0; i < table->n_columns; i++) {
        static const char *const FIXED[] = {"id", "kind", "name"};

        header[i] = (salvo_cell){.origin = table->path, .line = 1, .column = 1};
        header[i].text = i < SALVO_LINES_FIRST ? FIXED[i] : salvo_arena_printf(r->memory, "%zu", i - SALVO_LINES_FIRST);
        if (!header[i].text)
            return salvo_fail_memory(r->err);
    }
    table->header = header;
    return SALVO_OK;
}

/* A record of two words has no name: its second word is the first column's. Empty cells have the place after the last
 * word, where the missing one would be. */
static salvo_status take_record(const reader *r, const struct record *record, salvo_cell *row)
{
    size_t named = record->n > 2;

    for (size_t i = 0; i < r->table->n_columns; i++)
        row[i] = (salvo_cell){.text = "", .origin = r->table->path, .line = record->line, .column = record->end};
    row[SALVO_LINES_KIND] = record->word[0];
    if (named)
        row[SALVO_LINES_NAME] = record->word[1];
    for (size_t i = 1 + named; i < record->n; i++)
        row[SALVO_LINES_FIRST + i - 1 - named] = record->word[i];
    row[0] = record->word[0];
    row[0].text =
        salvo_arena_printf(r->memory, "%s%s%s", record->word[0].text, named ? "-" : "", row[SALVO_LINES_NAME].text);
    return row[0].text ? SALVO_OK : salvo_fail_memory(r->err);
}

/* Two records with the same kind and name would have the same id. */
static salvo_status check_rows(const reader *r)
{
    salvo_table *table = r->table;
    salvo_lookup *ids = salvo_lookup_new(table->n_rows, r->memory);

    if (!ids)
        return salvo_fail_memory(r->err);
    for (size_t row = 0; row < table->n_rows; row++) {
        const salvo_cell *id = &table->cells[row * table->n_columns];
        long twin = salvo_lookup_add(ids, id->text);

        if (twin >= 0)
            return salvo_fail_at(r->err, SALVO_BAD_INPUT, table->path, id->line, id->column,
                                 "the record '%s%s%s' is already in line %d; records must be unique",
                                 id[SALVO_LINES_KIND].text, *id[SALVO_LINES_NAME].text ? " " : "",
                                 id[SALVO_LINES_NAME].text, table->cells[(size_t)twin * table->n_columns].line);
    }
    table->by_id = ids;
    return SALVO_OK;
}

/* Goes through the file. If table->cells is NULL it counts rows and words, otherwise it fills cells. Both passes use
 * the same code, so their counts cannot differ. */
static salvo_status walk(const reader *r, const char *bytes, size_t *words, size_t *rows)
{
    struct record record;
    salvo_status status = SALVO_OK;

    *rows = 0;
    for (record.line = 1; *bytes && status == SALVO_OK; record.line++) {
        status = read_record(r, &bytes, &record);
        if (status != SALVO_OK || record.n == 0)
            continue; /* an empty line, or a comment */
        if (r->table->cells)
            status = take_record(r, &record, &r->table->cells[*rows * r->table->n_columns]);
        else if (record.n > *words)
            *words = record.n;
        ++*rows;
    }
    return status;
}

/* The words of the first pass stay in the arena unused: a file of records has a few kilobytes. */
salvo_status salvo_lines_read(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err)
{
    reader r = {.table = table, .memory = memory, .err = err};
    size_t length, words = 0, rows = 0;
    char *bytes;
    salvo_status status = salvo_file_read(path, memory, &bytes, &length, err);

    table->path = path;
    table->cells = NULL; /* not set yet, so walk counts */
    if (status != SALVO_OK)
        return status;
    if (strncmp(bytes, "\xEF\xBB\xBF", 3) == 0) /* a byte order mark */
        bytes += 3;
    TRY(walk(&r, bytes, &words, &rows));
    TRY(make_header(&r, words));
    table->cells = salvo_arena_array(memory, rows * table->n_columns, sizeof *table->cells);
    if (!table->cells)
        return salvo_fail_memory(err);
    TRY(walk(&r, bytes, &words, &table->n_rows));
    return check_rows(&r);
}

int salvo_lines_is_name(const char *path)
{
    size_t length = strlen(path);

    return length > 4 && strcasecmp(path + length - 4, ".txt") == 0;
}
