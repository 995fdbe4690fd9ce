/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which stand may engage which (Engagement; Adverse Weather Conditions; Terrain Rules). */
#ifndef SALVO_RULES_MBT2030_ELIGIBILITY_H
#define SALVO_RULES_MBT2030_ELIGIBILITY_H

#include "rules/mbt2030/stand.h"

enum mbt_eligibility { ELIGIBLE_MUTUAL, ELIGIBLE_UNILATERAL, ELIGIBLE_OPPOSING_ONLY, ELIGIBLE_NONE, N_ELIGIBILITIES };

/* Lists every range of the matrix after darkness and weather, ascending. Contact (0) is among them if stands on the
 * table see nothing else. Returns their number. */
size_t mbt_ranges_inches(const struct mbt_tables *t, const struct mbt_situation *s, double upto[SALVO_BRACKETS_MAX]);

/* Returns the eligibility from the owner's side: `own` is the stand whose round it is. */
enum mbt_eligibility mbt_eligibility_of(const struct mbt_tables *t, const struct mbt_stand *own,
                                        const struct mbt_stand *opp, const struct mbt_situation *s);

/* Returns why one may not engage the other, apart from the range between them; NULL: there is no other reason. */
const char *mbt_why_not(const struct mbt_tables *t, const struct mbt_stand *from, const struct mbt_stand *to,
                        const struct mbt_situation *s);

extern const salvo_procedure MBT_ELIGIBILITY;

#endif
