/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variants of a sensitivity, simulated together: each trial rolls the same dice for the base and every variant. So
 * what they have in common cancels out of the differences. A few thousand trials then show changes that the noise of
 * independent runs would hide. */
#include "sensitivity/pairs.h"
#include "base/try.h"

#include <math.h>
#include <stdlib.h>

static salvo_status throw_trials(void *context, size_t i, closed_classes *watch, const trial_range *trials,
                                 int64_t *values, salvo_error *err)
{
    const pairs *p = context;

    return sampler_throw(&p->variants[i].sampler, watch, trials, values, err);
}

/* All samplers measure in the same parts, so the base's parts hold for any. */
salvo_estimate pairs_value(const pairs *p, size_t at)
{
    return sampler_estimate(&p->variants[0].sampler, &p->trials.contrasts[at].value,
                            schedule_is_fixed(&p->trials.schedule));
}

/* For a chance only trials with different ends count, in either direction. Their numbers are known exactly, so the
 * interval is narrower than that of a mean. */
static salvo_estimate difference_of(const pairs *p, const contrast *c, bool fixed)
{
    /* Scores count in halves: differences are 0 to 2. */
    const double most = p->subject->metric == SALVO_SCORE_OF_A ? 2 : INFINITY;
    const salvo_moments *m = &c->difference;
    const bool is_chance = metric_is_chance(p->subject->metric); /* pairs that differ, as in salvo_compare */

    return contrast_estimate(m,
                             is_chance ? contrast_chances(c->less, c->greater, m->trials, fixed)
                                       : contrast_mean(m, (salvo_interval){-most, most}, fixed),
                             (double)sampler_parts(&p->variants[0].sampler));
}

salvo_estimate pairs_difference(const pairs *p, size_t at)
{
    return difference_of(p, &p->trials.contrasts[at], schedule_is_fixed(&p->trials.schedule));
}

/* Returns the widest interval of a difference, over variants that differ from the base at all; others would never let
 * the run end. It is relative to the wanted precision: at 1 or below the run is done. */
static double widest(void *context)
{
    const pairs *p = context;
    double widest = 0;

    for (size_t i = 1; i < p->n; i++) {
        const contrast *c = &p->trials.contrasts[i];
        salvo_estimate d = difference_of(p, c, false);
        /* A mean may be large: the unit is the greater of 1 and its value. */
        double unit = metric_is_mean(p->subject->metric) ? fmax(1, fabs(pairs_value(p, i).value)) : 1;

        if (c->less + c->greater)
            widest = fmax(widest, (d.high - d.low) / 2 / unit);
    }
    return widest / p->trials.plan->precision;
}

/* A variant that cannot be asked is refused and is not a failure. It is not among the pairs. */
static salvo_status add_variant(pairs *p, const batch *b, probe *moved, salvo_error *err)
{
    variant *v = &p->variants[p->n];
    salvo_error why = {.text = ""};
    salvo_status status = probe_open(moved, b->book, &v->book, err);

    if (status != SALVO_OK || probe_is_settled(moved))
        return status;
    v->probe = moved;
    status = sampler_make(&v->sampler, b->subject, &v->book, &b->how->plan, &why);
    p->n += status == SALVO_OK;
    if (status == SALVO_OK)
        return SALVO_OK;
    probe_close(moved, &v->book);
    return probe_refuse(moved, &why, err);
}

/* One thread makes the samplers, and all threads use them. Place 0 is the base. */
static salvo_status make_ready(pairs *p, const batch *b, probe *const *chosen, size_t n, salvo_error *err)
{
    salvo_status status;

    TRY(schedule_check(&b->how->plan, err));
    p->variants = calloc(n + 1, sizeof *p->variants);
    if (!p->variants)
        return salvo_fail_memory(err);
    status = sampler_make(&p->variants[0].sampler, b->subject, b->book, &b->how->plan, err);
    p->n = status == SALVO_OK; /* the number that pairs_free has to free */
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = add_variant(p, b, chosen[i], err);
    return status;
}

salvo_status pairs_run(pairs *p, const batch *b, probe *const *chosen, size_t n, salvo_error *err)
{
    salvo_status status;

    *p = (pairs){.subject = b->subject};
    status = make_ready(p, b, chosen, n, err);
    p->trials = (paired_trials){
        .plan = &b->how->plan, .n = p->n, .n_values = 1, .context = p, .run = throw_trials, .width = widest};
    status = status == SALVO_OK ? paired_trials_run(&p->trials, err) : status;
    if (status != SALVO_OK)
        pairs_free(p);
    return status;
}

/* The base's book belongs to the caller. */
void pairs_free(pairs *p)
{
    for (size_t i = 0; i < p->n; i++) {
        sampler_free(&p->variants[i].sampler);
        if (i)
            probe_close(p->variants[i].probe, &p->variants[i].book);
    }
    paired_trials_free(&p->trials);
    free(p->variants);
    *p = (pairs){.n = 0};
}
