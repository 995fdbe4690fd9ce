/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/try.h"
#include "cli/ask.h"
#include "cli/battle_options.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/numbers.h"
#include "cli/option_table.h"
#include "cli/report.h"
#include "cli/subject.h"
#include "data/names.h"

enum { NUMBERS = 3, BUDGETS = 3 };
/* Coarser than the usual 0.001, because a matrix may have hundreds of battles. */
static const double PRECISION_OF_BATTLES = 0.01;

/* The word in front of the units says what fights: OF_DUEL, OF_BATTLE; 0: there is none. */
static unsigned fighting_of(const options *o)
{
    return o->names.n ? subject_kind_named(o->names.text[0]) & (OF_DUEL | OF_BATTLE) : 0;
}

/* Reads --at one|numbers|points. Without it, --numbers, --budgets or the word "battle" determines the matching. */
static salvo_status read_matching(const options *o, unsigned said, salvo_matrix_plan *plan, salvo_error *err)
{
    int at = o->numbers          ? SALVO_EQUAL_NUMBERS
             : o->budgets        ? SALVO_EQUAL_POINTS
             : said == OF_BATTLE ? SALVO_EQUAL_NUMBERS
                                 : SALVO_ONE_ON_ONE;
    option_reader r = {.of = o, .err = err};

    option_choice(&r, OPTION(at), &at);
    if (r.status != SALVO_OK)
        return r.status;
    if (said && (said == OF_DUEL) != (at == SALVO_ONE_ON_ONE))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          said == OF_DUEL
                              ? "a matrix of duels fights one on one; write battle in place of duel"
                              : "a matrix of battles needs --at numbers or --at points; write duel in place "
                                "of battle to fight one on one");
    plan->matching = (salvo_matching)at;
    /* If it were ignored, the user would get another matrix than the requested one. */
    if (o->numbers && at != SALVO_EQUAL_NUMBERS)
        return salvo_fail(err, SALVO_BAD_INPUT, "--numbers is for battles of equal numbers; add --at numbers");
    if (o->budgets && at != SALVO_EQUAL_POINTS)
        return salvo_fail(err, SALVO_BAD_INPUT, "--budgets is for battles at equal cost; add --at points");
    option_count(&r, OPTION(numbers), &plan->numbers);
    option_count(&r, OPTION(budgets), &plan->budgets);
    return r.status;
}

/* Reads what applies to every duel. */
static salvo_status read_duel(salvo_matrix_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err)
{
    list *words = salvo_arena_array(x->memory, 1, sizeof *words);
    const option *stranger = option_stranger(&x->options, TAKES_PLAN, OF_DUEL);
    salvo_status status;

    if (stranger)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s is for battles; add --at numbers", stranger->name);
    if (!words)
        return salvo_fail_memory(err);
    /* The matrix has its own list of ranges, which is not a single word of a duel. */
    x->options.range = NULL;
    status = duel_words(words, x, book->ruleset->duel, err);
    plan->words = words->text;
    plan->n_words = words->n;
    return status;
}

/* Reads what applies to every battle. The ranges are the matrix's. */
static salvo_status read_battle(salvo_matrix_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err)
{
    salvo_battle_plan *battle = salvo_arena_array(x->memory, 1, sizeof *battle);

    /* In a battle the rulebook's own sequence says who goes first. */
    if (x->options.first)
        return salvo_fail(err, SALVO_BAD_INPUT, "--first is for duels; leave --at out to fight one on one");
    if (!battle)
        return salvo_fail_memory(err);
    /* The matrix has its own list of ranges, which is not a single number that a battle can read. */
    x->options.range = NULL;
    plan->battle = battle;
    return battle_options_read(battle, x, book, NULL, NULL, err);
}

static salvo_status fight(context *x, const salvo_rulebook *book, salvo_matrix_plan *plan, salvo_error *err)
{
    const options *o = &x->options;
    salvo_approach how = o->approach;
    salvo_matrix matrix;
    salvo_status status =
        plan->matching == SALVO_ONE_ON_ONE ? read_duel(plan, x, book, err) : read_battle(plan, x, book, err);

    if (status != SALVO_OK)
        return status;
    /* Only if the user set no limit. */
    if (plan->matching != SALVO_ONE_ON_ONE && !o->precision && !o->trials && !o->time)
        how.plan.precision = PRECISION_OF_BATTLES;
    status = salvo_matrix_fight(&matrix, book, plan, &how, err);
    return report(x, &MATRIX_ANSWER, &matrix, status, err);
}

/* Units can also be named as in other commands: each name is a filter. */
static salvo_status read_units(context *x, size_t first, const char **units, salvo_error *err)
{
    const list *names = &x->options.names;

    *units = x->options.units;
    if (*units && names->n > first)
        return salvo_fail(err, SALVO_BAD_INPUT, "--units and '%s' both name units; use one of them",
                          names->text[first]);
    for (size_t i = first; i < names->n; i++) {
        *units = i == first ? names->text[i] : salvo_arena_printf(x->memory, "%s, %s", *units, names->text[i]);
        if (!*units)
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    const unsigned said = fighting_of(o);
    salvo_matrix_plan plan = {.range = o->range, .numbers = NUMBERS, .budgets = BUDGETS};
    salvo_rulebook book;
    salvo_status status;

    TRY(read_matching(o, said, &plan, err));
    TRY(read_units(x, said != 0, &plan.units, err));
    TRY(book_open_named(&book, x, err));
    status = fight(x, &book, &plan, err);
    salvo_rulebook_close(&book);
    return status;
}

const command MATRIX_COMMAND = {
    .name = "matrix",
    .usage = "[duel|battle] [UNIT ...] -r ID [--range all|N|MIX] [--at one|numbers|points] [key=value ...]",
    .help = "let every unit fight every other one: who wins, how soon, and at what cost",
    .more =
        "  salvo matrix \"Tiger I\" Firefly \"*t34*\" -r mad --range 500\n"
        "  salvo matrix -r mad --range 500 --units \"nation=german & points>=100\"\n"
        "  salvo matrix -r mad --range 250:1,500:2,1000:1 --units \"*sherman*, *tiger*\" --at points\n"
        "  salvo matrix -r mad --format csv -o matrix.csv\n"
        "--range is one distance, several (250,500), all (the default: each range bracket) or a mix with weights,\n"
        "over which each number is averaged. Tables show averages over the ranges; CSV and JSON show each range.\n"
        "Units are named as in --units; without a name, all fight. --at one (the default) is the rulebook's duel, the\n"
        "same as salvo matrix duel; --at numbers is a battle of --numbers N (3) on each side, as in salvo matrix battle.\n"
        "With --at points, the budgets are 1 to K times the dearer price (--budgets K). A budget of k buys k of the\n"
        "dearer unit, and as many of the cheaper one as the same points pay for. If that is no whole number, both\n"
        "neighbours fight, weighted so that the cheaper side spends exactly the budget on average. All budgets have\n"
        "the same weight.\n"
        "If a battle takes more than a hundredth of a second to compute, salvo simulates it, with a --precision of\n"
        "0.01 by default. The key=value words are those of salvo duel, or of salvo battle.\n"
        "A chart shows p-win (the default), score, turns or ranking.",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_FIRST | TAKES_UNITS | TAKES_MATCHING | TAKES_PLAN | TAKES_METHOD |
             TAKES_DATA | TAKES_SET | TAKES_CHART | TAKES_SHOW | TAKES_OUTPUT,
    .run = run,
};
