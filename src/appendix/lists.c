/* SPDX-License-Identifier: GPL-3.0-or-later */
/* There are two kinds of list: a table of the data, and record cards, a row each. Cards differ in their facts, so the
 * columns are all labels in the order in which they first occur. */
#include "appendix/lists.h"

#include <string.h>

#include <salvo/arena.h>
#include <salvo/text.h>

#include "base/try.h"
#include "data/names.h"

enum { FACTS_MAX = 48, NAMES_MAX = 256 }; /* columns of facts; names in a message */

static salvo_appendix_list *start_lists(salvo_appendix *a, salvo_appendix_entry *entry, size_t n)
{
    entry->lists = salvo_arena_array(a->memory, n, sizeof *entry->lists);
    return entry->lists;
}

/* Names must be exact, because the author of a list knows the ruleset's tables. */
static salvo_status find_table(const salvo_rulebook *book, const char *name, const salvo_table **table,
                               salvo_error *err)
{
    const char *names[NAMES_MAX];
    size_t n = 0;

    *table = salvo_store_table(&book->store, name);
    if (*table)
        return SALVO_OK;
    for (; n < book->store.n_tables && n < NAMES_MAX; n++)
        names[n] = book->store.tables[n].name;
    return salvo_names_fail(err, names, n, name, "there is no table '%s'", name);
}

static salvo_status find_column(const salvo_table *table, const char *name, size_t *column, salvo_error *err)
{
    const char *names[NAMES_MAX];
    int at = salvo_table_column(table, name);
    size_t n = 0;

    *column = (size_t)at;
    if (at >= 0)
        return SALVO_OK;
    for (; n < table->n_columns && n < NAMES_MAX; n++)
        names[n] = table->header[n].text;
    return salvo_names_fail(err, names, n, name, "the table '%s' has no column '%s'", table->name, name);
}

/* Texts are borrowed from the book. */
static salvo_status copy_columns(salvo_appendix *a, salvo_appendix_list *list, const salvo_table *table,
                                 const size_t columns[], salvo_error *err)
{
    list->headings = salvo_arena_array(a->memory, list->n_columns, sizeof *list->headings);
    list->cells = salvo_arena_array(a->memory, list->n_rows * list->n_columns, sizeof *list->cells);
    if (!list->headings || !list->cells)
        return salvo_fail_memory(err);
    for (size_t c = 0; c < list->n_columns; c++) {
        list->headings[c] = table->header[columns[c]].text;
        for (size_t r = 0; r < list->n_rows; r++)
            list->cells[r * list->n_columns + c] = table->cells[r * table->n_columns + columns[c]].text;
    }
    return SALVO_OK;
}

salvo_status appendix_data_make(salvo_appendix *a, size_t at, const appendix_wish *wish, const salvo_yaml *source,
                                salvo_error *err)
{
    salvo_appendix_entry *entry = &a->entries[at];
    salvo_appendix_list *list = start_lists(a, entry, 1);
    const salvo_table *table;
    size_t *columns;
    salvo_status status = SALVO_OK;

    TRY(appendix_blame(source, at, "table", -1, find_table(a->book, wish->table, &table, err), err));
    /* There is room for fields that are given twice. */
    columns = salvo_arena_array(a->memory, table->n_columns + wish->fields_count, sizeof *columns);
    if (!list || !columns)
        return salvo_fail_memory(err);
    *list = (salvo_appendix_list){.title = "", .n_rows = table->n_rows};
    list->n_columns = wish->fields ? wish->fields_count : table->n_columns;
    for (size_t c = 0; c < list->n_columns && status == SALVO_OK; c++) {
        columns[c] = c;
        if (wish->fields)
            status = appendix_blame(source, at, "fields", (int)c, find_column(table, wish->fields[c], &columns[c], err),
                                    err);
    }
    if (list->n_columns > SALVO_APPENDIX_COLUMNS_MAX && status == SALVO_OK)
        status = appendix_blame(source, at, "table", -1,
                                salvo_fail(err, SALVO_BAD_INPUT,
                                           "the list has %zu columns; a table has room for %d: "
                                           "choose some with fields",
                                           list->n_columns, SALVO_APPENDIX_COLUMNS_MAX),
                                err);
    entry->n_lists = 1;
    return status == SALVO_OK ? copy_columns(a, list, table, columns, err) : status;
}

/* The cards of one entry, and the columns of their list: name, nation, and the labels of facts in the order in which
 * they first occur. */
typedef struct deck {
    salvo_card *cards;
    size_t n;
    const char **known; /* every label */
    size_t n_known;
    const char **labels; /* the wanted ones */
    size_t n_labels;
    bool nations;
} deck;

static bool is_yes(const char *text)
{
    return text && strcmp(text, "yes") == 0;
}

/* Units may be in two tables; some rulebooks have cards for more rows than units (more_cards). */
static const char *second_table(const salvo_ruleset *r)
{
    return r->more_units ? r->more_units : r->more_cards;
}

static size_t rows_of(const salvo_rulebook *book, const char *name)
{
    const salvo_table *table = name ? salvo_store_table(&book->store, name) : NULL;

    return table ? table->n_rows : 0;
}

/* Finds the rows of the wish's table among all units: `n` from `first` on. Without a table: all units. */
static salvo_status find_span(const salvo_rulebook *book, const char *table, size_t *first, size_t *n, salvo_error *err)
{
    const salvo_ruleset *r = book->ruleset;
    const char *names[2] = {r->units, second_table(r)};
    size_t n_first = rows_of(book, r->units), n_second = rows_of(book, names[1]);

    if (!r->units)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no units; use kind: data to print a table",
                          r->id);
    *first = 0;
    *n = r->more_units ? n_first + n_second : n_first; /* more_cards are drawn only on request */
    if (!table)
        return SALVO_OK;
    *first = strcmp(table, names[0]) == 0 ? 0 : n_first;
    *n = strcmp(table, names[0]) == 0 ? n_first : n_second;
    if (strcmp(table, names[0]) == 0 || (names[1] && strcmp(table, names[1]) == 0))
        return SALVO_OK;
    return salvo_names_fail(err, names, names[1] ? 2 : 1, table, "the table '%s' has no record cards", table);
}

static salvo_status draw_named(salvo_appendix *a, salvo_card *card, const appendix_wish *wish, size_t at, size_t i,
                               const salvo_yaml *source, salvo_error *err)
{
    size_t unit;
    salvo_status status = salvo_unit_find(a->book, wish->units[i], a->memory, &unit, err);

    if (status != SALVO_OK)
        return appendix_blame(source, at, "units", (int)i, status, err);
    return salvo_unit_card(a->book, unit, a->memory, card, err);
}

/* Draws all units of the span, or those that the wish names. */
static salvo_status draw_cards(salvo_appendix *a, deck *d, const appendix_wish *wish, size_t at,
                               const salvo_yaml *source, salvo_error *err)
{
    const salvo_rulebook *book = a->book;
    size_t first = 0;
    salvo_status status = SALVO_OK;

    TRY(appendix_blame(source, at, wish->table ? "table" : "kind", -1, find_span(book, wish->table, &first, &d->n, err),
                       err));
    d->n = wish->units ? wish->units_count : d->n;
    d->cards = salvo_arena_array(a->memory, d->n, sizeof *d->cards);
    if (!d->cards)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < d->n && status == SALVO_OK; i++)
        status = wish->units ? draw_named(a, &d->cards[i], wish, at, i, source, err)
                             : salvo_unit_card(book, first + i, a->memory, &d->cards[i], err);
    for (size_t i = 0; i < d->n && status == SALVO_OK; i++) /* a column for nations if any card has one */
        d->nations = d->nations || d->cards[i].nation;
    return status;
}

/* A label is indented if its fact belongs to the previous one; a column has no indent. */
static const char *plain(const char *label)
{
    return label + strspn(label, " ");
}

/* Without fields all labels are wanted. */
static bool is_wanted(const appendix_wish *wish, const char *label)
{
    for (unsigned i = 0; i < wish->fields_count; i++)
        if (salvo_name_among((const char *const *)&wish->fields[i], 1, label) == 0)
            return true;
    return !wish->fields;
}

static bool is_among(const char *const *labels, size_t n, const char *label)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(labels[i], label) == 0)
            return true;
    return false;
}

/* Lists every label of the cards once, and the wanted ones. */
static salvo_status note_labels(salvo_appendix *a, deck *d, const appendix_wish *wish, salvo_error *err)
{
    size_t n_facts = 0;

    for (size_t i = 0; i < d->n; i++)
        n_facts += d->cards[i].n_facts;
    d->known = salvo_arena_array(a->memory, n_facts, sizeof *d->known);
    /* At most every fact has its own label. */
    d->labels = salvo_arena_array(a->memory, n_facts, sizeof *d->labels);
    if (!d->known || !d->labels)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < d->n; i++)
        for (size_t k = 0; k < d->cards[i].n_facts; k++) {
            const char *label = plain(d->cards[i].facts[k].label);

            if (is_among(d->known, d->n_known, label))
                continue;
            d->known[d->n_known++] = label;
            if (is_wanted(wish, label))
                d->labels[d->n_labels++] = label;
        }
    return SALVO_OK;
}

static salvo_status check_field(const deck *d, const appendix_wish *wish, unsigned i, salvo_error *err)
{
    if (salvo_name_among(d->known, d->n_known, wish->fields[i]) >= 0)
        return SALVO_OK;
    return salvo_names_fail(err, d->known, d->n_known, wish->fields[i], "no card has a line '%s'", wish->fields[i]);
}

/* Fields are compared with all labels, including those of cards that lack some. */
static salvo_status check_fields(const deck *d, const appendix_wish *wish, size_t at, const salvo_yaml *source,
                                 salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (unsigned i = 0; i < wish->fields_count && status == SALVO_OK; i++)
        status = appendix_blame(source, at, "fields", (int)i, check_field(d, wish, i, err), err);
    if (status != SALVO_OK)
        return status;
    if (d->n_labels > FACTS_MAX)
        return appendix_blame(source, at, NULL, -1,
                              salvo_fail(err, SALVO_BAD_INPUT,
                                         "the cards have %zu lines; a table has room for %d of them: choose some "
                                         "with fields",
                                         d->n_labels, FACTS_MAX),
                              err);
    if (is_yes(wish->by_nation) && !d->nations)
        return appendix_blame(source, at, "by-nation", -1,
                              salvo_fail(err, SALVO_BAD_INPUT, "none of these cards has a nation"), err);
    return SALVO_OK;
}

/* Returns the values of a card's facts of that label. Two weapons are two facts of one label: "Class B Cannon; Small
 * Arms". A card without such a fact has an empty cell. */
static const char *facts_of(salvo_appendix *a, const salvo_card *card, const char *label)
{
    salvo_text text = {0};
    const char *copy;

    for (size_t k = 0; k < card->n_facts; k++)
        if (strcmp(plain(card->facts[k].label), label) == 0)
            salvo_text_add(&text, "%s%s", text.length ? "; " : "", card->facts[k].value);
    copy = text.failed ? NULL : salvo_arena_text(a->memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return copy;
}

/* Adds the list of one nation's cards, or of all cards (NULL). */
static salvo_status add_list(salvo_appendix *a, salvo_appendix_entry *entry, const deck *d, const char *nation,
                             salvo_error *err)
{
    salvo_appendix_list *list = &entry->lists[entry->n_lists];
    bool nations = d->nations && !nation; /* a list of one nation needs no column for it */
    size_t before = nations ? 2 : 1;

    *list = (salvo_appendix_list){.title = nation ? nation : "", .n_columns = d->n_labels + before};
    list->headings = salvo_arena_array(a->memory, list->n_columns, sizeof *list->headings);
    list->cells = salvo_arena_array(a->memory, d->n * list->n_columns, sizeof *list->cells);
    if (!list->headings || !list->cells)
        return salvo_fail_memory(err);
    list->headings[0] = "name";
    list->headings[before - 1] = nations ? "nation" : "name";
    for (size_t l = 0; l < d->n_labels; l++)
        list->headings[before + l] = d->labels[l];
    for (size_t i = 0; i < d->n; i++) {
        const char **row = list->cells + list->n_rows * list->n_columns;

        if (nation && strcmp(d->cards[i].nation ? d->cards[i].nation : "", nation) != 0)
            continue;
        list->n_rows++;
        row[before - 1] = nations ? d->cards[i].nation ? d->cards[i].nation : "" : d->cards[i].name;
        row[0] = d->cards[i].name; /* after the line above, which may have put the name in the same place */
        for (size_t l = 0; l < d->n_labels; l++)
            if (!(row[before + l] = facts_of(a, &d->cards[i], d->labels[l])))
                return salvo_fail_memory(err);
    }
    entry->n_lists++;
    return SALVO_OK;
}

/* A nation's list is made at its first card. The search is linear, because there are few nations. There is at most one
 * list for each card, for which start_lists() has made room. */
static salvo_status add_nations(salvo_appendix *a, salvo_appendix_entry *entry, const deck *d, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < d->n && status == SALVO_OK; i++) {
        const char *nation = d->cards[i].nation ? d->cards[i].nation : "";
        bool done = false;

        for (size_t k = 0; k < entry->n_lists; k++)
            done = done || strcmp(entry->lists[k].title, nation) == 0;
        if (!done)
            status = add_list(a, entry, d, nation, err);
    }
    return status;
}

/* A check also draws the cards, because only that finds a missing unit. */
salvo_status appendix_cards_make(salvo_appendix *a, size_t at, const appendix_wish *wish, const salvo_yaml *source,
                                 bool asks_only, salvo_error *err)
{
    salvo_appendix_entry *entry = &a->entries[at];
    deck d = {.n = 0};
    salvo_status status;

    TRY(draw_cards(a, &d, wish, at, source, err));
    TRY(note_labels(a, &d, wish, err));
    status = check_fields(&d, wish, at, source, err);
    if (status != SALVO_OK || asks_only) /* the checks are done */
        return status;
    if (!start_lists(a, entry, d.n))
        return salvo_fail_memory(err);
    if (is_yes(wish->by_nation))
        return add_nations(a, entry, &d, err);
    return add_list(a, entry, &d, NULL, err);
}
