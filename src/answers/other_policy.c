#include "answers/other_policy.h"

#include <math.h>

#include "document/figures.h"

/* Of each battle for comparison; all throw the same dice, so that most of the noise is in both. Where no kernel can fight it,
 * fewer trials are made: all of them together are to take little time. */
enum {
    TRIALS = 4000,
    WORK = SALVO_WORK / 40,
    EFFORT = 100000,
    ELEMENTS_MAX = 16, /* of both sides: with more it would take too long */
    DECIMALS = 2       /* as the answer has them */
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
    *chance = round((other.answer.counted ? other.p_a.exact.value : other.p_a.simulated.value) * 1e6) / 1e6;
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
    other_targets *found = salvo_arena_array(battle->memory, 1, sizeof *found);
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
    salvo_claims *claims = battle->claims;
    bool no_memory = false;

    if (!claims->targets_found)
        claims->targets = look_at_others(battle, &no_memory);
    claims->targets_found = !no_memory;
    *failed = *failed || no_memory;
    return claims->targets;
}

static void put_other(salvo_text *text, const other_target *other)
{
    if (other->differs)
        salvo_text_add(text, ", in about %.0f %% with --targets %s", 100 * other->p_a, SALVO_TARGETS[other->targets]);
}

/* How it is asked, the answer itself tells: the same figure, not that of the quick look. The others were looked at with
 * other dice, and are told to a percent. */
static void put_usual(salvo_text *text, const salvo_battle *battle)
{
    char chance[FIGURE_MAX];

    reading_put(chance, read_probability(&battle->answer, &battle->p_a, DECIMALS), (salvo_format){.kind = SALVO_TABLE});
    salvo_text_add(text, "You did not say how targets are chosen, and it matters: a wins in %s as it is", chance);
}

void add_other_targets(page *p, const salvo_battle *battle)
{
    const other_targets *found = other_targets_of(battle, &p->failed);
    salvo_text text = {0};

    if (!found)
        return;
    put_usual(&text, battle);
    put_other(&text, &found->least);
    put_other(&text, &found->most);
    salvo_text_put(&text, ".");
    page_text(p, &text);
}

static void describe_other(record *to, const void *of, size_t i)
{
    const other_target *other = (const other_target *)of + i;
    const field fields[] = {
        {JSON, "targets", as_text(SALVO_TARGETS[other->targets])},
        {JSON, "p_a", as_number(other->p_a)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_others(record *to, const void *of, size_t i)
{
    const other_targets *found = of;
    const field fields[] = {
        {JSON, "p_a", as_number(found->usual)},
        {JSON, "least", if_there(found->least.differs, as_row(describe_other, &found->least, 0))},
        {JSON, "most", if_there(found->most.differs, as_row(describe_other, &found->most, 0))},
        {JSON, "trials", as_whole((int64_t)found->trials)},
    };

    (void)i;
    PUT_FIELDS(to, fields);
}

datum as_other_targets(const salvo_battle *battle, bool *failed)
{
    const other_targets *found = other_targets_of(battle, failed);

    return if_there(found, as_row(describe_others, found, 0));
}
