/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the values of a question to the object `s` of rules. C keeps the values once, in a content of the book. Each Lua
 * state makes an object of them at the first need, calls `prepare`, and freezes the object. So each thread's state
 * prepares a question at most once. The result of `prepare` is the same everywhere, because it depends only on the
 * values. */
#include "rules/lua/situation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/lua/object.h"
#include "rules/lua/reads.h"
#include "rules/lua/records.h"
#include "rules/lua/rows.h"
#include "rules/lua/state.h"
#include "rules/lua/throw.h"
#include "rules/lua/worker.h"

/* A sweep asks for thousands of situations of a few hundred bytes in Lua, and the state's memory is limited. Forgetting
 * all at once is simple and rare. Contents that are still in use make their objects anew. */
enum { KEPT_MAX = 20000 }; /* objects in one state; then all are forgotten and made again */

static const char OBJECTS, WORTH, N_OBJECTS; /* their addresses are keys of the registry */

/* Every schema in Lua is a member of a subject. So the schema needs no pointer to its subject, for which salvo_schema
 * has no room. */
const subject *situation_subject(const salvo_schema *schema)
{
    return (const subject *)(const void *)((const char *)schema - offsetof(subject, procedure.schema));
}

/* Objects. */

void situation_forget(lua_State *L)
{
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &OBJECTS);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &WORTH);
    lua_pushinteger(L, 0);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &N_OBJECTS);
}

/* The registry holds two tables by the number of a content: the objects, and the values of the faces of its dice. */
static void push_kept(lua_State *L, const void *in, const content *of)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, in) == LUA_TTABLE)
        lua_rawgeti(L, -1, (lua_Integer)of->number);
    else
        lua_pushnil(L);
    lua_replace(L, -2);
}

/* There is one count for both tables, because together they must fit into the state's memory. */
static void keep(lua_State *L, const void *in, const content *of)
{
    lua_Integer n;

    lua_rawgetp(L, LUA_REGISTRYINDEX, &N_OBJECTS);
    n = lua_tointeger(L, -1) + 1;
    lua_pop(L, 1);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, in) != LUA_TTABLE || n > KEPT_MAX) {
        situation_forget(L);
        n = 1;
        lua_rawgetp(L, LUA_REGISTRYINDEX, in);
        lua_replace(L, -2);
    }
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, (lua_Integer)of->number);
    lua_pop(L, 1);
    lua_pushinteger(L, n);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &N_OBJECTS);
}

void situation_push_kept(lua_State *L, const content *of)
{
    push_kept(L, &OBJECTS, of);
}

void situation_keep(lua_State *L, const content *of)
{
    keep(L, &OBJECTS, of);
}

/* The object is kept only after prepare() has returned, so that a refused one is never found incomplete. */
void situation_push(lua_State *L, const content *of)
{
    luaL_checkstack(L, 16, "objects");
    situation_push_kept(L, of);
    if (!lua_isnil(L, -1))
        return;
    lua_pop(L, 1);
    object_push_new(L, of);
    situation_keep(L, of);
}

/* Pushes the function that returns the dice; for the initiative of a field it is a function of the battle. Dice that
 * are a plain list in the file need no object and no call. */
static void push_dice(lua_State *L, const content *of)
{
    const script_battle *battle = of->subject->script->battle;
    const bool is_field = of->subject->is == A_FIELD;
    const subject *whose = is_field ? &battle->battle : of->subject;
    const function_name function = is_field ? FN_INITIATIVE_DICE : FN_DICE;

    worker_push_function(L, whose, function);
    if (is_field ? battle->initiative_constant : whose->constant_dice)
        return;
    situation_push(L, of);
    lua_call(L, 1, 1);
    throw_check_list(L, whose, function, "dice", "");
}

void situation_read_dice(lua_State *L, const content *of, salvo_dice *dice)
{
    push_dice(L, of);
    throw_read(L, dice);
}

/* The values of the faces are Lua values, which each state has to make, while C has the dice themselves. Asking `dice`
 * again must return the same dice; otherwise the faces would be read against the values of another throw. */
void situation_push_worth(lua_State *L, const content *of)
{
    salvo_dice dice;

    push_kept(L, &WORTH, of);
    if (!lua_isnil(L, -1))
        return;
    lua_pop(L, 1);
    situation_read_dice(L, of, &dice);
    if (atomic_load(&of->is_ready) && memcmp(dice.sides, of->ready.dice.sides, sizeof dice.sides) != 0)
        sandbox_fail(L, of->subject->line,
                     "dice returned other dice when it was called again; dice must depend on "
                     "s alone");
    keep(L, &WORTH, of);
}

/* From values to a content that is ready. */

typedef struct asked {
    const salvo_value *const *values;
    const subject *of;
} asked;

/* Adds the user's words without the defaults, for messages. */
static bool add_words(const content *made, salvo_text *words, const asked *a)
{
    const salvo_schema *schema = &a->of->procedure.schema;

    (void)made;
    for (size_t i = 0; i < schema->n_parameters; i++)
        if (a->values[i] && !a->values[i]->absent) {
            salvo_text_put(words, words->length ? " " : "");
            salvo_text_put(words, schema->parameters[i].key);
            salvo_text_put(words, "=");
            salvo_text_put(words, a->values[i]->text);
        }
    return !words->failed;
}

/* Adds the marks of the values. */
static bool add_marks(content *made, lua_book *book, const asked *a)
{
    const size_t n = a->of->procedure.schema.n_parameters;
    uint64_t *marks = salvo_arena_array(book->memory, n, sizeof *marks);

    for (size_t i = 0; marks && i < n; i++)
        marks[i] = book_mark_held(book, &made->values[i], a->values[i]);
    made->marks = marks;
    return marks != NULL;
}

/* Called under the book's lock for a new content. The texts are copied, because the question frees its own memory. */
static bool fill(content *made, lua_book *book, void *with)
{
    const asked *a = with;
    const salvo_schema *schema = &a->of->procedure.schema;
    rule_value *values = salvo_arena_array(book->memory, schema->n_parameters, sizeof *values);
    salvo_text words = {0};
    bool done = values != NULL && add_words(made, &words, a);

    for (size_t i = 0; i < schema->n_parameters && done; i++)
        done = value_of_parameter(&values[i], &schema->parameters[i], a->values[i], book->store, book->memory);
    if (done) {
        made->values = values;
        made->words = salvo_arena_text(book->memory, salvo_text_of(&words));
        done = made->words && add_marks(made, book, a);
        made->is_lazy = made->is_lazy || (book->has_memo && made->subject->is == A_ROLL);
    }
    salvo_text_free(&words);
    return done;
}

/* The key consists of the canonical texts of the values, each with its NUL, so that two questions with the same meaning
 * are one. A byte that no text contains separates the values. It also says whether the value is present and whether it
 * is a word: "unlimited" as a word and as a text would otherwise be equal. */
static content *find(lua_book *book, const subject *of, const salvo_value *const *values, const salvo_text *files)
{
    static const char *const PRESENCE[] = {"0", "1", "2", "3"};
    asked a = {values, of};
    content *found = NULL;
    salvo_text key = {0};

    for (size_t i = 0; i < of->procedure.schema.n_parameters; i++) {
        salvo_text_put(&key, values[i] ? PRESENCE[values[i]->absent + 2 * values[i]->word] : PRESENCE[1]);
        salvo_text_put(&key, values[i] ? values[i]->text : "");
        salvo_text_put(&key, "\x1f");
    }
    salvo_text_put(&key, salvo_text_of(files));
    if (!key.failed && !files->failed)
        found = book_content(book, of, salvo_text_of(&key), key.length, fill, &a);
    salvo_text_free(&key);
    return found;
}

typedef struct preparation {
    const content *content;
    prepared ready;
} preparation;

/* Returns whether the field of the table on top of the stack is still the parameter's value. */
static bool is_given(lua_State *L, const content *of, size_t parameter, const char *name)
{
    bool is;

    lua_pushstring(L, name);
    lua_rawget(L, -2);
    is = object_is_given(L, of, parameter);
    lua_pop(L, 1);
    return is;
}

/* Finds the parameters that `enlist` has replaced, under either spelling; the object is on top of the stack. */
static uint64_t find_replaced(lua_State *L, const content *of)
{
    const salvo_schema *schema = &of->subject->procedure.schema;
    char plain[ROWS_NAME_BYTES];
    uint64_t replaced = 0;

    check_push_shown(L, -1);
    for (size_t i = 0; i < schema->n_parameters; i++) {
        rows_with_underscores(plain, sizeof plain, schema->parameters[i].key);
        if (!is_given(L, of, i, schema->parameters[i].key) || !is_given(L, of, i, plain))
            replaced |= UINT64_C(1) << (i < 64 ? i : 63);
    }
    lua_pop(L, 1);
    return replaced;
}

/* Runs in a worker. It makes the object, which runs the rule's `prepare`. Then it makes the other data that the subject
 * needs (dice of a roll, price of an element). */
static void prepare(lua_State *L, void *of)
{
    preparation *p = of;

    situation_push(L, p->content);
    if (p->content->subject->is == AN_ELEMENT && battle_of(p->content)->battle.has[FN_ENLIST])
        p->ready.replaced = find_replaced(L, p->content);
    if (p->content->subject->finish)
        p->content->subject->finish(L, p->content, &p->ready);
}

/* Two threads may both prepare a new content. That costs one call, but no lock is held while Lua runs. Both get the
 * same result, and the first one is kept. */
static salvo_status make_ready(lua_book *book, content *made, salvo_error *err)
{
    preparation p = {.content = made};
    salvo_error own;

    if (atomic_load(&made->is_ready))
        return SALVO_OK;
    if (!worker_ask(book, made, prepare, &p, &own)) {
        if (err)
            *err = own;
        return own.status;
    }
    pthread_mutex_lock(&book->lock);
    if (!atomic_load(&made->is_ready)) /* set by the first thread; others have the same result */
        made->ready = p.ready;
    atomic_store(&made->is_ready, true);
    pthread_mutex_unlock(&book->lock);
    return SALVO_OK;
}

static bool has_file(const subject *of, const salvo_value *const *values)
{
    const salvo_schema *schema = &of->procedure.schema;

    for (size_t i = 0; i < schema->n_parameters; i++)
        if (records_is_file(&schema->parameters[i], values[i]))
            return true;
    return false;
}

/* A user may change his file between two questions with the same words. */
static salvo_status read_files(const subject *of, const salvo_value *const *values, salvo_text *key, salvo_error *err)
{
    const salvo_schema *schema = &of->procedure.schema;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < schema->n_parameters && status == SALVO_OK; i++)
        if (records_is_file(&schema->parameters[i], values[i]))
            status = records_add_key(&schema->parameters[i], values[i], key, err);
    return status;
}

salvo_status situation_content(const lua_book *of_tables, const subject *of, const salvo_value *const *values,
                               const content **found, salvo_error *err)
{
    lua_book *book = book_changeable(of_tables);
    salvo_text files = {0};
    salvo_status status = read_files(of, values, &files, err);
    content *made = status == SALVO_OK ? find(book, of, values, &files) : NULL;

    salvo_text_free(&files);
    if (status != SALVO_OK)
        return status;
    if (!made)
        return salvo_fail_memory(err);
    *found = made;
    return make_ready(book, made, err);
}

/* The pointers to values are cleared afterwards: they point into the question's memory, and equal situations must be
 * equal bytes. */
salvo_status situation_prepare(const void *tables, void *of, salvo_error *err)
{
    situation *s = of;
    const subject *whose = situation_subject(s->schema);
    salvo_status status = situation_content(tables, whose, s->values, &s->content, err);

    memset(s->values, 0, whose->procedure.schema.n_parameters * sizeof *s->values);
    return status;
}

/* Sharing. The question has a content of its own, so that its log misses nothing that others have asked before. */

static const void *find_shared(const void *tables, const void *of)
{
    const situation *s = of;
    const read_inputs inputs = {.book = tables, .schema = s->schema, .values = s->values};

    if (has_file(situation_subject(s->schema), s->values))
        return NULL;
    return worker_recall_reads(book_changeable(tables), situation_subject(s->schema), FN_PREPARE, &inputs);
}

static bool fill_lazy(content *made, lua_book *book, void *with)
{
    made->is_lazy = true;
    return fill(made, book, with);
}

static void return_log(lua_book *book, content *of)
{
    reads_return_log(book, of->log);
    of->log = NULL;
}

static salvo_status prepare_shared(const void *tables, void *of, const void **known, salvo_error *err)
{
    situation *s = of;
    lua_book *book = book_changeable(tables);
    const subject *whose = situation_subject(s->schema);
    asked a = {s->values, whose};
    content *made;
    salvo_status status;

    if (!book->has_memo || atomic_load(&book->is_watched) || has_file(whose, s->values))
        return situation_prepare(tables, of, err);
    made = book_private(book, whose, fill_lazy, &a);
    if (!made || !worker_make_marks(book) || !(made->log = reads_take_log(book)))
        return salvo_fail_memory(err);
    reads_begin(made->log, &(read_inputs){.book = book, .root = {made}});
    s->content = made;
    memset(s->values, 0, whose->procedure.schema.n_parameters * sizeof *s->values);
    status = make_ready(book, made, err);
    if (status == SALVO_OK && made->log->joined && (*known = worker_recall_joined(book, made)) != NULL)
        return_log(book, made);
    return status;
}

static void keep_shared(const void *of, const void *answer, size_t size)
{
    const situation *s = of;
    lua_book *book = book_changeable(s->book);
    content *made = (content *)(uintptr_t)s->content;
    void *kept;

    if (!made->log)
        return;
    pthread_mutex_lock(&book->lock);
    kept = salvo_arena_array(book->memory, 1, size);
    pthread_mutex_unlock(&book->lock);
    if (kept) {
        memcpy(kept, answer, size);
        worker_keep_question(book, made, kept, size);
    }
    return_log(book, made);
}

const salvo_sharing SITUATION_SHARING = {find_shared, prepare_shared, keep_shared};

/* In words. */

/* Pushes the value of "target.name" in the object at `index`; nil if there is none. It calls lua_gettable() and not a
 * raw get, so that an unknown name is an error with a proposal, as in a rule. */
static void push_path(lua_State *L, int index, const char *path, size_t length)
{
    lua_pushvalue(L, index);
    while (length && !lua_isnil(L, -1)) {
        const char *point = memchr(path, '.', length);
        const size_t part = point ? (size_t)(point - path) : length;

        if (lua_type(L, -1) != LUA_TTABLE) {
            lua_pushnil(L);
        } else {
            lua_pushlstring(L, path, part);
            lua_gettable(L, -2);
        }
        lua_replace(L, -2);
        length -= part + (point != NULL);
        path += part + (point != NULL);
    }
}

/* A row appears by its name, or by its id if the table has no names. The rules' own tables are not printed. */
static void add_value(lua_State *L, salvo_text *text)
{
    row_value row;

    switch (lua_type(L, -1)) {
    case LUA_TBOOLEAN:
        salvo_text_put(text, lua_toboolean(L, -1) ? "yes" : "no");
        break;
    /* %.10g prints whole numbers without a decimal point, and hides the last digits of a sum such as 0.1 + 0.2. */
    case LUA_TNUMBER:
        salvo_text_add(text, "%.10g", lua_tonumber(L, -1));
        break;
    case LUA_TSTRING:
        salvo_text_put(text, lua_tostring(L, -1));
        break;
    case LUA_TNIL:
        salvo_text_put(text, "none");
        break;
    default:
        if (rows_is_row(L, -1, &row)) {
            const salvo_table *table = &worker_of(L)->book->store->tables[row.table];
            const char *name = salvo_table_text(table, row.row, "name");

            salvo_text_put(text, name ? name : table->cells[row.row * table->n_columns].text);
        } else {
            salvo_text_put(text, "...");
        }
    }
}

void situation_add_lines(lua_State *L, const subject *of, salvo_text *text)
{
    if (lua_type(L, -1) != LUA_TTABLE) {
        lua_createtable(L, 1, 0);
        lua_insert(L, -2);
        lua_rawseti(L, -2, 1); /* a list of one */
    }
    for (lua_Integer i = 1; lua_geti(L, -1, i) != LUA_TNIL; i++, lua_pop(L, 1)) {
        if (lua_type(L, -1) != LUA_TSTRING)
            worker_fail(L, of, FN_EXPLAIN, "explain returned %s; it must return a text, or a list of lines",
                        check_words_of(L, -1));
        salvo_text_add(text, "%s\n", lua_tostring(L, -1));
    }
    lua_pop(L, 2);
}

typedef struct explanation {
    const content *content;
    salvo_text *text;
} explanation;

/* The text in braces is a name in s. A brace without its partner is printed unchanged. */
static void explain_line(lua_State *L, const char *line, salvo_text *text)
{
    for (const char *open = strchr(line, '{'); open; open = strchr(line, '{')) {
        const char *close = strchr(open, '}');

        if (!close)
            break;
        salvo_text_add(text, "%.*s", (int)(open - line), line);
        push_path(L, 1, open + 1, (size_t)(close - open - 1));
        add_value(L, text);
        lua_pop(L, 1);
        line = close + 1;
    }
    salvo_text_add(text, "%s\n", line);
}

static void explain(lua_State *L, void *of)
{
    const explanation *e = of;
    const subject *whose = e->content->subject;

    situation_push(L, e->content);
    for (const char *const *line = whose->explained; line && *line; line++)
        explain_line(L, *line, e->text);
    if (!whose->has[FN_EXPLAIN])
        return;
    worker_push_function(L, whose, FN_EXPLAIN);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    situation_add_lines(L, whose, e->text);
}

/* An explanation cannot fail. A fault in it becomes the book's, and the code that prints the answer finds it there. */
void situation_explain(const void *of, salvo_text *text)
{
    const situation *s = of;
    explanation e = {s->content, text};

    worker_ask(book_changeable(s->book), s->content, explain, &e, NULL);
}

/* A function of a question, and of a state of it, whose result is a text. */
typedef struct text_request {
    const content *of;
    function_name function;
    const uint8_t *state; /* NULL: none */
    const char *text;     /* NULL: nil */
} text_request;

/* The text is kept as long as the book, once for all questions with that text. */
const char *situation_keep_text(lua_State *L, const subject *whose, function_name function)
{
    const content *kept;
    const char *text;
    size_t length;

    if (lua_isnil(L, -1))
        return NULL;
    if (lua_type(L, -1) != LUA_TSTRING)
        worker_fail(L, whose, function, "%s returned %s; it must return a text", FUNCTION_NAMES[function],
                    check_words_of(L, -1));
    text = lua_tolstring(L, -1, &length);
    kept = book_content(book_changeable(worker_of(L)->book), NULL, text, length + 1, NULL, NULL);
    if (!kept)
        sandbox_no_memory(L);
    return kept->key;
}

static void ask_text(lua_State *L, void *of)
{
    text_request *r = of;

    worker_push_function(L, r->of->subject, r->function);
    situation_push(L, r->of);
    if (r->state)
        state_push(L, &r->of->subject->state, r->state);
    lua_call(L, r->state ? 2 : 1, 1);
    r->text = situation_keep_text(L, r->of->subject, r->function);
}

const char *situation_text(const void *of, function_name function, const void *state)
{
    const situation *s = of;
    text_request r = {s->content, function, state, NULL};

    return worker_ask(book_changeable(s->book), s->content, ask_text, &r, NULL) ? r.text : NULL;
}

const char *situation_remark(const void *of)
{
    return situation_text(of, FN_REMARK, NULL);
}

/* The brackets of a question or of an element, which the subject's function returns. */
typedef struct brackets_request {
    const content *of, *element; /* element: NULL, or it is that of a battle, and `of` is its field */
    const subject *whose;
    double *upto;
    size_t n;
} brackets_request;

_Noreturn static void fail_brackets(lua_State *L, const subject *whose)
{
    worker_fail(L, whose, FN_BRACKETS,
                "brackets returned %s; it must return the name of a table with brackets, or a list of distances",
                check_words_of(L, -1));
}

/* A table may have more brackets than a sweep accepts. The first ones are the near ranges, where battles are fought. */
static void take_table(lua_State *L, brackets_request *r)
{
    const lua_book *book = worker_of(L)->book;
    const salvo_table *table = salvo_store_table(book->store, lua_tostring(L, -1));
    const salvo_brackets *brackets = table ? &book->tables[table - book->store->tables].brackets : NULL;

    if (!brackets || !brackets->count)
        fail_brackets(L, r->whose);
    for (; r->n < brackets->count && r->n < SALVO_BRACKETS_MAX; r->n++)
        r->upto[r->n] = brackets->upto[r->n];
}

static void take_list(lua_State *L, brackets_request *r)
{
    for (; lua_geti(L, -1, (lua_Integer)r->n + 1) != LUA_TNIL; lua_pop(L, 1)) {
        const double upto = lua_tonumber(L, -1);

        if (lua_type(L, -1) != LUA_TNUMBER || !(upto >= 0 && upto < INFINITY))
            worker_fail(L, r->whose, FN_BRACKETS, "brackets returned %s in its list; it must return distances",
                        check_words_of(L, -1));
        if (r->n == SALVO_BRACKETS_MAX)
            worker_fail(L, r->whose, FN_BRACKETS, "brackets returned more than %d distances", SALVO_BRACKETS_MAX);
        r->upto[r->n++] = upto;
    }
}

static void ask_brackets(lua_State *L, void *of)
{
    brackets_request *r = of;

    worker_push_function(L, r->whose, FN_BRACKETS);
    situation_push(L, r->of);
    if (r->element)
        situation_push(L, r->element);
    lua_call(L, r->element ? 2 : 1, 1);
    if (lua_type(L, -1) == LUA_TSTRING)
        take_table(L, r);
    else if (lua_type(L, -1) == LUA_TTABLE)
        take_list(L, r);
    else
        fail_brackets(L, r->whose);
}

/* A fault in it becomes the book's, and the sweep finds it there. */
static size_t brackets_of(const situation *s, brackets_request *r)
{
    return worker_ask(book_changeable(s->book), s->content, ask_brackets, r, NULL) ? r->n : 0;
}

size_t situation_brackets(const void *of, double upto[SALVO_BRACKETS_MAX])
{
    const situation *s = of;

    return brackets_of(s, &(brackets_request){s->content, NULL, s->content->subject, upto, 0});
}

size_t situation_element_brackets(const void *field, const void *element, double upto[SALVO_BRACKETS_MAX])
{
    const situation *f = field, *e = element;

    return brackets_of(f, &(brackets_request){f->content, e->content, &battle_of(f->content)->battle, upto, 0});
}
