/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a fitted model to the reported prices. */
#ifndef SALVO_POINTS_NEW_PRICES_H
#define SALVO_POINTS_NEW_PRICES_H

#include "points/fit_context.h"

/* Moves the fitted prices to the nearest ones within the author's limits. The prices without limits are a second
 * list. */
salvo_status new_prices_limit(fit_context *fit, salvo_error *err);

/* The same for the prices that belong to army rules. The effects of the rules are found again, for the prices within
 * the limits. `of`: the question that fit->rules_model answers; its design changes. */
salvo_status new_prices_limit_rules(fit_context *fit, value_question *of, salvo_error *err);

/* Sets fit->report's prices with their intervals, and its statements about the model; the formula's factors; the pairs
 * of classes. */
salvo_status new_prices_read(fit_context *fit, salvo_error *err);
salvo_status new_prices_read_formula(fit_context *fit, salvo_error *err);
salvo_status new_prices_compare(fit_context *fit, salvo_error *err);

/* Reads the chosen rules with their effects by fit->rules_model. */
salvo_status new_prices_read_rules(fit_context *fit, salvo_error *err);

/* Sets the intervals of the model's prices, relative to the list's mean, by unit. */
salvo_status new_prices_bounds(const fit_context *fit, const value_model *v, const double *prices, salvo_bounds *to,
                               salvo_error *err);

/* The same after the prices were moved to the nearest ones within the author's limits, if there are any. */
salvo_status new_prices_limit_own(const fit_context *fit, const value_model *v, double *prices, salvo_bounds *to,
                                  salvo_error *err);

#endif
