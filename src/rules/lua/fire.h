/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fire of one element at another: aimed once, and then identified by its content. */
#ifndef SALVO_RULES_LUA_FIRE_H
#define SALVO_RULES_LUA_FIRE_H

#include "rules/lua/book.h"

/* An aimed activation. Equal ones are equal byte by byte. */
typedef struct fire {
    const lua_book *book;
    const content *content; /* NULL: a rule has failed */
    uint64_t hash;
    uint64_t at_once; /* 1: both act at the same time, so dice cannot depend on the target's later state */
} fire;

/* Sets the adapter's functions for fire. The battle has been read. */
void fire_adapt(script_battle *b);

/* Pushes the object of fire, and aims it first if necessary. Works within a call of a worker. */
void fire_push(lua_State *L, const content *of);

/* Adds the rules' description of the fire of one element at another, if there is one. */
void fire_explain(const fire *of, const void *field, const void *actor, const void *target,
                  const salvo_circumstances *now, salvo_text *text);

#endif
