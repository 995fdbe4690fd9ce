/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trinomial.h"

#include <gsl/gsl_randist.h>
#include <math.h>

#include "fight/battle_reading.h"

/* first .. last of a binomial count. */
typedef struct counts {
    unsigned first, last;
} counts;

static counts likely_counts(double p, unsigned trials)
{
    const double mean = trials * p, far = 9 * sqrt(mean * (1 - p)) + 12;

    return (counts){mean > far ? (unsigned)(mean - far) : 0, (unsigned)fmin(trials, mean + far)};
}

double trinomial_coverage(trinomial_interval *interval, double win, double loss, unsigned trials, double truth)
{
    const counts wins = likely_counts(win, trials);
    const double loss_else = fmin(1, loss / (1 - win));
    double covered = 0;

    for (unsigned k = wins.first; k <= wins.last; k++) {
        const counts losses = likely_counts(loss_else, trials - k);
        const double chance = gsl_ran_binomial_pdf(k, win, trials);

        for (unsigned l = losses.first; l <= losses.last; l++) {
            const salvo_interval i = interval(k, l, trials);

            if (i.low <= truth && truth <= i.high)
                covered += chance * gsl_ran_binomial_pdf(l, loss_else, trials - k);
        }
    }
    return covered;
}

salvo_interval trinomial_difference(uint64_t wins, uint64_t losses, uint64_t trials)
{
    return salvo_pairs_fixed(losses, wins, trials);
}

salvo_interval trinomial_score(uint64_t wins, uint64_t losses, uint64_t trials)
{
    const salvo_answer answer = {.simulated = true,
                                 .simulation = {.trials = trials, .stopped_by = SALVO_STOPPED_BY_TRIALS}};
    const salvo_estimate e = battle_estimate_score(&answer, wins, losses);

    return (salvo_interval){e.low, e.high};
}
