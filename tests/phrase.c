/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of sentences that depend on a value: counts, measures, articles and lists, each with none, one, two and many, and
 * with names that are too long. Expected are the words of an English dictionary. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "base/phrase.h"
#include "base/utf8.h"

static const struct noun_case {
    const char *noun, *none, *one, *two;
} NOUNS[] = {
    {"trial", "no trials", "1 trial", "2 trials"},
    {"damage roll", "no damage rolls", "1 damage roll", "2 damage rolls"},
    {"match", "no matches", "1 match", "2 matches"},
    {"class of targets", "no classes of targets", "1 class of targets", "2 classes of targets"},
    {"pair of armies", "no pairs of armies", "1 pair of armies", "2 pairs of armies"},
    {"number in the tables of a book", "no numbers in the tables of a book", "1 number in the tables of a book",
     "2 numbers in the tables of a book"},
    {"inch", "no inches", "1 inch", "2 inches"},
    {"crash", "no crashes", "1 crash", "2 crashes"},
    {"box", "no boxes", "1 box", "2 boxes"},
    {"battery", "no batteries", "1 battery", "2 batteries"},
    {"key", "no keys", "1 key", "2 keys"},
    {"die", "no dice", "1 die", "2 dice"},
    {"other die", "no other dice", "1 other die", "2 other dice"},
    {"man", "no men", "1 man", "2 men"},
    {"foot", "no feet", "1 foot", "2 feet"},
    {"talisman", "no talismans", "1 talisman", "2 talismans"},
    {"line", "no lines", "1 line", "2 lines"},
};

static void counts_have_their_nouns(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(NOUNS); i++) {
        assert_string_equal(salvo_counted(0, NOUNS[i].noun).text, NOUNS[i].none);
        assert_string_equal(salvo_counted(1, NOUNS[i].noun).text, NOUNS[i].one);
        assert_string_equal(salvo_counted(2, NOUNS[i].noun).text, NOUNS[i].two);
    }
    assert_string_equal(salvo_counted(UINT64_MAX, "trial").text, "18446744073709551615 trials");
}

static void measures_have_their_nouns(void **state)
{
    (void)state;
    assert_string_equal(salvo_measured(0, "inch").text, "0 inches");
    assert_string_equal(salvo_measured(1, "inch").text, "1 inch");
    assert_string_equal(salvo_measured(2, "inch").text, "2 inches");
    assert_string_equal(salvo_measured(0.5, "inch").text, "0.5 inches");
    assert_string_equal(salvo_measured(1.5, "percentage point").text, "1.5 percentage points");
}

/* A name of a thousand bytes: characters of one, two, three and four bytes, so that each is cut once. */
static void long_nouns_are_cut_between_characters(void **state)
{
    static const char *const UNITS[] = {"x", "\xC3\xA4", "\xE4\xB8\x80", "\xF0\x9F\x8E\xB2"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(UNITS); i++)
        for (size_t shift = 0; shift < 4; shift++) {
            char noun[1100] = "";
            salvo_phrase p;

            memset(noun, 'a', shift);
            while (strlen(noun) < 1000)
                strcat(noun, UNITS[i]);
            p = salvo_counted(2, noun);
            assert_true(strlen(p.text) < sizeof p.text && strlen(p.text) + 5 >= sizeof p.text);
            assert_true(salvo_is_text(p.text));
            assert_memory_equal(p.text + 2, noun, strlen(p.text) - 2);
        }
}

static void verbs_agree(void **state)
{
    (void)state;
    assert_string_equal(salvo_agree(0, "is", "are"), "are");
    assert_string_equal(salvo_agree(1, "is", "are"), "is");
    assert_string_equal(salvo_agree(2, "is", "are"), "are");
}

static void articles_follow_the_sound(void **state)
{
    static const char *const A[] = {"Tiger I",   "rabble", "unit",        "Unimog",     "one-shot gun",
                                    "T-34/85",   "BT-7",   "useful gun",  "European",   "105 mm howitzer",
                                    "75 mm gun", "PIAT",   "1 ton truck", "110 mm gun", ""};
    static const char *const AN[] = {"Infantry", "elite", "M4A1 Sherman", "SU-85",  "88 mm gun", "8-rad", "ISU-152",
                                     "uncle",    "HMG",   "11 mm gun",    "18 pdr", "Elefant",   "order", "F-16"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(A); i++)
        if (strcmp(salvo_article(A[i]), "a") != 0)
            fail_msg("%s %s", salvo_article(A[i]), A[i]);
    for (size_t i = 0; i < COUNT_OF(AN); i++)
        if (strcmp(salvo_article(AN[i]), "an") != 0)
            fail_msg("%s %s", salvo_article(AN[i]), AN[i]);
}

static void lists_have_commas_and_a_last_word(void **state)
{
    static const char *const LISTS[] = {"", "a", "a and b", "a, b and c", "a, b, c and d"};

    (void)state;
    for (size_t n = 0; n < COUNT_OF(LISTS); n++) {
        char text[64] = "";

        for (size_t i = 0; i < n; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%c", salvo_between(i, n, " and "),
                     (char)('a' + i));
        assert_string_equal(text, LISTS[n]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_have_their_nouns),
        cmocka_unit_test(measures_have_their_nouns),
        cmocka_unit_test(long_nouns_are_cut_between_characters),
        cmocka_unit_test(verbs_agree),
        cmocka_unit_test(articles_follow_the_sound),
        cmocka_unit_test(lists_have_commas_and_a_last_word),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
