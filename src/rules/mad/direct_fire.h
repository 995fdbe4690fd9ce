/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-01 to MAD-03: one weapon fires at one target once, several times, or until it is destroyed. */
#ifndef SALVO_RULES_MAD_DIRECT_FIRE_H
#define SALVO_RULES_MAD_DIRECT_FIRE_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_DIRECT_FIRE;
extern const salvo_procedure MAD_VOLLEY_FIRE;
extern const salvo_procedure MAD_SHOTS_TO_KILL;

#endif
