/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of rules that a game with lost charts needs (tests/lua/squads), with answers worked out by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <salvo/fight.h>

#include "support.h"

static salvo_rulebook squads;

static int open_squads(void **state)
{
    char path[512];
    salvo_error err = {.text = ""};

    (void)state;
    snprintf(path, sizeof path, "%s/lua/squads", getenv("SALVO_TESTS"));
    if (salvo_rulebook_open(&squads, NULL, path, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s:%d:%d: %s", err.path, err.line, err.column, err.text);
    return 0;
}

static int close_squads(void **state)
{
    (void)state;
    salvo_rulebook_close(&squads);
    return 0;
}

/* A name before a number is one outcome for each number; whole names come before it. What `prepare` has made can be
 * gains. */
static void marks_have_numbers(void **state)
{
    answer is;

    (void)state;
    ask(&is, &squads, "squads.marks", "");
    assert_answer(&is, "miss=1/3 d0=1/6 d1=1/6 p12=1/6 d-none=1/6", "kills=1/2");
    answer_free(&is);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_have_numbers),
    };

    return cmocka_run_group_tests(tests, open_squads, close_squads);
}
