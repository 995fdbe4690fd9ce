/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 7 "Basic Small Arms Factors", "Factors for Support Weapons", "Casualty Table", "Allocating Casualties"; 13
 * "Snipers": TRR-07 to TRR-11. */
#ifndef SALVO_RULES_TRR_SMALL_FIRE_H
#define SALVO_RULES_TRR_SMALL_FIRE_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_SMALL_ARMS, TRR_SUPPORT_FIRE, TRR_CASUALTIES, TRR_ALLOCATION, TRR_SNIPER;

#endif
