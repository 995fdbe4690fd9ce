/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The field of a battle for the engines: how close lines come, when the battle ends, which side begins a turn. All of
 * it is asked once, when the field is prepared, except the winner of the initiative, which depends on dice. */
#include "rules/lua/field.h"

#include <string.h>

#include "rules/lua/situation.h"
#include "rules/lua/throw.h"
#include "rules/lua/unit_number.h"
#include "rules/lua/worker.h"

/* nil means no limit. It becomes a limit that no army reaches, so that the engine needs no second question. */
static void finish_limits(lua_State *L, const content *of, prepared *to)
{
    const subject *battle = &battle_of(of)->battle;
    const int line = battle->lines[FN_LIMITS];

    worker_push_function(L, battle, FN_LIMITS);
    situation_push(L, of);
    lua_call(L, 1, 2);
    to->worn = lua_isnil(L, -2) ? INT_MAX : (int)check_whole(L, -2, line, "the limit on worn elements", 1, INT_MAX);
    to->out = lua_isnil(L, -1) ? INT_MAX : (int)check_whole(L, -1, line, "the limit on lost elements", 1, INT_MAX);
}

/* The dice of the initiative are read here, because they may depend on the field's parameters. turn_limit is a number
 * of turns, so its fraction is cut off. */
static void finish(lua_State *L, const content *of, prepared *to)
{
    const script_battle *b = battle_of(of);

    to->closest = unit_number_of(L, of, &b->closest, FN_CLOSEST);
    to->turn_limit = (int)unit_number_of(L, of, &b->turn_limit, FN_TURN_LIMIT);
    if (b->battle.has[FN_LIMITS])
        finish_limits(L, of, to);
    if (b->has_initiative)
        situation_read_dice(L, of, &to->dice);
}

static double closest(const void *field)
{
    return ((const situation *)field)->content->ready.closest;
}

static int turn_limit(const void *field)
{
    return ((const situation *)field)->content->ready.turn_limit;
}

/* A script defines these limits for the field alone, so they are the same for armies of every size. */
static void limits(const void *field, int elements, int *worn, int *out)
{
    const prepared *ready = &((const situation *)field)->content->ready;

    (void)elements;
    *worn = ready->worn;
    *out = ready->out;
}

/* `initiative` is optional. By default each side throws a die of six sides. */
static void order_dice(const void *field, salvo_dice *dice)
{
    const content *of = ((const situation *)field)->content;

    *dice = battle_of(of)->has_initiative ? of->ready.dice : salvo_dice_of(2, 6);
}

/* -1: thrown again. 0: a begins. 1: b begins, as in salvo_battle_adapter.order. */
typedef struct opening {
    const content *field;
    const uint8_t *faces;
    int first;
} opening;

static void ask_first(lua_State *L, void *of)
{
    opening *o = of;
    const subject *battle = &battle_of(o->field)->battle;
    const salvo_dice *dice = &o->field->ready.dice;
    const char *who;

    worker_of(L)->asked_dice = dice;
    worker_of(L)->asked_faces = o->faces;
    /* It is the first value on the stack, where throw_push() expects the values of the faces. */
    situation_push_worth(L, o->field); /* at 1 */
    worker_push_function(L, battle, FN_INITIATIVE_FIRST);
    situation_push(L, o->field);
    throw_push(L, 1, dice, o->faces);
    lua_call(L, dice->count + 1, 1);
    who = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (!lua_isnil(L, -1) && strcmp(who, "a") != 0 && strcmp(who, "b") != 0)
        worker_fail(L, battle, FN_INITIATIVE_FIRST,
                    "first returned %s; it must return \"a\", \"b\", or nil to "
                    "throw again",
                    check_words_of(L, -1));
    o->first = lua_isnil(L, -1) ? -1 : strcmp(who, "b") == 0;
}

/* There is no memo, because the order of a turn is compiled once for a field, with one question for each combination of
 * faces. */
static int order(const void *field, const uint8_t *faces)
{
    const situation *f = field;
    opening o = {f->content, faces, 0};
    memo_key key;

    if (!battle_of(f->content)->has_initiative) /* the higher throw begins */
        return faces[0] == faces[1] ? -1 : faces[1] > faces[0];
    memset(&key, 0, sizeof key);
    key.content = f->content;
    key.function = FN_INITIATIVE_FIRST;
    memcpy(key.faces, faces, f->content->ready.dice.count);
    worker_ask_once(book_changeable(f->book),
                    &(worker_question){MEMO_SMALL, f->content, &key, &o.first, ask_first, NULL, &o});
    return o.first;
}

/* A table may have more brackets than a sweep accepts. The first ones are the near ranges, where battles are fought. */
static size_t brackets(const void *field, double upto[SALVO_BRACKETS_MAX])
{
    const situation *f = field;
    const script_battle *b = battle_of(f->content);
    const salvo_brackets *of = &f->book->tables[value_table(f->book->store, b->brackets)].brackets;
    const size_t n = of->count < SALVO_BRACKETS_MAX ? of->count : SALVO_BRACKETS_MAX;

    memcpy(upto, of->upto, n * sizeof *upto);
    return n;
}

/* The orders by-cards and at-once have no first side. They have these functions only if the rulebook throws an
 * initiative nevertheless. */
void field_adapt(script_battle *b)
{
    const bool has_order =
        b->adapter.sequence == SALVO_ALTERNATELY || b->adapter.sequence == SALVO_BY_SIDES || b->has_initiative;
    salvo_battle_adapter *to = &b->adapter;

    b->field.is = A_FIELD;
    b->field.finish = finish;
    to->field = &b->field.procedure.schema;
    to->closest = closest;
    to->turn_limit = b->turn_limit.from != NUMBER_NONE ? turn_limit : NULL;
    to->limits = b->battle.has[FN_LIMITS] ? limits : NULL;
    to->order_dice = has_order ? order_dice : NULL;
    to->order = has_order ? order : NULL;
    if (b->brackets)
        b->field.procedure.schema.brackets = brackets;
}
