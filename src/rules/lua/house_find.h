/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a house rule's name means: "attack.level_of", "mad.initiative.dice". */
#ifndef SALVO_RULES_LUA_HOUSE_FIND_H
#define SALVO_RULES_LUA_HOUSE_FIND_H

#include <stdbool.h>

#include "rules/lua/words.h"

enum { HOUSE_NAME_MAX = 160 }; /* of a name in messages */

/* Fixed places on the stack: the rulebook; tables and functions that are found from it, as a list and as keys. */
enum { RULEBOOK = 1, LIST, SEEN };

/* The house rule that is put in place. */
typedef struct house {
    const rules_files *all;
    const char *id, *name; /* of the rulebook; "attack.level_of" */
    int line;              /* where the house rule is, as a place */
    int value;             /* its place on the stack */
} house;

/* A place of a value: a field of a table, or a variable of a function. The holder is on the stack, below the key. */
typedef struct house_place {
    bool is_variable;
    int variable;    /* its number in the function */
    int holder, key; /* on the stack */
    int made;        /* the procedure or battle that holds it, on the stack; 0: none */
} house_place;

/* Returns the source of a Lua function: the number of its file of rules; -1: it is not in one. */
int house_file_of(lua_State *L, int index);

/* Lists what can be reached from the rulebook and, if `all`, from what the files return and the rules' own globals, at
 * LIST and SEEN. Clears the stack above. */
void house_reached(lua_State *L, bool all);

/* Finds what the rule's name means, and leaves its holder on the stack, and its key. Raises an error that proposes the
 * nearest names if it means nothing. */
house_place house_find(lua_State *L, const house *h);

/* Proposes the nearest fields of a table and, unless `file` is -1, variables of that file. `length` is that of the part
 * of the name that was found. */
_Noreturn void house_fail_unknown(lua_State *L, const house *h, int of, int file, size_t length);

/* Pushes the value that is there, and returns its type; or sets it to the value on top of the stack, which it pops. */
int house_push(lua_State *L, const house_place *p);
void house_set(lua_State *L, const house_place *p);

#endif
