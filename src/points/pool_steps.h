/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps by which a unit pool is opened, in their order. Only the pool's own files use them. All memory is the
 * pool's. */
#ifndef SALVO_POINTS_POOL_STEPS_H
#define SALVO_POINTS_POOL_STEPS_H

#include "points/pool.h"

/* Sets the unit's price: the printed one, else the formula's, else one for all. */
salvo_status pool_price_unit(const unit_pool *pool, candidate *c, salvo_error *err);

/* Takes the plan's prices in place of these, with messages about its list. */
salvo_status pool_take_prices(unit_pool *pool, salvo_error *err);

/* Lists the plan's ranges, else the ruleset's brackets. The settings and the units are there. */
salvo_status pool_list_ranges(unit_pool *pool, salvo_error *err);

/* Lists all conditions with their weights. The ranges are there. */
salvo_status pool_list_conditions(unit_pool *pool, salvo_error *err);

/* Measures which units can harm which, and leaves out those that can harm nobody. SALVO_BAD_INPUT if fewer than two are
 * left. */
salvo_status pool_find_harm(unit_pool *pool, salvo_error *err);

/* Hashes every fire of the plan; not if time is short. */
salvo_status pool_hash_fires(unit_pool *pool, salvo_error *err);

/* Numbers the classes in the order of their first unit. The fires are hashed, unless there was no time. */
salvo_status pool_find_classes(unit_pool *pool, salvo_error *err);

/* Joins the classes of two pools of the same units: a class of the result is one of both. */
salvo_status pool_join_classes(unit_pool *one, unit_pool *other, salvo_error *err);

/* Lists the unit as left out. `why` is copied, because it may be an error's text. */
salvo_status pool_leave_out(unit_pool *pool, const char *id, const char *name, const char *why, salvo_error *err);

#endif
