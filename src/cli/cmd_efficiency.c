#include "cli/books.h"
#include "cli/commands.h"
#include "rules/parse.h"

/* --range: "all" (or nothing) for the rulebook's brackets, else one distance. */
static salvo_status read_range(const options *o, double *range, size_t *n, salvo_error *err)
{
    *n = 0;
    if (!o->range || salvo_name_matches(o->range, "all"))
        return SALVO_OK;
    *n = 1;
    if (!salvo_number_parse(o->range, range) || *range < 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: a number of at least 0, or all", o->range);
    return SALVO_OK;
}

static salvo_status run(const options *o, salvo_error *err)
{
    salvo_rulebook book;
    salvo_efficiency table;
    double range = 0;
    size_t n;
    salvo_status status = read_range(o, &range, &n, err);

    if (status == SALVO_OK && (o->names.n || o->parameters.n))
        status = salvo_fail(err, SALVO_BAD_INPUT, "efficiency takes no words, only options: salvo efficiency -r mad");
    if (status == SALVO_OK)
        status = book_open_named(&book, o, err);
    if (status != SALVO_OK)
        return status;
    status = salvo_efficiency_measure(&table, &book, &range, n, err);
    if (status == SALVO_OK) {
        for (EACH_OUTLET(o->outlets, to))
            status = status == SALVO_OK ? salvo_report_efficiency(to->stream, to->format, &table, err) : status;
        salvo_efficiency_free(&table);
    }
    salvo_rulebook_close(&book);
    return status;
}

const command EFFICIENCY_COMMAND = {
    .name = "efficiency",
    .usage = "-r ID [--range all|N]",
    .help = "what every unit's fire does by range against every class of target, and for its price",
    .more = "hit is the chance of any damage, kill that the target is destroyed, damage the mean damage of one\n"
            "activation (not capped at what the target has left), damage_per_point that mean over the printed price.",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_DATA | TAKES_SET | TAKES_OUTPUT,
    .run = run,
};
