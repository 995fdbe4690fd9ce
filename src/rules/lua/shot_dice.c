/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dice may depend on the states of actor and target, so those states are part of the question. If the dice do not
 * depend on them, or the rules do not look at a state, many states share one question and one answer. */
#include "rules/lua/shot_dice.h"

#include <string.h>

#include "rules/lua/fire.h"
#include "rules/lua/guard.h"
#include "rules/lua/state.h"
#include "rules/lua/throw.h"

static int refuse_target(lua_State *L)
{
    sandbox_fail(L, 0,
                 "dice depend on the state of the target; in battles in which both act at the same time they cannot, "
                 "because others may have hit it already: let resolve read the state");
}

/* Pushes a value in place of a target's state that must not matter. */
static void push_no_target(lua_State *L)
{
    static const luaL_Reg GUARD[] = {{"__index", refuse_target}, {"__newindex", refuse_target}, {NULL, NULL}};

    lua_newtable(L);
    guard_set(L, GUARD);
}

/* If all act at once, others may have hit the target before the throw is resolved. */
static bool hides_target(const shot *s)
{
    return s->at_once && !battle_of(s->content)->has_shows;
}

/* Pushes the list of dice of this throw; false: there is no such throw. If throws are counted beforehand, rules do not
 * see a state, so that none can matter. */
bool shot_push_dice(lua_State *L, const shot *s)
{
    const subject *battle = s->content->subject;
    const bool counted = battle_of(s->content)->counts_throws;

    worker_of(L)->is_looked_at = false;
    worker_push_function(L, battle, FN_DICE);
    if (battle->constant_dice)
        return counted || s->throw == 0;
    fire_push(L, s->content);
    lua_pushinteger(L, s->throw +1);
    if (!counted)
        state_push_lazy(L, &battle->state, s->now);
    if (!counted && hides_target(s))
        push_no_target(L);
    else if (!counted)
        state_push(L, &battle->state, s->now + SALVO_ELEMENT_BYTES);
    lua_call(L, counted ? 2 : 4, 1);
    if (lua_isnil(L, -1) && !counted)
        return false;
    throw_check_list(L, battle, FN_DICE, "dice", counted ? "" : ", or nil if there are no more throws");
    return true;
}

void shot_read_dice(lua_State *L, const shot *s, salvo_dice *dice)
{
    const script_battle *b = battle_of(s->content);

    if (b->has_shows)
        throw_read_numbers(L, dice, b->shows_least, b->shows_most);
    else
        throw_read(L, dice);
}

/* What they show is the same in every state. */
static void push_shown(lua_State *L, const script_battle *b, salvo_dice *dice)
{
    *dice = salvo_dice_of(1, (int)(b->shows_most - b->shows_least) + 1);
    lua_createtable(L, 1, 0);
    lua_createtable(L, dice->sides[0], 0);
    for (int i = 0; i < dice->sides[0]; i++) {
        lua_pushinteger(L, b->shows_least + i);
        lua_rawseti(L, -2, i + 1);
    }
    lua_rawseti(L, -2, 1);
}

void shot_push_values(lua_State *L, const shot *s, salvo_dice *dice)
{
    if (battle_of(s->content)->has_shows) {
        worker_of(L)->is_looked_at = false;
        push_shown(L, battle_of(s->content), dice);
        return;
    }
    if (!shot_push_dice(L, s))
        worker_fail(L, s->content->subject, FN_DICE,
                    "dice returned no dice for a throw that it returned dice for before");
    throw_read(L, dice);
}

/* Returns whether the dice are the same in all states. */
static bool has_fixed_dice(const shot *s)
{
    return battle_of(s->content)->counts_throws || s->content->subject->constant_dice;
}

bool shot_has_kinds_by_actor(const shot *s)
{
    return !battle_of(s->content)->counts_throws;
}

/* Makes the key of a question about a shot: everything that its answer depends on. */
void shot_key(memo_key *key, const shot *s, function_name function)
{
    memset(key, 0, sizeof *key);
    key->content = s->content;
    key->function = (uint8_t)function;
    key->throw = (uint8_t)s->throw;
    key->at_once = s->at_once;
    if (function == FN_KIND && shot_has_kinds_by_actor(s))
        memcpy(key->states, s->now, SALVO_ELEMENT_BYTES);
    if (function != FN_KIND && !(function == FN_DICE && has_fixed_dice(s)))
        memcpy(key->states, s->now, function == FN_DICE && hides_target(s) ? SALVO_ELEMENT_BYTES : sizeof key->states);
}

size_t shot_place(const content *of, int throw, const uint8_t states[SHOT_STATES])
{
    uint64_t hash;

    memcpy(&hash, states, sizeof hash);
    hash = (hash + of->number + (uint64_t) throw *3) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash >> 40) & (RECENT - 1);
}

/* Messages are made after this call: the worker keeps the dice and their faces for them. */
void shot_show_dice(worker *w, const salvo_dice *dice)
{
    w->throw_of = NULL; /* the dice belong to another throw */
    w->throw_dice = *dice;
    w->asked_dice = NULL; /* until they have faces */
}

void shot_show_faces(worker *w, const uint8_t *faces)
{
    memcpy(w->faces, faces, w->throw_dice.count);
    w->asked_dice = &w->throw_dice;
    w->asked_faces = w->faces;
}
