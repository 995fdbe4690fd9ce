/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/battle_schema.h"

#include <string.h>

#include <salvo/fight.h>

#include "base/fail.h"
#include "cli/option_table.h"
#include "rules/one_on_one.h"

/* The options with a battle's plan. */
enum { TAKES_OF_PLAN = TAKES_RANGE | TAKES_PLAN };

/* Whether the option is a word of a battle's plan. If cards decide who acts next, the user does not. */
static bool is_word(const option *o, const salvo_battle_adapter *battle)
{
    return o->of & IN_BATTLE && o->as.kind != SALVO_TEXT &&
           (battle->sequence != SALVO_BY_CARDS || strncmp(o->name, "--acts", strlen("--acts")) != 0);
}

static size_t count_plan(const salvo_battle_adapter *battle)
{
    size_t n = 0;

    for (const option *o = option_next(NULL, TAKES_OF_PLAN); o; o = option_next(o, TAKES_OF_PLAN))
        n += is_word(o, battle);
    return n;
}

static void put_plan(salvo_parameter *to, const salvo_battle_adapter *battle)
{
    for (const option *o = option_next(NULL, TAKES_OF_PLAN); o; o = option_next(o, TAKES_OF_PLAN))
        if (is_word(o, battle))
            *to++ = option_parameter(o);
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
    const size_t n_plan = battle ? count_plan(battle) : 0;
    salvo_parameter *all = salvo_arena_array(memory, n_plan + n_field + 2 * n_own, sizeof *all), *own;

    if (!battle)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s has no battles", book->store.title);
    if (!all)
        return salvo_fail_memory(err);
    put_plan(all, battle);
    *schema = (salvo_schema){.name = "battle", .parameters = all, .n_parameters = n_plan + n_field + 2 * n_own};
    memcpy(all + n_plan, battle->field->parameters, n_field * sizeof *all);
    own = all + n_plan + n_field;
    if (!put_side(own, battle->element, 0, memory) || !put_side(own + n_own, battle->element, 1, memory))
        return salvo_fail_memory(err);
    return SALVO_OK;
}
