/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 13 "Gas": TRR-31. */
#ifndef SALVO_RULES_TRR_GAS_ATTACK_H
#define SALVO_RULES_TRR_GAS_ATTACK_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_GAS;

#endif
