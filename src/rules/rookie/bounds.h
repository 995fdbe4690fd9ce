/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the proved cells alone say of fire: bounds where a cell is unknown. */
#ifndef SALVO_RULES_ROOKIE_BOUNDS_H
#define SALVO_RULES_ROOKIE_BOUNDS_H

#include <salvo/rules.h>

extern const salvo_procedure ROOKIE_FIRE_BOUNDS;

#endif
