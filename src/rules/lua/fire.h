/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fire of one element at another: aimed once, and then known by its content. */
#ifndef SALVO_RULES_LUA_FIRE_H
#define SALVO_RULES_LUA_FIRE_H

#include "rules/lua/book.h"

/* An activation, aimed: equal ones are equal byte by byte. */
typedef struct fire {
    const lua_book *book;
    const content *content; /* NULL: a rule has failed */
    uint64_t hash;
    uint64_t at_once; /* 1: both act at the same time, so dice cannot depend on what becomes of the target */
} fire;

/* Fills its part of the adapter in. The battle has been read. */
void fire_adapt(script_battle *b);

/* Pushes the object of fire, aimed if it is not there. Within a call of a worker. */
void fire_push(lua_State *L, const content *of);

/* Adds what the rules say of the fire in words, if they say anything. */
void fire_explain(const fire *of, salvo_text *text);

#endif
