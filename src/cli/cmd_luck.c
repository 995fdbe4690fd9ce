/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares what happened with its odds. */
#include "base/try.h"
#include "cli/commands.h"
#include "cli/luck_log.h"
#include "cli/report.h"

static salvo_status check_log(const options *o, salvo_error *err)
{
    if (o->log && (o->names.n || o->parameters.n || o->won))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--log reads its questions and results from the file; give nothing else");
    return SALVO_OK;
}

static salvo_status check_result(const options *o, salvo_error *err)
{
    if (o->won && o->of)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "%s",
                      o->won ? "--of is missing; name the outcomes that are a success"
                             : "--won is missing; say what happened, as in --won 1/5");
}

static salvo_status tell_luck(context *x, const luck_log *log, salvo_error *err)
{
    salvo_luck luck;
    salvo_status status;

    x->options.approach.options.turns_max = 0; /* the result of a try counts, not its turn */
    status = salvo_luck_find(&luck, log->entries, log->n, &x->options.approach, err);
    return report(x, &LUCK_ANSWER, &luck, status, err);
}

static salvo_status make(luck_log *log, context *x, salvo_error *err)
{
    subject s;

    if (x->options.log)
        return luck_log_read(log, x, err);
    TRY(subject_read(&s, x, &LUCK, err));
    TRY(check_result(&x->options, err));
    return luck_log_ask(log, x, &s, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    luck_log log = {.n = 0};
    salvo_status status;

    TRY(check_log(&x->options, err));
    status = make(&log, x, err);
    status = status == SALVO_OK ? tell_luck(x, &log, err) : status;
    luck_log_free(&log);
    return status;
}

const command LUCK_COMMAND = {
    .name = "luck",
    .usage = "SUBJECT --of OUTCOMES --won K/N\n"
             "salvo luck --log FILE.csv [--of OUTCOMES]",
    .help = "compare what happened at the table with its odds: how lucky was it?",
    .more =
        "  salvo luck mad.direct-fire weapon=cannon-b range=500 --of \"single|double|critical\" --won 1/5\n"
        "  salvo luck dice \"2d6 >= 7\" --of yes --won 2/3\n"
        "  salvo luck --log evening.csv\n"
        "A log is a CSV (UTF-8, commas, a header) with a line for each kind of try:\n"
        "  id,question,happened,success\n"
        "  turn 1,mad.direct-fire weapon=cannon-b range=500,1/5,single|double|critical\n"
        "  turn 2,\"mad.duel a=\"\"Tiger I\"\" b=\"\"Sherman M4A1\"\" range=1000\",a-wins,a-wins\n"
        "  morale,dice 2d6 >= 7,2/3,yes\n"
        "The columns of a log are\n"
        "  id         the name of the line; unique; the first column\n"
        "  question   the arguments of salvo odds, or dice and an expression; names with blanks in quotes\n"
        "  happened   successes of tries, 1/5; or the outcome of one try, critical\n"
        "  success    the outcomes that are a success, with | between them; without this column, or if its cell is empty,\n"
        "             --of sets them\n"
        "salvo ignores other columns. It refuses a result that cannot occur, with its line and column. Tries are\n"
        "independent, and successes have equal weight. The answer is the chance of at most that many, of at least\n"
        "that many, and the percentile (ties count half), in total and for each line. If a chance can only be\n"
        "simulated, results have an interval.",
    .about = &LUCK,
    .takes = TAKES_SUBJECT | TAKES_LUCK | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
