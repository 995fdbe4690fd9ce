/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A policy gives every enemy a worth, and the first of the greatest is the target (turn.c). Compiled battles rank in advance
 * what depends only on unit states. What depends on places or on attacks received is added during the battle. */
#include "fight/targets.h"

#include <math.h>
#include <string.h>

static double weakness(const element_kind *at, int strength)
{
    (void)at;
    return -strength;
}

/* Units without prices are ranked by strength. */
static double dearness(const element_kind *at, int strength)
{
    return at->price < 0 ? strength : at->price;
}

static const struct {
    target_choice choice;
    double (*wish)(const element_kind *at, int strength);
} POLICIES[SALVO_N_TARGETS] = {
    [SALVO_IN_ORDER] = {CHOOSE_FIRST, NULL},
    [SALVO_WEAKEST] = {CHOOSE_BY_TARGET, weakness},
    [SALVO_STRONGEST] = {CHOOSE_BY_TARGET, dearness},
    [SALVO_SPREAD] = {CHOOSE_SPREAD, NULL},
    [SALVO_BEST] = {CHOOSE_BY_FIRE, NULL},
    [SALVO_OPPOSITE] = {CHOOSE_OPPOSITE, NULL},
};

target_choice choice_of(salvo_targets policy)
{
    return POLICIES[policy].choice;
}

double target_wish(const battle_model *model, int side, int target_kind, int strength)
{
    return POLICIES[model->side[side].targets].wish(&model->side[enemy_of(side)].kinds[target_kind], strength);
}

/* The worth of fire. */

void fire_means_add(fire_means *m, int full, int before, int now, long double p)
{
    if (now <= 0)
        m->destroyed += p;
    else
        m->weakened += p * (before - now) / full;
}

/* Strength may come back; a negative mean counts as 0. */
uint32_t fire_worth_of(const fire_means *m, const element_kind *target)
{
    const long double worth = (m->destroyed + m->weakened) * (long double)target->share_of_dearest;

    return worth > 0 ? (uint32_t)lroundl(fminl(worth, 1) * FIRE_WORTH_ALL) : 0;
}

static uint32_t compose_worth(const battle_model *model, const void *fire, const element_kind *at, const uint8_t *actor,
                              const fired_at *target)
{
    const int before = model->adapter->strength(at->element, target->now);
    fire_means means = {0};
    activation a;

    a.tried = 0;
    if (!activation_compose(&a, model->adapter, fire, actor, target))
        return 0;
    for (size_t i = 0; i < a.n; i++)
        fire_means_add(&means, at->full, before, model->adapter->strength(at->element, a.joint_states[i].target),
                       a.joint_states[i].p);
    return fire_worth_of(&means, at);
}

uint32_t worth_of_composed(const battle_model *model, const compile_cache *cache, const element_kind *at, int before,
                           const composed *of)
{
    fire_means means = {0};

    for (size_t i = 0; i < of->n; i++)
        fire_means_add(&means, at->full, before,
                       model->adapter->strength(at->element, unit_state_bytes(cache, of->ends[i].target)),
                       of->ends[i].p);
    return fire_worth_of(&means, at);
}

uint32_t battle_fire_worth(const battle_model *model, int place, int side, const fighter *by, const fighter *on)
{
    const element_kind *at = &model->side[enemy_of(side)].kinds[on->kind];
    const fired_at target = {at->element, on->now, is_at_once(model) ? on->before : NULL};
    worth_key key = {.fire = (uint32_t)battle_model_fire_number(model, place, side, by->kind, on->kind)};
    uint32_t worth;

    memcpy(key.actor, by->before, sizeof key.actor);
    memcpy(key.target, on->now, sizeof key.target);
    memcpy(key.before, on->before, sizeof key.before);
    if (model->worths && fire_worths_find(model->worths, &key, &worth))
        return worth;
    worth = compose_worth(model, battle_model_fire(model, place, side, by->kind, on->kind), at, by->before, &target);
    if (model->worths)
        fire_worths_keep(model->worths, &key, worth);
    return worth;
}

/* Orders. */

int target_order(const battle_side *side, const known_state *x, const known_state *y)
{
    if (x->kind != y->kind)
        return side->kinds[x->kind].as_target - side->kinds[y->kind].as_target;
    if (x->strength != y->strength)
        return x->strength - y->strength;
    if (memcmp(x->bytes, y->bytes, SALVO_ELEMENT_BYTES) != 0)
        return memcmp(x->bytes, y->bytes, SALVO_ELEMENT_BYTES);
    return memcmp(x->before, y->before, SALVO_ELEMENT_BYTES);
}

int actor_order(const battle_side *side, const known_state *x, const known_state *y)
{
    return side->kinds[x->kind].in_book - side->kinds[y->kind].in_book;
}

/* Battles with many pairs have composed activations in their cache. Returns false if they have no cache, or if memory
 * is out. */
static bool cached_worth(const battle_model *model, int place, int side, const fighter *by, const fighter *on,
                         uint32_t *worth)
{
    const element_kind *actor = &model->side[side].kinds[by->kind], *at = &model->side[enemy_of(side)].kinds[on->kind];
    const aimed_fire *fire = model->fires[battle_model_fire_number(model, place, side, by->kind, on->kind)];
    const composed *of = NULL;
    uint32_t from, to;

    if (model->cache && compile_cache_unit_state(model->cache, actor->element, by->now, by->before, &from) &&
        compile_cache_unit_state(model->cache, at->element, on->now, on->before, &to))
        of = compile_cache_compose(model->cache, fire->number, from, to, fire->reads_actor);
    if (of)
        *worth = worth_of_composed(model, model->cache, at, model->adapter->strength(at->element, on->now), of);
    return of != NULL;
}

/* The greatest worth of a fresh element's fire at the enemy in its initial state. */
static uint32_t threat_of(const battle_model *model, int place, int side, int kind)
{
    const battle_side *enemy = &model->side[enemy_of(side)];
    uint8_t actor[SALVO_ELEMENT_BYTES] = {0};
    const fighter by = {kind, actor, actor};
    uint32_t most = 0;

    model->adapter->initial_state(model->side[side].kinds[kind].element, actor);
    for (int at = 0; at < enemy->n_kinds; at++) {
        uint8_t target[SALVO_ELEMENT_BYTES] = {0};
        const fighter on = {at, target, target};
        uint32_t worth;

        model->adapter->initial_state(enemy->kinds[at].element, target);
        if (!cached_worth(model, place, side, &by, &on, &worth))
            worth = battle_fire_worth(model, place, side, &by, &on);
        most = worth > most ? worth : most;
    }
    return most;
}

static void rank_targets(battle_model *model, int place, int side)
{
    battle_side *army = &model->side[side];
    uint32_t threat[SALVO_KINDS_MAX];

    for (int k = 0; k < army->n_kinds; k++)
        threat[k] = threat_of(model, place, side, k);
    for (int k = 0; k < army->n_kinds; k++) {
        army->kinds[k].as_target = 0;
        for (int other = 0; other < army->n_kinds; other++)
            army->kinds[k].as_target += threat[other] != threat[k]
                                            ? threat[other] > threat[k]
                                            : army->kinds[other].in_book < army->kinds[k].in_book;
    }
}

/* Finds the dearest element with a positive price. If there is none, or if an element has no price, all count alike. */
static void weigh_prices(battle_model *model)
{
    double dearest = 0;
    bool priced = true;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < model->side[side].n_kinds; k++) {
            dearest = fmax(dearest, model->side[side].kinds[k].price);
            priced = priced && model->side[side].kinds[k].price >= 0;
        }
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < model->side[side].n_kinds; k++) {
            element_kind *kind = &model->side[side].kinds[k];

            kind->share_of_dearest = priced && dearest > 0 ? kind->price / dearest : 1;
        }
}

void rank_kinds(battle_model *model, int place)
{
    weigh_prices(model);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (choice_of(model->side[enemy_of(side)].targets) == CHOOSE_BY_FIRE)
            rank_targets(model, place, side);
}

bool is_order_free(const battle_model *model, int side)
{
    const battle_side *own = &model->side[side];

    return choice_of(model->side[enemy_of(side)].targets) == CHOOSE_BY_FIRE &&
           choice_of(own->targets) != CHOOSE_OPPOSITE &&
           (own->acts == SALVO_ACTS_BEST || model->adapter->sequence == SALVO_BY_CARDS);
}

/* SALVO_BEST rates states that recover by themselves. SALVO_SPREAD depends on the order in which its elements act and
 * aim. That order may be thrown anew, or depend on the worth of their fire at that time. */
bool may_retarget(const battle_model *model, int side)
{
    const battle_side *own = &model->side[side];

    return (choice_of(own->targets) == CHOOSE_BY_FIRE && model->adapter->recovers) ||
           (choice_of(own->targets) == CHOOSE_SPREAD &&
            (model->adapter->sequence == SALVO_BY_CARDS ||
             (model->adapter->recovers && (own->acts == SALVO_ACTS_BEST || model->adapter->aims_each_throw))));
}
