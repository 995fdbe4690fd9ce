/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a question asks of a book in Lua: the situation that the engines hand about, and the object `s` that rules see. */
#ifndef SALVO_RULES_LUA_SITUATION_H
#define SALVO_RULES_LUA_SITUATION_H

#include "rules/lua/book.h"

/* As schemas make it. Only the content is left when it is prepared: equal situations are equal byte by byte. */
typedef struct situation {
    const lua_book *book;
    const salvo_schema *schema;
    const content *content;
    const salvo_value *values[]; /* one for each parameter, until they are read */
} situation;

/* The subject whose schema it is. */
const subject *situation_subject(const salvo_schema *schema);

/* schema.prepare of every subject. */
salvo_status situation_prepare(const void *tables, void *situation, salvo_error *err);

/* The content of these values of a subject, prepared. */
salvo_status situation_content(const lua_book *book, const subject *of, const salvo_value *const *values,
                               const content **found, salvo_error *err);

/* Pushes the object of a content of values: within a call of a worker. Made if it is not there, which asks `prepare`. */
void situation_push(lua_State *L, const content *of);

/* Reads the dice of a roll's content, or those of a field's initiative; pushes what they are worth, as throw_read. */
void situation_read_dice(lua_State *L, const content *of, salvo_dice *dice);
void situation_push_worth(lua_State *L, const content *of);

/* Freezes the table on top of the stack, as the object of a content: names that it does not have are slips. */
void situation_freeze(lua_State *L, const subject *of);

/* Objects of whatever content: pushes the one that is there, or nil; keeps the one on top of the stack. */
void situation_push_kept(lua_State *L, const content *of);
void situation_keep(lua_State *L, const content *of);

/* Adds what `explain` of the subject has returned, a text or a list of lines on top of the stack, which is popped. */
void situation_add_lines(lua_State *L, const subject *of, salvo_text *text);

/* schema.explain. */
void situation_explain(const void *situation, salvo_text *text);

#endif
