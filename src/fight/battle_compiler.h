/* What the files that compile a battle share (battle_compile.c, battle_lay.c, battle_codes.c, battle_rows.c,
 * at_once.c). */
#ifndef SALVO_FIGHT_BATTLE_COMPILER_H
#define SALVO_FIGHT_BATTLE_COMPILER_H

#include <string.h>

#include "base/intern_table.h"
#include "fight/activation.h"
#include "fight/battle_state.h"
#include "fight/battle_tables.h"
#include "simulate/alias.h"
#include "simulate/weights.h"

enum { TRIED_MAX = 400000000, UNIT_STATES_MAX = 1 << 12 };

#define NO_NUMBER UINT32_MAX

/* The key of a unit state. No padding: compared by its bytes. */
typedef struct unit_state {
    uint8_t kind;
    uint8_t bytes[SALVO_ELEMENT_BYTES];
} unit_state;

/* One outcome of an activation, as numbers: of both unit states or, where all act at once, of the actor's unit state
 * and of the effect on the target. */
typedef struct end {
    uint32_t actor, target;
    double p;
} end;

/* The activation of one unit state on another. */
typedef struct action {
    uint32_t actor, target;
    size_t first, n; /* ends */
    bool throws;
} action;

/* One kind's fire at another, for all places at which it is the same. Actions stand in the order of compiling;
 * compiler_action finds one by the numbers of both unit states. */
typedef struct matchup {
    int side, kind, at;
    const void *fire;
    uint32_t fire_number; /* in the cache */
    action *actions;
    size_t n_actions, capacity;
    uint32_t done[N_SIDES]; /* of the unit states of either side, actions of so many with so many are composed */
    uint32_t *number_of; /* of actions, by the actor's number * n_targets + the target's; made when all are composed */
    uint32_t n_targets;
} matchup;

typedef struct compiler {
    battle_tables *t;
    const battle_model *e;
    intern_table unit_states[N_SIDES];
    intern_table effects[N_SIDES]; /* on that side's elements: for each of its unit states, what becomes of it */
    matchup *matchups;
    size_t n_matchups, capacity;
    uint32_t *matchup_of; /* by place, side, kind, kind */
    end *ends;
    size_t n_ends, ends_capacity;
    activation activation;
    activation_cache *cache;               /* or NULL */
    uint32_t *code_of[N_SIDES];            /* by the number of a unit state; CODE_GONE for those out of the fight */
    uint32_t *number_of[N_SIDES];          /* by code; NO_NUMBER where a code stands for no unit state */
    uint8_t place_of[N_SIDES][PLACES_MAX]; /* by stand: the first of its places */
    bool rests[PLACES_MAX];                /* by place: the lines may stay there for another turn */
    bool fixed;                            /* nobody's class ever changes */
    size_t most_results;                   /* of a row */
    uint32_t after_row;                    /* the next row of the throws at the end of a turn */
    uint64_t n_afters[N_SIDES];            /* those throws */
    alias_column *columns;                 /* scratch room for the row that is made */
    uint64_t *weight;
    uint32_t *stack;
} compiler;

/* The table has room for the most kinds there can be, so that the index is the same for every battle. */
static inline uint32_t *compiler_matchup(const compiler *c, int place, int side, int kind, int at)
{
    return &c->matchup_of[((place * N_SIDES + side) * SALVO_KINDS_MAX + kind) * SALVO_KINDS_MAX + at];
}

static inline const unit_state *unit_state_at(const compiler *c, int side, uint32_t number)
{
    return intern_table_key(&c->unit_states[side], number);
}

static inline int strength_of(const compiler *c, int side, uint32_t number)
{
    const unit_state *at = unit_state_at(c, side, number);

    return c->e->adapter->strength(c->e->side[side].kinds[at->kind].element, at->bytes);
}

/* Whether that unit state is one of the kind, and in the fight. */
static inline bool is_fit(const compiler *c, int side, int kind, uint32_t number)
{
    return unit_state_at(c, side, number)->kind == kind && strength_of(c, side, number) > 0;
}

/* Readies a zeroed compiler: it knows the matchups of all places, and the fresh unit states; nothing is composed.
 * `cache` may be NULL. After a failure too, call compiler_free. */
salvo_status compiler_prepare(compiler *c, const battle_model *e, activation_cache *cache, salvo_error *err);
void compiler_free(compiler *c); /* and what it stands in, but not the tables */

/* Finds the number of a unit state; one that has none gets the next. */
salvo_status compiler_number(compiler *c, int side, int kind, const uint8_t *bytes, uint32_t *number, salvo_error *err);

/* The action of those two unit states, when all are composed. */
const action *compiler_action(const matchup *by, uint32_t actor, uint32_t target);

/* Composes the activation d->actor at d->target; its ends are put behind the others. */
salvo_status compiler_compose(compiler *c, const matchup *by, action *d, salvo_error *err);

salvo_status compiler_end(compiler *c, const end *more, salvo_error *err);

/* Fills the row with these results and chances; `own` says what becomes of the actor. */
void compiler_row(compiler *c, uint32_t row, const uint32_t *results, const uint32_t *own, const double *p, size_t n);

#endif
