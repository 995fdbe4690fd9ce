/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workers: Lua states with the rules in them, made when a thread asks and none is free. */
#ifndef SALVO_RULES_LUA_WORKER_H
#define SALVO_RULES_LUA_WORKER_H

#include "rules/lua/book.h"

/* Opens a worker without a book and calls body(L, of) with what the rules return on top of the stack. `path` is the file's,
 * for messages. */
salvo_status worker_describe(const char *path, const char *text, size_t length, void (*body)(lua_State *L, void *of),
                             void *of, salvo_error *err);

typedef struct worker_pool worker_pool;

worker_pool *worker_pool_new(void); /* NULL when memory is out */
void worker_pool_free(worker_pool *pool);

/* Calls body(L, of) in a worker of the book, about that content. When it fails the error goes to *err, or without one it
 * becomes the book's fault. false then, and at once when the book has a fault already and `err` is NULL. */
bool worker_ask(lua_book *book, const content *about, void (*body)(lua_State *L, void *of), void *of, salvo_error *err);

/* A question of which nothing but the key decides on the answer, about that content. The key and the answer have the size
 * that is the kind's (worker.c); a key has bytes that are not zero. */
typedef struct worker_question {
    memo_kind kind;
    const content *about;
    const void *key;
    void *answer;
    void (*body)(lua_State *L, void *of); /* leaves what it finds at `answer` */
    void (*use)(void *of); /* called with the answer there, before another thread has the worker; or NULL */
    void *of;
} worker_question;

/* As worker_ask without `err`; an answer that was given before is given again without asking. */
bool worker_ask_once(lua_book *book, const worker_question *question);

/* Within a call: the answer that was given before; NULL: none is there. */
const void *worker_recall(const worker *w, memo_kind kind, const void *key);

/* Zeroed room for what MEMO_RESULTS point to; where there is much of it, it is given back, and they are forgotten. That
 * happens in worker_make_room alone, at the beginning of a call. */
void worker_make_room(lua_State *L);
void *worker_results(lua_State *L, size_t size);

/* Pushes a function of the subject, which has it; the table of the rulebook. */
void worker_push_function(lua_State *L, const subject *of, function_name function);
void worker_push_rulebook(lua_State *L);

/* Fails because of what a function has returned: the message has its line. */
_Noreturn void worker_fail(lua_State *L, const subject *of, function_name function, const char *format, ...)
    SALVO_PRINTF(4, 5);

#endif
