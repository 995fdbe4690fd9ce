/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle that is ready to be fought: two armies on a field, and every fire of one kind of element at another for
 * every place of the lines. battle_chain.c makes its chain, which is solved exactly or simulated like that of any
 * procedure. */
#ifndef SALVO_FIGHT_BATTLE_MODEL_H
#define SALVO_FIGHT_BATTLE_MODEL_H

#include <salvo/fight.h>

#include "fight/compile_cache.h"
#include "fight/fire_worths.h"

enum { SIDE_A, SIDE_B, N_SIDES };
enum { PLACES_MAX = UINT8_MAX };

/* What sets the pace of a line: one of its kinds, or NOBODY_MOVES if none of it can move. */
enum { NOBODY_MOVES = SALVO_KINDS_MAX, N_PACES };

/* Elements of one side that are alike: the same unit with the same options. */
typedef struct element_kind {
    const void *element; /* as the ruleset's adapter enlisted it */
    size_t unit;
    int count;
    double price;             /* below 0: no price */
    const char *const *words; /* values of its options, as the book spells them, by parameter of the element */
    int in_book;              /* its place among the side's kinds in the order of the book */
    /* If the enemy chooses by the worth of its fire (targets.h): */
    double share_of_dearest; /* its price relative to that of the dearest element */
    int as_target;           /* its place in the order in which equally good targets are chosen */
    double speed;
    int full; /* strength when fresh */
} element_kind;

typedef struct battle_side {
    element_kind kinds[SALVO_KINDS_MAX];
    int n_kinds;
    uint8_t kind_of[SALVO_ELEMENTS_MAX]; /* by element, in the order of the army list */
    int n;
    salvo_targets targets;
    salvo_acts acts;
    int breaks_at;             /* after this many losses the side withdraws; more than n: never */
    int worn_limit, out_limit; /* numbers that beat the side, if the adapter has limits */
} battle_side;

/* A place of the lines in a turn, and whether they moved to it. */
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
    const char *remark; /* the field's; the owner of the field's question has its memory; or NULL */
    bool never_begins;  /* every initiative is a tie */
    salvo_acts_first acts_first;
    line_place places[PLACES_MAX];
    int n_places;
    /* By place and by the pace of either side, if the side may have it (lines.h): the place in the next turn. */
    uint8_t next_place[PLACES_MAX][N_PACES][N_PACES];
    compile_cache *cache;     /* the cache of the fires; or NULL */
    fire_worths *worths;      /* the worth of fire found so far; or NULL: it is not kept */
    const aimed_fire **fires; /* by place, side, actor's kind, target's kind; equal fires of the same kinds are one */
    uint32_t *aims;           /* numbers of the fires in the cache; NULL without one */
    int n_left;               /* codes of the survivors of both armies, ... */
    int n_outcomes;           /* ... and of the beaten sides; n_outcomes itself: undecided for ever */
    salvo_chain chain;
    salvo_procedure procedure;
    salvo_question question; /* about its outcome codes */
} battle_model;

/* The verdict: the sides that a limit beats, a bit for each. An outcome code is the code of the survivors, plus n_left
 * times the verdict. */
enum { NOBODY_BEATEN, A_BEATEN, B_BEATEN, BOTH_BEATEN, N_VERDICTS };

/* What a battle counts: turns, strength lost, elements lost. */
enum { GAIN_TURNS, GAIN_LOST_A, GAIN_LOST_B, GAIN_DOWN_A, GAIN_DOWN_B, N_GAINS };
extern const salvo_expectation BATTLE_EXPECTATIONS[N_GAINS];

/* Whether an element of the kind moved with its line to that place, unless damage had stopped it. */
static inline bool battle_model_moved(const battle_model *model, int place, int side, int kind)
{
    return model->places[place].moved[side] && model->side[side].kinds[kind].speed != 0;
}

static inline bool is_at_once(const battle_model *model)
{
    return model->adapter->sequence == SALVO_AT_ONCE;
}

static inline int enemy_of(int s)
{
    return s == SIDE_A ? SIDE_B : SIDE_A;
}

/* The fire of one kind at another at a place, and its number among all fires. */
static inline size_t battle_model_fire_number(const battle_model *model, int place, int side, int actor_kind,
                                              int target_kind)
{
    const size_t kinds = (size_t)model->side[side].n_kinds, at = (size_t)model->side[enemy_of(side)].n_kinds;

    return ((size_t)(place * N_SIDES + side) * kinds + (size_t)actor_kind) * at + (size_t)target_kind;
}

const void *battle_model_fire(const battle_model *model, int place, int side, int actor_kind, int target_kind);

/* Returns the number of losses after which a side of n elements withdraws, at least one. For a share of 0, the number
 * is more than n. */
int battle_model_breaks_at(int n, double share);

/* Returns the survivors of a side's kind in an outcome code. */
int battle_model_left(const battle_model *model, int outcome, int side, int kind);

/* Returns the side that has won by an outcome code; -1 if nobody has won and both have survivors, -2 if both have
 * lost. A side that destroyed the other has won, whatever its losses. If both have survivors, the ruleset's limits
 * decide, and then withdrawal. */
int battle_model_winner(const battle_model *model, int outcome);

/* Returns how the side has lost by an outcome code; SALVO_N_DEFEATS if it has not. An activation makes at most one
 * element of a side worn or out, and limits are checked after each. So a beaten side has reached one of them. If it is
 * not that of elements out, which the code shows, it is the other. */
salvo_defeat battle_model_defeat(const battle_model *model, int outcome, int side);

#endif
