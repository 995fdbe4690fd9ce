/* A fit in rounds: draw armies that are about equal at the prices so far, fight them, fit worths to all rounds
 * together, and take the worths as prices. In the end every list is judged on armies that no fit has seen. */
#include <salvo/points.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "points/formula.h"
#include "points/imbalance.h"
#include "points/prediction.h"
#include "points/value_model.h"

const char *const SALVO_LISTS[SALVO_N_LISTS] = {"published", "fitted", "rounded", "formula"};

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
    int stage; /* stages begun, for the progress */
    pair_progress watch;
} fit_context;

/* Progress counts stages: every round and every list that is judged takes about the same time. */
static void begin_stage(fit_context *d)
{
    /* All armies are fought once more for the prediction, hence one more than lists. */
    double stages = d->m.rounds + STAGES_JUDGED - (d->formula.exists ? 0 : 1);

    d->watch.from = d->stage / stages;
    d->watch.to = ++d->stage / stages;
}

/* Draws and fights one set of armies at the prices; the stream decides which armies. */
static salvo_status run_pairs(fit_context *d, pair_run *run, const double *prices, uint32_t stream, double spread,
                              salvo_error *err)
{
    const salvo_points_plan *plan = d->m.plan;
    const army_lottery lottery = {&d->m, prices, plan->seed, stream, log(spread)};
    salvo_status status = pair_run_init(run, &d->m, plan->pairs, pair_trials(plan->precision), stream, err);

    begin_stage(d);
    if (status == SALVO_OK)
        status = pair_run_all(run, &lottery, 0, plan->pairs, &d->watch, err);
    if (status == SALVO_OK && d->watch.stopped) /* half a fit would be a price list that nobody asked for */
        return salvo_fail(err, SALVO_STOPPED, "the fit was broken off: it has no prices yet");
    return status;
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

static salvo_status refit(fit_context *d, salvo_error *err)
{
    value_model_free(&d->model); /* the fit before is dropped; the first time there is none */
    return value_model_fit(&d->model, &d->free, d->seen, d->n_seen, d->m.prior_sd, err);
}

/* One round. Armies that are equal, or nearly, at the prices so far tell most about them: a battle that is surely won
 * says little. */
static salvo_status fit_round(fit_context *d, int round, salvo_error *err)
{
    pair_run run = {0};
    salvo_status status =
        run_pairs(d, &run, d->lists[SALVO_LIST_FITTED], (uint32_t)(STREAM_ROUND + round), SPREAD_FITTED, err);

    for (size_t i = 0; status == SALVO_OK && i < run.n; i++)
        d->seen[d->n_seen++] = observation_of(&d->m, &run.pairs[i], run.results[i].mean);
    if (status == SALVO_OK)
        status = refit(d, err);
    if (status == SALVO_OK)
        read_prices(d, &d->model, d->lists[SALVO_LIST_FITTED]);
    pair_run_free(&run);
    return status;
}

/* The formula is fitted once, in the end, to the battles of all rounds. */
static salvo_status fit_all(fit_context *d, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    /* Round 0 draws armies at the published prices. */
    memcpy(d->lists[SALVO_LIST_FITTED], d->published, d->m.n * sizeof *d->published);
    for (int round = 0; round < d->m.rounds && status == SALVO_OK; round++)
        status = fit_round(d, round, err);
    if (status == SALVO_OK && d->formula.exists) {
        /* The formula is fitted to the same battles. */
        status = value_model_fit(&d->formula_model, &d->formula.design, d->seen, d->n_seen, d->m.prior_sd, err);
        if (status == SALVO_OK)
            read_prices(d, &d->formula_model, d->lists[SALVO_LIST_FORMULA]);
    }
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

/* At least 1: no unit is given away. */
static double round_price(const fit_context *d, double price)
{
    return d->m.plan->round_preferred ? salvo_preferred_value(price) : fmax(1, round(price));
}

/* What the fit found of every unit, and of the model itself. */
static salvo_status read_new_prices(fit_context *d, salvo_error *err)
{
    salvo_points_fit *f = d->fit;
    salvo_status status;

    f->prices = salvo_arena_array(f->memory, d->m.n, sizeof *f->prices);
    if (!f->prices)
        return salvo_fail_memory(err);
    status = read_bounds(d, &d->model, d->lists[SALVO_LIST_FITTED], false, err);
    if (status == SALVO_OK && d->formula.exists)
        status = read_bounds(d, &d->formula_model, d->lists[SALVO_LIST_FORMULA], true, err);
    for (size_t u = 0; u < d->m.n; u++) {
        salvo_new_price *p = &f->prices[u];

        p->unit = u;
        p->rounded = d->lists[SALVO_LIST_ROUNDED][u] = round_price(d, p->fitted.value);
        p->limits = limits_of(&d->m.units[u], &p->fitted);
        if (!d->formula.exists)
            p->formula = (salvo_bounds){NAN, NAN, NAN};
    }
    f->pairs = d->n_seen;
    f->steepness = exp(d->model.parameters[d->free.n_factors]); /* behind the factors: log steepness, growth */
    f->growth = d->model.parameters[d->free.n_factors + 1];
    f->dispersion = d->model.dispersion;
    return status;
}

/* Factors of items are told in the scale of the new prices; factors that qualify items are ratios, which no scale
 * changes. */
static salvo_status read_formula(fit_context *d, salvo_error *err)
{
    const value_model *v = &d->formula_model;
    salvo_arena *memory = d->fit->memory;
    double *mean = salvo_arena_array(memory, v->n, sizeof *mean), *g = salvo_arena_array(memory, v->n, sizeof *g);
    /* Any unit gives the scale: prices are worths times one number. */
    double scale = d->lists[SALVO_LIST_FORMULA][0] / value_model_worth(v, d->m.units[0].class);

    if (!mean || !g)
        return salvo_fail_memory(err);
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

/* Each list on armies of equal cost under that list, of a stream that no fit uses. */
static salvo_status judge_list(fit_context *d, salvo_list list, salvo_error *err)
{
    pair_run run = {0};
    /* Equal costs under the list that is judged. */
    salvo_status status = run_pairs(d, &run, d->lists[list], STREAM_HELD_OUT, 1, err);

    if (status == SALVO_OK)
        status = imbalance_measure(&d->fit->judged[list].imbalance, &run, d->fit->memory, err);
    pair_run_free(&run);
    return status;
}

static salvo_status prediction(fit_context *d, const pair_run *run, salvo_list list, predicted_pair *pairs,
                               salvo_error *err)
{
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
static salvo_status judge_all(fit_context *d, salvo_error *err)
{
    pair_run run = {0};
    /* Each list overwrites them. */
    predicted_pair *pairs = salvo_arena_array(d->fit->memory, d->m.plan->pairs, sizeof *pairs);
    salvo_status status = pairs ? SALVO_OK : salvo_fail_memory(err);

    if (status == SALVO_OK)
        status = run_pairs(d, &run, d->published, STREAM_UNEQUAL, SPREAD_JUDGED, err);
    for (int list = 0; list < SALVO_N_LISTS && status == SALVO_OK; list++) {
        /* A ruleset may have no formula. */
        d->fit->judged[list].judged = list != SALVO_LIST_FORMULA || d->formula.exists;
        if (!d->fit->judged[list].judged)
            continue;
        status = prediction(d, &run, (salvo_list)list, pairs, err);
        if (status == SALVO_OK)
            status = judge_list(d, (salvo_list)list, err);
    }
    pair_run_free(&run);
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

static salvo_status find_prices(fit_context *d, const salvo_rulebook *book, salvo_error *err)
{
    salvo_arena *memory = d->fit->memory;
    salvo_status status = unit_pool_open(&d->m, book, &d->fit->plan, err);

    if (status == SALVO_OK)
        status = unit_pool_describe(&d->m, &d->fit->unit_pool, memory, err);
    if (status == SALVO_OK)
        status = lay_out(d, err);
    if (status == SALVO_OK)
        status = worth_design_unconstrained(&d->free, d->by_class, d->m.n_classes, memory, err);
    if (status == SALVO_OK)
        status = formula_read(&d->formula, &d->m, memory, err);
    if (status == SALVO_OK)
        status = fit_all(d, err);
    if (status == SALVO_OK)
        status = read_new_prices(d, err);
    if (status == SALVO_OK && d->formula.exists)
        status = read_formula(d, err);
    if (status == SALVO_OK)
        status = compare_classes(d, err);
    return status == SALVO_OK ? judge_all(d, err) : status;
}

salvo_status salvo_points_fit_run(salvo_points_fit *fit, const salvo_rulebook *book, const salvo_points_plan *plan,
                                  salvo_error *err)
{
    fit_context d = {.fit = fit, .watch = {.watch = plan->watch}};
    salvo_status status;

    *fit = (salvo_points_fit){.book = book, .plan = *plan, .memory = salvo_arena_new()};
    if (fit->plan.pairs == 0)
        fit->plan.pairs = PAIRS;
    status = fit->memory ? find_prices(&d, book, err) : salvo_fail_memory(err);
    value_model_free(&d.model);
    value_model_free(&d.formula_model);
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
