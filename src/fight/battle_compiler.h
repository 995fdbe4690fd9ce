/* What the compiling of a battle works on (battle_tables.c, at_once.c). */
#ifndef SALVO_FIGHT_BATTLE_COMPILER_H
#define SALVO_FIGHT_BATTLE_COMPILER_H

#include <string.h>

#include "base/numbering.h"
#include "fight/activation.h"
#include "fight/battle_state.h"
#include "fight/battle_tables.h"
#include "simulate/weights.h"

enum { TRIED_MAX = 400000000, COLUMN_BITS_MAX = 11 };

/* How a condition is told from others. No padding. */
typedef struct condition {
    uint8_t kind;
    uint8_t bytes[SALVO_ELEMENT_BYTES];
} condition;

/* One result of an activation: the numbers of both conditions; where all act at once, of the actor's and of the effect on
 * the target. */
typedef struct end {
    uint32_t actor, target;
    double p;
} end;

/* One condition of an actor on one of a target. */
typedef struct deed {
    uint32_t actor, target;
    size_t first, n; /* ends */
    bool throws;
    uint32_t like; /* an earlier deed that has the same ends, or itself */
    uint32_t row;
} deed;

/* Fires that are the same wherever the lines stand: one kind on one kind. Deeds in the order of compiling; deed_of is
 * found by actor * CONDITIONS + target in the end. */
typedef struct encounter {
    int side, kind, at;
    const void *fire;
    uint32_t fire_number; /* in the cache */
    deed *deeds;
    size_t n_deeds, capacity;
    numbering known; /* pairs of conditions; the number is the deed's */
} encounter;

typedef struct compiler {
    battle_tables *t;
    const engagement *e;
    numbering conditions[N_SIDES];
    numbering effects[N_SIDES]; /* on that side's elements: for each of its conditions, what becomes of it */
    encounter *encounters;
    size_t n_encounters, capacity;
    uint32_t *encounter_of; /* by place, side, kind, kind */
    end *ends;
    size_t n_ends, ends_capacity;
    activation activation;
    activation_cache *cache; /* or NULL */
} compiler;

static inline const condition *condition_at(const compiler *c, int side, uint32_t number)
{
    return numbering_key(&c->conditions[side], number);
}

static inline int strength_of(const compiler *c, int side, uint32_t number)
{
    const condition *at = condition_at(c, side, number);

    return c->e->face->strength(c->e->side[side].kinds[at->kind].element, at->bytes);
}

/* Whether the element of that condition is of the kind, and in the fight. */
static inline bool is_fit(const compiler *c, int side, int kind, uint32_t number)
{
    return condition_at(c, side, number)->kind == kind && strength_of(c, side, number) > 0;
}

/* The number of a condition, a new one if it has none. */
salvo_status compiler_number(compiler *c, int side, int kind, const uint8_t *bytes, uint32_t *number, salvo_error *err);

/* The deed of those two, which is known. */
const deed *compiler_deed(const encounter *by, uint32_t actor, uint32_t target);

salvo_status compiler_end(compiler *c, const end *more, salvo_error *err);

/* A row of these results with these chances: its first column and its bits. `own` are what becomes of the actor. */
salvo_status compiler_row(compiler *c, const uint32_t *results, const uint32_t *own, const double *p, size_t n,
                          uint32_t *row, salvo_error *err);

#endif
