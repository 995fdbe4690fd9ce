#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "rules/fault.h"

/* With a name, --help is about that procedure, and comes from its parameters. */
static bool helps(const options *o)
{
    return o->names.n > 0;
}

static salvo_status answer(context *x, const salvo_question *question, salvo_error *err)
{
    salvo_answer found;
    salvo_status status = salvo_answer_find(&found, question, &x->options.approach, err);

    if (status != SALVO_OK)
        return status;
    status = report_odds(x, question, &found, err);
    status = salvo_fault_or(status, question->book, err); /* the situation is told in the rulebook's words */
    salvo_answer_free(&found);
    return status;
}

/* With --totals the same question about a total. */
static salvo_status answer_total(context *x, const salvo_question *question, salvo_error *err)
{
    salvo_question total;
    salvo_status status = salvo_question_total(&total, question, x->options.totals, err);

    if (status != SALVO_OK)
        return status;
    status = answer(x, &total, err);
    salvo_question_free(&total);
    return status;
}

static salvo_status ask(context *x, const salvo_rulebook *book, const salvo_procedure *procedure, salvo_error *err)
{
    const options *o = &x->options;
    salvo_question question;
    salvo_status status = salvo_question_ask(&question, book, procedure, o->parameters.text, o->parameters.n, err);

    if (status != SALVO_OK)
        return status;
    status = (o->totals ? answer_total : answer)(x, &question, err);
    salvo_question_free(&question);
    return status;
}

static salvo_status tell_help(context *x, const salvo_rulebook *book, const salvo_procedure *procedure,
                              salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (EACH_OUTPUT(&x->outputs, to))
        status = status == SALVO_OK ? salvo_report_help(to->stream, to->format, book, procedure, err) : status;
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    salvo_rulebook book;
    const salvo_procedure *procedure;
    salvo_status status;

    if (o->names.n == 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "the odds of which procedure? see salvo list procedures");
    /* The most common slip is a value without its key. */
    if (o->names.n > 1)
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is no parameter; write key=value, as in range=500",
                          o->names.text[1]);
    status = book_open_procedure(&book, &procedure, x, o->names.text[0], err);
    if (status != SALVO_OK)
        return status;
    status = (o->help ? tell_help : ask)(x, &book, procedure, err);
    salvo_rulebook_close(&book);
    return status;
}

const command ODDS_COMMAND = {
    .name = "odds",
    .usage = "PROCEDURE [key=value ...]",
    .help = "the odds of one procedure: outcomes and expectations",
    .more = "  salvo odds mad.direct-fire weapon=cannon-b range=500\n"
            "  salvo odds mad.direct-fire --help     what the procedure takes\n"
            "  salvo odds mad.volley weapon=cannon-b range=500 hp=28 shots=3 --totals damage --cumulative",
    .takes = TAKES_RULESET | TAKES_METHOD | TAKES_HEADLINE | TAKES_WORDS | TAKES_DATA | TAKES_SET | TAKES_TOTALS |
             TAKES_CUMULATIVE | TAKES_CHART | TAKES_OUTPUT,
    .helps = helps,
    .run = run,
};
