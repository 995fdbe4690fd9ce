/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Indirect fire (Fire Phase: Indirect Fire): where a lobbed round lands. */
#ifndef SALVO_RULES_SKANK_INDIRECT_H
#define SALVO_RULES_SKANK_INDIRECT_H

#include <salvo/text.h>

#include "rules/skank/tables.h"
#include "rules/skank/words.h"

enum { DEVIATION_SIDES = 6, DIRECTIONS = 10 };

struct skank_lob {
    double range_in;
    int shooter; /* row */
    bool shooter_moving, spotter, mounted;
    int modifier;

    int good;           /* faces on target; -1: not allowed */
    int tenths_per_pip; /* of an inch, for each pip of the die of deviation */
};

/* clang-format off */
#define SKANK_LOB_PARAMETERS(type, lob) \
    SKANK_RANGE(INTO(type, lob.range_in)), \
    SKANK_TROOP("shooter", "the shooter", INTO(type, lob.shooter)), \
    FLAG("shooter-moving", "the shooter moved in this turn", INTO(type, lob.shooter_moving)), \
    FLAG("spotter", "another model sees the target for the shooter", INTO(type, lob.spotter)), \
    FLAG("mounted", "vehicle-mounted weapon", INTO(type, lob.mounted)), \
    SKANK_MODIFIER("modifier", "added to the roll to be on target", INTO(type, lob.modifier))
/* clang-format on */

/* Computes what follows for a weapon; `max_range_in` INFINITY: only the chart limits it. */
void skank_lob_prepare(const struct skank_tables *t, struct skank_lob *lob, int weapon, double max_range_in,
                       bool star_descends);

void skank_lob_explain(const struct skank_lob *lob, salvo_text *text);

/* Returns the distance in inches from a target to an impact. The target is `offset_in` away from the aim point in
 * direction `bearing_degrees`. The impact is `deviation_in` away from it in one of the ten directions (0 .. 9). */
double skank_impact_distance(double offset_in, double bearing_degrees, double deviation_in, int direction);

#endif
