/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What spreads and drifts: section 10 "Demolitions", "Bridging and Water Crossing", 11 "Smoke", 13 "Gas": TRR-16 to
 * TRR-18. */
#ifndef SALVO_RULES_TRR_DRIFT_H
#define SALVO_RULES_TRR_DRIFT_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_FIRE_SPREAD, TRR_DRIFT, TRR_SMOKE_POT;

#endif
