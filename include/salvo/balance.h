/* What a unit is worth: how well it shoots, at what range, against what, for its price. */
#ifndef SALVO_BALANCE_H
#define SALVO_BALANCE_H

#include <salvo/odds.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A kind of target: every listed unit of one class and strength. */
typedef struct salvo_target {
    const char *label; /* "vehicle 28" */
    size_t unit;       /* the first unit of the list that is one */
    int64_t strength;
} salvo_target;

/* One activation of a unit at a target of that class, at full effect: main weapons, nobody moves, no cover. */
typedef struct salvo_shot {
    double hit;    /* probability of any damage */
    double kill;   /* probability that the target is destroyed */
    double damage; /* mean, not capped at what the target has left */
} salvo_shot;

typedef struct salvo_efficiency {
    const salvo_rulebook *book;
    const char *const *units; /* names, row by row of the units table */
    int64_t *prices;          /* -1: the rulebook prints none */
    size_t n_units;
    double *ranges;
    size_t n_ranges;
    salvo_target *targets; /* weakest first */
    size_t n_targets;
    salvo_shot *shots; /* n_units x n_targets x n_ranges */
    struct salvo_arena *memory;
} salvo_efficiency;

/* Every unit of the ruleset against every class of target; at the n ranges, or at the ruleset's brackets when n is 0.
 * SALVO_BAD_INPUT when the ruleset has no such fire. On failure *table is zeroed. */
salvo_status salvo_efficiency_measure(salvo_efficiency *table, const salvo_rulebook *book, const double *ranges,
                                      size_t n_ranges, salvo_error *err);
void salvo_efficiency_free(salvo_efficiency *table);

const salvo_shot *salvo_efficiency_shot(const salvo_efficiency *table, size_t unit, size_t target, size_t range);

#ifdef __cplusplus
}
#endif
#endif
