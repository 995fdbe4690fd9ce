/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that compile a battle (battle_compile.c, battle_lay.c, battle_codes.c, battle_rows.c,
 * at_once.c). */
#ifndef SALVO_FIGHT_BATTLE_COMPILER_H
#define SALVO_FIGHT_BATTLE_COMPILER_H

#include <string.h>

#include "base/intern_table.h"
#include "fight/battle_state.h"
#include "fight/battle_tables.h"
#include "fight/targets.h"
#include "simulate/alias.h"
#include "simulate/weights.h"

enum { TRIED_MAX = 400000000, UNIT_STATES_MAX = 1 << 12 };

#define NO_NUMBER UINT32_MAX

/* A unit state of one of a side's kinds. The cache numbers its bytes for all battles. Its place in the side's list is its
 * number in this battle, so that nothing depends on what the cache has seen. If it is in the fight, it also has a code:
 * codes are a permutation of the numbers that leaves out what is destroyed. If all act at once, elements act only in
 * states in which they begin a turn. The other states occur during a turn and are only fired at. */
typedef struct unit_state {
    uint8_t kind;
    uint8_t bytes[SALVO_ELEMENT_BYTES], before[SALVO_ELEMENT_BYTES]; /* `before`: at the start of the turn */
    bool acts;
    bool is_stopped; /* it does not move with its line; false if it is out of the fight */
    uint32_t cached; /* its number in the cache */
    uint32_t code;   /* CODE_GONE if it is out of the fight */
    int strength;
    double wish;       /* the enemy's, if its policy looks only at the target and the unit state is in the fight */
    uint32_t next_fit; /* the next state of the same kind in the fight; or NO_NUMBER */
} unit_state;

/* At first codes are in the order of numbers. battle_codes.c gives the codes of tables another order. */
typedef struct unit_state_list {
    unit_state *at;
    size_t count, capacity;
    uint32_t *number_of; /* by code; NO_NUMBER if the code is unused */
    size_t n_codes, codes_capacity;
    uint32_t *next_number[SALVO_KINDS_MAX]; /* by kind and by number in the cache: the number + 1; 0: none */
    size_t room[SALVO_KINDS_MAX];
    /* By kind, of states in the fight: the first + 1, or 0; the last. And the last that is out of the fight. */
    uint32_t next_first[SALVO_KINDS_MAX], last[SALVO_KINDS_MAX], gone[SALVO_KINDS_MAX];
} unit_state_list;

/* One kind's fire at another, for all places at which it is the same. */
typedef struct fire_pair {
    int side, kind, at;
    const aimed_fire *aimed;          /* in the battle model */
    const void *fire;                 /* the bytes of the fire */
    uint32_t fire_number;             /* in the cache */
    uint32_t before;                  /* the previous fire pair of the same kinds, with another fire; or NO_NUMBER */
    uint32_t last_actor, last_target; /* actions up to these are composed; NO_NUMBER: none yet */
    uint32_t next_fire_class;         /* the first fire class in which it has rows, + 1; 0: none yet */
} fire_pair;

typedef struct compiler {
    battle_tables *t;
    const battle_model *model;
    compile_cache *cache;
    bool owns_cache;
    unit_state_list unit_states[N_SIDES];
    fire_pair *fire_pairs;
    size_t n_fire_pairs, capacity;
    uint32_t *fire_pair_of;                      /* by the number of the fire in the model */
    uint64_t tried;                              /* dice results tried */
    uint32_t *code_in[N_SIDES][SALVO_KINDS_MAX]; /* codes by kind and by number in the cache, for whole rows */
    uint8_t place_of[N_SIDES][PLACES_MAX];       /* by fire class: its first place */
    /* By fire class: bits of the enemy's kinds that a kind can harm. */
    uint8_t harms[PLACES_MAX][N_SIDES][SALVO_KINDS_MAX];
    bool harmless[PLACES_MAX][N_SIDES]; /* by fire class: some activation harms nobody */
    bool rests[PLACES_MAX];             /* by place: the lines may stay there for another turn */
    bool fixed;                         /* no element's class ever changes */
    bool by_actor;                      /* some fire reads its actor, so that all are composed by their actors */
    size_t most_results;                /* in a row */
    uint32_t after_row;                 /* the next row for a throw at the end of a turn */
    alias_column *columns;              /* scratch space for one row */
    uint64_t *weight;
    uint32_t *stack;
    salvo_arena *memory; /* until the tables are made */
} compiler;

static inline uint32_t *compiler_fire_pair(const compiler *c, int place, int side, int kind, int at)
{
    return &c->fire_pair_of[battle_model_fire_number(c->model, place, side, kind, at)];
}

static inline const unit_state *unit_state_at(const compiler *c, int side, uint32_t number)
{
    return &c->unit_states[side].at[number];
}

/* The unit state that has a code; NO_NUMBER if none has it. */
static inline uint32_t number_of_code(const compiler *c, int side, uint32_t code)
{
    return c->unit_states[side].number_of[code];
}

/* As policies see it. */
static inline known_state known_state_of(const compiler *c, int side, uint32_t number)
{
    const unit_state *at = unit_state_at(c, side, number);

    return (known_state){at->kind, at->strength, at->bytes, at->before};
}

static inline int strength_of(const compiler *c, int side, uint32_t number)
{
    return unit_state_at(c, side, number)->strength;
}

/* Whether the unit state belongs to the kind and is in the fight. */
static inline bool is_fit(const compiler *c, int side, int kind, uint32_t number)
{
    return unit_state_at(c, side, number)->kind == kind && strength_of(c, side, number) > 0;
}

/* The first unit state of the kind in the fight, and the next one; NO_NUMBER behind the last. */
static inline uint32_t first_fit(const compiler *c, int side, int kind)
{
    return c->unit_states[side].next_first[kind] - 1; /* 0 - 1 is NO_NUMBER */
}

static inline uint32_t next_fit(const compiler *c, int side, uint32_t number)
{
    return unit_state_at(c, side, number)->next_fit;
}

/* Prepares a zeroed compiler: finds the fire pairs of all places and the fresh unit states, but composes nothing. Call
 * compiler_free afterwards, even after a failure. `cache` may be NULL. */
salvo_status compiler_prepare(compiler *c, const battle_model *model, compile_cache *cache, salvo_error *err);
void compiler_free(compiler *c); /* does not free the tables */

/* Finds the number of a unit state in which an element begins a turn. A new state gets the next number. */
salvo_status compiler_number(compiler *c, int side, int kind, const uint8_t *bytes, uint32_t *number, salvo_error *err);

/* The same, for a unit state by its number in the cache. */
salvo_status compiler_number_cached(compiler *c, int side, int kind, uint32_t cached, uint32_t *number,
                                    salvo_error *err);

/* Composes the activation of one unit state on another, and counts its dice results. */
salvo_status compiler_compose(compiler *c, const fire_pair *by, uint32_t actor, uint32_t target, const composed **of,
                              salvo_error *err);

/* Finds the numbers of the actor's and the target's unit state after that end of the activation. */
salvo_status compiler_number_end(compiler *c, const fire_pair *by, uint32_t actor, const composed_end *to,
                                 uint32_t number[2], salvo_error *err);

/* The results of an activation that was composed before. */
static inline composed *compiler_composed(const compiler *c, const fire_pair *by, uint32_t actor, uint32_t target)
{
    return compile_cache_compose(c->cache, by->fire_number, unit_state_at(c, by->side, actor)->cached,
                                 unit_state_at(c, enemy_of(by->side), target)->cached, c->by_actor);
}

/* Returns the number of the unit state that represents a class; NO_NUMBER if no element of the class ever acts. Codes
 * must exist. */
uint32_t compiler_representative(const compiler *c, int side, uint32_t class);

/* Fills the row with these results and chances; `own` holds the actor's new states. */
void compiler_row(compiler *c, uint32_t row, const uint32_t *results, const uint32_t *own, const double *p, size_t n);

/* Joins the low bytes. Of narrow codes, nothing else is read. */
static inline uint16_t two_codes(uint32_t upper, uint32_t lower)
{
    return (uint16_t)((upper & UINT8_MAX) << 8 | (lower & UINT8_MAX));
}

/* Fills one column. A word, shifted left by the row's bits, that is below the threshold selects the first code of the
 * target and of the actor. Other words select the second. */
static inline void compiler_column(battle_tables *t, size_t at, uint32_t threshold, const uint32_t target[2],
                                   const uint32_t actor[2])
{
    t->columns[at] = (walk_column){threshold, (uint16_t)target[0], (uint16_t)target[1]};
    if (!t->own)
        return;
    t->own[at] = actor[1] << 16 | actor[0];
    if (t->narrow)
        t->narrow[at] = (walk_column){threshold, two_codes(actor[0], target[0]), two_codes(actor[1], target[1])};
}

#endif
