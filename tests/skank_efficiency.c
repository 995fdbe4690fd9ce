/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Skank's units with the weapons that they carry, by hand from the rulebook's tables: the fire chart, the weapons, the damage
 * of vehicles. A d10 hits at or under the number of the chart after all modifiers. */
#include <math.h>
#include <string.h>

#include <salvo/efficiency.h>

#include "support.h"

static const double CLOSE = 1e-12;

OWN_BOOK(book, "skank")

static const struct {
    const char *unit, *range, *target, *word;
    double shots, hit, kill, damage, shot_hit;
} CASES[] = {
    /* 30 inches, nobody moves: 7. A black powder rifle adds 1 to the die. */
    {"rabble", "30", "trained", NULL, 1, 0.6, 0.6, 0.6, 0.6},
    {"trained", "30", "trained", NULL, 1, 0.7, 0.7, 0.7, 0.7},
    /* Elite -1, assault rifle -1, two attacks: 9 of 10 each. A trained figure has one wound. */
    {"elite", "30", "trained", NULL, 2, 0.99, 0.99, 0.99, 0.9},
    /* 40 inches: 6, so 8 of 10; two wounds at most of the hero's three. */
    {"elite", "40", "hero", NULL, 2, 0.96, 0, 1.6, 0.8},
    /* Hero -2, assault rifle -1, three attacks: every face. */
    {"hero", "30", "hero", NULL, 3, 1, 1, 3, 1},
    /* The list has no weapon for a horse: a rifle, as in duels. */
    {"horse", "30", "trained", NULL, 1, 0.7, 0.7, 0.7, 0.7},
    /* A mounted submachine gun: 8 at 20 inches, -1 and -1; it reaches 24. */
    {"motorcycle", "20", "trained", NULL, 1, 1, 1, 1, 1},
    {"motorcycle", "30", "trained", NULL, 0, 0, 0, 0, 0},
    /* A mounted light machine gun, five shots at 8 of 10. */
    {"car", "30", "trained", NULL, 5, 1 - 0.2 * 0.2 * 0.2 * 0.2 * 0.2, 1 - 0.2 * 0.2 * 0.2 * 0.2 * 0.2,
     1 - 0.2 * 0.2 * 0.2 * 0.2 * 0.2, 0.8},
    /* A heavy machine gun has rating 3, a tank 6. */
    {"armored-car", "30", "tank", NULL, 0, 0, 0, 0, 0},
    {"tank", "30", "trained", NULL, 1, 0.8, 0.8, 0.8, 0.8},
    /* Mounted, at a large target: 9 of 10. Of the damage rolls four destroy, and one does nothing. */
    {"tank", "30", "tank", NULL, 1, 0.81, 0.36, 0, 0.81},
    /* A motorcycle is not large. */
    {"trained", "30", "motorcycle", NULL, 1, 0.63, 0.28, 0, 0.63},
    /* Another weapon in everybody's hands: a shotgun is -2 and reaches 18 inches. */
    {"trained", "10", "trained", "weapon=shotgun", 1, 1, 1, 1, 1},
    {"trained", "20", "trained", "weapon=shotgun", 0, 0, 0, 0, 0},
    {"tank", "30", "trained", "weapon=rifle", 1, 0.8, 0.8, 0.8, 0.8},
    /* A weapon named alone, with whoever is said behind it. */
    {"rifle", "30", "hero", "shooter=elite", 2, 0.96, 0, 1.6, 0.8},
    {"light-mg", "30", "trained", NULL, 5, 1 - 0.3 * 0.3 * 0.3 * 0.3 * 0.3, 1 - 0.3 * 0.3 * 0.3 * 0.3 * 0.3,
     1 - 0.3 * 0.3 * 0.3 * 0.3 * 0.3, 0.7},
};

static void assert_close(const char *unit, double is, double expected)
{
    if (!(fabs(is - expected) <= CLOSE))
        fail_msg("%s: %.15g is not %.15g", unit, is, expected);
}

static void units_fire_what_they_carry(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        const salvo_efficiency_plan plan = {.range = CASES[i].range,
                                            .units = CASES[i].unit,
                                            .against = CASES[i].target,
                                            .words = &CASES[i].word,
                                            .n_words = CASES[i].word != NULL};
        salvo_efficiency e;
        const salvo_shot *shot;
        salvo_error err;

        if (salvo_efficiency_measure(&e, &book, &plan, &err) != SALVO_OK)
            fail_msg("%s: %s", CASES[i].unit, err.text);
        shot = salvo_efficiency_shot(&e, 0, 0, 0);
        assert_close(CASES[i].unit, shot->shots, CASES[i].shots);
        assert_close(CASES[i].unit, shot->hit, CASES[i].hit);
        assert_close(CASES[i].unit, shot->kill, CASES[i].kill);
        assert_close(CASES[i].unit, shot->damage, CASES[i].damage);
        assert_close(CASES[i].unit, shot->shot.hit, CASES[i].shot_hit);
        salvo_efficiency_free(&e);
    }
}

/* Six kinds of troops and five classes of vehicles; weapons only when they are named. */
static const struct {
    const char *units;
    size_t n;
} SELECTIONS[] = {
    {NULL, 11}, {"melee=*", 6}, {"covers=*", 5}, {"wounds>1", 2}, {"direct=yes", 19}, {"Rifle, tank", 2}, {"Mob", 1},
};

static void weapons_fire_alone_when_they_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SELECTIONS); i++) {
        const salvo_efficiency_plan plan = {.range = "10", .units = SELECTIONS[i].units};
        salvo_efficiency e;
        salvo_error err;

        if (salvo_efficiency_measure(&e, &book, &plan, &err) != SALVO_OK)
            fail_msg("%s", err.text);
        assert_int_equal(e.n_units, SELECTIONS[i].n);
        salvo_efficiency_free(&e);
    }
}

static const struct {
    const char *units, *word, *reason;
} REFUSED[] = {
    {NULL, "shooter=elite", "shooter=elite: the table varies this"},
    {"Rifle", "weapon=smg", "weapon=smg: the table varies this"},
    {NULL, "target=hero", "target=hero: the table varies this"},
    {"Rifel", NULL, "unknown unit 'Rifel'"},
};

static void what_varies_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(REFUSED); i++) {
        const salvo_efficiency_plan plan = {
            .range = "10", .units = REFUSED[i].units, .words = &REFUSED[i].word, .n_words = REFUSED[i].word != NULL};
        salvo_efficiency e;
        salvo_error err = {.text = ""};

        assert_int_equal(salvo_efficiency_measure(&e, &book, &plan, &err), SALVO_BAD_INPUT);
        if (!strstr(err.text, REFUSED[i].reason))
            fail_msg("'%s' does not say '%s'", err.text, REFUSED[i].reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_fire_what_they_carry),
        cmocka_unit_test(weapons_fire_alone_when_they_are_named),
        cmocka_unit_test(what_varies_is_refused),
    };

    return cmocka_run_group_tests(tests, open_book, close_book);
}
