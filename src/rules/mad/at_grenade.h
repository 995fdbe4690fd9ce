/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-08: infantry with anti-tank grenades, base to base with a vehicle. */
#ifndef SALVO_RULES_MAD_AT_GRENADE_H
#define SALVO_RULES_MAD_AT_GRENADE_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_AT_GRENADE;

#endif
