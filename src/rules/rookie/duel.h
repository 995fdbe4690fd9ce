/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A duel of two squads, phase by phase; it uses the lost chart, so it needs a reconstruction or a user's own copy. */
#ifndef SALVO_RULES_ROOKIE_DUEL_H
#define SALVO_RULES_ROOKIE_DUEL_H

#include <salvo/rules.h>

extern const salvo_procedure ROOKIE_DUEL;
extern const salvo_duel_adapter ROOKIE_DUEL_ADAPTER;

#endif
