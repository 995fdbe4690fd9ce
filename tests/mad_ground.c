/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M.A.D.'s ground rules beyond fire, by a second copy: the book's tables typed again, every result of the dice counted.
 * The library must give the same fractions over whole grids of parameters. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mad_book.h"
#include "support.h"

static const char *const NO_YES[] = {"no", "yes"};

struct roll {
    int number;
    int full;      /* damage of two successes */
    bool infantry; /* halved once more */
};

static int half_up(int number)
{
    return (number + 1) / 2;
}

static int level_of(int number, int x, int y)
{
    int good = (x >= number) + (y >= number);

    return good < 2 ? good : x == y ? 3 : 2;
}

static int damage_of(const struct roll *r, int level)
{
    const int all[] = {0, half_up(r->full), r->full, 2 * r->full};

    return r->infantry ? half_up(all[level]) : all[level];
}

/* What 100 throws give: levels, damage, successes, kills. */
struct tally {
    int level[4], damage, successes, kills;
};

static struct tally tally_of(const struct roll *r, int hp)
{
    struct tally t = {0};

    for (int x = 1; x <= 10; x++)
        for (int y = 1; y <= 10; y++) {
            int level = level_of(r->number, x, y);

            t.level[level]++;
            t.damage += damage_of(r, level);
            t.successes += level < 2 ? level : 2;
            t.kills += damage_of(r, level) >= hp;
        }
    return t;
}

/* The means of so many ways, of which `of` come to the roll; kill only with hit points. */
static void put_means(char *means, size_t size, const struct tally *t, long long part, long long whole, int hp)
{
    int n = snprintf(means, size, "damage=%lld/%lld successes=%lld/%lld", part * t->damage, 100 * whole,
                     part * t->successes, 100 * whole);

    if (hp)
        snprintf(means + n, size - (size_t)n, " kill=%lld/%lld", part * t->kills, 100 * whole);
}

static void put_hp(char text[32], int hp)
{
    if (hp)
        snprintf(text, 32, "hp=%d", hp);
    else
        snprintf(text, 32, "hp=none");
}

static void check_roll(const char *procedure, const char *words, const struct roll *r, int hp)
{
    struct tally t = tally_of(r, hp);
    char outcomes[96], means[160];
    answer is;

    snprintf(outcomes, sizeof outcomes, "miss=%d/100 single=%d/100 double=%d/100 critical=%d/100", t.level[0],
             t.level[1], t.level[2], t.level[3]);
    put_means(means, sizeof means, &t, 1, 1, hp);
    ask(&is, mad(), procedure, words);
    assert_answer(&is, outcomes, means);
    answer_free(&is);
}

static const double SPOT_UPTO[] = {100, 200, 350, 500, 750, 1000, 1500, 2000};
static const int SPOT[2][8] = {{1, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 3, 4, 5, 6, 7, 8}};

static void check_spotting(double range, int spotter, int cover, int tech, int flags)
{
    static const char *const SPOTTERS[] = {"infantry", "recon", "other", "aircraft"};
    static const char *const COVERS[] = {"none", "normal", "fortification"};
    bool contact = flags & 1, target_moves = flags & 2, spotter_moves = flags & 4, two = flags & 8;
    double far = contact ? 0 : range;
    int number = 0, column = 0, good = 0;
    char words[256], outcomes[64];
    answer is;

    while (column < 8 && far > SPOT_UPTO[column])
        column++;
    if (column < 8)
        number =
            SPOT[tech][column] - 2 * target_moves + (spotter_moves || spotter == 3 ? 3 : 0) + (contact ? 0 : 2 * cover);
    for (int x = 1; x <= 10; x++)
        for (int y = 1; y <= 10; y++)
            good += x >= number || (two && y >= number);
    snprintf(outcomes, sizeof outcomes, "spotted=%d/100 hidden=%d/100", good, 100 - good);
    snprintf(words, sizeof words,
             "%s%.17g spotter=%s cover=%s tech=%s contact=%s target-moving=%s spotter-moving=%s dice=%s",
             "range=", range, SPOTTERS[spotter], COVERS[cover], tech ? "hitech" : "ww2", NO_YES[contact],
             NO_YES[target_moves], NO_YES[spotter_moves], two ? "two" : "one");
    ask(&is, mad(), "mad.spotting", words);
    assert_answer(&is, far > (spotter < 2 ? 2000 : 1000) ? "no-roll=1" : outcomes, "");
    answer_free(&is);
}

static void spotting(void **state)
{
    static const double RANGES[] = {0,   1,   100, 100.5, 200,    201,  350,  351,    500,    501,
                                    750, 751, 999, 1000,  1000.5, 1500, 1501, 1999.9, 2000.0, 2000.25};

    (void)state;
    for (size_t r = 0; r < COUNT_OF(RANGES); r++)
        for (int i = 0; i < 4 * 3 * 2 * 16; i++)
            check_spotting(RANGES[r], i % 4, i / 4 % 3, i / 12 % 2, i / 24);
}

static void grenades(void **state)
{
    (void)state;
    for (int hp = 0; hp <= 50; hp++) {
        int sum = 0, kills = 0;
        char words[32], means[64];
        answer is;

        for (int x = 1; x <= 9; x++) {
            sum += 5 * x;
            kills += 5 * x >= hp;
        }
        put_hp(words, hp);
        snprintf(means, sizeof means, hp ? "damage=%d/10 kill=%d/10" : "damage=%d/10", sum, kills);
        ask(&is, mad(), "mad.at-grenade", words);
        assert_answer(&is,
                      "attacker-destroyed=1/10 5=1/10 10=1/10 15=1/10 20=1/10 25=1/10 30=1/10 35=1/10 40=1/10 45=1/10",
                      means);
        answer_free(&is);
    }
}

/* Row n of Pascal's triangle over 2^n. */
static void passengers_each(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= 130; n += n < 70 ? 1 : 17) {
        mpz_t ways, total;
        mpq_t expected;
        char words[32], label[16];
        answer is;

        mpz_inits(ways, total, NULL);
        mpq_init(expected);
        mpz_ui_pow_ui(total, 2, n);
        snprintf(words, sizeof words, "elements=%u", n);
        ask(&is, mad(), "mad.passengers", words);
        assert_int_equal(is.odds.n_outcomes, n + 1);
        for (unsigned k = 0; k <= n; k++) {
            mpz_bin_uiui(ways, n, k);
            mpq_set_num(expected, ways);
            mpq_set_den(expected, total);
            mpq_canonicalize(expected);
            snprintf(label, sizeof label, "%u", k);
            assert_probability(&is, label, expected);
        }
        mpq_set_ui(expected, n, 2);
        mpq_canonicalize(expected);
        assert_mean(&is, "lost", expected);
        mpq_clear(expected);
        mpz_clears(ways, total, NULL);
        answer_free(&is);
    }
}

static void passengers_together(void **state)
{
    (void)state;
    for (int n = 1; n <= 100; n += 9) {
        char words[48], outcomes[48], means[32];
        answer is;

        snprintf(words, sizeof words, "roll=together elements=%d", n);
        snprintf(outcomes, sizeof outcomes, "0=1/2 %d=1/2", n);
        snprintf(means, sizeof means, "lost=%d/2", n);
        ask(&is, mad(), "mad.passengers", words);
        assert_answer(&is, outcomes, means);
        answer_free(&is);
    }
}

/* Three in four, twelve at once and one by one: 3^k C(12, k) / 4^12. */
static void another_chance_of_a_loss(void **state)
{
    static const unsigned N[] = {1, 12, 15, 16, 17, 40};
    salvo_rulebook book;

    (void)state;
    book_open(&book, "mad", "chances.passenger-loss.percent=75 chances.line-of-sight.percent=0");
    for (size_t i = 0; i < COUNT_OF(N); i++)
        for (unsigned k = 0; k <= N[i]; k++) {
            mpz_t ways, part;
            mpq_t expected;
            char words[32], label[16];
            answer is;

            mpz_inits(ways, part, NULL);
            mpq_init(expected);
            mpz_bin_uiui(ways, N[i], k);
            mpz_ui_pow_ui(part, 3, k);
            mpz_mul(ways, ways, part);
            mpz_ui_pow_ui(part, 4, N[i]);
            mpq_set_num(expected, ways);
            mpq_set_den(expected, part);
            mpq_canonicalize(expected);
            snprintf(words, sizeof words, "elements=%u", N[i]);
            snprintf(label, sizeof label, "%u", k);
            ask(&is, &book, "mad.passengers", words);
            assert_probability(&is, label, expected);
            answer_free(&is);
            mpq_clear(expected);
            mpz_clears(ways, part, NULL);
        }
    salvo_rulebook_close(&book);
}

static void lines_of_sight(void **state)
{
    answer is;

    (void)state;
    ask(&is, mad(), "mad.line-of-sight", "");
    assert_answer(&is, "clear=1/2 blocked=1/2", "");
    answer_free(&is);
}

enum { WW2_TARGETS = 2, TARGETS = 6 };
static const char *const TARGET[TARGETS] = {"vehicle", "infantry", "walker", "grav", "vtol", "power-armour"};

static bool on_foot_or_armoured(int target)
{
    return target == 1 || target == 5;
}

/* The printed 8 of hi-tech infantry support is the full hit; halved by the rule, 18 gives 9. */
static struct roll mine(int tech, int target, bool half)
{
    struct roll r = {.number = 6, .full = tech ? 18 : 10, .infantry = on_foot_or_armoured(target)};

    if (tech && r.infantry && !half)
        r = (struct roll){.number = 6, .full = 8};
    r.number += target == 4 ? 2 : 0;
    return r;
}

static void mines(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * TARGETS * 2; i++)
        for (int hp = 0; hp <= 40; hp++) {
            int tech = i % 2, target = i / 2 % TARGETS, half = i / 12;
            struct roll r = mine(tech, target, half);
            char words[128], hits[32];

            put_hp(hits, hp);
            snprintf(words, sizeof words, "tech=%s target=%s infantry-damage=%s %s", tech ? "hitech" : "ww2",
                     TARGET[target], half ? "half" : "table", hits);
            if (!tech && target >= WW2_TARGETS)
                assert_refused(mad(), "mad.minefield", words, "add tech=hitech");
            else
                check_roll("mad.minefield", words, &r, hp);
        }
}

/* All throws of so many attacks: summed damage by the ways to it. */
static void crossing_ways(const struct roll *r, int tiles, int damage, int64_t ways, int hp, int64_t sums[4])
{
    struct tally t = tally_of(r, 0);

    if (tiles == 0) {
        sums[damage >= hp ? 0 : damage ? 1 : 2] += ways;
        sums[3] += ways * (damage < hp ? damage : hp);
        return;
    }
    for (int level = 0; level < 4; level++)
        if (t.level[level])
            crossing_ways(r, tiles - 1, damage + damage_of(r, level), ways * t.level[level], hp, sums);
}

static void crossings(void **state)
{
    static const int HP[] = {1, 3, 5, 6, 10, 11, 16, 18, 22, 28, 34, 40, 61};

    (void)state;
    for (int i = 0; i < 2 * TARGETS * 2 * 4 * (int)COUNT_OF(HP); i++) {
        int tech = i % 2, target = i / 2 % TARGETS, half = i / 12 % 2, tiles = 1 + i / 24 % 4, hp = HP[i / 96];
        struct roll r = mine(tech, target, half);
        int64_t sums[4] = {0}, total = 1;
        char words[128], outcomes[192], means[96];
        answer is;

        snprintf(words, sizeof words, "tiles=%d tech=%s target=%s infantry-damage=%s hp=%d", tiles,
                 tech ? "hitech" : "ww2", TARGET[target], half ? "half" : "table", hp);
        if (!tech && target >= WW2_TARGETS) {
            assert_refused(mad(), "mad.minefield-crossing", words, TARGET[target]);
            continue;
        }
        crossing_ways(&r, tiles, 0, 1, hp, sums);
        for (int k = 0; k < tiles; k++)
            total *= 100;
        snprintf(outcomes, sizeof outcomes, "destroyed=%lld/%lld damaged=%lld/%lld unharmed=%lld/%lld",
                 (long long)sums[0], (long long)total, (long long)sums[1], (long long)total, (long long)sums[2],
                 (long long)total);
        snprintf(means, sizeof means, "damage=%d/100 hp-lost=%lld/%lld", tiles * tally_of(&r, 0).damage,
                 (long long)sums[3], (long long)total);
        ask(&is, mad(), "mad.minefield-crossing", words);
        assert_answer(&is, outcomes, means);
        answer_free(&is);
    }
}

/* All throws of the shots left, by the value that they leave. */
static void reduction_ways(int lowering, int shots, int value, int64_t ways, int64_t by_value[5])
{
    if (shots == 0) {
        by_value[value] += ways;
        return;
    }
    reduction_ways(lowering, shots - 1, value > 1 ? value - 1 : 1, ways * lowering, by_value);
    reduction_ways(lowering, shots - 1, value, ways * (100 - lowering), by_value);
}

static void check_reduction(const struct shot *s, int shots, int start)
{
    int number = needed(s), lowering = 0;
    int64_t by_value[5] = {0}, total = 1, sum = 0;
    char words[256], outcomes[256] = "", mean[64];
    size_t n = 0;
    answer is;

    for (int x = 1; x <= 10 && number != NEVER; x++)
        for (int y = 1; y <= 10; y++)
            lowering += damage(s, number, x, y) > 20;
    reduction_ways(lowering, shots, start, 1, by_value);
    for (int k = 0; k < shots; k++)
        total *= 100;
    for (int value = start; value >= 1; value--) {
        n += (size_t)snprintf(outcomes + n, sizeof outcomes - n, "%d=%lld/%lld ", value, (long long)by_value[value],
                              (long long)total);
        sum += value * by_value[value];
    }
    snprintf(mean, sizeof mean, "fort-value=%lld/%lld", (long long)sum, (long long)total);
    snprintf(words, sizeof words, "weapon=%s range=%g shots=%d fort-value=%d moving=%s fixed=%s large-static=%s",
             s->gun->id, s->range, shots, start, yes(s->moving), yes(s->fixed), yes(s->large_static));
    ask(&is, mad(), "mad.fort-reduction", words);
    assert_answer(&is, outcomes, mean);
    answer_free(&is);
}

static void fort_reduction(void **state)
{
    static const double RANGES[] = {0, 100, 240, 350.5, 750, 1500, 2000, 2001};

    (void)state;
    for (int gun = 0; gun < N_GUNS; gun++)
        for (int i = 0; i < (int)COUNT_OF(RANGES) * 8 * 4; i++) {
            const struct shot s = {.gun = &GUNS[gun],
                                   .range = RANGES[i / 32],
                                   .moving = i & 1,
                                   .fixed = i & 2,
                                   .large_static = i & 4,
                                   .cover = "none"};

            check_reduction(&s, 1 + (i / 8 + i / 32) % 6, 1 + i / 8 % 4);
        }
}

enum { MM_MAX = 400 };

struct deviation {
    bool observed, registered;
    int attack, previous; /* -1: none */
};

/* Ways to each distance out of `total`: every pair of dice for each attack. */
static int64_t deviate(const struct deviation *d, int attacks, int nearest, int64_t ways, int64_t by_mm[MM_MAX])
{
    int64_t total = 0;

    if (d->registered || attacks == 0) {
        by_mm[d->registered ? 0 : nearest] += ways;
        return ways;
    }
    for (int sum = 2; sum <= 20; sum++) {
        int pairs = sum <= 11 ? sum - 1 : 21 - sum, mm = 10 * sum;

        if (d->observed)
            mm = mm < 50 ? 0 : mm - 50;
        total += deviate(d, attacks - 1, mm < nearest ? mm : nearest, ways * pairs, by_mm);
    }
    return total;
}

static int64_t distances(const struct deviation *d, int64_t by_mm[MM_MAX])
{
    memset(by_mm, 0, MM_MAX * sizeof *by_mm);
    return deviate(d, d->observed ? d->attack : 1, d->observed && d->previous >= 0 ? d->previous : MM_MAX - 1, 1,
                   by_mm);
}

static void put_deviation(char words[128], const struct deviation *d)
{
    char previous[16] = "none";

    if (d->previous >= 0)
        snprintf(previous, sizeof previous, "%d", d->previous);
    snprintf(words, 128, "observed=%s registered=%s attack=%d previous=%s ", NO_YES[d->observed], NO_YES[d->registered],
             d->attack, previous);
}

static const int PREVIOUS[] = {-1, 0, 5, 10, 35, 60, 149, 150, 151, 300};

static struct deviation deviation(int i)
{
    return (struct deviation){.observed = i & 1,
                              .registered = i % 7 == 0,
                              .attack = 1 + i / 2 % 4,
                              .previous = PREVIOUS[i / 8 % (int)COUNT_OF(PREVIOUS)]};
}

static void deviations(void **state)
{
    (void)state;
    for (int i = 0; i < 8 * (int)COUNT_OF(PREVIOUS); i++) {
        struct deviation d = deviation(i);
        int64_t by_mm[MM_MAX], total = distances(&d, by_mm), sum = 0;
        char words[128], outcomes[2048] = "", mean[64];
        size_t n = 0;
        answer is;

        for (int mm = 0; mm < MM_MAX; mm++) {
            if (by_mm[mm])
                n += (size_t)snprintf(outcomes + n, sizeof outcomes - n, "%d=%lld/%lld ", mm, (long long)by_mm[mm],
                                      (long long)total);
            sum += mm * by_mm[mm];
        }
        snprintf(mean, sizeof mean, "distance=%lld/%lld", (long long)sum, (long long)total);
        put_deviation(words, &d);
        ask(&is, mad(), "mad.artillery-deviation", words);
        assert_answer(&is, outcomes, mean);
        answer_free(&is);
    }
}

/* Many attacks: P(at least d) = (share of rolls that deviate at least d)^n. */
static void many_attacks(void **state)
{
    static const unsigned N[] = {5, 17, 60, 300};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(N); i++) {
        char words[64];
        unsigned long farther = 100;
        answer is;

        snprintf(words, sizeof words, "observed=yes attack=%u", N[i]);
        ask(&is, mad(), "mad.artillery-deviation", words);
        for (int mm = 0; mm <= 150; mm += 10) {
            unsigned long at_least = farther;
            mpz_t from, beyond, all;
            mpq_t expected;
            char label[16];

            for (int sum = 2; sum <= 20; sum++)
                if ((sum <= 5 ? 0 : 10 * sum - 50) == mm)
                    farther -= (unsigned long)(sum <= 11 ? sum - 1 : 21 - sum);
            mpz_inits(from, beyond, all, NULL);
            mpq_init(expected);
            mpz_ui_pow_ui(from, at_least, N[i]);
            mpz_ui_pow_ui(beyond, farther, N[i]);
            mpz_ui_pow_ui(all, 100, N[i]);
            mpz_sub(from, from, beyond);
            mpq_set_num(expected, from);
            mpq_set_den(expected, all);
            mpq_canonicalize(expected);
            snprintf(label, sizeof label, "%d", mm);
            assert_probability(&is, label, expected);
            mpq_clear(expected);
            mpz_clears(from, beyond, all, NULL);
        }
        assert_int_equal(farther, 0);
        answer_free(&is);
    }
}

static const char *const CALIBRE[] = {"light", "medium", "heavy"};
static const int RADIUS[] = {10, 15, 20};
static const int SHELL[2][3] = {{10, 20, 30}, {20, 30, 40}};
static const char *const SITUATION[] = {"open", "cover", "prepared"};

struct barrage {
    struct deviation deviation;
    int calibre, guns, tech;
    double x, y, element;
};

static int radius(const struct barrage *b)
{
    int r = RADIUS[b->calibre] * b->guns;

    return r < 100 ? r : 100;
}

/* Twelve times the ways that put the template over the element; *all is twelve times all ways. None of the places used
 * here lies so near an edge that doubles could be wrong, but those that lie on one. */
static int64_t ways_under(const struct barrage *b, int64_t *all)
{
    int64_t by_mm[MM_MAX], under = 0;

    *all = 12 * distances(&b->deviation, by_mm);
    for (int mm = 0; mm < MM_MAX; mm++)
        for (int face = 1; face <= 12 && by_mm[mm]; face++) {
            double turn = face * acos(-1) / 6;

            if (hypot(mm * sin(turn) - b->x, mm * cos(turn) - b->y) <= radius(b) + b->element + 1e-9)
                under += by_mm[mm];
        }
    return under;
}

static struct barrage barrage(int i)
{
    static const int GUNS_[] = {1, 2, 3, 4, 5, 6, 7, 10, 50};
    static const double X[] = {0, 10, -20.5, 30, 80, -95.25, 150};
    static const double Y[] = {0, 40, -7.5, 55, -80};
    static const double ELEMENT[] = {0, 15, 0, 2.5};

    return (struct barrage){.deviation = deviation(i),
                            .calibre = i % 3,
                            .guns = GUNS_[i / 3 % 9],
                            .tech = i / 5 % 2,
                            .x = X[i % 7],
                            .y = Y[i / 7 % 5],
                            .element = ELEMENT[i / 2 % 4]};
}

enum { BARRAGES = 2000 };

static void put_barrage(char words[512], const struct barrage *b)
{
    char deviating[128];

    put_deviation(deviating, &b->deviation);
    snprintf(words, 512, "%s calibre=%s guns=%d tech=%s offset-x=%g offset-y=%g element-radius=%g", deviating,
             CALIBRE[b->calibre], b->guns, b->tech ? "hitech" : "ww2", b->x, b->y, b->element);
}

static void coverage(void **state)
{
    (void)state;
    for (int i = 0; i < BARRAGES; i++) {
        struct barrage b = barrage(i);
        int64_t all, under = ways_under(&b, &all);
        char words[512], outcomes[128], mean[32];
        answer is;

        put_barrage(words, &b);
        snprintf(outcomes, sizeof outcomes, "under=%lld/%lld clear=%lld/%lld", (long long)under, (long long)all,
                 (long long)(all - under), (long long)all);
        snprintf(mean, sizeof mean, "radius=%d", radius(&b));
        ask(&is, mad(), "mad.artillery-coverage", words);
        assert_answer(&is, outcomes, mean);
        answer_free(&is);
    }
}

static struct roll shells(int calibre, int tech, int target, int situation)
{
    static const int NUMBER[2][3] = {{7, 9, 10}, {6, 9, 10}};
    bool infantry = on_foot_or_armoured(target);

    return (struct roll){NUMBER[infantry][situation], SHELL[tech][calibre], infantry};
}

static void hits(void **state)
{
    (void)state;
    for (int i = 0; i < 3 * TARGETS * 3 * 2; i++)
        for (int hp = 0; hp <= 81; hp += 1 + (hp > 10) * 4) {
            int calibre = i % 3, target = i / 3 % TARGETS, situation = i / 18 % 3, tech = i / 54;
            struct roll r = shells(calibre, tech, target, situation);
            char words[128], points[32];
            answer is;

            put_hp(points, hp);
            snprintf(words, sizeof words, "calibre=%s target=%s situation=%s tech=%s %s", CALIBRE[calibre],
                     TARGET[target], SITUATION[situation], tech ? "hitech" : "ww2", points);
            if (!tech && target >= WW2_TARGETS) {
                assert_refused(mad(), "mad.artillery-hit", words, "add tech=hitech");
            } else if (target == 4) {
                ask(&is, mad(), "mad.artillery-hit", words);
                assert_answer(&is, "no-shot=1", hp ? "damage=0 successes=0 kill=0" : "damage=0 successes=0");
                answer_free(&is);
            } else {
                check_roll("mad.artillery-hit", words, &r, hp);
            }
        }
}

static void check_barrage(const struct barrage *b, int target, int situation, int hp)
{
    struct roll r = shells(b->calibre, b->tech, target, situation);
    struct tally t = tally_of(&r, hp);
    int64_t all, under = ways_under(b, &all);
    char words[512], more[128], points[32], outcomes[256] = "", means[192];
    size_t n;
    answer is;

    put_hp(points, hp);
    put_barrage(words, b);
    snprintf(more, sizeof more, " target=%s situation=%s %s", TARGET[target], SITUATION[situation], points);
    strcat(words, more);
    if (!b->tech && target >= WW2_TARGETS) {
        assert_refused(mad(), "mad.artillery-attack", words, "add tech=hitech");
        return;
    }
    n = (size_t)snprintf(outcomes, sizeof outcomes, "clear=%lld/%lld ", (long long)(all - under), (long long)all);
    for (int level = 0; level < 4; level++) {
        static const char *const LEVEL[] = {"miss", "single", "double", "critical"};

        n += (size_t)snprintf(outcomes + n, sizeof outcomes - n, "%s=%lld/%lld ", LEVEL[level],
                              (long long)(under * t.level[level]), (long long)(100 * all));
    }
    put_means(means, sizeof means, &t, under, all, hp);
    ask(&is, mad(), "mad.artillery-attack", words);
    if (target == 4)
        assert_answer(&is, "no-shot=1", hp ? "damage=0 successes=0 kill=0" : "damage=0 successes=0");
    else
        assert_answer(&is, outcomes, means);
    answer_free(&is);
}

static void whole_attacks(void **state)
{
    static const int HP[] = {0, 1, 5, 8, 15, 22, 31, 60, 90};

    (void)state;
    for (int i = 0; i < BARRAGES; i++) {
        struct barrage b = barrage(i);

        check_barrage(&b, i / 4 % TARGETS, i / 3 % 3, HP[i % 9]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spotting),
        cmocka_unit_test(grenades),
        cmocka_unit_test(passengers_each),
        cmocka_unit_test(passengers_together),
        cmocka_unit_test(another_chance_of_a_loss),
        cmocka_unit_test(lines_of_sight),
        cmocka_unit_test(mines),
        cmocka_unit_test(crossings),
        cmocka_unit_test(fort_reduction),
        cmocka_unit_test(deviations),
        cmocka_unit_test(many_attacks),
        cmocka_unit_test(coverage),
        cmocka_unit_test(hits),
        cmocka_unit_test(whole_attacks),
    };

    return cmocka_run_group_tests_name("M.A.D.'s ground rules by counting", tests, mad_open, mad_close);
}
