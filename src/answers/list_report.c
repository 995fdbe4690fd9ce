/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists: rulebooks, procedures, tables, cards. A table of the data keeps its own columns; all else is described by
 * fields. */
#include <salvo/report.h>

#include <stdio.h>
#include <string.h>

#include "answers/lists.h"
#include "base/phrase.h"

enum { NAMES_SHOWN = 6 };

/* Returns 0 for a table that the book does not have. */
static size_t count_rows(const salvo_rulebook *book, const char *name)
{
    const salvo_table *table = name ? salvo_store_table(&book->store, name) : NULL;

    return table ? table->n_rows : 0;
}

static size_t count_units(const salvo_rulebook *book)
{
    return count_rows(book, book->ruleset->units) + count_rows(book, book->ruleset->more_units);
}

/* Returns where the rulebook was found: in a folder, or in salvo itself. The hash of all tables and of a user's rules
 * identifies them. */
static const char *source_of(const book_list *list, size_t i)
{
    const salvo_store *store = &list->at[i].store;

    const bool is_users = (store->rules && !store->has_salvos_rules) || store->rules_of;

    return list->sources ? list->sources[i] : is_users ? store->directory : "salvo";
}

/* A broken rulebook has a row with the reason. A cell without a number keeps the kind of its column, so that one broken
 * book does not turn a column of numbers into texts. */
static void describe_broken(record *to, const char *id, const salvo_error *fault, const char *source)
{
    char place[64] = "", text[SALVO_ERROR_PATH + SALVO_ERROR_TEXT + 128];

    if (fault->line)
        snprintf(place, sizeof place, fault->column ? ":%d:%d" : ":%d", fault->line, fault->column);
    snprintf(text, sizeof text, "broken: %s%s%s%s", fault->path, place, *fault->path ? ": " : "", fault->text);
    const field fields[] = {
        {"ruleset", as_text(id)},
        {"procedures", or_empty(false, as_whole(0))},
        {"units", or_empty(false, as_whole(0))},
        {"title", as_text(text)},
        {"edition", as_text(NULL)},
        {"hash", or_empty(false, as_hash(0))},
        {"source", as_text(source)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_opened(record *to, const salvo_rulebook *book, const char *source)
{
    const field fields[] = {
        {"ruleset", as_text(book->ruleset->id)},
        {"procedures", as_whole(book->ruleset->n_procedures)},
        {"units", as_whole(count_units(book))},
        {"title", as_text(book->store.title)},
        {"edition", as_text(book->store.edition)},
        {"hash", as_hash(salvo_store_hash(&book->store))},
        {"source", as_text(source)},
    };

    PUT_FIELDS(to, fields);
}

/* Both kinds of rows have the same columns, as all rows of a sheet must. */
static void describe_ruleset(record *to, const void *of, size_t i)
{
    static const salvo_error NONE = {.text = ""};
    const book_list *list = of;

    if (to->blank)
        describe_broken(to, "", &NONE, "");
    else if (list->at[i].ruleset)
        describe_opened(to, &list->at[i], source_of(list, i));
    else
        describe_broken(to, list->ids[i], &list->faults[i], source_of(list, i));
}

/* The rows are the same for reading and for programs. */
static void add_rulesets(page *p, const void *of)
{
    sheet_name(page_rows(p, READ, describe_ruleset, of, ((const book_list *)of)->n), "rulesets");
}

const answer_kind RULESETS_ANSWER = {.read = add_rulesets, .tidy = add_rulesets};

salvo_status salvo_report_rulesets(FILE *out, salvo_format format, const salvo_rulebook *at, size_t n, salvo_error *err)
{
    return answer_write(out, format, &RULESETS_ANSWER, &(book_list){.at = at, .n = n}, err);
}

/* If the list has a table for each chapter, only rows of that chapter are put. */
static void describe_procedure(record *to, const void *of, size_t i)
{
    const book_list *b = of;
    const salvo_procedure *procedure = b->at->ruleset->procedures[i];
    const field fields[] = {
        {"procedure", as_text(procedure->schema.name)},
        {"id", as_text(procedure->id)},
        {"chapter", as_text(procedure->documentation.chapter)},
        {"title", as_text(procedure->documentation.title)},
    };

    if (!b->chapter || strcmp(b->chapter, procedure->documentation.chapter) == 0)
        PUT_FIELDS(to, fields);
}

static const view_column PROCEDURES[] = {{"procedure", NULL}, {"id", NULL}, {"title", ""}};

/* Procedures of a chapter need not be adjacent in the ruleset's list. */
bool is_first_of_chapter(const salvo_ruleset *ruleset, size_t procedure)
{
    for (size_t i = 0; i < procedure; i++)
        if (strcmp(ruleset->procedures[i]->documentation.chapter,
                   ruleset->procedures[procedure]->documentation.chapter) == 0)
            return false;
    return true;
}

/* Adds a sheet for each chapter of the book. */
static void add_chapters(page *p, const salvo_rulebook *book)
{
    page_heading(p, "%s (%s)", book->store.title, book->ruleset->id);
    for (size_t i = 0; i < book->ruleset->n_procedures; i++) {
        const book_list of = {.at = book, .n = 1, .chapter = book->ruleset->procedures[i]->documentation.chapter};

        if (!is_first_of_chapter(book->ruleset, i))
            continue;
        page_paragraph(p, "%s", of.chapter);
        sheet_name(page_view(p, VIEW(PROCEDURES), describe_procedure, &of, book->ruleset->n_procedures), of.chapter);
    }
}

static void add_procedures(page *p, const void *of)
{
    const book_list *b = of;

    for (size_t i = 0; i < b->n; i++)
        add_chapters(p, &b->at[i]);
}

/* Adds all books in one sheet, because a procedure's name begins with its book's. */
static void add_procedures_tidy(page *p, const void *of)
{
    const book_list *b = of;
    record to = page_record(p, TIDY);

    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < b->at[i].ruleset->n_procedures; k++, record_next(&to))
            describe_procedure(&to, &(book_list){.at = &b->at[i], .n = 1}, k);
}

const answer_kind PROCEDURES_ANSWER = {.read = add_procedures, .tidy = add_procedures_tidy};

salvo_status salvo_report_procedures(FILE *out, salvo_format format, const salvo_rulebook *at, size_t n,
                                     salvo_error *err)
{
    return answer_write(out, format, &PROCEDURES_ANSWER, &(book_list){.at = at, .n = n}, err);
}

/* Editors may add columns, so the cells of a column decide its kind. */
static column_kind kind_of(const salvo_table *table, size_t column)
{
    column_kind kind = COLUMN_OPEN;

    for (size_t row = 0; row < table->n_rows; row++)
        kind = column_with(kind, table->cells[row * table->n_columns + column].text);
    return kind == COLUMN_OPEN ? COLUMN_TEXT : kind;
}

/* If a table has more columns than a sheet can have, the first ones are kept. */
static void add_columns(sheet *s, const salvo_table *table)
{
    for (size_t c = 0; c < table->n_columns && s->n_columns < SHEET_COLUMNS_MAX; c++)
        sheet_column(s, table->header[c].text, kind_of(table, c));
}

/* Adds the columns that only the second table has. */
static void add_new_columns(sheet *s, const salvo_table *table, const salvo_table *first)
{
    for (size_t c = 0; c < table->n_columns && s->n_columns < SHEET_COLUMNS_MAX; c++)
        if (salvo_table_column(first, table->header[c].text) < 0)
            sheet_column(s, table->header[c].text, kind_of(table, c));
}

/* Columns are found by name: a second table may have them in another order. */
void add_table_rows(sheet *s, const salvo_table *table, const char *nation)
{
    for (size_t row = 0; row < table->n_rows; row++) {
        const char *of = nation ? salvo_table_text(table, row, "nation") : NULL;

        /* Rows without a nation belong to none. */
        if (nation && (!of || strcmp(of, nation) != 0))
            continue;
        for (size_t c = 0; c < s->n_columns; c++) {
            /* The heading is NULL if memory ran out, and then the page has failed. */
            const char *heading = s->column[c].heading;
            const char *text = heading ? salvo_table_text(table, row, heading) : NULL;

            sheet_cell(s, "%s", text ? text : "");
        }
    }
}

/* For reading, two tables are two sheets; for programs, one with the columns of both. */
static sheet *open_table(page *p, const salvo_table *table)
{
    sheet *s = page_sheet(p);

    sheet_name(s, table->name);
    add_columns(s, table);
    return s;
}

/* For reading, each of two tables has its own columns. */
static void add_tables(page *p, const void *of)
{
    const table_list *t = of;

    add_table_rows(open_table(p, t->table), t->table, t->nation);
    if (t->more)
        add_table_rows(open_table(p, t->more), t->more, t->nation);
}

/* One sheet with the columns of both, because CSV has room for one table. */
static void add_tables_tidy(page *p, const void *of)
{
    const table_list *t = of;
    sheet *s = open_table(p, t->table);

    if (t->more)
        add_new_columns(s, t->more, t->table);
    add_table_rows(s, t->table, t->nation);
    if (t->more)
        add_table_rows(s, t->more, t->nation);
}

const answer_kind TABLES_ANSWER = {.read = add_tables, .tidy = add_tables_tidy};

/* Returns the name without its folder, so that the manual does not depend on where it was made. */
static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static void describe_table(record *to, const void *store, size_t i)
{
    const salvo_table *table = &((const salvo_store *)store)->tables[i];
    const field fields[] = {
        {"table", as_text(table->name)},      {"file", as_text(file_name(table->path))},
        {"rows", as_whole(table->n_rows)},    {"contents", as_text(table->title)},
        {"section", as_text(table->section)},
    };

    PUT_FIELDS(to, fields);
}

sheet *add_table_list(page *p, const salvo_store *store)
{
    return page_rows(p, READ, describe_table, store, store->n_tables);
}

/* The rows are the same for reading and for programs. */
static void add_book_tables(page *p, const void *of)
{
    sheet_name(add_table_list(p, of), "tables");
}

const answer_kind BOOK_TABLES_ANSWER = {.read = add_book_tables, .tidy = add_book_tables};

/* The nation is a row of the nations table. Its first column is the id that units refer to. */
table_list list_of_units(const salvo_rulebook *book, const size_t *nation)
{
    const salvo_ruleset *ruleset = book->ruleset;
    const salvo_table *units = salvo_store_table(&book->store, ruleset->units), *nations = units->nations;

    return (table_list){.table = units,
                        .more = ruleset->more_units ? salvo_store_table(&book->store, ruleset->more_units) : NULL,
                        .nation = nation ? nations->cells[*nation * nations->n_columns].text : NULL};
}

salvo_status salvo_report_units(FILE *out, salvo_format format, const salvo_rulebook *book, const size_t *nation,
                                salvo_error *err)
{
    const table_list units = list_of_units(book, nation);

    return answer_write(out, format, &TABLES_ANSWER, &units, err);
}

/* Weapons are a table like any other. */
salvo_status salvo_report_weapons(FILE *out, salvo_format format, const salvo_rulebook *book, salvo_error *err)
{
    return salvo_report_table(out, format, salvo_store_table(&book->store, book->ruleset->weapons), err);
}

salvo_status salvo_report_table(FILE *out, salvo_format format, const salvo_table *table, salvo_error *err)
{
    return answer_write(out, format, &TABLES_ANSWER, &(table_list){table, NULL, NULL}, err);
}

/* Returns the number of the fact among those with its key: a unit with two weapons has two facts "weapon". */
static size_t turn_of_key(const salvo_card *card, size_t fact)
{
    size_t turn = 1;

    for (size_t i = 0; i < fact; i++)
        turn += strcmp(card->facts[i].key, card->facts[fact].key) == 0;
    return turn;
}

/* A label may be indented and may occur twice. Programs use the key. */
static void describe_fact(record *to, const void *of, size_t i)
{
    const owned_card *c = of;
    const salvo_fact *fact = &c->card->facts[i];
    const size_t turn = turn_of_key(c->card, i);
    const field fields[] = {
        {"ruleset", as_text(c->book->ruleset->id)},
        {"id", as_text(c->card->id)},
        {"name", as_text(c->card->name)},
        {"nation", as_text(c->card->nation)},
        {"key", turn > 1 ? as_words(to, "%s-%zu", fact->key, turn) : as_text(fact->key)}, /* keys are unique */
        {"fact", as_text(fact->label)},
        {"value", as_text(fact->value)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column CARD[] = {{"fact", ""}, {"value", ""}};

/* A card may have no nation. */
static void add_card(page *p, const void *of)
{
    const salvo_card *card = ((const owned_card *)of)->card;

    page_heading(p, "%s (%s%s%s)", card->name, card->nation ? card->nation : "", card->nation ? ", " : "", card->id);
    sheet_name(page_view(p, VIEW(CARD), describe_fact, of, card->n_facts), "card");
}

static void add_card_tidy(page *p, const void *of)
{
    page_rows(p, TIDY, describe_fact, of, ((const owned_card *)of)->card->n_facts);
}

const answer_kind CARD_ANSWER = {.read = add_card, .tidy = add_card_tidy};

salvo_status salvo_report_card(FILE *out, salvo_format format, const salvo_rulebook *book, const salvo_card *card,
                               salvo_error *err)
{
    return answer_write(out, format, &CARD_ANSWER, &(owned_card){book, card}, err);
}

static size_t count_cells(const salvo_store *store)
{
    size_t cells = 0;

    for (size_t i = 0; i < store->n_tables; i++)
        cells += store->tables[i].n_rows * store->tables[i].n_columns;
    return cells;
}

/* For a book that is not in order the command prints only the fault. */
static const char *state_of(const book_list *list, size_t i)
{
    return !list->checks || rulebook_check_is_whole(&list->checks[i]) ? "in order" : "not all tried";
}

static void describe_check(record *to, const void *of, size_t i)
{
    const book_list *list = of;
    const salvo_rulebook *book = &list->at[i];
    const field fields[] = {
        {"data", as_text(book->store.directory)},   {"ruleset", as_text(book->ruleset->id)},
        {"tables", as_whole(book->store.n_tables)}, {"cells", as_whole(count_cells(&book->store))},
        {"units", as_whole(count_units(book))},     {"hash", as_hash(salvo_store_hash(&book->store))},
        {"state", as_text(state_of(list, i))},
    };

    PUT_FIELDS(to, fields);
}

/* A cell has room for a few names. JSON has them all. */
static datum as_joined(record *to, const checked_names *names)
{
    salvo_text text = {0};

    for (size_t i = 0; i < names->n && i < NAMES_SHOWN; i++)
        salvo_text_add(&text, "%s%s", i ? ", " : "", names->at[i]);
    if (names->n > NAMES_SHOWN)
        salvo_text_add(&text, " and %zu more", names->n - NAMES_SHOWN);
    return as_built(to, &text);
}

static void describe_name(record *to, const void *of, size_t i)
{
    const field fields[] = {{"name", as_text(((const checked_names *)of)->at[i])}};

    PUT_FIELDS(to, fields);
}

static datum as_names(const checked_names *names)
{
    return as_list(describe_name, names, names->n);
}

static void describe_checked(record *to, const void *of, size_t i)
{
    const checked_procedure *checked = &((const rulebook_check *)of)->procedures[i];
    const char *endless = checked->endless;
    const datum words =
        as_words(to, "%s (%.3g %%)", endless && *endless ? endless : "by default", 100 * checked->endless_chance);
    const datum may_never_end =
        OBJECT({"words", as_text(endless)}, {"probability", as_number(checked->endless_chance)});
    const field fields[] = {
        {"procedure", as_text(checked->procedure->schema.name)},
        {"questions", as_whole(checked->questions)},
        {"refused", or_empty(to->in == JSON || checked->refused > 0, as_whole(checked->refused))},
        {"refused_because", as_name(checked->refused_because)},
        {"results", as_whole(checked->results)},
        {"never_seen", read_as(to, as_names(&checked->never), as_joined(to, &checked->never))},
        {"never_gained", read_as(to, as_names(&checked->never_gained), as_joined(to, &checked->never_gained))},
        {"may_never_end", or_empty(endless != NULL, read_as(to, may_never_end, words))},
    };

    PUT_FIELDS(to, fields);
}

static const view_column CHECKED[] = {
    {"procedure", NULL},
    {"questions", NULL},
    {"refused", NULL},
    {"results", NULL},
    {"never_seen", "never occurred"},
    {"never_gained", "never increased"},
    {"may_never_end", "may never end"},
};

/* A procedure without an answered question was not tried at all. */
static void add_untried(page *p, const rulebook_check *check)
{
    for (size_t i = 0; i < check->n; i++) {
        const checked_procedure *c = &check->procedures[i];

        if (c->questions == 0)
            page_paragraph(p, "%s was not tried: all %zu questions were refused. The first refusal: %s",
                           c->procedure->schema.name, c->refused, c->refused_because);
    }
}

/* Adds what was tried of a rulebook with rules of its own. */
static void add_checked(page *p, const salvo_rulebook *book, const rulebook_check *check)
{
    if (check->n) {
        page_paragraph(p, "%s: every rule gave the same answer twice to the same dice.", book->ruleset->id);
        sheet_name(page_view(p, VIEW(CHECKED), describe_checked, check, check->n), book->ruleset->id);
        add_untried(p, check);
    }
    if (check->n && check->unread.n) {
        salvo_text text = {0};

        salvo_text_add(&text, "%s: no rule read the %s ", book->ruleset->id,
                       salvo_agree(check->unread.n, "column", "columns"));
        for (size_t i = 0; i < check->unread.n; i++)
            salvo_text_add(&text, "%s%s", salvo_between(i, check->unread.n, " and "), check->unread.at[i]);
        salvo_text_put(&text, " in these questions.");
        page_text(p, &text);
    }
    if (check->n_tests)
        page_paragraph(p, "%s: %s of tests.csv %s.", book->ruleset->id, salvo_counted(check->n_tests, "test").text,
                       salvo_agree(check->n_tests, "passes", "pass"));
}

static void add_checks(page *p, const void *of)
{
    const book_list *list = of;

    page_rows(p, READ, describe_check, of, list->n);
    for (size_t i = 0; i < list->n && list->checks; i++)
        add_checked(p, &list->at[i], &list->checks[i]);
}

/* CSV has the state alone, so that every row has the same columns. */
static void add_checks_tidy(page *p, const void *of)
{
    page_rows(p, READ, describe_check, of, ((const book_list *)of)->n);
}

static const checked_names NO_NAMES = {NULL, 0};

static void describe_whole_check(record *to, const void *of, size_t i)
{
    const book_list *list = of;
    const rulebook_check *check = list->checks ? &list->checks[i] : NULL;
    const field fields[] = {
        {"procedures", if_there(check && check->n > 0, as_objects(describe_checked, check, check ? check->n : 0))},
        {"unread", if_there(check && check->n > 0, as_names(check ? &check->unread : &NO_NAMES))},
        {"tests", if_there(check && check->n + check->n_tests > 0, as_whole(check ? (int64_t)check->n_tests : 0))},
    };

    describe_check(to, of, i);
    PUT_FIELDS(to, fields);
}

static void list_checks(record *to, const void *of)
{
    for (size_t i = 0; i < ((const book_list *)of)->n; i++) {
        const field fields[] = {{NULL, as_row(describe_whole_check, of, i)}};

        PUT_FIELDS(to, fields);
    }
}

const answer_kind CHECK_ANSWER = {.read = add_checks, .tidy = add_checks_tidy, .list = list_checks};

salvo_status salvo_report_check(FILE *out, salvo_format format, const salvo_rulebook *at, size_t n, salvo_error *err)
{
    return answer_write(out, format, &CHECK_ANSWER, &(book_list){.at = at, .n = n}, err);
}
