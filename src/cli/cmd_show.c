#include "base/arena.h"
#include "base/text.h"
#include "cli/books.h"
#include "cli/commands.h"

static salvo_status show(const options *o, const salvo_rulebook *book, const char *name, salvo_arena *memory,
                         salvo_error *err)
{
    salvo_card card;
    size_t unit;
    salvo_status status = salvo_unit_find(book, name, memory, &unit, err);

    if (status == SALVO_OK)
        status = book->ruleset->card(&book->store, book->tables, unit, memory, &card, err);
    for (EACH_OUTLET(o->outlets, to))
        status = status == SALVO_OK ? salvo_report_card(to->stream, to->format, book, &card, err) : status;
    return status;
}

static salvo_status open_and_show(const options *o, const char *name, salvo_error *err)
{
    salvo_rulebook book;
    salvo_arena *memory;
    salvo_status status = book_open_named(&book, o, err);

    if (status != SALVO_OK)
        return status;
    memory = salvo_arena_new();
    if (!memory)
        status = salvo_fail_memory(err);
    else if (book.ruleset->units)
        status = show(o, &book, name, memory, err);
    else
        status = salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no units", book.ruleset->id);
    salvo_arena_free(memory);
    salvo_rulebook_close(&book);
    return status;
}

static salvo_status run(const options *o, salvo_error *err)
{
    salvo_text name = {0};
    salvo_status status;

    if (o->names.n == 0 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT, "show which unit? as in salvo show \"Tiger I\" -r mad");
    for (size_t i = 0; i < o->names.n; i++)
        salvo_text_add(&name, "%s%s", i ? " " : "", o->names.text[i]);
    status = open_and_show(o, salvo_text_of(&name), err);
    salvo_text_free(&name);
    return status;
}

const command SHOW_COMMAND = {
    .name = "show",
    .usage = "UNIT -r ID",
    .help = "the record card of a unit",
    .more = "  salvo show \"Tiger I\" -r mad\n  salvo show \"Spitfire 1A\" -r mad",
    .takes = TAKES_RULESET | TAKES_DATA | TAKES_SET | TAKES_OUTPUT,
    .run = run,
};
