/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/numbers.h"
#include "cli/report.h"

static salvo_status measure(context *x, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options;
    /* Everything is exact, so there is no --method, --seed or --precision. But there may be much work to share. */
    const salvo_efficiency_plan plan = {.range = o->range,
                                        .units = o->units,
                                        .against = o->against,
                                        .words = o->parameters.text,
                                        .n_words = o->parameters.n,
                                        .how = &o->approach.plan};
    option_reader numbers = {.of = o, .err = err};
    salvo_efficiency table;
    salvo_status status;
    int top = 0;

    option_count(&numbers, OPTION(top), &top);
    if (numbers.status != SALVO_OK)
        return numbers.status;
    status = salvo_efficiency_measure(&table, book, &plan, err);

    if (status == SALVO_OK && (o->sort || o->top)) {
        status = salvo_efficiency_sort(&table, o->sort, (size_t)top, err);
        if (status != SALVO_OK)
            salvo_efficiency_free(&table);
    }
    return report(x, &EFFICIENCY_ANSWER, &table, status, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    if (x->options.names.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "efficiency takes no names, only options: salvo efficiency -r mad --against \"Tiger I\"");
    return book_use(x, measure, err);
}

/* The help lists the metrics from the library's own table, so it is always complete. */
#define METRIC(name, help) "\n  " name ": " help

const command EFFICIENCY_COMMAND = {
    .name = "efficiency",
    .usage = "-r ID [--range all|N] [--against UNIT|MIX|FILE.yaml|all] [--units FILTER] [key=value ...]",
    .help = "show what the fire of every unit does, by range and for its price",
    .more =
        "  salvo efficiency -r mad --against \"Tiger I\" --range 500\n"
        "  salvo efficiency -r mad --against \"late war\" --units \"nation=german & points<=100\" --format csv\n"
        "  salvo efficiency -r mad --against \"Tiger I\" --range 500 --sort damage-per-point --top 10\n"
        "Without --against, the targets are all classes of strength. A mix is a column of the table mixes,\n"
        "everything (all units with equal weight) or a YAML file. With --against all, each unit of the list is a\n"
        "target. The key=value words are parameters of the rulebook's fire. Units fire the weapons that they carry;\n"
        "in Skank weapon=shotgun gives all of them another weapon, and --units Rifle names a weapon instead of a\n"
        "unit.\n"
        "--sort lists the best units first, by hit, kill, damage, each of them with -per-point, points-destroyed,\n"
        "points-destroyed-per-point or exchange, averaged over all targets and ranges of the answer.\n"
        "A chart shows damage for the price. --show selects hit, kill, damage, each of them with -per-point,\n"
        "points-destroyed, points-destroyed-per-point, exchange, or price (damage against the price).\n"
        "The metrics (for a mix, weighted averages over its units):" SALVO_EFFICIENCY_METRICS(METRIC),
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_UNITS | TAKES_AGAINST | TAKES_DATA | TAKES_SET | TAKES_CHART |
             TAKES_SHOW | TAKES_OUTPUT,
    .run = run,
};
