/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M.A.D.'s attacks and prices against the second copy of the book, over all dice: the library must give the same
 * fractions. */
#include <stdio.h>
#include <string.h>

#include "mad_book.h"
#include "support.h"

static void put_words(char words[512], const struct shot *s, const char *more)
{
    snprintf(words, 512,
             "weapon=%s range=%g target=%s cover=%s fort-value=%d moving=%s fixed=%s opportunity=%s contact=%s "
             "large-static=%s small-arms-vehicles=%s rounding=%s %s",
             s->gun->id, s->range, s->infantry ? "infantry" : "vehicle", s->cover, s->fort, yes(s->moving),
             yes(s->fixed), yes(s->opportunity), yes(s->contact), yes(s->large_static), yes(!s->spares_vehicles),
             s->down ? "down" : "up", more);
}

static const double RANGES[] = {0, 100, 100.5, 200, 350, 351, 500, 750, 1000, 1234.5, 1500, 2000, 2001};
static const char *const COVERS[] = {"none", "normal", "fortification", "fortification"};

/* Every combination of the choices, numbered; what is not worth a full product runs along with the number. */
enum { SITUATIONS = 13 * 4 * 128 };

static struct shot situation(const struct gun *fired, int i)
{
    int flags = i % 128, cover = i / 128 % 4;

    return (struct shot){
        .gun = fired,
        .range = RANGES[i / 512],
        .infantry = flags & 1,
        .moving = flags & 2,
        .fixed = flags & 4,
        .opportunity = flags & 8,
        .large_static = flags & 16,
        .down = flags & 32,
        .spares_vehicles = flags & 64,
        .contact = i % 5 == 0,
        .cover = COVERS[cover],
        .fort = cover == 3 ? 1 + i % 3 : 4,
    };
}

static void direct_fire(void **state)
{
    static const int HP[] = {1, 3, 5, 8, 10, 16, 17, 22, 28, 34, 40};

    for (int i = 0; i < SITUATIONS; i++) {
        struct shot s = situation(*state, i);
        int number = needed(&s), hp = HP[i % 11];
        int level[4] = {0}, sum = 0, good = 0, kills = 0;
        char words[512], more[16], outcomes[128], means[128];
        answer is;

        for (int x = 1; x <= 10; x++)
            for (int y = 1; y <= 10; y++) {
                int done = number == NEVER ? 0 : damage(&s, number, x, y);

                level[successes(number, x, y) + (successes(number, x, y) == 2 && x == y)]++;
                good += successes(number, x, y);
                sum += done;
                kills += done >= hp;
            }
        snprintf(more, sizeof more, "hp=%d", hp);
        put_words(words, &s, more);
        snprintf(outcomes, sizeof outcomes, "miss=%d/100 single=%d/100 double=%d/100 critical=%d/100", level[0],
                 level[1], level[2], level[3]);
        snprintf(means, sizeof means, "damage=%d/100 successes=%d/100 kill=%d/100", sum, good, kills);
        ask(&is, mad(), "mad.direct-fire", words);
        assert_answer(&is, number == NEVER ? "no-shot=1" : outcomes, means);
        answer_free(&is);
    }
}

/* The damage of a volley compared with the answer to `words`. */
static void compare_volley(const char *procedure, const char *words, const struct spread *all, int hp)
{
    long long destroyed = 0, unharmed = 0, sum = 0, total = all->total;
    char outcomes[160], means[96];
    answer is;

    for (int i = 0; i < all->n; i++) {
        destroyed += all->damage[i] >= hp ? all->ways[i] : 0;
        unharmed += all->damage[i] == 0 ? all->ways[i] : 0;
        sum += all->damage[i] * all->ways[i];
    }
    snprintf(outcomes, sizeof outcomes, "destroyed=%lld/%lld damaged=%lld/%lld unharmed=%lld/%lld", destroyed, total,
             total - destroyed - unharmed, total, unharmed, total);
    snprintf(means, sizeof means, "damage=%lld/%lld hp-lost=%lld/%lld", sum, total, (long long)hp_lost(all, hp), total);
    ask(&is, mad(), procedure, words);
    assert_answer(&is, outcomes, means);
    answer_free(&is);
}

static void volleys(void **state)
{
    static const int HP[] = {1, 5, 9, 16, 22, 28, 40, 61};

    for (int i = 0; i < SITUATIONS; i += 23) {
        struct shot s = situation(*state, i);
        struct spread all = NOTHING;
        char words[512], more[32];

        for (int shot = 0; shot < 1 + i % 3; shot++)
            all = and_shot(&all, &s);
        snprintf(more, sizeof more, "hp=%d shots=%d", HP[i % 8], 1 + i % 3);
        put_words(words, &s, more);
        compare_volley("mad.volley", words, &all, HP[i % 8]);
    }
}

/* Of all throws of k shots, those in which the last one kills. */
static int64_t kills_with(const struct spread *one, int k, int hp)
{
    int64_t ways = 0;

    for (int i = 0; i < one->n; i++) {
        bool dead = one->damage[i] >= hp;

        if (k == 1 ? dead : !dead)
            ways += one->ways[i] * (k == 1 ? 1 : kills_with(one, k - 1, hp - one->damage[i]));
    }
    return ways;
}

/* mean(hp) = 1 + sum of P(damage) mean(hp - damage), the shot without effect divided out */
static void mean_shots(mpq_ptr mean, const struct spread *one, int hp)
{
    int64_t misses = 0;
    mpq_t part, share;

    mpq_inits(part, share, NULL);
    mpq_set_ui(mean, (unsigned long)one->total, 1);
    for (int i = 0; i < one->n; i++) {
        if (one->damage[i] == 0)
            misses = one->ways[i];
        else if (one->damage[i] < hp) {
            mean_shots(part, one, hp - one->damage[i]);
            mpq_set_ui(share, (unsigned long)one->ways[i], 1);
            mpq_mul(part, part, share);
            mpq_add(mean, mean, part);
        }
    }
    mpq_set_ui(share, (unsigned long)(one->total - misses), 1);
    mpq_div(mean, mean, share);
    mpq_clears(part, share, NULL);
}

static void shots_to_kill(void **state)
{
    static const int HP[] = {1, 5, 11, 16, 22, 28, 40};

    for (int i = 0; i < SITUATIONS; i += 31) {
        struct shot s = situation(*state, i);
        struct spread one = and_shot(&NOTHING, &s);
        int hp = HP[i % 7], max = 1 + i % 4;
        int64_t ways = 100, found = 0;
        char words[512], more[32], label[16];
        bool harmless = one.n == 1 && one.damage[0] == 0;
        mpq_t expected;
        answer is;

        snprintf(more, sizeof more, "hp=%d max=%d", hp, max);
        put_words(words, &s, more);
        ask(&is, mad(), "mad.shots-to-kill", words);
        mpq_init(expected);
        for (int k = 1; k <= max; k++, ways *= 100) {
            found = found * 100 + kills_with(&one, k, hp);
            mpq_set_ui(expected, (unsigned long)kills_with(&one, k, hp), (unsigned long)ways);
            mpq_canonicalize(expected);
            snprintf(label, sizeof label, "%d", k);
            assert_probability(&is, label, expected);
        }
        mpq_set_ui(expected, (unsigned long)(ways / 100 - found), (unsigned long)(ways / 100));
        mpq_canonicalize(expected);
        assert_probability(&is, "more", expected);
        if (harmless) {
            assert_null(mean_of(&is, "shots"));
        } else {
            mean_shots(expected, &one, hp);
            assert_mean(&is, "shots", expected);
        }
        mpq_clear(expected);
        answer_free(&is);
    }
}

static const char *const WEAPONS[] = {"main", "machine-gun", "best"};

static void compare_fire(const struct element *unit, const struct element *target, const char *weapons,
                         const struct shot *s)
{
    struct spread all = activation(unit, target, weapons, *s);
    char words[512];

    snprintf(words, sizeof words,
             "unit=%s target=%s range=%g weapons=%s moving=%s opportunity=%s contact=%s cover=%s fort-value=%d "
             "small-arms-vehicles=%s",
             unit->id, target->id, s->range, weapons, yes(s->moving), yes(s->opportunity), yes(s->contact), s->cover,
             s->fort, yes(!s->spares_vehicles));
    compare_volley("mad.unit-fire", words, &all, target->hp);
}

static void unit_fire(void **state)
{
    static const char *const TARGETS[] = {"generic-infantry",  "generic-truck",           "us-half-track",
                                          "german-marder-iii", "british-sherman-firefly", "german-tiger-i",
                                          "russian-js2",       "german-tiger-ii"};
    int number = 0;

    (void)state;
    for (size_t u = 0; u < COUNT_OF(ELEMENTS); u++)
        for (size_t t = 0; t < COUNT_OF(TARGETS); t++)
            for (int w = 0; w < 3; w++)
                for (int i = 0; i < 4; i++, number += 101) {
                    struct shot s = situation(NULL, number % SITUATIONS);
                    const char *weapons = on_foot(&ELEMENTS[u]) && w == 1 ? "main" : WEAPONS[w];

                    s.large_static = s.down = false;
                    compare_fire(&ELEMENTS[u], element(TARGETS[t]), weapons, &s);
                }
}

static void initiative(void **state)
{
    int wins = 0, ties = 0;
    char text[96], means[32];
    answer is;

    (void)state;
    for (int a = 1; a <= 10; a++)
        for (int b = 1; b <= 10; b++) {
            wins += a > b;
            ties += a == b;
        }
    snprintf(text, sizeof text, "a=%d/%d b=%d/%d", wins, 100 - ties, wins, 100 - ties);
    snprintf(means, sizeof means, "rolls=100/%d", 100 - ties);
    ask(&is, mad(), "mad.initiative", "ties=reroll");
    assert_answer(&is, text, means);
    answer_free(&is);
    snprintf(text, sizeof text, "a=%d/100 b=%d/100 tie=%d/100", wins, wins, ties);
    ask(&is, mad(), "mad.initiative", "ties=report");
    assert_answer(&is, text, "");
    answer_free(&is);
}

/* The list's weapons as the procedure wants them: "cannon-d,cannon-e-fixed". */
static void put_weapons(char text[128], const char *weapons)
{
    size_t n = 0;

    for (; *weapons; weapons++)
        n += (size_t)snprintf(text + n, 128 - n, *weapons == '*' ? "-fixed" : "%c", *weapons == ' ' ? ',' : *weapons);
}

/* The list that the library reads is the one that was typed here. */
static void list(void **state)
{
    const salvo_table *units = salvo_store_table(&mad()->store, "units");

    (void)state;
    assert_int_equal(units->n_rows, COUNT_OF(ELEMENTS));
    for (size_t i = 0; i < COUNT_OF(ELEMENTS); i++) {
        char hp[16], price[16] = "#";

        snprintf(hp, sizeof hp, "%d", ELEMENTS[i].hp);
        if (ELEMENTS[i].price)
            snprintf(price, sizeof price, "%d", ELEMENTS[i].price);
        assert_string_equal(salvo_table_text(units, i, "id"), ELEMENTS[i].id);
        assert_string_equal(salvo_table_text(units, i, "hp"), hp);
        assert_string_equal(salvo_table_text(units, i, "mobility"), ELEMENTS[i].mobility);
        assert_string_equal(salvo_table_text(units, i, "points"), price);
    }
}

/* Two personnel carriers are printed a point dearer than the sum of their parts. */
static void prices(void **state)
{
    int priced = 0, odd = 0;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ELEMENTS); i++) {
        const struct element *e = &ELEMENTS[i];
        bool dear = strcmp(e->id, "japanese-ho-ha-apc") == 0 || strcmp(e->id, "japanese-ho-ki-apc") == 0;
        char words[256], weapons[128] = "", outcome[16], mean[16];
        answer is;

        if (e->price == 0)
            continue;
        put_weapons(weapons, e->weapons);
        snprintf(words, sizeof words, "mobility=%s hp=%d weapons=%s", e->mobility, e->hp, weapons);
        snprintf(outcome, sizeof outcome, "%d=1", e->price - dear);
        snprintf(mean, sizeof mean, "points=%d", e->price - dear);
        ask(&is, mad(), "mad.points", words);
        assert_answer(&is, outcome, mean);
        answer_free(&is);
        priced++;
        odd += dear;
    }
    assert_int_equal(priced, 101);
    assert_int_equal(odd, 2);
}

int main(void)
{
    static const CMUnitTestFunction RUN[] = {direct_fire, volleys, shots_to_kill};
    static const char *const WHAT[] = {"one attack", "a volley", "shots to kill"};
    struct CMUnitTest tests[COUNT_OF(GUNS) * 3 + 4];
    char names[COUNT_OF(tests)][96];
    size_t n = 0;

    for (; n < COUNT_OF(GUNS) * 3; n++) {
        snprintf(names[n], sizeof names[n], "%s: %s", GUNS[n / 3].id, WHAT[n % 3]);
        tests[n] = row_test(names[n], RUN[n % 3], &GUNS[n / 3]);
    }
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(unit_fire);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(initiative);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(list);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(prices);
    return cmocka_run_group_tests_name("M.A.D. by brute force", tests, mad_open, mad_close);
}
