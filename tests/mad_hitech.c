/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hi-tech game by a second copy: its tables typed again from the book, its modifiers added up again. */
#include <stdio.h>
#include <string.h>

#include "support.h"

enum { COLUMNS = 8, N_WEAPONS = 16, N_TYPES = 6, NO_ROLL = 1000 };
enum { PLAIN, HEAVY, BEAM, ROCKET }; /* small arms and flame; other guns; laser and plasma; missiles */

static const char *const NO_YES[] = {"no", "yes"};
static const double UPTO[COLUMNS] = {100, 200, 350, 500, 750, 1000, 1500, 2000};

/* The book's own order: V vehicle, W walker, G grav, T VTOL, I infantry, P power armour. */
static const char TYPES[N_TYPES + 1] = "VWGTIP";
static const char *const TYPE[N_TYPES] = {"vehicle", "walker", "grav", "vtol", "infantry", "power-armour"};

static const struct weapon {
    const char *id;
    int kind;
    int number[COLUMNS]; /* 0: may not fire */
    int full, printed;   /* damage: on vehicles, and the second value on infantry */
    const char *excluded;
    int price;
} WEAPONS[N_WEAPONS] = {
    {"small-arms", PLAIN, {3, 5, 7, 9}, 10, 10, "", 29},
    {"infantry-support", HEAVY, {3, 5, 6, 7, 9}, 18, 8, "", 24},
    {"flame-thrower", PLAIN, {2, 6}, 18, 18, "", 31},
    {"kinetic-a", HEAVY, {3, 3, 4, 5, 6, 7, 8, 9}, 58, 29, "TPI", 127},
    {"kinetic-b", HEAVY, {3, 3, 4, 6, 7, 8, 9, 10}, 50, 25, "TPI", 95},
    {"kinetic-c", HEAVY, {3, 3, 4, 6, 7, 8, 9}, 42, 21, "TPI", 79},
    {"kinetic-d", HEAVY, {3, 3, 4, 7, 8, 9, 10}, 34, 17, "PI", 58},
    {"kinetic-e", HEAVY, {3, 3, 4, 7, 8, 9}, 26, 13, "PI", 42},
    {"kinetic-f", HEAVY, {3, 3, 4, 8, 9, 10}, 18, 9, "I", 28},
    {"plasma-a", BEAM, {3, 4, 5, 7, 9}, 74, 37, "TPI", 101},
    {"plasma-b", BEAM, {3, 4, 5, 8, 10}, 66, 33, "TPI", 83},
    {"laser-a", BEAM, {2, 2, 3, 4, 5, 6, 7, 8}, 34, 17, "TPI", 89},
    {"laser-b", BEAM, {2, 2, 3, 4, 5, 6, 7, 8}, 26, 13, "PI", 68},
    {"missile-a", ROCKET, {8, 6, 4, 5, 6, 6, 8, 8}, 66, 33, "PI", 117},
    {"missile-b", ROCKET, {7, 5, 4, 5, 6, 7, 8, 9}, 42, 21, "PI", 80},
    {"missile-c", ROCKET, {5, 4, 5, 6, 7, 8, 10}, 26, 13, "", 43},
};

struct shot {
    const struct weapon *weapon;
    double range;
    int target, firer; /* places in TYPES */
    bool targets, moving, fixed, opportunity, contact, large, ecm, adf, shield, half;
    int cover; /* 0 none, 1 normal, 2 fortification */
    int fort;
};

static bool is_on_foot(int type)
{
    return TYPES[type] == 'I' || TYPES[type] == 'P';
}

static int needed(const struct shot *s)
{
    const struct weapon *w = s->weapon;
    int column = 0, number, best = 0;

    while (column < COLUMNS && (s->contact ? 0 : s->range) > UPTO[column])
        column++;
    if (strchr(w->excluded, TYPES[s->targets ? s->target : s->firer]) || (s->fixed && s->moving) || column == COLUMNS ||
        w->number[column] == 0)
        return NO_ROLL;
    number = w->number[column];
    if (is_on_foot(s->target) && w->kind != PLAIN)
        number += 2;
    if (!s->contact && TYPES[s->target] != 'T')
        number += s->cover == 1 ? 1 : s->cover == 2 ? s->fort : 0;
    if (s->moving && w->kind != ROCKET && !s->large)
        number += 1;
    if (TYPES[s->target] == 'T')
        number += 2;
    if (TYPES[s->target] == 'W' && s->cover == 0)
        number -= 1;
    if (s->opportunity)
        number += 1;
    if (w->kind == ROCKET && (s->ecm || s->adf))
        best = 2;
    if (w->kind != ROCKET && s->ecm)
        best = 1;
    if (w->kind == BEAM && s->shield)
        best = 2;
    return number + best;
}

/* The second value is the full hit on infantry; with half=yes infantry support does half of 18. */
static int damage(const struct shot *s, int level)
{
    bool halved = is_on_foot(s->target) && s->weapon->kind != PLAIN;
    int full = halved ? s->weapon->printed : s->weapon->full;

    if (halved && s->half)
        full = (s->weapon->full + 1) / 2;
    return level == 0 ? 0 : level == 1 ? (full + 1) / 2 : level == 2 ? full : 2 * full;
}

static void put_shot(char words[512], const struct shot *s, int hp)
{
    static const char *const COVER[] = {"none", "normal", "fortification"};
    char points[16] = "none";

    if (hp)
        snprintf(points, sizeof points, "%d", hp);
    snprintf(words, 512,
             "weapon=%s range=%g target=%s firer=%s excluded=%s cover=%s fort-value=%d moving=%s fixed=%s "
             "opportunity=%s contact=%s large-static=%s ecm=%s adf=%s shield=%s infantry-damage=%s hp=%s",
             s->weapon->id, s->range, TYPE[s->target], TYPE[s->firer], s->targets ? "targets" : "carriers",
             COVER[s->cover], s->fort, NO_YES[s->moving], NO_YES[s->fixed], NO_YES[s->opportunity], NO_YES[s->contact],
             NO_YES[s->large], NO_YES[s->ecm], NO_YES[s->adf], NO_YES[s->shield], s->half ? "half" : "table", points);
}

static void check_shot(const struct shot *s, int hp)
{
    int number = needed(s), levels[4] = {0}, sum = 0, good = 0, kills = 0;
    char words[512], outcomes[96], means[96];
    answer is;

    for (int x = 1; x <= 10; x++)
        for (int y = 1; y <= 10; y++) {
            int dice = (x >= number) + (y >= number), level = dice == 2 && x == y ? 3 : dice;

            levels[level]++;
            good += dice;
            sum += damage(s, level);
            kills += damage(s, level) >= hp;
        }
    if (number == NO_ROLL)
        kills = 0;
    put_shot(words, s, hp);
    snprintf(outcomes, sizeof outcomes, "miss=%d/100 single=%d/100 double=%d/100 critical=%d/100", levels[0], levels[1],
             levels[2], levels[3]);
    snprintf(means, sizeof means, hp ? "damage=%d/100 successes=%d/100 kill=%d/100" : "damage=%d/100 successes=%d/100",
             sum, good, kills);
    ask(&is, mad(), "mad.hitech-fire", words);
    assert_answer(&is, number == NO_ROLL ? "no-shot=1" : outcomes, means);
    answer_free(&is);
}

/* Choices numbered one after the other: what is left of *i. */
static int pick(unsigned *i, unsigned n)
{
    unsigned k = *i % n;

    *i /= n;
    return (int)k;
}

static struct shot numbered(const struct weapon *weapon, unsigned i)
{
    static const double RANGES[] = {0, 100, 101, 200, 350, 420.5, 500, 700, 1000, 1500, 1999, 2000.5};
    struct shot s = {.weapon = weapon};

    s.target = pick(&i, N_TYPES);
    s.cover = pick(&i, 3);
    s.range = RANGES[pick(&i, COUNT_OF(RANGES))];
    s.moving = pick(&i, 2);
    s.ecm = pick(&i, 2);
    s.adf = pick(&i, 2);
    s.shield = pick(&i, 2);
    s.large = pick(&i, 2);
    s.contact = pick(&i, 4) == 0;
    s.fixed = pick(&i, 4) == 0;
    s.opportunity = pick(&i, 2);
    s.half = pick(&i, 2);
    s.targets = pick(&i, 2);
    s.firer = pick(&i, N_TYPES);
    s.fort = 1 + pick(&i, 4);
    return s;
}

/* All choices numbered are 21 million; the stride has no factor in common with them, so that it comes by all values. */
static void fire(void **state)
{
    static const int HP[] = {0, 5, 8, 16, 26, 34, 58, 74};
    const struct weapon *weapon = *state;
    unsigned all = 6U * 3 * 12 * 32 * 4 * 4 * 8 * 6 * 4;

    for (unsigned i = 0; i < 4000; i++) {
        struct shot s = numbered(weapon, (unsigned)((uint64_t)i * 1234577 % all));

        check_shot(&s, HP[i % COUNT_OF(HP)]);
    }
}

/* Every type of element as carrier and as target, with nothing else in the way. */
static void excluded_types(void **state)
{
    const struct weapon *weapon = *state;

    for (int i = 0; i < N_TYPES * N_TYPES * 2; i++) {
        const struct shot s = {.weapon = weapon,
                               .range = 90,
                               .target = i % N_TYPES,
                               .firer = i / N_TYPES % N_TYPES,
                               .targets = i / 36,
                               .fort = 4};

        check_shot(&s, 20);
    }
}

/* The table of 1.2 for infantry: single, double, critical. */
static const struct at_infantry {
    const char *weapon;
    int single, full, critical;
} AT_INFANTRY[] = {
    {"weapon=missile-c", 7, 13, 26},
    {"weapon=infantry-support", 4, 8, 16},
    {"infantry-damage=half weapon=infantry-support", 5, 9, 18},
    {"infantry-damage=half weapon=missile-c", 7, 13, 26},
    {"weapon=small-arms", 5, 10, 20},
    {"weapon=flame-thrower", 9, 18, 36},
    {"weapon=kinetic-f", 5, 9, 18},
    {"weapon=laser-a", 9, 17, 34},
};

/* The chance of a kill at each number of hit points gives the damages away. */
static void damage_at_infantry(void **state)
{
    static const char *const ON_FOOT[] = {"infantry", "power-armour"};
    const struct at_infantry *a = *state;

    for (int hp = 1; hp <= 40; hp++)
        for (int i = 0; i < 2; i++) {
            char words[128];
            double kill;
            answer is;

            snprintf(words, sizeof words, "%s target=%s contact=yes hp=%d", a->weapon, ON_FOOT[i], hp);
            ask(&is, mad(), "mad.hitech-fire", words);
            kill = (hp <= a->single ? salvo_odds_probability(&is.odds, "single") : 0) +
                   (hp <= a->full ? salvo_odds_probability(&is.odds, "double") : 0) +
                   (hp <= a->critical ? salvo_odds_probability(&is.odds, "critical") : 0);
            if (salvo_odds_mean(&is.odds, "kill") < kill - 1e-12 || salvo_odds_mean(&is.odds, "kill") > kill + 1e-12)
                fail_msg("%s: not %d %d %d", words, a->single, a->full, a->critical);
            answer_free(&is);
        }
}

static const struct by_hand {
    const char *name, *words;
    int good; /* faces of ten; -1: no shot */
} BY_HAND[] = {
    /* 4 in the 500m column, -1 walker, 2 shield: 5 */
    {"a shielded walker in the open", "weapon=laser-a range=400 target=walker shield=yes", 6},
    {"ecm and shield are not added", "weapon=laser-a range=400 shield=yes ecm=yes", 5},
    {"ecm alone", "weapon=laser-a range=400 ecm=yes", 6},
    {"adf does not stop lasers", "weapon=laser-a range=400 adf=yes", 7},
    {"nor guns", "weapon=kinetic-a range=400 adf=yes shield=yes", 6},
    {"a missile at an adf zone", "weapon=missile-a range=400 adf=yes shield=yes", 4},
    {"ecm and adf are not added", "weapon=missile-a range=400 adf=yes ecm=yes", 4},
    {"cover and ecm are", "weapon=kinetic-a range=400 cover=normal ecm=yes", 4},
    {"a VTOL claims no cover", "weapon=kinetic-a range=400 target=vtol cover=fortification", 4},
    {"a walker in cover", "weapon=kinetic-a range=400 target=walker cover=normal", 5},
    {"a walker in cover, touched", "weapon=kinetic-a contact=yes target=walker cover=normal", 8},
    {"a walker in the open, touched", "weapon=kinetic-a contact=yes target=walker", 9},
    {"missiles do not mind moving", "weapon=missile-a range=400 moving=yes", 6},
    {"guns do", "weapon=kinetic-a range=400 moving=yes", 5},
    {"not at large targets", "weapon=kinetic-a range=400 moving=yes large-static=yes", 6},
    {"a fixed missile on the move", "weapon=missile-a range=400 moving=yes fixed=yes", -1},
    {"infantry in a trench", "weapon=kinetic-a range=100 target=infantry cover=fortification", 2},
    {"a trench shot down", "weapon=kinetic-a range=100 target=infantry cover=fortification fort-value=1", 5},
    {"small arms at power armour", "weapon=small-arms range=100 target=power-armour", 8},
    {"laser at a touching vehicle", "weapon=laser-a contact=yes range=5000", 9},
    {"out of range", "weapon=plasma-a range=751", -1},
    {"a laser on a VTOL", "weapon=laser-a range=400 firer=vtol", -1},
    {"the other laser on a VTOL", "weapon=laser-b range=400 firer=vtol", 7},
    {"the smallest gun on power armour", "weapon=kinetic-f range=100 firer=power-armour", 8},
    {"the smallest gun on foot", "weapon=kinetic-f range=100 firer=infantry", -1},
    {"the smallest gun at men", "weapon=kinetic-f range=100 target=infantry excluded=targets", -1},
    {"men with a gun, if targets are meant", "weapon=kinetic-a range=100 firer=infantry excluded=targets", 8},
    {"opportunity", "weapon=small-arms range=500 opportunity=yes", 1},
    {"beyond the dice", "weapon=small-arms range=500 opportunity=yes cover=fortification", 0},
};

static void by_hand(void **state)
{
    const struct by_hand *c = *state;
    int n = c->good;
    char outcomes[96];
    answer is;

    snprintf(outcomes, sizeof outcomes, "miss=%d/100 single=%d/100 double=%d/100 critical=%d/100", (10 - n) * (10 - n),
             2 * n * (10 - n), n * (n - 1), n);
    ask(&is, mad(), "mad.hitech-fire", c->words);
    assert_answer(&is, n < 0 ? "no-shot=1" : outcomes, NULL);
    answer_free(&is);
}

static const struct {
    const char *id;
    int points; /* the distance / 10, rounded up */
    bool foot;
} MOBILITY[] = {{"foot", 8, true},     {"foot-powered", 10, true}, {"cavalry", 15, true}, {"slow", 15, false},
                {"medium", 20, false}, {"fast", 25, false},        {"vtol", 30, false}};

static const struct {
    const char *id;
    int hp;
} ARMOUR[] = {{"soft", 5}, {"infantry", 8}, {"h", 16}, {"g", 26}, {"f", 34},
              {"e", 42},   {"d", 50},       {"c", 58}, {"b", 66}, {"a", 74}};

static const struct {
    const char *id;
    int price;
} ARTILLERY[] = {{"artillery-light", 50}, {"artillery-medium", 113}, {"artillery-heavy", 200}};

static int discounted(int price)
{
    return (9 * price + 9) / 10;
}

static void check_price(int mobility, int armour, int weapon, int i)
{
    static const struct {
        const char *words;
        int price;
    } EQUIPMENT[] = {{"none", 0},  {"shield", 30}, {"stealth", 30},
                     {"ecm", 100}, {"adf", 100},   {"shield,stealth,ecm,adf", 260}};
    bool fixed = i & 1, grenades = i & 2, on_foot_too = i & 4, off = fixed && (!MOBILITY[mobility].foot || on_foot_too);
    int first = weapon < N_WEAPONS ? WEAPONS[weapon].price : ARTILLERY[weapon - N_WEAPONS].price;
    int points = MOBILITY[mobility].points + ARMOUR[armour].hp + (off ? discounted(first) : first) + WEAPONS[1].price +
                 EQUIPMENT[i % 6].price + (grenades ? 12 : 0);
    char words[256], outcome[32], mean[32];
    answer is;

    snprintf(words, sizeof words,
             "mobility=%s armour=%s weapons=%s%s,infantry-support equipment=%s at-grenades=%s infantry-discount=%s",
             MOBILITY[mobility].id, ARMOUR[armour].id,
             weapon < N_WEAPONS ? WEAPONS[weapon].id : ARTILLERY[weapon - N_WEAPONS].id, fixed ? "-fixed" : "",
             EQUIPMENT[i % 6].words, NO_YES[grenades], NO_YES[on_foot_too]);
    snprintf(outcome, sizeof outcome, "%d=1", points);
    snprintf(mean, sizeof mean, "points=%d", points);
    ask(&is, mad(), "mad.hitech-points", words);
    assert_answer(&is, outcome, mean);
    answer_free(&is);
}

static void prices(void **state)
{
    (void)state;
    for (int mobility = 0; mobility < (int)COUNT_OF(MOBILITY); mobility++)
        for (int weapon = 0; weapon < N_WEAPONS + (int)COUNT_OF(ARTILLERY); weapon++)
            for (int i = 0; i < 24; i++)
                check_price(mobility, (mobility + weapon + i) % (int)COUNT_OF(ARMOUR), weapon, i);
}

/* 8 + 5: a man in a shirt. */
static void the_least_price(void **state)
{
    answer is;

    (void)state;
    ask(&is, mad(), "mad.hitech-points", "mobility=foot armour=soft");
    assert_answer(&is, "13=1", "points=13");
    answer_free(&is);
}

/* A cell that is changed changes the answer. */
static const struct changed {
    const char *setting, *procedure, *words, *outcomes, *means;
} CHANGED[] = {
    {"hitech-weapons.laser-a.500m=10", "mad.hitech-fire", "weapon=laser-a range=400",
     "miss=81/100 single=18/100 critical=1/100", NULL},
    {"hitech-weapons.kinetic-a.damage=60", "mad.hitech-fire", "weapon=kinetic-a range=400 target=infantry hp=16", NULL,
     "damage=66/5 successes=4/5 kill=16/100"},
    {"hitech-weapons.infantry-support.infantry_damage=-", "mad.hitech-fire",
     "weapon=infantry-support contact=yes target=infantry hp=9", NULL, "damage=309/50 successes=6/5 kill=36/100"},
    {"hitech-weapons.laser-a.excluded=vehicle", "mad.hitech-fire", "weapon=laser-a range=400", "no-shot=1", NULL},
    {"hitech-modifiers.fortification.modifier=6", "mad.hitech-fire", "weapon=laser-a range=400 cover=fortification",
     "miss=81/100 single=18/100 critical=1/100", NULL},
    {"hitech-modifiers.shield.modifier=6", "mad.hitech-fire", "weapon=laser-a range=400 shield=yes ecm=yes",
     "miss=81/100 single=18/100 critical=1/100", NULL},
    {"hitech-modifiers.airborne.modifier=4", "mad.minefield", "tech=hitech target=vtol",
     "miss=81/100 single=18/100 critical=1/100", NULL},
    {"hitech-artillery.light.damage=30", "mad.artillery-hit", "calibre=light tech=hitech hp=30", NULL,
     "damage=66/5 successes=4/5 kill=4/25"},
    {"hitech-movement.slow.distance_mm=151", "mad.hitech-points", "mobility=slow armour=h", "32=1", "points=32"},
    {"hitech-armour.h.hp=20", "mad.hitech-points", "mobility=slow armour=h", "35=1", "points=35"},
    {"hitech-equipment.ecm.points=7", "mad.hitech-points", "mobility=slow armour=h equipment=ecm", "38=1", "points=38"},
    {"values.minefield-target-number.value=10", "mad.minefield", "", "miss=81/100 single=18/100 critical=1/100", NULL},
    {"values.fort-reduction-damage.value=33", "mad.fort-reduction", "weapon=cannon-b range=100", "4=36/100 3=64/100",
     NULL},
    {"values.fort-reduction-damage.value=34", "mad.fort-reduction", "weapon=cannon-b range=100", "4=92/100 3=8/100",
     NULL},
    {"values.fort-value-lowest.value=3", "mad.fort-reduction", "weapon=cannon-b range=100 fort-value=3", "3=1",
     "fort-value=3"},
    {"modifiers.fortification.modifier=6", "mad.fort-reduction", "weapon=cannon-b range=100", "6=36/100 5=64/100",
     NULL},
    {"values.deviation-step-mm.value=1", "mad.artillery-attack", "calibre=heavy guns=1 situation=prepared",
     "miss=81/100 single=18/100 critical=1/100", NULL},
    {"values.observer-correction-mm.value=200", "mad.artillery-deviation", "observed=yes", "0=1", "distance=0"},
    {"values.template-radius-max-mm.value=33", "mad.artillery-coverage", "calibre=heavy guns=9 registered=yes",
     "under=1", "radius=33"},
    {"values.at-grenade-damage.value=0", "mad.at-grenade", "", "attacker-destroyed=1/10 0=9/10", "damage=0"},
    {"values.at-grenade-failure.value=11", "mad.at-grenade", "hp=50",
     "5=1/10 10=1/10 15=1/10 20=1/10 25=1/10 30=1/10 35=1/10 40=1/10 45=1/10 50=1/10", "damage=55/2 kill=1/10"},
    {"chances.line-of-sight.percent=40", "mad.line-of-sight", "", "clear=2/5 blocked=3/5", ""},
    {"chances.passenger-loss.percent=100", "mad.passengers", "elements=33", "33=1", "lost=33"},
    {"chances.passenger-loss.percent=0", "mad.passengers", "elements=33 roll=together", "0=1", "lost=0"},
    {"spotting.ww2.100m=4", "mad.spotting", "contact=yes", "spotted=7/10 hidden=3/10", ""},
    {"spotting.hitech.100m=-", "mad.spotting", "contact=yes tech=hitech", "no-roll=1", ""},
    {"spotters.other.allowance_m=1500", "mad.spotting", "range=1500 spotter=other", "spotted=3/10 hidden=7/10", ""},
    {"spotters.recon.always_moving=yes", "mad.spotting", "range=500 spotter=recon", "spotted=3/10 hidden=7/10", ""},
    {"spotting-modifiers.cover.modifier=3", "mad.spotting", "range=500 cover=normal", "spotted=3/10 hidden=7/10", ""},
    {"artillery-to-hit.infantry-open.to_hit=10", "mad.artillery-hit", "calibre=light target=infantry",
     "miss=81/100 single=18/100 critical=1/100", NULL},
};

static void changed(void **state)
{
    const struct changed *c = *state;
    salvo_rulebook book;
    answer is;

    book_open(&book, "mad", c->setting);
    ask(&is, &book, c->procedure, c->words);
    assert_answer(&is, c->outcomes, c->means);
    answer_free(&is);
    salvo_rulebook_close(&book);
}

int main(void)
{
    struct CMUnitTest fires[2 * N_WEAPONS + 2], infantry[COUNT_OF(AT_INFANTRY)], hands[COUNT_OF(BY_HAND)],
        changes[COUNT_OF(CHANGED)];

    for (size_t i = 0; i < N_WEAPONS; i++) {
        fires[2 * i] = row_test(WEAPONS[i].id, fire, &WEAPONS[i]);
        fires[2 * i + 1] = row_test(WEAPONS[i].id, excluded_types, &WEAPONS[i]);
    }
    fires[2 * N_WEAPONS] = (struct CMUnitTest)cmocka_unit_test(prices);
    fires[2 * N_WEAPONS + 1] = (struct CMUnitTest)cmocka_unit_test(the_least_price);
    for (size_t i = 0; i < COUNT_OF(AT_INFANTRY); i++)
        infantry[i] = row_test(AT_INFANTRY[i].weapon, damage_at_infantry, &AT_INFANTRY[i]);
    for (size_t i = 0; i < COUNT_OF(BY_HAND); i++)
        hands[i] = row_test(BY_HAND[i].name, by_hand, &BY_HAND[i]);
    for (size_t i = 0; i < COUNT_OF(CHANGED); i++)
        changes[i] = row_test(CHANGED[i].setting, changed, &CHANGED[i]);
    return cmocka_run_group_tests_name("hi-tech fire by counting", fires, mad_open, mad_close) +
           cmocka_run_group_tests_name("hi-tech damage at infantry", infantry, mad_open, mad_close) +
           cmocka_run_group_tests_name("hi-tech fire by hand", hands, mad_open, mad_close) +
           cmocka_run_group_tests_name("cells of the ground tables", changes, mad_open, mad_close);
}
