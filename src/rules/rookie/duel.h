/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two squads shoot it out, phase by phase; of the lost chart, so by a reconstruction or a user's own copy. */
#ifndef SALVO_RULES_ROOKIE_DUEL_H
#define SALVO_RULES_ROOKIE_DUEL_H

#include <salvo/rules.h>

extern const salvo_procedure ROOKIE_DUEL;
extern const salvo_duel_adapter ROOKIE_DUEL_ADAPTER;

#endif
