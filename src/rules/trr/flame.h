/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 7 "Flame-throwers", 10 "Demolitions": TRR-13, TRR-15. */
#ifndef SALVO_RULES_TRR_FLAME_H
#define SALVO_RULES_TRR_FLAME_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_FLAME_THROWER, TRR_IGNITE;

#endif
