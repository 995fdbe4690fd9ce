/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <salvo/report.h>

#include "base/try.h"
#include "cli/ask.h"
#include "cli/commands.h"

/* With a name, --help is about that procedure and comes from its parameters. */
static bool helps(const options *o)
{
    return o->names.n > 0;
}

/* With --totals, it asks the same question about a total. */
static salvo_status answer_total(context *x, const salvo_question *question, salvo_error *err)
{
    salvo_question total;
    salvo_status status;

    TRY(salvo_question_total(&total, question, x->options.totals, err));
    status = answer_odds(x, &total, err);
    salvo_question_free(&total);
    return status;
}

static salvo_status tell_help(context *x, const salvo_rulebook *book, const salvo_procedure *procedure,
                              salvo_error *err)
{
    for (EACH_OUTPUT(&x->outputs, to)) {
        const salvo_status status = salvo_report_help(to->stream, to->format, book, procedure, err);

        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

static salvo_status no_parameter(context *x, salvo_error *err)
{
    const char *message = salvo_arena_printf(x->memory, "'%s' is not a parameter; write key=value, as in range=500",
                                             x->options.names.text[1]);

    return message ? options_fail_names(&x->options, 1, err, message) : salvo_fail_memory(err);
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;

    if (o->names.n == 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "which procedure? salvo list procedures lists them");
    /* The most common slip is a value without its key. */
    if (o->names.n > 1)
        return no_parameter(x, err);
    if (o->help)
        return ask_of(x, o->names.text[0], tell_help, err);
    return ask_procedure(x, o->names.text[0], o->totals ? answer_total : answer_odds, err);
}

const command ODDS_COMMAND = {
    .name = "odds",
    .usage = "PROCEDURE [key=value ...]",
    .help = "compute the odds of a procedure: outcomes and expectations",
    .more = "  salvo odds mad.direct-fire weapon=cannon-b range=500\n"
            "  salvo odds mad.direct-fire --help     parameters, outcomes and rulings of the procedure\n"
            "  salvo odds mad.volley weapon=cannon-b range=500 hp=28 shots=3 --totals damage --cumulative\n"
            "A procedure is called by its name (mad.direct-fire) or its number (MAD-01).",
    .takes = TAKES_RULESET | TAKES_METHOD | TAKES_HEADLINE | TAKES_WORDS | TAKES_DATA | TAKES_SET | TAKES_TOTALS |
             TAKES_CUMULATIVE | TAKES_CHART | TAKES_OUTPUT,
    .helps = helps,
    .run = run,
};
