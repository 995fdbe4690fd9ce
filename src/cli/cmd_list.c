/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists what there is. The name of a table lists that table. Five common things have a name that is valid for
 * every rulebook. */
#include "answers/lists.h"
#include "base/try.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "data/find.h"
#include "data/names.h"

static const char *const THINGS[] = {"rulesets", "procedures", "units", "weapons", "tables"};
enum { RULESETS, PROCEDURES, UNITS, WEAPONS, TABLES, N_THINGS };
enum { TABLES_MAX = 256 };

/* Broken rulesets are listed, too, so that authors see their own. Procedures come only from those that open. */
static salvo_status list_books(context *x, int thing, salvo_error *err)
{
    open_books books;
    salvo_status status;

    TRY(books_open(&books, x, thing == RULESETS, err));
    status = report(
        x, thing == RULESETS ? &RULESETS_ANSWER : &PROCEDURES_ANSWER,
        &(book_list){.at = books.at, .n = books.n, .faults = books.faults, .sources = books.sources, .ids = books.ids},
        SALVO_OK, err);
    books_close(&books);
    return status;
}

static salvo_status list_units(context *x, const salvo_rulebook *book, salvo_error *err)
{
    const char *name = x->options.nation;
    size_t nation;
    salvo_status status = name ? book_nation(book, name, &nation, err) : SALVO_OK;
    table_list units;

    if (status != SALVO_OK)
        return status;
    units = list_of_units(book, name ? &nation : NULL);
    return report(x, &TABLES_ANSWER, &units, status, err);
}

/* Finds one of the tables whose rows have record cards. */
static salvo_status find_kind(const salvo_rulebook *book, const char *kind, const salvo_table **table, salvo_error *err)
{
    const char *const all[] = {book->ruleset->units, book->ruleset->more_units, book->ruleset->more_cards};
    const char *names[sizeof all / sizeof *all];
    size_t n = 0;
    int at;

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            names[n++] = all[i];
    at = salvo_name_among(names, n, kind);
    if (at < 0)
        return salvo_names_fail(err, names, n, kind, "%s has no kind of units '%s'", book->store.title, kind);
    *table = salvo_store_table(&book->store, names[at]);
    return SALVO_OK;
}

static salvo_status list_kind(context *x, const salvo_rulebook *book, salvo_error *err)
{
    table_list rows = {.table = NULL};
    salvo_status status = find_kind(book, x->options.kind, &rows.table, err);

    return report(x, &TABLES_ANSWER, &rows, status, err);
}

static salvo_status list_rows(context *x, int thing, salvo_error *err)
{
    salvo_rulebook book;
    salvo_status status = book_open_named(&book, x, err);
    const char *table;

    if (status != SALVO_OK)
        return status;
    /* The rulebook says which of its tables has them; it may have none. */
    table = thing == UNITS ? book.ruleset->units : book.ruleset->weapons;
    if (thing == TABLES)
        status = report(x, &BOOK_TABLES_ANSWER, &book.store, SALVO_OK, err);
    else if (!table)
        status = salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no %s", book.ruleset->id, THINGS[thing]);
    else if (thing == UNITS)
        status = (x->options.kind ? list_kind : list_units)(x, &book, err);
    else
        status =
            report(x, &TABLES_ANSWER, &(table_list){.table = salvo_store_table(&book.store, table)}, SALVO_OK, err);
    salvo_rulebook_close(&book);
    return status;
}

/* Fails and proposes the things and tables nearest to `name`. */
static salvo_status unknown_thing(const salvo_store *store, const char *name, salvo_error *err)
{
    const char *names[N_THINGS + TABLES_MAX];
    size_t n = 0;

    for (; n < N_THINGS; n++)
        names[n] = THINGS[n];
    for (size_t i = 0; i < store->n_tables && i < TABLES_MAX; i++)
        if (salvo_name_among(THINGS, N_THINGS, store->tables[i].name) < 0)
            names[n++] = store->tables[i].name;
    if (n > SALVO_NAMES_LISTED && !salvo_names_near(names, n, name))
        return salvo_fail(err, SALVO_BAD_INPUT, "cannot list '%s'; salvo list tables -r %s lists the tables", name,
                          store->id);
    return salvo_names_fail(err, names, n, name, "cannot list '%s'", name);
}

/* Lists any other table of the ruleset with that name. */
static salvo_status list_table(context *x, salvo_error *err)
{
    const options *o = &x->options;
    const char *name = o->names.text[0];
    /* Without a rulebook there is no table to search, and the message offers only the five things. */
    const bool named = book_is_named(x);
    salvo_rulebook book = {0};
    const salvo_table *table = NULL;
    salvo_status status = named ? book_open_named(&book, x, err) : SALVO_OK;
    int at;

    if (status != SALVO_OK)
        return status;
    at = named ? salvo_store_table_named(&book.store, name) : -1;
    table = at < 0 ? NULL : &book.store.tables[at];
    status = table ? SALVO_OK : unknown_thing(&book.store, name, err);
    status = report(x, &TABLES_ANSWER, &(table_list){.table = table}, status, err);
    salvo_rulebook_close(&book);
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    int thing = o->names.n == 1 ? salvo_name_among(THINGS, N_THINGS, o->names.text[0]) : -1;

    if (o->names.n != 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "what should be listed? rulesets, procedures, units, weapons, tables, "
                          "or a table, as in salvo list rulings -r mad");
    /* If it were ignored, everything would seem to belong to that nation. */
    if (o->nation && thing != UNITS)
        return salvo_fail(err, SALVO_BAD_INPUT, "--nation is for 'list units'; leave it out");
    if (o->kind && (thing != UNITS || o->nation))
        return salvo_fail(err, SALVO_BAD_INPUT, "--kind is for 'list units', without --nation; leave it out");
    if (thing < 0)
        return list_table(x, err);
    return thing == RULESETS || thing == PROCEDURES ? list_books(x, thing, err) : list_rows(x, thing, err);
}

const command LIST_COMMAND = {
    .name = "list",
    .usage =
        "rulesets | procedures [-r ID] | units -r ID [--nation NAME | --kind TABLE] | weapons -r ID | tables -r ID | TABLE -r ID",
    .help = "list rulebooks, procedures, units, weapons or the rows of any other table",
    .more = "  salvo list rulesets             the rulebooks, also those of your own, with their folders\n"
            "  salvo list procedures -r mad    what a rulebook resolves with dice; without -r, of all rulebooks\n"
            "  salvo list units -r mad         the units, with their numbers\n"
            "  salvo list units -r mad --kind aircraft\n"
            "  salvo list weapons -r mad       the weapons\n"
            "  salvo list tables -r mad        all tables of the rulebook\n"
            "  salvo list rulings -r mad       any other table",
    .takes = TAKES_RULESET | TAKES_NATION | TAKES_KIND | TAKES_DATA | TAKES_SET | TAKES_SHOW | TAKES_OUTPUT,
    .run = run,
};
