/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 12 "Air Landings": TRR-39 to TRR-41. */
#ifndef SALVO_RULES_TRR_LANDINGS_H
#define SALVO_RULES_TRR_LANDINGS_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_AIRBORNE_ARRIVAL, TRR_PARADROP, TRR_GLIDER;

#endif
