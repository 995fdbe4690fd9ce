/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iron Saints in Lua against closed forms: shots are independent, so that what gets through is binomial; damage that does
 * not go on to the next model makes of it a number of models and what the wounded one has lost. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <salvo/fight.h>

#include "example_book.h"
#include "support.h"

enum { SHOTS_MAX = 32, N_SQUADS = 5, N_RANGES = 3 };

/* The tables, written down once more. */
static const struct squad {
    const char *id, *name;
    int models, wounds, toughness, save, skill;
    int shots[N_RANGES], strength, piercing, damage; /* of its weapon */
    bool rerolls_ones;
} SQUADS[N_SQUADS] = {
    {"penitents", "Penitents", 10, 1, 3, 6, 5, {2, 1, 0}, 3, 0, 1, false},
    {"pilgrims", "Pilgrims", 10, 1, 3, 5, 4, {2, 1, 0}, 3, 0, 1, false},
    {"saints", "Iron Saints", 5, 2, 4, 3, 3, {2, 2, 0}, 4, 1, 1, false},
    {"martyrs", "Martyrs", 3, 3, 5, 2, 3, {2, 1, 1}, 6, 2, 2, true},
    {"walker", "Reliquary", 1, 8, 7, 3, 4, {3, 3, 3}, 8, 3, 3, false},
};
static const int RANGES[N_RANGES] = {12, 24, 36};

/* The chance that a shot gets through: all faces of the three dice, and of the one that a 1 is rolled again with. */
static double chance_of(const struct squad *by, const struct squad *at, bool cover)
{
    static const int TO_WOUND[] = {6, 5, 4, 3, 2}; /* half, less, equal, more, twice */
    int s = by->strength, t = at->toughness, passed = 0;
    int wound = TO_WOUND[s >= 2 * t ? 4 : s > t ? 3 : s == t ? 2 : 2 * s > t ? 1 : 0];
    int save = at->save + by->piercing - cover;

    if (save < 2)
        save = 2;
    for (int hit = 1; hit <= 6; hit++)
        for (int again = 1; again <= 6; again++)
            for (int wounds = 1; wounds <= 6; wounds++)
                for (int saves = 1; saves <= 6; saves++)
                    passed +=
                        (by->rerolls_ones && hit == 1 ? again : hit) >= by->skill && wounds >= wound && saves < save;
    return passed / 1296.0;
}

/* The chances that 0 .. n of n shots get through. */
static void binomial(int n, double p, double chance[SHOTS_MAX])
{
    for (int k = 0; k <= n; k++)
        chance[k] = exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) * pow(p, k) * pow(1 - p, n - k);
}

/* What so many shots that get through do to a squad. */
static int hits_for_a_model(const struct squad *by, const struct squad *at)
{
    return (at->wounds + by->damage - 1) / by->damage;
}

static int slain_by(const struct squad *by, const struct squad *at, int through)
{
    int slain = through / hits_for_a_model(by, at);

    return slain < at->models ? slain : at->models;
}

static int wounds_lost_by(const struct squad *by, const struct squad *at, int through)
{
    int slain = slain_by(by, at, through);

    return slain * at->wounds + (slain < at->models ? through % hits_for_a_model(by, at) * by->damage : 0);
}

static const char *outcome_of(const struct squad *by, const struct squad *at, int through)
{
    int slain = slain_by(by, at, through);

    return slain == at->models ? "wiped-out" : slain ? "models-slain" : through ? "wounded" : "unharmed";
}

static salvo_rulebook book;

static int open_saints(void **state)
{
    (void)state;
    example_open(&book, "iron-saints");
    return 0;
}

static int close_saints(void **state)
{
    (void)state;
    salvo_rulebook_close(&book);
    return 0;
}

static void compare_volley(const struct squad *by, const struct squad *at, int r, bool cover)
{
    static const char *const OUTCOMES[] = {"unharmed", "wounded", "models-slain", "wiped-out"};
    int shots = by->models * by->shots[r];
    double through[SHOTS_MAX], expected[COUNT_OF(OUTCOMES)] = {0}, slain = 0, damage = 0;
    char words[128];
    answer is;

    binomial(shots, chance_of(by, at, cover), through);
    for (int k = 0; k <= shots; k++) {
        for (size_t o = 0; o < COUNT_OF(OUTCOMES); o++)
            if (strcmp(OUTCOMES[o], outcome_of(by, at, k)) == 0)
                expected[o] += through[k];
        slain += through[k] * slain_by(by, at, k);
        damage += through[k] * wounds_lost_by(by, at, k);
    }
    snprintf(words, sizeof words, "unit=%s target=%s range=%d cover=%s", by->id, at->id, RANGES[r],
             cover ? "yes" : "no");
    ask(&is, &book, "iron-saints.volley", words);
    for (size_t o = 0; o < COUNT_OF(OUTCOMES); o++)
        if (fabs(salvo_odds_probability(&is.odds, OUTCOMES[o]) - expected[o]) > 1e-12)
            fail_msg("%s: %s is %.15g, not %.15g", words, OUTCOMES[o], salvo_odds_probability(&is.odds, OUTCOMES[o]),
                     expected[o]);
    if (fabs(salvo_odds_mean(&is.odds, "slain") - slain) > 1e-11 ||
        fabs(salvo_odds_mean(&is.odds, "damage") - damage) > 1e-11)
        fail_msg("%s: slain %.15g, not %.15g; damage %.15g, not %.15g", words, salvo_odds_mean(&is.odds, "slain"),
                 slain, salvo_odds_mean(&is.odds, "damage"), damage);
    answer_free(&is);
}

static void volleys_are_binomial(void **state)
{
    (void)state;
    for (int by = 0; by < N_SQUADS; by++)
        for (int at = 0; at < N_SQUADS; at++)
            for (int r = 0; r < N_RANGES; r++)
                compare_volley(&SQUADS[by], &SQUADS[at], r, (by + at + r) % 2);
}

/* How a duel goes on: by the shots that got through at either side. */
enum { A, B, N_SIDES, THROUGH_END = 32 };
typedef double positions[THROUGH_END][THROUGH_END];

static int strength_after(const struct squad *by, const struct squad *at, int through)
{
    return at->models * at->wounds - wounds_lost_by(by, at, through);
}

static int beaten_by(const struct squad *by, const struct squad *at)
{
    return at->models * hits_for_a_model(by, at);
}

/* One side's volley from every position in which both are left. */
static void fire(const struct squad *side[N_SIDES], int by, int r, positions now, positions then)
{
    const struct squad *own = side[by], *enemy = side[!by];
    int most = beaten_by(own, enemy);
    double chance = chance_of(own, enemy, false), through[SHOTS_MAX];

    memset(then, 0, sizeof(positions));
    for (int at_a = 0; at_a < THROUGH_END; at_a++)
        for (int at_b = 0; at_b < THROUGH_END; at_b++) {
            int own_through = by == A ? at_a : at_b, enemy_through = by == A ? at_b : at_a;
            int models = own->models - slain_by(enemy, own, own_through);

            if (now[at_a][at_b] == 0)
                continue;
            if (enemy_through == most || models == 0) {
                then[at_a][at_b] += now[at_a][at_b];
                continue;
            }
            binomial(models * own->shots[r], chance, through);
            for (int k = 0; k <= models * own->shots[r]; k++) {
                int reached = enemy_through + k < most ? enemy_through + k : most;

                then[by == A ? at_a : reached][by == A ? reached : at_b] += now[at_a][at_b] * through[k];
            }
        }
}

static double still_fighting(const struct squad *side[N_SIDES], positions now)
{
    double chance = 0;

    for (int at_a = 0; at_a < beaten_by(side[B], side[A]); at_a++)
        for (int at_b = 0; at_b < beaten_by(side[A], side[B]); at_b++)
            chance += now[at_a][at_b];
    return chance;
}

/* P(a wins), followed turn by turn; either side begins as often. */
static double wins_of_a(const struct squad *side[N_SIDES], int r)
{
    static positions now, half, then;
    double won = 0;

    memset(now, 0, sizeof now);
    now[0][0] = 1;
    for (int turn = 0; turn < 400 && still_fighting(side, now) > 1e-14; turn++) {
        static positions sum;

        memset(sum, 0, sizeof sum);
        for (int first = A; first <= B; first++) {
            fire(side, first, r, now, half);
            fire(side, !first, r, half, then);
            for (int i = 0; i < THROUGH_END * THROUGH_END; i++)
                sum[i / THROUGH_END][i % THROUGH_END] += then[i / THROUGH_END][i % THROUGH_END] / 2;
        }
        memcpy(now, sum, sizeof now);
    }
    for (int at_a = 0; at_a < beaten_by(side[B], side[A]); at_a++)
        won += now[at_a][beaten_by(side[A], side[B])];
    return won;
}

static void duels_are_won_as_the_recurrence_says(void **state)
{
    (void)state;
    for (int a = 0; a < N_SQUADS; a++)
        for (int b = 0; b < N_SQUADS; b++) {
            const struct squad *side[N_SIDES] = {&SQUADS[a], &SQUADS[b]};
            const char *words[] = {"range=12"};
            const salvo_approach exact = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_DOUBLE}};
            salvo_error err = {0};
            salvo_duel duel;
            double wins;

            if (salvo_duel_fight(&duel, &book, side[A]->name, side[B]->name, words, 1, &exact, &err) != SALVO_OK)
                fail_msg("%s", err.text);
            wins = wins_of_a(side, 0);
            if (fabs(duel.p_a.exact.value - wins) > 1e-9)
                fail_msg("%s against %s: %.12g, not %.12g", side[A]->name, side[B]->name, duel.p_a.exact.value, wins);
            salvo_duel_free(&duel);
        }
}

/* What the recurrence calls a beaten side has no strength left. */
static void nobody_is_left_of_a_beaten_squad(void **state)
{
    (void)state;
    for (int by = 0; by < N_SQUADS; by++)
        for (int at = 0; at < N_SQUADS; at++) {
            int most = beaten_by(&SQUADS[by], &SQUADS[at]);

            assert_true(most < THROUGH_END);
            assert_int_equal(strength_after(&SQUADS[by], &SQUADS[at], most), 0);
            assert_true(strength_after(&SQUADS[by], &SQUADS[at], most - 1) > 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_left_of_a_beaten_squad),
        cmocka_unit_test(volleys_are_binomial),
        cmocka_unit_test(duels_are_won_as_the_recurrence_says),
    };

    return cmocka_run_group_tests(tests, open_saints, close_saints);
}
