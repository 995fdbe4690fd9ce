/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check that a rule is a function of its dice, against rules that are none: each of them counts how often it is asked. */
#include "checks/purity.h"

#include <string.h>

#include <salvo/arena.h>

#include "support.h"

enum { NO, YES, N_OUTCOMES };
static const char *const OUTCOMES[N_OUTCOMES] = {"no", "yes"};

static int asked; /* what a rule must not depend on */

static int parity(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation, (void)gain;
    return (faces[0] + faces[1]) % 2;
}

static int turns_over(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation, (void)faces, (void)gain;
    return asked++ % 3 == 0;
}

static int gains_more_each_time(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    gain[0] = asked++;
    return faces[0] == 1;
}

static void weighted_dice(const void *situation, salvo_dice *dice)
{
    static const uint32_t NEVER_ONE[] = {0, 1, 5};

    (void)situation;
    *dice = salvo_dice_of(2, 3);
    dice->weights[0] = dice->weights[1] = NEVER_ONE;
}

static void another_die_each_time(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(2, 6 + asked++ % 2);
}

static void more_dice_each_time(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(1 + asked++ % 2, 6);
}

/* What the trial says of a procedure: of its results, and of what it found fault with. */
static uint64_t tried;
static bool seen[N_OUTCOMES];

static salvo_status purity_of(const salvo_roll *roll, const salvo_chain *chain, salvo_error *err)
{
    static const salvo_ruleset RULES = {.id = "tests"};
    static const salvo_rulebook BOOK = {.ruleset = &RULES, .store = {.directory = "the folder"}};
    const salvo_procedure p = {
        .schema = {.name = "tests.rule"}, .outcomes = OUTCOMES, .n_outcomes = N_OUTCOMES, .roll = roll, .chain = chain};
    const salvo_question q = {.book = &BOOK, .schema = &p.schema, .procedure = &p};
    pcg32 rng;
    const trial t = {.first = &q,
                     .second = &q,
                     .words = "range=3",
                     .seen = seen,
                     .results = &tried,
                     .rng = &rng,
                     .memory = salvo_arena_new()};
    salvo_status status;

    rng = pcg32_seeded(1, 1);
    asked = 0;
    tried = 0;
    memset(seen, 0, sizeof seen);
    status = roll ? purity_of_roll(&t, err) : purity_of_chain(&t, err);
    salvo_arena_free(t.memory);
    return status;
}

static void expect_refused(const salvo_roll *roll, const salvo_chain *chain, const char *what)
{
    salvo_error err = {.text = ""};

    assert_int_equal(purity_of(roll, chain, &err), SALVO_BAD_INPUT);
    if (!strstr(err.text, what) || !strstr(err.text, "tests.rule range=3: the same dice ("))
        fail_msg("'%s' is not told in: %s", what, err.text);
}

/* All results of few dice, each once; of a die that never shows a 1, the results without it; of many dice 4096. */
static void functions_of_their_dice_pass(void **state)
{
    const salvo_roll two = {.count = 2, .sides = 6, .resolve = parity},
                     six = {.count = 6, .sides = 6, .resolve = parity},
                     weighted = {.dice = weighted_dice, .resolve = parity};

    (void)state;
    assert_int_equal(purity_of(&two, NULL, NULL), SALVO_OK);
    assert_int_equal(tried, 36);
    assert_true(seen[NO] && seen[YES]);
    assert_int_equal(purity_of(&weighted, NULL, NULL), SALVO_OK);
    assert_int_equal(tried, 4);
    assert_int_equal(purity_of(&six, NULL, NULL), SALVO_OK);
    assert_int_equal(tried, 4096);
}

static void rolls_that_are_none_are_refused(void **state)
{
    (void)state;
    expect_refused(&(salvo_roll){.count = 2, .sides = 6, .resolve = turns_over}, NULL, "one outcome and then another");
    expect_refused(&(salvo_roll){.count = 2, .sides = 6, .resolve = gains_more_each_time}, NULL,
                   "(6, 6) gave one gain and then another");
    expect_refused(&(salvo_roll){.dice = another_die_each_time, .resolve = parity}, NULL,
                   "different dice the second time");
    expect_refused(&(salvo_roll){.dice = more_dice_each_time, .resolve = parity}, NULL,
                   "different dice the second time");
}

/* A chain of one byte: two dice are thrown until they agree, and the byte counts the throws. */

static int goes_on(const void *situation, const void *state)
{
    (void)situation;
    return *(const uint8_t *)state < 5 ? SALVO_CONTINUES : YES;
}

static int over_now_and_then(const void *situation, const void *state)
{
    (void)situation, (void)state;
    return asked++ % 2 ? YES : SALVO_CONTINUES;
}

static void two_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation, (void)state;
    weighted_dice(NULL, dice);
}

static void dice_of_the_moment(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    another_die_each_time(situation, dice);
}

static bool count_agreeing(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    *(uint8_t *)state += faces[0] == faces[1];
    gain[0] = faces[0];
    return true;
}

static bool count_calls(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    (void)situation, (void)faces, (void)gain;
    *(uint8_t *)state = (uint8_t)(asked++ % 4);
    return true;
}

static bool gain_calls(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    (void)situation, (void)state, (void)faces;
    gain[0] = asked++;
    return true;
}

static bool end_every_other_turn(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    (void)situation, (void)state, (void)faces, (void)gain;
    return asked++ % 2;
}

static void chains_are_walked(void **state)
{
    const salvo_chain chain = {.state_size = 1, .outcome = goes_on, .dice = two_dice, .step = count_agreeing};
    salvo_chain of = chain;

    (void)state;
    assert_int_equal(purity_of(NULL, &chain, NULL), SALVO_OK);
    assert_true(seen[YES] && !seen[NO] && tried > 24 * 5);
    of.outcome = over_now_and_then;
    expect_refused(NULL, &of, "a state that is both over and not over");
    of = chain;
    of.dice = dice_of_the_moment;
    expect_refused(NULL, &of, "different dice the second time");
    of = chain;
    of.step = count_calls;
    expect_refused(NULL, &of, "one state and then another");
    of.step = gain_calls;
    expect_refused(NULL, &of, "one gain and then another");
    of.step = end_every_other_turn;
    expect_refused(NULL, &of, "one gain and then another");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_their_dice_pass),
        cmocka_unit_test(rolls_that_are_none_are_refused),
        cmocka_unit_test(chains_are_walked),
    };

    return cmocka_run_group_tests_name("purity", tests, NULL, NULL);
}
