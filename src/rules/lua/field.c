/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The field of a battle for the engines: how close lines come, when the battle ends, which side begins a turn. All of
 * it is asked once, when the field is prepared, except the winner of the initiative, which depends on dice. */
#include "rules/lua/field.h"

#include <string.h>

#include "rules/lua/situation.h"
#include "rules/lua/throw.h"
#include "rules/lua/throw_numbers.h"
#include "rules/lua/unit_number.h"
#include "rules/lua/worker.h"

/* A question about a side of so many elements. */
typedef struct side_asked {
    const content *field;
    int elements;
    int worn, out;      /* limits */
    const char *remark; /* NULL: none */
} side_asked;

static void push_side(lua_State *L, const side_asked *s, function_name function, int n_results)
{
    worker_push_function(L, &battle_of(s->field)->battle, function);
    situation_push(L, s->field);
    lua_pushinteger(L, s->elements);
    lua_call(L, 2, n_results);
}

/* nil means no limit. It becomes a limit that no army reaches, so that the engine needs no second question. */
static void ask_limits(lua_State *L, void *of)
{
    side_asked *s = of;
    const int line = battle_of(s->field)->battle.lines[FN_LIMITS];

    push_side(L, s, FN_LIMITS, 2);
    s->worn = lua_isnil(L, -2) ? INT_MAX : (int)check_whole(L, -2, line, "the limit on worn elements", 1, INT_MAX);
    s->out = lua_isnil(L, -1) ? INT_MAX : (int)check_whole(L, -1, line, "the limit on lost elements", 1, INT_MAX);
}

static void ask_remark(lua_State *L, void *of)
{
    side_asked *s = of;

    push_side(L, s, FN_REMARK, 1);
    s->remark = situation_keep_text(L, &battle_of(s->field)->battle, FN_REMARK);
}

/* The dice of the initiative are read here, because they may depend on the field's parameters. turn_limit is a number
 * of turns, so its fraction is cut off. */
static void finish(lua_State *L, const content *of, prepared *to)
{
    const script_battle *b = battle_of(of);

    to->closest = unit_number_of(L, of, &b->closest, FN_CLOSEST);
    to->turn_limit = (int)unit_number_of(L, of, &b->turn_limit, FN_TURN_LIMIT);
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

/* A battle asks once for each side. */
static void limits(const void *field, int elements, int *worn, int *out)
{
    const situation *f = field;
    side_asked s = {f->content, elements, INT_MAX, INT_MAX, NULL};

    worker_ask(book_changeable(f->book), f->content, ask_limits, &s, NULL);
    *worn = s.worn;
    *out = s.out;
}

const char *field_remark(const situation *field, int elements)
{
    side_asked s = {field->content, elements, 0, 0, NULL};

    worker_ask(book_changeable(field->book), field->content, ask_remark, &s, NULL);
    return s.remark;
}

/* The rule knows its own side alone. */
static const char *remark(const void *field, const void *element, int own, int enemies)
{
    (void)element;
    (void)enemies;
    return field_remark(field, own);
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

static int read_first(lua_State *L, const subject *battle)
{
    const char *who = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";

    if (!lua_isnil(L, -1) && strcmp(who, "a") != 0 && strcmp(who, "b") != 0)
        worker_fail(L, battle, FN_INITIATIVE_FIRST,
                    "first returned %s; it must return \"a\", \"b\", or nil to "
                    "throw again",
                    check_words_of(L, -1));
    return lua_isnil(L, -1) ? -1 : strcmp(who, "b") == 0;
}

/* Begins a call about the field's initiative: the values of its dice are at 1, where throw_push() expects them. */
static const salvo_dice *begin_opening(lua_State *L, const content *field)
{
    worker_of(L)->asked_dice = NULL; /* until it has faces */
    situation_push_worth(L, field);
    return &field->ready.dice;
}

static int ask_opening(lua_State *L, const content *field, const uint8_t *faces)
{
    const subject *battle = &battle_of(field)->battle;
    const salvo_dice *dice = &field->ready.dice;
    int first;

    worker_of(L)->asked_dice = dice;
    worker_of(L)->asked_faces = faces;
    worker_push_function(L, battle, FN_INITIATIVE_FIRST);
    situation_push(L, field);
    throw_push(L, 1, dice, faces);
    lua_call(L, dice->count + 1, 1);
    first = read_first(L, battle);
    lua_pop(L, 1);
    return first;
}

static void ask_first(lua_State *L, void *of)
{
    opening *o = of;

    begin_opening(L, o->field);
    o->first = ask_opening(L, o->field, o->faces);
}

static void ask_all(lua_State *L, void *of)
{
    const content *field = of;
    const salvo_dice *dice = begin_opening(L, field);
    uint8_t faces[SALVO_DICE_MAX] = {0};
    int32_t *first = lua_newuserdatauv(L, salvo_dice_results(dice) * sizeof *first, 0);
    size_t n = 0;

    salvo_dice_first(dice, faces);
    do {
        sandbox_renew(L);
        first[n++] = ask_opening(L, field, faces);
    } while (salvo_dice_next(dice, faces));
    throw_numbers_keep(book_changeable(worker_of(L)->book), field, 0, dice, first);
}

/* Duels ask for every result in each question, so all results are asked together and kept, unless there are too
 * many. */
static int order(const void *field, const uint8_t *faces)
{
    const situation *f = field;
    lua_book *book = book_changeable(f->book);
    opening o = {f->content, faces, 0};
    const throw_numbers *known = throw_numbers_of(f->content, 0);
    uint64_t n;

    if (!battle_of(f->content)->has_initiative) /* the higher throw begins */
        return faces[0] == faces[1] ? -1 : faces[1] > faces[0];
    n = known ? 0 : salvo_dice_results(&f->content->ready.dice);
    if (n && n <= THROW_NUMBERS_MAX && worker_ask(book, f->content, ask_all, (void *)(uintptr_t)f->content, NULL))
        known = throw_numbers_of(f->content, 0);
    if (known)
        return throw_numbers_at(known, faces);
    worker_ask(book, f->content, ask_first, &o, NULL);
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
    to->remark = b->battle.has[FN_REMARK] ? remark : NULL;
    to->order_dice = has_order ? order_dice : NULL;
    to->order = has_order ? order : NULL;
    if (b->brackets)
        b->field.procedure.schema.brackets = brackets;
}
