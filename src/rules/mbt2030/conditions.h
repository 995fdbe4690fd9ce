/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Season, hour and weather (Time of Day and Night Fighting, Adverse Weather Conditions). */
#ifndef SALVO_RULES_MBT2030_CONDITIONS_H
#define SALVO_RULES_MBT2030_CONDITIONS_H

#include <salvo/rules.h>

extern const salvo_procedure MBT_SEASON, MBT_HOUR, MBT_WEATHER, MBT_CONDITIONS;

#endif
