/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rulebook's appendix in three forms: one document to print, one long table for programs, and a file for each table
 * with an index. */
#include <salvo/report.h>

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/appendix_report.h"
#include "appendix/translation.h"
#include "simulate/statistics.h"

/* An entry has either grids or lists, so the sum is the number of its tables. */
static size_t n_tables(const salvo_appendix_entry *e)
{
    return e->n_grids + e->n_lists;
}

static const char *table_title(const salvo_appendix_entry *e, size_t table)
{
    return table < e->n_grids ? e->grids[table].title : e->lists[table - e->n_grids].title;
}

/* Returns an answer with only the fields that decide how a figure is printed. */
static salvo_answer method_of(const salvo_appendix_cell *cell)
{
    return (salvo_answer){.exact = cell->exact, .simulated = cell->simulated, .simulation.trials = cell->trials};
}

/* Returns the decimals that the column's number with the most needs; in a grid with one quantity, that the grid's
 * needs. */
static int decimals_of(const salvo_appendix_grid *g, size_t column)
{
    int most = 0;

    for (size_t i = 0; i < g->n_rows * g->n_columns; i++) {
        double value = g->cells[i].figure.exact.value;
        int decimals = g->columns[column].probability ? percent_decimals(value) : mean_decimals(value);

        if (g->cells[i].present && g->cells[i].exact && (g->column_key || i % g->n_columns == column))
            most = decimals > most ? decimals : most;
    }
    return most;
}

/* Shows at most the digits that the author sets, and fewer if an interval supports fewer. An average of chances has the
 * interval of an average and not one of a count. */
static reading read_cell(const salvo_appendix_cell *cell, bool probability, int decimals, int digits)
{
    const salvo_answer answer = method_of(cell);
    const salvo_estimate *e = &cell->figure.simulated;
    reading r = probability && !cell->mean ? read_probability(&answer, &cell->figure, decimals)
                                           : read_expectation(&answer, &cell->figure, decimals);

    /* An average of chances has no count of trials. */
    if (probability && cell->mean)
        r = cell->exact ? read_percent(r.value, decimals)
                        : read_percent(r.value, salvo_digits(100 * e->low, 100 * e->high));

    /* An author may ask for more digits of an exact number, but not of a simulated one. */
    if (digits >= 0 && r.kind == READ_VALUE && (cell->exact || digits < r.decimals || r.decimals == SIX_DIGITS))
        r.decimals = digits;
    return r;
}

static const char *say(const salvo_appendix_entry *e, const char *said)
{
    return translation_of(e->words, said);
}

/* Returns "Tiger I against Comet", with the editor's word between the names. */
const char *appendix_row_words(const salvo_appendix_entry *e, const char *name, salvo_arena *memory)
{
    const char *between = strstr(name, " against "), *as = say(e, "against");

    if (!between || strcmp(as, "against") == 0)
        return say(e, name);
    return salvo_arena_printf(memory, "%.*s %s %s", (int)(between - name), name, as, between + strlen(" against "));
}

/* Rounds a value to the author's digits. They are digits of a percentage if it is printed as one. */
static double rounded(double value, bool probability, int digits)
{
    double scale = pow(10, digits + (probability ? 2 : 0));

    return digits < 0 ? value : round(value * scale) / scale;
}

/* The corner names the rows, and for reading also the columns. */
static const char *corner_of(record *to, const salvo_appendix_entry *e, const salvo_appendix_grid *g)
{
    if (to->in == TIDY || !g->column_key)
        return say(e, g->row_key);
    return as_words(to, "%s / %s", say(e, g->row_key), say(e, g->column_key)).text;
}

/* A combination that the rules refuse is "-" in print, and empty in CSV and JSON. */
static datum as_cell(const record *to, const salvo_appendix_entry *e, const salvo_appendix_cell *cell, bool probability,
                     int decimals)
{
    const column_kind column = probability ? COLUMN_PROBABILITY : COLUMN_NUMBER;
    reading shown;

    if (!cell->present)
        return in_column(column, as_text(to->in == TIDY ? NULL : "-"));
    if (to->in == TIDY)
        return in_column(column, as_number(rounded(value_by(cell->exact, &cell->figure), probability, e->digits)));
    shown = read_cell(cell, probability, decimals, e->digits);
    shown.comma = e->decimal_comma;
    return as_reading(column, shown);
}

/* All rows have the decimals of their column, so the whole grid is read first. */
static void add_grid(record *to, const salvo_appendix_entry *e, const salvo_appendix_grid *g)
{
    const bool tidy = to->in == TIDY;
    const char *corner = corner_of(to, e, g);
    int decimals[SHEET_COLUMNS_MAX];

    for (size_t c = 0; c < g->n_columns; c++)
        decimals[c] = decimals_of(g, c);
    for (size_t r = 0; r < g->n_rows; r++, record_next(to)) {
        const salvo_appendix_value *row = &g->rows[r];
        const char *row_words = appendix_row_words(e, row->name, to->memory);
        field fields[SHEET_COLUMNS_MAX] = {{corner, in_column(g->numeric_rows ? COLUMN_NUMBER : COLUMN_TEXT,
                                                              as_text(tidy && !e->by_names ? row->text : row_words))}};

        for (size_t c = 0; c < g->n_columns; c++)
            fields[1 + c] =
                (field){say(e, tidy && !e->by_names ? g->columns[c].value.text : g->columns[c].value.name),
                        as_cell(to, e, &g->cells[r * g->n_columns + c], g->columns[c].probability, decimals[c])};
        put_fields(to, fields, 1 + g->n_columns);
    }
}

/* A column of a list may hold anything, so its cells decide its kind. */
static column_kind kind_of(const salvo_appendix_list *l, size_t column)
{
    column_kind kind = COLUMN_OPEN;

    for (size_t r = 0; r < l->n_rows; r++)
        kind = column_with(kind, l->cells[r * l->n_columns + column]);
    return kind == COLUMN_OPEN ? COLUMN_TEXT : kind;
}

/* Puts a cell of the data into the editor's words; `comma`: a number gets a decimal comma. */
static const char *list_words(sheet *s, const salvo_appendix_entry *e, const char *said, bool comma)
{
    const char *words = translation_of_parts(e->words, said, s->memory);
    char *number = comma && words && s->memory ? (char *)salvo_arena_text(s->memory, words) : NULL;

    *s->failed = *s->failed || (said && !words) || (comma && !number);
    for (char *at = number; at && (at = strchr(at, '.'));)
        *at = ',';
    return number ? number : words ? words : "";
}

/* Programs and spreadsheets get numbers with a point. */
static void add_list(sheet *s, const salvo_appendix_entry *e, const salvo_appendix_list *l, bool comma)
{
    for (size_t c = 0; c < l->n_columns; c++)
        sheet_column(s, list_words(s, e, l->headings[c], false), kind_of(l, c));
    for (size_t i = 0; i < l->n_rows * l->n_columns; i++)
        if (i % l->n_columns == 0) /* a unit's own name, or an id */
            sheet_cell(s, "%s", say(e, l->cells[i]));
        else
            sheet_cell(s, "%s", list_words(s, e, l->cells[i], comma && kind_of(l, i % l->n_columns) == COLUMN_NUMBER));
}

/* Adds a table as it is printed, for reading or for programs. */
static void add_table(page *p, const salvo_appendix_entry *e, size_t table, unsigned in)
{
    const char *title = table_title(e, table);
    record to = page_record(p, in);

    sheet_name(to.sheet, as_words(&to, "%s%s%s", e->name, *title ? " " : "", title).text);
    if (table < e->n_grids)
        add_grid(&to, e, &e->grids[table]);
    else
        add_list(to.sheet, e, &e->lists[table - e->n_grids],
                 e->decimal_comma && in == READ && p->format.kind != SALVO_XLSX);
}

/* A grid's heading combines a value and a quantity, so each is put into the editor's words by itself. */
const char *appendix_heading(const salvo_appendix_entry *e, size_t t, salvo_arena *memory)
{
    const salvo_appendix_grid *g = t < e->n_grids ? &e->grids[t] : NULL;
    const char *title = table_title(e, t);
    const bool several = g && g->quantity && strstr(title, "; ");
    const char *said = say(e, title);
    char *words;

    if (g && g->table_key)
        said = salvo_arena_printf(memory, "%s: %s%s%s", say(e, g->table_key), say(e, g->table.name),
                                  several ? "; " : "", several ? say(e, g->quantity) : "");
    words = said ? salvo_arena_text(memory, said) : NULL;
    if (words)
        *words = (char)toupper((unsigned char)*words);
    return words;
}

/* The printed document, and its next picture. */
typedef struct printed {
    const salvo_appendix *appendix;
    const placed_picture *next; /* NULL: there are none */
} printed;

/* Adds the heading of one table among several. A single table needs none besides the entry's title. */
static void add_table_heading(page *p, const salvo_appendix_entry *e, size_t t)
{
    const char *heading = n_tables(e) > 1 && p->memory ? appendix_heading(e, t, p->memory) : NULL;

    if (heading)
        page_heading_at(p, 3, "%s", heading);
    p->failed = p->failed || (n_tables(e) > 1 && !heading);
}

static void add_entry(page *p, const salvo_appendix_entry *e, printed *all)
{
    page_heading(p, "%s", say(e, e->title));
    if (e->text)
        page_paragraph(p, "%s", say(e, e->text));
    for (size_t t = 0; t < n_tables(e); t++) {
        add_table_heading(p, e, t);
        add_table(p, e, t, READ);
        if (t < e->n_grids && e->grids[t].remark)
            page_paragraph(p, "%s: %s.", say(e, "Note"), say(e, e->grids[t].remark));
        if (all->next && e->drawn && t < e->n_grids)
            page_picture(p, all->next++);
    }
    if (e->caption)
        page_paragraph(p, "%s", e->caption);
}

/* Adds the methods of all cells of all grids: exact, simulated. */
static void add_methods(page *p, const salvo_appendix *a)
{
    size_t counted = 0, simulated = 0;

    for (size_t i = 0; i < a->n_entries; i++)
        for (size_t k = 0; k < a->entries[i].n_grids; k++) {
            const salvo_appendix_grid *g = &a->entries[i].grids[k];

            for (size_t c = 0; c < g->n_rows * g->n_columns; c++) {
                counted += g->cells[c].exact;
                simulated += !g->cells[c].exact && g->cells[c].simulated;
            }
        }
    if (counted && simulated)
        page_paragraph(p, "%s",
                       translation_of(a->words,
                                      "Numbers are exact, except those that were too large to compute; these are "
                                      "simulated, with the digits that their 95 % intervals support."));
    else if (counted || simulated)
        page_paragraph(p, "%s",
                       translation_of(a->words, counted ? "Numbers are exact."
                                                        : "Numbers are simulated, with the digits that their 95 % "
                                                          "intervals support."));
    page_paragraph(p, "%s; %s %016" PRIx64 ".", translation_of(a->words, a->book->store.edition),
                   translation_of(a->words, "hash of the tables"), salvo_store_hash(&a->book->store));
}

static void add_to_read(page *p, const void *of)
{
    printed all = *(const printed *)of;
    const salvo_appendix *a = all.appendix;

    p->language = a->language;
    if (a->untitled)
        page_heading_at(p, 1, "%s", a->title);
    else
        page_heading_at(p, 1, "%s: %s", a->book->store.title, a->title);
    if (a->text)
        page_paragraph(p, "%s", a->text);
    add_methods(p, a);
    for (size_t i = 0; i < a->n_entries; i++) {
        if (a->page_each)
            page_break(p);
        add_entry(p, &a->entries[i], &all);
    }
}

/* One cell of a grid or of a list, with its place. */
typedef struct place {
    const char *entry, *table, *row, *column, *quantity;
    datum value;
    const salvo_appendix_cell *cell; /* NULL: a cell of a list */
    const char *remark;
} place;

/* A cell of a list has no figure, so it has neither interval nor method. */
static void add_long_row(record *to, const place *at)
{
    static const salvo_appendix_cell NONE = {0};
    const salvo_appendix_cell *cell = at->cell ? at->cell : &NONE;
    const salvo_estimate *e = &cell->figure.simulated;
    const bool interval = cell->present && cell->simulated && !cell->exact;
    const field fields[] = {
        {"entry", as_text(at->entry)},
        {"table", as_text(at->table)},
        {"row", as_text(at->row)},
        {"column", as_text(at->column)},
        {"quantity", as_text(at->quantity)},
        {"value", of_row(with_interval(in_column(COLUMN_NUMBER, at->value), e, interval))},
        {"method", or_empty(cell->present, as_text(cell->exact ? "exact" : "monte-carlo"))},
        {"remark", as_text(at->remark)},
    };

    PUT_FIELDS(to, fields);
    record_next(to);
}

/* With two swept parameters the column is a value of the second, and all cells have one quantity. With one parameter
 * the column is the quantity. */
static void add_long_grid(record *to, const salvo_appendix_entry *e, const salvo_appendix_grid *g)
{
    for (size_t i = 0; i < g->n_rows * g->n_columns; i++) {
        const salvo_appendix_cell *cell = &g->cells[i];
        const char *column = g->columns[i % g->n_columns].value.text;

        add_long_row(
            to, &(place){.entry = e->name,
                         .table = g->table_key ? g->table.text : NULL,
                         .row = e->by_names ? g->rows[i / g->n_columns].name : g->rows[i / g->n_columns].text,
                         .column = g->column_key ? column : NULL,
                         .quantity = g->quantity ? g->quantity : column,
                         .value = or_empty(cell->present,
                                           as_number(rounded(value_by(cell->exact, &cell->figure),
                                                             g->columns[i % g->n_columns].probability, e->digits))),
                         .cell = cell,
                         .remark = g->remark});
    }
}

/* The first column names the row; each other cell is one observation. */
static void add_long_list(record *to, const salvo_appendix_entry *e, const salvo_appendix_list *l)
{
    for (size_t r = 0; r < l->n_rows; r++)
        for (size_t c = 1; c < l->n_columns; c++)
            add_long_row(to, &(place){.entry = e->name,
                                      .table = l->title,
                                      .row = l->cells[r * l->n_columns],
                                      .column = l->headings[c],
                                      .value = as_text(l->cells[r * l->n_columns + c])});
}

/* Adds the grids and lists of each entry, in the order of the document. */
static void add_long(page *p, const void *of)
{
    const salvo_appendix *a = ((const printed *)of)->appendix;
    record to = page_record(p, TIDY);

    for (size_t i = 0; i < a->n_entries; i++) {
        const salvo_appendix_entry *e = &a->entries[i];

        for (size_t k = 0; k < e->n_grids; k++)
            add_long_grid(&to, e, &e->grids[k]);
        for (size_t k = 0; k < e->n_lists; k++)
            add_long_list(&to, e, &e->lists[k]);
    }
}

static const answer_kind APPENDIX_ANSWER = {.read = add_to_read, .tidy = add_long};

salvo_status appendix_keep(kept_answer *kept, salvo_format format, const salvo_appendix *appendix, salvo_error *err)
{
    return answer_keep(kept, format, &APPENDIX_ANSWER, &(printed){appendix, NULL}, &(answer_addition){.n_rules = 0},
                       err);
}

salvo_status appendix_report(FILE *out, salvo_format format, const salvo_appendix *appendix,
                             const placed_picture *pictures, salvo_error *err)
{
    return answer_write(out, format, &APPENDIX_ANSWER, &(printed){appendix, pictures}, err);
}

salvo_status salvo_report_appendix(FILE *out, salvo_format format, const salvo_appendix *appendix, salvo_error *err)
{
    return appendix_report(out, format, appendix, NULL, err);
}

/* Appends the title to the name, in small letters, digits and single hyphens. */
static void put_slug(char *name, size_t size, const char *text)
{
    size_t n = strlen(name);

    for (; *text && n + 1 < size; text++) {
        bool usable = isalnum((unsigned char)*text) != 0;

        if (usable || (n > 0 && name[n - 1] != '-'))
            name[n++] = usable ? (char)tolower((unsigned char)*text) : '-';
    }
    while (n > 0 && name[n - 1] == '-')
        n--;
    name[n] = '\0';
}

/* Keeps eight bytes free for the number that a table with a duplicate name gets. */
static void plain_name(char name[SALVO_TABLE_NAME_MAX], const salvo_appendix_entry *e, size_t table)
{
    snprintf(name, SALVO_TABLE_NAME_MAX, "%.64s%s", e->name, *table_title(e, table) ? "-" : "");
    put_slug(name, SALVO_TABLE_NAME_MAX - 8, table_title(e, table));
}

/* Returns whether any table has this name without a number. The search is over all pairs of tables, because an appendix
 * has a few dozen. */
static bool is_plain_name(const salvo_appendix *appendix, const char *name)
{
    char other[SALVO_TABLE_NAME_MAX];

    for (size_t i = 0; i < appendix->n_entries; i++)
        for (size_t k = 0; k < n_tables(&appendix->entries[i]); k++) {
            plain_name(other, &appendix->entries[i], k);
            if (strcmp(name, other) == 0)
                return true;
        }
    return false;
}

/* If tables have the same name, the first keeps it, and the others are numbered from 2 on. */
void salvo_appendix_table_name(char name[SALVO_TABLE_NAME_MAX], const salvo_appendix *appendix, size_t entry,
                               size_t table)
{
    char other[SALVO_TABLE_NAME_MAX];
    size_t twins = 0, number = 1;

    plain_name(name, &appendix->entries[entry], table);
    for (size_t i = 0; i <= entry; i++)
        for (size_t k = 0; k < (i < entry ? n_tables(&appendix->entries[i]) : table); k++) {
            plain_name(other, &appendix->entries[i], k);
            twins += strcmp(name, other) == 0;
        }
    /* A number is skipped if it would make the name of a third table. */
    for (snprintf(other, sizeof other, "%s", name); twins; twins--)
        do
            snprintf(name, SALVO_TABLE_NAME_MAX, "%.*s-%zu", SALVO_TABLE_NAME_MAX - 8, other, ++number);
        while (is_plain_name(appendix, name));
}

/* One table of an entry. */
typedef struct one_table {
    const salvo_appendix_entry *entry;
    size_t table;
} one_table;

static void add_one_table(page *p, const void *of)
{
    const one_table *t = of;

    add_table(p, t->entry, t->table, TIDY);
}

/* The format is always CSV, because a single table is meant for a program. */
salvo_status salvo_report_appendix_table(FILE *out, const salvo_appendix *appendix, size_t entry, size_t table,
                                         salvo_error *err)
{
    static const answer_kind TABLE_ANSWER = {.tidy = add_one_table};

    return answer_write(out, (salvo_format){.kind = SALVO_CSV}, &TABLE_ANSWER,
                        &(one_table){&appendix->entries[entry], table}, err);
}

/* Adds the links to an entry's files, each with its content. */
static void add_links(page *p, const salvo_appendix *a, size_t entry)
{
    const salvo_appendix_entry *e = &a->entries[entry];

    for (size_t t = 0; t < n_tables(e); t++) {
        const char *title = table_title(e, t), *remark = t < e->n_grids ? e->grids[t].remark : NULL;
        char name[SALVO_TABLE_NAME_MAX], file[SALVO_TABLE_NAME_MAX + 4];
        salvo_text words = {0};

        salvo_appendix_table_name(name, a, entry, t);
        snprintf(file, sizeof file, "%s.csv", name);
        salvo_text_add(&words, "%s%s%s%s", title, remark ? *title ? "; note: " : "note: " : "", remark ? remark : "",
                       remark ? "." : "");
        page_item(p,
                  (const span[]){
                      {SPAN_FILE, file}, {SPAN_WORDS, words.length ? ": " : ""}, {SPAN_WORDS, page_words(p, &words)}},
                  3);
        salvo_text_free(&words);
    }
}

/* Writes Markdown, because the index is read on a web page beside the files. */
static void add_index(page *p, const void *of)
{
    const salvo_appendix *appendix = of;

    page_heading_at(p, 1, "%s: %s", appendix->book->store.title, appendix->title);
    for (size_t i = 0; i < appendix->n_entries; i++) {
        page_heading(p, "%s", appendix->entries[i].title);
        if (appendix->entries[i].text)
            page_paragraph(p, "%s", appendix->entries[i].text);
        add_links(p, appendix, i);
    }
}

salvo_status salvo_report_appendix_index(FILE *out, const salvo_appendix *appendix, salvo_error *err)
{
    static const answer_kind INDEX_ANSWER = {.read = add_index};

    return answer_write(out, (salvo_format){.kind = SALVO_MARKDOWN}, &INDEX_ANSWER, appendix, err);
}
