/* Fisher's scoring. The information needs first derivatives only. */
#include "points/value_problem.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

enum { ITERATIONS_MAX = 60, HALVINGS_MAX = 30 }; /* guards; the search takes about six steps */

/* Adds weight (k row + own)(k row + own)' but for row row', which conditions share. */
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

/* Adds the pair to the gradient of the loss and to Fisher's information, what the observations know. */
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

/* A normal prior is an observation of its parameter with that standard deviation. What is fixed has no gradient, and 1 on
 * the diagonal, so that the matrix can be inverted. */
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

/* Pairs are added in their order, by one thread: the same sums, and the same bytes, on any machine. */
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

/* step = information^-1 gradient; false when the information is not positive definite.
 * Cholesky fails where the battles leave a direction free that no prior holds. */
static bool solve_step(problem *p)
{
    const size_t n = p->v->n;
    gsl_matrix_view h = gsl_matrix_view_array(p->information, n, n);
    gsl_vector_view g = gsl_vector_view_array(p->gradient, n), s = gsl_vector_view_array(p->step, n);

    return gsl_linalg_cholesky_decomp1(&h.matrix) == GSL_SUCCESS &&
           gsl_linalg_cholesky_solve(&h.matrix, &g.vector, &s.vector) == GSL_SUCCESS;
}

/* Goes along the step as far as the loss falls; the greatest change of a parameter, 0 when it does not fall. */
static double descend(problem *p, double *x)
{
    const size_t n = p->v->n;
    const double before = value_loss(p, x);
    double length = 1;

    for (int h = 0; h < HALVINGS_MAX; h++, length /= 2) {
        double greatest = 0;

        for (size_t i = 0; i < n; i++) {
            p->next[i] = x[i] - length * p->step[i];
            greatest = fmax(greatest, fabs(length * p->step[i]));
        }
        if (!(value_loss(p, p->next) < before))
            continue;
        memcpy(x, p->next, n * sizeof *x);
        return greatest;
    }
    return 0;
}

/* Minimises the loss by Fisher's scoring, from x on. A search that no longer falls has arrived: its steps are below the
 * precision of doubles. */
bool value_minimise(problem *p, double *x)
{
    static const double ARRIVED = 1e-7; /* of logarithms */

    for (int i = 0; i < ITERATIONS_MAX; i++) {
        value_read_system(p, x);
        if (!solve_step(p))
            return false;
        if (descend(p, x) < ARRIVED)
            break;
    }
    return true;
}
