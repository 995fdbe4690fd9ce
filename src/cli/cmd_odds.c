/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <salvo/report.h>

#include "base/try.h"
#include "cli/ask.h"
#include "cli/books.h"
#include "cli/commands.h"

static const subject_verb ODDS = {.name = "odds", .kinds = OF_PROCEDURE | OF_DUEL | OF_BATTLE | OF_FIRE | OF_DICE};

/* With a name, --help is about that procedure and comes from its parameters. */
static bool helps(const options *o)
{
    return o->names.n == 1;
}

static salvo_status write_help(context *x, const subject_book *of, salvo_error *err)
{
    for (EACH_OUTPUT(&x->outputs, to)) {
        const salvo_status status = salvo_report_help(to->stream, to->format, &of->book, of->procedure, err);

        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

static salvo_status tell_help(context *x, salvo_error *err)
{
    const subject s = {.kind = OF_PROCEDURE, .name = x->options.names.text[0]};
    subject_book of;
    salvo_status status;

    TRY(subject_open(&of, x, &s, err));
    status = write_help(x, &of, err);
    subject_close(&of);
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    subject s;

    if (x->options.help)
        return tell_help(x, err);
    TRY(subject_read(&s, x, &ODDS, err));
    return subject_answer(x, &s, err);
}

const command ODDS_COMMAND = {
    .name = "odds",
    .usage = "SUBJECT",
    .help = "compute the odds of a procedure: outcomes and expectations",
    .more = "  salvo odds mad.direct-fire weapon=cannon-b range=500\n"
            "  salvo odds mad.direct-fire --help     parameters, outcomes and rulings of the procedure\n"
            "  salvo odds mad.volley weapon=cannon-b range=500 hp=28 shots=3 --totals damage --cumulative\n"
            "A procedure is called by its name (mad.direct-fire) or its number (MAD-01).",
    .about = &ODDS,
    .takes = TAKES_SUBJECT | TAKES_CUMULATIVE | TAKES_CHART | TAKES_OUTPUT,
    .helps = helps,
    .run = run,
};
