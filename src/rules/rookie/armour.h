/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vehicles and bunkers: penetration, special damage, breakdown, mud (Penetration of Armor and Bunkers, Special Damage
 * Table, Breakdown and Immobilization). */
#ifndef SALVO_RULES_ROOKIE_ARMOUR_H
#define SALVO_RULES_ROOKIE_ARMOUR_H

#include <salvo/rules.h>

extern const salvo_procedure ROOKIE_PENETRATION, ROOKIE_SPECIAL_DAMAGE, ROOKIE_BREAKDOWN, ROOKIE_UNBOG;

#endif
