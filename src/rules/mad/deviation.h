/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far an artillery attack lands from its target point: MAD-14, and its part in the chains of MAD-15 and MAD-17. 6.0
 * "Artillery Fire", "Correction", "Pre-programmed fire". */
#ifndef SALVO_RULES_MAD_DEVIATION_H
#define SALVO_RULES_MAD_DEVIATION_H

#include <salvo/rules.h>
#include <salvo/text.h>

#include "rules/mad/tables.h"

extern const salvo_procedure MAD_ARTILLERY_DEVIATION;

/* An attack deviates by the smallest of `rolls` throws, each less `saved_mm`, and of `most_mm`. */
struct mad_deviation {
    bool observed, registered; /* registered: no dice, no deviation */
    int rolls;                 /* at least 1 */
    int most_mm;               /* the limit of the previous attack; INT32_MAX without a limit */
    int step_mm;               /* for each point of the dice */
    int saved_mm;              /* by the observer */
};

/* The first parameters of a procedure of artillery. `at` is the path to the struct mad_deviation in its situation:
 * "deviation.", or nothing if it is all of it. */
/* clang-format off */
#define MAD_DEVIATION_PARAMETERS(type, at) \
    FLAG("observed", "the firer or an observer sees the target point", INTO(type, at observed)), \
    WHOLE("previous", "deviation of the attack before, mm", 0, MAD_COUNT_MAX, "none", .word = "none", \
          INTO(type, at most_mm), .without = INT32_MAX), \
    MAD_COUNT("attack", "the number of the attack, in a row of attacks on the same point", "1", INTO(type, at rolls)), \
    FLAG("registered", "a point registered before the game: no deviation", INTO(type, at registered))
/* clang-format on */

struct mad_deviation_state {
    int32_t rolled;
    int32_t distance_mm;
};

/* Computes the values that follow from the parameters. */
void mad_deviation_prepare(const struct mad_tables *tables, struct mad_deviation *deviation);
struct mad_deviation_state mad_deviation_start(const struct mad_deviation *deviation);

/* Returns whether distance_mm is the deviation of the attack. At least one roll precedes it; on a registered point it
 * has no dice. */
bool mad_deviation_settled(const struct mad_deviation *deviation, const struct mad_deviation_state *state);
salvo_dice mad_deviation_dice(const struct mad_deviation *deviation);
void mad_deviation_roll(const struct mad_deviation *deviation, struct mad_deviation_state *state, const uint8_t *faces);

/* Adds one line. */
void mad_deviation_explain(const struct mad_deviation *deviation, salvo_text *text);

#endif
