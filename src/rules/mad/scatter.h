/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where bombs and rockets land that miss their aim point ("Bombing", "Rocket Attacks vs Ground Targets"): a D10 less the
 * crew's skill in steps of 10 mm, in the direction of a D12. */
#ifndef SALVO_RULES_MAD_SCATTER_H
#define SALVO_RULES_MAD_SCATTER_H

#include <stdint.h>

#include "rules/mad/geometry.h"
#include "rules/mad/tables.h"
#include "rules/mad/words.h"

enum { SCATTER_SIDES = 10 };

#define MAD_TEMPLATE_RADIUS(...)                                              \
    DECIMAL("template-radius", "radius of a template, mm", 0, INFINITY, "20", \
            .fallback_cell = "air-values.template-radius-mm.value", __VA_ARGS__)

/* Whether a scattered template covers the element, for each D10 and D12. */
struct mad_scatter {
    bool over[SCATTER_SIDES + 1][MAD_DIRECTION_SIDES + 1];
    int ways; /* of SCATTER_SIDES * MAD_DIRECTION_SIDES */
};

struct mad_scatter mad_scatter_of(const struct mad_tables *tables, int skill, double template_mm,
                                  const struct mad_element *element);

#endif
