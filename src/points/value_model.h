/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What units are worth, from who won: in condition c, P(the first army wins) = logistic(k (log V_a - log V_b - o)), where
 * V is what an army is worth, so that armies of equal worth are equal by construction; k = steepness of c x size^growth,
 * the size being the geometric mean of both armies' numbers of elements; and o is the logarithm of the attacker's odds
 * of c: how much more he must be worth to be even. One list of worths serves all conditions, each with its weight.
 *
 * An army is worth the sum of its elements' worths, times 1 + the effects of rules for the army as a whole, each times
 * the share of the army that the rule is about.
 *
 * Fitted is the quasi-likelihood (Wedderburn 1974) of mean scores, with a normal prior on every factor's logarithm:
 * Fisher's scoring finds its greatest value, the sandwich (Huber 1967) the covariance, with one cluster for each pair of
 * armies, because a pair's scores in several conditions hang together. */
#ifndef SALVO_POINTS_VALUE_MODEL_H
#define SALVO_POINTS_VALUE_MODEL_H

#include "points/pair_run.h"
#include "points/value_question.h"

/* Armies as the model sees them, without scores and shares. */
observation observation_of(const unit_pool *m, const army_pair *pair);

/* On failure *v owns nothing. */
salvo_status value_model_fit(value_model *v, const value_question *of, salvo_error *err);
void value_model_free(value_model *v);

double value_model_worth(const value_model *v, size_t class);

/* The score that the model expects in the condition. */
double value_model_score(const value_model *v, const observation *of, size_t condition);

/* What would be left of the imbalance |score - 1/2| in scored condition i, had the armies been equal by the model: the
 * logit of the score less what the model says of it. 0 to 1/2. */
double value_model_left(const value_model *v, const observation *of, size_t i);

/* How far from even the armies are in the condition by the model: the log ratio of their worths less that of the odds. */
double value_model_off(const value_model *v, const observation *of, size_t condition);

/* A steepness for all conditions: the geometric mean of those that have a weight; NULL: all. */
double value_model_steepness(const value_model *v, const double *weight);

/* gradient[i]: of log worth by parameter i; n entries. */
void value_model_gradient(const value_model *v, size_t class, double *gradient);

/* Standard error of a linear function of the parameters. */
double value_model_error(const value_model *v, const double *gradient);

#endif
