/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rules for the army as a whole are worth their ink. */
#ifndef SALVO_POINTS_RULE_CHOICE_H
#define SALVO_POINTS_RULE_CHOICE_H

#include "points/observations.h"

typedef struct rule_choice {
    bool is_open[ARMY_RULES_MAX];      /* chosen */
    size_t order[ARMY_RULES_MAX];      /* n of them, as they were chosen */
    salvo_bounds gain[ARMY_RULES_MAX]; /* by order: of imbalance, on armies of the half that chose nothing */
    size_t n;
} rule_choice;

/* What a rule must gain, as a share of the imbalance, to be printed. */
extern const double RULE_PENALTY;

/* Chooses up to `most` of the question's rules, one after the other: each time the one that gains most on armies that its
 * effect was not found from; none that surely gains less than its penalty. */
salvo_status rule_choice_make(rule_choice *to, const value_question *of, const observations *seen, size_t most,
                              salvo_error *err);

#endif
