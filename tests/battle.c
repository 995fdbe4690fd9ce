/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles. One against one is the duel, to the last fraction; larger ones are fought again by the book, element by element
 * with the second copy of M.A.D.'s rules, and the exact answer must lie within five standard errors of what happened.
 *
 * Every comparison is of a share or a mean over TRIALS battles with a fixed seed; at five standard errors a true answer
 * fails one in 1.7 million times, and there are about 500 comparisons: the suite would raise a false alarm with one seed in
 * 3000. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <salvo/fight.h>

#include "battle_cases.h"
#include "mad_book.h"
#include "merit.h"
#include "splitmix.h"
#include "support.h"

enum { TRIALS = IS_SANITISED ? 4000 : 20000, TURNS_CAP = 2000 };

static const salvo_approach EXACT = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_RATIONAL}};

/* The same text, or the same double where the fraction is too long to print. */
static void assert_same_number(const salvo_number *a, const salvo_number *b)
{
    assert_true(fabs(a->value - b->value) < 1e-15);
    if (a->exact && b->exact)
        assert_string_equal(a->exact, b->exact);
}

static void compare_with_duel(const char *a, const char *b, double range, const char *cover)
{
    char range_word[64], cover_word[64], side_word[64];
    const char *words[] = {range_word, cover_word}, *own[] = {side_word};
    salvo_battle_plan plan = {.army = {{.list = a}, {.list = b}}, .range = range, .close_to = -1};
    salvo_error err = {0};
    salvo_battle battle;
    salvo_duel duel;

    snprintf(range_word, sizeof range_word, "range=%g", range);
    snprintf(cover_word, sizeof cover_word, "a-cover=%s", cover);
    snprintf(side_word, sizeof side_word, "cover=%s", cover);
    plan.army[0].words = own;
    plan.army[0].n_words = 1;
    if (salvo_duel_fight(&duel, mad(), a, b, words, 2, &EXACT, &err) != SALVO_OK ||
        salvo_battle_fight(&battle, mad(), &plan, &EXACT, &err) != SALVO_OK)
        fail_msg("%s against %s: %s", a, b, err.text);
    assert_same_number(&battle.p_a.exact, &duel.p_a.exact);
    assert_same_number(&battle.p_b.exact, &duel.p_b.exact);
    assert_same_number(&battle.p_mutual.exact, &duel.p_mutual.exact);
    assert_same_number(&battle.p_undecided.exact, &duel.p_undecided.exact);
    assert_int_equal(battle.ends && battle.p_undecided.exact.value < 1, duel.ends);
    if (duel.ends)
        assert_same_number(&battle.expected_turns.exact, &duel.expected_turns.exact);
    salvo_battle_free(&battle);
    salvo_duel_free(&duel);
}

static void one_against_one_is_the_duel(void **state)
{
    static const double RANGES[] = {50, 300, 750, 1200, 2500};
    static const char *const COVERS[] = {"none", "normal", "fortification"};

    (void)state;
    for (size_t i = 0; i < N_ELEMENTS; i++)
        compare_with_duel(ELEMENTS[i].id, ELEMENTS[(i * 37 + 11) % N_ELEMENTS].id, RANGES[i % COUNT_OF(RANGES)],
                          COVERS[i % COUNT_OF(COVERS)]);
}

static void check_figure(const salvo_figure *f, const char *what, const char *army)
{
    const double half_width = (f->simulated.high - f->simulated.low) / 2;

    if (fabs(f->simulated.value - f->exact.value) > 3 * half_width + 1e-9)
        fail_msg("%s of %s: simulated %.9g, exact %.9g, half-width %.3g", what, army, f->simulated.value,
                 f->exact.value, half_width);
}

/* Every number of a battle, simulated and exact. */
static void check_both(const salvo_battle_plan *plan)
{
    const salvo_approach both = {
        .method = SALVO_BOTH, .options = {.turns_max = 40, .turns_tail = 1e-5}, .plan = {.seed = 5, .trials = 1 << 20}};
    const char *army = plan->army[0].list;
    salvo_error err = {0};
    salvo_battle b;

    if (salvo_battle_fight(&b, mad(), plan, &both, &err) != SALVO_OK)
        fail_msg("%s: %s", army, err.text);
    assert_true(b.n_turns > 1);
    check_figure(&b.p_a, "P(a wins)", army);
    check_figure(&b.p_b, "P(b wins)", army);
    check_figure(&b.p_undecided, "P(undecided)", army);
    check_figure(&b.expected_turns, "turns", army);
    for (int s = 0; s < 2; s++) {
        check_figure(&b.side[s].lost, "losses", army);
        check_figure(&b.side[s].strength_lost, "hit points lost", army);
        for (size_t t = 0; t < b.n_turns; t++)
            check_figure(&b.by_turn[t].left[s], "survivors", army);
    }
    salvo_battle_free(&b);
}

/* Such battles are walked, not acted out. */
static void one_against_one_is_walked(void **state)
{
    salvo_battle_plan plans[] = {
        {.army = {{.list = "Tiger I (cover=normal)"}, {.list = "Sherman Firefly"}}, .range = 750},
        {.army = {{.list = "Infantry"}, {.list = "Tiger I (weapons=best)"}}, .range = 300},
        {.army = {{.list = "Sherman M4A1"}, {.list = "Tiger I"}}, .range = 2000, .scenario = SALVO_ADVANCE},
        {.army = {{.list = "Hetzer"}, {.list = "M3 Grant"}}, .range = 1000, .turns = 3},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(plans); i++) {
        plans[i].close_to = -1;
        check_both(&plans[i]);
    }
}

struct force {
    int n;
    const struct element *unit[SIDE_MAX];
    const char *cover;
    salvo_targets targets;
    salvo_acts acts;
    double price[SIDE_MAX]; /* in parts of the dearest in the battle */
    int place[SIDE_MAX];
    double threat[SIDE_MAX]; /* the most that its fire is worth in the first turn */
};

static int alive(const struct force *f, const int *hp)
{
    int n = 0;

    for (int i = 0; i < f->n; i++)
        n += hp[i] > 0;
    return n;
}

static double pace(const struct force *f, const int *hp)
{
    static const struct {
        const char *mobility;
        double mm;
    } PACES[] = {{"foot", 75}, {"cavalry", 150}, {"slow", 100}, {"medium", 150}, {"fast", 200}};
    double least = INFINITY;

    for (int i = 0; i < f->n; i++)
        for (size_t k = 0; k < COUNT_OF(PACES); k++)
            if (hp[i] > 0 && strcmp(PACES[k].mobility, f->unit[i]->mobility) == 0)
                least = fmin(least, PACES[k].mm);
    return least;
}

static struct spread fire_at(const struct element *by, const struct force *enemy, int at, double range, bool moving)
{
    return activation(by, enemy->unit[at], "main",
                      (struct shot){.range = range, .moving = moving, .cover = enemy->cover, .fort = 4});
}

/* Whether any of its weapons may fire at all. */
static bool is_attack(const struct element *by, const struct force *enemy, int at, double range, bool moving)
{
    return may_attack(by, enemy->unit[at],
                      (struct shot){.range = range, .moving = moving, .cover = enemy->cover, .fort = 4});
}

static double worth(const struct force *own, int by, const struct force *enemy, int at, int hp, double range,
                    bool moving)
{
    struct spread s = fire_at(own->unit[by], enemy, at, range, moving);
    double destroyed = 0, weakened = 0;

    for (int i = 0; i < s.n; i++) {
        double p = (double)s.ways[i] / (double)s.total;

        if (s.damage[i] >= hp)
            destroyed += p;
        else
            weakened += p * s.damage[i] / enemy->unit[at]->hp;
    }
    return worth_of_fire(enemy->price[at], destroyed, weakened);
}

static int pick(const struct force *own, int by, const struct force *enemy, const int *hp, const int *received,
                double range, bool moving)
{
    int chosen = -1;
    struct merit most;

    for (int i = 0; i < enemy->n; i++) {
        struct merit value = {{0}};

        if (hp[i] <= 0)
            continue;
        if (own->targets == SALVO_WEAKEST)
            value.of[0] = -hp[i];
        else if (own->targets == SALVO_STRONGEST)
            value.of[0] = enemy->unit[i]->price;
        else if (own->targets == SALVO_SPREAD)
            value.of[0] = -received[i];
        else if (own->targets == SALVO_BEST)
            value = merit_of_target(worth(own, by, enemy, i, hp[i], range, moving), enemy->threat[i], enemy->place[i],
                                    hp[i], 0);
        if (chosen < 0 || is_better(&value, &most)) {
            chosen = i;
            most = value;
        }
    }
    return chosen;
}

/* Who acts next of those who are left and have not acted; -1 for nobody. */
static int next_ready(const struct force *own, const int *own_hp, const bool *acted, const struct force *enemy,
                      const int *hp, const int *received, double range, bool moving)
{
    int by = -1;
    struct merit most;

    for (int i = 0; i < own->n; i++) {
        struct merit value = {{0}};

        if (acted[i] || own_hp[i] <= 0)
            continue;
        if (own->acts == SALVO_ACTS_BEST) {
            int at = pick(own, i, enemy, hp, received, range, moving);

            value = merit_of_actor(worth(own, i, enemy, at, hp[at], range, moving), own->place[i]);
        }
        if (by < 0 || is_better(&value, &most)) {
            by = i;
            most = value;
        }
    }
    return by;
}

static int throw_spread(const struct spread *s, uint64_t *rng)
{
    int64_t way = (int64_t)(splitmix_next(rng) % (uint64_t)s->total);
    int i = 0;

    for (; way >= s->ways[i]; i++)
        way -= s->ways[i];
    return s->damage[i];
}

struct fought {
    int winner; /* 0 a, 1 b, 2 undecided */
    int lost[2], hp_lost[2], turns;
};

static bool can_hurt(const struct force *own, const int *own_hp, const struct force *enemy, const int *hp, double range)
{
    for (int i = 0; i < own->n; i++)
        for (int k = 0; k < enemy->n; k++) {
            struct spread s;

            if (own_hp[i] <= 0 || hp[k] <= 0)
                continue;
            s = fire_at(own->unit[i], enemy, k, range, false);
            for (int d = 0; d < s.n; d++)
                if (s.damage[d] > 0 && s.ways[d] > 0)
                    return true;
        }
    return false;
}

static void take_turn(const struct force force[2], int hp[2][SIDE_MAX], double range, const bool moving[2],
                      uint64_t *rng)
{
    bool acted[2][SIDE_MAX] = {{0}};
    int received[2][SIDE_MAX] = {{0}};
    int side = (int)(splitmix_next(rng) & 1), idle = 0;

    while (idle < 2 && alive(&force[0], hp[0]) && alive(&force[1], hp[1])) {
        int by = next_ready(&force[side], hp[side], acted[side], &force[!side], hp[!side], received[!side], range,
                            moving[side]);
        int at;
        struct spread s;

        if (by < 0) {
            idle++;
            side = !side;
            continue;
        }
        idle = 0;
        acted[side][by] = true;
        at = pick(&force[side], by, &force[!side], hp[!side], received[!side], range, moving[side]);
        s = fire_at(force[side].unit[by], &force[!side], at, range, moving[side]);
        received[!side][at] += is_attack(force[side].unit[by], &force[!side], at, range, moving[side]);
        hp[!side][at] -= throw_spread(&s, rng);
        side = !side;
    }
}

/* Nobody breaks off who has no enemy left. */
static bool is_down(const struct force force[2], int hp[2][SIDE_MAX], int s, double break_at)
{
    int lost = force[s].n - alive(&force[s], hp[s]);

    if (!alive(&force[!s], hp[!s]))
        return false;
    return lost == force[s].n || (break_at > 0 && lost > 0 && lost >= break_at * force[s].n - 1e-9);
}

static void set_up(const struct force force[2], int hp[2][SIDE_MAX])
{
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < force[s].n; i++)
            hp[s][i] = force[s].unit[i]->hp;
}

/* The lines before a turn; where they are then. Whoever is to halt farther off moves after the other. */
static double close_in(const struct battle_case *c, const struct force force[2], int hp[2][SIDE_MAX], double range,
                       bool moving[2])
{
    const double close_to = c->close_to > 0 ? c->close_to : 100;
    const double stop[2] = {fmax(close_to, c->halt_a), fmax(close_to, c->halt_b)};
    const int near = stop[0] < stop[1] ? 0 : 1, far = !near;
    double after;

    moving[0] = c->scenario != SALVO_HOLD && range > stop[0];
    moving[1] = c->scenario == SALVO_MEETING && range > stop[1];
    if (stop[0] == stop[1] && moving[0] && moving[1])
        return fmax(close_to, fmax(stop[0], range - pace(&force[0], hp[0]) - pace(&force[1], hp[1])));
    after = moving[near] ? fmax(stop[near], range - pace(&force[near], hp[near])) : range;
    moving[far] = moving[far] && after > stop[far];
    return moving[far] ? fmax(stop[far], after - pace(&force[far], hp[far])) : after;
}

static struct fought fight_by_the_book(const struct battle_case *c, const struct force force[2], uint64_t *rng)
{
    int hp[2][SIDE_MAX];
    double range = c->range;
    struct fought f = {.winner = 2};

    set_up(force, hp);
    for (;;) {
        bool down[2] = {is_down(force, hp, 0, c->break_at), is_down(force, hp, 1, c->break_at)};
        bool moving[2];

        if (down[0] || down[1])
            f.winner = down[0] && down[1] ? 2 : down[0];
        if (down[0] || down[1] || (c->turns && f.turns == c->turns) || f.turns == TURNS_CAP)
            break;
        range = close_in(c, force, hp, range, moving);
        if (!moving[0] && !moving[1] && !can_hurt(&force[0], hp[0], &force[1], hp[1], range) &&
            !can_hurt(&force[1], hp[1], &force[0], hp[0], range))
            break;
        f.turns++;
        take_turn(force, hp, range, moving, rng);
    }
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < force[s].n; i++) {
            f.lost[s] += hp[s][i] <= 0;
            f.hp_lost[s] += force[s].unit[i]->hp - (hp[s][i] > 0 ? hp[s][i] : 0);
        }
    return f;
}

static struct force force_of(const char *const *ids, const char *cover, salvo_targets targets, salvo_acts acts)
{
    struct force f = {.cover = cover ? cover : "none", .targets = targets, .acts = acts};

    for (; ids[f.n]; f.n++)
        f.unit[f.n] = element(ids[f.n]);
    return f;
}

/* What everybody is worth, and who comes before whom. */
static void rank(const struct battle_case *c, struct force force[2])
{
    char keys[SIDE_MAX][BOOK_KEY_MAX];
    int hp[2][SIDE_MAX], dearest = 0;
    bool priced = true, moving[2];
    double range;

    set_up(force, hp);
    range = close_in(c, force, hp, c->range, moving);
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < force[s].n; i++) {
            priced = priced && force[s].unit[i]->price > 0;
            dearest = force[s].unit[i]->price > dearest ? force[s].unit[i]->price : dearest;
        }
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < force[s].n; i++) {
            force[s].price[i] = priced ? (double)force[s].unit[i]->price / dearest : 1;
            snprintf(keys[i], BOOK_KEY_MAX, "%03d", (int)(force[s].unit[i] - ELEMENTS));
        }
        find_places(keys, force[s].n, force[s].place);
    }
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < force[s].n; i++)
            for (int at = 0; at < force[!s].n; at++)
                force[s].threat[i] =
                    fmax(force[s].threat[i], worth(&force[s], i, &force[!s], at, hp[!s][at], range, moving[s]));
}

static void assert_near(double exact, double sum, double squares, const char *what, const char *name)
{
    double mean = sum / TRIALS, variance = fmax(squares / TRIALS - mean * mean, 0);
    double error = sqrt((variance > 0 ? variance : 1.0 / TRIALS) / TRIALS);

    if (fabs(exact - mean) > 5 * error)
        fail_msg("%s: %s is %.6f, by the book %.6f, %.1f standard errors off", name, what, exact, mean,
                 (exact - mean) / error);
}

static void check_shares(const struct battle_case *c, const salvo_battle *b, const int wins[3],
                         int lost[2][SIDE_MAX + 1])
{
    const double ends[3] = {b->p_a.exact.value, b->p_b.exact.value,
                            b->p_undecided.exact.value + b->p_mutual.exact.value};

    for (int i = 0; i < 3; i++)
        assert_near(ends[i], wins[i], wins[i], i == 0 ? "P(a wins)" : i == 1 ? "P(b wins)" : "P(nobody wins)", c->name);
    for (int s = 0; s < 2; s++)
        for (int k = 0; k <= b->side[s].count; k++)
            assert_near(b->side[s].lost_exactly[k].exact.value, lost[s][k], lost[s][k], "a number of losses", c->name);
}

static void exact_is_what_happens(void **state)
{
    const struct battle_case *c = *state;
    struct force force[2] = {force_of(c->a, c->cover_a, c->targets_a, c->acts_a),
                             force_of(c->b, c->cover_b, c->targets_b, c->acts_b)};
    uint64_t rng = 20260921;
    int wins[3] = {0}, lost[2][SIDE_MAX + 1] = {{0}};
    double turns[2] = {0}, hp[2][2] = {{0}};
    battle_text text;
    salvo_error err = {0};
    salvo_battle battle;

    rank(c, force);
    battle_plan_of(&text, c);
    if (salvo_battle_fight(&battle, mad(), &text.plan, &EXACT, &err) != SALVO_OK)
        fail_msg("%s: %s", c->name, err.text);
    for (int i = 0; i < TRIALS; i++) {
        struct fought f = fight_by_the_book(c, force, &rng);

        wins[f.winner]++;
        turns[0] += f.turns;
        turns[1] += (double)f.turns * f.turns;
        for (int s = 0; s < 2; s++) {
            lost[s][f.lost[s]]++;
            hp[s][0] += f.hp_lost[s];
            hp[s][1] += (double)f.hp_lost[s] * f.hp_lost[s];
        }
    }
    check_shares(c, &battle, wins, lost);
    if (battle.ends)
        assert_near(battle.expected_turns.exact.value, turns[0], turns[1], "turns", c->name);
    for (int s = 0; s < 2; s++)
        assert_near(battle.side[s].strength_lost.exact.value, hp[s][0], hp[s][1], "hit points lost", c->name);
    salvo_battle_free(&battle);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(BATTLE_CASES) + 2];
    size_t n = 0;

    for (; n < COUNT_OF(BATTLE_CASES); n++)
        tests[n] = row_test(BATTLE_CASES[n].name, exact_is_what_happens, &BATTLE_CASES[n]);
    tests[n++] = row_test("one against one is the duel", one_against_one_is_the_duel, NULL);
    tests[n++] = row_test("one against one is walked", one_against_one_is_walked, NULL);
    return _cmocka_run_group_tests("battles", tests, n, mad_open, mad_close);
}
