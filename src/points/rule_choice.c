/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each half of the battles determines worths and the effects of all rules at once. Leaving rules out is then linear
 * algebra: the rest moves as the inverse of the information says. So every choice is tried on the other half's armies
 * without another fit. */
#include "points/rule_choice.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

#include "points/bounds.h"
#include "points/judge.h"

const double RULE_PENALTY = 0.01;

/* One half's fit with all rules, and its parameters with some. */
typedef struct half_fit {
    observations seen;
    value_model all;
    double *parameters; /* with the current rules */
} half_fit;

/* Solves C z = b for the rules that are left out. Returns false if they are indistinguishable. */
static bool solve_left_out(const value_model *v, const size_t *out, size_t n, double *z)
{
    double c[ARMY_RULES_MAX * ARMY_RULES_MAX], b[ARMY_RULES_MAX];

    for (size_t i = 0; i < n; i++) {
        b[i] = v->parameters[v->rules + out[i]];
        for (size_t k = 0; k < n; k++)
            c[i * n + k] = v->inverse[(v->rules + out[i]) * v->n + v->rules + out[k]] + (i == k) * 1e-12;
    }
    gsl_matrix_view m = gsl_matrix_view_array(c, n, n);
    gsl_vector_view from = gsl_vector_view_array(b, n), to = gsl_vector_view_array(z, n);

    return gsl_linalg_cholesky_decomp1(&m.matrix) == GSL_SUCCESS &&
           gsl_linalg_cholesky_solve(&m.matrix, &from.vector, &to.vector) == GSL_SUCCESS;
}

/* Finds the best parameters if only these rules have effects. */
static bool leave_rules_out(half_fit *h, const bool *is_open)
{
    const value_model *v = &h->all;
    size_t out[ARMY_RULES_MAX], n = 0;
    double z[ARMY_RULES_MAX];

    for (size_t r = 0; r < v->n_rules; r++)
        if (!is_open[r])
            out[n++] = r;
    memcpy(h->parameters, v->parameters, v->n * sizeof *h->parameters);
    if (n == 0)
        return true;
    if (!solve_left_out(v, out, n, z))
        return false;
    for (size_t i = 0; i < v->n; i++)
        for (size_t k = 0; k < n; k++)
            h->parameters[i] -= v->inverse[i * v->n + v->rules + out[k]] * z[k];
    for (size_t k = 0; k < n; k++)
        h->parameters[v->rules + out[k]] = 0; /* it is 0 except for rounding */
    return true;
}

/* Reads the remaining imbalance of every pair of one half, by the other half's parameters. It is weighted so that the
 * mean over pairs is the mean over conditions. */
static void read_left(double *left, const half_fit *by, const observations *on, const value_question *of)
{
    value_model v = by->all;
    double weights = 0;

    v.parameters = by->parameters;
    for (size_t i = 0; i < on->n; i++) {
        const observation *o = &on->of[i];

        left[i] = 0;
        for (size_t k = 0; k < o->n; k++) {
            const double weight = of->weight ? of->weight[o->at[k].condition] : 1;

            left[i] += weight * value_model_left(&v, o, k);
            weights += weight;
        }
    }
    for (size_t i = 0; i < on->n; i++)
        left[i] *= (double)on->n / weights;
}

/* Room for the remaining imbalance, by half and pair: with the rules so far, and with one more. */
typedef struct trial_choice {
    half_fit half[2];
    double *before[2], *after[2];
    const value_question *of;
} trial_choice;

static bool read_all_left(trial_choice *t, const bool *is_open, double *to[2])
{
    for (int h = 0; h < 2; h++)
        if (!leave_rules_out(&t->half[h], is_open))
            return false;
    for (int h = 0; h < 2; h++)
        read_left(to[h], &t->half[!h], &t->half[h].seen, t->of);
    return true;
}

static double mean_of(double *const left[2], const trial_choice *t)
{
    double sum = 0;

    for (int h = 0; h < 2; h++)
        for (size_t i = 0; i < t->half[h].seen.n; i++)
            sum += left[h][i];
    return sum / (double)(t->half[0].seen.n + t->half[1].seen.n);
}

static salvo_bounds gain_of(const trial_choice *t)
{
    double sum = 0, squares = 0;

    for (int h = 0; h < 2; h++)
        for (size_t i = 0; i < t->half[h].seen.n; i++) {
            const double gain = t->before[h][i] - t->after[h][i];

            sum += gain;
            squares += gain * gain;
        }
    return bounds_of_mean(sum, squares, t->half[0].seen.n + t->half[1].seen.n);
}

/* Finds the rule that gains most beside the chosen ones. Returns false if none gains anything. */
static bool find_best(trial_choice *t, rule_choice *to, size_t *best, salvo_bounds *gain)
{
    *gain = (salvo_bounds){0, 0, 0};
    for (size_t r = 0; r < t->of->n_rules; r++) {
        salvo_bounds one;

        if (to->is_open[r])
            continue;
        to->is_open[r] = true;
        if (read_all_left(t, to->is_open, t->after)) {
            one = gain_of(t);
            if (one.value > gain->value) {
                *gain = one;
                *best = r;
            }
        }
        to->is_open[r] = false;
    }
    return gain->value > 0;
}

static void choose_rules(trial_choice *t, rule_choice *to, size_t most)
{
    while (to->n < most && to->n < t->of->n_rules) {
        salvo_bounds gain;
        size_t best = 0;

        if (!read_all_left(t, to->is_open, t->before) || !find_best(t, to, &best, &gain) || gain.low <= 0 ||
            gain.value < RULE_PENALTY * mean_of(t->before, t))
            return;
        to->is_open[best] = true;
        to->gain[to->n] = gain;
        to->order[to->n++] = best;
    }
}

static salvo_status fit_both_halves(trial_choice *t, const observations *seen, salvo_error *err)
{
    observations half[2];
    salvo_status status = observations_split(seen, half, err);

    for (int h = 0; h < 2 && status == SALVO_OK; h++) {
        half_fit *f = &t->half[h];
        value_question part = *t->of;

        f->seen = half[h];
        part.seen = half[h].of;
        part.n_seen = half[h].n;
        part.is_open = NULL;
        status = value_model_fit(&f->all, &part, err);
        if (status != SALVO_OK)
            return status;
        f->parameters = salvo_arena_array(seen->memory, f->all.n, sizeof *f->parameters);
        t->before[h] = salvo_arena_array(seen->memory, half[h].n, sizeof *t->before[h]);
        t->after[h] = salvo_arena_array(seen->memory, half[h].n, sizeof *t->after[h]);
        if (!f->parameters || !t->before[h] || !t->after[h])
            status = salvo_fail_memory(err);
    }
    return status;
}

salvo_status rule_choice_make(rule_choice *to, const value_question *of, const observations *seen, size_t most,
                              salvo_error *err)
{
    trial_choice t = {.of = of};
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    salvo_status status = fit_both_halves(&t, seen, err);

    *to = (rule_choice){.n = 0};
    if (status == SALVO_OK)
        choose_rules(&t, to, most);
    for (int h = 0; h < 2; h++)
        value_model_free(&t.half[h].all);
    gsl_set_error_handler(before);
    return status;
}
