/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anti-tank grenades in contact (6.0 "A/T Grenades"), fought again result by result: one activation, duels with every
 * order of fire, and battles. Chances are summed in doubles. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mad_book.h"
#include "support.h"

enum { EFFECTS_MAX = 64, HP_END = 41, ARMY_MAX = 4, POSITIONS_MAX = 1 << 16, TURNS = 400 };

/* What one activation can do. */
struct effect {
    double p;
    int damage;
    bool destroys_own; /* the attackers destroy themselves */
};

struct effects {
    int n;
    struct effect at[EFFECTS_MAX];
};

/* A D10: 10 destroys the attackers, any other number does five times that damage. Without grenades, the element fires
 * at range 0 at a target that has no cover. */
static struct effects effects_of(const struct element *by, const struct element *at, bool has_grenades)
{
    struct effects e = {0};
    struct spread s;

    if (has_grenades && on_foot(by) && !on_foot(at)) {
        for (int face = 1; face <= 10; face++)
            e.at[e.n++] = (struct effect){0.1, face == 10 ? 0 : 5 * face, face == 10};
        return e;
    }
    s = activation(by, at, "main", (struct shot){.range = 0, .contact = true, .cover = "none", .fort = 4});
    for (int i = 0; i < s.n; i++)
        e.at[e.n++] = (struct effect){(double)s.ways[i] / (double)s.total, s.damage[i], false};
    return e;
}

static void assert_near(double is, double expected, const char *what, const char *of)
{
    if (!(fabs(is - expected) < 1e-11))
        fail_msg("%s of %s: %.15g instead of %.15g", what, of, is, expected);
}

static double chance_of(const answer *is, const char *label)
{
    const salvo_number *n = probability_of(is, label);

    return n ? n->value : 0;
}

/* One activation. */

static void check_activation(const struct element *by, const struct element *at, const char *how)
{
    int destroyed = 0, lost = 0;
    char words[256];
    answer is;

    snprintf(words, sizeof words, "unit=%s target=%s contact=yes at-grenades=yes %s", by->id, at->id, how);
    ask(&is, mad(), "mad.unit-fire", words);
    for (int face = 1; face <= 9; face++) {
        destroyed += 5 * face >= at->hp;
        lost += 5 * face < at->hp ? 5 * face : at->hp;
    }
    assert_near(chance_of(&is, "destroyed"), destroyed / 10.0, "destroyed", words);
    assert_near(chance_of(&is, "damaged"), (9 - destroyed) / 10.0, "damaged", words);
    assert_near(chance_of(&is, "unharmed"), 0.1, "unharmed", words);
    assert_near(mean_of(&is, "damage")->value, 22.5, "damage", words);
    assert_near(mean_of(&is, "hp-lost")->value, lost / 10.0, "hp-lost", words);
    assert_near(mean_of(&is, "attackers-destroyed")->value, 0.1, "attackers-destroyed", words);
    answer_free(&is);
}

/* Neither moving, nor opportunity fire, nor cover, nor a rule about small arms changes the D10. */
static void every_vehicle(void **state)
{
    static const char *const HOW[] = {"", "moving=yes opportunity=yes", "cover=fortification",
                                      "small-arms-vehicles=no"};

    (void)state;
    for (size_t i = 0; i < N_ELEMENTS; i++)
        if (!on_foot(&ELEMENTS[i]))
            check_activation(element(i % 2 ? "generic-infantry" : "generic-infantry-support"), &ELEMENTS[i],
                             HOW[i % 4]);
}

/* Out of contact, and against infantry, the weapons are fired. */
static void weapons_elsewhere(void **state)
{
    static const char *const QUESTIONS[] = {
        "unit=generic-infantry target=german-tiger-i range=0",
        "unit=generic-infantry-support target=us-half-track range=100 moving=yes",
        "unit=generic-infantry target=generic-infantry-support contact=yes",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(QUESTIONS); i++) {
        static const char *const LABELS[] = {"destroyed", "damaged", "unharmed"};
        char words[256];
        answer with, without;

        snprintf(words, sizeof words, "%s at-grenades=yes", QUESTIONS[i]);
        ask(&with, mad(), "mad.unit-fire", words);
        ask(&without, mad(), "mad.unit-fire", QUESTIONS[i]);
        for (size_t k = 0; k < COUNT_OF(LABELS); k++)
            assert_near(chance_of(&with, LABELS[k]), chance_of(&without, LABELS[k]), LABELS[k], words);
        assert_near(mean_of(&with, "attackers-destroyed")->value, 0, "attackers-destroyed", words);
        assert_null(mean_of(&without, "attackers-destroyed"));
        answer_free(&with);
        answer_free(&without);
    }
}

static void refusals(void **state)
{
    (void)state;
    assert_refused(mad(), "mad.unit-fire", "unit=german-tiger-i target=us-half-track contact=yes at-grenades=yes",
                   "at-grenades=yes: Tiger I is not infantry, and only infantry uses anti-tank grenades; leave it out");
    assert_refused(mad(), "mad.duel", "a=generic-infantry b=german-tiger-i range=0 b-at-grenades=yes",
                   "b-at-grenades=yes: Tiger I is not infantry");
    assert_refused(mad(), "mad.duel", "a=generic-infantry b=german-tiger-i range=50 contact=yes",
                   "contact=yes: the two are 50 m apart; use range=0, or leave it out");
}

/* Duels. */

enum { A_WINS, B_WINS, MUTUAL, N_ENDS };

struct duel {
    struct effects by[2];
    const char *first;
};

struct end {
    double p[N_ENDS], turns;
};

static void add_end(struct end *to, const struct end *of, double p)
{
    for (int k = 0; k < N_ENDS; k++)
        to->p[k] += p * of->p[k];
    to->turns += p * of->turns;
}

static const struct end *end_of(const struct duel *d, int hp_a, int hp_b, struct end known[HP_END][HP_END]);

/* What follows if `x` is what a does and `y` what b does: both of them, or only one if it comes first and decides. */
static void add_pair(const struct duel *d, const struct effect *x, const struct effect *y, int hp_a, int hp_b, double p,
                     struct end *to, double *self, struct end known[HP_END][HP_END])
{
    const int left_a = hp_a - y->damage, left_b = hp_b - x->damage;
    const bool is_at_once = strcmp(d->first, "simultaneous") == 0;

    for (int first = 0; first < 2; first++) { /* each with half of the chance */
        const bool a_first = strcmp(d->first, "a") == 0 || (strcmp(d->first, "b") != 0 && first == 0);
        const struct effect *one = a_first ? x : y;
        const int hit = a_first ? left_b : left_a; /* whom the first fires at */
        bool a_out, b_out;

        if (is_at_once) {
            a_out = x->destroys_own || left_a < 1;
            b_out = y->destroys_own || left_b < 1;
        } else if (one->destroys_own || hit < 1) { /* the second does not fire */
            a_out = a_first ? one->destroys_own : hit < 1;
            b_out = a_first ? hit < 1 : one->destroys_own;
        } else {
            a_out = left_a < 1 || x->destroys_own;
            b_out = left_b < 1 || y->destroys_own;
        }
        if (a_out || b_out)
            to->p[a_out && b_out ? MUTUAL : a_out ? B_WINS : A_WINS] += p / 2;
        else if (left_a == hp_a && left_b == hp_b)
            *self += p / 2;
        else
            add_end(to, end_of(d, left_a, left_b, known), p / 2);
    }
}

static const struct end *end_of(const struct duel *d, int hp_a, int hp_b, struct end known[HP_END][HP_END])
{
    struct end *to = &known[hp_a][hp_b];
    double self = 0;

    if (to->turns > 0)
        return to;
    for (int i = 0; i < d->by[0].n; i++)
        for (int k = 0; k < d->by[1].n; k++)
            add_pair(d, &d->by[0].at[i], &d->by[1].at[k], hp_a, hp_b, d->by[0].at[i].p * d->by[1].at[k].p, to, &self,
                     known);
    to->turns += 1;
    for (int k = 0; k < N_ENDS; k++)
        to->p[k] /= 1 - self;
    to->turns /= 1 - self;
    return to;
}

static const char *const PAIRS[][2] = {
    {"generic-infantry", "german-tiger-i"},      {"generic-infantry-support", "german-tiger-ii"},
    {"generic-infantry", "us-half-track"},       {"generic-infantry", "british-m3-grant"},
    {"generic-infantry-support", "german-pz-i"}, {"generic-infantry", "russian-t34-76"},
};

static void duels(void **state)
{
    static const char *const FIRST[] = {"a", "b", "initiative", "simultaneous"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PAIRS) * COUNT_OF(FIRST) * 2; i++) {
        static struct end known[HP_END][HP_END];
        const size_t pair = i / COUNT_OF(FIRST) % COUNT_OF(PAIRS);
        const int foot = i >= COUNT_OF(PAIRS) * COUNT_OF(FIRST); /* its side */
        const struct element *unit[] = {element(PAIRS[pair][foot]), element(PAIRS[pair][!foot])};
        const struct duel d = {{effects_of(unit[0], unit[1], true), effects_of(unit[1], unit[0], true)},
                               FIRST[i % COUNT_OF(FIRST)]};
        const struct end *end;
        char words[256];
        answer is;

        memset(known, 0, sizeof known);
        end = end_of(&d, unit[0]->hp, unit[1]->hp, known);
        snprintf(words, sizeof words,
                 "a=%s b=%s range=0 contact=yes %s-at-grenades=yes first=%s %s-cover=fortification", unit[0]->id,
                 unit[1]->id, foot ? "b" : "a", d.first, foot ? "b" : "a");
        ask(&is, mad(), "mad.duel", words);
        assert_near(chance_of(&is, "a-wins"), end->p[A_WINS], "a-wins", words);
        assert_near(chance_of(&is, "b-wins"), end->p[B_WINS], "b-wins", words);
        assert_near(chance_of(&is, "mutual"), end->p[MUTUAL], "mutual", words);
        assert_near(mean_of(&is, "turns")->value, end->turns, "turns", words);
        answer_free(&is);
    }
}

/* Battles: the distribution of all hit points, turn by turn. Everybody acts, and fires, in the order of the lists. */

struct position {
    int8_t hp[2][ARMY_MAX];
};

struct positions {
    size_t n;
    struct position at[POSITIONS_MAX];
    double p[POSITIONS_MAX];
};

struct army {
    int n;
    const struct element *unit[ARMY_MAX];
};

struct war {
    struct army army[2];
    struct effects fire[2][ARMY_MAX][ARMY_MAX];
    struct positions *next;
    double won[2], lost_both, turns;
};

static int first_left(const struct war *w, const struct position *now, int side, const bool *acted)
{
    for (int i = 0; i < w->army[side].n; i++)
        if (now->hp[side][i] > 0 && !(acted && acted[i]))
            return i;
    return -1;
}

static void add_position(struct positions *to, const struct position *of, double p)
{
    size_t i = 0;

    while (i < to->n && memcmp(&to->at[i], of, sizeof *of) != 0)
        i++;
    assert_true(i < POSITIONS_MAX);
    if (i == to->n) {
        to->at[to->n] = *of;
        to->p[to->n++] = 0;
    }
    to->p[i] += p;
}

/* The rest of a turn, in which `side` is to act. */
static void fight_on(struct war *w, const struct position *now, bool acted[2][ARMY_MAX], int side, double p)
{
    const bool is_left[] = {first_left(w, now, 0, NULL) >= 0, first_left(w, now, 1, NULL) >= 0};
    const struct effects *fire;
    int by, at;

    if (!is_left[0] || !is_left[1]) {
        *(is_left[0] ? &w->won[0] : is_left[1] ? &w->won[1] : &w->lost_both) += p;
        return;
    }
    if (first_left(w, now, side, acted[side]) < 0)
        side = !side; /* the other side goes on alone */
    by = first_left(w, now, side, acted[side]);
    if (by < 0) {
        add_position(w->next, now, p);
        return;
    }
    at = first_left(w, now, !side, NULL);
    fire = &w->fire[side][by][at];
    for (int i = 0; i < fire->n; i++) {
        struct position then = *now;
        bool did[2][ARMY_MAX];

        memcpy(did, acted, sizeof did);
        did[side][by] = true;
        then.hp[!side][at] = (int8_t)fmax(0, then.hp[!side][at] - fire->at[i].damage);
        if (fire->at[i].destroys_own)
            then.hp[side][by] = 0;
        fight_on(w, &then, did, !side, p * fire->at[i].p);
    }
}

static struct positions turns_of[2];

static void fight_war(struct war *w)
{
    bool nobody[2][ARMY_MAX] = {{false}};
    struct position start = {{{0}}};
    struct positions *now = &turns_of[0];

    for (int side = 0; side < 2; side++)
        for (int i = 0; i < w->army[side].n; i++) {
            start.hp[side][i] = (int8_t)w->army[side].unit[i]->hp;
            for (int k = 0; k < w->army[!side].n; k++)
                w->fire[side][i][k] = effects_of(w->army[side].unit[i], w->army[!side].unit[k], true);
        }
    now->n = 0;
    add_position(now, &start, 1);
    for (int turn = 0; turn < TURNS && now->n; turn++) {
        w->next = now == turns_of ? &turns_of[1] : turns_of;
        w->next->n = 0;
        for (size_t i = 0; i < now->n; i++) {
            if (now->p[i] < 1e-16)
                continue;
            w->turns += now->p[i];
            fight_on(w, &now->at[i], nobody, 0, now->p[i] / 2);
            fight_on(w, &now->at[i], nobody, 1, now->p[i] / 2);
        }
        now = w->next;
    }
}

static const struct battle {
    const char *a, *b; /* with grenades, and at whom */
    struct {
        int n;
        const char *unit[ARMY_MAX];
    } army[2];
} BATTLES[] = {
    {"2 Infantry (at-grenades=yes)",
     "1 Tiger I",
     {{2, {"generic-infantry", "generic-infantry"}}, {1, {"german-tiger-i"}}}},
    {"3 Infantry (at-grenades=yes)",
     "1 Half Track, 1 Tiger II",
     {{3, {"generic-infantry", "generic-infantry", "generic-infantry"}}, {2, {"us-half-track", "german-tiger-ii"}}}},
    {"1 Infantry (Support) (at-grenades=yes), 1 Infantry (at-grenades=yes)",
     "1 Infantry, 1 Sherman M4A1",
     {{2, {"generic-infantry-support", "generic-infantry"}}, {2, {"generic-infantry", "us-sherman-m4a1"}}}},
    {"1 Infantry (at-grenades=yes), 1 Tiger I",
     "1 Infantry (at-grenades=yes), 1 Sherman M4A1",
     {{2, {"generic-infantry", "german-tiger-i"}}, {2, {"generic-infantry", "us-sherman-m4a1"}}}},
};

static const char *const IN_CONTACT[] = {"contact=yes"};

static salvo_battle_plan plan_of(const struct battle *b)
{
    salvo_battle_plan plan = {
        .army = {{.list = b->a}, {.list = b->b}}, .words = IN_CONTACT, .n_words = 1, .range = 0, .close_to = -1};

    plan_in_order(&plan);
    return plan;
}

static void fight(salvo_battle *to, const salvo_battle_plan *plan, salvo_method method)
{
    const salvo_approach approach = {.method = method, .plan = {.seed = 3, .trials = IS_SANITISED ? 1 << 12 : 1 << 18}};
    salvo_error err = {0};

    if (salvo_battle_fight(to, mad(), plan, &approach, &err) != SALVO_OK)
        fail_msg("%s against %s: %s", plan->army[0].list, plan->army[1].list, err.text);
}

static void check_simulated(const salvo_figure *f, double expected, const char *what)
{
    const double width = f->simulated.high - f->simulated.low;

    if (fabs(f->simulated.value - expected) > 1.5 * width + 1e-9)
        fail_msg("%s: simulated %.9g, expected %.9g", what, f->simulated.value, expected);
}

static void battles(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BATTLES); i++) {
        const struct battle *b = &BATTLES[i];
        const salvo_battle_plan plan = plan_of(b);
        struct war w = {.won = {0}};
        salvo_battle is;

        for (int side = 0; side < 2; side++) {
            w.army[side].n = b->army[side].n;
            for (int k = 0; k < b->army[side].n; k++)
                w.army[side].unit[k] = element(b->army[side].unit[k]);
        }
        fight_war(&w);
        fight(&is, &plan, SALVO_BOTH);
        assert_near(is.p_a.exact.value, w.won[0], "a wins", b->a);
        assert_near(is.p_b.exact.value, w.won[1], "b wins", b->a);
        assert_near(is.p_mutual.exact.value, w.lost_both, "both lost", b->a);
        assert_near(is.expected_turns.exact.value, w.turns, "turns", b->a);
        check_simulated(&is.p_a, w.won[0], b->a);
        check_simulated(&is.p_b, w.won[1], b->a);
        check_simulated(&is.expected_turns, w.turns, b->a);
        salvo_battle_free(&is);
    }
}

/* Infantry moves 75 m in a turn, so that from 75 m it is in contact before anybody fires. The D10 is the same on the
 * move, and neither side has cover then. */
static void lines_meet(void **state)
{
    static const char *const COVER[] = {"cover=fortification"};
    salvo_battle_plan plan = plan_of(&BATTLES[0]);
    salvo_battle here, there;

    (void)state;
    fight(&here, &plan, SALVO_EXACT);
    assert_near(here.side[0].points, 2 * (23 + 12), "points", plan.army[0].list);
    plan.range = 75;
    plan.scenario = SALVO_ADVANCE;
    plan.army[1].words = COVER;
    plan.army[1].n_words = 1;
    fight(&there, &plan, SALVO_EXACT);
    assert_near(there.p_a.exact.value, here.p_a.exact.value, "a wins", "an advance over 75 m");
    assert_near(there.expected_turns.exact.value, here.expected_turns.exact.value, "turns", "an advance over 75 m");
    salvo_battle_free(&there);
    plan.range = 76; /* a turn under fire */
    fight(&there, &plan, SALVO_EXACT);
    assert_true(there.p_a.exact.value < here.p_a.exact.value - 0.1);
    salvo_battle_free(&there);
    plan.n_words = 0; /* without contact they stop at 100 m, or stay where they are */
    fight(&there, &plan, SALVO_EXACT);
    assert_true(there.p_a.exact.value < here.p_a.exact.value - 0.1);
    salvo_battle_free(&there);
    salvo_battle_free(&here);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vehicle), cmocka_unit_test(weapons_elsewhere), cmocka_unit_test(refusals),
        cmocka_unit_test(duels),         cmocka_unit_test(battles),           cmocka_unit_test(lines_meet),
    };

    return cmocka_run_group_tests_name("M.A.D. grenades by brute force", tests, mad_open, mad_close);
}
