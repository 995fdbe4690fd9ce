/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shot, which is a throw of fire in the states of both, and its dice. */
#ifndef SALVO_RULES_LUA_SHOT_DICE_H
#define SALVO_RULES_LUA_SHOT_DICE_H

#include "rules/lua/worker.h"

enum {
    SHOT_STATES = 2 * SALVO_ELEMENT_BYTES, /* the actor's and the target's */
    SHOT_THROWS_MAX = UINT8_MAX,
};

struct results;

/* What is asked of fire in two states. */
typedef struct shot {
    const content *content;
    int throw;
    bool at_once;
    uint8_t now[SHOT_STATES]; /* the states that its dice are thrown by */
    const uint8_t *faces;
    const struct results *known; /* as long as the worker is held */
    bool saw_actor, is_single;   /* of them */
    bool by_actor;               /* they are asked for by his state */
    int number;                  /* the answer, where it is yes or no or a kind */
    uint8_t then[SHOT_STATES];   /* what becomes of both */
} shot;

/* What decides on the answer to a question about the shot. */
void shot_key(memo_key *key, const shot *s, function_name function);

/* Pushes the list of dice of this throw; false: there is no such throw. */
bool shot_push_dice(lua_State *L, const shot *s);

/* For messages, which are made when this call is over: the worker keeps the dice and what they show. */
void shot_show_dice(worker *w, const salvo_dice *dice);
void shot_show_faces(worker *w, const uint8_t *faces);

#endif
