/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Those inside a penetrated target: section 8 "Results", section 10 "Demolitions": TRR-22, TRR-29. */
#ifndef SALVO_RULES_TRR_PASSENGERS_H
#define SALVO_RULES_TRR_PASSENGERS_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_PASSENGERS, TRR_BUNKER_SLIT;

#endif
