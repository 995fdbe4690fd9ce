/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --set replaces one cell for this run: what it changes, how loosely it may be written, how a wrong one is refused. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 512 };

static const char *data(char path[PATH_ROOM])
{
    assert_non_null(getenv("SALVO_DATA"));
    assert_true(snprintf(path, PATH_ROOM, "%s/mad", getenv("SALVO_DATA")) < PATH_ROOM);
    return path;
}

static salvo_rulebook open_with(const char *const *settings, size_t n)
{
    char path[PATH_ROOM];
    salvo_rulebook book;
    salvo_error err = {0};
    salvo_status status = salvo_rulebook_open(&book, NULL, data(path), settings, n, &err);

    assert_string_equal(err.text, "");
    assert_int_equal(status, SALVO_OK);
    return book;
}

/* The damage that one attack with a Class B Cannon at 500 m does on average, as a fraction. */
static void assert_mean_damage(const salvo_rulebook *book, const char *expected)
{
    answer shot;

    ask(&shot, book, "mad.direct-fire", "weapon=cannon-b range=500");
    assert_string_equal(mean_of(&shot, "damage")->exact, expected);
    answer_free(&shot);
}

/* The cannon needs 6 at 500 m, so n = 5 faces of ten succeed. Of the hundred results of two dice 2n(10-n) = 50 are one
 * success (half damage), n(n-1) = 20 two that differ (full damage), n = 5 two alike (twice the damage):
 * (50 * half + 20 * full + 5 * 2 * full) / 100. */
static const struct damage_case {
    const char *name, *setting;
    const char *mean;
} DAMAGE_CASES[] = {
    {"the book's 34 damage", NULL, "187/10"},                            /* (50*17 + 20*34 + 5*68) / 100 */
    {"damage 36", "weapons.cannon-b.damage=36", "99/5"},                 /* (50*18 + 20*36 + 5*72) / 100 */
    {"damage 35 is halved to 18", "weapons.cannon-b.damage=35", "39/2"}, /* (50*18 + 20*35 + 5*70) / 100 */
    {"no damage", "weapons.cannon-b.damage=0", "0"},
    {"names in other words", "Weapons.Class B Cannon.Damage=36", "99/5"},
    {"names without their punctuation", "WEAPONS.CannonB.DAMAGE=36", "99/5"},
    {"blanks around all parts", " weapons . cannon-b . damage = 36 ", "99/5"},
    {"a number with a sign", "weapons.cannon-b.damage=+36", "99/5"},
    {"another range's number", "weapons.cannon-b.750m=2", "187/10"},
    {"this range's number", "weapons.cannon-b.500m=7", "374/25"}, /* n = 4: (48*17 + 12*34 + 4*68) / 100 */
    {"this range struck out", "weapons.cannon-b.500m=-", "0"},
    {"another weapon", "weapons.cannon-a.damage=36", "187/10"},
    {"a single success worth all", "levels.single.damage_percent=100", "136/5"}, /* 50*34 + 20*34 + 5*68 */
    {"an aircraft gun", "aircraft-weapons.20mm cannon.damage=36", "187/10"},
};

static void changes_the_damage(void **state)
{
    const struct damage_case *c = *state;
    salvo_rulebook book = open_with(&c->setting, c->setting != NULL);

    assert_mean_damage(&book, c->mean);
    salvo_rulebook_close(&book);
}

static void settings_act_in_their_order(void **state)
{
    const char *const settings[] = {"weapons.cannon-b.damage=100", "weapons.cannon-b.500m=6",
                                    "weapons.cannon-b.damage=36"};
    salvo_rulebook book = open_with(settings, COUNT_OF(settings));

    (void)state;
    assert_mean_damage(&book, "99/5");
    salvo_rulebook_close(&book);
}

static void a_setting_stays_in_its_book(void **state)
{
    const char *const setting = "weapons.cannon-b.damage=36";
    salvo_rulebook changed = open_with(&setting, 1), plain = open_with(NULL, 0);

    (void)state;
    assert_mean_damage(&plain, "187/10");
    assert_mean_damage(&changed, "99/5");
    salvo_rulebook_close(&plain);
    salvo_rulebook_close(&changed);
}

static void the_hash_tells_what_was_set(void **state)
{
    const char *const same = "weapons.cannon-b.damage=34", *const other = "weapons.cannon-b.damage=36";
    salvo_rulebook plain = open_with(NULL, 0), equal = open_with(&same, 1), changed = open_with(&other, 1);

    (void)state;
    assert_true(salvo_store_hash(&plain.store) == salvo_store_hash(&equal.store));
    assert_false(salvo_store_hash(&plain.store) == salvo_store_hash(&changed.store));
    salvo_rulebook_close(&plain);
    salvo_rulebook_close(&equal);
    salvo_rulebook_close(&changed);
}

/* The default of fort-value is a cell of the book, and its author may go beyond what a user may give. */
static void a_fortification_of_five_is_the_default(void **state)
{
    const char *const setting = "modifiers.fortification.modifier=5";
    salvo_rulebook book = open_with(&setting, 1), plain = open_with(NULL, 0);
    answer changed, before;
    int at;

    (void)state;
    ask(&changed, &book, "mad.direct-fire", "weapon=cannon-b range=500 cover=fortification");
    ask(&before, &plain, "mad.direct-fire", "weapon=cannon-b range=500 cover=fortification");
    at = salvo_parameter_find(&changed.question.procedure->schema, "fort-value");
    assert_string_equal(before.question.values[at].text, "4");
    assert_string_equal(changed.question.values[at].text, "5");
    assert_false(changed.question.values[at].given);
    assert_string_equal(probability_of(&before, "miss")->exact, "81/100"); /* needs 10: 9 faces of ten miss */
    assert_string_equal(probability_of(&changed, "miss")->exact, "1");     /* needs 11 */
    answer_free(&changed);
    answer_free(&before);
    salvo_rulebook_close(&book);
    salvo_rulebook_close(&plain);
}

static void a_text_can_be_set(void **state)
{
    const char *const settings[] = {"units.german-tiger-i.name =  Tiger = big \t",
                                    "units.Panther A to G.weapons=cannon-b"};
    salvo_rulebook book = open_with(settings, COUNT_OF(settings));
    const salvo_table *units = salvo_store_table(&book.store, "units");
    size_t row;

    (void)state;
    assert_int_equal(salvo_table_find(units, "unit", "german-tiger-i", &row, NULL), SALVO_OK);
    assert_string_equal(salvo_table_text(units, row, "name"), "Tiger = big");
    assert_int_equal(salvo_table_find(units, "unit", "german-panther-a-to-g", &row, NULL), SALVO_OK);
    assert_string_equal(salvo_table_text(units, row, "weapons"), "cannon-b");
    salvo_rulebook_close(&book);
}

#define AS_IN "; write TABLE.ROW.COLUMN=VALUE, as in weapons.cannon-b.damage=36"

static const struct refusal {
    const char *name, *setting, *message;
} REFUSALS[] = {
    {"nothing", "", "'' has no value" AS_IN},
    {"no value", "weapons.cannon-b.damage", "'weapons.cannon-b.damage' has no value" AS_IN},
    {"one dot", "weapons.damage=36", "'weapons.damage' is not a cell" AS_IN},
    {"no dot", "damage=36", "'damage' is not a cell" AS_IN},
    {"only an equals sign", "=", "'' is not a cell" AS_IN},
    {"an unknown table", "weapon.cannon-b.damage=36", "unknown table 'weapon'; did you mean 'weapons'"},
    {"a table like no other", "tanks.cannon-b.damage=36", "unknown table 'tanks'; "},
    {"an unknown row", "units.Tigre.hp=30", "unknown row 'Tigre'; did you mean 'Tiger I' or 'Tiger II'?"},
    {"an unknown row by its id", "modifiers.movin.modifier=1", "unknown row 'movin'; did you mean 'moving'?"},
    {"an ambiguous row", "units.T34.hp=30",
     "row 'T34' could be any of 2: T34/76 (russian-t34-76, Russia), T34/85 (russian-t34-85, Russia)"},
    {"an unknown column", "weapons.cannon-b.damge=36",
     "table 'weapons' has no column 'damge' to set; did you mean 'damage' or 'name'?"},
    {"an unknown column like no other", "nations.german.anthem=x",
     "table 'nations' has no column 'anthem' to set; there are 'name' and 'nicknames'"},
    {"the id column", "levels.miss.id=mishap",
     "table 'levels' has no column 'id' to set; there are 'name' and 'damage_percent'"},
    {"empty parts", "..=36", "unknown table ''; "},
    {"a value that is no number", "weapons.cannon-b.damage=lots",
     "'lots' is not a whole number; damage must be one from 0 to 1000"},
    {"no value behind the equals sign",
     "weapons.cannon-b.damage=", "the cell is empty; damage must be a whole number from 0 to 1000"},
    {"a value out of limits", "weapons.cannon-b.damage=1001", "1001 is out of range; damage must be from 0 to 1000"},
    {"an unknown weapon", "units.Tiger I.weapons=cannon-b + flame-trower",
     "unknown weapon 'flame-trower'; did you mean 'flame-thrower'?"},
    {"an unknown choice", "movement.foot.target=ship",
     "'ship' is not a value of target; there are 'vehicle' and 'infantry'"},
    {"a name taken away", "weapons.cannon-b.name=", "the cell is empty; it must hold the name"},
};

static void is_refused(void **state)
{
    const struct refusal *r = *state;
    const char *const settings[] = {"weapons.cannon-a.damage=41", r->setting};
    char path[PATH_ROOM];
    salvo_rulebook book;
    salvo_error err = {0};

    assert_int_equal(salvo_rulebook_open(&book, NULL, data(path), settings, COUNT_OF(settings), &err), SALVO_BAD_INPUT);
    if (strncmp(err.text, r->message, strlen(r->message)) != 0) /* long lists may go on */
        assert_string_equal(err.text, r->message);
    assert_string_equal(err.path, "--set");
    assert_int_equal(err.line, 0);
    assert_int_equal(err.column, 0);
    assert_null(book.store.memory);
}

static void a_refused_setting_changes_nothing(void **state)
{
    salvo_rulebook book = open_with(NULL, 0);
    uint64_t before = salvo_store_hash(&book.store);

    (void)state;
    assert_int_equal(salvo_store_set(&book.store, "weapons.cannon-b.damge=36", NULL), SALVO_BAD_INPUT);
    assert_true(salvo_store_hash(&book.store) == before);
    assert_mean_damage(&book, "187/10");
    salvo_rulebook_close(&book);
}

int main(void)
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(settings_act_in_their_order), cmocka_unit_test(a_setting_stays_in_its_book),
        cmocka_unit_test(the_hash_tells_what_was_set), cmocka_unit_test(a_fortification_of_five_is_the_default),
        cmocka_unit_test(a_text_can_be_set),           cmocka_unit_test(a_refused_setting_changes_nothing),
    };
    struct CMUnitTest tests[COUNT_OF(DAMAGE_CASES) + COUNT_OF(REFUSALS)];
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(DAMAGE_CASES); i++)
        tests[n++] = row_test(DAMAGE_CASES[i].name, changes_the_damage, &DAMAGE_CASES[i]);
    for (size_t i = 0; i < COUNT_OF(REFUSALS); i++)
        tests[n++] = row_test(REFUSALS[i].name, is_refused, &REFUSALS[i]);
    return cmocka_run_group_tests_name("one setting", tests, NULL, NULL) +
           cmocka_run_group_tests_name("settings", others, NULL, NULL);
}
