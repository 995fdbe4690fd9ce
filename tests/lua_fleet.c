/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fleet and Front in Lua against a recurrence of its own: what a side has lost says what it has left, so that a battle is a
 * walk on the two losses. The tables are written down once more. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "example_book.h"
#include "support.h"

enum { ATTACK, DEFENCE, N_ROLES, N_KINDS = 5, UNITS_MAX = 16 };

static const char *const ROLE[N_ROLES] = {"attack", "defence"};

static const struct kind {
    const char *id;
    int strength[N_ROLES], cost;
} KINDS[N_KINDS] = {
    {"militia", {1, 2}, 3}, {"guns", {2, 2}, 4},      {"armour", {3, 3}, 6},
    {"flyers", {3, 4}, 10}, {"ironclad", {4, 4}, 16},
};

/* Which of two kinds is lost first, or neither. */
typedef int order(const struct kind *a, const struct kind *b, int role);

static int cheapest(const struct kind *a, const struct kind *b, int role)
{
    (void)role;
    return a->cost - b->cost;
}

static int dearest(const struct kind *a, const struct kind *b, int role)
{
    return cheapest(b, a, role);
}

static int weakest(const struct kind *a, const struct kind *b, int role)
{
    return a->strength[role] - b->strength[role];
}

static const struct fleet_case {
    const char *name;
    int count[N_ROLES][N_KINDS];
    order *order[N_ROLES];
    const char *loses[N_ROLES];
    int rounds; /* 0: until somebody is beaten */
} CASES[] = {
    {"one on one", {{1}, {1}}, {cheapest, cheapest}, {"cheapest", "cheapest"}, 0},
    {"equal cost", {{4, 0, 1}, {2, 3}}, {cheapest, cheapest}, {"cheapest", "cheapest"}, 0},
    {"every kind", {{3, 2, 2, 1, 1}, {4, 1, 1, 1, 1}}, {cheapest, cheapest}, {"cheapest", "cheapest"}, 0},
    {"the dearest first", {{3, 1, 2, 1}, {3, 0, 1, 2}}, {dearest, cheapest}, {"dearest", "cheapest"}, 0},
    {"the weakest first", {{2, 2, 0, 1, 1}, {2, 2, 1, 1}}, {weakest, weakest}, {"weakest", "weakest"}, 0},
    {"broken off", {{4, 1, 1}, {3, 0, 1, 1}}, {cheapest, dearest}, {"cheapest", "dearest"}, 2},
};

/* A side as its units, the one that is lost first at the beginning. */
struct side {
    int n, strength[UNITS_MAX], cost[UNITS_MAX];
};

/* By insertion, so that equal ones stay in the order of the list. */
static struct side side_of(const struct fleet_case *c, int role)
{
    struct side side = {0};
    int kind[UNITS_MAX];

    for (int k = 0; k < N_KINDS; k++)
        for (int i = 0; i < c->count[role][k]; i++) {
            int at = side.n++;

            for (; at > 0 && c->order[role](&KINDS[kind[at - 1]], &KINDS[k], role) > 0; at--)
                kind[at] = kind[at - 1];
            kind[at] = k;
        }
    for (int i = 0; i < side.n; i++) {
        side.strength[i] = KINDS[kind[i]].strength[role];
        side.cost[i] = KINDS[kind[i]].cost;
    }
    return side;
}

/* The chances of 0 .. n hits of a side that has lost so many units. */
static void hits_of(const struct side *side, int lost, double chance[UNITS_MAX + 1])
{
    memset(chance, 0, (UNITS_MAX + 1) * sizeof *chance);
    chance[0] = 1;
    for (int i = lost; i < side->n; i++)
        for (int hits = i - lost + 1; hits >= 0; hits--)
            chance[hits] =
                chance[hits] * (6 - side->strength[i]) / 6 + (hits ? chance[hits - 1] * side->strength[i] / 6 : 0);
}

static int cost_of(const struct side *side, int lost)
{
    int cost = 0;

    for (int i = 0; i < lost; i++)
        cost += side->cost[i];
    return cost;
}

enum { ATTACKER_WINS, DEFENDER_WINS, NOBODY_LEFT, BROKEN_OFF, ATTACKER_LOST, DEFENDER_LOST, ROUNDS, N_FATES };
static const char *const NAMES[N_FATES] = {"attacker-wins", "defender-wins", "nobody-left", "broken-off",
                                           "attacker-lost", "defender-lost", "rounds"};

static void add_end(const struct side side[N_ROLES], const int lost[N_ROLES], double chance, double fate[N_FATES])
{
    bool attacker = lost[ATTACK] < side[ATTACK].n, defender = lost[DEFENCE] < side[DEFENCE].n;

    fate[attacker && defender ? BROKEN_OFF
         : attacker           ? ATTACKER_WINS
         : defender           ? DEFENDER_WINS
                              : NOBODY_LEFT] += chance;
    fate[ATTACKER_LOST] += chance * cost_of(&side[ATTACK], lost[ATTACK]);
    fate[DEFENDER_LOST] += chance * cost_of(&side[DEFENCE], lost[DEFENCE]);
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/* Rounds are followed until what is left could not be seen in a double. */
enum { ROUNDS_MAX = 20000 };
typedef double losses[UNITS_MAX + 1][UNITS_MAX + 1];

/* One round from those losses, which have that chance. */
static void fight_round(const struct side side[N_ROLES], const int lost[N_ROLES], double chance, losses next)
{
    double by_attack[UNITS_MAX + 1], by_defence[UNITS_MAX + 1];

    hits_of(&side[ATTACK], lost[ATTACK], by_attack);
    hits_of(&side[DEFENCE], lost[DEFENCE], by_defence);
    for (int i = 0; i <= side[ATTACK].n - lost[ATTACK]; i++)
        for (int j = 0; j <= side[DEFENCE].n - lost[DEFENCE]; j++)
            next[lesser(lost[ATTACK] + j, side[ATTACK].n)][lesser(lost[DEFENCE] + i, side[DEFENCE].n)] +=
                chance * by_attack[i] * by_defence[j];
}

static void fight(const struct fleet_case *c, double fate[N_FATES])
{
    const struct side side[N_ROLES] = {side_of(c, ATTACK), side_of(c, DEFENCE)};
    losses now = {{1}};

    memset(fate, 0, N_FATES * sizeof *fate);
    for (int round = 0; round < (c->rounds ? c->rounds : ROUNDS_MAX); round++) {
        losses next = {{0}};

        for (int a = 0; a < side[ATTACK].n; a++)
            for (int d = 0; d < side[DEFENCE].n; d++)
                if (now[a][d] > 1e-30) {
                    fate[ROUNDS] += now[a][d];
                    fight_round(side, (const int[]){a, d}, now[a][d], next);
                }
        for (int a = 0; a <= side[ATTACK].n; a++)
            for (int d = 0; d <= side[DEFENCE].n; d++)
                if (a == side[ATTACK].n || d == side[DEFENCE].n)
                    add_end(side, (const int[]){a, d}, next[a][d], fate);
        memcpy(now, next, sizeof now);
    }
    for (int a = 0; a < side[ATTACK].n; a++)
        for (int d = 0; d < side[DEFENCE].n; d++)
            add_end(side, (const int[]){a, d}, now[a][d], fate);
}

static salvo_rulebook book;

static int open_fleet(void **state)
{
    (void)state;
    example_open(&book, "fleet-and-front");
    return 0;
}

static int close_fleet(void **state)
{
    (void)state;
    salvo_rulebook_close(&book);
    return 0;
}

static void write_question(const struct fleet_case *c, char words[512])
{
    int n = 0;

    for (int role = 0; role < N_ROLES; role++) {
        n += snprintf(words + n, 512 - (size_t)n, "%s-loses=%s ", ROLE[role], c->loses[role]);
        for (int k = 0; k < N_KINDS; k++)
            n += snprintf(words + n, 512 - (size_t)n, "%s-%s=%d ", ROLE[role], KINDS[k].id, c->count[role][k]);
    }
    if (c->rounds)
        snprintf(words + n, 512 - (size_t)n, "rounds=%d", c->rounds);
}

static void battles_go_as_the_recurrence_says(void **state)
{
    const struct fleet_case *c = *state;
    double fate[N_FATES];
    char words[512];
    answer is;

    fight(c, fate);
    write_question(c, words);
    ask(&is, &book, "fleet-and-front.assault", words);
    for (int k = 0; k < N_FATES; k++) {
        double value =
            k < ATTACKER_LOST ? salvo_odds_probability(&is.odds, NAMES[k]) : salvo_odds_mean(&is.odds, NAMES[k]);

        if (fabs(value - fate[k]) > 1e-11 * fmax(1, fate[k]))
            fail_msg("%s: %s is %.15g, not %.15g", c->name, NAMES[k], value, fate[k]);
    }
    answer_free(&is);
}

/* Who has nobody cannot fight. */
static void a_side_without_units_is_refused(void **state)
{
    (void)state;
    assert_refused(&book, "fleet-and-front.assault", "attack-guns=1", "each side needs a unit");
    assert_refused(&book, "fleet-and-front.assault", "attack-guns=61 defence-guns=1", "60");
    assert_refused(&book, "fleet-and-front.assault", "attack-guns=40 attack-militia=25 defence-guns=1",
                   "at most 60 units");
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(CASES) + 1];

    for (size_t i = 0; i < COUNT_OF(CASES); i++)
        tests[i] = row_test(CASES[i].name, battles_go_as_the_recurrence_says, &CASES[i]);
    tests[COUNT_OF(CASES)] = (struct CMUnitTest)cmocka_unit_test(a_side_without_units_is_refused);
    return cmocka_run_group_tests(tests, open_fleet, close_fleet);
}
