/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which army rules are worth printing. */
#ifndef SALVO_POINTS_RULE_CHOICE_H
#define SALVO_POINTS_RULE_CHOICE_H

#include "points/observations.h"

typedef struct rule_choice {
    bool is_open[ARMY_RULES_MAX];      /* chosen */
    size_t order[ARMY_RULES_MAX];      /* n of them, in the order of choice */
    salvo_bounds gain[ARMY_RULES_MAX]; /* by order: of imbalance, on armies of the half that chose nothing */
    size_t n;
} rule_choice;

/* The gain that a printed rule needs, as a share of the imbalance. */
extern const double RULE_PENALTY;

/* Chooses up to `most` of the question's rules, one after the other. Each time it takes the one that gains most on
 * armies that did not determine its effect. It takes none whose gain is not surely above the penalty. */
salvo_status rule_choice_make(rule_choice *to, const value_question *of, const observations *seen, size_t most,
                              salvo_error *err);

#endif
