/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of points test and fit, and of the sensitivity of points. All of them draw and fight armies in the same
 * way. */
#include "cli/points_options.h"

#include <string.h>

#include "base/phrase.h"
#include "base/try.h"
#include "cli/battle_options.h"
#include "cli/books.h"
#include "cli/numbers.h"
#include "cli/price_options.h"
#include "cli/settings_options.h"
#include "cli/weighted_words.h"
#include "data/csv.h"
#include "data/names.h"
#include "rules/parse.h"

/* The options to read, and the plan that they fill. */
typedef struct reader {
    salvo_points_plan *plan;
    context *x;
    const salvo_rulebook *book;
} reader;

static salvo_status read_range(const reader *r, char *word, double *range, double *weight, salvo_error *err)
{
    const char *text = r->x->options.range;

    TRY(weighted_word_cut("--range", word, weight, err));
    if (r->plan->n_ranges == SALVO_POINTS_RANGES_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: too many ranges; give at most %d", text,
                          SALVO_POINTS_RANGES_MAX);
    if (!salvo_number_parse(word, range) || *range < 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--range %s: not a list of ranges; give all, or numbers of at "
                          "least 0, as in 100,500,1000",
                          text);
    r->plan->n_ranges++;
    return SALVO_OK;
}

static salvo_status read_ranges(const reader *r, salvo_error *err)
{
    const char *text = r->x->options.range, *rest = text;
    double *ranges = salvo_arena_array(r->x->memory, SALVO_POINTS_RANGES_MAX + 1, sizeof *ranges);
    double *weights = salvo_arena_array(r->x->memory, SALVO_POINTS_RANGES_MAX + 1, sizeof *weights);
    salvo_status status = SALVO_OK;

    if (!text || salvo_name_matches(text, "all"))
        return SALVO_OK;
    /* No list means every range bracket. */
    if (!ranges || !weights)
        return salvo_fail_memory(err);
    while (rest && status == SALVO_OK) {
        const size_t at = r->plan->n_ranges;
        char word[WORD_BYTES];

        weighted_word_take(&rest, word);
        status = read_range(r, word, &ranges[at], &weights[at], err);
        for (size_t i = 0; i < at && status == SALVO_OK; i++)
            if (ranges[i] == ranges[at])
                status = weighted_word_twice("--range", word, err);
    }
    r->plan->ranges = ranges;
    r->plan->range_weights = weights;
    return status;
}

/* Reads names with weights, as in "hold:2,meeting", into `weights`. A name that is not listed gets no weight. */
static salvo_status read_names(const char *option, const char *text, const char *const *names, int n, double *weights,
                               salvo_error *err)
{
    const char *rest = text;

    memset(weights, 0, (size_t)n * sizeof *weights);
    while (rest) {
        char word[WORD_BYTES];
        double weight;
        int at;

        weighted_word_take(&rest, word);
        TRY(weighted_word_cut(option, word, &weight, err));
        at = salvo_name_among(names, (size_t)n, names == SALVO_TARGETS ? targets_word(word) : word);
        if (at < 0)
            return salvo_names_fail(err, names, (size_t)n, word, "%s has no '%s'", option, word);
        if (weights[at] > 0)
            return weighted_word_twice(option, names[at], err);
        weights[at] = weight;
    }
    return SALVO_OK;
}

static salvo_status read_scenarios(const reader *r, salvo_error *err)
{
    const char *text = r->x->options.scenario;

    if (!text || salvo_name_matches(text, "all"))
        return SALVO_OK;
    /* The plan begins with all of them; a list leaves only the listed ones. */
    return read_names("--scenario", text, SALVO_SCENARIOS, SALVO_N_SCENARIOS, r->plan->scenarios, err);
}

/* Reads odds, or "even": odds that salvo finds at every range. */
static salvo_status read_odds(const reader *r, salvo_error *err)
{
    const char *text = r->x->options.attack_odds;
    option_reader numbers = {.of = &r->x->options, .err = err};

    if (!text)
        return SALVO_OK;
    r->plan->attack_odds = 0;
    if (!salvo_name_matches(text, "even"))
        option_number(&numbers, OPTION(attack_odds), &r->plan->attack_odds);
    return numbers.status;
}

static salvo_status read_numbers(const reader *r, salvo_error *err)
{
    const salvo_scale scale = salvo_scale_of(&r->book->store);
    option_reader numbers = {.of = &r->x->options, .err = err};
    int turns = 0;
    uint64_t pairs = r->plan->pairs;

    option_whole(&numbers, OPTION(pairs), &pairs);
    option_number(&numbers, OPTION(tolerance), &r->plan->tolerance);
    option_number(&numbers, OPTION(precision), &r->plan->precision);
    option_distance(&numbers, OPTION(close_to), &scale, &r->plan->battle.close_to);
    option_number(&numbers, OPTION(break_at), &r->plan->battle.break_at);
    option_number(&numbers, OPTION(prior), &r->plan->prior_sd);
    option_count(&numbers, OPTION(kinds), &r->plan->kinds_max);
    option_count(&numbers, OPTION(turns), &turns);
    option_count(&numbers, OPTION(army_rules), &r->plan->army_rules);
    option_count(&numbers, OPTION(rounds), &r->plan->rounds);
    r->plan->pairs = (size_t)pairs;
    r->plan->battle.turns = turns;
    return numbers.status;
}

/* An army has at most as many kinds as elements. */
static salvo_status match_kinds(const reader *r, salvo_error *err)
{
    int elements = r->plan->elements_max;

    for (size_t i = 0; i < r->plan->n_settings; i++)
        if (r->plan->settings[i].elements_max < elements)
            elements = r->plan->settings[i].elements_max;

    if (r->plan->kinds_max <= elements)
        return SALVO_OK;
    /* Only a typed value is an error; the default changes. */
    if (r->x->options.kinds)
        return salvo_fail(err, SALVO_BAD_INPUT, "an army of %s cannot be of %d kinds; give a smaller --kinds",
                          salvo_counted((uint64_t)elements, "element").text, r->plan->kinds_max);
    r->plan->kinds_max = elements;
    return SALVO_OK;
}

/* Refuses --close-to if it has no effect in the chosen scenarios: lines that stand still do not approach. */
static salvo_status check_close_to(const reader *r, salvo_error *err)
{
    const double *scenarios = r->plan->scenarios;

    if (!r->x->options.close_to || scenarios[SALVO_ADVANCE] > 0 || scenarios[SALVO_MEETING] > 0)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "--close-to is for lines that move, and in hold both lines stand still; add advance or "
                      "meeting to --scenario");
}

static salvo_status read_acts(const reader *r, salvo_error *err)
{
    option_reader choices = {.of = &r->x->options, .err = err};
    int at = SALVO_ACTS_USUAL;

    option_choice(&choices, OPTION(acts), &at);
    r->plan->battle.army[0].acts = r->plan->battle.army[1].acts = (salvo_acts)at;
    return choices.status;
}

/* Both sides have the same policy: a policy of one side would be mistaken for the worth of its units. */
static salvo_status read_targets(const reader *r, salvo_error *err)
{
    const char *text = r->x->options.targets;
    salvo_status status = read_acts(r, err);

    if (!text || status != SALVO_OK)
        return status;
    status = read_names("--targets", text, SALVO_TARGETS, SALVO_N_TARGETS, r->plan->targets, err);
    for (int t = 0; t < SALVO_N_TARGETS && status == SALVO_OK; t++)
        if (r->plan->targets[t] > 0)
            r->plan->battle.army[0].targets = r->plan->battle.army[1].targets = (salvo_targets)t;
    return status;
}

static int count_above_0(const double *weights, int n)
{
    int count = 0;

    for (int i = 0; i < n; i++)
        count += weights[i] > 0;
    return count;
}

/* A list for the only value would equal the list for all. */
static salvo_status check_per(const salvo_points_plan *plan, salvo_error *err)
{
    const bool one = plan->per == SALVO_PER_SCENARIO  ? count_above_0(plan->scenarios, SALVO_N_SCENARIOS) == 1
                     : plan->per == SALVO_PER_RANGE   ? plan->n_ranges == 1
                     : plan->per == SALVO_PER_TARGETS ? count_above_0(plan->targets, SALVO_N_TARGETS) < 2
                                                      : false;
    const char *name = SALVO_PERS[plan->per];

    if (!one)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "--per %s: there is only one value, and its list would be the one for all; give --%s several",
                      name, name);
}

/* What has several values in this plan was read with the settings. */
static salvo_status read_per(const reader *r, salvo_error *err)
{
    enum { NAMED = SALVO_PER_SETTING }; /* the names before it */
    const char *text = r->x->options.per;
    const int per = text ? salvo_name_among(SALVO_PERS, NAMED, text) : SALVO_PER_NOTHING;

    if (r->plan->per == SALVO_PER_SETTING)
        return SALVO_OK;
    if (per < 0 && settings_options_know(r->book, text))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--per %s: there is only one value; give it several, each of which "
                          "gets a list: %s%s",
                          text, salvo_name_matches("elements", text) ? "--elements 4,12" : text,
                          salvo_name_matches("elements", text) ? "" : "=VALUE,VALUE");
    if (per < 0)
        return salvo_names_fail(err, SALVO_PERS, NAMED, text,
                                "--per has no '%s', and no option of the battle with several values has this name",
                                text);
    r->plan->per = (salvo_points_per)per;
    return check_per(r->plan, err);
}

static salvo_status read_nation(const reader *r, salvo_error *err)
{
    size_t *nation = salvo_arena_array(r->x->memory, 1, sizeof *nation);

    /* The plan borrows the number, so it lives in the arena. */
    r->plan->nation = r->x->options.nation ? nation : NULL;
    if (!r->plan->nation)
        return nation ? SALVO_OK : salvo_fail_memory(err);
    return book_nation(r->book, r->x->options.nation, nation, err);
}

static salvo_status read_prices(const reader *r, salvo_error *err)
{
    salvo_table *prices = salvo_arena_array(r->x->memory, 1, sizeof *prices);

    if (!prices)
        return salvo_fail_memory(err);
    r->plan->prices = r->x->options.prices ? prices : NULL;
    return r->plan->prices ? salvo_csv_read(prices, r->x->options.prices, r->x->memory, err) : SALVO_OK;
}

static salvo_status read_settings(const reader *r, salvo_error *err)
{
    return settings_options_read(r->plan, r->x, r->book, err);
}

static salvo_status read_price_options(const reader *r, salvo_error *err)
{
    return price_options_read(r->plan, r->x, r->book, err);
}

salvo_status points_options_read(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err)
{
    /* Kinds are matched after the numbers are read; the other steps are independent. */
    static salvo_status (*const STEPS[])(const reader *, salvo_error *) = {
        read_settings, read_numbers, match_kinds, read_ranges, read_scenarios, check_close_to,
        read_odds,     read_targets, read_per,    read_nation, read_prices,    read_price_options,
    };
    const salvo_plan *trials = &x->options.approach.plan;
    const reader r = {plan, x, book};
    salvo_status status = SALVO_OK;

    /* The defaults; every step changes only what the user set. */
    *plan = SALVO_POINTS_PLAN;
    plan->seed = trials->seed;
    plan->threads = trials->threads;
    plan->isa = trials->isa;
    plan->progress = trials->progress;
    plan->share = trials->share;
    plan->time_s = trials->time_s;
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](&r, err);
    return status;
}
