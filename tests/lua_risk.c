/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Risk in Lua against all throws of its dice, against a table that was published, and against the recurrence that anybody
 * would write down. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "example_book.h"
#include "support.h"

static salvo_rulebook book;

static int open_risk(void **state)
{
    (void)state;
    example_open(&book, "risk");
    return 0;
}

static int close_risk(void **state)
{
    (void)state;
    salvo_rulebook_close(&book);
    return 0;
}

enum { D6 = 6, ATTACK_MAX = 3, DEFENCE_MAX = 2, LOSSES = 3 };

/* How many of the throws of a dice against d take so many armies from the attacker. */
static int ways[ATTACK_MAX + 1][DEFENCE_MAX + 1][LOSSES];

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static int power_of_six(int n)
{
    return n == 0 ? 1 : D6 * power_of_six(n - 1);
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static void throw_all(int a, int d)
{
    for (int result = 0; result < power_of_six(a + d); result++) {
        int faces[ATTACK_MAX + DEFENCE_MAX], rest = result, lost = 0;

        for (int i = 0; i < a + d; i++, rest /= D6)
            faces[i] = 1 + rest % D6;
        qsort(faces, (size_t)a, sizeof *faces, descending);
        qsort(faces + a, (size_t)d, sizeof *faces, descending);
        for (int i = 0; i < lesser(a, d); i++)
            lost += faces[i] <= faces[a + i];
        ways[a][d][lost]++;
    }
}

static void throw_every_pair(void)
{
    for (int a = 1; a <= ATTACK_MAX; a++)
        for (int d = 1; d <= DEFENCE_MAX; d++)
            throw_all(a, d);
}

static const char *outcome_of(int attacker, int defender)
{
    if (attacker && defender)
        return "each-loses-1";
    return attacker == 2   ? "attacker-loses-2"
           : attacker      ? "attacker-loses-1"
           : defender == 2 ? "defender-loses-2"
                           : "defender-loses-1";
}

static void throws_are_those_of_all_dice(void **state)
{
    mpq_t share;

    (void)state;
    mpq_init(share);
    for (int a = 1; a <= ATTACK_MAX; a++)
        for (int d = 1; d <= DEFENCE_MAX; d++) {
            char words[64];
            answer is;

            snprintf(words, sizeof words, "attacker=%d defender=%d", a, d);
            ask(&is, &book, "risk.throw", words);
            for (int lost = 0; lost <= lesser(a, d); lost++) {
                set_fraction(share, ways[a][d][lost], power_of_six(a + d));
                assert_probability(&is, outcome_of(lost, lesser(a, d) - lost), share);
            }
            answer_free(&is);
        }
    mpq_clear(share);
}

/* The numbers that every book about the game has. */
static void three_against_two_is_well_known(void **state)
{
    answer is;

    (void)state;
    ask(&is, &book, "risk.throw", "");
    assert_answer(&is, "defender-loses-2=2890/7776 each-loses-1=2611/7776 attacker-loses-2=2275/7776", "");
    answer_free(&is);
}

/* P(the territory is taken) by attackers (rows 1 to 10) and defenders (columns 1 to 10): Jason A. Osborne, "Markov Chains
 * for the RISK Board Game Revisited", Mathematics Magazine 76 (2003), 129-135, table 3. */
enum { OSBORNE = 10 };
static const double TAKEN[OSBORNE][OSBORNE] = {
    {.417, .106, .027, .007, .002, .000, .000, .000, .000, .000},
    {.754, .363, .206, .091, .049, .021, .011, .005, .003, .001},
    {.916, .656, .470, .315, .206, .134, .084, .054, .033, .021},
    {.972, .785, .642, .477, .359, .253, .181, .123, .086, .057},
    {.990, .890, .769, .638, .506, .397, .297, .224, .162, .118},
    {.997, .934, .857, .745, .638, .521, .423, .329, .258, .193},
    {.999, .967, .910, .834, .736, .640, .536, .446, .357, .287},
    {1.00, .980, .947, .888, .818, .730, .643, .547, .464, .380},
    {1.00, .990, .967, .930, .873, .808, .726, .646, .558, .480},
    {1.00, .994, .981, .954, .916, .861, .800, .724, .650, .568},
};

static void territories_fall_as_osborne_says(void **state)
{
    (void)state;
    for (int a = 1; a <= OSBORNE; a++)
        for (int d = 1; d <= OSBORNE; d++) {
            char words[64];
            answer is;

            snprintf(words, sizeof words, "attackers=%d defenders=%d", a, d);
            ask(&is, &book, "risk.conquest", words);
            if (fabs(salvo_odds_probability(&is.odds, "taken") - TAKEN[a - 1][d - 1]) > .0005 + 1e-12)
                fail_msg("%s: %g, published %g", words, salvo_odds_probability(&is.odds, "taken"), TAKEN[a - 1][d - 1]);
            answer_free(&is);
        }
}

/* What becomes of an attack: the chance that the territory is taken, and the mean losses and throws. */
enum { CHANCE, ATTACKERS_LOST, DEFENDERS_LOST, THROWS, N_FATES, ARMIES = 12 };
static mpq_t fate[ARMIES + 1][ARMIES + 1][N_FATES];

/* What a throw of that loss adds to the fate from here. */
static void add_throw(int a, int d, int lost, int kills)
{
    mpq_t *then = fate[a - lost][d - kills];
    const int gain[N_FATES] = {[ATTACKERS_LOST] = lost, [DEFENDERS_LOST] = kills, [THROWS] = 1};
    int dice_a = lesser(a, ATTACK_MAX), dice_d = lesser(d, DEFENCE_MAX);
    mpq_t part, share;

    mpq_inits(part, share, NULL);
    set_fraction(share, ways[dice_a][dice_d][lost], power_of_six(dice_a + dice_d));
    for (int k = 0; k < N_FATES; k++) {
        set_fraction(part, gain[k], 1);
        mpq_add(part, part, then[k]);
        mpq_mul(part, part, share);
        mpq_add(fate[a][d][k], fate[a][d][k], part);
    }
    mpq_clears(part, share, NULL);
}

/* Every attack that ends with `stop` attackers left, from the smallest on. */
static void find_fates(int stop)
{
    for (int a = 0; a <= ARMIES; a++)
        for (int d = 0; d <= ARMIES; d++) {
            int pairs = lesser(lesser(a, ATTACK_MAX), lesser(d, DEFENCE_MAX));

            for (int k = 0; k < N_FATES; k++)
                set_fraction(fate[a][d][k], k == CHANCE && d == 0, 1);
            if (d > 0 && a > stop)
                for (int lost = 0; lost <= pairs; lost++)
                    add_throw(a, d, lost, pairs - lost);
        }
}

static void each_fate(void (*act)(mpq_ptr))
{
    for (int a = 0; a <= ARMIES; a++)
        for (int d = 0; d <= ARMIES; d++)
            for (int k = 0; k < N_FATES; k++)
                act(fate[a][d][k]);
}

static void attacks_go_on_as_the_recurrence_says(void **state)
{
    (void)state;
    each_fate(mpq_init);
    for (int stop = 0; stop <= 3; stop += 3) {
        find_fates(stop);
        for (int a = 1; a <= ARMIES; a += 2)
            for (int d = 1; d <= ARMIES; d += 3) {
                char words[64];
                answer is;

                snprintf(words, sizeof words, "attackers=%d defenders=%d stop=%d", a, d, stop);
                ask(&is, &book, "risk.conquest", words);
                assert_probability(&is, "taken", fate[a][d][CHANCE]);
                assert_mean(&is, "attackers-lost", fate[a][d][ATTACKERS_LOST]);
                assert_mean(&is, "defenders-lost", fate[a][d][DEFENDERS_LOST]);
                assert_mean(&is, "throws", fate[a][d][THROWS]);
                answer_free(&is);
            }
    }
    each_fate(mpq_clear);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(throws_are_those_of_all_dice),
        cmocka_unit_test(three_against_two_is_well_known),
        cmocka_unit_test(territories_fall_as_osborne_says),
        cmocka_unit_test(attacks_go_on_as_the_recurrence_says),
    };

    throw_every_pair();
    return cmocka_run_group_tests(tests, open_risk, close_risk);
}
