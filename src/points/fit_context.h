/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit at work: its state, what its steps share, and the steps in their order. Only the fit's own files use it. */
#ifndef SALVO_POINTS_FIT_CONTEXT_H
#define SALVO_POINTS_FIT_CONTEXT_H

#include "points/emphasis.h"
#include "points/fit_time.h"
#include "points/formula.h"
#include "points/price_battles.h"
#include "points/price_limits.h"
#include "points/rule_choice.h"

enum {
    FIT_PAIRS_LEAST = 20, /* with fewer pairs nothing is fitted or judged */
    FIT_RULES_MODELS = 2  /* models that the choice of army rules needs */
};

/* The errors of a list within the author's limits. */
typedef struct limited {
    double *covariance;         /* of the logarithms of its prices, units by units; NULL: no limits */
    salvo_binding_limit *holds; /* by unit */
} limited;

typedef struct fit_context {
    salvo_points_fit *report;
    price_battles battles; /* its odds are those at the published prices */
    double *by_class;      /* by class: the geometric mean of the published prices of its units */
    double *lists[SALVO_N_LISTS];
    double *published;            /* the first of these lists, and the prices of the battles */
    observations seen;            /* of all rounds so far */
    army_rules candidates, rules; /* all candidates; the chosen ones, with their effects */
    rule_choice choice;
    double *emphasis;  /* by condition; found with the model */
    fairness fair;     /* of the model, as estimated from the battles */
    bool *only;        /* by condition: the conditions of a separate list */
    worth_design free; /* each class has its own factor */
    formula formula;
    value_model model, formula_model, rules_model;
    price_limits limits;
    limited held;        /* the fitted prices */
    limited held_rules;  /* the prices that belong to the army rules */
    worth_design within; /* those prices as a fixed design */
    pair_run run;        /* the current armies; earlier ones are dropped */
    int stage;           /* sets of armies so far, for the progress */
    fit_time time;
    salvo_progress_callback on_time; /* the plan's callback, which also stops at the deadline */
    bool stopped;                    /* by the plan's callback */
    const char *so_far;              /* results so far for the plan's callback; NULL: nothing yet */
} fit_context;

/* Runs salvo_points_fit_run by that clock. */
salvo_status fit_run_by(salvo_points_fit *report, const salvo_rulebook *book, const salvo_points_plan *plan,
                        const fit_clock *clock, salvo_error *err);

/* What the steps share. */

/* The plan's callback, which also stops at the deadline; `context` is the fit_context. */
bool fit_look_at_clock(void *context, const salvo_progress *progress);

/* SALVO_STOPPED if the plan's callback has stopped the fit before it had prices. */
salvo_status fit_check_stop(const fit_context *fit, salvo_error *err);

/* Draws and fights one set of armies into fit->run, at that part of the work that is its turn. A stop leaves the battles
 * so far. */
salvo_status fit_run_set(fit_context *fit, army_set set, salvo_error *err);

/* Fights armies of equal cost under a list, from a stream that no fit uses. If the plan limits the time, each pair
 * meets at one range, and there are more pairs. `rules` NULL: none. `v`: the model with the attackers' odds; NULL:
 * those of the published prices. `only` is as in army_set. */
salvo_status fit_run_held_out(fit_context *fit, const double *prices, const army_rules *rules, const value_model *v,
                              const bool *only, salvo_error *err);

/* Returns the question for that design with all battles so far. */
value_question fit_question(const fit_context *fit, const worth_design *design);

/* Fits the model, and notes the time that this takes. */
salvo_status fit_values(fit_context *fit, value_model *model, const value_question *of, salvo_error *err);

/* The same in place of an earlier model, if there is one; takes its worths as the list's prices. */
salvo_status fit_list(fit_context *fit, value_model *model, const value_question *of, salvo_list list,
                      salvo_error *err);

/* Sets prices by unit from worths by class. Their mean is that of the published prices, so that armies cost about the
 * same as before. */
void fit_read_prices(const fit_context *fit, const value_model *v, double *prices);

/* Returns the attacker's odds by the model, by condition; those of equal armies stay 1. `v` NULL: at the published
 * prices. NULL if memory is out. */
const double *fit_odds(const fit_context *fit, const value_model *v);

/* Returns the model with the attackers' odds under that list; NULL: the odds are those of the published prices. */
const value_model *fit_model_of(const fit_context *fit, salvo_list list);

/* The steps. */

/* Fights and fits all rounds. */
salvo_status fit_rounds(fit_context *fit, salvo_error *err);

/* Moves the fitted prices to the nearest ones within the author's limits. The prices without limits are a second
 * list. */
salvo_status new_prices_limit(fit_context *fit, salvo_error *err);

/* Fits the book's formula, if there is one, and sets the report's factors. */
salvo_status fit_formula(fit_context *fit, salvo_error *err);

/* Chooses the army rules, if the plan wants any, with the prices that belong to them, and reports them. */
salvo_status fit_rules(fit_context *fit, salvo_error *err);

/* Sets the report's prices with their intervals, its rounding, and its statements about the model. */
salvo_status new_prices_report(fit_context *fit, salvo_error *err);

/* Compares all pairs of classes, and reports those that cannot be distinguished. */
salvo_status new_prices_compare(fit_context *fit, salvo_error *err);

/* Measures how unfair each list is to armies that are equal under it, and how far the fitted list is from its floor. */
salvo_status lists_judge(fit_context *fit, salvo_error *err);

/* Measures how well each list predicts the winner, on the same unequal armies for all. */
salvo_status lists_predict(fit_context *fit, salvo_error *err);

/* Decides which lists there are for some of the conditions. If armies meet in only one, its list is the common one. */
salvo_status own_lists_list(fit_context *fit, salvo_error *err);

/* Fits each of them to its conditions, and judges it there beside the common list. */
salvo_status own_lists_fit(fit_context *fit, salvo_error *err);

/* Parts of several steps. */

/* Moves the prices of a model to the nearest ones within the author's limits. */
salvo_status new_prices_within(const fit_context *fit, const value_model *v, double *prices, limited *to,
                               salvo_error *err);

/* Sets the intervals of the model's prices by unit, relative to the list's mean. If the author has limits, moves the
 * prices within them first. */
salvo_status new_prices_bounds_own(const fit_context *fit, const value_model *v, double *prices, salvo_bounds *to,
                                   salvo_error *err);

#endif
