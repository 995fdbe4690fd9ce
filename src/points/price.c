/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prices units beside a fixed list. Random armies with one of the units meet armies without it, at about equal cost.
 * Every other unit is worth its price, so that one number for each unit is to be found. */
#include <salvo/points.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "points/attack_odds.h"
#include "points/likeness.h"
#include "points/observations.h"
#include "points/price_limits.h"
#include "points/price_parts.h"
#include "points/relative.h"
#include "rules/fault.h"

/* PAIRS: of each unit in each round. The first round's armies differ more in cost, because the price is a guess. */
enum { PAIRS = 150, ROUNDS = 2 };
static const double SPREADS[ROUNDS] = {2, 1.3};

/* The price asked for may be anything: this is the prior of its logarithm. */
static const double PRIOR_SD = 1.5;

typedef struct pricing {
    salvo_points_price *price;
    const char *const *units; /* ids of the units asked about */
    unit_pool pool;
    size_t *asked;  /* places in the unit pool */
    bool *is_asked; /* by place */
    double *prices; /* by place: current prices of the units asked about */
    worth_design design;
    observations seen;      /* of all rounds so far */
    double *weights, *odds; /* by condition; odds at the first prices, 1 without an attacker */
    price_parts parts;
    pair_run run;
    pair_progress watch;
} pricing;

static salvo_status find_asked(pricing *p, const char *id, size_t *unit, salvo_error *err)
{
    const salvo_excluded_unit *out = unit_pool_left_out(&p->pool, id);

    if (out)
        return salvo_fail(err, SALVO_BAD_INPUT, "battles cannot price %s: %s", out->name, out->why);
    *unit = unit_pool_find(&p->pool, id);
    if (*unit < p->pool.n)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is not one of the units that can be bought here", id);
}

static salvo_status open_pool(pricing *p, salvo_error *err)
{
    salvo_points_price *to = p->price;

    TRY(unit_pool_open(&p->pool, to->book, &to->plan, err));
    TRY(unit_pool_describe(&p->pool, &to->unit_pool, to->memory, err));
    p->asked = salvo_arena_array(to->memory, to->n_prices, sizeof *p->asked);
    p->is_asked = salvo_arena_array(to->memory, p->pool.n, sizeof *p->is_asked);
    p->prices = salvo_arena_array(to->memory, p->pool.n, sizeof *p->prices);
    if (!p->asked || !p->is_asked || !p->prices)
        return salvo_fail_memory(err);
    /* A unit given twice would mean two factors of one price, which no battle could separate. */
    for (size_t i = 0; i < to->n_prices; i++) {
        TRY(find_asked(p, p->units[i], &p->asked[i], err));
        if (p->is_asked[p->asked[i]])
            return salvo_fail(err, SALVO_BAD_INPUT, "%s is named twice; name it once", p->pool.units[p->asked[i]].name);
        p->is_asked[p->asked[i]] = true;
    }
    if (p->pool.n > to->n_prices)
        return price_parts_list(&p->parts, &p->pool, to->memory, err);
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "some units cannot be priced while the prices of others change; leave one unit at its price, "
                      "or find all prices with points fit");
}

/* If a unit has no price in a list that has some, the search begins at the list's mean. */
static salvo_status take_prices(pricing *p, salvo_error *err)
{
    double sum = 0;
    size_t n = 0;

    for (size_t u = 0; u < p->pool.n; u++)
        if (!p->is_asked[u]) {
            sum += p->pool.units[u].price;
            n++;
        }
    for (size_t u = 0; u < p->pool.n; u++) {
        const bool guessed = p->is_asked[u] && p->pool.units[u].source == SALVO_PRICE_NONE;

        p->prices[u] = guessed ? sum / (double)n : p->pool.units[u].price;
        p->pool.units[u].class = u; /* its own class: similar units may have several prices here */
    }
    p->seen.memory = p->pool.memory;
    (void)err;
    return SALVO_OK;
}

/* From now on random armies have these units. */
static salvo_status name_asked(pricing *p, salvo_error *err)
{
    (void)err;
    p->pool.asked = p->asked;
    p->pool.n_asked = p->price->n_prices;
    p->pool.is_asked = p->is_asked;
    return SALVO_OK;
}

/* Every other unit is worth its price; those asked about have a factor. */
static salvo_status design(pricing *p, salvo_error *err)
{
    worth_design *d = &p->design;
    salvo_status status = worth_design_fixed(d, p->prices, p->pool.n, p->price->memory, err);

    d->n_factors = p->price->n_prices;
    for (size_t i = 0; status == SALVO_OK && i < p->price->n_prices; i++)
        d->terms[p->asked[i]].factor[0] = (int)i;
    return status;
}

static salvo_bounds bounds_of(const value_model *v, size_t unit, double *gradient)
{
    value_model_gradient(v, unit, gradient);
    return bounds_of_logarithm(value_model_worth(v, unit), value_model_error(v, gradient));
}

/* The loss is that of a fit: a unit priced alone should cost what it would cost among others. */
static value_question question_of(const pricing *p)
{
    return (value_question){.design = &p->design,
                            .seen = p->seen.of,
                            .n_seen = p->seen.n,
                            .n_conditions = p->pool.n_conditions,
                            .weight = p->weights,
                            .odds = p->odds,
                            .prior_sd = PRIOR_SD,
                            .battles = p->run.trials,
                            .is_even = true};
}

static salvo_status broken_off(salvo_error *err)
{
    return salvo_fail(err, SALVO_STOPPED, "the search was interrupted before it had prices");
}

/* Finds what attackers need by the fixed list, before armies have the units asked about. */
static salvo_status find_odds(pricing *p, salvo_error *err)
{
    salvo_arena *memory = p->price->memory;

    p->watch.to = 1.0 / (ROUNDS + 1);
    TRY(attack_odds_find(&p->pool, p->prices, &p->watch, err));
    if (p->watch.stopped)
        return broken_off(err);
    p->weights = observations_weights(&p->pool, memory);
    p->odds = observations_odds(&p->pool, memory);
    return p->weights && p->odds ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status fight(pricing *p, int round, salvo_error *err)
{
    const salvo_points_plan *plan = p->pool.plan;
    const army_sampler sampler = {.pool = &p->pool,
                                  .prices = p->prices,
                                  .seed = plan->seed,
                                  .stream = (uint32_t)(STREAM_ROUND + round),
                                  .spread = log(SPREADS[round])};
    /* Armies have the units asked about in turn, so that each is in equally many. */
    const size_t pairs = plan->pairs * p->price->n_prices;

    p->watch.from = (round + 1.0) / (ROUNDS + 1);
    p->watch.to = (round + 2.0) / (ROUNDS + 1);
    pair_run_free(&p->run);
    TRY(pair_run_init(&p->run, &p->pool, pairs, pair_trials(plan->precision), sampler.stream, err));
    TRY(pair_run_all(&p->run, &sampler, 0, pairs, &p->watch, err));
    return p->watch.stopped ? broken_off(err) : observations_add(&p->seen, &p->run, NULL, p->prices, err);
}

/* Fits everything fought so far, and takes the worths as prices. */
static salvo_status fit(pricing *p, salvo_error *err)
{
    value_model v;
    double *g;
    const value_question of = question_of(p);

    TRY(value_model_fit(&v, &of, err));
    g = salvo_arena_array(p->price->memory, v.n, sizeof *g);
    for (size_t i = 0; g && i < p->price->n_prices; i++) {
        p->price->prices[i].price = bounds_of(&v, p->asked[i], g);
        p->prices[p->asked[i]] = p->price->prices[i].price.value;
    }
    value_model_free(&v);
    return g ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status find_prices(pricing *p, salvo_error *err)
{
    for (int round = 0; round < ROUNDS; round++) {
        salvo_status status = fight(p, round, err);

        if (status != SALVO_OK)
            return status;
        status = fit(p, err);
        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

static salvo_status fit_part(pricing *p, size_t part, salvo_error *err)
{
    value_model v;
    double *g;
    const value_question of = question_of(p);

    TRY(price_part_fit(&v, &of, &p->parts.parts[part], &p->pool, err));
    g = salvo_arena_array(p->price->memory, v.n, sizeof *g);
    for (size_t i = 0; g && i < p->price->n_prices; i++)
        p->price->prices[i].reason.parts[part] = bounds_of(&v, p->asked[i], g);
    value_model_free(&v);
    return g ? SALVO_OK : salvo_fail_memory(err);
}

/* Finds the similar units of each unit among those with fixed prices. */
static salvo_status find_likeness(pricing *p, salvo_error *err)
{
    bool *is_other = salvo_arena_array(p->price->memory, p->pool.n, sizeof *is_other);

    if (!is_other)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < p->pool.n; u++)
        is_other[u] = !p->is_asked[u];
    for (size_t i = 0; i < p->price->n_prices; i++)
        likeness_find(&p->price->prices[i].reason, &p->pool, is_other);
    return SALVO_OK;
}

static salvo_status read_asked(pricing *p, salvo_error *err)
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
        const candidate *c = &p->pool.units[p->asked[i]];

        a->before = c->source == SALVO_PRICE_NONE ? NAN : c->price;
        a->pairs = ROUNDS * to->plan.pairs;
        a->reason = (salvo_price_reason){.unit = p->asked[i], .by_numbers = NAN};
        price_limits_round(&none, &a->price.value, to->plan.round_preferred, &a->rounded);
        a->reason.parts = salvo_arena_array(to->memory, p->parts.n, sizeof *a->reason.parts);
        if (!a->reason.parts)
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

static salvo_status fit_parts(pricing *p, salvo_error *err)
{
    for (size_t part = 0; part < p->parts.n; part++) {
        salvo_status status = fit_part(p, part, err);

        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

static salvo_status check_asked(pricing *p, salvo_error *err)
{
    return p->price->n_prices ? SALVO_OK
                              : salvo_fail(err, SALVO_BAD_INPUT, "the units are missing; name the units to price");
}

/* Odds are found before armies have the units asked about: the fixed list determines what attackers need. */
static salvo_status price_units(pricing *p, salvo_error *err)
{
    static salvo_status (*const STEPS[])(pricing *, salvo_error *) = {
        check_asked, open_pool,   take_prices, find_odds, name_asked,
        design,      find_prices, read_asked,  fit_parts, find_likeness,
    };

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++) {
        salvo_status status = STEPS[i](p, err);

        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

salvo_status salvo_points_price_run(salvo_points_price *price, const salvo_rulebook *book,
                                    const salvo_points_plan *plan, const char *const *units, size_t n, salvo_error *err)
{
    pricing p = {.price = price, .units = units};
    salvo_status status;

    *price = (salvo_points_price){
        .book = book, .plan = plan ? *plan : SALVO_POINTS_PLAN, .n_prices = n, .memory = salvo_arena_new()};
    if (price->plan.pairs == 0)
        price->plan.pairs = PAIRS;
    p.watch.watch = price->plan.progress;
    price->prices = price->memory ? salvo_arena_array(price->memory, n, sizeof *price->prices) : NULL;
    status = price->prices ? price_units(&p, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    pair_run_free(&p.run);
    unit_pool_close(&p.pool);
    if (status != SALVO_OK)
        salvo_points_price_free(price);
    return status;
}

void salvo_points_price_free(salvo_points_price *price)
{
    salvo_arena_free(price->memory);
    memset(price, 0, sizeof *price);
}
