/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lua with four limits: memory, instructions, the length of a text, and the total bytes that one call may allocate. The
 * allocator and a count hook enforce them. Both raise ordinary Lua errors, which sandbox_call() catches. Rules cannot
 * catch them, because pcall is not among their words. */
#include "rules/lua/sandbox.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The depth of the search for a line of the rules on the stack. Only a few functions of dice.lua and of C lie above a
 * rule. Only a runaway recursion is deeper, and there the innermost lines repeat the outermost. */
enum { LEVELS_MAX = 64 };

static const char REFUSED; /* its address marks a refusal */

/* A value that is not a number within its limits is ignored. The environment may be set for another program, and a
 * library should not fail because of it. */
static long of_environment(const char *name, long otherwise, long most)
{
    const char *text = getenv(name);
    char *end = NULL;
    long value = text ? strtol(text, &end, 10) : 0;

    return text && *text && !*end && value >= 1 && value <= most ? value : otherwise;
}

/* A user who lowers the limits has rules of strangers in mind. */
static long limit_of(const char *name, long usual, long most, bool is_salvos)
{
    const long limit = of_environment(name, usual, most);

    return is_salvos && limit < usual ? usual : limit;
}

sandbox_limits sandbox_limits_now(bool is_salvos)
{
    return (sandbox_limits){
        .memory = (size_t)limit_of("SALVO_RULES_MEMORY", SANDBOX_MEMORY_MIB, 2000, is_salvos) << 20,
        .instructions = limit_of("SALVO_RULES_INSTRUCTIONS", SANDBOX_INSTRUCTIONS, 2000000000, is_salvos),
    };
}

sandbox *sandbox_of(lua_State *L)
{
    return *(sandbox **)lua_getextraspace(L);
}

/* Lua passes the type of a new block in place of its old size. */
static bool may_have(sandbox *box, size_t before, size_t kind, size_t size)
{
    /* 64 bytes allow for the header that Lua puts before the characters. Its size depends on the version. */
    if (kind == LUA_TSTRING && size > SANDBOX_TEXT_MAX + 64) {
        box->over_text = true;
        return false;
    }
    /* The turnover limits a loop that makes and drops tables. The collector would keep its memory small, but each of
     * its instructions can take long. */
    if (size > before && (box->used - before + size > box->limits.memory || box->turnover > SANDBOX_TURNOVER_MAX)) {
        box->over_memory = true;
        return false;
    }
    return true;
}

/* Lua's allocator. `used` is the memory held now, `turnover` the sum of all allocations in this call. */
static void *allocate(void *of, void *block, size_t old_size, size_t size)
{
    sandbox *box = of;
    size_t before = block ? old_size : 0;
    void *moved;

    if (size == 0) {
        free(block);
        box->used -= before;
        return NULL;
    }
    if (!may_have(box, before, block ? 0 : old_size, size))
        return NULL;
    moved = realloc(block, size);
    if (!moved)
        return size <= before ? block : NULL; /* Lua relies on shrinking never to fail */
    box->used += size - before;
    box->turnover += size > before ? size : 0;
    return moved;
}

/* A refused amount still counts, because the caller gives it back. */
void sandbox_charge(lua_State *L, ptrdiff_t bytes)
{
    sandbox *box = sandbox_of(L);
    const bool fits = bytes <= 0 || may_have(box, 0, 0, (size_t)bytes);

    box->used = (size_t)((ptrdiff_t)box->used + bytes);
    box->turnover += bytes > 0 ? (size_t)bytes : 0;
    if (!fits)
        luaL_error(L, "not enough memory");
}

/* Counting in steps keeps the hook out of the profile. A call exceeds the limit by less than one step. */
static void count_instructions(lua_State *L, lua_Debug *at)
{
    sandbox *box = sandbox_of(L);

    if (at->event != LUA_HOOKCOUNT) {
        box->called(L, at);
        return;
    }
    box->left -= SANDBOX_HOOK_INSTRUCTIONS;
    if (box->left < 0)
        sandbox_fail(L, 0,
                     "the rules ran more than %lld instructions; is there a loop that never stops? "
                     "(SALVO_RULES_INSTRUCTIONS sets the limit)",
                     (long long)box->most);
}

/* The state finds its sandbox through Lua's extra space, which needs no registry look-up: nearly every function here
 * uses it. */
bool sandbox_open(sandbox *box, sandbox_limits limits)
{
    *box = (sandbox){.limits = limits};
    box->L = lua_newstate(allocate, box);
    if (!box->L)
        return false;
    *(sandbox **)lua_getextraspace(box->L) = box;
    lua_sethook(box->L, count_instructions, LUA_MASKCOUNT, SANDBOX_HOOK_INSTRUCTIONS);
    return true;
}

void sandbox_tell_calls(lua_State *L, void (*called)(lua_State *L, lua_Debug *at))
{
    sandbox_of(L)->called = called;
    lua_sethook(L, count_instructions, LUA_MASKCOUNT | (called ? LUA_MASKCALL : 0), SANDBOX_HOOK_INSTRUCTIONS);
}

void sandbox_close(sandbox *box)
{
    if (box->L)
        lua_close(box->L);
    box->L = NULL;
}

/* "=rules" and "=rules1". The name has no colon or blank, so that a message begins with it. */
#define RULES "=rules"

void sandbox_name(char name[SANDBOX_NAME_MAX], size_t file)
{
    if (file)
        snprintf(name, SANDBOX_NAME_MAX, RULES "%zu", file);
    else
        snprintf(name, SANDBOX_NAME_MAX, RULES);
}

int sandbox_place(const char *source, int line)
{
    const size_t n = strlen(RULES);

    if (strncmp(source, RULES, n) != 0 || line <= 0 || line >= SANDBOX_LINES)
        return 0;
    return (int)strtol(source + n, NULL, 10) * SANDBOX_LINES + line;
}

/* The innermost frame that belongs to the rules: an error in dice.lua or in a C function is the fault of the line that
 * called it. */
int sandbox_running_line(lua_State *L)
{
    lua_Debug at;

    for (int level = 0; level < LEVELS_MAX && lua_getstack(L, level, &at); level++)
        if (lua_getinfo(L, "Sl", &at) && sandbox_place(at.source, at.currentline))
            return sandbox_place(at.source, at.currentline);
    return 0;
}

/* Removes the place from a text such as "rules:12: text" or "dice:3: text". Returns it if it is one of the rules.
 * The part before the colon must look like a chunk name. Otherwise a text of the rules, such as "hits: 3", would lose
 * its beginning. */
static int take_place(const char **text)
{
    const char *colon = strchr(*text, ':');
    char *end;
    char source[SANDBOX_NAME_MAX];
    long line;

    if (!colon || colon == *text || strcspn(*text, " '") < (size_t)(colon - *text))
        return 0;
    line = strtol(colon + 1, &end, 10);
    if (end == colon + 1 || *end != ':')
        return 0;
    snprintf(source, sizeof source, "=%.*s", (int)(colon - *text), *text);
    *text = end + 1 + (end[1] == ' ');
    return line >= SANDBOX_LINES ? (int)line : sandbox_place(source, (int)line);
}

/* Returns the remedy for an error of Lua itself. Lua has no error codes, so its English messages are matched (ldebug.c,
 * lvm.c). */
static const char *mend_of(const char *text)
{
    static const struct {
        const char *part, *also, *mend;
    } MENDS[] = {
        {"nil value", "", " (a name that was never set is nil; is it misspelt?)"},
        {"compare nil with", "", " (a name that was never set is nil; is it misspelt?)"},
        {"with nil", "", " (a name that was never set is nil; is it misspelt?)"},
        {"stack overflow", "", " (does a function call itself without an end?)"},
        {"by zero", "", " (check the divisor before)"},
        {"'n%%0'", "", " (check the divisor before)"},
        {"'}' expected", "near '='", " (is there a hyphen in a name? Write to_hit for the column to-hit)"},
    };

    for (size_t i = 0; i < sizeof MENDS / sizeof *MENDS; i++)
        if (strstr(text, MENDS[i].part) && strstr(text, MENDS[i].also))
            return MENDS[i].mend;
    return "";
}

static void note(sandbox *box, int line, const char *text)
{
    sandbox_failure *failure = &box->failure;
    const int of_text = take_place(&text);

    failure->kind = SANDBOX_ERROR;
    /* The line in the text is best, because the error was raised there. Next is the running line. Last is the line
     * where the called function begins, for errors that C raises after it has returned. */
    failure->line = of_text ? of_text : line ? line : box->line;
    snprintf(failure->text, sizeof failure->text, "%s%s", text, mend_of(text));
    /* A message is one line, so that grep can find it. */
    for (char *c = failure->text; *c; c++)
        if (*c == '\n')
            *c = ' ';
}

/* As the message handler of lua_pcall it runs where the error was raised, before the stack is unwound. So the stack
 * still shows the line. */
static int take_error(lua_State *L)
{
    sandbox *box = sandbox_of(L);

    if (lua_type(L, 1) == LUA_TTABLE && lua_rawgetp(L, 1, &REFUSED) == LUA_TSTRING) {
        note(box, sandbox_running_line(L), "");
        box->failure.kind = SANDBOX_REFUSED;
        snprintf(box->failure.text, sizeof box->failure.text, "%s", lua_tostring(L, -1));
    } else {
        note(box, sandbox_running_line(L),
             lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : "error() was called without a text");
    }
    return 0;
}

/* Lua reports all failed allocations alike (LUA_ERRMEM), without a message handler; the flags show which limit was
 * reached. Without a flag the machine itself is out of memory, which is no fault of the rules. */
static void take_limit(sandbox *box)
{
    char text[256];

    if (box->over_text)
        snprintf(text, sizeof text, "a text is longer than %d bytes", SANDBOX_TEXT_MAX);
    else
        snprintf(
            text, sizeof text,
            "the rules need more than %zu MiB of memory; does a table grow, or does a function call itself without an "
            "end? (SALVO_RULES_MEMORY sets the limit)",
            box->limits.memory >> 20);
    note(box, 0, text);
    if (!box->over_text && !box->over_memory)
        box->failure.kind = SANDBOX_NO_MEMORY;
}

typedef struct call {
    void (*body)(lua_State *L, void *of);
    void *of;
} call;

/* The body is called through a light userdata and a plain C function. Neither needs an allocation, which could fail
 * before lua_pcall protects it. */
static int run(lua_State *L)
{
    const call *c = lua_touserdata(L, 1);

    lua_settop(L, 0);
    c->body(L, c->of);
    return 0;
}

void sandbox_renew(lua_State *L)
{
    sandbox *box = sandbox_of(L);

    box->most = box->left = box->limits.instructions;
    box->turnover = 0;
}

void sandbox_allow(lua_State *L, int64_t instructions)
{
    sandbox *box = sandbox_of(L);

    box->most += instructions;
    box->left += instructions;
}

bool sandbox_call(sandbox *box, void (*body)(lua_State *L, void *of), void *of)
{
    lua_State *L = box->L;
    call c = {body, of};
    int failed;

    sandbox_renew(L);
    box->over_memory = box->over_text = box->out_of_memory = false;
    lua_settop(L, 0); /* none of this allocates, so nothing can fail here */
    lua_pushcfunction(L, take_error);
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, &c);
    failed = lua_pcall(L, 1, 0, 1);
    if (failed == LUA_OK)
        return true;
    if (failed == LUA_ERRMEM) {
        take_limit(box);
        /* The message handler itself failed. It needs only a few slots, so the stack was full. */
    } else if (failed == LUA_ERRERR) {
        note(box, 0, "functions call each other too deep, or without an end");
    }
    if (box->out_of_memory)
        box->failure.kind = SANDBOX_NO_MEMORY;
    lua_settop(L, 0);
    return false;
}

void sandbox_fail(lua_State *L, int line, const char *format, ...)
{
    char text[SALVO_ERROR_TEXT];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (!line)
        line = sandbox_running_line(L);
    if (line)
        lua_pushfstring(L, "%s:%d: %s", &RULES[1], line, text);
    else
        lua_pushstring(L, text);
    lua_error(L);
    abort(); /* lua_error never returns, but its declaration does not say so */
}

void sandbox_no_memory(lua_State *L)
{
    sandbox_of(L)->out_of_memory = true;
    sandbox_fail(L, 0, "out of memory");
}

/* A refusal is a table under a private key, so that no text passed to error() can look like one. */
void sandbox_refuse(lua_State *L)
{
    lua_createtable(L, 0, 1);
    lua_insert(L, -2);
    lua_rawsetp(L, -2, &REFUSED);
    lua_error(L);
    abort();
}
