/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-04: one activation of a listed element against a listed element. */
#ifndef SALVO_RULES_MAD_UNIT_FIRE_H
#define SALVO_RULES_MAD_UNIT_FIRE_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_UNIT_FIRE;

/* Returns the number of attacks in the activation. */
int mad_unit_fire_shots(const void *situation);

#endif
