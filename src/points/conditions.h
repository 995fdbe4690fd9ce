/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where and how armies meet: the ranges of a unit pool, and its conditions. */
#ifndef SALVO_POINTS_CONDITIONS_H
#define SALVO_POINTS_CONDITIONS_H

#include "points/pool.h"

/* Lists the plan's ranges, else the ruleset's brackets. The settings and the units are there. */
salvo_status conditions_list_ranges(unit_pool *pool, salvo_error *err);

/* Lists all conditions with their weights. The ranges are there. */
salvo_status conditions_list(unit_pool *pool, salvo_error *err);

#endif
