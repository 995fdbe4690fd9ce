/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks on prices: audit checks the printed formula only; test, fit and price let armies fight. */
#include <string.h>

#include "base/try.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/option_file.h"
#include "cli/option_table.h"
#include "cli/points_options.h"
#include "cli/price_options.h"
#include "cli/report.h"
#include "cli/units_export.h"
#include "cli/variants.h"
#include "data/csv.h"
#include "data/file.h"
#include "data/names.h"

static bool is_selected(const salvo_unit_set *set, const salvo_selection *selection, const char *id)
{
    for (size_t i = 0; i < selection->n; i++)
        if (strcmp(salvo_unit_set_id(set, selection->rows[i]), id) == 0)
            return true;
    return false;
}

/* Keeps the audited units that --units names. */
static salvo_status keep_selected(context *x, salvo_audit *a, salvo_error *err)
{
    salvo_unit_set set;
    salvo_selection selection;
    size_t kept = 0;

    TRY(salvo_unit_set_units(&set, a->book, err));
    TRY(salvo_unit_set_select(&set, x->options.units, x->memory, &selection, err));
    memset(a->n, 0, sizeof a->n);
    for (size_t i = 0; i < a->n_units; i++)
        if (is_selected(&set, &selection, a->units[i].id)) {
            a->n[salvo_audit_verdict(&a->units[i].breakdown)]++;
            a->units[kept++] = a->units[i];
        }
    a->n_units = kept;
    return SALVO_OK;
}

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
    if (status == SALVO_OK && o->units) {
        status = keep_selected(x, &a, err);
        if (status != SALVO_OK)
            salvo_audit_free(&a);
    }
    return report(x, &AUDIT_ANSWER, &a, status, err);
}

/* Reads the plan of every task that fights. The default is a tournament: attackers get the points that they need, and
 * armies are listed in any order. */
static salvo_status read_plan(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err)
{
    options *o = &x->options;
    salvo_status status =
        o->conditions ? option_file_read(o, &CONDITIONS_FILE, o->conditions, x->memory, err) : SALVO_OK;
    const bool says_odds = o->attack_odds != NULL;

    if (status == SALVO_OK && !says_odds)
        o->attack_odds = "even";
    if (status == SALVO_OK)
        status = points_options_read(plan, x, book, err);
    plan->rotate_lists = true;
    if (status != SALVO_OK || !says_odds || plan->scenarios[SALVO_ADVANCE] > 0)
        return status;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "--attack-odds is for advances, in which one side attacks; add advance to --scenario");
}

/* What is no rulebook is a list of prices. */
static salvo_status read_other_prices(salvo_table *prices, context *x, salvo_error *err)
{
    const char *path = x->options.against, *within = salvo_arena_printf(x->memory, "%s/.", path);

    if (within && salvo_file_is_there(within)) /* only folders have it */
        return salvo_fail_at(
            err, SALVO_BAD_INPUT, path, 0, 0,
            "the folder has no ruleset.yaml; --against takes a list of prices (FILE.csv), a house rule "
            "(FILE.lua) or a changed copy of the rulebook (salvo new DIR --like %s)",
            x->options.ruleset ? x->options.ruleset : "ID");
    return salvo_csv_read(prices, path, x->memory, err);
}

/* Another list on the same armies is a separate question: a file of prices, or a changed rulebook. */
static salvo_status compare(context *x, const salvo_rulebook *book, const salvo_points_plan *plan, salvo_error *err)
{
    salvo_points_comparison c;
    salvo_table prices = {.path = NULL};
    salvo_rulebook other;
    bool is_book;
    salvo_status status;

    TRY(variant_open(&other, &is_book, x, book, x->options.against, SECOND_VARIANT, err));
    if (!is_book)
        TRY(read_other_prices(&prices, x, err));
    status = salvo_points_compare(&c, book, plan, &(salvo_other_list){is_book ? NULL : &prices, &other}, err);
    status = report(x, &POINTS_COMPARISON_ANSWER, &c, status, err);
    if (is_book)
        salvo_rulebook_close(&other);
    return status;
}

static salvo_status test(context *x, const salvo_rulebook *book, salvo_error *err)
{
    salvo_points_plan plan;
    salvo_points_test t;
    salvo_status status;

    TRY(read_plan(&plan, x, book, err));
    if (x->options.against)
        return compare(x, book, &plan, err);
    status = salvo_points_test_run(&t, book, &plan, err);
    return report(x, &POINTS_TEST_ANSWER, &t, status, err);
}

/* The exported table is made while the fit exists. It follows the outputs of the answer. */
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
    salvo_status status = read_plan(&plan, x, book, err);

    if (status == SALVO_OK && x->options.export_units)
        status = units_export_check(book, err);
    if (status != SALVO_OK)
        return status;
    TRY(salvo_points_fit_run(&f, book, &plan, err));
    return report_fit(x, &f, err);
}

/* Finds the ids of the units that the words after the task name. A word is a name or a pattern. */
static salvo_status find_asked(context *x, const salvo_rulebook *book, const char ***ids, size_t *n, salvo_error *err)
{
    const list *names = &x->options.names;
    salvo_unit_set set;
    salvo_status status = SALVO_OK;

    if (!book->ruleset->battle)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no battles, which prices are judged by",
                          book->ruleset->id);
    price_options_units(&set, book);
    set.option = "points price";
    *ids = salvo_arena_array(x->memory, salvo_unit_set_size(&set) * names->n, sizeof **ids);
    if (!*ids)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < names->n && status == SALVO_OK; i++) {
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
    salvo_status status;

    TRY(read_plan(&plan, x, book, err));
    TRY(find_asked(x, book, &ids, &n, err));
    status = salvo_points_price_run(&p, book, &plan, ids, n, err);
    return report(x, &POINTS_PRICE_ANSWER, &p, status, err);
}

typedef salvo_status task_function(context *x, const salvo_rulebook *book, salvo_error *err);

static const struct {
    const char *name;
    unsigned bit; /* of the options that the task takes */
    task_function *run;
} TASKS[] = {{"audit", OF_AUDIT, audit}, {"test", OF_TEST, test}, {"fit", OF_FIT, fit}, {"price", OF_PRICE, price}};

enum { N_TASKS = sizeof TASKS / sizeof *TASKS };

/* Returns the first task with one of these bits, for a message. */
static const char *task_of(unsigned tasks)
{
    size_t i = 0;

    while (!(tasks & TASKS[i].bit))
        i++;
    return TASKS[i].name;
}

/* Refuses options of other tasks. */
static salvo_status check_options(const options *o, size_t task, salvo_error *err)
{
    if (o->rounds && o->time) /* both say when to stop */
        return salvo_fail(err, SALVO_BAD_INPUT, "--rounds and --time exclude each other; give one of them");
    if (o->round && o->round_to)
        return salvo_fail(err, SALVO_BAD_INPUT, "--round and --round-to exclude each other; give one of them");
    for (const option *known = option_next(NULL, o->takes); known; known = option_next(known, o->takes))
        if (known->of && !(known->of & TASKS[task].bit) && option_is_given(o, known))
            return salvo_fail(err, SALVO_BAD_INPUT, "points %s takes no %s; it is an option of points %s",
                              TASKS[task].name, known->name, task_of(known->of));
    return SALVO_OK;
}

/* Finds the task that the first word names. */
static salvo_status find_task(options *o, size_t *task, salvo_error *err)
{
    const char *names[N_TASKS];
    /* An empty command line gets an example, a wrong word the nearest task. */
    const char *typed = o->names.n ? o->names.text[0] : "";
    int at;

    for (size_t i = 0; i < N_TASKS; i++)
        names[i] = TASKS[i].name;
    at = salvo_name_among(names, N_TASKS, typed);
    if (at < 0 && o->names.n == 0)
        return salvo_names_fail(err, names, N_TASKS, typed,
                                "points needs a verb, as in salvo "
                                "points audit -r mad");
    if (at < 0)
        return salvo_names_fail(err, names, N_TASKS, typed, "points has no '%s'", typed);
    if (o->names.n < 2 && TASKS[at].run == price)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "which units should be priced? as in salvo points price \"Tiger I\" -r mad");
    /* An audit has no field and no elements for a word. */
    if ((o->names.n > 1 && TASKS[at].run != price) || (o->parameters.n && !(TASKS[at].bit & FIGHT)))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "points %s takes no further arguments, only options: salvo points %s -r mad", names[at],
                          names[at]);
    *task = (size_t)at;
    list_drop_first(&o->names); /* the units stay */
    return check_options(o, (size_t)at, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    size_t task = 0;
    salvo_status status = find_task(&x->options, &task, err);

    /* The words are checked before the tables are read. */
    return status == SALVO_OK ? book_use(x, TASKS[task].run, err) : status;
}

const command POINTS_COMMAND = {
    .name = "points",
    .usage = "audit|test|fit|price UNIT ... -r ID [--nation NAME] [key=value ...]",
    .help = "audit, test or fit points costs, or price single units",
    .more =
        "  salvo points audit -r mad\n"
        "  salvo points test -r mad\n"
        "  salvo points fit -r mad --round-to 5 -o prices.csv\n"
        "  salvo points price \"Tiger I\" -r mad\n"
        "audit prints the published price beside the price of the rulebook's formula, with the working. The column\n"
        "difference is the published price less that of the formula, and the column by names the rule of the\n"
        "formula. A unit without a published price gets that of the formula.\n"
        "\n"
        "test buys random armies of equal cost, and lets each pair fight in every condition: at every range, in\n"
        "every scenario, with every target policy, each with its weight (--range 500:2,1000 --scenario\n"
        "hold:2,meeting --targets best,spread). Options of the rulebook's battles and sizes of armies can have\n"
        "several values, too (cover=none:2,normal --elements 4,12); each pair of armies meets with one of them. By\n"
        "default, armies meet at all ranges in hold, meeting and advance. In an advance the attacker has enough\n"
        "extra points to make the fight about even (--attack-odds). The order of an army's list changes from\n"
        "condition to condition. --conditions FILE reads a YAML file with a title and the same keys: range,\n"
        "scenario, targets, attack-odds, close-to, turns, break-at, elements, kinds, words.\n"
        "A score is the chance that a wins plus half the chance that nobody wins; each one is accurate to\n"
        "--precision (0.04). Imbalance is the average distance of the score from 1/2, for each condition separately,\n"
        "so that errors of different conditions do not cancel. Armies of unequal cost show how well the ratio of\n"
        "prices predicts the winner (the share that it predicts right, and the log loss). worth / price is what a\n"
        "unit achieved for its cost. All kinds of units meet, to show what no single price can explain.\n"
        "\n"
        "fit finds new prices from who won: one for each unit, and new factors for the book's own formula, in rounds\n"
        "of armies that are about equal. The prices minimise the imbalance, but no scenario becomes less fair than\n"
        "before, as far as the battles show. They are rounded to the finest step at which 90 % of them would be the\n"
        "same with another seed. Matchups that nobody wins are left out, because no price makes them fairer. Old and\n"
        "new prices are tested on armies that no fit has seen, beside the best possible prices. --per scenario,\n"
        "range, targets, or an option with several values (cover, defender-cover, elements) adds a list for each;\n"
        "--army-rules 3 adds a list with at most three rules about the whole army. --time 5 takes five seconds;\n"
        "Ctrl-C keeps the prices so far.\n"
        "As CSV, a fit is a list that --prices reads:\n"
        "  salvo points fit -r mad --round --format csv -o prices.csv && salvo points test -r mad --prices prices.csv\n"
        "The author sets the limits of a fit: --keep, --least, --greatest, --change-at-most, --order, --round-to.\n"
        "The new prices are the nearest ones within these limits. A price that the battles leave uncertain may move\n"
        "further than a certain one. Kept prices set the level of the list, unless you add --keep-mean; without kept\n"
        "prices, the average price is unchanged. --why explains the prices of some units:\n"
        "  salvo points fit -r mad --keep \"Tiger I=120, Panther\" --order \"Tiger II > Tiger I\" --round-to 5 --why Panther\n"
        "\n"
        "price finds what single units should cost while all other prices stay. test --against FILE compares two\n"
        "lists on the same armies and battles.\n"
        "\n"
        "A chart of test shows bargains (the default if they were measured), calibration or imbalance. A chart of\n"
        "fit shows prices or imbalance.\n"
        "A word is an option of every element (cover=normal), of the field, or, with defender- in front, of the army\n"
        "that defends (defender-cover=normal). Both armies defend in hold, the attacked one in advance, neither in\n"
        "meeting. Several values with weights are conditions (cover=none:2,normal).",
    .takes =
        TAKES_RULESET | TAKES_NATION | TAKES_POINTS | TAKES_DATA | TAKES_SET | TAKES_CHART | TAKES_SHOW | TAKES_OUTPUT,
    .run = run,
};
