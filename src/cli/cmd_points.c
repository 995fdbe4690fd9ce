#include <string.h>

#include "cli/books.h"
#include "cli/commands.h"
#include "cli/picture.h"
#include "data/names.h"

static salvo_status audit(const options *o, const salvo_rulebook *book, salvo_error *err)
{
    salvo_audit a;
    chart c;
    size_t nation;
    salvo_status status = SALVO_OK;

    if (o->nation)
        status = book_nation(book, o->nation, &nation, err);
    if (status == SALVO_OK)
        status = salvo_points_audit(&a, book, o->nation ? &nation : NULL, err);
    if (status != SALVO_OK)
        return status;
    for (EACH_OUTLET(o->outlets, to))
        status = status == SALVO_OK ? salvo_report_audit(to->stream, to->format, &a, err) : status;
    if (status == SALVO_OK && picture_wanted(o))
        status = picture_draw(o, &c, chart_of_audit(&c, &a, err), err);
    salvo_audit_free(&a);
    return status;
}

static const struct {
    const char *name;
    salvo_status (*run)(const options *o, const salvo_rulebook *book, salvo_error *err);
} TASKS[] = {{"audit", audit}};

enum { N_TASKS = sizeof TASKS / sizeof *TASKS };

/* The task that the first word names. */
static salvo_status find_task(const options *o, size_t *task, salvo_error *err)
{
    const char *names[N_TASKS];
    const char *typed = o->names.n ? o->names.text[0] : "";
    int at;

    for (size_t i = 0; i < N_TASKS; i++)
        names[i] = TASKS[i].name;
    at = salvo_name_among(names, N_TASKS, typed);
    if (at < 0 && o->names.n == 0)
        return salvo_names_fail(err, names, N_TASKS, typed, "points does what? as in salvo points audit -r mad");
    if (at < 0)
        return salvo_names_fail(err, names, N_TASKS, typed, "points cannot '%s'", typed);
    if (o->names.n > 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT, "points %s takes no more words, only options: salvo points %s -r mad",
                          names[at], names[at]);
    *task = (size_t)at;
    return SALVO_OK;
}

static salvo_status run(const options *o, salvo_error *err)
{
    salvo_rulebook book;
    size_t task;
    salvo_status status = find_task(o, &task, err);

    if (status == SALVO_OK)
        status = book_open_named(&book, o, err);
    if (status != SALVO_OK)
        return status;
    status = TASKS[task].run(o, &book, err);
    salvo_rulebook_close(&book);
    return status;
}

const command POINTS_COMMAND = {
    .name = "points",
    .usage = "audit -r ID [--nation NAME]",
    .help = "whether the printed prices are what the rulebook's own formula gives",
    .more =
        "audit puts the price that the rulebook prints beside the price of its formula, with the working; what has no\n"
        "printed price gets the formula's. difference is printed less formula; by says which rule gave the formula.",
    .takes = TAKES_RULESET | TAKES_NATION | TAKES_DATA | TAKES_SET | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
