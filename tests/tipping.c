/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worths and favourites of random pairs of units of every rulebook, against plain battles. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <salvo/fight.h>
#include <salvo/selection.h>

#include "splitmix.h"
#include "support.h"

enum { PAIRS = IS_SANITISED ? 5 : 20, TRIES = 200, EFFORT = SALVO_BATTLE_EFFORT / 100 };

static const salvo_approach EXACTLY = {.method = SALVO_EXACT, .options = {.effort = EFFORT}};

static const struct field {
    const char *ruleset;
    double ranges[3];
} FIELDS[] = {
    {"mad", {100, 500, 5000}}, {"trr", {10, 40, 5000}},  {"skank", {5, 20, 5000}},
    {"mbt2030", {2, 6, 100}},  {"rookie", {4, 10, 100}},
};

/* A pair of units that meet. */
typedef struct matchup {
    const salvo_rulebook *book;
    const char *unit[2];
    salvo_battle_plan plan;
} matchup;

static salvo_battle_plan plan_of(const char *a, const char *b, double range)
{
    return (salvo_battle_plan){.army = {{.list = a}, {.list = b}}, .range = range, .close_to = -1};
}

static void fight(salvo_battle *battle, const salvo_battle_plan *plan, const matchup *m)
{
    const salvo_approach how = {.method = SALVO_EXACT};
    salvo_error err = {0};

    if (salvo_battle_fight(battle, m->book, plan, &how, &err) != SALVO_OK)
        fail_msg("%s: %s against %s: %s", m->book->ruleset->id, plan->army[0].list, plan->army[1].list, err.text);
}

/* P(a wins) less P(b wins), of a plain battle; *nobody: neither can. */
static double lead_of(const matchup *m, int n_a, int n_b, double range, bool *nobody)
{
    char list[2][256];
    salvo_battle_plan plan;
    salvo_battle battle;
    double lead;

    snprintf(list[0], sizeof list[0], "%d %s", n_a, m->unit[0]);
    snprintf(list[1], sizeof list[1], "%d %s", n_b, m->unit[1]);
    plan = plan_of(list[0], list[1], range);
    fight(&battle, &plan, m);
    lead = battle.p_a.exact.value - battle.p_b.exact.value;
    *nobody = battle.p_a.exact.value == 0 && battle.p_b.exact.value == 0;
    salvo_battle_free(&battle);
    return fabs(lead) < 1e-10 ? 0 : lead;
}

static salvo_favourite favourite_of(double lead, bool nobody)
{
    return nobody ? SALVO_NOBODY : lead > 0 ? SALVO_FAVOURITE_A : lead < 0 ? SALVO_FAVOURITE_B : SALVO_EVEN;
}

static void check_rows(const salvo_tipping *t, const matchup *m)
{
    for (size_t i = 0; i < t->n_rows; i++) {
        const salvo_tipping_row *row = &t->rows[i];
        bool nobody;
        double lead = lead_of(m, row->n_a, row->n_b, row->range, &nobody);

        assert_true(fabs(row->score.exact.value - (0.5 + lead / 2)) < 1e-9);
        assert_int_equal(row->favourite, favourite_of(lead, nobody));
    }
}

/* Up to the range and just beyond it. */
static void check_ranges(const salvo_tipping *t, const matchup *m)
{
    for (size_t i = 0; i < t->n_ranges; i++) {
        const salvo_tipping_range *r = &t->ranges[i];
        bool nobody;
        double lead = lead_of(m, 1, 1, r->range, &nobody);

        assert_int_equal(r->favourite_upto, favourite_of(lead, nobody));
        lead = lead_of(m, 1, 1, r->range + 0.01, &nobody);
        assert_int_equal(r->favourite_beyond, favourite_of(lead, nobody));
        assert_int_not_equal(r->favourite_upto, r->favourite_beyond);
    }
}

/* How many of b are worth one of a, counted upwards in plain battles; NAN where 20 are not enough or nobody can win against
 * one. Against more of them nobody may win all the same, where a limit of the book grows with their number: that is even. */
static double worth_above(const matchup *m)
{
    double before = NAN;

    for (int n = 1; n <= SALVO_TIPPING_B_MAX; n++) {
        bool nobody;
        double lead = lead_of(m, 1, n, m->plan.range, &nobody);

        if (lead == 0)
            return nobody && n == 1 ? NAN : n;
        if (lead < 0)
            return n - 1 + before / (before - lead);
        before = lead;
    }
    return NAN;
}

static void check_point(const salvo_tipping *t, const matchup *m)
{
    const salvo_tipping_point *point = &t->points[0];
    bool nobody;
    const double lead = lead_of(m, 1, 1, m->plan.range, &nobody);

    assert_int_equal(point->nobody, nobody);
    assert_int_equal(point->beats > 0, lead > 0);
    assert_int_equal(point->even == 1, lead == 0 && !nobody);
    assert_int_equal(point->loses == 1, lead < 0);
    if (lead >= 0) {
        const double worth = worth_above(m);

        assert_int_equal(isnan(worth), isnan(point->equal));
        assert_true(isnan(worth) || fabs(worth - point->equal) < 1e-6);
    }
}

/* false where a battle is too large for the time that a test has. */
static bool find(salvo_tipping *t, const matchup *m)
{
    salvo_error err = {0};
    const salvo_status status = salvo_tipping_find(t, m->book, &m->plan, &EXACTLY, &err);

    if (status != SALVO_OK && status != SALVO_TOO_LARGE)
        fail_msg("%s: %s against %s: %s", m->book->ruleset->id, m->unit[0], m->unit[1], err.text);
    return status == SALVO_OK;
}

/* What one of a is worth in b and one of b in a multiply to 1, or neither can be told. */
static bool check_pair(const matchup *m)
{
    const matchup turned = {m->book, {m->unit[1], m->unit[0]}, plan_of(m->unit[1], m->unit[0], m->plan.range)};
    salvo_tipping t, u;
    double product;

    if (!find(&t, m))
        return false;
    if (!find(&u, &turned)) {
        salvo_tipping_free(&t);
        return false;
    }
    product = t.points[0].equal * u.points[0].equal;
    if (isnan(t.points[0].equal) != isnan(u.points[0].equal) || (!isnan(product) && fabs(product - 1) > 1e-9))
        fail_msg("%s, %g: %s is worth %g %s, which is worth %g", m->book->ruleset->id, m->plan.range, m->unit[0],
                 t.points[0].equal, m->unit[1], u.points[0].equal);
    check_point(&t, m);
    check_rows(&t, m);
    check_ranges(&t, m);
    salvo_tipping_free(&t);
    salvo_tipping_free(&u);
    return true;
}

static bool is_fit_for_battle(const salvo_rulebook *book, const char *unit, double range)
{
    const salvo_approach how = {.method = SALVO_EXACT, .options = {.effort = EFFORT}};
    const salvo_battle_plan plan = plan_of(unit, unit, range);
    salvo_battle battle;

    if (salvo_battle_fight(&battle, book, &plan, &how, NULL) != SALVO_OK)
        return false;
    salvo_battle_free(&battle);
    return true;
}

static void worths_of_random_pairs(void **state)
{
    const struct field *field = *state;
    uint64_t seed = 37;
    salvo_rulebook book;
    salvo_unit_set units;
    int checked = 0;

    book_open(&book, field->ruleset, "");
    assert_int_equal(salvo_unit_set_units(&units, &book, NULL), SALVO_OK);
    for (int i = 0; i < TRIES && checked < PAIRS; i++) {
        const size_t n = salvo_unit_set_size(&units);
        const double range = field->ranges[splitmix_next(&seed) % COUNT_OF(field->ranges)];
        const char *a = salvo_unit_set_id(&units, splitmix_next(&seed) % n);
        const char *b = salvo_unit_set_id(&units, splitmix_next(&seed) % n);
        const matchup m = {&book, {a, b}, plan_of(a, b, range)};

        if (is_fit_for_battle(&book, a, range) && is_fit_for_battle(&book, b, range))
            checked += check_pair(&m);
    }
    assert_true(checked >= PAIRS / 2);
    salvo_rulebook_close(&book);
}

/* Two alike are even, in fractions as well as in doubles; and nobody is the favourite where nobody can win. */
static void favourites_are_compared_exactly(void **state)
{
    static const struct {
        const char *a, *b; /* fractions; NULL: doubles */
        double p_a, p_b;
        salvo_favourite favourite;
    } CASES[] = {
        {"1/3", "1/3", 1.0 / 3, 1.0 / 3, SALVO_EVEN},
        {"0", "0", 0, 0, SALVO_NOBODY},
        {"333333333333333333/1000000000000000000", "1/3", 1.0 / 3, 1.0 / 3, SALVO_FAVOURITE_B},
        {"1/3", "333333333333333333/1000000000000000000", 1.0 / 3, 1.0 / 3, SALVO_FAVOURITE_A},
        {NULL, NULL, 0.3, 0.1 + 0.2, SALVO_EVEN},
        {NULL, NULL, 0.3, 0.3000001, SALVO_FAVOURITE_B},
    };
    const salvo_answer of = {.exact = true};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        const salvo_figure a = {.exact = {CASES[i].p_a, CASES[i].a}}, b = {.exact = {CASES[i].p_b, CASES[i].b}};

        assert_int_equal(salvo_favourite_of(&of, &a, &b), CASES[i].favourite);
    }
}

/* Of a simulation nothing is said that its interval does not. */
static void a_simulation_says_what_its_interval_allows(void **state)
{
    const salvo_answer of = {.simulated = true, .simulation = {.trials = 1000}};
    const salvo_figure few = {.count = 480}, many = {.count = 520}, most = {.count = 700}, rest = {.count = 300};

    (void)state;
    assert_int_equal(salvo_favourite_of(&of, &few, &many), SALVO_UNSURE);
    assert_int_equal(salvo_favourite_of(&of, &most, &rest), SALVO_FAVOURITE_A);
    assert_int_equal(salvo_favourite_of(&of, &rest, &most), SALVO_FAVOURITE_B);
}

/* Nobody can hit, which a simulation does not know: every battle is undecided, and nothing is claimed. */
static void nobody_wins_a_simulation(void **state)
{
    const salvo_approach how = {.method = SALVO_MONTE_CARLO, .plan = {.seed = 1, .trials = 100}};
    const salvo_battle_plan plan = plan_of("Sherman M4A1", "Tiger I", 5000);
    salvo_rulebook book;
    salvo_tipping t;

    (void)state;
    book_open(&book, "mad", "");
    assert_int_equal(salvo_tipping_find(&t, &book, &plan, &how, NULL), SALVO_OK);
    for (size_t i = 0; i < t.n_points; i++) {
        assert_int_equal(t.points[i].beats, 0);
        assert_int_equal(t.points[i].loses, 0);
        assert_int_equal(t.points[i].unsure, 1);
        assert_true(isnan(t.points[i].equal));
    }
    salvo_tipping_free(&t);
    salvo_rulebook_close(&book);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(FIELDS) + 3] = {
        cmocka_unit_test(favourites_are_compared_exactly),
        cmocka_unit_test(a_simulation_says_what_its_interval_allows),
        cmocka_unit_test(nobody_wins_a_simulation),
    };

    for (size_t i = 0; i < COUNT_OF(FIELDS); i++)
        tests[3 + i] = row_test(FIELDS[i].ruleset, worths_of_random_pairs, &FIELDS[i]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
