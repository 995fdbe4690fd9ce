/* A fit in rounds: draw armies that are about equal at the prices so far, fight them, fit worths to all rounds
 * together, and take the worths as prices. A pair of a round meets at one range in every scenario, since other pairs tell
 * more than other ranges of the same pair. In the end every list is judged on armies that no fit has seen, which meet in
 * all conditions. A stop ends the rounds, and what there is is reported. */
#include <salvo/points.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "points/attack_odds.h"
#include "points/emphasis.h"
#include "points/formula.h"
#include "points/imbalance.h"
#include "points/nearest_prices.h"
#include "points/observations.h"
#include "points/prediction.h"
#include "points/price_floor.h"
#include "points/reasons.h"
#include "points/relative.h"
#include "points/rule_choice.h"
#include "rules/fault.h"

const char *const SALVO_LISTS[SALVO_N_LISTS] = {"published", "fitted", "rounded", "formula", "army-rules", "unlimited"};
const char *const SALVO_PERS[SALVO_N_PERS] = {"nothing", "scenario", "range"};
const char *const SALVO_HOLDS[SALVO_N_HOLDS] = {"", "kept", "least", "greatest", "order"};

/* Costs of armies that are fitted differ by up to the first factor; those of the armies on which all lists are judged
 * by up to the second. */
static const double SPREAD_FITTED = 1.3, SPREAD_JUDGED = 2;
/* Shares of the others and of the price (salvo_points.h: SALVO_LIMIT_*); a normal distribution's 97.5 %. */
static const double HALF_OF_ALL = 0.5, WIDE = 0.25, Z = 1.959963984540054;

/* PAIRS: of armies that are judged, unless the plan says otherwise; a round has as many for every range. With fewer than
 * PAIRS_LEAST nothing is fitted. */
enum { PAIRS = 400, PAIRS_LEAST = 20, ROUNDS_MAX = 1000 };
/* Of a time that is given, what the rounds may take; the rest is for judging. */
static const double ROUNDS_SHARE = 0.6;

/* What one fit works with. */
typedef struct fit_context {
    salvo_points_fit *fit;
    unit_pool m;
    double *published, *by_class; /* prices by unit; by class the geometric mean of its units' */
    double *lists[SALVO_N_LISTS];
    observations seen;            /* of all rounds so far */
    army_rules candidates, rules; /* that there might be; that were chosen, with their effects */
    rule_choice choice;
    double *weights, *odds; /* by condition; odds at the published prices, 1 without an attacker */
    double *emphasis;       /* by condition; as found with the model */
    bool *only;             /* by condition: of a list of its own */
    worth_design free;      /* every class its own factor */
    formula formula;
    value_model model, formula_model, rules_model;
    price_limits limits;
    double *covariance; /* of the logarithms of fitted prices under the limits, units by units; NULL: there are none */
    salvo_hold *holds;  /* by unit, with it */
    pair_run run;       /* the armies in hand; those before are dropped */
    int stage;          /* stages begun, for the progress */
    double begun, deadline;          /* seconds of a clock; 0: no deadline */
    salvo_progress_callback on_time; /* the plan's callback, which stops at the deadline as well */
    pair_progress watch;
    bool stopped; /* by the plan's callback */
} fit_context;

/* Seconds of a clock that only goes forward. */
static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool look_at_clock(void *context, const salvo_progress *progress)
{
    fit_context *d = context;
    const salvo_progress_callback *watch = d->m.plan->watch;

    d->stopped = d->stopped || (watch && !watch->look(watch->context, progress));
    return !d->stopped && (d->deadline == 0 || seconds() < d->deadline);
}

/* Every set of armies: rounds, what is predicted, lists, and lists of their own with those that they are compared with. */
static int stages_of(const fit_context *d)
{
    const int judged = 3 + d->formula.exists + d->limits.exist + (d->m.plan->army_rules > 0);

    return d->m.rounds + 1 + judged + (int)(2 * d->fit->n_own);
}

/* Progress counts stages: each takes about the same time. */
static void begin_stage(fit_context *d)
{
    const double stages = stages_of(d);

    d->watch.from = fmin(1, d->stage / stages);
    d->watch.to = fmin(1, ++d->stage / stages);
}

/* What is to be drawn, and how it is fought. */
typedef struct army_set {
    const double *prices;
    const army_rules *rules;
    const double *odds; /* by condition */
    uint32_t stream;
    double spread; /* of costs, a factor */
    size_t pairs;
    bool one_range;
    const bool *only;
} army_set;

/* Draws and fights one set of armies at the prices; the stream decides which armies. A stop leaves what was fought. */
static salvo_status run_set(fit_context *d, const army_set *set, salvo_error *err)
{
    const salvo_points_plan *plan = d->m.plan;
    const army_lottery lottery = {.m = &d->m,
                                  .prices = set->prices,
                                  .seed = plan->seed,
                                  .stream = set->stream,
                                  .spread = log(set->spread),
                                  .rules = set->rules};
    salvo_status status;

    begin_stage(d);
    for (size_t at = 0; at < d->m.n_meetings; at++)
        d->m.meetings[at].odds = set->odds[at];
    pair_run_free(&d->run);
    status = pair_run_init(&d->run, &d->m, set->pairs, pair_trials(plan->precision), set->stream, err);
    d->run.one_range = set->one_range;
    d->run.only = set->only;
    return status == SALVO_OK ? pair_run_all(&d->run, &lottery, 0, set->pairs, &d->watch, err) : status;
}

/* Prices by unit from worths by class. They have the mean of the published ones, so that armies cost about what they
 * did. */
static void read_prices(const fit_context *d, const value_model *v, double *prices)
{
    double sum = 0, published = 0;

    for (size_t u = 0; u < d->m.n; u++) {
        prices[u] = value_model_worth(v, d->m.units[u].class);
        sum += prices[u];
        published += d->published[u];
    }
    for (size_t u = 0; u < d->m.n; u++)
        prices[u] *= published / sum;
}

static value_question question_of(const fit_context *d, const worth_design *design)
{
    return (value_question){.design = design,
                            .seen = d->seen.of,
                            .n_seen = d->seen.n,
                            .n_conditions = d->m.n_meetings,
                            .weight = d->weights,
                            .emphasis = d->emphasis,
                            .odds = d->odds,
                            .prior_sd = d->m.prior_sd,
                            .battles = d->fit->trials,
                            .is_even = true};
}

/* Fits the model to the battles of all rounds so far, and takes its worths as the list's prices. */
static salvo_status fit_list(fit_context *d, value_model *model, const value_question *of, salvo_list list,
                             salvo_error *err)
{
    salvo_status status;

    value_model_free(model); /* the fit before is dropped; the first time there is none */
    status = value_model_fit(model, of, err);
    if (status == SALVO_OK)
        read_prices(d, model, d->lists[list]);
    return status;
}

/* The attacker's odds by the model; those of equal armies stay 1. */
static salvo_status odds_of(const fit_context *d, const value_model *v, double **odds, salvo_error *err)
{
    *odds = salvo_arena_array(d->fit->memory, d->m.n_meetings, sizeof **odds);
    if (!*odds)
        return salvo_fail_memory(err);
    for (size_t at = 0; at < d->m.n_meetings; at++)
        (*odds)[at] = d->odds[at] == 1 ? 1 : exp(v->parameters[v->odds + at]);
    return SALVO_OK;
}

/* One round. Armies that are equal, or nearly, at the prices so far tell most about them: a battle that is surely won
 * says little. */
static salvo_status fit_round(fit_context *d, int round, size_t pairs, salvo_error *err)
{
    const double *prices = d->lists[SALVO_LIST_FITTED];
    army_set set = {.prices = prices,
                    .odds = d->odds,
                    .stream = (uint32_t)(STREAM_ROUND + round),
                    .spread = SPREAD_FITTED,
                    .pairs = pairs,
                    .one_range = true};
    salvo_status status = SALVO_OK;
    double *odds;

    if (round > 0)
        status = odds_of(d, &d->model, &odds, err);
    if (status != SALVO_OK)
        return status;
    if (round > 0)
        set.odds = odds;
    status = run_set(d, &set, err);
    if (status == SALVO_OK)
        status = observations_add(&d->seen, &d->run, &d->candidates, prices, err);
    return status;
}

/* The model from all rounds so far. The emphasis is found anew each time: that of a few battles might be too much. */
static salvo_status fit_worths(fit_context *d, salvo_error *err)
{
    value_question of;
    bool again = true;

    d->fit->pairs += d->run.n;
    d->fit->trials = d->run.trials;
    for (size_t at = 0; at < d->m.n_meetings; at++)
        d->emphasis[at] = 1;
    of = question_of(d, &d->free);
    while (again) {
        salvo_status status = fit_list(d, &d->model, &of, SALVO_LIST_FITTED, err);

        if (status == SALVO_OK)
            status = emphasis_raise(d->emphasis, &again, &d->model, &of, &d->m, d->model.memory, err);
        if (status != SALVO_OK)
            return status;
    }
    for (size_t at = 0; at < d->m.n_meetings; at++)
        d->fit->emphasis[d->m.meetings[at].scenario] = d->emphasis[at];
    return SALVO_OK;
}

/* Where time is given, rounds begin small and grow, so that there is a list soon. */
static size_t pairs_of_round(const fit_context *d, int round)
{
    const size_t all = d->m.plan->pairs * d->m.n_ranges;

    return d->m.plan->time_s == 0 || round >= 3 ? all
           : all >> (3 - round) > PAIRS_LEAST   ? all >> (3 - round)
                                                : PAIRS_LEAST;
}

static salvo_status fit_all(fit_context *d, salvo_error *err)
{
    const int rounds = d->m.plan->time_s > 0 ? ROUNDS_MAX : d->m.rounds;
    salvo_status status = SALVO_OK;

    /* Round 0 draws armies at the published prices. */
    memcpy(d->lists[SALVO_LIST_FITTED], d->published, d->m.n * sizeof *d->published);
    for (int round = 0; round < rounds && status == SALVO_OK && !d->watch.stopped; round++) {
        status = fit_round(d, round, pairs_of_round(d, round), err);
        if (status == SALVO_OK && d->seen.n < PAIRS_LEAST)
            return salvo_fail(err, SALVO_STOPPED, "the fit was broken off: it has no prices yet");
        if (status == SALVO_OK)
            status = fit_worths(d, err);
        /* Not before there are prices: a busy machine would find none. */
        if (d->m.plan->time_s > 0)
            d->deadline = d->begun + ROUNDS_SHARE * d->m.plan->time_s;
    }
    if (d->m.plan->time_s > 0)
        d->deadline = d->begun + d->m.plan->time_s;
    return status;
}

/* Once, in the end, to the battles of all rounds. */
static salvo_status fit_formula(fit_context *d, salvo_error *err)
{
    const value_question of = question_of(d, &d->formula.design);

    return d->formula.exists ? fit_list(d, &d->formula_model, &of, SALVO_LIST_FORMULA, err) : SALVO_OK;
}

/* The rules that were chosen, with their effects by the model in which they and the prices were fitted together. */
static salvo_status read_rules(fit_context *d, salvo_error *err)
{
    const value_model *v = &d->rules_model;
    salvo_points_fit *f = d->fit;
    double *g = salvo_arena_array(f->memory, v->n, sizeof *g);

    f->rules = salvo_arena_array(f->memory, d->choice.n, sizeof *f->rules);
    if (!g || !f->rules)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < d->choice.n; i++) {
        const size_t at = v->rules + d->choice.order[i];
        const double effect = v->parameters[at];
        army_rule rule = d->candidates.of[d->choice.order[i]];
        double error;

        g[at] = 1;
        error = Z * value_model_error(v, g);
        g[at] = 0;
        rule.effect = effect;
        d->rules.of[d->rules.n++] = rule;
        f->rules[i] = (salvo_army_rule){.words = army_rule_words(&rule, effect, f->memory),
                                        .effect = {effect, effect - error, effect + error},
                                        .gain = d->choice.gain[i]};
        if (!f->rules[i].words)
            return salvo_fail_memory(err);
    }
    f->n_rules = d->choice.n;
    return SALVO_OK;
}

static salvo_status choose_rules(fit_context *d, salvo_error *err)
{
    value_question of = question_of(d, &d->free);
    salvo_status status;

    if (d->m.plan->army_rules == 0 || d->stopped)
        return SALVO_OK;
    of.n_rules = d->candidates.n;
    status = rule_choice_make(&d->choice, &of, &d->seen, (size_t)d->m.plan->army_rules, err);
    if (status != SALVO_OK || d->choice.n == 0)
        return status;
    of.is_open = d->choice.is_open;
    status = fit_list(d, &d->rules_model, &of, SALVO_LIST_RULES, err);
    return status == SALVO_OK ? read_rules(d, err) : status;
}

/* The covariance of the logarithms of prices by which near is measured. Units of one class have one worth; the author may
 * part their prices all the same, so each has a hair of its own. Between classes it is 0: armies are random, so that no
 * unit is bound to another but through the level of the list, and what the model says beyond that is which of them happened
 * to meet: a kept price would drag some units along, and nobody could say why. */
static salvo_status find_covariance(fit_context *d, salvo_error *err)
{
    static const double OWN = 1e-5;
    const size_t n = d->m.n;
    salvo_arena *memory = d->fit->memory;
    relative errors;
    salvo_status status = relative_make(&errors, &d->model, &d->m, memory, err);

    d->covariance = salvo_arena_array(memory, n * n, sizeof *d->covariance);
    d->holds = salvo_arena_array(memory, n, sizeof *d->holds);
    if (status != SALVO_OK || !d->covariance || !d->holds)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < n; u++) {
        const double error = relative_error(&errors, d->m.units[u].class), variance = error * error;

        for (size_t k = 0; k < n; k++)
            if (d->m.units[k].class == d->m.units[u].class)
                d->covariance[u * n + k] = variance + (k == u ? OWN : 0);
    }
    return SALVO_OK;
}

/* Moves the fitted prices to the nearest ones that the author's limits allow; those without them are a list beside it. */
static salvo_status limit_prices(fit_context *d, salvo_error *err)
{
    salvo_status status;

    memcpy(d->lists[SALVO_LIST_UNLIMITED], d->lists[SALVO_LIST_FITTED], d->m.n * sizeof *d->published);
    if (!d->limits.exist)
        return SALVO_OK;
    status = find_covariance(d, err);
    return status == SALVO_OK
               ? nearest_prices(d->lists[SALVO_LIST_FITTED], d->covariance, d->holds, &d->limits, d->fit->memory, err)
               : status;
}

/* The model whose odds attackers have under that list; NULL: none, they are the published prices'. */
static const value_model *model_of(const fit_context *d, salvo_list list)
{
    return list == SALVO_LIST_PUBLISHED ? NULL
           : list == SALVO_LIST_FORMULA ? &d->formula_model
           : list == SALVO_LIST_RULES   ? &d->rules_model
                                        : &d->model;
}

/* Prices with intervals, relative to the list's mean, by unit. */
static salvo_status read_unit_bounds(const fit_context *d, const value_model *v, const double *prices, salvo_bounds *to,
                                     salvo_error *err)
{
    relative errors;
    salvo_status status = relative_make(&errors, v, &d->m, d->fit->memory, err);

    for (size_t u = 0; status == SALVO_OK && u < d->m.n; u++)
        to[u] = bounds_of_logarithm(prices[u], relative_error(&errors, d->m.units[u].class));
    return status;
}

/* Intervals of one of the lists that every unit has. */
static salvo_status read_bounds(fit_context *d, salvo_list list, salvo_error *err)
{
    salvo_bounds *bounds = salvo_arena_array(d->fit->memory, d->m.n, sizeof *bounds);
    salvo_status status =
        bounds ? read_unit_bounds(d, model_of(d, list), d->lists[list], bounds, err) : salvo_fail_memory(err);

    for (size_t u = 0; status == SALVO_OK && u < d->m.n; u++) {
        salvo_new_price *p = &d->fit->prices[u];

        *(list == SALVO_LIST_FORMULA ? &p->formula
          : list == SALVO_LIST_RULES ? &p->with_rules
                                     : &p->fitted) = bounds[u];
    }
    return status;
}

static unsigned limits_of(const candidate *c, const salvo_bounds *fitted)
{
    return (c->harms < HALF_OF_ALL ? SALVO_LIMIT_HARMS : 0u) | (c->harmed < HALF_OF_ALL ? SALVO_LIMIT_HARMED : 0u) |
           (fitted->high > fitted->value * (1 + WIDE) ? SALVO_LIMIT_WIDE : 0u);
}

/* Under the author's limits errors are those of what they leave free. */
static void take_limits(fit_context *d)
{
    for (size_t u = 0; u < d->m.n; u++) {
        salvo_new_price *p = &d->fit->prices[u];

        p->unlimited = d->lists[SALVO_LIST_UNLIMITED][u];
        if (!d->limits.exist)
            continue;
        p->hold = d->holds[u];
        p->fitted = bounds_of_logarithm(d->lists[SALVO_LIST_FITTED][u], sqrt(fmax(d->covariance[u * d->m.n + u], 0)));
    }
}

/* Intervals of the new prices, and of the formula's. */
static salvo_status read_all_bounds(fit_context *d, salvo_error *err)
{
    salvo_points_fit *f = d->fit;
    salvo_status status;

    f->prices = salvo_arena_array(f->memory, d->m.n, sizeof *f->prices);
    if (!f->prices)
        return salvo_fail_memory(err);
    status = read_bounds(d, SALVO_LIST_FITTED, err);
    take_limits(d);
    if (status == SALVO_OK && d->formula.exists)
        status = read_bounds(d, SALVO_LIST_FORMULA, err);
    return status == SALVO_OK && d->rules.n ? read_bounds(d, SALVO_LIST_RULES, err) : status;
}

/* What the fit found of every unit, and of the model itself. */
static salvo_status read_new_prices(fit_context *d, salvo_error *err)
{
    salvo_points_fit *f = d->fit;
    salvo_status status = read_all_bounds(d, err);

    if (status != SALVO_OK)
        return status;
    price_limits_round(&d->limits, d->lists[SALVO_LIST_FITTED], d->m.plan->round_preferred,
                       d->lists[SALVO_LIST_ROUNDED]);
    for (size_t u = 0; u < d->m.n; u++) {
        salvo_new_price *p = &f->prices[u];

        p->unit = u;
        p->rounded = d->lists[SALVO_LIST_ROUNDED][u];
        p->limits = limits_of(&d->m.units[u], &p->fitted);
        if (!d->formula.exists)
            p->formula = (salvo_bounds){NAN, NAN, NAN};
    }
    f->steepness = value_model_steepness(&d->model, d->weights);
    f->growth = d->model.parameters[d->model.growth];
    f->dispersion = d->model.dispersion;
    return SALVO_OK;
}

/* Factors of items are told in the scale of the new prices; factors that qualify items are ratios, which no scale
 * changes. */
static salvo_status read_formula(fit_context *d, salvo_error *err)
{
    const value_model *v = &d->formula_model;
    relative errors;
    salvo_status status;
    double scale;

    if (!d->formula.exists)
        return SALVO_OK;
    status = relative_make(&errors, v, &d->m, d->fit->memory, err);
    if (status != SALVO_OK)
        return status;
    /* Any unit gives the scale: prices are worths times one number. */
    scale = d->lists[SALVO_LIST_FORMULA][0] / value_model_worth(v, d->m.units[0].class);
    d->fit->formula = d->formula.items;
    d->fit->n_formula = d->formula.design.n_factors;
    for (size_t i = 0; i < d->fit->n_formula; i++) {
        salvo_refitted *r = &d->fit->formula[i];
        bool is_item = *r->part;

        for (size_t k = 0; k < v->n; k++)
            errors.gradient[k] = (k == i) - (is_item ? errors.mean[k] : 0);
        r->factor =
            bounds_of_logarithm(exp(v->parameters[i]) * (is_item ? scale : 1), value_model_error(v, errors.gradient));
    }
    return SALVO_OK;
}

/* Puts the pair in its place among those listed, by how far apart the published prices are; the last one falls out when
 * the list is full. */
static void list_alike(salvo_points_fit *f, const salvo_indistinguishable *pair,
                       double (*apart)[SALVO_INDISTINGUISHABLE_MAX], double far)
{
    size_t at = f->n_indistinguishable;

    while (at > 0 && (*apart)[at - 1] < far)
        at--;
    if (at == SALVO_INDISTINGUISHABLE_MAX)
        return;
    f->n_indistinguishable += f->n_indistinguishable < SALVO_INDISTINGUISHABLE_MAX;
    for (size_t i = f->n_indistinguishable - 1; i > at; i--) {
        f->indistinguishable[i] = f->indistinguishable[i - 1];
        (*apart)[i] = (*apart)[i - 1];
    }
    f->indistinguishable[at] = *pair;
    (*apart)[at] = far;
}

/* All pairs of classes: those whose ratio may be 1 cannot be told apart. */
static salvo_status compare_classes(fit_context *d, salvo_error *err)
{
    const value_model *v = &d->model;
    salvo_points_fit *f = d->fit;
    double *g = salvo_arena_array(f->memory, v->n, sizeof *g), apart[SALVO_INDISTINGUISHABLE_MAX] = {0};

    if (!g)
        return salvo_fail_memory(err);
    /* Classes, not units: units of one class are alike anyway. */
    for (size_t a = 0; a < d->m.n_classes; a++)
        for (size_t b = a + 1; b < d->m.n_classes; b++) {
            salvo_indistinguishable pair = {d->m.first_of[a], d->m.first_of[b], {0, 0, 0}};

            memset(g, 0, v->n * sizeof *g);
            g[a] = 1; /* the gradient of log worth a less log worth b: each class is its own factor */
            g[b] = -1;
            pair.ratio =
                bounds_of_logarithm(value_model_worth(v, a) / value_model_worth(v, b), value_model_error(v, g));
            f->n_compared++;
            if (pair.ratio.low > 1 || pair.ratio.high < 1) /* 1 outside the interval: they can be told apart */
                continue;
            f->n_alike++;
            list_alike(f, &pair, &apart, fabs(log(d->by_class[a] / d->by_class[b])));
        }
    return SALVO_OK;
}

/* Armies of equal cost under a list, of a stream that no fit uses. */
static salvo_status run_held_out(fit_context *d, const double *prices, const army_rules *rules, const value_model *v,
                                 const bool *only, salvo_error *err)
{
    army_set set = {.prices = prices,
                    .rules = rules,
                    .odds = d->odds,
                    .stream = STREAM_HELD_OUT,
                    .spread = 1,
                    .pairs = d->m.plan->pairs,
                    .only = only};
    double *odds;
    salvo_status status = v ? odds_of(d, v, &odds, err) : SALVO_OK;

    if (status != SALVO_OK)
        return status;
    if (v)
        set.odds = odds;
    return run_set(d, &set, err);
}

/* How far the fitted list is from the best that there is, by the armies that judge it. */
static salvo_status find_floor(fit_context *d, salvo_error *err)
{
    const value_question of = question_of(d, &d->free);
    observations judged = {.memory = d->fit->memory};
    salvo_bounds *to = &d->fit->above_floor;
    salvo_status status = observations_add(&judged, &d->run, NULL, d->lists[SALVO_LIST_FITTED], err);

    if (status != SALVO_OK || d->run.n < PAIRS_LEAST)
        return status;
    status = price_floor_distance(to, &d->model, &of, &d->seen, &judged, err);
    d->fit->has_floor = status == SALVO_OK;
    return status;
}

/* Of the units that were named. */
static salvo_status find_reasons(fit_context *d, salvo_error *err)
{
    const value_question of = question_of(d, &d->free);
    const reasons_from from = {
        .m = &d->m,
        .question = &of,
        .model = &d->model,
        .published = d->published,
        .fitted = d->lists[SALVO_LIST_FITTED],
    };

    return d->m.plan->n_named ? reasons_find(&d->fit->reasons, &from, d->fit->memory, err) : SALVO_OK;
}

static salvo_status judge_list(fit_context *d, salvo_list list, salvo_error *err)
{
    salvo_judgement *j = &d->fit->judged[list];
    const army_rules *rules = list == SALVO_LIST_RULES ? &d->rules : NULL;
    salvo_status status = run_held_out(d, d->lists[list], rules, model_of(d, list), NULL, err);

    j->judged = status == SALVO_OK && d->run.n >= 2;
    if (!j->judged)
        return status;
    status = imbalance_measure(&j->imbalance, &d->run, d->fit->memory, err);
    /* Within limits the fitted list is not what the model says. */
    return status == SALVO_OK && list == SALVO_LIST_FITTED && !d->limits.exist ? find_floor(d, err) : status;
}

static salvo_status predict(fit_context *d, salvo_list list, predicted_pair *pairs, salvo_error *err)
{
    const pair_run *run = &d->run;
    salvo_predicted *to = &d->fit->judged[list].predicted;
    const army_rules *rules = list == SALVO_LIST_RULES ? &d->rules : NULL;
    salvo_status status;

    /* The same pairs for all lists, so that differences between lists are not differences of luck. */
    for (size_t i = 0; i < run->n; i++)
        pairs[i] = predicted_pair_of(run, i, d->lists[list], rules);
    status = prediction_judge(to, pairs, run->n, err);
    to->spread = SPREAD_JUDGED;
    return status;
}

/* A ruleset may have no formula, an author no limits, and no rule may be worth its ink. */
static bool exists(const fit_context *d, salvo_list list)
{
    return list == SALVO_LIST_FORMULA     ? d->formula.exists
           : list == SALVO_LIST_RULES     ? d->rules.n > 0
           : list == SALVO_LIST_UNLIMITED ? d->limits.exist
                                          : true;
}

/* Predictions of all lists are judged on the same unequal armies. */
static salvo_status predict_all(fit_context *d, salvo_error *err)
{
    /* Each list overwrites them. */
    predicted_pair *pairs = salvo_arena_array(d->fit->memory, d->m.plan->pairs, sizeof *pairs);
    const army_set set = {.prices = d->published,
                          .odds = d->odds,
                          .stream = STREAM_UNEQUAL,
                          .spread = SPREAD_JUDGED,
                          .pairs = d->m.plan->pairs};
    salvo_status status = SALVO_OK;

    if (d->stopped)
        return SALVO_OK;
    d->deadline = d->m.plan->time_s > 0 ? d->begun + d->m.plan->time_s : 0;
    status = pairs ? run_set(d, &set, err) : salvo_fail_memory(err);
    for (int list = 0; list < SALVO_N_LISTS && status == SALVO_OK && d->run.n >= PAIRS_LEAST; list++)
        if (exists(d, (salvo_list)list))
            status = predict(d, (salvo_list)list, pairs, err);
    return status;
}

/* The fitted list first: where time is short, it is what matters. */
static salvo_status judge_all(fit_context *d, salvo_error *err)
{
    static const salvo_list ORDER[SALVO_N_LISTS] = {SALVO_LIST_FITTED, SALVO_LIST_PUBLISHED, SALVO_LIST_ROUNDED,
                                                    SALVO_LIST_RULES,  SALVO_LIST_UNLIMITED, SALVO_LIST_FORMULA};
    const double now = seconds();
    salvo_status status = SALVO_OK;

    for (int i = 0; i < SALVO_N_LISTS && status == SALVO_OK && !d->stopped; i++) {
        if (d->m.plan->time_s > 0) /* an equal part of what is left, the prediction's as well, but always some pairs */
            d->deadline = now + (d->begun + d->m.plan->time_s - now) * (i + 1) / (SALVO_N_LISTS + 1);
        if (exists(d, ORDER[i]))
            status = judge_list(d, ORDER[i], err);
    }
    return status;
}

/* Which conditions list i of its own is for. */
static void mark_own(fit_context *d, const salvo_own_list *own)
{
    for (size_t at = 0; at < d->m.n_meetings; at++)
        d->only[at] = d->m.plan->per == SALVO_PER_SCENARIO ? d->m.meetings[at].scenario == own->scenario
                                                           : d->m.meetings[at].range == own->range;
}

static salvo_status judge_own(fit_context *d, salvo_bounds *to, const double *prices, const value_model *v,
                              salvo_error *err)
{
    salvo_imbalance imbalance;
    salvo_status status = d->stopped ? SALVO_OK : run_held_out(d, prices, NULL, v, d->only, err);

    *to = (salvo_bounds){NAN, NAN, NAN};
    if (status != SALVO_OK || d->stopped || d->run.n < 2)
        return status;
    status = imbalance_measure(&imbalance, &d->run, d->fit->memory, err);
    *to = imbalance.plain;
    return status;
}

/* Fits the list to its conditions alone, and judges it there beside the one list for all. */
static salvo_status fit_own_list(fit_context *d, salvo_own_list *own, value_model *v, salvo_error *err)
{
    value_question of = question_of(d, &d->free);
    double *weights = salvo_arena_array(d->fit->memory, d->m.n_meetings, sizeof *weights);
    double *prices = salvo_arena_array(d->fit->memory, d->m.n, sizeof *prices);
    salvo_status status;

    own->prices = salvo_arena_array(d->fit->memory, d->m.n, sizeof *own->prices);
    if (!weights || !prices || !own->prices)
        return salvo_fail_memory(err);
    mark_own(d, own);
    for (size_t at = 0; at < d->m.n_meetings; at++)
        weights[at] = d->only[at] ? d->weights[at] : 0;
    of.weight = weights;
    status = value_model_fit(v, &of, err);
    if (status != SALVO_OK)
        return status;
    read_prices(d, v, prices);
    status = read_unit_bounds(d, v, prices, own->prices, err);
    if (status != SALVO_OK)
        return status;
    status = judge_own(d, &own->imbalance, prices, v, err);
    return status == SALVO_OK ? judge_own(d, &own->of_one_list, d->lists[SALVO_LIST_FITTED], &d->model, err) : status;
}

static salvo_status fit_own_lists(fit_context *d, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < d->fit->n_own && status == SALVO_OK; i++) {
        value_model v = {.n = 0};

        status = fit_own_list(d, &d->fit->own[i], &v, err);
        if (v.memory)
            value_model_free(&v);
    }
    return status;
}

/* Which lists of their own there are to be: for what the plan has more than one of. */
static salvo_status list_own(fit_context *d, salvo_error *err)
{
    const salvo_points_plan *plan = d->m.plan;
    salvo_points_fit *f = d->fit;

    d->only = salvo_arena_array(f->memory, d->m.n_meetings, sizeof *d->only);
    f->own = salvo_arena_array(f->memory, d->m.n_ranges + SALVO_N_SCENARIOS, sizeof *f->own);
    if (!d->only || !f->own)
        return salvo_fail_memory(err);
    for (int s = 0; plan->per == SALVO_PER_SCENARIO && s < SALVO_N_SCENARIOS; s++)
        if (plan->scenarios[s] > 0)
            f->own[f->n_own++].scenario = (salvo_scenario)s;
    for (size_t r = 0; plan->per == SALVO_PER_RANGE && r < d->m.n_ranges; r++)
        f->own[f->n_own++].range = d->m.ranges[r];
    return SALVO_OK;
}

/* Lists, prices by class, and room for the observations of all rounds. */
static salvo_status lay_out(fit_context *d, salvo_error *err)
{
    salvo_arena *memory = d->fit->memory;
    double *members;

    for (int list = 0; list < SALVO_N_LISTS; list++)
        if (!(d->lists[list] = salvo_arena_array(memory, d->m.n, sizeof *d->lists[list])))
            return salvo_fail_memory(err);
    d->published = d->lists[SALVO_LIST_PUBLISHED];
    d->by_class = salvo_arena_array(memory, d->m.n_classes, sizeof *d->by_class);
    members = salvo_arena_array(memory, d->m.n_classes, sizeof *members);
    d->seen.memory = memory;
    d->weights = observations_weights(&d->m, memory);
    d->emphasis = salvo_arena_array(memory, d->m.n_meetings, sizeof *d->emphasis);
    if (!d->by_class || !members || !d->weights || !d->emphasis)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < d->m.n; u++) {
        d->published[u] = d->m.units[u].price;
        /* A sum of logarithms: the geometric mean below. */
        d->by_class[d->m.units[u].class] += log(d->m.units[u].price);
        members[d->m.units[u].class]++;
    }
    for (size_t c = 0; c < d->m.n_classes; c++)
        d->by_class[c] = exp(d->by_class[c] / members[c]);
    return SALVO_OK;
}

static salvo_status open_pool(fit_context *d, salvo_error *err)
{
    salvo_status status = unit_pool_open(&d->m, d->fit->book, &d->fit->plan, err);

    if (status != SALVO_OK)
        return status;
    status = unit_pool_describe(&d->m, &d->fit->unit_pool, d->fit->memory, err);
    /* Before any battle: limits that cannot be satisfied are told at once. */
    return status == SALVO_OK ? price_limits_read(&d->limits, &d->m, d->fit->memory, err) : status;
}

static salvo_status read_designs(fit_context *d, salvo_error *err)
{
    salvo_arena *memory = d->fit->memory;
    salvo_status status = worth_design_unconstrained(&d->free, d->by_class, d->m.n_classes, memory, err);

    if (status == SALVO_OK && d->m.plan->army_rules > 0)
        status = army_rules_list(&d->candidates, &d->m, memory, err);
    return status == SALVO_OK ? formula_read(&d->formula, &d->m, memory, err) : status;
}

static salvo_status find_odds(fit_context *d, salvo_error *err)
{
    salvo_status status = attack_odds_find(&d->m, d->published, &d->watch, err);

    if (status != SALVO_OK)
        return status;
    if (d->watch.stopped)
        return salvo_fail(err, SALVO_STOPPED, "the fit was broken off: it has no prices yet");
    d->odds = observations_odds(&d->m, d->fit->memory);
    return d->odds ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status find_prices(fit_context *d, salvo_error *err)
{
    static salvo_status (*const STEPS[])(fit_context *, salvo_error *) = {
        open_pool,    lay_out,     read_designs, list_own,        find_odds,    fit_all,
        limit_prices, fit_formula, choose_rules, read_new_prices, read_formula, compare_classes,
        find_reasons, judge_all,   predict_all,  fit_own_lists,
    };
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](d, err);
    return status;
}

salvo_status salvo_points_fit_run(salvo_points_fit *fit, const salvo_rulebook *book, const salvo_points_plan *plan,
                                  salvo_error *err)
{
    fit_context d = {.fit = fit, .begun = seconds()};
    salvo_status status;

    *fit = (salvo_points_fit){.book = book, .plan = *plan, .memory = salvo_arena_new()};
    if (fit->plan.pairs == 0)
        fit->plan.pairs = PAIRS;
    d.on_time = (salvo_progress_callback){.look = look_at_clock, .context = &d};
    d.watch.watch = &d.on_time;
    status = fit->memory ? find_prices(&d, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    fit->interrupted = d.stopped;
    value_model_free(&d.model);
    value_model_free(&d.rules_model);
    value_model_free(&d.formula_model);
    pair_run_free(&d.run);
    unit_pool_close(&d.m);
    if (status != SALVO_OK)
        salvo_points_fit_free(fit);
    return status;
}

void salvo_points_fit_free(salvo_points_fit *fit)
{
    salvo_arena_free(fit->memory);
    memset(fit, 0, sizeof *fit);
}
