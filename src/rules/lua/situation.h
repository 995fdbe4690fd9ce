/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question to a book in Lua: the situation that the engines see, and the object `s` that rules see. */
#ifndef SALVO_RULES_LUA_SITUATION_H
#define SALVO_RULES_LUA_SITUATION_H

#include "rules/lua/book.h"

/* The struct that schemas fill. After the preparation only the content remains, so that equal situations are equal byte
 * by byte. */
typedef struct situation {
    const lua_book *book;
    const salvo_schema *schema;
    const content *content;
    const salvo_value *values[]; /* one for each parameter, until they are read */
} situation;

/* Returns the subject that contains the schema. */
const subject *situation_subject(const salvo_schema *schema);

/* schema.prepare of every subject, and schema.sharing of procedures. */
salvo_status situation_prepare(const void *tables, void *situation, salvo_error *err);
extern const salvo_sharing SITUATION_SHARING;

/* Returns the prepared content of these values of a subject. */
salvo_status situation_content(const lua_book *book, const subject *of, const salvo_value *const *values,
                               const content **found, salvo_error *err);

/* Pushes the object of a content of values, within a call of a worker. If it does not exist, this makes it and calls
 * `prepare`. */
void situation_push(lua_State *L, const content *of);

/* Reads the dice of a roll's content, or of a field's initiative. Pushes their values, as throw_read does. */
void situation_read_dice(lua_State *L, const content *of, salvo_dice *dice);
void situation_push_worth(lua_State *L, const content *of);

/* Serve objects of any content: the first pushes the existing one, or nil; the second keeps the one on top of the
 * stack. */
void situation_push_kept(lua_State *L, const content *of);
void situation_keep(lua_State *L, const content *of);
void situation_forget(lua_State *L); /* all objects */

/* Adds the result of the subject's `explain`, a text or a list of lines on top of the stack, and pops it. */
void situation_add_lines(lua_State *L, const subject *of, salvo_text *text);

/* schema.explain, schema.remark and schema.brackets. */
void situation_explain(const void *situation, salvo_text *text);
const char *situation_remark(const void *situation);
size_t situation_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX]);

/* battle_adapter.brackets, which a function of the battle returns. */
size_t situation_element_brackets(const void *field, const void *element, double upto[SALVO_BRACKETS_MAX]);

/* Keeps the text on top of the stack, which the function of `whose` returned, as long as the book. NULL: it is nil. */
const char *situation_keep_text(lua_State *L, const subject *whose, function_name function);

/* Returns the text that a function of the situation, and of a state of its chain unless that is NULL, returns; NULL:
 * nil. It lasts as long as the book. */
const char *situation_text(const void *situation, function_name function, const void *state);

#endif
