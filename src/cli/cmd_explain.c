/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains a percentage: its cells, its throws, and their sum. */
#include "base/try.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/report.h"

static const subject_verb EXPLAIN = {.name = "explain",
                                     .kinds = OF_PROCEDURE | OF_DUEL | OF_BATTLE | OF_FIRE | OF_DICE};

static salvo_status explain(context *x, const asked *a, salvo_error *err)
{
    const salvo_approach *how = &x->options.approach;
    salvo_explanation found;
    salvo_status status = a->plan    ? salvo_explain_battle(&found, a->question, a->plan, how, err)
                          : a->fires ? salvo_explain_fire(&found, a->fires, a->fire, how, err)
                                     : salvo_explain(&found, a->question, how, err);

    return report(x, &EXPLANATION_ANSWER, &found, status, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    subject s;

    TRY(subject_read(&s, x, &EXPLAIN, err));
    if (s.kind == OF_PROCEDURE && x->options.totals)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--totals is for fire here; leave it out, and the outcomes of the procedure are explained");
    return subject_ask(x, &s, explain, err);
}

const command EXPLAIN_COMMAND = {
    .name = "explain",
    .usage = "SUBJECT",
    .help = "explain an answer step by step: cells, throws and sums",
    .more =
        "  salvo explain mad.direct-fire weapon=cannon-b range=500\n"
        "  salvo explain duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 500\n"
        "  salvo explain battle --a \"2 Tiger I\" --b \"3 Sherman M4A1\" -r mad --range 1000\n"
        "  salvo explain dice \"2d6 >= 7\"\n"
        "You can check the answer with pencil and paper. It lists the cells of the tables that it uses, with file\n"
        "and line; each result of the dice and what it leads to; how often each throw is made, on average; and what\n"
        "it adds to each outcome. Results with the same effect share a row. Small questions are always solved\n"
        "exactly; --method and the options that go with it apply to larger ones.",
    .about = &EXPLAIN,
    .takes = TAKES_SUBJECT | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
