/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a fitted model to prices that are reported. */
#ifndef SALVO_POINTS_NEW_PRICES_H
#define SALVO_POINTS_NEW_PRICES_H

#include "points/fit_context.h"

/* Moves the fitted prices to the nearest ones that the author's limits allow; those without them are a list beside it. */
salvo_status new_prices_limit(fit_context *d, salvo_error *err);

/* The same of the prices that go with rules for the army as a whole; the effects of the rules are found again, beside the
 * prices that the limits leave. `of`: the question that d->rules_model answers; its design changes. */
salvo_status new_prices_limit_rules(fit_context *d, value_question *of, salvo_error *err);

/* d->fit's prices with their intervals, and what it says of the model; the formula's factors; pairs of classes. */
salvo_status new_prices_read(fit_context *d, salvo_error *err);
salvo_status new_prices_read_formula(fit_context *d, salvo_error *err);
salvo_status new_prices_compare(fit_context *d, salvo_error *err);

/* The rules that were chosen, with their effects by d->rules_model. */
salvo_status new_prices_read_rules(fit_context *d, salvo_error *err);

/* Intervals of prices that the model gave, relative to the list's mean, by unit. */
salvo_status new_prices_bounds(const fit_context *d, const value_model *v, const double *prices, salvo_bounds *to,
                               salvo_error *err);

/* The same after the prices were moved to the nearest ones within the author's limits, where there are any. */
salvo_status new_prices_limit_own(const fit_context *d, const value_model *v, double *prices, salvo_bounds *to,
                                  salvo_error *err);

#endif
