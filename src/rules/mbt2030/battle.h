/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two battle groups of equal stands fight until one is fragile. */
#ifndef SALVO_RULES_MBT2030_BATTLE_H
#define SALVO_RULES_MBT2030_BATTLE_H

#include <salvo/rules.h>

extern const salvo_procedure MBT_BATTLE;

#endif
