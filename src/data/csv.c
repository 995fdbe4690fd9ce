/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcsv handles the quotes, and this file the positions and the messages. The file is read whole. Cells are in arena
 * memory, which the table owns, and only the growing arrays are on the heap. */
#include "data/csv.h"

#include <csv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/lookup.h"
#include "base/phrase.h"
#include "base/utf8.h"
#include "data/file.h"

/* The state of reading. libcsv reports the content of a field but not its place. So it is fed character by character,
 * and the position of the first byte of each field is kept here. */
typedef struct reader {
    salvo_table *table;
    salvo_arena *memory;
    salvo_error *err;
    salvo_status status;
    bool without_ids;
    int line, column;             /* of the byte being fed */
    bool between;                 /* no byte of the next field has been seen */
    int field_line, field_column; /* where the field began */
    char separator;               /* of the cells */
    char mark;                    /* of decimals, if semicolons separate the cells; 0: none so far ... */
    int mark_line;                /* ... and where it was */
    bool quoted;                  /* begins with a quote: its text begins one column later */
    salvo_cell *row;              /* the cells of the row being read */
    size_t n_row, row_capacity;
    salvo_cell *cells; /* of all rows below the header */
    size_t n_cells, cells_capacity;
} reader;

/* Also notes the failure in the reader, because libcsv's callbacks cannot return one. */
static salvo_status refuse(reader *r, int line, int column, const char *what)
{
    r->status = salvo_fail_at(r->err, SALVO_BAD_INPUT, r->table->path, line, column, "%s", what);
    return r->status;
}

/* Blanks around a cell's text are not part of it, and libcsv trims only fields without quotes. */
static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Returns the mark of a number with decimals or thousands: a point or a comma; 0 for other texts. *n_marks is how many
 * there are, and *last where the last one is. */
static char mark_of(const char *text, int *n_marks, const char **last)
{
    static const char DIGITS[] = "0123456789";
    size_t digits;
    char mark = 0;

    *n_marks = 0;
    text += *text == '-' || *text == '+';
    for (;; text++) {
        digits = strspn(text, DIGITS);
        text += digits;
        if (digits == 0)
            return 0;
        if (*text != '.' && *text != ',')
            return *text ? 0 : mark;
        mark = *text;
        *last = text;
        ++*n_marks;
    }
}

/* Between semicolons, a decimal comma becomes a point. Spreadsheets of some countries write such tables, and others
 * write points, also between thousands. */
static void take_number(reader *r, char *text)
{
    const char *last = text;
    int n_marks;
    const char mark = mark_of(text, &n_marks, &last);
    const bool thousands = mark == '.' && strlen(last + 1) == 3 && *text != '0' && last - text <= 3;

    if (!mark)
        return;
    if (n_marks > 1 || thousands)
        r->status = salvo_fail_at(r->err, SALVO_BAD_INPUT, r->table->path, r->field_line, r->field_column,
                                  "'%s' may have points or commas between thousands; write the number without them, or "
                                  "put a text in quotes",
                                  text);
    else if (r->mark && r->mark != mark)
        r->status = salvo_fail_at(r->err, SALVO_BAD_INPUT, r->table->path, r->field_line, r->field_column,
                                  "'%s' has a decimal %s, and line %d has a decimal %s; use the same in all numbers",
                                  text, mark == ',' ? "comma" : "point", r->mark_line, mark == ',' ? "point" : "comma");
    if (!r->mark)
        r->mark_line = r->field_line;
    r->mark = mark;
    text[last - text] = '.';
}

/* libcsv's callback at the end of a field. */
static void take_field(void *bytes, size_t length, void *context)
{
    reader *r = context;
    const char *from = bytes ? bytes : ""; /* an empty field may be NULL */
    int column = r->field_column + r->quoted;
    char *text;

    if (r->status != SALVO_OK) /* libcsv goes on after a failed callback; nothing more is taken */
        return;
    for (; length && blank(*from); from++, length--)
        column++;
    while (length && blank(from[length - 1]))
        length--;
    text = salvo_arena_slice(r->memory, from, length);
    if (!text || !salvo_grow(&r->row, &r->row_capacity, r->n_row + 1, sizeof *r->row)) {
        r->status = salvo_fail_memory(r->err);
        return;
    }
    if (r->separator == ';' && r->table->header && !r->quoted)
        take_number(r, text);
    r->row[r->n_row++] = (salvo_cell){text, r->table->path, r->field_line, column};
    r->between = true;
}

/* Each heading must be unique in any case, because --set finds columns by them. */
static salvo_status check_headings(reader *r)
{
    const salvo_cell *header = r->table->header;
    salvo_lookup *headings = salvo_lookup_new(r->n_row, r->memory);

    if (!headings)
        return r->status = salvo_fail_memory(r->err);
    for (size_t i = 0; i < r->n_row; i++) {
        if (!*header[i].text)
            return refuse(r, header[i].line, header[i].column, "a column has no heading; give it one, or remove it");
        if (salvo_lookup_add(headings, header[i].text) >= 0)
            return r->status = salvo_fail_at(r->err, SALVO_BAD_INPUT, r->table->path, header[i].line, header[i].column,
                                             "two columns are called '%s'; rename one", header[i].text);
    }
    return SALVO_OK;
}

/* Takes the first row that is not blank. A message about tabs precedes one about the missing 'id', because
 * they are its cause. */
static salvo_status take_header(reader *r)
{
    salvo_cell *header = salvo_arena_array(r->memory, r->n_row, sizeof *header);

    if (!header)
        return r->status = salvo_fail_memory(r->err);
    memcpy(header, r->row, r->n_row * sizeof *header);
    r->table->header = header;
    r->table->n_columns = r->n_row;
    if (r->n_row == 1 && strchr(header[0].text, '\t'))
        return refuse(r, header[0].line, header[0].column,
                      "the cells are separated by tabs; save the table with commas or semicolons");
    if (!r->without_ids && strcmp(header[0].text, "id") != 0)
        return r->status = salvo_fail_at(r->err, SALVO_BAD_INPUT, r->table->path, header[0].line, header[0].column,
                                         "the first column is '%s'; it must be 'id', so that the header row is "
                                         "'id,...'",
                                         header[0].text);
    return check_headings(r);
}

/* Both messages have the place of the first surplus or missing cell. */
static salvo_status take_cells(reader *r)
{
    const salvo_table *table = r->table;

    if (r->n_row > table->n_columns)
        return r->status = salvo_fail_at(
                   r->err, SALVO_BAD_INPUT, table->path, r->row[table->n_columns].line, r->row[table->n_columns].column,
                   "the row of '%s' has %zu cells, and the header has %zu; remove the extra cells, or quote a cell "
                   "that contains a comma",
                   r->row[0].text, r->n_row, table->n_columns);
    if (r->n_row < table->n_columns)
        return r->status = salvo_fail_at(
                   r->err, SALVO_BAD_INPUT, table->path, r->row[r->n_row - 1].line, r->row[r->n_row - 1].column,
                   "the row of '%s' ends here with %s, and the header has %zu; '%s' is missing", r->row[0].text,
                   salvo_counted(r->n_row, "cell").text, table->n_columns, table->header[r->n_row].text);
    if (!salvo_grow(&r->cells, &r->cells_capacity, r->n_cells + r->n_row, sizeof *r->cells))
        return r->status = salvo_fail_memory(r->err);
    memcpy(r->cells + r->n_cells, r->row, r->n_row * sizeof *r->row);
    r->n_cells += r->n_row;
    return SALVO_OK;
}

/* libcsv's callback at the end of a row. The row's array is kept for the next row; only its length is reset. */
static void take_row(int terminator, void *context)
{
    reader *r = context;

    (void)terminator;
    if (r->status == SALVO_OK && r->n_row) { /* a blank line has no cells */
        if (!r->table->header)
            take_header(r);
        else
            take_cells(r);
    }
    r->n_row = 0;
}

/* Notes where a field begins. Blanks and line ends do not begin one, but the next character may. A field of blanks
 * alone begins at its last blank, which is good enough. */
static void begin_field(reader *r, unsigned char first)
{
    r->field_line = r->line;
    r->field_column = r->column;
    r->quoted = first == '"';
    r->between = blank((char)first) || first == '\r' || first == '\n';
}

/* Refuses a byte at which strict parsing stops. */
static salvo_status refuse_byte(reader *r, struct csv_parser *parser)
{
    if (csv_error(parser) == CSV_ENOMEM)
        return r->status = salvo_fail_memory(r->err);
    return refuse(r, r->line, r->column,
                  "a quotation mark is inside a cell; put the whole cell in quotes, and double the quotation marks "
                  "inside");
}

/* Feeds the file; the parser's callbacks fill the reader. Blanks and line ends leave `between` set, so that the next
 * character sets the place anew. */
static salvo_status feed(reader *r, struct csv_parser *parser, const char *bytes, size_t length)
{
    const unsigned char *at = (const unsigned char *)bytes, *end = at + length;

    if (length >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0) /* a byte order mark, which spreadsheets write */
        at += 3;
    while (at < end && r->status == SALVO_OK) {
        size_t n = salvo_character(at, end); /* whole characters, so that columns count what people see */

        if (r->between)
            begin_field(r, *at);
        if (csv_parse(parser, at, n, take_field, take_row, r) != n)
            return r->status == SALVO_OK ? refuse_byte(r, parser) : r->status;
        r->column++;
        /* \r\n counts once, at its \n; a lone \r ends a line, too. */
        if (*at == '\n' || (*at == '\r' && (at + 1 == end || at[1] != '\n'))) {
            r->line++;
            r->column = 1;
        }
        at += n;
    }
    if (r->between) /* the file ends before the next field: an empty one, here */
        begin_field(r, '\n');
    if (r->status == SALVO_OK && csv_fini(parser, take_field, take_row, r) != 0)
        return refuse(r, r->field_line, r->field_column, "the quotation mark that opens this cell is never closed");
    return r->status;
}

/* Ids must differ in more than case, because an index without case finds them as people type them. That index makes the
 * check and is kept. */
static salvo_status check_ids(reader *r)
{
    salvo_table *table = r->table;
    salvo_lookup *ids = salvo_lookup_new(table->n_rows, r->memory);

    if (!ids)
        return r->status = salvo_fail_memory(r->err);
    for (size_t row = 0; row < table->n_rows; row++) {
        const salvo_cell *id = &table->cells[row * table->n_columns]; /* column 0 is the id */
        long twin;

        if (!*id->text)
            return refuse(r, id->line, id->column,
                          "the row has no id; give it one that no other row has, or remove it");
        twin = salvo_lookup_add(ids, id->text);
        if (twin >= 0)
            return r->status = salvo_fail_at(r->err, SALVO_BAD_INPUT, table->path, id->line, id->column,
                                             "the id '%s' is already used in line %d; ids must be unique", id->text,
                                             table->cells[(size_t)twin * table->n_columns].line);
    }
    table->by_id = ids;
    return SALVO_OK;
}

/* Cells move into the arena, and the heap array is freed. */
static salvo_status finish(reader *r)
{
    salvo_table *table = r->table;

    if (!table->header)
        return refuse(r, 1, 1,
                      r->without_ids ? "the file is empty; its first line must be the header"
                                     : "the file is empty; its first line must be the header 'id,...'");
    table->n_rows = r->n_cells / table->n_columns;
    table->cells = salvo_arena_array(r->memory, r->n_cells, sizeof *table->cells);
    if (!table->cells)
        return r->status = salvo_fail_memory(r->err);
    if (r->n_cells) /* memcpy from NULL is undefined, even for 0 bytes */
        memcpy(table->cells, r->cells, r->n_cells * sizeof *table->cells);
    return r->without_ids ? SALVO_OK : check_ids(r);
}

char salvo_csv_separator(const char *bytes, size_t length)
{
    bool quoted = false, begun = false;

    for (size_t i = 0; i < length; i++) {
        quoted ^= bytes[i] == '"';
        if (!quoted && (bytes[i] == ',' || bytes[i] == ';'))
            return bytes[i];
        if (!quoted && begun && (bytes[i] == '\n' || bytes[i] == '\r'))
            break;
        begun = begun || !strchr(" \t\r\n\xEF\xBB\xBF", bytes[i]) /* also a byte order mark */;
    }
    return ',';
}

/* The arrays on the heap are freed in any case. What the arena holds stays with the table even after a failure, and is
 * freed with the store. */
static salvo_status read_table(salvo_table *table, const char *path, bool without_ids, salvo_arena *memory,
                               salvo_error *err)
{
    reader r = {.table = table,
                .memory = memory,
                .err = err,
                .without_ids = without_ids,
                .line = 1,
                .column = 1,
                .between = true};
    struct csv_parser parser;
    char *bytes = NULL;
    size_t length = 0;

    table->path = path;
    r.status = salvo_file_read(path, memory, &bytes, &length, err);
    if (r.status != SALVO_OK)
        return r.status;
    /* strict: a quote inside an unquoted field, and an unclosed one, are errors. */
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
        return salvo_fail_memory(err);
    r.separator = salvo_csv_separator(bytes, length);
    csv_set_delim(&parser, (unsigned char)r.separator);
    if (feed(&r, &parser, bytes, length) == SALVO_OK)
        finish(&r);
    csv_free(&parser);
    free(r.row);
    free(r.cells);
    return r.status;
}

salvo_status salvo_csv_read(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err)
{
    return read_table(table, path, false, memory, err);
}

salvo_status salvo_csv_read_rows(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err)
{
    return read_table(table, path, true, memory, err);
}
