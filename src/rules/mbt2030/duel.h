/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two stands engage each other, round by round. */
#ifndef SALVO_RULES_MBT2030_DUEL_H
#define SALVO_RULES_MBT2030_DUEL_H

#include <salvo/rules.h>

extern const salvo_procedure MBT_DUEL;
extern const salvo_duel_adapter MBT_DUEL_ADAPTER;

#endif
