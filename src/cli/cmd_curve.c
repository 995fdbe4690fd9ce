#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/report.h"

static salvo_status draw(context *x, const salvo_rulebook *book, const salvo_procedure *procedure, salvo_error *err)
{
    const options *o = &x->options;
    salvo_curve curve;
    salvo_status status = salvo_curve_draw(&curve, book, procedure, o->parameters.text, o->parameters.n, o->over.text,
                                           o->over.n, &o->approach, err);

    return report(x, &CURVE_ANSWER, &curve, status, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    if (x->options.names.n != 1)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "a curve of one procedure, as in salvo curve mad.direct-fire weapon=cannon-b --over range");
    return ask_of(x, x->options.names.text[0], draw, err);
}

const command CURVE_COMMAND = {
    .name = "curve",
    .usage = "PROCEDURE [key=value ...] --over KEY[=VALUES] [--over KEY[=VALUES]]",
    .help = "one procedure over one or two swept parameters",
    .more = "  salvo curve mad.direct-fire weapon=cannon-b --over range\n"
            "  salvo curve mad.duel a=german-tiger-i b=british-sherman-firefly --over range --over first",
    .takes = TAKES_RULESET | TAKES_OVER | TAKES_METHOD | TAKES_HEADLINE | TAKES_WORDS | TAKES_DATA | TAKES_SET |
             TAKES_CHART | TAKES_SHOW | TAKES_OUTPUT,
    .run = run,
};
