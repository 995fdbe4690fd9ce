/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle made ready to be fought: two armies on a field, and for every place where the lines may stand every fire of
 * one kind of element at another. The chain that fights it is made by battle_chain.c; it is solved exactly or simulated
 * like any procedure's. */
#ifndef SALVO_FIGHT_BATTLE_MODEL_H
#define SALVO_FIGHT_BATTLE_MODEL_H

#include <salvo/fight.h>

#include "fight/compile_cache.h"
#include "fight/fire_worths.h"

enum { SIDE_A, SIDE_B, N_SIDES };
enum { PLACES_MAX = UINT8_MAX };

/* What sets the pace of a line: one of its kinds, or nobody when nobody in it can move. */
enum { NOBODY_MOVES = SALVO_KINDS_MAX, N_PACES };

/* Elements of one side that are alike: the same unit with the same options. */
typedef struct element_kind {
    const void *element; /* as the ruleset's battle adapter enlisted it */
    size_t unit;
    int count;
    double price;             /* below 0: none */
    const char *const *words; /* of its options, as the book spells them: by parameter of the element */
    int in_book;              /* its place among the side's kinds in the order of the book */
    /* Where the enemy chooses by what his fire is worth (targets.h): */
    double share_of_dearest; /* its price in the dearest element's */
    int as_target;           /* its place in the order in which equally good targets are chosen */
    double speed;
    int full; /* strength of a fresh one */
} element_kind;

typedef struct battle_side {
    element_kind kinds[SALVO_KINDS_MAX];
    int n_kinds;
    uint8_t kind_of[SALVO_ELEMENTS_MAX]; /* by element, in the order of the army list */
    int n;
    salvo_targets targets;
    salvo_acts acts;
    int breaks_at;             /* with so many lost the side withdraws; more than n: never */
    int worn_limit, out_limit; /* where the adapter has limits: so many beat the side */
} battle_side;

/* Where the lines stand in a turn, and whether they moved to get there. */
typedef struct line_place {
    double range;
    bool moved[N_SIDES];
} line_place;

typedef struct battle_model {
    const salvo_rulebook *book;
    const salvo_battle_adapter *adapter;
    const void *field;
    battle_side side[N_SIDES];
    int64_t turn_limit; /* 0: none; at most 255. Before battle_chain_prepare() as in a plan */
    const char *remark; /* the field's, of whoever keeps the question of the field; or NULL */
    bool never_begins;  /* the initiative can never be settled */
    salvo_acts_first acts_first;
    line_place places[PLACES_MAX];
    int n_places;
    /* By place and by the pace of either side, if it may have that (lines.h): the next turn's place. */
    uint8_t next_place[PLACES_MAX][N_PACES][N_PACES];
    compile_cache *cache;     /* that the fires are of; or NULL */
    fire_worths *worths;      /* what fire was found to be worth; or NULL: it is not kept */
    const aimed_fire **fires; /* by place, side, actor's kind, target's kind; equal fires of the same kinds are one */
    uint32_t *aims;           /* of the fires: their numbers in the cache; NULL without one */
    int n_left;               /* codes of what is left of both armies, ... */
    int n_outcomes;           /* ... and of who is beaten; n_outcomes itself: for ever undecided */
    salvo_chain chain;
    salvo_procedure procedure;
} battle_model;

/* The verdict: who is beaten by a limit, a bit for each side. An outcome code is the code of what is left, plus n_left
 * times the verdict. */
enum { NOBODY_BEATEN, A_BEATEN, B_BEATEN, BOTH_BEATEN, N_VERDICTS };

/* What a battle is counted in: turns, strength lost, elements lost. */
enum { GAIN_TURNS, GAIN_LOST_A, GAIN_LOST_B, GAIN_DOWN_A, GAIN_DOWN_B, N_GAINS };
extern const salvo_expectation BATTLE_EXPECTATIONS[N_GAINS];

/* Whether an element of the kind moved with its line to that place, unless damage had stopped it. */
static inline bool battle_model_moved(const battle_model *e, int place, int side, int kind)
{
    return e->places[place].moved[side] && e->side[side].kinds[kind].speed != 0;
}

static inline int enemy_of(int s)
{
    return s == SIDE_A ? SIDE_B : SIDE_A;
}

/* The fire of one kind at another at a place, and its number among all of them. */
static inline size_t battle_model_fire_number(const battle_model *e, int place, int side, int actor_kind,
                                              int target_kind)
{
    const size_t kinds = (size_t)e->side[side].n_kinds, at = (size_t)e->side[enemy_of(side)].n_kinds;

    return ((size_t)(place * N_SIDES + side) * kinds + (size_t)actor_kind) * at + (size_t)target_kind;
}

const void *battle_model_fire(const battle_model *e, int place, int side, int actor_kind, int target_kind);

/* How many lost elements break off a side of n, if that share of it does: at least one. A share of 0: more than n, never. */
int battle_model_breaks_at(int n, double share);

/* How many of a side's kind are left by an outcome code. */
int battle_model_left(const battle_model *e, int outcome, int side, int kind);

/* The side that has won by an outcome code; -1 when nobody has and both have somebody left, -2 when both are lost. A
 * side that wiped out the other has won, whatever it cost. If both have somebody left, the ruleset's limits decide, and
 * then who has withdrawn. */
int battle_model_winner(const battle_model *e, int outcome);

/* How the side has lost by an outcome code; SALVO_N_DEFEATS when it has not. An activation makes at most one element of a side
 * worn or out and limits are asked after each, so that a side that is beaten has reached one of them: if not that of
 * elements out, which the code tells, then the other. */
salvo_defeat battle_model_defeat(const battle_model *e, int outcome, int side);

#endif
