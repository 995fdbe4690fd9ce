/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each variant is compared with the question itself. */
#include <salvo/compare.h>

#include <math.h>
#include <string.h>

#include "base/rank.h"
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

/* How far each variant moves a chance, or a mean. */
typedef struct sizes {
    double *chance, *mean;
} sizes;

/* Refused variants come after all others. */
static void measure(const sizes *of, salvo_compared_variant *variants, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        salvo_compared_variant *v = &variants[i];
        const salvo_comparison *c = &v->comparison;

        of->chance[i] = of->mean[i] = -1;
        if (!v->question)
            continue;
        v->outcome = largest(c->outcomes, c->n_outcomes, c->exact, false, &of->chance[i]);
        v->mean = largest(c->means, c->n_means, c->exact, true, &of->mean[i]);
    }
}

/* Ties keep the order that the variants have. */
static bool rank_by(const double *values, salvo_compared_variant *variants, size_t n, salvo_arena *memory)
{
    rank_entry *order = salvo_arena_array(memory, n, sizeof *order);
    salvo_compared_variant *ranked;

    for (size_t i = 0; order && i < n; i++)
        order[i] = (rank_entry){i, values[i]};
    if (!order)
        return false;
    rank_sort(order, n);
    ranked = rank_copy(order, n, variants, sizeof *variants, memory);
    if (ranked)
        memcpy(variants, ranked, n * sizeof *variants);
    return ranked != NULL;
}

/* By the chance, and if it is equal, by the mean: first by the mean, then by the chance, which keeps ties in order. */
static salvo_status rank(salvo_compared_variant *variants, size_t n, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    const sizes of = {memory ? salvo_arena_array(memory, n, sizeof *of.chance) : NULL,
                      memory ? salvo_arena_array(memory, n, sizeof *of.mean) : NULL};
    bool ranked = of.chance && of.mean;

    if (ranked) {
        measure(&of, variants, n);
        ranked = rank_by(of.mean, variants, n, memory);
    }
    if (ranked) {
        measure(&of, variants, n);
        ranked = rank_by(of.chance, variants, n, memory);
    }
    salvo_arena_free(memory);
    return ranked ? SALVO_OK : salvo_fail_memory(err);
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
    return status == SALVO_OK ? rank(variants, n, err) : status;
}

void salvo_compared_variants_free(salvo_compared_variants *c)
{
    free_comparisons(c);
    c->n = 0;
}
