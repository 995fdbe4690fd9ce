/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A book as one `--set` of its tables has it. Engines hold plain pointers to contents and compare them instead of
 * comparing the values: equal questions have one content, which is found by a hash and never moves or dies before the
 * book. That makes the situations of C rulebooks and of Lua rulebooks alike for the engines: bytes that can be compared
 * and hashed. */
#include "rules/lua/book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* Chains of the hash table at first; it doubles when a chain has two contents on average. */
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

/* Engines call rules from inside loops that have no way to fail. The first fault is kept, the rest of the work is done
 * with harmless answers and thrown away, and whoever asked for the work looks here at its end. The lock makes the text
 * whole before the flag shows it. */
void book_fault(lua_book *book, const salvo_error *err)
{
    pthread_mutex_lock(&book->lock);
    if (!atomic_load(&book->is_faulty)) {
        book->fault = *err;
        atomic_store(&book->is_faulty, true);
    }
    pthread_mutex_unlock(&book->lock);
}

/* Asked before every call into Lua, hence without a barrier: seeing the flag late costs a few calls and changes
 * nothing. */
bool book_is_faulty(const lua_book *book)
{
    return atomic_load_explicit(&book->is_faulty, memory_order_relaxed);
}

/* What was noted first never changes. */
salvo_status book_fault_of(const lua_book *book, salvo_error *err)
{
    if (!atomic_load(&book->is_faulty))
        return SALVO_OK;
    if (err)
        *err = book->fault;
    return book->fault.status;
}

/* " target=tiger-i range=5; the dice show 3 5" The question and the dice make a fault repeatable: an author can ask
 * just that with `salvo odds`. Dice are told by what the rule got of them; a list or a text by its place among the die's
 * values. */
static void describe_asked(const worker *w, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s%s", *w->about->words ? " " : "", w->about->words);

    for (int i = 0; w->asked_dice && i < w->asked_dice->count && used < size; i++) {
        const char *before = i ? "" : "; the dice show";

        if (w->asked_whole[i])
            used += (size_t)snprintf(text + used, size - used, "%s %lld", before, (long long)w->asked_values[i]);
        else
            used += (size_t)snprintf(text + used, size - used, "%s result %d", before, w->asked_faces[i]);
    }
}

/* A refusal is the rules' own sentence to the user, so it is not decorated with a line of the file. Neither is a fault
 * of the file itself with a question, because nobody has asked one yet. */
salvo_status book_error(const worker *w, salvo_error *err)
{
    const sandbox_failure *failure = &w->box.failure;
    const char *path = w->book ? w->book->script->path : "";
    char asked[512];

    if (failure->kind == SANDBOX_NO_MEMORY)
        return salvo_fail_memory(err);
    if (failure->kind == SANDBOX_REFUSED)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s", failure->text);
    if (!w->about)
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, failure->line, 0, "%s", failure->text);
    describe_asked(w, asked, sizeof asked);
    return salvo_fail_at(err, SALVO_BAD_INPUT, path, failure->line, 0, "%s; the question was %s%s", failure->text,
                         w->about->subject->procedure.schema.name, asked);
}

/* A number is given last: contents that could not be filled leave no gap and are forgotten with the arena. */
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

/* Both halves of the hash take part: the number of chains is a power of two, which keeps low bits alone. */
static content **chain_of(content **chains, size_t n_chains, uint64_t hash)
{
    return &chains[(hash ^ hash >> 32) % n_chains];
}

/* Makes the table, with the first question, since a folder that is only listed or described asks none; or doubles it. The
 * old table stays in the arena: all of them together take as much as the last. false: memory is out. */
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
        made->hash = hash;
        made->next = *chain;
        *chain = made;
    }
    return made;
}

/* `fill` runs under the lock, so that no other thread finds a content that is half made. It may not call Lua: a rule
 * that asked for a content in turn would wait for itself. */
content *book_content(lua_book *book, const subject *of, const void *key, size_t size,
                      bool (*fill)(content *made, lua_book *book, void *with), void *with)
{
    content *found;

    pthread_mutex_lock(&book->lock);
    found = find_content(book, of, key, size, fill, with);
    pthread_mutex_unlock(&book->lock);
    return found;
}
