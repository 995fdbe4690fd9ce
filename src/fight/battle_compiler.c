/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of all ways to compile: finds fire pairs, numbers unit states, makes alias rows. */
#include "fight/battle_compiler.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/try.h"

/* Appends the unit state to the list of its kind. */
static void link_fit(unit_state_list *list, int kind, uint32_t number)
{
    if (list->next_first[kind])
        list->at[list->last[kind]].next_fit = number;
    else
        list->next_first[kind] = number + 1;
    list->last[kind] = number;
}

/* Asks once what policies and lines ask of a unit state in the fight, and gives it the next code. */
static bool begin_fit(compiler *c, int side, unit_state *made, uint32_t number)
{
    const salvo_battle_adapter *adapter = c->model->adapter;
    const int enemy = enemy_of(side);
    unit_state_list *list = &c->unit_states[side];

    if (adapter->is_stopped)
        made->is_stopped = adapter->is_stopped(c->model->side[side].kinds[made->kind].element, made->bytes);
    if (choice_of(c->model->side[enemy].targets) == CHOOSE_BY_TARGET)
        made->wish = target_wish(c->model, enemy, made->kind, made->strength);
    if (!salvo_grow(&list->number_of, &list->codes_capacity, list->n_codes + 1, sizeof *list->number_of))
        return false;
    made->code = (uint32_t)list->n_codes;
    list->number_of[list->n_codes++] = number;
    link_fit(list, made->kind, number);
    return true;
}

static salvo_status add_unit_state(compiler *c, int side, int kind, uint32_t cached, salvo_error *err)
{
    unit_state_list *list = &c->unit_states[side];
    const uint32_t number = (uint32_t)list->count;
    unit_state *made;

    if (list->count >= UNIT_STATES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "elements of side %c can have more than %d unit states", "ab"[side],
                          UNIT_STATES_MAX);
    if (!salvo_grow(&list->at, &list->capacity, list->count + 1, sizeof *list->at))
        return salvo_fail_memory(err);
    made = &list->at[list->count++];
    *made = (unit_state){.kind = (uint8_t)kind, .cached = cached, .code = CODE_GONE, .next_fit = NO_NUMBER};
    memcpy(made->bytes, unit_state_bytes(c->cache, cached), sizeof made->bytes);
    memcpy(made->before, unit_state_before(c->cache, cached), sizeof made->before);
    made->acts = memcmp(made->bytes, made->before, sizeof made->bytes) == 0;
    made->strength = c->model->adapter->strength(c->model->side[side].kinds[kind].element, made->bytes);
    list->next_number[kind][cached] = number + 1;
    if (made->strength > 0)
        return begin_fit(c, side, made, number) ? SALVO_OK : salvo_fail_memory(err);
    list->gone[kind] = number;
    return SALVO_OK;
}

/* An array by the cache's numbers replaces a hash: the numbers are dense, and all ends of activations are looked up
 * here. */
salvo_status compiler_number_cached(compiler *c, int side, int kind, uint32_t cached, uint32_t *number,
                                    salvo_error *err)
{
    unit_state_list *list = &c->unit_states[side];
    salvo_status status = SALVO_OK;

    if (!salvo_grow(&list->next_number[kind], &list->room[kind], cached + (size_t)1, sizeof *list->next_number[kind]))
        return salvo_fail_memory(err);
    if (!list->next_number[kind][cached])
        status = add_unit_state(c, side, kind, cached, err);
    *number = list->next_number[kind][cached] - 1;
    return status;
}

salvo_status compiler_number(compiler *c, int side, int kind, const uint8_t *bytes, uint32_t *number, salvo_error *err)
{
    uint32_t cached;

    if (!compile_cache_unit_state(c->cache, c->model->side[side].kinds[kind].element, bytes, bytes, &cached))
        return salvo_fail_memory(err);
    return compiler_number_cached(c, side, kind, cached, number, err);
}

/* Finds the fire's number in the cache, whether or not the model's fires come from the cache. */
static bool number_fire(compiler *c, fire_pair *by)
{
    const aimed_fire *known = c->model->cache == c->cache ? by->aimed : compile_cache_fire(c->cache, by->fire);

    by->fire_number = known ? known->number : NO_NUMBER;
    c->by_actor = c->by_actor || (known && known->reads_actor);
    return known != NULL;
}

/* Finds the fire pair with that fire among those of the same kinds, or makes a new one. `last` is the last fire pair of
 * these kinds. */
static salvo_status find_fire_pair(compiler *c, uint32_t *last, int place, int side, int kind, int at, salvo_error *err)
{
    const size_t number = battle_model_fire_number(c->model, place, side, kind, at);
    const aimed_fire *fire = c->model->fires[number];
    uint32_t i = *last;

    while (i != NO_NUMBER && c->fire_pairs[i].aimed != fire)
        i = c->fire_pairs[i].before;
    c->fire_pair_of[number] = i;
    if (i != NO_NUMBER)
        return SALVO_OK;
    if (!salvo_grow(&c->fire_pairs, &c->capacity, c->n_fire_pairs + 1, sizeof *c->fire_pairs))
        return salvo_fail_memory(err);
    c->fire_pairs[c->n_fire_pairs] = (fire_pair){.side = side,
                                                 .kind = kind,
                                                 .at = at,
                                                 .aimed = fire,
                                                 .fire = fire->bytes,
                                                 .before = *last,
                                                 .last_actor = NO_NUMBER,
                                                 .last_target = NO_NUMBER};
    *last = c->fire_pair_of[number] = (uint32_t)c->n_fire_pairs++;
    return number_fire(c, &c->fire_pairs[*last]) ? SALVO_OK : salvo_fail_memory(err);
}

/* For every place and either side: every kind against every kind of the enemy. */
static salvo_status find_fire_pairs(compiler *c, salvo_error *err)
{
    uint32_t last[N_SIDES][SALVO_KINDS_MAX][SALVO_KINDS_MAX];
    salvo_status status = SALVO_OK;

    memset(last, 0xff, sizeof last); /* NO_NUMBER */
    c->fire_pair_of = salvo_arena_array(c->memory, battle_model_fire_number(c->model, c->model->n_places, SIDE_A, 0, 0),
                                        sizeof *c->fire_pair_of);
    if (!c->fire_pair_of)
        return salvo_fail_memory(err);
    for (int place = 0; place < c->model->n_places; place++)
        for (int side = SIDE_A; side <= SIDE_B; side++)
            for (int kind = 0; kind < c->model->side[side].n_kinds; kind++)
                for (int at = 0; at < c->model->side[enemy_of(side)].n_kinds && status == SALVO_OK; at++)
                    status = find_fire_pair(c, &last[side][kind][at], place, side, kind, at, err);
    return status;
}

/* The fresh state of kind k gets number k: find_classes and make_packed_states rely on it. */
static salvo_status enlist_initial(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int kind = 0; kind < c->model->side[side].n_kinds && status == SALVO_OK; kind++) {
            uint8_t fresh[SALVO_ELEMENT_BYTES] = {0};
            uint32_t number;

            c->model->adapter->initial_state(c->model->side[side].kinds[kind].element, fresh);
            status = compiler_number(c, side, kind, fresh, &number, err);
        }
    return status;
}

/* Without a cache, makes one for this battle only. */
static bool take_cache(compiler *c, compile_cache *cache)
{
    c->owns_cache = !cache;
    c->cache = cache ? cache : calloc(1, sizeof *c->cache);
    return cache || (c->cache && compile_cache_init(c->cache, c->model->adapter));
}

salvo_status compiler_compose(compiler *c, const fire_pair *by, uint32_t actor, uint32_t target, const composed **of,
                              salvo_error *err)
{
    *of = compiler_composed(c, by, actor, target);
    if (!*of)
        return salvo_fail_memory(err);
    /* Known activations count again, so that limits do not depend on the cache. */
    c->tried += (*of)->tried;
    if ((*of)->n == 0 || c->tried > TRIED_MAX) /* bounds the time for composing */
        return salvo_fail(err, SALVO_TOO_LARGE, "the activations of its elements have too many results to be compiled");
    return SALVO_OK;
}

salvo_status compiler_number_end(compiler *c, const fire_pair *by, uint32_t actor, const composed_end *to,
                                 uint32_t number[2], salvo_error *err)
{
    salvo_status status = SALVO_OK;

    number[0] = actor;
    if (c->by_actor)
        status = compiler_number_cached(c, by->side, by->kind, to->actor, &number[0], err);
    if (status != SALVO_OK)
        return status;
    return compiler_number_cached(c, enemy_of(by->side), by->at, to->target, &number[1], err);
}

salvo_status compiler_prepare(compiler *c, const battle_model *model, compile_cache *cache, salvo_error *err)
{
    c->model = model;
    c->memory = salvo_arena_new();
    TRY(c->memory && take_cache(c, cache) ? find_fire_pairs(c, err) : salvo_fail_memory(err));
    return enlist_initial(c, err);
}

void compiler_free(compiler *c)
{
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        for (int kind = 0; kind < SALVO_KINDS_MAX; kind++)
            free(c->unit_states[side].next_number[kind]);
        free(c->unit_states[side].at);
        free(c->unit_states[side].number_of);
    }
    if (c->cache && c->owns_cache) {
        compile_cache_free(c->cache);
        free(c->cache);
    }
    free(c->fire_pairs);
    salvo_arena_free(c->memory);
}

void compiler_row(compiler *c, uint32_t row, const uint32_t *results, const uint32_t *own, const double *p, size_t n)
{
    battle_tables *t = c->t;
    const size_t first = (size_t)row << t->bits, n_columns = (size_t)1 << t->bits;

    memset(c->weight, 0, n_columns * sizeof *c->weight);
    round_weights(p, n, c->weight);
    alias_fill(c->columns, t->bits, n, c->weight, c->stack);
    for (size_t i = 0; i < n_columns; i++) {
        const alias_column *column = &c->columns[i];
        const uint32_t target[2] = {results[column->own], results[column->other]},
                       actor[2] = {own[column->own], own[column->other]};

        /* The threshold is compared with the bits of the word below those of the column, shifted up. */
        compiler_column(t, first + i, column->share << t->bits, target, actor);
    }
}
