/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/pair_match.h"

#include "fight/army.h"
#include "fight/battle_chain.h"

/* Makes the army's kinds a side of a battle directly: parsing a list would take too long for thousands of armies. */
static void enlist(battle_side *to, const unit_pool *pool, const army *a, const pool_condition *at, int side,
                   int first_kind)
{
    const size_t fielding = fielding_number(at->setting, is_defending(at->scenario, side));

    for (int i = 0; i < a->n_kinds; i++) {
        /* The elements in front are the first targets. They rotate from condition to condition, so that no price
         * depends on a list's order. */
        const int k = (i + first_kind) % a->n_kinds;
        const candidate *c = &pool->units[a->kind[k]];
        const fielded *in = &c->in[fielding];

        to->kinds[to->n_kinds] = (element_kind){.element = in->element,
                                                .unit = c->unit,
                                                .count = a->count[k],
                                                .price = c->price,
                                                .speed = in->speed,
                                                .full = in->full};
        for (int n = 0; n < a->count[k]; n++)
            to->kind_of[to->n++] = (uint8_t)to->n_kinds;
        to->n_kinds++;
    }
    army_find_places(to, 0);
    to->targets = at->targets;
    to->acts = pool->plan->battle.army[0].acts;
    to->breaks_at = battle_model_breaks_at(to->n, pool->plan->battle.break_at);
}

salvo_status pair_match_prepare(battle_model *model, const unit_pool *pool, const army_pair *pair,
                                const pool_condition *at, int attacker, compile_cache *cache, salvo_arena *memory,
                                salvo_error *err)
{
    salvo_battle_plan plan = pool->plan->battle;

    plan.range = at->range;
    plan.scenario = at->scenario;
    model->adapter = pool->adapter;
    model->field = pool->settings[at->setting].field.situation;
    model->cache = cache;
    model->turn_limit = plan.turns;
    /* Side a is the one that advances. */
    enlist(&model->side[SIDE_A], pool, &pair->side[attacker], at, SIDE_A, at->first_kind[attacker]);
    enlist(&model->side[SIDE_B], pool, &pair->side[!attacker], at, SIDE_B, at->first_kind[!attacker]);
    return battle_chain_prepare(model, &plan, memory, err);
}
