/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mad_book.h"

#include <string.h>

#include "support.h"

/* clang-format off */
static const int HEADINGS[COLUMNS] =      {100, 200, 350, 500, 750, 1000, 1500, 2000};
const struct gun GUNS[N_GUNS] = {
    {"small-arms",       true,            {  3,   5,   8                                },  5},
    {"infantry-support", false,           {  4,   5,   6,   8                           }, 10},
    {"flame-thrower",    true,            {  2,   8                                     }, 16},
    {"cannon-a",         false,           {  3,   3,   4,   6,   7,    8,    9,   10    }, 40},
    {"cannon-b",         false,           {  3,   3,   4,   6,   7,    8,    9          }, 34},
    {"cannon-c",         false,           {  3,   3,   4,   7,   8,    9,   10          }, 28},
    {"cannon-d",         false,           {  3,   3,   4,   7,   8,    9                }, 22},
    {"cannon-e",         false,           {  3,   3,   4,   8,   9,   10                }, 16},
};

const struct element ELEMENTS[N_ELEMENTS] = {
    {"generic-infantry",                   5, "small-arms",                    "foot",    23},
    {"generic-infantry-support",           5, "small-arms infantry-support*",  "foot",    34},
    {"generic-truck",                      5, "small-arms",                    "medium",  30},
    {"generic-jeep-bike",                  5, "small-arms",                    "fast",    35},
    {"french-char-b1-bis",                22, "cannon-d cannon-e*",            "slow",    91},
    {"french-renault-r35",                16, "cannon-e",                      "medium",  56},
    {"french-somua-s35",                  16, "cannon-e",                      "medium",  56},
    {"french-hotchkiss-h39-h40",          16, "cannon-e",                      "medium",  56},
    {"french-panhard-178",                10, "cannon-e",                      "fast",    55},
    {"french-lorraine-apc",               10, "small-arms",                    "medium",  35},
    {"german-pz-i",                       16, "infantry-support",              "medium",  42},
    {"german-pz-ii-d-to-j",               16, "cannon-e",                      "medium",  56},
    {"german-pz-ii-l-luchs",              16, "cannon-e",                      "fast",    61},
    {"german-pz-iii-d",                   16, "cannon-e",                      "medium",  56},
    {"german-pz-iii-f-to-g",              16, "cannon-d",                      "medium",  67},
    {"german-pz-iii-h",                   22, "cannon-d",                      "medium",  73},
    {"german-pz-iii-j-to-m",              22, "cannon-c",                      "medium",  87},
    {"german-pz-iii-n",                   22, "cannon-d",                      "medium",  73},
    {"german-stug-iii-a-d",               22, "cannon-e*",                     "medium",  60},
    {"german-stug-iii-f",                 28, "cannon-c*",                     "medium",  88},
    {"german-stug-iii-g",                 28, "cannon-b*",                     "medium", 102},
    {"german-pz-iv-c-to-d",               16, "cannon-e",                      "medium",  56},
    {"german-pz-iv-e-to-f1",              22, "cannon-e",                      "medium",  62},
    {"german-pz-iv-f2-to-j",              22, "cannon-b",                      "medium", 102},
    {"german-stug-iv",                    28, "cannon-b*",                     "medium", 102},
    {"german-jagdpz-iv-l48",              34, "cannon-b*",                     "medium", 108},
    {"german-jagdpz-iv-l70",              34, "cannon-a*",                     "medium", 118},
    {"german-pz-iv-brummbar",             34, "cannon-b*",                     "medium", 108},
    {"german-panther-a-to-g",             34, "cannon-a",                      "medium", 125},
    {"german-jagdpanther",                40, "cannon-a*",                     "medium", 124},
    {"german-tiger-i",                    28, "cannon-b",                      "medium", 108},
    {"german-tiger-ii",                   40, "cannon-a",                      "medium", 131},
    {"german-jagdtiger",                  40, "cannon-a*",                     "medium", 124},
    {"german-marder-iii",                 16, "cannon-b*",                     "medium",  90},
    {"german-hetzer",                     28, "cannon-b*",                     "medium", 102},
    {"german-elefant",                    40, "cannon-a*",                     "slow",   119},
    {"german-wesp",                       16, "cannon-c*",                     "medium",  76},
    {"german-nashorn",                    10, "cannon-a*",                     "medium",  94},
    {"german-sdkfz-250-1-apc",            10, "infantry-support",              "fast",    41},
    {"german-sdkfz-250-10-apc",           10, "cannon-e*",                     "fast",    53},
    {"german-sdkfz-234-2",                16, "cannon-c",                      "fast",    86},
    {"german-flakpz-iv-wirbelwind",       16, "aa*",                           "medium",   0},
    {"german-flakpz-iv-mobelwagen",       16, "aa*",                           "medium",   0},
    {"british-churchill-mk3-and-mk4",     28, "cannon-b",                      "slow",   103},
    {"british-churchill-mk5",             28, "cannon-c",                      "slow",    88},
    {"british-churchill-mk6-and-mk7",     34, "cannon-d",                      "slow",    80},
    {"british-churchill-mk7-crocodile",   34, "cannon-d flame-thrower*",       "slow",   104},
    {"british-churchill-mk8",             34, "cannon-c",                      "slow",    94},
    {"british-sherman-firefly",           22, "cannon-a",                      "medium", 113},
    {"british-sherman-m4-a1",             22, "cannon-d",                      "medium",  73},
    {"british-challenger",                22, "cannon-a",                      "slow",   108},
    {"british-comet",                     28, "cannon-b",                      "fast",   113},
    {"british-cromwell-mk4",              22, "cannon-d",                      "fast",    78},
    {"british-cromwell-mk5",              22, "cannon-c",                      "fast",    92},
    {"british-cromwell-mk7",              28, "cannon-d",                      "fast",    84},
    {"british-cromwell-mk8",              28, "cannon-c",                      "fast",    98},
    {"british-cruiser-a9",                16, "cannon-d",                      "medium",  67},
    {"british-cruiser-a10",               16, "cannon-d",                      "slow",    62},
    {"british-matilda-mkii",              22, "cannon-d",                      "slow",    68},
    {"british-valentine-mk1-to-mk8",      22, "cannon-d",                      "slow",    68},
    {"british-valentine-mk9-onwards",     22, "cannon-b",                      "slow",    97},
    {"british-crusader-mk1-and-mk2",      16, "cannon-d",                      "medium",  67},
    {"british-crusader-mk3",              16, "cannon-b",                      "medium",  96},
    {"british-archer",                    16, "cannon-a*",                     "slow",    95},
    {"british-m3-grant",                  22, "cannon-d cannon-d*",            "medium", 106},
    {"british-humber",                    10, "infantry-support",              "fast",    41},
    {"british-daimler",                   10, "cannon-d",                      "fast",    66},
    {"british-aec",                       16, "cannon-d",                      "fast",    72},
    {"british-humber-scout",              10, "infantry-support*",             "fast",    40},
    {"british-universal-carrier",         10, "infantry-support*",             "fast",    40},
    {"british-bofors-and-truck",           5, "aa*",                           "medium",   0},
    {"japanese-te-ke-type-97-tankette",   10, "cannon-d",                      "medium",  61},
    {"japanese-chi-ha-type-97-47mm",      16, "cannon-c",                      "medium",  81},
    {"japanese-ho-ni-type-1",             10, "cannon-b*",                     "medium",  84},
    {"japanese-ho-ha-apc",                10, "small-arms",                    "medium",  36},
    {"japanese-ho-ki-apc",                10, "small-arms",                    "medium",  36},
    {"russian-ba64-armoured-car",         10, "infantry-support*",             "fast",    40},
    {"russian-bt7",                       10, "cannon-d",                      "fast",    66},
    {"russian-js2",                       34, "cannon-a",                      "medium", 125},
    {"russian-jsu122",                    34, "cannon-a*",                     "medium", 118},
    {"russian-jsu152",                    34, "cannon-b*",                     "medium", 108},
    {"russian-kv1-m42",                   28, "cannon-d",                      "slow",    74},
    {"russian-kv2",                       28, "cannon-b",                      "slow",   103},
    {"russian-kv85",                      28, "cannon-b",                      "medium", 108},
    {"russian-su76",                      16, "cannon-d*",                     "medium",  64},
    {"russian-su85",                      28, "cannon-b*",                     "medium", 102},
    {"russian-su100",                     28, "cannon-b*",                     "medium", 102},
    {"russian-t28e",                      22, "cannon-e",                      "medium",  62},
    {"russian-t34-76",                    22, "cannon-d",                      "fast",    78},
    {"russian-t34-85",                    28, "cannon-b",                      "fast",   113},
    {"russian-t60",                       16, "cannon-e",                      "medium",  56},
    {"us-stuart-m5a1",                    22, "cannon-d",                      "fast",    78},
    {"us-chaffee-m24",                    22, "cannon-d",                      "fast",    78},
    {"us-lee-m3",                         22, "cannon-d cannon-d*",            "medium", 106},
    {"us-sherman-m4a1",                   22, "cannon-d",                      "medium",  73},
    {"us-sherman-m4a3",                   28, "cannon-d",                      "medium",  79},
    {"us-sherman-m4a3-e8",                28, "cannon-b",                      "medium", 108},
    {"us-pershing-m26",                   34, "cannon-b",                      "medium", 114},
    {"us-hellcat-gmc-m18",                16, "cannon-b",                      "fast",   101},
    {"us-wolverine-gmc-m10",              22, "cannon-b",                      "medium", 102},
    {"us-hmc-m8",                         22, "cannon-d*",                     "medium",  70},
    {"us-m8-armoured-car",                10, "cannon-d",                      "fast",    66},
    {"us-m20-utility-car",                10, "infantry-support",              "fast",    41},
    {"us-m16-half-track-aa",              10, "aa*",                           "fast",     0},
    {"us-half-track",                     10, "infantry-support*",             "fast",    40},
};
/* clang-format on */

const struct element *element(const char *id)
{
    for (size_t i = 0; i < COUNT_OF(ELEMENTS); i++)
        if (strcmp(ELEMENTS[i].id, id) == 0)
            return &ELEMENTS[i];
    fail_msg("%s is not listed", id);
    return NULL;
}

static const struct gun *gun(const char *id, size_t length)
{
    for (size_t i = 0; i < COUNT_OF(GUNS); i++)
        if (strlen(GUNS[i].id) == length && memcmp(GUNS[i].id, id, length) == 0)
            return &GUNS[i];
    return NULL;
}

bool on_foot(const struct element *e)
{
    return strcmp(e->mobility, "foot") == 0 || strcmp(e->mobility, "cavalry") == 0;
}

int needed(const struct shot *s)
{
    int column = 0, number;

    if (s->spares_vehicles && s->gun == &GUNS[0] && !s->infantry)
        return NEVER;
    if (s->fixed && s->moving)
        return NEVER;
    while (column < COLUMNS && !s->contact && s->range > HEADINGS[column])
        column++;
    if (column == COLUMNS || s->gun->number[column] == 0)
        return NEVER;
    number = s->gun->number[column];
    if (s->infantry && !s->gun->dispersed)
        number += 2;
    if (!s->contact && strcmp(s->cover, "normal") == 0)
        number += s->infantry ? 2 : 1;
    if (!s->contact && strcmp(s->cover, "fortification") == 0)
        number += s->fort;
    if (s->moving && !s->large_static)
        number += 2;
    return number + s->opportunity;
}

int successes(int number, int x, int y)
{
    return (x >= number) + (y >= number);
}

int damage(const struct shot *s, int number, int x, int y)
{
    int full = s->gun->damage, done = 0;

    if (successes(number, x, y) == 1)
        done = s->down ? full / 2 : full / 2 + full % 2;
    if (successes(number, x, y) == 2)
        done = x == y ? 2 * full : full;
    return s->infantry && !s->gun->dispersed ? done / 2 + done % 2 : done;
}

static void add(struct spread *to, int done, int64_t ways)
{
    int i = 0;

    while (i < to->n && to->damage[i] != done)
        i++;
    if (i == to->n) {
        assert_true(to->n < 64);
        to->damage[to->n] = done;
        to->ways[to->n++] = 0;
    }
    to->ways[i] += ways;
    to->total += ways;
}

const struct spread NOTHING = {.n = 1, .damage = {0}, .ways = {1}, .total = 1};

struct spread and_shot(const struct spread *before, const struct shot *s)
{
    struct spread all = {0};
    int number = needed(s);

    for (int x = 1; x <= 10; x++)
        for (int y = 1; y <= 10; y++)
            for (int i = 0; i < before->n; i++)
                add(&all, before->damage[i] + (number == NEVER ? 0 : damage(s, number, x, y)), before->ways[i]);
    return all;
}

int64_t hp_lost(const struct spread *s, int hp)
{
    int64_t sum = 0;

    for (int i = 0; i < s->n; i++)
        sum += s->ways[i] * (s->damage[i] < hp ? s->damage[i] : hp);
    return sum;
}

/* All listed weapons at once. */
static struct spread main_weapons(const struct element *unit, struct shot s)
{
    struct spread all = NOTHING;

    for (const char *at = unit->weapons; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " *");

        s.gun = gun(at, length);
        s.fixed = at[length] == '*';
        if (s.gun)
            all = and_shot(&all, &s);
        at += strcspn(at, " ");
    }
    return all;
}

bool may_attack(const struct element *unit, const struct element *target, struct shot s)
{
    bool may = false;

    s.infantry = on_foot(target);
    for (const char *at = unit->weapons; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " *");

        s.gun = gun(at, length);
        s.fixed = at[length] == '*';
        may = may || (s.gun && needed(&s) != NEVER);
        at += strcspn(at, " ");
    }
    return may;
}

static struct spread machine_gun(struct shot s)
{
    s.gun = &GUNS[0];
    s.fixed = false;
    return s.infantry ? and_shot(&NOTHING, &s) : NOTHING;
}

struct spread activation(const struct element *unit, const struct element *target, const char *weapons, struct shot s)
{
    struct spread guns, other;

    s.infantry = on_foot(target);
    guns = main_weapons(unit, s);
    other = machine_gun(s);
    if (on_foot(unit) || strcmp(weapons, "main") == 0)
        return guns;
    if (strcmp(weapons, "machine-gun") == 0)
        return other;
    return hp_lost(&other, target->hp) * guns.total > hp_lost(&guns, target->hp) * other.total ? other : guns;
}
