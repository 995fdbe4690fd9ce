/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quasi-Newton search (limited memory BFGS: Nocedal 1980) in the metric of Fisher's information, which needs only
 * first derivatives. Scoring alone zigzags: if the model explains little, the information is too small in some
 * directions and right in others. Then steps of any one length converge slowly. */
#include "points/value_problem.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

enum { ITERATIONS_MAX = 200, HALVINGS_MAX = 30 }; /* guards; the search takes about twenty steps */

enum { METRIC_STEPS = 25 }; /* then the information is read anew, because it may be of a distant place */

/* Adds weight (k row + own)(k row + own)' except for row row', which conditions share. */
static void add_own_squares(const problem *p, const own_gradient *own, double k, double weight, double *to)
{
    const size_t n = p->v->n;

    for (int a = 0; a < own->n; a++) {
        const size_t row = own->at[a];

        for (int b = 0; b < own->n; b++)
            to[row * n + own->at[b]] += weight * own->value[a] * own->value[b];
        for (size_t i = 0; i < p->n_at; i++) {
            const size_t column = p->at[i];
            const double both = weight * k * own->value[a] * p->row[column];

            to[row * n + column] += both;
            to[column * n + row] += both;
        }
    }
}

void value_row_square(const problem *p, double weight, double *to)
{
    for (size_t i = 0; i < p->n_at; i++)
        for (size_t k = 0; k < p->n_at; k++)
            to[p->at[i] * p->v->n + p->at[k]] += weight * p->row[p->at[i]] * p->row[p->at[k]];
}

/* Adds the pair to the gradient of the loss and to Fisher's information. */
static void add_pair(problem *p, const double *x, const observation *o)
{
    const double ratio = value_log_ratio(p, x, o);
    double residual = 0, square = 0;

    value_row_read(p, x, o);
    for (size_t i = 0; i < o->n; i++) {
        view w = value_look(p, x, o, i, ratio);
        own_gradient own = value_own(p, o, o->at[i].condition, &w);
        const double r = w.weight * w.slope / p->dispersion;
        const double h = w.weight * w.curvature / p->dispersion;

        for (int k = 0; k < own.n; k++)
            p->gradient[own.at[k]] += r * own.value[k];
        add_own_squares(p, &own, w.k, h, p->information);
        residual += r * w.k;
        square += h * w.k * w.k;
    }
    for (size_t i = 0; i < p->n_at; i++)
        p->gradient[p->at[i]] += residual * p->row[p->at[i]];
    value_row_square(p, square, p->information);
}

/* The same without the information. Returns the pair's part of the loss. */
static double add_pair_gradient(problem *p, const double *x, const observation *o)
{
    const double ratio = value_log_ratio(p, x, o);
    double residual = 0, loss = 0;

    for (size_t i = 0; i < o->n; i++) {
        const view w = value_look(p, x, o, i, ratio);
        const own_gradient own = value_own(p, o, o->at[i].condition, &w);
        const double r = w.weight * w.slope / p->dispersion;

        for (int k = 0; k < own.n; k++)
            p->gradient[own.at[k]] += r * own.value[k];
        residual += r * w.k;
        loss += w.weight * w.loss / p->dispersion;
    }
    value_row_read(p, x, o);
    for (size_t i = 0; i < p->n_at; i++)
        p->gradient[p->at[i]] += residual * p->row[p->at[i]];
    return loss;
}

/* A normal prior is an observation of its parameter with that standard deviation. A fixed parameter has no gradient,
 * and 1 on the diagonal, so that the matrix can be inverted. */
void value_add_priors(const problem *p, const double *x, double *gradient, double *diagonal)
{
    for (size_t i = 0; i < p->v->n; i++) {
        double mean, sd;

        value_prior(p, i, &mean, &sd);
        diagonal[i * p->v->n + i] += sd > 0 ? 1 / (sd * sd) : 1;
        if (gradient)
            gradient[i] += sd > 0 ? (x[i] - mean) / (sd * sd) : 0;
    }
}

/* One thread adds the pairs in their order: the same sums, and the same bytes, on any machine. */
void value_read_system(problem *p, const double *x)
{
    const size_t n = p->v->n;

    memset(p->gradient, 0, n * sizeof *p->gradient);
    memset(p->information, 0, n * n * sizeof *p->information);
    worths_read(&p->now, x);
    for (size_t i = 0; i < p->of->n_seen; i++)
        add_pair(p, x, &p->of->seen[i]);
    value_add_priors(p, x, p->gradient, p->information);
}

/* Reads only gradient and loss: a step needs no more while the metric stays. */
static double read_gradient(problem *p, const double *x)
{
    double loss = 0;

    memset(p->gradient, 0, p->v->n * sizeof *p->gradient);
    worths_read(&p->now, x);
    for (size_t i = 0; i < p->of->n_seen; i++)
        loss += add_pair_gradient(p, x, &p->of->seen[i]);
    for (size_t i = 0; i < p->v->n; i++) {
        double mean, sd;

        value_prior(p, i, &mean, &sd);
        if (sd == 0)
            continue;
        loss += (x[i] - mean) * (x[i] - mean) / (2 * sd * sd);
        p->gradient[i] += (x[i] - mean) / (sd * sd);
    }
    return loss;
}

/* Takes the information at x as the metric. Returns false if it is not positive definite: the battles leave a direction
 * free that no prior determines. */
static bool take_metric(problem *p, const double *x)
{
    gsl_matrix_view h = gsl_matrix_view_array(p->information, p->v->n, p->v->n);

    value_read_system(p, x);
    p->past.n = 0;
    return gsl_linalg_cholesky_decomp1(&h.matrix) == GSL_SUCCESS;
}

static void add_times(double *to, double times, const double *what, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] += times * what[i];
}

/* p->step = metric^-1 gradient, with the metric corrected by the last steps. A fixed parameter does not move, because
 * its gradient is 0. */
static void find_step(problem *p)
{
    const size_t n = p->v->n;
    const value_past *past = &p->past;
    double along[VALUE_PAST];
    gsl_matrix_view h = gsl_matrix_view_array(p->information, n, n);
    gsl_vector_view s = gsl_vector_view_array(p->step, n);

    memcpy(p->step, p->gradient, n * sizeof *p->step);
    for (int k = past->n - 1; k >= 0; k--) {
        along[k] = value_dot(past->moved[k], p->step, n) / past->both[k];
        add_times(p->step, -along[k], past->gradient[k], n);
    }
    gsl_linalg_cholesky_svx(&h.matrix, &s.vector);
    for (int k = 0; k < past->n; k++)
        add_times(p->step, along[k] - value_dot(past->gradient[k], p->step, n) / past->both[k], past->moved[k], n);
}

/* Notes how the gradient changed over the step from x, unless the loss curves downwards there. The oldest note is
 * dropped. */
static void remember(problem *p, const double *x, const double *gradient)
{
    const size_t n = p->v->n;
    value_past *past = &p->past;
    double *moved = past->moved[0], *changed = past->gradient[0];

    if (past->n == VALUE_PAST) {
        memmove(past->moved, past->moved + 1, (VALUE_PAST - 1) * sizeof *past->moved);
        memmove(past->gradient, past->gradient + 1, (VALUE_PAST - 1) * sizeof *past->gradient);
        memmove(past->both, past->both + 1, (VALUE_PAST - 1) * sizeof *past->both);
        past->moved[--past->n] = moved;
        past->gradient[past->n] = changed;
    }
    moved = past->moved[past->n];
    changed = past->gradient[past->n];
    for (size_t i = 0; i < n; i++) {
        moved[i] = p->next[i] - x[i];
        changed[i] = p->gradient[i] - gradient[i];
    }
    past->both[past->n] = value_dot(moved, changed, n);
    past->n += past->both[past->n] > 1e-10 * sqrt(value_dot(moved, moved, n) * value_dot(changed, changed, n));
}

/* Moves along the step while the loss falls. Returns the greatest change of a parameter, or 0 if the loss does not
 * fall. p->gradient is then that of the new place, and *loss its loss. */
static double descend(problem *p, double *x, double *loss)
{
    const size_t n = p->v->n;
    const double slope = value_dot(p->gradient, p->step, n);
    double length = 1;

    memcpy(p->before, p->gradient, n * sizeof *p->before);
    for (int h = 0; h < HALVINGS_MAX && slope > 0; h++) {
        double greatest = 0, next;

        for (size_t i = 0; i < n; i++) {
            p->next[i] = x[i] - length * p->step[i];
            greatest = fmax(greatest, fabs(length * p->step[i]));
        }
        next = read_gradient(p, p->next);
        if (next < *loss - 1e-4 * length * slope) {
            remember(p, x, p->before);
            memcpy(x, p->next, n * sizeof *x);
            *loss = next;
            return greatest;
        }
        /* The minimum of the parabola through both losses and the slope is limited to between a tenth and a half. */
        length *= fmin(0.5, fmax(0.1, length * slope / (2 * (next - *loss + length * slope))));
    }
    memcpy(p->gradient, p->before, n * sizeof *p->gradient);
    return 0;
}

/* If the loss no longer falls, the search has converged: its steps are below the precision of doubles. If steps are
 * remembered, they may also be the cause, so a new metric decides. */
bool value_minimise(problem *p, double *x)
{
    static const double ARRIVED = 1e-7; /* of logarithms */

    for (int i = 0; i < ITERATIONS_MAX;) {
        double loss, moved = 1;

        if (!take_metric(p, x))
            return false;
        loss = read_gradient(p, x);
        for (int k = 0; k < METRIC_STEPS && moved > ARRIVED; k++, i++) {
            find_step(p);
            moved = descend(p, x, &loss);
        }
        if (moved <= ARRIVED)
            break;
    }
    return true;
}
