/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the favourite. Fractions are certain; sums in doubles have rounding errors, and simulated figures have
 * intervals. */
#include <salvo/fight.h>

#include <gmp.h>
#include <math.h>

#include "fight/battle_reading.h"

/* Far more than the rounding of a battle's sums, and far less than any player could notice. */
static const double ROUNDING = 1e-10;

const char *const SALVO_FAVOURITES[] = {"a", "b", "even", "nobody", "unsure"};

/* Below 0, 0 or above it, if a is less, equally or more likely to win than b. */
static int compare_fractions(const char *a, const char *b)
{
    mpq_t p, q;
    int compared;

    mpq_inits(p, q, NULL);
    mpq_set_str(p, a, 10);
    mpq_set_str(q, b, 10);
    compared = mpq_cmp(p, q);
    mpq_clears(p, q, NULL);
    return compared;
}

static int compare_exactly(const salvo_number *a, const salvo_number *b)
{
    if (a->exact && b->exact)
        return compare_fractions(a->exact, b->exact);
    return fabs(a->value - b->value) <= ROUNDING ? 0 : a->value > b->value ? 1 : -1;
}

salvo_favourite salvo_favourite_of(const salvo_answer *answer, const salvo_figure *a, const salvo_figure *b)
{
    salvo_estimate score;
    int compared;

    if (!answer->exact) {
        score = battle_estimate_score(answer, a->count, b->count);
        return score.low > 0.5 ? SALVO_FAVOURITE_A : score.high < 0.5 ? SALVO_FAVOURITE_B : SALVO_UNSURE;
    }
    compared = compare_exactly(&a->exact, &b->exact);
    if (compared)
        return compared > 0 ? SALVO_FAVOURITE_A : SALVO_FAVOURITE_B;
    return a->exact.value > 0 ? SALVO_EVEN : SALVO_NOBODY;
}
