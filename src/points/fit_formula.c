/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The book's formula in a fit: its factors, fitted once, at the end, to the battles of all rounds. */
#include <math.h>

#include "base/try.h"
#include "points/bounds.h"
#include "points/fit_context.h"

/* Factors of items are in the scale of the new prices. Factors that qualify items are ratios, which no scale
 * changes. */
static salvo_status report_factors(fit_context *fit, salvo_error *err)
{
    const value_model *v = &fit->formula_model;
    relative errors;
    double scale;

    TRY(relative_make(&errors, v, &fit->battles.pool, fit->report->memory, err));
    /* Any unit shows the scale: prices are worths times one number. */
    scale = fit->lists[SALVO_LIST_FORMULA][0] / value_model_worth(v, fit->battles.pool.units[0].class);
    fit->report->formula = fit->formula.items;
    fit->report->n_formula = fit->formula.design.n_factors;
    for (size_t i = 0; i < fit->report->n_formula; i++) {
        salvo_formula_item *r = &fit->report->formula[i];
        bool is_item = *r->part;

        for (size_t k = 0; k < v->n; k++)
            errors.gradient[k] = (k == i) - (is_item ? errors.mean[k] : 0);
        r->factor =
            bounds_of_logarithm(exp(v->parameters[i]) * (is_item ? scale : 1), value_model_error(v, errors.gradient));
    }
    return SALVO_OK;
}

salvo_status fit_formula(fit_context *fit, salvo_error *err)
{
    const value_question of = fit_question(fit, &fit->formula.design);

    if (!fit->formula.exists)
        return SALVO_OK;
    fit->time.fits--;
    TRY(fit_list(fit, &fit->formula_model, &of, SALVO_LIST_FORMULA, err));
    return report_factors(fit, err);
}
