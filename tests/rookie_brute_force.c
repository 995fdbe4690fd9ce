/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rookie Rules written a second time: the reconstruction from its formula, bounds from the five cells, decks by every
 * order, squads walked phase by phase; and users' files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scratch.h"
#include "splitmix.h"
#include "spoiled.h"
#include "support.h"

OWN_BOOK(book, "rookie")
static uint64_t seed = 89;

static int draw(int n)
{
    return (int)(splitmix_next(&seed) % (uint64_t)n);
}

static void near(const answer *a, const char *what, double value, double expected)
{
    if (fabs(value - expected) > 1e-9 * fmax(1, fabs(expected)))
        fail_msg("%s: %s is %.15g and should be %.15g", a->words, what, value, expected);
}

static void check(const answer *a, const char *label, double expected)
{
    near(a, label, probability_of(a, label)->value, expected);
}

static void check_mean(const answer *a, const char *name, double expected)
{
    const salvo_number *mean = mean_of(a, name);

    if (!mean)
        fail_msg("%s has no mean '%s'", a->words, name);
    near(a, name, mean->value, expected);
}

static const char *const COLUMNS[] = {"below", "1-5",   "6-10",  "11-15", "16-20", "21-25", "26-30",
                                      "31-35", "36-40", "41-45", "46-50", "51-55", "56-60", "61-plus"};
enum { COLUMNS_N = COUNT_OF(COLUMNS) };

static int marker_at(int column, int roll)
{
    static const int MARKERS[] = {0, 1, 1, 2, 2, 3, 3, 3, 3, 3};
    int x = roll + 2 * column;

    return x <= 8 ? 0 : MARKERS[x >= 33 ? 9 : (x - 9) / 3 + 1];
}

static int kills_at(int column, int roll)
{
    static const int KILLS[] = {0, 0, 1, 0, 1, 1, 2, 3, 4, 5};
    int x = roll + 2 * column;

    return x <= 8 ? 0 : KILLS[x >= 33 ? 9 : (x - 9) / 3 + 1];
}

static void spell(char text[32], int marker, int kills, int men)
{
    if (kills >= men)
        snprintf(text, 32, "destroyed");
    else if (!marker && !kills)
        snprintf(text, 32, "miss");
    else
        snprintf(text, 32, "%c%d", "ndps"[marker], kills);
}

/* Every result of one or two rolls, added up under its label. */
static void check_burst(const answer *is, int column, int functions, int men)
{
    double p[4][12] = {{0}}, destroyed = 0, kills = 0;
    char label[32];

    for (int first = 0; first < 10; first++)
        for (int second = 0; second < (functions == 2 ? 10 : 1); second++) {
            int m = marker_at(column, first), k = kills_at(column, first);
            double share = functions == 2 ? 0.01 : 0.1;

            if (functions == 2) {
                m = marker_at(column, second) > m ? marker_at(column, second) : m;
                k += kills_at(column, second);
            }
            kills += share * (k < men ? k : men);
            if (k >= men)
                destroyed += share;
            else
                p[m][k] += share;
        }
    for (int m = 0; m < 4; m++)
        for (int k = 0; k < 12 && k < men; k++) {
            spell(label, m, k, men);
            check(is, label, p[m][k]);
        }
    check(is, "destroyed", destroyed);
    check_mean(is, "kills", kills);
}

struct shot {
    int men, per_man, out_of_command, cover, firer, swap, leader, shift, small_arms;
    double range;
};

static const char *const COVERS[] = {"open", "light", "woods", "building", "bunker"};
static const int COVER_SHIFTS[] = {0, -1, -2, -3, -4};
static const char *const FIRERS[] = {"steady", "disrupted", "pinned", "suppressed"};
static const char *const YES[] = {"no", "yes"};

static int factor(const struct shot *s)
{
    double ff = s->men * s->per_man;

    if (s->small_arms && s->range < 8)
        ff *= 2;
    if (s->out_of_command)
        ff /= 2;
    return (int)floor(ff);
}

static int shift(const struct shot *s)
{
    int range = s->range < 8 || s->range <= 24 ? 0 : s->range <= 36 ? -1 : s->range <= 48 ? -2 : -3;

    return (s->small_arms ? range : 0) + COVER_SHIFTS[s->cover] - s->firer - 2 * s->swap - 3 * s->leader + s->shift;
}

/* -1: cannot fire. */
static int column(const struct shot *s)
{
    int ff = factor(s), c = (ff + 4) / 5;

    if (ff < 1)
        return -1;
    c = (c > 13 ? 13 : c) + shift(s);
    return c < 0 ? 0 : c > 13 ? 13 : c;
}

static struct shot any_shot(bool proved)
{
    static const double RANGES[] = {0, 3.5, 7, 7.75, 8, 20, 24, 24.5, 26, 36, 37, 48, 49, 100};
    static const double PROVED[] = {0, 3.5, 7, 7.75, 26};

    return (struct shot){.men = draw(21),
                         .per_man = draw(6),
                         .out_of_command = draw(2),
                         .cover = proved ? 2 * draw(2) : draw(5),
                         .firer = proved ? draw(2) : draw(4),
                         .swap = draw(2),
                         .leader = draw(3) == 0,
                         .shift = draw(2) * (draw(9) - 4),
                         .small_arms = draw(4) > 0,
                         .range = proved ? PROVED[draw(5)] : RANGES[draw(14)]};
}

static void put_shot(char *words, size_t size, const struct shot *s)
{
    snprintf(words, size,
             "men=%d per-man=%d out-of-command=%s cover=%s firer=%s switch=%s leader-target=%s shift=%d small-arms=%s "
             "range=%g",
             s->men, s->per_man, YES[s->out_of_command], COVERS[s->cover], FIRERS[s->firer], YES[s->swap],
             YES[s->leader], s->shift, YES[s->small_arms], s->range);
}

static void fire_is_the_formula(void **state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        struct shot s = any_shot(false);
        int functions = 1 + draw(2), men = 1 + draw(8), c = column(&s);
        char words[400], more[480];
        answer is;

        put_shot(words, sizeof words, &s);
        snprintf(more, sizeof more, "%s data=reconstruction", words);
        ask(&is, &book, "rookie.column", more);
        check(&is, c < 0 ? "none" : COLUMNS[c], 1);
        check_mean(&is, "ff", factor(&s));
        check_mean(&is, "shift", shift(&s));
        answer_free(&is);
        snprintf(more, sizeof more, "%s data=reconstruction functions=%d target-men=%d", words, functions, men);
        ask(&is, &book, "rookie.fire", more);
        assert_string_equal(salvo_question_remark(&is.question), "reconstruction, not the author's chart");
        if (c < 0)
            check(&is, "miss", 1);
        else
            check_burst(&is, c, functions, men);
        answer_free(&is);
    }
}

static void every_column_is_the_formula(void **state)
{
    static const struct {
        const char *procedure, *words;
        int column;
    } ATTACKS[] = {{"rookie.overrun", "", 9},          {"rookie.overrun", "shift=-4 ", 5},
                   {"rookie.overrun", "shift=9 ", 13}, {"rookie.mines", "", 4},
                   {"rookie.mines", "shift=-4 ", 0},   {"rookie.sniper", "", 1},
                   {"rookie.sniper", "shift=5 ", 1}};
    char words[96];
    answer is;

    (void)state;
    for (int c = 0; c < COLUMNS_N; c++)
        for (int functions = 1; functions <= 2; functions++) {
            snprintf(words, sizeof words, "column=%s functions=%d data=reconstruction", COLUMNS[c], functions);
            ask(&is, &book, "rookie.fire", words);
            check_burst(&is, c, functions, 5);
            answer_free(&is);
        }
    for (size_t i = 0; i < COUNT_OF(ATTACKS); i++) {
        snprintf(words, sizeof words, "%starget-men=3 functions=2 data=reconstruction", ATTACKS[i].words);
        ask(&is, &book, ATTACKS[i].procedure, words);
        check_burst(&is, ATTACKS[i].column, 2, 3);
        answer_free(&is);
    }
}

/* Marker * 10 + kills of the cells that the text proves; -1 for the others. */
static int proved_at(int column, int roll)
{
    if (column == 0)
        return roll == 9 ? 10 : 0;
    if (column == 2 && roll == 4)
        return 0;
    if (column == 2 && roll == 7)
        return 10;
    if ((column == 3 && roll == 6) || (column == 4 && roll == 5))
        return 11;
    return column == 4 && roll == 8 ? 20 : -1;
}

static bool may_hold(int column, int roll, int result, bool monotone)
{
    if (proved_at(column, roll) >= 0)
        return proved_at(column, roll) == result;
    for (int c = 0; monotone && c < COLUMNS_N; c++)
        for (int r = 0; r < 10; r++) {
            int proved = proved_at(c, r);

            if (proved >= 0 && c <= column && r <= roll && result < proved)
                return false;
            if (proved >= 0 && c >= column && r >= roll && result > proved)
                return false;
        }
    return true;
}

static bool is_effect(int effect, int result)
{
    switch (effect) {
    case 0:
        return result > 0;
    case 1:
        return result % 10 > 0;
    case 2:
        return result >= 20;
    default:
        return result >= 30;
    }
}

static const char *const EFFECTS[] = {"any-effect", "casualty", "pinned", "suppressed"};

static void find_bounds(int column, int effect, bool monotone, double *low, double *high)
{
    *low = *high = 0;
    for (int roll = 0; roll < 10; roll++) {
        bool all = true, any = false;

        for (int result = 0; result <= 35; result++) {
            if ((result > 0 && result < 10) || result % 10 > 5 || !may_hold(column, roll, result, monotone))
                continue;
            all = all && is_effect(effect, result);
            any = any || is_effect(effect, result);
        }
        *low += all ? 0.1 : 0;
        *high += any ? 0.1 : 0;
    }
}

static void check_bounds(const answer *is, int column, bool monotone)
{
    for (int effect = 0; effect < 4; effect++) {
        double low, high, is_so = 0;
        char name[32];

        find_bounds(column, effect, monotone, &low, &high);
        snprintf(name, sizeof name, "%s-low", EFFECTS[effect]);
        check_mean(is, name, low);
        snprintf(name, sizeof name, "%s-high", EFFECTS[effect]);
        check_mean(is, name, high);
        for (int roll = 0; roll < 10; roll++)
            is_so += is_effect(effect, 10 * marker_at(column, roll) + kills_at(column, roll)) ? 0.1 : 0;
        assert_true(low - 1e-9 <= is_so && is_so <= high + 1e-9); /* the reconstruction lies within */
    }
}

static void bounds_hold_the_reconstruction(void **state)
{
    (void)state;
    for (int c = 0; c < COLUMNS_N; c++)
        for (int monotone = 0; monotone < 2; monotone++) {
            double unknown = 0;
            char words[96];
            answer is;

            snprintf(words, sizeof words, "column=%s monotone=%s data=reconstruction", COLUMNS[c], YES[monotone]);
            ask(&is, &book, "rookie.fire-bounds", words);
            check_bounds(&is, c, monotone);
            for (int roll = 0; roll < 10; roll++)
                unknown += proved_at(c, roll) < 0 ? 0.1 : 0;
            check(&is, "unknown", unknown);
            answer_free(&is);
        }
    for (int i = 0; i < 1000; i++) {
        struct shot s = any_shot(true);
        char words[400];
        answer is;

        put_shot(words, sizeof words, &s);
        ask(&is, &book, "rookie.fire-bounds", words);
        if (column(&s) >= 0)
            check_bounds(&is, column(&s), true);
        else
            for (size_t k = 0; k < is.odds.n_means; k++)
                assert_true(is.odds.means[k].mean.value == 0);
        check(&is, "miss", column(&s) < 0 ? 1 : probability_of(&is, "miss")->value);
        answer_free(&is);
    }
}

struct deck {
    int a, b, a_nth, b_nth;
    double orders, a_first, a_place, b_place, run, runs[16];
};

/* `order` has a bit for each card from the top: 1 is a's. */
static void count_order(struct deck *d, unsigned order)
{
    int seen[2] = {0, 0}, place[2] = {0, 0}, run = 0;

    for (int i = 0; i < d->a + d->b; i++) {
        int side = !(order >> i & 1);

        seen[side]++;
        if (seen[side] == (side ? d->b_nth : d->a_nth))
            place[side] = i + 1;
        run += !side && seen[1] == 0;
    }
    d->orders++;
    d->a_first += place[0] < place[1];
    d->a_place += place[0];
    d->b_place += place[1];
    d->run += run;
    d->runs[run]++;
}

static void decks_are_every_order(void **state)
{
    (void)state;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            struct deck d = {.a = a, .b = b, .a_nth = 1 + draw(a), .b_nth = 1 + draw(b)};
            char words[96], label[16];
            answer is;

            for (unsigned order = 0; order < 1U << (a + b); order++)
                if (__builtin_popcount(order) == a)
                    count_order(&d, order);
            snprintf(words, sizeof words, "a-cards=%d b-cards=%d a-nth=%d b-nth=%d", a, b, d.a_nth, d.b_nth);
            ask(&is, &book, "rookie.activation", words);
            check(&is, "a-first", d.a_first / d.orders);
            check_mean(&is, "a-position", d.a_place / d.orders);
            check_mean(&is, "b-position", d.b_place / d.orders);
            check_mean(&is, "a-position", d.a_nth * (a + b + 1.0) / (a + 1));
            answer_free(&is);
            snprintf(words, sizeof words, "a-cards=%d b-cards=%d", a, b);
            ask(&is, &book, "rookie.opening-run", words);
            for (int run = 0; run <= a; run++) {
                snprintf(label, sizeof label, "%d", run);
                check(&is, label, d.runs[run] / d.orders);
            }
            check_mean(&is, "run", d.run / d.orders);
            check_mean(&is, "run", a / (b + 1.0));
            answer_free(&is);
        }
}

static double percent(double p)
{
    return fmin(100, fmax(0, p)) / 100;
}

static void check_rising(const answer *is, double base, double step, int turns, const char *never, const char *ever)
{
    double left = 1;
    char label[16];

    for (int t = 1; t <= turns; t++) {
        snprintf(label, sizeof label, "%d", t);
        check(is, label, left * percent(base + step * (t - 1)));
        left *= 1 - percent(base + step * (t - 1));
    }
    check(is, never, left);
    check_mean(is, ever, 1 - left);
}

static void chances_multiply(void **state)
{
    char words[160];
    answer is;

    (void)state;
    for (int i = 0; i < 200; i++) {
        int base = draw(140) - 20, step = draw(50) - 10, turns = 1 + draw(12), attempts = 1 + draw(6);
        bool hidden = draw(2), special = draw(2), trained = draw(2);
        double p = percent(base - 50 * hidden + 30 * special + 20 * trained + step);

        snprintf(words, sizeof words, "base=%d step=%d turns=%d", base, step, turns);
        ask(&is, &book, "rookie.aircraft-arrival", words);
        check_rising(&is, base, step, turns, "none", "arrived");
        answer_free(&is);
        snprintf(words, sizeof words, "turns=%d", turns);
        ask(&is, &book, "rookie.sniper-detection", words);
        check_rising(&is, 0, 25, turns, "undetected", "detected");
        answer_free(&is);
        snprintf(words, sizeof words, "base=%d camouflaged=%s specialist=%s training=%s modifier=%d attempts=%d", base,
                 YES[hidden], YES[special], trained ? "a" : "other", step, attempts);
        ask(&is, &book, "rookie.observe", words);
        check(&is, "spotted", 1 - pow(1 - p, attempts));
        check_mean(&is, "chance", p);
        answer_free(&is);
    }
}

static void anti_aircraft_is_a_sum(void **state)
{
    (void)state;
    for (int i = 0; i < 40; i++) {
        int n[4] = {draw(7), draw(4), draw(3), draw(4)}, barrels = 1 + draw(6), functions = 1 + draw(2);
        const double p[4] = {0.05, 0.2, percent(20.0 * barrels), 0.5};
        double hits[64] = {1}, mean = 0;
        char words[160], label[16];
        answer is;

        for (int kind = 0; kind < 4; kind++)
            for (int k = 0; k < n[kind] * functions; k++)
                for (int h = 62; h >= 0; h--) {
                    hits[h + 1] += hits[h] * p[kind];
                    hits[h] *= 1 - p[kind];
                }
        snprintf(words, sizeof words, "squads=%d machine-guns=%d multi-guns=%d aa-guns=%d barrels=%d functions=%d",
                 n[0], n[1], n[2], n[3], barrels, functions);
        ask(&is, &book, "rookie.anti-aircraft", words);
        for (int h = 0; h < 32; h++) {
            snprintf(label, sizeof label, "%d", h);
            check(&is, label, hits[h]);
            mean += h * hits[h];
        }
        check_mean(&is, "hits", mean);
        check_mean(&is, "any-hit", 1 - hits[0]);
        answer_free(&is);
    }
}

/* Ends of a fight of a against b: a wins, b wins, both dead, a's survivors, b's. */
static void fight(int a, int b, bool both, double p, double end[5])
{
    if (a == 0 || b == 0) {
        end[a ? 0 : b ? 1 : 2] += p;
        end[3] += p * a;
        end[4] += p * b;
        return;
    }
    fight(a - 1, b, both, p * (both ? 15 / 36.0 : 0.5), end);
    fight(a, b - 1, both, p * (both ? 15 / 36.0 : 0.5), end);
    if (both)
        fight(a - 1, b - 1, both, p / 6, end);
}

static void melees_are_every_course(void **state)
{
    (void)state;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            for (int both = 0; both < 2; both++) {
                double end[5] = {0};
                char words[64];
                answer is;

                fight(a, b, both, 1, end);
                snprintf(words, sizeof words, "a=%d b=%d ties=%s", a, b, both ? "both" : "reroll");
                ask(&is, &book, "rookie.melee-fight", words);
                check(&is, "a-wins", end[0]);
                check(&is, "b-wins", end[1]);
                check(&is, "both-dead", end[2]);
                check_mean(&is, "a-survivors", end[3]);
                check_mean(&is, "b-survivors", end[4]);
                answer_free(&is);
            }
}

struct squads {
    int men[2], per_man[2], cover[2], shift[2];
    double range;
    int first; /* 0 a, 1 b, 2 by cards */
    bool always_fires;
};

enum { MEN = 7 };
typedef double field[MEN][MEN][4][4];

struct walk {
    const struct squads *s;
    double end[2], alive, phases;
};

static int column_of(const struct squads *s, int side, int men, int marker)
{
    const struct shot shot = {.men = men,
                              .per_man = s->per_man[side],
                              .cover = s->cover[!side],
                              .firer = marker,
                              .shift = s->shift[side],
                              .small_arms = 1,
                              .range = s->range};

    return column(&shot);
}

static void activate(struct walk *w, int side, const int men[2], const int marker[2], double p, field to)
{
    int own = marker[side], shots = 2;

    if (!w->s->always_fires && own >= 2) {
        shots = own == 2 ? 1 : 0;
        own = 1;
    }
    for (int rolls = 0; rolls < (shots == 2 ? 100 : shots == 1 ? 10 : 1); rolls++) {
        double share = p / (shots == 2 ? 100 : shots == 1 ? 10 : 1);
        int left = men[!side], worst = marker[!side], c = column_of(w->s, side, men[side], own);

        for (int k = 0; k < shots && left > 0; k++) {
            int roll = k ? rolls / 10 : rolls % 10;

            left -= kills_at(c, roll);
            worst = marker_at(c, roll) > worst ? marker_at(c, roll) : worst;
        }
        if (left <= 0)
            w->end[side] += share;
        else if (side == 0)
            to[men[0]][left][own][worst] += share;
        else
            to[left][men[1]][worst][own] += share;
    }
}

static void activate_all(struct walk *w, int side, double share, field from, field to)
{
    for (int i = 0; i < MEN * MEN * 16; i++) {
        int men[2] = {i / 16 / MEN, i / 16 % MEN}, marker[2] = {i / 4 % 4, i % 4};
        double p = share * from[men[0]][men[1]][marker[0]][marker[1]];

        if (p > 1e-15)
            activate(w, side, men, marker, p, to);
    }
}

static double sum_of(field f)
{
    double sum = 0;

    for (int i = 0; i < MEN * MEN * 16; i++)
        sum += f[i / 16 / MEN][i / 16 % MEN][i / 4 % 4][i % 4];
    return sum;
}

static void walk(struct walk *w, int phases)
{
    static field now, half, next;

    memset(now, 0, sizeof now);
    now[w->s->men[0]][w->s->men[1]][0][0] = 1;
    for (int phase = 0; phase < phases && sum_of(now) > 1e-13; phase++) {
        memset(next, 0, sizeof next);
        w->phases += sum_of(now);
        for (int first = 0; first < 2; first++) {
            double share = w->s->first == 2 ? 0.5 : w->s->first == first;

            memset(half, 0, sizeof half);
            activate_all(w, first, share, now, half);
            activate_all(w, !first, 1, half, next);
        }
        memcpy(now, next, sizeof now);
    }
    w->alive = sum_of(now);
}

static void duels_are_walked_alike(void **state)
{
    static const char *const FIRST[] = {"a", "b", "initiative"};

    (void)state;
    for (int i = 0; i < 60; i++) {
        static const double RANGES[] = {5, 20, 30};
        struct squads s = {.men = {1 + draw(MEN - 1), 1 + draw(MEN - 1)},
                           .per_man = {2 + draw(5), 2 + draw(5)},
                           .cover = {draw(3), draw(3)},
                           .shift = {draw(3), draw(3)},
                           .range = RANGES[draw(3)],
                           .first = draw(3),
                           .always_fires = draw(2)};
        struct walk w = {.s = &s};
        int phases = draw(2) ? 0 : 1 + draw(6);
        char words[400];
        answer is;

        walk(&w, phases ? phases : 3000);
        snprintf(words, sizeof words,
                 "a-men=%d b-men=%d a-per-man=%d b-per-man=%d a-cover=%s b-cover=%s a-shift=%d b-shift=%d range=%g "
                 "first=%s policy=%s phases=%d",
                 s.men[0], s.men[1], s.per_man[0], s.per_man[1], COVERS[s.cover[0]], COVERS[s.cover[1]], s.shift[0],
                 s.shift[1], s.range, FIRST[s.first], s.always_fires ? "fire" : "rally", phases);
        ask(&is, &book, "rookie.duel", words);
        assert_string_equal(salvo_question_remark(&is.question), "reconstruction, not the author's chart");
        if (!phases && w.alive > 1e-9) { /* a closed classes, or too slow for this walk: what is left must be one */
            assert_true(fabs(probability_of(&is, "a-wins")->value - w.end[0]) <= w.alive + 1e-9);
            assert_true(fabs(probability_of(&is, "b-wins")->value - w.end[1]) <= w.alive + 1e-9);
        } else {
            check(&is, "a-wins", w.end[0]);
            check(&is, "b-wins", w.end[1]);
            check(&is, "undecided", phases ? w.alive : 0);
            if (!phases)
                check_mean(&is, "phases", w.phases);
        }
        if (phases)
            assert_null(mean_of(&is, "phases"));
        answer_free(&is);
    }
}

/* One man with a factor of one on the first column kills nobody: rolls of 7 to 9 disrupt, and that is all. */
static void hopeless_squads_stand_still(void **state)
{
    answer is;

    (void)state;
    ask(&is, &book, "rookie.duel", "a-men=1 b-men=1 a-per-man=1 b-per-man=1 range=20");
    assert_answer(&is, "stalemate=1", "phases=0");
    answer_free(&is);
    ask(&is, &book, "rookie.duel", "a-men=1 b-men=1 a-per-man=1 b-per-man=1 range=20 phases=7");
    assert_answer(&is, "undecided=1", "");
    answer_free(&is);
    ask(&is, &book, "rookie.duel", "a=standard b=standard");
    assert_answer(&is, "a-wins=1/2 b-wins=1/2", NULL);
    answer_free(&is);
}

static const struct example {
    const char *procedure, *words, *outcomes, *means;
} EXAMPLES[] = {
    {"rookie.column", "men=4 range=7 switch=yes", "11-15=1", "ff=24 shift=-2"},
    {"rookie.column", "men=4 range=26 cover=woods switch=yes", "below=1", "ff=12 shift=-5"},
    {"rookie.column", "range=26", "6-10=1", "ff=15 shift=-1"},
    {"rookie.column", "men=4 range=7 firer=disrupted", "16-20=1", "ff=24 shift=-1"},
    {"rookie.column", "column=21-25 shift=-2", "11-15=1", "shift=-2"},
    {"rookie.column", "men=0", "none=1", "ff=0 shift=0"},
    {"rookie.column", "ff=1 out-of-command=yes small-arms=no range=50", "none=1", "ff=0 shift=0"},
    {"rookie.column", "ff=63 small-arms=no", "61-plus=1", "ff=63 shift=0"},
    {"rookie.fire", "column=below", "miss=9/10 d0=1/10", "kills=0"},
    {"rookie.fire", "men=0", "miss=1", "kills=0"},
    {"rookie.fire", "column=21-25 data=reconstruction", "d0=1/5 d1=3/10 p0=3/10 p1=1/5", "kills=1/2"},
    {"rookie.fire-bounds", "column=21-25", "unknown=1",
     "any-effect-low=1/2 any-effect-high=1 casualty-low=0 casualty-high=1 pinned-low=1/5 pinned-high=1 suppressed-low=0 "
     "suppressed-high=1"},
    {"rookie.fire-bounds", "column=16-20", "d1=1/10 p0=1/10 unknown=4/5", NULL},
    {"rookie.fire-bounds", "men=0", "miss=1",
     "any-effect-low=0 any-effect-high=0 casualty-low=0 casualty-high=0 pinned-low=0 pinned-high=0 suppressed-low=0 "
     "suppressed-high=0"},
    {"rookie.penetration", "", "penetrates=1", ""},
    {"rookie.penetration", "ff=45 armor=e", "bounces=1", ""},
    {"rookie.penetration", "ff=45 armor=d", "penetrates=1", ""},
    {"rookie.penetration", "ff=46 armor=e", "penetrates=1", ""},
    {"rookie.penetration", "ff=20", "bounces=1", ""},
    {"rookie.penetration", "weapon=small-arms ff=10", "bounces=1", ""},
    {"rookie.penetration", "weapon=small-arms ff=11", "penetrates=1", ""},
    {"rookie.penetration", "weapon=small-arms ff=11 range=8", "bounces=1", ""},
    {"rookie.penetration", "weapon=small-arms ff=99 armor=b", "bounces=1", ""},
    {"rookie.special-damage", "",
     "none=1/10 abandoned=1/10 pinned=1/10 stunned=1/10 retire-1=1/10 retire-2=1/10 retire-3=1/10 gun-destroyed=1/10 "
     "one-function=1/10 fire=1/10",
     "explode-low=3/100 explode-high=1/20"},
    {"rookie.special-damage", "data=reconstruction",
     "none=1/10 abandoned=1/10 pinned=1/10 stunned=1/10 retire-1=1/10 retire-2=1/10 retire-3=1/10 gun-destroyed=1/10 "
     "one-function=1/10 fire-explodes=3/100 fire-abandoned=3/100 fire-out=4/100",
     "explode-low=3/100 explode-high=3/100"},
    {"rookie.special-damage", "target=bunker",
     "none=1/10 abandoned=1/10 pinned=1/10 stunned=1/10 suppressed-1=1/10 suppressed-2=1/10 suppressed-3=1/10 "
     "destroyed=3/10",
     ""},
    {"rookie.breakdown", "", "mobile=4/5 immobilized=1/5", "chance-per-phase=1/5"},
    {"rookie.breakdown", "vehicle=special", "mobile=4/5 immobilized=1/5", "chance-per-phase=1/5"},
    {"rookie.breakdown", "terrain=mud vehicle=special phases=2", "mobile=81/100 immobilized=19/100",
     "chance-per-phase=1/10"},
    {"rookie.breakdown", "terrain=rubble", "mobile=9/10 immobilized=1/10", "chance-per-phase=1/10"},
    {"rookie.unbog", "", "free=3/10 stuck=7/10", ""},
    {"rookie.unbog", "vehicle=special attempts=2", "free=16/25 stuck=9/25", ""},
    {"rookie.aircraft-arrival", "base=40 step=30", "1=2/5 2=21/50 3=9/50", "arrived=1"},
    {"rookie.artillery-drift", "",
     "dead-on=2/5 drift-5=1/10 drift-6=1/10 drift-7=1/10 drift-8=1/10 drift-9=1/10 drift-0=1/10", ""},
    {"rookie.melee", "", "a-dies=1/2 b-dies=1/2", ""},
    {"rookie.melee", "ties=both", "a-dies=5/12 b-dies=5/12 both-die=1/6", ""},
    {"rookie.melee", "ties=standoff", "a-dies=5/12 b-dies=5/12 standoff=1/6", ""},
    {"rookie.observe", "camouflaged=yes specialist=yes training=a", "spotted=1/10 unseen=9/10", "chance=1/10"},
    {"rookie.activation", "a-cards=2 b-cards=1", "a-first=2/3 b-first=1/3", "a-position=4/3 b-position=2"},
    {"rookie.markers", "", "steady=1", ""},
    {"rookie.markers", "marker=suppressed removals=2", "disrupted=1", ""},
    {"rookie.move-class", "marker=pinned", "c=1", ""},
    {"rookie.move-class", "marker=pinned terrain=b", "none=1", ""},
    {"rookie.move-class", "marker=suppressed", "none=1", ""},
    {"rookie.move-class", "wire=yes", "none=1", ""},
    {"rookie.move-class", "wire=yes unit=vehicle out-of-command=yes", "c=1", ""},
    {"rookie.morale", "", "rally=3/10 hold=2/5 worse=1/5 run=1/10", ""},
    {"rookie.morale", "marker=suppressed half-losses=yes", "hold=3/10 worse=1/5 run=1/2", ""},
    {"rookie.leader-hit", "", "hit=1/6 safe=5/6", ""},
};

static void the_examples_hold(void **state)
{
    const struct example *e = *state;
    answer is;

    ask(&is, &book, e->procedure, e->words);
    assert_answer(&is, e->outcomes, e->means);
    answer_free(&is);
}

static void unknown_cells_are_named(void **state)
{
    static const char *const UNKNOWN[][3] = {
        {"rookie.fire", "", "unknown cell: chart 26-30 roll 0"},
        {"rookie.fire", "range=12", "unknown cell: range 12"},
        {"rookie.fire", "range=8", "unknown cell: range 8"},
        {"rookie.fire", "cover=building", "unknown cell: cover building"},
        {"rookie.fire", "firer=pinned", "unknown cell: firer pinned"},
        {"rookie.column", "cover=light", "unknown cell: cover light"},
        {"rookie.fire-bounds", "range=27", "unknown cell: range 27"},
        {"rookie.overrun", "", "unknown cell: chart 41-45 roll 0"},
        {"rookie.mines", "", "unknown cell: chart 16-20 roll 0"},
        {"rookie.sniper", "shift=-5", "unknown cell: chart 1-5 roll 0"},
        {"rookie.morale", "data=proved", "unknown cell: morale results"},
        {"rookie.leader-hit", "data=proved", "unknown cell: leader hit"},
        {"rookie.duel", "data=proved range=7", "unknown cell: chart 26-30 roll 0"},
        {"rookie.duel", "data=proved", "unknown cell: range 20"},
        {"rookie.activation", "a-nth=6", "a has 5 cards"},
        {"rookie.fire", "ff=10 men=4", "men and ff exclude each other"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(UNKNOWN); i++)
        assert_refused(&book, UNKNOWN[i][0], UNKNOWN[i][1], UNKNOWN[i][2]);
}

static char path[64];

static void write_file(const char *text)
{
    FILE *out;

    snprintf(path, sizeof path, "/tmp/salvo-rookie-%d.txt", (int)getpid());
    out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* The error of the question; status SALVO_OK when there is none. */
static salvo_error ask_file(const char *procedure, const char *words, answer *to)
{
    const salvo_procedure *found;
    char data[96], buffer[256];
    const char *list[8] = {data};
    size_t n = 1;
    salvo_error err = {0};

    memset(to, 0, sizeof *to);
    snprintf(data, sizeof data, "data=%s", path);
    snprintf(buffer, sizeof buffer, "%s", words);
    for (char *word = strtok(buffer, " "); word; word = strtok(NULL, " "))
        list[n++] = word;
    assert_int_equal(salvo_procedure_find(book.ruleset, procedure, &found, NULL), SALVO_OK);
    if (salvo_question_ask(&to->question, &book, found, list, n, &err) == SALVO_OK)
        assert_int_equal(salvo_odds_solve(&to->odds, &to->question, NULL, &err), SALVO_OK);
    return err;
}

#define CHART_26 "chart 26-30 - - - - D0 D0 D1 P0 P1 S2\n"

static void a_file_answers(void **state)
{
    salvo_error err;
    answer is;

    (void)state;
    write_file("# my own copy\nset mine\n" CHART_26 "range 24 -2 # after the proved band\n");
    err = ask_file("rookie.fire", "", &is);        /* the range under 8 is as proved: 15 doubled */
    assert_int_equal(err.status, SALVO_BAD_INPUT); /* the band up to 24 begins at 0 and contradicts it */
    assert_non_null(strstr(err.text, "range under 8 to be x2"));
    assert_int_equal(err.line, 4);
    assert_int_equal(err.column, 10);
    write_file("# my own copy\nset mine\n" CHART_26 "range 8- x2\nrange 24 -2\ncover hedge -1\n");
    err = ask_file("rookie.fire", "", &is);
    assert_int_equal(err.status, SALVO_OK);
    assert_answer(&is, "miss=2/5 d0=1/5 d1=1/10 p0=1/10 p1=1/10 s2=1/10", "kills=2/5");
    assert_non_null(strstr(salvo_question_remark(&is.question), "data set 'mine' of the user's file"));
    answer_free(&is);
    err = ask_file("rookie.column", "range=24 cover=hedge", &is);
    assert_int_equal(err.status, SALVO_OK);
    assert_answer(&is, "below=1", "ff=15 shift=-3");
    answer_free(&is);
    err = ask_file("rookie.column", "range=26 cover=woods", &is); /* as proved */
    assert_answer(&is, "below=1", "ff=15 shift=-3");
    answer_free(&is);
    err = ask_file("rookie.column", "range=25", &is);
    assert_non_null(strstr(err.text, "unknown cell: range 25"));
    err = ask_file("rookie.fire", "men=4", &is);
    assert_non_null(strstr(err.text, "unknown cell: chart 21-25 roll 0"));
    unlink(path);
    err = ask_file("rookie.fire", "", &is);
    assert_int_equal(err.status, SALVO_IO);
}

static const struct bad_file {
    const char *text;
    int line, column;
    const char *message; /* has this in it */
} MISTAKES[] = {
    {"set mine\nchart 6-10 - - - - D1 - - D0 - D0\n", 2, 20, "which proves chart 6-10 roll 4 to be -"},
    {"chart 6-10 - - - - - - - D1 - D0\n", 1, 26, "which proves chart 6-10 roll 7 to be D0"},
    {"\n\nchart 11-15 - - - - - - D0 - - -\n", 3, 25, "which proves chart 11-15 roll 6 to be D1"},
    {"chart 16-20 - - - - - P1 - - P0 -\n", 1, 23, "which proves chart 16-20 roll 5 to be D1"},
    {"chart 16-20 - - - - - D1 - - S0 -\n", 1, 30, "which proves chart 16-20 roll 8 to be P0"},
    {"chart below D0 - - - - - - - - D0\n", 1, 13, "which proves chart below roll 0 to be -"},
    {"cover woods -1\n", 1, 13, "which proves cover woods to be -2"},
    {"firer disrupted -2\n", 1, 17, "which proves firer disrupted to be -1"},
    {"range 8- x3\n", 1, 10, "which proves range under 8 to be x2"},
    {"range 8- x2\nrange 30 -2\n", 2, 10, "which proves range 26 to be -1"},
    {"fire 1-2 explodes\nfire 3-6 out\n", 2, 10, "which proves fire 1-3 alone to be explodes"},
    {"fire 1-4 explodes\n", 1, 10, "which proves fire 1-3 alone to be explodes"},
    {"chart 6-11 - - - - - - - - - -\n", 1, 7, "not a column of the chart"},
    {"chart 21-25 - - - - - - - - -\n", 1, 29, "no result for the roll 9"},
    {"chart 21-25 - - - - - - - - - - -\n", 1, 33, "is after the last word"},
    {"chart 21-25 - - - - - - - - - X1\n", 1, 31, "'X1' is not a result of fire"},
    {"chart 21-25 - - - - - - - - - D\n", 1, 31, "'D' is not a result of fire"},
    {"chart 21-25 - - - - - - - - - D12\n", 1, 31, "'D12' is not a result of fire"},
    {"cover mud\n", 1, 1, "'cover' needs a cover"},
    {"cover mud two\n", 1, 11, "not a whole number"},
    {"firer tired -2\n", 1, 7, "not a marker"},
    {"range 24 0\nrange 12 0\n", 1, 10, "range under 8"},
    {"range 8- x2\nrange 7 0\n", 2, 7, "bands must ascend"},
    {"range 8- x2\nrange 25 0\nrange 30 -1\nrange 31 -1\nrange 32 -1\nrange 33 -1\nrange 34 -1\nrange 35 -1\nrange 36 -1\n",
     9, 1, "more than 8 range bands"},
    {"range far 0\n", 1, 7, "not an edge of a range band"},
    {"set a\nset b\n", 2, 1, "is already in line 1"},
    {"morale 7+ rally\nmorale 5-8 hold\n", 2, 8, "overlaps"},
    {"morale 7+ bliss\n", 1, 11, "not a result of morale"},
    {"leader 1\n", 1, 8, "is not a chance"},
    {"colour red blue\n", 1, 1, "salvo does not use a record 'colour'"},
    {"fire 2-3 explodes\n", 1, 6, "does not continue at 1"},
};

static void mistakes_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(MISTAKES); i++) {
        const struct bad_file *m = &MISTAKES[i];
        salvo_error err;
        answer is;

        write_file(m->text);
        err = ask_file("rookie.column", "", &is);
        if (err.status != SALVO_BAD_INPUT || err.line != m->line || err.column != m->column ||
            !strstr(err.text, m->message) || strcmp(err.path, path) != 0)
            fail_msg("%s    gives %d:%d: %s", m->text, err.line, err.column, err.text);
    }
    unlink(path);
}

static void contradictions_can_be_allowed(void **state)
{
    salvo_error err;
    answer is;

    (void)state;
    write_file("set wild\nchart 6-10 - - - - S1 - - - - D1\nrange 50 x3\ncover woods -5\n");
    err = ask_file("rookie.fire", "column=6-10 allow-contradiction=yes", &is);
    assert_int_equal(err.status, SALVO_OK);
    assert_answer(&is, "miss=4/5 d1=1/10 s1=1/10", "kills=1/5");
    assert_non_null(strstr(salvo_question_remark(&is.question), "against what the text proves in 5 places"));
    answer_free(&is);
    err = ask_file("rookie.column", "range=26 cover=woods allow-contradiction=yes", &is);
    assert_answer(&is, "16-20=1", "ff=45 shift=-5");
    answer_free(&is);
    unlink(path);
}

static const mistake SPOILED[] = {
    {NULL, "squads.csv", "Russian Squad,4", "Russian Squad,0", 4, 23, "0 is out of range"},
    {NULL, "attacks.csv", "41-45", "41-46", 2, 39, "'41-46' is not a value of column"},
    {NULL, "values.csv", "divided by,2", "divided by,0", 1, 1, "the out-of-command-divisor is 0"},
    {NULL, "values.csv", "dead-on,", "dead,", 13, 1, "salvo does not use a row 'dead'"},
    {NULL, "special-damage.csv", "roll-9,fire", "roll-9,blaze", 11, 8, "'blaze' is not a value of vehicle"},
    {NULL, "special-damage.csv", "roll-9,", "roll-10,", 11, 1, "salvo does not use a row 'roll-10'"},
    {NULL, "breakdown.csv", "mud,mud,2,1", "mud,mud,2,10", 3, 11, "10 is out of range"},
    {NULL, "markers.csv", "white,2", "white,two", 4, 14, "'two' is not a whole number"},
    {NULL, "armour.csv", "Mk VI\",46", "Mk VI\",any", 6, 17, "'any' is not a whole number"},
    {NULL, "modifiers.csv", "switch,", "swap,", 2, 1, "salvo does not use a row 'swap'"},
    {NULL, "reconstruction.txt", "20   -  D0 D0 D0 D1 D1", "20   -  D0 D0 D0 D1 P0", 12, 30,
     "contradicts the text, which proves chart 16-20 roll 5 to be D1; correct it"},
    {NULL, "reconstruction.txt", "cover woods    -2", "cover woods    -3", 31, 16,
     "proves cover woods to be -2; correct it"},
    {NULL, "proved.txt", "firer disrupted -1", "firer disrupted x", 40, 17, "'x' is not a whole number"},
    {NULL, "ruleset.yaml", "file: proved.txt", "file: squads.csv", 1, 1, "must be a plain-text file of records"},
};

static void spoiled_tables_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SPOILED); i++)
        /* ruleset.yaml names a file that is not what it should be. */
        mistake_is_refused_about("rookie", &SPOILED[i],
                                 strcmp(SPOILED[i].file, "ruleset.yaml") == 0 ? "squads.csv" : SPOILED[i].file);
}

int main(void)
{
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(fire_is_the_formula),
        cmocka_unit_test(every_column_is_the_formula),
        cmocka_unit_test(bounds_hold_the_reconstruction),
        cmocka_unit_test(decks_are_every_order),
        cmocka_unit_test(chances_multiply),
        cmocka_unit_test(anti_aircraft_is_a_sum),
        cmocka_unit_test(melees_are_every_course),
        cmocka_unit_test(duels_are_walked_alike),
        cmocka_unit_test(hopeless_squads_stand_still),
        cmocka_unit_test(unknown_cells_are_named),
        cmocka_unit_test(a_file_answers),
        cmocka_unit_test(mistakes_are_refused),
        cmocka_unit_test(contradictions_can_be_allowed),
        cmocka_unit_test(spoiled_tables_are_refused),
    };
    static struct CMUnitTest tests[COUNT_OF(alone) + COUNT_OF(EXAMPLES)];
    static char names[COUNT_OF(EXAMPLES)][128];

    memcpy(tests, alone, sizeof alone);
    for (size_t i = 0; i < COUNT_OF(EXAMPLES); i++) {
        snprintf(names[i], sizeof names[i], "%s %s", EXAMPLES[i].procedure, EXAMPLES[i].words);
        tests[COUNT_OF(alone) + i] = row_test(names[i], the_examples_hold, &EXAMPLES[i]);
    }
    return cmocka_run_group_tests_name("Rookie Rules by brute force", tests, open_book, close_book);
}
