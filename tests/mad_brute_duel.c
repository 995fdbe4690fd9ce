/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M.A.D.'s duels against the second copy of the book, solved turn by turn: the library must give the same fractions. */
#include <stdio.h>
#include <string.h>

#include "mad_book.h"
#include "support.h"

enum { A_WINS, B_WINS, MUTUAL, TURNS, N_FATES, HP_END = 41, LIMIT_MAX = 5 };

struct fight {
    struct spread fire[2]; /* of a, of b */
    const char *first;
    int limit; /* 0: none */
    int number;
};

/* What becomes of a duel from here on: three chances and the mean number of turns; undecided is the rest. */
struct fate {
    int fight; /* the number of the fight whose it is */
    mpq_t is[N_FATES];
};

static struct fate fates[LIMIT_MAX + 1][HP_END][HP_END]; /* by turns left and hit points */

/* Who wins where b dies of a's fire, or a of b's, or either of the other's; each way comes with both results of the
 * initiative. The first to fire is not answered by the dead. */
static void count_deaths(const char *first, bool a_dies, bool b_dies, int64_t ways, int64_t won[N_FATES])
{
    if (a_dies && b_dies && strcmp(first, "simultaneous") == 0) {
        won[MUTUAL] += 2 * ways;
    } else if (a_dies && b_dies && strcmp(first, "initiative") == 0) {
        won[A_WINS] += ways;
        won[B_WINS] += ways;
    } else {
        won[b_dies && (!a_dies || strcmp(first, "a") == 0) ? A_WINS : B_WINS] += 2 * ways;
    }
}

static const struct fate *fate_of(const struct fight *f, int left, int hp_a, int hp_b);

static void add_fate(struct fate *to, const struct fate *next, int64_t ways)
{
    mpq_t part;

    mpq_init(part);
    for (int k = 0; k < N_FATES; k++) {
        mpq_set_si(part, (long)ways, 1);
        mpq_mul(part, part, next->is[k]);
        mpq_add(to->is[k], to->is[k], part);
    }
    mpq_clear(part);
}

/* fate = (ends now + ways on x fate there) / (ways that do not lead back here) */
static void find_fate(const struct fight *f, struct fate *to, int left, int hp_a, int hp_b)
{
    const struct spread *by_a = &f->fire[0], *by_b = &f->fire[1];
    int64_t won[N_FATES] = {[TURNS] = 2 * by_a->total * by_b->total}, leaving = won[TURNS];
    mpq_t part;

    for (int i = 0; i < by_a->n; i++)
        for (int k = 0; k < by_b->n; k++) {
            int a = hp_a - by_b->damage[k], b = hp_b - by_a->damage[i];
            int64_t ways = by_a->ways[i] * by_b->ways[k];

            if (a < 1 || b < 1)
                count_deaths(f->first, a < 1, b < 1, ways, won);
            else if (!f->limit && a == hp_a && b == hp_b)
                leaving -= 2 * ways;
            else
                add_fate(to, fate_of(f, f->limit ? left - 1 : 0, a, b), 2 * ways);
        }
    mpq_init(part);
    for (int k = 0; k < N_FATES && leaving; k++) {
        mpq_set_si(part, (long)won[k], 1);
        mpq_add(to->is[k], to->is[k], part);
        mpq_set_si(part, (long)leaving, 1);
        mpq_div(to->is[k], to->is[k], part);
    }
    mpq_clear(part);
}

static const struct fate *fate_of(const struct fight *f, int left, int hp_a, int hp_b)
{
    struct fate *fate = &fates[left][hp_a][hp_b];

    if (fate->fight == f->number)
        return fate;
    for (int k = 0; k < N_FATES; k++) {
        if (fate->fight == 0)
            mpq_init(fate->is[k]);
        mpq_set_ui(fate->is[k], 0, 1);
    }
    fate->fight = f->number;
    if (!f->limit || left)
        find_fate(f, fate, left, hp_a, hp_b);
    return fate;
}

/* How the sides stand: what their own flags, cover and weapons are. */
struct stance {
    bool moves[2], opportunity[2], spares_vehicles;
    const char *cover[2], *weapons[2];
};

static const struct stance STANCES[] = {
    {{0, 0}, {0, 0}, 0, {"none", "none"}, {"main", "main"}},
    {{1, 0}, {0, 1}, 0, {"none", "normal"}, {"main", "main"}},
    {{0, 0}, {1, 0}, 1, {"fortification", "none"}, {"best", "best"}},
    {{0, 1}, {0, 0}, 0, {"normal", "none"}, {"best", "machine-gun"}},
    {{1, 1}, {0, 0}, 0, {"none", "none"}, {"machine-gun", "best"}},
};

struct pair {
    const char *a, *b;
    double range;
};

/* clang-format off */
static const struct pair PAIRS[] = {
    {"german-tiger-i", "british-sherman-firefly", 750},      {"us-hellcat-gmc-m18", "german-marder-iii", 1000},
    {"british-m3-grant", "german-pz-iii-j-to-m", 300},       {"british-m3-grant", "us-lee-m3", 600},
    {"french-char-b1-bis", "german-pz-iii-d", 350},          {"french-char-b1-bis", "german-pz-iv-e-to-f1", 450},
    {"british-churchill-mk7-crocodile", "german-stug-iii-g", 100}, {"british-churchill-mk7-crocodile", "generic-infantry", 150},
    {"generic-infantry", "generic-infantry", 100},           {"generic-infantry", "generic-infantry-support", 101},
    {"generic-infantry-support", "generic-truck", 200},      {"generic-infantry-support", "german-tiger-ii", 100},
    {"generic-infantry", "german-tiger-i", 200},             {"generic-infantry-support", "british-m3-grant", 300},
    {"generic-truck", "generic-jeep-bike", 350},             {"generic-truck", "german-sdkfz-250-10-apc", 200},
    {"german-pz-i", "german-pz-i", 350},                     {"german-pz-i", "russian-t34-76", 450},
    {"german-elefant", "russian-js2", 1500},                 {"german-elefant", "russian-kv2", 1600},
    {"german-jagdtiger", "us-pershing-m26", 2000},           {"german-tiger-ii", "russian-t34-85", 1200},
    {"german-panther-a-to-g", "russian-t34-76", 800},        {"german-hetzer", "us-sherman-m4a3", 500},
    {"german-stug-iii-a-d", "french-somua-s35", 700},        {"german-wesp", "british-comet", 900},
    {"german-nashorn", "russian-su100", 1500},               {"german-flakpz-iv-wirbelwind", "us-half-track", 300},
    {"us-m16-half-track-aa", "generic-infantry", 200},       {"british-bofors-and-truck", "german-flakpz-iv-mobelwagen", 100},
    {"us-half-track", "british-universal-carrier", 400},     {"japanese-chi-ha-type-97-47mm", "us-stuart-m5a1", 1000},
    {"japanese-ho-ha-apc", "us-m20-utility-car", 350},       {"russian-bt7", "german-pz-ii-l-luchs", 500},
    {"russian-t60", "german-pz-ii-d-to-j", 1000},            {"russian-t28e", "us-chaffee-m24", 150},
    {"british-matilda-mkii", "german-pz-iv-f2-to-j", 1001},  {"british-archer", "german-tiger-i", 2000},
    {"british-cromwell-mk5", "german-jagdpz-iv-l48", 600},   {"us-wolverine-gmc-m10", "german-jagdpanther", 1250},
    {"us-hmc-m8", "german-sdkfz-234-2", 50},                 {"french-lorraine-apc", "generic-infantry", 350},
};
/* clang-format on */

static const char *const FIRST[] = {"a", "b", "initiative", "simultaneous"};

static struct spread fire_of(const struct pair *p, const struct stance *s, int side)
{
    const struct element *unit = element(side ? p->b : p->a), *enemy = element(side ? p->a : p->b);

    return activation(unit, enemy, s->weapons[side],
                      (struct shot){.range = p->range,
                                    .moving = s->moves[side],
                                    .opportunity = s->opportunity[side],
                                    .cover = s->cover[!side],
                                    .fort = 4,
                                    .spares_vehicles = s->spares_vehicles});
}

/* A side on foot has no machine gun to choose. */
static const char *choice(const char *unit, const char *weapons)
{
    return on_foot(element(unit)) && strcmp(weapons, "machine-gun") == 0 ? "main" : weapons;
}

static void compare_duel(const struct fight *f, const struct pair *p, const struct stance *s)
{
    static const char *const LABELS[] = {"a-wins", "b-wins", "mutual"};
    const struct fate *fate = fate_of(f, f->limit, element(p->a)->hp, element(p->b)->hp);
    char words[512], turns[16] = "unlimited";
    mpq_t undecided;
    answer is;

    if (f->limit)
        snprintf(turns, sizeof turns, "%d", f->limit);
    snprintf(words, sizeof words,
             "a=%s b=%s range=%g first=%s turns=%s a-moves=%s b-moves=%s a-opportunity=%s b-opportunity=%s a-cover=%s "
             "b-cover=%s a-weapons=%s b-weapons=%s small-arms-vehicles=%s",
             p->a, p->b, p->range, f->first, turns, yes(s->moves[0]), yes(s->moves[1]), yes(s->opportunity[0]),
             yes(s->opportunity[1]), s->cover[0], s->cover[1], choice(p->a, s->weapons[0]), choice(p->b, s->weapons[1]),
             yes(!s->spares_vehicles));
    ask(&is, mad(), "mad.duel", words);
    mpq_init(undecided);
    mpq_set_ui(undecided, 1, 1);
    for (int k = A_WINS; k <= MUTUAL; k++) {
        assert_probability(&is, LABELS[k], fate->is[k]);
        mpq_sub(undecided, undecided, fate->is[k]);
    }
    assert_probability(&is, "undecided", undecided);
    if (!f->limit && mpq_cmp_ui(undecided, 1, 1) == 0)
        assert_null(mean_of(&is, "turns"));
    else
        assert_mean(&is, "turns", fate->is[TURNS]);
    mpq_clear(undecided);
    answer_free(&is);
}

static void duels(void **state)
{
    static const int LIMITS[] = {0, 1, 2, 5};
    static struct fight f; /* its numbers go on from pair to pair */
    const struct pair *p = *state;

    for (int i = 0; i < (int)COUNT_OF(STANCES) * 4; i++) {
        const struct stance *s = &STANCES[i / 4];

        f.first = FIRST[i % 4];
        f.fire[0] = fire_of(p, s, 0);
        f.fire[1] = fire_of(p, s, 1);
        for (int limit = 0; limit < 4; limit++) {
            f.limit = LIMITS[limit];
            f.number++;
            if (limit == 0 || limit == 1 + (i + i / 4) % 3)
                compare_duel(&f, p, s);
        }
    }
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(PAIRS)];
    char names[COUNT_OF(PAIRS)][96];

    for (size_t n = 0; n < COUNT_OF(PAIRS); n++) {
        snprintf(names[n], sizeof names[n], "%s against %s at %g m", PAIRS[n].a, PAIRS[n].b, PAIRS[n].range);
        tests[n] = row_test(names[n], duels, &PAIRS[n]);
    }
    return cmocka_run_group_tests_name("M.A.D. duels by brute force", tests, mad_open, mad_close);
}
