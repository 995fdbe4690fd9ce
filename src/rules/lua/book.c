/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A book with one set of `--set` changes. Engines hold plain pointers to contents, and compare the pointers instead of
 * the values. Equal questions have one content. A hash finds it, and it never moves or dies before the book. So the
 * situations of C rulebooks and of Lua rulebooks are alike for the engines: bytes that can be compared and hashed. */
#include "rules/lua/book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* The initial number of chains of the hash table. It doubles when a chain has two contents on average. */
enum { CHAINS = 4096 };

/* The sandbox is the first member of a worker. */
worker *worker_of(lua_State *L)
{
    return (worker *)sandbox_of(L);
}

const script_battle *battle_of(const content *of)
{
    return of->subject->script->battle;
}

lua_book *book_changeable(const lua_book *book)
{
    return (lua_book *)(uintptr_t)book;
}

/* Engines call rules inside loops that cannot fail. The first fault is kept, and the rest of the work continues with
 * harmless answers and is discarded. The caller of the work asks for the fault at its end. The lock completes the text
 * before the flag shows it. */
void book_fault(lua_book *book, const salvo_error *err)
{
    pthread_mutex_lock(&book->lock);
    if (!atomic_load(&book->is_faulty)) {
        book->fault = *err;
        atomic_store(&book->is_faulty, true);
    }
    pthread_mutex_unlock(&book->lock);
}

void book_fault_memory(lua_book *book, salvo_error *err)
{
    salvo_error own;

    salvo_fail_memory(err ? err : &own);
    if (!err)
        book_fault(book, &own);
}

/* This is asked before every call into Lua, hence without a barrier. Seeing the flag late costs a few calls and changes
 * nothing. */
bool book_is_faulty(const lua_book *book)
{
    return atomic_load_explicit(&book->is_faulty, memory_order_relaxed);
}

/* The first fault never changes. */
salvo_status book_fault_of(const lua_book *book, salvo_error *err)
{
    if (!atomic_load(&book->is_faulty))
        return SALVO_OK;
    if (err)
        *err = book->fault;
    return book->fault.status;
}

/* Adds a text such as " target=tiger-i range=5; the dice show 3 5". The question and the dice make a fault repeatable:
 * an author can ask the same with `salvo odds`. The dice appear as the values that the rule received; a list or a text
 * appears as its place among the die's values. */
static void describe_asked(const worker *w, char *text, size_t size)
{
    const content *of = w->about;
    size_t used = of->actor ? (size_t)snprintf(text, size, " %s at %s, range %g", of->actor->words, of->target->words,
                                               of->now.range)
                            : (size_t)snprintf(text, size, "%s%s", *of->words ? " " : "", of->words);

    for (int i = 0; w->asked_dice && i < w->asked_dice->count && used < size; i++) {
        const char *before = i ? "" : "; the dice show";

        if (w->asked_whole[i])
            used += (size_t)snprintf(text + used, size - used, "%s %lld", before, (long long)w->asked_values[i]);
        else
            used += (size_t)snprintf(text + used, size - used, "%s result %d", before, w->asked_faces[i]);
    }
}

/* A refusal is the rules' own sentence to the user, so it has no line of the file. A fault of the file itself has no
 * question, because none has been asked yet. */
salvo_status book_error(const worker *w, salvo_error *err)
{
    const sandbox_failure *failure = &w->box.failure;
    const char *path = w->script->files.files[sandbox_file(failure->line)].path;
    const int line = sandbox_line(failure->line);
    char asked[512];

    if (failure->kind == SANDBOX_NO_MEMORY)
        return salvo_fail_memory(err);
    if (failure->kind == SANDBOX_REFUSED && w->refused.origin)
        return salvo_cell_refuse(&w->refused, err, "%s", failure->text);
    if (failure->kind == SANDBOX_REFUSED)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s", failure->text);
    if (!w->about)
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, line, 0, "%s", failure->text);
    describe_asked(w, asked, sizeof asked);
    return salvo_fail_at(err, SALVO_BAD_INPUT, path, line, 0, "%s; the question was %s%s", failure->text,
                         w->about->subject->procedure.schema.name, asked);
}

/* The number is assigned last. A content whose filling fails leaves no gap, and disappears with the arena. */
static content *new_content(lua_book *book, const subject *of, const void *key, size_t size,
                            bool (*fill)(content *made, lua_book *book, void *with), void *with)
{
    content *made = salvo_arena_array(book->memory, 1, sizeof *made);
    char *kept = salvo_arena_array(book->memory, size, 1);

    if (!made || !kept)
        return NULL;
    memcpy(kept, key, size);
    made->subject = of;
    made->key = kept;
    made->key_size = size;
    made->words = "";
    if (fill && !fill(made, book, with))
        return NULL;
    made->number = ++book->n_contents;
    return made;
}

/* Both halves of the hash count, because the number of chains is a power of two, which uses the low bits alone. */
static content **chain_of(content **chains, size_t n_chains, uint64_t hash)
{
    return &chains[(hash ^ hash >> 32) % n_chains];
}

/* Makes the table, or doubles it. It is made with the first question, because a folder that is only listed or described
 * needs none. The old table stays in the arena: all old ones together take as much as the last. Returns false if memory
 * is out. */
static bool widen(lua_book *book)
{
    const size_t n = book->chains ? 2 * book->n_chains : CHAINS;
    content **chains = salvo_arena_array(book->memory, n, sizeof *chains);

    if (!chains)
        return false;
    for (size_t i = 0; book->chains && i < book->n_chains; i++)
        for (content *c = book->chains[i], *next; c; c = next) {
            content **chain = chain_of(chains, n, c->hash);

            next = c->next;
            c->next = *chain;
            *chain = c;
        }
    book->chains = chains;
    book->n_chains = n;
    return true;
}

static content *find_content(lua_book *book, const subject *of, const void *key, size_t size,
                             bool (*fill)(content *made, lua_book *book, void *with), void *with)
{
    const uint64_t hash = salvo_hash(SALVO_HASH, key, size);
    content **chain, *made;

    if ((!book->chains || book->n_contents >= 2 * book->n_chains) && !widen(book))
        return NULL;
    chain = chain_of(book->chains, book->n_chains, hash);
    for (content *c = *chain; c; c = c->next)
        if (c->hash == hash && c->subject == of && c->key_size == size && memcmp(c->key, key, size) == 0)
            return c;
    made = new_content(book, of, key, size, fill, with);
    if (made) {
        chain = chain_of(book->chains, book->n_chains, hash); /* `fill` may have widened the table */
        made->hash = hash;
        made->next = *chain;
        *chain = made;
    }
    return made;
}

/* Texts and lists are numbered by their canonical spelling. Returns 0 if memory is
 * out, and then the question fails anyway. */
uint64_t book_mark_held(lua_book *book, const rule_value *value, const salvo_value *from)
{
    const content *of;

    if (value->is != VALUE_TEXT && value->is != VALUE_ROWS)
        return value_mark(value);
    of = find_content(book, NULL, from->text, strlen(from->text) + 1, NULL, NULL);
    return of ? of->number : 0;
}

uint64_t book_mark(lua_book *book, const rule_value *value, const salvo_value *from)
{
    uint64_t mark;

    if (value->is != VALUE_TEXT && value->is != VALUE_ROWS)
        return value_mark(value);
    pthread_mutex_lock(&book->lock);
    mark = book_mark_held(book, value, from);
    pthread_mutex_unlock(&book->lock);
    return mark;
}

content *book_private(lua_book *book, const subject *of, bool (*fill)(content *made, lua_book *book, void *with),
                      void *with)
{
    content *made;

    pthread_mutex_lock(&book->lock);
    made = new_content(book, of, "", 0, fill, with);
    pthread_mutex_unlock(&book->lock);
    return made;
}

/* `fill` runs under the lock, so that no other thread finds an incomplete content. It must not call Lua, because a rule
 * that asked for a content would wait for itself. */
content *book_content(lua_book *book, const subject *of, const void *key, size_t size,
                      bool (*fill)(content *made, lua_book *book, void *with), void *with)
{
    content *found;

    pthread_mutex_lock(&book->lock);
    found = find_content(book, of, key, size, fill, with);
    pthread_mutex_unlock(&book->lock);
    return found;
}
