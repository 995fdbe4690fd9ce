/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One attack roll as a whole question: the outcomes and expectations of MAD-01, and of every procedure that ends in a
 * single attack. */
#ifndef SALVO_RULES_MAD_ONE_ATTACK_H
#define SALVO_RULES_MAD_ONE_ATTACK_H

#include <salvo/rules.h>

#include "rules/mad/attack.h"

/* The beginning of such a procedure's situation. */
struct mad_one_attack {
    struct mad_attack attack;
    int hp; /* of the target, from MAD_HP; 0: unknown, and there is no chance of a kill */
};

enum mad_attack_expectation { ATTACK_DAMAGE, ATTACK_SUCCESSES, ATTACK_KILL, N_ATTACK_EXPECTATIONS };

/* "miss" to "no-shot", by enum mad_level; the first N_LEVELS of them for an attack that is always permitted. */
extern const char *const MAD_LEVEL_OUTCOMES[N_SHOT_OUTCOMES];
extern const salvo_expectation MAD_ATTACK_EXPECTATIONS[N_ATTACK_EXPECTATIONS];
extern const salvo_roll MAD_ONE_ATTACK; /* its situation begins with a struct mad_one_attack */

/* Returns the result of two dice, or none: an enum mad_level, or NO_SHOT. Adds to the tallies. */
int mad_one_attack_resolve(const struct mad_one_attack *one, const uint8_t *faces, int64_t *gain);

/* Returns whether the chance of a kill is defined: only with hit points. */
bool mad_one_attack_expects(const void *situation, size_t expectation);

/* The members of such a procedure except for its schema and documentation. */
/* clang-format off */
#define MAD_ONE_ATTACK_PROCEDURE \
    .expectations = MAD_ATTACK_EXPECTATIONS, .n_expectations = N_ATTACK_EXPECTATIONS, \
    .outcomes = MAD_LEVEL_OUTCOMES, .n_outcomes = N_SHOT_OUTCOMES, \
    .expects = mad_one_attack_expects, .roll = &MAD_ONE_ATTACK
/* clang-format on */

#endif
