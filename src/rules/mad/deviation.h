/* How far an artillery attack lands from its target point: MAD-14, and the part of a chain that MAD-15 and MAD-17
 * share with it. 6.0 "Artillery Fire", "Correction", "Pre-programmed fire". */
#ifndef SALVO_RULES_MAD_DEVIATION_H
#define SALVO_RULES_MAD_DEVIATION_H

#include <salvo/rules.h>

#include "base/text.h"
#include "rules/mad/tables.h"

extern const salvo_procedure MAD_ARTILLERY_DEVIATION;

/* The places of the parameters that a procedure of artillery begins with, and the parameters. */
enum mad_deviation_key {
    DEVIATION_OBSERVED,
    DEVIATION_PREVIOUS,
    DEVIATION_ATTACK,
    DEVIATION_REGISTERED,
    N_DEVIATION_KEYS
};

/* clang-format off */
#define MAD_DEVIATION_PARAMETERS \
    [DEVIATION_OBSERVED] = MAD_FLAG("observed", "the firer or an observer sees the target point"), \
    [DEVIATION_PREVIOUS] = {.key = "previous", .help = "deviation of the attack before, mm", .kind = SALVO_INTEGER, \
                            .min = 0, .max = MAD_COUNT_MAX, .word = "none", .fallback = "none"}, \
    [DEVIATION_ATTACK] = MAD_COUNT("attack", "which attack in a row on the same point", .fallback = "1"), \
    [DEVIATION_REGISTERED] = MAD_FLAG("registered", "a point registered before the game: no deviation")
/* clang-format on */

/* An attack deviates by the smallest of `rolls` throws, each less `saved_mm`, and of `most_mm`. */
struct mad_deviation {
    bool registered; /* no dice, no deviation */
    int rolls;       /* at least 1 */
    int most_mm;     /* what the attack before allows; INT32_MAX when nothing limits it */
    int step_mm;     /* for each point of the dice */
    int saved_mm;    /* by the observer */
};

struct mad_deviation_state {
    int32_t rolled;
    int32_t distance_mm;
};

struct mad_deviation mad_deviation_of(const struct mad_tables *tables, const salvo_value *values);
struct mad_deviation_state mad_deviation_start(const struct mad_deviation *deviation);

/* Whether distance_mm is what the attack deviates by. At least one roll, of no dice on a registered point, comes
 * before that. */
bool mad_deviation_settled(const struct mad_deviation *deviation, const struct mad_deviation_state *state);
salvo_dice mad_deviation_dice(const struct mad_deviation *deviation);
void mad_deviation_roll(const struct mad_deviation *deviation, struct mad_deviation_state *state, const uint8_t *faces);

/* One line. */
void mad_deviation_explain(const struct mad_deviation *deviation, salvo_text *text);

#endif
