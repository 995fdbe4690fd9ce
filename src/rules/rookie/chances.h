/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repeated percentage dice: aircraft, anti-aircraft fire, snipers, observation (Aircraft, Anti-Aircraft Fire, Snipers,
 * Observation), and where artillery lands. */
#ifndef SALVO_RULES_ROOKIE_CHANCES_H
#define SALVO_RULES_ROOKIE_CHANCES_H

#include <salvo/rules.h>

extern const salvo_procedure ROOKIE_AIRCRAFT_ARRIVAL, ROOKIE_ANTI_AIRCRAFT, ROOKIE_ARTILLERY_DRIFT,
    ROOKIE_SNIPER_DETECTION, ROOKIE_OBSERVE;

#endif
