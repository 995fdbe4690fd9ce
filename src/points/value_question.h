/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a value model is asked (value_model.h), and what answers. */
#ifndef SALVO_POINTS_VALUE_QUESTION_H
#define SALVO_POINTS_VALUE_QUESTION_H

#include "points/army_rules.h"
#include "points/worth_design.h"

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
    size_t pair;                     /* number in its run: an attack at odds is an observation of its own */
    const scored *at;                /* n of them; owned by the arena that the observation was read into */
    size_t n;
} observation;

/* What is fitted. Everything is borrowed. */
typedef struct value_question {
    const worth_design *design;
    const observation *seen;
    size_t n_seen;
    size_t n_conditions;
    const double *weight;   /* by condition; 0: it is not looked at; NULL: all alike */
    const double *emphasis; /* by condition: times that its weight in the fit, though not in what is judged; NULL: 1 */
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

#endif
