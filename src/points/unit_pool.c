/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pool is read once: units as elements, prices, ranges, classes, and which unit can harm which. Indistinguishable
 * units share a class, which makes fits smaller and their prices equal. */
#include "points/unit_pool.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/phrase.h"
#include "base/try.h"
#include "data/records.h"
#include "points/conditions.h"
#include "points/settings.h"
#include "rules/fault.h"
#include "rules/parse.h"
#include "rules/roster.h"

/* The price of every unit if the rulebook has none: only ratios matter. */
static const double PRICE_OF_ALL = 100;

/* Reads the formula's price if the book has a formula for its units; below 0 otherwise. */
static salvo_status formula_price(const unit_pool *pool, size_t unit, double *price, salvo_error *err)
{
    const salvo_price_list *list = pool->book->ruleset->prices;
    const char *table = pool->adapter->element->parameters[0].table;
    salvo_price_breakdown breakdown;

    *price = -1;
    while (list && list->table && strcmp(list->table, table) != 0)
        list++;
    if (!list || !list->table)
        return SALVO_OK;
    TRY(list->breakdown(&pool->book->store, pool->book->tables, unit, pool->memory, &breakdown, err));
    *price = (double)breakdown.computed;
    return SALVO_OK;
}

/* The price is the printed one, else the formula's, else one price for all. */
static salvo_status price(const unit_pool *pool, candidate *c, salvo_error *err)
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

/* Returns whether the ruleset has a unit with that id, in the pool or not: a list may price units that cannot fight
 * here. */
static bool is_unit(const unit_pool *pool, const char *id)
{
    const salvo_parameter *unit = &pool->adapter->element->parameters[0];
    const char *const names[] = {unit->table, unit->more_table};

    for (int i = 0; i < 2; i++) {
        const salvo_table *table = names[i] ? salvo_store_table(&pool->book->store, names[i]) : NULL;

        if (table && salvo_table_row(table, id, strlen(id)) >= 0)
            return true;
    }
    return false;
}

/* A price for a unit that is not in the pool is checked but not used. */
static salvo_status take_price(unit_pool *pool, const salvo_cell *id, const salvo_cell *cell, salvo_error *err)
{
    double price;

    if (!salvo_number_parse(cell->text, &price) || price <= 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, cell->origin, cell->line, cell->column,
                             "'%s' is not a price; give a number above 0", cell->text);
    for (size_t u = 0; u < pool->n; u++) /* several rows may share an id: each gets the price */
        if (strcmp(pool->units[u].id, id->text) == 0) {
            pool->units[u].price = price;
            pool->units[u].source = SALVO_PRICE_GIVEN;
        }
    if (!is_unit(pool, id->text))
        return salvo_fail_at(err, SALVO_BAD_INPUT, id->origin, id->line, id->column,
                             "there is no unit '%s' in %s; salvo list units -r %s lists them", id->text,
                             pool->book->ruleset->id, pool->book->ruleset->id);
    return SALVO_OK;
}

static salvo_status take_prices(unit_pool *pool, salvo_error *err)
{
    const salvo_table *list = pool->plan->prices;
    int column = list ? price_column(list) : 0; /* without a list nothing is read below */
    salvo_status status = SALVO_OK;

    if (column < 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, list->path, 0, 0,
                             "the price column is missing; a list of prices has 'rounded', 'price' or 'points' "
                             "after 'id'");
    for (size_t row = 0; list && row < list->n_rows && status == SALVO_OK; row++) {
        const salvo_cell *cells = &list->cells[row * list->n_columns];

        status = take_price(pool, &cells[0], &cells[column], err);
    }
    return status;
}

/* Reports the unit with the reason. `why` is copied, because it may be an error's text. */
static salvo_status leave_out(unit_pool *pool, const char *id, const char *name, const char *why, salvo_error *err)
{
    salvo_excluded_unit out = {id, name, salvo_arena_text(pool->memory, why)};

    pool->left_out[pool->n_left_out++] = out;
    return out.why ? SALVO_OK : salvo_fail_memory(err);
}

/* Adds the unit to the pool. A unit that the battle adapter refuses is listed as left out, with the adapter's
 * reason. */
static salvo_status enlist(unit_pool *pool, const salvo_table *table, size_t row, const char *id, salvo_error *err)
{
    const char *name = salvo_table_text(table, row, "name"), *nation = salvo_table_text(table, row, "nation");
    candidate *c = &pool->units[pool->n];
    salvo_error refused = {.text = ""};
    salvo_status status;

    *c = (candidate){.id = id, .name = name ? name : id, .nation = nation ? nation : "", .most = SALVO_ELEMENTS_MAX};
    status = settings_field(pool, c, &refused);
    if (status == SALVO_BAD_INPUT)
        return leave_out(pool, id, c->name, refused.text, err);
    if (status != SALVO_OK) /* otherwise only memory can fail */
        return salvo_fail_memory(err);
    pool->n++;
    return price(pool, c, err);
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

/* Returns whether the unit is of the nation asked for; without one, all are. */
static bool is_of_nation(const unit_pool *pool, const salvo_table *table, size_t row)
{
    const salvo_table *nations = table->nations;
    const char *nation = salvo_table_text(table, row, "nation");

    return !pool->plan->nation ||
           (nations && nation && strcmp(nation, nations->cells[*pool->plan->nation * nations->n_columns].text) == 0);
}

/* Adds the roster's rows of the nation asked for. */
static salvo_status enlist_all(unit_pool *pool, salvo_error *err)
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

        if (is_of_nation(pool, roster.table, row) && (!pool->plan->choices || choice_of(pool, id)))
            status = enlist(pool, roster.table, row, id, err);
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

/* Prepares the fire of one unit at another while both stand or both move. Returns false if it can never weaken the
 * target. */
static bool aim(const unit_pool *pool, const candidate *by, const candidate *at, const fielding_pair *in, double range,
                bool moving, void *fire)
{
    const salvo_circumstances unit_states = {.range = range, .moving = moving, .target_moving = moving};

    memset(fire, 0,
           pool->adapter->fire_size); /* adapters do not write padding, and fires are compared by their bytes */
    pool->adapter->aim(pool->settings[in->setting].field.situation, by->in[in->by].element, at->in[in->at].element,
                       &unit_states, fire);
    return pool->adapter->can_harm(fire, by->in[in->by].fresh, at->in[in->at].fresh);
}

/* false: from now on only necessary work is done. */
static bool has_time(unit_pool *pool)
{
    pool->hurried = pool->hurried || (pool->patience && !pool->patience->goes_on(pool->patience->context));
    return !pool->hurried;
}

/* Reads the fires of one unit at another in a pair of fieldings, standing and moving, at every range and halfway before
 * it. */
static void read_fires(unit_pool *pool, size_t by, size_t at, size_t number, void *fire)
{
    for (size_t r = 0; r < pool->n_ranges; r++)
        for (int end = 0; end <= 1; end++)
            for (int moving = 0; moving <= 1; moving++) {
                const double nearer = r == 0 ? 0 : pool->ranges[r - 1];
                const double range = end ? pool->ranges[r] : (nearer + pool->ranges[r]) / 2;

                aim(pool, &pool->units[by], &pool->units[at], &pool->fielding_pairs[number], range, moving, fire);
                pool->fires[fire_number(pool, by, at, fire_slot(pool, number, r, end, moving))] =
                    salvo_hash(SALVO_HASH, fire, pool->adapter->fire_size);
            }
}

static salvo_status note_fires(unit_pool *pool, salvo_error *err)
{
    void *fire = salvo_arena_array(pool->memory, 1, pool->adapter->fire_size);

    pool->fires = salvo_arena_array(pool->memory, pool->n * pool->n, fire_slots(pool) * sizeof *pool->fires);
    if (!fire || !pool->fires)
        return salvo_fail_memory(err);
    for (size_t by = 0; by < pool->n; by++)
        for (size_t at = 0; at < pool->n && has_time(pool); at++)
            for (size_t in = 0; in < pool->n_fielding_pairs; in++)
                read_fires(pool, by, at, in, fire);
    pool->fires = pool->hurried ? NULL : pool->fires;
    return SALVO_OK;
}

/* Hashes everything that a unit does to others and others to it. No battle of the plan distinguishes two units with the
 * same hash. */
static uint64_t hash_unit(const unit_pool *pool, size_t unit)
{
    const candidate *c = &pool->units[unit];
    uint64_t hash = SALVO_HASH;

    for (size_t i = 0; i < pool->n; i++)
        for (size_t slot = 0; slot < fire_slots(pool); slot++) {
            hash = salvo_hash_number(hash, pool->fires[fire_number(pool, unit, i, slot)]);
            hash = salvo_hash_number(hash, pool->fires[fire_number(pool, i, unit, slot)]);
        }
    for (size_t in = 0; in < pool->n_fielding_pairs; in++) {
        const fielded *by = &c->in[pool->fielding_pairs[in].by];

        hash = salvo_hash(hash, &by->speed, sizeof by->speed);
        hash = salvo_hash(hash, &by->full, sizeof by->full);
    }
    return hash;
}

/* Classes are in the order of their first unit. They are compared by hash only, if there are hashes. */
static salvo_status find_classes(unit_pool *pool, salvo_error *err)
{
    uint64_t *hashes = salvo_arena_array(pool->memory, pool->n, sizeof *hashes);

    pool->first_of = salvo_arena_array(pool->memory, pool->n, sizeof *pool->first_of);
    if (!hashes || !pool->first_of)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < pool->n; i++) {
        size_t k = 0;

        /* For a hundred units a linear search takes little time. */
        hashes[i] = pool->fires ? hash_unit(pool, i) : i;
        while (k < pool->n_classes && hashes[pool->first_of[k]] != hashes[i])
            k++;
        if (k == pool->n_classes)
            pool->first_of[pool->n_classes++] = i;
        pool->units[i].class = k;
    }
    return SALVO_OK;
}

/* Returns where closing lines end, if any close in; else a range of the plan. */
static double nearest_range(const unit_pool *pool, size_t in)
{
    bool closing = pool->plan->scenarios[SALVO_ADVANCE] > 0 || pool->plan->scenarios[SALVO_MEETING] > 0;

    if (!closing)
        return pool->ranges[0];
    return pool->plan->battle.close_to >= 0 ? pool->plan->battle.close_to
                                            : pool->adapter->closest(pool->settings[in].field.situation);
}

/* Measures what unit i can harm in a pair of fieldings. */
static void measure_harm(unit_pool *pool, size_t i, const fielding_pair *in, void *fire)
{
    /* n includes the unit itself: a mirror match counts. */
    double all = (double)(pool->n * pool->n_ranges * pool->n_fielding_pairs),
           nearest = nearest_range(pool, in->setting);

    for (size_t k = 0; k < pool->n && (has_time(pool) || !pool->units[i].dangerous); k++) {
        pool->units[i].dangerous |= aim(pool, &pool->units[i], &pool->units[k], in, nearest, false, fire);
        for (size_t r = 0; r < pool->n_ranges; r++) {
            bool harms = aim(pool, &pool->units[i], &pool->units[k], in, pool->ranges[r], false, fire);

            pool->units[i].dangerous |= harms;
            pool->units[i].harms += harms / all;
            pool->units[k].harmed += harms / all;
        }
    }
}

/* Leaves out units that cannot harm anything: players buy them for other uses, which these battles do not show. */
static salvo_status leave_out_harmless(unit_pool *pool, salvo_error *err)
{
    size_t kept = 0;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < pool->n && status == SALVO_OK; i++)
        if (pool->units[i].dangerous)
            pool->units[kept++] = pool->units[i];
        else
            status = leave_out(pool, pool->units[i].id, pool->units[i].name,
                               "it cannot damage anything in these battles", err);
    pool->n = kept;
    if (status != SALVO_OK || pool->n >= 2)
        return status;
    return salvo_fail(err, SALVO_BAD_INPUT, "prices need two units or more; %s here can fight%s%s",
                      pool->n ? "only one" : "none", pool->n_left_out ? ": " : "",
                      pool->n_left_out ? pool->left_out[0].why : "");
}

/* This precedes the classes, because units that are left out must not distinguish others. */
static salvo_status look_for_harm(unit_pool *pool, salvo_error *err)
{
    void *fire = salvo_arena_array(pool->memory, 1, pool->adapter->fire_size);

    if (!fire)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < pool->n; i++)
        for (size_t in = 0; in < pool->n_fielding_pairs; in++)
            measure_harm(pool, i, &pool->fielding_pairs[in], fire);
    for (size_t i = 0; i < pool->n && pool->hurried; i++)
        pool->units[i].harms = pool->units[i].harmed = NAN;
    return leave_out_harmless(pool, err);
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

/* Settles what the plan leaves open. Without prices the worths start from one number for all, so the prior must be
 * wider and there must be more rounds. */
static salvo_status settle_fit(unit_pool *pool, salvo_error *err)
{
    (void)err;
    for (size_t i = 0; i < pool->n; i++)
        pool->priced = pool->priced || pool->units[i].source != SALVO_PRICE_NONE;
    pool->prior_sd = pool->plan->prior_sd > 0 ? pool->plan->prior_sd : pool->priced ? 0.5 : 1.5;
    pool->rounds = pool->plan->rounds > 0 ? pool->plan->rounds : pool->priced ? 3 : 5;
    return SALVO_OK;
}

static salvo_status check_elements(int elements_max, salvo_error *err)
{
    if (elements_max >= 1 && elements_max <= SALVO_ELEMENTS_MAX)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "an army has 1 to %d elements, not %d", SALVO_ELEMENTS_MAX, elements_max);
}

static bool has_scenario(const salvo_points_plan *plan)
{
    bool has = false;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        has = has || plan->scenarios[s] > 0;
    return has;
}

/* Checks a plan from outside against the available room. In this form NaN is refused. */
static salvo_status check_plan(unit_pool *pool, salvo_error *err)
{
    const salvo_points_plan *plan = pool->plan;
    salvo_status status = SALVO_OK;

    if (plan->kinds_max < 1 || plan->kinds_max > SALVO_ARMY_KINDS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "an army has 1 to %d kinds of elements, not %d", SALVO_ARMY_KINDS_MAX,
                          plan->kinds_max);
    if (!(plan->precision > 0 && plan->precision < 1))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the precision is not a half-width; give a number between 0 and 1, "
                          "as in 0.04");
    if (!has_scenario(plan))
        return salvo_fail(err, SALVO_BAD_INPUT, "no scenario has a weight above 0; give one a weight");
    if (plan->ranges && (plan->n_ranges < 1 || plan->n_ranges > SALVO_POINTS_RANGES_MAX))
        return salvo_fail(err, SALVO_BAD_INPUT, "armies meet at 1 to %d ranges, not %zu", SALVO_POINTS_RANGES_MAX,
                          plan->n_ranges);
    if (plan->n_settings > SALVO_POINTS_SETTINGS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "there are at most %d settings, not %zu", SALVO_POINTS_SETTINGS_MAX,
                          plan->n_settings);
    if (plan->n_settings == 0)
        return check_elements(plan->elements_max, err);
    for (size_t i = 0; i < plan->n_settings && status == SALVO_OK; i++)
        status = check_elements(plan->settings[i].elements_max, err);
    return status;
}

/* Ranges precede harm, and harm precedes classes, because each needs the one before it. */
salvo_status unit_pool_open_soon(unit_pool *pool, const salvo_rulebook *book, const salvo_points_plan *plan,
                                 const pool_patience *patience, salvo_error *err)
{
    static salvo_status (*const STEPS[])(unit_pool *, salvo_error *) = {
        check_plan,    settings_open, enlist_all, take_prices, conditions_list_ranges, conditions_list,
        look_for_harm, take_choices,  settle_fit, note_fires,  find_classes,
    };
    salvo_status status = SALVO_OK;

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
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](pool, err);
    return salvo_fault_or(status, book, err);
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

/* Joins the classes of two pools of the same units: a class of the result is one of both. */
static salvo_status join_classes(unit_pool *one, unit_pool *other, salvo_error *err)
{
    size_t *class = salvo_arena_array(other->memory, one->n, sizeof *class);
    size_t *first_of = salvo_arena_array(one->memory, one->n, sizeof *first_of), n = 0;

    if (!class || !first_of)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < one->n; u++) {
        size_t k = 0;

        while (k < n && (one->units[first_of[k]].class != one->units[u].class ||
                         other->units[first_of[k]].class != other->units[u].class))
            k++;
        if (k == n)
            first_of[n++] = u;
        class[u] = k;
    }
    for (size_t u = 0; u < one->n; u++)
        one->units[u].class = other->units[u].class = class[u];
    one->first_of = other->first_of = first_of;
    one->n_classes = other->n_classes = n;
    return SALVO_OK;
}

/* The attackers of both have the odds of the first, because the conditions are shared. */
salvo_status unit_pool_compare(unit_pool *pool, unit_pool *of, const salvo_rulebook *book, salvo_error *err)
{
    bool *all = salvo_arena_array(of->memory, of->n, sizeof *all);
    salvo_status status;

    *pool = (unit_pool){.book = NULL};
    if (!all)
        return salvo_fail_memory(err);
    memset(all, true, of->n * sizeof *all);
    status = unit_pool_vary(pool, of, book, all, err);
    pool->n_classes = 0;
    for (size_t u = 0; u < of->n && status == SALVO_OK; u++)
        status = price(pool, &pool->units[u], err);
    status = status == SALVO_OK ? take_prices(pool, err) : status;
    status = status == SALVO_OK ? note_fires(pool, err) : status;
    status = status == SALVO_OK ? find_classes(pool, err) : status;
    status = status == SALVO_OK ? join_classes(of, pool, err) : status;
    return salvo_fault_or(status, book, err);
}

void unit_pool_close(unit_pool *pool)
{
    settings_close(pool);
    salvo_arena_free(pool->memory);
    memset(pool, 0, sizeof *pool);
}
