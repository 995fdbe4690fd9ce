/* The mean over conditions alone may sell one scenario to please another: on M.A.D. meeting gains twice what hold loses.
 * An author cannot defend that, because whoever plays hold is worse off. So a scenario that would be less fair than before
 * counts three times as much, or nine times. Three is coarse on purpose: at the weight with which hold is just as fair
 * as before, prices hang on the last digit of an estimate, and seeds disagree (root mean square of z between them: 3.4 with
 * doubling); well beyond it they hardly move, and the mean is as good. */
#include "points/emphasis.h"

#include <math.h>
#include <string.h>

static const double TIMES = 3, MOST = 9; /* beyond, one scenario would be all that counts */

/* What is left of the imbalance in every scenario, on average over armies that are about even by the model. Of others it
 * is an extrapolation along an average steepness, which errs by as much as lists differ. */
static void measure(double left[SALVO_N_SCENARIOS], const value_model *v, const value_question *of, const unit_pool *m)
{
    static const double NEAR = 0.1; /* a log ratio */
    double weights[SALVO_N_SCENARIOS] = {0};

    memset(left, 0, SALVO_N_SCENARIOS * sizeof *left);
    for (size_t i = 0; i < of->n_seen; i++)
        for (size_t k = 0; k < of->seen[i].n; k++) {
            const meeting *at = &m->meetings[of->seen[i].at[k].condition];
            const double weight = of->weight[of->seen[i].at[k].condition];

            if (fabs(value_model_off(v, &of->seen[i], of->seen[i].at[k].condition)) > NEAR)
                continue;
            left[at->scenario] += weight * value_model_left(v, &of->seen[i], k);
            weights[at->scenario] += weight;
        }
    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        left[s] /= weights[s] > 0 ? weights[s] : 1;
}

/* The model with every unit at the price that it had, and attackers at the odds that they needed then. */
static bool go_back(value_model *before, const value_model *v, const value_question *of, salvo_arena *memory)
{
    *before = *v;
    before->parameters = salvo_arena_array(memory, v->n, sizeof *before->parameters);
    if (!before->parameters)
        return false;
    memcpy(before->parameters, v->parameters, v->n * sizeof *before->parameters);
    memset(before->parameters, 0, v->growth * sizeof *before->parameters); /* factors come first: of 1 */
    for (size_t at = 0; at < v->n_conditions; at++)
        before->parameters[v->odds + at] = log(of->odds[at]);
    return true;
}

salvo_status emphasis_raise(double *emphasis, bool *raised, const value_model *v, const value_question *of,
                            const unit_pool *m, salvo_arena *memory, salvo_error *err)
{
    value_model before;
    double was[SALVO_N_SCENARIOS], is[SALVO_N_SCENARIOS];
    bool any_is_fairer = false;

    *raised = false;
    if (!go_back(&before, v, of, memory))
        return salvo_fail_memory(err);
    measure(was, &before, of, m);
    measure(is, v, of, m);
    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        any_is_fairer |= is[s] < was[s];
    for (size_t at = 0; any_is_fairer && at < m->n_meetings; at++)
        if (is[m->meetings[at].scenario] > was[m->meetings[at].scenario] && emphasis[at] < MOST) {
            emphasis[at] *= TIMES;
            *raised = true;
        }
    return SALVO_OK;
}
