/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory may run out at any allocation: whatever was begun is given back, and the answer is SALVO_NO_MEMORY. The linker
 * sends every allocation of the library here (--wrap, in CMakeLists.txt), and the n-th fails. What leaks is found by the
 * address sanitiser.
 *
 * Thousands of allocations come from some hundred call paths (the functions that led there, with the lines that called).
 * Each path fails the first time that it is taken, and the last time, when the most is there to be given back. With
 * SALVO_SOAK set in the environment, every allocation fails in turn.
 *
 *     memory_failures             what the library does
 *     memory_failures commands    whole commands (tests/commands), each where its paths end in calls in which none of an
 *                                 earlier command has ended */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <csv.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/arena.h>
#include <salvo/compare.h>
#include <salvo/dice_expression.h>
#include <salvo/efficiency.h>
#include <salvo/explain.h>
#include <salvo/fight.h>
#include <salvo/luck.h>
#include <salvo/matrix.h>
#include <salvo/odds.h>
#include <salvo/points.h>
#include <salvo/report.h>
#include <salvo/rules.h>
#include <salvo/selection.h>

#include "base/hash.h"
#include "cli/command_line.h"
#include "every_command.h"
#include "pocket/pocket.h"
#include "sanitised.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum mode { ONCE, FOR_GOOD, N_MODES }; /* only the n-th fails, or every one from the n-th on */

static struct {
    enum mode mode;
    long left;   /* allocations until one fails; 0: none will */
    bool failed; /* one has */
} memory;

enum { DEPTH_MAX = 64, PATHS_MAX = 16384, PLACES = 4 * PATHS_MAX };

typedef struct call_path {
    void *caller[DEPTH_MAX];
    int depth;
    long first, last; /* its allocations, counted from 1 */
} call_path;

static struct {
    bool on;
    int depth; /* how many calls tell paths apart, from the inside */
    long allocations;
    call_path path[PATHS_MAX];
    size_t n;
    size_t place[PLACES]; /* by the hash of its calls, or the next that is free: 1 + the path */
} noted = {.depth = DEPTH_MAX};

static void note_none(void)
{
    noted.allocations = 0;
    noted.n = 0;
    memset(noted.place, 0, sizeof noted.place);
}

static bool is_same_path(const call_path *a, const call_path *b)
{
    return a->depth == b->depth && memcmp(a->caller, b->caller, (size_t)a->depth * sizeof *a->caller) == 0;
}

static void note_path(void)
{
    call_path now = {.first = ++noted.allocations};
    size_t at;

    now.depth = backtrace(now.caller, noted.depth);
    at = salvo_hash(SALVO_HASH, now.caller, (size_t)now.depth * sizeof *now.caller) % PLACES;
    while (noted.place[at] && !is_same_path(&noted.path[noted.place[at] - 1], &now))
        at = (at + 1) % PLACES;
    if (!noted.place[at]) {
        assert_true(noted.n < PATHS_MAX);
        noted.path[noted.n++] = now;
        noted.place[at] = noted.n;
    }
    noted.path[noted.place[at] - 1].last = now.first;
}

static bool fails(void)
{
    bool now = memory.left == 1;

    if (noted.on)
        note_path();
    memory.failed = memory.failed || now;
    if (memory.left > 1 || (now && memory.mode == ONCE))
        memory.left--;
    return now;
}

static void fail_at(long n, enum mode mode)
{
    memory.mode = mode;
    memory.left = n;
    memory.failed = false;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *at, size_t size);
int __real_csv_init(struct csv_parser *parser, unsigned char options);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *at, size_t size);
int __wrap_csv_init(struct csv_parser *parser, unsigned char options);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *at, size_t size)
{
    return fails() ? NULL : __real_realloc(at, size);
}

/* libcsv would call its own realloc, out of the linker's reach. */
int __wrap_csv_init(struct csv_parser *parser, unsigned char flags)
{
    int status = __real_csv_init(parser, flags);

    csv_set_realloc_func(parser, __wrap_realloc);
    return status;
}

/* Something that allocates. When it succeeds, *sum tells its result from any other. */
typedef salvo_status attempt_function(const salvo_rulebook *book, uint64_t *sum, salvo_error *err);

/* The fixture's rules are in C: how often rules in Lua allocate depends on what was asked before, and the test lua_memory
 * is theirs. */
static salvo_status open_pocket(salvo_rulebook *book, salvo_error *err)
{
    static const char *const SETTINGS[] = {"units.heavy.save=5", "units.Light tank.points=11"};
    char path[512];

    snprintf(path, sizeof path, "%s/pocket/data", getenv("SALVO_TESTS"));
    return salvo_rulebook_open(book, &POCKET, path, SETTINGS, COUNT_OF(SETTINGS), err);
}

static salvo_status open_book(const salvo_rulebook *unused, uint64_t *sum, salvo_error *err)
{
    salvo_rulebook book;
    salvo_status status = open_pocket(&book, err);

    (void)unused;
    *sum = status == SALVO_OK ? salvo_store_hash(&book.store) : 0;
    if (status != SALVO_OK)
        assert_null(book.store.memory);
    salvo_rulebook_close(&book);
    return status;
}

static salvo_status ask(const salvo_rulebook *book, const char *name, const char *const *words, size_t n, uint64_t *sum,
                        salvo_error *err)
{
    const salvo_procedure *procedure;
    salvo_question question;
    salvo_status status;

    assert_int_equal(salvo_procedure_find(book->ruleset, name, &procedure, NULL), SALVO_OK);
    status = salvo_question_ask(&question, book, procedure, words, n, err);
    *sum = 0;
    for (size_t i = 0; status == SALVO_OK && i < procedure->schema.n_parameters; i++)
        for (const char *text = question.values[i].text; *text; text++)
            *sum = *sum * 31 + (unsigned char)*text;
    if (status != SALVO_OK)
        assert_null(question.memory);
    salvo_question_free(&question);
    return status;
}

/* The list is long enough to need several blocks of the question's arena. */
static salvo_status ask_for_a_price(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    enum { ITEMS = 600 };
    char weapons[1 + ITEMS * 24] = "weapons=cannon-b";
    const char *const words[] = {"mobility=fast", "hp=28", weapons};

    for (int i = 1; i < ITEMS; i++)
        strcat(weapons, i % 2 ? ",artillery-heavy-fixed" : ",Cannon E");
    return ask(book, "mad.points", words, COUNT_OF(words), sum, err);
}

static salvo_status ask_with_names(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    static const char *const WORDS[] = {"unit=Firefly", "target=tiger 1", "range=500", "weapons=best"};

    return ask(book, "mad.unit-fire", WORDS, COUNT_OF(WORDS), sum, err);
}

/* One thread and one block of trials: with more, what is allocated depends on the clock. */
static const salvo_approach BY_TRIALS = {
    .method = SALVO_MONTE_CARLO, .options = {.turns_max = 50}, .plan = {.seed = 1, .trials = 200, .threads = 1}};

static salvo_status compare(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    static const char *const WORDS[] = {"a=Heavy tank", "b=medium", "range=12", "first=a"};
    const salvo_procedure *duel;
    salvo_question first, second;
    salvo_comparison c;
    salvo_status status;

    assert_int_equal(salvo_procedure_find(book->ruleset, "pocket.duel", &duel, NULL), SALVO_OK);
    status = salvo_question_ask(&first, book, duel, WORDS, 3, err);
    if (status != SALVO_OK)
        return status;
    status = salvo_question_ask(&second, book, duel, WORDS, 4, err);
    if (status == SALVO_OK) {
        status = salvo_compare(&c, &first, &second, &BY_TRIALS, err);
        *sum = c.simulation.hash;
        if (status != SALVO_OK)
            assert_null(c.memory);
        salvo_comparison_free(&c);
    }
    salvo_question_free(&first);
    salvo_question_free(&second);
    return status;
}

static salvo_status compare_battles(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    static const salvo_battle_plan PLAN = {
        .army = {{.list = "Heavy tank"}, {.list = "2 Light tank"}}, .range = 12, .close_to = -1};
    static const salvo_battle_plan CLOSER = {
        .army = {{.list = "Heavy tank"}, {.list = "2 Light tank"}}, .range = 6, .close_to = -1};
    const salvo_approach both = {.method = SALVO_BOTH, .plan = BY_TRIALS.plan};
    salvo_question first, second;
    salvo_comparison c;
    salvo_status status = salvo_battle_ask(&first, book, &PLAN, &both.plan, err);

    if (status != SALVO_OK)
        return status;
    status = salvo_battle_ask(&second, book, &CLOSER, &both.plan, err);
    if (status == SALVO_OK) {
        status = salvo_compare(&c, &first, &second, &both, err);
        *sum = c.simulation.hash;
        if (status != SALVO_OK)
            assert_null(c.memory);
        salvo_comparison_free(&c);
        salvo_battle_question_free(&second);
    }
    salvo_battle_question_free(&first);
    return status;
}

static salvo_status fight(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    static const char *const WORDS[] = {"range=12"};
    salvo_duel duel;
    salvo_status status = salvo_duel_fight(&duel, book, "Heavy tank", "medium", WORDS, 1, &BY_TRIALS, err);

    *sum = duel.answer.simulation.hash + duel.n_turns;
    if (status != SALVO_OK)
        assert_null(duel.memory);
    salvo_duel_free(&duel);
    return status;
}

static salvo_status measure(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    const salvo_efficiency_plan plan = {.range = "12", .units = "Heavy tank, medium", .how = &BY_TRIALS.plan};
    salvo_efficiency e;
    salvo_status status = salvo_efficiency_measure(&e, book, &plan, err);

    *sum = status == SALVO_OK ? (uint64_t)(1e9 * salvo_efficiency_shot(&e, 0, 0, 0)->kill) : 0;
    if (status != SALVO_OK)
        assert_null(e.memory);
    salvo_efficiency_free(&e);
    return status;
}

static salvo_status fight_all(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    const salvo_matrix_plan plan = {.matching = SALVO_ONE_ON_ONE, .range = "6:1,12:2", .units = "Heavy tank, medium"};
    salvo_matrix x;
    salvo_status status = salvo_matrix_fight(&x, book, &plan, &BY_TRIALS, err);

    *sum = x.hash;
    if (status != SALVO_OK)
        assert_null(x.memory);
    salvo_matrix_free(&x);
    return status;
}

/* So many that their texts fill several blocks of an arena. */
static salvo_status read_ranges(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    enum { N = 900 };
    salvo_arena *arena = salvo_arena_new();
    salvo_ranges ranges;
    char text[N * 8] = "";
    salvo_status status;

    for (size_t i = 1, length = 0; i <= N; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%zu:1", i > 1 ? "," : "", i);
    status = arena ? salvo_ranges_read(&ranges, text, book, arena, err) : salvo_fail_memory(err);
    *sum = status == SALVO_OK ? ranges.n : 0;
    salvo_arena_free(arena);
    return status;
}

static uint64_t sum_of_texts(const salvo_odds *odds)
{
    uint64_t sum = odds->n_outcomes;

    for (size_t i = 0; i < odds->n_outcomes; i++)
        for (const char *text = odds->outcomes[i].probability.exact; *text; text++)
            sum = sum * 31 + (unsigned char)*text;
    return sum;
}

/* An expression with every kind of node, and what is cumulated of it. */
static salvo_status reckon(const salvo_rulebook *unused, uint64_t *sum, salvo_error *err)
{
    salvo_arena *scratch = salvo_arena_new();
    salvo_question question;
    salvo_answer answer = {.exact = false};
    salvo_tail *tails;
    size_t n;
    salvo_status status =
        salvo_dice_ask(&question,
                       "max(4d6 drop lowest, repeat(2, d8 explode max 1)) * count(2d6 reroll 1 >= 4) - "
                       "min(d4, 3) / 2 + (d6 > d4)",
                       err);

    (void)unused;
    *sum = 0;
    if (!scratch && status == SALVO_OK)
        status = salvo_fail_memory(err);
    if (status == SALVO_OK)
        status = salvo_answer_find(&answer, &question, NULL, err);
    if (status == SALVO_OK)
        status = salvo_answer_tails(&answer, scratch, &tails, &n, err);
    if (status == SALVO_OK)
        *sum = sum_of_texts(&answer.odds) + n;
    salvo_answer_free(&answer);
    salvo_question_free(&question);
    salvo_arena_free(scratch);
    return status;
}

/* Dice, because the cells of a book are tried by the thousand. */
static salvo_status explain_dice(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    salvo_question question;
    salvo_explanation e = {.memory = NULL};
    salvo_status status = salvo_dice_ask(&question, "4d6 drop lowest", err);

    (void)book;
    if (status == SALVO_OK)
        status = salvo_explain(&e, &question, NULL, err);
    *sum = e.n_outcomes + e.n_throws;
    salvo_explanation_free(&e);
    salvo_question_free(&question);
    return status;
}

static salvo_status fire_together(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    const salvo_fire_plan plan = {.list = "2 Heavy tank, medium", .target = "Light tank", .range = "12"};
    salvo_fire_list fires = {.n = 0};
    salvo_odds odds = {.memory = NULL};
    salvo_status status = salvo_fire_list_ask(&fires, book, &plan, err);

    if (status == SALVO_OK)
        status = salvo_odds_solve(&odds, &fires.sum, NULL, err);
    *sum = odds.n_outcomes;
    salvo_odds_free(&odds);
    salvo_fire_list_free(&fires);
    return status;
}

/* The totals of a shot, and how lucky they were. */
static salvo_status look_back(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    static const char *const WORDS[] = {"firer=heavy", "target=light", "range=12"};
    const salvo_approach exactly = {.method = SALVO_EXACT};
    const salvo_procedure *procedure;
    salvo_question question, total = {.memory = NULL};
    salvo_luck luck = {.memory = NULL};
    salvo_luck_entry entry = {
        .name = "shot", .words = "", .success = {.text = "0", .origin = ""}, .happened = {.text = "1/3", .origin = ""}};
    salvo_status status;

    assert_int_equal(salvo_procedure_find(book->ruleset, "pocket.volley", &procedure, NULL), SALVO_OK);
    status = salvo_question_ask(&question, book, procedure, WORDS, COUNT_OF(WORDS), err);
    if (status == SALVO_OK)
        status = salvo_question_total(&total, &question, "hits", err);
    entry.question = &total;
    if (status == SALVO_OK)
        status = salvo_luck_find(&luck, &entry, 1, &exactly, err);
    *sum = status == SALVO_OK ? (uint64_t)(1e9 * luck.tails.at_most.value) : 0;
    salvo_luck_free(&luck);
    salvo_question_free(&total);
    salvo_question_free(&question);
    return status;
}

/* One list with an entry of each kind, as a page of each format that memory can fail in. */
static salvo_status publish(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    static const salvo_format_kind KINDS[] = {SALVO_TABLE, SALVO_CSV, SALVO_JSON, SALVO_LATEX, SALVO_HTML};
    char path[512];
    salvo_appendix appendix;
    salvo_status status;

    snprintf(path, sizeof path, "%s/pocket/appendix.yaml", getenv("SALVO_TESTS"));
    status = salvo_appendix_make(&appendix, book, path, NULL, err);
    if (status != SALVO_OK)
        assert_null(appendix.memory);
    *sum = appendix.n_entries;
    for (size_t i = 0; i < COUNT_OF(KINDS) && status == SALVO_OK; i++) {
        char bytes[1 << 16] = "";
        FILE *out = fmemopen(bytes, sizeof bytes, "w");

        assert_non_null(out);
        status = salvo_report_appendix(out, (salvo_format){.kind = KINDS[i]}, &appendix, err);
        fclose(out);
        for (const char *byte = bytes; *byte && status == SALVO_OK; byte++)
            *sum = *sum * 31 + (unsigned char)*byte;
    }
    salvo_appendix_free(&appendix);
    return status;
}

/* Three units, few battles, one thread, and everything that an author may ask for. */
static const salvo_army_choice BOUGHT[] = {{"heavy", 0, 4}, {"medium", 0, 4}, {"light", 0, 4}};
static const salvo_price_bound BOUNDS[] = {{"medium", 60, 60, "--keep"}, {NULL, 0, 90, "--greatest"}};
static const salvo_price_order ORDER = {"heavy", "medium"};
static const salvo_price_limits LIMITS = {.bounds = BOUNDS, .n_bounds = 2, .orders = &ORDER, .n_orders = 1};
static const char *const NAMED[] = {"heavy"};

static salvo_points_plan few_battles(void)
{
    static const double RANGES[] = {6, 24};
    salvo_points_plan plan = SALVO_POINTS_PLAN;

    plan.threads = 1;
    plan.pairs = 20; /* with fewer nothing is fitted */
    plan.precision = 0.5;
    plan.elements_max = 4;
    plan.rounds = 1;
    plan.tolerance = 0.1;
    plan.ranges = RANGES;
    plan.n_ranges = 2;
    plan.scenarios[SALVO_ADVANCE] = plan.scenarios[SALVO_MEETING] = false;
    plan.choices = BOUGHT;
    plan.n_choices = COUNT_OF(BOUGHT);
    plan.limits = &LIMITS;
    plan.named = NAMED;
    plan.n_named = 1;
    return plan;
}

static salvo_status fit_prices(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    const salvo_points_plan plan = few_battles();
    salvo_points_fit f;
    salvo_status status = salvo_points_fit_run(&f, book, &plan, err);

    *sum = status == SALVO_OK ? (uint64_t)(1e6 * f.prices[0].fitted.value) : 0;
    if (status != SALVO_OK)
        assert_null(f.memory);
    salvo_points_fit_free(&f);
    return status;
}

static salvo_status price_one(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    const salvo_points_plan plan = few_battles();
    salvo_points_price p;
    salvo_status status = salvo_points_price_run(&p, book, &plan, NAMED, 1, err);

    *sum = status == SALVO_OK ? (uint64_t)(1e6 * p.prices[0].price.value) : 0;
    if (status != SALVO_OK)
        assert_null(p.memory);
    salvo_points_price_free(&p);
    return status;
}

static salvo_status compare_lists(const salvo_rulebook *book, uint64_t *sum, salvo_error *err)
{
    static const salvo_cell HEADER[] = {{"id", "list", 1, 1}, {"price", "list", 1, 4}};
    static salvo_cell cells[] = {{"medium", "list", 2, 1}, {"80", "list", 2, 9}};
    const salvo_table prices = {
        .name = "list", .path = "list", .header = HEADER, .n_columns = 2, .cells = cells, .n_rows = 1};
    const salvo_points_plan plan = few_battles();
    salvo_points_comparison c;
    salvo_status status = salvo_points_compare(&c, book, &plan, &(salvo_other_list){.prices = &prices}, err);

    *sum = status == SALVO_OK ? (uint64_t)(1e6 * c.measures[0].list[1].value) : 0;
    if (status != SALVO_OK)
        assert_null(c.memory);
    salvo_points_comparison_free(&c);
    return status;
}

/* The failure is told, or the result is what it would have been: libcsv tries again with less. */
static void check(salvo_status status, const salvo_error *err, uint64_t sum, uint64_t whole)
{
    if (status == SALVO_OK) {
        assert_true(sum == whole);
        assert_true(!memory.failed || memory.mode == ONCE);
    } else {
        assert_true(memory.failed);
        assert_int_equal(status, SALVO_NO_MEMORY);
        assert_int_equal(err->status, SALVO_NO_MEMORY);
        assert_string_equal(err->text, "out of memory");
    }
}

static void try_one(attempt_function *attempt, const salvo_rulebook *book, long n, enum mode mode, uint64_t whole)
{
    salvo_error err = {0};
    salvo_status status;
    uint64_t sum;

    fail_at(n, mode);
    status = attempt(book, &sum, &err);
    memory.left = 0;
    assert_true(memory.failed);
    check(status, &err, sum, whole);
}

/* Returns how many allocations the attempt makes. */
static long try_all(attempt_function *attempt, const salvo_rulebook *book)
{
    bool all = getenv("SALVO_SOAK") != NULL;
    uint64_t whole, again;
    salvo_error err = {.text = ""};

    if (attempt(book, &whole, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    note_none();
    noted.on = true;
    assert_int_equal(attempt(book, &again, NULL), SALVO_OK);
    noted.on = false;
    assert_true(again == whole);
    for (enum mode mode = 0; mode < N_MODES; mode++) {
        for (long n = 1; n <= noted.allocations && all; n++)
            try_one(attempt, book, n, mode, whole);
        for (size_t i = 0; i < noted.n && !all; i++) {
            const long end[] = {noted.path[i].first, noted.path[i].last};

            if (IS_SANITISED && i % N_MODES == mode) /* every path fails at one end in one way */
                try_one(attempt, book, end[i / N_MODES % 2], mode, whole);
            for (size_t k = 0; k < 2 && !IS_SANITISED; k++)
                if (k == 0 || end[1] > end[0])
                    try_one(attempt, book, end[k], mode, whole);
        }
    }
    print_message("%ld allocations on %zu paths\n", noted.allocations, noted.n);
    return noted.allocations;
}

static void opening_a_rulebook_survives(void **state)
{
    (void)state;
    assert_true(try_all(open_book, NULL) > 20); /* fewer would mean that the wrapping has come off */
}

/* A book with parameters of every kind. */
static int open_large(void **state)
{
    static salvo_rulebook book;
    char path[512];

    *state = &book;
    snprintf(path, sizeof path, "%s/mad", getenv("SALVO_DATA"));
    return salvo_rulebook_open(&book, NULL, path, NULL, 0, NULL) != SALVO_OK;
}

static void asking_a_question_survives(void **state)
{
    assert_true(try_all(ask_for_a_price, *state) > 5); /* the arena, its blocks, the list's spelling */
    assert_true(try_all(ask_with_names, *state) >= 2);
}

/* A mistake that is complained about with too little memory is a mistake still, or there is too little memory. */
static void complaining_survives(void **state)
{
    static const char *const WORDS[] = {"unit=Tigre", "unit=Sherman", "unt=Firefly", "range=-1", "weapons=all"};

    for (size_t i = 0; i < COUNT_OF(WORDS) * N_MODES; i++)
        for (long n = 1; n == 1 || memory.failed; n++) {
            uint64_t sum;
            salvo_error err = {0};
            salvo_status status;

            fail_at(n, i % N_MODES);
            status = ask(*state, "mad.unit-fire", &WORDS[i / N_MODES], 1, &sum, &err);
            memory.left = 0;
            assert_true(status == SALVO_BAD_INPUT || (memory.failed && status == SALVO_NO_MEMORY));
            assert_int_equal(err.status, status);
            assert_true(*err.text);
        }
}

static void simulating_survives(void **state)
{
    assert_true(try_all(compare, *state) > 10);
    assert_true(try_all(compare_battles, *state) > 10);
    assert_true(try_all(fight, *state) > 10);
}

static void tables_of_many_answers_survive(void **state)
{
    assert_true(try_all(measure, *state) > 10);
    assert_true(try_all(fight_all, *state) > 10);
    assert_true(try_all(read_ranges, *state) > 2);
}

static void reckoning_survives(void **state)
{
    assert_true(try_all(reckon, *state) > 10);
}

static void looking_back_survives(void **state)
{
    assert_true(try_all(look_back, *state) > 10);
}

static void explaining_survives(void **state)
{
    assert_true(try_all(explain_dice, *state) > 10);
}

static void fire_of_many_survives(void **state)
{
    assert_true(try_all(fire_together, *state) > 10);
}

static void publishing_survives(void **state)
{
    assert_true(try_all(publish, *state) > 100);
}

static void prices_survive(void **state)
{
    assert_true(try_all(fit_prices, *state) > 100);
    assert_true(try_all(price_one, *state) > 100);
    assert_true(try_all(compare_lists, *state) > 100);
}

/* Commands. */

/* Of the calls that a path ends in, those of this file included. */
enum { END = 6, ENDS_MAX = 1 << 16 };

static const catalogued *asked_now;

/* Answers the line; what the test itself allocates neither fails nor is noted. */
static salvo_status run_line(uint64_t *sum, salvo_error *err)
{
    const long left = memory.left;
    const bool on = noted.on;
    salvo_arena *arena;
    context x;
    char **words;
    size_t n;
    salvo_status status;

    memory.left = 0;
    noted.on = false;
    empty_out();
    arena = salvo_arena_new();
    words = words_of(asked_now, &n, arena);
    memory.left = left;
    noted.on = on;
    status = context_init(&x, NULL, err);
    *sum = SALVO_HASH;
    if (status == SALVO_OK) {
        status = command_line_run(&x, (int)n, words, err);
        for (EACH_OUTPUT(&x.outputs, out))
            if (status == SALVO_OK)
                *sum = salvo_hash(*sum, out->bytes, out->length);
        context_free(&x);
    }
    salvo_arena_free(arena);
    return status;
}

/* Whether a path ends as none before. */
static bool ends_anew(const call_path *path)
{
    static uint64_t seen[ENDS_MAX];
    const size_t depth = path->depth < END ? (size_t)path->depth : END;
    uint64_t end = salvo_hash(SALVO_HASH, path->caller, depth * sizeof *path->caller);
    size_t i = end % ENDS_MAX;

    while (seen[i] && seen[i] != end)
        i = (i + 1) % ENDS_MAX;
    if (seen[i])
        return false;
    seen[i] = end;
    return true;
}

/* A command may have begun to write when its memory runs out: then it says so of the file. What work is shared out into may
 * depend on the clock, so that now and then fewer allocations are made than there were. */
static bool fail_line(long n, enum mode mode, uint64_t whole)
{
    salvo_error err = {0};
    salvo_status status;
    uint64_t sum;

    fail_at(n, mode);
    status = run_line(&sum, &err);
    memory.left = 0;
    if (status == SALVO_OK ? sum != whole || (memory.failed && mode == FOR_GOOD)
                           : !memory.failed || err.status != status || !strstr(err.text, "memory"))
        fail_msg("salvo %s, without its allocation %ld%s: status %d, %s", asked_now->line, n,
                 mode == FOR_GOOD ? " and any other" : "", (int)status, err.text);
    return memory.failed;
}

/* A part of the ends must do. */
enum { EVERY = 5 };

static size_t try_line(void)
{
    static size_t ends;
    uint64_t whole;
    salvo_error err = {0};
    size_t tried = 0, failed = 0;

    if (run_line(&whole, &err) != SALVO_OK)
        fail_msg("salvo %s: %s", asked_now->line, err.text);
    note_none();
    noted.on = true;
    assert_int_equal(run_line(&whole, NULL), SALVO_OK);
    noted.on = false;
    for (size_t i = 0; i < noted.n; i++)
        if (ends_anew(&noted.path[i]) && ends++ % EVERY == 0)
            failed += fail_line(noted.path[i].first, tried++ % N_MODES, whole);
    print_message("%5zu of %zu paths: salvo %s\n", failed, noted.n, asked_now->line);
    return failed;
}

static void commands_survive(void **state)
{
    salvo_arena *arena = salvo_arena_new();
    size_t n, tried = 0;
    const catalogued *all = every_command(&n, arena);

    (void)state;
    noted.depth = END;
    enter_folder();
    for (size_t i = 0; i < n; i++) {
        uint64_t sum;

        asked_now = &all[i];
        if (has_tag(asked_now, "first"))
            assert_int_equal(run_line(&sum, NULL), SALVO_OK);
        else if (!has_tag(asked_now, "more") && !has_tag(asked_now, "slow") && !has_tag(asked_now, "drawn"))
            tried += try_line();
    }
    assert_true(tried > 50); /* about 90: how paths end depends on the machine's instruction set */
    leave_folder();
    salvo_arena_free(arena);
}

static int open_shared(void **state)
{
    static salvo_rulebook book;

    *state = &book;
    return open_pocket(&book, NULL) != SALVO_OK;
}

static int close_shared(void **state)
{
    salvo_rulebook_close(*state);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_a_rulebook_survives),
        cmocka_unit_test_setup_teardown(asking_a_question_survives, open_large, close_shared),
        cmocka_unit_test_setup_teardown(complaining_survives, open_large, close_shared),
        cmocka_unit_test(simulating_survives),
        cmocka_unit_test(tables_of_many_answers_survive),
        cmocka_unit_test(reckoning_survives),
        cmocka_unit_test(looking_back_survives),
        cmocka_unit_test(explaining_survives),
        cmocka_unit_test(fire_of_many_survives),
        cmocka_unit_test(publishing_survives),
        cmocka_unit_test(prices_survive),
    };

    const struct CMUnitTest commands[] = {cmocka_unit_test(commands_survive)};

    if (argc > 1 && strcmp(argv[1], "commands") == 0)
        return cmocka_run_group_tests_name("memory failures of commands", commands, NULL, NULL);
    return cmocka_run_group_tests_name("memory failures", tests, open_shared, close_shared);
}
