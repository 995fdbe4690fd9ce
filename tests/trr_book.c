/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trr_book.h"

#include <stdio.h>
#include <string.h>

struct tally tally_of(int64_t total, int n_means, const char *const *means)
{
    struct tally t = {.total = total, .n_means = n_means};

    for (int i = 0; i < n_means; i++) {
        t.mean[i] = means[i];
        t.parts[i] = strcmp(means[i], "figures-lost") == 0 ? 100000000 : 1;
    }
    return t;
}

void count(struct tally *t, int64_t ways, const char *label)
{
    int i = 0;

    while (i < t->n && strcmp(t->outcome[i].label, label) != 0)
        i++;
    assert_true(i < LABELS);
    if (i == t->n)
        snprintf(t->outcome[t->n++].label, sizeof t->outcome[0].label, "%s", label);
    t->outcome[i].ways += ways;
}

void count_number(struct tally *t, int64_t ways, int number)
{
    char label[24];

    snprintf(label, sizeof label, "%d", number);
    count(t, ways, label);
}

static void set(mpq_ptr to, int64_t over, int64_t under, int64_t parts)
{
    mpq_t by;

    mpq_init(by);
    set_fraction(to, over, under);
    set_fraction(by, 1, parts);
    mpq_mul(to, to, by);
    mpq_clear(by);
}

void compare(const salvo_rulebook *book, const char *procedure, const char *words, const struct tally *t)
{
    answer is;
    int64_t all = 0;
    size_t possible = 0;
    mpq_t expected;

    ask(&is, book, procedure, words);
    mpq_init(expected);
    for (int i = 0; i < t->n; i++) {
        all += t->outcome[i].ways;
        possible += t->outcome[i].ways > 0;
        set(expected, t->outcome[i].ways, t->total, 1);
        assert_probability(&is, t->outcome[i].label, expected);
    }
    if (all != t->total || possible != is.odds.n_outcomes)
        fail_msg("%s %s: the book has %zu outcomes, the answer %zu", procedure, words, possible, is.odds.n_outcomes);
    if ((size_t)t->n_means != is.odds.n_means)
        fail_msg("%s %s: the book has %d means, the answer %zu", procedure, words, t->n_means, is.odds.n_means);
    for (int k = 0; k < t->n_means; k++) {
        set(expected, t->sum[k], t->total, t->parts[k]);
        assert_mean(&is, t->mean[k], expected);
    }
    mpq_clear(expected);
    answer_free(&is);
}

void first_throw(int *dice, int n)
{
    for (int i = 0; i < n; i++)
        dice[i] = 1;
}

bool next_throw(int *dice, int n)
{
    for (int i = n - 1; i >= 0; i--) {
        if (++dice[i] <= 10)
            return true;
        dice[i] = 1;
    }
    return false;
}

int64_t ten_to(int n)
{
    return n ? 10 * ten_to(n - 1) : 1;
}

int bracket(const double ends[5], double distance)
{
    for (int i = 0; i < 5; i++)
        if (distance <= ends[i])
            return i;
    return 5;
}

int casualties(int factor, int die)
{
    int s = (factor > 15 ? 15 : factor) + die;

    if (die < 1 || factor < 1)
        return 0;
    return s <= 10 ? 0 : s <= 16 ? 1 : s <= 20 ? 2 : s <= 24 ? 3 : 4;
}

int final_factor(int basic, int shift, bool column_e)
{
    static const int TABLE[16][5] = {
        {2, 2, 1, 1, 1},    {4, 3, 2, 1, 1},     {6, 4, 3, 2, 1},     {8, 6, 4, 3, 2},
        {10, 8, 5, 4, 2},   {12, 9, 6, 4, 3},    {14, 11, 7, 5, 3},   {16, 12, 8, 6, 4},
        {18, 14, 9, 6, 4},  {20, 15, 10, 7, 5},  {22, 17, 11, 7, 5},  {24, 18, 12, 9, 6},
        {26, 20, 13, 9, 6}, {28, 21, 14, 10, 7}, {30, 23, 15, 11, 7}, {32, 24, 16, 12, 8},
    };
    int at = 2 + shift, factor;

    if (basic <= 0)
        return 0;
    if (at > 4 && !column_e)
        return 0;
    at = at < 0 ? 0 : at > 4 ? 4 : at;
    factor = TABLE[(basic > 16 ? 16 : basic) - 1][at];
    return factor > 15 ? 15 : factor;
}

int64_t figures(int n, int h)
{
    int64_t nine = 1, ten = 1;

    for (int i = 0; i < h; i++) {
        nine *= 9;
        ten *= 10;
    }
    return n * (ten - nine) * (100000000 / ten);
}

const int RANGE_SHIFT[5] = {-2, -1, 0, 1, 2}, SMG_SHIFT[5] = {-1, 0, 1, 2, 3};

int cover_shift(const char *cover)
{
    static const char *const COVERS[] = {"none", "light", "medium", "heavy", "total"};

    for (int i = 0; i < 5; i++)
        if (strcmp(cover, COVERS[i]) == 0)
            return i;
    fail_msg("no cover %s", cover);
    return 0;
}

int he_needed(double distance)
{
    return distance > 150 ? 99 : distance > 120 ? 10 : distance > 90 ? 8 : distance > 60 ? 6 : distance > 30 ? 4 : 2;
}

int he_factor(int calibre)
{
    return calibre <= 46 ? 4 : calibre <= 70 ? 6 : calibre <= 85 ? 7 : calibre <= 125 ? 8 : calibre <= 160 ? 9 : 10;
}

int markers(int score, bool continued)
{
    if (score < 6)
        return 0;
    return score > 10 && !continued ? 5 : score - 5;
}

const char *status(int m, int strength, int d, bool graded)
{
    int r = strength > d ? strength - d : 0;

    if (m == 0)
        return "no-effect";
    if (m > r)
        return "destroyed";
    if (!graded || m == r)
        return "out-of-action";
    return "damaged";
}

const struct class_of_gun GUN_CLASSES[8] = {
    {"at-rifle", {4, 8, 24, 40, 60}},   {"hmg-auto", {4, 20, 40, 60, 75}},   {"at-rocket", {2, 4, 8, 10, 12}},
    {"gun-50", {4, 25, 50, 60, 100}},   {"gun-85", {4, 30, 60, 80, 125}},    {"gun-large", {4, 30, 70, 100, 150}},
    {"howitzer", {4, 24, 50, 60, 100}}, {"at-grenade", {0, 0.5, 1, 1.5, 2}},
};

const struct gun GUN[GUNS] = {
    {"french-37", 1, "gun-50", NULL},
    {"german-37", 1, "gun-50", "apcr"},
    {"italian-37", 1, "gun-50", NULL},
    {"japanese-37", 1, "gun-50", NULL},
    {"japanese-57", 1, "gun-85", NULL},
    {"at-rifle", 1, "at-rifle", NULL},
    {"hmg", 1, "hmg-auto", NULL},
    {"french-25", 2, "gun-50", NULL},
    {"italian-47", 2, "gun-50", NULL},
    {"russian-37", 2, "gun-50", NULL},
    {"russian-45", 2, "gun-50", NULL},
    {"japanese-47", 2, "gun-50", NULL},
    {"french-75-l17", 2, "howitzer", NULL},
    {"auto-20", 2, "hmg-auto", NULL},
    {"auto-37-40", 2, "hmg-auto", NULL},
    {"american-37", 3, "gun-50", "hvap"},
    {"british-2pdr", 3, "gun-50", "hvap"},
    {"french-47", 3, "gun-50", NULL},
    {"german-50-l42", 3, "gun-50", "apcr"},
    {"german-50-l60", 3, "gun-50", "apcr"},
    {"german-75-l24", 3, "howitzer", NULL},
    {"russian-76-l16", 3, "gun-85", NULL},
    {"russian-76-l30", 3, "gun-85", "apcr"},
    {"american-75-l30", 4, "gun-85", NULL},
    {"french-75-l30", 4, "gun-85", NULL},
    {"italian-75-l30", 4, "gun-85", NULL},
    {"japanese-75-l44", 4, "gun-85", NULL},
    {"american-105-l21", 4, "howitzer", NULL},
    {"british-95-l21", 4, "howitzer", NULL},
    {"british-25pdr", 4, "gun-large", NULL},
    {"american-57", 5, "gun-85", "hvap"},
    {"british-6pdr", 5, "gun-85", "apds"},
    {"german-75-l43", 5, "gun-85", "apcr"},
    {"russian-122-howitzer", 5, "howitzer", NULL},
    {"at-grenade-hand", 5, "at-grenade", NULL},
    {"at-grenade-rifle", 5, "at-rocket", NULL},
    {"american-75-l40", 6, "gun-85", NULL},
    {"british-75-l39", 6, "gun-85", NULL},
    {"russian-76-l54", 6, "gun-85", "apcr"},
    {"russian-85", 6, "gun-85", NULL},
    {"american-57-rcl", 6, "howitzer", NULL},
    {"american-76", 7, "gun-85", "hvap"},
    {"british-77", 7, "gun-85", "apds"},
    {"german-88-l56", 7, "gun-large", "apcr"},
    {"italian-90", 7, "gun-large", NULL},
    {"stick-bomb", 7, "at-rocket", NULL},
    {"bazooka", 8, "at-rocket", NULL},
    {"piat", 8, "at-rocket", NULL},
    {"british-17pdr", 8, "gun-85", "apds"},
    {"german-75-l70", 8, "gun-85", NULL},
    {"russian-100", 8, "gun-large", "apcr"},
    {"russian-122", 8, "gun-large", "apcr"},
    {"american-75-rcl", 10, "howitzer", NULL},
    {"petard", 10, "at-rocket", NULL},
    {"panzerfaust", 10, "at-rocket", NULL},
    {"panzerschreck", 10, "at-rocket", NULL},
    {"german-88-l71", 11, "gun-large", NULL},
    {"russian-152", 11, "gun-large", NULL},
    {"american-90", 13, "gun-large", NULL},
    {"german-128", 13, "gun-large", NULL},
    {"british-20pdr", 20, "gun-85", NULL},
};

const struct class_of_gun *class_named(const char *id)
{
    for (size_t i = 0; i < COUNT_OF(GUN_CLASSES); i++)
        if (strcmp(GUN_CLASSES[i].id, id) == 0)
            return &GUN_CLASSES[i];
    fail_msg("no class %s", id);
    return NULL;
}

const struct gun *gun_named(const char *id)
{
    for (size_t i = 0; i < COUNT_OF(GUN); i++)
        if (strcmp(GUN[i].id, id) == 0)
            return &GUN[i];
    fail_msg("no gun %s", id);
    return NULL;
}

int ammo_modifier(const char *ammo, int bracket)
{
    static const int HVAP[] = {2, 2, 1, 1, 0}, APDS[] = {3, 3, 2, 2, 1}, APCR[] = {1, 1, 1, -1, -1};

    if (strcmp(ammo, "hvap") == 0)
        return HVAP[bracket];
    if (strcmp(ammo, "apds") == 0)
        return APDS[bracket];
    return strcmp(ammo, "apcr") == 0 ? APCR[bracket] : 0;
}
