/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-27 and MAD-28: the price of a ground element, in the WW2 and in the hi-tech game. 8.0 "Points System
 * Calculation". */
#ifndef SALVO_RULES_MAD_POINTS_H
#define SALVO_RULES_MAD_POINTS_H

#include <salvo/rules.h>

#include "rules/mad/tables.h"

extern const salvo_procedure MAD_POINTS;
extern const salvo_procedure MAD_HITECH_POINTS;

/* A price as a procedure's answer. It is certain: a roll of no dice, so that it can be asked, swept and written like
 * everything else. The situation begins with a struct mad_priced. */

struct mad_priced {
    int total; /* points */
};

extern const salvo_expectation MAD_PRICE_EXPECTATIONS[1];
extern const salvo_roll MAD_PRICE_ROLL;

/* The members of such a procedure except for its schema and documentation. */
/* clang-format off */
#define MAD_PRICE_PROCEDURE \
    .expectations = MAD_PRICE_EXPECTATIONS, .n_expectations = 1, .outcomes_help = "the price in points", \
    .roll = &MAD_PRICE_ROLL
/* clang-format on */

/* The formula. */

struct mad_ground_price {
    int64_t speed, hp, weapons, grenades, equipment;
};

int64_t mad_ground_total(const struct mad_ground_price *price);

/* Returns the price of a weapon, or of a whole anti-aircraft system, of that many points. If there is a
 * discount, a fixed one costs the discounted part, rounded up. */
int64_t mad_weapon_price(const struct mad_tables *tables, int64_t points, bool fixed, bool discount);

/* Returns whether the discount applies: in the book it is for the weapons of vehicles. */
bool mad_has_discount(const struct mad_mobility *mobility, bool infantry_too);

#endif
