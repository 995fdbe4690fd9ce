/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was compiled before, for battles that follow. Battles of the same units need the same fires in the same unit
 * states again and again, and what these lead to does not depend on the battle. So the cache numbers unit states and
 * fires once, by their bytes, and keeps by these numbers what an activation leads to, with its rows of alias columns. A
 * battle only puts them together. A cache belongs to one thread at a time. It returns exactly what compiling anew would
 * give, so no result depends on its contents. It is of one open book: elements and the field are told by their
 * addresses.
 *
 * Where all act at once, what fire does depends on the unit state in which its target began the turn, too. So a number
 * stands for an element in the turn there: what it is now, and what it was when the turn began. An activation changes the
 * first alone; the end of the turn makes them equal. */
#ifndef SALVO_FIGHT_COMPILE_CACHE_H
#define SALVO_FIGHT_COMPILE_CACHE_H

#include <stdint.h>
#include <string.h>

#include <salvo/arena.h>

#include "base/intern_table.h"
#include "fight/activation.h"

/* One kind's fire at another. Fires with equal bytes are one. */
typedef struct aimed_fire {
    const void *bytes;
    uint32_t number;
} aimed_fire;

/* One outcome of an activation, by numbers of unit states. */
typedef struct composed_end {
    uint32_t actor, target; /* the actor's only where he matters: else he stays as he is */
    long double p;          /* as in a joint_state */
} composed_end;

/* A column of its row: words that, shifted left by the row's bits, are below the threshold give the first result. */
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
    composed_row *rows;       /* that were made */
    uint64_t tried;           /* dice results */
    uint32_t n;               /* ends; 0: its throws do not end, or have too many outcomes */
    bool throws, harms;
} composed;

/* Activations of one fire, by the number of the target's unit state. */
typedef struct composed_by_target {
    composed **at; /* NULL: not composed yet */
    size_t capacity;
} composed_by_target;

typedef struct known_fire {
    aimed_fire *aimed;
    composed_by_target *by_actor; /* by the number of the actor's unit state; one only where that does not matter */
    size_t capacity;
} known_fire;

/* Who fires at whom, and how both move: with the range, what decides a fire of the book's, in the field that the cache is
 * used for. */
typedef struct aim_pair {
    uint32_t element, at;                                   /* numbers */
    uint8_t side, moving, target_moving, target_ever_moves; /* no padding: compared by its bytes */
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

/* What a unit state's number stands for. Without `before` and `element`, where not all act at once. */
typedef struct cached_state {
    uint8_t now[SALVO_ELEMENT_BYTES], before[SALVO_ELEMENT_BYTES];
    const void *element;
} cached_state;

typedef struct compile_cache {
    const salvo_battle_adapter *adapter;
    size_t bytes_max;   /* of what is kept */
    bool at_once;       /* all act at once */
    bool actor_matters; /* to what an activation leads to */
    intern_table unit_states, fires;
    known_fire *known; /* by fire */
    size_t known_capacity;
    intern_table elements, ranges, pairs; /* of the book: by their addresses; by their bits; an aim_pair */
    aims_by_range *by_pair;
    size_t by_pair_capacity;
    aim *aims; /* in the order in which they were asked for */
    size_t n_aims, aims_capacity;
    activation activation; /* scratch room */
    size_t bytes;          /* of what was composed */
    salvo_arena *memory;
    salvo_arena *spare; /* an empty one for the next battle's tables; or NULL */
} compile_cache;

/* Empty, and ready for battles of that adapter. false when memory is out; compile_cache_free takes it all the same. */
bool compile_cache_init(compile_cache *c, const salvo_battle_adapter *adapter);
void compile_cache_free(compile_cache *c);

/* Forgets everything when more is kept than some 100 MB. Battle models that were prepared with the cache end here. Called
 * from time to time by whoever prepares many. */
bool compile_cache_make_room(compile_cache *c);

/* An arena for a battle's tables, from those that were given back; NULL when memory is out. Tables of hundreds of
 * kilobytes, battle after battle, would else be given back to the system and asked from it each time: half of the time of
 * preparing them. */
salvo_arena *compile_cache_take_arena(compile_cache *c);
void compile_cache_give_arena(compile_cache *c, salvo_arena *arena); /* NULL: nothing */

/* Numbers. false when memory is out. */
bool compile_cache_unit_state(compile_cache *c, const void *element, const uint8_t *now, const uint8_t *before,
                              uint32_t *number);
bool compile_cache_element(compile_cache *c, const void *element, uint32_t *number);
bool compile_cache_range(compile_cache *c, double range, uint32_t *number);
bool compile_cache_pair(compile_cache *c, const aim_pair *pair, uint32_t *number);

/* The fire with those bytes; NULL when memory is out. */
const aimed_fire *compile_cache_fire(compile_cache *c, const void *bytes);

/* For compile_cache_aim: the place of an aim that is new. */
aim *compile_cache_new_aim(compile_cache *c, uint32_t pair, uint32_t range);

/* How the pair is aimed at that range; its fire is NULL when it has not been. NULL when memory is out. The place holds
 * until the next call. Lists by number in place of a hash: a battle asks this for every pair at each of its places. */
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

/* The conditions of an aim. */
static inline salvo_conditions compile_cache_conditions(const compile_cache *c, const aim *how)
{
    const aim_pair *pair = compile_cache_pair_of(c, how);
    double range;

    memcpy(&range, intern_table_key(&c->ranges, how->range), sizeof range);
    return (salvo_conditions){pair->side, range, pair->moving, pair->target_moving, pair->target_ever_moves};
}

/* Its SALVO_ELEMENT_BYTES, and those as which it began the turn. */
static inline const uint8_t *unit_state_bytes(const compile_cache *c, uint32_t number)
{
    return intern_table_key(&c->unit_states, number);
}

static inline const uint8_t *unit_state_before(const compile_cache *c, uint32_t number)
{
    const cached_state *of = intern_table_key(&c->unit_states, number);

    return c->at_once ? of->before : of->now;
}

/* For compile_cache_compose: composes what is not known yet. */
composed *compile_cache_learn(compile_cache *c, uint32_t fire, uint32_t actor, uint32_t target);

/* What the activation leads to; NULL when memory is out. */
static inline composed *compile_cache_compose(compile_cache *c, uint32_t fire, uint32_t actor, uint32_t target)
{
    const known_fire *f = &c->known[fire];
    const uint32_t by = c->actor_matters ? actor : 0;

    if (by < f->capacity && target < f->by_actor[by].capacity && f->by_actor[by].at[target])
        return f->by_actor[by].at[target];
    return compile_cache_learn(c, fire, actor, target);
}

/* Its row of 2^bits columns, for at least as many as it has ends; NULL when memory is out. */
const composed_column *compile_cache_columns(compile_cache *c, composed *of, uint32_t bits);

#endif
