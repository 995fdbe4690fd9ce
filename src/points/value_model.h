/* What units are worth, from who won: P(the first army wins) = logistic(k (log V_a - log V_b)), where V is the sum of
 * an army's worths, so that armies of equal worth are equal by construction; and k = steepness x size^growth, the size
 * being the geometric mean of both armies' numbers of elements.
 *
 * A class of units is worth the sum of its terms; a term is a base times the factors that belong to it. A free price is
 * one term with a factor of its own; a formula has a term for each item of its breakdown, and its factors are shared.
 *
 * Fitted is the quasi-likelihood (Wedderburn 1974) of mean scores, with a normal prior on every factor's logarithm:
 * BFGS finds its greatest value, the sandwich (Huber 1967) the covariance. */
#ifndef SALVO_POINTS_VALUE_MODEL_H
#define SALVO_POINTS_VALUE_MODEL_H

#include "points/pair_run.h"

enum { TERM_FACTORS = 2, NO_FACTOR = -1 };

typedef struct worth_term {
    double base;
    int factor[TERM_FACTORS]; /* NO_FACTOR: none */
} worth_term;

/* How worths are made of factors. Memory is the arena's that made it. */
typedef struct worth_design {
    size_t n_classes, n_factors;
    worth_term *terms;  /* class by class */
    size_t *first_term; /* n_classes + 1 */
} worth_design;

/* One pair of armies and its score, 0 to 1. */
typedef struct observation {
    uint32_t class[2][SALVO_ARMY_KINDS_MAX];
    double count[2][SALVO_ARMY_KINDS_MAX];
    int n_kinds[2];
    double log_size;
    double score;
} observation;

typedef struct value_model {
    const worth_design *design;
    size_t n; /* parameters: the factors' logarithms, then log steepness, then growth */
    double *parameters;
    double *covariance; /* n x n, row by row */
    double dispersion;  /* of scores about the model, in units of p (1 - p) */
    double prior_sd;    /* of a factor's logarithm */
    salvo_arena *memory;
} value_model;

/* A factor for each class, over prices by class. */
salvo_status worth_design_unconstrained(worth_design *d, const double *prices, size_t n_classes, salvo_arena *memory,
                                        salvo_error *err);

observation observation_of(const unit_pool *m, const army_pair *pair, double score);

/* On failure *v owns nothing. */
salvo_status value_model_fit(value_model *v, const worth_design *design, const observation *seen, size_t n,
                             double prior_sd, salvo_error *err);
void value_model_free(value_model *v);

double value_model_worth(const value_model *v, size_t class);

/* The score that the model expects. */
double value_model_score(const value_model *v, const observation *of);

/* gradient[i]: of the logit of that score by parameter i; n entries. */
void value_model_logit_gradient(const value_model *v, const observation *of, double *gradient);

/* gradient[i]: of log worth by parameter i; n entries. */
void value_model_gradient(const value_model *v, size_t class, double *gradient);

/* Standard error of a linear function of the parameters. */
double value_model_error(const value_model *v, const double *gradient);

#endif
