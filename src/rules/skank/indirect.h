/* Indirect fire (Fire Phase: Indirect Fire): where a lobbed round comes down. */
#ifndef SALVO_RULES_SKANK_INDIRECT_H
#define SALVO_RULES_SKANK_INDIRECT_H

#include "base/text.h"
#include "rules/skank/tables.h"
#include "rules/skank/words.h"

enum { DEVIATION_SIDES = 6, DIRECTIONS = 10 };

/* Parameters of a lob besides the weapon, in this order. */
enum skank_lob_key {
    LOB_RANGE,
    LOB_SHOOTER,
    LOB_SHOOTER_MOVING,
    LOB_SPOTTER,
    LOB_MOUNTED,
    LOB_MODIFIER,
    N_LOB_KEYS,
};

/* clang-format off */
#define SKANK_LOB_PARAMETERS(at) \
    [at + LOB_RANGE] = SKANK_RANGE, \
    [at + LOB_SHOOTER] = SKANK_TROOP("shooter", "who fires"), \
    [at + LOB_SHOOTER_MOVING] = SKANK_FLAG("shooter-moving", "the shooter moved this turn"), \
    [at + LOB_SPOTTER] = SKANK_FLAG("spotter", "somebody sees the target for the shooter"), \
    [at + LOB_MOUNTED] = SKANK_FLAG("mounted", "vehicle-mounted weapon"), \
    [at + LOB_MODIFIER] = SKANK_MODIFIER("modifier", "added to the roll to be on target")
/* clang-format on */

struct skank_lob {
    int good;           /* faces on target; -1: not allowed */
    int tenths_per_pip; /* of an inch, of the die of deviation */
};

/* `values` begins with the first of the keys; `max_range_in` INFINITY: no limit but the chart's. */
struct skank_lob skank_lob_of(const struct skank_tables *t, int weapon, const salvo_value *values, double max_range_in,
                              bool star_descends);

void skank_lob_explain(const struct skank_lob *lob, salvo_text *text);

/* The distance in inches from a target, `offset_in` away from the aim point in direction `bearing_degrees`, to an impact
 * `deviation_in` away from it in one of the ten directions (0 .. 9). */
double skank_impact_distance(double offset_in, double bearing_degrees, double deviation_in, int direction);

#endif
