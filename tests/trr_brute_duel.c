/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The duel of Ten Rounds Rapid against a solution of its own: markers only ever grow, so the chances of a state follow
 * from those of the states beyond it, and a turn that changes nothing is divided out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "splitmix.h"
#include "trr_book.h"

OWN_BOOK(trr, "trr")

enum { P_A, P_B, P_MUTUAL, P_UNDECIDED, TURNS, DESTROYED_A, DESTROYED_B, N_RESULTS };
enum { MOST = 8 };

static const char *const RESULTS[N_RESULTS] = {"p-a",         "p-b",        "p-mutual", "p-undecided", "expected-turns",
                                               "destroyed-a", "destroyed-b"};

struct side {
    int strength;
    int base; /* of the score, undamaged */
    bool fires;
};

struct duel {
    struct side side[2];
    int first; /* 0 initiative, 1 a, 2 b, 3 simultaneous */
    int applies;
    bool graded, continued;
    bool known[MOST][MOST];
    mpq_t result[MOST][MOST][N_RESULTS];
};

static int scored(const struct duel *d, int side, int own, int enemy, int die)
{
    int score = die + d->side[side].base;

    score += d->applies == 0 ? -own : d->applies == 1 ? enemy : d->applies == 2 ? -enemy : 0;
    return d->side[side].fires ? markers(score, d->continued) : 0;
}

static bool is_out(const struct duel *d, int side, int m)
{
    return m > 0 && (!d->graded || m >= d->side[side].strength);
}

static int cut(const struct duel *d, int side, int m)
{
    return m > d->side[side].strength + 1 ? d->side[side].strength + 1 : m;
}

/* Markers of both after a turn with those dice. */
static void play(const struct duel *d, int first, const int die[2], int m[2])
{
    int old[2] = {m[0], m[1]}, second = 1 - first;

    if (d->first == 3) {
        m[1] = cut(d, 1, old[1] + scored(d, 0, old[0], old[1], die[0]));
        m[0] = cut(d, 0, old[0] + scored(d, 1, old[1], old[0], die[1]));
        return;
    }
    m[second] = cut(d, second, m[second] + scored(d, first, m[first], m[second], die[first]));
    if (!is_out(d, second, m[second]))
        m[first] = cut(d, first, m[first] + scored(d, second, m[second], m[first], die[second]));
}

static bool is_over(struct duel *d, int a, int b)
{
    bool a_out = is_out(d, 0, a), b_out = is_out(d, 1, b);
    mpq_t *r = d->result[a][b];

    if (a_out || b_out) {
        mpq_set_ui(r[a_out && b_out ? P_MUTUAL : b_out ? P_A : P_B], 1, 1);
        mpq_set_ui(r[DESTROYED_A], a > d->side[0].strength, 1);
        mpq_set_ui(r[DESTROYED_B], b > d->side[1].strength, 1);
        return true;
    }
    if (scored(d, 0, a, b, 10) || scored(d, 1, b, a, 10))
        return false;
    mpq_set_ui(r[P_UNDECIDED], 1, 1);
    return true;
}

static void solve_state(struct duel *d, int a, int b)
{
    mpq_t *r = d->result[a][b], share;
    unsigned long stay = 0, ways[MOST][MOST] = {{0}};

    if (d->known[a][b])
        return;
    d->known[a][b] = true;
    if (is_over(d, a, b))
        return;
    for (int first = 0; first < 2; first++)
        for (int i = 0; i < 100; i++) {
            int m[2] = {a, b}, die[2] = {i % 10 + 1, i / 10 + 1};

            play(d, d->first == 1 ? 0 : d->first == 2 ? 1 : first, die, m);
            if (m[0] == a && m[1] == b)
                stay++;
            else
                ways[m[0]][m[1]]++;
        }
    mpq_init(share);
    for (int x = 0; x < MOST; x++)
        for (int y = 0; y < MOST; y++) {
            if (!ways[x][y])
                continue;
            solve_state(d, x, y);
            for (int k = 0; k < N_RESULTS; k++) {
                mpq_set_ui(share, ways[x][y], 200 - stay);
                mpq_canonicalize(share);
                mpq_mul(share, share, d->result[x][y][k]);
                mpq_add(r[k], r[k], share);
            }
        }
    mpq_set_ui(share, 200, 200 - stay);
    mpq_canonicalize(share);
    mpq_add(r[TURNS], r[TURNS], share);
    mpq_clear(share);
}

static void compare_duel(struct duel *d, const char *words)
{
    answer is;

    for (int i = 0; i < MOST * MOST * N_RESULTS; i++)
        mpq_init(d->result[i / N_RESULTS / MOST][i / N_RESULTS % MOST][i % N_RESULTS]);
    solve_state(d, 0, 0);
    ask(&is, &trr, "trr.duel", words);
    assert_int_equal(is.odds.n_means, 3);
    for (int k = 0; k < N_RESULTS; k++)
        if (k < TURNS)
            assert_probability(&is, RESULTS[k], d->result[0][0][k]);
        else
            assert_mean(&is, RESULTS[k], d->result[0][0][k]);
    answer_free(&is);
    for (int i = 0; i < MOST * MOST * N_RESULTS; i++)
        mpq_clear(d->result[i / N_RESULTS / MOST][i / N_RESULTS % MOST][i % N_RESULTS]);
}

static const struct {
    const char *id, *gun;
    int defence;
} UNITS[] = {
    {"german-tiger-i", "german-88-l56", 8},
    {"british-sherman-firefly", "british-17pdr", 5},
    {"american-m24-chaffee", "american-75-l40", 3},
    {"german-hetzer", "german-75-l43", 8},
    {"soviet-is-iii", "russian-122", 15},
    {"german-pz-i", "hmg", 1},
    {"british-centurion-iii", "british-20pdr", 8},
    {"german-pz-iv-d", "german-75-l24", 2},
    {"soviet-t60", "auto-20", 2},
    {"american-m10", "american-76", 4},
    {"british-comet", "british-77", 6},
    {"german-pz-iii-j", "german-50-l60", 3},
};

static uint64_t sequence;
static char words[512];

static int below(int n)
{
    return (int)(splitmix_next(&sequence) % (uint64_t)n);
}

static void put(const char *prefix, const char *key, const char *value)
{
    size_t n = strlen(words);

    snprintf(words + n, sizeof words - n, "%s%s=%s ", prefix, key, value);
}

static int choose(const char *prefix, const char *key, int n, const char *const *list)
{
    int place = below(n);

    put(prefix, key, list[place]);
    return place;
}

static void a_duel(uint64_t seed)
{
    static const char *const NO_YES[] = {"no", "yes"}, *const FIRST[] = {"initiative", "a", "b", "simultaneous"},
                             *const ASPECT[] = {"front", "flank", "rear"}, *const PLACE[] = {"none", "wood", "dug-in"},
                             *const STRENGTH[] = {"1", "2", "3", "4", "5"}, *const MODEL[] = {"knockout", "graded"},
                             *const OVER[] = {"five", "continue"}, *const SIDE[] = {"a-", "b-"},
                             *const APPLIES[] = {"firer", "target-easier", "target-harder", "none"},
                             *const RANGE[] = {"0",  "4",  "5",  "25",  "30",  "30.5",
                                               "60", "61", "80", "100", "125", "151"};
    struct duel *d = calloc(1, sizeof *d);
    int unit[2], moving[2], shown[2], ammo[2];
    double range;

    sequence = seed * 7919;
    words[0] = '\0';
    for (int s = 0; s < 2; s++) {
        unit[s] = below((int)COUNT_OF(UNITS));
        put("", s ? "b" : "a", UNITS[unit[s]].id);
        moving[s] = below(3) ? 0 : choose(SIDE[s], "moving", 2, NO_YES);
        shown[s] = choose(SIDE[s], "aspect", 3, ASPECT);
        shown[s] -= below(2) ? 0 : choose(SIDE[s], "concealment", 3, PLACE);
        shown[s] -= below(2) ? 0 : 2 * choose(SIDE[s], "camouflaged", 2, NO_YES);
        d->side[s].strength = 1 + choose(SIDE[s], "strength", 5, STRENGTH);
        ammo[s] = gun_named(UNITS[unit[s]].gun)->ammo && below(2);
        if (ammo[s])
            put(SIDE[s], "ammo", gun_named(UNITS[unit[s]].gun)->ammo);
    }
    range = atof(RANGE[choose("", "range", (int)COUNT_OF(RANGE), RANGE)]);
    d->first = choose("", "first", 4, FIRST);
    d->graded = choose("", "damage-model", 2, MODEL);
    d->applies = choose("", "damage-applies", 4, APPLIES);
    d->continued = choose("", "over-10", 2, OVER);
    for (int s = 0; s < 2; s++) {
        const struct gun *gun = gun_named(UNITS[unit[s]].gun);
        int at = bracket(class_named(gun->class)->ends, range);

        d->side[s].fires = at < 5;
        d->side[s].base =
            gun->strike - UNITS[unit[1 - s]].defence + 2 - at - 2 * moving[s] - moving[1 - s] + shown[1 - s];
        if (ammo[s] && at < 5)
            d->side[s].base += ammo_modifier(gun->ammo, at);
    }
    compare_duel(d, words);
    free(d);
}

static void many_duels(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 1500; seed++)
        a_duel(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_duels)};

    return cmocka_run_group_tests_name("duels of Ten Rounds Rapid by brute force", tests, open_book, close_book);
}
