/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run ends when the widest of the intervals that the reader will see is narrow enough. */
#include "fight/battle_width.h"

#include <math.h>

#include "fight/battle_model.h"

/* The width of a mean is relative to the mean, or to 1 if that is greater, as everywhere (simulate.h). */
static void widen(double *widest, const salvo_figure *f, double precision, bool is_mean)
{
    const salvo_estimate *e = &f->simulated;
    double width = (e->high - e->low) / 2 / precision;

    if (is_mean)
        width /= fmax(1, fabs(e->value));
    if (isfinite(width)) /* a mean without bounds does not count, otherwise no run would end */
        *widest = fmax(*widest, width);
}

/* Covers all that a report prints of a side's losses, which must be precise: losses of a kind, points, the chance of
 * each number of losses. */
static void widen_side(double *widest, const salvo_battle_side *side, double precision)
{
    widen(widest, &side->lost, precision, true);
    widen(widest, &side->strength_lost, precision, true);
    if (side->priced)
        widen(widest, &side->points_lost, precision, true);
    for (size_t k = 0; k < side->n_kinds; k++)
        widen(widest, &side->kinds[k].lost, precision, true);
    for (int lost = 0; lost <= side->count; lost++)
        widen(widest, &side->lost_exactly[lost], precision, false);
    for (int by = 0; by < SALVO_N_DEFEATS && side->limited; by++)
        widen(widest, &side->loses_by[by], precision, false);
}

/* The widest interval of any number that the precision covers, in units of it. The winner's is always included. */
double battle_width(const salvo_battle *b, const salvo_plan *plan)
{
    const double precision = plan->precision;
    const bool all = plan->precision_of == SALVO_OF_ALL;
    const salvo_figure *const ends[] = {&b->p_a, &b->p_b, &b->p_mutual, &b->p_undecided};
    double widest = 0;

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        widen(&widest, ends[i], precision, false);
    if (b->ends && (all || plan->precision_of == SALVO_OF_TURNS))
        widen(&widest, &b->expected_turns, precision, true);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        if (all || plan->precision_of == SALVO_OF_LOSSES)
            widen_side(&widest, &b->side[side], precision);
        for (size_t t = 0; t < b->n_turns && (all || plan->precision_of == SALVO_OF_SURVIVORS); t++)
            widen(&widest, &b->by_turn[t].left[side], precision, true);
    }
    return widest;
}
