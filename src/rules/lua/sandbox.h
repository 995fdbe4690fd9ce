/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Lua state that can run an unknown author's text: limits on memory, on instructions and on texts, and no way past
 * them. Everything that uses the state runs in sandbox_call, which turns every error into a message with a line. */
#ifndef SALVO_RULES_LUA_SANDBOX_H
#define SALVO_RULES_LUA_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lauxlib.h>
#include <lua.h>

#include <salvo/error.h>

/* The limits of a state. A call is one question to a rule, or the loading of the file. */
typedef struct sandbox_limits {
    size_t memory;        /* bytes, of one state */
    int64_t instructions; /* of a call */
} sandbox_limits;

/* Returns the current limits, after SALVO_RULES_MEMORY (in MiB) and SALVO_RULES_INSTRUCTIONS of the environment. For
 * salvo's own rules, these only raise the limits. */
sandbox_limits sandbox_limits_now(bool is_salvos);

enum {
    SANDBOX_MEMORY_MIB = 64,
    SANDBOX_INSTRUCTIONS = 10000000,
    SANDBOX_TEXT_MAX = 1 << 16,      /* bytes of a text: comparing longer ones would take long */
    SANDBOX_TURNOVER_MAX = 1 << 30,  /* bytes that a call may allocate, including freed ones */
    SANDBOX_HOOK_INSTRUCTIONS = 1000 /* the step in which instructions are counted */
};

/* Why a call failed. */
typedef struct sandbox_failure {
    enum {
        SANDBOX_ERROR,
        SANDBOX_REFUSED,  /* the rule refuses the question: the text is the rule's own */
        SANDBOX_NO_MEMORY /* of the machine */
    } kind;
    int line; /* a place in the rules; 0: unknown */
    char text[SALVO_ERROR_TEXT];
} sandbox_failure;

typedef struct sandbox {
    lua_State *L;
    sandbox_limits limits;
    size_t used, turnover;
    int64_t most, left;                          /* instructions of this call, and those that are left */
    bool over_memory, over_text;                 /* the state's limits */
    bool out_of_memory;                          /* the machine's */
    void (*called)(lua_State *L, lua_Debug *at); /* is told of every call of a function; NULL: nobody is */
    int line; /* of the called function in the rules, for errors without a line there; 0: unknown */
    sandbox_failure failure;
} sandbox;

/* Rules are one file or several. A place is a line with the number of its file, so that it is a number as a line is.
 * Lines of the first file are places as they are. */
enum { SANDBOX_LINES = 1 << 20 };

static inline int sandbox_line(int place)
{
    return place % SANDBOX_LINES;
}

static inline int sandbox_file(int place)
{
    return place / SANDBOX_LINES;
}

/* The chunk name of a file of rules: errors in it have a place. */
enum { SANDBOX_NAME_MAX = 32 };
void sandbox_name(char name[SANDBOX_NAME_MAX], size_t file);

/* Returns the place of a line of a chunk; 0: it is none of the rules. */
int sandbox_place(const char *source, int line);

/* Returns false if memory is out. A zeroed sandbox is closed. */
bool sandbox_open(sandbox *box, sandbox_limits limits);
void sandbox_close(sandbox *box);

/* Calls body(L, of) on an empty stack, within the limits. If it returns false, box->failure has the reason. */
bool sandbox_call(sandbox *box, void (*body)(lua_State *L, void *of), void *of);

/* Begins the next of several questions within a call, with the full limits of a call. */
void sandbox_renew(lua_State *L);
/* So many instructions more than the limit, in this call. */
void sandbox_allow(lua_State *L, int64_t instructions);

/* From now on tells `called` of every function that is called, which takes time; NULL: nobody. */
void sandbox_tell_calls(lua_State *L, void (*called)(lua_State *L, lua_Debug *at));

/* Returns the sandbox of a state. */
sandbox *sandbox_of(lua_State *L);

/* Raises an error about a line of the rules (0: the line that raises it). */
_Noreturn void sandbox_fail(lua_State *L, int line, const char *format, ...) SALVO_PRINTF(3, 4);

/* Raises an error that is no fault of the rules: memory outside the state is out. */
_Noreturn void sandbox_no_memory(lua_State *L);

/* Raises the refusal whose text is on top of the stack. */
_Noreturn void sandbox_refuse(lua_State *L);

/* Adds bytes that were allocated (or freed) elsewhere for the state to its memory; fails beyond the limit. */
void sandbox_charge(lua_State *L, ptrdiff_t bytes);

/* Returns the running line of the rules; 0: none. */
int sandbox_running_line(lua_State *L);

#endif
