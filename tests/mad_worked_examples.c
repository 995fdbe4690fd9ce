/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M.A.D. by hand: the book's worked examples, the derived damage table, and cases small enough to count on paper. */
#include <math.h>
#include <stdio.h>

#include "support.h"

struct example {
    const char *name, *procedure, *words, *outcomes, *means;
    const char *settings; /* NULL: the book as printed */
};

/* An attack roll that needs so many on each die: n = 11 - number of the ten faces are good, so that of the 100 results
 * (10-n)^2 miss, 2n(10-n) are a single success, n(n-1) a double and n a critical. */
#define NEEDS_1  "double=90/100 critical=10/100"
#define NEEDS_2  "miss=1/100 single=18/100 double=72/100 critical=9/100"
#define NEEDS_3  "miss=4/100 single=32/100 double=56/100 critical=8/100"
#define NEEDS_4  "miss=9/100 single=42/100 double=42/100 critical=7/100"
#define NEEDS_5  "miss=16/100 single=48/100 double=30/100 critical=6/100"
#define NEEDS_6  "miss=25/100 single=50/100 double=20/100 critical=5/100"
#define NEEDS_7  "miss=36/100 single=48/100 double=12/100 critical=4/100"
#define NEEDS_8  "miss=49/100 single=42/100 double=6/100 critical=3/100"
#define NEEDS_9  "miss=64/100 single=32/100 double=2/100 critical=2/100"
#define NEEDS_10 "miss=81/100 single=18/100 double=0 critical=1/100"
#define NEEDS_11 "miss=1"
#define NO_SHOT  "no-shot=1"

#define FIRE(name, words, outcomes)                          \
    {                                                        \
        name, "mad.direct-fire", words, outcomes, NULL, NULL \
    }
#define FIRE_MEANS(name, words, outcomes, means)              \
    {                                                         \
        name, "mad.direct-fire", words, outcomes, means, NULL \
    }
#define VOLLEY(name, words, outcomes, means)             \
    {                                                    \
        name, "mad.volley", words, outcomes, means, NULL \
    }
#define UNTIL(name, words, outcomes, means)                     \
    {                                                           \
        name, "mad.shots-to-kill", words, outcomes, means, NULL \
    }
#define UNIT(name, words, outcomes, means)                  \
    {                                                       \
        name, "mad.unit-fire", words, outcomes, means, NULL \
    }
#define DUEL(name, words, outcomes, means)             \
    {                                                  \
        name, "mad.duel", words, outcomes, means, NULL \
    }
#define POINTS(name, words, points)                                    \
    {                                                                  \
        name, "mad.points", words, points "=1", "points=" points, NULL \
    }

/* Hellcat and Marder III: 16 hp and a Class B cannon each; at 1000 m 51 of 100 rolls kill. */
#define HELLCATS  "a=us-hellcat-gmc-m18 b=us-hellcat-gmc-m18 "
#define EXAMPLE_E "a=us-hellcat-gmc-m18 b=german-marder-iii range=1000 "

/* clang-format off */
static const struct example EXAMPLES[] = {
    FIRE_MEANS("A: cannon C at 400 m on the move into cover", "weapon=cannon-c range=400 cover=normal moving=yes",
               NEEDS_10, "damage=77/25 successes=1/5"),
    FIRE_MEANS("B: cannon B at infantry, 240 m", "weapon=cannon-b range=240 target=infantry hp=5",
               "miss=1/4 single=1/2 double=1/5 critical=1/20", "damage=48/5 successes=1 kill=3/4"),

    FIRE("a column reaches to its heading",           "weapon=small-arms range=100",       NEEDS_3),
    FIRE("half a metre more is the next column",      "weapon=small-arms range=100.5",     NEEDS_5),
    FIRE("one metre more too",                        "weapon=small-arms range=101",       NEEDS_5),
    FIRE("range 0 is the first column",               "weapon=small-arms range=0",         NEEDS_3),
    FIRE("the last column with a number",             "weapon=small-arms range=350",       NEEDS_8),
    FIRE("a column without a number",                 "weapon=small-arms range=350.5",     NO_SHOT),
    FIRE("the last column of the table",              "weapon=cannon-a range=2000",        NEEDS_10),
    FIRE("beyond the table",                          "weapon=cannon-a range=2000.5",      NO_SHOT),
    FIRE("cannon B reaches 1500 m",                   "weapon=cannon-b range=1500",        NEEDS_9),
    FIRE("and no more",                               "weapon=cannon-b range=1501",        NO_SHOT),
    FIRE("contact needs no range",                    "weapon=cannon-d contact=yes",       NEEDS_3),
    FIRE("contact forgets the range",                 "weapon=cannon-d contact=yes range=9999", NEEDS_3),
    FIRE("no cover in contact",                       "weapon=small-arms contact=yes target=infantry cover=normal", NEEDS_3),
    FIRE("no fortification in contact",               "weapon=cannon-d contact=yes cover=fortification", NEEDS_3),
    FIRE("contact keeps the other lines",
         "weapon=cannon-d contact=yes target=infantry moving=yes opportunity=yes cover=normal", NEEDS_8),

    FIRE("cover of a vehicle is 1",                   "weapon=cannon-a range=100 cover=normal", NEEDS_4),
    FIRE("cover of infantry is 2",                    "weapon=small-arms range=100 cover=normal target=infantry", NEEDS_5),
    FIRE("cover adds to the line for infantry",       "weapon=cannon-a range=100 cover=normal target=infantry", NEEDS_7),
    FIRE("a fortification is 4 for a vehicle",        "weapon=cannon-a range=100 cover=fortification", NEEDS_7),
    FIRE("a fortification is 4 for infantry",         "weapon=small-arms range=100 cover=fortification target=infantry", NEEDS_7),
    FIRE("fort-value 1",                              "weapon=cannon-a range=100 cover=fortification fort-value=1", NEEDS_4),
    FIRE("fort-value 2",                              "weapon=cannon-a range=100 cover=fortification fort-value=2", NEEDS_5),
    FIRE("fort-value 3",                              "weapon=cannon-a range=100 cover=fortification fort-value=3", NEEDS_6),
    FIRE("fort-value 4",                              "weapon=cannon-a range=100 cover=fortification fort-value=4", NEEDS_7),
    FIRE("fort-value without a fortification",        "weapon=cannon-a range=100 cover=normal fort-value=3", NEEDS_4),
    FIRE("small arms are for infantry",               "weapon=small-arms range=100 target=infantry", NEEDS_3),
    FIRE("flame throwers are for infantry",           "weapon=flame-thrower range=100 target=infantry", NEEDS_2),
    FIRE("infantry support is not",                   "weapon=infantry-support range=100 target=infantry", NEEDS_6),
    FIRE("firing on the move is 2",                   "weapon=cannon-a range=100 moving=yes", NEEDS_5),
    FIRE("but not at a building",                     "weapon=cannon-a range=100 moving=yes large-static=yes", NEEDS_3),
    FIRE("a building keeps the other lines",
         "weapon=cannon-a range=100 moving=yes large-static=yes cover=normal opportunity=yes", NEEDS_5),
    FIRE("opportunity fire is 1",                     "weapon=cannon-a range=100 opportunity=yes", NEEDS_4),
    FIRE_MEANS("all lines add up",
         "weapon=cannon-a range=100 target=infantry cover=fortification moving=yes opportunity=yes hp=1",
         NEEDS_11, "damage=0 successes=0 kill=0"),

    FIRE("small arms that may not hurt vehicles",     "weapon=small-arms range=100 small-arms-vehicles=no", NO_SHOT),
    FIRE("may hurt infantry",                         "weapon=small-arms range=100 small-arms-vehicles=no target=infantry", NEEDS_3),
    FIRE("and other weapons vehicles",                "weapon=infantry-support range=100 small-arms-vehicles=no", NEEDS_4),
    FIRE("a fixed weapon on the move",                "weapon=cannon-a range=100 fixed=yes moving=yes", NO_SHOT),
    FIRE("at a building all the same",                "weapon=cannon-a range=100 fixed=yes moving=yes large-static=yes", NO_SHOT),
    FIRE("a fixed weapon that stands",                "weapon=cannon-a range=100 fixed=yes", NEEDS_3),
    FIRE_MEANS("every reason for no shot at once",
         "weapon=small-arms range=9999 small-arms-vehicles=no fixed=yes moving=yes hp=1", NO_SHOT,
         "damage=0 successes=0 kill=0"),
    FIRE_MEANS("a number of 11 is a miss, no forbidden shot", "weapon=cannon-a range=2000 opportunity=yes", NEEDS_11,
         "damage=0 successes=0"),
    FIRE_MEANS("without hit points there is no kill", "weapon=cannon-a range=2000 hp=none", NEEDS_10,
         "damage=22/5 successes=1/5"),
    FIRE_MEANS("a kill takes at least the hit points", "weapon=cannon-a range=2000 hp=20", NEEDS_10,
         "damage=22/5 successes=1/5 kill=19/100"),
    FIRE_MEANS("one hit point more takes two successes", "weapon=cannon-a range=2000 hp=21", NEEDS_10,
         "damage=22/5 successes=1/5 kill=1/100"),

    FIRE_MEANS("half of 5 is 3",                      "weapon=small-arms range=100", NEEDS_3,
               "damage=114/25 successes=8/5"),
    FIRE_MEANS("or 2, rounded down",                  "weapon=small-arms range=100 rounding=down", NEEDS_3,
               "damage=106/25 successes=8/5"),
    FIRE_MEANS("infantry's half of 17 is 9 however singles are rounded",
               "weapon=cannon-b range=100 target=infantry rounding=down", NEEDS_5, "damage=573/50 successes=6/5"),
    {"of 33 a single is 17, and 9 on infantry", "mad.direct-fire", "weapon=cannon-b range=100 target=infantry",
     NEEDS_5, "damage=57/5 successes=6/5", "weapons.cannon-b.damage=33"},
    {"rounded down it is 16, and 8; a full hit is 17 still", "mad.direct-fire",
     "weapon=cannon-b range=100 target=infantry rounding=down", NEEDS_5, "damage=273/25 successes=6/5",
     "weapons.cannon-b.damage=33"},
    {"rounding is for the half of a single, whatever else is a half", "mad.direct-fire",
     "weapon=small-arms range=100 rounding=down", NEEDS_3, "damage=78/25 successes=8/5", "levels.double.damage_percent=50"},
    {"a number of 1 always succeeds",  "mad.direct-fire", "weapon=flame-thrower range=100", NEEDS_1,
     "damage=88/5 successes=2", "weapons.flame-thrower.100m=1"},
    {"a number below 1 no more often", "mad.direct-fire", "weapon=flame-thrower range=100", NEEDS_1,
     "damage=88/5 successes=2", "weapons.flame-thrower.100m=-5"},
    {"nothing is clamped before it is added", "mad.direct-fire", "weapon=flame-thrower range=100 cover=fortification",
     NEEDS_2, NULL, "weapons.flame-thrower.100m=-2"},

    VOLLEY("a volley is one shot", "weapon=cannon-b range=100 hp=34",
           "unharmed=4/100 damaged=32/100 destroyed=64/100", "damage=748/25 hp-lost=136/5"),
    VOLLEY("two singles of 3 destroy 5 hit points", "weapon=small-arms range=350 hp=5 shots=2",
           "unharmed=2401/10000 damaged=4116/10000 destroyed=3483/10000", "damage=93/25 hp-lost=29763/10000"),
    VOLLEY("shots that may not be taken", "weapon=cannon-b range=100 hp=1 shots=9 fixed=yes moving=yes",
           "unharmed=1", "damage=0 hp-lost=0"),
    VOLLEY("shots that cannot hit", "weapon=cannon-a range=2000 opportunity=yes hp=1 shots=9",
           "unharmed=1", "damage=0 hp-lost=0"),

    UNTIL("any success kills", "weapon=cannon-b range=1000 hp=16 max=3",
          "1=51/100 2=2499/10000 3=122451/1000000 more=117649/1000000", "shots=100/51"),
    UNTIL("two singles kill too", "weapon=cannon-d range=1000 hp=16 max=2", "1=1/25 2=88/625 more=512/625",
          "shots=425/81"),
    UNTIL("no limit to what is needed", "weapon=cannon-d range=1000 hp=16 max=1", "1=1/25 more=24/25", "shots=425/81"),
    UNTIL("shots that may never be taken", "weapon=cannon-d range=1001 hp=16", "more=1", ""),
    UNTIL("shots that can never hit", "weapon=cannon-a range=2000 opportunity=yes hp=1 max=1", "more=1", ""),

    UNIT("F: both guns of the Grant", "unit=british-m3-grant target=german-pz-iii-d range=900",
         "unharmed=256/625 damaged=256/625 destroyed=113/625", NULL),
    UNIT("its fixed gun is silent on the move", "unit=british-m3-grant target=german-pz-iii-d range=100 moving=yes",
         "unharmed=16/100 damaged=48/100 destroyed=36/100", "damage=363/25 hp-lost=276/25"),
    UNIT("anti-aircraft guns are for aircraft", "unit=german-flakpz-iv-wirbelwind target=generic-truck range=50",
         "unharmed=1", "damage=0 hp-lost=0"),
    UNIT("their vehicle has a machine gun", "unit=german-flakpz-iv-wirbelwind target=generic-infantry range=50 weapons=best",
         "unharmed=4/100 damaged=32/100 destroyed=64/100", "damage=114/25 hp-lost=104/25"),
    UNIT("which does nothing to a vehicle", "unit=german-tiger-i target=generic-truck range=50 weapons=machine-gun",
         "unharmed=1", "damage=0 hp-lost=0"),
    UNIT("and is never fixed", "unit=german-stug-iii-g target=generic-infantry range=100 weapons=machine-gun moving=yes",
         "unharmed=16/100 damaged=48/100 destroyed=36/100", "damage=177/50 hp-lost=81/25"),
    UNIT("the best of a fixed gun on the move", "unit=german-stug-iii-g target=generic-infantry range=100 weapons=best moving=yes",
         "unharmed=16/100 damaged=48/100 destroyed=36/100", "damage=177/50 hp-lost=81/25"),
    /* cannon B costs infantry 5 hp with 84 of 100 rolls, 4.2 in the mean; the machine gun 0.32 x 3 + 0.64 x 5 = 4.16 */
    UNIT("the best of cannon B near infantry is the cannon", "unit=german-tiger-i target=generic-infantry range=100 weapons=best",
         "unharmed=16/100 destroyed=84/100", "damage=573/50 hp-lost=21/5"),
    /* a single of cannon E does 4: 0.48 x 4 + 0.36 x 5 = 3.72 */
    UNIT("the best of cannon E is the machine gun", "unit=german-pz-iii-d target=generic-infantry range=100 weapons=best",
         "unharmed=4/100 damaged=32/100 destroyed=64/100", "damage=114/25 hp-lost=104/25"),
    UNIT("the best against a vehicle is the cannon", "unit=german-pz-iii-d target=generic-truck range=100 weapons=best",
         "unharmed=4/100 destroyed=96/100", NULL),
    {"of two that are equal the main weapons are the best", "mad.unit-fire",
     "unit=german-tiger-i target=generic-infantry range=100 weapons=best", "destroyed=1", "damage=187/10 hp-lost=5",
     "weapons.small-arms.100m=1 weapons.cannon-b.100m=-1"},
    {"infantry has nothing better than its own", "mad.unit-fire",
     "unit=generic-infantry target=generic-infantry range=100 weapons=best moving=yes", "unharmed=1", NULL,
     "units.generic-infantry.weapons=infantry-support*"},
    UNIT("infantry fires both its weapons", "unit=generic-infantry-support target=generic-infantry range=100 weapons=best",
         "unharmed=1/100 damaged=10/100 destroyed=89/100", "damage=189/25 hp-lost=19/4"),
    UNIT("but the support weapon not on the move", "unit=generic-infantry-support target=generic-infantry range=100 moving=yes",
         "unharmed=16/100 damaged=48/100 destroyed=36/100", NULL),
    UNIT("contact, whatever the cover", "unit=german-tiger-i target=generic-truck contact=yes cover=fortification",
         "unharmed=4/100 destroyed=96/100", NULL),
    UNIT("listed small arms may be forbidden vehicles", "unit=generic-infantry target=generic-truck range=100 small-arms-vehicles=no",
         "unharmed=1", "damage=0 hp-lost=0"),

    DUEL("E: a fires first", EXAMPLE_E "first=a", "a-wins=100/149 b-wins=49/149", "turns=10000/7599"),
    DUEL("E: b fires first", EXAMPLE_E "first=b", "a-wins=49/149 b-wins=100/149", "turns=10000/7599"),
    DUEL("E: initiative", EXAMPLE_E, "a-wins=1/2 b-wins=1/2", "turns=10000/7599"),
    DUEL("E: simultaneous", EXAMPLE_E "first=simultaneous", "a-wins=49/149 b-wins=49/149 mutual=51/149", "turns=10000/7599"),
    DUEL("one turn", EXAMPLE_E "first=a turns=1", "a-wins=51/100 b-wins=2499/10000 undecided=2401/10000", "turns=1"),
    DUEL("two turns", EXAMPLE_E "turns=2",
         "a-wins=94235199/200000000 b-wins=94235199/200000000 undecided=5764801/100000000", "turns=12401/10000"),
    DUEL("a fixed gun that comes up to shoot", EXAMPLE_E "first=simultaneous turns=1 a-opportunity=yes b-moves=yes",
         "a-wins=9/25 undecided=16/25", "turns=1"),
    DUEL("a turret that comes up to shoot", HELLCATS "range=1000 first=simultaneous turns=1 a-opportunity=yes b-moves=yes",
         "a-wins=2916/10000 b-wins=1216/10000 mutual=684/10000 undecided=5184/10000", "turns=1"),
    DUEL("one's own cover is the enemy's trouble", HELLCATS "range=1000 first=a a-cover=normal",
         "a-wins=425/572 b-wins=147/572", "turns=625/429"),
    DUEL("a fortification out of reach", HELLCATS "range=750 a-cover=fortification", "a-wins=1", "turns=25/16"),
    DUEL("out of each other's range", HELLCATS "range=1500.5", "undecided=1", ""),
    DUEL("out of range for three turns", HELLCATS "range=1500.5 turns=3", "undecided=1", "turns=3"),
    DUEL("out of the other's range", "a=british-sherman-firefly b=us-hellcat-gmc-m18 range=2000", "a-wins=1", "turns=100/19"),
    DUEL("infantry that may not hurt a truck", "a=generic-infantry b=generic-truck range=100 small-arms-vehicles=no turns=1",
         "b-wins=16/25 undecided=9/25", "turns=1"),
    DUEL("Tiger I in cover against a Firefly", "a=german-tiger-i b=british-sherman-firefly range=750 a-cover=normal",
         "a-wins=5468211802/8729091379 b-wins=3260879577/8729091379", NULL),

    {"initiative is rolled again", "mad.initiative", "", "a=1/2 b=1/2", "rolls=10/9", NULL},
    {"or the tie told", "mad.initiative", "ties=report", "a=9/20 b=9/20 tie=1/10", "", NULL},

    POINTS("speed, hit points and weapon", "mobility=fast hp=16 weapons=cannon-b", "101"),
    POINTS("no weapon", "mobility=cavalry hp=5", "20"),
    POINTS("grenades", "mobility=foot hp=5 weapons=small-arms at-grenades=yes", "35"),
    POINTS("all fixed weapons of a vehicle", "mobility=medium hp=10 weapons=cannon-a-fixed,cannon-b-fixed,cannon-c-fixed,"
           "cannon-d-fixed,cannon-e-fixed,flame-thrower-fixed,infantry-support-fixed,small-arms-fixed", "297"),
    POINTS("each fixed weapon is rounded alone", "mobility=slow hp=1 weapons=cannon-b-fixed,cannon-b-fixed", "129"),
    POINTS("no discount on foot", "mobility=foot hp=5 weapons=small-arms,infantry-support-fixed", "34"),
    POINTS("unless it is wished", "mobility=foot hp=5 weapons=small-arms,infantry-support-fixed infantry-discount=yes", "33"),
    POINTS("no discount on horseback", "mobility=cavalry hp=5 weapons=cannon-b-fixed", "85"),
    POINTS("artillery", "mobility=slow hp=10 weapons=artillery-light,artillery-medium,artillery-heavy", "270"),
    POINTS("fixed artillery", "mobility=slow hp=10 weapons=artillery-light-fixed,artillery-medium-fixed,artillery-heavy-fixed", "246"),
};
/* clang-format on */

static void example_holds(void **state)
{
    const struct example *e = *state;
    salvo_rulebook book = {0};
    answer is;

    if (e->settings)
        book_open(&book, "mad", e->settings);
    ask(&is, e->settings ? &book : mad(), e->procedure, e->words);
    assert_answer(&is, e->outcomes, e->means);
    answer_free(&is);
    salvo_rulebook_close(&book);
}

struct damage_row {
    const char *name, *weapon, *target;
    int needs; /* at 100 m */
    int single, full, critical;
};

/* clang-format off */
static const struct damage_row DAMAGE[] = {
    {"damage of small arms to a vehicle",        "small-arms",       "vehicle",  3,  3,  5, 10},
    {"damage of small arms to infantry",         "small-arms",       "infantry", 3,  3,  5, 10},
    {"damage of infantry support to a vehicle",  "infantry-support", "vehicle",  4,  5, 10, 20},
    {"damage of infantry support to infantry",   "infantry-support", "infantry", 6,  3,  5, 10},
    {"damage of a flame thrower to a vehicle",   "flame-thrower",    "vehicle",  2,  8, 16, 32},
    {"damage of a flame thrower to infantry",    "flame-thrower",    "infantry", 2,  8, 16, 32},
    {"damage of cannon A to a vehicle",          "cannon-a",         "vehicle",  3, 20, 40, 80},
    {"damage of cannon A to infantry",           "cannon-a",         "infantry", 5, 10, 20, 40},
    {"damage of cannon B to a vehicle",          "cannon-b",         "vehicle",  3, 17, 34, 68},
    {"damage of cannon B to infantry",           "cannon-b",         "infantry", 5,  9, 17, 34},
    {"damage of cannon C to a vehicle",          "cannon-c",         "vehicle",  3, 14, 28, 56},
    {"damage of cannon C to infantry",           "cannon-c",         "infantry", 5,  7, 14, 28},
    {"damage of cannon D to a vehicle",          "cannon-d",         "vehicle",  3, 11, 22, 44},
    {"damage of cannon D to infantry",           "cannon-d",         "infantry", 5,  6, 11, 22},
    {"damage of cannon E to a vehicle",          "cannon-e",         "vehicle",  3,  8, 16, 32},
    {"damage of cannon E to infantry",           "cannon-e",         "infantry", 5,  4,  8, 16},
};
/* clang-format on */

/* Of the 100 results, those that do at least `hp` damage. */
static int ways_to_kill(const struct damage_row *row, int hp)
{
    int n = 11 - row->needs;

    return (row->single >= hp ? 2 * n * (10 - n) : 0) + (row->full >= hp ? n * (n - 1) : 0) +
           (row->critical >= hp ? n : 0);
}

/* The chance of a kill falls behind each level's damage and nowhere else. */
static void damage_is_the_tables(void **state)
{
    const struct damage_row *row = *state;
    int n = 11 - row->needs;
    int sum = row->single * 2 * n * (10 - n) + row->full * n * (n - 1) + row->critical * n;

    for (int hp = 1; hp <= row->critical + 1; hp++) {
        char words[128], means[128];
        answer is;

        snprintf(words, sizeof words, "range=100 weapon=%s target=%s hp=%d", row->weapon, row->target, hp);
        snprintf(means, sizeof means, "damage=%d/100 successes=%d/100 kill=%d/100", sum, 20 * n, ways_to_kill(row, hp));
        ask(&is, mad(), "mad.direct-fire", words);
        assert_answer(&is, NULL, means);
        answer_free(&is);
    }
}

struct anchor {
    const char *name, *words;
    double a_wins;
    const char *settings;
};

static const struct anchor ANCHORS[] = {
    {"Tiger I against a moving Firefly", "a=german-tiger-i b=british-sherman-firefly range=500 b-moves=yes",
     0.720304572120, ""},
    /* 40 hp a side, 3 / 5 / 10 damage, one needs 6 and the other 7: made of two trucks with small arms */
    {"forty hit points a side", "a=generic-truck b=generic-jeep-bike range=200 a-cover=normal", 0.742205988123,
     "units.generic-truck.hp=40 units.generic-jeep-bike.hp=40 weapons.small-arms.200m=6"},
};

static void anchor_holds(void **state)
{
    const struct anchor *anchor = *state;
    salvo_rulebook book;
    answer is;

    book_open(&book, "mad", anchor->settings);
    ask(&is, &book, "mad.duel", anchor->words);
    assert_true(fabs(salvo_odds_probability(&is.odds, "a-wins") - anchor->a_wins) < 1e-12);
    answer_free(&is);
    salvo_rulebook_close(&book);
}

struct refusal {
    const char *name, *procedure, *words, *reason;
};

static const struct refusal REFUSALS[] = {
    {"fire without a weapon", "mad.direct-fire", "range=100", "weapon="},
    {"fire without a range", "mad.direct-fire", "weapon=cannon-a", "range="},
    {"a key that does not exist", "mad.direct-fire", "weapon=cannon-a range=100 wind=5", "wind"},
    {"grenades are not fired", "mad.direct-fire", "weapon=at-grenades range=100", "at-grenades"},
    {"a target of the hi-tech game", "mad.direct-fire", "weapon=cannon-a range=100 target=vtol", "vtol"},
    {"a volley without hit points", "mad.volley", "weapon=cannon-a range=100", "hp="},
    {"hit points left open in a volley", "mad.volley", "weapon=cannon-a range=100 hp=none", "hp"},
    {"half a shot", "mad.volley", "weapon=cannon-a range=100 hp=1 shots=1.5", "shots"},
    {"shots to kill without hit points", "mad.shots-to-kill", "weapon=cannon-a range=100", "hp="},
    {"a unit that is not listed", "mad.unit-fire", "unit=german-maus target=generic-truck range=100", "german-maus"},
    {"infantry with a vehicle's machine gun", "mad.unit-fire",
     "unit=generic-infantry target=generic-infantry range=100 weapons=machine-gun", "weapons"},
    {"the same in a duel, b", "mad.duel", "a=generic-truck b=generic-infantry range=100 b-weapons=machine-gun",
     "b-weapons"},
    {"a duel without a range", "mad.duel", HELLCATS, "range="},
    {"a duel in contact at a distance", "mad.duel", HELLCATS "range=100 contact=yes", "range=0"},
    {"no turn at all", "mad.duel", HELLCATS "range=100 turns=0", "turns"},
    {"a price of an anti-aircraft gun", "mad.points", "mobility=fast hp=10 weapons=20mm-cannon", "20mm-cannon"},
    {"a price without speed", "mad.points", "hp=10", "mobility="},
};

static void refusal_holds(void **state)
{
    const struct refusal *refusal = *state;

    assert_refused(mad(), refusal->procedure, refusal->words, refusal->reason);
}

enum { N_TESTS = COUNT_OF(EXAMPLES) + COUNT_OF(DAMAGE) + COUNT_OF(ANCHORS) + COUNT_OF(REFUSALS) };

int main(void)
{
    struct CMUnitTest tests[N_TESTS];
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(EXAMPLES); i++)
        tests[n++] = row_test(EXAMPLES[i].name, example_holds, &EXAMPLES[i]);
    for (size_t i = 0; i < COUNT_OF(DAMAGE); i++)
        tests[n++] = row_test(DAMAGE[i].name, damage_is_the_tables, &DAMAGE[i]);
    for (size_t i = 0; i < COUNT_OF(ANCHORS); i++)
        tests[n++] = row_test(ANCHORS[i].name, anchor_holds, &ANCHORS[i]);
    for (size_t i = 0; i < COUNT_OF(REFUSALS); i++)
        tests[n++] = row_test(REFUSALS[i].name, refusal_holds, &REFUSALS[i]);
    return cmocka_run_group_tests_name("M.A.D. by hand", tests, mad_open, mad_close);
}
