/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The targets of a table of efficiency: classes of units, every unit, or one mix. */
#ifndef SALVO_EFFICIENCY_TARGETS_H
#define SALVO_EFFICIENCY_TARGETS_H

#include <salvo/efficiency.h>

#include "selection/fire.h"

/* Lists the targets that e->against names (NULL: classes, the weakest first), in e->memory. SALVO_BAD_INPUT as
 * salvo_mix_find. */
salvo_status targets_list(salvo_efficiency *e, const fire *f, salvo_error *err);

#endif
