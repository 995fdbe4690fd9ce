/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who may engage whom (Engagement; Adverse Weather Conditions; Terrain Rules). */
#ifndef SALVO_RULES_MBT2030_ELIGIBILITY_H
#define SALVO_RULES_MBT2030_ELIGIBILITY_H

#include "rules/mbt2030/stand.h"

enum mbt_eligibility { ELIGIBLE_MUTUAL, ELIGIBLE_UNILATERAL, ELIGIBLE_OPPOSING_ONLY, ELIGIBLE_NONE, N_ELIGIBILITIES };

/* Every range of the matrix after darkness and weather, ascending, contact (0) among them when stands on the table see
 * nothing else; returns how many. */
size_t mbt_ranges_inches(const struct mbt_tables *t, const struct mbt_situation *s, double upto[SALVO_BRACKETS_MAX]);

/* From the owner's side: `own` is the stand whose round it is. */
enum mbt_eligibility mbt_eligibility_of(const struct mbt_tables *t, const struct mbt_stand *own,
                                        const struct mbt_stand *opp, const struct mbt_situation *s);

/* Why the one may not engage the other, beyond the range between them; NULL: nothing else is in the way. */
const char *mbt_why_not(const struct mbt_tables *t, const struct mbt_stand *from, const struct mbt_stand *to,
                        const struct mbt_situation *s);

extern const salvo_procedure MBT_ELIGIBILITY;

#endif
