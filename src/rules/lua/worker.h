/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workers: Lua states with the rules in them. A new one is made if a thread asks and none is free. */
#ifndef SALVO_RULES_LUA_WORKER_H
#define SALVO_RULES_LUA_WORKER_H

#include "rules/lua/reads.h"

/* Opens a worker without a book and calls body(L, of) with the rules' result on top of the stack. body() lists the
 * subjects. Then the worker is idle, for the first book. */
salvo_status worker_describe(script *s, void (*body)(lua_State *L, void *of), void *of, salvo_error *err);

/* Closes the idle workers: all books of the script are closed. */
void worker_close_idle(const script *s);

typedef struct worker_pool worker_pool;

worker_pool *worker_pool_new(void); /* NULL when memory is out */

/* Frees the pool of a book that is still open. forget(L, NULL) forgets the book's rows, objects and faces in a worker, which
 * the next book of the script may then use. */
void worker_pool_free(worker_pool *pool, void (*forget)(lua_State *L, void *of));

/* Calls body(L, of) in a worker of the book, about that content. An error goes to *err or, if err is NULL, becomes the
 * book's fault. Returns false then. Also returns false at once if the book has a fault already and `err` is NULL. */
bool worker_ask(lua_book *book, const content *about, void (*body)(lua_State *L, void *of), void *of, salvo_error *err);

/* A question about that content whose answer depends only on the key. The kind determines the sizes of key and answer
 * (worker.c). The key is not all zeros. */
typedef struct worker_question {
    memo_kind kind;
    const content *about;
    const void *key;
    void *answer;
    void (*body)(lua_State *L, void *of); /* writes its result to `answer` */
    void (*use)(worker *w, void *of);     /* called with the answer before another thread gets the worker; or NULL */
    void *of;
} worker_question;

/* Asks as worker_ask does without `err`, but uses an earlier answer to the same question again. */
bool worker_ask_once(lua_book *book, const worker_question *question);

/* Hold the worker that the next question of this thread would get, or NULL, and release it. For a look without a
 * call. */
struct slot *worker_hold(lua_book *book, worker **held);
void worker_release(struct slot *held);

/* Within a call: returns an earlier answer; NULL: there is none. */
const void *worker_recall(const worker *w, memo_kind kind, const void *key);

/* Returns the answer of a function of the subject to the question, by what it reads; NULL: it is unknown, or must be
 * evaluated again for a comparison. Serves a caller outside of a call. */
const void *worker_recall_reads(lua_book *book, const subject *whose, function_name function, const read_inputs *of);

/* The same for a worker that is held, or in a call. NULL: there is none yet. */
const void *worker_recall_reads_of(worker *w, const subject *whose, function_name function, const read_inputs *of);

/* Returns whether the reads of the function should be noted. */
bool worker_notes_reads(const worker *w, const subject *whose, function_name function);

/* Within a call: returns whether reads are to be noted; begins to note them; keeps the answer by what was noted, if a
 * log has begun, and ends the log; ends the log without an answer. An answer that contradicts an earlier one fails.
 * worker_keep_log returns the answer that is kept, which is an equal one. are_equal NULL: equal answers have one
 * address. */
bool worker_has_reads(lua_State *L);
void worker_begin_log(lua_State *L, const read_inputs *of);
const void *worker_keep_log(lua_State *L, const subject *whose, function_name function, const void *answer,
                            bool (*are_equal)(const void *kept, const void *answer));
void worker_drop_log(lua_State *L);

/* Returns the answer to the question of a content whose log has joined, by what was noted from there on; NULL: it is
 * unknown, or must be evaluated again. Serves a caller outside of a call. */
const void *worker_recall_joined(lua_book *book, const content *of);

/* Keeps the answer to the question of a content, by what its log noted. Serves a caller outside of a call. A
 * contradiction is the book's fault. */
void worker_keep_question(lua_book *book, const content *of, const void *answer, size_t size);

/* Makes the marks of the tables' cells, which logs need. Returns false if memory is out. */
bool worker_make_marks(lua_book *book);

/* Within a call: returns the results of a roll that it shares with another question; NULL: there are none, or they must
 * be evaluated again. */
const void *worker_recall_results(lua_State *L, const content *of);

/* Within a call: begin the text of a value, w->identity, and number it: equal texts have equal numbers, never 0. */
void worker_begin_identity(worker *w);
uint64_t worker_number_identity(lua_State *L);

/* Provides zeroed room for the data of MEMO_RESULTS. If there is much of it, the room is freed and those answers are
 * forgotten. That happens only in worker_make_room, at the beginning of a call. */
void worker_make_room(lua_State *L);
void *worker_results(lua_State *L, size_t size);

/* Provides zeroed room that lasts as long as the worker. Callers keep no more when kept_bytes reaches the limit. */
enum { WORKER_KEPT_BYTES = 1 << 24 };
void *worker_kept(lua_State *L, size_t size);

/* Pushes a function that the subject has; the second function pushes the rulebook's table; the third pushes a function
 * of the rulebook itself, rulebook.name or rulebook.part.name. A message about its result names its line. */
void worker_push_function(lua_State *L, const subject *of, function_name function);
void worker_push_rulebook(lua_State *L);
void worker_push_rule(lua_State *L, const char *part, const char *name);

/* Fails because of a function's result: the message has the function's line. */
_Noreturn void worker_fail(lua_State *L, const subject *of, function_name function, const char *format, ...)
    SALVO_PRINTF(4, 5);

#endif
