/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where and how armies meet: the ranges of a unit pool, and its meetings. */
#ifndef SALVO_POINTS_MEETINGS_H
#define SALVO_POINTS_MEETINGS_H

#include "points/pool.h"

/* The plan's ranges, else the ruleset's brackets. The settings and the units are there. */
salvo_status meetings_list_ranges(unit_pool *m, salvo_error *err);

/* All meetings, with their weights; ranges are there. */
salvo_status meetings_list(unit_pool *m, salvo_error *err);

#endif
