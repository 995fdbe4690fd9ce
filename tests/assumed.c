/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other policies would change in a battle: as they give it themselves, found where they matter, and no difference where
 * there is none. What the list of assumptions says is asked again by scripts/claims. */
#include <math.h>

#include <salvo/fight.h>

#include "claims/other_choices.h"
#include "support.h"

static const salvo_approach WHICHEVER = {.options = {.arithmetic = SALVO_DOUBLE}, .plan = {.seed = 1}};

static salvo_approach simulated(uint64_t trials, uint64_t seed)
{
    return (salvo_approach){.method = SALVO_MONTE_CARLO, .plan = {.trials = trials, .seed = seed}};
}

static salvo_battle_plan plan_of(const char *a, const char *b, double range)
{
    return (salvo_battle_plan){.army = {{.list = a}, {.list = b}}, .range = range, .close_to = -1};
}

static void fight(salvo_battle *battle, const salvo_rulebook *book, const salvo_battle_plan *plan,
                  const salvo_approach *how)
{
    salvo_error err = {0};

    if (salvo_battle_fight(battle, book, plan, how, &err) != SALVO_OK)
        fail_msg("%s against %s: %s", plan->army[0].list, plan->army[1].list, err.text);
}

/* Found once: whoever asks again gets the same. */
static const other_choices *look(const salvo_battle *battle)
{
    bool failed = false;
    const other_choices *others = other_choices_of(battle, &failed);

    assert_ptr_equal(others, other_choices_of(battle, &failed));
    assert_false(failed);
    return others;
}

static double p_a_of(const salvo_battle *battle)
{
    return battle->answer.exact ? battle->p_a.exact.value : battle->p_a.simulated.value;
}

/* Exactly, or in the same trials. */
static void ask_policy(const salvo_battle *battle, const other_choices *others, const other_choice *tried)
{
    const salvo_approach exact = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_DOUBLE}},
                         same = simulated(tried->trials, others->seed);
    salvo_battle_plan plan = *battle->plan;
    salvo_battle other;

    for (int s = 0; s < 2; s++) {
        if (plan.army[s].targets == SALVO_USUAL)
            plan.army[s].targets = tried->targets;
        if (plan.army[s].acts == SALVO_ACTS_USUAL)
            plan.army[s].acts = tried->acts;
    }
    fight(&other, battle->book, &plan, tried->trials ? &same : &exact);
    assert_true(fabs(p_a_of(&other) - tried->p_a) < 6e-7);
    assert_true(fabs(tried->p_a - others->p_a) <= others->change);
    salvo_battle_free(&other);
}

static void policies_give_what_is_said(void **state)
{
    static const struct {
        const char *a, *b;
        uint64_t trials; /* 0: as it comes */
    } CASES[] = {
        {"2 Tiger I", "4 Sherman M4A1, 1 Sherman Firefly", 0},
        {"2 Tiger I", "2 Sherman Firefly, 1 Marder III, 3 Truck etc.", 0},
        {"2 Tiger I", "4 Sherman M4A1, 1 Sherman Firefly", 100000},
        {"8 Tiger I, 8 Panther A to G", "10 Sherman M4A1, 5 Sherman Firefly, 5 T34/76", 100000},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        const salvo_battle_plan plan = plan_of(CASES[i].a, CASES[i].b, 1000);
        const salvo_approach how = CASES[i].trials ? simulated(CASES[i].trials, 7) : WHICHEVER;
        const other_choices *others;
        salvo_battle battle;

        fight(&battle, mad(), &plan, &how);
        others = look(&battle);
        assert_non_null(others);
        assert_int_equal(others->n, SALVO_N_TARGETS - 2 + 1); /* all but USUAL and the default; acts=best */
        for (size_t k = 0; k < others->n; k++)
            ask_policy(&battle, others, &others->tried[k]);
        salvo_battle_free(&battle);
    }
}

/* Trucks in the list draw the fire of who aims at the weakest. */
static void a_difference_is_found(void **state)
{
    const salvo_battle_plan plan = plan_of("2 Tiger I", "2 Sherman Firefly, 1 Marder III, 3 Truck etc.", 500);
    const salvo_approach few = simulated(20000, 3);

    (void)state;
    for (int simulates = 0; simulates < 2; simulates++) {
        const other_choices *others;
        salvo_battle battle;

        fight(&battle, mad(), &plan, simulates ? &few : &WHICHEVER);
        others = look(&battle);
        assert_non_null(least_choice(others, true));
        assert_int_equal(least_choice(others, true)->targets, SALVO_WEAKEST);
        assert_true(least_choice(others, false)->p_a <= least_choice(others, true)->p_a);
        assert_true(others->change > 0.09);
        salvo_battle_free(&battle);
    }
}

/* Both sides alike: a wins half of them, whatever both do. */
static void no_difference_is_found_where_there_is_none(void **state)
{
    const salvo_battle_plan plan = plan_of("4 Tiger I, 4 Pz III H", "4 Tiger I, 4 Pz III H", 1000);

    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const salvo_approach how = simulated(4096 << (seed % 6), seed);
        const other_choices *others;
        salvo_battle battle;

        fight(&battle, mad(), &plan, &how);
        others = look(&battle);
        assert_null(least_choice(others, false));
        assert_null(most_choice(others, false));
        assert_true(others->change > 0);
        salvo_battle_free(&battle);
    }
}

/* One enemy leaves no choice of targets, one element none of who acts; who said a policy has chosen. */
static void only_what_is_open_is_tried(void **state)
{
    static const struct {
        const char *a, *b;
        salvo_targets targets;
        salvo_acts acts;
        bool of_targets, of_acts;
    } CASES[] = {
        {"Tiger I", "Sherman M4A1", SALVO_USUAL, SALVO_ACTS_USUAL, false, false},
        {"Tiger I", "2 Sherman M4A1", SALVO_USUAL, SALVO_ACTS_USUAL, true, true},
        {"Tiger I", "2 Sherman M4A1", SALVO_BEST, SALVO_ACTS_USUAL, false, true},
        {"Tiger I", "2 Sherman M4A1", SALVO_BEST, SALVO_ACTS_BEST, false, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        salvo_battle_plan plan = plan_of(CASES[i].a, CASES[i].b, 500);
        const other_choices *others;
        salvo_battle battle;

        for (int s = 0; s < 2; s++) {
            plan.army[s].targets = CASES[i].targets;
            plan.army[s].acts = CASES[i].acts;
        }
        fight(&battle, mad(), &plan, &WHICHEVER);
        others = look(&battle);
        assert_int_equal(others && others->of_targets, CASES[i].of_targets);
        assert_int_equal(others && others->of_acts, CASES[i].of_acts);
        salvo_battle_free(&battle);
    }
}

/* In Rookie Rules a card says who acts. */
static void acts_matter_by_sequence(void **state)
{
    static const struct {
        const char *book, *unit;
        salvo_targets targets;
        bool matter;
    } CASES[] = {
        {"rookie", "2 standard", SALVO_BEST, false},
        {"skank", "2 trained", SALVO_IN_ORDER, true},
        {"mbt2030", "2 mbt-norm", SALVO_IN_ORDER, true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        salvo_battle_plan plan = plan_of(CASES[i].unit, CASES[i].unit, 10);
        salvo_rulebook book;
        salvo_battle battle;

        plan.army[0].targets = plan.army[1].targets = CASES[i].targets;
        book_open(&book, CASES[i].book, "");
        fight(&battle, &book, &plan, &WHICHEVER);
        assert_int_equal(acts_matter(&battle, 0), CASES[i].matter);
        assert_true(targets_matter(&battle, 0));
        salvo_battle_free(&battle);
        salvo_rulebook_close(&book);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policies_give_what_is_said),
        cmocka_unit_test(a_difference_is_found),
        cmocka_unit_test(no_difference_is_found_where_there_is_none),
        cmocka_unit_test(only_what_is_open_is_tried),
        cmocka_unit_test(acts_matter_by_sequence),
    };

    return cmocka_run_group_tests_name("assumed", tests, mad_open, mad_close);
}
