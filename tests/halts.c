/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Halts of lines: what they come to elsewhere, an account of their own of where lines go, and the best of them. Each random
 * battle of every rulebook is asked for all of it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <salvo/fight.h>
#include <salvo/selection.h>

#include "fight/battle_ready.h"
#include "fight/lines.h"
#include "splitmix.h"
#include "support.h"

enum { BATTLES = IS_SANITISED ? 10 : 30, TURNS = 60 };

static const salvo_approach EXACTLY = {.method = SALVO_EXACT, .options = {.effort = SALVO_BATTLE_EFFORT / 100}};

static const struct field {
    const char *ruleset;
    double ranges[3], halts[3];
} FIELDS[] = {
    {"mad", {600, 1100, 1700}, {350, 500, 925}}, {"trr", {20, 40, 90}, {12, 25, 30}},
    {"skank", {15, 30, 45}, {11, 14, 20}},       {"mbt2030", {6, 11, 18}, {4, 6, 9}},
    {"rookie", {15, 25, 40}, {8, 12, 20}},
};

typedef struct matchup {
    const salvo_rulebook *book;
    const char *unit[2];
    double range, halt[2];
} matchup;

static salvo_battle_plan plan_of(const matchup *m, salvo_scenario scenario)
{
    return (salvo_battle_plan){
        .army = {{.list = m->unit[0]}, {.list = m->unit[1]}}, .range = m->range, .scenario = scenario, .close_to = -1};
}

/* False: it is too large to be computed in little time, or the rules know nothing of it. */
static bool chances_of(double chances[3], const matchup *m, const salvo_battle_plan *plan)
{
    salvo_error err = {0};
    salvo_battle battle;
    salvo_status status = salvo_battle_fight(&battle, m->book, plan, &EXACTLY, &err);

    if (status != SALVO_OK)
        return false;
    chances[0] = battle.p_a.exact.value;
    chances[1] = battle.p_b.exact.value;
    chances[2] = battle.ends ? battle.expected_turns.exact.value : -1;
    salvo_battle_free(&battle);
    return true;
}

static void assert_same(const matchup *m, const salvo_battle_plan *plan, const salvo_battle_plan *other,
                        const char *what)
{
    double one[3], two[3];
    bool known = chances_of(one, m, plan) && chances_of(two, m, other);

    for (int i = 0; i < 3 && known; i++)
        if (fabs(one[i] - two[i]) > 1e-9)
            fail_msg("%s, %s against %s from %g, halts %g and %g: %s: %g and %g", m->book->ruleset->id, m->unit[0],
                     m->unit[1], m->range, m->halt[0], m->halt[1], what, one[i], two[i]);
}

/* What a halt is elsewhere. */
static void check_others(const matchup *m)
{
    salvo_battle_plan halts = plan_of(m, SALVO_ADVANCE), other = halts;

    halts.army[0].halt = other.close_to = m->halt[0];
    assert_same(m, &halts, &other, "in an advance a halt is where lines stop");
    halts.scenario = other.scenario = SALVO_MEETING;
    halts.army[1].halt = m->halt[0];
    assert_same(m, &halts, &other, "two equal halts are where lines stop");
    other = halts = plan_of(m, SALVO_MEETING);
    halts.army[1].halt = m->range + 1;
    other.scenario = SALVO_ADVANCE;
    assert_same(m, &halts, &other, "who never moves is attacked");
    halts.army[0].halt = m->range;
    other.scenario = SALVO_HOLD;
    assert_same(m, &halts, &other, "nobody moves");
    halts = other = plan_of(m, SALVO_HOLD);
    halts.army[0].halt = halts.army[1].halt = m->halt[0];
    assert_same(m, &halts, &other, "who holds has no halt");
}

/* One kind against one, so that speeds do not change. */
static void check_places(const matchup *m)
{
    salvo_battle_plan plan = plan_of(m, SALVO_MEETING);
    salvo_arena *memory = salvo_arena_new();
    battle_ready ready;
    salvo_error err = {0};
    double range = m->range, speed[2], stop[2];
    int place = 0;

    for (int s = 0; s < 2; s++)
        plan.army[s].halt = m->halt[s];
    if (battle_ready_make(&ready, m->book, &plan, memory, &err) == SALVO_OK) {
        const battle_model *model = ready.battle_model;

        for (int s = 0; s < 2; s++) {
            speed[s] = fmax(0, model->side[s].kinds[0].speed); /* below 0: along with others, of whom there are none */
            stop[s] = fmax(m->halt[s], model->adapter->closest(model->field));
        }
        for (int turn = 0; turn < TURNS; turn++) {
            /* Whose halt is nearer moves first; the other goes on to his own halt, if he is not there. */
            const int first = stop[0] <= stop[1] ? 0 : 1;
            double moved[2] = {0};

            moved[first] = fmax(0, fmin(speed[first], range - stop[first]));
            moved[!first] = fmax(0, fmin(speed[!first], range - moved[first] - stop[!first]));
            if (stop[0] == stop[1])
                for (int s = 0; s < 2; s++)
                    moved[s] = range > stop[s] ? speed[s] : 0; /* both share the way that is left */
            range = fmax(fmin(range, fmin(stop[0], stop[1])), range - moved[0] - moved[1]);
            place = model->next_place[place][speed[0] > 0 ? 0 : NOBODY_MOVES][speed[1] > 0 ? 0 : NOBODY_MOVES];
            assert_true(fabs(model->places[place].range - range) < 1e-6);
            for (int s = 0; s < 2; s++) {
                assert_int_equal(model->places[place].moved[s], moved[s] > 0);
                assert_true(!model->places[place].moved[s] || model->places[place].range >= stop[s] - 1e-6);
            }
        }
    }
    battle_ready_free(&ready);
    salvo_arena_free(memory);
}

/* The best of a's halts is no worse than any that was looked at, each asked by itself, and what the answer is of. */
static void check_best(const matchup *m)
{
    salvo_battle_plan plan = plan_of(m, SALVO_ADVANCE);
    salvo_error err = {0};
    salvo_battle battle;
    double one[3];

    plan.army[0].halt = SALVO_HALT_BEST;
    if (salvo_battle_fight(&battle, m->book, &plan, &EXACTLY, &err) != SALVO_OK)
        return;
    assert_in_range(battle.side[0].n_halts, 1, SALVO_HALTS_MAX);
    assert_int_equal(battle.side[1].n_halts, 0);
    for (size_t i = 0; i < battle.side[0].n_halts; i++) {
        const salvo_halt *h = &battle.side[0].halts[i];

        assert_true(i == 0 || h->distance > h[-1].distance);
        plan.army[0].halt = h->distance;
        if (h->low < h->high || !chances_of(one, m, &plan))
            continue;
        assert_true(fabs(one[0] - h->p_win) < 1e-6);
        assert_true(battle.p_a.exact.value > one[0] - 1e-6);
    }
    salvo_battle_free(&battle);
}

static void check_random_battles(void **state)
{
    const struct field *f = *state;
    uint64_t rng = 20261126;
    salvo_rulebook book;
    salvo_unit_set set;
    salvo_error err = {0};

    book_open(&book, f->ruleset, "");
    if (salvo_unit_set_units(&set, &book, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    for (int n = 0; n < BATTLES; n++) {
        matchup m = {.book = &book, .range = f->ranges[splitmix_next(&rng) % 3]};

        for (int s = 0; s < 2; s++) {
            m.unit[s] = salvo_unit_set_id(&set, splitmix_next(&rng) % salvo_unit_set_size(&set));
            m.halt[s] = f->halts[splitmix_next(&rng) % 3];
        }
        check_others(&m);
        check_places(&m);
        check_best(&m);
    }

    salvo_rulebook_close(&book);
}

static void assert_no_battle(const salvo_battle_plan *plan, const char *words)
{
    salvo_error err = {0};
    salvo_battle battle;

    assert_int_equal(salvo_battle_fight(&battle, mad(), plan, &EXACTLY, &err), SALVO_BAD_INPUT);
    assert_non_null(strstr(err.text, words));
}

static void halts_that_say_nothing_are_refused(void **state)
{
    const matchup m = {.unit = {"Tiger I", "Sherman Firefly"}, .range = 1500};
    salvo_battle_plan plan = plan_of(&m, SALVO_MEETING);

    (void)state;
    plan.army[0].halt = 50;
    assert_no_battle(&plan, "cannot halt at 50 m, because lines stop at 100");
    plan.army[0].halt = NAN;
    assert_no_battle(&plan, "a halt must be a distance");
    plan.army[0].halt = plan.army[1].halt = SALVO_HALT_BEST;
    assert_no_battle(&plan, "depends on that of the other");
    plan.army[0].halt = 0;
    plan.scenario = SALVO_ADVANCE;
    assert_no_battle(&plan, "does not move");
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(FIELDS) + 1] = {cmocka_unit_test(halts_that_say_nothing_are_refused)};

    for (size_t i = 0; i < COUNT_OF(FIELDS); i++)
        tests[1 + i] = row_test(FIELDS[i].ruleset, check_random_battles, &FIELDS[i]);
    return cmocka_run_group_tests(tests, mad_open, mad_close);
}
