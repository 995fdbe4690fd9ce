/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rule that breaks in the middle of a question: whatever asked it returns what went wrong, and never a number, and it
 * comes to an end. The rules are those of tests/pocket until a number of calls has been made; then they behave as those
 * of a script that has failed. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/matrix.h>
#include <salvo/points.h>
#include <salvo/report.h>
#include <salvo/sensitivity.h>

#include "pocket/pocket.h"
#include "support.h"

static const char BROKEN[] = "the rule broke";

/* Any thread may call a rule. */
static atomic_long calls_left;
static atomic_bool broken;

static bool breaks(void)
{
    if (atomic_fetch_sub(&calls_left, 1) <= 0)
        atomic_store(&broken, true);
    return atomic_load(&broken);
}

static salvo_status fault(const void *tables, salvo_error *err)
{
    (void)tables;
    return atomic_load(&broken) ? salvo_fail(err, SALVO_BAD_INPUT, "%s", BROKEN) : SALVO_OK;
}

/* The pages of the book; 0 is the roll, 1 the duel. */

static const salvo_procedure *sound(int i)
{
    return POCKET.procedures[i];
}

static void roll_dice(const void *situation, salvo_dice *dice)
{
    *dice = (salvo_dice){.count = 0};
    if (!breaks())
        salvo_roll_dice(sound(0)->roll, situation, dice);
}

static int roll_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    return breaks() ? 0 : sound(0)->roll->resolve(situation, faces, gain);
}

static void explain(const void *situation, salvo_text *text)
{
    (void)situation;
    salvo_text_add(text, "%s", breaks() ? "" : "a shot");
}

static void chain_start(const void *situation, void *state)
{
    if (!breaks())
        sound(1)->chain->start(situation, state);
}

static int chain_outcome(const void *situation, const void *state)
{
    return breaks() ? 0 : sound(1)->chain->outcome(situation, state);
}

static void chain_dice(const void *situation, const void *state, salvo_dice *dice)
{
    *dice = (salvo_dice){.count = 0};
    if (!breaks())
        sound(1)->chain->dice(situation, state, dice);
}

static bool chain_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    return breaks() || sound(1)->chain->step(situation, state, faces, gain);
}

/* Battles. */

static void initial_state(const void *element, uint8_t *unit_state)
{
    if (!breaks())
        POCKET.battle->initial_state(element, unit_state);
}

static int strength(const void *element, const uint8_t *unit_state)
{
    return breaks() ? 0 : POCKET.battle->strength(element, unit_state);
}

static double price(const void *element)
{
    return breaks() ? 0 : POCKET.battle->price(element);
}

static double speed(const void *element)
{
    return breaks() ? 0 : POCKET.battle->speed(element);
}

static double closest(const void *field)
{
    return breaks() ? 0 : POCKET.battle->closest(field);
}

static void order_dice(const void *field, salvo_dice *dice)
{
    *dice = (salvo_dice){.count = 0};
    if (!breaks())
        POCKET.battle->order_dice(field, dice);
}

static int order(const void *field, const uint8_t *faces)
{
    return breaks() ? 0 : POCKET.battle->order(field, faces);
}

static void aim(const void *field, const void *actor, const void *target, const salvo_circumstances *now, void *fire)
{
    if (!breaks())
        POCKET.battle->aim(field, actor, target, now, fire);
}

static bool throw_dice(const void *fire, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *dice)
{
    *dice = (salvo_dice){.count = 0};
    return !breaks() && POCKET.battle->dice(fire, throw, actor, target, dice);
}

static void resolve(const void *fire, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    if (!breaks())
        POCKET.battle->resolve(fire, throw, faces, actor, target);
}

static bool can_harm(const void *fire, const uint8_t *actor, const uint8_t *target)
{
    return !breaks() && POCKET.battle->can_harm(fire, actor, target);
}

/* The same book with those rules. */

static salvo_battle_adapter battle;
static salvo_procedure pages[2];
static const salvo_procedure *const PAGES[] = {&pages[0], &pages[1]};
static salvo_roll roll;
static salvo_chain chain;
static salvo_ruleset breaking;
static salvo_rulebook book;

static void make_rules(void)
{
    for (int i = 0; i < 2; i++)
        pages[i] = *sound(i);
    roll = (salvo_roll){.dice = roll_dice, .resolve = roll_resolve};
    chain = *sound(1)->chain;
    chain.start = chain.start ? chain_start : NULL;
    chain.outcome = chain_outcome;
    chain.dice = chain_dice;
    chain.step = chain_step;
    pages[0].roll = &roll;
    pages[0].schema.explain = explain;
    pages[1].chain = &chain;
    battle = *POCKET.battle;
    battle.initial_state = initial_state;
    battle.strength = strength;
    battle.price = price;
    battle.speed = speed;
    battle.closest = closest;
    battle.order_dice = order_dice;
    battle.order = order;
    battle.aim = aim;
    battle.dice = throw_dice;
    battle.resolve = resolve;
    battle.can_harm = can_harm;
    breaking = POCKET;
    breaking.procedures = PAGES;
    breaking.n_procedures = COUNT_OF(PAGES);
    breaking.fire = NULL;
    breaking.battle = &battle;
    breaking.fault = fault;
}

static int open_book(void **state)
{
    char folder[512];
    salvo_error err = {.text = ""};

    (void)state;
    make_rules();
    snprintf(folder, sizeof folder, "%s/pocket/data", getenv("SALVO_TESTS"));
    if (salvo_rulebook_open(&book, &breaking, folder, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    return 0;
}

static int close_book(void **state)
{
    (void)state;
    salvo_rulebook_close(&book);
    return 0;
}

/* Everything that can be asked. What an answer says does not matter: only whether there is one. */

static const char *const SHOT_WORDS[] = {"target=medium", "range=12"}, *const DUEL_WORDS[] = {"range=12"};

static salvo_status answer_of(const salvo_procedure *procedure, const char *const *words, size_t n,
                              const salvo_approach *how, salvo_error *err)
{
    salvo_question question;
    salvo_answer found;
    salvo_status status = salvo_question_ask(&question, &book, procedure, words, n, err);

    if (status != SALVO_OK)
        return status;
    status = salvo_answer_find(&found, &question, how, err);
    if (status == SALVO_OK) {
        FILE *out = tmpfile();

        status = salvo_report_odds(out, (salvo_format){.kind = SALVO_TABLE}, &question, &found, err);
        fclose(out);
        salvo_answer_free(&found);
    }
    salvo_question_free(&question);
    return status;
}

static salvo_status ask_roll(const salvo_approach *how, salvo_error *err)
{
    return answer_of(&pages[0], SHOT_WORDS, 2, how, err);
}

static salvo_status ask_chain(const salvo_approach *how, salvo_error *err)
{
    static const char *const WORDS[] = {"a=heavy", "b=medium", "range=12"};

    return answer_of(&pages[1], WORDS, 3, how, err);
}

static salvo_status draw_curve(const salvo_approach *how, salvo_error *err)
{
    static const char *const OVER[] = {"range=6,12,24"};
    salvo_curve curve;
    salvo_status status = salvo_curve_draw(&curve, &book, &pages[0], SHOT_WORDS, 1, OVER, 1, how, err);

    if (status == SALVO_OK)
        salvo_curve_free(&curve);
    return status;
}

static salvo_status fight_duel(const salvo_approach *how, salvo_error *err)
{
    salvo_duel duel;
    salvo_status status = salvo_duel_fight(&duel, &book, "heavy", "medium", DUEL_WORDS, 1, how, err);

    if (status == SALVO_OK)
        salvo_duel_free(&duel);
    return status;
}

static salvo_status compare(const salvo_approach *how, salvo_error *err)
{
    static const char *const WORDS[][3] = {{"a=heavy", "b=medium", "range=12"}, {"a=heavy", "b=medium", "range=6"}};
    salvo_question questions[2] = {{.book = NULL}};
    salvo_comparison comparison;
    salvo_status status = SALVO_OK;

    for (int i = 0; i < 2 && status == SALVO_OK; i++)
        status = salvo_question_ask(&questions[i], &book, &pages[1], WORDS[i], 3, err);
    if (status == SALVO_OK) {
        status = salvo_compare(&comparison, &questions[0], &questions[1], how, err);
        if (status == SALVO_OK)
            salvo_comparison_free(&comparison);
    }
    for (int i = 0; i < 2; i++)
        salvo_question_free(&questions[i]);
    return status;
}

static const salvo_battle_plan PLAN = {
    .army = {{.list = "2 heavy"}, {.list = "2 medium, 1 battery"}}, .range = 12, .close_to = -1};

static salvo_status fight_battle(const salvo_approach *how, salvo_error *err)
{
    salvo_battle fought;
    salvo_status status = salvo_battle_fight(&fought, &book, &PLAN, how, err);

    if (status == SALVO_OK)
        salvo_battle_free(&fought);
    return status;
}

static salvo_status find_tipping(const salvo_approach *how, salvo_error *err)
{
    const salvo_battle_plan plan = {.army = {{.list = "heavy"}, {.list = "light"}}, .range = 12, .close_to = -1};
    salvo_tipping tipping;
    salvo_status status = salvo_tipping_find(&tipping, &book, &plan, how, err);

    if (status == SALVO_OK)
        salvo_tipping_free(&tipping);
    return status;
}

static salvo_status fight_matrix(const salvo_approach *how, salvo_error *err)
{
    const salvo_matrix_plan plan = {.matching = SALVO_ONE_ON_ONE, .range = "12", .words = NULL};
    salvo_matrix matrix;
    salvo_status status = salvo_matrix_fight(&matrix, &book, &plan, how, err);

    if (status == SALVO_OK)
        salvo_matrix_free(&matrix);
    return status;
}

static salvo_status measure_sensitivity(const salvo_approach *how, salvo_error *err)
{
    const salvo_subject subject = {.a = "heavy", .b = "medium", .words = DUEL_WORDS, .n_words = 1};
    const salvo_step_size step = {.units = 1};
    salvo_sensitivity found;
    salvo_status status = salvo_sensitivity_measure(&found, &book, &subject, &step, how, err);

    if (status == SALVO_OK)
        salvo_sensitivity_free(&found);
    return status;
}

static salvo_status test_prices(const salvo_approach *how, salvo_error *err)
{
    const double range = 12;
    salvo_points_plan plan = SALVO_POINTS_PLAN;
    salvo_points_test test;
    salvo_status status;

    plan.pairs = 20;
    plan.precision = 0.2;
    plan.threads = how->plan.threads;
    plan.ranges = &range;
    plan.n_ranges = 1;
    status = salvo_points_test_run(&test, &book, &plan, err);
    if (status == SALVO_OK)
        salvo_points_test_free(&test);
    return status;
}

static const struct question {
    const char *name;
    salvo_status (*find)(const salvo_approach *how, salvo_error *err);
    bool once; /* it takes no method */
} QUESTIONS[] = {
    {"a roll", ask_roll, false},
    {"a chain", ask_chain, false},
    {"a curve", draw_curve, false},
    {"a duel", fight_duel, false},
    {"a comparison", compare, false},
    {"a battle", fight_battle, false},
    {"tipping", find_tipping, false},
    {"a matrix", fight_matrix, false},
    {"sensitivity", measure_sensitivity, false},
    {"a test of prices", test_prices, true},
};

static const struct method {
    const char *name;
    salvo_method method;
    bool reference_engine;
} METHODS[] = {{"whichever", SALVO_EXACT_IF_QUICK, false},
               {"exact", SALVO_EXACT, false},
               {"simulated", SALVO_MONTE_CARLO, false},
               {"by the dice", SALVO_MONTE_CARLO, true}};

/* One question whose rule breaks after so many calls. Returns whether it broke. */
static bool breaks_after(const struct question *q, const struct method *m, int threads, long calls)
{
    salvo_approach how = {.method = m->method, .options = {.arithmetic = SALVO_RATIONAL}, .plan = SALVO_PLAN};
    salvo_error err = {.text = ""};
    salvo_status status;

    how.plan.threads = threads;
    how.plan.trials = 3000;
    how.plan.precision = 0;
    how.plan.reference_engine = m->reference_engine;
    atomic_store(&calls_left, calls);
    atomic_store(&broken, false);
    status = q->find(&how, &err);
    if (!atomic_load(&broken)) {
        if (status != SALVO_OK)
            fail_msg("%s, %s, refused though nothing broke: %s", q->name, m->name, err.text);
        return false;
    }
    if (status != SALVO_BAD_INPUT || strcmp(err.text, BROKEN) != 0)
        fail_msg("%s, %s, on %d threads, broken after %ld calls: status %d, '%s'", q->name, m->name, threads, calls,
                 (int)status, err.text);
    return true;
}

static void a_broken_rule_is_told(void **state)
{
    const struct question *q = *state;

    for (size_t m = 0; m < (q->once ? 1 : COUNT_OF(METHODS)); m++)
        for (int threads = 1; threads <= 2; threads++)
            /* At the first calls one by one, then ever farther on, until the whole question has passed. */
            for (long calls = 0; breaks_after(q, &METHODS[m], threads, calls);)
                calls += 1 + (IS_SANITISED ? calls : calls / 3);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(QUESTIONS)];

    for (size_t i = 0; i < COUNT_OF(QUESTIONS); i++)
        tests[i] = row_test(QUESTIONS[i].name, a_broken_rule_is_told, &QUESTIONS[i]);
    return cmocka_run_group_tests(tests, open_book, close_book);
}
