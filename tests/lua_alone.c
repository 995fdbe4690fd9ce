/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice that act alone (`each` of a chain), against the same chains written as one step of all dice: hundreds of chains
 * that a number decides. */
#include <stdio.h>
#include <stdlib.h>

#include "same.h"
#include "support.h"

static salvo_rulebook book;

static int open_alone(void **state)
{
    char path[512];
    salvo_error err = {.text = ""};

    (void)state;
    snprintf(path, sizeof path, "%s/lua/alone", getenv("SALVO_TESTS"));
    if (salvo_rulebook_open(&book, NULL, path, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s:%d: %s", err.path, err.line, err.text);
    return 0;
}

static int close_alone(void **state)
{
    (void)state;
    salvo_rulebook_close(&book);
    return 0;
}

enum { SEEDS = IS_SANITISED ? 12 : 60 };

static void each_is_a_step(void **state)
{
    (void)state;
    for (int seed = 1; seed <= SEEDS; seed++) {
        char words[64];

        snprintf(words, sizeof words, seed % 3 ? "seed=%d" : "seed=%d turns=5", seed);
        same_answer(&book, "alone.alone", &book, "alone.together", words);
    }
    assert_int_equal(salvo_rulebook_fault(&book, NULL), SALVO_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_a_step),
    };

    return cmocka_run_group_tests_name("dice that act alone", tests, open_alone, close_alone);
}
