/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What M.A.D. in Lua (examples/rulebooks/mad-lua) says of units and aircraft beside procedures, against M.A.D. in C: record
 * cards, prices, and the fire of each at each class of target. */
#include "support.h"

#include <string.h>

#include <salvo/audit.h>
#include <salvo/efficiency.h>

#include "example_book.h"

static salvo_rulebook lua;

static int open_both(void **state)
{
    example_open(&lua, "mad-lua");
    return mad_open(state);
}

static int close_both(void **state)
{
    salvo_rulebook_close(&lua);
    return mad_close(state);
}

static void same_text(const char *of, const char *text, const char *expected)
{
    if (!text != !expected || (text && strcmp(text, expected) != 0))
        fail_msg("%s: '%s', not '%s'", of, text ? text : "(none)", expected ? expected : "(none)");
}

static size_t rows_of(const char *table)
{
    return salvo_store_table(&mad()->store, table)->n_rows;
}

/* Cards. */

static salvo_card card_of(const salvo_rulebook *book, size_t unit, salvo_arena *memory)
{
    salvo_card card;
    salvo_error err = {.text = ""};

    if (salvo_unit_card(book, unit, memory, &card, &err) != SALVO_OK)
        fail_msg("%zu: %s", unit, err.text);
    return card;
}

static void same_card(const salvo_card *card, const salvo_card *expected)
{
    same_text(expected->id, card->id, expected->id);
    same_text(expected->id, card->name, expected->name);
    same_text(expected->id, card->nation, expected->nation);
    assert_int_equal(card->n_facts, expected->n_facts);
    for (size_t i = 0; i < expected->n_facts; i++) {
        same_text(expected->id, card->facts[i].key, expected->facts[i].key);
        same_text(expected->id, card->facts[i].label, expected->facts[i].label);
        same_text(expected->id, card->facts[i].value, expected->facts[i].value);
    }
}

static void same_cards(const salvo_rulebook *one, const salvo_rulebook *other)
{
    salvo_arena *memory = salvo_arena_new();

    for (size_t i = 0; i < rows_of("units") + rows_of("aircraft"); i++) {
        const salvo_card card = card_of(one, i, memory), expected = card_of(other, i, memory);

        same_card(&card, &expected);
    }
    salvo_arena_free(memory);
}

static void cards_are_the_same(void **state)
{
    (void)state;
    same_cards(&lua, mad());
}

/* Cells that the shipped tables do not have: a card must not depend on them. */
static const struct change_case {
    const char *name, *table, *row, *column, *text;
} CHANGES[] = {
    {"a corridor left blank", "fire-arcs", "fixed", "corridor_mm", "-"},
    {"a torpedo without bombs", "aircraft", "spitfire-1a", "torpedo", "yes"},
    {"no bombs at all", "aircraft", "grumman-avenger-tbf1", "bomb_load_lbs", "0"},
    {"one template of bombs", "aircraft", "grumman-avenger-tbf1", "bomb_load_lbs", "551"},
    {"no guns", "aircraft", "spitfire-1a", "weapons", "-"},
    {"an arc of no degrees", "aircraft", "spitfire-1a", "weapons", "2xmachine-gun rear0 + 1x20mm-cannon left45"},
    {"a printed price", "aircraft", "spitfire-1a", "points", "100"},
    {"no printed price", "units", "german-tiger-i", "points", "#"},
    {"two batteries", "units", "german-tiger-i", "weapons", "cannon-b * + aa:4x20mm-cannon* + aa:2xmachine-gun"},
    {"anti-infantry", "weapons", "cannon-b", "anti_infantry", "yes"},
    {"infantry that takes all", "values", "infantry-damage-percent", "value", "33"},
    {"a discount", "values", "fixed-mount-price-percent", "value", "33"},
    {"cavalry", "movement", "medium", "target", "infantry"},
};

static salvo_rulebook varied(const salvo_rulebook *book, const struct change_case *c)
{
    const salvo_table *table = salvo_store_table(&book->store, c->table);
    const salvo_change change = {.table = (size_t)(table - book->store.tables),
                                 .row = (size_t)salvo_table_row(table, c->row, strlen(c->row)),
                                 .column = (size_t)salvo_table_column(table, c->column),
                                 .text = c->text};
    salvo_rulebook variant;
    salvo_error err = {.text = ""};

    if (salvo_rulebook_vary(&variant, book, &change, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    return variant;
}

/* Prices. */

static void same_breakdown(const char *of, const salvo_price_breakdown *is, const salvo_price_breakdown *expected)
{
    assert_int_equal(is->is_printed, expected->is_printed);
    assert_int_equal(is->printed, expected->printed);
    assert_int_equal(is->computed, expected->computed);
    same_text(of, is->substitute, expected->substitute);
    same_text(of, is->by, expected->by);
    assert_int_equal(is->n_items, expected->n_items);
    for (size_t i = 0; i < expected->n_items; i++) {
        same_text(of, is->items[i].part, expected->items[i].part);
        same_text(of, is->items[i].words, expected->items[i].words);
        assert_int_equal(is->items[i].points, expected->items[i].points);
    }
}

static salvo_price_breakdown price_of(const salvo_rulebook *book, const salvo_price_list *list, size_t row,
                                      salvo_arena *memory)
{
    salvo_price_breakdown breakdown;
    salvo_error err = {.text = ""};

    if (list->breakdown(&book->store, book->tables, row, memory, &breakdown, &err) != SALVO_OK)
        fail_msg("%s %zu: %s", list->table, row, err.text);
    return breakdown;
}

static void same_prices(const salvo_rulebook *one, const salvo_rulebook *other)
{
    const salvo_price_list *list = one->ruleset->prices, *expected = other->ruleset->prices;
    salvo_arena *memory = salvo_arena_new();

    for (; expected->table; list++, expected++) {
        same_text("a price list", list->table, expected->table);
        for (size_t row = 0; row < rows_of(expected->table); row++) {
            const salvo_price_breakdown a = price_of(one, list, row, memory),
                                        b = price_of(other, expected, row, memory);

            same_breakdown(expected->table, &a, &b);
        }
    }
    assert_null(list->table);
    salvo_arena_free(memory);
}

static void prices_are_the_same(void **state)
{
    (void)state;
    same_prices(&lua, mad());
}

static void changed_tables_are_read_alike(void **state)
{
    salvo_rulebook by_lua = varied(&lua, *state), c = varied(mad(), *state);

    same_cards(&by_lua, &c);
    same_prices(&by_lua, &c);
    salvo_rulebook_close(&by_lua);
    salvo_rulebook_close(&c);
}

/* Fire. */

static void fire_is_the_same(void **state)
{
    const salvo_fire_adapter *fire = lua.ruleset->fire, *expected = mad()->ruleset->fire;

    (void)state;
    same_text("fire", fire->procedure + strlen("mad-lua"), expected->procedure + strlen("mad"));
    same_text("fire", fire->each, expected->each);
    same_text("fire", fire->about, expected->about);
    same_text("fire", fire->price, expected->price);
    same_text("fire", fire->strength, expected->strength);
    for (size_t i = 0; i < rows_of("units"); i++)
        same_text("a class of target", fire->target_class(lua.tables, i), expected->target_class(mad()->tables, i));
}

static salvo_efficiency measured(const salvo_rulebook *book, const salvo_efficiency_plan *plan)
{
    salvo_efficiency e;
    salvo_error err = {.text = ""};

    if (salvo_efficiency_measure(&e, book, plan, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    return e;
}

static void same_targets(const salvo_efficiency *e, const salvo_efficiency *expected)
{
    assert_int_equal(e->n_targets, expected->n_targets);
    for (size_t i = 0; i < expected->n_targets; i++) {
        same_text("a target", e->targets[i].label, expected->targets[i].label);
        assert_true(e->targets[i].strength == expected->targets[i].strength);
        assert_int_equal(e->targets[i].n_units, expected->targets[i].n_units);
    }
}

/* The numbers are the same bits. */
static void efficiency_is_the_same(void **state)
{
    static const char *const BEST[] = {"weapons=best", "cover=normal"}, *const MOVING[] = {"moving=yes"};
    static const salvo_efficiency_plan PLANS[] = {
        {.range = "all", .units = "nation=german"},
        {.range = "500", .against = "all", .units = "nation=french"},
        {.range = "all", .against = "Tiger I"},
        {.range = "200,750", .against = "late war", .words = BEST, .n_words = 2},
        {.range = "350", .against = "everything", .words = MOVING, .n_words = 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PLANS); i++) {
        salvo_efficiency e = measured(&lua, &PLANS[i]), expected = measured(mad(), &PLANS[i]);

        same_targets(&e, &expected);
        assert_int_equal(e.n_units, expected.n_units);
        assert_int_equal(e.n_ranges, expected.n_ranges);
        assert_memory_equal(e.prices, expected.prices, e.n_units * sizeof *e.prices);
        assert_memory_equal(e.shots, expected.shots, e.n_units * e.n_targets * e.n_ranges * sizeof *e.shots);
        salvo_efficiency_free(&e);
        salvo_efficiency_free(&expected);
    }
}

int main(void)
{
    const struct CMUnitTest shipped[] = {
        cmocka_unit_test(cards_are_the_same),
        cmocka_unit_test(prices_are_the_same),
        cmocka_unit_test(fire_is_the_same),
        cmocka_unit_test(efficiency_is_the_same),
    };
    struct CMUnitTest changed[COUNT_OF(CHANGES)];

    for (size_t i = 0; i < COUNT_OF(CHANGES); i++)
        changed[i] = row_test(CHANGES[i].name, changed_tables_are_read_alike, &CHANGES[i]);
    return cmocka_run_group_tests_name("cards, prices and fire", shipped, open_both, close_both) +
           cmocka_run_group_tests_name("the same of changed tables", changed, open_both, close_both);
}
