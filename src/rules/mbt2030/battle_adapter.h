/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How stands fight in battles of mixed groups. */
#ifndef SALVO_RULES_MBT2030_BATTLE_ADAPTER_H
#define SALVO_RULES_MBT2030_BATTLE_ADAPTER_H

#include <salvo/rules.h>

extern const salvo_battle_adapter MBT_BATTLE_ADAPTER;

#endif
