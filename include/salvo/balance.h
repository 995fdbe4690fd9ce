/* What a unit is worth: how well it shoots, at what range, against what, for its price; and whether that price is what
 * the rulebook's own formula gives. */
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

/* ---- prices ------------------------------------------------------------------------------------------------- */

/* The price that the rulebook prints for one unit, and the price that its own formula gives. */
typedef struct salvo_audited {
    const char *list; /* the table: "units" */
    const char *id, *name;
    const char *nation; /* its id; "" for none */
    salvo_bill bill;
} salvo_audited;

typedef enum { SALVO_AGREES, SALVO_DISAGREES, SALVO_FILLED_IN, SALVO_N_VERDICTS } salvo_verdict;

/* "agrees", "disagrees", "filled-in", in the order of the enum. */
extern const char *const SALVO_VERDICTS[SALVO_N_VERDICTS];

typedef struct salvo_audit {
    const salvo_rulebook *book;
    salvo_audited *units; /* in the order of the lists */
    size_t n_units;
    size_t n[SALVO_N_VERDICTS]; /* units of each verdict */
    struct salvo_arena *memory;
} salvo_audit;

/* Every unit that the ruleset prices, or those of one row of the nations table. SALVO_BAD_INPUT when the ruleset prints
 * no points. On failure *audit is zeroed. */
salvo_status salvo_points_audit(salvo_audit *audit, const salvo_rulebook *book, const size_t *nation, salvo_error *err);
void salvo_audit_free(salvo_audit *audit);

/* A price that is not printed is filled in by the formula. */
salvo_verdict salvo_audit_verdict(const salvo_bill *bill);

#ifdef __cplusplus
}
#endif
#endif
