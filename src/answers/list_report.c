#include <salvo/report.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "document/page.h"

static size_t count_rows(const salvo_rulebook *book, const char *name)
{
    const salvo_table *table = name ? salvo_store_table(&book->store, name) : NULL;

    return table ? table->n_rows : 0;
}

static size_t count_units(const salvo_rulebook *book)
{
    return count_rows(book, book->ruleset->units) + count_rows(book, book->ruleset->more_units);
}

salvo_status salvo_report_rulesets(FILE *out, salvo_format format, const salvo_rulebook *books, size_t n,
                                   salvo_error *err)
{
    page p;
    salvo_status status = page_init(&p, err);

    if (status == SALVO_OK) {
        sheet *s = page_sheet(&p);

        sheet_name(s, "rulesets");
        sheet_column(s, "ruleset", COLUMN_TEXT);
        sheet_column(s, "procedures", COLUMN_NUMBER);
        sheet_column(s, "units", COLUMN_NUMBER);
        sheet_column(s, "title", COLUMN_TEXT);
        sheet_column(s, "edition", COLUMN_TEXT);
        sheet_column(s, "hash", COLUMN_TEXT);
        for (size_t i = 0; i < n; i++) {
            sheet_cell(s, "%s", books[i].ruleset->id);
            sheet_cell(s, "%zu", books[i].ruleset->n_procedures);
            sheet_cell(s, "%zu", count_units(&books[i]));
            sheet_cell(s, "%s", books[i].store.title);
            sheet_cell(s, "%s", books[i].store.edition);
            sheet_cell(s, "%016" PRIx64, books[i].store.hash);
        }
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}

static void add_procedures(sheet *s, const salvo_rulebook *book, const char *chapter)
{
    for (size_t i = 0; i < book->ruleset->n_procedures; i++) {
        const salvo_procedure *procedure = book->ruleset->procedures[i];

        if (chapter && strcmp(chapter, procedure->documentation.chapter) != 0)
            continue;
        sheet_cell(s, "%s", procedure->schema.name);
        sheet_cell(s, "%s", procedure->id);
        if (!chapter)
            sheet_cell(s, "%s", procedure->documentation.chapter);
        sheet_cell(s, "%s", procedure->documentation.title);
    }
}

static bool is_first_of_chapter(const salvo_ruleset *ruleset, size_t procedure)
{
    for (size_t i = 0; i < procedure; i++)
        if (strcmp(ruleset->procedures[i]->documentation.chapter,
                   ruleset->procedures[procedure]->documentation.chapter) == 0)
            return false;
    return true;
}

/* A sheet for each chapter, as the book groups them. */
static void add_chapters(page *p, const salvo_rulebook *book)
{
    page_heading(p, "%s (%s)", book->store.title, book->ruleset->id);
    for (size_t i = 0; i < book->ruleset->n_procedures; i++) {
        sheet *s;

        if (!is_first_of_chapter(book->ruleset, i))
            continue;
        page_paragraph(p, "%s", book->ruleset->procedures[i]->documentation.chapter);
        s = page_sheet(p);
        sheet_name(s, book->ruleset->procedures[i]->documentation.chapter);
        sheet_column(s, "procedure", COLUMN_TEXT);
        sheet_column(s, "id", COLUMN_TEXT);
        sheet_column(s, "", COLUMN_TEXT);
        add_procedures(s, book, book->ruleset->procedures[i]->documentation.chapter);
    }
}

salvo_status salvo_report_procedures(FILE *out, salvo_format format, const salvo_rulebook *books, size_t n,
                                     salvo_error *err)
{
    page p;
    salvo_status status = page_init(&p, err);

    if (status == SALVO_OK && !is_for_computing(format)) {
        for (size_t i = 0; i < n; i++)
            add_chapters(&p, &books[i]);
    } else if (status == SALVO_OK) {
        sheet *s = page_sheet(&p);

        sheet_column(s, "procedure", COLUMN_TEXT);
        sheet_column(s, "id", COLUMN_TEXT);
        sheet_column(s, "chapter", COLUMN_TEXT);
        sheet_column(s, "title", COLUMN_TEXT);
        for (size_t i = 0; i < n; i++)
            add_procedures(s, &books[i], NULL);
    }
    if (status == SALVO_OK)
        status = page_write(out, format, &p, err);
    page_free(&p);
    return status;
}

static bool is_number(const char *text)
{
    char *end;

    strtod(text, &end);
    return end != text && *end == '\0';
}

/* Numbers, and marks that stand for none ("-", "#"). */
static bool holds_numbers(const salvo_table *table, size_t column)
{
    bool any = false;

    for (size_t row = 0; row < table->n_rows; row++) {
        const char *text = table->cells[row * table->n_columns + column].text;

        if (!is_number(text) && strlen(text) > 1)
            return false;
        any = any || is_number(text);
    }
    return any;
}

static column_kind kind_of(const salvo_table *table, size_t column)
{
    return holds_numbers(table, column) ? COLUMN_NUMBER : COLUMN_TEXT;
}

static void add_columns(sheet *s, const salvo_table *table)
{
    for (size_t c = 0; c < table->n_columns && s->n_columns < SHEET_COLUMNS_MAX; c++)
        sheet_column(s, table->header[c].text, kind_of(table, c));
}

/* The columns that the second table has and the first has not. */
static void add_new_columns(sheet *s, const salvo_table *table, const salvo_table *first)
{
    for (size_t c = 0; c < table->n_columns && s->n_columns < SHEET_COLUMNS_MAX; c++)
        if (salvo_table_column(first, table->header[c].text) < 0)
            sheet_column(s, table->header[c].text, kind_of(table, c));
}

/* A cell for each column of the sheet, empty where the table has no such column. `nation` NULL: every row. */
static void add_rows(sheet *s, const salvo_table *table, const char *nation)
{
    for (size_t row = 0; row < table->n_rows; row++) {
        const char *of = nation ? salvo_table_text(table, row, "nation") : NULL;

        if (nation && (!of || strcmp(of, nation) != 0))
            continue;
        for (size_t c = 0; c < s->n_columns; c++) {
            const char *text = salvo_table_text(table, row, s->column[c].heading);

            sheet_cell(s, "%s", text ? text : "");
        }
    }
}

/* Two tables are two sheets for reading and one, with the columns of both, for computing. */
static salvo_status report_rows(FILE *out, salvo_format format, const salvo_table *table, const salvo_table *more,
                                const char *nation, salvo_error *err)
{
    page p;
    salvo_status status = page_init(&p, err);

    if (status == SALVO_OK) {
        sheet *s = page_sheet(&p);

        sheet_name(s, table->name);
        add_columns(s, table);
        if (more && is_for_computing(format))
            add_new_columns(s, more, table);
        add_rows(s, table, nation);
        if (more && !is_for_computing(format)) {
            s = page_sheet(&p);
            sheet_name(s, more->name);
            add_columns(s, more);
        }
        if (more)
            add_rows(s, more, nation);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}

salvo_status salvo_report_units(FILE *out, salvo_format format, const salvo_rulebook *book, const size_t *nation,
                                salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;
    const salvo_table *units = salvo_store_table(&book->store, ruleset->units);
    const salvo_table *more = ruleset->more_units ? salvo_store_table(&book->store, ruleset->more_units) : NULL;
    const salvo_table *nations = units->nations;

    return report_rows(out, format, units, more, nation ? nations->cells[*nation * nations->n_columns].text : NULL,
                       err);
}

salvo_status salvo_report_weapons(FILE *out, salvo_format format, const salvo_rulebook *book, salvo_error *err)
{
    return report_rows(out, format, salvo_store_table(&book->store, book->ruleset->weapons), NULL, NULL, err);
}

salvo_status salvo_report_table(FILE *out, salvo_format format, const salvo_table *table, salvo_error *err)
{
    return report_rows(out, format, table, NULL, NULL, err);
}

static void fill_card(page *p, const salvo_card *card)
{
    sheet *s;

    page_heading(p, "%s (%s%s%s)", card->name, card->nation ? card->nation : "", card->nation ? ", " : "", card->id);
    s = page_sheet(p);
    sheet_name(s, "card");
    sheet_column(s, "", COLUMN_TEXT);
    sheet_column(s, "", COLUMN_TEXT);
    for (size_t i = 0; i < card->n_facts; i++) {
        sheet_cell(s, "%s", card->facts[i].label);
        sheet_cell(s, "%s", card->facts[i].value);
    }
}

/* The how many-th fact of its key this is: a unit with two weapons has two of "weapon". */
static size_t turn_of_key(const salvo_card *card, size_t fact)
{
    size_t turn = 1;

    for (size_t i = 0; i < fact; i++)
        turn += strcmp(card->facts[i].key, card->facts[fact].key) == 0;
    return turn;
}

/* "weapon", "weapon-2": no key comes twice. */
static void put_key(sheet *s, const salvo_card *card, size_t fact)
{
    size_t turn = turn_of_key(card, fact);

    if (turn > 1)
        sheet_cell(s, "%s-%zu", card->facts[fact].key, turn);
    else
        sheet_cell(s, "%s", card->facts[fact].key);
}

static void fill_card_tidy(page *p, const salvo_rulebook *book, const salvo_card *card)
{
    static const char *const COLUMNS[] = {"ruleset", "id", "name", "nation", "key", "fact", "value"};
    sheet *s = page_sheet(p);

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i], COLUMN_TEXT);
    for (size_t i = 0; i < card->n_facts; i++) {
        sheet_cell(s, "%s", book->ruleset->id);
        sheet_cell(s, "%s", card->id);
        sheet_cell(s, "%s", card->name);
        sheet_cell(s, "%s", card->nation ? card->nation : "");
        put_key(s, card, i);
        sheet_cell(s, "%s", card->facts[i].label);
        sheet_cell(s, "%s", card->facts[i].value);
    }
}

salvo_status salvo_report_card(FILE *out, salvo_format format, const salvo_rulebook *book, const salvo_card *card,
                               salvo_error *err)
{
    page p;
    salvo_status status = page_init(&p, err);

    if (status == SALVO_OK) {
        if (!is_for_computing(format))
            fill_card(&p, card);
        else
            fill_card_tidy(&p, book, card);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}

static void add_check(sheet *s, const salvo_rulebook *book)
{
    size_t cells = 0;

    for (size_t i = 0; i < book->store.n_tables; i++)
        cells += book->store.tables[i].n_rows * book->store.tables[i].n_columns;
    sheet_cell(s, "%s", book->store.directory);
    sheet_cell(s, "%s", book->ruleset->id);
    sheet_cell(s, "%zu", book->store.n_tables);
    sheet_cell(s, "%zu", cells);
    sheet_cell(s, "%zu", count_units(book));
    sheet_cell(s, "%016" PRIx64, book->store.hash);
    sheet_cell(s, "in order");
}

salvo_status salvo_report_check(FILE *out, salvo_format format, const salvo_rulebook *books, size_t n, salvo_error *err)
{
    page p;
    salvo_status status = page_init(&p, err);

    if (status == SALVO_OK) {
        sheet *s = page_sheet(&p);

        sheet_column(s, "data", COLUMN_TEXT);
        sheet_column(s, "ruleset", COLUMN_TEXT);
        sheet_column(s, "tables", COLUMN_NUMBER);
        sheet_column(s, "cells", COLUMN_NUMBER);
        sheet_column(s, "units", COLUMN_NUMBER);
        sheet_column(s, "hash", COLUMN_TEXT);
        sheet_column(s, "state", COLUMN_TEXT);
        for (size_t i = 0; i < n; i++)
            add_check(s, &books[i]);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
