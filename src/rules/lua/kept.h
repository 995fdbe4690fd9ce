/* What rules keep from one call to the next, which they may not: variables outside of their functions, and the tables in
 * them. salvo check compares them between calls. */
#ifndef SALVO_RULES_LUA_KEPT_H
#define SALVO_RULES_LUA_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lua.h>

/* A variable as a function sees it. */
typedef struct kept_variable {
    char name[40];
    int function;  /* of the rulebook, a function_name; -1: a helper of theirs */
    int line;      /* where the function begins */
    uint64_t hash; /* of its value, with all that is in it */
} kept_variable;

/* The variables of a worker; a zeroed one is empty. */
typedef struct kept_variables {
    kept_variable *list;
    size_t n, capacity;
} kept_variables;

void kept_free(kept_variables *k);

/* Lists all that the functions of the rules see; within a call of the worker. false when memory is out. */
bool kept_list(lua_State *L, kept_variables *k);

/* A variable that differs, as a function sees it that may have changed it: `called` has a bit for each function_name that
 * was called. NULL: none differs. */
const kept_variable *kept_changed(const kept_variables *before, const kept_variables *now, uint64_t called);

#endif
