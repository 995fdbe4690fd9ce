#include "claims/other_targets.h"

#include <math.h>

#include "simulate/answer.h"

/* Of each battle for comparison; all throw the same dice, so that most of the noise is in both. Where no kernel can fight it,
 * fewer trials are made: all of them together are to take little time. */
enum {
    TRIALS = 4000,
    WORK = SALVO_WORK / 40,
    EFFORT = 100000,
    ELEMENTS_MAX = 16 /* of both sides: with more it would take too long */
};

/* Four standard errors of the difference of two shares of so many trials, at most. */
static double difference_of(uint64_t trials)
{
    return trials >= TRIALS ? 0.045 : 4 * sqrt(0.5 / (double)trials);
}

/* The chance that a wins, with the policy in place of those that are not said; NAN where it cannot be fought. *trials becomes
 * that of the fewest so far. False: memory ran out. */
static bool chance_with(const salvo_battle *battle, int policy, double *chance, uint64_t *trials)
{
    const salvo_approach quick = {.method = SALVO_WHICHEVER,
                                  .options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT},
                                  .plan = {.trials = TRIALS, .work_max = WORK, .seed = 1}};
    salvo_battle_plan plan = *battle->plan;
    salvo_battle other;
    salvo_status status;

    for (int s = 0; s < 2; s++)
        plan.army[s].targets = plan.army[s].targets == SALVO_USUAL ? (salvo_targets)policy : plan.army[s].targets;
    status = salvo_battle_fight(&other, battle->book, &plan, &quick, NULL);
    *chance = NAN;
    if (status != SALVO_OK)
        return status != SALVO_NO_MEMORY;
    /* To six places: the last digits of sums in doubles are not those of every machine. */
    *chance = round(figure_value(&other.answer, &other.p_a) * 1e6) / 1e6;
    if (other.answer.simulated && other.answer.simulation.trials < *trials)
        *trials = other.answer.simulation.trials;
    salvo_battle_free(&other);
    return true;
}

/* One element on either side leaves nothing to choose. */
static bool is_open(const salvo_battle *battle)
{
    const salvo_battle_plan *plan = battle->plan;

    return battle->side[0].count + battle->side[1].count <= ELEMENTS_MAX &&
           ((plan->army[0].targets == SALVO_USUAL && battle->side[1].count > 1) ||
            (plan->army[1].targets == SALVO_USUAL && battle->side[0].count > 1));
}

/* What the policies come to; NULL: nothing that is sure, or memory is out (*no_memory). */
static const other_targets *look_at_others(const salvo_battle *battle, bool *no_memory)
{
    other_targets *found = salvo_arena_array(battle->answer.claims->memory, 1, sizeof *found);
    double chance;

    *no_memory = !found;
    if (!found || !is_open(battle))
        return NULL;
    *found = (other_targets){.least = {.p_a = INFINITY}, .most = {.p_a = -INFINITY}, .trials = TRIALS};
    *no_memory = !chance_with(battle, SALVO_USUAL, &found->usual, &found->trials);
    for (int policy = SALVO_USUAL + 1; policy < SALVO_N_TARGETS && !*no_memory; policy++) {
        *no_memory = !chance_with(battle, policy, &chance, &found->trials);
        if (chance < found->least.p_a)
            found->least = (other_target){(salvo_targets)policy, chance, false};
        if (chance > found->most.p_a)
            found->most = (other_target){(salvo_targets)policy, chance, false};
    }
    found->least.differs = found->usual - found->least.p_a > difference_of(found->trials);
    found->most.differs = found->most.p_a - found->usual > difference_of(found->trials);
    return !*no_memory && (found->least.differs || found->most.differs) ? found : NULL;
}

const other_targets *other_targets_of(const salvo_battle *battle, bool *failed)
{
    salvo_claims *claims = battle->answer.claims;
    bool no_memory = false;

    if (!claims->targets_found)
        claims->targets = look_at_others(battle, &no_memory);
    claims->targets_found = !no_memory;
    *failed = *failed || no_memory;
    return claims->targets;
}
