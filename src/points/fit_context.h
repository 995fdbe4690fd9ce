/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a fit: its data, and the armies that it sends into battle. Only the fit's own files use it. */
#ifndef SALVO_POINTS_FIT_CONTEXT_H
#define SALVO_POINTS_FIT_CONTEXT_H

#include "points/emphasis.h"
#include "points/fit_time.h"
#include "points/formula.h"
#include "points/observations.h"
#include "points/price_limits.h"
#include "points/rule_choice.h"

enum { FIT_PAIRS_LEAST = 20 }; /* with fewer pairs nothing is fitted or judged */

/* The errors of a list within the author's limits. */
typedef struct limited {
    double *covariance;         /* of the logarithms of its prices, units by units; NULL: no limits */
    salvo_binding_limit *holds; /* by unit */
} limited;

typedef struct fit_context {
    salvo_points_fit *report;
    unit_pool pool;
    double *published, *by_class; /* prices by unit; by class the geometric mean over its units */
    double *lists[SALVO_N_LISTS];
    observations seen;            /* of all rounds so far */
    army_rules candidates, rules; /* all candidates; the chosen ones, with their effects */
    rule_choice choice;
    double *weights, *odds; /* by condition; odds at the published prices, 1 without an attacker */
    double *emphasis;       /* by condition; found with the model */
    fairness fair;          /* of the model, as estimated from the battles */
    bool *only;             /* by condition: the conditions of a separate list */
    worth_design free;      /* each class has its own factor */
    formula formula;
    value_model model, formula_model, rules_model;
    price_limits limits;
    limited held;        /* the fitted prices */
    limited held_rules;  /* the prices that belong to the army rules */
    worth_design within; /* those prices as a fixed design */
    pair_run run;        /* the current armies; earlier ones are dropped */
    int stage;           /* stages begun, for the progress */
    fit_time time;
    salvo_progress_callback on_time; /* the plan's callback, which also stops at the deadline */
    pair_progress watch;
    bool stopped;       /* by the plan's callback */
    const char *so_far; /* results so far for the plan's callback; NULL: nothing yet */
} fit_context;

/* A set of armies to draw, and how its battles are fought. */
typedef struct army_set {
    const double *prices;
    const army_rules *rules;
    const double *odds; /* by condition */
    uint32_t stream;
    double spread; /* maximal ratio of costs */
    size_t pairs;
    bool one_range;
    const bool *only;
} army_set;

/* Runs salvo_points_fit_run by that clock. */
salvo_status fit_run_by(salvo_points_fit *report, const salvo_rulebook *book, const salvo_points_plan *plan,
                        const fit_clock *clock, salvo_error *err);

/* The plan's callback, which also stops at the deadline; `context` is the fit_context. */
bool fit_look_at_clock(void *context, const salvo_progress *progress);

/* Draws and fights one set of armies into fit->run; the stream selects them. A stop leaves the battles so far. */
salvo_status fit_run_set(fit_context *fit, const army_set *set, salvo_error *err);

/* Fights armies of equal cost under a list, from a stream that no fit uses. If the plan limits the time, each pair
 * meets at one range, and there are more pairs. `rules` NULL: none. `v`: the model with the attackers' odds; NULL:
 * those of the published prices. `only` is as in army_set. */
salvo_status fit_run_held_out(fit_context *fit, const double *prices, const army_rules *rules, const value_model *v,
                              const bool *only, salvo_error *err);

/* Fits the model, and notes the time that this takes. */
salvo_status fit_values(fit_context *fit, value_model *model, const value_question *of, salvo_error *err);

/* Returns the question for that design with all battles so far. */
value_question fit_question(const fit_context *fit, const worth_design *design);

/* Sets prices by unit from worths by class. Their mean is that of the published prices, so that armies cost about the
 * same as before. */
void fit_read_prices(const fit_context *fit, const value_model *v, double *prices);

/* Returns the attacker's odds by the model, by condition; those of equal armies stay 1. `v` NULL: at the published
 * prices. NULL if memory is out. */
const double *fit_odds(const fit_context *fit, const value_model *v);

/* Returns the model with the attackers' odds under that list; NULL: the odds are those of the published prices. */
const value_model *fit_model_of(const fit_context *fit, salvo_list list);

#endif
