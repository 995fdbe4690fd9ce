/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-29: the price of an aircraft. Aircraft Rules, "Points Values". */
#ifndef SALVO_RULES_MAD_AIR_POINTS_H
#define SALVO_RULES_MAD_AIR_POINTS_H

#include <salvo/rules.h>

#include "rules/mad/tables.h"

extern const salvo_procedure MAD_AIR_POINTS;

/* The formula. */

struct mad_air_price {
    int64_t hp, speed, turn, weapons, bombs;
    int64_t templates; /* templates of the bombs */
};

/* Returns the price of everything except the weapons. */
struct mad_air_price mad_air_price_of(const struct mad_air_tables *air, int64_t hp, int64_t top_speed_mm, int turn,
                                      int64_t bomb_load_lbs);

/* Returns the price of a group of guns. */
int64_t mad_air_weapon_price(const struct mad_tables *tables, int weapon, int64_t count);

int64_t mad_air_total(const struct mad_air_price *price);

#endif
