/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One engagement of two stands, from hands to results. */
#ifndef SALVO_RULES_MBT2030_ENGAGEMENT_H
#define SALVO_RULES_MBT2030_ENGAGEMENT_H

#include "rules/mbt2030/eligibility.h"
#include "rules/mbt2030/results.h"

enum mbt_type { TYPE_AUTO, TYPE_MUTUAL, TYPE_UNILATERAL };

extern const char *const MBT_ENGAGE_TYPE_CHOICES[];

/* clang-format off */
#define MBT_ENGAGE_TYPE(...) \
    CHOICE("type", "auto checks who may engage; the others do not", MBT_ENGAGE_TYPE_CHOICES, "auto", __VA_ARGS__)
/* clang-format on */

struct mbt_engagement {
    bool allowed, mutual;
    struct mbt_counts counts;         /* none if it is not allowed */
    struct mbt_outcome of[N_RESULTS]; /* by the owner's result, after conversions */
};

/* Returns the engagement of `opp` by `own`. A type other than TYPE_AUTO skips the question whether it is permitted. */
struct mbt_engagement mbt_engagement_of(const struct mbt_tables *t, const struct mbt_stand *own,
                                        const struct mbt_stand *opp, const struct mbt_situation *s, enum mbt_type type);

/* Adds "Mutual engagement at 11 in: ...". */
void mbt_engagement_explain(const struct mbt_engagement *e, const struct mbt_stand *own, const struct mbt_stand *opp,
                            const struct mbt_situation *s, salvo_text *text);

extern const salvo_procedure MBT_ENGAGE;

#endif
