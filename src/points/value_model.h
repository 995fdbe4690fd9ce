/* What units are worth, from who won: in condition c, P(the first army wins) = logistic(k (log V_a - log V_b - o)), where
 * V is what an army is worth, so that armies of equal worth are equal by construction; k = steepness of c x size^growth,
 * the size being the geometric mean of both armies' numbers of elements; and o is the logarithm of the attacker's odds
 * of c: how much more he must be worth to be even. One list of worths serves all conditions, each with its weight.
 *
 * An army is worth the sum of its elements' worths, times 1 + the effects of rules for the army as a whole, each times
 * the share of the army that the rule is about. A class of units is worth the sum of its terms; a term is a base times
 * the factors that belong to it. A free price is one term with a factor of its own; a formula has a term for each item of
 * its breakdown, and its factors are shared.
 *
 * Fitted is the quasi-likelihood (Wedderburn 1974) of mean scores, with a normal prior on every factor's logarithm:
 * Fisher's scoring finds its greatest value, the sandwich (Huber 1967) the covariance, with one cluster for each pair of
 * armies, because a pair's scores in several conditions hang together. */
#ifndef SALVO_POINTS_VALUE_MODEL_H
#define SALVO_POINTS_VALUE_MODEL_H

#include "points/army_rules.h"
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

/* The score of a pair in one condition, 0 to 1. */
typedef struct scored {
    size_t condition;
    double score;
} scored;

/* One pair of armies and its scores. */
typedef struct observation {
    uint32_t class[2][SALVO_ARMY_KINDS_MAX];
    double count[2][SALVO_ARMY_KINDS_MAX];
    int n_kinds[2];
    double log_size;
    double share[2][ARMY_RULES_MAX]; /* of either army that each rule is about; 0: the rule says nothing of it */
    const scored *at;                /* n of them; owned by the arena that the observation was read into */
    size_t n;
} observation;

/* What is fitted. Everything is borrowed. */
typedef struct value_question {
    const worth_design *design;
    const observation *seen;
    size_t n_seen;
    size_t n_conditions;
    const double *weight; /* by condition; 0: it is not looked at; NULL: all alike */
    const double
        *odds;      /* by condition, above 0: about the attacker's odds; 1: neither attacks, it stays 1; NULL: all 1 */
    size_t n_rules; /* of which observations have shares */
    const bool *is_open; /* by rule: its effect is found; of others it is 0; NULL: of all */
    double prior_sd;     /* of a factor's logarithm */
    uint64_t battles;    /* of a score: beyond half a battle's part it cannot be told from 0 or 1; 0: 500 */
    bool is_even;        /* not what explains scores best, but what leaves least imbalance */
} value_question;

/* Where in the parameters what stands: the factors' logarithms first, then growth, then by condition the logarithm of
 * steepness, then by condition the logarithm of odds, then the effects of rules. */
typedef struct value_model {
    const worth_design *design;
    size_t n;                              /* parameters */
    size_t growth, steepness, odds, rules; /* where these begin */
    size_t n_conditions, n_rules;
    double sure; /* scores nearer to 0 or 1 are taken for this far off */
    double *parameters;
    double *covariance; /* n x n, row by row; of a parameter that is fixed 0 */
    double *inverse;    /* of the information, likewise: how the other parameters follow when one is moved */
    double *pulls;      /* by condition, then by parameter: the first step, if this condition alone counted */
    double dispersion;  /* of scores about the model, in units of p (1 - p) */
    salvo_arena *memory;
} value_model;

/* A factor for each class, over prices by class. */
salvo_status worth_design_unconstrained(worth_design *d, const double *prices, size_t n_classes, salvo_arena *memory,
                                        salvo_error *err);

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

/* A steepness for all conditions: the geometric mean of those that have a weight; NULL: all. */
double value_model_steepness(const value_model *v, const double *weight);

/* gradient[i]: of log worth by parameter i; n entries. */
void value_model_gradient(const value_model *v, size_t class, double *gradient);

/* Standard error of a linear function of the parameters. */
double value_model_error(const value_model *v, const double *gradient);

#endif
