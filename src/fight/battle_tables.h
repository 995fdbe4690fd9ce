/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle compiled for the battle kernels: its unit states as codes, its activations as rows of alias tables.
 *
 * For each side, every unit state that an element can reach has a code (the closure of the fresh states over all
 * activations at all places). So the result of an action is a look-up: by the place of the lines, by the actor's class
 * (its kind or, if it matters, its own unit state) and by the target's code, which implies its kind. That is a row of
 * 2^bits columns. One word of the generator selects a column by its high bits, and one of the column's two results by
 * the rest (Walker 1977, Vose 1991). That word contains all throws of the activation, and the chance of each result is
 * within 2^-32 of the true one. All rows have the same width, so the place of a column is arithmetic. */
#ifndef SALVO_FIGHT_BATTLE_TABLES_H
#define SALVO_FIGHT_BATTLE_TABLES_H

#include "fight/battle_model.h"
#include "simulate/kernel.h"

/* The order throw and each element's activation have their own word in every turn. If each throw is aimed by itself,
 * all first throws come first, then all second ones, and so on. Behind them are each element's throw at the end of the
 * turn, if all act at once, or the choice of each card. */
enum { DRAWS_OF_ALL = N_SIDES * SALVO_ELEMENTS_MAX, THROWS_AIMED_MAX = 254 };

/* Codes below the limit fit 8 or 16 bits. The greatest code of either width means that an element is out of the
 * fight. */
enum { CODE_GONE = UINT16_MAX, NARROW_CODES = UINT8_MAX, WIDE_CODES = UINT16_MAX };

/* Tables for word_look_up and row_load have space for this many more entries. */
enum { LOOK_UP_ROOM = 64 };

/* Properties of a row's activation besides its results. */
enum { ROW_HARMS = 1, ROW_ATTACKS = 2 };

/* How the target is found among those that a side may choose (targets.h), the first among equals. */
typedef enum {
    FIND_FIRST,    /* in the enemy's list */
    FIND_LEAST,    /* the least code, with the low bits of `tied` set: all of the side have the same order of targets */
    FIND_RANK,     /* the least rank in the row */
    FIND_OPPOSITE, /* the same place in the list, or the next survivor behind it */
    FIND_SPREAD,   /* the least attacked in this turn */
} target_search;

/* Neighbours in the list with equal fresh codes, in a side whose elements fall in a fixed order. */
typedef struct block {
    uint32_t first, end; /* places in the list */
    uint32_t fallen;     /* this many of the side fall before the first of the block; then the block falls to its end */
    uint32_t fresh;
} block;

enum { BLOCKS_MAX = 8, THROWS_AT_FRONT_MAX = 8 };

/* A side is a front if the enemy fires at one element until it is destroyed, and the next target is known in advance.
 * Its state is the number of fallen elements and the unit state of the next one to fall. All others are destroyed or
 * fresh. */
typedef struct front_tables {
    block listed[BLOCKS_MAX]; /* in the order of the list, */
    block falls[BLOCKS_MAX];  /* in the order of falling */
    uint32_t n_blocks;
    bool in_order; /* both orders are equal */
    /* By number alive: the outcome code of the survivors (the codes of both sides are added); the strength of all
     * survivors but the front. */
    uint32_t left[SALVO_ELEMENTS_MAX + 1 + LOOK_UP_ROOM], behind[SALVO_ELEMENTS_MAX + 1 + LOOK_UP_ROOM];
} front_tables;

/* One side. Tables by code have space for every code below n_codes; entries of unused codes are not read. */
typedef struct side_tables {
    uint32_t n_codes;
    uint32_t *strength;                 /* by code; 0 behind the last */
    uint32_t fresh[SALVO_ELEMENTS_MAX]; /* codes at the start; CODE_GONE: never in the fight */
    uint8_t by_speed[SALVO_KINDS_MAX];  /* kinds that can move, the slowest first */
    uint32_t n_speeds;
    uint32_t *stopped;        /* by code: 1 if stopped; NULL: none ever is */
    uint32_t *worn;           /* by code: 1 if worn; NULL if no limit beats a side */
    uint32_t living_at_break; /* with this many alive or fewer, the side withdraws */
    int64_t full;             /* strength of all */

    /* This side as the one that fires. */
    target_search choice;
    bool best_acts;                        /* and not the first of the list */
    uint32_t tied;                         /* for the enemy's codes */
    uint8_t opposite[SALVO_ELEMENTS_MAX];  /* by element: the opposite place in the enemy's list */
    bool may_retarget;                     /* an element may choose differently although nothing changed */
    bool acts_by_state;                    /* an actor's class is its code; otherwise by its place in the list */
    uint32_t class_of[SALVO_ELEMENTS_MAX]; /* by element */
    uint32_t n_classes;
    uint32_t *acts_as; /* by class: its place in the order in which equals act, if the best acts; or NULL */
    uint32_t *throws;  /* by class: throws of an activation, if each is aimed by itself; or NULL: it has one word */
    /* By place: places with the same fire are one fire class. Row number: first_row + (fire_class * n_classes + class) *
     * the enemy's n_codes + the target's code. */
    uint32_t fire_class[PLACES_MAX];
    uint32_t moved[PLACES_MAX]; /* by place: 1 if the line has moved to it */
    uint32_t n_fire_classes, first_row;

    /* If all act at once, codes are of elements in a turn (compile_cache.h). `next`, by code: the code at the start of
     * the next turn. `after`, by moved * n_codes + code: the row of the throw before that, or 0 for no throw. NULL:
     * there are none. */
    uint32_t *next, *after;
    bool turns_change; /* some code changes when the next turn begins */

    front_tables front; /* of its own elements; if the battle has fronts */
} side_tables;

typedef struct battle_tables {
    const battle_model *model;
    side_tables side[N_SIDES];
    uint32_t bits; /* of the columns in a row */
    uint32_t n_rows;
    /* By row << bits | column. A word, shifted left by `bits`, that is below the threshold selects the column's `own`
     * result. Other words select `other`. */
    walk_column *columns;
    uint32_t *own; /* second << 16 | first: the actor's new codes; NULL if they never change */
    /* If all codes are narrow, columns whose results have the actor's new code in their upper byte. Otherwise NULL. */
    walk_column *narrow;
    uint32_t *flags;     /* by row: ROW_HARMS | ROW_ATTACKS */
    uint32_t *ranks;     /* by row, for FIND_RANK; or NULL */
    uint32_t *turns;     /* by row, if the best of a side acts: the least of these acts first; or NULL */
    bool always_attacks; /* every row has ROW_ATTACKS */
    uint64_t first_a;    /* words of the order throw below this mean that side a begins; 2^32: always */
    uint8_t harms[PLACES_MAX][N_SIDES][SALVO_KINDS_MAX]; /* bits of the enemy's kinds that the kind can harm */
    uint32_t *next_place;                                /* by (place * N_PACES + pace of a) * N_PACES + pace of b */
    bool can_rest; /* where lines rest, some kind cannot harm some other: a stalemate may occur */
    /* Where lines rest, some activation harms nobody. So a whole turn may harm nobody, and would then repeat for
     * ever. */
    bool can_idle;
    bool asks_first;      /* stalemates are looked for before a turn, because the turn itself may hide them */
    uint32_t most_throws; /* of an activation, with their own words */
    uint32_t draws_a_turn, draws_before; /* draws in a turn, and those before the end of a turn or the cards */
    bool has_fronts;                     /* both sides fall in a fixed order, and actors do not change */
    salvo_arena *memory;
    compile_cache *memory_of; /* the cache that takes the memory back and outlives the tables; or NULL */
} battle_tables;

static inline bool has_cards(const battle_tables *t)
{
    return t->model->adapter->sequence == SALVO_BY_CARDS;
}

/* The word's place in the order of a turn's words. */
static inline uint32_t draw_of(int side, int element) /* of the first throw */
{
    return 1 + (uint32_t)(side * SALVO_ELEMENTS_MAX + element);
}

static inline uint32_t row_of(const battle_tables *t, int side, uint32_t place, uint32_t class, uint32_t target)
{
    const side_tables *s = &t->side[side];

    return s->first_row + (s->fire_class[place] * s->n_classes + class) * t->side[!side].n_codes + target;
}

/* This many 8-bit codes are looked up in registers, and the wishes of this many pairs of class and fire class. */
enum { STATES_LOOKED_UP = 64, FEW_WISHES = 96 };

static inline bool has_few_wishes(const battle_tables *t, int side)
{
    return t->side[side].n_fire_classes * t->side[side].n_classes <= FEW_WISHES &&
           t->side[!side].n_codes < STATES_LOOKED_UP;
}

void battle_tables_free(battle_tables *t);

#endif
