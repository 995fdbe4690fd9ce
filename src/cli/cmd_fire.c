/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The total effect of an army's list of fire. */
#include "base/try.h"
#include "cli/ask.h"
#include "cli/commands.h"

static salvo_status run(context *x, salvo_error *err)
{
    subject fire;

    TRY(subject_read_short(&fire, x, OF_FIRE, err));
    return subject_answer(x, &fire, err);
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
