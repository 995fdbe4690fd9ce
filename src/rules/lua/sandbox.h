/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Lua state that a stranger's text may run in: limits on memory, on instructions and on texts, and no way past them. All
 * that touches the state runs in sandbox_call, which turns every error into a message with a line. */
#ifndef SALVO_RULES_LUA_SANDBOX_H
#define SALVO_RULES_LUA_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lauxlib.h>
#include <lua.h>

#include <salvo/error.h>

/* What a state may use. A call is one question to a rule, or the loading of the file. */
typedef struct sandbox_limits {
    size_t memory;        /* bytes, of one state */
    int64_t instructions; /* of a call */
} sandbox_limits;

/* The limits that hold, after SALVO_RULES_MEMORY (in MiB) and SALVO_RULES_INSTRUCTIONS of the environment. */
sandbox_limits sandbox_limits_now(void);

enum {
    SANDBOX_MEMORY_MIB = 64,
    SANDBOX_INSTRUCTIONS = 10000000,
    SANDBOX_TEXT_MAX = 1 << 16,      /* bytes of a text: longer ones would take long to compare */
    SANDBOX_TURNOVER_MAX = 1 << 30,  /* bytes that a call may allocate, freed ones included */
    SANDBOX_HOOK_INSTRUCTIONS = 1000 /* the instructions are counted in steps of so many */
};

/* Why a call has failed. */
typedef struct sandbox_failure {
    enum {
        SANDBOX_ERROR,
        SANDBOX_REFUSED,  /* the rule refuses what was asked: the text is the rule's own */
        SANDBOX_NO_MEMORY /* of the machine */
    } kind;
    int line; /* of the rules; 0 when unknown */
    char text[SALVO_ERROR_TEXT];
} sandbox_failure;

typedef struct sandbox {
    lua_State *L;
    sandbox_limits limits;
    size_t used, turnover;
    int64_t left;                /* instructions */
    bool over_memory, over_text; /* the state's limits */
    bool out_of_memory;          /* the machine's */
    int line; /* where what is called stands in the rules: of an error that comes of no line there; 0: unknown */
    sandbox_failure failure;
} sandbox;

/* The chunk's name of the rules: errors in it have a line. */
#define SANDBOX_RULES "=rules"

/* false when memory is out. A zeroed sandbox is closed. */
bool sandbox_open(sandbox *box, sandbox_limits limits);
void sandbox_close(sandbox *box);

/* Calls body(L, of) on an empty stack, within the limits. false: box->failure says what went wrong. */
bool sandbox_call(sandbox *box, void (*body)(lua_State *L, void *of), void *of);

/* Within a call: the next of several questions, which has the limits of a call for itself. */
void sandbox_renew(lua_State *L);

/* The sandbox of a state. */
sandbox *sandbox_of(lua_State *L);

/* Raises an error about a line of the rules (0: where it is raised). */
_Noreturn void sandbox_fail(lua_State *L, int line, const char *format, ...) SALVO_PRINTF(3, 4);

/* Raises what is no fault of the rules: memory outside of the state is out. */
_Noreturn void sandbox_no_memory(lua_State *L);

/* Raises the refusal whose text is on top of the stack. */
_Noreturn void sandbox_refuse(lua_State *L);

/* Counts bytes that were allocated elsewhere for the state (or given back) to its memory; fails when it is too much. */
void sandbox_charge(lua_State *L, ptrdiff_t bytes);

/* The line of the rules that is running; 0: none. */
int sandbox_running_line(lua_State *L);

#endif
