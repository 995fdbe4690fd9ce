/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/schema.h"
#include "cli/battle_options.h"
#include "cli/battle_schema.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "cli/scenario.h"

static salvo_status fight(context *x, const salvo_rulebook *book, salvo_error *err)
{
    options *o = &x->options;
    salvo_battle_plan plan;
    salvo_battle battle;
    salvo_status status;

    o->seeks_halt = true;
    status = battle_options_read(&plan, x, book, o->army_a, o->army_b, err);

    if (status != SALVO_OK)
        return status;
    status = salvo_battle_fight(&battle, book, &plan, &o->approach, err);
    return report(x, &BATTLE_ANSWER, &battle, status, err);
}

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
    /* A file sets only the options that are not typed, so one option can change a scenario for one run. */
    options *o = &x->options;
    salvo_status status = battle_options_take_armies(o, 0, err);

    if (status == SALVO_OK && o->names.n == 1)
        status = scenario_read(o, o->names.text[0], x->memory, err);
    if (status != SALVO_OK)
        return status;
    if (o->help)
        return book_use(x, tell_help, err);
    status = battle_options_need(o, "salvo battle \"2 Tiger I\" \"5 Sherman M4A1\" -r mad --range 1000, or a YAML file",
                                 err);
    if (status == SALVO_OK && o->names.n > 1)
        status = salvo_fail(err, SALVO_BAD_INPUT,
                            "'%s' is not an option of the battle; give two armies or one YAML file", o->names.text[2]);
    return status == SALVO_OK ? book_use(x, fight, err) : status;
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
