/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The air rules a second time, typed again from the book and counted throw by throw, over whole grids of parameters:
 * the library must give the same fractions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { NEVER = 1000, N_COLUMNS = 6 };

/* Weapon Statistics */
static const struct weapon {
    const char *id;
    int number[N_COLUMNS];
    int damage, points;
} WEAPONS[] = {
    /* clang-format off */
    {"machine-gun",           {2, 4, 6, NEVER, NEVER, NEVER},  2,  3},
    {"heavy-machine-gun",     {4, 5, 6, 7, NEVER, NEVER},      3,  4},
    {"20mm-cannon",           {4, 5, 7, 7, NEVER, NEVER},      6,  7},
    {"30mm-cannon",           {4, 5, 7, 7, 8, NEVER},         12, 15},
    {"31mm-plus-cannon",      {5, 5, 7, 7, 8, 8},             20, 26},
    {"multiple-rocket-salvo", {4, 5, 6, 8, NEVER, NEVER},     40, 42},
    {"single-heavy-rocket",   {NEVER, 5, 6, 7, 8, 8},         50, 53},
    /* clang-format on */
};
enum { N_GUNS = 5, N_WEAPONS = COUNT_OF(WEAPONS) };

static const double RANGES[] = {0, 99.5, 100, 101, 200, 350, 351, 500, 750, 1000, 1000.5};

static int number_at(const struct weapon *w, double range)
{
    return range <= 100    ? w->number[0]
           : range <= 200  ? w->number[1]
           : range <= 350  ? w->number[2]
           : range <= 500  ? w->number[3]
           : range <= 750  ? w->number[4]
           : range <= 1000 ? w->number[5]
                           : NEVER;
}

static int half(int n)
{
    return n / 2 + n % 2;
}

/* What the throw does with a group of `full` damage. */
static int hurt(int full, int number, int x, int y)
{
    if (x >= number && y >= number)
        return x == y ? 2 * full : full;
    return x >= number || y >= number ? half(full) : 0;
}

/* The attack of `words` needs `number` and does done(level damage); NEVER is no shot. */
struct attack {
    int number, full;
    bool halved;
};

static void compare_attack(const char *procedure, const char *words, const struct attack *a, int hp)
{
    int level[4] = {0}, sum = 0, good = 0, kills = 0;
    char outcomes[128], means[128], all[400];
    answer is;

    for (int x = 1; x <= 10 && a->number != NEVER; x++)
        for (int y = 1; y <= 10; y++) {
            int n = (x >= a->number) + (y >= a->number), done = hurt(a->full, a->number, x, y);

            if (a->halved)
                done = half(done);
            level[n == 2 && x == y ? 3 : n]++;
            good += n;
            sum += done;
            kills += done >= hp;
        }
    snprintf(outcomes, sizeof outcomes, "miss=%d/100 single=%d/100 double=%d/100 critical=%d/100", level[0], level[1],
             level[2], level[3]);
    snprintf(means, sizeof means, "damage=%d/100 successes=%d/100 kill=%d/100", sum, good, kills);
    snprintf(all, sizeof all, "%s hp=%d", words, hp);
    ask(&is, mad(), procedure, all);
    assert_answer(&is, a->number == NEVER ? "no-shot=1" : outcomes, means);
    answer_free(&is);
}

static const int HP[] = {1, 2, 3, 5, 8, 12, 14, 16, 18, 24, 30, 48};

static const char *const ANGLES[] = {"rear", "side", "head-on"};
static const int ANGLE[] = {0, 3, 2};

/* The number of an air-to-air shot, numbered by its choices. */
static int air_number(const struct weapon *w, double range, int flags, int angle)
{
    int number = number_at(w, range);

    if (number == NEVER || flags & 8)
        return number;
    return number + ANGLE[angle] + (flags & 1) + (flags >> 1 & 1) + (flags >> 2 & 1);
}

static void put_air(char words[300], const struct weapon *w, double range, int flags, int angle, int count, bool single)
{
    snprintf(words, 300,
             "weapon=%s range=%g mount=%s manoeuvre=%s hard-turn=%s tailing=%s angle=%s count=%d group-damage=%s",
             w->id, range, flags & 1 ? "turret" : "fixed", yes(flags & 2), yes(flags & 4), yes(flags & 8),
             ANGLES[angle], count, single ? "single" : "sum");
}

static void air_fire(void **state)
{
    int i = 0;

    (void)state;
    for (size_t w = 0; w < N_WEAPONS; w++)
        for (size_t r = 0; r < COUNT_OF(RANGES); r++)
            for (int flags = 0; flags < 16; flags++)
                for (int angle = 0; angle < 3; angle++, i++) {
                    int count = 1 + i % 7;
                    bool single = i % 11 == 0;
                    struct attack a = {.number = air_number(&WEAPONS[w], RANGES[r], flags, angle),
                                       .full = WEAPONS[w].damage * (single ? 1 : count)};
                    char words[300];

                    put_air(words, &WEAPONS[w], RANGES[r], flags, angle, count, single);
                    compare_attack("mad.air-fire", words, &a, HP[i % COUNT_OF(HP)]);
                }
}

static void strafe(void **state)
{
    int i = 0;

    (void)state;
    for (size_t w = 0; w < N_GUNS; w++)
        for (size_t r = 0; r < COUNT_OF(RANGES); r++)
            for (int flags = 0; flags < 8; flags++, i++) {
                bool infantry = flags & 1, cover = flags & 2, halved = flags & 4;
                int count = 1 + i % 9, number = number_at(&WEAPONS[w], RANGES[r]);
                struct attack a = {.number = number == NEVER ? NEVER : number + 1 + infantry + cover,
                                   .full = WEAPONS[w].damage * (i % 5 ? count : 1),
                                   .halved = infantry && (halved || w != 0)};
                char words[300];

                snprintf(words, sizeof words,
                         "weapon=%s range=%g count=%d target=%s cover=%s mg-halved=%s group-damage=%s", WEAPONS[w].id,
                         RANGES[r], count, infantry ? "infantry" : "vehicle", cover ? "normal" : "none", yes(halved),
                         i % 5 ? "sum" : "single");
                compare_attack("mad.strafe", words, &a, HP[i % COUNT_OF(HP)]);
            }
}

static void aa_fire(void **state)
{
    static const struct weapon SMALL_ARMS = {"small-arms", {3, NEVER, NEVER, NEVER, NEVER, NEVER}, 5, 0};
    int i = 0;

    (void)state;
    for (size_t g = 0; g <= N_GUNS; g++)
        for (size_t r = 0; r < COUNT_OF(RANGES); r++)
            for (int flags = 0; flags < 16; flags++, i++) {
                const struct weapon *w = g == N_GUNS ? &SMALL_ARMS : &WEAPONS[g];
                bool moving = flags & 1, fixed = flags & 2, opportunity = flags & 4, high = flags & 8;
                bool single = i % 7 == 0 || w == &SMALL_ARMS, reaches = !high || strcmp(w->id, "31mm-plus-cannon") == 0;
                int count = 1 + i % 5, number = number_at(w, RANGES[r]);
                struct attack a = {.number = NEVER, .full = w->damage * (single ? 1 : count)};
                char words[300];

                if (number != NEVER && reaches && !(moving && fixed))
                    a.number = number + 2 + 2 * moving + opportunity;
                snprintf(words, sizeof words,
                         "weapon=%s range=%g count=%d group-damage=%s altitude=%s moving=%s fixed=%s opportunity=%s",
                         w->id, RANGES[r], count, i % 7 ? "sum" : "single", high ? "high" : "low", yes(moving),
                         yes(fixed), yes(opportunity));
                compare_attack("mad.aa-fire", words, &a, HP[i % COUNT_OF(HP)]);
            }
}

enum result { ENGINE, CRASH_ENGINE, CREW, CRASH_COCKPIT, BREAK_UP, N_RESULTS };
static const char *const RESULTS[N_RESULTS] = {"engine-hit", "crash-engine", "crew-hit", "crash-cockpit", "break-up"};

/* Of all ways to dice `hits` places one after the other out of n, those that never dice place 0, the cockpit. Without
 * repetition a place that was diced is out. */
static void dice_places(int n, int hits, bool repeat, unsigned out, bool cockpit, int64_t *spared, int64_t *all)
{
    if (hits == 0 || (!repeat && out == (1u << n) - 1)) {
        ++*all;
        *spared += !cockpit;
        return;
    }
    for (int place = 0; place < n; place++)
        if (repeat || !(out & 1u << place))
            dice_places(n, hits - 1, repeat, out | 1u << place, cockpit || place == 0, spared, all);
}

/* Chances of the table. */
static void critical_table(mpq_t result[N_RESULTS], int engine_hits, int n, bool repeat)
{
    mpq_t part;

    mpq_init(part);
    for (int i = 0; i < N_RESULTS; i++)
        mpq_set_ui(result[i], 0, 1);
    for (int d10 = 1; d10 <= 10; d10++) {
        enum result one = d10 <= 4 ? (engine_hits ? CRASH_ENGINE : ENGINE) : BREAK_UP;

        if (d10 <= 4 || d10 >= 8) {
            mpq_set_si(part, 1, 10);
            mpq_add(result[one], result[one], part);
            continue;
        }
        for (int d3 = 1; d3 <= 3; d3++) {
            int64_t spared = 0, all = 0;

            dice_places(n, d3, repeat, 0, false, &spared, &all);
            set_fraction(part, spared, 30 * all);
            mpq_add(result[CREW], result[CREW], part);
            set_fraction(part, all - spared, 30 * all);
            mpq_add(result[CRASH_COCKPIT], result[CRASH_COCKPIT], part);
        }
    }
    mpq_clear(part);
}

static void add_losses(mpq_t loss, mpq_t result[N_RESULTS])
{
    mpq_add(loss, result[CRASH_ENGINE], result[CRASH_COCKPIT]);
    mpq_add(loss, loss, result[BREAK_UP]);
}

static void air_critical(void **state)
{
    mpq_t result[N_RESULTS], loss;

    (void)state;
    mpq_init(loss);
    for (int i = 0; i < N_RESULTS; i++)
        mpq_init(result[i]);
    for (int i = 0; i < 7 * 4; i++) {
        int n = 1 + i / 4, engine = i & 1;
        bool repeat = i & 2;
        char words[100];
        answer is;

        critical_table(result, engine, n, repeat);
        add_losses(loss, result);
        snprintf(words, sizeof words, "engine-hits=%d crew-locations=%d repeat=%s", engine, n, yes(repeat));
        ask(&is, mad(), "mad.air-critical", words);
        for (int k = 0; k < N_RESULTS; k++)
            assert_probability(&is, RESULTS[k], result[k]);
        assert_mean(&is, "loss", loss);
        answer_free(&is);
    }
    for (int i = 0; i < N_RESULTS; i++)
        mpq_clear(result[i]);
    mpq_clear(loss);
}

/* One throw in a hundred each: destroyed at once, or with the table's chance of a loss. */
static void count_kill(const struct attack *a, int hp, mpq_t loss, mpq_t destroyed, mpq_t unharmed)
{
    int dead = 0, criticals = 0, nothing = 0;
    mpq_t part;

    for (int x = 1; x <= 10; x++)
        for (int y = 1; y <= 10; y++) {
            int done = a->number == NEVER ? 0 : hurt(a->full, a->number, x, y);

            dead += done >= hp;
            criticals += done < hp && done > 0 && x == y;
            nothing += done == 0;
        }
    mpq_init(part);
    mpq_set_si(unharmed, nothing, 100);
    mpq_canonicalize(unharmed);
    mpq_set_si(part, criticals, 100);
    mpq_canonicalize(part);
    mpq_mul(destroyed, part, loss);
    mpq_set_si(part, dead, 100);
    mpq_canonicalize(part);
    mpq_add(destroyed, destroyed, part);
    mpq_clear(part);
}

static void compare_kill(const char *words, const struct attack *a, int hp, mpq_t loss)
{
    mpq_t destroyed, damaged, unharmed;
    answer is;

    mpq_inits(destroyed, damaged, unharmed, NULL);
    count_kill(a, hp, loss, destroyed, unharmed);
    mpq_set_ui(damaged, 1, 1);
    mpq_sub(damaged, damaged, destroyed);
    mpq_sub(damaged, damaged, unharmed);
    ask(&is, mad(), "mad.air-kill", words);
    assert_probability(&is, "destroyed", destroyed);
    assert_probability(&is, "damaged", damaged);
    assert_probability(&is, "unharmed", unharmed);
    answer_free(&is);
    mpq_clears(destroyed, damaged, unharmed, NULL);
}

static void air_kill(void **state)
{
    mpq_t result[N_RESULTS], loss;

    (void)state;
    mpq_init(loss);
    for (int i = 0; i < N_RESULTS; i++)
        mpq_init(result[i]);
    for (int i = 0; i < 1200; i++) {
        const struct weapon *w = &WEAPONS[i % N_WEAPONS];
        double range = RANGES[i / 3 % COUNT_OF(RANGES)];
        int flags = i * 5 % 16, angle = i % 3, count = 1 + i % 8, hp = HP[i / 7 % COUNT_OF(HP)];
        int engine = i & 1, n = 1 + i % 5;
        bool repeat = i % 4 < 2, combined = i % 9 == 0;
        struct attack a = {.number = air_number(w, range, flags, angle), .full = w->damage * count};
        char air[300], words[500];

        critical_table(result, engine, n, repeat);
        add_losses(loss, result);
        if (combined)
            mpq_set_ui(loss, 0, 1);
        put_air(air, w, range, flags, angle, count, false);
        snprintf(words, sizeof words, "%s hp=%d engine-hits=%d crew-locations=%d repeat=%s combined=%s", air, hp,
                 engine, n, yes(repeat), yes(combined));
        compare_kill(words, &a, hp, loss);
    }
    for (int i = 0; i < N_RESULTS; i++)
        mpq_clear(result[i]);
    mpq_clear(loss);
}

/* 2 sin and 2 cos of 30k degrees as p + q sqrt 3, for k = 1 to 12 */
static const int SINE[13][2] = {{0, 0},  {1, 0},  {0, 1},  {2, 0},  {0, 1},  {1, 0}, {0, 0},
                                {-1, 0}, {0, -1}, {-2, 0}, {0, -1}, {-1, 0}, {0, 0}};
static const int COSINE[13][2] = {{0, 0},  {0, 1},  {1, 0}, {0, 0}, {-1, 0}, {0, -1}, {-2, 0},
                                  {0, -1}, {-1, 0}, {0, 0}, {1, 0}, {0, 1},  {2, 0}};

/* (x - d sin)^2 + (y - d cos)^2 <= reach^2, that is n <= m sqrt 3 with whole n and m. */
static bool lies_over(int d, int face, int x, int y, int reach)
{
    int64_t n = (int64_t)x * x + (int64_t)y * y + (int64_t)d * d - (int64_t)reach * reach -
                (int64_t)d * (x * SINE[face][0] + y * COSINE[face][0]);
    int64_t m = (int64_t)d * (x * SINE[face][1] + y * COSINE[face][1]);

    if (n <= 0 && m >= 0)
        return true;
    if (n > 0 && m <= 0)
        return false;
    return n > 0 ? n * n <= 3 * m * m : n * n >= 3 * m * m;
}

static int ways_over(int skill, int x, int y, int reach)
{
    int ways = 0;

    for (int d10 = 1; d10 <= 10; d10++)
        for (int d12 = 1; d12 <= 12; d12++)
            ways += lies_over(10 * (d10 > skill ? d10 - skill : 0), d12, x, y, reach);
    return ways;
}

static const int OFFSETS[] = {0, 1, -7, 10, -15, 20, 25, -30, 40, 55, -70, 100, 120};

/* Templates fall one after the other: ways[k] of 120^n to have k of them over the element. */
static void bombing_case(int skill, int x, int y, int element, int template, int n, bool infantry, int hp)
{
    int over = ways_over(skill, x, y, element + template), damage = infantry ? 20 : 40;
    int64_t ways[6] = {1}, all = 1, sum = 0, kills = 0, on = 0;
    char words[300], outcomes[400] = "", means[200];
    answer is;

    for (int t = 0; t < n; t++, all *= 120)
        for (int k = t + 1; k >= 0; k--)
            ways[k] = ways[k] * (120 - over) + (k ? ways[k - 1] * over : 0);
    for (int k = 0; k <= n; k++) {
        snprintf(outcomes + strlen(outcomes), sizeof outcomes - strlen(outcomes), "%d=%lld/%lld ", k,
                 (long long)ways[k], (long long)all);
        sum += damage * k * ways[k];
        on += k * ways[k];
        kills += damage * k >= hp ? ways[k] : 0;
    }
    snprintf(means, sizeof means, "damage=%lld/%lld templates-on=%lld/%lld kill=%lld/%lld", (long long)sum,
             (long long)all, (long long)on, (long long)all, (long long)kills, (long long)all);
    snprintf(words, sizeof words,
             "skill=%d offset-x=%d offset-y=%d element-radius=%d template-radius=%d %s=%d target=%s hp=%d", skill, x, y,
             element, template, n % 2 ? "templates" : "bomb-load", n % 2 ? n : 550 * n + (skill % 2 ? 274 : -275),
             infantry ? "infantry" : "vehicle", hp);
    if (n == 0)
        snprintf(words, sizeof words, "bomb-load=%d target=%s hp=%d", 274, infantry ? "infantry" : "vehicle", hp);
    ask(&is, mad(), "mad.bombing", words);
    assert_answer(&is, outcomes, means);
    answer_free(&is);
}

static void bombing(void **state)
{
    int i = 0;

    (void)state;
    for (size_t x = 0; x < COUNT_OF(OFFSETS); x++)
        for (size_t y = 0; y < COUNT_OF(OFFSETS); y++)
            for (int skill = 0; skill <= 10; skill += 2, i++)
                bombing_case(skill + i % 2, OFFSETS[x], OFFSETS[y], i % 3 * 5, i % 4 ? 20 : 10 + i % 30, i % 6, i % 2,
                             10 * (1 + i % 16));
}

static void rockets(void **state)
{
    int i = 0;

    (void)state;
    for (size_t w = N_GUNS; w < N_WEAPONS; w++)
        for (size_t r = 0; r < COUNT_OF(RANGES); r++)
            for (int flags = 0; flags < 8; flags++, i++) {
                bool infantry = flags & 1, cover = flags & 2, plain = flags & 4, single = i % 5 == 0;
                int skill = i % 12, element = i % 4 * 5, template = i % 3 ? 20 : 3 + i % 40, count = 1 + i % 4;
                int full = WEAPONS[w].damage * (single ? 1 : count), twice = plain ? full : 2 * full,
                    hp = 15 * (1 + i % 9);
                int number = number_at(&WEAPONS[w], RANGES[r]), over = ways_over(skill, 0, 0, element + template);
                int64_t ways[5] = {0}, sum = 0, kills = 0;
                char words[400], outcomes[300], means[128];
                answer is;

                full = infantry ? half(full) : full;
                twice = infantry ? half(twice) : twice;
                for (int x = 1; x <= 10 && number != NEVER; x++)
                    for (int y = 1; y <= 10; y++) {
                        int n = (x >= number + 1 + infantry + cover) + (y >= number + 1 + infantry + cover);

                        ways[n == 0 ? 0 : n == 1 ? 1 : x == y ? 4 : 3] += 120;
                    }
                ways[2] = ways[1] / 120 * over;
                ways[1] -= ways[2];
                sum = (ways[2] + ways[3]) * full + ways[4] * twice;
                kills = (full >= hp ? ways[2] + ways[3] : 0) + (twice >= hp ? ways[4] : 0);
                snprintf(outcomes, sizeof outcomes,
                         "miss=%lld/12000 scatter-clear=%lld/12000 scatter-hit=%lld/12000 double=%lld/12000 "
                         "critical=%lld/12000",
                         (long long)ways[0], (long long)ways[1], (long long)ways[2], (long long)ways[3],
                         (long long)ways[4]);
                snprintf(means, sizeof means, "damage=%lld/12000 kill=%lld/12000", (long long)sum, (long long)kills);
                snprintf(words, sizeof words,
                         "weapon=%s range=%g target=%s cover=%s rocket-critical=%s group-damage=%s skill=%d "
                         "element-radius=%d template-radius=%d count=%d hp=%d",
                         WEAPONS[w].id, RANGES[r], infantry ? "infantry" : "vehicle", cover ? "normal" : "none",
                         plain ? "plain" : "double", single ? "single" : "sum", skill, element, template, count, hp);
                ask(&is, mad(), "mad.rocket-attack", words);
                assert_answer(&is, number == NEVER ? "no-shot=1" : outcomes, means);
                answer_free(&is);
            }
}

static void air_initiative(void **state)
{
    (void)state;
    for (int a = 0; a <= 12; a++)
        for (int b = 0; b <= 12; b += 3)
            for (int report = 0; report < 2; report++) {
                int wins = 0, loses = 0, all;
                char words[100], outcomes[100], means[40];
                answer is;

                for (int x = 1; x <= 10; x++)
                    for (int y = 1; y <= 10; y++) {
                        wins += x + a > y + b;
                        loses += x + a < y + b;
                    }
                all = report ? 100 : wins + loses;
                snprintf(words, sizeof words, "skill-a=%d skill-b=%d ties=%s", a, b, report ? "report" : "reroll");
                snprintf(outcomes, sizeof outcomes, "a=%d/%d b=%d/%d tie=%d/100", wins, all, loses, all,
                         report ? 100 - wins - loses : 0);
                snprintf(means, sizeof means, "rolls=100/%d", wins + loses);
                ask(&is, mad(), "mad.air-initiative", words);
                assert_answer(&is, outcomes, report ? "" : means);
                answer_free(&is);
            }
}

static void air_points(void **state)
{
    static const int TURN[] = {0, 0, 0, 32, 28, 24, 20, 16, 12, 8, 4};

    (void)state;
    for (int i = 0; i < 1000; i++) {
        int hp = 1 + i % 40, speed = i * 7 % 411, turn = 3 + i % 8, load = i * 131 % 5000, n = 1 + i % 9, m = i % 12;
        const struct weapon *v = &WEAPONS[i % N_WEAPONS], *w = &WEAPONS[i / 7 % N_WEAPONS];
        int templates = 0, tens = 0;
        char words[200], outcomes[40], means[40];
        answer is;

        while (10 * tens < speed)
            tens++;
        while (2 * load >= 550 * (2 * templates + 1)) /* nearest, halves up */
            templates++;
        snprintf(words, sizeof words, "hp=%d top-speed=%d turn=%d bomb-load=%d weapons=%s:%d,%s%s", hp, speed, turn,
                 load, v->id, n, w->id, m % 2 ? ":3" : "");
        n = hp + tens + TURN[turn] + n * v->points + (m % 2 ? 3 : 1) * w->points + 20 * templates;
        snprintf(outcomes, sizeof outcomes, "%d=1", n);
        snprintf(means, sizeof means, "points=%d", n);
        ask(&is, mad(), "mad.air-points", words);
        assert_answer(&is, outcomes, means);
        answer_free(&is);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(air_fire),     cmocka_unit_test(strafe),         cmocka_unit_test(aa_fire),
        cmocka_unit_test(air_critical), cmocka_unit_test(air_kill),       cmocka_unit_test(bombing),
        cmocka_unit_test(rockets),      cmocka_unit_test(air_initiative), cmocka_unit_test(air_points),
    };

    return cmocka_run_group_tests_name("mad air brute force", tests, mad_open, mad_close);
}
