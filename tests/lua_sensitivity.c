/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an answer of rules in Lua rests on is known cell by cell: the others are not asked about, and every answer is what
 * it is without that knowledge. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include <salvo/sensitivity.h>

#include "example_book.h"
#include "support.h"

enum { ROOM = 8 };

static const salvo_step_size ONE = {1, 0};

/* A book whose ruleset counts the cells that it says nobody has read. */
static atomic_size_t n_unread;
static salvo_reading (*really_read)(const void *tables, size_t table, size_t row, size_t column);

static salvo_reading counted_read(const void *tables, size_t table, size_t row, size_t column)
{
    const salvo_reading reading = really_read(tables, table, row, column);

    n_unread += reading == SALVO_UNREAD;
    return reading;
}

typedef struct watched_book {
    salvo_rulebook book;
    salvo_ruleset ruleset;
} watched_book;

static void watched_open(watched_book *w, const char *name, bool is_known)
{
    example_open(&w->book, name);
    really_read = w->book.ruleset->has_read;
    assert_non_null(really_read);
    w->ruleset = *w->book.ruleset;
    w->ruleset.has_read = is_known ? counted_read : NULL;
    w->book.ruleset = &w->ruleset;
    n_unread = 0;
}

typedef struct sensitivity_case {
    const char *name, *rulebook;
    salvo_method method;
    const char *a, *b; /* units of a duel; of a battle its armies */
    const char *words[ROOM];
    double battle_at; /* a battle whose lines meet, from there on; 0: a duel */
    const char *only[ROOM];
    size_t n_unread; /* steps of cells that nobody reads, where they were counted by hand; else 0 */
} sensitivity_case;

/* Tiny has 23 numbers: 3 brackets, and hits, save, shots, speed and points of four tanks. A duel of two kinds of tank reads
 * the five of both and its bracket: twelve are left, with two steps each, of which the table refuses no shots of the medium
 * tank and ten of the battery. A battle that closes from 24 inches to 6 reads all brackets. */
/* clang-format off */
static const sensitivity_case CASES[] = {
    {"tiny duel", "tiny", SALVO_EXACT, "light", "heavy", {"range=12"}, 0, {NULL}, 22},
    {"tiny duel beyond all brackets", "tiny", SALVO_EXACT, "light", "heavy", {"range=30", "turns=3"}, 0, {NULL}, 24},
    {"tiny duel simulated", "tiny", SALVO_MONTE_CARLO, "light", "heavy", {"range=12"}, 0, {NULL}, 22},
    {"tiny battle", "tiny", SALVO_EXACT, "2 light", "heavy", {NULL}, 24, {NULL}, 18},
    {"tiny battle simulated", "tiny", SALVO_MONTE_CARLO, "2 light", "heavy", {NULL}, 24, {NULL}, 18},
    {"M.A.D. duel", "../../data/mad", SALVO_EXACT, "Tiger I", "Sherman Firefly", {"range=750", "a-cover=normal"}, 0, {NULL}, 0},
    {"M.A.D. battle", "../../data/mad", SALVO_EXACT, "2 Tiger I", "2 Sherman Firefly", {NULL}, 750,
     {"weapons.cannon-a", "weapons.cannon-d.damage", "units.german-tiger-i", "units.german-marder-iii"}, 0},
};
/* clang-format on */

static salvo_subject subject_of(const sensitivity_case *c, salvo_battle_plan *plan)
{
    salvo_subject s = {.a = c->a, .b = c->b, .words = c->words, .only = c->only, .metric = SALVO_CHANCE_OF_A};

    *plan = (salvo_battle_plan){.range = c->battle_at, .scenario = SALVO_MEETING, .close_to = -1};
    plan->army[0].list = c->a;
    plan->army[1].list = c->b;
    s.battle = c->battle_at > 0 ? plan : NULL;
    while (s.n_words < ROOM && c->words[s.n_words])
        s.n_words++;
    while (s.n_only < ROOM && c->only[s.n_only])
        s.n_only++;
    return s;
}

static void measure(salvo_sensitivity *s, const sensitivity_case *c, const watched_book *w)
{
    salvo_battle_plan plan;
    const salvo_subject subject = subject_of(c, &plan);
    salvo_approach how = {.method = c->method, .plan = SALVO_PLAN};
    salvo_error err = {0};

    how.plan.trials = 4000;
    if (salvo_sensitivity_measure(s, &w->book, &subject, &ONE, &how, &err) != SALVO_OK)
        fail_msg("%s: %s", c->name, err.text);
    assert_true(s->n_sensitive_cells > 0 || c->words[1]);
}

static void assert_figure(const salvo_figure *a, const salvo_figure *b)
{
    assert_true(a->exact.value == b->exact.value || (isnan(a->exact.value) && isnan(b->exact.value)));
    assert_int_equal(a->exact.exact != NULL, b->exact.exact != NULL);
    if (a->exact.exact)
        assert_string_equal(a->exact.exact, b->exact.exact);
    assert_memory_equal(&a->simulated, &b->simulated, sizeof a->simulated);
    assert_int_equal(a->count, b->count);
}

static void assert_move(const salvo_changed_answer *a, const salvo_changed_answer *b)
{
    assert_string_equal(a->to, b->to);
    assert_int_equal(a->refused != NULL, b->refused != NULL);
    if (a->refused)
        assert_string_equal(a->refused, b->refused);
    assert_int_equal(a->known, b->known);
    assert_figure(&a->value, &b->value);
    assert_figure(&a->difference, &b->difference);
    assert_int_equal(a->pairs_less, b->pairs_less);
    assert_int_equal(a->pairs_greater, b->pairs_greater);
}

static void assert_cells(const salvo_sensitive_cell *a, const salvo_sensitive_cell *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(a[i].cell, b[i].cell);
        assert_move(&a[i].down, &b[i].down);
        assert_move(&a[i].up, &b[i].up);
    }
}

static void answers_are_the_same_without(void **state)
{
    const sensitivity_case *c = *state;
    watched_book known, unknown;
    salvo_sensitivity a, b;

    watched_open(&known, c->rulebook, true);
    measure(&a, c, &known);
    if (c->n_unread)
        assert_int_equal(n_unread, c->n_unread);
    assert_true(n_unread > 0);
    watched_open(&unknown, c->rulebook, false);
    measure(&b, c, &unknown);
    assert_figure(&a.baseline.base, &b.baseline.base);
    assert_int_equal(a.baseline.simulation.hash, b.baseline.simulation.hash);
    assert_int_equal(a.n_sensitive_cells, b.n_sensitive_cells);
    assert_int_equal(a.n_refused, b.n_refused);
    assert_int_equal(a.n_without_effect, b.n_without_effect);
    assert_cells(a.sensitive_cells, b.sensitive_cells, a.n_sensitive_cells);
    assert_cells(a.refused, b.refused, a.n_refused);
    salvo_sensitivity_free(&a);
    salvo_sensitivity_free(&b);
    salvo_rulebook_close(&known.book);
    salvo_rulebook_close(&unknown.book);
}

static void search(salvo_search *s, const watched_book *w)
{
    salvo_battle_plan plan;
    const salvo_subject subject = subject_of(&CASES[0], &plan);
    salvo_error err = {0};

    if (salvo_search_run(s, &w->book, &subject, 0.4, NULL, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

static void minimal_changes_are_the_same_without(void **state)
{
    watched_book known, unknown;
    salvo_search a, b;

    (void)state;
    watched_open(&known, "tiny", true);
    search(&a, &known);
    assert_int_equal(n_unread, 2 * 12);
    watched_open(&unknown, "tiny", false);
    search(&b, &unknown);
    assert_true(a.n_minimal_changes > 0);
    assert_int_equal(a.n_minimal_changes, b.n_minimal_changes);
    for (size_t i = 0; i < a.n_minimal_changes; i++) {
        assert_string_equal(a.minimal_changes[i].cell, b.minimal_changes[i].cell);
        assert_string_equal(a.minimal_changes[i].to, b.minimal_changes[i].to);
        assert_figure(&a.minimal_changes[i].value, &b.minimal_changes[i].value);
    }
    salvo_search_free(&a);
    salvo_search_free(&b);
    salvo_rulebook_close(&known.book);
    salvo_rulebook_close(&unknown.book);
}

/* Every unit is enlisted when the pool is made, and who can harm whom is looked at as near as lines come: of the brackets
 * that of 24 inches is left. */
static void armies_are_the_same_without(void **state)
{
    static const double ranges[] = {12};
    salvo_points_plan plan = SALVO_POINTS_PLAN;
    const salvo_subject subject = {.points = &plan};
    const salvo_approach how = {.plan = SALVO_PLAN};
    watched_book known, unknown;
    salvo_sensitivity a, b;

    (void)state;
    plan.seed = 5;
    plan.pairs = 6;
    plan.precision = 0.2;
    plan.ranges = ranges;
    plan.n_ranges = 1;
    memset(plan.scenarios, 0, sizeof plan.scenarios);
    plan.scenarios[0] = 1;
    watched_open(&known, "tiny", true);
    assert_int_equal(salvo_sensitivity_measure(&a, &known.book, &subject, &ONE, &how, NULL), SALVO_OK);
    assert_int_equal(n_unread, 2);
    watched_open(&unknown, "tiny", false);
    assert_int_equal(salvo_sensitivity_measure(&b, &unknown.book, &subject, &ONE, &how, NULL), SALVO_OK);
    assert_true(a.n_sensitive_cells > 0);
    assert_int_equal(a.n_sensitive_cells, b.n_sensitive_cells);
    assert_int_equal(a.n_without_effect, b.n_without_effect);
    assert_cells(a.sensitive_cells, b.sensitive_cells, a.n_sensitive_cells);
    salvo_sensitivity_free(&a);
    salvo_sensitivity_free(&b);
    salvo_rulebook_close(&known.book);
    salvo_rulebook_close(&unknown.book);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(CASES) + 2];
    size_t n = 0;

    for (; n < COUNT_OF(CASES); n++)
        tests[n] = row_test(CASES[n].name, answers_are_the_same_without, &CASES[n]);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(minimal_changes_are_the_same_without);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(armies_are_the_same_without);
    return _cmocka_run_group_tests("sensitivity of rules in Lua", tests, n, NULL, NULL);
}
