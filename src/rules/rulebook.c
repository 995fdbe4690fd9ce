/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a ruleset with its data. This file makes the checks that hold for every ruleset, such as mixes, rulings and
 * unit names. The ruleset's own load function checks the rest. */

#include <salvo/arena.h>

#include <stdio.h>
#include <string.h>

#include "base/try.h"
#include "data/names.h"
#include "rules/language.h"
#include "rules/mixes.h"
#include "rules/roster.h"
#include "rules/rulings.h"
#include "rules/shipped.h"
#include "rules/unit_names.h"

/* More than any rulebook has. For procedures beyond it, only the exact name is found and none is proposed. */
enum { NAMES_MAX = 256 };

/* A procedure has a name and an id, and both find it: "mad.duel" and "MAD-05" are the same. */
salvo_status salvo_procedure_find(const salvo_ruleset *ruleset, const char *name, const salvo_procedure **procedure,
                                  salvo_error *err)
{
    const char *names[NAMES_MAX] = {NULL};
    salvo_typed_name typed;
    size_t n = 0;

    for (size_t i = 0; i < ruleset->n_procedures; i++) { /* the exact spelling first, which is the usual case */
        *procedure = ruleset->procedures[i];
        if (strcmp((*procedure)->schema.name, name) == 0)
            return SALVO_OK;
    }
    salvo_name_type(&typed, name);
    for (; n < ruleset->n_procedures && n < NAMES_MAX; n++) {
        *procedure = ruleset->procedures[n];
        names[n] = (*procedure)->schema.name;
        if (salvo_typed_matches(&typed, names[n]) || salvo_typed_matches(&typed, (*procedure)->id))
            return SALVO_OK;
    }
    return salvo_names_fail(err, names, n, name, "unknown procedure '%s'", name);
}

/* A ruleset leaves the name of a table NULL if it does not have it. */
static bool is_table(const char *name, const salvo_table *table)
{
    return name && strcmp(name, table->name) == 0;
}

bool salvo_ruleset_names_rows(const salvo_ruleset *rules, const salvo_table *table)
{
    if (is_table(rules->units, table) || is_table(rules->weapons, table) || is_table(rules->more_units, table) ||
        is_table(rules->more_cards, table))
        return true;
    for (size_t i = 0; i < rules->n_procedures; i++)
        for (size_t k = 0; k < rules->procedures[i]->schema.n_parameters; k++) {
            const salvo_parameter *p = &rules->procedures[i]->schema.parameters[k];

            if (p->kind == SALVO_NAME && (is_table(p->table, table) || is_table(p->more_table, table)))
                return true;
            for (const salvo_source *from = p->sources; p->kind == SALVO_LIST && from && from->table; from++)
                if (is_table(from->table, table))
                    return true;
        }
    return false;
}

/* Units and other rows with cards are searched together. If all of them are units, a message says "unit" and not "troop
 * or vehicle". */
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

/* The tables keep a pointer to the store that they were loaded from. The pointer goes to a handle in the book's memory,
 * because a handle inside the book would be left behind when the book moves. Every load checks the mixes, because a
 * changed cell may be one of their weights. */
static salvo_status load_tables(salvo_rulebook *book, salvo_error *err)
{
    salvo_store *store;

    book->memory = salvo_arena_new();
    store = book->memory ? salvo_arena_array(book->memory, 1, sizeof *store) : NULL;
    book->tables = store ? salvo_arena_array(book->memory, 1, book->ruleset->tables_size) : NULL;
    if (!book->tables)
        return salvo_fail_memory(err);
    *store = book->store;
    if (book->ruleset->script)
        *(const void **)book->tables = book->ruleset->script;
    TRY(book->ruleset->load(store, book->memory, book->tables, err));
    return salvo_mixes_check(&book->store, book->ruleset, err);
}

/* A folder with its own id needs rules. Its author may not know how to name a ruleset. */
static salvo_status no_rules(const salvo_store *store, const char *name, salvo_error *err)
{
    char path[SALVO_ERROR_PATH];

    snprintf(path, sizeof path, "%s/ruleset.yaml", store->directory);
    return salvo_fail_at(err, SALVO_BAD_INPUT, path, 0, 0,
                         "salvo has no rules '%s'; write 'rules: rules.lua' for rules of your own, or 'rules: mad' "
                         "for those of a ruleset of salvo (salvo list rulesets)",
                         name);
}

/* Makes the ruleset of the rules in the store, after house rules have been added to them. */
static salvo_status describe(salvo_rulebook *book, const salvo_rulebook_changes *changes, salvo_error *err)
{
    const char *rules = book->store.rules;
    salvo_status status = SALVO_OK;

    book->script = salvo_arena_new();
    if (!book->script)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < changes->n_rules && status == SALVO_OK; i++)
        status = salvo_store_add_house_rules(&book->store, changes->rules[i], err);
    if (status != SALVO_OK)
        return status;
    for (const salvo_language *l = SALVO_LANGUAGES; l->ending; l++)
        if (strlen(rules) > strlen(l->ending) && strcmp(rules + strlen(rules) - strlen(l->ending), l->ending) == 0)
            return l->describe(&book->store, book->script, &book->ruleset, err);
    return salvo_fail_at(err, SALVO_BAD_INPUT, rules, 0, 0,
                         "rules must be written in Lua, in a file whose name ends in .lua");
}

/* Takes the rules of one of salvo's rulebooks: the one with the folder's id, or the one that the folder names. They have
 * the folder's id. */
static salvo_status take_salvos(salvo_rulebook *book, const salvo_rulebook_changes *changes, salvo_error *err)
{
    salvo_store *store = &book->store;
    const char *name = store->rules_of ? store->rules_of : store->id, *id = shipped_id(name);
    char root[DIRECTORY_MAX], directory[DIRECTORY_MAX];
    salvo_status status;

    if (!id)
        return no_rules(store, name, err);
    shipped_find(root);
    if (snprintf(directory, sizeof directory, "%s/%s", root, id) >= (int)sizeof directory)
        return salvo_fail_at(err, SALVO_IO, root, 0, 0, "the path of this folder is too long");
    status = salvo_store_take_rules(store, directory, err);
    store->has_salvos_rules = true;
    return status == SALVO_OK ? describe(book, changes, err) : status;
}

/* If the caller names a ruleset or an id, other data is refused, because answers would appear under the wrong rulebook.
 * Without a ruleset the folder decides, by its rules or its id. */
static salvo_status find_ruleset(salvo_rulebook *book, const salvo_ruleset *wanted, const char *id,
                                 const salvo_rulebook_changes *changes, salvo_error *err)
{
    salvo_store *store = &book->store;
    const bool has_rules = store->rules || store->rules_of;

    if (id && (strcmp(store->id, id) != 0 || (wanted && has_rules)))
        return salvo_fail_at(err, SALVO_BAD_INPUT, store->directory, 0, 0,
                             "the data is for the %sruleset '%s', not '%s'", wanted && has_rules ? "a user's " : "",
                             store->id, id);
    book->ruleset = wanted;
    store->has_salvos_rules = store->rules && shipped_is(store->directory, store->id);
    return wanted ? SALVO_OK : store->rules ? describe(book, changes, err) : take_salvos(book, changes, err);
}

/* The settings change the store before any table is read, so a changed cell passes the same checks as a printed one. */
static salvo_status read_store(salvo_rulebook *book, const salvo_ruleset *ruleset, const char *id,
                               const char *directory, const salvo_rulebook_changes *changes, salvo_error *err)
{
    salvo_status status;

    TRY(salvo_store_load(&book->store, directory, err));
    status = find_ruleset(book, ruleset, id, changes, err);
    for (size_t i = 0; i < changes->n_settings && status == SALVO_OK; i++)
        status = salvo_store_set(&book->store, changes->settings[i], err);
    return status;
}

/* Rulings and names are checked last, so that a fault in a table is reported before a fault in the texts about it. */
static salvo_status check_book(salvo_rulebook *book, salvo_error *err)
{
    TRY(load_tables(book, err));
    TRY(salvo_rulings_check(&book->store, book->ruleset, err));
    return salvo_unit_names_check(&book->store, book->ruleset, err);
}

/* After a failure everything that was opened is closed. The book is zeroed first, so that closing knows what is
 * open. */
static salvo_status open_book(salvo_rulebook *book, const salvo_ruleset *ruleset, const char *id, const char *directory,
                              const salvo_rulebook_changes *changes, salvo_error *err)
{
    salvo_status status;

    memset(book, 0, sizeof *book);
    status = read_store(book, ruleset, id, directory, changes, err);
    status = status == SALVO_OK ? check_book(book, err) : status;
    if (status != SALVO_OK)
        salvo_rulebook_close(book);
    return status;
}

salvo_status salvo_rulebook_open_changed(salvo_rulebook *book, const char *id, const char *directory,
                                         const salvo_rulebook_changes *changes, salvo_error *err)
{
    return open_book(book, NULL, id, directory, changes ? changes : &(salvo_rulebook_changes){.n_rules = 0}, err);
}

salvo_status salvo_rulebook_open(salvo_rulebook *book, const salvo_ruleset *ruleset, const char *directory,
                                 const char *const *settings, size_t n_settings, salvo_error *err)
{
    return open_book(book, ruleset, ruleset ? ruleset->id : NULL, directory,
                     &(salvo_rulebook_changes){.settings = settings, .n_settings = n_settings}, err);
}

/* Rulings and names are not checked again: callers change numbers, and the book has passed the other checks. */
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

/* The script is closed after the tables, which may hold values of the script. */
void salvo_rulebook_close(salvo_rulebook *book)
{
    if (book->tables && book->ruleset->unload)
        book->ruleset->unload(book->tables);
    salvo_arena_free(book->memory);
    if (book->script && book->ruleset && book->ruleset->close)
        book->ruleset->close(book->ruleset);
    salvo_arena_free(book->script);
    salvo_store_free(&book->store);
    memset(book, 0, sizeof *book);
}

/* Rules in Lua can fail during a throw, where no function can return a status. The failure waits here until a caller
 * asks for it. */
salvo_status salvo_rulebook_fault(const salvo_rulebook *book, salvo_error *err)
{
    return book->ruleset->fault ? book->ruleset->fault(book->tables, err) : SALVO_OK;
}

/* Makes a card from the unit's row: a fact for every column except those of its name. */
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

/* If a ruleset has no card of its own, the card shows the columns of the table. So users' rulebooks have cards without
 * a line of code. */
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
