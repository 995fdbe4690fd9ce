/* Battles: how elements of a rulebook in Lua fight in numbers. */
#ifndef SALVO_RULES_LUA_BATTLE_H
#define SALVO_RULES_LUA_BATTLE_H

#include "rules/lua/reader.h"
#include "rules/lua/situation.h"

/* An activation, aimed: equal ones are equal byte by byte. */
typedef struct fire {
    const lua_book *book;
    const content *content; /* NULL: a rule has failed */
    uint64_t hash;
    uint64_t at_once; /* 1: both act at the same time, so dice cannot depend on what becomes of the target */
} fire;

/* Adds what the rules say of the fire in words, if they say anything. */
void battle_explain(const fire *of, salvo_text *text);

/* Reads the battle {} at `index` into script->battle. Its number is the next among the subjects. */
void battle_read(lua_State *L, const reader *r, int index);

#endif
