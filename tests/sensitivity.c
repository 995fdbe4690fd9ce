/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one step in a table does to an answer: by hand, against the answers of books that were opened with the cell set,
 * against salvo compare's pairs and salvo battle's trials; and the search for the change that is enough. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/compare.h>
#include <salvo/sensitivity.h>

#include "sensitivity/cells.h"
#include "support.h"

enum { SETTING_MAX = 256, CASE_WORDS = 8 };

static const salvo_step_size ONE = {1, 0};
static const salvo_approach EXACT = {.method = SALVO_EXACT};

static salvo_approach trials_of(uint64_t trials)
{
    salvo_approach how = {.method = SALVO_MONTE_CARLO, .plan = SALVO_PLAN};

    how.plan.trials = trials;
    return how;
}

typedef struct duel_case {
    const char *name, *ruleset, *a, *b;
    const char *words[CASE_WORDS];
    const char *searched[CASE_WORDS]; /* cells, where all take long */
} duel_case;

static const duel_case DUELS[] = {
    {"mad",
     "mad",
     "Tiger I",
     "Sherman Firefly",
     {"range=750", "a-cover=normal"},
     {"weapons", "levels", "units.german-tiger-i", "units.british-sherman-firefly", "modifiers"}},
    {"trr",
     "trr",
     "Tiger I",
     "Sherman Firefly",
     {"range=40"},
     {"guns.german-88-l56", "at-brackets", "units.german-tiger-i"}},
    {"skank", "skank", "hero", "trained", {"range=15", "b-count=5"}, {NULL}},
    {"mbt2030", "mbt2030", "mbt-norm", "mbt-norm", {"range=10"}, {NULL}},
    {"rookie", "rookie", "american", "russian", {NULL}, {NULL}},
};

static salvo_subject subject_of(const duel_case *c, salvo_answer_metric aspect)
{
    salvo_subject s = {.a = c->a, .b = c->b, .words = c->words, .metric = aspect};

    while (s.n_words < CASE_WORDS && c->words[s.n_words])
        s.n_words++;
    return s;
}

static void measure(salvo_sensitivity *s, const salvo_rulebook *book, const salvo_subject *subject,
                    const salvo_step_size *stride, const salvo_approach *how)
{
    salvo_error err = {0};

    if (salvo_sensitivity_measure(s, book, subject, stride, how, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

static const salvo_sensitive_cell *sensitive_cell_of(const salvo_sensitive_cell *sensitive_cells, size_t n,
                                                     const char *cell)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(sensitive_cells[i].cell, cell) == 0)
            return &sensitive_cells[i];
    return NULL;
}

static const struct {
    const char *text;
    bool is_number;
    int64_t units;
    int decimals;
    const char *less, *more; /* one unit */
} TEXTS[] = {
    {"8", true, 8, 0, "7", "9"},
    {"+2", true, 2, 0, "1", "3"},
    {"0", true, 0, 0, "-1", "1"},
    {"-1", true, -1, 0, "-2", "0"},
    {"12.5", true, 125, 1, "12.4", "12.6"},
    {"0.05", true, 5, 2, "0.04", "0.06"},
    {"-0.1", true, -1, 1, "-0.2", "0.0"},
    {".5", true, 5, 1, "0.4", "0.6"},
    {"9.99", true, 999, 2, "9.98", "10.00"},
    {"", false, 0, 0, NULL, NULL},
    {"-", false, 0, 0, NULL, NULL},
    {"+", false, 0, 0, NULL, NULL},
    {".", false, 0, 0, NULL, NULL},
    {"41-45", false, 0, 0, NULL, NULL},
    {"1.2.3", false, 0, 0, NULL, NULL},
    {"2xmachine-gun", false, 0, 0, NULL, NULL},
    {"1e3", false, 0, 0, NULL, NULL},
    {"1234567890123456", false, 0, 0, NULL, NULL},
};

static void numbers_are_told_and_moved(void **state)
{
    salvo_arena *memory = salvo_arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(TEXTS); i++) {
        number_cell cell = {.text = TEXTS[i].text};

        assert_int_equal(number_cell_parse(TEXTS[i].text, &cell.units, &cell.decimals), TEXTS[i].is_number);
        if (!TEXTS[i].is_number)
            continue;
        assert_int_equal(cell.units, TEXTS[i].units);
        assert_int_equal(cell.decimals, TEXTS[i].decimals);
        assert_string_equal(number_cell_text(&cell, cell.units - 1, memory), TEXTS[i].less);
        assert_string_equal(number_cell_text(&cell, cell.units + 1, memory), TEXTS[i].more);
    }
    salvo_arena_free(memory);
}

/* 10 % of 34 is 3, of 4 and of 0 the least step, of 12.5 thirteen tenths. */
static void strides_are_rounded(void **state)
{
    const salvo_step_size tenth = {1, 10}, three = {3, 0};
    const number_cell cells[] = {{.units = 34}, {.units = 4}, {.units = 0}, {.units = 125, .decimals = 1}};
    const int64_t steps[] = {3, 1, 1, 13};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cells); i++) {
        assert_int_equal(number_cell_step(&cells[i], &tenth), steps[i]);
        assert_int_equal(number_cell_step(&cells[i], &three), 3);
    }
}

/* Hellcat and Marder III at 1000 m, the Hellcat first: both kill with any success of either die, needing 8. So
 * p = k / (1 - (1 - k)^2) with k = 1 - 0.7^2: 100/149. Needing 7, k = 1 - 0.6^2: 25/34; needing 9, k = 1 - 0.8^2: 25/41.
 * A hit point more or less changes nothing: one success does 17 to 16. Nor does any other number, but for one: a miss
 * that does 1 % of 34 does a point, and 16 points are two hits then no more. */
static void a_step_is_what_it_is_by_hand(void **state)
{
    static const duel_case hand = {"", "", "Hellcat GMC M18", "Marder III", {"range=1000", "first=a"}, {NULL}};
    salvo_subject subject = subject_of(&hand, SALVO_CHANCE_OF_A);
    salvo_sensitivity s;
    const salvo_sensitive_cell *l;

    (void)state;
    measure(&s, mad(), &subject, &ONE, &EXACT);
    assert_string_equal(s.baseline.base.exact.exact, "100/149");
    l = sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, "weapons.cannon-b.1000m");
    assert_non_null(l);
    assert_ptr_equal(l, &s.sensitive_cells[0]);
    assert_string_equal(l->now, "8");
    assert_string_equal(l->down.to, "7");
    assert_string_equal(l->down.value.exact.exact, "25/34");
    assert_string_equal(l->down.difference.exact.exact, "325/5066");
    assert_string_equal(l->up.to, "9");
    assert_string_equal(l->up.value.exact.exact, "25/41");
    assert_string_equal(l->up.difference.exact.exact, "-375/6109");
    assert_true(fabs(l->swing - 175.0 / 1394) < 1e-15);
    assert_null(sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, "units.us-hellcat-gmc-m18.hp"));
    assert_null(sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, "units.german-marder-iii.hp"));
    assert_null(sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, "weapons.cannon-a.1000m"));
    assert_null(sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, "weapons.cannon-b.damage"));
    assert_null(sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, "weapons.cannon-b.750m"));
    l = sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, "levels.miss.damage_percent");
    assert_non_null(l);
    assert_false(l->down.known);
    assert_non_null(strstr(l->down.refused, "-1 is out of range; damage_percent must be from 0 to 1000"));
    assert_int_equal(s.n_sensitive_cells, 2);
    assert_int_equal(s.n_sensitive_cells + s.n_refused + s.n_without_effect, s.baseline.n_cells);
    assert_int_equal(s.baseline.n_not_examined, 0);
    salvo_sensitivity_free(&s);
}

/* The chance of a as `salvo duel --set CELL=TO` gives it; false when that is refused. */
static bool duel_with(const duel_case *c, const char *cell, const char *to, salvo_number *p_a, char exact[4096])
{
    const char *data = getenv("SALVO_DATA");
    char setting[SETTING_MAX], directory[SETTING_MAX];
    const char *settings[] = {setting};
    salvo_subject s = subject_of(c, SALVO_CHANCE_OF_A);
    salvo_rulebook book;
    salvo_duel duel;
    bool done;

    snprintf(setting, sizeof setting, "%s=%s", cell, to);
    snprintf(directory, sizeof directory, "%s/%s", data, c->ruleset);
    if (salvo_rulebook_open(&book, NULL, directory, settings, 1, NULL) != SALVO_OK)
        return false;
    done = salvo_duel_fight(&duel, &book, s.a, s.b, s.words, s.n_words, &EXACT, NULL) == SALVO_OK;
    if (done) {
        *p_a = duel.p_a.exact;
        snprintf(exact, 4096, "%s", p_a->exact ? p_a->exact : "");
        salvo_duel_free(&duel);
    }
    salvo_rulebook_close(&book);
    return done;
}

static void expect_move(const duel_case *c, const char *cell, const salvo_changed_answer *m)
{
    salvo_number p_a;
    char exact[4096];

    if (!duel_with(c, cell, m->to, &p_a, exact)) {
        if (!m->refused)
            fail_msg("%s: %s=%s is refused, but not here", c->name, cell, m->to);
        return;
    }
    if (!m->known)
        fail_msg("%s: %s=%s is refused: %s", c->name, cell, m->to, m->refused);
    if (m->value.exact.value != p_a.value || strcmp(m->value.exact.exact, exact) != 0)
        fail_msg("%s: %s=%s gives %s, here %s", c->name, cell, m->to, exact, m->value.exact.exact);
}

/* Of the cells that are not listed, neither step may change anything. In some rulesets each, in others every so many-th. */
static void expect_idle(const duel_case *c, const salvo_rulebook *book, const salvo_sensitivity *s, size_t every)
{
    salvo_arena *memory = salvo_arena_new();
    const salvo_subject all = {.n_only = 0};
    number_cell *cells;
    size_t n, idle = 0;

    assert_int_equal(number_cells_list(&book->store, &all, memory, &cells, &n, NULL), SALVO_OK);
    assert_int_equal(n, s->baseline.n_cells);
    for (size_t i = 0; i < n; i++) {
        if (sensitive_cell_of(s->sensitive_cells, s->n_sensitive_cells, cells[i].name) ||
            sensitive_cell_of(s->refused, s->n_refused, cells[i].name) || idle++ % every)
            continue;
        for (int step = -1; step <= 1; step += 2) {
            salvo_number p_a;
            char exact[4096];

            if (!duel_with(c, cells[i].name, number_cell_text(&cells[i], cells[i].units + step, memory), &p_a, exact))
                fail_msg("%s: %s has no such step", c->name, cells[i].name);
            if (strcmp(exact, s->baseline.base.exact.exact) != 0)
                fail_msg("%s: %s does move the answer", c->name, cells[i].name);
        }
    }
    assert_int_equal(idle, s->n_without_effect);
    salvo_arena_free(memory);
}

static void steps_are_two_duels(void **state)
{
    const duel_case *c = *state;
    salvo_subject subject = subject_of(c, SALVO_CHANCE_OF_A);
    salvo_rulebook book;
    salvo_sensitivity s;

    book_open(&book, c->ruleset, "");
    measure(&s, &book, &subject, &ONE, &EXACT);
    assert_true(s.n_sensitive_cells > 0);
    for (size_t i = 0; i < s.n_sensitive_cells; i++) {
        expect_move(c, s.sensitive_cells[i].cell, &s.sensitive_cells[i].down);
        expect_move(c, s.sensitive_cells[i].cell, &s.sensitive_cells[i].up);
        if (i && s.sensitive_cells[i].swing > s.sensitive_cells[i - 1].swing)
            fail_msg("%s: %s is ranked behind %s", c->name, s.sensitive_cells[i].cell, s.sensitive_cells[i - 1].cell);
    }
    for (size_t i = 0; i < s.n_refused; i++) {
        expect_move(c, s.refused[i].cell, &s.refused[i].down);
        expect_move(c, s.refused[i].cell, &s.refused[i].up);
    }
    expect_idle(c, &book, &s, s.n_without_effect > 200 ? 7 : 1);
    salvo_sensitivity_free(&s);
    salvo_rulebook_close(&book);
}

/* A score is the chance of a and half of what nobody wins; its steps follow from those of the chances. */
static void scores_follow_from_chances(void **state)
{
    static const duel_case both = {"",    "", "Hellcat GMC M18", "Marder III", {"range=1000", "first=simultaneous"},
                                   {NULL}};
    salvo_subject score = subject_of(&both, SALVO_SCORE_OF_A), mutual = subject_of(&both, SALVO_CHANCE_OF_MUTUAL);
    salvo_sensitivity s;

    (void)state;
    measure(&s, mad(), &score, &ONE, &EXACT);
    assert_true(fabs(s.baseline.base.exact.value - 0.5) < 1e-15);
    assert_null(
        sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, "weapons.cannon-b.1000m")); /* both sides have it */
    salvo_sensitivity_free(&s);
    measure(&s, mad(), &mutual, &ONE, &EXACT);
    assert_string_equal(s.baseline.base.exact.exact, "51/149");
    assert_ptr_equal(sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, "weapons.cannon-b.1000m"),
                     &s.sensitive_cells[0]);
    assert_string_equal(s.sensitive_cells[0].down.value.exact.exact, "8/17"); /* k^2 / (1 - (1 - k)^2), k = 0.64 */
    salvo_sensitivity_free(&s);
}

static void expect_interval(const char *cell, const salvo_estimate *e, double truth)
{
    double half = (e->high - e->low) / 2;

    /* 95 % intervals, five of their standard errors */
    if (fabs(e->value - truth) > 5 / 1.96 * half + 1e-12)
        fail_msg("%s: %g is simulated as %g [%g, %g]", cell, truth, e->value, e->low, e->high);
}

/* The pairs are those of salvo_compare: the same trials in which one variant alone has a's win. */
static void pairs_are_those_of_compare(void **state)
{
    const duel_case *c = &DUELS[0];
    salvo_subject subject = subject_of(c, SALVO_CHANCE_OF_A);
    salvo_approach how = trials_of(5000);
    salvo_sensitivity s, exact;
    salvo_question base;
    salvo_error err;

    (void)state;
    measure(&s, mad(), &subject, &ONE, &how);
    measure(&exact, mad(), &subject, &ONE, &EXACT);
    assert_int_equal(salvo_duel_ask(&base, mad(), c->a, c->b, subject.words, subject.n_words, &err), SALVO_OK);
    assert_true(s.n_sensitive_cells > 3);
    assert_int_equal(s.baseline.simulation.trials, 5000);
    for (size_t i = 0; i < s.n_sensitive_cells; i++) {
        const salvo_sensitive_cell *truth =
            sensitive_cell_of(exact.sensitive_cells, exact.n_sensitive_cells, s.sensitive_cells[i].cell);
        const salvo_changed_answer *m = &s.sensitive_cells[i].up;
        char setting[SETTING_MAX];
        salvo_rulebook book;
        salvo_question changed;
        salvo_comparison comparison;

        assert_non_null(truth);
        if (!m->known)
            continue;
        snprintf(setting, sizeof setting, "%s=%s", s.sensitive_cells[i].cell, m->to);
        book_open(&book, "mad", setting);
        assert_int_equal(salvo_duel_ask(&changed, &book, c->a, c->b, subject.words, subject.n_words, &err), SALVO_OK);
        assert_int_equal(salvo_compare(&comparison, &base, &changed, &how, &err), SALVO_OK);
        assert_string_equal(comparison.outcomes[0].name, "a-wins");
        assert_int_equal(comparison.outcomes[0].only_first, m->pairs_less);
        assert_int_equal(comparison.outcomes[0].only_second, m->pairs_greater);
        assert_true(comparison.outcomes[0].difference.simulated.low == m->difference.simulated.low);
        assert_true(comparison.outcomes[0].difference.simulated.high == m->difference.simulated.high);
        assert_true(comparison.outcomes[0].second.simulated.low == m->value.simulated.low);
        expect_interval(s.sensitive_cells[i].cell, &m->difference.simulated, truth->up.difference.exact.value);
        salvo_comparison_free(&comparison);
        salvo_question_free(&changed);
        salvo_rulebook_close(&book);
    }
    salvo_question_free(&base);
    salvo_sensitivity_free(&exact);
    salvo_sensitivity_free(&s);
}

static void expect_same_moves(const salvo_changed_answer *a, const salvo_changed_answer *b)
{
    assert_int_equal(a->known, b->known);
    assert_string_equal(a->to, b->to);
    assert_true(a->value.exact.value == b->value.exact.value);
    assert_true(a->difference.exact.value == b->difference.exact.value);
    assert_true(a->value.simulated.value == b->value.simulated.value);
    assert_true(a->difference.simulated.low == b->difference.simulated.low);
    assert_int_equal(a->pairs_less, b->pairs_less);
    assert_int_equal(a->pairs_greater, b->pairs_greater);
}

static void expect_same(const salvo_sensitivity *a, const salvo_sensitivity *b)
{
    assert_int_equal(a->n_sensitive_cells, b->n_sensitive_cells);
    assert_int_equal(a->n_without_effect, b->n_without_effect);
    assert_int_equal(a->baseline.simulation.hash, b->baseline.simulation.hash);
    for (size_t i = 0; i < a->n_sensitive_cells; i++) {
        assert_string_equal(a->sensitive_cells[i].cell, b->sensitive_cells[i].cell);
        expect_same_moves(&a->sensitive_cells[i].down, &b->sensitive_cells[i].down);
        expect_same_moves(&a->sensitive_cells[i].up, &b->sensitive_cells[i].up);
    }
}

static void any_number_of_threads_is_the_same(void **state)
{
    salvo_subject subject = subject_of(&DUELS[0], SALVO_CHANCE_OF_A);
    salvo_approach how = trials_of(3000);
    salvo_sensitivity one, more;

    (void)state;
    how.method = SALVO_BOTH;
    how.plan.threads = 1;
    measure(&one, mad(), &subject, &ONE, &how);
    for (int threads = 2; threads <= 7; threads += 5) {
        how.plan.threads = threads;
        measure(&more, mad(), &subject, &ONE, &how);
        expect_same(&one, &more);
        salvo_sensitivity_free(&more);
    }
    salvo_sensitivity_free(&one);
}

static const salvo_battle_plan SMALL = {
    .army = {{.list = "1 Tiger I", .targets = SALVO_IN_ORDER}, {.list = "2 Sherman M4A1", .targets = SALVO_IN_ORDER}},
    .range = 1000,
    .close_to = -1,
};

/* What such a battle is about: the whole list takes long with sanitisers. */
static const char *const ABOUT[] = {"weapons", "levels", "units.german-tiger-i", "units.us-sherman-m4a1", "values"};

static salvo_subject small_battle(void)
{
    return (salvo_subject){.battle = &SMALL, .only = ABOUT, .n_only = COUNT_OF(ABOUT)};
}

static void fight_with(const char *cell, const char *to, const salvo_approach *how, salvo_figure *p_a)
{
    char setting[SETTING_MAX];
    salvo_rulebook book;
    salvo_battle battle;
    salvo_error err;

    snprintf(setting, sizeof setting, "%s=%s", cell, to);
    book_open(&book, "mad", setting);
    if (salvo_battle_fight(&battle, &book, &SMALL, how, &err) != SALVO_OK)
        fail_msg("%s: %s", setting, err.text);
    *p_a = battle.p_a;
    p_a->exact.exact = NULL;
    salvo_battle_free(&battle);
    salvo_rulebook_close(&book);
}

static void battles_are_fought_with_the_step(void **state)
{
    const salvo_subject subject = small_battle();
    salvo_sensitivity s;

    (void)state;
    measure(&s, mad(), &subject, &ONE, &EXACT);
    assert_true(s.n_sensitive_cells > 2);
    assert_non_null(sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, "weapons.cannon-d.1000m"));
    for (size_t i = 0; i < s.n_sensitive_cells; i++) {
        const salvo_changed_answer *const moves[] = {&s.sensitive_cells[i].down, &s.sensitive_cells[i].up};

        for (size_t k = 0; k < COUNT_OF(moves); k++) {
            salvo_figure p_a;

            if (!moves[k]->known)
                continue;
            fight_with(s.sensitive_cells[i].cell, moves[k]->to, &EXACT, &p_a);
            assert_true(fabs(p_a.exact.value - moves[k]->value.exact.value) < 1e-13);
        }
    }
    salvo_sensitivity_free(&s);
}

/* What is left out leaves the battle as it is. */
static void idle_numbers_leave_battles_alone(void **state)
{
    const salvo_subject subject = small_battle();
    salvo_arena *memory = salvo_arena_new();
    number_cell *cells;
    size_t n;
    salvo_sensitivity s;

    (void)state;
    measure(&s, mad(), &subject, &ONE, &EXACT);
    assert_int_equal(number_cells_list(&mad()->store, &subject, memory, &cells, &n, NULL), SALVO_OK);
    for (size_t i = 0; i < n; i++) {
        if (sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, cells[i].name) ||
            sensitive_cell_of(s.refused, s.n_refused, cells[i].name))
            continue;
        for (int step = -1; step <= 1; step += 2) {
            salvo_figure p_a;

            fight_with(cells[i].name, number_cell_text(&cells[i], cells[i].units + step, memory), &EXACT, &p_a);
            if (fabs(p_a.exact.value - s.baseline.base.exact.value) > 1e-13)
                fail_msg("%s does move the answer", cells[i].name);
        }
    }
    salvo_sensitivity_free(&s);
    salvo_arena_free(memory);
}

/* In other orders of acting, with tables of their own: all at once, by cards, by sides, with wounds and shells. */
static const struct other_book {
    const char *name, *folder; /* of a rulebook in tests; NULL: `name` is shipped */
    salvo_battle_plan plan;
} OTHERS[] = {
    {"skank", NULL, {.army = {{.list = "Elite"}, {.list = "2 Trained"}}, .range = 25, .close_to = -1}},
    {"at-once", "lua/at-once", {.army = {{.list = "Heavy tank"}, {.list = "Medium tank"}}, .range = 6, .close_to = -1}},
    {"by-cards",
     "lua/by-cards",
     {.army = {{.list = "Heavy tank"}, {.list = "Light tank"}}, .range = 6, .close_to = -1}},
    {"by-sides",
     "lua/by-sides",
     {.army = {{.list = "Heavy tank"}, {.list = "Light tank"}}, .range = 6, .close_to = -1}},
    {"mends",
     "lua/mends",
     {.army = {{.list = "Heavy tank", .targets = SALVO_WEAKEST}, {.list = "Medium tank", .targets = SALVO_WEAKEST}},
      .range = 6,
      .close_to = -1}},
};

static void other_open(salvo_rulebook *book, const struct other_book *of)
{
    char path[512];
    salvo_error err = {.text = ""};

    if (!of->folder) {
        book_open(book, of->name, "");
        return;
    }
    snprintf(path, sizeof path, "%s/%s", getenv("SALVO_TESTS"), of->folder);
    if (salvo_rulebook_open(book, NULL, path, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s: %s", err.path, err.text);
}

static uint64_t hash_of_battle(const salvo_rulebook *book, const salvo_battle_plan *plan, const salvo_approach *how)
{
    salvo_battle battle;
    salvo_error err = {.text = ""};
    uint64_t hash;

    if (salvo_battle_fight(&battle, book, plan, how, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    hash = battle.answer.simulation.hash;
    salvo_battle_free(&battle);
    return hash;
}

/* A cell that is said to leave every trial as it is leaves the hash of all trials as it is. */
static void idle_numbers_leave_trials_alone(void **state)
{
    const struct other_book *of = *state;
    salvo_battle_plan plan = of->plan;
    const salvo_subject subject = {.battle = &plan};
    const salvo_approach how = trials_of(300);
    salvo_arena *memory = salvo_arena_new();
    salvo_rulebook book, varied;
    number_cell *cells;
    size_t n, idle = 0;
    salvo_sensitivity s;
    uint64_t base;

    if (strcmp(of->name, "by-cards") != 0)
        plan_in_order(&plan); /* the best leave some of these battles without a doubt, which no number moves */
    other_open(&book, of);
    measure(&s, &book, &subject, &ONE, &how);
    assert_true(s.n_sensitive_cells > 3);
    base = hash_of_battle(&book, &plan, &how);
    assert_int_equal(number_cells_list(&book.store, &subject, memory, &cells, &n, NULL), SALVO_OK);
    for (size_t i = 0; i < n; i++)
        for (int step = -1; step <= 1; step += 2) {
            const char *to = number_cell_text(&cells[i], cells[i].units + step, memory);
            const salvo_change change = number_cell_change(&cells[i], to);

            if (sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, cells[i].name) ||
                salvo_rulebook_vary(&varied, &book, &change, NULL) != SALVO_OK)
                continue;
            if (hash_of_battle(&varied, &plan, &how) != base)
                fail_msg("%s=%s does move trials", cells[i].name, to);
            salvo_rulebook_close(&varied);
            idle++;
        }
    assert_true(idle > 10);
    salvo_sensitivity_free(&s);
    salvo_rulebook_close(&book);
    salvo_arena_free(memory);
}

/* Trials of the pairs are those of the battle's own run with the same seed, in tables and by the book. */
static void battles_throw_their_own_trials(void **state)
{
    const salvo_subject subject = small_battle();
    const bool reference_engine[] = {false, true};

    (void)state;
    for (size_t k = 0; k < COUNT_OF(reference_engine); k++) {
        salvo_approach how = trials_of(3000);
        salvo_sensitivity s;

        how.plan.reference_engine = reference_engine[k];
        measure(&s, mad(), &subject, &ONE, &how);
        assert_true(s.n_sensitive_cells > 2);
        for (size_t i = 0; i < s.n_sensitive_cells; i++) {
            salvo_figure p_a;

            if (!s.sensitive_cells[i].up.known)
                continue;
            fight_with(s.sensitive_cells[i].cell, s.sensitive_cells[i].up.to, &how, &p_a);
            assert_int_equal(p_a.count, s.sensitive_cells[i].up.value.count);
            assert_true(p_a.simulated.low == s.sensitive_cells[i].up.value.simulated.low);
        }
        salvo_sensitivity_free(&s);
    }
}

static void every_kernel_gives_the_same_pairs(void **state)
{
    const salvo_subject subject = small_battle();
    salvo_approach how = trials_of(3000);
    salvo_sensitivity wide, plain;

    (void)state;
    how.plan.isa = "auto";
    measure(&wide, mad(), &subject, &ONE, &how);
    how.plan.isa = "portable";
    measure(&plain, mad(), &subject, &ONE, &how);
    expect_same(&wide, &plain);
    salvo_sensitivity_free(&wide);
    salvo_sensitivity_free(&plain);
}

static double chance_with(const duel_case *c, const char *cell, const char *to)
{
    salvo_number p_a;
    char exact[4096];

    if (!duel_with(c, cell, to, &p_a, exact))
        fail_msg("%s: %s=%s is refused", c->name, cell, to);
    return p_a.value;
}

static bool is_past(double base, double value)
{
    return base < 0.5 ? value >= 0.5 - 1e-12 : value <= 0.5 + 1e-12;
}

/* What is found is enough, what stands before it is not, and no number between now and there is. */
static void remedies_restore(void **state)
{
    const duel_case *c = *state;
    salvo_subject subject = subject_of(c, SALVO_CHANCE_OF_A);
    salvo_rulebook book;
    salvo_search search;
    salvo_error err = {0};
    double last = 0;

    subject.only = c->searched;
    while (subject.n_only < CASE_WORDS && c->searched[subject.n_only])
        subject.n_only++;
    book_open(&book, c->ruleset, "");
    if (salvo_search_run(&search, &book, &subject, 0.5, &EXACT, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_int_equal(search.n_minimal_changes == 0,
                     strcmp(c->ruleset, "mbt2030") == 0); /* no one number does it there */
    for (size_t i = 0; i < search.n_minimal_changes; i++) {
        const salvo_minimal_change *r = &search.minimal_changes[i];
        double base = search.baseline.base.exact.value, now = strtod(r->now, NULL), to = strtod(r->to, NULL);
        double value = chance_with(c, r->cell, r->to);

        assert_true(r->value.exact.value == value);
        assert_true(is_past(base, value));
        assert_int_equal(r->on_target, fabs(value - 0.5) < 1e-12);
        assert_true(fabs(to - now - r->change) < 1e-12);
        assert_true(now == 0 ? isinf(r->relative) : fabs(r->relative - fabs(r->change / now)) < 1e-12);
        assert_true(r->relative >= last);
        last = r->relative;
        assert_false(is_past(base, chance_with(c, r->cell, r->before)));
        assert_true(fabs(strtod(r->before, NULL) - to) == 1);
        for (double k = 1; k < fabs(r->change) && k <= 16; k++) { /* whole numbers, all of them */
            char text[32];

            snprintf(text, sizeof text, "%g", now + (to > now ? k : -k));
            if (is_past(base, chance_with(c, r->cell, text)))
                fail_msg("%s: %s=%s would have been enough", c->name, r->cell, text);
        }
    }
    salvo_search_free(&search);
    salvo_rulebook_close(&book);
}

/* By hand, as above: needing 8 on each die the first kills with 51/100 and wins with 100/149; nothing that both share can
 * bring that to a half but needing 10 and more, where the first has no advantage left. */
static void what_is_there_is_not_searched(void **state)
{
    static const duel_case even = {"", "mad", "Hellcat GMC M18", "Marder III", {"range=1000"}, {NULL}};
    salvo_subject subject = subject_of(&even, SALVO_CHANCE_OF_A);
    salvo_search search;

    (void)state;
    assert_int_equal(salvo_search_run(&search, mad(), &subject, 0.5, &EXACT, NULL), SALVO_OK);
    assert_true(search.already_reached);
    assert_int_equal(search.n_minimal_changes, 0);
    salvo_search_free(&search);
}

/* What the engine that counts may not spend is simulated, unasked, and says so: the cells that move much are those that move
 * the fractions, by as much. */
static void what_is_too_large_is_simulated(void **state)
{
    const salvo_subject subject = subject_of(&DUELS[0], SALVO_CHANCE_OF_A);
    salvo_approach how = {.method = SALVO_EXACT_IF_QUICK, .plan = SALVO_PLAN, .options = {.effort = 10}};
    salvo_sensitivity s, exact;

    (void)state;
    how.plan.precision = 0.02;
    measure(&s, mad(), &subject, &ONE, &how);
    measure(&exact, mad(), &subject, &ONE, &EXACT);
    assert_true(s.baseline.simulated && !s.baseline.exact && exact.baseline.exact);
    assert_non_null(strstr(s.baseline.engine_remark, "too large to be computed exactly"));
    for (size_t i = 0; i < s.n_sensitive_cells; i++)
        assert_non_null(sensitive_cell_of(exact.sensitive_cells, exact.n_sensitive_cells, s.sensitive_cells[i].cell));
    for (size_t i = 0; i < exact.n_sensitive_cells; i++) {
        const salvo_sensitive_cell *truth = &exact.sensitive_cells[i];
        const salvo_sensitive_cell *found = sensitive_cell_of(s.sensitive_cells, s.n_sensitive_cells, truth->cell);

        assert_true(found || truth->swing < 0.01); /* 1000 trials without a difference: one case in 20000 */
        for (int up = 0; found && up < 2; up++) {
            const salvo_changed_answer *m = up ? &found->up : &found->down, *t = up ? &truth->up : &truth->down;

            assert_int_equal(m->known, t->known);
            if (!m->known)
                continue;
            expect_interval(truth->cell, &m->difference.simulated, t->difference.exact.value);
            assert_true(m->difference.simulated.high - m->difference.simulated.low <= 2 * how.plan.precision);
        }
    }
    salvo_sensitivity_free(&exact);
    salvo_sensitivity_free(&s);
}

static void what_is_too_large_is_searched(void **state)
{
    static const char *const CANNON[] = {"weapons.cannon-a.750m", "weapons.cannon-b.750m"};
    salvo_subject subject = subject_of(&DUELS[0], SALVO_CHANCE_OF_A);
    salvo_approach how = {.method = SALVO_EXACT_IF_QUICK, .plan = SALVO_PLAN, .options = {.effort = 10}};
    salvo_search exact, thrown;

    (void)state;
    subject.only = CANNON;
    subject.n_only = COUNT_OF(CANNON);
    how.plan.trials = 4000;
    assert_int_equal(salvo_search_run(&exact, mad(), &subject, 0.45, &EXACT, NULL), SALVO_OK);
    assert_int_equal(salvo_search_run(&thrown, mad(), &subject, 0.45, &how, NULL), SALVO_OK);
    assert_int_equal(thrown.n_minimal_changes, exact.n_minimal_changes);
    assert_true(exact.n_minimal_changes > 0);
    for (size_t i = 0; i < exact.n_minimal_changes; i++) {
        assert_string_equal(exact.minimal_changes[i].cell, thrown.minimal_changes[i].cell);
        assert_string_equal(exact.minimal_changes[i].to, thrown.minimal_changes[i].to);
        expect_interval(exact.minimal_changes[i].cell, &thrown.minimal_changes[i].value.simulated,
                        exact.minimal_changes[i].value.exact.value);
    }
    salvo_search_free(&exact);
    salvo_search_free(&thrown);
}

/* The same changes, whoever looks for them, and simulated ones in the same places where the answer crosses by far. */
static void battles_are_searched_either_way(void **state)
{
    static const char *const CANNON[] = {"weapons.cannon-d.1000m", "weapons.cannon-d.damage", "weapons.cannon-b.damage",
                                         "weapons.cannon-b.1000m"};
    const salvo_subject subject = {.battle = &SMALL, .only = CANNON, .n_only = COUNT_OF(CANNON)};
    salvo_approach how = trials_of(4000);
    salvo_search exact, thrown;

    (void)state;
    assert_int_equal(salvo_search_run(&exact, mad(), &subject, 0.5, &EXACT, NULL), SALVO_OK);
    how.plan.threads = 3;
    assert_int_equal(salvo_search_run(&thrown, mad(), &subject, 0.5, &how, NULL), SALVO_OK);
    assert_true(exact.n_minimal_changes > 3 && thrown.n_minimal_changes > 3);
    assert_string_equal(exact.minimal_changes[0].cell, thrown.minimal_changes[0].cell);
    assert_string_equal(exact.minimal_changes[0].to, thrown.minimal_changes[0].to);
    expect_interval(exact.minimal_changes[0].cell, &thrown.minimal_changes[0].value.simulated,
                    exact.minimal_changes[0].value.exact.value);
    salvo_search_free(&exact);
    salvo_search_free(&thrown);
}

static void what_cannot_be_asked_is_refused(void **state)
{
    static const duel_case unknown = {"", "", "Tigr", "Marder III", {"range=1000"}, {NULL}};
    salvo_subject subject = subject_of(&unknown, SALVO_CHANCE_OF_A);
    salvo_sensitivity s;
    salvo_search search;
    salvo_error err = {0};

    (void)state;
    assert_int_equal(salvo_sensitivity_measure(&s, mad(), &subject, &ONE, &EXACT, &err), SALVO_BAD_INPUT);
    assert_non_null(strstr(err.text, "unit 'Tigr'"));
    assert_null(s.sensitive_cells);
    assert_int_equal(salvo_search_run(&search, mad(), &subject, 0.5, &EXACT, &err), SALVO_BAD_INPUT);
    assert_null(search.minimal_changes);
}

static bool stop(void *context, const salvo_progress *progress)
{
    (void)progress;
    return --*(int *)context > 0;
}

/* All but `few` looks of a whole run are granted. */
static void is_stopped_before(salvo_subject subject, salvo_approach how, int few)
{
    int looks = INT_MAX;
    const salvo_progress_callback watch = {stop, &looks};
    salvo_sensitivity s, whole;

    how.plan.progress = &watch;
    how.plan.threads = 1;
    measure(&whole, mad(), &subject, &ONE, &how);
    assert_int_equal(whole.baseline.n_not_examined, 0);
    looks = INT_MAX - looks - few;
    measure(&s, mad(), &subject, &ONE, &how);
    assert_true(s.baseline.n_not_examined > 0);
    assert_int_equal(s.n_sensitive_cells + s.n_refused + s.n_without_effect + s.baseline.n_not_examined,
                     s.baseline.n_cells);
    assert_true(s.n_without_effect <= whole.n_without_effect); /* what was not answered is not idle */
    salvo_sensitivity_free(&whole);
    salvo_sensitivity_free(&s);
}

/* Whoever looks on may stop it: what was looked at is told, and the rest counted. */
static void what_is_stopped_is_partial(void **state)
{
    (void)state;
    is_stopped_before(subject_of(&DUELS[0], SALVO_CHANCE_OF_A), EXACT, 100);
    is_stopped_before(subject_of(&DUELS[0], SALVO_CHANCE_OF_A), trials_of(1000), 100);
    is_stopped_before(small_battle(), EXACT, 12); /* after it was found out which cells may move the answer */
}

static const struct {
    const char *only, *first;
    size_t n;
    const char *refusal;
} CHOICES[] = {
    {"weapons.cannon-b.damage", "weapons.cannon-b.damage", 1, NULL},
    {"weapons.cannon-b", "weapons.cannon-b.100m", 9, NULL}, /* seven brackets, one "-", damage and points */
    {"Weapons.Class B Cannon.Damage", "weapons.cannon-b.damage", 1, NULL},
    {"weapons.*.damage", "weapons.small-arms.damage", 8, NULL},
    {"levels", "levels.miss.damage_percent", 4, NULL},
    {"waepons", NULL, 0, "unknown table 'waepons'; did you mean 'weapons'"},
    {"weapons.cannon-q", NULL, 0, "unknown row 'cannon-q'"},
    {"weapons.cannon-b.harm", NULL, 0, "table 'weapons' has no column 'harm'"},
    {"weapons.cannon-b.2000m", NULL, 0, "there is no number"},
    {"nations", NULL, 0, "there is no number"},
};

static void numbers_are_chosen(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(CHOICES); i++) {
        salvo_arena *memory = salvo_arena_new();
        const salvo_subject subject = {.only = &CHOICES[i].only, .n_only = 1};
        salvo_error err = {0};
        number_cell *cells;
        size_t n;
        salvo_status status = number_cells_list(&mad()->store, &subject, memory, &cells, &n, &err);

        if (CHOICES[i].refusal) {
            assert_int_equal(status, SALVO_BAD_INPUT);
            if (!strstr(err.text, CHOICES[i].refusal))
                fail_msg("--only %s: %s", CHOICES[i].only, err.text);
        } else {
            assert_int_equal(status, SALVO_OK);
            assert_int_equal(n, CHOICES[i].n);
            assert_string_equal(cells[0].name, CHOICES[i].first);
        }
        salvo_arena_free(memory);
    }
}

static void a_varied_book_is_a_set_one(void **state)
{
    salvo_rulebook varied, set;
    const salvo_store *store = &mad()->store;
    salvo_change change = {.text = "36"};
    salvo_error err = {0};
    const salvo_table *weapons = salvo_store_table(store, "weapons");

    (void)state;
    change.table = (size_t)(weapons - store->tables);
    assert_int_equal(salvo_table_find(weapons, "weapon", "cannon-b", &change.row, NULL), SALVO_OK);
    change.column = (size_t)salvo_table_column(weapons, "damage");
    assert_int_equal(salvo_rulebook_vary(&varied, mad(), &change, &err), SALVO_OK);
    book_open(&set, "mad", "weapons.cannon-b.damage=36");
    assert_int_equal(salvo_store_hash(&varied.store), salvo_store_hash(&set.store));
    assert_int_not_equal(salvo_store_hash(&varied.store), salvo_store_hash(store));
    assert_string_equal(salvo_table_text(weapons, change.row, "damage"), "34"); /* the first book is as it was */
    salvo_rulebook_close(&varied);
    salvo_rulebook_close(&set);
    change.text = "-1";
    assert_int_equal(salvo_rulebook_vary(&varied, mad(), &change, &err), SALVO_BAD_INPUT);
    assert_string_equal(err.path, "--set");
    assert_null(varied.memory);
}

int main(void)
{
    enum { N_DUELS = COUNT_OF(DUELS) };
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(numbers_are_told_and_moved),
        cmocka_unit_test(strides_are_rounded),
        cmocka_unit_test(numbers_are_chosen),
        cmocka_unit_test(a_varied_book_is_a_set_one),
        cmocka_unit_test(a_step_is_what_it_is_by_hand),
        cmocka_unit_test(scores_follow_from_chances),
        cmocka_unit_test(pairs_are_those_of_compare),
        cmocka_unit_test(any_number_of_threads_is_the_same),
        cmocka_unit_test(battles_are_fought_with_the_step),
        cmocka_unit_test(idle_numbers_leave_battles_alone),
        cmocka_unit_test(battles_throw_their_own_trials),
        cmocka_unit_test(every_kernel_gives_the_same_pairs),
        cmocka_unit_test(what_is_there_is_not_searched),
        cmocka_unit_test(what_is_too_large_is_simulated),
        cmocka_unit_test(what_is_too_large_is_searched),
        cmocka_unit_test(battles_are_searched_either_way),
        cmocka_unit_test(what_cannot_be_asked_is_refused),
        cmocka_unit_test(what_is_stopped_is_partial),
    };
    size_t n = 0;

    while (tests[n].test_func)
        n++;
    for (size_t i = 0; i < COUNT_OF(OTHERS); i++)
        tests[n++] = row_test(OTHERS[i].name, idle_numbers_leave_trials_alone, &OTHERS[i]);
    for (size_t i = 0; i < N_DUELS; i++) {
        tests[n++] = row_test(DUELS[i].name, steps_are_two_duels, &DUELS[i]);
        tests[n++] = row_test(DUELS[i].name, remedies_restore, &DUELS[i]);
    }
    n = part_of_tests(tests, n);
    return _cmocka_run_group_tests("sensitivity", tests, n, mad_open, mad_close);
}
