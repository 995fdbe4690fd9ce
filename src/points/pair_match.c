#include "points/pair_match.h"

#include "fight/battle_chain.h"

/* The army's kinds as a battle's side: no list is parsed for thousands of armies. */
static void enlist(battle_side *to, const unit_pool *m, const army *a, int side)
{
    const salvo_battle_plan *plan = &m->plan->battle;

    for (int k = 0; k < a->n_kinds; k++) {
        const candidate *c = &m->units[a->kind[k]];

        to->kinds[to->n_kinds] = (element_kind){.element = c->element,
                                                .unit = c->unit,
                                                .count = a->count[k],
                                                .price = c->price,
                                                .speed = c->speed,
                                                .full = c->full};
        for (int i = 0; i < a->count[k]; i++)
            to->kind_of[to->n++] = (uint8_t)to->n_kinds;
        to->n_kinds++;
    }
    to->targets = plan->army[side].targets;
    to->breaks_at = battle_model_breaks_at(to->n, plan->break_at);
}

salvo_status pair_match_prepare(battle_model *e, const unit_pool *m, const army_pair *pair, const meeting *at,
                                int attacker, compile_cache *cache, salvo_arena *memory, salvo_error *err)
{
    salvo_battle_plan plan = m->plan->battle;

    plan.range = at->range;
    plan.scenario = at->scenario;
    e->adapter = m->adapter;
    e->field = m->field.situation;
    e->cache = cache;
    e->turn_limit = plan.turns;
    enlist(&e->side[SIDE_A], m, &pair->side[attacker], 0);
    enlist(&e->side[SIDE_B], m, &pair->side[!attacker], 1);
    return battle_chain_prepare(e, &plan, memory, err);
}
