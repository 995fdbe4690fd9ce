/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit from start to end, and the model's statements about armies and units. */
#include "points/value_model.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "base/try.h"
#include "points/value_problem.h"

enum { DISPERSION_ROUNDS = 3 };

double value_model_worth(const value_model *v, size_t class)
{
    return worth_of_class(v->design, v->parameters, class);
}

void value_model_gradient(const value_model *v, size_t class, double *gradient)
{
    memset(gradient, 0, v->n * sizeof *gradient);
    for (size_t t = v->design->first_term[class]; t < v->design->first_term[class + 1]; t++)
        for (int f = 0; f < TERM_FACTORS; f++) /* the derivative of a term by a log factor is the term */
            if (v->design->terms[t].factor[f] != NO_FACTOR)
                gradient[v->design->terms[t].factor[f]] +=
                    worth_of_term(&v->design->terms[t], v->parameters) / value_model_worth(v, class);
}

/* Units count by class, because similar ones share a worth. */
observation observation_of(const unit_pool *pool, const army_pair *pair)
{
    observation o = {.log_size = 0};

    for (int s = 0; s < 2; s++) {
        const army *a = &pair->side[s];

        o.n_kinds[s] = a->n_kinds;
        for (int k = 0; k < a->n_kinds; k++) {
            o.class[s][k] = (uint32_t)pool->units[a->kind[k]].class;
            o.count[s][k] = a->count[k];
        }
        o.log_size += log(army_size(a)) / 2; /* half of each: the logarithm of the geometric mean */
    }
    return o;
}

/* Does the same as value_log_ratio, at the model's own parameters, for callers without worths. */
static double ratio_of(const value_model *v, const observation *o)
{
    double log_worth[2];

    for (int s = 0; s < 2; s++) {
        double sum = 0;

        for (int k = 0; k < o->n_kinds[s]; k++)
            sum += o->count[s][k] * worth_of_class(v->design, v->parameters, o->class[s][k]);
        log_worth[s] = log(sum * value_rules_factor(v->parameters + v->rules, v->n_rules, o, s));
    }
    return log_worth[0] - log_worth[1];
}

double value_model_score(const value_model *v, const observation *of, size_t condition)
{
    return value_view_at(v, v->parameters, of, condition, ratio_of(v, of)).score;
}

/* The logits are subtracted, because a change of prices moves the logit of every score equally. */
double value_model_left(const value_model *v, const observation *of, size_t i)
{
    const view w = value_view_at(v, v->parameters, of, of->at[i].condition, ratio_of(v, of));

    return fabs(tanh((value_logit(v, of->at[i].score) - w.logit) / 2)) / 2;
}

double value_model_off(const value_model *v, const observation *of, size_t condition)
{
    return ratio_of(v, of) - v->parameters[v->odds + condition];
}

/* The mean is geometric, because steepness is a factor of the logit. */
double value_model_steepness(const value_model *v, const double *weight)
{
    double sum = 0, all = 0;

    for (size_t c = 0; c < v->n_conditions; c++) {
        sum += (weight ? weight[c] : 1) * v->parameters[v->steepness + c];
        all += weight ? weight[c] : 1;
    }
    return exp(sum / all);
}

double value_model_error(const value_model *v, const double *gradient)
{
    return sqrt(fmax(value_quadratic(v->covariance, gradient, v->n), 0)); /* rounding may make it slightly negative */
}

/* The logit of one score reacts to a change of prices more steeply than the average score of armies that differ in
 * everything else. The correction is the slope of the scores' logits by the model's, condition by condition. */
static void steepen(value_model *v, problem *p)
{
    double *x = v->parameters;

    worths_read(&p->now, x);
    for (size_t c = 0; c < v->n_conditions; c++) {
        double both = 0, square = 0;

        for (size_t i = 0; i < p->of->n_seen; i++) {
            const observation *o = &p->of->seen[i];
            const double ratio = value_log_ratio(p, x, o);

            for (size_t k = 0; k < o->n; k++)
                if (o->at[k].condition == c) {
                    const view w = value_view_at(v, x, o, c, ratio);

                    both += w.logit * value_logit(v, o->at[k].score);
                    square += w.logit * w.logit;
                }
        }
        if (square > 0)
            x[v->steepness + c] += log(fmin(3, fmax(1, both / square)));
    }
}

/* Moves from the likeliest parameters to those with the least remaining imbalance. */
static bool make_even(value_model *v, problem *p)
{
    steepen(v, p);
    memcpy(p->known, v->parameters + v->growth, (v->odds - v->growth) * sizeof *p->known);
    p->is_even = true;
    p->dispersion = value_disperse(p, v->parameters);
    return value_minimise(p, v->parameters);
}

/* Ends with the covariance at the last parameters. */
static salvo_status find_parameters(value_model *v, problem *p, salvo_error *err)
{
    /* The dispersion scales likelihood against prior, so parameters and dispersion are found in turns. */
    for (int round = 0; round < DISPERSION_ROUNDS; round++) {
        if (!value_minimise(p, v->parameters))
            return salvo_fail(err, SALVO_TOO_LARGE, "these battles cannot determine prices: too few of them differ");
        p->dispersion = value_disperse(p, v->parameters);
    }
    v->dispersion = p->dispersion;
    if (p->of->is_even && !make_even(v, p))
        return salvo_fail_memory(err);
    TRY(value_find_covariance(v, p, err));
    return value_find_pulls(v, p, err);
}

static bool make_past(value_past *past, size_t n, salvo_arena *memory)
{
    for (int k = 0; k < VALUE_PAST; k++) {
        past->moved[k] = salvo_arena_array(memory, n, sizeof *past->moved[k]);
        past->gradient[k] = salvo_arena_array(memory, n, sizeof *past->gradient[k]);
        if (!past->moved[k] || !past->gradient[k])
            return false;
    }
    return true;
}

/* Allocates everything that the search needs; returns false if memory is out. */
static bool make_room(problem *p, salvo_arena *memory)
{
    const size_t n = p->v->n;

    p->row = salvo_arena_array(memory, n, sizeof *p->row);
    p->at = salvo_arena_array(memory, n, sizeof *p->at);
    p->is_in = salvo_arena_array(memory, n, sizeof *p->is_in);
    p->gradient = salvo_arena_array(memory, n, sizeof *p->gradient);
    p->step = salvo_arena_array(memory, n, sizeof *p->step);
    p->next = salvo_arena_array(memory, n, sizeof *p->next);
    p->before = salvo_arena_array(memory, n, sizeof *p->before);
    p->known = salvo_arena_array(memory, n, sizeof *p->known);
    p->information = salvo_arena_array(memory, n * n, sizeof *p->information);
    return p->row && p->at && p->is_in && p->gradient && p->step && p->next && p->before && p->known &&
           p->information && make_past(&p->past, n, memory) && worths_make(&p->now, p->of->design, memory);
}

/* Weights are those of the question. A pair weighs 1 on average, whatever its number of conditions. */
static double scale_of(const value_question *q)
{
    double sum = 0;

    for (size_t i = 0; i < q->n_seen; i++)
        for (size_t k = 0; k < q->seen[i].n; k++)
            sum += value_weight(q, q->seen[i].at[k].condition);
    return sum > 0 ? (double)q->n_seen / sum : 1;
}

static void start_values(value_model *v, problem *p)
{
    for (size_t i = 0; i < v->n; i++) {
        double mean, sd;

        value_prior(p, i, &mean, &sd);
        v->parameters[i] = mean;
        p->n_free += sd > 0;
    }
    p->dispersion = 0.25; /* a first guess, replaced after the first round */
    p->scale = scale_of(p->of);
}

salvo_status value_model_fit(value_model *v, const value_question *of, salvo_error *err)
{
    const size_t factors = of->design->n_factors, conditions = of->n_conditions;
    problem p = {.of = of, .v = v};
    /* Failures are returned. The error handler is the process's, so only one thread may fit. */
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    salvo_status status;

    *v = (value_model){.design = of->design,
                       .n = factors + 1 + 2 * conditions + of->n_rules,
                       .growth = factors,
                       .steepness = factors + 1,
                       .odds = factors + 1 + conditions,
                       .rules = factors + 1 + 2 * conditions,
                       .n_conditions = conditions,
                       .n_rules = of->n_rules,
                       .sure = 0.5 / (double)(of->battles ? of->battles : 500),
                       .memory = salvo_arena_new()};
    v->parameters = v->memory ? salvo_arena_array(v->memory, v->n, sizeof *v->parameters) : NULL;
    status = v->parameters && make_room(&p, v->memory) ? SALVO_OK : salvo_fail_memory(err);
    if (status == SALVO_OK) {
        start_values(v, &p);
        status = find_parameters(v, &p, err);
    }
    gsl_set_error_handler(before);
    if (status != SALVO_OK)
        value_model_free(v);
    return status;
}

void value_model_free(value_model *v)
{
    salvo_arena_free(v->memory);
    memset(v, 0, sizeof *v);
}
