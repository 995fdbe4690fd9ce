/* Opens a ruleset with its data. Checks that hold for every ruleset, such as mixes, rulings and unit names, are made
 * here once; the ruleset's own load function checks the rest. */
#include <salvo/arena.h>
#include <salvo/rules.h>

#include <string.h>

#include "data/names.h"
#include "rules/language.h"
#include "rules/mixes.h"
#include "rules/roster.h"
#include "rules/rulings.h"
#include "rules/unit_names.h"

enum { NAMES_MAX = 256 };

salvo_status salvo_ruleset_find(const char *name, const salvo_ruleset **ruleset, salvo_error *err)
{
    const char *names[NAMES_MAX] = {NULL};

    for (size_t i = 0; i < SALVO_N_RULESETS; i++) {
        names[i] = SALVO_RULESETS[i]->id;
        if (salvo_name_matches(names[i], name)) {
            *ruleset = SALVO_RULESETS[i];
            return SALVO_OK;
        }
    }
    return salvo_names_fail(err, names, SALVO_N_RULESETS, name, "unknown ruleset '%s'", name);
}

/* A procedure is found by its name or by its id: "mad.duel" and "MAD-05" are the same. */
salvo_status salvo_procedure_find(const salvo_ruleset *ruleset, const char *name, const salvo_procedure **procedure,
                                  salvo_error *err)
{
    const char *names[NAMES_MAX] = {NULL};
    size_t n = 0;

    for (; n < ruleset->n_procedures && n < NAMES_MAX; n++) {
        *procedure = ruleset->procedures[n];
        names[n] = (*procedure)->schema.name;
        if (salvo_name_matches(names[n], name) || salvo_name_matches((*procedure)->id, name))
            return SALVO_OK;
    }
    return salvo_names_fail(err, names, n, name, "unknown procedure '%s'", name);
}

/* Units and what else has cards are searched together. Where all of them are units a message calls them so, and not
 * "troop or vehicle". */
salvo_status salvo_unit_find(const salvo_rulebook *book, const char *name, salvo_arena *memory, size_t *unit,
                             salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;
    const char *more = ruleset->more_units ? ruleset->more_units : ruleset->more_cards;
    salvo_roster roster;
    const char *id;
    salvo_status status = salvo_roster_make(&roster, &book->store, ruleset->units, more, NULL, memory, err);

    if (!ruleset->more_cards)
        roster.noun = "unit";
    return status == SALVO_OK ? salvo_roster_find(&roster, name, unit, &id, err) : status;
}

/* Mixes are checked with every load: a cell that was changed may be one of their weights. */
static salvo_status load_tables(salvo_rulebook *book, salvo_error *err)
{
    salvo_status status;

    book->memory = salvo_arena_new();
    book->tables = book->memory ? salvo_arena_array(book->memory, 1, book->ruleset->tables_size) : NULL;
    if (!book->tables)
        return salvo_fail_memory(err);
    status = book->ruleset->load(&book->store, book->memory, book->tables, err);
    return status == SALVO_OK ? salvo_mixes_check(&book->store, book->ruleset, err) : status;
}

/* The ruleset of a folder: by the rules that it brings, or by its id. */
static salvo_status find_ruleset(salvo_rulebook *book, salvo_error *err)
{
    const char *rules = book->store.rules;

    if (!rules)
        return salvo_ruleset_find(book->store.id, &book->ruleset, err);
    book->script = salvo_arena_new();
    if (!book->script)
        return salvo_fail_memory(err);
    for (const salvo_language *l = SALVO_LANGUAGES; l->ending; l++)
        if (strlen(rules) > strlen(l->ending) && strcmp(rules + strlen(rules) - strlen(l->ending), l->ending) == 0)
            return l->describe(&book->store, book->script, &book->ruleset, err);
    return salvo_fail_at(err, SALVO_BAD_INPUT, rules, 0, 0,
                         "rules are written in Lua, in a file whose name ends in .lua");
}

static salvo_status check_ruleset(salvo_rulebook *book, const salvo_ruleset *wanted, salvo_error *err)
{
    if (!wanted)
        return find_ruleset(book, err);
    book->ruleset = wanted;
    if (strcmp(book->store.id, wanted->id) != 0 || book->store.rules)
        return salvo_fail_at(err, SALVO_BAD_INPUT, book->store.directory, 0, 0,
                             "the data is of %sruleset '%s', not '%s'", book->store.rules ? "a user's " : "",
                             book->store.id, wanted->id);
    return SALVO_OK;
}

/* Settings are applied to the store before any table is read, so a changed cell goes through the same checks as a
 * printed one. */
static salvo_status read_store(salvo_rulebook *book, const salvo_ruleset *ruleset, const char *directory,
                               const char *const *settings, size_t n_settings, salvo_error *err)
{
    salvo_status status = salvo_store_load(&book->store, directory, err);

    if (status != SALVO_OK)
        return status;
    status = check_ruleset(book, ruleset, err);
    for (size_t i = 0; i < n_settings && status == SALVO_OK; i++)
        status = salvo_store_set(&book->store, settings[i], err);
    return status;
}

static salvo_status open_book(salvo_rulebook *book, const salvo_ruleset *ruleset, const char *directory,
                              const char *const *settings, size_t n_settings, salvo_error *err)
{
    salvo_status status = read_store(book, ruleset, directory, settings, n_settings, err);

    if (status != SALVO_OK)
        return status;
    status = load_tables(book, err);
    if (status != SALVO_OK)
        return status;
    status = salvo_rulings_check(&book->store, book->ruleset, err);
    return status == SALVO_OK ? salvo_unit_names_check(&book->store, book->ruleset, err) : status;
}

salvo_status salvo_rulebook_open(salvo_rulebook *book, const salvo_ruleset *ruleset, const char *directory,
                                 const char *const *settings, size_t n_settings, salvo_error *err)
{
    salvo_status status;

    memset(book, 0, sizeof *book);
    status = open_book(book, ruleset, directory, settings, n_settings, err);
    if (status != SALVO_OK)
        salvo_rulebook_close(book);
    return status;
}

/* Rulings and names are not checked again: callers vary numbers, and the rest is the book's, where it has passed. */
salvo_status salvo_rulebook_vary(salvo_rulebook *variant, const salvo_rulebook *book, const salvo_change *change,
                                 salvo_error *err)
{
    salvo_status status;

    *variant = (salvo_rulebook){.ruleset = book->ruleset};
    status = salvo_store_vary(&variant->store, &book->store, change, err);
    status = status == SALVO_OK ? load_tables(variant, err) : status;
    if (status != SALVO_OK)
        salvo_rulebook_close(variant);
    return status;
}

void salvo_rulebook_close(salvo_rulebook *book)
{
    if (book->tables && book->ruleset->unload)
        book->ruleset->unload(book->tables);
    salvo_arena_free(book->memory);
    salvo_arena_free(book->script);
    salvo_store_free(&book->store);
    memset(book, 0, sizeof *book);
}

salvo_status salvo_rulebook_fault(const salvo_rulebook *book, salvo_error *err)
{
    return book->ruleset->fault ? book->ruleset->fault(book->tables, err) : SALVO_OK;
}

/* The row of a unit as a card: a fact for every column but those that name it. */
static salvo_status card_of_row(const salvo_table *table, size_t row, salvo_arena *memory, salvo_card *card,
                                salvo_error *err)
{
    const salvo_cell *cells = &table->cells[row * table->n_columns];
    const char *name = salvo_table_text(table, row, "name");
    salvo_fact *facts = salvo_arena_array(memory, table->n_columns, sizeof *facts);
    size_t n = 0;

    if (!facts)
        return salvo_fail_memory(err);
    for (size_t i = 1; i < table->n_columns; i++)
        if (cells[i].text != name)
            facts[n++] = (salvo_fact){table->header[i].text, table->header[i].text, cells[i].text};
    *card = (salvo_card){.id = cells[0].text, .name = name ? name : cells[0].text, .facts = facts, .n_facts = n};
    return SALVO_OK;
}

salvo_status salvo_unit_card(const salvo_rulebook *book, size_t unit, salvo_arena *memory, salvo_card *card,
                             salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;
    const salvo_table *units = salvo_store_table(&book->store, ruleset->units);

    if (ruleset->card)
        return ruleset->card(&book->store, book->tables, unit, memory, card, err);
    if (unit < units->n_rows)
        return card_of_row(units, unit, memory, card, err);
    return card_of_row(salvo_store_table(&book->store, ruleset->more_units ? ruleset->more_units : ruleset->more_cards),
                       unit - units->n_rows, memory, card, err);
}
