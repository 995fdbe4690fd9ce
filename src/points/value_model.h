/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates the worth of units from the winners of battles. In condition c, P(the first army wins) = logistic(k (log
 * V_a - log V_b - o)). V is the worth of an army, so armies of equal worth are equal by construction. k = steepness of
 * c x size^growth, and the size is the geometric mean of both armies' numbers of elements. o is the logarithm of the
 * attacker's odds of c: how much more it must be worth for an even fight. One list of worths serves all conditions,
 * each with its weight.
 *
 * An army's worth is the sum of its elements' worths, times a factor for army rules. The factor is 1 + the sum of their
 * effects, each times the share of the army that the rule covers.
 *
 * The fit maximises the quasi-likelihood (Wedderburn 1974) of mean scores, with a normal prior on every factor's
 * logarithm. Fisher's scoring finds the maximum, and the sandwich (Huber 1967) the covariance. Each pair of armies is
 * one cluster, because a pair's scores in several conditions are correlated. */
#ifndef SALVO_POINTS_VALUE_MODEL_H
#define SALVO_POINTS_VALUE_MODEL_H

#include "points/pair_run.h"
#include "points/value_question.h"

/* Returns armies as the model sees them, without scores and shares. */
observation observation_of(const unit_pool *pool, const army_pair *pair);

/* After a failure *v owns nothing. */
salvo_status value_model_fit(value_model *v, const value_question *of, salvo_error *err);
void value_model_free(value_model *v);

double value_model_worth(const value_model *v, size_t class);

/* Returns the score that the model expects in the condition. */
double value_model_score(const value_model *v, const observation *of, size_t condition);

/* Returns the imbalance |score - 1/2|, 0 to 1/2, that would remain in scored condition i if the armies were equal by
 * the model. It is that of the logit of the score minus the model's. */
double value_model_left(const value_model *v, const observation *of, size_t i);

/* Returns how far from even the armies are in the condition by the model: the log ratio of their worths minus that of
 * the odds. */
double value_model_off(const value_model *v, const observation *of, size_t condition);

/* Returns a steepness for all conditions: the geometric mean of those that have a weight; NULL: all. */
double value_model_steepness(const value_model *v, const double *weight);

/* Sets gradient[i], n entries, to the derivative of log worth by parameter i. */
void value_model_gradient(const value_model *v, size_t class, double *gradient);

/* Returns the standard error of a linear function of the parameters. */
double value_model_error(const value_model *v, const double *gradient);

/* Worths relative to the list's mean: no price list defines the worth of a point itself. */
typedef struct relative {
    const value_model *v;
    double *mean, *gradient; /* the mean gradient of all units' log worths; scratch */
} relative;

/* Memory is the arena's; the model must outlive it. */
salvo_status relative_make(relative *r, const value_model *v, const unit_pool *pool, salvo_arena *memory,
                           salvo_error *err);

/* Sets r->gradient to that of the class's log worth minus the mean, and returns its standard error. */
double relative_error(relative *r, size_t class);

#endif
