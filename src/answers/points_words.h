/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts that the reports of a points test and of a fit share. */
#ifndef SALVO_ANSWERS_POINTS_WORDS_H
#define SALVO_ANSWERS_POINTS_WORDS_H

#include <salvo/points.h>

#include "answers/fields.h"

/* Adds a paragraph for each reason why units are left out; puts the same into JSON. */
void points_left_out(page *p, const salvo_unit_pool *pool);
datum as_left_out(const salvo_unit_pool *pool);

/* JSON: the conditions as in the header: ranges, scenarios, target policies, settings and parameters of the battles,
 * each with its weight, and the size of armies. */
typedef struct asked_conditions {
    const salvo_points_plan *plan;
    const double *ranges;
    size_t n_ranges;
} asked_conditions;
void describe_conditions(record *to, const void *conditions, size_t i);

/* JSON: the imbalance at each range in each scenario. */
datum as_conditions(const salvo_imbalance *imbalance);

/* JSON: the imbalance in scenario s, by the scenario's name. */
void describe_in_scenario(record *to, const void *imbalance, size_t s);

/* Adds the same as a sheet for each setting, with a row for each range and a column for each scenario. `fitted` is
 * NULL, or the imbalance to show beside it. */
void points_by_condition(page *p, const char *distance_unit, size_t n_ranges, const salvo_imbalance *at,
                         const salvo_imbalance *fitted);

/* JSON: the geometric mean of an attacker's odds. It is absent if nobody attacks at odds. */
datum as_mean_odds(const salvo_imbalance *at);

/* Adds a paragraph on an attacker's odds in the conditions, `given` by the plan or found. Adds nothing if nobody
 * attacks at odds. */
void points_odds(page *p, const char *distance_unit, const salvo_imbalance *at, bool given);

/* Adds a paragraph on the matchups that were left out because nobody won: how many, and where most of them are. Adds
 * nothing if there are none. */
void points_nobody(page *p, const char *distance_unit, const salvo_imbalance *at);

/* A sentence that defines the imbalance. */
extern const char IMBALANCE_WORDS[];

/* JSON: the imbalance in each setting, by the setting's name. */
void describe_in_setting(record *to, const void *imbalance, size_t i);

/* Returns the ranges, scenarios and settings of a plan: "0, 500, 1000 m; hold, 2 x meeting". The memory is the arena's.
 * If it is out, the text is "", and the page has failed. */
const char *points_conditions(page *p, const salvo_points_plan *plan, const salvo_unit_pool *pool,
                              const salvo_rulebook *book, salvo_arena *memory);

/* Puts "0, 500, 1000 m". `weights` is by range, or NULL. */
void put_ranges(salvo_text *text, const double *ranges, const double *weights, size_t n, const char *unit);
void put_weights(salvo_text *text, const double *weights, const char *const *names, int n);
/* Puts the parameters of all pairs, and the settings, with weights if they differ: "; turns=8; 2 x cover=none,
 * cover=normal". It adds which side defends if parameters concern that. Without parameters it puts nothing. */
void put_settings(salvo_text *text, const salvo_points_plan *plan);
/* Puts "hold, 2 x meeting", with weights if they differ. */
void put_scenarios(salvo_text *text, const double scenarios[SALVO_N_SCENARIOS]);

#endif
