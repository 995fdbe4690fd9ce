/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stand against stand (Melee). */
#ifndef SALVO_RULES_ROOKIE_MELEE_H
#define SALVO_RULES_ROOKIE_MELEE_H

#include <salvo/rules.h>

extern const salvo_procedure ROOKIE_MELEE, ROOKIE_MELEE_FIGHT;

#endif
