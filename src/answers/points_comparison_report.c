/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two price lists, or two rulebooks, on the same armies. The report lists every difference that is certain, and every
 * named unit. */
#include <salvo/report.h>

#include <string.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/points_words.h"
#include "answers/price_words.h"

static const char *const LISTS[] = {"this", "other"};

static const char *words_of(record *to, const salvo_list_measure *m, const salvo_points_setting *settings)
{
    static const char *const WORDS[][2] = {{"imbalance", "imbalance within a condition"},
                                           {"imbalance-averaged", "averaged over conditions (errors cancel)"},
                                           {"log-loss", "log loss of the price ratio"}};

    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(m->name, WORDS[i][0]) == 0)
            return WORDS[i][1];
    return m->setting < 0 ? as_words(to, "imbalance in %s", SALVO_SCENARIOS[m->scenario]).text
                          : as_words(to, "imbalance with %s", settings[m->setting].name).text;
}

static void describe_measure(record *to, const void *of, size_t i)
{
    static const char *const VERDICTS[SALVO_N_RELATIONS] = {"-", "better", "worse"};
    const salvo_points_comparison *c = of;
    const salvo_list_measure *m = &c->measures[i];
    const char *verdict = VERDICTS[m->relation];
    const bool unsure = m->relation == SALVO_RELATION_UNSURE;
    const field fields[] = {
        {"measure", read_as(to, as_text(m->name), as_text(words_of(to, m, c->plan.settings)))},
        {"scenario", if_there(m->scenario >= 0, as_text(SALVO_SCENARIOS[m->scenario < 0 ? 0 : m->scenario]))},
        {"setting", if_there(m->setting >= 0, as_text(m->setting < 0 ? NULL : c->plan.settings[m->setting].name))},
        {"this", read_as(to, as_bounds(&m->list[0], 0), as_decimal(m->list[0].value, 4))},
        {"other", read_as(to, as_bounds(&m->list[1], 0), as_decimal(m->list[1].value, 4))},
        {"difference", as_bounds(&m->difference, 4)},
        {"other_is", read_as(to, as_text(unsure ? SALVO_RELATIONS[m->relation] : verdict), as_text(verdict))},
    };

    PUT_FIELDS(to, fields);
}

static const view_column MEASURES[] = {{"measure", "less is fairer"},
                                       {"this", "this list"},
                                       {"other", "the other"},
                                       {"difference", "other - this"},
                                       {"other_is", "the other is"}};

static bool is_told(const salvo_points_comparison *c, const salvo_listed_unit *u)
{
    if (c->two_books)
        return u->changed != SALVO_RELATION_UNSURE || is_named(&c->plan, c->unit_pool.units[u->unit].id);
    return u->worth[0] != SALVO_RELATION_UNSURE || u->worth[1] != SALVO_RELATION_UNSURE ||
           is_named(&c->plan, c->unit_pool.units[u->unit].id);
}

/* A unit that is not listed puts nothing. */
static void describe_unit(record *to, const void *of, size_t i)
{
    const salvo_points_comparison *c = of;
    const salvo_listed_unit *u = &c->units[i];
    const salvo_pool_unit *p = &c->unit_pool.units[u->unit];
    const char *nearer = u->nearer < 0 ? NULL : LISTS[u->nearer];
    const field fields[] = {
        {"id", as_text(p->id)},
        {"unit", as_text(p->name)},
        {"nation", as_name(p->nation)},
        {"price", as_price(to, u->price[0])},
        {"worth_over_price", as_bounds(&u->ratio[0], 3)},
        {"worth", as_text(SALVO_RELATIONS[u->worth[0]])},
        {"other_price", as_price(to, u->price[1])},
        {"worth_over_other_price", as_bounds(&u->ratio[1], 3)},
        {"other_worth", as_text(SALVO_RELATIONS[u->worth[1]])},
        {"nearer", if_there(!c->two_books, read_as(to, as_text(nearer), as_text(nearer ? nearer : "-")))},
        {"worth_change", if_there(c->two_books, as_bounds(&u->change, 3))},
        {"changed", if_there(c->two_books, as_text(SALVO_RELATIONS[u->changed]))},
    };

    if (to->json || to->blank || is_told(c, u))
        PUT_FIELDS(to, fields);
}

static const view_column UNITS[] = {
    {"unit", NULL},
    {"nation", NULL},
    {"price", NULL},
    {"worth_over_price", "worth / price"},
    {"other_price", "other price"},
    {"worth_over_other_price", "worth / other"},
    {"nearer", NULL},
    {"worth_change", "worth, other / this"},
};

static void add_method(page *p, const salvo_points_comparison *c)
{
    page_paragraph(
        p,
        "%zu pairs of armies that are equal under this list and %zu under the other, drawn with the same random "
        "numbers: %zu of them are the same armies. %zu pairs of unequal armies are the same for both. Each pair "
        "fights at every range and in every scenario (%s), %llu battles each time, seed %llu. Differences are "
        "taken pair by pair, so that shared luck cancels.",
        c->pairs, c->pairs, c->shared, c->pairs, points_conditions(p, &c->plan, &c->unit_pool, c->book, c->memory),
        (unsigned long long)c->trials, (unsigned long long)c->plan.seed);
}

/* Adds how many battles do not depend on the rules that differ. */
static void add_same(page *p, const salvo_points_comparison *c)
{
    if (c->two_books)
        page_paragraph(
            p, "Each pair fights in both rulebooks. %zu of %zu battles are the same in both, and are fought once.",
            c->same_battles, c->battles);
}

static void add_units(page *p, const salvo_points_comparison *c)
{
    size_t told = 0;

    for (size_t i = 0; i < c->unit_pool.n_units; i++)
        told += is_told(c, &c->units[i]);
    page_heading(p, "Units");
    if (told == 0) {
        page_paragraph(p, c->two_books ? "No unit is clearly worth more or less in the other rulebook."
                                       : "No unit is clearly worth more or less than either price.");
        return;
    }
    if (c->two_books)
        page_paragraph(p,
                       "A unit's worth, judged by its results in the battles of each rulebook, divided by its price; "
                       "the average of each list is 1. Listed are all units that are clearly worth more or less in "
                       "the other rulebook, compared with the average, and those that you named:");
    else
        page_paragraph(p,
                       "A unit's worth, judged by its results in all these battles, divided by its price; the average "
                       "of each list is 1. Listed are all units that are clearly off one of their two prices, and "
                       "those that you named:");
    page_view(p, VIEW(UNITS), describe_unit, c, c->unit_pool.n_units);
}

static void add_to_read(page *p, const void *comparison)
{
    const salvo_points_comparison *c = comparison;

    page_heading(p, c->two_books ? "%s: two variants of the rules" : "%s: two price lists", c->book->store.title);
    add_method(p, c);
    add_same(p, c);
    points_left_out(p, &c->unit_pool);
    page_view(p, VIEW(MEASURES), describe_measure, c, c->n_measures);
    page_paragraph(p, "%s", IMBALANCE_WORDS);
    add_units(p, c);
}

/* Puts a row for each number: a list's, or the difference. */
static void put_row(record *to, const salvo_points_comparison *c, const char *measure, const char *item,
                    const char *scenario, const char *list, const salvo_bounds *value)
{
    const field fields[] = {
        {"ruleset", as_text(c->book->ruleset->id)},
        {"measure", as_text(measure)},
        {"item", as_text(item)},
        {"scenario", as_text(scenario)},
        {"list", as_text(list)},
        {"value", of_row(as_bounds(value, 0))},
    };

    PUT_FIELDS(to, fields);
    record_next(to);
}

static void add_tidy(page *p, const void *comparison)
{
    const salvo_points_comparison *c = comparison;
    record to = page_record(p, TIDY);

    for (size_t i = 0; i < c->n_measures; i++) {
        const salvo_list_measure *m = &c->measures[i];
        const char *scenario = m->scenario < 0 ? NULL : SALVO_SCENARIOS[m->scenario];
        const char *setting = m->setting < 0 ? NULL : c->plan.settings[m->setting].name;

        for (int l = 0; l < 2; l++)
            put_row(&to, c, m->name, setting, scenario, LISTS[l], &m->list[l]);
        put_row(&to, c, m->name, setting, scenario, "difference", &m->difference);
    }
    for (size_t i = 0; i < c->unit_pool.n_units; i++)
        for (int l = 0; l < 2; l++)
            put_row(&to, c, "worth-over-price", c->unit_pool.units[c->units[i].unit].id, NULL, LISTS[l],
                    &c->units[i].ratio[l]);
}

static void describe_comparison(record *to, const void *comparison)
{
    const salvo_points_comparison *c = comparison;
    const asked_conditions conditions = {&c->plan, c->unit_pool.ranges, c->unit_pool.n_ranges};
    const field fields[] = {
        {"ruleset", as_text(c->book->ruleset->id)},
        {"seed", as_whole(c->plan.seed)},
        {"pairs", as_whole(c->pairs)},
        {"shared", as_whole(c->shared)},
        {"battles", as_whole(c->trials)},
        {"matches", if_there(c->two_books, OBJECT({"all", as_whole(c->battles)}, {"same", as_whole(c->same_battles)}))},
        {"conditions", as_object(describe_conditions, &conditions, 1)},
        {"left_out", as_left_out(&c->unit_pool)},
        {"measures", as_objects(describe_measure, c, c->n_measures)},
        {"units", as_objects(describe_unit, c, c->unit_pool.n_units)},
    };

    PUT_FIELDS(to, fields);
}

ANSWER_FUNCTIONS(points_comparison, POINTS_COMPARISON_ANSWER)

const answer_kind POINTS_COMPARISON_ANSWER = {.read = add_to_read,
                                              .tidy = add_tidy,
                                              .document = describe_comparison,
                                              .draw = draw_points_comparison,
                                              .free = free_points_comparison};
