/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the price of a unit is what the rulebook's own formula gives. */
#ifndef SALVO_AUDIT_H
#define SALVO_AUDIT_H

#include <salvo/efficiency.h>
#include <salvo/odds.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Prices. */

/* The price that the rulebook prints for one unit, and the price that its formula gives. */
typedef struct salvo_audited_unit {
    const char *list; /* the table: "units" */
    const char *id, *name;
    const char *nation; /* its id; "" for none */
    salvo_price_breakdown breakdown;
    int price;           /* the printed one; otherwise that of the formula */
    size_t n_by_ruling;  /* of the first unit whose price a ruling fills in: how many it fills in; otherwise 0 */
    size_t group;        /* units that fight the same share one number, from 1; 0: not in salvo's battles */
    bool begins_unequal; /* the first of such units, if their prices differ */
} salvo_audited_unit;

typedef enum { SALVO_AGREES, SALVO_DISAGREES, SALVO_FILLED_IN, SALVO_N_VERDICTS } salvo_verdict;

/* "agrees", "disagrees", "filled-in", in the order of the enum. */
extern const char *const SALVO_VERDICTS[SALVO_N_VERDICTS];

typedef struct salvo_audit {
    const salvo_rulebook *book;
    salvo_audited_unit *units; /* in the order of the lists */
    size_t n_units;
    size_t n[SALVO_N_VERDICTS]; /* units of each verdict */
    salvo_arena *memory;
} salvo_audit;

/* Audits every unit that the ruleset prices, or those of one row of the nations table. SALVO_BAD_INPUT if the ruleset
 * prints no points. On failure, *audit is zeroed. */
salvo_status salvo_points_audit(salvo_audit *audit, const salvo_rulebook *book, const size_t *nation, salvo_error *err);
void salvo_audit_free(salvo_audit *audit);

/* The formula fills in a price that is not printed. */
salvo_verdict salvo_audit_verdict(const salvo_price_breakdown *breakdown);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
