/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit at work: what its loss needs, and the steps of its search. Only the value model's own files use it. */
#ifndef SALVO_POINTS_VALUE_PROBLEM_H
#define SALVO_POINTS_VALUE_PROBLEM_H

#include "points/value_question.h"

enum { VALUE_PAST = 10 };

/* The last steps of a search: how far it went, and how the gradient changed; both, multiplied. */
typedef struct value_past {
    double *moved[VALUE_PAST], *gradient[VALUE_PAST], both[VALUE_PAST];
    int n;
} value_past;

typedef struct problem {
    const value_question *of;
    const value_model *v;     /* where the parameters stand */
    double dispersion, scale; /* weights are multiplied by the scale, so that a pair weighs 1 on average */
    bool is_even;             /* the loss is of the imbalance that is left, and steepness and growth are fixed */
    bool is_exact;            /* curvature is the loss's own, not Fisher's information: for the covariance */
    double *known;            /* where steepness and growth are fixed */
    size_t n_free;
    worths now;
    /* The gradient of a pair's log worth ratio: dense, with the places that are not 0. */
    double *row;
    size_t *at, n_at;
    bool *is_in;
    double *gradient, *information, *step, *next, *before;
    value_past past;
} problem;

/* A pair in one condition as the model sees it: the expected score, and what it depends on. */
typedef struct view {
    double k, logit, score, weight;
    double loss, slope, curvature; /* of one unit of weight: itself and its derivatives by the logit */
} view;

/* What a condition's own parameters have of the gradient of its logit. */
typedef struct own_gradient {
    size_t at[3];
    double value[3];
    int n;
} own_gradient;

/* Where a fit is. */
double value_weight(const value_question *q, size_t condition);
double value_rules_factor(const double *effects, size_t n_rules, const observation *o, int side);
/* Sure scores are taken for nearly sure: the logit of a score is finite. */
double value_logit(const value_model *v, double score);

/* The pair at parameters x and the log ratio of its worths there; without loss, with a weight of 1. */
view value_view_at(const value_model *v, const double *x, const observation *o, size_t condition, double ratio);

/* What follows needs worths at x: worths_read(&p->now, x). */

/* The log ratio of both armies' worths; its gradient, into the row. */
double value_log_ratio(const problem *p, const double *x, const observation *o);
void value_row_read(problem *p, const double *x, const observation *o);
void value_row_add(problem *p, size_t i, double value);

/* Scored condition i of the pair, with its weight and its loss. */
view value_look(const problem *p, const double *x, const observation *o, size_t i, double ratio);
own_gradient value_own(const problem *p, const observation *o, size_t condition, const view *w);

/* The normal prior of a parameter; a standard deviation of 0: it is fixed at the mean. */
void value_prior(const problem *p, size_t i, double *mean, double *sd);

/* These read worths themselves. The gradient of the loss and the information, into the problem; the minimum of the loss
 * from x on, false when the information is not positive definite; the dispersion of scores about the model, in units of
 * p (1 - p). */
void value_read_system(problem *p, const double *x);
bool value_minimise(problem *p, double *x);
double value_disperse(problem *p, const double *x);

/* Adds weight times row row'; priors, `gradient` may be NULL. `to` and `diagonal`: parameters squared. */
void value_row_square(const problem *p, double weight, double *to);
void value_add_priors(const problem *p, const double *x, double *gradient, double *diagonal);

/* g' matrix g, n entries. */
double value_quadratic(const double *matrix, const double *g, size_t n);

/* The model's covariance and inverse, then its pulls, at its parameters. SALVO_TOO_LARGE when the battles are too few. */
salvo_status value_find_covariance(value_model *v, problem *p, salvo_error *err);
salvo_status value_find_pulls(value_model *v, problem *p, salvo_error *err);

#endif
