/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rolls and chains from the tables that roll {} and chain {} have marked. */
#ifndef SALVO_RULES_LUA_PROCEDURE_H
#define SALVO_RULES_LUA_PROCEDURE_H

#include "rules/lua/reader.h"

/* Fills the subject, whose number is set, from the roll {} or the chain {} at `index`. */
void procedure_read(lua_State *L, const reader *r, int index, subject *to);

/* Reads name, id and documentation, which a duel may leave out. */
void procedure_describe(lua_State *L, const reader *r, int index, subject *to);

/* Reads its expectations. */
void procedure_expectations(lua_State *L, const reader *r, int index, subject *to);

#endif
