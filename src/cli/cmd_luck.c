/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares what happened with its odds. */
#include "base/try.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/luck_log.h"
#include "cli/report.h"
#include "cli/subject.h"

static salvo_status check(const options *o, salvo_error *err)
{
    const bool dice = luck_log_is_dice(o);

    if (o->log && (o->names.n || o->parameters.n || o->won))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--log reads its questions and results from the file; give nothing else");
    if (o->log)
        return SALVO_OK;
    if (dice ? !expression_given(o) : o->names.n != 1)
        return options_fail_names(
            o, dice ? 2 : 1, err,
            dice ? "luck dice takes one expression in quotes, as in salvo luck dice \"2d6 >= 7\" --of yes --won 3/5"
                 : "luck needs one procedure, dice and an expression, or --log FILE.csv, as in salvo luck "
                   "mad.direct-fire weapon=cannon-b range=500 --of \"single|double|critical\" --won 1/5");
    if (!o->won || !o->of)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s",
                          o->won ? "--of is missing; name the outcomes that are a success"
                                 : "--won is missing; say what happened, as in --won 1/5");
    return subject_refuse_strangers(o, dice ? OF_DICE : OF_PROCEDURE, err);
}

static salvo_status tell_luck(context *x, const luck_log *log, salvo_error *err)
{
    salvo_luck luck;
    salvo_status status;

    x->options.approach.options.turns_max = 0; /* the result of a try counts, not its turn */
    status = salvo_luck_find(&luck, log->entries, log->n, &x->options.approach, err);
    return report(x, &LUCK_ANSWER, &luck, status, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    luck_log log = {.n = 0};
    salvo_status status;

    TRY(check(&x->options, err));
    status = (x->options.log ? luck_log_read : luck_log_ask)(&log, x, err);
    status = status == SALVO_OK ? tell_luck(x, &log, err) : status;
    luck_log_free(&log);
    return status;
}

const command LUCK_COMMAND = {
    .name = "luck",
    .usage = "PROCEDURE [key=value ...] --of OUTCOMES --won K/N\n"
             "salvo luck dice \"EXPRESSION\" --of OUTCOMES --won K/N\n"
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
    .takes = TAKES_RULESET | TAKES_LUCK | TAKES_METHOD | TAKES_HEADLINE | TAKES_WORDS | TAKES_DATA | TAKES_SET |
             TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
