/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums of rolls and chains: the probability of each possible outcome, and the mean of each gain. */
#ifndef SALVO_ODDS_TOTALS_H
#define SALVO_ODDS_TOTALS_H

#include <salvo/odds.h>

#include "odds/number.h"

/* One number for each possible outcome, in the procedure's order, and one for each expectation. */
typedef struct totals {
    arithmetic with;
    int *outcomes; /* ascending, each once */
    size_t n_outcomes;
    num *probability; /* by place in `outcomes` */
    num *gain;        /* SALVO_EXPECTATIONS_MAX; means after totals_finish */
    num *endless;     /* one number: what never ends. Unless it is 0, means do not exist */
} totals;

/* Totals that own nothing, for totals_free: a fraction that was never made must not be cleared. */
#define TOTALS_NONE ((totals){.with = {.kind = SALVO_DOUBLE}})

/* Takes n outcomes in any order, with or without repetitions. Call totals_free even after a failure. */
salvo_status totals_init(totals *t, salvo_arithmetic kind, const int *outcomes, size_t n, salvo_error *err);
void totals_free(totals *t);

/* Returns the place of an outcome that was given to totals_init. */
size_t totals_place(const totals *t, int outcome);

/* Call it when everything is added up. Gains are whole numbers in parts of their unit; it turns them into means in the
 * unit. */
void totals_finish(totals *t, const salvo_procedure *procedure);

/* Fills the answer's arithmetic, outcomes and means. */
salvo_status totals_report(salvo_odds *odds, const totals *t, const salvo_question *q, salvo_error *err);

#endif
