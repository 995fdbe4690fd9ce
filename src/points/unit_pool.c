/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pool is read once: units as elements, prices, ranges, classes, and which unit can harm which. Indistinguishable
 * units share a class, which makes fits smaller and their prices equal. */
#include "points/unit_pool.h"

#include <string.h>

#include "base/phrase.h"
#include "base/try.h"
#include "points/points_plan.h"
#include "points/pool_steps.h"
#include "points/settings.h"
#include "rules/fault.h"
#include "rules/roster.h"

salvo_status pool_leave_out(unit_pool *pool, const char *id, const char *name, const char *why, salvo_error *err)
{
    salvo_excluded_unit out = {id, name, salvo_arena_text(pool->memory, why)};

    pool->left_out[pool->n_left_out++] = out;
    return out.why ? SALVO_OK : salvo_fail_memory(err);
}

/* Adds the unit to the pool. A unit that the battle adapter refuses is listed as left out, with the adapter's
 * reason. */
static salvo_status list_unit(unit_pool *pool, const salvo_table *table, size_t row, const char *id, salvo_error *err)
{
    const char *name = salvo_table_text(table, row, "name"), *nation = salvo_table_text(table, row, "nation");
    candidate *c = &pool->units[pool->n];
    salvo_error refused = {.text = ""};
    salvo_status status;

    *c = (candidate){.id = id, .name = name ? name : id, .nation = nation ? nation : "", .most = SALVO_ELEMENTS_MAX};
    status = settings_field(pool, c, &refused);
    if (status == SALVO_BAD_INPUT)
        return pool_leave_out(pool, id, c->name, refused.text, err);
    if (status != SALVO_OK) /* otherwise only memory can fail */
        return salvo_fail_memory(err);
    pool->n++;
    return pool_price_unit(pool, c, err);
}

/* Returns the unit's entry in the plan's army list. NULL: it has none, so that it cannot be bought if there is a
 * list. */
static const salvo_army_choice *choice_of(const unit_pool *pool, const char *id)
{
    for (size_t i = 0; i < pool->plan->n_choices; i++)
        if (strcmp(pool->plan->choices[i].id, id) == 0)
            return &pool->plan->choices[i];
    return NULL;
}

bool unit_is_of_nation(const salvo_table *table, size_t row, const size_t *nation)
{
    const salvo_table *nations = table->nations;
    const char *of = salvo_table_text(table, row, "nation");

    return !nation || (nations && of && strcmp(of, nations->cells[*nation * nations->n_columns].text) == 0);
}

/* Adds the roster's rows of the nation asked for. */
static salvo_status list_units(unit_pool *pool, salvo_error *err)
{
    const salvo_parameter *unit = &pool->adapter->element->parameters[0];
    salvo_roster roster;
    salvo_status status =
        salvo_roster_list(&roster, &pool->book->store, unit->table, unit->more_table, unit->among, pool->memory, err);
    size_t n;

    if (status != SALVO_OK)
        return status;
    n = roster.table->n_rows;
    pool->units = salvo_arena_array(pool->memory, n, sizeof *pool->units);
    pool->left_out = salvo_arena_array(pool->memory, n, sizeof *pool->left_out);
    if (!pool->units || !pool->left_out)
        return salvo_fail_memory(err);
    for (size_t row = 0; row < n && status == SALVO_OK; row++) {
        const char *id = roster.ids ? roster.ids[row] : roster.table->cells[row * roster.table->n_columns].text;

        if (unit_is_of_nation(roster.table, row, pool->plan->nation) && (!pool->plan->choices || choice_of(pool, id)))
            status = list_unit(pool, roster.table, row, id, err);
    }
    return status;
}

/* The smallest armies must have room for what the list demands. */
static int least_elements(const unit_pool *pool)
{
    int least = SALVO_ELEMENTS_MAX;

    for (size_t in = 0; in < pool->n_settings; in++)
        if (pool->settings[in].of->elements_max < least)
            least = pool->settings[in].of->elements_max;
    return least;
}

/* Reads how many of each unit armies have. It follows the removal of units, because a demand for those is
 * impossible. */
static salvo_status take_choices(unit_pool *pool, salvo_error *err)
{
    const int elements = least_elements(pool);
    int kinds = 0;

    for (size_t u = 0; pool->plan->choices && u < pool->n; u++) {
        const salvo_army_choice *choice = choice_of(pool, pool->units[u].id);

        pool->units[u].least = choice->least;
        pool->units[u].most = choice->most;
        pool->n_demanded += choice->least;
        kinds += choice->least > 0;
    }
    if (pool->n_demanded <= elements && kinds <= pool->plan->kinds_max)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "the army list demands %s of %s; an army has up to %d of %d here (--elements, --kinds)",
                      salvo_counted((uint64_t)pool->n_demanded, "element").text,
                      salvo_counted((uint64_t)kinds, "kind").text, elements, pool->plan->kinds_max);
}

/* Settles what the plan leaves open. Without prices the worths start from one number for all, so the prior must be
 * wider and there must be more rounds. */
static void settle_fit(unit_pool *pool)
{
    for (size_t i = 0; i < pool->n; i++)
        pool->priced = pool->priced || pool->units[i].source != SALVO_PRICE_NONE;
    pool->prior_sd = pool->plan->prior_sd > 0 ? pool->plan->prior_sd : pool->priced ? 0.5 : 1.5;
    pool->rounds = pool->plan->rounds > 0 ? pool->plan->rounds : pool->priced ? 3 : 5;
}

/* Ranges precede harm, and harm precedes classes, because each needs the one before it. Units that are left out must not
 * distinguish others, and the army list must not demand them. */
static salvo_status open_steps(unit_pool *pool, salvo_error *err)
{
    TRY(points_plan_check(pool->plan, err));
    TRY(settings_open(pool, err));
    TRY(list_units(pool, err));
    TRY(pool_take_prices(pool, err));
    TRY(pool_list_ranges(pool, err));
    TRY(pool_list_conditions(pool, err));
    TRY(pool_find_harm(pool, err));
    TRY(take_choices(pool, err));
    settle_fit(pool);
    TRY(pool_hash_fires(pool, err));
    return pool_find_classes(pool, err);
}

salvo_status unit_pool_open_soon(unit_pool *pool, const salvo_rulebook *book, const salvo_points_plan *plan,
                                 const pool_patience *patience, salvo_error *err)
{
    *pool = (unit_pool){.book = book,
                        .adapter = book->ruleset->battle,
                        .plan = plan,
                        .patience = patience,
                        .memory = salvo_arena_new()};
    if (!pool->memory)
        return salvo_fail_memory(err);
    if (!pool->adapter)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no battles, and prices are judged by battles",
                          book->ruleset->id);
    return salvo_fault_or(open_steps(pool, err), book, err);
}

salvo_status unit_pool_open(unit_pool *pool, const salvo_rulebook *book, const salvo_points_plan *plan,
                            salvo_error *err)
{
    return unit_pool_open_soon(pool, book, plan, NULL, err);
}

/* The classes are those of `of`, although the change may split one, because the same armies are compared. */
salvo_status unit_pool_vary(unit_pool *pool, const unit_pool *of, const salvo_rulebook *book, const bool *wanted,
                            salvo_error *err)
{
    salvo_status status;

    *pool = *of; /* shallow: what is not replaced below stays that of `of` */
    pool->book = book;
    pool->adapter = book->ruleset->battle;
    pool->settings = NULL;
    pool->n_settings = 0;
    pool->memory = salvo_arena_new();
    pool->units = pool->memory ? salvo_arena_array(pool->memory, of->n, sizeof *pool->units) : NULL;
    if (!pool->units)
        return salvo_fail_memory(err);
    memcpy(pool->units, of->units, of->n * sizeof *pool->units);
    status = pool->adapter ? settings_open(pool, err)
                           : salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no battles", book->ruleset->id);
    for (size_t u = 0; u < pool->n && status == SALVO_OK; u++)
        if (wanted[u])
            status = settings_field(pool, &pool->units[u], err);
    return salvo_fault_or(status, book, err);
}

/* Reads the other book's prices, and joins the classes. */
static salvo_status compare_steps(unit_pool *pool, unit_pool *of, salvo_error *err)
{
    pool->n_classes = 0;
    for (size_t u = 0; u < pool->n; u++)
        TRY(pool_price_unit(pool, &pool->units[u], err));
    TRY(pool_take_prices(pool, err));
    TRY(pool_hash_fires(pool, err));
    TRY(pool_find_classes(pool, err));
    return pool_join_classes(of, pool, err);
}

/* The attackers of both have the odds of the first, because the conditions are shared. */
salvo_status unit_pool_compare(unit_pool *pool, unit_pool *of, const salvo_rulebook *book, salvo_error *err)
{
    bool *all = salvo_arena_array(of->memory, of->n, sizeof *all);

    *pool = (unit_pool){.book = NULL};
    if (!all)
        return salvo_fail_memory(err);
    memset(all, true, of->n * sizeof *all);
    TRY(unit_pool_vary(pool, of, book, all, err));
    return salvo_fault_or(compare_steps(pool, of, err), book, err);
}

void unit_pool_close(unit_pool *pool)
{
    settings_close(pool);
    salvo_arena_free(pool->memory);
    memset(pool, 0, sizeof *pool);
}

const salvo_excluded_unit *unit_pool_left_out(const unit_pool *pool, const char *id)
{
    for (size_t i = 0; i < pool->n_left_out; i++)
        if (strcmp(pool->left_out[i].id, id) == 0)
            return &pool->left_out[i];
    return NULL;
}

size_t unit_pool_find(const unit_pool *pool, const char *id)
{
    size_t u = 0;

    while (u < pool->n && strcmp(pool->units[u].id, id) != 0)
        u++;
    return u;
}

const salvo_table *unit_pool_table(const unit_pool *pool, const char *id, size_t *row)
{
    const salvo_parameter *unit = &pool->adapter->element->parameters[0];
    const char *const names[] = {unit->table, unit->more_table};

    for (int i = 0; i < 2; i++) {
        const salvo_table *table = names[i] ? salvo_store_table(&pool->book->store, names[i]) : NULL;
        const long at = table ? salvo_table_row(table, id, strlen(id)) : -1;

        if (at >= 0) {
            *row = (size_t)at;
            return table;
        }
    }
    return NULL;
}

/* The data is copied, because the pool is closed before its description is read. */
salvo_status unit_pool_describe(const unit_pool *pool, salvo_unit_pool *to, salvo_arena *memory, salvo_error *err)
{
    double *ranges = salvo_arena_array(memory, pool->n_ranges, sizeof *ranges);

    *to = (salvo_unit_pool){.n_units = pool->n,
                            .n_classes = pool->n_classes,
                            .n_left_out = pool->n_left_out,
                            .ranges = ranges,
                            .n_ranges = pool->n_ranges,
                            .not_compared = pool->hurried};
    to->units = salvo_arena_array(memory, pool->n, sizeof *to->units);
    to->left_out = salvo_arena_array(memory, pool->n_left_out, sizeof *to->left_out);
    if (!ranges || !to->units || !to->left_out)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < pool->n_left_out; i++) {
        to->left_out[i] = pool->left_out[i];
        to->left_out[i].why = salvo_arena_text(memory, pool->left_out[i].why);
        if (!to->left_out[i].why)
            return salvo_fail_memory(err);
    }
    memcpy(ranges, pool->ranges, pool->n_ranges * sizeof *ranges);
    for (size_t i = 0; i < pool->n; i++) {
        const candidate *c = &pool->units[i];

        to->units[i] =
            (salvo_pool_unit){c->id, c->name, c->nation, c->price, c->source, c->class, 0, c->harms, c->harmed};
        for (size_t k = 0; k < pool->n; k++)
            to->units[i].group_size += pool->units[k].class == c->class;
    }
    return SALVO_OK;
}
