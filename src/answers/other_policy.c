#include "answers/other_policy.h"

#include <math.h>

/* Of each battle for comparison; all throw the same dice, so that most of the noise is in both. */
enum { TRIALS = 4000, EFFORT = 100000, ELEMENTS_MAX = 16 /* of both sides: with more it would take too long */ };

/* Four standard errors of the difference of two shares of so many trials, at most. */
static const double DIFFERENCE = 0.045;

/* The chance that a wins, with the policy in place of those that are not said; NAN where it cannot be fought. False: memory
 * ran out. */
static bool chance_with(const salvo_battle *battle, int policy, double *chance)
{
    const salvo_approach quick = {.method = SALVO_WHICHEVER,
                                  .options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT},
                                  .plan = {.trials = TRIALS, .seed = 1}};
    salvo_battle_plan plan = *battle->plan;
    salvo_battle other;
    salvo_status status;

    for (int s = 0; s < 2; s++)
        plan.army[s].targets = plan.army[s].targets == SALVO_USUAL ? (salvo_targets)policy : plan.army[s].targets;
    status = salvo_battle_fight(&other, battle->book, &plan, &quick, NULL);
    *chance = NAN;
    if (status != SALVO_OK)
        return status != SALVO_NO_MEMORY;
    *chance = other.answer.counted ? other.p_a.exact.value : other.p_a.simulated.value;
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

static void put_other(salvo_text *text, double difference, double chance, int policy)
{
    if (difference > DIFFERENCE)
        salvo_text_add(text, ", in %.0f %% with --targets %s", 100 * chance, SALVO_TARGETS[policy]);
}

bool other_policy(const salvo_battle *battle, const char **sentence)
{
    double usual, least = INFINITY, most = -INFINITY, chance;
    int lowest = 0, highest = 0;
    salvo_text text = {0};

    *sentence = NULL;
    if (!is_open(battle))
        return true;
    if (!chance_with(battle, SALVO_USUAL, &usual))
        return false;
    for (int policy = SALVO_USUAL + 1; policy < SALVO_N_TARGETS; policy++) {
        if (!chance_with(battle, policy, &chance))
            return false;
        lowest = chance < least ? policy : lowest;
        least = fmin(least, chance);
        highest = chance > most ? policy : highest;
        most = fmax(most, chance);
    }
    if (!(most - usual > DIFFERENCE || usual - least > DIFFERENCE))
        return true;
    salvo_text_add(&text, "Who is fired at was not said, and matters: a wins in about %.0f %% as it is", 100 * usual);
    put_other(&text, usual - least, least, lowest);
    put_other(&text, most - usual, most, highest);
    salvo_text_put(&text, ".");
    *sentence = text.failed ? NULL : salvo_arena_text(battle->memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return *sentence != NULL;
}
