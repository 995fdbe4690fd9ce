/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "skank_book.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void expected_free(expected *e)
{
    for (size_t i = 0; i < e->n; i++)
        mpq_clear(e->outcome[i].p);
    for (size_t i = 0; i < e->n_means; i++)
        mpq_clear(e->mean[i].value);
    e->n = e->n_means = 0;
}

void expect_chance(expected *e, const char *label, mpq_srcptr p)
{
    size_t i = 0;

    while (i < e->n && strcmp(e->outcome[i].label, label) != 0)
        i++;
    if (i == e->n) {
        assert_true(i < LABELS_MAX);
        snprintf(e->outcome[i].label, sizeof e->outcome[i].label, "%s", label);
        mpq_init(e->outcome[i].p);
        e->n++;
    }
    mpq_add(e->outcome[i].p, e->outcome[i].p, p);
}

void expect_mean(expected *e, const char *name, mpq_srcptr value)
{
    assert_true(e->n_means < MEANS_MAX);
    e->mean[e->n_means].name = name;
    mpq_init(e->mean[e->n_means].value);
    mpq_set(e->mean[e->n_means++].value, value);
}

static void ratio(mpq_ptr to, long over, unsigned long under)
{
    mpq_set_si(to, over, under);
    mpq_canonicalize(to);
}

void expect_ratio(expected *e, const char *label, long over, unsigned long under)
{
    mpq_t p;

    mpq_init(p);
    ratio(p, over, under);
    expect_chance(e, label, p);
    mpq_clear(p);
}

void expect_mean_ratio(expected *e, const char *name, long over, unsigned long under)
{
    mpq_t value;

    mpq_init(value);
    ratio(value, over, under);
    expect_mean(e, name, value);
    mpq_clear(value);
}

static bool is_expected(const expected *e, const char *label)
{
    for (size_t i = 0; i < e->n; i++)
        if (strcmp(e->outcome[i].label, label) == 0)
            return true;
    return false;
}

void check_answer(const salvo_rulebook *book, const char *procedure, const char *words, expected *e)
{
    mpq_t sum;
    answer is;

    mpq_init(sum);
    ask(&is, book, procedure, words);
    for (size_t i = 0; i < e->n; i++) {
        assert_probability(&is, e->outcome[i].label, e->outcome[i].p);
        mpq_add(sum, sum, e->outcome[i].p);
    }
    if (mpq_cmp_ui(sum, 1, 1) != 0)
        fail_msg("%s: what is expected does not add up to one", is.words);
    for (size_t i = 0; i < is.odds.n_outcomes; i++)
        if (!is_expected(e, is.odds.outcomes[i].label))
            fail_msg("%s: unexpected outcome '%s'", is.words, is.odds.outcomes[i].label);
    for (size_t i = 0; i < e->n_means; i++)
        assert_mean(&is, e->mean[i].name, e->mean[i].value);
    if (is.odds.n_means != e->n_means)
        fail_msg("%s: %zu means, not %zu", is.words, is.odds.n_means, e->n_means);
    answer_free(&is);
    expected_free(e);
    mpq_clear(sum);
}

void binomial(mpq_ptr to, int n, int k, int good)
{
    mpz_t power;

    mpz_init(power);
    mpz_bin_uiui(mpq_numref(to), (unsigned long)n, (unsigned long)k);
    mpz_ui_pow_ui(power, (unsigned long)good, (unsigned long)k);
    mpz_mul(mpq_numref(to), mpq_numref(to), power);
    mpz_ui_pow_ui(power, (unsigned long)(10 - good), (unsigned long)(n - k));
    mpz_mul(mpq_numref(to), mpq_numref(to), power);
    mpz_ui_pow_ui(mpq_denref(to), 10, (unsigned long)n);
    mpq_canonicalize(to);
    mpz_clear(power);
}

const figure FIGURES[N_FIGURES] = {
    {"rabble", 3, 0, 1, 1, 0}, {"trained", 5, 0, 1, 1, 1},       {"elite", 7, -1, 2, 2, 2},
    {"hero", 8, -2, 3, 3, 3},  {"large-monster", 5, 0, 1, 1, 4}, {"horse", 3, 0, 1, 1, 4},
};

const vehicle VEHICLES[N_VEHICLES] = {
    {"motorcycle", 1, false, false, 2, "wccceeeebs"}, {"car", 2, true, false, 4, "wccceeeebs"},
    {"armored-car", 3, true, true, 4, "wccceeeebs"},  {"apc", 4, true, true, 4, "wccceeegbs"},
    {"tank", 6, true, true, 0, "wkkkeeegts"},
};

/* clang-format off */
const arm ARMS[N_ARMS] = {
    {"bow-crossbow",          1, 80,  0,  0, 1, 0,  true,  false},
    {"pistol",                1, 18,  0,  0, 1, 0,  true,  false},
    {"rifle",                 1, 80,  0,  0, 1, 0,  true,  false},
    {"black-powder-rifle",    1, 80,  1,  1, 1, 0,  true,  false},
    {"shotgun",               2, 18, -2,  0, 1, 0,  true,  false},
    {"molotov",               2, 12,  0,  0, 1, 0,  true,  true},
    {"smg",                   2, 24, -1,  0, 1, 0,  true,  false},
    {"assault-rifle",         2, 80, -1,  0, 1, 0,  true,  false},
    {"light-mg",              2, 80,  0,  0, 5, 0,  true,  false},
    {"heavy-mg",              3, 80,  0,  0, 3, 0,  true,  false},
    {"energy-weapon",         4, 80, -1, -1, 1, 0,  true,  false},
    {"chain-gun",             3, 80,  0,  0, 7, 0,  true,  false},
    {"grenade",               4, 20,  0,  0, 1, 3,  false, true},
    {"incendiary-grenade",    4, 20,  0,  0, 1, 4,  false, true},
    {"grenade-launcher",      4, 80,  0,  0, 1, 3,  true,  true},
    {"auto-grenade-launcher", 4, 80,  0,  0, 1, 3,  false, true},
    {"flamethrower",          5, 12,  0,  0, 1, 4,  true,  false},
    {"light-cannon",          5, 80,  0,  0, 1, 3,  true,  false},
    {"anti-tank-rocket",      6, 80,  0,  0, 1, 4,  true,  false},
    {"mortar",                6, 80,  0,  0, 1, 4,  false, true},
    {"tank-main-gun",         6, 80,  0,  0, 1, 5,  true,  false},
    {"satchel-charge",        7, 1,   0,  0, 1, 3,  false, false},
    {"heavy-energy-weapon",   7, 80,  0,  0, 1, 5,  true,  false},
    {"missile",               7, 80,  0,  0, 1, 99, true,  false},
    {"claymore",              3, 0,   0,  0, 1, 0,  false, false},
};

const int MELEE[5][5] = {
    {4, 3, 1, 1, 0}, {6, 4, 2, 1, 1}, {8, 7, 5, 3, 2}, {9, 8, 7, 5, 4}, {0, 9, 8, 7, 5},
};

const int PSIONIC[9] = {0, 6, 5, 4, 3, 2, 1, 1, 1};

/* As printed, nine bands of ten inches: 100 is the star, NO_SHOT the N. */
enum { STAR = 100 };
static const int CHART[9][4] = {
    {9, 8, 5, 3},
    {8, 7, 4, 3},
    {7, 6, 3, 2},
    {6, 5, 2, 1},
    {5, 4, 1, STAR},
    {4, 2, STAR, STAR},
    {3, 1, STAR, STAR},
    {2, STAR, NO_SHOT, NO_SHOT},
    {1, STAR, NO_SHOT, NO_SHOT},
};
/* clang-format on */

const figure *figure_of(const char *id)
{
    for (size_t i = 0; i < N_FIGURES; i++)
        if (strcmp(FIGURES[i].id, id) == 0)
            return &FIGURES[i];
    return NULL;
}

const vehicle *vehicle_of(const char *id)
{
    for (size_t i = 0; i < N_VEHICLES; i++)
        if (strcmp(VEHICLES[i].id, id) == 0)
            return &VEHICLES[i];
    return NULL;
}

const arm *arm_of(const char *id)
{
    for (size_t i = 0; i < N_ARMS; i++)
        if (strcmp(ARMS[i].id, id) == 0)
            return &ARMS[i];
    fail_msg("the book has no '%s'", id);
    return NULL;
}

int least(int a, int b)
{
    return a < b ? a : b;
}

int most(int a, int b)
{
    return a > b ? a : b;
}

int faces(int number, int modifier)
{
    int good = 0;

    for (int r = 1; r <= 10; r++)
        good += r + modifier <= number;
    return good;
}

int chart(bool shooter_moves, bool target_moves, double range, bool descending)
{
    int column = 2 * shooter_moves + target_moves, row = most(1, (int)ceil(range / 10)) - 1, before = 0;

    if (range > 90)
        return NO_SHOT;
    if (CHART[row][column] != STAR)
        return CHART[row][column];
    for (int r = 0; r < row; r++)
        before += CHART[r][column] == STAR;
    return descending ? -before : 0;
}

char letter(const vehicle *v, int roll)
{
    return v->damage[least(10, most(1, roll)) - 1];
}

const char *label_of_letter(char c)
{
    switch (c) {
    case 'w':
        return "wreck";
    case 'c':
        return "crash";
    case 'k':
        return "knocked-out";
    case 'e':
        return "engine";
    case 'g':
        return "weapons";
    case 'b':
        return "brakes";
    case 't':
        return "track";
    default:
        return "superficial";
    }
}

int bits(const vehicle *v, char c)
{
    switch (c) {
    case 'w':
    case 'c':
    case 'k':
        return WRECKED;
    case 'e':
        return v->engine_disarms ? STOPPED | SILENCED : STOPPED;
    case 'g':
        return SILENCED;
    case 'b':
        return BRAKELESS;
    case 't':
        return TRACKLESS;
    default:
        return 0;
    }
}

const char *state_label(int suffered)
{
    if (suffered & WRECKED)
        return "destroyed";
    if ((suffered & STOPPED) && (suffered & SILENCED))
        return "immobile-disarmed";
    if (suffered & STOPPED)
        return "immobile";
    if (suffered & SILENCED)
        return "disarmed";
    return suffered ? "damaged" : "intact";
}

void harm_init(harm *h)
{
    for (int i = 0; i <= WRECKED; i++)
        mpq_init(h->p[i]);
}

void harm_free(harm *h)
{
    for (int i = 0; i <= WRECKED; i++)
        mpq_clear(h->p[i]);
}

void harm_of(harm *h, const vehicle *v, int n, int good, bool effective, bool destroys, int modifier)
{
    mpq_t part;

    mpq_init(part);
    /* of a hundred ways of a shot, those that do no more than S */
    for (int s = 0; s < WRECKED; s++) {
        unsigned long ways = (unsigned long)(10 - good) * 10;

        for (int r = 1; r <= 10; r++) {
            int does = !effective ? 0 : destroys ? WRECKED : bits(v, letter(v, r + modifier));

            ways += (does & ~s) == 0 ? (unsigned long)good : 0;
        }
        mpz_ui_pow_ui(mpq_numref(h->p[s]), ways, (unsigned long)n);
        mpz_ui_pow_ui(mpq_denref(h->p[s]), 100, (unsigned long)n);
        mpq_canonicalize(h->p[s]);
    }
    mpq_set_ui(part, 1, 1);
    mpq_sub(h->p[WRECKED], part, h->p[WRECKED - 1]);
    /* exactly S: without those that do no more than S less one of its bits, bit after bit */
    for (int bit = 1; bit < WRECKED; bit *= 2)
        for (int s = WRECKED - 1; s > 0; s--)
            if (s & bit)
                mpq_sub(h->p[s], h->p[s], h->p[s ^ bit]);
    mpq_clear(part);
}

static blast kill_upto(int cap, int rating)
{
    return (blast){.tenths = 10, .effective = true, .kills = rating <= cap};
}

static blast grazed(int tenths)
{
    return (blast){.tenths = tenths, .effective = true};
}

blast blast_at(const char *id, double distance, bool is_figure, int rating, int bonus, int ability, bool indoors,
               double radius, bool save)
{
    const blast none = {.tenths = 10};
    const double edge = 1e-9;
    const int fails = 10 - faces(ability, 0);
#define IS(name)     (strcmp(id, name) == 0)
#define WITHIN(upto) (distance <= (upto) + edge)

    if (arm_of(id)->rating + bonus < rating)
        return none;
    if (IS("grenade") || IS("grenade-launcher") || IS("auto-grenade-launcher")) {
        if (indoors)
            return WITHIN(4) ? kill_upto(3, rating) : none;
        return WITHIN(2) ? kill_upto(3, rating) : WITHIN(4) ? grazed(2) : none;
    }
    if (IS("incendiary-grenade"))
        return WITHIN(2) ? kill_upto(4, rating) : WITHIN(4) ? grazed(2) : none;
    if (IS("molotov"))
        return WITHIN(1) ? grazed(10) : none;
    if (IS("flamethrower"))
        return WITHIN(indoors ? 4 : 2) ? kill_upto(4, rating) : none;
    if (IS("mortar"))
        return WITHIN(3) ? kill_upto(4, rating) : WITHIN(4) && is_figure ? grazed(2) : none;
    if (IS("heavy-energy-weapon"))
        return WITHIN(2) ? kill_upto(5, rating) : none;
    if (IS("missile"))
        return WITHIN(4) ? kill_upto(7, rating) : none;
    if (IS("anti-tank-rocket")) {
        if (WITHIN(0))
            return kill_upto(4, rating);
        return WITHIN(4) && is_figure && rating <= 6 ? (blast){.tenths = fails, .effective = true, .kills = true}
                                                     : none;
    }
    if (IS("tank-main-gun")) {
        if (WITHIN(0))
            return kill_upto(5, rating);
        return WITHIN(4) && is_figure && rating <= 3 ? grazed(2) : none;
    }
    if (IS("light-cannon"))
        return WITHIN(0) ? kill_upto(3, rating) : none;
    if (IS("claymore"))
        return WITHIN(0) ? grazed(10) : none;
    if (IS("satchel-charge") && WITHIN(radius)) {
        blast all = kill_upto(3, rating);

        all.tenths = is_figure && save ? fails : 10;
        return all;
    }
    return none;
#undef IS
#undef WITHIN
}
