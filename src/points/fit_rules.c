/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The army rules of a fit: which are worth printing, and the prices that belong to them. */
#include <string.h>

#include "base/try.h"
#include "points/fit_context.h"
#include "simulate/statistics.h"

/* The effects were found for other prices, so these prices need new ones. */
static salvo_status limit_prices(fit_context *fit, value_question *of, salvo_error *err)
{
    const unit_pool *pool = &fit->battles.pool;
    double *by_class, *members;
    salvo_status status;

    TRY(new_prices_within(fit, &fit->rules_model, fit->lists[SALVO_LIST_RULES], &fit->held_rules, err));
    by_class = salvo_arena_array(fit->report->memory, pool->n_classes, sizeof *by_class);
    members = salvo_arena_array(fit->report->memory, pool->n_classes, sizeof *members);
    if (!by_class || !members)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < pool->n; u++) {
        by_class[pool->units[u].class] += fit->lists[SALVO_LIST_RULES][u];
        members[pool->units[u].class]++;
    }
    for (size_t c = 0; c < pool->n_classes; c++)
        by_class[c] /= members[c];
    status = worth_design_fixed(&fit->within, by_class, pool->n_classes, fit->report->memory, err);
    of->design = &fit->within;
    value_model_free(&fit->rules_model);
    return status == SALVO_OK ? value_model_fit(&fit->rules_model, of, err) : status;
}

/* The effects are those of the model in which rules and prices were fitted together. Fitted alone, each would look
 * greater. */
static salvo_status report_rules(fit_context *fit, salvo_error *err)
{
    const value_model *v = &fit->rules_model;
    salvo_points_fit *f = fit->report;
    double *g = salvo_arena_array(f->memory, v->n, sizeof *g);

    f->rules = salvo_arena_array(f->memory, fit->choice.n, sizeof *f->rules);
    if (!g || !f->rules)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < fit->choice.n; i++) {
        const size_t at = v->rules + fit->choice.order[i];
        const double effect = v->parameters[at];
        army_rule rule = fit->candidates.of[fit->choice.order[i]];
        double error;

        g[at] = 1;
        error = salvo_normal_reach() * value_model_error(v, g);
        g[at] = 0;
        rule.effect = effect;
        fit->rules.of[fit->rules.n++] = rule;
        f->rules[i] = (salvo_army_rule){.words = army_rule_words(&rule, effect, f->memory),
                                        .effect = {effect, effect - error, effect + error},
                                        .gain = fit->choice.gain[i]};
        if (!f->rules[i].words)
            return salvo_fail_memory(err);
    }
    f->n_rules = fit->choice.n;
    return SALVO_OK;
}

salvo_status fit_rules(fit_context *fit, salvo_error *err)
{
    value_question of = fit_question(fit, &fit->free);

    if (fit->report->plan.army_rules == 0 || fit->stopped)
        return SALVO_OK;
    of.n_rules = fit->candidates.n;
    fit->time.fits -= FIT_RULES_MODELS;
    TRY(rule_choice_make(&fit->choice, &of, &fit->seen, (size_t)fit->report->plan.army_rules, err));
    if (fit->choice.n == 0)
        return SALVO_OK;
    of.is_open = fit->choice.is_open;
    TRY(fit_list(fit, &fit->rules_model, &of, SALVO_LIST_RULES, err));
    TRY(fit->limits.exist ? limit_prices(fit, &of, err) : SALVO_OK);
    return report_rules(fit, err);
}
