/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that compile a battle share (battle_compile.c, battle_lay.c, battle_codes.c, battle_rows.c,
 * at_once.c). */
#ifndef SALVO_FIGHT_BATTLE_COMPILER_H
#define SALVO_FIGHT_BATTLE_COMPILER_H

#include <string.h>

#include "base/intern_table.h"
#include "fight/battle_state.h"
#include "fight/battle_tables.h"
#include "simulate/alias.h"
#include "simulate/weights.h"

enum { TRIED_MAX = 400000000, UNIT_STATES_MAX = 1 << 12 };

#define NO_NUMBER UINT32_MAX

/* A unit state of one side's kind. Its place in the side's list is its number in this battle. Where all act at once, one
 * in which elements begin a turn acts; the others are of a turn that is under way, and are fired at alone. */
typedef struct unit_state {
    uint8_t kind;
    uint8_t bytes[SALVO_ELEMENT_BYTES], before[SALVO_ELEMENT_BYTES]; /* `before`: as it began the turn */
    bool acts;
    uint32_t cached; /* its number in the cache */
    int strength;
    uint32_t next_fit; /* of the same kind, in the fight; or NO_NUMBER */
} unit_state;

typedef struct unit_state_list {
    unit_state *at;
    size_t count, capacity;
    uint32_t *next_number[SALVO_KINDS_MAX]; /* by kind and by number in the cache: the number + 1; 0: it has none */
    size_t room[SALVO_KINDS_MAX];
    uint32_t next_first[SALVO_KINDS_MAX],
        last[SALVO_KINDS_MAX]; /* of a kind's that are in the fight; the first + 1, or 0 */
} unit_state_list;

/* One kind's fire at another, for all places at which it is the same. */
typedef struct matchup {
    int side, kind, at;
    const aimed_fire *aimed; /* in the battle model */
    const void *fire;        /* its bytes */
    uint32_t fire_number;    /* in the cache */
    uint32_t before;         /* the matchup of the same kinds with another fire, at earlier places; or NO_NUMBER */
    uint32_t last_actor, last_target; /* up to these actions are composed; NO_NUMBER: none yet */
    uint32_t next_stand;              /* the first at which it has rows, + 1; 0: none yet */
} matchup;

typedef struct compiler {
    battle_tables *t;
    const battle_model *e;
    compile_cache *cache;
    bool owns_cache;
    unit_state_list unit_states[N_SIDES];
    matchup *matchups;
    size_t n_matchups, capacity;
    uint32_t *matchup_of;       /* by the number of the fire in the model */
    uint64_t tried;             /* dice results */
    uint32_t *code_of[N_SIDES]; /* by the number of a unit state; CODE_GONE for those out of the fight */
    uint32_t
        *code_in[N_SIDES][SALVO_KINDS_MAX]; /* the same by kind and by number in the cache, for whole rows of them */
    uint32_t *number_of[N_SIDES];           /* by code; NO_NUMBER where a code stands for no unit state */
    uint8_t place_of[N_SIDES][PLACES_MAX];  /* by stand: the first of its places */
    uint8_t harms[PLACES_MAX][N_SIDES][SALVO_KINDS_MAX]; /* by stand: bits of the enemy's kinds that a kind can harm */
    bool harmless[PLACES_MAX][N_SIDES];                  /* by stand: some activation harms nobody */
    bool rests[PLACES_MAX];                              /* by place: the lines may stay there for another turn */
    bool fixed;                                          /* nobody's class ever changes */
    size_t most_results;                                 /* of a row */
    uint32_t after_row;                                  /* the next row of the throws at the end of a turn */
    alias_column *columns;                               /* scratch room for the row that is made */
    uint64_t *weight;
    uint32_t *stack;
    salvo_arena *memory; /* until the tables are laid */
} compiler;

static inline uint32_t *compiler_matchup(const compiler *c, int place, int side, int kind, int at)
{
    return &c->matchup_of[battle_model_fire_number(c->e, place, side, kind, at)];
}

static inline const unit_state *unit_state_at(const compiler *c, int side, uint32_t number)
{
    return &c->unit_states[side].at[number];
}

static inline int strength_of(const compiler *c, int side, uint32_t number)
{
    return unit_state_at(c, side, number)->strength;
}

/* Whether that unit state is one of the kind, and in the fight. */
static inline bool is_fit(const compiler *c, int side, int kind, uint32_t number)
{
    return unit_state_at(c, side, number)->kind == kind && strength_of(c, side, number) > 0;
}

/* The first unit state of the kind that is in the fight, and the next one; NO_NUMBER behind the last. */
static inline uint32_t first_fit(const compiler *c, int side, int kind)
{
    return c->unit_states[side].next_first[kind] - 1; /* 0 - 1 is NO_NUMBER */
}

static inline uint32_t next_fit(const compiler *c, int side, uint32_t number)
{
    return unit_state_at(c, side, number)->next_fit;
}

/* Readies a zeroed compiler: it knows the matchups of all places, and the fresh unit states; nothing is composed. After
 * a failure too, call compiler_free. `cache` may be NULL. */
salvo_status compiler_prepare(compiler *c, const battle_model *e, compile_cache *cache, salvo_error *err);
void compiler_free(compiler *c); /* but not the tables */

/* Finds the number of the unit state in which an element begins a turn; one that has none gets the next. */
salvo_status compiler_number(compiler *c, int side, int kind, const uint8_t *bytes, uint32_t *number, salvo_error *err);

/* The same, of a unit state by its number in the cache. */
salvo_status compiler_number_cached(compiler *c, int side, int kind, uint32_t cached, uint32_t *number,
                                    salvo_error *err);

/* Composes the activation of one unit state on another, and counts its dice results. */
salvo_status compiler_compose(compiler *c, const matchup *by, uint32_t actor, uint32_t target, const composed **of,
                              salvo_error *err);

/* Numbers what becomes of the actor and of the target by that end of the activation. */
salvo_status compiler_number_end(compiler *c, const matchup *by, uint32_t actor, const composed_end *to,
                                 uint32_t number[2], salvo_error *err);

/* What an activation leads to that was composed before. */
static inline composed *compiler_composed(const compiler *c, const matchup *by, uint32_t actor, uint32_t target)
{
    return compile_cache_compose(c->cache, by->fire_number, unit_state_at(c, by->side, actor)->cached,
                                 unit_state_at(c, enemy_of(by->side), target)->cached);
}

/* The number of the unit state that stands for a class; NO_NUMBER where nobody of the class ever acts. Codes must be dealt
 * out before. */
uint32_t compiler_representative(const compiler *c, int side, uint32_t class);

/* Fills the row with these results and chances; `own` says what becomes of the actor. */
void compiler_row(compiler *c, uint32_t row, const uint32_t *results, const uint32_t *own, const double *p, size_t n);

/* The low bytes, which are all that is read of narrow codes. */
static inline uint16_t two_codes(uint32_t upper, uint32_t lower)
{
    return (uint16_t)((upper & UINT8_MAX) << 8 | (lower & UINT8_MAX));
}

/* Fills one column: words that, shifted left by the row's bits, are below the threshold give the first code of the target
 * and of the actor, others the second. */
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
