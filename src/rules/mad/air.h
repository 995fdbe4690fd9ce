/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The procedures of "Aircraft Rules". */
#ifndef SALVO_RULES_MAD_AIR_H
#define SALVO_RULES_MAD_AIR_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_AIR_FIRE, MAD_AIR_CRITICAL, MAD_AIR_KILL, MAD_STRAFE, MAD_ROCKET_ATTACK, MAD_BOMBING,
    MAD_AA_FIRE;

#endif
