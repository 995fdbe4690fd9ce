/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/try.h"
#include "cli/ask.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "cli/subject.h"

static salvo_status draw_with(context *x, const salvo_rulebook *book, const salvo_procedure *procedure,
                              const list *words, salvo_error *err)
{
    const options *o = &x->options;
    salvo_curve curve;
    salvo_status status =
        salvo_curve_draw(&curve, book, procedure, words->text, words->n, o->over.text, o->over.n, &o->approach, err);

    return report(x, &CURVE_ANSWER, &curve, status, err);
}

static salvo_status draw(context *x, const salvo_rulebook *book, const salvo_procedure *procedure, salvo_error *err)
{
    return draw_with(x, book, procedure, &x->options.parameters, err);
}

/* "duel A B" is the rulebook's duel procedure with both units as parameters. */
static salvo_status draw_duel(context *x, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_duel_adapter *duel = book->ruleset->duel;
    const salvo_procedure *procedure;
    list words = {.n = 0};

    if (!duel)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel", book->ruleset->id);
    list_put_pair(&words, duel->a, x->options.names.text[1], x->memory);
    list_put_pair(&words, duel->b, x->options.names.text[2], x->memory);
    TRY(duel_words(&words, x, duel, err));
    TRY(salvo_procedure_find(book->ruleset, duel->procedure, &procedure, err));
    return draw_with(x, book, procedure, &words, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    const list *names = &x->options.names;
    const bool of_duel = names->n == 3 && strcmp(names->text[0], "duel") == 0;
    const salvo_status status = subject_refuse_strangers(&x->options, of_duel ? OF_DUEL : OF_PROCEDURE, err);

    if (status != SALVO_OK)
        return status;
    if (of_duel)
        return book_use(x, draw_duel, err);
    if (names->n != 1)
        return options_fail_names(
            &x->options, names->n && strcmp(names->text[0], "duel") == 0 ? 3 : 1, err,
            "a curve needs a procedure or a duel, as in salvo curve mad.direct-fire weapon=cannon-b --over range");
    return ask_of(x, names->text[0], draw, err);
}

const command CURVE_COMMAND = {
    .name = "curve",
    .usage = "PROCEDURE [key=value ...] --over KEY[=VALUES] [--over KEY[=VALUES]]\n"
             "salvo curve duel A B -r ID [key=value ...] --over KEY[=VALUES] [--over KEY[=VALUES]]",
    .help = "compute a procedure over one or two swept parameters",
    .more = "  salvo curve mad.direct-fire weapon=cannon-b --over range\n"
            "  salvo curve duel \"Tiger I\" \"Sherman Firefly\" -r mad --over range --over a-cover\n"
            "  salvo curve mad.duel b=german-tiger-i range=750 --over a",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_FIRST | TAKES_DUEL | TAKES_OVER | TAKES_METHOD | TAKES_HEADLINE |
             TAKES_WORDS | TAKES_DATA | TAKES_SET | TAKES_CHART | TAKES_SHOW | TAKES_OUTPUT,
    .run = run,
};
