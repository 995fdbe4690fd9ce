/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prices of M.A.D. computed here a second time, over both published lists: what the audit finds must be what the
 * book's own numbers contain. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/audit.h>

#include "mad_book.h"
#include "support.h"

static const struct {
    const char *id;
    int points;
} SPEEDS[] = {{"foot", 8}, {"cavalry", 15}, {"slow", 10}, {"medium", 15}, {"fast", 20}},
  PRICES[] = {{"small-arms", 10}, {"infantry-support", 11}, {"flame-thrower", 26}, {"cannon-a", 76},
              {"cannon-b", 65},   {"cannon-c", 50},         {"cannon-d", 36},      {"cannon-e", 25}};

/* The battery that "aa*" stands for in mad_book.c, from the list: guns x points. */
static const struct {
    const char *id;
    int count, points;
} BATTERIES[] = {{"german-flakpz-iv-wirbelwind", 4, 7},
                 {"german-flakpz-iv-mobelwagen", 1, 26},
                 {"british-bofors-and-truck", 1, 26},
                 {"us-m16-half-track-aa", 4, 4}};

static int less_tenth(int points)
{
    return points - points / 10; /* a part of a point is paid whole */
}

static int weapon_price(const struct element *e, const char *weapon)
{
    bool fixed = strchr(weapon, '*') != NULL;
    size_t length = strcspn(weapon, "*");

    for (size_t i = 0; i < COUNT_OF(BATTERIES); i++)
        if (strncmp(weapon, "aa", length) == 0 && strcmp(BATTERIES[i].id, e->id) == 0)
            return less_tenth(BATTERIES[i].count * BATTERIES[i].points);
    for (size_t i = 0; i < COUNT_OF(PRICES); i++)
        if (strlen(PRICES[i].id) == length && strncmp(PRICES[i].id, weapon, length) == 0)
            return fixed && !on_foot(e) ? less_tenth(PRICES[i].points) : PRICES[i].points;
    fail_msg("%s has an unknown weapon %s", e->id, weapon);
    return 0;
}

static int price_of(const struct element *e)
{
    char weapons[128], *word;
    int points = e->hp;

    for (size_t i = 0; i < COUNT_OF(SPEEDS); i++)
        points += strcmp(SPEEDS[i].id, e->mobility) == 0 ? SPEEDS[i].points : 0;
    snprintf(weapons, sizeof weapons, "%s", e->weapons);
    for (word = strtok(weapons, " "); word; word = strtok(NULL, " "))
        points += weapon_price(e, word);
    return points;
}

/* Both aircraft lists as printed: top speed, turn, hit points, guns by kind, pounds of bombs. */
static const struct plane {
    const char *id, *name;
    int min, top, acceleration, turn, hp, rating, mg, hmg, cannon, bombs;
    const char *groups; /* M: machine guns, H: heavy ones, C: 20 mm cannon */
} PLANES[] = {
    /* clang-format off */
    {"aichi-val-d3a1",          "Aichi Val D3A1",           80, 260,  90, 5, 16, 2, 4, 0, 0,  800,
     "2M fwd + 2M rear90"},
    {"brewster-buffalo-f2-a3",  "Brewster Buffalo F2-A3",  120, 310, 110, 5, 16, 2, 0, 4, 0,    0,
     "4H fwd"},
    {"douglas-devastator-tbd1", "Douglas Devastator TBD1",  80, 210,  70, 5, 18, 1, 2, 0, 0, 1000,
     "1M fwd + 1M rear90"},
    {"douglas-dauntless-sbd3",  "Douglas Dauntless SBD3",   80, 260,  90, 5, 18, 2, 2, 2, 0, 1200,
     "2H fwd + 2M rear90"},
    {"grumman-avenger-tbf1",    "Grumman Avenger TBF1",    100, 280, 100, 5, 18, 1, 2, 3, 0, 2000,
     "1M fwd + 1M rear90 + 2H fwd + 1H rear180"},
    {"grumman-wildcat-f4f",     "Grumman Wildcat F4F",     120, 320, 110, 4, 16, 2, 0, 6, 0,    0,
     "6H fwd"},
    {"mitsubishi-zero-a6-m2",   "Mitsubishi Zero A6-M2",   120, 320, 110, 3, 14, 2, 2, 0, 2,    0,
     "2M fwd + 2C fwd"},
    {"nakajima-kate-b5n2",      "Nakajima Kate B5N2",       80, 230,  80, 5, 16, 1, 3, 0, 0, 1100,
     "2M fwd + 1M rear90"},
    {"hurricane-1",             "Hurricane 1",             120, 330, 110, 3, 18, 2, 8, 0, 0,    0,
     "4M fwd + 4M fwd"},
    {"spitfire-1a",             "Spitfire 1A",             120, 360, 120, 3, 16, 2, 8, 0, 0,    0,
     "4M fwd + 4M fwd"},
    {"spitfire-1b",             "Spitfire 1B",             120, 360, 120, 3, 16, 2, 4, 0, 2,    0,
     "4M fwd + 2C fwd"},
    {"bf109-e3",                "BF109 E3",                120, 350, 120, 4, 16, 2, 2, 0, 2,    0,
     "2M fwd + 2C fwd"},
    {"bf110-c4",                "BF110 C4",                120, 340, 100, 6, 22, 1, 5, 0, 2, 1100,
     "4M fwd + 2C fwd + 1M rear90"},
    {"he111-h3",                "HE111 H3",                 80, 260,  90, 8, 30, 0, 6, 0, 1, 4400,
     "2M fwd90 + 1C fwd90 + 1M rear90 + 1M rear90 + 1M left90 + 1M right90"},
    {"do17-z2",                 "DO17 Z2",                  80, 230,  80, 8, 25, 0, 5, 0, 0, 2200,
     "1M fwd90 + 1M rear90 + 1M rear90 + 1M left90 + 1M right90"},
    {"ju88-a1",                 "JU88 A1",                  80, 280, 100, 8, 34, 0, 3, 0, 0, 3300,
     "1M fwd90 + 1M rear90 + 1M rear90"},
    {"ju87-b1",                 "JU87 B1",                  80, 250,  80, 5, 18, 2, 3, 0, 0, 1100,
     "2M fwd + 1M rear90"},
    /* clang-format on */
};
enum { N_PLANES = COUNT_OF(PLANES) };

static int plane_price(const struct plane *p)
{
    int templates = p->bombs / 550 + (p->bombs % 550 >= 275);

    return p->hp + p->top / 10 + (11 - p->turn) * 4 + 3 * p->mg + 4 * p->hmg + 7 * p->cannon + 20 * templates;
}

static const salvo_audited_unit *audited(const salvo_audit *audit, const char *id)
{
    for (size_t i = 0; i < audit->n_units; i++)
        if (strcmp(audit->units[i].id, id) == 0)
            return &audit->units[i];
    fail_msg("%s is not audited", id);
    return NULL;
}

static void check_sum(const salvo_price_breakdown *breakdown)
{
    int64_t sum = 0;

    for (size_t i = 0; i < breakdown->n_items; i++)
        sum += breakdown->items[i].points;
    assert_int_equal(sum, breakdown->computed);
}

static void the_published_list(void **state)
{
    salvo_audit audit;
    size_t odd = 0;

    (void)state;
    assert_int_equal(salvo_points_audit(&audit, mad(), NULL, NULL), SALVO_OK);
    assert_int_equal(audit.n_units, N_ELEMENTS + N_PLANES);
    for (size_t i = 0; i < N_ELEMENTS; i++) {
        const struct element *e = &ELEMENTS[i];
        const salvo_audited_unit *unit = audited(&audit, e->id);
        const salvo_price_breakdown *breakdown = &unit->breakdown;

        if (breakdown->computed != price_of(e))
            fail_msg("%s: the formula gives %d, the audit %lld", e->id, price_of(e), (long long)breakdown->computed);
        assert_int_equal(breakdown->is_printed, e->price != 0);
        assert_int_equal(breakdown->printed, e->price);
        assert_string_equal(breakdown->substitute, e->price ? "" : "#");
        assert_string_equal(breakdown->by, e->price ? "MAD-27" : "R-50");
        assert_int_equal(salvo_audit_verdict(breakdown), e->price == 0             ? SALVO_FILLED_IN
                                                         : e->price == price_of(e) ? SALVO_AGREES
                                                                                   : SALVO_DISAGREES);
        check_sum(breakdown);
        odd += e->price && e->price != price_of(e);
    }
    assert_int_equal(odd, 2);
    assert_int_equal(audit.n[SALVO_DISAGREES], 2);
    assert_int_equal(audit.n[SALVO_FILLED_IN], COUNT_OF(BATTERIES) + N_PLANES);
    assert_int_equal(audit.n[SALVO_AGREES], N_ELEMENTS - 2 - COUNT_OF(BATTERIES));
    assert_int_equal(salvo_audit_verdict(&audited(&audit, "japanese-ho-ha-apc")->breakdown), SALVO_DISAGREES);
    assert_int_equal(salvo_audit_verdict(&audited(&audit, "japanese-ho-ki-apc")->breakdown), SALVO_DISAGREES);
    salvo_audit_free(&audit);
}

/* The prices of aircraft, some also counted by hand. */
static void aircraft(void **state)
{
    static const struct {
        const char *id;
        int points;
    } BY_HAND[] = {{"spitfire-1a", 16 + 36 + 32 + 12 + 12},
                   {"he111-h3", 30 + 26 + 12 + 6 + 7 + 3 + 3 + 3 + 3 + 160},
                   {"aichi-val-d3a1", 16 + 26 + 24 + 6 + 6 + 20},                /* 800 lbs are 1.45 templates */
                   {"grumman-avenger-tbf1", 18 + 28 + 24 + 3 + 3 + 8 + 4 + 80}}; /* 2000 lbs are 3.6 */
    salvo_audit audit;

    (void)state;
    assert_int_equal(salvo_points_audit(&audit, mad(), NULL, NULL), SALVO_OK);
    for (size_t i = 0; i < N_PLANES; i++) {
        const salvo_audited_unit *unit = audited(&audit, PLANES[i].id);

        if (unit->breakdown.computed != plane_price(&PLANES[i]))
            fail_msg("%s: the formula gives %d, the audit %lld", PLANES[i].id, plane_price(&PLANES[i]),
                     (long long)unit->breakdown.computed);
        assert_string_equal(unit->name, PLANES[i].name);
        assert_string_equal(unit->nation, "");
        assert_string_equal(unit->list, "aircraft");
        assert_string_equal(unit->breakdown.by, "MAD-29");
        assert_string_equal(unit->breakdown.substitute, "?");
        check_sum(&unit->breakdown);
    }
    for (size_t i = 0; i < COUNT_OF(BY_HAND); i++)
        assert_int_equal(audited(&audit, BY_HAND[i].id)->breakdown.computed, BY_HAND[i].points);
    salvo_audit_free(&audit);
}

/* "2M fwd" spelled out: "2xmachine-gun fwd". */
static void spell_groups(char text[256], const char *groups)
{
    text[0] = '\0';
    for (; *groups; groups++) {
        const char part[2] = {*groups, '\0'};

        strcat(text, *groups == 'M'   ? "xmachine-gun"
                     : *groups == 'H' ? "xheavy-machine-gun"
                     : *groups == 'C' ? "x20mm-cannon"
                                      : part);
    }
}

/* The printed columns, whether a price is made of them or not. */
static void the_aircraft_list(void **state)
{
    const salvo_table *table = salvo_store_table(&mad()->store, "aircraft");

    (void)state;
    assert_int_equal(table->n_rows, N_PLANES);
    for (size_t i = 0; i < N_PLANES; i++) {
        const struct plane *p = &PLANES[i];
        char groups[256];

        spell_groups(groups, p->groups);
        assert_string_equal(salvo_table_text(table, i, "weapons"), groups);
        assert_string_equal(table->cells[i * table->n_columns].text, p->id);
        assert_int_equal(atoi(salvo_table_text(table, i, "min_speed_mm")), p->min);
        assert_int_equal(atoi(salvo_table_text(table, i, "top_speed_mm")), p->top);
        assert_int_equal(atoi(salvo_table_text(table, i, "acceleration_mm")), p->acceleration);
        assert_int_equal(atoi(salvo_table_text(table, i, "turn")), p->turn);
        assert_int_equal(atoi(salvo_table_text(table, i, "hp")), p->hp);
        assert_int_equal(atoi(salvo_table_text(table, i, "manoeuvre_rating")), p->rating);
        assert_int_equal(atoi(salvo_table_text(table, i, "bomb_load_lbs")), p->bombs);
    }
}

/* The audit and the procedures are one formula: they stay equal when a table changes. */
static void one_formula(void **state)
{
    static const struct {
        const char *id, *procedure, *words;
    } CASES[] = {
        {"german-stug-iii-g", "mad.points", "mobility=medium hp=28 weapons=cannon-b-fixed"},
        {"french-char-b1-bis", "mad.points", "mobility=slow hp=22 weapons=cannon-d,cannon-e-fixed"},
        {"generic-infantry-support", "mad.points", "mobility=foot hp=5 weapons=small-arms,infantry-support-fixed"},
        {"bf110-c4", "mad.air-points", "hp=22 top-speed=340 turn=6 weapons=machine-gun:5,20mm-cannon:2 bomb-load=1100"},
    };
    static const char *const SETTINGS[] = {
        "weapons.cannon-b.points=71 weapons.infantry-support.points=19 aircraft-weapons.20mm-cannon.points=9",
        "values.fixed-mount-price-percent.value=75 turns.6.points=21 air-values.bomb-template-points.value=30",
        "movement.medium.points=14 movement.slow.points=3 air-values.speed-mm-per-point.value=7",
        "movement.foot.points=1 air-values.bomb-template-lbs.value=400 aircraft-weapons.machine-gun.points=5",
    };

    (void)state;
    for (size_t s = 0; s < COUNT_OF(SETTINGS); s++) {
        salvo_rulebook own;
        salvo_audit audit;

        book_open(&own, "mad", SETTINGS[s]);
        assert_int_equal(salvo_points_audit(&audit, &own, NULL, NULL), SALVO_OK);
        for (size_t i = 0; i < COUNT_OF(CASES); i++) {
            answer is;

            ask(&is, &own, CASES[i].procedure, CASES[i].words);
            assert_true(salvo_odds_mean(&is.odds, "points") ==
                        (double)audited(&audit, CASES[i].id)->breakdown.computed);
            answer_free(&is);
        }
        salvo_audit_free(&audit);
        salvo_rulebook_close(&own);
    }
}

static void printed_prices_are_cells(void **state)
{
    salvo_rulebook own;
    salvo_audit audit;

    (void)state;
    book_open(&own, "mad",
              "units.german-tiger-i.points=100 units.german-panther-a-to-g.points=# aircraft.spitfire-1a.points=108");
    assert_int_equal(salvo_points_audit(&audit, &own, NULL, NULL), SALVO_OK);
    assert_int_equal(salvo_audit_verdict(&audited(&audit, "german-tiger-i")->breakdown), SALVO_DISAGREES);
    assert_int_equal(salvo_audit_verdict(&audited(&audit, "german-panther-a-to-g")->breakdown), SALVO_FILLED_IN);
    assert_string_equal(audited(&audit, "german-panther-a-to-g")->breakdown.by, "MAD-27");
    assert_int_equal(salvo_audit_verdict(&audited(&audit, "spitfire-1a")->breakdown), SALVO_AGREES);
    salvo_audit_free(&audit);
    salvo_rulebook_close(&own);
}

static void one_nation(void **state)
{
    const salvo_table *nations = salvo_store_table(&mad()->store, "nations");
    size_t n = 0;

    (void)state;
    for (size_t nation = 0; nation < nations->n_rows; nation++) {
        salvo_audit audit;

        assert_int_equal(salvo_points_audit(&audit, mad(), &nation, NULL), SALVO_OK);
        for (size_t i = 0; i < audit.n_units; i++)
            assert_string_equal(audit.units[i].nation, nations->cells[nation * nations->n_columns].text);
        n += audit.n_units;
        salvo_audit_free(&audit);
    }
    assert_int_equal(n, N_ELEMENTS);
}

static void no_points(void **state)
{
    salvo_ruleset pointless = *mad()->ruleset;
    salvo_battle_adapter battle = *pointless.battle;
    salvo_rulebook book = *mad();
    salvo_audit audit;
    salvo_error err = {0};

    (void)state;
    pointless.id = "toy";
    pointless.prices = NULL;
    book.ruleset = &pointless;
    assert_int_equal(salvo_points_audit(&audit, &book, NULL, &err), SALVO_BAD_INPUT);
    assert_string_equal(err.text, "toy has points values, but no formula to compare them with; salvo points "
                                  "test -r toy asks battles whether they are fair");
    pointless.fire = NULL;
    pointless.battle = &battle;
    battle.price = NULL;
    assert_int_equal(salvo_points_audit(&audit, &book, NULL, &err), SALVO_BAD_INPUT);
    assert_string_equal(err.text, "toy has no points values; salvo points fit -r toy finds some");
    assert_null(audit.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_list),
        cmocka_unit_test(aircraft),
        cmocka_unit_test(the_aircraft_list),
        cmocka_unit_test(one_formula),
        cmocka_unit_test(printed_prices_are_cells),
        cmocka_unit_test(one_nation),
        cmocka_unit_test(no_points),
    };

    return cmocka_run_group_tests_name("mad audit", tests, mad_open, mad_close);
}
