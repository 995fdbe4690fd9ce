/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prices of single units beside a list that stays unchanged. */
#include <salvo/arena.h>
#include <salvo/report.h>

#include <math.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/points_words.h"
#include "answers/price_words.h"

static const salvo_pool_unit *unit_of(const salvo_points_price *p, size_t asked)
{
    return &p->unit_pool.units[p->prices[asked].reason.unit];
}

static told_reason reason_of(const salvo_points_price *p, size_t asked)
{
    return (told_reason){.pool = &p->unit_pool,
                         .parts = p->parts,
                         .n_parts = p->n_parts,
                         .reason = &p->prices[asked].reason,
                         .settings = p->plan.n_settings ? p->plan.settings : NULL,
                         .distance_unit = p->book->store.distance_unit};
}

static void describe_asked(record *to, const void *of, size_t i)
{
    const salvo_points_price *p = of;
    const salvo_unit_price *a = &p->prices[i];
    const salvo_pool_unit *u = unit_of(p, i);
    const told_reason reason = reason_of(p, i);
    const field fields[] = {
        {"id", as_text(u->id)},
        {"unit", as_text(u->name)},
        {"nation", as_name(u->nation)},
        {"before", as_price(to, a->before)},
        {"price", as_bounds(&a->price, 1)},
        {"rounded", as_price(to, a->rounded)},
        {"pairs", as_whole(a->pairs)},
        {"by_meeting", as_price_parts(&reason)},
        {"like", as_likenesses(&reason)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column PRICES[] = {{"unit", NULL},          {"nation", NULL},  {"before", "now"},
                                     {"price", "fair price"}, {"rounded", NULL}, {"pairs", NULL}};

static void add_method(page *p, const salvo_points_price *of)
{
    page_paragraph(
        p,
        "All other units keep their prices. Random armies with the unit fight armies without it, each pair at "
        "every range and in every scenario (%s), %llu battles each time, seed %llu. The fair price minimises the "
        "imbalance within these conditions.",
        points_conditions(p, &of->plan, &of->unit_pool, of->book, of->memory), (unsigned long long)of->trials,
        (unsigned long long)of->plan.seed);
}

static void add_to_read(page *p, const void *price)
{
    const salvo_points_price *of = price;
    told_reason *reasons = salvo_arena_array(of->memory, of->n_prices, sizeof *reasons);

    p->failed = p->failed || !reasons;
    for (size_t i = 0; reasons && i < of->n_prices; i++)
        reasons[i] = reason_of(of, i);
    page_heading(p, "%s: what units should cost", of->book->store.title);
    add_method(p, of);
    page_view(p, VIEW(PRICES), describe_asked, of, of->n_prices);
    for (size_t i = 0; reasons && i < of->n_prices; i++)
        price_words_like(p, &reasons[i]);
    if (!reasons || of->n_parts == 0)
        return;
    page_paragraph(p, "If only some of the battles counted, the fair price would be:");
    price_words_parts(p, reasons, of->n_prices);
}

/* Puts a row for each price: over all conditions, and over each part of them. */
static void put_row(record *to, const salvo_points_price *p, size_t i, const salvo_price_part *part,
                    const salvo_bounds *price)
{
    const salvo_unit_price *a = &p->prices[i];
    const salvo_pool_unit *u = unit_of(p, i);
    const field fields[] = {
        {"id", as_text(u->id)},
        {"ruleset", as_text(p->book->ruleset->id)},
        {"unit", as_text(u->name)},
        {"nation", as_name(u->nation)},
        {"scenario", as_text(part && part->of == SALVO_PART_SCENARIO ? SALVO_SCENARIOS[part->scenario] : NULL)},
        {"setting",
         if_there(p->plan.n_settings,
                  as_text(part && part->of == SALVO_PART_SETTING ? p->plan.settings[part->setting].name : NULL))},
        {"range", as_number(part && part->of == SALVO_PART_RANGE ? part->range : NAN)},
        {"before", as_number(a->before)},
        {"price", of_row(as_bounds(price, 0))},
        {"rounded", as_number(part ? NAN : a->rounded)},
    };

    PUT_FIELDS(to, fields);
    record_next(to);
}

static void add_tidy(page *to_page, const void *price)
{
    const salvo_points_price *p = price;
    record to = page_record(to_page, TIDY);

    for (size_t i = 0; i < p->n_prices; i++) {
        put_row(&to, p, i, NULL, &p->prices[i].price);
        for (size_t k = 0; k < p->n_parts; k++)
            put_row(&to, p, i, &p->parts[k], &p->prices[i].reason.parts[k]);
    }
}

static void describe_price(record *to, const void *price)
{
    const salvo_points_price *p = price;
    const asked_conditions conditions = {&p->plan, p->unit_pool.ranges, p->unit_pool.n_ranges};
    const field fields[] = {
        {"ruleset", as_text(p->book->ruleset->id)}, {"seed", as_whole(p->plan.seed)},
        {"battles", as_whole(p->trials)},           {"conditions", as_object(describe_conditions, &conditions, 1)},
        {"left_out", as_left_out(&p->unit_pool)},   {"units", as_objects(describe_asked, p, p->n_prices)},
    };

    PUT_FIELDS(to, fields);
}

ANSWER_FUNCTIONS(points_price, POINTS_PRICE_ANSWER)

const answer_kind POINTS_PRICE_ANSWER = {.read = add_to_read,
                                         .tidy = add_tidy,
                                         .document = describe_price,
                                         .draw = draw_points_price,
                                         .free = free_points_price};
