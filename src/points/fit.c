/* A fit in rounds: draw armies that are about equal at the prices so far, fight them, fit worths to all rounds
 * together, and take the worths as prices. In the end every list is judged on armies that no fit has seen. */
#include <salvo/points.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "points/formula.h"
#include "points/imbalance.h"
#include "points/nearest_prices.h"
#include "points/prediction.h"
#include "points/reasons.h"
#include "points/relative.h"
#include "points/value_model.h"
#include "rules/fault.h"

const char *const SALVO_LISTS[SALVO_N_LISTS] = {"published", "fitted", "rounded", "formula", "unlimited"};
const char *const SALVO_HOLDS[SALVO_N_HOLDS] = {"", "kept", "least", "greatest", "order"};

/* Costs of armies that are fitted differ by up to the first factor; those of the armies on which all lists are judged
 * by up to the second. */
static const double SPREAD_FITTED = 1.3, SPREAD_JUDGED = 2;
/* Shares of the others and of the price (salvo_points.h: SALVO_LIMIT_*); a normal distribution's 97.5 %. */
static const double HALF_OF_ALL = 0.5, WIDE = 0.25, Z = 1.959963984540054;

/* PAIRS: of armies in each round, unless the plan says otherwise. */
enum { STAGES_JUDGED = SALVO_N_LISTS + 1, PAIRS = 800 /* unless told */ };

/* What one fit works with. */
typedef struct fit_context {
    salvo_points_fit *fit;
    unit_pool m;
    double *published, *by_class; /* prices by unit; by class the geometric mean of its units' */
    double *lists[SALVO_N_LISTS];
    observation *seen; /* of all rounds so far */
    size_t n_seen;
    worth_design free; /* every class its own factor */
    formula formula;
    value_model model, formula_model;
    battle_log log; /* with its scores by meeting, where reasons are asked for */
    price_limits limits;
    double *covariance; /* of the logarithms of fitted prices under the limits, units by units; NULL: there are none */
    salvo_hold *holds;  /* by unit, with it */
    pair_run run;       /* the armies in hand; those before are dropped */
    int stage;          /* stages begun, for the progress */
    pair_progress watch;
} fit_context;

/* Progress counts stages: every round and every list that is judged takes about the same time. */
static void begin_stage(fit_context *d)
{
    /* All armies are fought once more for the prediction, hence one more than lists. */
    double stages = d->m.rounds + STAGES_JUDGED - (d->formula.exists ? 0 : 1) - (d->limits.exist ? 0 : 1);

    d->watch.from = d->stage / stages;
    d->watch.to = ++d->stage / stages;
}

/* Draws and fights one set of armies at the prices; the stream decides which armies. */
static salvo_status run_pairs(fit_context *d, const double *prices, uint32_t stream, double spread, salvo_error *err)
{
    const salvo_points_plan *plan = d->m.plan;
    const army_lottery lottery = {&d->m, prices, plan->seed, stream, log(spread)};
    salvo_status status;

    begin_stage(d);
    pair_run_free(&d->run);
    status = pair_run_init(&d->run, &d->m, plan->pairs, pair_trials(plan->precision), stream, err);
    if (status != SALVO_OK)
        return status;
    status = pair_run_all(&d->run, &lottery, 0, plan->pairs, &d->watch, err);
    if (status != SALVO_OK || !d->watch.stopped)
        return status;
    /* Half a fit would be a price list that nobody asked for. */
    return salvo_fail(err, SALVO_STOPPED, "the fit was broken off: it has no prices yet");
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

/* Fits the model to the battles of all rounds so far, and takes its worths as the list's prices. */
static salvo_status fit_list(fit_context *d, value_model *model, const worth_design *design, salvo_list list,
                             salvo_error *err)
{
    salvo_status status;

    value_model_free(model); /* the fit before is dropped; the first time there is none */
    status = value_model_fit(model, design, d->seen, d->n_seen, d->m.prior_sd, err);
    if (status == SALVO_OK)
        read_prices(d, model, d->lists[list]);
    return status;
}

/* One round. Armies that are equal, or nearly, at the prices so far tell most about them: a battle that is surely won
 * says little. */
static salvo_status fit_round(fit_context *d, int round, salvo_error *err)
{
    salvo_status status =
        run_pairs(d, d->lists[SALVO_LIST_FITTED], (uint32_t)(STREAM_ROUND + round), SPREAD_FITTED, err);

    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < d->run.n; i++)
        d->seen[d->n_seen++] = observation_of(&d->m, &d->run.pairs[i], d->run.results[i].mean);
    if (d->m.plan->n_named)
        status = battle_log_add(&d->log, &d->run, err);
    if (status != SALVO_OK)
        return status;
    return fit_list(d, &d->model, &d->free, SALVO_LIST_FITTED, err);
}

static salvo_status fit_all(fit_context *d, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    /* Round 0 draws armies at the published prices. */
    memcpy(d->lists[SALVO_LIST_FITTED], d->published, d->m.n * sizeof *d->published);
    for (int round = 0; round < d->m.rounds && status == SALVO_OK; round++)
        status = fit_round(d, round, err);
    return status;
}

/* The mean gradient of all units' log worths. Prices are only known relative to the list's mean, so their errors are of
 * the difference from it. */
static void mean_gradient(const fit_context *d, const value_model *v, double *mean, double *g)
{
    memset(mean, 0, v->n * sizeof *mean);
    for (size_t u = 0; u < d->m.n; u++) {
        value_model_gradient(v, d->m.units[u].class, g);
        for (size_t i = 0; i < v->n; i++)
            mean[i] += g[i] / (double)d->m.n;
    }
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

/* Once, in the end, to the battles of all rounds. */
static salvo_status fit_formula(fit_context *d, salvo_error *err)
{
    if (!d->formula.exists)
        return SALVO_OK;
    return fit_list(d, &d->formula_model, &d->formula.design, SALVO_LIST_FORMULA, err);
}

/* Errors are of logarithms: the interval is a factor up and down. */
static salvo_bounds bounds_about(double value, double error)
{
    return (salvo_bounds){value, value * exp(-Z * error), value * exp(Z * error)};
}

/* Intervals of prices, relative to the list's mean. */
static salvo_status read_bounds(fit_context *d, const value_model *v, const double *prices, bool by_formula,
                                salvo_error *err)
{
    salvo_arena *memory = d->fit->memory;
    double *mean = salvo_arena_array(memory, v->n, sizeof *mean), *g = salvo_arena_array(memory, v->n, sizeof *g);

    if (!mean || !g)
        return salvo_fail_memory(err);
    mean_gradient(d, v, mean, g);
    for (size_t u = 0; u < d->m.n; u++) {
        salvo_new_price *p = &d->fit->prices[u];

        value_model_gradient(v, d->m.units[u].class, g);
        for (size_t i = 0; i < v->n; i++)
            g[i] -= mean[i];
        *(by_formula ? &p->formula : &p->fitted) = bounds_about(prices[u], value_model_error(v, g));
    }
    return SALVO_OK;
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
        p->fitted = bounds_about(d->lists[SALVO_LIST_FITTED][u], sqrt(fmax(d->covariance[u * d->m.n + u], 0)));
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
    status = read_bounds(d, &d->model, d->lists[SALVO_LIST_FITTED], false, err);
    take_limits(d);
    if (status != SALVO_OK || !d->formula.exists)
        return status;
    return read_bounds(d, &d->formula_model, d->lists[SALVO_LIST_FORMULA], true, err);
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
    f->pairs = d->n_seen;
    f->steepness = exp(d->model.parameters[d->free.n_factors]); /* behind the factors: log steepness, growth */
    f->growth = d->model.parameters[d->free.n_factors + 1];
    f->dispersion = d->model.dispersion;
    return SALVO_OK;
}

/* Factors of items are told in the scale of the new prices; factors that qualify items are ratios, which no scale
 * changes. */
static salvo_status read_formula(fit_context *d, salvo_error *err)
{
    const value_model *v = &d->formula_model;
    salvo_arena *memory = d->fit->memory;
    double *mean = salvo_arena_array(memory, v->n, sizeof *mean), *g = salvo_arena_array(memory, v->n, sizeof *g);
    double scale;

    if (!d->formula.exists)
        return SALVO_OK;
    if (!mean || !g)
        return salvo_fail_memory(err);
    /* Any unit gives the scale: prices are worths times one number. */
    scale = d->lists[SALVO_LIST_FORMULA][0] / value_model_worth(v, d->m.units[0].class);
    mean_gradient(d, v, mean, g);
    d->fit->formula = d->formula.items;
    d->fit->n_formula = d->formula.design.n_factors;
    for (size_t i = 0; i < d->fit->n_formula; i++) {
        salvo_refitted *r = &d->fit->formula[i];
        bool is_item = *r->part;

        for (size_t k = 0; k < v->n; k++)
            g[k] = (k == i) - (is_item ? mean[k] : 0);
        r->factor = bounds_about(exp(v->parameters[i]) * (is_item ? scale : 1), value_model_error(v, g));
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
            pair.ratio = bounds_about(value_model_worth(v, a) / value_model_worth(v, b), value_model_error(v, g));
            f->n_compared++;
            if (pair.ratio.low > 1 || pair.ratio.high < 1) /* 1 outside the interval: they can be told apart */
                continue;
            f->n_alike++;
            list_alike(f, &pair, &apart, fabs(log(d->by_class[a] / d->by_class[b])));
        }
    return SALVO_OK;
}

/* Of the units that were named. */
static salvo_status find_reasons(fit_context *d, salvo_error *err)
{
    const reasons_from from = {
        .m = &d->m,
        .log = &d->log,
        .design = &d->free,
        .model = &d->model,
        .published = d->published,
        .fitted = d->lists[SALVO_LIST_FITTED],
    };

    return d->m.plan->n_named ? reasons_find(&d->fit->reasons, &from, d->fit->memory, err) : SALVO_OK;
}

/* Each list on armies of equal cost under that list, of a stream that no fit uses. */
static salvo_status judge_list(fit_context *d, salvo_list list, salvo_error *err)
{
    /* Equal costs under the list that is judged. */
    salvo_status status = run_pairs(d, d->lists[list], STREAM_HELD_OUT, 1, err);

    return status == SALVO_OK ? imbalance_measure(&d->fit->judged[list].imbalance, &d->run, d->fit->memory, err)
                              : status;
}

static salvo_status predict(fit_context *d, salvo_list list, predicted_pair *pairs, salvo_error *err)
{
    const pair_run *run = &d->run;
    salvo_predicted *to = &d->fit->judged[list].predicted;
    salvo_status status;

    /* The same pairs for all lists, so that differences between lists are not differences of luck. */
    for (size_t i = 0; i < run->n; i++) {
        const army_pair *p = &run->pairs[i];
        double ratio = army_cost(&p->side[0], d->lists[list]) / army_cost(&p->side[1], d->lists[list]);

        pairs[i] = (predicted_pair){log(ratio), run->results[i].mean};
    }
    status = prediction_judge(to, pairs, run->n, err);
    to->spread = SPREAD_JUDGED;
    return status;
}

/* Predictions of all lists are judged on the same unequal armies. */
static salvo_status predict_all(fit_context *d, salvo_error *err)
{
    /* Each list overwrites them. */
    predicted_pair *pairs = salvo_arena_array(d->fit->memory, d->m.plan->pairs, sizeof *pairs);
    salvo_status status =
        pairs ? run_pairs(d, d->published, STREAM_UNEQUAL, SPREAD_JUDGED, err) : salvo_fail_memory(err);

    for (int list = 0; list < SALVO_N_LISTS && status == SALVO_OK; list++) {
        /* A ruleset may have no formula, an author no limits. */
        d->fit->judged[list].judged = list == SALVO_LIST_FORMULA     ? d->formula.exists
                                      : list == SALVO_LIST_UNLIMITED ? d->limits.exist
                                                                     : true;
        if (d->fit->judged[list].judged)
            status = predict(d, (salvo_list)list, pairs, err);
    }
    return status;
}

static salvo_status judge_all(fit_context *d, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int list = 0; list < SALVO_N_LISTS && status == SALVO_OK; list++)
        if (d->fit->judged[list].judged)
            status = judge_list(d, (salvo_list)list, err);
    return status;
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
    d->log = (battle_log){.m = &d->m, .memory = memory};
    d->by_class = salvo_arena_array(memory, d->m.n_classes, sizeof *d->by_class);
    members = salvo_arena_array(memory, d->m.n_classes, sizeof *members);
    d->seen = salvo_arena_array(memory, (size_t)d->m.rounds * d->m.plan->pairs, sizeof *d->seen);
    if (!d->by_class || !members || !d->seen)
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

    return status == SALVO_OK ? formula_read(&d->formula, &d->m, memory, err) : status;
}

static salvo_status find_prices(fit_context *d, salvo_error *err)
{
    static salvo_status (*const STEPS[])(fit_context *, salvo_error *) = {
        open_pool,       lay_out,      read_designs,    fit_all,      limit_prices, fit_formula,
        read_new_prices, read_formula, compare_classes, find_reasons, predict_all,  judge_all,
    };
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](d, err);
    return status;
}

salvo_status salvo_points_fit_run(salvo_points_fit *fit, const salvo_rulebook *book, const salvo_points_plan *plan,
                                  salvo_error *err)
{
    fit_context d = {.fit = fit, .watch = {.watch = plan->watch}};
    salvo_status status;

    *fit = (salvo_points_fit){.book = book, .plan = *plan, .memory = salvo_arena_new()};
    if (fit->plan.pairs == 0)
        fit->plan.pairs = PAIRS;
    status = fit->memory ? find_prices(&d, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    value_model_free(&d.model);
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
