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
#include "points/attack_odds.h"
#include "points/claims.h"
#include "points/imbalance.h"
#include "points/observations.h"
#include "points/prediction.h"
#include "points/relative.h"
#include "rules/fault.h"

enum { PAIRS = 400, LISTS = 2 };
/* The maximal ratio of costs of the unequal armies, as for the armies that judge a fit. */
static const double SPREAD = 2;

typedef struct comparing {
    salvo_points_comparison *to;
    const salvo_other_list *against;
    unit_pool pool, other;          /* the other is empty unless there are two rulebooks */
    double *prices[LISTS], *middle; /* by place in the unit pool */
    pair_run equal[LISTS];
    pair_run unequal[LISTS]; /* the second only of two rulebooks */
    pair_progress watch;
} comparing;

static const unit_pool *pool_of(const comparing *c, int list)
{
    return list && c->to->two_books ? &c->other : &c->pool;
}

static const pair_run *unequal_of(const comparing *c, int list)
{
    return &c->unequal[list && c->to->two_books];
}

/* Reads the other rulebook's units, with its prices. */
static salvo_status read_book(comparing *c, salvo_error *err)
{
    salvo_status status = unit_pool_compare(&c->other, &c->pool, c->against->book, err);

    for (size_t u = 0; status == SALVO_OK && u < c->pool.n; u++)
        c->prices[1][u] = c->other.units[u].price;
    return status;
}

/* Reads the other list's prices of the same units. */
static salvo_status read_other(comparing *c, salvo_error *err)
{
    salvo_points_plan plan = c->to->plan;
    unit_pool other;
    salvo_status status;

    if (c->to->two_books)
        return read_book(c, err);
    plan.prices = c->against->prices;
    status = unit_pool_open(&other, c->to->book, &plan, err);
    for (size_t u = 0; status == SALVO_OK && u < c->pool.n; u++)
        c->prices[1][u] = other.units[u].price;
    unit_pool_close(&other);
    return status;
}

static salvo_status read_lists(comparing *c, salvo_error *err)
{
    salvo_arena *memory = c->to->memory;
    salvo_status status;

    TRY(unit_pool_open(&c->pool, c->to->book, &c->to->plan, err));
    for (int l = 0; l < LISTS; l++)
        c->prices[l] = salvo_arena_array(memory, c->pool.n, sizeof *c->prices[l]);
    c->middle = salvo_arena_array(memory, c->pool.n, sizeof *c->middle);
    if (!c->prices[0] || !c->prices[1] || !c->middle)
        return salvo_fail_memory(err);
    status = read_other(c, err);
    for (size_t u = 0; status == SALVO_OK && u < c->pool.n; u++) {
        c->prices[0][u] = c->pool.units[u].price;
        c->middle[u] = sqrt(c->prices[0][u] * c->prices[1][u]);
    }
    return status == SALVO_OK ? unit_pool_describe(&c->pool, &c->to->unit_pool, memory, err) : status;
}

/* Only a run whose matches another one takes over keeps them. */
static salvo_status prepare(comparing *c, pair_run *run, int list, army_stream stream, salvo_error *err)
{
    salvo_status status =
        pair_run_init(run, pool_of(c, list), c->pool.plan->pairs, pair_trials(c->pool.plan->precision), stream, err);

    run->prints = c->to->two_books;
    if (status != SALVO_OK || !(run->prints || run == &c->equal[0]))
        return status;
    return pair_run_keep(run, c->pool.plan->pairs, err);
}

/* The stages are the odds, either list, and unequal armies, in either rulebook. Each is about as much work. */
static void begin_stage(comparing *c, int stage)
{
    const double stages = c->to->two_books ? 5 : 4;

    c->watch.from = stage / stages;
    c->watch.to = (stage + 1) / stages;
}

/* Half a comparison has no result: the first list would have battles and the other none. */
static salvo_status check_stop(const comparing *c, salvo_error *err)
{
    return c->watch.stopped ? salvo_fail(err, SALVO_STOPPED,
                                         "the comparison was interrupted before it had "
                                         "differences")
                            : SALVO_OK;
}

static salvo_status fight(comparing *c, pair_run *run, const army_sampler *sampler, int stage, salvo_error *err)
{
    begin_stage(c, stage);
    TRY(pair_run_all(run, sampler, 0, c->pool.plan->pairs, &c->watch, err));
    return check_stop(c, err);
}

static salvo_status find_odds(comparing *c, salvo_error *err)
{
    begin_stage(c, 0);
    TRY(attack_odds_find(&c->pool, c->middle, &c->watch, err));
    return check_stop(c, err);
}

static army_sampler sampler_of(const comparing *c, int list, const double *prices, army_stream stream, double spread)
{
    return (army_sampler){.pool = pool_of(c, list),
                          .prices = prices,
                          .seed = c->pool.plan->seed,
                          .stream = (uint32_t)stream,
                          .spread = spread};
}

static bool is_same(const army_pair *a, const army_pair *b)
{
    return memcmp(a->side, b->side, sizeof a->side) == 0;
}

/* Notes the matches of pair i that the first list's battles have decided. */
static void note_same(comparing *c, size_t i, bool *same)
{
    for (size_t at = 0; at < c->pool.n_conditions; at++)
        for (int attacker = 0; attacker < 2; attacker++)
            same[pair_match_number(&c->pool, i, at, attacker)] =
                !c->to->two_books && is_same(pair_armies(&c->equal[0], i, at), pair_armies(&c->equal[1], i, at));
    c->to->shared += is_same(&c->equal[0].pairs[i], &c->equal[1].pairs[i]);
}

/* Draws the other list's pairs, and notes the matches that are already decided. */
static salvo_status draw_other(comparing *c, bool *same, salvo_error *err)
{
    const army_sampler sampler = sampler_of(c, 1, c->prices[1], STREAM_EQUAL, 0);

    for (size_t i = 0; i < c->pool.plan->pairs; i++) {
        if (!pair_run_draw(&c->equal[1], i, &sampler, i))
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "no two armies of nearly equal cost can be bought with the second list; allow more "
                              "elements, more kinds or a wider tolerance");
        note_same(c, i, same);
    }
    return SALVO_OK;
}

static salvo_status fight_other(comparing *c, salvo_error *err)
{
    bool *same = salvo_arena_array(c->to->memory, pair_match_number(&c->pool, c->pool.plan->pairs, 0, 0), sizeof *same);

    TRY(same ? prepare(c, &c->equal[1], 1, STREAM_EQUAL, err) : salvo_fail_memory(err));
    TRY(pair_run_attacks(&c->equal[1], c->pool.plan->pairs, err));
    TRY(draw_other(c, same, err));
    c->equal[1].like = &c->equal[0];
    c->equal[1].same = same;
    return fight(c, &c->equal[1], NULL, 2, err);
}

static salvo_status fight_first(comparing *c, salvo_error *err)
{
    const army_sampler sampler = sampler_of(c, 0, c->prices[0], STREAM_EQUAL, 0);

    TRY(prepare(c, &c->equal[0], 0, STREAM_EQUAL, err));
    return fight(c, &c->equal[0], &sampler, 1, err);
}

/* In two rulebooks the same armies fight in each. */
static salvo_status fight_unequal(comparing *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int l = 0; l <= c->to->two_books && status == SALVO_OK; l++) {
        const army_sampler sampler = sampler_of(c, l, c->middle, STREAM_UNEQUAL, log(SPREAD));

        status = prepare(c, &c->unequal[l], l, STREAM_UNEQUAL, err);
        c->unequal[l].like = l ? &c->unequal[0] : NULL;
        status = status == SALVO_OK ? fight(c, &c->unequal[l], &sampler, 3 + l, err) : status;
    }
    return status;
}

/* Measures: a mean for either list, and the mean of the difference by pairs. */

/* Returns the measured value of pair i under a list. */
typedef double measured(const comparing *c, int list, size_t i, const void *more);

/* Adds a measure, over the pairs that have the value under both lists. */
static salvo_list_measure *add_measure(comparing *c, const char *name, measured *of, const void *more)
{
    salvo_list_measure *to = &c->to->measures[c->to->n_measures++];
    size_t n = 0;
    double sum[LISTS + 1] = {0}, squares[LISTS + 1] = {0};

    for (size_t i = 0; i < c->pool.plan->pairs; i++) {
        const double first = of(c, 0, i, more), other = of(c, 1, i, more), all[] = {first, other, other - first};

        for (int k = 0; k <= LISTS && !isnan(all[LISTS]); k++) {
            sum[k] += all[k];
            squares[k] += all[k] * all[k];
        }
        n += !isnan(all[LISTS]);
    }
    *to = (salvo_list_measure){.name = name, .scenario = -1, .setting = -1};
    for (int l = 0; l < LISTS; l++)
        to->list[l] = bounds_of_mean(sum[l], squares[l], n);
    to->difference = bounds_of_mean(sum[LISTS], squares[LISTS], n);
    return to;
}

static double plain(const comparing *c, int list, size_t i, const void *more)
{
    (void)more;
    return pair_imbalance(&c->equal[list], i);
}

/* Returns a value in which errors cancel: the mean over all conditions with equal armies. */
static double averaged(const comparing *c, int list, size_t i, const void *more)
{
    (void)more;
    return fabs(c->equal[list].results[i].mean - 0.5);
}

/* `more` is the scenario. */
static double in_scenario(const comparing *c, int list, size_t i, const void *more)
{
    const salvo_scenario *scenario = more;

    return pair_imbalance_in(&c->equal[list], i, *scenario);
}

/* `more` is the setting. A pair has the same under both lists. */
static double in_setting(const comparing *c, int list, size_t i, const void *more)
{
    const size_t *in = more;

    return c->equal[list].pairs[i].setting == *in ? pair_imbalance(&c->equal[list], i) : NAN;
}

/* `more` is the k of either list: P(a wins) = logistic(k log(cost of a / cost of b)). */
static double probability(const comparing *c, int list, size_t i, const void *more)
{
    const double *k = more;

    return 1 / (1 + exp(-k[list] * predicted_pair_of(unequal_of(c, list), i, c->prices[list], NULL).log_ratio));
}

static double log_loss(const comparing *c, int list, size_t i, const void *more)
{
    /* A certain forecast that fails would have an infinite loss. */
    const double p = fmin(fmax(probability(c, list, i, more), 1e-12), 1 - 1e-12),
                 s = predicted_pair_of(unequal_of(c, list), i, c->prices[list], NULL).score;

    return -s * log(p) - (1 - s) * log(1 - p);
}

/* Every list has its own steepness: it is judged by its prices, and not by how certain it is of them. */
static salvo_status find_steepness(comparing *c, double k[LISTS], salvo_error *err)
{
    predicted_pair *pairs = salvo_arena_array(c->to->memory, c->unequal[0].n, sizeof *pairs);

    if (!pairs)
        return salvo_fail_memory(err);
    for (int l = 0; l < LISTS; l++) {
        salvo_prediction judged;

        prediction_judge(&judged, pairs, predicted_pairs_of(pairs, unequal_of(c, l), c->prices[l], NULL));
        k[l] = judged.k;
    }
    return SALVO_OK;
}

/* Adds one measure for every scenario and every setting. */
static void measure_parts(comparing *c)
{
    size_t scenarios = 0;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        scenarios += c->pool.plan->scenarios[s] > 0;
    for (int s = 0; s < SALVO_N_SCENARIOS && scenarios > 1; s++)
        if (c->pool.plan->scenarios[s] > 0) {
            const salvo_scenario scenario = (salvo_scenario)s;

            add_measure(c, "imbalance-in", in_scenario, &scenario)->scenario = s;
        }
    for (size_t in = 0; in < c->pool.plan->n_settings; in++)
        add_measure(c, "imbalance-with", in_setting, &in)->setting = (int)in;
}

/* Counts the battles of one rulebook, and those that are the same in the other. A match that was not fought has no
 * fingerprint. */
static void count_battles(comparing *c)
{
    const pair_run *const runs[][LISTS] = {{&c->equal[0], &c->equal[1]}, {&c->unequal[0], &c->unequal[1]}};
    const size_t n = pair_match_number(&c->pool, c->pool.plan->pairs, 0, 0);

    for (size_t r = 0; r < sizeof runs / sizeof *runs && c->to->two_books; r++)
        for (size_t i = 0; i < n; i++) {
            const uint64_t print = runs[r][1]->matches[i].print;

            c->to->battles += print != 0;
            c->to->same_battles += print && print == runs[r][0]->matches[i].print;
        }
}

static salvo_status measure(comparing *c, salvo_error *err)
{
    double k[LISTS];

    TRY(find_steepness(c, k, err));
    count_battles(c);
    c->to->trials = c->unequal[0].trials;
    c->to->pairs = c->pool.plan->pairs;
    add_measure(c, "imbalance", plain, NULL);
    if (c->pool.n_conditions > 1)
        add_measure(c, "imbalance-averaged", averaged, NULL);
    measure_parts(c);
    add_measure(c, "log-loss", log_loss, k);
    return SALVO_OK;
}

/* Units: one fit of their worth from all battles; of two rulebooks, one from the battles of each. */

/* The worths in one rulebook, and how certain they are. */
typedef struct found_worths {
    value_model v;
    relative errors;
    worth_design design;
    observations seen;
    bool fitted;
} found_worths;

/* Returns log worth over price under a list, relative to the list's mean. */
static double level_of(const comparing *c, const value_model *v, int list)
{
    double sum = 0;

    for (size_t u = 0; u < c->pool.n; u++)
        sum += log(value_model_worth(v, c->pool.units[u].class) / c->prices[list][u]);
    return sum / (double)c->pool.n;
}

/* A list does not define the worth of a point, so each list is measured relative to its own mean. */
static void read_unit(comparing *c, found_worths *const of[LISTS], const double level[LISTS], size_t unit)
{
    salvo_listed_unit *to = &c->to->units[unit];
    const size_t class = c->pool.units[unit].class;
    double off[LISTS], error[LISTS];

    to->unit = unit;
    for (int l = 0; l < LISTS; l++) {
        off[l] = log(value_model_worth(&of[l]->v, class) / c->prices[l][unit]) - level[l];
        error[l] = relative_error(&of[l]->errors, class);
        to->price[l] = c->prices[l][unit];
        to->ratio[l] = bounds_of_logarithm(exp(off[l]), error[l]);
    }
    if (c->to->two_books)
        to->change = bounds_of_logarithm(exp(off[1] - off[0]) * c->prices[1][unit] / c->prices[0][unit],
                                         sqrt(error[0] * error[0] + error[1] * error[1]));
}

static salvo_status read_units(comparing *c, found_worths *const of[LISTS], salvo_error *err)
{
    const double level[LISTS] = {level_of(c, &of[0]->v, 0), level_of(c, &of[1]->v, 1)};

    c->to->units = salvo_arena_array(c->to->memory, c->pool.n, sizeof *c->to->units);
    if (!c->to->units)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < c->pool.n; u++)
        read_unit(c, of, level, u);
    return SALVO_OK;
}

/* A shared pair is one observation: what the second run takes from the first is not noted again. In another rulebook it
 * is a battle of its own. */
static salvo_status observe(const comparing *c, int list, observations *seen, salvo_error *err)
{
    const pair_run *of_both[] = {&c->equal[0], &c->equal[1], &c->unequal[0]};
    const pair_run *of_one[] = {&c->equal[list], &c->unequal[list]};
    const pair_run *const *runs = c->to->two_books ? of_one : of_both;
    salvo_status status = SALVO_OK;

    for (size_t r = 0; r < (c->to->two_books ? 2 : 3) && status == SALVO_OK; r++)
        status = observations_add(seen, runs[r], NULL, c->middle, err);
    return status;
}

static salvo_status find_worth(const comparing *c, int list, found_worths *to, salvo_error *err)
{
    salvo_arena *memory = c->to->memory;
    const unit_pool *pool = pool_of(c, list);
    double *by_class = salvo_arena_array(memory, pool->n_classes, sizeof *by_class);
    value_question of;
    salvo_status status;

    if (!by_class)
        return salvo_fail_memory(err);
    for (size_t k = 0; k < pool->n_classes; k++)
        by_class[k] = c->middle[pool->first_of[k]];
    TRY(worth_design_unconstrained(&to->design, by_class, pool->n_classes, memory, err));
    to->seen.memory = memory;
    TRY(observe(c, list, &to->seen, err));
    /* The fit is by likelihood, and not by the least imbalance: the question is the worth of units, and not which list
     * to print. */
    of = (value_question){.design = &to->design,
                          .seen = to->seen.of,
                          .n_seen = to->seen.n,
                          .n_conditions = pool->n_conditions,
                          .weight = observations_weights(pool, memory),
                          .odds = observations_odds(pool, memory),
                          .prior_sd = pool->prior_sd,
                          .battles = c->unequal[0].trials};
    status = of.weight && of.odds ? value_model_fit(&to->v, &of, err) : salvo_fail_memory(err);
    to->fitted = status == SALVO_OK;
    return status == SALVO_OK ? relative_make(&to->errors, &to->v, pool, memory, err) : status;
}

static salvo_status find_worths(comparing *c, salvo_error *err)
{
    found_worths *found = salvo_arena_array(c->to->memory, LISTS, sizeof *found);
    found_worths *const of[LISTS] = {&found[0], &found[c->to->two_books]};
    salvo_status status = found ? SALVO_OK : salvo_fail_memory(err);

    for (int l = 0; l <= c->to->two_books && status == SALVO_OK; l++)
        status = find_worth(c, l, &found[l], err);
    status = status == SALVO_OK ? read_units(c, of, err) : status;
    for (int l = 0; found && l < LISTS; l++)
        if (found[l].fitted)
            value_model_free(&found[l].v);
    return status;
}

static salvo_status compare(comparing *c, salvo_error *err)
{
    static salvo_status (*const STEPS[])(comparing *, salvo_error *) = {
        read_lists, find_odds, fight_first, fight_other, fight_unequal, measure, find_worths};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](c, err);
    return status;
}

salvo_status salvo_points_compare(salvo_points_comparison *to, const salvo_rulebook *book,
                                  const salvo_points_plan *plan, const salvo_other_list *against, salvo_error *err)
{
    comparing c = {.to = to, .against = against};
    salvo_status status;

    *to =
        (salvo_points_comparison){.book = book, .plan = plan ? *plan : SALVO_POINTS_PLAN, .memory = salvo_arena_new()};
    to->two_books = !against->prices;
    if (to->plan.pairs == 0)
        to->plan.pairs = PAIRS;
    c.watch.watch = to->plan.progress;
    status = to->memory ? compare(&c, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, against->prices ? book : against->book, err);
    status = salvo_fault_or(status, book, err);
    if (status == SALVO_OK)
        claims_of_comparison(to);
    for (int l = 0; l < LISTS; l++) {
        pair_run_free(&c.equal[l]);
        pair_run_free(&c.unequal[l]);
    }
    unit_pool_close(&c.other);
    unit_pool_close(&c.pool);
    if (status != SALVO_OK)
        salvo_points_comparison_free(to);
    return status;
}

void salvo_points_comparison_free(salvo_points_comparison *comparison)
{
    salvo_arena_free(comparison->memory);
    memset(comparison, 0, sizeof *comparison);
}
