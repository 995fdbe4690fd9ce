/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tiny Tanks in Lua, the example and the tests' own, against Pocket Tanks in C (tests/pocket): the same page of rules, so the
 * same answers, to the last digit of a fraction and the last trial of a simulation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/fight.h>

#include "example_book.h"
#include "pocket/pocket.h"
#include "same.h"
#include "support.h"

static salvo_rulebook tiny, pocket;

static void open_book(salvo_rulebook *book, const salvo_ruleset *ruleset, const char *folder)
{
    char path[EXAMPLE_PATH];
    salvo_error err = {0};

    snprintf(path, sizeof path, "%s/%s", getenv("SALVO_TESTS"), folder);
    if (salvo_rulebook_open(book, ruleset, path, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

static int open_example(void **state)
{
    (void)state;
    example_open(&tiny, "tiny");
    open_book(&pocket, &POCKET, "pocket/data");
    return 0;
}

static int open_own(void **state)
{
    (void)state;
    open_book(&tiny, NULL, "lua/tiny");
    open_book(&pocket, &POCKET, "pocket/data");
    return 0;
}

static int close_both(void **state)
{
    (void)state;
    salvo_rulebook_close(&tiny);
    salvo_rulebook_close(&pocket);
    return 0;
}

static const char *const TANKS[] = {"light", "medium", "heavy", "battery"};
static const int RANGES[] = {0, 6, 7, 12, 24, 25};

static void shots_are_the_same(void **state)
{
    (void)state;
    for (size_t t = 0; t < COUNT_OF(TANKS); t++)
        for (size_t r = 0; r < COUNT_OF(RANGES); r++) {
            char words[64];

            snprintf(words, sizeof words, "target=%s range=%d", TANKS[t], RANGES[r]);
            same_answer(&tiny, "tiny.shot", &pocket, "pocket.shot", words);
        }
}

static void duels_are_the_same(void **state)
{
    static const char *const FIRST[] = {"a", "b", "initiative", "simultaneous"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(TANKS) * COUNT_OF(TANKS) * COUNT_OF(FIRST); i++) {
        char words[96];

        snprintf(words, sizeof words, "a=%s b=%s range=%d first=%s", TANKS[i / COUNT_OF(TANKS) % COUNT_OF(TANKS)],
                 TANKS[i % COUNT_OF(TANKS)], RANGES[i % COUNT_OF(RANGES)],
                 FIRST[i / COUNT_OF(TANKS) / COUNT_OF(TANKS)]);
        same_answer(&tiny, "tiny.duel", &pocket, "pocket.duel", words);
    }
}

static void battles_are_the_same(void **state)
{
    static const salvo_battle_plan PLANS[] = {
        {.army = {{.list = "Heavy tank"}, {.list = "Medium tank"}}, .range = 12, .close_to = -1},
        {.army = {{.list = "2 Heavy tank"}, {.list = "3 Medium tank, 1 Light tank"}},
         .range = 24,
         .scenario = SALVO_ADVANCE,
         .close_to = -1},
        {.army = {{.list = "1 Rocket battery, 1 Heavy tank"}, {.list = "4 Light tank", .targets = SALVO_WEAKEST}},
         .range = 20,
         .scenario = SALVO_MEETING,
         .close_to = -1,
         .break_at = 0.5},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PLANS); i++)
        same_battle(&tiny, &pocket, &PLANS[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shots_are_the_same),
        cmocka_unit_test(duels_are_the_same),
        cmocka_unit_test(battles_are_the_same),
    };

    const int wrong = cmocka_run_group_tests_name("the example", tests, open_example, close_both);

    return wrong + cmocka_run_group_tests_name("the tests' own", tests, open_own, close_both);
}
