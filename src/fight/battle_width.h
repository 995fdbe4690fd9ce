/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How precise a battle's report is. */
#ifndef SALVO_FIGHT_BATTLE_WIDTH_H
#define SALVO_FIGHT_BATTLE_WIDTH_H

#include <salvo/fight.h>

/* Returns half of the widest interval among the numbers that the plan's precision covers, in units of that
 * precision. */
double battle_width(const salvo_battle *b, const salvo_plan *plan);

#endif
