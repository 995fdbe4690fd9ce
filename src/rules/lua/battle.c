/* What the adapter's functions ask of the rules. What depends on an element or on the field alone is worked out when it is
 * prepared; fire is aimed once and then known by its content. */
#include "rules/lua/battle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "rules/lua/library.h"
#include "rules/lua/rows.h"
#include "rules/lua/state.h"
#include "rules/lua/throw.h"
#include "rules/lua/worker.h"

enum { N_STATES = 2, THROWS_MAX = UINT8_MAX }; /* the actor's and the target's */

static const char THROW_WORTH; /* its address is the key of what the dice of the last throw are worth */

static lua_book *changeable(const lua_book *book)
{
    return (lua_book *)(uintptr_t)book; /* its contents grow; what is asked of it stays */
}

static const script_battle *battle_of(const content *of)
{
    return of->subject->script->battle;
}

/* Elements and fields, when they are prepared. */

static double number_returned(lua_State *L, const content *of, const unit_number *number, function_name function)
{
    const subject *battle = &battle_of(of)->battle;

    worker_push_function(L, battle, function);
    situation_push(L, of);
    lua_call(L, 1, 1);
    if (lua_isnil(L, -1))
        return number->number;
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
        worker_fail(L, battle, function, "%s returned %s; it returns a number", FUNCTION_NAMES[function],
                    check_words_of(L, -1));
    return lua_tonumber(L, -1);
}

/* A column of the unit's row; nothing where the cell is blank. */
static double number_in_column(lua_State *L, const content *of, const unit_number *number)
{
    double found = number->number;

    rows_push(L, &of->values[0]);
    if (lua_getfield(L, -1, number->column) == LUA_TNUMBER)
        found = lua_tonumber(L, -1);
    lua_pop(L, 2);
    return found;
}

static double number_of(lua_State *L, const content *of, const unit_number *number, function_name function)
{
    switch (number->from) {
    case NUMBER_FUNCTION:
        return number_returned(L, of, number, function);
    case NUMBER_COLUMN:
        return number_in_column(L, of, number);
    default:
        return number->number;
    }
}

static bool yes_of(lua_State *L, const content *of, function_name function)
{
    const subject *battle = &battle_of(of)->battle;

    if (!battle->has[function])
        return false;
    worker_push_function(L, battle, function);
    situation_push(L, of);
    lua_call(L, 1, 1);
    return lua_toboolean(L, -1);
}

static void finish_element(lua_State *L, const content *of, prepared *to)
{
    const script_battle *b = battle_of(of);

    to->price = number_of(L, of, &b->price, FN_PRICE);
    to->speed = number_of(L, of, &b->speed, FN_SPEED);
    to->can_stop = yes_of(L, of, FN_CAN_STOP);
    worker_push_function(L, &b->battle, FN_START);
    situation_push(L, of);
    lua_call(L, 1, 1);
    state_change(L, lua_gettop(L), &b->battle.state, &b->battle, FN_START, to->fresh);
}

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

static void finish_field(lua_State *L, const content *of, prepared *to)
{
    const script_battle *b = battle_of(of);

    to->closest = number_of(L, of, &b->closest, FN_CLOSEST);
    to->turn_limit = (int)number_of(L, of, &b->turn_limit, FN_TURN_LIMIT);
    if (b->battle.has[FN_LIMITS])
        finish_limits(L, of, to);
    if (b->has_initiative)
        situation_read_dice(L, of, &to->dice);
}

/* Elements. */

static void initial_state(const void *element, uint8_t *unit_state)
{
    memcpy(unit_state, ((const situation *)element)->content->ready.fresh, SALVO_ELEMENT_BYTES);
}

/* What is asked of an element in a state. */
typedef struct request {
    const content *content;
    function_name function;
    const uint8_t *state;
    int number;
} request;

static void push_request(lua_State *L, const request *r)
{
    const subject *battle = &battle_of(r->content)->battle;

    worker_push_function(L, battle, r->function);
    situation_push(L, r->content);
    state_push(L, &battle->state, r->state);
    lua_call(L, 2, 1);
}

static void ask_number(lua_State *L, void *of)
{
    request *r = of;
    const int line = battle_of(r->content)->battle.lines[r->function];

    push_request(L, r);
    r->number = (int)check_whole(L, -1, line, FUNCTION_NAMES[r->function], 0, INT_MAX);
}

static void ask_yes(lua_State *L, void *of)
{
    request *r = of;

    push_request(L, r);
    r->number = lua_toboolean(L, -1);
}

static int ask_element(const lua_book *book, request *r, void (*body)(lua_State *L, void *of))
{
    memo_key key = {.content = r->content, .function = (uint8_t)r->function};

    memcpy(key.states, r->state, SALVO_ELEMENT_BYTES);
    return worker_ask_once(changeable(book), &key, &r->number, sizeof r->number, body, r) ? r->number : 0;
}

static int strength_of(const lua_book *book, const content *of, const uint8_t *state)
{
    const script_battle *b = battle_of(of);
    request r = {of, FN_STRENGTH, state, 0};

    if (b->strength_field >= 0) {
        const state_field *field = &b->battle.state.fields[b->strength_field];
        const uint64_t number = state_field_number(field, state);

        return number < field->count ? (int)(field->least + (int64_t)number) : 0;
    }
    /* Who compares battles asks of whatever bytes. */
    return state_is_one(&b->battle.state, state) ? ask_element(book, &r, ask_number) : 0;
}

static int strength(const void *element, const uint8_t *unit_state)
{
    const situation *e = element;

    return strength_of(e->book, e->content, unit_state);
}

static bool ask_of(const void *element, function_name function, const uint8_t *unit_state)
{
    const situation *e = element;
    request r = {e->content, function, unit_state, 0};

    return ask_element(e->book, &r, ask_yes) != 0;
}

static bool is_stopped(const void *element, const uint8_t *unit_state)
{
    return ask_of(element, FN_IS_STOPPED, unit_state);
}

static bool is_worn(const void *element, const uint8_t *unit_state)
{
    return ask_of(element, FN_WORN, unit_state);
}

static double price(const void *element)
{
    return ((const situation *)element)->content->ready.price;
}

static double speed(const void *element)
{
    return ((const situation *)element)->content->ready.speed;
}

static bool can_stop(const void *element)
{
    return ((const situation *)element)->content->ready.can_stop;
}

/* Fields. */

static double closest(const void *field)
{
    return ((const situation *)field)->content->ready.closest;
}

static int turn_limit(const void *field)
{
    return ((const situation *)field)->content->ready.turn_limit;
}

static void limits(const void *field, int *worn, int *out)
{
    const prepared *ready = &((const situation *)field)->content->ready;

    *worn = ready->worn;
    *out = ready->out;
}

static void order_dice(const void *field, salvo_dice *dice)
{
    const content *of = ((const situation *)field)->content;

    *dice = battle_of(of)->has_initiative ? of->ready.dice : salvo_dice_of(2, 6);
}

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
    situation_push_worth(L, o->field); /* at 1 */
    worker_push_function(L, battle, FN_INITIATIVE_FIRST);
    situation_push(L, o->field);
    throw_push(L, 1, dice, o->faces);
    lua_call(L, dice->count + 1, 1);
    who = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (!lua_isnil(L, -1) && strcmp(who, "a") != 0 && strcmp(who, "b") != 0)
        worker_fail(L, battle, FN_INITIATIVE_FIRST, "first returned %s; it returns \"a\", \"b\", or nil: throw again",
                    check_words_of(L, -1));
    o->first = lua_isnil(L, -1) ? -1 : strcmp(who, "b") == 0;
}

static int order(const void *field, const uint8_t *faces)
{
    const situation *f = field;
    opening o = {f->content, faces, 0};

    if (!battle_of(f->content)->has_initiative) /* high begins */
        return faces[0] == faces[1] ? -1 : faces[1] > faces[0];
    worker_ask(changeable(f->book), f->content, ask_first, &o, NULL);
    return o.first;
}

static size_t brackets(const void *field, double upto[SALVO_BRACKETS_MAX])
{
    const situation *f = field;
    const script_battle *b = battle_of(f->content);
    const salvo_brackets *of = &f->book->tables[value_table(f->book->store, b->brackets)].brackets;
    const size_t n = of->count < SALVO_BRACKETS_MAX ? of->count : SALVO_BRACKETS_MAX;

    memcpy(upto, of->upto, n * sizeof *upto);
    return n;
}

/* Fire. */

/* No padding: keys are compared by their bytes. */
typedef struct fire_key {
    double range;
    uint64_t field, actor, target;
    uint64_t conditions;
} fire_key;

typedef struct aiming {
    const situation *field, *actor, *target;
    const salvo_conditions *now;
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

static void push_conditions(lua_State *L, const salvo_conditions *now)
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
    library_show(L);
}

/* Pushes the object of fire, aimed if it is not there. */
static void push_fire(lua_State *L, const content *of)
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
            worker_fail(L, battle, FN_AIM, "aim returned %s; it returns a table, what the fire is: {needs = 5}",
                        check_words_of(L, -1));
    } else { /* the two of them are all there is */
        lua_createtable(L, 0, 2);
        situation_push(L, of->actor);
        lua_setfield(L, -2, "by");
        situation_push(L, of->target);
        lua_setfield(L, -2, "at");
    }
    if (lua_getmetatable(L, -1)) /* of something that cannot be changed already */
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
    push_fire(L, of);
    lua_call(L, 1, 1);
    return (int)check_whole(L, -1, battle->lines[FN_THROWS], "the number of throws", 0, UINT8_MAX);
}

typedef struct aimed {
    const content *content;
    prepared ready;
    salvo_text key; /* of what the fire is; empty: it is like no other */
} aimed;

static void aim_in_lua(lua_State *L, void *of)
{
    aimed *a = of;

    push_fire(L, a->content);
    if (battle_of(a->content)->counts_throws)
        a->ready.throws = count_throws(L, a->content);
    push_fire(L, a->content);
    library_key(L);
    if (lua_type(L, -1) == LUA_TSTRING)
        salvo_text_put(&a->key, lua_tostring(L, -1));
}

/* The first of those that come to the same. Where the strength is a function of the element, elements must be the same. */
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

static bool keep_aimed(lua_book *book, content *made, aimed *a)
{
    const uint64_t salt =
        salvo_hash_number(book->store->hash, salvo_hash(SALVO_HASH, book->script->text, book->script->length));
    const content *same = find_same(book, made, &a->key);

    if (!same)
        return false;
    pthread_mutex_lock(&book->lock);
    if (!atomic_load(&made->is_ready)) {
        made->ready = a->ready;
        made->ready.same = same;
        made->ready.hash = salvo_hash(salt, salvo_text_of(&a->key), a->key.length);
    }
    atomic_store(&made->is_ready, true);
    pthread_mutex_unlock(&book->lock);
    return true;
}

static salvo_status find_fire(const aiming *a, const content **found, salvo_error *err)
{
    lua_book *book = changeable(a->field->book);
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

static salvo_status check(const void *field, const void *actor, const void *target, const salvo_conditions *now,
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

static void aim(const void *field, const void *actor, const void *target, const salvo_conditions *now, void *to)
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

/* What is asked of fire in two states. */
typedef struct shot {
    const content *content;
    int throw;
    bool at_once;
    const uint8_t *now; /* the states that its dice are thrown by, N_STATES of them */
    const uint8_t *faces;
    salvo_dice *dice;
    bool yes;
    struct {
        uint8_t states[N_STATES * SALVO_ELEMENT_BYTES];
        uint8_t saw_actor;
    } then; /* what becomes of both, and whether the rule has looked at the actor */
} shot;

static void push_states(lua_State *L, const state_layout *layout, const uint8_t *states)
{
    state_push(L, layout, states);
    state_push(L, layout, states + SALVO_ELEMENT_BYTES);
}

static int refuse_target(lua_State *L)
{
    sandbox_fail(
        L, 0,
        "dice depend on the state of the target; where both act at the same time they cannot, since others may "
        "have hit it already: let resolve look at it");
}

/* In place of a target's state that must not matter. */
static void push_no_target(lua_State *L)
{
    lua_newtable(L);
    lua_createtable(L, 0, 2);
    lua_pushcfunction(L, refuse_target);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, refuse_target);
    lua_setfield(L, -2, "__newindex");
    lua_setmetatable(L, -2);
}

/* Pushes the list of dice of this throw; false: there is no such throw. Where throws are counted beforehand no state is
 * shown, so that none can matter. */
static bool push_dice(lua_State *L, const shot *s)
{
    const subject *battle = s->content->subject;
    const bool counted = battle_of(s->content)->counts_throws;

    worker_push_function(L, battle, FN_DICE);
    if (battle->constant_dice)
        return counted || s->throw == 0;
    push_fire(L, s->content);
    lua_pushinteger(L, s->throw +1);
    if (!counted)
        state_push(L, &battle->state, s->now);
    if (!counted && s->at_once)
        push_no_target(L);
    else if (!counted)
        state_push(L, &battle->state, s->now + SALVO_ELEMENT_BYTES);
    lua_call(L, counted ? 2 : 4, 1);
    if (lua_isnil(L, -1) && !counted)
        return false;
    if (lua_type(L, -1) != LUA_TTABLE)
        worker_fail(L, battle, FN_DICE, "dice returned %s; it returns a list of dice: {d6, d6}%s",
                    check_words_of(L, -1), counted ? "" : ", or nil: no more throws");
    return true;
}

/* The dice of the throw, unless they are those of the last one. Pushes what they are worth; false: there is no such
 * throw. */
static bool find_dice(lua_State *L, const shot *s)
{
    worker *w = worker_of(L);
    uint8_t key[N_STATES * SALVO_ELEMENT_BYTES + 1];

    memcpy(key, s->now, sizeof key - 1);
    if (s->at_once)
        memset(key + SALVO_ELEMENT_BYTES, 0, SALVO_ELEMENT_BYTES);
    key[sizeof key - 1] = (uint8_t)s->throw;
    if (w->throw_of == s->content && memcmp(w->throw_state, key, sizeof key) == 0) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &THROW_WORTH);
        return true;
    }
    w->throw_of = NULL; /* until it is known */
    if (!push_dice(L, s))
        return false;
    throw_read(L, &w->throw_dice);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &THROW_WORTH);
    memcpy(w->throw_state, key, sizeof key);
    w->throw_of = s->content;
    return true;
}

static void ask_dice(lua_State *L, void *of)
{
    shot *s = of;

    s->yes = find_dice(L, s);
    if (s->yes && s->throw == THROWS_MAX)
        worker_fail(L, s->content->subject, FN_DICE,
                    "dice gave dice for throw %d of one activation; return nil when there "
                    "are no more",
                    THROWS_MAX + 1);
    if (s->yes)
        *s->dice = worker_of(L)->throw_dice;
}

static bool is_out(const fire *f, const content *element, const uint8_t *state)
{
    return strength_of(f->book, element, state) == 0;
}

/* What decides on the answer to a question about a shot. */
static void key_of(memo_key *key, const shot *s, function_name function)
{
    memset(key, 0, sizeof *key);
    key->content = s->content;
    key->function = (uint8_t)function;
    key->throw = (uint8_t)s->throw;
    key->at_once = s->at_once;
    if (function == FN_DICE && (battle_of(s->content)->counts_throws || s->content->subject->constant_dice))
        return; /* no state is shown */
    memcpy(key->states, s->now, function == FN_DICE && s->at_once ? SALVO_ELEMENT_BYTES : sizeof key->states);
}

static bool is_at_once(const fire *f)
{
    return f->at_once || battle_of(f->content)->adapter.sequence == SALVO_AT_ONCE;
}

/* An activation ends when either is out. */
static bool dice(const void *of, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *to)
{
    const fire *f = of;
    uint8_t now[N_STATES * SALVO_ELEMENT_BYTES];
    shot s = {.content = f->content, .throw = throw, .now = now, .dice = to};
    memo_key key;

    *to = (salvo_dice){.count = 0};
    if (!f->content || is_out(f, f->content->actor, actor) || is_out(f, f->content->target, target))
        return false;
    if (throw > THROWS_MAX || (battle_of(f->content)->counts_throws && throw >= f->content->ready.throws))
        return false;
    s.at_once = is_at_once(f);
    memcpy(now, actor, SALVO_ELEMENT_BYTES);
    memcpy(now + SALVO_ELEMENT_BYTES, target, SALVO_ELEMENT_BYTES);
    key_of(&key, &s, FN_DICE);
    return worker_ask_dice(changeable(f->book), &key, &s.yes, to, ask_dice, &s) && s.yes;
}

static void ask_resolve(lua_State *L, void *of)
{
    shot *s = of;
    worker *w = worker_of(L);
    const subject *battle = s->content->subject;

    if (!find_dice(L, s)) /* at 1 */
        worker_fail(L, battle, FN_DICE, "dice gives no dice for a throw that it gave dice for before");
    w->asked_dice = &w->throw_dice;
    w->asked_faces = s->faces;
    state_push_lazy(L, &battle->state, s->then.states);                  /* at 2 */
    state_push(L, &battle->state, s->then.states + SALVO_ELEMENT_BYTES); /* at 3 */
    worker_push_function(L, battle, FN_RESOLVE);
    push_fire(L, s->content);
    lua_pushinteger(L, s->throw +1);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    throw_push(L, 1, &w->throw_dice, s->faces);
    lua_call(L, w->throw_dice.count + 4, 0);
    if (w->is_looked_at)
        state_take(L, 2, &battle->state, battle, FN_RESOLVE, s->then.states);
    s->then.saw_actor = w->is_looked_at;
    state_take(L, 3, &battle->state, battle, FN_RESOLVE, s->then.states + SALVO_ELEMENT_BYTES);
}

/* Mostly the rule does not look at the actor: then the answer holds for all of his states. */
static bool find_result(lua_book *book, shot *s, memo_key *key)
{
    memset(key->states, 0, SALVO_ELEMENT_BYTES);
    key->more[0] = 1;
    memcpy(s->then.states, s->now, sizeof s->then.states);
    if (!worker_ask_once(book, key, &s->then, sizeof s->then, ask_resolve, s))
        return false;
    if (!s->then.saw_actor) {
        memcpy(s->then.states, s->now, SALVO_ELEMENT_BYTES);
        return true;
    }
    memcpy(key->states, s->now, SALVO_ELEMENT_BYTES);
    key->more[0] = 0;
    memcpy(s->then.states, s->now, sizeof s->then.states);
    return worker_ask_once(book, key, &s->then, sizeof s->then, ask_resolve, s);
}

/* The faces behind those of the throw may be anything, so its dice are asked for. */
static void resolve(const void *of, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    const fire *f = of;
    uint8_t now[N_STATES * SALVO_ELEMENT_BYTES];
    salvo_dice thrown = {.count = 0};
    shot s = {.content = f->content, .throw = throw, .now = now, .faces = faces, .dice = &thrown};
    memo_key key;

    if (!f->content)
        return;
    s.at_once = is_at_once(f);
    memcpy(now, actor, SALVO_ELEMENT_BYTES);
    memcpy(now + SALVO_ELEMENT_BYTES, target, SALVO_ELEMENT_BYTES);
    key_of(&key, &s, FN_DICE);
    if (!worker_ask_dice(changeable(f->book), &key, &s.yes, &thrown, ask_dice, &s))
        return;
    key_of(&key, &s, FN_RESOLVE);
    key.n_faces = thrown.count;
    memcpy(key.faces, faces, thrown.count);
    if (!find_result(changeable(f->book), &s, &key))
        return;
    memcpy(actor, s.then.states, SALVO_ELEMENT_BYTES);
    memcpy(target, s.then.states + SALVO_ELEMENT_BYTES, SALVO_ELEMENT_BYTES);
}

static void ask_harm(lua_State *L, void *of)
{
    shot *s = of;
    const subject *battle = s->content->subject;

    worker_push_function(L, battle, FN_CAN_HARM);
    push_fire(L, s->content);
    push_states(L, &battle->state, s->now);
    lua_call(L, 3, 1);
    if (lua_type(L, -1) != LUA_TBOOLEAN)
        worker_fail(L, battle, FN_CAN_HARM, "can_harm returned %s; it returns true or false", check_words_of(L, -1));
    s->yes = lua_toboolean(L, -1);
}

static bool can_harm(const void *of, const uint8_t *actor, const uint8_t *target)
{
    const fire *f = of;
    uint8_t states[N_STATES * SALVO_ELEMENT_BYTES];
    shot s = {.content = f->content, .now = states};
    memo_key key;

    if (!f->content)
        return false;
    memcpy(states, actor, SALVO_ELEMENT_BYTES);
    memcpy(states + SALVO_ELEMENT_BYTES, target, SALVO_ELEMENT_BYTES);
    key_of(&key, &s, FN_CAN_HARM);
    return worker_ask_once(changeable(f->book), &key, &s.yes, sizeof s.yes, ask_harm, &s) && s.yes;
}

typedef struct explanation {
    const content *fire;
    salvo_text *text;
} explanation;

static void explain(lua_State *L, void *of)
{
    const explanation *e = of;

    worker_push_function(L, e->fire->subject, FN_EXPLAIN);
    push_fire(L, e->fire);
    lua_call(L, 1, 1);
    situation_add_lines(L, e->fire->subject, e->text);
}

void battle_explain(const fire *of, salvo_text *text)
{
    explanation e = {of->content, text};

    if (of->content && of->content->subject->has[FN_EXPLAIN])
        worker_ask(changeable(of->book), of->content, explain, &e, NULL);
}

/* The end of a turn. */

typedef struct turn_end {
    const content *element;
    const uint8_t *before, *states;
    bool moving, yes;
    salvo_dice dice;
    const uint8_t *faces;
    uint8_t *now;
} turn_end;

/* Pushes what the dice are worth. They depend on the element and its state alone, so that they are the same when they are
 * resolved. */
static void push_end_dice(lua_State *L, turn_end *e)
{
    const script_battle *b = battle_of(e->element);

    worker_push_function(L, &b->battle, FN_AFTER_DICE);
    if (!b->after_constant) {
        situation_push(L, e->element);
        state_push(L, &b->battle.state, e->states);
        lua_call(L, 2, 1);
        if (lua_type(L, -1) != LUA_TTABLE)
            worker_fail(L, &b->battle, FN_AFTER_DICE, "after.dice returned %s; it returns a list of dice: {d6}",
                        check_words_of(L, -1));
    }
    throw_read(L, &e->dice);
}

static void ask_end_dice(lua_State *L, void *of)
{
    turn_end *e = of;
    const subject *battle = &battle_of(e->element)->battle;

    e->yes = true;
    if (battle->has[FN_AFTER_WHEN]) {
        worker_push_function(L, battle, FN_AFTER_WHEN);
        situation_push(L, e->element);
        lua_pushboolean(L, e->moving);
        state_push(L, &battle->state, e->before);
        state_push(L, &battle->state, e->states);
        lua_call(L, 4, 1);
        e->yes = lua_toboolean(L, -1);
    }
    if (e->yes)
        push_end_dice(L, e);
}

static bool after_dice(const void *element, bool moving, const uint8_t *before, const uint8_t *now, salvo_dice *to)
{
    const situation *of = element;
    turn_end e = {.element = of->content, .before = before, .states = now, .moving = moving};

    *to = (salvo_dice){.count = 0};
    if (!worker_ask(changeable(of->book), of->content, ask_end_dice, &e, NULL) || !e.yes)
        return false;
    *to = e.dice;
    return true;
}

static void ask_end(lua_State *L, void *of)
{
    turn_end *e = of;
    const subject *battle = &battle_of(e->element)->battle;

    push_end_dice(L, e); /* at 1 */
    worker_of(L)->asked_dice = &e->dice;
    worker_of(L)->asked_faces = e->faces;
    state_push(L, &battle->state, e->now); /* at 2 */
    worker_push_function(L, battle, FN_AFTER_RESOLVE);
    situation_push(L, e->element);
    lua_pushvalue(L, 2);
    throw_push(L, 1, &e->dice, e->faces);
    lua_call(L, e->dice.count + 2, 0);
    state_take(L, 2, &battle->state, battle, FN_AFTER_RESOLVE, e->now);
}

static void after(const void *element, const uint8_t *faces, uint8_t *now)
{
    const situation *of = element;
    turn_end e = {.element = of->content, .states = now, .faces = faces, .now = now};

    worker_ask(changeable(of->book), of->content, ask_end, &e, NULL);
}

/* Reading. */

static const char *const ORDERS[] = {[SALVO_ALTERNATELY] = "alternately",
                                     [SALVO_AT_ONCE] = "at-once",
                                     [SALVO_BY_SIDES] = "by-sides",
                                     [SALVO_BY_CARDS] = "by-cards",
                                     NULL};

static salvo_battle_order read_order(lua_State *L, int index, int line)
{
    const char *name = check_text(L, index, "order");
    char what[128];

    for (int i = 0; ORDERS[i]; i++)
        if (strcmp(ORDERS[i], name) == 0)
            return (salvo_battle_order)i;
    snprintf(what, sizeof what, "'%.64s' is no order of acting", name);
    check_fail_among(L, ORDERS, line, name, what);
}

/* A column, a number, or a function that is known already. */
static void read_number(lua_State *L, const reader *r, int index, const char *name, double otherwise, bool is_function,
                        unit_number *to)
{
    const char *units = r->script->ruleset.units;

    *to = (unit_number){.number = otherwise};
    if (is_function) {
        to->from = NUMBER_FUNCTION;
    } else if (lua_getfield(L, index, name) == LUA_TNUMBER) {
        *to = (unit_number){.from = NUMBER_GIVEN, .number = lua_tonumber(L, -1)};
    } else if (lua_type(L, -1) == LUA_TSTRING) {
        *to = (unit_number){NUMBER_COLUMN, otherwise, kind_keep(L, lua_tostring(L, -1), r->memory)};
        if (salvo_table_column(salvo_store_table(r->store, units), to->column) < 0)
            sandbox_fail(L, r->script->battle->battle.line, "%s = '%s': the table %s has no such column", name,
                         to->column, units);
    }
    if (!is_function)
        lua_pop(L, 1);
}

static void read_strength(lua_State *L, int index, script_battle *b)
{
    const char *name = check_text(L, index, "strength");
    const state_layout *layout = &b->battle.state;

    b->strength_field = -1;
    for (size_t i = 0; name && i < layout->n; i++)
        if (strcmp(layout->fields[i].name, name) == 0 && layout->fields[i].kind.kind == SALVO_INTEGER)
            b->strength_field = (int)i;
    if (name && b->strength_field < 0)
        sandbox_fail(L, b->battle.line, "strength = '%s' is no field of the state that is a whole number", name);
    if (name && layout->fields[b->strength_field].least < 0)
        sandbox_fail(L, b->battle.line, "strength = '%s': a strength is 0 or more", name);
}

static void read_words(lua_State *L, const reader *r, int index, script_battle *b)
{
    static const struct {
        const char *name;
        size_t offset;
        const char *otherwise;
    } WORDS[] = {
        {"strength", offsetof(salvo_battle_words, strength), "its strength"},
        {"attack", offsetof(salvo_battle_words, attack), "it acts against an enemy"},
        {"fire", offsetof(salvo_battle_words, fire), "An element acts against one enemy, throw by throw."},
        {"pace", offsetof(salvo_battle_words, pace), "Its speed."},
        {"end_", offsetof(salvo_battle_words, end), NULL},
    };
    const bool any = lua_getfield(L, index, "words") == LUA_TTABLE;

    if (any)
        check_options(L, -1, &WORDS_OPTIONS, 1, b->battle.line);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        const char *given = any ? kind_keep(L, check_text(L, -1, WORDS[i].name), r->memory) : NULL;

        *(const char **)(void *)((char *)&b->words + WORDS[i].offset) = given ? given : WORDS[i].otherwise;
    }
    lua_pop(L, 1);
}

/* The table `name` in the battle, if there is one: its options and its functions. */
static bool read_within(lua_State *L, int index, const char *name, const lua_options *options, script_battle *b,
                        function_name first, function_name last)
{
    if (lua_getfield(L, index, name) != LUA_TTABLE)
        return false;
    check_options(L, -1, options, 1, b->battle.line);
    reader_functions(L, -1, &b->battle, first, last);
    return true;
}

static void read_initiative(lua_State *L, int index, script_battle *b)
{
    b->has_initiative =
        read_within(L, index, "initiative", &INITIATIVE_OPTIONS, b, FN_INITIATIVE_DICE, FN_INITIATIVE_FIRST);
    if (b->has_initiative && !b->battle.has[FN_INITIATIVE_DICE]) {
        b->initiative_constant = b->battle.has[FN_INITIATIVE_DICE] = true;
        lua_getfield(L, -1, "dice");
        library_throw(L);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void read_after(lua_State *L, int index, script_battle *b)
{
    if (read_within(L, index, "after", &AFTER_OPTIONS, b, FN_AFTER_WHEN, FN_AFTER_RESOLVE) &&
        !b->battle.has[FN_AFTER_DICE]) {
        b->after_constant = b->battle.has[FN_AFTER_DICE] = true;
        lua_getfield(L, -1, "dice");
        library_throw(L);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void read_dice(lua_State *L, int index, script_battle *b)
{
    if (lua_getfield(L, index, "dice") == LUA_TTABLE) {
        b->battle.has[FN_DICE] = b->battle.constant_dice = true;
        library_throw(L);
    }
    lua_pop(L, 1);
    b->counts_throws = lua_getfield(L, index, "throws") != LUA_TNIL;
    if (lua_type(L, -1) == LUA_TNUMBER)
        b->throws = (int)check_whole(L, -1, b->battle.line, "throws", 0, UINT8_MAX);
    lua_pop(L, 1);
}

/* Elements and fields: parameters and no dice. */
static void read_side(lua_State *L, const reader *r, int index, const char *name, const salvo_parameter *first,
                      subject *to)
{
    salvo_schema *schema = &to->procedure.schema;

    to->script = r->script;
    to->line = r->script->battle->battle.line;
    schema->name = salvo_arena_printf(r->memory, "an %s of %s", name, r->store->title);
    if (strcmp(name, "field") == 0)
        schema->name = salvo_arena_printf(r->memory, "a battle of %s", r->store->title);
    if (!schema->name)
        luaL_error(L, "memory is out");
    lua_getfield(L, index, name);
    schema->parameters = reader_parameters(L, r, -1, first, to->line, schema->name, &schema->n_parameters);
    lua_pop(L, 1);
    schema->situation_size = sizeof(situation) + schema->n_parameters * sizeof(const salvo_value *);
    schema->tables = (salvo_place)SALVO_PLACE(situation, book);
    schema->self = (salvo_place)SALVO_PLACE(situation, schema);
    schema->prepare = situation_prepare;
}

static void make_adapter(lua_State *L, int index, script_battle *b)
{
    const bool *has = b->battle.has, has_order = b->adapter.sequence == SALVO_ALTERNATELY ||
                                                 b->adapter.sequence == SALVO_BY_SIDES || b->has_initiative;

    b->adapter = (salvo_battle_adapter){
        .sequence = b->adapter.sequence,
        .words = &b->words,
        .mirrors = check_flag(L, index, "mirrors"),
        .recovers = check_flag(L, index, "recovers"),
        .opposite = check_flag(L, index, "opposite"),
        .element = &b->element.procedure.schema,
        .field = &b->field.procedure.schema,
        .initial_state = initial_state,
        .strength = strength,
        .price = b->price.from != NUMBER_NONE ? price : NULL,
        .speed = speed,
        .can_stop = has[FN_CAN_STOP] ? can_stop : NULL,
        .is_stopped = has[FN_CAN_STOP] ? is_stopped : NULL,
        .closest = closest,
        .turn_limit = b->turn_limit.from != NUMBER_NONE ? turn_limit : NULL,
        .limits = has[FN_LIMITS] ? limits : NULL,
        .is_worn = has[FN_LIMITS] ? is_worn : NULL,
        .order_dice = has_order ? order_dice : NULL,
        .order = has_order ? order : NULL,
        .fire_size = sizeof(fire),
        .check = check,
        .aim = aim,
        .dice = dice,
        .throws = b->counts_throws ? throws : NULL,
        .resolve = resolve,
        .can_harm = can_harm,
        .after_dice = has[FN_AFTER_DICE] ? after_dice : NULL,
        .after = has[FN_AFTER_DICE] ? after : NULL,
    };
}

static void check_pairs(lua_State *L, const script_battle *b)
{
    const bool *has = b->battle.has;

    if (has[FN_CAN_STOP] != has[FN_IS_STOPPED])
        sandbox_fail(L, b->battle.line, "can_stop and is_stopped go together; one of them is missing");
    if (has[FN_LIMITS] != has[FN_WORN])
        sandbox_fail(L, b->battle.line, "limits and worn go together; one of them is missing");
    if (has[FN_AFTER_DICE] && b->adapter.sequence != SALVO_AT_ONCE)
        sandbox_fail(L, b->battle.line, "`after` is for battles where all act at once: order = \"at-once\"");
    if (b->battle.state.bytes > SALVO_ELEMENT_BYTES)
        sandbox_fail(L, b->battle.line,
                     "the state of an element takes %zu bytes; there are %d. Narrow the limits of its "
                     "fields",
                     b->battle.state.bytes, SALVO_ELEMENT_BYTES);
}

static void check_declared(lua_State *L, const reader *r, const script_battle *b)
{
    for (size_t i = 0; i < r->script->n_tables; i++)
        if (strcmp(r->script->tables[i].name, b->brackets) == 0 && r->script->tables[i].has_brackets)
            return;
    sandbox_fail(L, b->battle.line,
                 "brackets of the battle: declare them, tables = {[\"%s\"] = {brackets = whole(1, 7)}}", b->brackets);
}

static void read_numbers(lua_State *L, const reader *r, int index, script_battle *b)
{
    const bool *has = b->battle.has;

    read_number(L, r, index, "price", -1, has[FN_PRICE], &b->price);
    read_number(L, r, index, "speed", 0, has[FN_SPEED], &b->speed);
    read_number(L, r, index, "closest", 0, has[FN_CLOSEST], &b->closest);
    read_number(L, r, index, "turn_limit", 0, has[FN_TURN_LIMIT], &b->turn_limit);
    b->brackets = kind_keep(L, check_text(L, index, "brackets"), r->memory);
    if (!b->brackets)
        return;
    reader_need_brackets(L, r, b->brackets, b->battle.line, "brackets of the battle");
    check_declared(L, r, b);
    b->field.procedure.schema.brackets = brackets;
}

void battle_read(lua_State *L, const reader *r, int index)
{
    script *s = r->script;
    script_battle *b = kind_array(L, r->memory, 1, sizeof *b);
    const salvo_parameter unit = {.key = "unit",
                                  .help = "a unit",
                                  .kind = SALVO_NAME,
                                  .table = s->ruleset.units,
                                  .more_table = s->ruleset.more_units,
                                  .required = true,
                                  .into = reader_place(0),
                                  .without = NAN};

    if (library_made(L, index) != &BATTLE_OPTIONS)
        sandbox_fail(L, 0, "the rulebook's battle is made by battle {...}");
    s->battle = b;
    b->battle.is = THE_BATTLE;
    b->battle.script = s;
    b->battle.line = library_line(L, index);
    b->battle.procedure.schema.name = kind_keep(L, "the battle", r->memory);
    b->element.is = AN_ELEMENT;
    b->element.finish = finish_element;
    b->field.is = A_FIELD;
    b->field.finish = finish_field;
    if (!s->ruleset.units)
        sandbox_fail(L, b->battle.line, "a battle needs units: return {units = \"table\", ...}");
    b->adapter.sequence = read_order(L, index, b->battle.line);
    read_side(L, r, index, "element", &unit, &b->element);
    read_side(L, r, index, "field", NULL, &b->field);
    reader_functions(L, index, &b->battle, 0, FN_IS_STOPPED);
    read_after(L, index, b);
    read_initiative(L, index, b);
    lua_getfield(L, index, "state");
    reader_state(L, r, -1, b->battle.line, &b->battle.state);
    lua_pop(L, 1);
    read_strength(L, index, b);
    read_dice(L, index, b);
    read_numbers(L, r, index, b);
    read_words(L, r, index, b);
    check_pairs(L, b);
    make_adapter(L, index, b);
    s->ruleset.battle = &b->adapter;
}
