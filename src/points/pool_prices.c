/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prices of a pool's units: printed by the book, by its formula, or given by the plan. */
#include <string.h>

#include "base/try.h"
#include "points/pool_steps.h"
#include "points/unit_pool.h"
#include "rules/parse.h"

/* The price of every unit if the rulebook has none: only ratios matter. */
static const double PRICE_OF_ALL = 100;

const char *const SALVO_PRICE_SOURCES[] = {"printed", "formula", "none", "given"};

const salvo_price_list *unit_pool_formula(const unit_pool *pool)
{
    const salvo_price_list *list = pool->book->ruleset->prices;

    while (list && list->table && strcmp(list->table, pool->adapter->element->parameters[0].table) != 0)
        list++;
    return list && list->table ? list : NULL;
}

/* Reads the formula's price if the book has a formula for its units; below 0 otherwise. */
static salvo_status formula_price(const unit_pool *pool, size_t unit, double *price, salvo_error *err)
{
    const salvo_price_list *formula = unit_pool_formula(pool);
    salvo_price_breakdown breakdown;

    *price = -1;
    if (!formula)
        return SALVO_OK;
    TRY(formula->breakdown(&pool->book->store, pool->book->tables, unit, pool->memory, &breakdown, err));
    *price = (double)breakdown.computed;
    return SALVO_OK;
}

salvo_status pool_price_unit(const unit_pool *pool, candidate *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    c->price = pool->adapter->price ? pool->adapter->price(c->in[0].element) : -1; /* below 0: the book prints none */
    c->source = SALVO_PRICE_PRINTED;
    if (c->price > 0)
        return SALVO_OK;
    c->source = SALVO_PRICE_FORMULA;
    status = formula_price(pool, c->unit, &c->price, err);
    if (c->price > 0)
        return status;
    c->source = SALVO_PRICE_NONE;
    c->price = PRICE_OF_ALL;
    return status;
}

/* Returns the column of a price list that holds the prices, or -1. "rounded", from a fit's own output, is preferred. */
static int price_column(const salvo_table *list)
{
    static const char *const HEADINGS[] = {"rounded", "price", "points"};
    int column = -1;

    for (size_t i = 0; i < sizeof HEADINGS / sizeof *HEADINGS && column < 0; i++)
        column = salvo_table_column(list, HEADINGS[i]);
    return column;
}

/* A price for a unit that is not in the pool is checked but not used. */
static salvo_status take_price(unit_pool *pool, const salvo_cell *id, const salvo_cell *cell, salvo_error *err)
{
    double price;
    size_t row;

    if (!salvo_number_parse(cell->text, &price) || price <= 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, cell->origin, cell->line, cell->column,
                             "'%s' is not a price; give a number above 0", cell->text);
    for (size_t u = 0; u < pool->n; u++) /* several rows may share an id: each gets the price */
        if (strcmp(pool->units[u].id, id->text) == 0) {
            pool->units[u].price = price;
            pool->units[u].source = SALVO_PRICE_GIVEN;
        }
    /* A list may price units that cannot fight here. */
    if (!unit_pool_table(pool, id->text, &row))
        return salvo_fail_at(err, SALVO_BAD_INPUT, id->origin, id->line, id->column,
                             "there is no unit '%s' in %s; salvo list units -r %s lists them", id->text,
                             pool->book->ruleset->id, pool->book->ruleset->id);
    return SALVO_OK;
}

salvo_status pool_take_prices(unit_pool *pool, salvo_error *err)
{
    const salvo_table *list = pool->plan->prices;
    int column = list ? price_column(list) : 0; /* without a list nothing is read below */

    if (column < 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, list->path, 0, 0,
                             "the price column is missing; a list of prices has 'rounded', 'price' or 'points' "
                             "after 'id'");
    for (size_t row = 0; list && row < list->n_rows; row++) {
        const salvo_cell *cells = &list->cells[row * list->n_columns];

        TRY(take_price(pool, &cells[0], &cells[column], err));
    }
    return SALVO_OK;
}
