/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums in which rolls and chains both end: the probability of each outcome that can come, and the mean of each
 * gain. */
#ifndef SALVO_ODDS_TOTALS_H
#define SALVO_ODDS_TOTALS_H

#include <salvo/odds.h>

#include "odds/number.h"

/* One number for each outcome that can come, in the procedure's order, and one for each expectation. */
typedef struct totals {
    arithmetic with;
    int *outcomes; /* ascending, each once */
    size_t n_outcomes;
    num *probability;  /* by place in `outcomes` */
    num *gain;         /* SALVO_EXPECTATIONS_MAX; finished, they are means */
    bool endless;      /* some of the probability never ends: means do not exist ... */
    double never_ends; /* ... and so much it is */
} totals;

/* Those that own nothing, for totals_free: a fraction that was never made must not be cleared. */
#define TOTALS_NONE ((totals){.with = {.kind = SALVO_DOUBLE}})

/* Takes n outcomes in any order, repeated or not. After a failure too, call totals_free. */
salvo_status totals_init(totals *t, salvo_arithmetic kind, const int *outcomes, size_t n, salvo_error *err);
void totals_free(totals *t);

/* The place of an outcome that totals_init was given. */
size_t totals_place(const totals *t, int outcome);

/* Once everything is added up: gains are kept in parts of their unit, to be whole numbers; means are not. */
void totals_finish(totals *t, const salvo_procedure *procedure);

/* Fills the answer's arithmetic, outcomes and means. */
salvo_status totals_report(salvo_odds *odds, const totals *t, const salvo_question *q, salvo_error *err);

#endif
