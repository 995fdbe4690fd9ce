/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings in which pairs of armies meet: the size of armies, and the words of the field and of elements. */
#ifndef SALVO_POINTS_SETTINGS_H
#define SALVO_POINTS_SETTINGS_H

#include "points/pool.h"

/* Lists the plan's settings and the pairs of fieldings in each, and prepares their fields. Without settings there is
 * one, with the plan's own words and size. SALVO_BAD_INPUT for words of a defender if nobody defends. Call settings_close at the
 * end, also after a failure. */
salvo_status settings_open(unit_pool *pool, salvo_error *err);
void settings_close(unit_pool *pool);

/* Prepares the unit as an element in every setting, defending and not, and reads what does not depend on battles.
 * SALVO_BAD_INPUT if the ruleset refuses it in one of them. */
salvo_status settings_field(const unit_pool *pool, candidate *c, salvo_error *err);

/* Returns the setting of a random pair, by its number. In any run of numbers, settings have their shares as nearly as
 * possible. */
size_t setting_of_pair(const unit_pool *pool, uint64_t number);

#endif
