/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/price_words.h"

#include <math.h>
#include <string.h>

bool is_named(const salvo_points_plan *plan, const char *id)
{
    for (size_t i = 0; i < plan->n_named; i++)
        if (strcmp(plan->named[i], id) == 0)
            return true;
    return false;
}

datum as_price(record *to, double price)
{
    if (to->in != READ)
        return as_number(price);
    return in_column(COLUMN_NUMBER, isfinite(price) ? as_words(to, "%.6g", price) : as_text("-"));
}

static const salvo_pool_unit *unit_of(const told_reason *of, size_t unit)
{
    return &of->pool->units[unit];
}

/* Returns "" for a part without a setting. */
static const char *setting_of(const told_reason *of, const salvo_price_part *part)
{
    return part->of == SALVO_PART_SETTING ? of->settings[part->setting].name : "";
}

static void describe_part(record *to, const void *of, size_t i)
{
    const told_reason *t = of;
    const salvo_price_part *part = &t->parts[i];
    const field fields[] = {
        {"scenario", if_there(part->of == SALVO_PART_SCENARIO, as_text(SALVO_SCENARIOS[part->scenario]))},
        {"range", if_there(part->of == SALVO_PART_RANGE, as_number(part->range))},
        {"setting", if_there(part->of == SALVO_PART_SETTING, as_text(setting_of(t, part)))},
        {"price", as_bounds(&t->reason->parts[i], 0)},
    };

    PUT_FIELDS(to, fields);
}

datum as_price_parts(const told_reason *of)
{
    return as_objects(describe_part, of, of->n_parts);
}

static void describe_like(record *to, const void *of, size_t i)
{
    const told_reason *t = of;
    const salvo_similar_unit *like = &t->reason->similar[i];
    const field fields[] = {
        {"id", as_text(unit_of(t, like->unit)->id)}, {"same", as_flag(like->same)},
        {"fires_alike", as_real(like->fires)},       {"fired_at_alike", as_real(like->fired_at)},
        {"strength", as_real(like->strength)},       {"speed", as_number(like->speed)},
    };

    PUT_FIELDS(to, fields);
}

datum as_likenesses(const told_reason *of)
{
    return as_objects(describe_like, of, of->reason->n_similar);
}

/* Returns "hold", "500 m" or "cover=normal". */
static const char *heading_of(record *to, const told_reason *of, const salvo_price_part *part)
{
    return part->of == SALVO_PART_RANGE     ? as_words(to, "%.15g %s", part->range, of->distance_unit).text
           : part->of == SALVO_PART_SETTING ? setting_of(of, part)
                                            : SALVO_SCENARIOS[part->scenario];
}

enum { COLUMNS_MAX = 2 * (SALVO_POINTS_RANGES_MAX + SALVO_POINTS_SETTINGS_MAX + SALVO_N_SCENARIOS) };

/* Scenarios and settings have intervals. Ranges, which are many, have none. */
static void put_parts(record *to, const told_reason *of, bool ranges)
{
    field fields[2 + COLUMNS_MAX] = {{"unit", as_text(unit_of(of, of->reason->unit)->name)}};
    size_t n = 1;

    for (size_t i = 0; i < of->n_parts; i++) {
        const salvo_bounds *price = &of->reason->parts[i];

        if ((of->parts[i].of == SALVO_PART_RANGE) == ranges)
            fields[n++] =
                (field){heading_of(to, of, &of->parts[i]), ranges ? as_decimal(price->value, 0) : as_bounds(price, 1)};
    }
    put_fields(to, fields, n);
    record_next(to);
}

static bool has_parts(const told_reason *of, bool ranges)
{
    for (size_t i = 0; i < of->n_parts; i++)
        if ((of->parts[i].of == SALVO_PART_RANGE) == ranges)
            return true;
    return false;
}

void price_words_parts(page *p, const told_reason *of, size_t n)
{
    for (int ranges = 0; ranges <= 1 && n; ranges++) {
        record to;

        if (!has_parts(of, ranges))
            continue;
        to = page_record(p, READ);
        for (size_t i = 0; i < n; i++)
            put_parts(&to, &of[i], ranges);
    }
}

/* Puts "Tiger I (120)". */
static void put_unit(salvo_text *text, const told_reason *of, const salvo_similar_unit *like)
{
    const salvo_pool_unit *u = unit_of(of, like->unit);

    salvo_text_add(text, "%s", u->name);
    if (u->source != SALVO_PRICE_NONE)
        salvo_text_add(text, " (%.6g)", u->price);
}

/* Puts only the differences: ", with 80 % of its strength". */
static void put_difference(salvo_text *text, const salvo_similar_unit *like)
{
    const struct {
        const char *words;
        double share;
    } PARTS[] = {{"the same fire in %.0f %% of matchups", like->fires},
                 {"the same fire at it in %.0f %% of matchups", like->fired_at},
                 {"%.0f %% of its strength", like->strength},
                 {"%.0f %% of its speed", like->speed}};
    const char *before = ", with ";

    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (isfinite(PARTS[i].share) && PARTS[i].share != 1) {
            salvo_text_put(text, before);
            salvo_text_add(text, PARTS[i].words, 100 * PARTS[i].share);
            before = ", ";
        }
}

static void put_likenesses(salvo_text *text, const told_reason *of)
{
    const salvo_price_reason *r = of->reason;

    for (size_t i = 0; i < r->n_similar; i++) {
        salvo_text_put(text, i ? "; " : "");
        put_unit(text, of, &r->similar[i]);
        if (!r->similar[i].same)
            put_difference(text, &r->similar[i]);
    }
}

void price_words_like(page *p, const told_reason *of)
{
    const salvo_price_reason *r = of->reason;
    const char *name = unit_of(of, r->unit)->name;
    salvo_text text = {0};

    if (r->n_similar == 0)
        return;
    put_likenesses(&text, of);
    if (r->similar[0].same)
        page_paragraph(p, "%s fights the same as %s%s.", name, page_words(p, &text),
                       of->fitted ? ", so it has the same price" : "");
    else
        page_paragraph(p, "%s is most like %s.", name, page_words(p, &text));
    salvo_text_free(&text);
}

/* Moves. */

static void describe_move(record *to, const void *of, size_t i)
{
    const told_reason *t = of;
    const salvo_price_effect *move = &t->reason->effects[i];
    const field fields[] = {
        {"scenario", as_text(SALVO_SCENARIOS[move->scenario])},
        {"range", as_number(move->range)},
        {"setting", if_there(t->settings, as_text(t->settings ? t->settings[move->setting].name : NULL))},
        {"change", as_real(move->change)},
    };

    PUT_FIELDS(to, fields);
}

datum as_moves(const told_reason *of)
{
    return as_objects(describe_move, of, of->reason->n_effects);
}

void price_words_moves(page *p, const told_reason *of)
{
    const salvo_price_reason *r = of->reason;
    salvo_text text = {0};

    for (size_t i = 0; i < r->n_effects; i++)
        salvo_text_add(&text, "%s%s at %.15g %s%s%s (%+.0f %%)", i ? ", " : "", SALVO_SCENARIOS[r->effects[i].scenario],
                       r->effects[i].range, of->distance_unit, of->settings ? " with " : "",
                       of->settings ? of->settings[r->effects[i].setting].name : "", 100 * r->effects[i].change);
    if (r->n_effects)
        page_paragraph(p, "What each condition alone would do to the price, roughly; the largest changes: %s.",
                       page_words(p, &text));
    salvo_text_free(&text);
}

/* Numbers. */

static void describe_number(record *to, const void *reasons, size_t i)
{
    static const salvo_price_number NONE = {.words = ""};
    const salvo_price_number *n = to->blank ? &NONE : &((const salvo_price_reasons *)reasons)->numbers[i];
    const field fields[] = {
        {"number", as_text(n->words)},
        {"published", as_decimal(n->published, 2)},
        {"fitted", as_decimal(n->fitted, 2)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column NUMBERS[] = {{"number", "rank correlation with"}, {"published", NULL}, {"fitted", NULL}};

datum as_price_numbers(const salvo_price_reasons *reasons)
{
    return as_objects(describe_number, reasons, reasons->n_numbers);
}

void price_words_numbers(page *p, const salvo_price_reasons *reasons)
{
    if (reasons->n_numbers == 0)
        return;
    page_paragraph(
        p, "How prices follow the numbers of the units' table, over all units (1: a higher number, a higher price; "
           "0: no relation):");
    page_view(p, VIEW(NUMBERS), describe_number, reasons, reasons->n_numbers);
}

/* Classes with different prices. */

static bool is_first_of_class(const salvo_unit_pool *pool, size_t unit)
{
    for (size_t k = 0; k < unit; k++)
        if (pool->units[k].group == pool->units[unit].group)
            return false;
    return true;
}

static bool has_several_prices(const salvo_unit_pool *pool, size_t unit)
{
    for (size_t k = unit + 1; k < pool->n_units; k++)
        if (pool->units[k].group == pool->units[unit].group && pool->units[k].price != pool->units[unit].price)
            return true;
    return false;
}

static void put_class(salvo_text *text, const salvo_unit_pool *pool, size_t first)
{
    for (size_t k = first; k < pool->n_units; k++)
        if (pool->units[k].group == pool->units[first].group)
            salvo_text_add(text, "%s%s %.6g", text->length ? ", " : "", pool->units[k].name, pool->units[k].price);
}

void price_words_identical(page *p, const salvo_unit_pool *pool)
{
    bool any = false;

    for (size_t u = 0; u < pool->n_units; u++) {
        salvo_text names = {0};

        if (!is_first_of_class(pool, u) || !has_several_prices(pool, u))
            continue;
        if (!any)
            page_paragraph(p, "Units that are the same in these battles, at different prices:");
        any = true;
        put_class(&names, pool, u);
        page_paragraph(p, "%s.", page_words(p, &names));
        salvo_text_free(&names);
    }
}

/* Describes one unit of such a class, with its price. */
static void describe_member(record *to, const void *unit)
{
    const salvo_pool_unit *u = unit;
    const field fields[] = {{"id", as_text(u->id)}, {"price", as_number(u->price)}};

    PUT_FIELDS(to, fields);
}

/* A class with different prices, named by its first unit. Any other unit puts nothing. */
typedef struct class_of {
    const salvo_unit_pool *pool;
    size_t first;
} class_of;

static void describe_one_of_class(record *to, const void *of, size_t i)
{
    const class_of *c = of;

    if (c->pool->units[i].group == c->pool->units[c->first].group)
        describe_member(to, &c->pool->units[i]);
}

static void describe_class(record *to, const void *unit_pool, size_t i)
{
    const salvo_unit_pool *pool = unit_pool;
    const class_of class = {pool, i};
    const field fields[] = {{"units", as_objects(describe_one_of_class, &class, pool->n_units)}};

    if (is_first_of_class(pool, i) && has_several_prices(pool, i))
        PUT_FIELDS(to, fields);
}

datum as_identical(const salvo_unit_pool *pool)
{
    return as_objects(describe_class, pool, pool->n_units);
}
