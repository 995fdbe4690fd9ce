/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts cells to the kinds that rules declare for their columns. Columns without a kind are texts. This happens when
 * the book is opened, with `--set` applied. So a wrong cell is a message with file, line and column, even if no rule
 * reads it. */
#include "rules/lua/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/names.h"
#include "rules/parse.h"

/* The kind's limits fit into an int, which was checked when it was made. The blank and the word are for the message:
 * such a cell has been read. */
static salvo_status whole_of(const salvo_cell *cell, const char *what, const value_kind *kind, rule_value *value,
                             salvo_error *err)
{
    const salvo_number_kind as = {
        .min = (int)kind->min, .max = (int)kind->max, .blank = kind->blank, .other = kind->word};
    int number = 0;
    salvo_status status = salvo_cell_number(cell, what, &as, &number, err);

    /* People type ids, and "3" does not find "03". */
    if (status == SALVO_OK && strcmp(what, "id") == 0 && cell->text[0] == '0' && cell->text[1])
        return salvo_cell_refuse(cell, err, "'%s' does not begin with a digit from 1 to 9; write %d", cell->text,
                                 number);
    *value = (rule_value){VALUE_WHOLE, {.whole = number}};
    return status;
}

/* salvo_number_parse() accepts no NaN and no locale's comma. */
static salvo_status decimal_of(const salvo_cell *cell, const char *what, const value_kind *kind, rule_value *value,
                               salvo_error *err)
{
    char limits[64];
    double number;

    snprintf(limits, sizeof limits, "from %g to %g", kind->min, kind->max);
    if (isinf(kind->max))
        snprintf(limits, sizeof limits, "of at least %g", kind->min);
    if (!salvo_number_parse(cell->text, &number))
        return salvo_cell_refuse(cell, err, "'%s' is not a number; %s must be one %s", cell->text, what, limits);
    if (number < kind->min || number > kind->max)
        return salvo_cell_refuse(cell, err, "%s is out of range; %s must be a number %s", cell->text, what, limits);
    *value = (rule_value){VALUE_DECIMAL, {.decimal = number}};
    return SALVO_OK;
}

/* Cells are compared exactly: unlike users' words, a table is written once and printed in books. */
static salvo_status choice_of(const salvo_cell *cell, const char *what, const char *const *choices, size_t *at,
                              salvo_error *err)
{
    salvo_error inner;
    size_t n = 0;

    while (choices[n])
        n++;
    for (*at = 0; *at < n; (*at)++)
        if (strcmp(choices[*at], cell->text) == 0)
            return SALVO_OK;
    salvo_names_fail(&inner, choices, n, cell->text, "'%s' is not a value of %s", cell->text, what);
    return salvo_cell_refuse(cell, err, "%s", inner.text);
}

static salvo_status flag_of(const salvo_cell *cell, const char *what, rule_value *value, salvo_error *err)
{
    static const char *const WORDS[] = {"no", "yes", NULL};
    size_t at = 0;
    salvo_status status = choice_of(cell, what, WORDS, &at, err);

    *value = (rule_value){VALUE_YES_NO, {.yes = at == 1}};
    return status;
}

static salvo_status word_of(const salvo_cell *cell, const char *what, const value_kind *kind, rule_value *value,
                            salvo_error *err)
{
    size_t at = 0;
    salvo_status status = choice_of(cell, what, kind->choices, &at, err);

    *value = (rule_value){VALUE_TEXT, {.text = kind->choices[at]}};
    return status;
}

/* Finds the first of several tables with the id. If none has it, the message is about the first table, which the
 * rulebook most likely means. */
static salvo_status row_of(const salvo_cell *cell, const char *what, const value_kind *kind, const salvo_store *store,
                           rule_value *value, salvo_error *err)
{
    int row;

    for (const char *const *table = kind->tables; *table; table++) {
        const int at = value_table(store, *table);
        const long found = salvo_table_row(&store->tables[at], cell->text, strlen(cell->text));

        if (found >= 0) {
            *value = (rule_value){VALUE_ROW, {.row = {at, (size_t)found}}};
            return SALVO_OK;
        }
    }
    return salvo_cell_reference(cell, cell->text, strlen(cell->text), salvo_store_table(store, kind->tables[0]), what,
                                &row, err);
}

/* The blank and the word are compared first, because "-" is neither a number nor a row. */
static salvo_status read_cell(const salvo_cell *cell, const char *what, const value_kind *kind,
                              const salvo_store *store, rule_value *value, salvo_error *err)
{
    if (kind->blank && strcmp(cell->text, kind->blank) == 0) {
        *value = (rule_value){.is = VALUE_NONE};
        return SALVO_OK;
    }
    if (kind->word && strcmp(cell->text, kind->word) == 0) {
        *value = (rule_value){VALUE_TEXT, {.text = cell->text}};
        return SALVO_OK;
    }
    switch (kind->kind) {
    case SALVO_FLAG:
        return flag_of(cell, what, value, err);
    case SALVO_CHOICE:
        return word_of(cell, what, kind, value, err);
    case SALVO_INTEGER:
        return whole_of(cell, what, kind, value, err);
    case SALVO_DECIMAL:
        return decimal_of(cell, what, kind, value, err);
    case SALVO_NAME:
        return row_of(cell, what, kind, store, value, err);
    case SALVO_TEXT:
    case SALVO_LIST:
        break;
    }
    /* Rules could not distinguish an empty text from a forgotten cell. A column in which it may occur declares a
     * blank. */
    if (!*cell->text)
        return salvo_cell_refuse(cell, err, "the cell is empty; it must hold the %s", what);
    *value = (rule_value){VALUE_TEXT, {.text = cell->text}};
    return SALVO_OK;
}

static salvo_status read_column(const salvo_table *table, size_t column, const value_kind *kind,
                                const salvo_store *store, rule_value *cells, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t row = 0; row < table->n_rows && status == SALVO_OK; row++)
        status = read_cell(&table->cells[row * table->n_columns + column], table->header[column].text, kind, store,
                           &cells[row * table->n_columns + column], err);
    return status;
}

bool tables_is_name(const char *name, const char *typed)
{
    bool is_name = true, is_plain = true;

    for (; *name && *typed && (is_name || is_plain); name++, typed++) {
        is_name = is_name && *name == *typed;
        is_plain = is_plain && (*name == '-' ? '_' : *name) == *typed;
    }
    return !*name && !*typed && (is_name || is_plain);
}

/* Returns the column; -1: there is none. */
static int find_column(const salvo_table *table, const char *name)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (tables_is_name(table->header[i].text, name))
            return (int)i;
    return -1;
}

/* The place is the beginning of the header, where the author has to add the column. */
static salvo_status missing_column(const salvo_table *table, const char *name, salvo_error *err)
{
    return salvo_cell_refuse(&table->header[0], err,
                             "the column '%s' is missing from the header; the rules read it (tables.%s)", name,
                             table->name);
}

/* In a table with brackets alone, every heading must be one. Otherwise a heading such as 12cm in a book of inches would
 * be a column of text, and its cells would be ignored. Any table may have `name` and `notes`. */
static salvo_status check_headings(const table_data *data, const salvo_store *store, salvo_error *err)
{
    const salvo_table *table = data->table;

    for (size_t i = 1; i < table->n_columns; i++) {
        bool known = strcmp(table->header[i].text, "name") == 0 || strcmp(table->header[i].text, "notes") == 0;

        for (size_t k = 0; k < data->brackets.count && !known; k++)
            known = data->brackets.column[k] == (int)i;
        if (!known)
            return salvo_cell_refuse(&table->header[i], err, "'%s' is not a bracket; write it as in 12%s",
                                     table->header[i].text, store->distance_unit);
    }
    return SALVO_OK;
}

/* Rules know these rows by their ids. A row that they do not know is mostly a misspelt one, unless there may be
 * others. */
static salvo_status check_rows(const table_schema *schema, const salvo_store *store, const salvo_table *table,
                               salvo_arena *memory, salvo_error *err)
{
    int *rows = salvo_arena_array(memory, schema->n_rows, sizeof *rows);
    salvo_status status = SALVO_OK;

    if (!rows)
        return salvo_fail_memory(err);
    if (!schema->has_other_rows)
        return salvo_records_known(store, table->name, schema->rows, schema->n_rows, rows, err);
    for (size_t i = 0; i < schema->n_rows && status == SALVO_OK; i++)
        status = salvo_records_row(table, schema->rows[i], &rows[i], err);
    return status;
}

/* Such a column has the very id of its row, because rules find it by that. */
static salvo_status read_columns_of(const table_schema *schema, const salvo_store *store, const salvo_table *table,
                                    rule_value *cells, salvo_error *err)
{
    const salvo_table *of = schema->columns_of ? salvo_store_table(store, schema->columns_of) : NULL;
    salvo_status status = SALVO_OK;

    for (size_t row = 0; of && row < of->n_rows && status == SALVO_OK; row++) {
        const char *id = of->cells[row * of->n_columns].text;
        const int column = salvo_table_column(table, id);

        if (column < 0)
            return missing_column(table, id, err);
        status = read_column(table, (size_t)column, &schema->columns_kind, store, cells, err);
    }
    return status;
}

/* Brackets are last, because only the headings show which columns are brackets. */
static salvo_status read_declared(const table_schema *schema, const salvo_store *store, table_data *data,
                                  rule_value *cells, salvo_arena *memory, salvo_error *err)
{
    const salvo_table *table = data->table;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < schema->n_columns && status == SALVO_OK; i++) {
        const int column = find_column(table, schema->columns[i].name);

        if (column < 0 && schema->columns[i].kind.is_optional)
            continue;
        if (column < 0)
            return missing_column(table, schema->columns[i].name, err);
        status = read_column(table, (size_t)column, &schema->columns[i].kind, store, cells, err);
    }
    if (status == SALVO_OK)
        status = read_columns_of(schema, store, table, cells, err);
    if (status == SALVO_OK && schema->rows)
        status = check_rows(schema, store, table, memory, err);
    if (status != SALVO_OK || !schema->has_brackets)
        return status;
    status = salvo_brackets_read(store, table, memory, &data->brackets, err);
    if (status == SALVO_OK && schema->n_columns == 0)
        status = check_headings(data, store, err);
    for (size_t i = 0; i < data->brackets.count && status == SALVO_OK; i++)
        status = read_column(table, (size_t)data->brackets.column[i], &schema->brackets, store, cells, err);
    return status;
}

bool tables_may_lack(const script *s, const char *table, const char *column)
{
    for (size_t i = 0; i < s->n_tables; i++)
        for (size_t k = 0; k < s->tables[i].n_columns && strcmp(s->tables[i].name, table) == 0; k++)
            if (tables_is_name(s->tables[i].columns[k].name, column) ||
                tables_is_name(column, s->tables[i].columns[k].name))
                return s->tables[i].columns[k].kind.is_optional;
    return false;
}

static bool is_of(const subject *s, const char *table)
{
    const salvo_schema *schema = &s->procedure.schema;

    for (size_t i = 0; i < schema->n_parameters; i++) {
        const salvo_parameter *p = &schema->parameters[i];

        if (p->kind == SALVO_NAME &&
            (strcmp(p->table, table) == 0 || (p->more_table && strcmp(p->more_table, table) == 0)))
            return true;
    }
    return false;
}

static bool is_asked(const script *s, const char *table)
{
    for (size_t i = 0; i < s->n_subjects; i++)
        if (is_of(s->subjects[i], table))
            return true;
    return s->battle && (is_of(&s->battle->element, table) || is_of(&s->battle->field, table));
}

/* All cells are texts unless a declaration says otherwise. */
static salvo_status load_table(const script *s, const salvo_store *store, table_data *data, salvo_arena *memory,
                               salvo_error *err)
{
    const salvo_table *table = data->table;
    const size_t n = table->n_rows * table->n_columns;
    rule_value *cells = salvo_arena_array(memory, n, sizeof *cells);

    if (!cells)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        cells[i] = (rule_value){VALUE_TEXT, {.text = table->cells[i].text}};
    data->cells = cells;
    for (size_t i = 0; i < s->n_tables; i++)
        if (strcmp(s->tables[i].name, table->name) == 0)
            return read_declared(&s->tables[i], store, data, cells, memory, err);
    return SALVO_OK;
}

/* Whether the table is the one that the first book with these rules has, which outlives its variants. */
static bool is_of_first(const script *s, const salvo_store *store, size_t table)
{
    return s->first && store->n_changes == 1 && store->last->table != table;
}

static void share(table_data *data, const table_data *first)
{
    data->cells = first->cells;
    data->brackets = first->brackets;
}

salvo_status tables_load(const table_data **tables, const script *s, const salvo_store *store, salvo_arena *memory,
                         salvo_error *err)
{
    table_data *data = salvo_arena_array(memory, store->n_tables, sizeof *data);
    salvo_status status = data ? SALVO_OK : salvo_fail_memory(err);

    for (size_t i = 0; i < store->n_tables && status == SALVO_OK; i++) {
        const salvo_table *table = &store->tables[i];

        data[i].table = table;
        data[i].is_salvos = s->salvos ? s->salvos[i] : NULL; /* NULL: the rules are still being read */
        data[i].is_asked = s->first ? s->first[i].is_asked : is_asked(s, table->name);
        data[i].is_read = salvo_arena_array(memory, table->n_rows * table->n_columns, sizeof *data[i].is_read);
        if (!data[i].is_read) /* zeroed: no rule has */
            status = salvo_fail_memory(err);
        else if (is_of_first(s, store, i))
            share(&data[i], &s->first[i]);
        else
            status = load_table(s, store, &data[i], memory, err);
    }
    *tables = data;
    return status;
}

typedef struct marked_text {
    const char *text;
    size_t at;
} marked_text;

static int compare_texts(const void *one, const void *other)
{
    return strcmp(((const marked_text *)one)->text, ((const marked_text *)other)->text);
}

/* The mark of a text is its place among the sorted texts of the column. */
static void mark_column(const table_data *data, size_t column, marked_text *texts, uint32_t *marks)
{
    const salvo_table *table = data->table;
    size_t n = 0;

    for (size_t row = 0; row < table->n_rows; row++) {
        const size_t at = row * table->n_columns + column;

        if (data->cells[at].is == VALUE_TEXT)
            texts[n++] = (marked_text){data->cells[at].of.text, at};
    }
    qsort(texts, n, sizeof *texts, compare_texts);
    for (size_t i = 0; i < n; i++)
        marks[texts[i].at] = i && strcmp(texts[i - 1].text, texts[i].text) == 0 ? marks[texts[i - 1].at] : (uint32_t)i;
}

bool tables_make_marks(const table_data *tables, size_t n, salvo_arena *memory)
{
    for (size_t i = 0; i < n; i++) {
        table_data *data = (table_data *)(uintptr_t)&tables[i];
        const salvo_table *table = data->table;
        marked_text *texts;
        uint32_t *marks;

        if (!data->is_asked || data->marks)
            continue;
        texts = salvo_arena_array(memory, table->n_rows, sizeof *texts);
        marks = salvo_arena_array(memory, table->n_rows * table->n_columns, sizeof *marks);
        if (!texts || !marks)
            return false;
        for (size_t column = 0; column < table->n_columns; column++)
            mark_column(data, column, texts, marks);
        data->marks = marks;
    }
    return true;
}

uint64_t tables_mark(const table_data *data, size_t row, size_t column)
{
    const size_t at = row * data->table->n_columns + column;

    return data->cells[at].is == VALUE_TEXT ? data->marks[at] : value_mark(&data->cells[at]);
}

/* Names, groups and the weights of mixes, which salvo reads, are texts, because rules do not declare them. */
salvo_reading tables_reading(const table_data *data, size_t row, size_t column)
{
    const size_t at = row * data->table->n_columns + column;

    if (atomic_load_explicit(&data->is_read[at], memory_order_relaxed))
        return SALVO_READ;
    if (data->is_salvos[column])
        return SALVO_READ_FOR_VALUES;
    return data->cells[at].is == VALUE_TEXT ? SALVO_UNREAD_TEXT : SALVO_UNREAD;
}
