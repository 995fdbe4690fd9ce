/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold in Ten Rounds Rapid whatever its numbers are. */
#include <stdio.h>
#include <string.h>

#include "support.h"

enum { WORDS = 512 };

OWN_BOOK(trr, "trr")

static const salvo_table *units(void)
{
    return salvo_store_table(&trr.store, "units");
}

static const char *unit(size_t i)
{
    return units()->cells[i % units()->n_rows * units()->n_columns].text;
}

/* An enemy for each unit, so that all kinds meet. */
static const char *enemy(size_t i)
{
    return unit(i * 37 + 11);
}

/* The mean of `words` is no better with `trouble` behind them. */
static void check_trouble(const char *procedure, const char *words, const char *trouble, const char *mean)
{
    char more[2 * WORDS];
    answer better, worse;

    snprintf(more, sizeof more, "%s %s", words, trouble);
    ask(&better, &trr, procedure, words);
    ask(&worse, &trr, procedure, more);
    if (compare_numbers(&better, mean_of(&better, mean), &worse, mean_of(&worse, mean)) < 0)
        fail_msg("%s %s: %s raises %s", procedure, words, trouble, mean);
    answer_free(&better);
    answer_free(&worse);
}

static void more_cover_never_helps_the_shooter(void **state)
{
    static const char *const COVERS[] = {"none", "light", "medium", "heavy", "total"};
    static const char *const FIRES[][2] = {
        {"trr.small-arms", "figures=6 lmg=3"},
        {"trr.support-fire", "mount=multiple barrels=12"},
        {"trr.direct-he", "calibre=150"},
        {"trr.flame-thrower", ""},
        {"trr.sniper", ""},
        {"trr.barrage", "factor=10 batteries=2"},
        {"trr.indirect-fire", "batteries=3"},
        {"trr.air-attack", "aircraft=medium-bomber"},
        {"trr.strafe", "bracket=point-blank"},
    };

    (void)state;
    for (size_t f = 0; f < COUNT_OF(FIRES); f++)
        for (int right = 0; right < 2; right++)
            for (size_t c = 0; c + 1 < COUNT_OF(COVERS); c++) {
                char words[2][WORDS];
                answer is[2];

                for (int k = 0; k < 2; k++) {
                    snprintf(words[k], WORDS, "%s cover=%s off-right=%s", FIRES[f][1], COVERS[c + (size_t)k],
                             right ? "column-e" : "ineffective");
                    ask(&is[k], &trr, FIRES[f][0], words[k]);
                }
                if (compare_numbers(&is[0], mean_of(&is[0], "hits"), &is[1], mean_of(&is[1], "hits")) < 0)
                    fail_msg("%s: cover %s helps", FIRES[f][0], words[1]);
                answer_free(&is[0]);
                answer_free(&is[1]);
            }
}

static void trouble_never_helps(void **state)
{
    static const char *const TROUBLES[] = {"firer-moving=yes",
                                           "target-moving=yes",
                                           "concealment=wood",
                                           "concealment=dug-in",
                                           "camouflaged=yes",
                                           "firer-damage=1",
                                           "damage-applies=target-harder target-damage=1"};

    (void)state;
    for (size_t i = 0; i < units()->n_rows; i++)
        for (size_t t = 0; t < COUNT_OF(TROUBLES); t++) {
            char words[WORDS];

            snprintf(words, sizeof words, "gun=%s unit=%s distance=%zu", salvo_table_text(units(), i, "gun"), enemy(i),
                     i % 120);
            check_trouble("trr.anti-tank", words, TROUBLES[t], "markers");
        }
}

static void more_range_never_helps(void **state)
{
    static const char *const RANGES[] = {"0",  "2",  "4",  "8",   "12",  "25",  "30",
                                         "50", "60", "80", "100", "125", "150", "151"};

    (void)state;
    for (size_t i = 0; i < units()->n_rows; i++)
        for (size_t r = 0; r + 1 < COUNT_OF(RANGES); r++) {
            char words[2][WORDS];
            answer is[2];

            for (int k = 0; k < 2; k++) {
                snprintf(words[k], WORDS, "gun=%s unit=%s distance=%s", salvo_table_text(units(), i, "gun"), enemy(i),
                         RANGES[r + (size_t)k]);
                ask(&is[k], &trr, "trr.anti-tank", words[k]);
            }
            if (compare_numbers(&is[0], mean_of(&is[0], "markers"), &is[1], mean_of(&is[1], "markers")) < 0)
                fail_msg("more range helps: %s", words[1]);
            answer_free(&is[0]);
            answer_free(&is[1]);
        }
}

static const char *const FIRSTS[] = {"initiative", "simultaneous"}, *const MODELS[] = {"knockout", "graded"};

static void twins_are_even(void **state)
{
    (void)state;
    for (size_t i = 0; i < units()->n_rows * 4; i++) {
        char words[WORDS];
        answer is;

        snprintf(words, sizeof words, "a=%s b=%s range=%zu first=%s damage-model=%s", unit(i / 4), unit(i / 4), i % 90,
                 FIRSTS[i % 2], MODELS[i / 2 % 2]);
        ask(&is, &trr, "trr.duel", words);
        assert_int_equal(compare_numbers(&is, probability_of(&is, "p-a"), &is, probability_of(&is, "p-b")), 0);
        assert_int_equal(compare_numbers(&is, mean_of(&is, "destroyed-a"), &is, mean_of(&is, "destroyed-b")), 0);
        answer_free(&is);
    }
}

static void mirrored_duels_are_mirrored(void **state)
{
    static const char *const PAIRS[][2] = {
        {"p-a", "p-b"}, {"p-b", "p-a"}, {"p-mutual", "p-mutual"}, {"p-undecided", "p-undecided"}};

    (void)state;
    for (size_t i = 0; i < units()->n_rows * 4; i++) {
        char words[WORDS];
        answer is[2];

        snprintf(words, sizeof words, "a=%s b=%s range=%zu first=%s damage-model=%s a-aspect=flank b-moving=yes",
                 unit(i), enemy(i), i % 130, i % 3 ? "initiative" : "a", MODELS[i / 2 % 2]);
        ask(&is[0], &trr, "trr.duel", words);
        snprintf(words, sizeof words, "b=%s a=%s range=%zu first=%s damage-model=%s b-aspect=flank a-moving=yes",
                 unit(i), enemy(i), i % 130, i % 3 ? "initiative" : "b", MODELS[i / 2 % 2]);
        ask(&is[1], &trr, "trr.duel", words);
        for (size_t k = 0; k < COUNT_OF(PAIRS); k++)
            assert_int_equal(compare_numbers(&is[0], probability_of(&is[0], PAIRS[k][0]), &is[1],
                                             probability_of(&is[1], PAIRS[k][1])),
                             0);
        assert_int_equal(
            compare_numbers(&is[0], mean_of(&is[0], "expected-turns"), &is[1], mean_of(&is[1], "expected-turns")), 0);
        assert_int_equal(
            compare_numbers(&is[0], mean_of(&is[0], "destroyed-a"), &is[1], mean_of(&is[1], "destroyed-b")), 0);
        answer_free(&is[0]);
        answer_free(&is[1]);
    }
}

static void firing_first_never_hurts(void **state)
{
    (void)state;
    for (size_t i = 0; i < units()->n_rows; i++) {
        char words[WORDS];
        answer is[2];

        for (int k = 0; k < 2; k++) {
            snprintf(words, sizeof words, "a=%s b=%s range=40 first=%s", unit(i), enemy(i), k ? "b" : "a");
            ask(&is[k], &trr, "trr.duel", words);
        }
        assert_true(compare_numbers(&is[0], probability_of(&is[0], "p-a"), &is[1], probability_of(&is[1], "p-a")) >= 0);
        answer_free(&is[0]);
        answer_free(&is[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_cover_never_helps_the_shooter),
        cmocka_unit_test(trouble_never_helps),
        cmocka_unit_test(more_range_never_helps),
        cmocka_unit_test(twins_are_even),
        cmocka_unit_test(mirrored_duels_are_mirrored),
        cmocka_unit_test(firing_first_never_hurts),
    };

    return cmocka_run_group_tests_name("Ten Rounds Rapid properties", tests, open_book, close_book);
}
