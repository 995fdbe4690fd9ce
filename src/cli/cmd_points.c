/* Three tasks on prices: audit looks at the printed formula alone, test and fit let armies fight. */
#include <string.h>

#include "cli/books.h"
#include "cli/commands.h"
#include "cli/points_options.h"
#include "cli/price_options.h"
#include "cli/report.h"
#include "cli/units_export.h"
#include "data/csv.h"
#include "data/names.h"

static salvo_status audit(context *x, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options;
    salvo_audit a;
    size_t nation;
    salvo_status status = SALVO_OK;

    /* Without --nation every unit is audited. */
    if (o->nation)
        status = book_nation(book, o->nation, &nation, err);
    if (status != SALVO_OK)
        return status;
    status = salvo_points_audit(&a, book, o->nation ? &nation : NULL, err);
    return report(x, &AUDIT_ANSWER, &a, status, err);
}

/* Another list on the same armies is a question of its own. */
static salvo_status compare(context *x, const salvo_rulebook *book, const salvo_points_plan *plan, salvo_error *err)
{
    salvo_points_comparison c;
    salvo_table against = {.path = NULL};
    salvo_status status = salvo_csv_read(&against, x->options.against, x->memory, err);

    if (status != SALVO_OK)
        return status;
    status = salvo_points_compare(&c, book, plan, &against, err);
    return report(x, &POINTS_COMPARISON_ANSWER, &c, status, err);
}

static salvo_status test(context *x, const salvo_rulebook *book, salvo_error *err)
{
    salvo_points_plan plan;
    salvo_points_test t;
    salvo_status status = points_options_read(&plan, x, book, err);

    if (status != SALVO_OK)
        return status;
    if (x->options.against)
        return compare(x, book, &plan, err);
    status = salvo_points_test_run(&t, book, &plan, err);
    return report(x, &POINTS_TEST_ANSWER, &t, status, err);
}

/* The exported table is made while the fit is there, and goes behind what the answer is written to. */
static salvo_status report_fit(context *x, salvo_points_fit *f, salvo_error *err)
{
    const char *path = x->options.export_units;
    outputs exported = {.n = 0};
    salvo_error fault = {.text = ""};
    salvo_status made = path ? units_export(&exported, path, f, &fault) : SALVO_OK;
    salvo_status status = report(x, &POINTS_FIT_ANSWER, f, SALVO_OK, err);

    if (status == SALVO_OK && made != SALVO_OK) {
        *err = fault;
        status = made;
    }
    if (status == SALVO_OK && path)
        status = outputs_take(&x->outputs, &exported.at[0], err);
    outputs_free(&exported);
    return status;
}

static salvo_status fit(context *x, const salvo_rulebook *book, salvo_error *err)
{
    salvo_points_plan plan;
    salvo_points_fit f;
    salvo_status status = points_options_read(&plan, x, book, err);

    if (status == SALVO_OK && x->options.export_units)
        status = units_export_check(book, err);
    if (status == SALVO_OK)
        status = salvo_points_fit_run(&f, book, &plan, err);
    return status == SALVO_OK ? report_fit(x, &f, err) : status;
}

/* The ids of the units that the words behind the task name: each is one, or a pattern. */
static salvo_status find_asked(context *x, const salvo_rulebook *book, const char ***ids, size_t *n, salvo_error *err)
{
    const list *names = &x->options.names;
    salvo_unit_set set;
    salvo_status status = SALVO_OK;

    if (!book->ruleset->battle)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no battles, which prices are judged by",
                          book->ruleset->id);
    price_options_units(&set, book);
    *ids = salvo_arena_array(x->memory, salvo_unit_set_size(&set) * names->n, sizeof **ids);
    if (!*ids)
        return salvo_fail_memory(err);
    for (size_t i = 1; i < names->n && status == SALVO_OK; i++) {
        salvo_selection selection;

        status = salvo_unit_set_select(&set, names->text[i], x->memory, &selection, err);
        for (size_t k = 0; status == SALVO_OK && k < selection.n; k++)
            (*ids)[(*n)++] = salvo_unit_set_id(&set, selection.rows[k]);
    }
    return status;
}

static salvo_status price(context *x, const salvo_rulebook *book, salvo_error *err)
{
    salvo_points_plan plan;
    salvo_points_price p;
    const char **ids = NULL;
    size_t n = 0;
    salvo_status status = points_options_read(&plan, x, book, err);

    if (status == SALVO_OK)
        status = find_asked(x, book, &ids, &n, err);
    if (status != SALVO_OK)
        return status;
    status = salvo_points_price_run(&p, book, &plan, ids, n, err);
    return report(x, &POINTS_PRICE_ANSWER, &p, status, err);
}

static const struct {
    const char *name;
    bool fights; /* armies: it takes words and all options */
    salvo_status (*run)(context *x, const salvo_rulebook *book, salvo_error *err);
} TASKS[] = {{"audit", false, audit}, {"test", true, test}, {"fit", true, fit}, {"price", true, price}};

enum { N_TASKS = sizeof TASKS / sizeof *TASKS };

/* What only armies take is refused for a task without them; what is fitted, but for a fit. */
static salvo_status check_options(const options *o, const char *task, bool fights, bool fits, salvo_error *err)
{
    const struct {
        const char *name;
        bool given, of_fit;
    } OWN[] = {
        {"--range", o->range, false},
        {"--scenario", o->scenario, false},
        {"--close-to", o->close_to, false},
        {"--targets", o->targets, false},
        {"--turns", o->turns, false},
        {"--break-at", o->break_at, false},
        {"--precision", o->precision, false},
        {"--seed", o->seed, false},
        {"--threads", o->threads, false},
        {"--isa", o->isa, false},
        {"--pairs", o->pairs, false},
        {"--elements", o->elements, false},
        {"--kinds", o->kinds, false},
        {"--tolerance", o->tolerance, false},
        {"--prices", o->prices, false},
        {"--prior", o->prior, false},
        {"--rounds", o->rounds, true},
        {"--round", o->round, true},
        {"--army-list", o->army_list, false},
        {"--keep", o->keep.n, true},
        {"--least", o->least.n, true},
        {"--greatest", o->greatest.n, true},
        {"--order", o->order.n, true},
        {"--change-at-most", o->change_at_most, true},
        {"--keep-mean", o->keep_mean, true},
        {"--round-to", o->round_to, true},
        {"--export-units", o->export_units, true},
    };

    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
        if (OWN[i].given && (OWN[i].of_fit ? !fits : !fights))
            return salvo_fail(err, SALVO_BAD_INPUT, "points %s takes no %s; points %s does", task, OWN[i].name,
                              OWN[i].of_fit ? "fit" : "test");
    return SALVO_OK;
}

/* The task that the first word names. */
static salvo_status find_task(const options *o, size_t *task, salvo_error *err)
{
    const char *names[N_TASKS];
    /* Nothing typed gets an example, a wrong word the nearest task. */
    const char *typed = o->names.n ? o->names.text[0] : "";
    int at;

    for (size_t i = 0; i < N_TASKS; i++)
        names[i] = TASKS[i].name;
    at = salvo_name_among(names, N_TASKS, typed);
    if (at < 0 && o->names.n == 0)
        return salvo_names_fail(err, names, N_TASKS, typed, "points does what? as in salvo points audit -r mad");
    if (at < 0)
        return salvo_names_fail(err, names, N_TASKS, typed, "points cannot '%s'", typed);
    if (o->names.n < 2 && TASKS[at].run == price)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "points price of which units? as in salvo points price \"Tiger I\" -r mad");
    /* An audit has no field and no elements to which a word could belong. */
    if ((o->names.n > 1 && TASKS[at].run != price) || (o->parameters.n && !TASKS[at].fights))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "points %s takes no further arguments, only options: salvo points %s -r mad", names[at],
                          names[at]);
    *task = (size_t)at;
    return check_options(o, names[at], TASKS[at].fights, TASKS[at].run == fit, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    size_t task = 0;
    salvo_status status = find_task(&x->options, &task, err);

    /* The words are checked before tables are read. */
    return status == SALVO_OK ? book_use(x, TASKS[task].run, err) : status;
}

const command POINTS_COMMAND = {
    .name = "points",
    .usage = "audit|test|fit -r ID [--nation NAME] [key=value ...]",
    .help = "whether prices are the formula's, whether they are fair in battle, and prices that are",
    .more =
        "audit puts the price that the rulebook prints beside the price of its formula, with the working; what has no\n"
        "printed price gets the formula's. difference is printed less formula; by says which rule gave the formula.\n"
        "\n"
        "test buys random armies of equal cost and fights each pair out at every range (--range 100,500 for some) and in\n"
        "every scenario (--scenario hold,meeting for some), so often that every score is within --precision (0.04). A\n"
        "score is P(a wins) and half of P(nobody wins); imbalance is the mean distance of scores from 1/2. Armies of\n"
        "unequal cost tell how well the ratio of prices predicts who wins (log loss, Brier score; AUC: 0.5 is a coin, 1\n"
        "never errs), worth / price is what a unit did for what it cost, and every kind meets every other for what no\n"
        "single price could explain.\n"
        "\n"
        "fit finds new prices from who won: one for every unit, and the book's own formula with new factors; rounds of\n"
        "armies that are about equal at the prices so far. Old and new prices are judged on armies that no fit has seen.\n"
        "As CSV it writes a list that --prices reads:\n"
        "  salvo points fit -r mad --round --format csv -o prices.csv && salvo points test -r mad --prices prices.csv\n"
        "A chart of test shows bargains (the default where they were measured), calibration or imbalance; one of fit prices\n"
        "or imbalance.\n"
        "A word is an option of every element (cover=normal) or of the field.",
    .takes =
        TAKES_RULESET | TAKES_NATION | TAKES_POINTS | TAKES_DATA | TAKES_SET | TAKES_CHART | TAKES_SHOW | TAKES_OUTPUT,
    .run = run,
};
