/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reports of a points test and of a fit share. */
#ifndef SALVO_ANSWERS_POINTS_WORDS_H
#define SALVO_ANSWERS_POINTS_WORDS_H

#include <salvo/points.h>

#include "answers/fields.h"

/* A paragraph for each reason why units are left out; the same in JSON. */
void points_left_out(page *p, const salvo_unit_pool *m);
datum as_left_out(const salvo_unit_pool *m);

/* JSON: what was asked, as the header tells it: the ranges, scenarios, target policies, settings and words of the battles,
 * each with its weight, and how large armies are. */
typedef struct asked_conditions {
    const salvo_points_plan *plan;
    const double *ranges;
    size_t n_ranges;
} asked_conditions;
void describe_conditions(record *to, const void *conditions, size_t i);

/* JSON: the imbalance at each range in each scenario. */
datum as_meetings(const salvo_imbalance *imbalance);

/* JSON: the imbalance in scenario s of an imbalance, by the scenario's name. */
void describe_in_scenario(record *to, const void *imbalance, size_t s);

/* The same as a sheet for each setting: a row for each range, a column for each scenario; `fitted` NULL or beside it. */
void points_meetings(page *p, const char *distance_unit, size_t n_ranges, const salvo_imbalance *at,
                     const salvo_imbalance *fitted);

/* JSON: the geometric mean of an attacker's odds; nothing where nobody attacks at odds. */
datum as_mean_odds(const salvo_imbalance *at);

/* An attacker's odds of the conditions, as a paragraph, `given` by the plan or found; nothing where nobody attacks at
 * odds. */
void points_odds(page *p, const char *distance_unit, const salvo_imbalance *at, bool given);

/* How many encounters were left out because nobody won, and where most were, as a paragraph; nothing where somebody won
 * everywhere. */
void points_nobody(page *p, const char *distance_unit, const salvo_imbalance *at);

/* What an imbalance is: a sentence. */
extern const char IMBALANCE_WORDS[];

/* JSON: the imbalance in each setting, by its name. */
void describe_in_setting(record *to, const void *imbalance, size_t i);

/* The ranges, the scenarios and the settings of a plan: "0, 500, 1000 m; hold, 2 x meeting". Memory is the arena's; when it is out "",
 * and the page has failed. */
const char *points_conditions(page *p, const salvo_points_plan *plan, const salvo_unit_pool *pool,
                              const salvo_rulebook *book, salvo_arena *memory);

/* "0, 500, 1000 m"; `weights` by range, or NULL. */
void put_ranges(salvo_text *text, const double *ranges, const double *weights, size_t n, const char *unit);
void put_weights(salvo_text *text, const double *weights, const char *const *names, int n);
/* What all pairs have, and the settings with weights where they differ: "; turns=8; 2 x cover=none, cover=normal"; who
 * defends, where words are about that; nothing where there are no words. */
void put_settings(salvo_text *text, const salvo_points_plan *plan);
/* With weights where they differ: "hold, 2 x meeting". */
void put_scenarios(salvo_text *text, const double scenarios[SALVO_N_SCENARIOS]);

#endif
