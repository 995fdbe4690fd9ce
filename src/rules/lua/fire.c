/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One element's fire at another. `aim` is called once for each pair and each set of conditions. Fires whose `aim`
 * returns the same value are one for the engines, though units, ranges and conditions differ. Twenty kinds of tank at
 * five ranges mostly make a handful of fires. */
#include "rules/lua/fire.h"

#include <string.h>

#include "base/hash.h"
#include "rules/lua/frozen.h"
#include "rules/lua/identity.h"
#include "rules/lua/rows.h"
#include "rules/lua/situation.h"
#include "rules/lua/worker.h"

/* It has no padding, because keys are compared by their bytes. */
typedef struct fire_key {
    double range;
    uint64_t field, actor, target;
    uint64_t conditions;
} fire_key;

typedef struct aiming {
    const situation *field, *actor, *target;
    const salvo_circumstances *now;
} aiming;

static bool fill_fire(content *made, lua_book *book, void *with)
{
    const aiming *a = with;

    made->field = a->field->content;
    made->actor = a->actor->content;
    made->target = a->target->content;
    made->now = *a->now;
    made->words =
        salvo_arena_printf(book->memory, "%s at %s, range %g", made->actor->words, made->target->words, a->now->range);
    return made->words != NULL;
}

/* The range is pushed as in tables: a whole number has no decimal point. */
static void push_conditions(lua_State *L, const salvo_circumstances *now)
{
    lua_createtable(L, 0, 5);
    lua_pushstring(L, now->side ? "b" : "a");
    lua_setfield(L, -2, "side");
    rows_push(L, &(rule_value){VALUE_DECIMAL, {.decimal = now->range}});
    lua_setfield(L, -2, "range");
    lua_pushboolean(L, now->moving);
    lua_setfield(L, -2, "moving");
    lua_pushboolean(L, now->target_moving);
    lua_setfield(L, -2, "target_moving");
    lua_pushboolean(L, now->target_ever_moves);
    lua_setfield(L, -2, "target_ever_moves");
    frozen_show(L);
}

void fire_push(lua_State *L, const content *of)
{
    const subject *battle = of->subject;

    situation_push_kept(L, of);
    if (!lua_isnil(L, -1))
        return;
    lua_pop(L, 1);
    if (battle->has[FN_AIM]) {
        worker_push_function(L, battle, FN_AIM);
        situation_push(L, of->field);
        situation_push(L, of->actor);
        situation_push(L, of->target);
        push_conditions(L, &of->now);
        lua_call(L, 4, 1);
        if (lua_type(L, -1) != LUA_TTABLE)
            worker_fail(L, battle, FN_AIM,
                        "aim returned %s; it must return a table that describes the fire: "
                        "{needs = 5}",
                        check_words_of(L, -1));
    } else { /* without `aim` the fire is just the two elements */
        lua_createtable(L, 0, 2);
        situation_push(L, of->actor);
        lua_setfield(L, -2, "by");
        situation_push(L, of->target);
        lua_setfield(L, -2, "at");
    }
    if (lua_getmetatable(L, -1)) /* of a value that cannot be changed already */
        lua_pop(L, 1);
    else
        situation_freeze(L, battle);
    situation_keep(L, of);
}

static int count_throws(lua_State *L, const content *of)
{
    const script_battle *b = battle_of(of);
    const subject *battle = of->subject;

    if (!battle->has[FN_THROWS])
        return b->throws;
    worker_push_function(L, battle, FN_THROWS);
    fire_push(L, of);
    lua_call(L, 1, 1);
    return (int)check_whole(L, -1, battle->lines[FN_THROWS], "the number of throws", 0, UINT8_MAX);
}

typedef struct aimed {
    const content *content;
    prepared ready;
    salvo_text key; /* identifies the fire; empty: it equals no other */
} aimed;

/* A value that cannot be compared (it contains a function) has no key, and equals no other. */
static void aim_in_lua(lua_State *L, void *of)
{
    aimed *a = of;

    fire_push(L, a->content);
    if (battle_of(a->content)->counts_throws)
        a->ready.throws = count_throws(L, a->content);
    fire_push(L, a->content);
    if (!identity_add(L, -1, &a->key))
        salvo_text_free(&a->key);
}

/* Finds the first fire with the same effect. If the strength is a function of the element, the elements must be the
 * same. */
static const content *find_same(lua_book *book, const content *of, salvo_text *key)
{
    content *first;

    if (!key->length)
        return of;
    if (battle_of(of)->strength_field < 0)
        salvo_text_add(key, "|%zu|%zu", of->actor->number, of->target->number);
    if (key->failed)
        return NULL;
    first = book_content(book, NULL, key->bytes, key->length, NULL, NULL);
    if (!first)
        return NULL;
    pthread_mutex_lock(&book->lock);
    if (!first->ready.same)
        first->ready.same = of;
    of = first->ready.same;
    pthread_mutex_unlock(&book->lock);
    return of;
}

/* Two threads may have aimed at once. The first to arrive here decides; both have found the same. The hash covers only
 * the value and the book, because resolve may read tables that aim does not. */
static bool keep_aimed(lua_book *book, content *made, aimed *a)
{
    const content *same = find_same(book, made, &a->key);

    if (!same)
        return false;
    pthread_mutex_lock(&book->lock);
    if (!atomic_load(&made->is_ready)) {
        made->ready = a->ready;
        made->ready.same = same;
        made->ready.hash = salvo_hash(book->hash, salvo_text_of(&a->key), a->key.length);
    }
    atomic_store(&made->is_ready, true);
    pthread_mutex_unlock(&book->lock);
    return true;
}

static salvo_status find_fire(const aiming *a, const content **found, salvo_error *err)
{
    lua_book *book = book_changeable(a->field->book);
    const subject *battle = &book->script->battle->battle;
    const fire_key key = {
        a->now->range, a->field->content->number, a->actor->content->number, a->target->content->number,
        (uint64_t)(a->now->side | a->now->moving << 1 | a->now->target_moving << 2 | a->now->target_ever_moves << 3)};
    content *made = book_content(book, battle, &key, sizeof key, fill_fire, (void *)(uintptr_t)a);
    aimed of = {.content = made};
    bool kept = true;

    *found = made;
    if (!made)
        return salvo_fail_memory(err);
    if (atomic_load(&made->is_ready))
        return SALVO_OK;
    if (worker_ask(book, made, aim_in_lua, &of, err))
        kept = keep_aimed(book, made, &of);
    else
        *found = NULL;
    salvo_text_free(&of.key);
    return !kept ? salvo_fail_memory(err) : *found ? SALVO_OK : SALVO_BAD_INPUT;
}

static salvo_status check(const void *field, const void *actor, const void *target, const salvo_circumstances *now,
                          salvo_error *err)
{
    const aiming a = {field, actor, target, now};
    const content *found;
    salvo_error own = {.status = SALVO_BAD_INPUT};
    salvo_status status = find_fire(&a, &found, &own);

    if (status != SALVO_OK && err)
        *err = own;
    return status;
}

/* Engines cannot refuse fire here. A failure that check() did not find is the book's fault, and the fire is empty. */
static void aim(const void *field, const void *actor, const void *target, const salvo_circumstances *now, void *to)
{
    const aiming a = {field, actor, target, now};
    const content *found;
    fire *f = to;

    memset(f, 0, sizeof *f);
    f->book = a.field->book;
    if (find_fire(&a, &found, NULL) != SALVO_OK || !found)
        return;
    f->content = found->ready.same;
    f->hash = found->ready.hash;
}

static int throws(const void *of)
{
    const fire *f = of;

    return f->content ? f->content->ready.throws : 0;
}

typedef struct explanation {
    const content *fire;
    salvo_text *text;
} explanation;

static void explain(lua_State *L, void *of)
{
    const explanation *e = of;

    worker_push_function(L, e->fire->subject, FN_EXPLAIN);
    fire_push(L, e->fire);
    lua_call(L, 1, 1);
    situation_add_lines(L, e->fire->subject, e->text);
}

void fire_explain(const fire *of, salvo_text *text)
{
    explanation e = {of->content, text};

    if (of->content && of->content->subject->has[FN_EXPLAIN])
        worker_ask(book_changeable(of->book), of->content, explain, &e, NULL);
}

void fire_adapt(script_battle *b)
{
    salvo_battle_adapter *to = &b->adapter;

    to->fire_size = sizeof(fire);
    to->check = check;
    to->aim = aim;
    to->throws = b->counts_throws ? throws : NULL;
}
