/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 9 "Counter Battery Fire": TRR-19. */
#ifndef SALVO_RULES_TRR_COUNTER_BATTERY_H
#define SALVO_RULES_TRR_COUNTER_BATTERY_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_COUNTER_BATTERY;

#endif
