/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle compiled for the battle kernels: its unit states as codes, its activations as rows of alias tables.
 *
 * Of each side every unit state that an element can come to has a code (the closure of the fresh ones over all
 * activations at all places). Who acts on whom with what result then is a look-up: by where the lines stand, by the
 * actor's class (its kind or, where that matters, its own unit state) and by the code of the target, which implies its
 * kind. That is a row of 2^bits columns; one word of the generator chooses a column by its high bits, and one of the
 * column's two results by the others (Walker 1977, Vose 1991). All throws of the activation are in that one word, and
 * the chance of each result is within 2^-32 of the true one. All rows are of one width, so that the place of a column
 * is arithmetic. */
#ifndef SALVO_FIGHT_BATTLE_TABLES_H
#define SALVO_FIGHT_BATTLE_TABLES_H

#include "fight/battle_model.h"
#include "simulate/kernel.h"

/* The order throw and each element's activation have a word of their own in every turn; where each throw is aimed by
 * itself, all first throws, then all second ones, and so on. Behind them: where all act at once each element's throw at
 * the end of the turn, by cards the choice of each card. */
enum { DRAWS_OF_ALL = N_SIDES * SALVO_ELEMENTS_MAX, THROWS_AIMED_MAX = 254 };

/* Codes below the limit have 8 bits, or 16; the greatest code of either says that an element is out of the fight. */
enum { CODE_GONE = UINT16_MAX, NARROW_CODES = UINT8_MAX, WIDE_CODES = UINT16_MAX };

/* Tables that word_look_up and row_load read have room for so many more. */
enum { LOOK_UP_ROOM = 64 };

/* What a row's activation is, besides its results. */
enum { ROW_HARMS = 1, ROW_ATTACKS = 2 };

/* How the target is found among those that a side may choose (targets.h), the first of equals. */
typedef enum {
    FIND_FIRST,    /* of the enemy's list */
    FIND_LEAST,    /* code, after the low bits of `tied` are set: all of the side agree whom they want most */
    FIND_RANK,     /* least rank of the row */
    FIND_OPPOSITE, /* the same place in the list, or the next one left behind it */
    FIND_SPREAD,   /* of those who were attacked least in this turn */
} target_search;

/* Neighbours in the list whose fresh codes are equal, of a side whose elements fall in a fixed order. */
typedef struct block {
    uint32_t first, end; /* places in the list */
    uint32_t fallen;     /* so many of the side have fallen before its first one does; then it falls to its end */
    uint32_t fresh;
} block;

enum { BLOCKS_MAX = 8, THROWS_AT_FRONT_MAX = 8 };

/* Where the enemy fires at one element until it is gone, and it is known beforehand at whom he fires then, a side is its
 * front: how many have fallen, and the unit state of the one who is next to fall. All others are gone or fresh. */
typedef struct front_tables {
    block listed[BLOCKS_MAX]; /* in the order of the list, */
    block falls[BLOCKS_MAX];  /* as they fall */
    uint32_t n_blocks;
    bool in_order; /* both orders are one */
    /* By the number that lives: the outcome code of who is left (codes of both sides are added); the strength of all
     * who live but the front. */
    uint32_t left[SALVO_ELEMENTS_MAX + 1 + LOOK_UP_ROOM], behind[SALVO_ELEMENTS_MAX + 1 + LOOK_UP_ROOM];
} front_tables;

/* One side. Tables by code have room for every code below n_codes; codes that stand for no unit state are not read. */
typedef struct side_tables {
    uint32_t n_codes;
    uint32_t *strength;                 /* by code; 0 behind the last */
    uint32_t fresh[SALVO_ELEMENTS_MAX]; /* codes at the start, CODE_GONE for an element that is out from the start */
    uint8_t by_speed[SALVO_KINDS_MAX];  /* kinds that can move, the slowest first */
    uint32_t n_speeds;
    uint32_t *stopped;        /* by code: 1 where it is; NULL: none ever is */
    uint32_t *worn;           /* by code: 1 where it is worn; NULL where no limit beats a side */
    uint32_t living_at_break; /* so many living, or fewer: broken off */
    int64_t full;             /* strength of all */

    /* This side fires. */
    target_search choice;
    bool best_acts;                        /* and not the first of the list */
    uint32_t tied;                         /* of the enemy's codes */
    uint8_t opposite[SALVO_ELEMENTS_MAX];  /* by element: the place in the enemy's list opposite to it */
    bool is_fickle;                        /* an element may choose otherwise though nothing changed */
    bool acts_by_state;                    /* an actor's class is its code, else that of its place in the list */
    uint32_t class_of[SALVO_ELEMENTS_MAX]; /* by element */
    uint32_t n_classes;
    uint32_t *acts_as; /* by class: its place in the order in which equals act; where the best acts, or NULL */
    uint32_t *throws;  /* by class: of an activation, where each is aimed by itself; or NULL: it has one word */
    /* By place: places where it fires alike are one stand. Row number: first_row + (stand * n_classes + class) * the
     * enemy's n_codes + the target's code. */
    uint32_t stand[PLACES_MAX];
    uint32_t moved[PLACES_MAX]; /* by place: 1 where the line has moved to get there */
    uint32_t n_stands, first_row;

    /* Where all act at once, codes are of elements in a turn (compile_cache.h). By code: what it is when the next turn
     * begins; by moved * n_codes + code, a row of what is thrown for it before that, or 0 for no throw. NULL: nothing
     * ever is. */
    uint32_t *next, *after;
    bool turns_change; /* some code is another one when the next turn begins */

    front_tables front; /* of its own elements; where the battle has fronts */
} side_tables;

typedef struct battle_tables {
    const battle_model *e;
    side_tables side[N_SIDES];
    uint32_t bits; /* of the columns of a row */
    uint32_t n_rows;
    /* By row << bits | column. Words that, shifted left by `bits`, are below the threshold give the column's `own`
     * result, the others its `other` one. */
    walk_column *columns;
    uint32_t *own; /* second << 16 | first: what becomes of the actor; NULL where that never changes */
    /* Where all codes are narrow, columns whose results have what becomes of the actor in their upper byte. Else NULL. */
    walk_column *narrow;
    uint32_t *flags;     /* by row: ROW_HARMS | ROW_ATTACKS */
    uint32_t *ranks;     /* by row, of FIND_RANK; or NULL */
    uint32_t *turns;     /* by row, where the best of a side acts: the least of these acts first; or NULL */
    bool always_attacks; /* every row has ROW_ATTACKS */
    uint64_t first_a;    /* words of the order throw below this: side a begins; 2^32: always */
    uint8_t harms[PLACES_MAX][N_SIDES][SALVO_KINDS_MAX]; /* bits of the enemy's kinds that the kind can harm */
    uint32_t *next_place;                                /* by (place * N_PACES + pace of a) * N_PACES + pace of b */
    bool can_rest; /* where lines rest, some kind cannot harm some other: a stalemate may come */
    /* Where lines rest, some activation harms nobody: so may a whole turn, which would then repeat itself for ever. */
    bool can_idle;
    bool asks_first;      /* a stalemate must be looked for before a turn, since the turn itself may hide it */
    uint32_t most_throws; /* of an activation, that have words of their own */
    uint32_t draws_a_turn, draws_before; /* and those before the ones behind */
    bool has_fronts;                     /* both sides fall in a fixed order, and whoever acts stays as he is */
    salvo_arena *memory;
    compile_cache *memory_of; /* to which the memory goes back, and which outlives the tables; or NULL */
} battle_tables;

static inline bool has_cards(const battle_tables *t)
{
    return t->e->adapter->sequence == SALVO_BY_CARDS;
}

/* The word's place in the order of a turn's words. */
static inline uint32_t draw_of(int side, int element) /* of the first throw */
{
    return 1 + (uint32_t)(side * SALVO_ELEMENTS_MAX + element);
}

static inline uint32_t row_of(const battle_tables *t, int side, uint32_t place, uint32_t class, uint32_t target)
{
    const side_tables *s = &t->side[side];

    return s->first_row + (s->stand[place] * s->n_classes + class) * t->side[!side].n_codes + target;
}

/* So many codes of 8 bits are looked up in registers, and wishes of so many classes at so many stands. */
enum { STATES_LOOKED_UP = 64, FEW_WISHES = 96 };

static inline bool has_few_wishes(const battle_tables *t, int side)
{
    return t->side[side].n_stands * t->side[side].n_classes <= FEW_WISHES && t->side[!side].n_codes < STATES_LOOKED_UP;
}

void battle_tables_free(battle_tables *t);

#endif
