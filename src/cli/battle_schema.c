/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/battle_schema.h"

#include <string.h>

#include <salvo/fight.h>

#include "base/fail.h"
#include "cli/option_table.h"
#include "rules/one_on_one.h"
#include "rules/parameters.h"

const salvo_parameter PLAN_PARAMETERS[N_PLAN] = {
    [PLAN_RANGE] = DECIMAL("range", NULL, 0, INFINITY, NULL, .distance = true, .bracketed = true, .required = true),
    [PLAN_SCENARIO] = CHOICE("scenario", NULL, SALVO_SCENARIOS, "hold", .without = SALVO_HOLD),
    [PLAN_CLOSE_TO] = DECIMAL("close-to", NULL, 0, INFINITY, NULL, .distance = true, .without = -1),
    [PLAN_HALT_A] = DECIMAL("halt-a", NULL, 0, INFINITY, NULL, .distance = true, .word = "best"),
    [PLAN_HALT_B] = DECIMAL("halt-b", NULL, 0, INFINITY, NULL, .distance = true, .word = "best"),
    [PLAN_TARGETS] = CHOICE("targets", NULL, SALVO_TARGETS, "usual", .without = SALVO_USUAL),
    [PLAN_TARGETS_A] = CHOICE("targets-a", NULL, SALVO_TARGETS, NULL, .without = SALVO_USUAL),
    [PLAN_TARGETS_B] = CHOICE("targets-b", NULL, SALVO_TARGETS, NULL, .without = SALVO_USUAL),
    [PLAN_ACTS] = CHOICE("acts", NULL, SALVO_ACTS, "usual", .without = SALVO_ACTS_USUAL),
    [PLAN_ACTS_A] = CHOICE("acts-a", NULL, SALVO_ACTS, NULL, .without = SALVO_ACTS_USUAL),
    [PLAN_ACTS_B] = CHOICE("acts-b", NULL, SALVO_ACTS, NULL, .without = SALVO_ACTS_USUAL),
    [PLAN_TURNS] = WHOLE("turns", NULL, 1, SALVO_TURNS_MAX, NULL, .word = "unlimited"),
    [PLAN_BREAK_AT] = DECIMAL("break-at", NULL, 0, 1, NULL, .without = 0),
};

/* If cards decide who acts next, the user does not. */
static bool is_asked(const salvo_battle_adapter *battle, int plan)
{
    return battle->sequence != SALVO_BY_CARDS || (plan != PLAN_ACTS && plan != PLAN_ACTS_A && plan != PLAN_ACTS_B);
}

/* Every word of a plan is also an option, and its help is that option's help. Returns the number of words; 0: memory is
 * out. */
static size_t put_plan(salvo_parameter *to, const salvo_battle_adapter *battle, salvo_arena *memory)
{
    size_t n = 0;

    for (int i = 0; i < N_PLAN; i++) {
        const char *name = salvo_arena_printf(memory, "--%s", PLAN_PARAMETERS[i].key);

        if (!name)
            return 0;
        if (!is_asked(battle, i))
            continue;
        to[n] = PLAN_PARAMETERS[i];
        to[n++].help = option_find(name, strlen(name), TAKES_RANGE | TAKES_PLAN)->help;
    }
    return n;
}

static bool put_side(salvo_parameter *to, const salvo_schema *element, int side, salvo_arena *memory)
{
    bool well = true;

    for (size_t i = 1; i < element->n_parameters && well; i++, to++) {
        *to = element->parameters[i];
        well = one_on_one_own(to, side, memory);
    }
    return well;
}

salvo_status battle_schema_of(salvo_schema *schema, const salvo_rulebook *book, salvo_arena *memory, salvo_error *err)
{
    const salvo_battle_adapter *battle = book->ruleset->battle;
    const size_t n_field = battle ? battle->field->n_parameters : 0;
    const size_t n_own = battle ? battle->element->n_parameters - 1 : 0;
    salvo_parameter *all = salvo_arena_array(memory, N_PLAN + n_field + 2 * n_own, sizeof *all), *own;
    size_t n_plan;

    if (!battle)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s has no battles", book->store.title);
    n_plan = all ? put_plan(all, battle, memory) : 0;
    if (n_plan == 0)
        return salvo_fail_memory(err);
    *schema = (salvo_schema){.name = "battle", .parameters = all, .n_parameters = n_plan + n_field + 2 * n_own};
    memcpy(all + n_plan, battle->field->parameters, n_field * sizeof *all);
    own = all + n_plan + n_field;
    if (!put_side(own, battle->element, 0, memory) || !put_side(own + n_own, battle->element, 1, memory))
        return salvo_fail_memory(err);
    return SALVO_OK;
}
