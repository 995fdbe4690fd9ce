/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Efficiency by hand: every throw of the dice counted here, weights of mixes added up here; filters, ranges and mixes
 * that cannot be read. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/arena.h>
#include <salvo/efficiency.h>

#include "support.h"

static const double CLOSE = 1e-12;

static void measure(salvo_efficiency *e, const char *range, const char *units, const char *against)
{
    const salvo_efficiency_plan plan = {.range = range, .units = units, .against = against};
    salvo_error err;

    if (salvo_efficiency_measure(e, mad(), &plan, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

static void assert_close(double is, double expected)
{
    if (!(fabs(is - expected) <= CLOSE))
        fail_msg("%.15g is not %.15g", is, expected);
}

/* Damage of two D10 against a number: half for one success, all for two, twice for two alike. */
static int damage_of(int number, int full, int x, int y)
{
    int good = (x >= number) + (y >= number);

    return good == 2 ? x == y ? 2 * full : full : good ? (full + 1) / 2 : 0;
}

typedef struct effect {
    double hit, kill, damage;
} effect;

/* One gun, all 100 throws. */
static effect one_gun(int number, int full, int hp)
{
    effect e = {0, 0, 0};

    for (int x = 1; x <= 10; x++)
        for (int y = 1; y <= 10; y++) {
            int d = damage_of(number, full, x, y);

            e.hit += (d > 0) / 100.0;
            e.kill += (d >= hp) / 100.0;
            e.damage += d / 100.0;
        }
    return e;
}

/* Two guns one after the other, all 10000 throws. */
static effect two_guns(int number_1, int full_1, int number_2, int full_2, int hp)
{
    effect e = {0, 0, 0};

    for (int i = 0; i < 10000; i++) {
        int d = damage_of(number_1, full_1, 1 + i % 10, 1 + i / 10 % 10) +
                damage_of(number_2, full_2, 1 + i / 100 % 10, 1 + i / 1000);

        e.hit += (d > 0) / 1e4;
        e.kill += (d >= hp) / 1e4;
        e.damage += d / 1e4;
    }
    return e;
}

/* Char B1-bis (91 points, 22 hp, cannons D and E) against a Tiger I (108 points, 28 hp, cannon B) at 500 m: D needs 7
 * and does 22, E needs 8 and does 16, B needs 6 and does 34. */
static void two_weapons_are_two_shots(void **state)
{
    salvo_efficiency e;
    const salvo_shot *shot;
    effect d = one_gun(7, 22, 28), f = one_gun(8, 16, 28), all, back = one_gun(6, 34, 22);

    (void)state;
    all = two_guns(7, 22, 8, 16, 28);
    measure(&e, "500", "Char B1-bis", "Tiger I");
    assert_int_equal(e.n_units, 1);
    assert_int_equal(e.n_targets, 1);
    assert_int_equal(e.n_ranges, 1);
    shot = salvo_efficiency_shot(&e, 0, 0, 0);
    assert_close(shot->shots, 2);
    assert_close(shot->shot.hit, (d.hit + f.hit) / 2);
    assert_close(shot->shot.kill, (d.kill + f.kill) / 2);
    assert_close(shot->shot.damage, (d.damage + f.damage) / 2);
    assert_close(shot->hit, all.hit);
    assert_close(shot->kill, all.kill);
    assert_close(shot->damage, all.damage);
    assert_close(shot->destroyed, all.kill * 108);
    assert_close(shot->answered, back.kill * 91);
    salvo_efficiency_free(&e);
}

/* Beyond 1000 m neither of its guns reaches. */
static void guns_out_of_range_are_no_shots(void **state)
{
    salvo_efficiency e;
    const salvo_shot *shot;

    (void)state;
    measure(&e, "1500", "Char B1-bis", "Tiger I");
    shot = salvo_efficiency_shot(&e, 0, 0, 0);
    assert_close(shot->shots, 0);
    assert_close(shot->hit + shot->kill + shot->damage + shot->shot.hit + shot->destroyed, 0);
    assert_true(shot->answered > 0);
    salvo_efficiency_free(&e);
}

static const char *write_mix(char path[64], const char *text)
{
    FILE *file;

    snprintf(path, 64, "mix-%d.yaml", (int)(text[0] ? text[strlen(text) / 2] : 0));
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return path;
}

/* Three Tigers I (108) to one Pz I (42), whose answer is of no use; the Wirbelwind has no price and weighs as much as
 * both: it counts for hits and not for points. */
static void a_mix_is_a_weighted_mean(void **state)
{
    char path[64];
    salvo_efficiency e;
    const salvo_shot *shot;
    effect tiger = one_gun(6, 34, 28), pz_i = one_gun(6, 34, 16);

    (void)state;
    measure(&e, "500", "Tiger I",
            write_mix(path, "title: Three kinds\nunits:\n  - {unit: Tiger I, weight: 3}\n  - {unit: Pz I}\n"
                            "  - {unit: FlakPz IV Wirbelwind, weight: 4}\n"));
    remove(path);
    shot = salvo_efficiency_shot(&e, 0, 0, 0);
    assert_string_equal(e.targets[0].label, "Three kinds");
    assert_close(shot->hit, tiger.hit);
    assert_close(shot->kill, (3 * tiger.kill + pz_i.kill + 4 * pz_i.kill) / 8);
    assert_close(shot->destroyed, (3 * tiger.kill * 108 + pz_i.kill * 42) / 4);
    assert_close(shot->answered, 3 * tiger.kill * 108 / 4);
    salvo_efficiency_free(&e);
}

/* The shipped mixes are the means of the units' own numbers by the weights of the table. */
static void shipped_mixes_follow_their_table(void **state)
{
    static const char *const NAMES[] = {"early war", "mid war", "late war"};
    const salvo_table *mixes = salvo_store_table(&mad()->store, "mixes");
    salvo_efficiency all;

    (void)state;
    measure(&all, "350,1000", "Sherman Firefly", "all");
    for (size_t m = 0; m < COUNT_OF(NAMES); m++)
        for (size_t r = 0; r < 2; r++) {
            double sum = 0, kill = 0, damage = 0;
            salvo_efficiency e;
            const salvo_shot *shot;

            for (size_t i = 0; i < mixes->n_rows; i++) {
                const char *id = mixes->cells[i * mixes->n_columns].text;
                double weight = atof(salvo_table_text(mixes, i, NAMES[m]));
                size_t unit = 0;

                while (strcmp(salvo_unit_set_id(&all.firers, all.targets[unit].units[0]), id) != 0)
                    unit++;
                sum += weight;
                kill += weight * salvo_efficiency_shot(&all, 0, unit, r)->kill;
                damage += weight * salvo_efficiency_shot(&all, 0, unit, r)->damage;
            }
            measure(&e, r ? "1000" : "350", "Sherman Firefly", NAMES[m]);
            shot = salvo_efficiency_shot(&e, 0, 0, 0);
            assert_close(shot->kill, kill / sum);
            assert_close(shot->damage, damage / sum);
            salvo_efficiency_free(&e);
        }
    salvo_efficiency_free(&all);
}

static void everything_is_every_unit_alike(void **state)
{
    salvo_efficiency all, mix;
    double hit = 0;

    (void)state;
    measure(&all, "500", "T34/76", "all");
    measure(&mix, "500", "T34/76", "everything");
    assert_int_equal(all.n_targets, 105);
    for (size_t t = 0; t < all.n_targets; t++)
        hit += salvo_efficiency_shot(&all, 0, t, 0)->hit / 105;
    assert_close(salvo_efficiency_shot(&mix, 0, 0, 0)->hit, hit);
    salvo_efficiency_free(&all);
    salvo_efficiency_free(&mix);
}

/* What a destroys of b per point is what b has to fear, and the other way round. */
static void answers_mirror_fire(void **state)
{
    salvo_efficiency e;

    (void)state;
    measure(&e, "350,1000", NULL, "all");
    for (size_t a = 0; a < e.n_units; a += 7)
        for (size_t b = 0; b < e.n_units; b += 5)
            for (size_t r = 0; r < e.n_ranges; r++) {
                const salvo_shot *there = salvo_efficiency_shot(&e, a, b, r),
                                 *back = salvo_efficiency_shot(&e, b, a, r);

                if (e.prices[a] < 0 || e.prices[b] < 0)
                    assert_true(isnan(there->answered) || isnan(back->destroyed));
                else
                    assert_close(there->answered, back->destroyed);
            }
    salvo_efficiency_free(&e);
}

static const struct {
    const char *filter;
    const char *ids; /* in the order of the table */
} FILTERS[] = {
    {"Tiger I", "german-tiger-i"},
    {"Tiger II, tiger 1", "german-tiger-i german-tiger-ii"},
    {"*tiger*", "german-tiger-i german-tiger-ii german-jagdtiger"},
    {"pz iv ?*f1, PZ IV F2*", "german-pz-iv-e-to-f1 german-pz-iv-f2-to-j"},
    {"Churchill Mk3 & Mk4", "british-churchill-mk3-and-mk4"},
    {"nation=japanese & points<=61", "japanese-te-ke-type-97-tankette japanese-ho-ha-apc japanese-ho-ki-apc"},
    {"nation=United States&hp>28", "us-pershing-m26"},
    {"nation=Russia & hp>=34 & points<118", "russian-jsu152"},
    {"points=#",
     "german-flakpz-iv-wirbelwind german-flakpz-iv-mobelwagen british-bofors-and-truck us-m16-half-track-aa"},
    {"weapons=cannon-d + cannon-e*", "french-char-b1-bis"},
};

static void filters_select(void **state)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_unit_set units;

    (void)state;
    assert_int_equal(salvo_unit_set_units(&units, mad(), NULL), SALVO_OK);
    for (size_t i = 0; i < COUNT_OF(FILTERS); i++) {
        char ids[512] = "";
        salvo_selection selection;
        salvo_error err;

        if (salvo_unit_set_select(&units, FILTERS[i].filter, memory, &selection, &err) != SALVO_OK)
            fail_msg("%s: %s", FILTERS[i].filter, err.text);
        for (size_t k = 0; k < selection.n; k++) {
            strcat(ids, k ? " " : "");
            strcat(ids, salvo_unit_set_id(&units, selection.rows[k]));
        }
        assert_string_equal(ids, FILTERS[i].ids);
    }
    salvo_arena_free(memory);
}

static const struct {
    const char *range, *units, *against, *reason;
} REFUSED[] = {
    {"500", "nobody here", NULL, "there is no unit 'nobody here'"},
    {"500", "*nobody*", NULL, "no unit matches '*nobody*'"},
    {"500", "points<=cheap", NULL, "needs a number to compare with"},
    {"500", "pionts<=80", NULL, "did you mean 'points'?"},
    {"500", "nation=germny", NULL, "did you mean 'Germany'?"},
    {"500", "Tiger I,,Hetzer", NULL, "an item of --units is empty"},
    {"500", "Sherman", NULL, "could be any of 5"},
    {"500", NULL, "nobody here", "'late war', 'everything' and a FILE.yaml"},
    {"500", NULL, "nothing.yaml", "cannot be"},
    {"-1", NULL, NULL, "a number of at least 0"},
    {"", NULL, NULL, "a number of at least 0"},
    {"500,", NULL, NULL, "a number of at least 0"},
    {"500,500", NULL, NULL, "500 is given twice"},
    {"500:1", NULL, NULL, "leave the weights out"},
    {"500:1,700", NULL, NULL, "give weights to all ranges or to none"},
    {"500:0,700:1", NULL, NULL, "a number of at least 0"},
};

static void bad_input_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(REFUSED); i++) {
        const salvo_efficiency_plan plan = {
            .range = REFUSED[i].range, .units = REFUSED[i].units, .against = REFUSED[i].against};
        salvo_efficiency e;
        salvo_error err = {.text = ""};
        salvo_status status = salvo_efficiency_measure(&e, mad(), &plan, &err);

        assert_true(status == SALVO_BAD_INPUT || status == SALVO_IO);
        assert_null(e.memory);
        if (!strstr(err.text, REFUSED[i].reason))
            fail_msg("'%s' does not say '%s'", err.text, REFUSED[i].reason);
    }
}

static const struct {
    const char *text, *reason;
} BAD_MIXES[] = {
    {"title: x\nunits:\n  - {unit: Tigre I}\n", "did you mean 'Tiger I'"},
    {"title: x\nunits:\n  - {unit: Tiger I, weight: 0}\n", "a number above 0"},
    {"title: x\nunits:\n  - {unit: Tiger I, weight: much}\n", "is 'much'"},
    {"title: x\nunits:\n  - {unit: Tiger I}\n  - {unit: tiger 1}\n", "is in the mix twice"},
    {"title: x\nunits:\n  - {unti: Tiger I}\n", "did you mean 'unit'"},
    {"title: x\nunits: []\n", "the list is empty"},
    {"title: x\n", "'units' is missing"},
    {"", "the file is empty"},
};

static void bad_mixes_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BAD_MIXES); i++) {
        char path[64];
        const salvo_efficiency_plan plan = {.range = "500", .against = write_mix(path, BAD_MIXES[i].text)};
        salvo_efficiency e;
        salvo_error err = {.text = ""};
        salvo_status status = salvo_efficiency_measure(&e, mad(), &plan, &err);

        remove(path);
        assert_int_equal(status, SALVO_BAD_INPUT);
        if (!strstr(err.text, BAD_MIXES[i].reason))
            fail_msg("'%s' does not say '%s'", err.text, BAD_MIXES[i].reason);
    }
}

/* The table of mixes is checked with the rest of the data. */
static void tables_of_mixes_are_checked(void **state)
{
    static const struct {
        const char *setting, *reason;
    } BAD[] = {
        {"mixes.german-tiger-i.late war=-3", "-3 is out of range"},
        {"mixes.german-tiger-i.late war=many", "'many' is not a number"},
    };
    char path[512];

    (void)state;
    snprintf(path, sizeof path, "%s/mad", getenv("SALVO_DATA"));
    for (size_t i = 0; i < COUNT_OF(BAD); i++) {
        salvo_rulebook book;
        salvo_error err = {.text = ""};

        assert_int_equal(salvo_rulebook_open(&book, NULL, path, &BAD[i].setting, 1, &err), SALVO_BAD_INPUT);
        if (!strstr(err.text, BAD[i].reason))
            fail_msg("'%s' does not say '%s'", err.text, BAD[i].reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_weapons_are_two_shots),
        cmocka_unit_test(guns_out_of_range_are_no_shots),
        cmocka_unit_test(a_mix_is_a_weighted_mean),
        cmocka_unit_test(shipped_mixes_follow_their_table),
        cmocka_unit_test(everything_is_every_unit_alike),
        cmocka_unit_test(answers_mirror_fire),
        cmocka_unit_test(filters_select),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(bad_mixes_are_refused),
        cmocka_unit_test(tables_of_mixes_are_checked),
    };

    return cmocka_run_group_tests(tests, mad_open, mad_close);
}
