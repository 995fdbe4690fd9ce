/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 9 "Firing Medium and Heavy Mortars and Off Table Guns or Rockets": TRR-25 to TRR-27. */
#ifndef SALVO_RULES_TRR_INDIRECT_FIRE_H
#define SALVO_RULES_TRR_INDIRECT_FIRE_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_INDIRECT_LANDING, TRR_BARRAGE, TRR_INDIRECT_FIRE;

#endif
