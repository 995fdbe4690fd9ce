/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT 2030's scene and hands: the book's tables typed in again as strings and counted die by die, and what must hold
 * whatever is asked. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "splitmix.h"
#include "spoiled.h"
#include "support.h"

OWN_BOOK(book, "mbt2030")

static void near(const answer *a, const char *what, double value, double expected)
{
    if (fabs(value - expected) > 1e-9)
        fail_msg("%s: %s is %.15g and should be %.15g", a->words, what, value, expected);
}

static void check(const answer *a, const char *label, double expected)
{
    near(a, label, probability_of(a, label)->value, expected);
}

static void check_mean(const answer *a, const char *name, double expected)
{
    assert_non_null(mean_of(a, name));
    near(a, name, mean_of(a, name)->value, expected);
}

enum { ZONES = 5, SEASONS = 4, ANY_ZONE = ZONES, ANY_SEASON = SEASONS };
static const char *const ZONE[] = {"desert", "steppe", "tropical", "temperate", "cold", "any"};
static const char *const SEASON[] = {"winter", "autumn", "spring", "summer", "any"};

static const char *const SQUARES[ZONES] = {"HHOOOO", "HFFOOO", "SSFFOO", "SHFHOO", "FHFHOO"}; /* by die */
static const int MBUA[ZONES] = {6, 6, 5, 5, 5}, MINOR[ZONES] = {-3, -4, 0, 0, -2};
static const char CLIMATE[] = "012334", SEASON_DIE[] = "332210";
static const int ADVERSE[SEASONS][ZONES] = {{5, 3, 5, 4, 3}, {6, 4, 5, 5, 4}, {6, 5, 5, 5, 5}, {5, 6, 4, 6, 6}};
/* The hours from midnight to 11 p.m.: n night, w dawn, d day, k dusk. */
static const char *const HOURS[SEASONS] = {"nnnnnnnwwwdddddkkknnnnnn", "nnnnnnwwwddddddddkkknnnn",
                                           "nnnnnwwwdddddddddddkkknn", "nnnnwwwddddddddddddddkkk"};

/* Chance of each zone, of each season, when that is asked. */
static double share_of_zone(int asked, int zone)
{
    double n = 0;

    for (int die = 0; die < 6; die++)
        n += CLIMATE[die] - '0' == zone;
    return asked == ANY_ZONE ? n / 6 : asked == zone;
}

static double share_of_season(int asked, int season)
{
    double n = 0;

    for (int die = 0; die < 6; die++)
        n += SEASON_DIE[die] - '0' == season;
    return asked == ANY_SEASON ? n / 6 : asked == season;
}

static double hour_is(int season, char what)
{
    int n = 0;

    for (int half = 1; half <= 6; half++)
        for (int a = 1; a <= 6; a++)
            for (int b = 1; b <= 6; b++)
                n += HOURS[season][(a + b == 12 ? 0 : a + b) + (half >= 5 ? 12 : 0)] == what;
    return n / 216.0;
}

static double adverse(int season, int zone)
{
    return (7 - ADVERSE[season][zone]) / 6.0;
}

static double terrain(int zone, char what)
{
    double n = 0;

    for (int die = 0; die < 6; die++)
        n += SQUARES[zone][die] == what;
    return n / 6;
}

static double minors(int zone, int count)
{
    double n = 0;

    for (int die = 1; die <= 6; die++)
        n += fmax(0, die + MINOR[zone]) == count;
    return n / 6;
}

static double mean_minors(int zone)
{
    double sum = 0;

    for (int count = 1; count <= 6; count++)
        sum += count * minors(zone, count);
    return sum;
}

static double binomial(int n, double p, int k)
{
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) * pow(p, k) * pow(1 - p, n - k);
}

static void squares_are_as_printed(void **state)
{
    static const char *const TERRAINS[] = {"open", "highland", "forest", "steep-forest"};
    char words[96], label[16];
    answer is;

    (void)state;
    for (int asked = 0; asked <= ANY_ZONE; asked++) {
        snprintf(words, sizeof words, "zone=%s", ZONE[asked]);
        ask(&is, &book, "mbt2030.major-terrain", words);
        for (int k = 0; k < 4; k++) {
            double p = 0;

            for (int zone = 0; zone < ZONES; zone++)
                p += share_of_zone(asked, zone) * terrain(zone, "OHFS"[k]);
            check(&is, TERRAINS[k], p);
        }
        answer_free(&is);
        for (int given_open = 0; given_open < 2; given_open++) {
            double mean = 0;

            snprintf(words, sizeof words, "zone=%s given-open=%s", ZONE[asked], given_open ? "yes" : "no");
            ask(&is, &book, "mbt2030.minor-count", words);
            for (int count = 0; count <= 6; count++) {
                double p = 0;

                for (int zone = 0; zone < ZONES; zone++) {
                    double open = given_open ? 1 : terrain(zone, 'O');

                    p += share_of_zone(asked, zone) * (open * minors(zone, count) + (count ? 0 : 1 - open));
                }
                snprintf(label, sizeof label, "%d", count);
                check(&is, label, p);
                mean += count * p;
            }
            check_mean(&is, "minor", mean);
            answer_free(&is);
        }
    }
}

static void tables_are_squares(void **state)
{
    static const int SIZES[] = {1, 2, 5, 12};
    char words[96], label[16];
    answer is, mbua;

    (void)state;
    for (int i = 0; i < (ANY_ZONE + 1) * 4; i++) {
        int asked = i / 4, n = SIZES[i % 4];
        double open = 0, minor = 0, mbuas = 0;

        snprintf(words, sizeof words, "zone=%s squares=%d", ZONE[asked], n);
        ask(&is, &book, "mbt2030.table", words);
        ask(&mbua, &book, "mbt2030.major-built-up", words);
        for (int k = 0; k <= n; k++) {
            double p = 0, q = 0;

            for (int zone = 0; zone < ZONES; zone++) {
                p += share_of_zone(asked, zone) * binomial(n, terrain(zone, 'O'), k);
                q += share_of_zone(asked, zone) * binomial(n, (7 - MBUA[zone]) / 6.0, k);
            }
            snprintf(label, sizeof label, "%d", k);
            check(&is, label, p);
            check(&mbua, label, q);
        }
        for (int zone = 0; zone < ZONES; zone++) {
            double share = n * share_of_zone(asked, zone);

            open += share * terrain(zone, 'O');
            minor += share * terrain(zone, 'O') * mean_minors(zone);
            mbuas += share * (7 - MBUA[zone]) / 6.0;
        }
        check_mean(&is, "open", open);
        check_mean(&is, "minor", minor);
        check_mean(&is, "woods", minor / 3);
        check_mean(&is, "built-ups", minor / 3);
        check_mean(&is, "hills", minor / 3);
        check_mean(&is, "mbuas", mbuas);
        check_mean(&mbua, "mbuas", mbuas);
        answer_free(&is);
        answer_free(&mbua);
    }
}

static void hours_and_weather_are_as_printed(void **state)
{
    char words[96];
    answer is;

    (void)state;
    for (int s = 0; s <= ANY_SEASON; s++) {
        double at[4] = {0};
        static const char *const LABELS[] = {"dawn", "day", "dusk", "night"};

        for (int season = 0; season < SEASONS; season++)
            for (int k = 0; k < 4; k++)
                at[k] += share_of_season(s, season) * hour_is(season, "wdkn"[k]);
        snprintf(words, sizeof words, "season=%s", SEASON[s]);
        ask(&is, &book, "mbt2030.hour", words);
        for (int k = 0; k < 4; k++)
            check(&is, LABELS[k], at[k]);
        check_mean(&is, "half-range", 1 - at[1]);
        answer_free(&is);
        for (int z = 0; z <= ANY_ZONE; z++) {
            double bad = 0, full = 0, quarter = 0;

            for (int i = 0; i < SEASONS * ZONES; i++) {
                int season = i / ZONES, zone = i % ZONES;
                double share = share_of_season(s, season) * share_of_zone(z, zone), wet = adverse(season, zone);

                bad += share * wet;
                full += share * hour_is(season, 'd') * (1 - wet);
                quarter += share * (1 - hour_is(season, 'd')) * wet;
            }
            snprintf(words, sizeof words, "season=%s zone=%s", SEASON[s], ZONE[z]);
            ask(&is, &book, "mbt2030.weather", words);
            check(&is, "adverse", bad);
            check(&is, "fair", 1 - bad);
            answer_free(&is);
            ask(&is, &book, "mbt2030.conditions", words);
            check(&is, "full", full);
            check(&is, "quarter", quarter);
            check(&is, "half", 1 - full - quarter);
            check_mean(&is, "range-factor", full + (1 - full - quarter) / 2 + quarter / 4);
            answer_free(&is);
        }
    }
    ask(&is, &book, "mbt2030.climate", "");
    assert_answer(&is, "desert=1/6 steppe=1/6 tropical=1/6 temperate=1/3 cold=1/6", "");
    answer_free(&is);
    ask(&is, &book, "mbt2030.season", "");
    assert_answer(&is, "winter=1/6 autumn=1/6 spring=1/3 summer=1/3", "");
    answer_free(&is);
    ask(&is, &book, "mbt2030.minor-type", "");
    assert_answer(&is, "wood=1/3 built-up=1/3 hill=1/3", "");
    answer_free(&is);
}

/* Nobody becomes fragile in the fight. */
#define NO_LIMITS "a-pin-limit=0 b-pin-limit=0 a-break-limit=0 b-break-limit=0"

static const struct example {
    const char *procedure, *words, *outcomes, *means;
} EXAMPLES[] = {
    {"mbt2030.engage", "own-class=mbt-minus own-grade=minus opp-class=mbt-norm range=11",
     "opp-pinned=1/3 own-pinned=1/3 own-broken=1/3", "own-disadvantage=5 opp-disadvantage=0 own-out=1/3 opp-out=0"},
    {"mbt2030.engage", "own-class=art-norm opp-class=inf-plus opp-mode=static range=60",
     "opp-pinned=1/3 own-pinned=1/3 no-effect=1/3", "own-disadvantage=4 opp-disadvantage=0 own-out=0 opp-out=0"},
    {"mbt2030.duel", "a-class=mbt-plus b-class=mbt-norm range=10", "a-wins=1", "rounds=2875/576"},
    {"mbt2030.duel", "range=10", "stalemate=1", NULL},
    {"mbt2030.duel", "range=13", "stalemate=1", "rounds=0"},
    {"mbt2030.duel", "range=13 turns=7", "stalemate=1", "rounds=14"},
    {"mbt2030.duel", "accumulate=step", "a-wins=1/2 b-wins=1/2", NULL},
    {"mbt2030.duel", "a-paper=0 a-scissors=0 b-paper=0 b-scissors=0", "stalemate=1", "rounds=0"},
    {"mbt2030.duel", "a-paper=0 a-scissors=0 b-paper=0 b-scissors=0 turns=3", "stalemate=1", "rounds=0"},
    {"mbt2030.battle", "a-state=pinned", "b-wins=1", NO_LIMITS " turns=0"},
    {"mbt2030.battle", "a-state=pinned b-state=shaken", "both-fragile=1", NO_LIMITS " turns=0"},
    {"mbt2030.battle", "range=13", "undecided=1", NO_LIMITS " turns=20"},
    {"mbt2030.battle", "range=13 turns=0", "undecided=1", NO_LIMITS " turns=0"},
    {"mbt2030.rps", "", "win=1/3 draw=1/3 lose=1/3", ""},
    {"mbt2030.rps", "draws=reroll", "win=1/2 lose=1/2", ""},
    {"mbt2030.rps", "own-rock=1 own-paper=0 own-scissors=0 opp-rock=1 opp-paper=2 opp-scissors=3",
     "win=1/2 draw=1/6 lose=1/3", ""},
    {"mbt2030.rps", "own-rock=1 own-paper=0 own-scissors=0 opp-rock=1 opp-paper=2 opp-scissors=3 draws=reroll",
     "win=3/5 lose=2/5", ""},
    {"mbt2030.resolve", "", "opp-shaken=1/3 no-effect=1/3 own-shaken=1/3", ""},
    {"mbt2030.resolve", "own-disadvantage=2", "opp-pinned=1/3 own-pinned=1/3 own-broken=1/3", ""},
    {"mbt2030.resolve", "opp-disadvantage=2", "opp-broken=1/3 opp-pinned=1/3 own-shaken=1/3", ""},
    {"mbt2030.resolve", "own-disadvantage=1 opp-disadvantage=2", "opp-shaken=1/3 opp-pinned=1/3 own-shaken=1/3", ""},
    {"mbt2030.resolve", "own-disadvantage=1 opp-disadvantage=2 break-count=absolute",
     "opp-broken=1/3 opp-pinned=1/3 own-shaken=1/3", ""},
    {"mbt2030.resolve", "own-disadvantage=4 opp-disadvantage=2 break-count=absolute",
     "opp-pinned=1/3 own-pinned=1/3 own-broken=1/3", ""},
    {"mbt2030.resolve", "type=unilateral", "opp-shaken=1/3 no-effect=2/3", ""},
    {"mbt2030.resolve", "type=unilateral own-disadvantage=3 opp-disadvantage=4",
     "opp-pinned=1/3 own-pinned-opp-pinned=1/3 no-effect=1/3", ""},
    /* AIRCRAFT shaken leave, PDA pinned break */
    {"mbt2030.engage", "own-class=air-norm own-posture=asf opp-class=air-norm opp-posture=asf range=30",
     "opp-left=1/3 no-effect=1/3 own-left=1/3", "own-disadvantage=0 opp-disadvantage=0 own-out=1/3 opp-out=1/3"},
    {"mbt2030.engage", "own-class=art-norm opp-class=inf-norm opp-posture=pda range=60 own-extra=2",
     "opp-broken=1/3 no-effect=2/3", "own-disadvantage=2 opp-disadvantage=0 own-out=0 opp-out=1/3"},
};

static void the_examples_hold(void **state)
{
    const struct example *e = *state;
    answer is;

    ask(&is, &book, e->procedure, e->words);
    assert_answer(&is, e->outcomes, e->means);
    answer_free(&is);
}

static const char *const CLASSES[] = {"inf-minus", "inf-norm", "inf-plus", "mbt-minus", "mbt-norm", "mbt-plus",
                                      "art-minus", "art-norm", "art-plus", "air-minus", "air-norm", "air-plus"};

static void even_hands_are_a_third_against_anything(void **state)
{
    uint64_t seed = 3;
    char words[128];
    answer is;

    (void)state;
    for (int i = 0; i < 200; i++) {
        snprintf(words, sizeof words, "opp-rock=%d opp-paper=%d opp-scissors=%d", (int)(splitmix_next(&seed) % 20001),
                 (int)(splitmix_next(&seed) % 20001), (int)(1 + splitmix_next(&seed) % 20000));
        ask(&is, &book, "mbt2030.rps", words);
        assert_answer(&is, "win=1/3 draw=1/3 lose=1/3", "");
        answer_free(&is);
    }
}

static void twins_are_even(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(CLASSES); i++)
        for (int step = 0; step < 2; step++) {
            char words[160];
            answer is;

            snprintf(words, sizeof words, "a-class=%s b-class=%s range=0 accumulate=%s", CLASSES[i], CLASSES[i],
                     step ? "step" : "no");
            ask(&is, &book, "mbt2030.duel", words);
            near(&is, "a-wins", probability_of(&is, "a-wins")->value, probability_of(&is, "b-wins")->value);
            answer_free(&is);
        }
}

static void a_duel_turned_round_is_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(CLASSES) * COUNT_OF(CLASSES); i++) {
        const char *a = CLASSES[i / COUNT_OF(CLASSES)], *b = CLASSES[i % COUNT_OF(CLASSES)];
        char words[200];
        answer is, turned;

        snprintf(words, sizeof words, "a-class=%s b-class=%s a-rock=3 b-paper=4 range=1 first=a accumulate=step", a, b);
        ask(&is, &book, "mbt2030.duel", words);
        snprintf(words, sizeof words, "a-class=%s b-class=%s b-rock=3 a-paper=4 range=1 first=b accumulate=step", b, a);
        ask(&turned, &book, "mbt2030.duel", words);
        check(&turned, "a-wins", probability_of(&is, "b-wins")->value);
        check(&turned, "b-wins", probability_of(&is, "a-wins")->value);
        check_mean(&turned, "rounds", mean_of(&is, "rounds")->value);
        answer_free(&is);
        answer_free(&turned);
    }
}

/* No mix of the other two hands does better than the best, and the worth is what the engagement's own odds give. */
static void the_best_hand_is_the_best(void **state)
{
    static const char *const HANDS[] = {"rock", "paper", "scissors"};
    static const char *const OWN[] = {"own-paper=0 own-scissors=0", "own-rock=0 own-scissors=0",
                                      "own-rock=0 own-paper=0"};
    static const char *const WORTHS[][2] = {{"pinned", "2"}, {"shaken", "2"}, {"broken", "3"}, {"left", "3"}};
    uint64_t seed = 18;

    (void)state;
    for (int i = 0; i < 150; i++) {
        const char *own = CLASSES[splitmix_next(&seed) % 12], *opp = CLASSES[splitmix_next(&seed) % 12];
        int shown[3];
        double worth[3], best = -100, mix = 0, mean = 0;
        char words[256];
        answer is;

        for (int h = 0; h < 3; h++)
            shown[h] = (int)(splitmix_next(&seed) % 6) + (h == 0);
        for (int h = 0; h < 3; h++) {
            snprintf(words, sizeof words,
                     "own-class=%s opp-class=%s range=0 %s opp-rock=%d opp-paper=%d opp-scissors=%d", own, opp, OWN[h],
                     shown[0], shown[1], shown[2]);
            ask(&is, &book, "mbt2030.engage", words);
            worth[h] = 0;
            for (size_t k = 0; k < is.odds.n_outcomes; k++)
                for (size_t w = 0; w < COUNT_OF(WORTHS); w++) {
                    char to_own[32], to_opp[32];

                    snprintf(to_own, sizeof to_own, "own-%s", WORTHS[w][0]);
                    snprintf(to_opp, sizeof to_opp, "opp-%s", WORTHS[w][0]);
                    worth[h] += is.odds.outcomes[k].probability.value * atof(WORTHS[w][1]) *
                                ((strstr(is.odds.outcomes[k].label, to_opp) != NULL) -
                                 (strstr(is.odds.outcomes[k].label, to_own) != NULL));
                }
            best = fmax(best, worth[h]);
            answer_free(&is);
        }
        snprintf(words, sizeof words, "own-class=%s opp-class=%s range=0 rock=%d paper=%d scissors=%d", own, opp,
                 shown[0], shown[1], shown[2]);
        ask(&is, &book, "mbt2030.best-hand", words);
        if (probability_of(&is, "not-allowed")->value == 0) {
            check_mean(&is, "best", best);
            for (int h = 0; h < 3; h++) {
                char name[32];

                check_mean(&is, HANDS[h], worth[h]);
                mean += worth[h] / 3;
                snprintf(name, sizeof name, "mix-%s", HANDS[h]);
                mix += mean_of(&is, name)->value;
                if (worth[h] < best - 1e-9)
                    check_mean(&is, name, 0);
            }
            near(&is, "the mix", mix, 1);
            check_mean(&is, "safe", mean); /* the even mix, against this player as against any */
        }
        answer_free(&is);
    }
}

static const mistake MISTAKES[] = {
    {NULL, "stands.csv", "INFn,infantry", "INFn,cavalry", 3, 15, "'cavalry' is not a value of class"},
    {NULL, "stands.csv", "norm,yes,default,yes,no", "norm,yes,yes,yes,no", 3, 1,
     "0 modes of 'inf-norm' are marked 'default'"},
    {NULL, "postures.csv", "rec,Recon", "rek,Recon", 5, 1, "salvo does not use a row 'rek'; did you mean 'rec'"},
    {NULL, "postures.csv", "infantry,yes,yes", "infantry,no,yes", 1, 1,
     "0 postures of class infantry are marked 'default'"},
    {NULL, "engagement.csv", "las,las,all", "las,las,minus", 1, 1, "0 rows match the posture las of a norm sub-class"},
    {NULL, "engagement.csv", "minus,1,2,2", "minus,1,two,2", 2, 28, "'two' is not a range"},
    {NULL, "engagement.csv", "minus,1,2,2", "minus,1,2000,2", 2, 28, "2000 is out of range"},
    {NULL, "engagement.csv", "minus,1,2,2", "minus,1,class,2", 2, 28, "'class' is not a range"},
    {NULL, "engagement.csv", "armour_fast", "armour_quick", 1, 1, "the column 'armour_fast' is missing"},
    {NULL, "disadvantage.csv", "inches of ECM,1", "inches of ECM,-1", 13, 53, "-1 is out of range"},
    {NULL, "values.csv", "afternoon,", "evening,", 8, 1, "salvo does not use a row 'evening'"},
    {NULL, "zones.csv", "Cold,6,6", "Cold,6,7", 6, 13, "7 is out of range"},
    {NULL, "zones.csv", "Cold,6,6", "Cold,5,6", 1, 1, "2 of the rows take a die of 5"},
    {NULL, "zones.csv", "Desert,1,1,highland", "Desert,1,1,hill", 2, 19, "'hill' is not a value of on_1"},
    {NULL, "seasons.csv", "Winter,6,6,7,9,15,17", "Winter,6,6,7,16,15,17", 1, 1,
     "the hours of 'winter' are out of order"},
    {NULL, "seasons.csv", "Winter,6,6,7,9", "Winter,6,6,7,24", 2, 21, "24 is out of range"},
    {NULL, "minor-features.csv", "Hill,5,6", "Hill,6,6", 1, 1, "0 of the rows take a die of 5"},
    {NULL, "movement.csv", "INF-,4,8", "INF-,4,far", 2, 18, "'far' is not a whole number"},
};

/* The rules name the tables that they need. */
static const mistake MISSING_TABLE = {NULL, "ruleset.yaml",          "name: zones", "name: zonen", 20,
                                      0,    "lists no table 'zones'"};

static void mistakes_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(MISTAKES); i++)
        mistake_is_refused_about("mbt2030", &MISTAKES[i], MISTAKES[i].file);
    mistake_is_refused_about("mbt2030", &MISSING_TABLE, "rules.lua");
}

int main(void)
{
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(squares_are_as_printed),
        cmocka_unit_test(tables_are_squares),
        cmocka_unit_test(hours_and_weather_are_as_printed),
        cmocka_unit_test(even_hands_are_a_third_against_anything),
        cmocka_unit_test(twins_are_even),
        cmocka_unit_test(a_duel_turned_round_is_the_same),
        cmocka_unit_test(the_best_hand_is_the_best),
        cmocka_unit_test(mistakes_are_refused),
    };
    static struct CMUnitTest tests[COUNT_OF(alone) + COUNT_OF(EXAMPLES)];
    static char names[COUNT_OF(EXAMPLES)][128];

    memcpy(tests, alone, sizeof alone);
    for (size_t i = 0; i < COUNT_OF(EXAMPLES); i++) {
        snprintf(names[i], sizeof names[i], "%s %s", EXAMPLES[i].procedure, EXAMPLES[i].words);
        tests[COUNT_OF(alone) + i] = row_test(names[i], the_examples_hold, &EXAMPLES[i]);
    }
    return cmocka_run_group_tests_name("MBT 2030, the scene and the hands", tests, open_book, close_book);
}
