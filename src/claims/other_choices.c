/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claims/other_choices.h"

#include <math.h>
#include <string.h>

#include "simulate/answer.h"

/* The work for one policy. Beside an exact answer of a small battle, a policy is solved exactly if that is quick.
 * Otherwise it gets TRIALS, in a large battle a quarter of them. Beside a simulation it gets one of SHARE parts of the
 * trials, so that all policies together take about a tenth of the time. The seed is the answer's, and so are the dice.
 * Nothing is tried beside an answer of the reference engine. If only that engine could fight the policy, the work
 * limits its trials. With fewer than TRIALS_TOLD, which show hardly anything, the policy is left out. */
enum {
    EFFORT = 100000,
    TRIALS = 16384,
    TRIALS_LEAST = 1024,
    TRIALS_TOLD = 256,
    ELEMENTS_SMALL = 16, /* of both sides */
    SHARE = 64,
    WORK = SALVO_WORK / 400,
};

static const double WORTH_TELLING = 0.01; /* a battle in a hundred */

/* Chernoff's bound: a share of n trials is this far above or below the chance with a probability of at most exp(-n KL).
 * It holds for all n and chances. There are at most 16 such bounds, two for every policy and for the present battle. So
 * fewer than one answer in twenty thousand reports a policy wrongly: that it differs though it does not, or too small a
 * change. */
static const double SURE = 12.7; /* ln(16 * 20000) */

static double divergence(double share, double chance)
{
    return (share > 0 ? share * log(share / chance) : 0) +
           (share < 1 ? (1 - share) * log((1 - share) / (1 - chance)) : 0);
}

/* Returns the chance farthest from the share towards `end`, 0 or 1, that may still have produced it. Without trials,
 * the share is exact and is returned. */
static double bound_towards(double end, double share, uint64_t trials)
{
    double in = share, out = end;

    for (int i = 0; i < 50 && trials; i++) {
        const double middle = (in + out) / 2;

        if ((double)trials * divergence(share, middle) <= SURE)
            in = middle;
        else
            out = middle;
    }
    return in;
}

/* Returns the trials of the answer; 0: it is exact. */
static uint64_t trials_of(const salvo_battle *battle)
{
    return battle->answer.exact ? 0 : battle->answer.simulation.trials;
}

static bool is_large(const salvo_battle *battle)
{
    return battle->side[0].count + battle->side[1].count > ELEMENTS_SMALL;
}

/* Returns a power of two, as for the trials of a run that stops by itself. */
static uint64_t trials_to_make(const salvo_battle *battle)
{
    const uint64_t made = trials_of(battle);
    uint64_t trials = made || !is_large(battle) ? TRIALS : TRIALS / 4;

    while (made && trials > TRIALS_LEAST && trials > made / SHARE)
        trials /= 2;
    return trials;
}

static uint64_t seed_of(const salvo_battle *battle)
{
    return battle->answer.simulated ? battle->answer.simulation.seed : 1;
}

/* The chance is rounded to six places, because the last digits of sums in doubles differ between machines. */
static double chance_of(const salvo_battle *battle)
{
    return round(figure_value(&battle->answer, &battle->p_a) * 1e6) / 1e6;
}

/* Returns false if memory is out. A policy that cannot be fought, or in too few trials, is not kept. */
static bool try_choice(other_choices *to, const salvo_battle *battle, salvo_targets targets, salvo_acts acts)
{
    const salvo_approach quick = {
        .method = battle->answer.exact && !is_large(battle) ? SALVO_EXACT_IF_QUICK : SALVO_MONTE_CARLO,
        .options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT},
        .plan = {.trials = trials_to_make(battle), .work_max = WORK, .seed = to->seed, .threads = 1}};
    other_choice choice = {.targets = targets, .acts = acts};
    salvo_battle_plan plan = *battle->plan;
    salvo_battle other;
    salvo_status status;

    for (int s = 0; s < 2; s++) {
        salvo_army *army = &plan.army[s];

        army->targets = army->targets == SALVO_USUAL ? targets : army->targets;
        army->acts = army->acts == SALVO_ACTS_USUAL ? acts : army->acts;
    }
    status = salvo_battle_fight(&other, battle->book, &plan, &quick, NULL);
    if (status != SALVO_OK)
        return status != SALVO_NO_MEMORY;
    choice.p_a = chance_of(&other);
    choice.trials = trials_of(&other);
    salvo_battle_free(&other);
    if (choice.trials == 0 || choice.trials >= TRIALS_TOLD) {
        const double more = bound_towards(1, choice.p_a, choice.trials) - bound_towards(0, to->p_a, trials_of(battle));
        const double less = bound_towards(1, to->p_a, trials_of(battle)) - bound_towards(0, choice.p_a, choice.trials);

        /* Below 0: whatever the chances are, it is surely less often, or more often. */
        choice.differs = fmin(more, less) < 0 && fabs(choice.p_a - to->p_a) > WORTH_TELLING;
        to->change = fmax(to->change, fmax(more, less));
        to->tried[to->n++] = choice;
    }
    return true;
}

bool targets_matter(const salvo_battle *battle, int side)
{
    return battle->side[!side].count > 1;
}

bool acts_matter(const salvo_battle *battle, int side)
{
    return battle->side[side].count > 1 && battle->book->ruleset->battle->sequence != SALVO_BY_CARDS;
}

static bool targets_are_open(const salvo_battle *battle, int side)
{
    return battle->plan->army[side].targets == SALVO_USUAL && targets_matter(battle, side);
}

static bool acts_are_open(const salvo_battle *battle, int side)
{
    return battle->plan->army[side].acts == SALVO_ACTS_USUAL && acts_matter(battle, side);
}

/* Sides without a policy of their own have the same: the ruleset's. */
static bool try_targets(other_choices *to, const salvo_battle *battle)
{
    const int side = targets_are_open(battle, 0) ? 0 : 1;
    bool well = true;

    for (int policy = SALVO_USUAL + 1; policy < SALVO_N_TARGETS && well && to->of_targets; policy++)
        if (policy != (int)battle->side[side].targets)
            well = try_choice(to, battle, (salvo_targets)policy, SALVO_ACTS_USUAL);
    return well;
}

static bool try_acts(other_choices *to, const salvo_battle *battle)
{
    const int side = acts_are_open(battle, 0) ? 0 : 1;
    bool well = true;

    for (int policy = SALVO_ACTS_USUAL + 1; policy < SALVO_N_ACTS && well && to->of_acts; policy++)
        if (policy != (int)battle->side[side].acts)
            well = try_choice(to, battle, SALVO_USUAL, (salvo_acts)policy);
    return well;
}

static bool is_by_reference_engine(const salvo_battle *battle)
{
    return !battle->answer.exact && strcmp(battle->answer.simulation.isa, "by-the-book") == 0;
}

/* NULL: nothing is open or could be tried, or memory is out (*no_memory). */
static const other_choices *look_at_others(const salvo_battle *battle, bool *no_memory)
{
    other_choices *found = salvo_arena_array(battle->answer.claims->memory, 1, sizeof *found);

    *no_memory = !found;
    if (!found || is_by_reference_engine(battle))
        return NULL;
    *found = (other_choices){.p_a = chance_of(battle),
                             .seed = seed_of(battle),
                             .of_targets = targets_are_open(battle, 0) || targets_are_open(battle, 1),
                             .of_acts = acts_are_open(battle, 0) || acts_are_open(battle, 1)};
    *no_memory = !try_targets(found, battle) || !try_acts(found, battle);
    return !*no_memory && found->n ? found : NULL;
}

const other_choices *other_choices_of(const salvo_battle *battle, bool *failed)
{
    salvo_claims *claims = battle->answer.claims;
    bool no_memory = false;

    if (!claims->choices_found)
        claims->choices = look_at_others(battle, &no_memory);
    claims->choices_found = !no_memory;
    *failed = *failed || no_memory;
    return claims->choices;
}

/* Returns the farthest policy in that direction: -1 below, 1 above. */
static const other_choice *farthest(const other_choices *of, bool targets, int direction)
{
    const other_choice *found = NULL;

    for (size_t i = 0; i < of->n; i++) {
        const other_choice *tried = &of->tried[i];

        if (tried->differs && (!targets || tried->targets != SALVO_USUAL) &&
            direction * (tried->p_a - (found ? found->p_a : of->p_a)) > 0)
            found = tried;
    }
    return found;
}

const other_choice *least_choice(const other_choices *of, bool targets)
{
    return farthest(of, targets, -1);
}

const other_choice *most_choice(const other_choices *of, bool targets)
{
    return farthest(of, targets, 1);
}
