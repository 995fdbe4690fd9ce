/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of the 120 throws of distance and direction leave a template over the element. They are tried once, so that a
 * throw only looks up its result. */
#include "rules/mad/scatter.h"

/* The skill subtracts steps from the D10, but the distance is at least 0. At distance 0 all twelve directions
 * are the same place. */
struct mad_scatter mad_scatter_of(const struct mad_tables *t, int skill, double template_mm,
                                  const struct mad_element *element)
{
    struct mad_scatter scatter = {.ways = 0};

    for (int d10 = 1; d10 <= SCATTER_SIDES; d10++)
        for (int d12 = 1; d12 <= MAD_DIRECTION_SIDES; d12++) {
            int steps = d10 > skill ? d10 - skill : 0;

            scatter.over[d10][d12] =
                mad_under_template((double)(steps * t->air.value[SCATTER_STEP_MM]), d12, template_mm, element);
            scatter.ways += scatter.over[d10][d12];
        }
    return scatter;
}
