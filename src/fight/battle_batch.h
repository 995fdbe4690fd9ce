/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BATTLES battles side by side: their state, and the data that they share during a trial range. */
#ifndef SALVO_FIGHT_BATTLE_BATCH_H
#define SALVO_FIGHT_BATTLE_BATCH_H

#include "fight/battle_kernel.h"
#include "fight/battle_state.h"
#include "fight/states.h"

#ifdef __SANITIZE_ADDRESS__
#define HOT static inline
#else
#define HOT static inline __attribute__((always_inline))
#endif

/* The generators of all battles. */
typedef struct generators {
    word32 low[WORDS], high[WORDS];
} generators;

typedef struct battles {
    battle_set some_alive[N_SIDES];
    states n_alive[N_SIDES], n_ready[N_SIDES], n_worn[N_SIDES];
    battle_set beaten[N_SIDES]; /* by a limit */
    battle_set b_next;          /* side b acts next */
    battle_set harmed;          /* this turn could have changed something */
    battle_set works;           /* the lane has a battle */
    states place, fire_class[N_SIDES], turn_of_limit;
    states card;             /* with cards: the number of ready elements of the next side before the actor, ... */
    battle_set has_card;     /* ... if a card was drawn */
    generators turn, deck;   /* at the first draw of the turn; at the choice of the next card */
    uint64_t trial[BATTLES]; /* its place in the trial range */
    uint32_t n_turns[BATTLES];
    /* For fronts (battle_front_lanes.h): the unit state; the place of the next actor in the list; if all act at once,
     * the number alive when the turn began. */
    states front[N_SIDES], next[N_SIDES], stood[N_SIDES];
    /* By element, from here on; not updated if sides are fronts. */
    states state[N_SIDES][SALVO_ELEMENTS_MAX];
    battle_set alive[N_SIDES][SALVO_ELEMENTS_MAX];
    battle_set ready[N_SIDES][SALVO_ELEMENTS_MAX];  /* alive, and yet to act in this turn */
    battle_set least[N_SIDES][SALVO_ELEMENTS_MAX];  /* alive, attacked least; updated if the enemy spreads its fire */
    states before[N_SIDES][SALVO_ELEMENTS_MAX];     /* if all act at once, at the start of the turn: */
    battle_set fights[N_SIDES][SALVO_ELEMENTS_MAX]; /* alive at that time */
} battles;

/* The columns of a side's rows, if there are few of them. */
typedef struct few_columns {
    uint32_t n; /* 0: there are too many */
    uint32_t threshold[LOOK_UP_ROOM], landings[LOOK_UP_ROOM];
} few_columns;

/* For a side with few classes, by fire class and class: how much each of the enemy's codes is wanted (more than 0), and
 * which code has that wish. If the best acts: when the class would act at that target. */
typedef struct class_wishes {
    uint8_t wish[STATES_LOOKED_UP], wanted[STATES_LOOKED_UP], turn[STATES_LOOKED_UP];
} class_wishes;

typedef struct few_wishes {
    bool are_few;                /* and fit bytes */
    class_wishes of[FEW_WISHES]; /* by fire_class * classes + class */
} few_wishes;

typedef struct battle_batch {
    const battle_tables *t;
    bool at_fronts; /* sides fight as fronts */
    battle_tally *tally;
    uint32_t patience; /* this many battles wait until their turns are ended together */
    uint64_t begun;    /* trials that have begun */
    uint64_t left;     /* trials that have not begun */
    uint64_t start;    /* the generator one turn before the first draw of the next trial */
    uint64_t increment;
    pcg32_jump next_trial;
    stride next_turn, next_draw, next_throw, to_deck;
    jumps jumps[N_SIDES]; /* from the first draw of a turn to each element's own draw */
    few_columns few[N_SIDES];
    few_wishes wishes[N_SIDES];
    uint32_t fresh[N_SIDES][SALVO_ELEMENTS_MAX + 1 + LOOK_UP_ROOM]; /* for a front, by the number of fallen elements */
    uint32_t falls_as[N_SIDES][SALVO_ELEMENTS_MAX]; /* by element of a front: the number that falls before it */
    uint32_t first_row[N_SIDES][SALVO_ELEMENTS_MAX + LOOK_UP_ROOM]; /* by element, within the side's rows */
} battle_batch;

enum { BATTLE_DRAWS_MAX = 1 << 24 };

/* The side's rows. */
static inline const walk_column *columns_of(const battle_tables *t, int side)
{
    return (STATE_BITS == 8 ? t->narrow : t->columns) + ((size_t)t->side[side].first_row << t->bits);
}

static inline uint32_t count_columns(const battle_batch *batch, int side)
{
    const side_tables *own = &batch->t->side[side];
    const uint64_t n = (uint64_t)own->n_fire_classes * own->n_classes * batch->t->side[!side].n_codes << batch->t->bits;

    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

static inline void lay_few_columns(battle_batch *batch, int side)
{
    const uint32_t n = count_columns(batch, side);
    const walk_column *from = columns_of(batch->t, side);

    if (n > FEW_COLUMNS)
        return;
    batch->few[side].n = n;
    for (size_t i = 0; i < n; i++) {
        batch->few[side].threshold[i] = from[i].threshold;
        batch->few[side].landings[i] = (uint32_t)from[i].other << 16 | from[i].own;
    }
}

static inline void lay_few_wishes(battle_batch *batch, int side)
{
    const battle_tables *t = batch->t;
    const side_tables *own = &t->side[side];
    const uint32_t n = t->side[!side].n_codes, n_wishes = own->n_fire_classes * own->n_classes;
    few_wishes *to = &batch->wishes[side];

    to->are_few = STATE_BITS == 8 && has_few_wishes(t, side) &&
                  (own->choice == FIND_RANK || (own->choice == FIND_LEAST && own->tied == 0 && own->best_acts));
    for (uint32_t i = 0; to->are_few && i < n_wishes * n; i++) {
        const uint32_t code = i % n, of = own->first_row + i;
        const uint8_t wish = (uint8_t)(n - (own->choice == FIND_RANK ? t->ranks[of] : code));
        class_wishes *class = &to->of[i / n];

        class->wish[code] = wish;
        class->wanted[wish] = (uint8_t)code;
        if (own->best_acts) {
            to->are_few = t->turns[of] < STATE_GONE;
            class->turn[code] = (uint8_t)t->turns[of];
        }
    }
}

static inline void lay_falls(battle_batch *batch, int side)
{
    const front_tables *f = &batch->t->side[side].front;

    for (uint32_t i = 0; i < f->n_blocks; i++)
        for (uint32_t k = f->listed[i].first; k < f->listed[i].end; k++) {
            batch->falls_as[side][k] = f->listed[i].fallen + k - f->listed[i].first;
            batch->fresh[side][batch->falls_as[side][k]] = f->listed[i].fresh;
        }
}

/* With fewer elements, more of the time is spent between turns, and a longer wait pays. The formula is measured. */
static inline uint32_t patience_of(const battle_tables *t)
{
    return BATTLES / 4 + 2 * BATTLES / (uint32_t)(t->model->side[SIDE_A].n + t->model->side[SIDE_B].n + 1);
}

/* The generator of a turn advances when the turn begins, so a trial starts one turn before its first draw. */
static inline battle_batch battle_batch_of(const battle_tables *t, const trial_range *s, battle_tally *to)
{
    pcg32 rng = pcg32_trial(s->seed, s->first);
    battle_batch batch = {.t = t,
                          .tally = to,
                          .patience = patience_of(t),
                          .left = s->count,
                          .start = pcg32_jumped(rng.state, pcg32_jump_of(rng.increment, -(uint64_t)t->draws_a_turn)),
                          .increment = rng.increment,
                          .next_trial = pcg32_jump_of(rng.increment, PCG32_STRIDE),
                          .next_turn = stride_of(pcg32_jump_of(rng.increment, t->draws_a_turn)),
                          .next_draw = stride_of(pcg32_jump_of(rng.increment, 1)),
                          .next_throw = stride_of(pcg32_jump_of(rng.increment, DRAWS_OF_ALL)),
                          .to_deck = stride_of(pcg32_jump_of(rng.increment, t->draws_before))};

    to->all.trials += s->count;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        for (int i = 0; i < t->model->side[side].n; i++) {
            jumps_set(&batch.jumps[side], i, pcg32_jump_of(rng.increment, draw_of(side, i)));
            batch.first_row[side][i] = t->side[side].class_of[i] * t->side[!side].n_codes;
        }
        lay_few_columns(&batch, side);
        lay_few_wishes(&batch, side);
        lay_falls(&batch, side);
    }
    /* If all act at once, fronts do not record harm. */
    batch.at_fronts = t->has_fronts && !(is_at_once(t->model) && t->can_idle);
    return batch;
}

/* The code of one of BATTLES. */
static inline state_code code_at(const states *of, int battle)
{
    return ((const state_code *)of)[battle];
}

static inline int elements(const battle_batch *batch, int side)
{
    return batch->t->model->side[side].n;
}

/* table[code] in every battle of the set, 0 elsewhere, as codes. The table has n entries. */
static inline states look_up_codes(const uint32_t *table, uint32_t n, states codes, battle_set where)
{
    word32 found[WORDS];

    codes = states_select(where, states_of(0), codes);
    for (int i = 0; i < WORDS; i++)
        found[i] = word_look_up(table, n, states_words(&codes, i));
    return states_select(where, states_of(0), states_of_words(found));
}

/* Advances the generators by one stride in the battles of the set. */
static inline void generators_step(generators *g, const generators *from, stride by, battle_set where)
{
    for (int i = 0; i < WORDS; i++) {
        halves next = halves_of(state_step(state_of((halves){from->low[i], from->high[i]}), by));
        lane_mask lanes = set_lanes(&where, i);

        g->low[i] = word_select(lanes, g->low[i], next.low);
        g->high[i] = word_select(lanes, g->high[i], next.high);
    }
}

#endif
