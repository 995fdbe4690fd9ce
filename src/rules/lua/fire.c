/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One element's fire at another. `aim` is called once for each pair and each set of conditions. Fires whose `aim`
 * returns the same value are one for the engines, though units, ranges and conditions differ. Twenty kinds of tank at
 * five ranges mostly make a handful of fires. */
#include "rules/lua/fire.h"

#include <string.h>

#include "base/hash.h"
#include "rules/lua/identity.h"
#include "rules/lua/object.h"
#include "rules/lua/situation.h"
#include "rules/lua/watched.h"
#include "rules/lua/worker.h"

typedef struct aiming {
    const situation *field, *actor, *target;
    const salvo_circumstances *now;
} aiming;

static void fill(content *made, const aiming *a)
{
    made->field = a->field->content;
    made->actor = a->actor->content;
    made->target = a->target->content;
    made->now = *a->now;
}

static bool fill_fire(content *made, lua_book *book, void *with)
{
    (void)book;
    fill(made, with);
    return true;
}

/* Pushes the arguments of `aim`. */
static void push_arguments(lua_State *L, const content *of, bool is_watched)
{
    const content *const roots[] = {of->field, of->actor, of->target};

    for (int i = 0; i < 3; i++) {
        if (i == 2 && of->target == of->actor)
            lua_pushvalue(L, -1); /* rules may compare the two */
        else if (is_watched)
            watched_push(L, i, roots[i]);
        else
            situation_push(L, roots[i]);
    }
    if (is_watched)
        watched_push_conditions(L, &of->now);
    else
        conditions_push(L, &of->now);
}

/* Pushes the new object of fire. If the reads are noted, the log begins with the call of the rule. */
static void push_new(lua_State *L, const content *of, bool is_watched)
{
    const subject *battle = of->subject;

    if (battle->has[FN_AIM]) {
        worker_push_function(L, battle, FN_AIM);
        push_arguments(L, of, is_watched);
        if (is_watched)
            worker_begin_log(L, &(read_inputs){.book = worker_of(L)->book,
                                               .root = {of->field, of->actor, of->target},
                                               .now = &of->now});
        if (worker_of(L)->log) /* an element that fires at itself is one object for rules, and another one is two */
            reads_note(worker_of(L)->log, (read_key){READ_SAME, 1, 2, 0});
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
        object_freeze(L, battle);
}

void fire_push(lua_State *L, const content *of)
{
    situation_push_kept(L, of);
    if (!lua_isnil(L, -1))
        return;
    lua_pop(L, 1);
    push_new(L, of, false);
    situation_keep(L, of);
}

/* The object of the fire is on top of the stack. */
static int count_throws(lua_State *L, const content *of)
{
    const script_battle *b = battle_of(of);
    const subject *battle = of->subject;
    int n;

    if (!battle->has[FN_THROWS])
        return b->throws;
    worker_push_function(L, battle, FN_THROWS);
    lua_pushvalue(L, -2);
    lua_call(L, 1, 1);
    n = (int)check_whole(L, -1, battle->lines[FN_THROWS], "the number of throws", 0, UINT8_MAX);
    lua_pop(L, 1);
    return n;
}

/* The same, for a function that says yes or no of the fire. */
static bool ask_whether(lua_State *L, const content *of, function_name function, bool otherwise)
{
    const subject *battle = of->subject;
    bool answer;

    if (!battle->has[function])
        return otherwise;
    worker_push_function(L, battle, function);
    lua_pushvalue(L, -2);
    lua_call(L, 1, 1);
    if (lua_type(L, -1) != LUA_TBOOLEAN)
        worker_fail(L, battle, function, "%s returned %s; it must return true or false", FUNCTION_NAMES[function],
                    check_words_of(L, -1));
    answer = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return answer;
}

typedef struct aimed {
    const content *content; /* what is aimed; not kept if many fires may share an effect */
    const aiming *aiming;
    const fire_key *key;
    salvo_text effect; /* identifies it; empty: it equals no other */
    int throws;
    bool may_fire, reads_actor;
    const struct content *same; /* the result: the first fire with this effect, which is kept */
    bool is_first;              /* it is this one */
} aimed;

/* Finds the place of the fires with the same effect, which is NULL if there can be no others. If the strength is a
 * function of the element, the elements must be the same. Returns false if memory is out. */
static bool find_place(lua_book *book, const content *of, salvo_text *effect, content **place)
{
    *place = NULL;
    if (effect->length && battle_of(of)->strength_field < 0)
        salvo_text_add(effect, "|%zu|%zu", of->actor->number, of->target->number);
    if (effect->failed) /* a text that failed is empty, too */
        return false;
    if (!effect->length)
        return true;
    *place = book_content(book, NULL, effect->bytes, effect->length, NULL, NULL);
    return *place != NULL;
}

static const content *first_of(lua_book *book, const content *place)
{
    const content *first;

    pthread_mutex_lock(&book->lock);
    first = place ? place->ready.same : NULL;
    pthread_mutex_unlock(&book->lock);
    return first;
}

/* Whether fires may share an effect, so that answers are kept by what `aim` reads and not for each fire. */
static bool may_share(const lua_book *book)
{
    const script_battle *b = book->script->battle;

    return book->has_memo && b->battle.has[FN_AIM] && b->strength_field >= 0;
}

/* Two threads may have aimed at once. The first to arrive here decides; both have found the same. The hash covers only
 * the value and the book, because resolve may read tables that aim does not. Returns false if memory is out. */
static bool make_ready(lua_book *book, aimed *a)
{
    content *made, *place;

    if (!find_place(book, a->content, &a->effect, &place))
        return false;
    a->same = may_share(book) ? first_of(book, place) : NULL;
    if (a->same)
        return true;
    made = book_content(book, a->content->subject, a->key, sizeof *a->key, fill_fire, (void *)(uintptr_t)a->aiming);
    if (!made)
        return false;
    pthread_mutex_lock(&book->lock);
    if (place && !place->ready.same)
        place->ready.same = made;
    if (!atomic_load(&made->is_ready)) {
        made->ready.same = place ? place->ready.same : made;
        made->ready.throws = a->throws;
        made->ready.may_fire = a->may_fire;
        made->ready.reads_actor = a->reads_actor;
        made->ready.hash = salvo_hash(book->hash, salvo_text_of(&a->effect), a->effect.length);
    }
    a->same = made->ready.same;
    a->is_first = a->same == made;
    atomic_store(&made->is_ready, true);
    pthread_mutex_unlock(&book->lock);
    return true;
}

/* A value that cannot be compared (it contains a function) has no key, and equals no other. The object is kept only if
 * it is the first of its effect, because engines ask about no other. */
static void aim_in_lua(lua_State *L, void *of)
{
    aimed *a = of;
    const content *made = a->content;
    lua_book *book = book_changeable(worker_of(L)->book);
    const subject *battle = made->subject;

    push_new(L, made, may_share(book) && worker_has_reads(L));
    if (battle_of(made)->counts_throws)
        a->throws = count_throws(L, made);
    a->may_fire = ask_whether(L, made, FN_MAY_FIRE, true);
    a->reads_actor = ask_whether(L, made, FN_READS_ACTOR, battle_of(made)->reads_actor);
    if (!identity_add(L, -1, &a->effect)) {
        salvo_text_free(&a->effect);
        worker_drop_log(L);
    }
    if (!make_ready(book, a))
        sandbox_no_memory(L);
    worker_keep_log(L, battle, FN_AIM, a->same, NULL);
    if (a->is_first)
        situation_keep(L, a->same);
}

/* Aims; NULL after a failure. */
static const content *aim_anew(const aiming *a, const fire_key *key, salvo_error *err)
{
    lua_book *book = book_changeable(a->field->book);
    const subject *battle = &book->script->battle->battle;
    content passing = {.subject = battle, .words = ""};
    aimed made = {.content = &passing, .aiming = a, .key = key};
    const content *kept = NULL;
    bool done;

    fill(&passing, a);
    if (!may_share(book)) {
        kept = made.content = book_content(book, battle, key, sizeof *key, fill_fire, (void *)(uintptr_t)a);
        if (!kept) {
            book_fault_memory(book, err);
            return NULL;
        }
    }
    if (kept && atomic_load(&kept->is_ready))
        return kept->ready.same;
    done = worker_ask(book, made.content, aim_in_lua, &made, err);
    salvo_text_free(&made.effect);
    return done ? made.same : NULL;
}

/* Finds the fire by what its rules read, or aims; NULL after a failure. */
static const content *find_by_reads(const aiming *a, const fire_key *key, salvo_error *err)
{
    lua_book *book = book_changeable(a->field->book);
    const read_inputs of = {
        .book = book, .root = {a->field->content, a->actor->content, a->target->content}, .now = a->now};
    const content *found = worker_recall_reads(book, &book->script->battle->battle, FN_AIM, &of);

    return found ? found : aim_anew(a, key, err);
}

/* Finds the fire, or the first of those with the same effect; NULL after a failure. Engines aim the same elements again
 * and again. */
static const content *find_fire(const aiming *a, salvo_error *err)
{
    lua_book *book = book_changeable(a->field->book);
    const fire_key key = {a->now->range, a->field->content->number, a->actor->content->number,
                          a->target->content->number,
                          (uint64_t)(a->now->side | a->now->moving << 1 | a->now->target_moving << 2 |
                                     a->now->target_ever_moves << 3 | a->now->is_duel << 4)};
    worker *w;
    struct slot *held = worker_hold(book, &w);
    const content *const *known = w ? worker_recall(w, MEMO_FIRE, &key) : NULL;
    const content *found = known ? *known : NULL;

    worker_release(held);
    if (found)
        return found;
    found = find_by_reads(a, &key, err);
    held = worker_hold(book, &w);
    if (w && found)
        memos_keep(&w->memos[MEMO_FIRE], &key, &found);
    worker_release(held);
    return found;
}

static salvo_status check(const void *field, const void *actor, const void *target, const salvo_circumstances *now,
                          salvo_error *err)
{
    const aiming a = {field, actor, target, now};
    salvo_error own = {.status = SALVO_BAD_INPUT};

    if (find_fire(&a, &own))
        return SALVO_OK;
    if (err)
        *err = own;
    return own.status;
}

/* Engines cannot refuse fire here. A failure that check() did not find is the book's fault, and the fire is empty. */
static void aim(const void *field, const void *actor, const void *target, const salvo_circumstances *now, void *to)
{
    const aiming a = {field, actor, target, now};
    const content *found = find_fire(&a, NULL);
    fire *f = to;

    memset(f, 0, sizeof *f);
    f->book = a.field->book;
    if (!found)
        return;
    f->content = found;
    f->hash = found->ready.hash;
}

static int throws(const void *of)
{
    const fire *f = of;

    return f->content ? f->content->ready.throws : 0;
}

static bool may_fire(const void *of)
{
    const fire *f = of;

    return f->content && f->content->ready.may_fire;
}

static bool reads_actor(const void *of)
{
    const fire *f = of;

    return f->content && f->content->ready.reads_actor;
}

/* Words about fire are of these two elements, while the fire may be one that others have aimed. */
typedef struct fire_words {
    const content *fire; /* NULL: words about none */
    content who;         /* the field, the elements and the conditions */
    salvo_text *text;
} fire_words;

static fire_words words_of(const content *of, const void *field, const void *actor, const void *target,
                           const salvo_circumstances *now, salvo_text *text)
{
    return (fire_words){of,
                        {.field = ((const situation *)field)->content,
                         .actor = ((const situation *)actor)->content,
                         .target = ((const situation *)target)->content,
                         .now = *now},
                        text};
}

static void explain(lua_State *L, void *of)
{
    const fire_words *w = of;

    worker_push_function(L, w->fire->subject, FN_EXPLAIN);
    fire_push(L, w->fire);
    push_arguments(L, &w->who, false);
    lua_call(L, 5, 1);
    situation_add_lines(L, w->fire->subject, w->text);
}

void fire_explain(const fire *of, const void *field, const void *actor, const void *target,
                  const salvo_circumstances *now, salvo_text *text)
{
    fire_words w = words_of(of->content, field, actor, target, now, text);

    if (of->content && of->content->subject->has[FN_EXPLAIN])
        worker_ask(book_changeable(of->book), of->content, explain, &w, NULL);
}

static void ask_why_harmless(lua_State *L, void *of)
{
    const fire_words *w = of;
    const subject *battle = &battle_of(w->who.actor)->battle;

    worker_push_function(L, battle, FN_WHY_HARMLESS);
    push_arguments(L, &w->who, false);
    lua_call(L, 4, 1);
    if (lua_isnil(L, -1))
        return;
    if (lua_type(L, -1) != LUA_TSTRING)
        worker_fail(L, battle, FN_WHY_HARMLESS, "why_harmless returned %s; it must return a text, or nil",
                    check_words_of(L, -1));
    salvo_text_put(w->text, lua_tostring(L, -1));
}

static void why_harmless(const void *field, const void *actor, const void *target, const salvo_circumstances *now,
                         salvo_text *why)
{
    fire_words w = words_of(NULL, field, actor, target, now, why);

    worker_ask(book_changeable(((const situation *)field)->book), w.who.actor, ask_why_harmless, &w, NULL);
}

void fire_adapt(script_battle *b)
{
    salvo_battle_adapter *to = &b->adapter;

    to->fire_size = sizeof(fire);
    to->check = check;
    to->aim = aim;
    to->throws = b->counts_throws ? throws : NULL;
    to->reads_actor = b->reads_actor || b->battle.has[FN_READS_ACTOR] ? reads_actor : NULL;
    to->may_fire = b->battle.has[FN_MAY_FIRE] ? may_fire : NULL;
    to->why_harmless = b->battle.has[FN_WHY_HARMLESS] ? why_harmless : NULL;
}
