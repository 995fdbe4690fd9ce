/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The total effect of an army's list of fire. */
#include <salvo/selection.h>

#include "base/try.h"
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
    salvo_status status;

    TRY(salvo_fire_list_ask(&fires, book, &plan, err));
    status = answer_fires(x, &fires, err);
    salvo_fire_list_free(&fires);
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    if (x->options.names.n != 2)
        return options_fail_names(
            &x->options, 2, err,
            "fire needs a list of units and a target, as in salvo fire \"4 Panther, 2 Tiger I\" \"Sherman M4A1\" "
            "-r mad --range 500");
    x->options.cumulative = true;
    x->options.approach.options.turns_max = 0;
    return book_use(x, fire, err);
}

const command FIRE_COMMAND = {
    .name = "fire",
    .usage = "LIST TARGET -r ID [--range N] [--totals NAME] [key=value ...]",
    .help = "add up the fire of many units: the chance of each total, and of at least that much",
    .more =
        "  salvo fire \"4 Panther, 2 Tiger I\" \"Sherman M4A1\" -r mad --range 500\n"
        "  salvo fire \"4 Panther, 2 Tiger I (moving=yes)\" \"Sherman M4A1\" -r mad --range 500 --totals kills\n"
        "A list has counts and units (in Skank weapons), like an army. Options of one entry are in parentheses;\n"
        "key=value words apply to all entries. Each unit acts once, at a target of its own, so damage beyond the\n"
        "strength of the target counts. --totals names what is added up: damage (the default), another expectation\n"
        "of the rulebook's fire, or kills. The sum is exact, by convolution.",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_METHOD | TAKES_HEADLINE | TAKES_WORDS | TAKES_DATA | TAKES_SET |
             TAKES_TOTALS | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
