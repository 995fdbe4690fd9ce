/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes of a shot: all results of its dice, asked for together. */
#ifndef SALVO_RULES_LUA_SHOT_RESULTS_H
#define SALVO_RULES_LUA_SHOT_RESULTS_H

#include "rules/lua/shot_dice.h"

/* All results of a throw, or their kinds. A result is known by its place: the last die runs fastest. */
typedef struct results {
    uint8_t count, sides[SALVO_DICE_MAX];
    bool saw_actor; /* the rules have looked at the actor: it is another throw for each of his states */
    size_t n;       /* of `states`: one for each kind, or for each result; 0: too many to be asked for together */
    const uint32_t *kinds;                  /* by place: the kind; NULL: each result is its own */
    const uint8_t (*first)[SALVO_DICE_MAX]; /* kinds alone: the first faces of each */
    uint8_t states[][SHOT_STATES];          /* results alone: what becomes of both */
} results;

/* The place of a result, or of its kind. */
size_t results_place(const results *r, const uint8_t *faces);

/* The kinds of a throw, of fixed dice. Their worth is on top of the stack. */
const results *results_make_kinds(lua_State *L, const shot *s, const salvo_dice *dice);

/* Leaves at `then` what comes of the shot's faces; or sets is_single: there are too many results to be asked for together.
 * false after a fault. */
bool results_find(lua_book *book, shot *s);

/* A body of worker_ask: the same for a single result. */
void results_ask_one(lua_State *L, void *of);

#endif
