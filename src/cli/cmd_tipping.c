/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "base/try.h"
#include "cli/battle_options.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "cli/subject.h"

static const subject_verb TIPPING = {.name = "tipping", .kinds = OF_BATTLE, .finds_ranges = true, .of_armies = true};

static const double PRECISION_OF_SCORES = 0.005; /* there are dozens of battles */

static salvo_status find(context *x, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options; /* the subject's armies among them */
    salvo_battle_plan plan;
    salvo_tipping tipping;
    salvo_approach how = o->approach;
    salvo_status status = battle_options_read(&plan, x, book, o->army_a, o->army_b, err);

    /* Only if the user set no limit. */
    if (!o->precision && !o->trials && !o->time)
        how.plan.precision = PRECISION_OF_SCORES;
    if (!o->range)
        plan.range = NAN; /* 0 would be a distance that the user did not give */
    if (status != SALVO_OK)
        return status;
    status = salvo_tipping_find(&tipping, book, &plan, &how, err);
    return report(x, &TIPPING_ANSWER, &tipping, status, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    subject s;

    TRY(subject_read(&s, x, &TIPPING, err));
    return book_use(x, find, err);
}

const command TIPPING_COMMAND = {
    .name = "tipping",
    .usage = "A B -r ID [--range N] [--scenario NAME] [key=value ...]",
    .help = "find how many of B equal one, two or three of A, and at which range the favourite changes",
    .more =
        "  salvo tipping \"Tiger I\" \"Sherman M4A1\" -r mad --range 1000\n"
        "  salvo tipping \"2 Tiger I\" \"4 Sherman M4A1, 1 Sherman Firefly\" -r mad     two armies: the range alone\n"
        "The armies can also follow --a and --b. If a battle is too large for an exact answer, salvo simulates it, with\n"
        "a --precision of 0.005 by default.",
    .about = &TIPPING,
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_BATTLE | TAKES_PLAN | TAKES_METHOD | TAKES_HEADLINE | TAKES_DATA |
             TAKES_SET | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
