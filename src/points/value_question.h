/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question to a value model (value_model.h), and its answer. */
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
    double share[2][ARMY_RULES_MAX]; /* share of either army that each rule covers; 0: the rule does not apply */
    size_t pair;                     /* number in its run: an attack at odds is a separate observation */
    const scored *at;                /* n of them; owned by the arena that the observation was read into */
    size_t n;
} observation;

/* The question of a fit. Everything is borrowed. */
typedef struct value_question {
    const worth_design *design;
    const observation *seen;
    size_t n_seen;
    size_t n_conditions;
    const double *weight;   /* by condition; 0: it is ignored; NULL: all alike */
    const double *emphasis; /* by condition: a factor of its weight in the fit, but not in the judging; NULL: 1 */
    /* By condition, above 0: about the attacker's odds. 1: neither attacks, and it stays 1. NULL: all 1. */
    const double *odds;
    size_t n_rules;      /* observations have their shares */
    const bool *is_open; /* by rule: its effect is found; otherwise it is 0; NULL: all are */
    double prior_sd;     /* of a factor's logarithm */
    uint64_t battles;    /* of a score: closer to 0 or 1 than half a battle's part, it counts as that; 0: 500 */
    bool is_even;        /* find the least imbalance instead of the best explanation of scores */
} value_question;

/* The order of the parameters: the factors' logarithms, then growth, then by condition the logarithm of steepness, then
 * by condition the logarithm of odds, then the effects of rules. */
typedef struct value_model {
    const worth_design *design;
    size_t n;                              /* parameters */
    size_t growth, steepness, odds, rules; /* where these begin */
    size_t n_conditions, n_rules;
    double sure; /* scores nearer to 0 or 1 count as this far from them */
    double *parameters;
    double *covariance; /* n x n, row by row; 0 for a fixed parameter */
    double *inverse;    /* of the information, in the same order: how the other parameters follow when one moves */
    double *pulls;      /* by condition, then by parameter: the first step, if only this condition counted */
    double dispersion;  /* of scores about the model, in units of p (1 - p) */
    salvo_arena *memory;
} value_model;

#endif
