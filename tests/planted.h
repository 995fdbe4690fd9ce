/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles of a world in which units are worth what the model of prices says, and how sure a fit is of it. */
#ifndef SALVO_TESTS_PLANTED_H
#define SALVO_TESTS_PLANTED_H

#include <stdint.h>

#include "points/value_model.h"

enum { PLANTED_CLASSES = 6, PLANTED_PAIRS = 300, PLANTED_CONDITIONS = 3 };

extern const double PLANTED_PRICES[PLANTED_CLASSES]; /* all alike; worths are 10 to 80 */
extern const double PLANTED_STEEPNESS;               /* of battles in one condition */
extern const double PLANTED_ODDS[PLANTED_CONDITIONS];

/* Two armies of one or two kinds in one condition. The score is the mean of ten battles of the true chance. */
observation planted_pair(uint64_t *random, scored *at);

/* A pair in all conditions. With `noise` scores are exact, but for each pair and condition something that no price explains
 * moves its logit; without, they are means of ten battles. Fit them with PLANTED_ODDS and one rule. */
observation planted_in_all(uint64_t *random, scored at[PLANTED_CONDITIONS], double noise);

/* The same of armies bought for each other, as a fit buys them: their worths, the attacker's less the odds, differ by 28 % at
 * most. Those that attack meet in the last condition, the others in the first two. */
observation planted_about_even(uint64_t *random, scored at[PLANTED_CONDITIONS], double noise);

/* How many of the classes' intervals hold the true worth, both relative to the mean of all. */
int planted_covered(const value_model *v);

/* Worths, the attacker's odds and the effect of the rule: how many of the intervals hold them. */
enum { PLANTED_IN_ALL = PLANTED_CLASSES + 2 };
int planted_all_covered(const value_model *v);

#endif
