/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each variant is compared with the question itself. */
#include <salvo/compare.h>

#include <math.h>

#include "simulate/answer.h"

/* Returns the place of the line with the largest difference. For means it is relative to the size of the mean, which
 * may be a number of turns. */
static size_t largest(const salvo_contrast *lines, size_t n, bool exact, bool relative, double *difference)
{
    size_t at = 0;

    *difference = 0;
    for (size_t i = 0; i < n; i++) {
        const double unit = relative ? fmax(1, fabs(value_by(exact, &lines[i].first))) : 1;
        const double is = fabs(value_by(exact, &lines[i].difference)) / unit;

        if (is > *difference) {
            *difference = is;
            at = i;
        }
    }
    return at;
}

/* How far a variant moves the answer. */
typedef struct size {
    double chance, mean;
} size;

static size size_of(salvo_compared_variant *v)
{
    const salvo_comparison *c = &v->comparison;
    size is = {-1, -1}; /* refused: after all others */

    if (!v->question)
        return is;
    v->outcome = largest(c->outcomes, c->n_outcomes, c->exact, false, &is.chance);
    v->mean = largest(c->means, c->n_means, c->exact, true, &is.mean);
    return is;
}

/* An insertion sort is stable, so ties keep the caller's order. */
static void rank(salvo_compared_variant *variants, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        salvo_compared_variant now = variants[i];
        const size is = size_of(&now);
        size_t at = i;

        for (; at > 0; at--) {
            const size before = size_of(&variants[at - 1]);

            if (before.chance > is.chance || (before.chance == is.chance && before.mean >= is.mean))
                break;
            variants[at] = variants[at - 1];
        }
        variants[at] = now;
    }
}

static void free_comparisons(salvo_compared_variants *c)
{
    for (size_t i = 0; i < c->n; i++)
        salvo_comparison_free(&c->variants[i].comparison);
}

static salvo_status compare_each(salvo_compared_variants *c, const salvo_approach *how, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < c->n && status == SALVO_OK; i++)
        if (c->variants[i].question)
            status = salvo_compare(&c->variants[i].comparison, c->first, c->variants[i].question, how, err);
    return status;
}

salvo_status salvo_compare_variants(salvo_compared_variants *c, const salvo_question *first,
                                    salvo_compared_variant *variants, size_t n, const salvo_approach *approach,
                                    salvo_error *err)
{
    salvo_approach how = approach ? *approach : SALVO_APPROACH;
    const bool open = how.method == SALVO_EXACT_IF_QUICK;
    salvo_status status;

    *c = (salvo_compared_variants){first, variants, n};
    how.method = open ? SALVO_EXACT : how.method;
    status = compare_each(c, &how, err);
    if (status == SALVO_TOO_LARGE && open) {
        free_comparisons(c);
        how.method = SALVO_MONTE_CARLO;
        status = compare_each(c, &how, err);
    }
    if (status == SALVO_OK)
        rank(variants, n);
    return status;
}

void salvo_compared_variants_free(salvo_compared_variants *c)
{
    free_comparisons(c);
    c->n = 0;
}
