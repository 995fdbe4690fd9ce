/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 7 "Direct Firing HE": TRR-12, TRR-14, and the to-hit roll for others. */
#ifndef SALVO_RULES_TRR_HIGH_EXPLOSIVE_H
#define SALVO_RULES_TRR_HIGH_EXPLOSIVE_H

#include <salvo/rules.h>

#include "rules/trr/tables.h"

/* High explosive fired at a distance: rounds, the die that each needs, and what is added to it. */
struct trr_rounds {
    bool out_of_range;
    int shots;
    int needed, modifier;
};

/* Returns the rounds. `shots` is an enum trr_shots: auto is two rounds, or one on the move. Nearer than the shortest
 * range and beyond the table there are none. */
struct trr_rounds trr_rounds_of(const struct trr_tables *tables, double distance_cm, bool moving, int shots);

/* Returns whether a round with that die hits. */
bool trr_round_hits(const struct trr_rounds *rounds, int die);

/* Writes the ends of the to-hit table's ranges, for procedures. */
size_t trr_put_he_ranges(const struct trr_tables *tables, double upto[SALVO_BRACKETS_MAX]);

extern const salvo_procedure TRR_DIRECT_HE, TRR_HE_LANDING;

#endif
