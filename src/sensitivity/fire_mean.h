/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mean of the total of fire, exactly. Means add up, so each kind of fire is solved by itself. */
#ifndef SALVO_SENSITIVITY_FIRE_MEAN_H
#define SALVO_SENSITIVITY_FIRE_MEAN_H

#include <salvo/selection.h>
#include <salvo/simulate.h>

/* Sets *mean, with its fraction in `memory`. *is_known is false if the answer of some fire does not have it alone. */
salvo_status fire_mean_find(salvo_number *mean, salvo_arithmetic *kind, bool *is_known, const salvo_fire_list *fires,
                            const salvo_approach *how, salvo_arena *memory, salvo_error *err);

#endif
