/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a shot, found together for all faces of its dice. */
#ifndef SALVO_RULES_LUA_SHOT_RESULTS_H
#define SALVO_RULES_LUA_SHOT_RESULTS_H

#include "rules/lua/shot_dice.h"

/* All results of a throw, or their kinds. The place of a result follows from its faces: the last die varies fastest. */
typedef struct results {
    uint8_t count, sides[SALVO_DICE_MAX];
    bool saw_actor;       /* the rules looked at the actor: each of its states has its own results */
    size_t n;             /* length of `states`: one for each kind or result; 0: too many to ask together */
    const int32_t *kinds; /* by place: the kind; NULL: each result is its own */
    const uint8_t (*first)[SALVO_DICE_MAX]; /* only for kinds: the first faces of each */
    uint8_t states[][SHOT_STATES];          /* only for results: the resulting states of both */
} results;

/* Returns the place of a result, or of its kind. */
size_t results_place(const results *r, const uint8_t *faces);

/* Finds the kinds of a throw, which are the same for all targets. The values of the dice are on top of the stack. */
const results *results_make_kinds(lua_State *L, const shot *s, const salvo_dice *dice);

/* Sets `then` to the result of the shot's faces. If there are too many results to ask together, sets is_single instead.
 * Returns false after a fault. */
bool results_find(lua_book *book, shot *s);

/* A body of worker_ask that does the same for a single result. */
void results_ask_one(lua_State *L, void *of);

#endif
