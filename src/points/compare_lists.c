/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two price lists on common random numbers. Pair i of the equal armies is drawn from the same address under
 * either list. The first army is the same, and so is the second if both lists find the two equal. Such a pair is fought
 * once. Unequal armies are one set, drawn at the geometric mean of the two lists, so that it favours neither. Under
 * both lists, attackers have the odds that they need at that mean.
 *
 * The lists may be those of two rulebooks. Then the same armies fight in both, and a unit has a worth in each. */
#include <salvo/points.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "points/comparison.h"
#include "points/judge.h"
#include "points/points_plan.h"
#include "rules/fault.h"

enum { PAIRS = 400 };
/* The maximal ratio of costs of the unequal armies, as for the armies that judge a fit. */
static const double SPREAD = 2;

/* Reads the prices of the same units in the other rulebook, or in another list. */
static salvo_status read_other(list_comparison *c, const salvo_other_list *against, double *prices, salvo_error *err)
{
    salvo_points_plan plan = c->to->plan;
    unit_pool *other = &c->other;
    salvo_status status;

    plan.prices = against->prices;
    status = c->to->two_books ? unit_pool_compare(other, &c->battles.pool, against->book, err)
                              : unit_pool_open(other, c->to->book, &plan, err);
    for (size_t u = 0; status == SALVO_OK && u < c->battles.pool.n; u++)
        prices[u] = other->units[u].price;
    if (!c->to->two_books)
        unit_pool_close(other);
    return status;
}

static salvo_status read_lists(list_comparison *c, const salvo_other_list *against, salvo_error *err)
{
    const size_t n = c->battles.pool.n;
    double *prices = salvo_arena_array(c->to->memory, n, sizeof *prices);

    c->middle = salvo_arena_array(c->to->memory, n, sizeof *c->middle);
    if (!prices || !c->middle)
        return salvo_fail_memory(err);
    TRY(read_other(c, against, prices, err));
    c->prices[0] = c->battles.prices;
    c->prices[1] = prices;
    for (size_t u = 0; u < n; u++)
        c->middle[u] = sqrt(c->prices[0][u] * c->prices[1][u]);
    return unit_pool_describe(&c->battles.pool, &c->to->unit_pool, c->to->memory, err);
}

/* Half a comparison has no result: the first list would have battles and the other none. */
static salvo_status check_stop(const list_comparison *c, salvo_error *err)
{
    return price_battles_check_stop(&c->battles, "the comparison was interrupted before it had differences", err);
}

/* The stages are the odds, either list, and unequal armies, in either rulebook. Each is about as much work. */
static double done_after(const list_comparison *c, int stage)
{
    return (stage + 1) / (c->to->two_books ? 5.0 : 4.0);
}

static bool is_same_pair(const army_pair *a, const army_pair *b)
{
    return memcmp(a->side, b->side, sizeof a->side) == 0;
}

/* Draws the other list's pairs, and notes the matches that the first list's battles have decided. */
static salvo_status draw_other(list_comparison *c, bool *same, salvo_error *err)
{
    const pair_run *first = &c->equal[0];
    pair_run *other = &c->equal[1];
    const army_sampler sampler = {
        .pool = other->pool, .prices = c->prices[1], .seed = c->to->plan.seed, .stream = STREAM_EQUAL};

    TRY(pair_run_attacks(other, c->to->plan.pairs, err));
    for (size_t i = 0; i < c->to->plan.pairs; i++) {
        if (!pair_run_draw(other, i, &sampler, i))
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "no two armies of nearly equal cost can be bought with the second list; allow more "
                              "elements, more kinds or a wider tolerance");
        for (size_t at = 0; at < other->pool->n_conditions; at++)
            for (int attacker = 0; attacker < 2; attacker++)
                same[pair_match_number(other->pool, i, at, attacker)] =
                    !c->to->two_books && is_same_pair(pair_armies(first, i, at), pair_armies(other, i, at));
        c->to->shared += is_same_pair(&first->pairs[i], &other->pairs[i]);
    }
    return SALVO_OK;
}

/* Only a run whose matches another one takes over keeps them. */
static salvo_status fight_equal(list_comparison *c, salvo_error *err)
{
    const bool two = c->to->two_books;
    const size_t pairs = c->to->plan.pairs;
    const army_set first = {.prices = c->prices[0],
                            .stream = STREAM_EQUAL,
                            .spread = 1,
                            .pairs = pairs,
                            .keeps = true,
                            .prints = two,
                            .upto = done_after(c, 1)};
    const army_set other = {.pool = comparison_pool(c, 1),
                            .stream = STREAM_EQUAL,
                            .pairs = pairs,
                            .prints = two,
                            .like = &c->equal[0],
                            .upto = done_after(c, 2)};
    bool *same = salvo_arena_array(c->to->memory, pair_match_number(&c->battles.pool, pairs, 0, 0), sizeof *same);

    if (!same)
        return salvo_fail_memory(err);
    TRY(price_battles_fight(&c->battles, &c->equal[0], &first, err));
    TRY(check_stop(c, err));
    TRY(price_battles_prepare(&c->battles, &c->equal[1], &other, err));
    TRY(draw_other(c, same, err));
    c->equal[1].same = same;
    TRY(price_battles_fight_prepared(&c->battles, &c->equal[1], &other, err));
    return check_stop(c, err);
}

/* In two rulebooks the same armies fight in each. */
static salvo_status fight_unequal(list_comparison *c, salvo_error *err)
{
    const bool two = c->to->two_books;

    for (int l = 0; l <= two; l++) {
        const army_set set = {.pool = comparison_pool(c, l),
                              .prices = c->middle,
                              .stream = STREAM_UNEQUAL,
                              .spread = SPREAD,
                              .pairs = c->to->plan.pairs,
                              .prints = two,
                              .like = l ? &c->unequal[0] : NULL,
                              .upto = done_after(c, 3 + l)};

        TRY(price_battles_fight(&c->battles, &c->unequal[l], &set, err));
        TRY(check_stop(c, err));
    }
    return SALVO_OK;
}

static salvo_status compare_lists(list_comparison *c, const salvo_other_list *against, salvo_error *err)
{
    TRY(c->to->memory ? price_battles_open(&c->battles, c->to->book, &c->to->plan, NULL, err) : salvo_fail_memory(err));
    TRY(read_lists(c, against, err));
    TRY(price_battles_find_odds(&c->battles, c->middle, done_after(c, 0), err));
    TRY(check_stop(c, err));
    TRY(fight_equal(c, err));
    TRY(fight_unequal(c, err));
    TRY(list_measures_find(c, err));
    return list_units_measure(c, err);
}

salvo_status salvo_points_compare(salvo_points_comparison *to, const salvo_rulebook *book,
                                  const salvo_points_plan *plan, const salvo_other_list *against, salvo_error *err)
{
    list_comparison c = {.to = to};
    salvo_status status;

    *to = (salvo_points_comparison){
        .book = book, .plan = points_plan_of(plan, PAIRS), .two_books = !against->prices, .memory = salvo_arena_new()};
    c.battles.memory = to->memory;
    c.battles.watch.watch = to->plan.progress;
    status = compare_lists(&c, against, err);
    status = salvo_fault_or(status, against->prices ? book : against->book, err);
    status = salvo_fault_or(status, book, err);
    if (status == SALVO_OK)
        claims_of_comparison(to);
    for (int l = 0; l < LISTS; l++) {
        pair_run_free(&c.equal[l]);
        pair_run_free(&c.unequal[l]);
    }
    unit_pool_close(&c.other);
    price_battles_close(&c.battles);
    if (status != SALVO_OK)
        salvo_points_comparison_free(to);
    return status;
}

void salvo_points_comparison_free(salvo_points_comparison *comparison)
{
    salvo_arena_free(comparison->memory);
    memset(comparison, 0, sizeof *comparison);
}
