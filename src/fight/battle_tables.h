/* A battle compiled for the simulation core: its unit states numbered, its activations as rows of alias tables.
 *
 * Of each side every unit state that an element can come to is a number (the closure of the fresh ones over all
 * activations at all places). Who acts on whom with what result then is a look-up: by place, by the actor's class (its
 * kind, and its unit state where that matters) and by the target's unit state, which implies its kind. A row has
 * 2^bits columns; one word of the generator chooses a column by its high bits, and one of the column's two results by
 * the others (Walker 1977, Vose 1991). All throws of the activation are in that one word, and the chance of each result
 * is within 2^-32 of the true one. */
#ifndef SALVO_FIGHT_BATTLE_TABLES_H
#define SALVO_FIGHT_BATTLE_TABLES_H

#include "fight/activation_cache.h"
#include "fight/battle_model.h"

/* An element in battle is one word, so that the least of the enemy's words is the target:
 *     rank << RANK_SHIFT | place in the list << INDEX_SHIFT | unit state
 * The lower the rank, the more the enemy wants to fire at it. One that is out of the fight is PACKED_STATE_GONE. */
enum {
    UNIT_STATE_BITS = 12,
    UNIT_STATES_MAX = 1 << UNIT_STATE_BITS,
    INDEX_SHIFT = UNIT_STATE_BITS,
    INDEX_MASK = 31, /* after the shift */
    RANK_SHIFT = 17,
    RANKS_MAX = 1 << 15,
};
#define PACKED_STATE_GONE UINT32_MAX
#define UNIT_STATE_MASK   ((uint32_t)UNIT_STATES_MAX - 1)

/* A row: first column << ROW_FIRST_SHIFT, ROW_HARMS where the target can be weakened, and the bits. A result: the
 * target's new unit state, RESULT_ATTACK where anything was thrown, the strength that the target lost <<
 * RESULT_LOSS_SHIFT. Where all act at once an effect stands in place of the unit state, and the strength is not
 * told. */
enum {
    ROW_BITS_MASK = 15,
    ROW_HARMS = 16,
    ROW_FIRST_SHIFT = 5,
    RESULT_ATTACK = 1 << UNIT_STATE_BITS,
    RESULT_LOSS_SHIFT = UNIT_STATE_BITS + 1,
};

/* The order throw and each element's activation; where all act at once each element's throw at the end of the turn,
 * too. */
enum { DRAWS_A_TURN = 1 + 2 * SALVO_ELEMENTS_MAX, DRAWS_AT_ONCE = DRAWS_A_TURN + 2 * SALVO_ELEMENTS_MAX };
enum { TABLE_PADDING = 32 };

/* By cards the deck is shuffled by the draws behind those; a card is a side and the place in its list. */
enum { CARDS_MAX = 2 * SALVO_ELEMENTS_MAX, DRAWS_BY_CARDS = DRAWS_A_TURN + CARDS_MAX, CARD_SIDE_SHIFT = 5 };

/* One side, its unit states numbered 0 .. n - 1. Tables that are looked up by the unit state in a packed state have
 * room for the one of PACKED_STATE_GONE, so that a lane that idles may look as well. */
typedef struct side_tables {
    uint32_t n;
    uint32_t *strength;     /* by unit state */
    uint32_t *packed_state; /* by unit state: rank and unit state, or PACKED_STATE_GONE */
    uint32_t *class_of;     /* by unit state, as an actor */
    uint32_t n_classes;
    bool fixed_classes;                                          /* an element's class never changes */
    uint32_t class_at_start[SALVO_ELEMENTS_MAX + TABLE_PADDING]; /* by element */
    uint32_t fresh[SALVO_ELEMENTS_MAX];                          /* packed states at the start */
    uint32_t of_kind[SALVO_KINDS_MAX];                           /* a bit for each element */
    uint8_t by_speed[SALVO_KINDS_MAX];                           /* kinds that can move, the slowest first */
    uint32_t n_speeds;
    uint32_t *stopped;        /* by unit state: 1 where it is; NULL: none ever is */
    uint32_t living_at_break; /* so many living, or fewer: broken off */
    int64_t full;             /* strength of all */

    /* This side fires: by (place * n_classes + class) * the enemy's n + target's unit state. */
    uint32_t *rows;
    /* The target's ranks, for a policy that looks at what the activation does; NULL: they are in the packed states. */
    uint32_t *ranks;
    bool spreads;
    bool fires_opposite; /* at the enemy in the same place, or the next one left behind it */
    uint32_t opposite[SALVO_ELEMENTS_MAX + TABLE_PADDING]; /* by element: the place in the enemy's list where that is */
    bool is_fickle;                                        /* an element may choose otherwise though nothing changed */

    uint32_t *worn; /* by unit state: 1 where it is worn; NULL where no limit beats a side */
    /* Where all act at once: the packed state that an effect makes, by effect * n + unit state; and rows of what
     * becomes of its own elements at the end of a turn, by (moved * n + unit state when it began) * n + unit state:
     * results are unit states, row 0 is no throw. NULL: there never is one. */
    uint32_t *turned, *after;
    size_t n_effects;
} side_tables;

typedef struct battle_tables {
    const battle_model *e;
    side_tables side[N_SIDES];
    uint32_t *threshold; /* by column: words below it, shifted left by the row's bits, give the first result */
    uint32_t *results;   /* two for each column */
    uint32_t *own;       /* two for each column: what becomes of the actor; NULL where that never changes */
    size_t n_columns;
    uint64_t first_a; /* words of the order throw below this: side a begins; 2^32: always */
    uint32_t harms[PLACES_MAX][N_SIDES][SALVO_KINDS_MAX]; /* bits of the enemy's elements that the kind can harm */
    bool can_rest; /* where lines rest, some kind cannot harm some other: a stalemate may come */
    /* Where lines rest, some activation harms nobody: so may a whole turn, which would then repeat itself for ever. */
    bool can_idle;
    bool asks_first; /* a stalemate must be looked for before a turn, since the turn itself may hide it */
    uint32_t draws_a_turn;
    uint64_t tried;
    salvo_arena *memory;
} battle_tables;

static inline bool has_cards(const battle_tables *t)
{
    return t->e->adapter->sequence == SALVO_BY_CARDS;
}

/* The side that is next when `side` has acted; if it has nobody left to act, the kernel takes the other. */
static inline int side_after(const battle_tables *t, int side)
{
    return t->e->adapter->sequence == SALVO_ALTERNATELY ? !side : side;
}

void battle_tables_free(battle_tables *t);

#endif
