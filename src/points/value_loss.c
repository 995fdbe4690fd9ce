/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a fit minimises: the negative log quasi-posterior, pair by pair and condition by condition, and the non-zero
 * part of its gradient. Worths are sums of terms, so the logit is not linear in the parameters. But a pair has few
 * kinds, and most derivatives of its logit are 0. */
#include "points/value_problem.h"

#include <math.h>

/* Priors of log steepness and growth. They are wide, because the battles of a list say more. Lanchester's square law
 * has a steepness of about 2 for few elements, and a growth of 1/2. */
static const double STEEPNESS = 4, STEEPNESS_SD = 1, GROWTH = 0.5, GROWTH_SD = 0.5;

/* Standard deviations. ODDS_SD: of the logarithm of an attacker's odds, about the known odds. RULE_SD: of a rule's
 * effect, about 0; a tenth of an army's cost is much. */
static const double ODDS_SD = 0.5, RULE_SD = 0.1;

double value_weight(const value_question *q, size_t condition)
{
    return (q->weight ? q->weight[condition] : 1) * (q->emphasis ? q->emphasis[condition] : 1);
}

static bool attacks(const value_question *q, size_t condition)
{
    return q->odds && q->odds[condition] != 1;
}

/* Worths add up: those of the elements are the army's, before army rules. */
static double elements_worth(const double *of_class, const observation *o, int side)
{
    double sum = 0;

    for (int k = 0; k < o->n_kinds[side]; k++)
        sum += o->count[side][k] * of_class[o->class[side][k]];
    return sum;
}

/* 1 plus the effects of the rules on the army. It is bounded below, because a step of the search may overshoot. */
double value_rules_factor(const double *effects, size_t n_rules, const observation *o, int side)
{
    double factor = 1;

    for (size_t r = 0; r < n_rules; r++)
        factor += effects[r] * o->share[side][r];
    return fmax(factor, 0.05);
}

/* Returns the log ratio of both armies' worths. */
double value_log_ratio(const problem *p, const double *x, const observation *o)
{
    double log_worth[2];

    for (int s = 0; s < 2; s++)
        log_worth[s] = log(elements_worth(p->now.of, o, s) * value_rules_factor(x + p->v->rules, p->v->n_rules, o, s));
    return log_worth[0] - log_worth[1];
}

void value_row_add(problem *p, size_t i, double value)
{
    if (!p->is_in[i]) {
        p->is_in[i] = true;
        p->at[p->n_at++] = i;
    }
    p->row[i] += value;
}

static void clear_row(problem *p)
{
    for (size_t i = 0; i < p->n_at; i++) {
        p->row[p->at[i]] = 0;
        p->is_in[p->at[i]] = false;
    }
    p->n_at = 0;
}

/* Adds weight times the derivative of the class's worth: the derivative of a term by a log factor is the term. */
static void add_class(problem *p, size_t class, double weight)
{
    const worth_design *d = p->of->design;

    for (size_t t = d->first_term[class]; t < d->first_term[class + 1]; t++)
        for (int f = 0; f < TERM_FACTORS; f++)
            if (d->terms[t].factor[f] != NO_FACTOR)
                value_row_add(p, (size_t)d->terms[t].factor[f], weight * p->now.term[t]);
}

/* Reads the gradient of log_ratio into the row. */
void value_row_read(problem *p, const double *x, const observation *o)
{
    clear_row(p);
    for (int s = 0; s < 2; s++) {
        const double sign = s ? -1 : 1, all = elements_worth(p->now.of, o, s);
        const double factor = value_rules_factor(x + p->v->rules, p->v->n_rules, o, s);

        for (int k = 0; k < o->n_kinds[s]; k++)
            add_class(p, o->class[s][k], sign * o -> count[s][k] / all);
        for (size_t r = 0; r < p->v->n_rules; r++)
            if (o->share[s][r] != 0 && (!p->of->is_open || p->of->is_open[r]))
                value_row_add(p, p->v->rules + r, sign * o->share[s][r] / factor);
    }
}

view value_view_at(const value_model *v, const double *x, const observation *o, size_t condition, double ratio)
{
    view w = {.k = exp(x[v->steepness + condition] + x[v->growth] * o->log_size), .weight = 1};

    w.logit = w.k * (ratio - x[v->odds + condition]);
    w.score = 1 / (1 + exp(-w.logit));
    return w;
}

/* Returns the logit of a score. A finite number of battles cannot distinguish extreme scores from 0 and 1. */
double value_logit(const value_model *v, double score)
{
    const double s = fmin(1 - v->sure, fmax(v->sure, score));

    return log(s / (1 - s));
}

/* Returns log(1 + exp(x)) without overflow. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* The likelihood is that of a Bernoulli trial with a fraction as its outcome. */
static void look_by_likelihood(view *w, double score)
{
    w->loss = softplus(w->logit) - score * w->logit;
    w->slope = w->score - score;
    w->curvature = w->score * (1 - w->score);
}

/* Twice the square of the imbalance that would remain if the armies were equal by the model. Its curvature at an even
 * score is that of the likelihood. Battles that no price could make even have no slope, and so no influence. If
 * scenarios disagree, the squares are flat for that reason, and the luck of the draw decides. A fifth of the
 * likelihood, in which every battle counts, prevents this. On M.A.D., lists of several seeds are then a quarter as far
 * apart. The remainder on armies of other seeds is the same (0.3053 and 0.3054; the likelihood alone leaves 0.3065). */
static void look_by_imbalance(view *w, double logit, double score, bool is_exact)
{
    static const double LIKELY = 0.2;
    const double t = tanh((logit - w->logit) / 2) / 2, q = 0.25 - t * t;
    view likely = *w;

    look_by_likelihood(&likely, score);
    w->loss = (1 - LIKELY) * 2 * t * t + LIKELY * likely.loss;
    w->slope = (1 - LIKELY) * -4 * t * q + LIKELY * likely.slope;
    w->curvature = (1 - LIKELY) * 4 * q * (is_exact ? q - 2 * t * t : q) + LIKELY * likely.curvature;
}

view value_look(const problem *p, const double *x, const observation *o, size_t i, double ratio)
{
    view w = value_view_at(p->v, x, o, o->at[i].condition, ratio);

    w.weight = value_weight(p->of, o->at[i].condition) * p->scale;
    if (p->is_even)
        look_by_imbalance(&w, value_logit(p->v, o->at[i].score), o->at[i].score, p->is_exact);
    else
        look_by_likelihood(&w, o->at[i].score);
    return w;
}

/* Sets the normal prior of a parameter: its value unless the observations say otherwise. A standard deviation of 0: it
 * is fixed at the mean. */
void value_prior(const problem *p, size_t i, double *mean, double *sd)
{
    const value_model *v = p->v;

    *mean = 0;
    *sd = RULE_SD;
    if (p->is_even && i >= v->growth && i < v->odds) {
        *mean = p->known[i - v->growth];
        *sd = 0;
    } else if (i < v->growth) {
        *sd = p->of->prior_sd;
    } else if (i == v->growth) {
        *mean = GROWTH;
        *sd = GROWTH_SD;
    } else if (i < v->odds) {
        *mean = log(STEEPNESS);
        *sd = STEEPNESS_SD;
    } else if (i < v->rules) {
        *mean = p->of->odds ? log(p->of->odds[i - v->odds]) : 0;
        *sd = attacks(p->of, i - v->odds) ? ODDS_SD : 0;
    } else if (p->of->is_open && !p->of->is_open[i - v->rules]) {
        *sd = 0;
    }
}

own_gradient value_own(const problem *p, const observation *o, size_t condition, const view *w)
{
    const value_model *v = p->v;
    own_gradient own = {.n = 0};

    if (attacks(p->of, condition)) {
        own.at[own.n] = v->odds + condition;
        own.value[own.n++] = -w->k;
    }
    if (p->is_even) /* the others are fixed */
        return own;
    own.at[own.n] = v->growth;
    own.value[own.n++] = w->logit * o->log_size;
    own.at[own.n] = v->steepness + condition;
    own.value[own.n++] = w->logit;
    return own;
}
