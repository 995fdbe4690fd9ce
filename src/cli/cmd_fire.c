/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much an army list of fire does in all. */
#include <salvo/selection.h>

#include "cli/ask.h"
#include "cli/books.h"
#include "cli/commands.h"

static salvo_status fire(context *x, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options;
    const salvo_fire_plan plan = {.list = o->names.text[0],
                                  .target = o->names.text[1],
                                  .range = o->range,
                                  .words = o->parameters.text,
                                  .n_words = o->parameters.n,
                                  .total = o->totals};
    salvo_fire_list fires;
    salvo_status status = salvo_fire_list_ask(&fires, book, &plan, err);

    if (status != SALVO_OK)
        return status;
    status = answer_fires(x, &fires, err);
    salvo_fire_list_free(&fires);
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    if (x->options.names.n != 2)
        return options_fail_names(
            &x->options, 2, err,
            "who fires at what? as in salvo fire \"4 Panther, 2 Tiger I\" \"Sherman M4A1\" -r mad --range "
            "500");
    x->options.cumulative = true;
    x->options.approach.options.turns_max = 0;
    return book_use(x, fire, err);
}

const command FIRE_COMMAND = {
    .name = "fire",
    .usage = "LIST TARGET -r ID [--range N] [--totals NAME] [key=value ...]",
    .help = "what the fire of many units adds up to: the chance of every total, of so much or more",
    .more =
        "  salvo fire \"4 Panther, 2 Tiger I\" \"Sherman M4A1\" -r mad --range 500\n"
        "  salvo fire \"4 Panther, 2 Tiger I (moving=yes)\" \"Sherman M4A1\" -r mad --range 500 --totals kills\n"
        "A list is of counts and units (in Skank of weapons), as that of an army; options of one entry stand in\n"
        "parentheses, those of all are key=value words. Everybody acts once, at a target of his own: damage beyond\n"
        "what a target has counts, too. --totals names what is added up: the damage (the default), another\n"
        "expectation of the rulebook's fire, or kills. Totals are added up exactly, by convolution.",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_METHOD | TAKES_HEADLINE | TAKES_WORDS | TAKES_DATA | TAKES_SET |
             TAKES_TOTALS | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
