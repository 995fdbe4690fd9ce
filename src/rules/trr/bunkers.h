/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 10 "Demolitions": TRR-30, TRR-32. */
#ifndef SALVO_RULES_TRR_BUNKERS_H
#define SALVO_RULES_TRR_BUNKERS_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_BUNKER_CHARGE, TRR_BUNKER_HE;

#endif
