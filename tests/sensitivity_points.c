/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one step in a table does to the imbalance: against two points tests on the same armies with the cell set, whose
 * scores nothing was taken over from. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <salvo/points.h>
#include <salvo/sensitivity.h>

#include "sensitivity/cells.h"
#include "support.h"

enum { SETTING_MAX = 256 };

static const salvo_step_size ONE = {1, 0};

/* Tables with cells that move armies, and cells that do not. */
typedef struct armies_case {
    const char *name, *ruleset, *nation; /* nation NULL: all */
    const char *only[4];
    double ranges[2];
    size_t n_ranges, pairs;
    int elements_max;
} armies_case;

static const armies_case CASES[] = {
    {"mad", "mad", "france", {"weapons.cannon-d", "levels", "units.french-somua-s35.hp"}, {500, 1000}, 2, 6, 6},
    {"trr", "trr", "france", {"guns.french-37", "guns.american-76", "markers"}, {40}, 1, 20, 6},
    {"skank", "skank", NULL, {"weapons.rifle.hit_modifier", "weapons.rifle.max_range"}, {20}, 1, 20, 6},
    {"mbt2030", "mbt2030", NULL, {"values.pin-limit"}, {0}, 1, 20, 6},
    {"rookie", "rookie", NULL, {"squads.american"}, {0}, 1, 6, 4},
};

/* The row of the nation. */
static const size_t *nation_of(const armies_case *c, size_t *row)
{
    salvo_rulebook book;

    if (!c->nation)
        return NULL;
    book_open(&book, c->ruleset, "");
    assert_int_equal(salvo_table_find(salvo_store_table(&book.store, "nations"), "nation", c->nation, row, NULL),
                     SALVO_OK);
    salvo_rulebook_close(&book);
    return row;
}

static salvo_points_plan plan_of(const armies_case *c, size_t *nation)
{
    salvo_points_plan plan = SALVO_POINTS_PLAN;

    plan.seed = 5;
    plan.pairs = c->pairs;
    plan.precision = 0.2;
    plan.elements_max = c->elements_max;
    plan.ranges = c->ranges;
    plan.n_ranges = c->n_ranges;
    plan.nation = nation_of(c, nation);
    return plan;
}

static salvo_subject subject_of(const armies_case *c, const salvo_points_plan *plan)
{
    salvo_subject s = {.points = plan, .only = c->only};

    while (c->only[s.n_only])
        s.n_only++;
    return s;
}

static void measure(salvo_sensitivity *s, const salvo_rulebook *book, const salvo_subject *subject, int threads)
{
    salvo_approach how = {.method = SALVO_MONTE_CARLO, .plan = SALVO_PLAN};
    salvo_error err = {0};

    how.plan.threads = threads;
    if (salvo_sensitivity_measure(s, book, subject, &ONE, &how, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

/* The imbalance by a points test in a book that was opened with the cell set: the same armies, where no price differs. */
static double tested(const armies_case *c, const salvo_points_plan *plan, const char *setting)
{
    salvo_rulebook book;
    salvo_points_test t;
    salvo_error err = {0};
    double imbalance;

    book_open(&book, c->ruleset, setting);
    if (salvo_points_test_run(&t, &book, plan, &err) != SALVO_OK)
        fail_msg("%s: %s", setting, err.text);
    imbalance = t.imbalance.plain.value;
    salvo_points_test_free(&t);
    salvo_rulebook_close(&book);
    return imbalance;
}

static const salvo_sensitive_cell *sensitive_cell_of(const salvo_sensitive_cell *sensitive_cells, size_t n,
                                                     const char *cell)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(sensitive_cells[i].cell, cell) == 0)
            return &sensitive_cells[i];
    return NULL;
}

static void check_step(const armies_case *c, const salvo_points_plan *plan, const char *cell, const char *to,
                       double expected)
{
    char setting[SETTING_MAX];
    double came;

    snprintf(setting, sizeof setting, "%s=%s", cell, to);
    came = tested(c, plan, setting);
    if (!(fabs(came - expected) < 1e-12))
        fail_msg("%s: a points test says %.15g, not %.15g", setting, came, expected);
}

static void check_move(const armies_case *c, const salvo_points_plan *plan, const salvo_sensitivity *s,
                       const char *cell, const salvo_changed_answer *m)
{
    double base = s->baseline.base.simulated.value;

    if (!m->known)
        return;
    check_step(c, plan, cell, m->to, m->value.simulated.value);
    assert_true(fabs(m->value.simulated.value - base - m->difference.simulated.value) < 1e-12);
    assert_true(m->difference.simulated.low <= m->difference.simulated.value &&
                m->difference.simulated.value <= m->difference.simulated.high);
}

static void steps_do_what_a_points_test_says(void **state)
{
    const armies_case *c = *state;
    size_t nation = 0;
    const salvo_points_plan plan = plan_of(c, &nation);
    const salvo_subject subject = subject_of(c, &plan);
    salvo_arena *memory = salvo_arena_new();
    number_cell *cells;
    salvo_sensitivity s;
    salvo_rulebook book;
    size_t n, idle = 0;

    book_open(&book, c->ruleset, "");
    measure(&s, &book, &subject, 0);
    assert_true(s.n_sensitive_cells > 0);
    assert_true(fabs(tested(c, &plan, "") - s.baseline.base.simulated.value) < 1e-12);
    assert_int_equal(number_cells_list(&book.store, &subject, memory, &cells, &n, NULL), SALVO_OK);
    for (size_t i = 0; i < n; i++) {
        const salvo_sensitive_cell *l = sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, cells[i].name);

        if (l) {
            check_move(c, &plan, &s, l->cell, &l->down);
            check_move(c, &plan, &s, l->cell, &l->up);
        } else if (!sensitive_cell_of(s.refused, s.n_refused, cells[i].name)) {
            check_step(c, &plan, cells[i].name, number_cell_text(&cells[i], cells[i].units + 1, memory),
                       s.baseline.base.simulated.value);
            idle++;
        }
    }
    assert_int_equal(idle, s.n_without_effect);
    salvo_arena_free(memory);
    salvo_sensitivity_free(&s);
    salvo_rulebook_close(&book);
}

/* Armies keep what they were bought for, also where the dearest is fired at first. Aircraft are in no battle. */
static void prices_and_strangers_have_no_effect(void **state)
{
    size_t nation = 0;
    const armies_case c = {NULL,  "mad", "france", {"units.*.points", "weapons.*.points", "aircraft.ju87-b1"},
                           {500}, 1,     10,       6};
    salvo_points_plan plan = plan_of(&c, &nation);
    const salvo_subject subject = {.points = &plan, .only = c.only, .n_only = 3};
    salvo_sensitivity s;

    (void)state;
    plan.battle.army[0].targets = plan.battle.army[1].targets = SALVO_STRONGEST;
    measure(&s, mad(), &subject, 0);
    assert_int_equal(s.n_sensitive_cells, 0);
    assert_true(s.n_without_effect > 100);
    assert_int_equal(s.n_without_effect + s.n_refused, s.baseline.n_cells);
    salvo_sensitivity_free(&s);
}

static void threads_make_no_difference(void **state)
{
    size_t nation = 0;
    const armies_case c = {NULL, "mad", "france", {"weapons.cannon-d"}, {750}, 1, 10, 6};
    const salvo_points_plan plan = plan_of(&c, &nation);
    const salvo_subject subject = {.points = &plan, .only = c.only, .n_only = 1};
    salvo_sensitivity one, three;

    (void)state;
    measure(&one, mad(), &subject, 1);
    measure(&three, mad(), &subject, 3);
    assert_int_equal(one.baseline.simulation.hash, three.baseline.simulation.hash);
    assert_int_equal(one.n_sensitive_cells, three.n_sensitive_cells);
    for (size_t i = 0; i < one.n_sensitive_cells; i++) {
        assert_string_equal(one.sensitive_cells[i].cell, three.sensitive_cells[i].cell);
        assert_true(one.sensitive_cells[i].swing == three.sensitive_cells[i].swing);
        assert_memory_equal(&one.sensitive_cells[i].up.difference.simulated,
                            &three.sensitive_cells[i].up.difference.simulated, sizeof(salvo_estimate));
    }
    salvo_sensitivity_free(&one);
    salvo_sensitivity_free(&three);
}

/* Says stop once so much is done of what it is told of. */
static bool look(void *context, const salvo_progress *progress)
{
    return progress->part < *(const double *)context;
}

static void what_was_not_looked_at_is_counted(void **state)
{
    size_t nation = 0;
    const armies_case c = {NULL, "mad", "france", {"weapons"}, {500}, 1, 10, 6};
    const salvo_points_plan plan = plan_of(&c, &nation);
    const salvo_subject subject = {.points = &plan, .only = c.only, .n_only = 1};
    double enough = 0.5;
    const salvo_progress_callback watch = {look, &enough};
    salvo_approach how = {.method = SALVO_MONTE_CARLO, .plan = SALVO_PLAN};
    salvo_sensitivity s;

    (void)state;
    how.plan.progress = &watch;
    assert_int_equal(salvo_sensitivity_measure(&s, mad(), &subject, &ONE, &how, NULL), SALVO_OK);
    assert_int_equal(s.baseline.simulation.stopped_by, SALVO_INTERRUPTED);
    assert_true(s.baseline.n_not_examined > 0);
    assert_int_equal(s.n_sensitive_cells + s.n_refused + s.n_without_effect + s.baseline.n_not_examined,
                     s.baseline.n_cells);
    salvo_sensitivity_free(&s);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(CASES) + 3];
    size_t n = 0;

    for (; n < COUNT_OF(CASES); n++)
        tests[n] = row_test(CASES[n].name, steps_do_what_a_points_test_says, &CASES[n]);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(prices_and_strangers_have_no_effect);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(threads_make_no_difference);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(what_was_not_looked_at_is_counted);
    n = part_of_tests(tests, n);
    return _cmocka_run_group_tests("sensitivity of points", tests, n, mad_open, mad_close);
}
