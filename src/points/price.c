/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prices units beside a fixed list. Random armies with one of the units meet armies without it, at about equal cost.
 * Every other unit is worth its price, so that one number for each unit is to be found. */
#include <salvo/points.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "points/bounds.h"
#include "points/points_plan.h"
#include "points/price_battles.h"
#include "points/reasons.h"
#include "points/rounding.h"
#include "rules/fault.h"

/* PAIRS: of each unit in each round. The first round's armies differ more in cost, because the price is a guess. */
enum { PAIRS = 150, ROUNDS = 2 };
static const double SPREADS[ROUNDS] = {2, 1.3};

/* The price asked for may be anything: this is the prior of its logarithm. */
static const double PRIOR_SD = 1.5;

static const char INTERRUPTED[] = "the search was interrupted before it had prices";

typedef struct pricing {
    salvo_points_price *price;
    const char *const *units; /* ids of the units asked about */
    price_battles battles;    /* its prices become the current ones of the units asked about */
    size_t *asked;            /* places in the unit pool */
    bool *is_asked;           /* by place */
    worth_design design;
    observations seen; /* of all rounds so far */
    price_parts parts;
    pair_run run; /* of the last round */
} pricing;

static salvo_status find_asked(pricing *p, const char *id, size_t *unit, salvo_error *err)
{
    const unit_pool *pool = &p->battles.pool;
    const salvo_excluded_unit *out = unit_pool_left_out(pool, id);

    if (out)
        return salvo_fail(err, SALVO_BAD_INPUT, "battles cannot price %s: %s", out->name, out->why);
    *unit = unit_pool_find(pool, id);
    if (*unit == pool->n)
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is not one of the units that can be bought here", id);
    /* A unit given twice would mean two factors of one price, which no battle could separate. */
    if (p->is_asked[*unit])
        return salvo_fail(err, SALVO_BAD_INPUT, "%s is named twice; name it once", pool->units[*unit].name);
    p->is_asked[*unit] = true;
    return SALVO_OK;
}

static salvo_status find_all_asked(pricing *p, salvo_error *err)
{
    const salvo_points_price *to = p->price;

    p->asked = salvo_arena_array(to->memory, to->n_prices, sizeof *p->asked);
    p->is_asked = salvo_arena_array(to->memory, p->battles.pool.n, sizeof *p->is_asked);
    if (!p->asked || !p->is_asked)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < to->n_prices; i++)
        TRY(find_asked(p, p->units[i], &p->asked[i], err));
    if (p->battles.pool.n > to->n_prices)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "some units cannot be priced while the prices of others change; leave one unit at its price, "
                      "or find all prices with points fit");
}

/* If a unit has no price in a list that has some, the search begins at the list's mean. */
static void guess_prices(pricing *p)
{
    unit_pool *pool = &p->battles.pool;
    double sum = 0;

    for (size_t u = 0; u < pool->n; u++)
        sum += p->is_asked[u] ? 0 : pool->units[u].price;
    for (size_t u = 0; u < pool->n; u++) {
        if (p->is_asked[u] && pool->units[u].source == SALVO_PRICE_NONE)
            p->battles.prices[u] = sum / (double)(pool->n - p->price->n_prices);
        pool->units[u].class = u; /* its own class: similar units may have several prices here */
    }
}

/* From now on random armies have the units asked about. Every other unit is worth its price; they have a factor. */
static salvo_status ask_for_units(pricing *p, salvo_error *err)
{
    unit_pool *pool = &p->battles.pool;
    worth_design *d = &p->design;

    p->seen.memory = pool->memory;
    pool->asked = p->asked;
    pool->n_asked = p->price->n_prices;
    pool->is_asked = p->is_asked;
    TRY(worth_design_fixed(d, p->battles.prices, pool->n, p->price->memory, err));
    d->n_factors = p->price->n_prices;
    for (size_t i = 0; i < p->price->n_prices; i++)
        d->terms[p->asked[i]].factor[0] = (int)i;
    return SALVO_OK;
}

/* The loss is that of a fit: a unit priced alone should cost what it would cost among others. */
static value_question question_of(const pricing *p)
{
    value_question of = price_battles_question(&p->battles, &p->design, &p->seen);

    of.prior_sd = PRIOR_SD;
    of.battles = p->run.trials;
    of.is_even = true;
    return of;
}

static salvo_status fight_round(pricing *p, int round, salvo_error *err)
{
    const army_set set = {.prices = p->battles.prices,
                          .stream = (uint32_t)(STREAM_ROUND + round),
                          .spread = SPREADS[round],
                          /* Armies have the units asked about in turn, so that each is in equally many. */
                          .pairs = p->price->plan.pairs * p->price->n_prices,
                          .upto = (round + 2.0) / (ROUNDS + 1)};

    TRY(price_battles_fight(&p->battles, &p->run, &set, err));
    TRY(price_battles_check_stop(&p->battles, INTERRUPTED, err));
    return observations_add(&p->seen, &p->run, NULL, p->battles.prices, err);
}

/* Finds the prices of the units asked about from everything fought so far, or from the conditions of one part of it. */
static salvo_status fit_prices(const pricing *p, const salvo_price_part *part, salvo_bounds *found, salvo_error *err)
{
    const value_question of = question_of(p);
    value_model v;
    double *gradient;

    TRY(price_part_fit(&v, &of, part, &p->battles.pool, err));
    gradient = salvo_arena_array(p->price->memory, v.n, sizeof *gradient);
    for (size_t i = 0; gradient && i < p->price->n_prices; i++) {
        value_model_gradient(&v, p->asked[i], gradient);
        found[i] = bounds_of_logarithm(value_model_worth(&v, p->asked[i]), value_model_error(&v, gradient));
    }
    value_model_free(&v);
    return gradient ? SALVO_OK : salvo_fail_memory(err);
}

/* The worths become the prices at which the next armies are bought. */
static salvo_status find_prices(pricing *p, salvo_bounds *found, salvo_error *err)
{
    for (int round = 0; round < ROUNDS; round++) {
        TRY(fight_round(p, round, err));
        TRY(fit_prices(p, NULL, found, err));
        for (size_t i = 0; i < p->price->n_prices; i++) {
            p->price->prices[i].price = found[i];
            p->battles.prices[p->asked[i]] = found[i].value;
        }
    }
    return SALVO_OK;
}

/* Finds the similar units of each unit among those with fixed prices. */
static salvo_status find_similar_units(pricing *p, salvo_error *err)
{
    const unit_pool *pool = &p->battles.pool;
    bool *is_other = salvo_arena_array(p->price->memory, pool->n, sizeof *is_other);

    if (!is_other)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < pool->n; u++)
        is_other[u] = !p->is_asked[u];
    for (size_t i = 0; i < p->price->n_prices; i++)
        likeness_find(&p->price->prices[i].reason, pool, is_other);
    return SALVO_OK;
}

static salvo_status find_reasons_of_asked(pricing *p, salvo_bounds *found, salvo_error *err)
{
    for (size_t part = 0; part < p->parts.n; part++) {
        TRY(fit_prices(p, &p->parts.parts[part], found, err));
        for (size_t i = 0; i < p->price->n_prices; i++)
            p->price->prices[i].reason.parts[part] = found[i];
    }
    return find_similar_units(p, err);
}

static salvo_status report_prices(pricing *p, salvo_error *err)
{
    salvo_points_price *to = p->price;
    /* Rounding needs limits; here there are none. */
    price_limits none = {.n = 1, .step = to->plan.step > 0 ? to->plan.step : 1};
    double least = 0, greatest = INFINITY;

    none.least = &least;
    none.greatest = &greatest;
    to->parts = p->parts.parts;
    to->n_parts = p->parts.n;
    to->trials = p->run.trials;
    for (size_t i = 0; i < to->n_prices; i++) {
        salvo_unit_price *a = &to->prices[i];
        const candidate *c = &p->battles.pool.units[p->asked[i]];

        a->before = c->source == SALVO_PRICE_NONE ? NAN : c->price;
        a->pairs = ROUNDS * to->plan.pairs;
        a->reason = (salvo_price_reason){.unit = p->asked[i], .by_numbers = NAN};
        rounding_of_list(&none, &a->price.value, to->plan.round_preferred, &a->rounded);
        a->reason.parts = salvo_arena_array(to->memory, p->parts.n, sizeof *a->reason.parts);
        if (!a->reason.parts)
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

/* Odds are found before armies have the units asked about: the fixed list determines what attackers need. */
static salvo_status price_units(pricing *p, salvo_error *err)
{
    salvo_points_price *to = p->price;
    price_battles *b = &p->battles;
    salvo_bounds *found = to->memory ? salvo_arena_array(to->memory, to->n_prices, sizeof *found) : NULL;

    if (!to->prices || !found)
        return salvo_fail_memory(err);
    if (to->n_prices == 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "the units are missing; name the units to price");
    TRY(price_battles_open(b, to->book, &to->plan, NULL, err));
    TRY(unit_pool_describe(&b->pool, &to->unit_pool, to->memory, err));
    TRY(find_all_asked(p, err));
    TRY(price_parts_list(&p->parts, &b->pool, to->memory, err));
    guess_prices(p);
    TRY(price_battles_find_odds(b, b->prices, 1.0 / (ROUNDS + 1), err));
    TRY(price_battles_check_stop(b, INTERRUPTED, err));
    TRY(ask_for_units(p, err));
    TRY(find_prices(p, found, err));
    TRY(report_prices(p, err));
    return find_reasons_of_asked(p, found, err);
}

salvo_status salvo_points_price_run(salvo_points_price *price, const salvo_rulebook *book,
                                    const salvo_points_plan *plan, const char *const *units, size_t n, salvo_error *err)
{
    pricing p = {.price = price, .units = units};
    salvo_status status;

    *price = (salvo_points_price){
        .book = book, .plan = points_plan_of(plan, PAIRS), .n_prices = n, .memory = salvo_arena_new()};
    price->prices = price->memory ? salvo_arena_array(price->memory, n, sizeof *price->prices) : NULL;
    p.battles.memory = price->memory;
    p.battles.watch.watch = price->plan.progress;
    status = salvo_fault_or(price_units(&p, err), book, err);
    pair_run_free(&p.run);
    price_battles_close(&p.battles);
    if (status != SALVO_OK)
        salvo_points_price_free(price);
    return status;
}

void salvo_points_price_free(salvo_points_price *price)
{
    salvo_arena_free(price->memory);
    memset(price, 0, sizeof *price);
}
