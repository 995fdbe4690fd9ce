/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Aims the fire of every kind at every kind at every place. With a cache, fires that earlier battles of the same book
 * aimed are only looked up. */
#include "fight/battle_fires.h"
#include "base/try.h"

#include <string.h>

/* The work in progress. The cache's numbers are looked up once for each kind and each range, not for each fire. */
typedef struct aiming {
    battle_model *model;
    salvo_arena *memory;
    void *fire;                                        /* scratch space for one */
    uint32_t element[N_SIDES][SALVO_KINDS_MAX], range; /* numbers in the cache */
    bool ever_moves[N_SIDES][SALVO_KINDS_MAX];
    /* With a cache, the numbers of the pairs in it, by whether each line moved. */
    uint32_t pair[2][2][N_SIDES][SALVO_KINDS_MAX][SALVO_KINDS_MAX];
    bool has_pairs[2][2];
} aiming;

/* One kind's fire at another, at a place. */
typedef struct pair_at {
    int place, side, kind, at;
} pair_at;

/* Whether the kind ever moves. The enemy's fire may depend on this, not only on whether it moves now. Counts every
 * place that the lines can reach, however unlikely. */
static bool ever_moves(const battle_model *model, int side, int kind)
{
    for (int p = 0; p < model->n_places; p++)
        if (battle_model_moved(model, p, side, kind))
            return true;
    return false;
}

static salvo_circumstances circumstances_of(const aiming *a, const pair_at *o)
{
    const int enemy = enemy_of(o->side);

    return (salvo_circumstances){.side = o->side,
                                 .range = a->model->places[o->place].range,
                                 .moving = battle_model_moved(a->model, o->place, o->side, o->kind),
                                 .target_moving = battle_model_moved(a->model, o->place, enemy, o->at),
                                 .target_ever_moves = a->ever_moves[enemy][o->at]};
}

/* Aims into the scratch space. If the adapter refuses a fire, the battle is refused before it begins. The space is
 * zeroed first, because fires are compared by their bytes, padding included. */
static salvo_status aim_anew(const aiming *a, const pair_at *o, salvo_error *err)
{
    const battle_model *model = a->model;
    const void *actor = model->side[o->side].kinds[o->kind].element,
               *target = model->side[enemy_of(o->side)].kinds[o->at].element;
    const salvo_circumstances circumstances = circumstances_of(a, o);
    salvo_status status =
        model->adapter->check ? model->adapter->check(model->field, actor, target, &circumstances, err) : SALVO_OK;

    if (status != SALVO_OK)
        return status;
    memset(a->fire, 0, model->adapter->fire_size);
    model->adapter->aim(model->field, actor, target, &circumstances, a->fire);
    return SALVO_OK;
}

static const aimed_fire **fire_place(const battle_model *model, int place, const pair_at *o)
{
    return &model->fires[battle_model_fire_number(model, place, o->side, o->kind, o->at)];
}

/* Finds the same fire at an earlier place, or adds it. Ranges within one bracket mostly have the same fire, which is
 * compiled once. Only earlier places of the same pair are searched, because a match is likely there. */
static const aimed_fire *find_fire(const aiming *a, const pair_at *o)
{
    const size_t size = a->model->adapter->fire_size;
    aimed_fire *made;
    void *copy;

    for (int place = o->place - 1; place >= 0; place--) {
        const aimed_fire *earlier = *fire_place(a->model, place, o);

        if (memcmp(earlier->bytes, a->fire, size) == 0)
            return earlier;
    }
    made = salvo_arena_array(a->memory, 1, sizeof *made);
    copy = salvo_arena_array(a->memory, 1, size);
    if (!made || !copy)
        return NULL;
    made->bytes = memcpy(copy, a->fire, size);
    return made;
}

/* Aims the fire of every place; equal fires are stored once. */
static salvo_status aim_alone(const aiming *a, const pair_at *o, salvo_error *err)
{
    const aimed_fire **fire = fire_place(a->model, o->place, o);

    TRY(aim_anew(a, o, err));
    *fire = find_fire(a, o);
    return *fire ? SALVO_OK : salvo_fail_memory(err);
}

/* Two look-ups. The first uses the circumstances of the aim, and needs no rules. A new fire may still have the same bytes
 * as another. */
static salvo_status aim_cached(const aiming *a, const pair_at *o, salvo_error *err)
{
    const bool *moved = a->model->places[o->place].moved;
    compile_cache *cache = a->model->cache;
    const size_t number = battle_model_fire_number(a->model, o->place, o->side, o->kind, o->at);
    aim *how = compile_cache_aim(cache, a->pair[moved[SIDE_A]][moved[SIDE_B]][o->side][o->kind][o->at], a->range);

    if (how && !how->fire) {
        salvo_status status = aim_anew(a, o, err);

        if (status != SALVO_OK)
            return status;
        how->fire = compile_cache_fire(cache, a->fire);
    }
    if (!how || !how->fire)
        return salvo_fail_memory(err);
    a->model->fires[number] = how->fire;
    a->model->aims[number] = (uint32_t)(how - cache->aims);
    return SALVO_OK;
}

/* Numbers the pair, with the movement of its kinds at that place. */
static bool number_pair(aiming *a, const pair_at *o)
{
    const bool *moved = a->model->places[o->place].moved;
    const salvo_circumstances at = circumstances_of(a, o);
    const aim_pair pair = {.element = a->element[o->side][o->kind],
                           .at = a->element[enemy_of(o->side)][o->at],
                           .side = (uint8_t)at.side,
                           .moving = at.moving,
                           .target_moving = at.target_moving,
                           .target_ever_moves = at.target_ever_moves};

    return compile_cache_pair(a->model->cache, &pair, &a->pair[moved[SIDE_A]][moved[SIDE_B]][o->side][o->kind][o->at]);
}

/* Numbers all pairs, once for all places with the same movement. */
static bool number_pairs(aiming *a, int place)
{
    const battle_model *model = a->model;
    const bool *moved = model->places[place].moved;
    bool *has = &a->has_pairs[moved[SIDE_A]][moved[SIDE_B]], numbered = true;

    for (int side = SIDE_A; side <= SIDE_B && !*has; side++)
        for (int kind = 0; kind < model->side[side].n_kinds; kind++)
            for (int at = 0; at < model->side[enemy_of(side)].n_kinds && numbered; at++)
                numbered = number_pair(a, &(pair_at){place, side, kind, at});
    *has = true;
    return numbered;
}

/* Aims all kinds at all kinds, even if the policy would never choose them, because choices depend on states. */
static salvo_status aim_place(aiming *a, int place, salvo_error *err)
{
    const battle_model *model = a->model;
    salvo_status status = SALVO_OK;

    if (model->cache &&
        (!compile_cache_range(model->cache, model->places[place].range, &a->range) || !number_pairs(a, place)))
        return salvo_fail_memory(err);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int kind = 0; kind < model->side[side].n_kinds; kind++)
            for (int at = 0; at < model->side[enemy_of(side)].n_kinds && status == SALVO_OK; at++) {
                const pair_at o = {place, side, kind, at};

                status = model->cache ? aim_cached(a, &o, err) : aim_alone(a, &o, err);
            }
    return status;
}

/* Runs before any fire is aimed, because rules may ask whether the target ever moves in this battle. */
static salvo_status know_kinds(aiming *a, salvo_error *err)
{
    const battle_model *model = a->model;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int kind = 0; kind < model->side[side].n_kinds; kind++) {
            a->ever_moves[side][kind] = ever_moves(model, side, kind);
            if (model->cache &&
                !compile_cache_element(model->cache, model->side[side].kinds[kind].element, &a->element[side][kind]))
                return salvo_fail_memory(err);
        }
    return SALVO_OK;
}

salvo_status battle_fires_aim(battle_model *model, salvo_arena *memory, salvo_error *err)
{
    aiming a = {.model = model, .memory = memory, .fire = salvo_arena_array(memory, 1, model->adapter->fire_size)};
    const size_t n = battle_model_fire_number(model, model->n_places, SIDE_A, 0, 0);
    salvo_status status;

    model->fires = salvo_arena_array(memory, n, sizeof *model->fires);
    model->aims = model->cache ? salvo_arena_array(memory, n, sizeof *model->aims) : NULL;
    if (!a.fire || !model->fires || (model->cache && !model->aims))
        return salvo_fail_memory(err);
    status = know_kinds(&a, err);
    for (int place = 0; place < model->n_places && status == SALVO_OK; place++)
        status = aim_place(&a, place, err);
    return status;
}
