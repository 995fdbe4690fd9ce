/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mean over conditions alone may harm one scenario to improve another: on M.A.D. meeting gains twice what hold
 * loses. An author cannot defend that, because players of hold are worse off. So a scenario that would be less fair
 * than before counts three times as much, or nine times. The factor of 3 is coarse on purpose. At the weight that makes
 * hold just as fair as before, prices depend on the last digit of an estimate, and seeds disagree: the root mean square
 * of z between them is 3.4 with doubling. At a clearly greater weight prices hardly move, and the mean is as good. If
 * no emphasis helps, prices move only so far from the earlier ones that no scenario loses. */
#include "points/emphasis.h"

#include <math.h>
#include <string.h>

static const double TIMES = 3, MOST = 9; /* beyond MOST only one scenario would count */

const double EMPHASIS_TOLERANCE = 0.01;

/* Measures the remaining imbalance in every scenario, on average over armies that are about even by the model. For
 * other armies it extrapolates along an average steepness, whose error is as large as the differences between lists. */
static void measure_left(double left[SALVO_N_SCENARIOS], const value_model *v, const value_question *of,
                         const unit_pool *pool)
{
    static const double NEAR = 0.1; /* a log ratio */
    double weights[SALVO_N_SCENARIOS] = {0};

    memset(left, 0, SALVO_N_SCENARIOS * sizeof *left);
    for (size_t i = 0; i < of->n_seen; i++)
        for (size_t k = 0; k < of->seen[i].n; k++) {
            const pool_condition *at = &pool->conditions[of->seen[i].at[k].condition];
            const double weight = of->weight[of->seen[i].at[k].condition];

            if (fabs(value_model_off(v, &of->seen[i], of->seen[i].at[k].condition)) > NEAR)
                continue;
            left[at->scenario] += weight * value_model_left(v, &of->seen[i], k);
            weights[at->scenario] += weight;
        }
    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        left[s] /= weights[s] > 0 ? weights[s] : 1;
}

/* Copies the model with its own parameters. */
static bool copy_model(value_model *to, const value_model *v, salvo_arena *memory)
{
    *to = *v;
    to->parameters = salvo_arena_array(memory, v->n, sizeof *to->parameters);
    if (!to->parameters)
        return false;
    memcpy(to->parameters, v->parameters, v->n * sizeof *to->parameters);
    return true;
}

/* Moves by the given part from the earlier prices and the odds that attackers needed then to those of the model. */
static void go_part_of_the_way(value_model *to, const value_model *v, const value_question *of, double part)
{
    for (size_t i = 0; i < v->growth; i++) /* logarithms of factors are first: 0 is the earlier price */
        to->parameters[i] = part * v->parameters[i];
    for (size_t at = 0; at < v->n_conditions; at++)
        to->parameters[v->odds + at] = (1 - part) * log(of->odds[at]) + part * v->parameters[v->odds + at];
}

salvo_status emphasis_measure(fairness *to, const value_model *v, const value_question *of, const unit_pool *pool,
                              salvo_arena *memory, salvo_error *err)
{
    value_model before;

    if (!copy_model(&before, v, memory))
        return salvo_fail_memory(err);
    go_part_of_the_way(&before, v, of, 0);
    measure_left(to->was, &before, of, pool);
    measure_left(to->is, v, of, pool);
    return SALVO_OK;
}

double emphasis_excess(const fairness *of)
{
    double most = 0;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        if (of->was[s] > 0)
            most = fmax(most, of->is[s] / of->was[s] - 1);
    return most;
}

bool emphasis_raise(double *emphasis, const fairness *of, const unit_pool *pool)
{
    bool any_is_fairer = false, raised = false;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        any_is_fairer |= of->is[s] < of->was[s];
    for (size_t at = 0; any_is_fairer && at < pool->n_conditions; at++)
        if (of->is[pool->conditions[at].scenario] > of->was[pool->conditions[at].scenario] && emphasis[at] < MOST) {
            emphasis[at] *= TIMES;
            raised = true;
        }
    return raised;
}

/* Errors shrink with the distance. */
static void shrink_errors(value_model *v, double part)
{
    for (size_t i = 0; i < v->n; i++)
        for (size_t k = 0; k < v->n; k++) {
            const bool moved[] = {i < v->growth || (i >= v->odds && i < v->rules),
                                  k < v->growth || (k >= v->odds && k < v->rules)};

            v->covariance[i * v->n + k] *= (moved[0] ? part : 1) * (moved[1] ? part : 1);
        }
}

salvo_status emphasis_draw_back(value_model *v, double *part, const value_question *of, const unit_pool *pool,
                                salvo_arena *memory, salvo_error *err)
{
    enum { HALVINGS = 10 };
    value_model tried;
    fairness there;
    double beyond = 1;

    *part = 0; /* at the earlier prices nothing is less fair */
    if (!copy_model(&tried, v, memory))
        return salvo_fail_memory(err);
    go_part_of_the_way(&tried, v, of, 0);
    measure_left(there.was, &tried, of, pool);
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (*part + beyond) / 2;

        go_part_of_the_way(&tried, v, of, middle);
        measure_left(there.is, &tried, of, pool);
        if (emphasis_excess(&there) <= EMPHASIS_TOLERANCE)
            *part = middle;
        else
            beyond = middle;
    }
    go_part_of_the_way(v, v, of, *part);
    shrink_errors(v, *part);
    return SALVO_OK;
}
