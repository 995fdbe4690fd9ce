/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps what was compiled, for later battles. Battles of the same units need the same fires in the same unit states
 * again and again, and the results do not depend on the battle. So the cache numbers unit states and fires by their
 * bytes. By these numbers it keeps the results of activations, with their rows of alias columns. A battle only
 * assembles them. One thread uses a cache at a time. It returns exactly what a new compilation would, so no result
 * depends on its contents. It belongs to one open book: elements and the field are identified by their addresses.
 *
 * If all act at once, the effect of fire also depends on the target's unit state at the start of the turn. So a number
 * represents an element during a turn: its present state, and its state at the start of the turn. An activation
 * changes only the first; the end of the turn makes both equal. */
#ifndef SALVO_FIGHT_COMPILE_CACHE_H
#define SALVO_FIGHT_COMPILE_CACHE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <salvo/arena.h>

#include "base/intern_table.h"
#include "fight/activation.h"

/* One kind's fire at another. Fires with equal bytes are one. */
typedef struct aimed_fire {
    const void *bytes;
    uint32_t number;
    bool reads_actor; /* its results depend on the actor's unit state, or change it */
} aimed_fire;

/* One outcome of an activation, by numbers of unit states. */
typedef struct composed_end {
    uint32_t actor, target; /* `actor` only if it was composed by the actor's state; otherwise it does not change */
    long double p;          /* as in a joint_state */
} composed_end;

/* A column of its row. A word, shifted left by the row's bits, that is below the threshold selects the first result;
 * others select the second. */
typedef struct composed_column {
    uint32_t threshold;
    uint16_t target[2], actor[2]; /* numbers of unit states */
} composed_column;

/* A row of 2^bits columns. */
typedef struct composed_row {
    struct composed_row *next; /* of the same activation, with other bits; or NULL */
    uint32_t bits;
    composed_column columns[];
} composed_row;

typedef struct composed {
    const composed_end *ends; /* in the order in which they were found */
    composed_row *rows;       /* those made so far */
    uint64_t tried;           /* dice results tried */
    uint32_t n;               /* number of ends; 0: its throws do not end, or have too many outcomes */
    uint32_t next_throws;     /* number of throws that are aimed by themselves, + 1; 0: not counted yet */
    bool throws, harms;
} composed;

/* The throw at the end of a turn, if all act at once. */
typedef struct turn_end {
    uint32_t n;      /* number of results; 0: no throw; WEIGHTS_MAX + 1: too many to be compiled */
    uint32_t *after; /* by result: the number of the unit state that begins the next turn */
    double *p;
} turn_end;

/* Activations of one fire, by the number of the target's unit state. */
typedef struct composed_by_target {
    composed **at; /* NULL: not composed yet */
    size_t capacity;
} composed_by_target;

typedef struct known_fire {
    aimed_fire *aimed;
    composed_by_target *by_actor; /* by the number of the actor's unit state + 1; 0: for any actor */
    size_t capacity;
} known_fire;

/* Actor, target, and how both move. With the range, this decides a fire of the book in the field of the cache. */
typedef struct aim_pair {
    uint32_t element, at;                                   /* numbers */
    uint8_t side, moving, target_moving, target_ever_moves; /* no padding, because it is compared by its bytes */
} aim_pair;

typedef struct aim {
    uint32_t pair, range; /* numbers */
    const aimed_fire *fire;
} aim;

/* Aims of one pair, by the number of the range: the number + 1; 0: not aimed yet. */
typedef struct aims_by_range {
    uint32_t *next_number;
    size_t capacity;
} aims_by_range;

/* The unit state of a number. `before` and `element` are used only if all act at once. */
typedef struct cached_state {
    uint8_t now[SALVO_ELEMENT_BYTES], before[SALVO_ELEMENT_BYTES];
    const void *element;
} cached_state;

typedef struct compile_cache {
    const salvo_battle_adapter *adapter;
    size_t bytes_max; /* limit of the memory kept */
    bool at_once;     /* all act at once */
    intern_table unit_states, fires;
    known_fire *known; /* by number of the fire */
    size_t known_capacity;
    const turn_end **ends; /* by number of the unit state and whether it moves; NULL: not known yet */
    size_t ends_capacity;
    intern_table elements, ranges, pairs; /* elements of the book by address; ranges by their bits; pairs as aim_pair */
    aims_by_range *by_pair;
    size_t by_pair_capacity;
    aim *aims; /* in the order of their first use */
    size_t n_aims, aims_capacity;
    activation activation; /* scratch space */
    size_t bytes;          /* memory of what was composed */
    salvo_arena *memory;
    salvo_arena *spare; /* empty, for the next battle's tables; or NULL */
} compile_cache;

/* Makes an empty cache for battles of that adapter. Returns false if memory is out. Call compile_cache_free in any
 * case. */
bool compile_cache_init(compile_cache *c, const salvo_battle_adapter *adapter);
void compile_cache_free(compile_cache *c);

/* Forgets everything if the cache exceeds its limits (64 MiB). Battle models that were prepared with the cache become
 * invalid. A caller that prepares many battles calls it from time to time. */
bool compile_cache_make_room(compile_cache *c);

/* Returns an arena for a battle's tables, if possible one that was given back; NULL if memory is out. Returning
 * hundreds of kilobytes to the system and requesting them again for each battle would take half of the time of
 * preparing it. */
salvo_arena *compile_cache_take_arena(compile_cache *c);
void compile_cache_give_arena(compile_cache *c, salvo_arena *arena); /* accepts NULL */

/* These set numbers. They return false if memory is out. */
bool compile_cache_unit_state(compile_cache *c, const void *element, const uint8_t *now, const uint8_t *before,
                              uint32_t *number);
bool compile_cache_element(compile_cache *c, const void *element, uint32_t *number);
bool compile_cache_range(compile_cache *c, double range, uint32_t *number);
bool compile_cache_pair(compile_cache *c, const aim_pair *pair, uint32_t *number);

/* Returns the fire with those bytes; NULL if memory is out. */
const aimed_fire *compile_cache_fire(compile_cache *c, const void *bytes);

/* For compile_cache_aim: makes the place of a new aim. */
aim *compile_cache_new_aim(compile_cache *c, uint32_t pair, uint32_t range);

/* Returns how the pair is aimed at that range; its fire is NULL if it has not been aimed. Returns NULL if memory is
 * out. The pointer is valid until the next call. Lists by number replace a hash, because a battle asks for every pair
 * at each place. */
static inline aim *compile_cache_aim(compile_cache *c, uint32_t pair, uint32_t range)
{
    const aims_by_range *known = &c->by_pair[pair];

    if (range < known->capacity && known->next_number[range])
        return &c->aims[known->next_number[range] - 1];
    return compile_cache_new_aim(c, pair, range);
}

static inline const aim_pair *compile_cache_pair_of(const compile_cache *c, const aim *how)
{
    return intern_table_key(&c->pairs, how->pair);
}

/* The circumstances of an aim. */
static inline salvo_circumstances compile_cache_circumstances(const compile_cache *c, const aim *how)
{
    const aim_pair *pair = compile_cache_pair_of(c, how);
    double range;

    memcpy(&range, intern_table_key(&c->ranges, how->range), sizeof range);
    return (salvo_circumstances){.side = pair->side,
                                 .range = range,
                                 .moving = pair->moving,
                                 .target_moving = pair->target_moving,
                                 .target_ever_moves = pair->target_ever_moves};
}

/* Its SALVO_ELEMENT_BYTES, and those at the start of the turn. */
static inline const uint8_t *unit_state_bytes(const compile_cache *c, uint32_t number)
{
    return intern_table_key(&c->unit_states, number);
}

static inline const uint8_t *unit_state_before(const compile_cache *c, uint32_t number)
{
    return unit_state_bytes(c, number) + (c->at_once ? offsetof(cached_state, before) : 0);
}

/* For compile_cache_compose: composes what is not known yet. */
composed *compile_cache_learn(compile_cache *c, uint32_t fire, uint32_t actor, uint32_t target, bool by_actor);

/* Returns the results of the activation; NULL if memory is out. With `by_actor`, they hold for that actor alone and name
 * its new state. A fire that reads its actor must be composed so. */
static inline composed *compile_cache_compose(compile_cache *c, uint32_t fire, uint32_t actor, uint32_t target,
                                              bool by_actor)
{
    const known_fire *f = &c->known[fire];
    const uint32_t by = by_actor ? actor + 1 : 0;

    if (by < f->capacity && target < f->by_actor[by].capacity && f->by_actor[by].at[target])
        return f->by_actor[by].at[target];
    return compile_cache_learn(c, fire, actor, target, by_actor);
}

/* Returns what the end of a turn does to that unit state; NULL if memory is out. Only if all act at once and elements
 * throw then. */
const turn_end *compile_cache_turn_end(compile_cache *c, uint32_t unit_state, bool moving);

/* Returns its row of 2^bits columns, at least as many as it has ends; NULL if memory is out. */
const composed_column *compile_cache_columns(compile_cache *c, composed *of, uint32_t bits);

#endif
