/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/try.h"
#include "cli/ask.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"

static salvo_status fight(context *x, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options;
    list words = {.n = 0};
    salvo_duel duel;
    salvo_status status;

    TRY(duel_words(&words, x, book->ruleset->duel, err));
    status = salvo_duel_fight(&duel, book, o->names.text[0], o->names.text[1], words.text, words.n, &o->approach, err);
    return report(x, &DUEL_ANSWER, &duel, status, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;

    if (o->names.n != 2)
        return options_fail_names(
            o, 2, err, "a duel needs two units, as in salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 500");
    return book_use(x, fight, err);
}

const command DUEL_COMMAND = {
    .name = "duel",
    .usage = "A B -r ID [--range N] [--first WHO] [key=value ...]",
    .help = "fight a duel of two units: who wins, and in how many turns",
    .more = "  salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 500\n"
            "  salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 a-cover=normal --first simultaneous\n"
            "The key=value words are parameters of the rulebook's duel; salvo odds mad.duel --help lists them.",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_FIRST | TAKES_DUEL | TAKES_METHOD | TAKES_HEADLINE | TAKES_WORDS |
             TAKES_DATA | TAKES_SET | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
