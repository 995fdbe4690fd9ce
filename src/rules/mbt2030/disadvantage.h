/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Causes of disadvantage (Disadvantage). */
#ifndef SALVO_RULES_MBT2030_DISADVANTAGE_H
#define SALVO_RULES_MBT2030_DISADVANTAGE_H

#include "rules/mbt2030/stand.h"

/* Both counts of an engagement. */
struct mbt_counts {
    int own, opp;
};

struct mbt_counts mbt_counts_of(const struct mbt_tables *t, const struct mbt_stand *own, const struct mbt_stand *opp,
                                const struct mbt_situation *s, bool mutual);

extern const salvo_procedure MBT_DISADVANTAGE;

#endif
