/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the proved cells alone show about fire: bounds for unknown cells. */
#ifndef SALVO_RULES_ROOKIE_BOUNDS_H
#define SALVO_RULES_ROOKIE_BOUNDS_H

#include <salvo/rules.h>

extern const salvo_procedure ROOKIE_FIRE_BOUNDS;

#endif
