/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the prices that the book prints with those of its formula. The audit makes no judgement: it reports which
 * rows disagree. */
#include <salvo/arena.h>
#include <salvo/audit.h>

#include <stdio.h>
#include <string.h>

#include "base/try.h"
#include "points/unit_pool.h"

const char *const SALVO_VERDICTS[SALVO_N_VERDICTS] = {
    [SALVO_AGREES] = "agrees", [SALVO_DISAGREES] = "disagrees", [SALVO_FILLED_IN] = "filled-in"};

/* A printed 0 is a price; only the flag says that nothing is printed. */
salvo_verdict salvo_audit_verdict(const salvo_price_breakdown *breakdown)
{
    if (!breakdown->is_printed)
        return SALVO_FILLED_IN; /* the book leaves the price open, and the formula supplies it */
    return breakdown->printed == breakdown->computed ? SALVO_AGREES : SALVO_DISAGREES;
}

static size_t count_rows(const salvo_rulebook *book)
{
    size_t n = 0;

    for (const salvo_price_list *list = book->ruleset->prices; list->table; list++)
        n += salvo_store_table(&book->store, list->table)->n_rows;
    return n;
}

static salvo_status audit_row(salvo_audit *a, const salvo_price_list *list, const salvo_table *table, size_t row,
                              salvo_error *err)
{
    const char *id = table->cells[row * table->n_columns].text, *name = salvo_table_text(table, row, "name"),
               *nation = salvo_table_text(table, row, "nation");
    salvo_audited_unit *unit = &a->units[a->n_units++];

    *unit =
        (salvo_audited_unit){.list = list->table, .id = id, .name = name ? name : id, .nation = nation ? nation : ""};
    if (list->breakdown(&a->book->store, a->book->tables, row, a->memory, &unit->breakdown, err) != SALVO_OK)
        return SALVO_NO_MEMORY; /* the only possible failure of a breakdown */
    unit->price = (int)(unit->breakdown.is_printed ? unit->breakdown.printed : unit->breakdown.computed);
    a->n[salvo_audit_verdict(&unit->breakdown)]++;
    return SALVO_OK;
}

/* Returns whether the book prints the price of any unit that fights, or has a table of prices. */
static bool prints_prices(const salvo_rulebook *book)
{
    const salvo_ruleset *ruleset = book->ruleset;
    salvo_points_plan plan = SALVO_POINTS_PLAN;
    bool printed = ruleset->fire && ruleset->fire->price;
    unit_pool pool;

    if (printed || !ruleset->battle)
        return printed;
    if (unit_pool_open(&pool, book, &plan, NULL) == SALVO_OK)
        for (size_t i = 0; i < pool.n; i++)
            printed = printed || pool.units[i].source == SALVO_PRICE_PRINTED;
    unit_pool_close(&pool);
    return printed;
}

/* A book may print prices without a formula, or none at all. */
static salvo_status no_formula(const salvo_rulebook *book, salvo_error *err)
{
    const char *id = book->ruleset->id;
    const bool printed = prints_prices(book);
    char next[128] = "";

    if (book->ruleset->battle)
        snprintf(next, sizeof next, "; salvo points %s -r %s %s", printed ? "test" : "fit", id,
                 printed ? "asks battles whether they are fair" : "finds some");
    return salvo_fail(err, SALVO_BAD_INPUT, "%s %s%s", id,
                      printed ? "has points values, but no formula to compare them with" : "has no points values",
                      next);
}

/* `nation` NULL: all units. */
static salvo_status audit_lists(salvo_audit *a, const size_t *nation, salvo_error *err)
{
    if (!a->book->ruleset->prices)
        return no_formula(a->book, err);
    a->units = salvo_arena_array(a->memory, count_rows(a->book), sizeof *a->units);
    if (!a->units)
        return salvo_fail_memory(err);
    for (const salvo_price_list *list = a->book->ruleset->prices; list->table; list++) {
        const salvo_table *table = salvo_store_table(&a->book->store, list->table);

        for (size_t row = 0; row < table->n_rows; row++)
            if (unit_is_of_nation(table, row, nation))
                TRY(audit_row(a, list, table, row, err));
    }
    return SALVO_OK;
}

/* Finds the units that fight alike. Only those of the table that battles use take part in fights. A book whose units
 * cannot fight each other is audited all the same. */
static salvo_status find_classes(salvo_audit *a, const size_t *nation, salvo_error *err)
{
    salvo_points_plan plan = SALVO_POINTS_PLAN;
    salvo_error refused = {.text = ""};
    unit_pool pool;
    salvo_status status;

    if (!a->book->ruleset->battle)
        return SALVO_OK;
    plan.nation = nation;
    status = unit_pool_open(&pool, a->book, &plan, &refused);
    for (size_t i = 0; i < a->n_units && status == SALVO_OK; i++)
        for (size_t u = 0; u < pool.n && strcmp(a->units[i].list, pool.adapter->element->parameters[0].table) == 0; u++)
            if (strcmp(pool.units[u].id, a->units[i].id) == 0)
                a->units[i].group = pool.units[u].class + 1;
    unit_pool_close(&pool);
    return status == SALVO_NO_MEMORY ? salvo_fail_memory(err) : SALVO_OK;
}

/* Returns how many prices the ruling of that unit fills in. Returns 0 for a unit with a printed price, and for a ruling
 * that an earlier unit has. The loop is quadratic: a list has some hundred units, and most have a printed price. */
static size_t count_by_ruling(const salvo_audit *a, size_t unit)
{
    size_t n = 0;

    for (size_t k = 0; k < a->n_units && !a->units[unit].breakdown.is_printed; k++)
        if (!a->units[k].breakdown.is_printed && strcmp(a->units[k].breakdown.by, a->units[unit].breakdown.by) == 0) {
            if (k < unit)
                return 0;
            n++;
        }
    return n;
}

static bool begins_unequal(const salvo_audit *a, size_t unit)
{
    const salvo_audited_unit *u = &a->units[unit];
    bool differ = false;

    for (size_t i = 0; i < a->n_units && u->group; i++)
        if (a->units[i].group == u->group) {
            if (i < unit)
                return false;
            differ = differ || a->units[i].price != u->price;
        }
    return differ;
}

salvo_status salvo_points_audit(salvo_audit *audit, const salvo_rulebook *book, const size_t *nation, salvo_error *err)
{
    salvo_status status;

    *audit = (salvo_audit){.book = book, .memory = salvo_arena_new()};
    status = audit->memory ? audit_lists(audit, nation, err) : salvo_fail_memory(err);
    if (status == SALVO_OK)
        status = find_classes(audit, nation, err);
    for (size_t i = 0; i < audit->n_units && status == SALVO_OK; i++) {
        audit->units[i].n_by_ruling = count_by_ruling(audit, i);
        audit->units[i].begins_unequal = begins_unequal(audit, i);
    }
    if (status != SALVO_OK)
        salvo_audit_free(audit);
    return status;
}

void salvo_audit_free(salvo_audit *audit)
{
    salvo_arena_free(audit->memory);
    memset(audit, 0, sizeof *audit);
}
