/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Lua state serves one thread at a time, and reading the rules into a new one takes a millisecond. So states are kept
 * with all their answers, one for each thread that has ever asked. The first is the one that described the rules. No
 * answer depends on the state it came from, because it depends only on the content and the key. */
#include "rules/lua/worker.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <omp.h>

#include "rules/lua/cells.h"
#include "rules/lua/house.h"
#include "rules/lua/kept.h"
#include "rules/lua/library.h"
#include "rules/lua/rows.h"
#include "rules/lua/words.h"

static const char RULEBOOK; /* its address is the key of the file's result */

const char *const FUNCTION_NAMES[N_FUNCTIONS] = {
    [FN_PREPARE] = "prepare",
    [FN_EXPLAIN] = "explain",
    [FN_EXPECTS] = "expects",
    [FN_BRACKETS] = "brackets",
    [FN_REMARK] = "remark",
    [FN_DICE] = "dice",
    [FN_RESOLVE] = "resolve",
    [FN_START] = "start",
    [FN_OUTCOME] = "outcome",
    [FN_STEP] = "step",
    [FN_EACH] = "each",
    [FN_TURNS] = "turns",
    [FN_THROWN] = "thrown",
    [FN_PURPOSE] = "purpose",
    [FN_ENLIST] = "enlist",
    [FN_STRENGTH] = "strength",
    [FN_PRICE] = "price",
    [FN_SPEED] = "speed",
    [FN_CLOSEST] = "closest",
    [FN_TURN_LIMIT] = "turn_limit",
    [FN_AIM] = "aim",
    [FN_THROWS] = "throws",
    [FN_CAN_HARM] = "can_harm",
    [FN_WHY_HARMLESS] = "why_harmless",
    [FN_LIMITS] = "limits",
    [FN_WORN] = "worn",
    [FN_CAN_STOP] = "can_stop",
    [FN_IS_STOPPED] = "is_stopped",
    [FN_INITIATIVE_DICE] = "initiative.dice",
    [FN_INITIATIVE_FIRST] = "initiative.first",
    [FN_AFTER_WHEN] = "after.when",
    [FN_AFTER_DICE] = "after.dice",
    [FN_AFTER_RESOLVE] = "after.resolve",
    [FN_KIND] = "kind",
    [FN_ENDS] = "ends",
    [FN_SHOTS] = "shots",
    [FN_MAY_FIRE] = "may_fire",
    [FN_READS_ACTOR] = "reads_actor",
};

/* The rules in a state. */

/* The words exist before the rules run, because the rules use them. */
static void read_rules(lua_State *L, const script *s)
{
    words_read(L, &s->files);
    library_install(L, rows_key);
    rows_add_words(L);
    cells_add_words(L);
    lua_pop(L, 1);
    house_watch(L, &s->files);
    words_run(L);
    house_replace(L, &s->files, s->id);
    words_close(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &RULEBOOK);
}

/* Returns the line of the last "return" at the beginning of a line, which is where the file returns. 0: there is
 * none. */
static int last_return(const char *text)
{
    int line = 1, found = 0;

    for (; text; line++) {
        if (strncmp(text, "return", 6) == 0)
            found = line;
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return found;
}

/* Takes the functions of a subject, whose table is on top of the stack. "initiative.first" is in a table in it. */
static void take_functions(lua_State *L, const subject *of)
{
    int *functions = &worker_of(L)->functions[of->number * N_FUNCTIONS];

    for (int i = 0; i < N_FUNCTIONS; i++) {
        const char *name = FUNCTION_NAMES[i], *point = strchr(name, '.');

        functions[i] = LUA_NOREF;
        if (!of->has[i])
            continue;
        lua_pushvalue(L, -1);
        if (point) {
            lua_pushlstring(L, name, (size_t)(point - name));
            lua_rawget(L, -2);
            lua_replace(L, -2);
            name = point + 1;
        }
        lua_getfield(L, -1, name);
        functions[i] = luaL_ref(L, LUA_REGISTRYINDEX);
        lua_pop(L, 1);
    }
}

/* The rulebook is at the bottom of the stack. */
static void take_all_functions(lua_State *L, const script *s)
{
    worker *w = worker_of(L);

    w->functions = calloc(s->n_subjects * N_FUNCTIONS + 1, sizeof *w->functions);
    if (!w->functions)
        sandbox_no_memory(L);
    for (size_t i = 0; i < s->n_subjects; i++) {
        const subject *one = s->subjects[i];

        lua_getfield(L, 1, one->is == THE_BATTLE ? "battle" : "procedures");
        if (one->is != THE_BATTLE) {
            lua_rawgeti(L, -1, one->number + 1);
            lua_replace(L, -2);
        }
        take_functions(L, one);
        lua_pop(L, 1);
    }
}

/* An earlier run of the file, in the same kind of sandbox, described it. It returns the same tables again, so the
 * number of a subject finds its functions. */
static void open_worker(lua_State *L, void *of)
{
    const script *s = of;

    read_rules(L, s);
    take_all_functions(L, s);
}

/* The room for each kind of answer. The numbers of places are powers of two. Together they take some tens of megabytes
 * for a thread, and a replaced answer is asked again. */
static const memos MEMOS[N_MEMOS] = {
    [MEMO_SMALL] = {.key = sizeof(memo_key), .answer = sizeof(int), .most = 1 << 15},
    [MEMO_DICE] = {.key = sizeof(memo_key), .answer = sizeof(dice_answer), .most = 1 << 11},
    [MEMO_RESULTS] = {.key = sizeof(memo_key), .answer = sizeof(void *), .most = 1 << 13},
    /* Fires are mostly asked for twice in a row. */
    [MEMO_FIRE] = {.key = sizeof(fire_key), .answer = sizeof(content *), .most = 1 << 9},
    [MEMO_STATE] = {.key = sizeof(chain_key), .answer = sizeof(int), .most = 1 << 15},
    [MEMO_STATE_DICE] = {.key = sizeof(chain_key), .answer = sizeof(salvo_dice), .most = 1 << 15},
};

enum { RESULTS_BYTES = 1 << 25 }; /* of a worker, about */

static void forget_results(worker *w)
{
    memos_free(&w->memos[MEMO_RESULTS]);
    memset(w->recent, 0, sizeof w->recent);
    salvo_arena_free(w->results);
    w->results = NULL;
    w->results_bytes = 0;
}

/* Frees all that has to do with a book. */
static void free_answers(worker *w)
{
    for (int i = 0; i < N_MEMOS; i++)
        memos_free(&w->memos[i]);
    forget_results(w);
    free(w->steps);
    if (w->lone)
        w->free_lone(w->lone);
    free(w->watch);
    reads_free(w->reads);
    free(w->log_room);
    salvo_text_free(&w->identity);
    salvo_arena_free(w->kept_results);
    kept_free(&w->kept);
    kept_free(&w->now);
}

static void close_worker(worker *w)
{
    sandbox_close(&w->box);
    free_answers(w);
    free(w->functions);
    free(w);
}

/* Returns a worker without rules; NULL if memory is out. */
static worker *empty_worker(const script *s)
{
    worker *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    memcpy(w->memos, MEMOS, sizeof MEMOS);
    w->script = s;
    if (sandbox_open(&w->box, sandbox_limits_now(s->is_salvos)))
        return w;
    close_worker(w);
    return NULL;
}

/* Idle workers. Variants of a book differ in their tables alone, and reading the rules takes most of the time of a question
 * to one. Rules see no tables while they are read, and salvo's own keep nothing (salvo check says so), so a worker without
 * the rows and objects of its book is as after the reading. */

/* Keeps the worker of a book that is closed for the next one; false: there is no place, or it must not be used again. */
static bool make_idle(worker *w, void (*forget)(lua_State *L, void *of))
{
    script *s = (script *)(uintptr_t)w->script;
    const worker fresh = {.script = w->script, .functions = w->functions};

    if (!s->is_salvos || w->is_watched || book_is_faulty(w->book) || !sandbox_call(&w->box, forget, NULL))
        return false;
    free_answers(w);
    memcpy((char *)w + sizeof w->box, (const char *)&fresh + sizeof w->box, sizeof *w - sizeof w->box);
    memcpy(w->memos, MEMOS, sizeof MEMOS);
    for (size_t i = 0; i < IDLE_WORKERS; i++) {
        worker *none = NULL;

        if (atomic_compare_exchange_strong(&s->idle[i], &none, w))
            return true;
    }
    return false;
}

static worker *take_idle(const lua_book *book)
{
    script *s = (script *)(uintptr_t)book->script;
    worker *w = NULL;

    for (size_t i = 0; i < IDLE_WORKERS && !w; i++)
        w = atomic_exchange(&s->idle[i], NULL);
    return w;
}

static worker *new_worker(const lua_book *book, salvo_error *err)
{
    const script *s = book->script;
    worker *w = take_idle(book);

    if (w) {
        w->book = book;
        return w;
    }
    w = empty_worker(s);
    if (!w) {
        salvo_fail_memory(err);
        return NULL;
    }
    w->book = book;
    if (sandbox_call(&w->box, open_worker, (void *)(uintptr_t)s))
        return w;
    book_error(w, err);
    close_worker(w);
    return NULL;
}

/* The first worker describes the rules, and then has them. */

typedef struct description {
    const script *from;
    void (*body)(lua_State *L, void *of);
    void *of;
} description;

static void describe(lua_State *L, void *of)
{
    const description *d = of;

    read_rules(L, d->from);
    sandbox_of(L)->line = last_return(d->from->files.files[0].text);
    d->body(L, d->of);
    lua_settop(L, 1);
    take_all_functions(L, d->from);
}

salvo_status worker_describe(script *s, void (*body)(lua_State *L, void *of), void *of, salvo_error *err)
{
    description d = {s, body, of};
    worker *w = empty_worker(s);
    salvo_status status;

    if (!w)
        return salvo_fail_memory(err);
    if (sandbox_call(&w->box, describe, &d)) {
        atomic_store(&s->idle[0], w);
        return SALVO_OK;
    }
    status = book_error(w, err);
    close_worker(w);
    return status;
}

void worker_close_idle(const script *of)
{
    script *s = (script *)(uintptr_t)of;

    for (size_t i = 0; i < IDLE_WORKERS; i++) {
        worker *w = atomic_exchange(&s->idle[i], NULL);

        if (w)
            close_worker(w);
    }
}

/* The pool. A thread takes the worker with its own number, which is free unless several teams of threads work at
 * once. */

enum { SLOTS = 64 };

typedef struct slot {
    atomic_flag is_taken;
    worker *worker;
} slot;

struct worker_pool {
    slot slots[SLOTS];
};

worker_pool *worker_pool_new(void)
{
    return calloc(1, sizeof(worker_pool)); /* a zeroed flag is clear wherever OpenMP runs */
}

void worker_pool_free(worker_pool *pool, void (*forget)(lua_State *L, void *of))
{
    for (int i = 0; pool && i < SLOTS; i++)
        if (pool->slots[i].worker && !make_idle(pool->slots[i].worker, forget))
            close_worker(pool->slots[i].worker);
    free(pool);
}

/* The thread spins, because a worker is held for the time of one question. After a round it yields the processor to the
 * holders. */
static slot *take_slot(worker_pool *pool)
{
    for (int i = omp_get_thread_num();; i++) {
        slot *s = &pool->slots[i % SLOTS];

        if (!atomic_flag_test_and_set_explicit(&s->is_taken, memory_order_acquire))
            return s;
        if (i % SLOTS == SLOTS - 1)
            sched_yield();
    }
}

/* Watching. */

enum { EACH_CALL = 256, SOME_CALLS = 256 }; /* the first EACH_CALL calls are each compared, then one in SOME_CALLS */

static void list_kept(lua_State *L, void *of)
{
    worker_push_rulebook(L);
    if (!kept_list(L, of, false))
        sandbox_no_memory(L);
}

static void tell_kept(lua_State *L, void *of)
{
    worker_push_rulebook(L);
    if (!kept_list(L, of, true))
        sandbox_no_memory(L);
}

/* This is always a fault of the book, even if the question could be refused: the rules are wrong, and not the
 * question. */
static bool fail_kept(const worker *w, const kept_variable *changed, salvo_error *err)
{
    const char *path = w->script->files.files[sandbox_file(changed->line)].path;
    const char *who = changed->function < 0 ? "the function that begins here" : FUNCTION_NAMES[changed->function];

    salvo_fail_at(err, SALVO_BAD_INPUT, path, sandbox_line(changed->line), 0,
                  "%s changed '%s', a variable outside of it; a rule that keeps something between two calls "
                  "depends on the order of questions: put it into s in prepare, or into the state",
                  who, changed->name);
    book_fault(book_changeable(w->book), err);
    return false;
}

/* Returns whether rules have kept nothing in this call, or since the last comparison. */
static bool keeps_nothing(worker *w, salvo_error *err)
{
    const size_t n = w->n_watched++;
    kept_variables before;

    if (n > EACH_CALL && n % SOME_CALLS)
        return true;
    if (!sandbox_call(&w->box, list_kept, &w->now) ||
        (!kept_is_same(&w->kept, &w->now) && !sandbox_call(&w->box, tell_kept, &w->now))) {
        book_error(w, err);
        return false;
    }
    if (!kept_is_same(&w->kept, &w->now))
        return fail_kept(w, kept_changed(&w->kept, &w->now, w->called), err);
    before = w->kept;
    w->kept = w->now;
    w->now = before;
    w->called = 0;
    return true;
}

/* Lists the variables as the file has left them. */
static bool begin_to_watch(worker *w, salvo_error *err)
{
    w->is_watched = true;
    return keeps_nothing(w, err);
}

/* The file and the line of the question are noted first, for an error during the call. */
static bool ask(lua_book *book, slot *s, const content *about, void (*body)(lua_State *L, void *of), void *of,
                salvo_error *err)
{
    worker *w = s->worker;

    if (!w)
        w = s->worker = new_worker(book, err);
    if (!w)
        return false;
    w->about = about;
    w->refused = (salvo_cell){.origin = NULL};
    w->asked_dice = NULL;
    w->log = about ? about->log : NULL;
    w->box.line = about ? about->subject->line : 0;
    if (!w->is_watched && atomic_load_explicit(&book->is_watched, memory_order_relaxed) && !begin_to_watch(w, err))
        return false;
    if (sandbox_call(&w->box, body, of))
        return !w->is_watched || keeps_nothing(w, err);
    book_error(w, err);
    return false;
}

/* After a fault no more questions are asked, unless the caller has `err`: engines end soon, and a caller with `err`
 * gets the rules' own refusal. */
bool worker_ask(lua_book *book, const content *about, void (*body)(lua_State *L, void *of), void *of, salvo_error *err)
{
    salvo_error own;
    bool done;
    slot *s;

    if (!err && book_is_faulty(book))
        return false;
    s = take_slot(book->pool);
    done = ask(book, s, about, body, of, err ? err : &own);
    atomic_flag_clear_explicit(&s->is_taken, memory_order_release);
    if (!done && !err)
        book_fault(book, &own);
    return done;
}

struct slot *worker_hold(lua_book *book, worker **held)
{
    slot *s = take_slot(book->pool);

    *held = s->worker;
    return s;
}

void worker_release(struct slot *s)
{
    atomic_flag_clear_explicit(&s->is_taken, memory_order_release);
}

const void *worker_recall(const worker *w, memo_kind kind, const void *key)
{
    return memos_find(&w->memos[kind], key);
}

/* Returns the answer of the worker in that slot, which is held. */
static bool answer(lua_book *book, slot *s, const worker_question *q, salvo_error *err)
{
    const void *known = s->worker ? worker_recall(s->worker, q->kind, q->key) : NULL;

    if (known)
        memcpy(q->answer, known, MEMOS[q->kind].answer);
    else if (!ask(book, s, q->about, q->body, q->of, err))
        return false;
    else
        memos_keep(&s->worker->memos[q->kind], q->key, q->answer);
    if (q->use)
        q->use(s->worker, q->of);
    return true;
}

bool worker_ask_once(lua_book *book, const worker_question *question)
{
    salvo_error err;
    bool done;
    slot *s;

    if (book_is_faulty(book))
        return false;
    s = take_slot(book->pool);
    done = answer(book, s, question, &err);
    atomic_flag_clear_explicit(&s->is_taken, memory_order_release);
    if (!done)
        book_fault(book, &err);
    return done;
}

/* Answers by what was read. */

#define CONTRADICTION                                                                                                    \
    "%s does not give equal answers to equal questions; rules must depend on their arguments and the tables alone, and " \
    "keep nothing from one call to the next"

static size_t number_of(const subject *whose, function_name function)
{
    return (size_t)whose->number * N_FUNCTIONS + (size_t)function;
}

/* Counts a hit. Returns whether it is to be evaluated again and compared. One in 256 is at first. A rule that answers
 * differently is found early or never, so that the checks become rarer with the hits. */
static bool is_to_check(worker *w)
{
    if (++w->n_hits <= w->next_check)
        return false;
    w->next_check = w->n_hits + READS_CHECKED + w->n_hits / 64;
    return true;
}

/* A worker that is watched evaluates everything, so that the watch sees it. */
const void *worker_recall_reads_of(worker *w, const subject *whose, function_name function, const read_inputs *of)
{
    const void *found = NULL;

    if (w && w->reads && !w->is_watched)
        found = reads_find(w->reads, number_of(whose, function), of);
    return found && !is_to_check(w) ? found : NULL;
}

const void *worker_recall_reads(lua_book *book, const subject *whose, function_name function, const read_inputs *of)
{
    const void *found;
    slot *s;

    if (book_is_faulty(book))
        return NULL;
    s = take_slot(book->pool);
    found = worker_recall_reads_of(s->worker, whose, function, of);
    atomic_flag_clear_explicit(&s->is_taken, memory_order_release);
    return found;
}

bool worker_notes_reads(const worker *w, const subject *whose, function_name function)
{
    return w->book->has_memo && !w->is_watched && w->kept_bytes <= WORKER_KEPT_BYTES &&
           reads_pay(w->reads, number_of(whose, function));
}

bool worker_has_reads(lua_State *L)
{
    const worker *w = worker_of(L);

    return w->book->has_memo && !w->is_watched;
}

bool worker_make_marks(lua_book *book)
{
    bool done;

    pthread_mutex_lock(&book->lock);
    if (!book->has_marks)
        book->has_marks = tables_make_marks(book->tables, book->store->n_tables, book->memory);
    done = book->has_marks;
    pthread_mutex_unlock(&book->lock);
    return done;
}

static bool has_trie(worker *w)
{
    if (!w->reads)
        w->reads = reads_new();
    return w->reads != NULL;
}

void worker_begin_log(lua_State *L, const read_inputs *of)
{
    worker *w = worker_of(L);

    if (!w->log_room)
        w->log_room = malloc(sizeof *w->log_room);
    if (!w->log_room || !has_trie(w) || !worker_make_marks(book_changeable(w->book)))
        sandbox_no_memory(L);
    w->log = w->log_room;
    reads_begin(w->log, of);
}

void worker_drop_log(lua_State *L)
{
    worker_of(L)->log = NULL;
}

const void *worker_keep_log(lua_State *L, const subject *whose, function_name function, const void *answer,
                            bool (*are_equal)(const void *kept, const void *answer))
{
    worker *w = worker_of(L);
    const read_log *log = w->log;
    const void *kept = log ? reads_keep(w->reads, number_of(whose, function), log, answer) : answer;

    w->log = NULL;
    if (kept != answer && (!kept || !are_equal || !are_equal(kept, answer)))
        worker_fail(L, whose, function, CONTRADICTION, FUNCTION_NAMES[function]);
    return kept;
}

const void *worker_recall_results(lua_State *L, const content *of)
{
    worker *w = worker_of(L);
    const read_inputs inputs = {.book = w->book, .root = {of}};
    const void *found = NULL;

    if (of->ready.set && w->reads && worker_has_reads(L))
        found = reads_find_joined(w->reads, number_of(of->subject, FN_RESOLVE), of->ready.set, &inputs);
    return found && !is_to_check(w) ? found : NULL;
}

void worker_begin_identity(worker *w)
{
    w->identity.length = 0;
    w->identity.failed = false;
}

uint64_t worker_number_identity(lua_State *L)
{
    const worker *w = worker_of(L);
    const content *of = NULL;

    if (!w->identity.failed)
        of = book_content(book_changeable(w->book), NULL, salvo_text_of(&w->identity), w->identity.length, NULL, NULL);
    if (!of)
        sandbox_no_memory(L);
    return of->number;
}

static void contradict(lua_book *book, const subject *whose)
{
    salvo_error err;

    salvo_fail_at(&err, SALVO_BAD_INPUT, book->script->files.files[sandbox_file(whose->line)].path,
                  sandbox_line(whose->line), 0, CONTRADICTION, whose->procedure.schema.name);
    book_fault(book, &err);
}

const void *worker_recall_joined(lua_book *book, const content *of)
{
    const size_t function = number_of(of->subject, FN_PREPARE);
    slot *s = take_slot(book->pool);
    worker *w = s->worker;
    const void *found =
        w && w->reads ? reads_find_joined(w->reads, function, reads_joined(of->log), &of->log->of) : NULL;
    bool is_other;

    if (found && is_to_check(w))
        found = NULL;
    is_other = found && !reads_keep_joined(w->reads, function, of->log);
    atomic_flag_clear_explicit(&s->is_taken, memory_order_release);
    if (is_other)
        contradict(book, of->subject);
    return found;
}

void worker_keep_question(lua_book *book, const content *of, const void *answer, size_t size)
{
    const void *kept = answer;
    slot *s = take_slot(book->pool);

    if (s->worker && has_trie(s->worker))
        kept = reads_keep(s->worker->reads, number_of(of->subject, FN_PREPARE), of->log, answer);
    atomic_flag_clear_explicit(&s->is_taken, memory_order_release);
    if (!kept || (kept != answer && memcmp(kept, answer, size) != 0))
        contradict(book, of->subject);
}

/* Room is made at the beginning of a call and not when it is needed, because pointers to results live as long as the
 * call. */
void worker_make_room(lua_State *L)
{
    worker *w = worker_of(L);

    if (w->results_bytes > RESULTS_BYTES)
        forget_results(w);
}

static void *room_in(lua_State *L, salvo_arena **arena, size_t size)
{
    void *room = NULL;

    if (!*arena)
        *arena = salvo_arena_new();
    if (*arena)
        room = salvo_arena_array(*arena, 1, size);
    if (!room)
        sandbox_no_memory(L);
    return room;
}

void *worker_results(lua_State *L, size_t size)
{
    worker *w = worker_of(L);
    void *room = room_in(L, &w->results, size);

    w->results_bytes += size;
    return room;
}

void *worker_kept(lua_State *L, size_t size)
{
    worker *w = worker_of(L);
    void *room = room_in(L, &w->kept_results, size);

    w->kept_bytes += size;
    return room;
}

void worker_push_function(lua_State *L, const subject *of, function_name function)
{
    worker_of(L)->box.line = of->lines[function];
    worker_of(L)->called |= UINT64_C(1) << function;
    lua_rawgeti(L, LUA_REGISTRYINDEX, worker_of(L)->functions[of->number * N_FUNCTIONS + (int)function]);
}

void worker_push_rulebook(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &RULEBOOK);
}

void worker_push_rule(lua_State *L, const char *part, const char *name)
{
    lua_Debug at;

    worker_push_rulebook(L);
    if (part)
        lua_getfield(L, -1, part);
    lua_getfield(L, -1, name);
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &at);
    worker_of(L)->box.line = sandbox_place(at.source, at.linedefined);
}

void worker_fail(lua_State *L, const subject *of, function_name function, const char *format, ...)
{
    char text[SALVO_ERROR_TEXT];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    sandbox_fail(L, of->lines[function] ? of->lines[function] : of->line, "%s", text);
}
