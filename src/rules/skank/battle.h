/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures and vehicles in numbers: how they fight in battles by this book (Turn Sequence; Fire Phase). */
#ifndef SALVO_RULES_SKANK_BATTLE_H
#define SALVO_RULES_SKANK_BATTLE_H

#include <salvo/rules.h>

extern const salvo_battle_adapter SKANK_BATTLE_ADAPTER;

#endif
