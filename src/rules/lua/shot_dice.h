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

/* A question about fire in two states. */
typedef struct shot {
    const content *content;
    int throw;
    bool at_once;
    uint8_t now[SHOT_STATES]; /* the states from which its dice are thrown */
    const uint8_t *faces;
    const struct results *known; /* valid while the worker is held */
    bool saw_actor, is_single;   /* of those results */
    bool by_actor;               /* the results depend on the actor's state */
    int number;                  /* the answer, if it is yes or no or a kind */
    uint8_t then[SHOT_STATES];   /* the resulting states of both */
} shot;

/* Returns whether the kinds of its results depend on the actor's state: they do if its dice may. */
bool shot_has_kinds_by_actor(const shot *s);

/* Makes the key of a question about the shot: everything that its answer depends on. */
void shot_key(memo_key *key, const shot *s, function_name function);

/* Returns the place, below RECENT, of what was lately known of a throw in these states. */
size_t shot_place(const content *of, int throw, const uint8_t states[SHOT_STATES]);

/* Pushes the list of dice of this throw; false: there is no such throw. */
bool shot_push_dice(lua_State *L, const shot *s);

/* Reads that list, and replaces it by the values of the faces. */
void shot_read_dice(lua_State *L, const shot *s, salvo_dice *dice);

/* Pushes the values of the faces of a throw that is being resolved. Its dice may be those of another state. */
void shot_push_values(lua_State *L, const shot *s, salvo_dice *dice);

/* Messages are made after this call: the worker keeps the dice and their faces for them. */
void shot_show_dice(worker *w, const salvo_dice *dice);
void shot_show_faces(worker *w, const uint8_t *faces);

#endif
