/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a fit: the data of its loss, and the steps of its search. Only the value model's own files use it. */
#ifndef SALVO_POINTS_VALUE_PROBLEM_H
#define SALVO_POINTS_VALUE_PROBLEM_H

#include "points/value_question.h"

enum { VALUE_PAST = 10 };

/* The last steps of a search: the step, the change of the gradient, and their product. */
typedef struct value_past {
    double *moved[VALUE_PAST], *gradient[VALUE_PAST], both[VALUE_PAST];
    int n;
} value_past;

typedef struct problem {
    const value_question *of;
    const value_model *v;     /* the layout of the parameters */
    double dispersion, scale; /* weights are multiplied by the scale, so that a pair weighs 1 on average */
    bool is_even;             /* the loss is the remaining imbalance, and steepness and growth are fixed */
    bool is_exact;            /* curvature is the loss's own, not Fisher's information: for the covariance */
    double *known;            /* the values at which steepness and growth are fixed */
    size_t n_free;
    worths now;
    /* The gradient of a pair's log worth ratio: dense, with the places that are not 0. */
    double *row;
    size_t *at, n_at;
    bool *is_in;
    double *gradient, *information, *step, *next, *before;
    value_past past;
} problem;

/* A pair in one condition for the model: the expected score, and what it depends on. */
typedef struct view {
    double k, logit, score, weight;
    double loss, slope, curvature; /* for one unit of weight: the loss and its derivatives by the logit */
} view;

/* The part of the gradient of a condition's logit that belongs to its own parameters. */
typedef struct own_gradient {
    size_t at[3];
    double value[3];
    int n;
} own_gradient;

/* The functions of a fit. */
static inline double value_dot(const double *a, const double *b, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

double value_weight(const value_question *q, size_t condition);
double value_rules_factor(const double *effects, size_t n_rules, const observation *o, int side);
/* Returns the logit of a score. A certain score counts as nearly certain, so that its logit is finite. */
double value_logit(const value_model *v, double score);

/* Returns the view of the pair at parameters x and the log ratio of its worths there; without loss, with a weight of
 * 1. */
view value_view_at(const value_model *v, const double *x, const observation *o, size_t condition, double ratio);

/* The following functions need worths at x: worths_read(&p->now, x). */

/* Returns the log ratio of both armies' worths; reads its gradient into the row. */
double value_log_ratio(const problem *p, const double *x, const observation *o);
void value_row_read(problem *p, const double *x, const observation *o);
void value_row_add(problem *p, size_t i, double value);

/* Returns scored condition i of the pair, with its weight and its loss. */
view value_look(const problem *p, const double *x, const observation *o, size_t i, double ratio);
own_gradient value_own(const problem *p, const observation *o, size_t condition, const view *w);

/* Sets the normal prior of a parameter; a standard deviation of 0: it is fixed at the mean. */
void value_prior(const problem *p, size_t i, double *mean, double *sd);

/* The following functions read worths themselves. The first puts the gradient of the loss and the information into the
 * problem. The next finds the minimum of the loss from x on, and returns false if the information is not positive
 * definite. The last returns the dispersion of scores about the model, in units of p (1 - p). */
void value_read_system(problem *p, const double *x);
bool value_minimise(problem *p, double *x);
double value_disperse(problem *p, const double *x);

/* Adds weight times row row'; priors, `gradient` may be NULL. `to` and `diagonal`: parameters squared. */
void value_row_square(const problem *p, double weight, double *to);
void value_add_priors(const problem *p, const double *x, double *gradient, double *diagonal);

/* Returns g' matrix g for n entries. */
double value_quadratic(const double *matrix, const double *g, size_t n);

/* Finds the model's covariance and inverse, then its pulls, at its parameters. SALVO_TOO_LARGE if the battles are too
 * few. */
salvo_status value_find_covariance(value_model *v, problem *p, salvo_error *err);
salvo_status value_find_pulls(value_model *v, problem *p, salvo_error *err);

#endif
