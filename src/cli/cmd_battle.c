/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/schema.h"
#include "base/try.h"
#include "cli/ask.h"
#include "cli/battle_schema.h"
#include "cli/books.h"
#include "cli/commands.h"

/* With a rulebook, --help lists every word that its battles take. */
static bool helps(const options *o)
{
    return o->ruleset || o->data;
}

static salvo_status tell_help(context *x, const salvo_rulebook *book, salvo_error *err)
{
    salvo_schema schema;
    salvo_status status = battle_schema_of(&schema, book, x->memory, err);

    for (EACH_OUTPUT(&x->outputs, to))
        status = status == SALVO_OK ? schema_report(to->stream, to->format, book, &schema, BATTLE_COMMAND.help, err)
                                    : status;
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    subject battle;

    TRY(subject_read_short(&battle, x, OF_BATTLE, err));
    return x->options.help ? book_use(x, tell_help, err) : subject_answer(x, &battle, err);
}

const command BATTLE_COMMAND = {
    .name = "battle",
    .usage = "FILE.yaml | A B -r ID --range N [--scenario NAME] [key=value ...]",
    .help = "fight a battle of two armies: who wins, and what it costs each side",
    .more =
        "  salvo battle \"2 Tiger I\" \"4 Sherman M4A1, 1 Sherman Firefly\" -r mad --range 1000\n"
        "  salvo battle --a \"2 T34/76\" --b \"Tiger I\" -r mad --range 1500 --scenario advance --method mc\n"
        "  salvo battle experiments/shermans-against-tigers.yaml\n"
        "An army is a list of counts and units; it can also follow --a or --b. Options of an element are in\n"
        "parentheses. Options of a whole side start with a- or b- (a-cover=normal). salvo battle -r mad --help lists\n"
        "all of them.",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_BATTLE | TAKES_PLAN | TAKES_METHOD | TAKES_HEADLINE | TAKES_DATA |
             TAKES_SET | TAKES_CHART | TAKES_OUTPUT,
    .helps = helps,
    .run = run,
};
