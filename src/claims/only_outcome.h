/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why only one outcome is possible: the distance, or a given value in place of a default. */
#ifndef SALVO_CLAIMS_ONLY_OUTCOME_H
#define SALVO_CLAIMS_ONLY_OUTCOME_H

#include "claims/held_up_reasons.h"

/* Adds what would permit another outcome than `outcome`, which is certain. `h` may be NULL. */
void only_outcome_find(held_up *h, const salvo_question *q, const char *outcome);

#endif
