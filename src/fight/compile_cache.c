/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An arena holds composed activations and their rows. Nothing is dropped singly: when the cache is too large, it
 * forgets everything. */
#include "fight/compile_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "simulate/alias.h"
#include "simulate/weights.h"

/* Beyond these limits the cache forgets everything before the next battle. A battle may add 4096 unit states per side
 * and 2048 more of an activation, so their numbers fit 16 bits. 64 MiB for each thread of a study: more would not fit
 * the processor's caches and would not be faster. */
enum { BYTES_KEPT_MAX = 1 << 26, AIMS_KEPT_MAX = 1 << 20, UNIT_STATES_KEPT_MAX = 1 << 15 };

bool compile_cache_init(compile_cache *c, const salvo_battle_adapter *adapter)
{
    const bool at_once = adapter->sequence == SALVO_AT_ONCE;

    *c = (compile_cache){.adapter = adapter,
                         .bytes_max = BYTES_KEPT_MAX,
                         .at_once = at_once,
                         .unit_states = {.key_size = at_once ? sizeof(cached_state) : SALVO_ELEMENT_BYTES},
                         .fires = {.key_size = adapter->fire_size},
                         .elements = {.key_size = sizeof(const void *)},
                         .ranges = {.key_size = sizeof(double)},
                         .pairs = {.key_size = sizeof(aim_pair)},
                         .memory = salvo_arena_new()};
    return c->memory != NULL;
}

/* Grown lists are freed one by one; all else is in the arena. */
void compile_cache_free(compile_cache *c)
{
    for (size_t i = 0; i < c->fires.count; i++) {
        for (size_t k = 0; k < c->known[i].capacity; k++)
            free(c->known[i].by_actor[k].at);
        free(c->known[i].by_actor);
    }
    free(c->known);
    for (size_t i = 0; i < c->pairs.count && i < c->by_pair_capacity; i++)
        free(c->by_pair[i].next_number);
    free(c->by_pair);
    free(c->aims);
    free(c->ends);
    intern_table_free(&c->unit_states);
    intern_table_free(&c->fires);
    intern_table_free(&c->elements);
    intern_table_free(&c->ranges);
    intern_table_free(&c->pairs);
    salvo_arena_free(c->memory);
    salvo_arena_free(c->spare);
    memset(c, 0, sizeof *c);
}

/* Only between battles, because a battle uses the cache's numbers throughout. */
bool compile_cache_make_room(compile_cache *c)
{
    const salvo_battle_adapter *adapter = c->adapter;
    const size_t bytes_max = c->bytes_max;
    bool made;

    if (c->bytes <= c->bytes_max && c->n_aims <= AIMS_KEPT_MAX && c->unit_states.count <= UNIT_STATES_KEPT_MAX)
        return true;
    compile_cache_free(c);
    made = compile_cache_init(c, adapter);
    c->bytes_max = bytes_max;
    return made;
}

salvo_arena *compile_cache_take_arena(compile_cache *c)
{
    salvo_arena *taken = c->spare;

    c->spare = NULL;
    return taken ? taken : salvo_arena_new();
}

/* One spare arena is enough, because a thread compiles one battle at a time. */
void compile_cache_give_arena(compile_cache *c, salvo_arena *arena)
{
    if (!arena)
        return;
    salvo_arena_free(c->spare);
    salvo_arena_clear(arena);
    c->spare = arena;
}

static bool number_of(intern_table *table, const void *key, uint32_t *number)
{
    bool is_new;

    return intern_table_of(table, key, number, &is_new);
}

bool compile_cache_unit_state(compile_cache *c, const void *element, const uint8_t *now, const uint8_t *before,
                              uint32_t *number)
{
    cached_state key = {.element = element};

    if (!c->at_once)
        return number_of(&c->unit_states, now, number);
    memcpy(key.now, now, sizeof key.now);
    memcpy(key.before, before, sizeof key.before);
    return number_of(&c->unit_states, &key, number);
}

/* By its address, because elements of an open book do not move. */
bool compile_cache_element(compile_cache *c, const void *element, uint32_t *number)
{
    return number_of(&c->elements, &element, number);
}

/* By its bits, without tolerance, because a bracket may end at any number. */
bool compile_cache_range(compile_cache *c, double range, uint32_t *number)
{
    return number_of(&c->ranges, &range, number);
}

/* Allocates memory that stays until the cache forgets. */
static void *keep(compile_cache *c, size_t n, size_t size)
{
    c->bytes += n * size;
    return salvo_arena_array(c->memory, n, size);
}

/* If an actor's state does not change its fire, activations are stored without it, which is many times fewer. If all act
 * at once, resolve() may look at the actor all the same. */
static bool reads_actor(const salvo_battle_adapter *adapter, const void *fire)
{
    return adapter->sequence == SALVO_AT_ONCE || !adapter->throws ||
           (adapter->reads_actor && adapter->reads_actor(fire));
}

/* Copies the bytes, because keys of an intern table move when it grows. */
static bool add_fire(compile_cache *c, const void *bytes, uint32_t number)
{
    aimed_fire *aimed = keep(c, 1, sizeof *aimed);
    void *copy = keep(c, 1, c->adapter->fire_size);

    if (!aimed || !copy)
        return false;
    memcpy(copy, bytes, c->adapter->fire_size);
    *aimed = (aimed_fire){.bytes = copy, .number = number, .reads_actor = reads_actor(c->adapter, copy)};
    c->known[number].aimed = aimed;
    return true;
}

const aimed_fire *compile_cache_fire(compile_cache *c, const void *bytes)
{
    uint32_t number;

    /* Space first, so that every fire with a number has its entry. */
    if (!salvo_grow(&c->known, &c->known_capacity, c->fires.count + 1, sizeof *c->known) ||
        !number_of(&c->fires, bytes, &number))
        return NULL;
    if (!c->known[number].aimed && !add_fire(c, bytes, number))
        return NULL;
    return c->known[number].aimed;
}

/* Space first, so that every pair with a number has its list. */
bool compile_cache_pair(compile_cache *c, const aim_pair *pair, uint32_t *number)
{
    return salvo_grow(&c->by_pair, &c->by_pair_capacity, c->pairs.count + 1, sizeof *c->by_pair) &&
           number_of(&c->pairs, pair, number);
}

aim *compile_cache_new_aim(compile_cache *c, uint32_t pair, uint32_t range)
{
    aims_by_range *known = &c->by_pair[pair];

    if (!salvo_grow(&c->aims, &c->aims_capacity, c->n_aims + 1, sizeof *c->aims) ||
        !salvo_grow(&known->next_number, &known->capacity, range + (size_t)1, sizeof *known->next_number))
        return NULL;
    c->aims[c->n_aims] = (aim){.pair = pair, .range = range};
    known->next_number[range] = (uint32_t)++c->n_aims;
    return &c->aims[c->n_aims - 1];
}

/* Numbers both unit states of every end. If all act at once, the actor stays unchanged. */
static bool number_ends(compile_cache *c, uint32_t actor, const cached_state *target, composed_end *ends)
{
    const activation *a = &c->activation;
    bool numbered = true;

    for (size_t i = 0; i < a->n && numbered; i++) {
        const joint_state *end = &a->joint_states[i];

        ends[i] = (composed_end){.actor = actor, .p = end->p};
        numbered = (c->at_once || compile_cache_unit_state(c, NULL, end->actor, NULL, &ends[i].actor)) &&
                   compile_cache_unit_state(c, target->element, end->target, target->before, &ends[i].target);
    }
    return numbered;
}

static cached_state state_of(const compile_cache *c, uint32_t number)
{
    cached_state of = {.element = NULL};

    memcpy(&of, unit_state_bytes(c, number), c->unit_states.key_size);
    return of;
}

/* Composes the activation; one that cannot be composed has no ends. The states are copied first, because numbering the
 * ends may move the table of states. */
static composed *compose(compile_cache *c, uint32_t fire, uint32_t actor, uint32_t target)
{
    const void *bytes = c->known[fire].aimed->bytes;
    const cached_state by = state_of(c, actor), on = state_of(c, target);
    const fired_at at = {on.element, on.now, c->at_once ? on.before : NULL};
    composed *made = keep(c, 1, sizeof *made);
    composed_end *ends;

    c->activation.tried = 0;
    if (!activation_compose(&c->activation, c->adapter, bytes, by.now, &at))
        c->activation.n = 0;
    ends = keep(c, c->activation.n, sizeof *ends);
    if (!made || !ends || !number_ends(c, actor, &on, ends))
        return NULL;
    *made = (composed){.ends = ends,
                       .n = (uint32_t)c->activation.n,
                       .throws = c->activation.throws,
                       .harms = c->adapter->can_harm(bytes, by.now, c->at_once ? on.before : on.now),
                       .tried = c->activation.tried};
    return made;
}

/* Like salvo_grow, but counts the memory. */
static bool grow(compile_cache *c, void *array_of_pointer, size_t *capacity, size_t needed, size_t size)
{
    const size_t before = *capacity;
    const bool grown = salvo_grow(array_of_pointer, capacity, needed, size);

    c->bytes += (*capacity - before) * size;
    return grown;
}

/* Arrays by number replace a hash: numbers are small and dense, and every pair of states is looked up here. */
composed *compile_cache_learn(compile_cache *c, uint32_t fire, uint32_t actor, uint32_t target, bool by_actor)
{
    const uint32_t by = by_actor ? actor + 1 : 0;
    known_fire *f = &c->known[fire];
    composed *made;

    if (!grow(c, &f->by_actor, &f->capacity, by + (size_t)1, sizeof *f->by_actor) ||
        !grow(c, &f->by_actor[by].at, &f->by_actor[by].capacity, target + (size_t)1, sizeof *f->by_actor[by].at))
        return NULL;
    made = compose(c, fire, actor, target);
    f->by_actor[by].at[target] = made;
    return made;
}

/* Numbers the states after all results of the dice; the first pass counts them. */
static bool number_results(compile_cache *c, const cached_state *of, const salvo_dice *dice, turn_end *to)
{
    const uint64_t ways = salvo_dice_ways(dice);
    uint8_t faces[SALVO_DICE_MAX];

    salvo_dice_first(dice, faces);
    do
        to->n++;
    while (to->n <= WEIGHTS_MAX && salvo_dice_next(dice, faces));
    if (to->n > WEIGHTS_MAX)
        return true;
    to->after = keep(c, to->n, sizeof *to->after);
    to->p = keep(c, to->n, sizeof *to->p);
    if (!to->after || !to->p)
        return false;
    salvo_dice_first(dice, faces);
    for (uint32_t i = 0; i < to->n; i++, salvo_dice_next(dice, faces)) {
        uint8_t now[SALVO_ELEMENT_BYTES];

        memcpy(now, of->now, sizeof now);
        c->adapter->after(of->element, faces, now);
        if (!compile_cache_unit_state(c, of->element, now, now, &to->after[i]))
            return false;
        to->p[i] = (double)salvo_dice_chance(dice, ways, faces);
    }
    return true;
}

const turn_end *compile_cache_turn_end(compile_cache *c, uint32_t unit_state, bool moving)
{
    const size_t at = 2 * (size_t)unit_state + moving;
    cached_state of;
    salvo_dice dice;
    turn_end *made;

    if (at < c->ends_capacity && c->ends[at])
        return c->ends[at];
    made = keep(c, 1, sizeof *made);
    if (!made || !grow(c, &c->ends, &c->ends_capacity, at + 1, sizeof *c->ends))
        return NULL;
    of = state_of(c, unit_state);
    *made = (turn_end){.n = 0};
    if (c->adapter->after_dice(of.element, moving, of.before, of.now, &dice) && !number_results(c, &of, &dice, made))
        return NULL;
    return c->ends[at] = made;
}

/* Makes the alias columns of the ends' chances. The arrays are on the stack, because a row has at most WEIGHTS_MAX
 * columns and this runs for every row. */
static void fill(const composed *of, uint32_t bits, composed_column *to)
{
    const size_t n_columns = (size_t)1 << bits;
    double p[WEIGHTS_MAX];
    uint64_t weight[WEIGHTS_MAX];
    alias_column columns[WEIGHTS_MAX];
    uint32_t stack[WEIGHTS_MAX];

    for (size_t i = 0; i < of->n; i++)
        p[i] = (double)of->ends[i].p;
    memset(weight, 0, n_columns * sizeof *weight);
    round_weights(p, of->n, weight);
    alias_fill(columns, bits, of->n, weight, stack);
    for (size_t i = 0; i < n_columns; i++) {
        const composed_end *one = &of->ends[columns[i].own], *other = &of->ends[columns[i].other];

        /* The threshold is compared with the bits of the word below those of the column, shifted up. */
        to[i] = (composed_column){.threshold = columns[i].share << bits,
                                  .target = {(uint16_t)one->target, (uint16_t)other->target},
                                  .actor = {(uint16_t)one->actor, (uint16_t)other->actor}};
    }
}

/* A row may be needed in several widths, because battles differ in their longest row. A short list finds the right
 * one. */
const composed_column *compile_cache_columns(compile_cache *c, composed *of, uint32_t bits)
{
    const size_t n_columns = (size_t)1 << bits;
    composed_row *row = of->rows;

    while (row && row->bits != bits)
        row = row->next;
    if (row)
        return row->columns;
    row = keep(c, 1, sizeof *row + n_columns * sizeof *row->columns);
    if (!row)
        return NULL;
    row->bits = bits;
    row->next = of->rows;
    of->rows = row;
    fill(of, bits, row->columns);
    return row->columns;
}
