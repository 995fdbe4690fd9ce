/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/lists.h"
#include "base/try.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"

/* Finds units and everything else that has cards in the same way. */
static salvo_status show(context *x, const salvo_rulebook *book, const char *name, salvo_error *err)
{
    salvo_card card;
    size_t unit;
    salvo_status status;

    if (!book->ruleset->units)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no units", book->ruleset->id);
    TRY(salvo_unit_find(book, name, x->memory, &unit, err));
    status = salvo_unit_card(book, unit, x->memory, &card, err);
    return report(x, &CARD_ANSWER, &(owned_card){book, &card}, status, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    const list *words = &x->options.names;
    const char *name = "";
    salvo_rulebook book;
    salvo_status status;

    /* A card is what the rulebook prints: no word can change it. */
    if (words->n && x->options.parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "show takes a unit and no parameters, as in salvo show \"Tiger I\" -r mad; --set CELL=V "
                          "changes a cell of the tables");
    if (words->n == 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "which unit should be shown? as in salvo show \"Tiger I\" -r mad");
    /* Several words are one name, so quotes are optional: salvo show Tiger I. */
    for (size_t i = 0; i < words->n && name; i++)
        name = salvo_arena_printf(x->memory, "%s%s%s", name, i ? " " : "", words->text[i]);
    TRY(name ? book_open_named(&book, x, err) : salvo_fail_memory(err));
    status = show(x, &book, name, err);
    salvo_rulebook_close(&book);
    return status;
}

const command SHOW_COMMAND = {
    .name = "show",
    .usage = "UNIT -r ID",
    .help = "show the record card of a unit or an aircraft",
    .more = "  salvo show \"Tiger I\" -r mad\n  salvo show \"Spitfire 1A\" -r mad",
    .takes = TAKES_RULESET | TAKES_DATA | TAKES_SET | TAKES_OUTPUT,
    .run = run,
};
