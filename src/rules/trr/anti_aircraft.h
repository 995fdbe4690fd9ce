/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 12 "Air To Air Combat", "Anti-Aircraft Fire": TRR-37 and TRR-38. */
#ifndef SALVO_RULES_TRR_ANTI_AIRCRAFT_H
#define SALVO_RULES_TRR_ANTI_AIRCRAFT_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_AIR_TO_AIR, TRR_AA_FIRE;

#endif
