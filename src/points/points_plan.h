/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of an answer about prices. */
#ifndef SALVO_POINTS_POINTS_PLAN_H
#define SALVO_POINTS_POINTS_PLAN_H

#include <salvo/points.h>

/* Returns the plan, or the default one for NULL, with that many pairs of armies if it has none. */
salvo_points_plan points_plan_of(const salvo_points_plan *plan, size_t pairs);

/* SALVO_BAD_INPUT for numbers outside their limits. */
salvo_status points_plan_check(const salvo_points_plan *plan, salvo_error *err);

#endif
