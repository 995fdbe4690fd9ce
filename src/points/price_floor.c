/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/judge.h"

#include <math.h>
#include <string.h>

#include "points/bounds.h"

/* Puts other worths into the whole's model: the measure is the same, only the prices differ. */
static void lend_worths(double *parameters, const value_model *whole, const value_model *other)
{
    memcpy(parameters, whole->parameters, whole->n * sizeof *parameters);
    memcpy(parameters, other->parameters, whole->growth * sizeof *parameters); /* factors are first */
    memcpy(parameters + whole->rules, other->parameters + whole->rules, whole->n_rules * sizeof *parameters);
}

/* Returns how much less fair the halves' lists are, on average, in one condition. */
static double less_fair(const value_model *whole, const value_model halves[2], const observation *o, size_t i)
{
    return (value_model_left(&halves[0], o, i) + value_model_left(&halves[1], o, i)) / 2 -
           value_model_left(whole, o, i);
}

/* Returns the mean of the same over pairs, averaged over the conditions of each pair as an imbalance is. A pair's
 * attacks at odds follow it. */
static salvo_bounds mean_less_fair(const value_model *whole, const value_question *of, const value_model halves[2],
                                   const observations *judged)
{
    double sum = 0, squares = 0;
    size_t pairs = 0;

    for (size_t i = 0, first = 0; i < judged->n; first = i) {
        double more = 0, weights = 0;

        for (; i < judged->n && judged->of[i].pair == judged->of[first].pair; i++)
            for (size_t k = 0; k < judged->of[i].n; k++) {
                const double weight = of->weight ? of->weight[judged->of[i].at[k].condition] : 1;

                more += weight * less_fair(whole, halves, &judged->of[i], k);
                weights += weight;
            }
        more /= weights;
        sum += more;
        squares += more * more;
        pairs++;
    }
    return bounds_of_mean(sum, squares, pairs);
}

static salvo_status judge_halves(salvo_bounds *to, const value_model *whole, const value_question *of,
                                 value_model fitted[2], const observations *judged, salvo_error *err)
{
    value_model halves[2];

    for (int h = 0; h < 2; h++) {
        halves[h] = *whole;
        /* Steepness and odds stay those of the whole: otherwise half of the difference would be in the measure. */
        halves[h].parameters = salvo_arena_array(judged->memory, whole->n, sizeof *halves[h].parameters);
        if (!halves[h].parameters)
            return salvo_fail_memory(err);
        lend_worths(halves[h].parameters, whole, &fitted[h]);
    }
    *to = mean_less_fair(whole, of, halves, judged);
    return SALVO_OK;
}

salvo_status price_floor_distance(salvo_bounds *to, const value_model *whole, const value_question *of,
                                  const observations *seen, const observations *judged, salvo_error *err)
{
    observations half[2];
    value_model fitted[2] = {{.n = 0}, {.n = 0}};
    salvo_status status = observations_split(seen, half, err);

    /* Every second pair goes into a half, so that either half has as many of every round. */
    for (int h = 0; h < 2 && status == SALVO_OK; h++) {
        value_question part = *of;

        part.seen = half[h].of;
        part.n_seen = half[h].n;
        status = value_model_fit(&fitted[h], &part, err);
    }
    if (status == SALVO_OK)
        status = judge_halves(to, whole, of, fitted, judged, err);
    for (int h = 0; h < 2; h++)
        value_model_free(&fitted[h]);
    return status;
}
