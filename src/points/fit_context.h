/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit at work: what it knows, and the armies that it sends to battle. Only the fit's own files use it. */
#ifndef SALVO_POINTS_FIT_CONTEXT_H
#define SALVO_POINTS_FIT_CONTEXT_H

#include "points/emphasis.h"
#include "points/fit_time.h"
#include "points/formula.h"
#include "points/observations.h"
#include "points/price_limits.h"
#include "points/rule_choice.h"

enum { FIT_PAIRS_LEAST = 20 }; /* with fewer nothing is fitted, and nobody judges */

/* What the author's limits leave of a list's errors. */
typedef struct limited {
    double *covariance; /* of the logarithms of its prices, units by units; NULL: there are no limits */
    salvo_hold *holds;  /* by unit */
} limited;

typedef struct fit_context {
    salvo_points_fit *fit;
    unit_pool m;
    double *published, *by_class; /* prices by unit; by class the geometric mean of its units' */
    double *lists[SALVO_N_LISTS];
    observations seen;            /* of all rounds so far */
    army_rules candidates, rules; /* that there might be; that were chosen, with their effects */
    rule_choice choice;
    double *weights, *odds; /* by condition; odds at the published prices, 1 without an attacker */
    double *emphasis;       /* by condition; as found with the model */
    fairness fair;          /* of the model, as far as the battles tell */
    bool *only;             /* by condition: of a list of its own */
    worth_design free;      /* every class its own factor */
    formula formula;
    value_model model, formula_model, rules_model;
    price_limits limits;
    limited held;        /* the fitted prices */
    limited held_rules;  /* those that go with rules for the army as a whole */
    worth_design within; /* the latter, fixed */
    pair_run run;        /* the armies in hand; those before are dropped */
    int stage;           /* stages begun, for the progress */
    fit_time time;
    salvo_progress_callback on_time; /* the plan's callback, which stops at the deadline as well */
    pair_progress watch;
    bool stopped;       /* by the plan's callback */
    const char *so_far; /* for the plan's callback: what there is; NULL: nothing yet */
} fit_context;

/* What is to be drawn, and how it is fought. */
typedef struct army_set {
    const double *prices;
    const army_rules *rules;
    const double *odds; /* by condition */
    uint32_t stream;
    double spread; /* of costs, a factor */
    size_t pairs;
    bool one_range;
    const bool *only;
} army_set;

/* salvo_points_fit_run by that clock. */
salvo_status fit_run_by(salvo_points_fit *fit, const salvo_rulebook *book, const salvo_points_plan *plan,
                        const fit_clock *clock, salvo_error *err);

/* The plan's callback, which stops at the deadline as well; `context` is the fit_context. */
bool fit_look_at_clock(void *context, const salvo_progress *progress);

/* Draws and fights one set of armies, into d->run; the stream decides which. A stop leaves what was fought. */
salvo_status fit_run_set(fit_context *d, const army_set *set, salvo_error *err);

/* Armies of equal cost under a list, of a stream that no fit uses; where time is given, each at one range, and more of them. `rules` NULL: none; `v`: by whose odds attackers have
 * their points, NULL: those of the published prices; `only` as in army_set. */
salvo_status fit_run_held_out(fit_context *d, const double *prices, const army_rules *rules, const value_model *v,
                              const bool *only, salvo_error *err);

/* Fits the model, and notes how long that takes. */
salvo_status fit_values(fit_context *d, value_model *model, const value_question *of, salvo_error *err);

/* All battles so far, for that design. */
value_question fit_question(const fit_context *d, const worth_design *design);

/* Prices by unit from worths by class. They have the mean of the published ones, so that armies cost about what they did. */
void fit_read_prices(const fit_context *d, const value_model *v, double *prices);

/* The attacker's odds by the model, by condition; those of equal armies stay 1. `v` NULL: at the published prices. NULL
 * when memory is out. */
const double *fit_odds(const fit_context *d, const value_model *v);

/* The model whose odds attackers have under that list; NULL: none, they are the published prices'. */
const value_model *fit_model_of(const fit_context *d, salvo_list list);

#endif
