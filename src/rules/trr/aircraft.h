/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 12 "Air Attacks": TRR-33 to TRR-36, and what the whole section has in common. */
#ifndef SALVO_RULES_TRR_AIRCRAFT_H
#define SALVO_RULES_TRR_AIRCRAFT_H

#include <salvo/rules.h>

#include "rules/parameters.h"

#define TRR_AIRCRAFT_CHAPTER "Aircraft"
#define TRR_DAMAGE_WORDS     "markers on the aircraft"

/* The altitude of the attacking aircraft, or of the target. The tables have a column for low, medium and high, and a
 * dive is between two of them. */
enum trr_altitude { ALTITUDE_LOW, ALTITUDE_DIVE, ALTITUDE_MEDIUM, ALTITUDE_HIGH };
extern const char *const TRR_ALTITUDE_CHOICES[]; /* in the order of the enum; ends with NULL */

#define TRR_ALTITUDE(words, ...) CHOICE("altitude", words, TRR_ALTITUDE_CHOICES, "low", __VA_ARGS__)

extern const salvo_procedure TRR_AIR_SCATTER, TRR_AIR_ATTACK, TRR_STRAFE, TRR_AIR_AT_GUN;

#endif
