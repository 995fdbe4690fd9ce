#include "points/price_floor.h"

#include <math.h>
#include <string.h>

#include "points/imbalance.h"

/* The whole's model with the worths of another: the measure is the same, only the prices differ. */
static void lend_worths(double *parameters, const value_model *whole, const value_model *other)
{
    memcpy(parameters, whole->parameters, whole->n * sizeof *parameters);
    memcpy(parameters, other->parameters, whole->growth * sizeof *parameters); /* factors come first */
    memcpy(parameters + whole->rules, other->parameters + whole->rules, whole->n_rules * sizeof *parameters);
}

/* Weighted over the pair's conditions; `share` becomes the sum of weights. */
static double left_of(const value_model *v, const value_question *of, const observation *o, double *share)
{
    double sum = 0;

    *share = 0;
    for (size_t i = 0; i < o->n; i++) {
        const double weight = of->weight ? of->weight[o->at[i].condition] : 1;

        sum += weight * value_model_left(v, o, i);
        *share += weight;
    }
    return sum;
}

/* The mean over pairs of how much less fair the halves' lists are. */
static salvo_bounds compare(const value_model *whole, const value_question *of, const value_model halves[2],
                            const observations *judged)
{
    double sum = 0, squares = 0, weights = 0, scale;

    for (size_t i = 0; i < judged->n; i++) {
        double share, more = -2 * left_of(whole, of, &judged->of[i], &share);

        for (int h = 0; h < 2; h++)
            more += left_of(&halves[h], of, &judged->of[i], &share);
        sum += more / 2;
        squares += more * more / 4;
        weights += share;
    }
    scale = (double)judged->n / weights; /* a mean over weights, not over pairs */
    return bounds_of_mean(sum * scale, squares * scale * scale, judged->n);
}

static salvo_status compare_halves(salvo_bounds *to, const value_model *whole, const value_question *of,
                                   value_model fitted[2], const observations *judged, salvo_error *err)
{
    value_model halves[2];

    for (int h = 0; h < 2; h++) {
        halves[h] = *whole;
        /* Steepness and odds stay the whole's: else half of what is compared would be the yardstick. */
        halves[h].parameters = salvo_arena_array(judged->memory, whole->n, sizeof *halves[h].parameters);
        if (!halves[h].parameters)
            return salvo_fail_memory(err);
        lend_worths(halves[h].parameters, whole, &fitted[h]);
    }
    *to = compare(whole, of, halves, judged);
    return SALVO_OK;
}

salvo_status price_floor_distance(salvo_bounds *to, const value_model *whole, const value_question *of,
                                  const observations *seen, const observations *judged, salvo_error *err)
{
    observations half[2];
    value_model fitted[2] = {{.n = 0}, {.n = 0}};
    salvo_status status = observations_split(seen, half, err);

    /* Every second pair, so that either half has as many of every round. */
    for (int h = 0; h < 2 && status == SALVO_OK; h++) {
        value_question part = *of;

        part.seen = half[h].of;
        part.n_seen = half[h].n;
        status = value_model_fit(&fitted[h], &part, err);
    }
    if (status == SALVO_OK)
        status = compare_halves(to, whole, of, fitted, judged, err);
    for (int h = 0; h < 2; h++)
        if (fitted[h].memory)
            value_model_free(&fitted[h]);
    return status;
}
