/* SPDX-License-Identifier: GPL-3.0-or-later */
/* New prices, their effects, and their limits. All lists are tested on armies that no fit has seen. */
#include <salvo/arena.h>
#include <salvo/report.h>

#include <math.h>
#include <stdlib.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/points_judged.h"
#include "answers/points_words.h"
#include "answers/price_words.h"
#include "answers/statistics_words.h"
#include "base/phrase.h"

/* Returns a unit by its index in the pool, which prices have, too. */
static const salvo_pool_unit *unit_of(const salvo_points_fit *f, size_t unit)
{
    return &f->unit_pool.units[unit];
}

/* Necessary work takes its time, whatever the limit. */
static void add_time(page *p, const salvo_points_fit *f)
{
    if (f->out_of_time)
        page_paragraph(
            p,
            "The time of %g s was too short: the fit took %.1f s, of which preparing the units took %.1f s. A list "
            "needs at least 20 pairs of armies, and 2 that judge it.",
            f->plan.time_s, f->seconds, f->opening_s);
    if (f->unit_pool.not_compared)
        page_paragraph(p, "There was no time to find out which units are the same in battle, so each has a price of "
                          "its own.");
}

/* The conditions are the question that the prices answer. */
static void add_before_and_after(page *p, const salvo_points_fit *f)
{
    page_heading(p, "%s: prices before and after", f->book->store.title);
    page_paragraph(p,
                   "Fitted to %zu pairs of armies of up to %d elements, each at one range in every scenario (%s), "
                   "%llu battles each time, seed %llu.",
                   f->pairs, f->plan.elements_max, points_conditions(p, &f->plan, &f->unit_pool, f->book, f->memory),
                   (unsigned long long)f->trials, (unsigned long long)f->plan.seed);
    add_time(p, f);
    points_judged(p, f);
}

/* Describes the effect of a rule on an army's price. For reading it is a percentage with its sign. */
static void describe_rule(record *to, const void *of, size_t i)
{
    const salvo_army_rule *r = &((const salvo_points_fit *)of)->rules[i];
    const datum percent = as_words(to, "%+.1f %% to %+.1f %%", 100 * r->effect.low, 100 * r->effect.high);
    const field fields[] = {
        {"rule", as_text(r->words)},
        {"effect", read_as(to, as_bounds(&r->effect, 0), percent)},
        {"gain", as_bounds(&r->gain, 4)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column RULES[] = {{"rule", NULL}, {"effect", "effect, 95 %"}, {"gain", NULL}};

static void add_rules(page *p, const salvo_points_fit *f)
{
    page_heading(p, "Rules for the army as a whole");
    if (f->n_rules == 0) {
        page_paragraph(p, "No rule surely makes armies fairer by at least a hundredth of the imbalance.");
        return;
    }
    page_paragraph(
        p, "The rules have a price list of their own, fitted together with them. Gain is what each rule takes off "
           "the imbalance after those before it, estimated on armies that did not select it. The imbalance of "
           "armies that are bought under all rules is above.");
    page_view(p, VIEW(RULES), describe_rule, f, f->n_rules);
}

/* "hold", "500 m", "nearest", or "cover=normal". */
static const char *own_words(record *to, const salvo_points_fit *f, const salvo_separate_list *own)
{
    return f->plan.per == SALVO_PER_SCENARIO  ? SALVO_SCENARIOS[own->scenario]
           : f->plan.per == SALVO_PER_TARGETS ? SALVO_TARGETS[own->targets]
           : f->plan.per == SALVO_PER_SETTING ? own->part
                                              : as_words(to, "%.15g %s", own->range, f->book->store.distance_unit).text;
}

/* Returns the kind of values that have a list each. */
static const char *per_words(const salvo_points_fit *f)
{
    return f->plan.per == SALVO_PER_TARGETS   ? "target policy"
           : f->plan.per == SALVO_PER_SETTING ? f->plan.per_words
                                              : SALVO_PERS[f->plan.per];
}

static void describe_own(record *to, const void *of, size_t i)
{
    const salvo_points_fit *f = of;
    const salvo_separate_list *own = &f->separate[i];
    const field fields[] = {
        {"for", as_text(own_words(to, f, own))},
        {"imbalance", as_bounds(&own->imbalance, 4)},
        {"of_one_list", as_bounds(&own->of_one_list, 4)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column LISTS[] = {
    {"for", "list for"}, {"imbalance", "its imbalance"}, {"of_one_list", "imbalance of the one list"}};

/* Describes a unit's prices side by side. */
static void describe_side_by_side(record *to, const void *of, size_t u)
{
    const salvo_points_fit *f = of;
    const salvo_bounds *one = &f->prices[u].fitted;
    const field unit[] = {
        {"unit", as_text(unit_of(f, u)->name)},
        {"nation", as_name(unit_of(f, u)->nation)},
        {"one list", as_decimal(one->value, 1)},
    };

    PUT_FIELDS(to, unit);
    for (size_t i = 0; i < f->n_separate; i++) {
        const salvo_bounds *b = &f->separate[i].prices[u];
        const field fields[] = {{own_words(to, f, &f->separate[i]), as_decimal(b->value, 1)}, {"95 %", as_ends(b, 1)}};

        PUT_FIELDS(to, fields);
    }
}

static void add_own(page *p, const salvo_points_fit *f)
{
    page_heading(p, "A list for each %s", per_words(f));
    page_view(p, VIEW(LISTS), describe_own, f, f->n_separate);
    page_rows(p, READ, describe_side_by_side, f, f->unit_pool.n_units);
}

/* Some books have prices and no formula. */
static bool has_formula(const salvo_points_fit *f)
{
    return f->n_formula > 0;
}

/* Returns the change as a fraction: 0.25 is a quarter more than today. */
static double change_of(const salvo_points_fit *f, const salvo_new_price *price)
{
    return price->fitted.value / unit_of(f, price->unit)->price - 1;
}

/* Puts limits as words, because bits would be unreadable in the CSV. */
static void put_limits(salvo_text *text, unsigned limits)
{
    static const struct {
        unsigned limit;
        const char *word;
    } WORDS[] = {{SALVO_LIMIT_HARMS, "harms-few"}, {SALVO_LIMIT_HARMED, "harmed-by-few"}, {SALVO_LIMIT_WIDE, "wide"}};

    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (limits & WORDS[i].limit)
            salvo_text_add(text, "%s%s", text->length ? " " : "", WORDS[i].word);
}

/* For reading, a star marks a price that the book does not print and its formula sets. */
static datum as_published(record *to, const salvo_pool_unit *u)
{
    const char *star = u->source == SALVO_PRICE_FORMULA ? "*" : "";

    if (to->in != READ)
        return as_number(u->price);
    return in_column(COLUMN_NUMBER,
                     u->source != SALVO_PRICE_NONE ? as_words(to, "%.6g%s", u->price, star) : as_text("-"));
}

/* Returns whether the price is more or less than the published one; for reading, by how much. */
static datum as_change(record *to, const salvo_points_fit *f, const salvo_new_price *price)
{
    const bool priced = unit_of(f, price->unit)->source != SALVO_PRICE_NONE;
    const reading change = {.kind = READ_VALUE, .value = change_of(f, price), .percent = true, .sign = true};

    return read_as(to, if_known(priced, as_text(SALVO_RELATIONS[price->change])),
                   or_empty(priced, as_reading(COLUMN_NUMBER, change)));
}

static void describe_price(record *to, const void *of, size_t i)
{
    const salvo_points_fit *f = of;
    const salvo_new_price *price = &f->prices[i];
    const salvo_pool_unit *u = unit_of(f, price->unit);
    const salvo_bounds *with_rules = &price->with_rules, *formula = &price->formula;
    const bool limited = points_is_limited(f);
    salvo_text limits = {0};

    put_limits(&limits, price->limits);

    const field fields[] = {
        {"id", as_text(u->id)},
        {"ruleset", only_in(TIDY, as_text(f->book->ruleset->id))},
        {"unit", as_text(u->name)},
        {"nation", as_name(u->nation)},
        {"price_from", as_text(SALVO_PRICE_SOURCES[u->source])},
        {"published", as_published(to, u)},
        {"fitted", of_row(as_bounds(&price->fitted, 1))},
        {"rounded", as_price(to, price->rounded)},
        {"change", only_in(READ | JSON, as_change(to, f, price))},
        {"repeats", as_real(price->repeats)},
        {"with_rules", if_there(f->n_rules, read_as(to, as_bounds(with_rules, 0), as_decimal(with_rules->value, 1)))},
        {"with_rules_rounded", if_there(f->n_rules, as_price(to, price->with_rules_rounded))},
        {"formula", if_known(has_formula(f), read_as(to, as_bounds(formula, 0), as_decimal(formula->value, 1)))},
        {"alike", as_whole(u->group_size)},
        {"limits", as_built(to, &limits)},
        {"held_by", if_there(limited, as_text(SALVO_BINDINGS[price->binding]))},
        {"unlimited", if_there(limited, as_decimal(price->unlimited, 1))},
    };

    PUT_FIELDS(to, fields);
    for (size_t k = 0; k < f->n_separate; k++) {
        const field own[] = {{own_words(to, f, &f->separate[k]), as_number(f->separate[k].prices[i].value)}};

        PUT_FIELDS(to, own);
    }
}

static const view_column PRICES[] = {
    {"unit", NULL},
    {"nation", NULL},
    {"published", NULL},
    {"fitted", NULL},
    {"held_by", "held by"},
    {"unlimited", "without limits"},
    {"change", NULL},
    {"rounded", NULL},
    {"with_rules", "with army rules"},
    {"with_rules_rounded", "rounded"},
    {"formula", "formula refitted"},
};

/* Kept prices set the level of the list; otherwise its average is unchanged. */
static void put_level(salvo_text *text, const salvo_points_fit *f)
{
    if (!points_is_priced(f))
        salvo_text_put(text, "The average price is 100.");
    else if (f->keeps_mean)
        salvo_text_put(text, "The average price is unchanged.");
    else
        salvo_text_add(
            text, "The average price goes from %.1f to %.1f, because the limits set the level of the list%s.",
            f->mean_price[0], f->mean_price[1], f->plan.limits->keep_mean ? "" : "; --keep-mean keeps the average");
}

/* Puts the step of rounding, and how many prices would be the same with another seed. */
static void put_rounding(salvo_text *text, const salvo_points_fit *f)
{
    const salvo_rounding *r = &f->rounding;

    if (r->preferred)
        salvo_text_put(text, "preferred values");
    else if (r->step != 1)
        salvo_text_add(text, "multiples of %.6g", r->step);
    else
        salvo_text_put(text, "whole numbers");
    salvo_text_add(text, "%s: %zu of %zu prices would be the same with another seed",
                   r->chosen ? " (--round-to selects another rounding)" : "", r->same, f->unit_pool.n_units);
}

/* A list without prices cannot have been mispriced. */
static void add_prices(page *p, const salvo_points_fit *f)
{
    bool starred = false;
    salvo_text words = {0};
    record to;

    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        starred = starred || f->unit_pool.units[i].source == SALVO_PRICE_FORMULA;
    if (points_is_priced(f)) {
        page_heading(p, "Most mispriced");
        to = page_viewed(p, VIEW(PRICES));
        for (size_t i = 0; i < f->n_mispriced; i++, record_next(&to))
            describe_price(&to, f, f->mispriced[i]);
    }
    page_heading(p, "New prices");
    put_level(&words, f);
    salvo_text_put(&words, " Rounded to ");
    put_rounding(&words, f);
    if (!f->unit_pool.not_compared)
        salvo_text_add(&words, ". Units with the same rules have one price%s",
                       points_is_limited(f) ? ", unless your limits separate them" : "");
    page_paragraph(p, "%s.%s", page_words(p, &words), starred ? " *: not printed; the formula's price." : "");
    salvo_text_free(&words);
    page_view(p, VIEW(PRICES), describe_price, f, f->unit_pool.n_units);
}

/* An item that costs points is refitted in points; an item that qualifies others is a factor. If an item has both, its
 * new factor is printed in points, as the author writes it into the book. */
static void describe_refitted(record *to, const void *of, size_t i)
{
    const salvo_formula_item *r = &((const salvo_points_fit *)of)->formula[i];
    const bool is_points = isfinite(r->published);
    const double unit = is_points ? r->published : 1;
    const salvo_bounds points = {unit * r->factor.value, unit * r->factor.low, unit * r->factor.high};
    const int decimals = is_points ? 1 : 3;
    const char *times = is_points ? "" : "x ";
    const field fields[] = {
        {"part", as_name(r->part)},
        {"what", as_text(r->words)},
        {"published",
         read_as(to, as_number(r->published), in_column(COLUMN_NUMBER, as_words(to, "%s%.6g", times, unit)))},
        {"factor", read_as(to, as_bounds(&r->factor, 0),
                           in_column(COLUMN_NUMBER, as_words(to, "%s%.*f", times, decimals, points.value)))},
        {"95 %", only_in(READ, as_ends(&points, decimals))},
    };

    PUT_FIELDS(to, fields);
}

static const view_column FORMULA[] = {
    {"what", "item"}, {"part", "of"}, {"published", NULL}, {"factor", "refitted"}, {"95 %", NULL}};

static void add_formula(page *p, const salvo_points_fit *f)
{
    page_heading(p, "The book's formula, refitted");
    page_paragraph(
        p, "A factor for every item of the price breakdowns. A word that qualifies items (\"fixed\") has one more, in "
           "addition to the book's own discount.");
    page_view(p, VIEW(FORMULA), describe_refitted, f, f->n_formula);
}

/* Puts the names of the units that a limit concerns. */
static void put_limited(salvo_text *text, const salvo_points_fit *f, unsigned limit)
{
    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        if (f->prices[i].limits & limit)
            salvo_text_add(text, "%s%s", text->length ? ", " : "", unit_of(f, i)->name);
}

/* A reason that concerns no unit is left out. */
static void add_limited(page *p, const salvo_points_fit *f, unsigned limit, const char *words)
{
    salvo_text names = {0};

    put_limited(&names, f, limit);
    if (names.length || names.failed)
        page_paragraph(p, "%s: %s.", words, page_words(p, &names));
    salvo_text_free(&names);
}

/* Describes two kinds of units whose fitted prices may be equal. A table without rows is described once for its
 * headings, with a pair of no units. */
static void describe_indistinguishable(record *to, const void *of, size_t i)
{
    static const salvo_indistinguishable NONE = {0};
    const salvo_points_fit *f = of;
    const salvo_indistinguishable *pair = to->blank ? &NONE : &f->indistinguishable[i];
    const salvo_pool_unit *a = unit_of(f, pair->a), *b = unit_of(f, pair->b);
    const bool priced = points_is_priced(f);
    const field fields[] = {
        {"a", as_text(to->in == READ ? a->name : a->id)},
        {"price of a", only_in(READ, if_there(priced, as_price(to, a->price)))},
        {"b", as_text(to->in == READ ? b->name : b->id)},
        {"price of b", only_in(READ, if_there(priced, as_price(to, b->price)))},
        {"ratio", as_bounds(&pair->ratio, 3)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column PAIRS[] = {
    {"a", NULL}, {"price of a", "published"}, {"b", NULL}, {"price of b", "published"}, {"ratio", "fitted, a / b"}};

static void add_indistinguishable(page *p, const salvo_points_fit *f)
{
    if (f->n_indistinguishable == 0)
        return;
    page_paragraph(p, "The fitted prices of %zu of %s cannot be told apart%s:", f->n_not_distinguished,
                   salvo_counted(f->n_compared, "pair of kinds").text,
                   points_is_priced(f) ? "; those whose published prices differ most" : ", such as");
    page_view(p, VIEW(PAIRS), describe_indistinguishable, f, f->n_indistinguishable);
}

/* A fit needs battles that distinguish units. This paragraph says for which units there are none. */
static void add_limits(page *p, const salvo_points_fit *f)
{
    page_heading(p, "Limits of the fit");
    page_paragraph(
        p,
        "P(a wins) = logistic(%.2f x size^%.2f x log(price of a / price of b)), where size is the average number "
        "of elements; the scores of a pair vary around it with a variance of %.3f p (1 - p).",
        f->steepness, f->growth, f->dispersion);
    add_logistic_explained(p, f->steepness, ", between armies of one element,");
    if (f->judged[SALVO_LIST_PUBLISHED].judged && f->judged[SALVO_LIST_FITTED].judged) {
        page_paragraph(
            p, "Imbalance by range and scenario, published to fitted: one price cannot be fair at every range.");
        points_by_condition(p, f->book->store.distance_unit, f->unit_pool.n_ranges,
                            &f->judged[SALVO_LIST_PUBLISHED].imbalance, &f->judged[SALVO_LIST_FITTED].imbalance);
    }
    points_left_out(p, &f->unit_pool);
    price_words_identical(p, &f->unit_pool);
    add_limited(p, f, SALVO_LIMIT_HARMS, "Can damage fewer than half of the others, over all ranges");
    add_limited(p, f, SALVO_LIMIT_HARMED, "Can be damaged by fewer than half of the others, over all ranges");
    add_limited(p, f, SALVO_LIMIT_WIDE, "Known only to a quarter of the price");
    add_indistinguishable(p, f);
}

/* Returns why the named unit i has its price. */
static told_reason reason_of(const salvo_points_fit *f, size_t i)
{
    return (told_reason){.pool = &f->unit_pool,
                         .parts = f->reasons.parts,
                         .n_parts = f->reasons.n_parts,
                         .reason = &f->reasons.units[i],
                         .settings = f->plan.n_settings ? f->plan.settings : NULL,
                         .distance_unit = f->book->store.distance_unit,
                         .fitted = true};
}

static void describe_reason(record *to, const void *fit, size_t i)
{
    const salvo_points_fit *f = fit;
    const told_reason t = reason_of(f, i);
    const field fields[] = {
        {"id", as_text(unit_of(f, t.reason->unit)->id)},
        {"by_meeting", as_price_parts(&t)},
        {"moved_by", as_moves(&t)},
        {"like", as_likenesses(&t)},
        {"by_numbers", as_number(t.reason->by_numbers)},
    };

    PUT_FIELDS(to, fields);
}

static void add_reason(page *p, const salvo_points_fit *f, const told_reason *t)
{
    const salvo_new_price *price = &f->prices[t->reason->unit];
    const salvo_pool_unit *u = unit_of(f, price->unit);

    if (u->source == SALVO_PRICE_NONE)
        page_paragraph(p, "%s: fitted %.1f (%.1f to %.1f).", u->name, price->fitted.value, price->fitted.low,
                       price->fitted.high);
    else
        page_paragraph(p, "%s: published %.6g, fitted %.1f (%.1f to %.1f), %+.0f %%.", u->name, u->price,
                       price->fitted.value, price->fitted.low, price->fitted.high, 100 * change_of(f, price));
    price_words_moves(p, t);
    price_words_like(p, t);
    if (isfinite(t->reason->by_numbers))
        page_paragraph(p, "By the numbers in its table alone (a regression over all units), it would cost %.0f.",
                       t->reason->by_numbers);
}

static void add_reasons(page *p, const salvo_points_fit *f)
{
    const size_t n = f->reasons.n_units;
    told_reason *told = salvo_arena_array(f->memory, n, sizeof *told);

    p->failed = p->failed || !told;
    if (n == 0 || !told)
        return;
    for (size_t i = 0; i < n; i++)
        told[i] = reason_of(f, i);
    page_heading(p, "Why");
    if (f->reasons.n_parts) {
        page_paragraph(p, "If only some of the battles counted, the prices would be:");
        price_words_parts(p, told, n);
    }
    for (size_t i = 0; i < n; i++)
        add_reason(p, f, &told[i]);
    price_words_numbers(p, &f->reasons);
}

/* The effects of the prices come before them, and their limits after them. */
static void add_to_read(page *p, const void *fit)
{
    const salvo_points_fit *f = fit;

    add_before_and_after(p, f);
    if (f->plan.army_rules > 0)
        add_rules(p, f);
    add_prices(p, f);
    add_reasons(p, f);
    if (f->n_separate)
        add_own(p, f);
    if (has_formula(f))
        add_formula(p, f);
    add_limits(p, f);
}

/* Describes the factor on a scenario's weight. A scenario in which armies do not meet puts nothing. */
static void describe_emphasis(record *to, const void *fit, size_t s)
{
    const salvo_points_fit *f = fit;
    const field fields[] = {{SALVO_SCENARIOS[s], as_real(f->emphasis[s])}};

    if (points_has_scenario(f, (salvo_scenario)s))
        PUT_FIELDS(to, fields);
}

/* Puts the id of a unit. A list of bare values has no keys. */
static void describe_mispriced(record *to, const void *fit, size_t i)
{
    const salvo_points_fit *f = fit;
    const field fields[] = {{NULL, as_text(unit_of(f, f->prices[f->mispriced[i]].unit)->id)}};

    PUT_FIELDS(to, fields);
}

static void describe_less_fair(record *to, const void *fit, size_t s)
{
    const field fields[] = {
        {NULL, if_there(((const salvo_points_fit *)fit)->less_fair[s], as_text(SALVO_SCENARIOS[s]))}};

    PUT_FIELDS(to, fields);
}

/* Adds only the prices; the JSON has all other results of the fit. */
static void add_tidy(page *p, const void *fit)
{
    const salvo_points_fit *f = fit;

    page_rows(p, TIDY, describe_price, f, f->unit_pool.n_units);
}

static void describe_fit(record *to, const void *fit)
{
    const salvo_points_fit *f = fit;
    const asked_conditions conditions = {&f->plan, f->unit_pool.ranges, f->unit_pool.n_ranges};
    const field fields[] = {
        {"ruleset", as_text(f->book->ruleset->id)},
        {"seed", as_whole(f->plan.seed)},
        {"pairs", as_whole(f->pairs)},
        {"steepness", as_real(f->steepness)},
        {"growth", as_real(f->growth)},
        {"dispersion", as_real(f->dispersion)},
        {"conditions", as_object(describe_conditions, &conditions, 1)},
        {"left_out", as_left_out(&f->unit_pool)},
        {"partial", if_there(f->interrupted, as_flag(true))},
        {"emphasis", as_object(describe_emphasis, f, SALVO_N_SCENARIOS)},
        {"part", if_there(f->part < 1, as_real(f->part))},
        {"rounding", OBJECT({"preferred", as_flag(f->rounding.preferred)},
                            {"step", if_there(!f->rounding.preferred, as_number(f->rounding.step))},
                            {"repeats", as_real(f->rounding.repeats)}, {"same", as_whole((int64_t)f->rounding.same)},
                            {"chosen", as_flag(f->rounding.chosen)})},
        {"time",
         if_there(f->plan.time_s > 0, OBJECT({"given", as_number(f->plan.time_s)}, {"taken", as_real(f->seconds)},
                                             {"preparing", as_real(f->opening_s)}))},
        {"out_of_time", if_there(f->plan.time_s > 0, as_flag(f->out_of_time))},
        {"mean_price", OBJECT({"published", if_there(points_is_priced(f), as_real(f->mean_price[0]))},
                              {"fitted", as_real(f->mean_price[1])},
                              {"kept", if_there(points_is_priced(f), as_flag(f->keeps_mean))})},
        {"held", if_there(points_is_limited(f), as_whole((int64_t)f->n_limited))},
        {"mispriced", as_list(describe_mispriced, f, f->n_mispriced)},
        {"imbalance_change", if_there(isfinite(f->imbalance_change.value), as_bounds(&f->imbalance_change, 0))},
        {"imbalance_is",
         if_there(isfinite(f->imbalance_change.value), as_text(SALVO_RELATIONS[f->imbalance_relation]))},
        {"less_fair_in", as_list(describe_less_fair, f, SALVO_N_SCENARIOS)},
        {"floor", if_there(f->has_floor, as_bounds(&f->floor, 0))},
        {"floor_is", if_there(f->has_floor, as_text(SALVO_RELATIONS[f->floor_relation]))},
        {"classes_unknown", if_there(f->unit_pool.not_compared, as_flag(true))},
        {"army_rules", if_there(f->plan.army_rules > 0, as_objects(describe_rule, f, f->n_rules))},
        {"lists", if_there(f->n_separate > 0, as_objects(describe_own, f, f->n_separate))},
        {"identical", as_identical(&f->unit_pool)},
        {"judged", as_object(describe_judged, f, SALVO_N_LISTS)},
        {"units", as_objects(describe_price, f, f->unit_pool.n_units)},
        {"formula", if_there(has_formula(f), as_objects(describe_refitted, f, f->n_formula))},
        {"why", if_there(f->reasons.n_units, as_objects(describe_reason, f, f->reasons.n_units))},
        {"numbers", if_there(f->reasons.n_units, as_price_numbers(&f->reasons))},
        {"not_told_apart", OBJECT({"of", as_whole(f->n_compared)}, {"pairs", as_whole(f->n_not_distinguished)},
                                  {"farthest", as_objects(describe_indistinguishable, f, f->n_indistinguishable)})},
    };

    PUT_FIELDS(to, fields);
}

ANSWER_FUNCTIONS(points_fit, POINTS_FIT_ANSWER)

const answer_kind POINTS_FIT_ANSWER = {.read = add_to_read,
                                       .tidy = add_tidy,
                                       .document = describe_fit,
                                       .draw_shown = draw_points_fit,
                                       .free = free_points_fit};
