/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The precision of parameters: the sandwich, and the effect of each condition alone. */
#include "points/value_problem.h"

#include <math.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

/* Returns the dispersion of scores about the model, in units of p (1 - p). It divides sums instead of adding quotients.
 * So certain battles, whose p (1 - p) is nearly 0, do not dominate. A pair's residuals are added first, because they
 * are correlated. */
double value_disperse(problem *p, const double *x)
{
    double squares = 0, variance = 0;
    double n = (double)p->of->n_seen, freedom = n - (double)p->n_free;

    worths_read(&p->now, x);
    for (size_t i = 0; i < p->of->n_seen; i++) {
        const observation *o = &p->of->seen[i];
        double ratio = value_log_ratio(p, x, o), residual = 0;

        for (size_t k = 0; k < o->n; k++) {
            view w = value_look(p, x, o, k, ratio);

            residual += w.weight * w.k * w.slope;
            variance += w.weight * w.k * w.k * w.curvature;
        }
        squares += residual * residual;
    }
    /* The number of fitted parameters is subtracted, but at least a quarter remains. */
    squares *= n / fmax(freedom, n / 4);
    /* 1e-4 keeps the division safe. A score varies no more than a coin, but weights may differ. */
    return fmin(4, fmax(1e-4, variance > 0 ? squares / variance : 1));
}

/* row' matrix row. */
static double row_quadratic(const problem *p, const double *matrix)
{
    double sum = 0;

    for (size_t i = 0; i < p->n_at; i++)
        for (size_t k = 0; k < p->n_at; k++)
            sum += p->row[p->at[i]] * p->row[p->at[k]] * matrix[p->at[i] * p->v->n + p->at[k]];
    return sum;
}

/* Sets the row to the pair's gradient of the likelihood. */
static void read_pair_gradient(problem *p, const double *x, const observation *o, double ratio)
{
    double residual = 0;

    for (size_t i = 0; i < o->n; i++) {
        view w = value_look(p, x, o, i, ratio);

        residual -= w.weight * w.slope * w.k;
    }
    for (size_t i = 0; i < p->n_at; i++)
        p->row[p->at[i]] *= residual;
    for (size_t i = 0; i < o->n; i++) {
        view w = value_look(p, x, o, i, ratio);
        own_gradient own = value_own(p, o, o->at[i].condition, &w);

        for (int k = 0; k < own.n; k++)
            value_row_add(p, own.at[k], -w.weight * w.slope * own.value[k]);
    }
}

/* Adds the square of a pair's residuals, as if the fit had not used it (HC3: MacKinnon and White 1985). If a price
 * depends on few pairs, the fit follows them closely, and plain residuals are too small. */
static void add_residual(problem *p, const double *x, const observation *o, const double *inverse, double *squares)
{
    const double ratio = value_log_ratio(p, x, o);
    double known = 0, unseen;

    for (size_t i = 0; i < o->n; i++) {
        view w = value_look(p, x, o, i, ratio);

        known += w.weight * w.curvature * w.k * w.k / p->dispersion;
    }
    value_row_read(p, x, o);
    /* Leverage is kept below 1, so that a single pair cannot dominate the sum. */
    unseen = 1 / (1 - fmin(0.95, known * row_quadratic(p, inverse)));
    read_pair_gradient(p, x, o, ratio);
    value_row_square(p, unseen * unseen / (p->dispersion * p->dispersion), squares);
}

double value_quadratic(const double *matrix, const double *g, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n && g[i] != 0; k++)
            sum += g[i] * g[k] * matrix[i * n + k];
    return sum;
}

/* Inverts the symmetric n x n matrix in place by Cholesky; returns false if it is not positive definite. */
static bool invert(double *matrix, size_t n)
{
    gsl_matrix_view m = gsl_matrix_view_array(matrix, n, n);

    return gsl_linalg_cholesky_decomp1(&m.matrix) == GSL_SUCCESS &&
           gsl_linalg_cholesky_invert(&m.matrix) == GSL_SUCCESS;
}

/* to = inverse middle inverse, all symmetric; `half` is scratch. */
static void sandwich(double *to, double *inverse, double *middle, double *half, size_t n)
{
    gsl_matrix_view h = gsl_matrix_view_array(inverse, n, n), m = gsl_matrix_view_array(middle, n, n);
    gsl_matrix_view hm = gsl_matrix_view_array(half, n, n), covariance = gsl_matrix_view_array(to, n, n);

    gsl_blas_dsymm(CblasLeft, CblasLower, 1, &h.matrix, &m.matrix, 0, &hm.matrix);
    gsl_blas_dsymm(CblasRight, CblasLower, 1, &h.matrix, &hm.matrix, 0, &covariance.matrix);
}

/* A fixed parameter has no variance. */
static void free_fixed(const problem *p, double *squares)
{
    for (size_t i = 0; i < p->v->n; i++) {
        double mean, sd;

        value_prior(p, i, &mean, &sd);
        if (sd == 0)
            squares[i * p->v->n + i] = 0;
    }
}

/* Finds the sandwich covariance H^-1 M H^-1. H is the information, M the sum of squared residuals. The prior is in both
 * as one more observation of each parameter. */
salvo_status value_find_covariance(value_model *v, problem *p, salvo_error *err)
{
    const size_t n = v->n;
    double *h = p->information, *m = salvo_arena_array(v->memory, n * n, sizeof *m);
    double *half = salvo_arena_array(v->memory, n * n, sizeof *half);

    v->covariance = salvo_arena_array(v->memory, n * n, sizeof *v->covariance);
    if (!m || !half || !v->covariance)
        return salvo_fail_memory(err);
    p->is_exact = true;
    value_read_system(p, v->parameters);
    if (!invert(h, n)) { /* with few battles the loss's own curvature may be negative */
        p->is_exact = false;
        value_read_system(p, v->parameters);
        if (!invert(h, n))
            return salvo_fail(err, SALVO_TOO_LARGE, "these battles cannot determine prices: too few of them differ");
    }
    p->is_exact = false; /* leverage uses the information */
    for (size_t i = 0; i < p->of->n_seen; i++)
        add_residual(p, v->parameters, &p->of->seen[i], h, m);
    value_add_priors(p, v->parameters, NULL, m);
    free_fixed(p, m);
    sandwich(v->covariance, h, m, half, n);
    free_fixed(p, h);
    v->inverse = h;
    return SALVO_OK;
}

/* Adds the pair's part of every condition's gradient. */
static void add_pulls(value_model *v, problem *p, const observation *o, double *weights)
{
    const double ratio = value_log_ratio(p, v->parameters, o);

    value_row_read(p, v->parameters, o);
    for (size_t i = 0; i < o->n; i++) {
        const size_t condition = o->at[i].condition;
        const view w = value_look(p, v->parameters, o, i, ratio);
        const own_gradient own = value_own(p, o, condition, &w);
        const double slope = w.weight * w.slope / p->dispersion;
        double *to = v->pulls + condition * v->n;

        for (size_t k = 0; k < p->n_at; k++)
            to[p->at[k]] += slope * w.k * p->row[p->at[k]];
        for (int k = 0; k < own.n; k++)
            to[own.at[k]] += slope * own.value[k];
        weights[condition] += w.weight;
    }
}

/* The steps use Fisher's information: the loss's own curvature is too small in places to determine their length. */
salvo_status value_find_pulls(value_model *v, problem *p, salvo_error *err)
{
    const size_t n = v->n;
    double *weights = salvo_arena_array(v->memory, v->n_conditions, sizeof *weights), all = 0;

    p->information = salvo_arena_array(v->memory, n * n, sizeof *p->information); /* v has the earlier one */
    v->pulls = salvo_arena_array(v->memory, v->n_conditions * n, sizeof *v->pulls);
    if (!weights || !v->pulls || !p->information)
        return salvo_fail_memory(err);
    value_read_system(p, v->parameters);
    for (size_t i = 0; i < p->of->n_seen; i++)
        add_pulls(v, p, &p->of->seen[i], weights);
    for (size_t c = 0; c < v->n_conditions; c++)
        all += weights[c];
    if (!invert(p->information, n))
        return salvo_fail(err, SALVO_TOO_LARGE, "these battles cannot determine prices: too few of them differ");
    for (size_t c = 0; c < v->n_conditions; c++) {
        for (size_t k = 0; k < n; k++) /* as if the condition had all of the weight */
            p->gradient[k] = weights[c] > 0 ? v->pulls[c * n + k] * all / weights[c] : 0;
        for (size_t k = 0; k < n; k++)
            v->pulls[c * n + k] = -value_dot(p->information + k * n, p->gradient, n);
    }
    return SALVO_OK;
}
