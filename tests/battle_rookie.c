/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles of Rookie Rules by the reconstruction. One against one is rookie.duel to the last digit; larger ones are fought
 * by hand, card by card, with the chart's own formula: random squads, policies, scenarios and horizons from a fixed seed.
 * BATTLES battles have about 22 comparisons each: one seed in 1000 raises a false alarm. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fought.h"
#include "merit.h"
#include "scratch.h"
#include "splitmix.h"
#include "support.h"

enum { BATTLES = IS_SANITISED ? 10 : 30, TRIALS = 4000, MOST = 3, TEXT_MAX = 400, TURNS_CAP = 400 };
enum { STEADY, DISRUPTED, PINNED, SUPPRESSED };

OWN_BOOK(book, "rookie")
static uint64_t seed = 8925;

static int roll(int n)
{
    return (int)(splitmix_next(&seed) % (uint64_t)n);
}

static const char *const COVERS[] = {"open", "light", "woods", "building", "bunker"}; /* one column each */

struct squad {
    int men, per_man, cover, shift;
    bool rallies;
    int speed;
};

/* -1: nothing can be hit. */
static int column_of(const struct squad *by, int men, int marker, const struct squad *at, double range)
{
    int ff = men * by->per_man * (range < 8 ? 2 : 1), column = (ff + 4) / 5;
    int band = range < 8 || range <= 24 ? 0 : range <= 36 ? 1 : range <= 48 ? 2 : 3;

    column = (column > 13 ? 13 : column) - band - at->cover + by->shift - marker;
    return column < 0 ? 0 : column > 13 ? 13 : column;
}

/* The reconstruction's formula: the tenth of a die's rolls and twice the column. */
static void shoot(int column, int die, int *marker, int *kills)
{
    static const int MARKERS[] = {0, 1, 1, 2, 2, 3, 3, 3, 3, 3}, KILLS[] = {0, 0, 1, 0, 1, 1, 2, 3, 4, 5};
    int x = die + 2 * column, step = x <= 8 ? 0 : x >= 33 ? 9 : (x - 9) / 3 + 1;

    *marker = MARKERS[step];
    *kills = KILLS[step];
}

/* One is spent on going along with the line. */
static int functions(const struct squad *s, bool line_moves)
{
    return line_moves && s->speed > 0 ? 1 : 2;
}

/* What an activation begins with: the marker that is left, and shots. */
static int rally(const struct squad *s, int functions, int *marker)
{
    while (s->rallies && *marker > DISRUPTED && functions > 0) {
        functions--;
        --*marker;
    }
    return functions;
}

static bool ever_kills(const struct squad *by, int men, int marker, const struct squad *at, double range)
{
    int from = by->rallies && marker > DISRUPTED ? DISRUPTED : marker;

    for (int m = from; m <= (by->rallies ? DISRUPTED : SUPPRESSED); m++)
        for (int die = 0; die < 10; die++) {
            int x, kills;

            shoot(column_of(by, men, m, at, range), die, &x, &kills);
            if (kills > 0)
                return true;
        }
    return false;
}

struct side {
    int n;
    struct squad squad[MOST];
    salvo_targets targets;
    int place[MOST];     /* in the book */
    double threat[MOST]; /* the most that its fire is worth in the first phase */
};

struct setup {
    struct side side[2];
    double range, break_at, close_to;
    salvo_scenario scenario;
    int turns;
};

struct plan {
    salvo_battle_plan plan;
    char army[2][TEXT_MAX];
};

static void put_options(char *text, size_t size, const struct squad *q)
{
    snprintf(text, size, "men=%d per-man=%d cover=%s shift=%d policy=%s speed=%d", q->men, q->per_man, COVERS[q->cover],
             q->shift, q->rallies ? "rally" : "fire", q->speed);
}

static void put_army(char *text, const struct side *s)
{
    size_t used = 0;

    for (int i = 0; i < s->n; i++) {
        char options[TEXT_MAX / MOST];

        put_options(options, sizeof options, &s->squad[i]);
        used += (size_t)snprintf(text + used, TEXT_MAX - used, "%sstandard (%s)", i ? ", " : "", options);
    }
}

static void make_plan(struct plan *p, const struct setup *u)
{
    p->plan = (salvo_battle_plan){.range = u->range,
                                  .scenario = u->scenario,
                                  .close_to = u->close_to,
                                  .turns = u->turns,
                                  .break_at = u->break_at};
    for (int s = 0; s < 2; s++) {
        put_army(p->army[s], &u->side[s]);
        p->plan.army[s] = (salvo_army){.list = p->army[s], .targets = u->side[s].targets};
    }
}

static struct squad any_squad(int men)
{
    return (struct squad){.men = 1 + roll(men),
                          .per_man = 2 + roll(4),
                          .cover = roll(2) * roll(5),
                          .shift = roll(3) ? 0 : roll(5) - 1,
                          .rallies = roll(2),
                          .speed = roll(5) ? 4 + 2 * roll(3) : 0};
}

/* Policies that may choose otherwise every turn get a horizon: nobody sees the stalemates of theirs. */
static struct setup any_setup(void)
{
    static const double RANGES[] = {4, 7, 8, 20, 24, 25, 36, 40, 50}, SHARES[] = {0, 0, 0.34, 0.5};
    struct setup u = {.range = RANGES[roll(9)],
                      .scenario = (salvo_scenario)roll(SALVO_N_SCENARIOS),
                      .close_to = roll(2) ? -1 : 10,
                      .break_at = SHARES[roll(4)],
                      .turns = roll(2) ? 1 + roll(6) : 0};

    for (int s = 0; s < 2; s++) {
        u.side[s].n = 1 + roll(s ? 2 : MOST);
        u.side[s].targets = (salvo_targets)(1 + roll(SALVO_N_TARGETS - 1));
        if ((u.side[s].targets == SALVO_BEST || u.side[s].targets == SALVO_SPREAD) && u.turns == 0)
            u.turns = 8;
        for (int i = 0; i < u.side[s].n; i++)
            u.side[s].squad[i] = any_squad(u.side[0].n + u.side[1].n > 3 ? 3 : 5);
    }
    return u;
}

struct group {
    int men[2][MOST], marker[2][MOST], received[2][MOST];
    bool moving[2];
    double range;
};

static int living(const struct setup *u, const struct group *g, int side)
{
    int n = 0;

    for (int i = 0; i < u->side[side].n; i++)
        n += g->men[side][i] > 0;
    return n;
}

static double worth(const struct setup *u, const struct group *g, int side, int i, int at)
{
    const struct squad *by = &u->side[side].squad[i];
    int marker = g->marker[side][i], shots = rally(by, functions(by, g->moving[side]), &marker);
    int column = column_of(by, g->men[side][i], marker, &u->side[!side].squad[at], g->range);
    double destroyed = 0, weakened = 0;

    for (int x = 0; x < 100; x++) {
        int m, k, sum = 0;

        for (int shot = 0, die = x; shot < shots; shot++, die /= 10) {
            shoot(column, die % 10, &m, &k);
            sum += k;
        }
        if (sum >= g->men[!side][at])
            destroyed += 0.01;
        else
            weakened += 0.01 * sum / u->side[!side].squad[at].men;
    }
    return worth_of_fire(1, destroyed, weakened); /* there are no prices */
}

static int pick(const struct setup *u, const struct group *g, int side, int i)
{
    int n = u->side[!side].n, chosen = -1;
    struct merit most;

    for (int at = 0; at < n; at++) {
        salvo_targets policy = u->side[side].targets;
        struct merit value = {{0}};

        if (g->men[!side][at] <= 0)
            continue;
        if (policy == SALVO_OPPOSITE)
            for (int k = i % n; k != at; k = (k + 1) % n)
                value.of[0]--;
        if (policy == SALVO_WEAKEST)
            value.of[0] = -g->men[!side][at];
        if (policy == SALVO_STRONGEST)
            value.of[0] = g->men[!side][at];
        if (policy == SALVO_SPREAD)
            value.of[0] = -g->received[!side][at];
        if (policy == SALVO_BEST)
            value = merit_of_target(worth(u, g, side, i, at), u->side[!side].threat[at], u->side[!side].place[at],
                                    g->men[!side][at], g->marker[!side][at]);
        if (chosen < 0 || is_better(&value, &most)) {
            chosen = at;
            most = value;
        }
    }
    return chosen;
}

static void act(const struct setup *u, struct group *g, int side, int i)
{
    const struct squad *by = &u->side[side].squad[i];
    int at = pick(u, g, side, i), *marker = &g->marker[side][i];
    int shots = rally(by, functions(by, g->moving[side]), marker);
    int column = column_of(by, g->men[side][i], *marker, &u->side[!side].squad[at], g->range);

    g->received[!side][at] += shots > 0;
    for (; shots > 0 && g->men[!side][at] > 0; shots--) {
        int worse, kills;

        shoot(column, roll(10), &worse, &kills);
        g->men[!side][at] -= kills;
        if (worse > g->marker[!side][at])
            g->marker[!side][at] = worse;
    }
}

/* A deck with a card for every squad that is left. */
static void play_phase(const struct setup *u, struct group *g)
{
    int deck[2 * MOST], n = 0;

    memset(g->received, 0, sizeof g->received);
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < u->side[s].n; i++)
            if (g->men[s][i] > 0)
                deck[n++] = s * MOST + i;
    for (int k = n - 1; k > 0; k--) {
        int other = roll(k + 1), card = deck[k];

        deck[k] = deck[other];
        deck[other] = card;
    }
    for (int k = 0; k < n && living(u, g, 0) && living(u, g, 1); k++)
        if (g->men[deck[k] / MOST][deck[k] % MOST] > 0)
            act(u, g, deck[k] / MOST, deck[k] % MOST);
}

static bool is_stuck(const struct setup *u, const struct group *g)
{
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < u->side[s].n; i++)
            for (int at = 0; at < u->side[!s].n; at++) {
                salvo_targets policy = u->side[s].targets;
                bool fires = policy == SALVO_BEST || policy == SALVO_SPREAD || at == pick(u, g, s, i);

                if (g->men[s][i] > 0 && g->men[!s][at] > 0 && fires &&
                    ever_kills(&u->side[s].squad[i], g->men[s][i], g->marker[s][i], &u->side[!s].squad[at], g->range))
                    return false;
            }
    return true;
}

static double pace(const struct setup *u, const struct group *g, int side)
{
    double least = INFINITY;

    if (u->scenario != SALVO_MEETING && (u->scenario != SALVO_ADVANCE || side == 1))
        return 0;
    for (int i = 0; i < u->side[side].n; i++)
        if (g->men[side][i] > 0 && u->side[side].squad[i].speed > 0)
            least = fmin(least, u->side[side].squad[i].speed);
    return isfinite(least) ? least : 0;
}

static bool is_down(const struct setup *u, const struct group *g, int side)
{
    int n = u->side[side].n, lost = n - living(u, g, side);

    if (!living(u, g, 0) || !living(u, g, 1)) /* nobody breaks off who has no enemy left */
        return lost == n;
    return u->break_at > 0 && lost > 0 && lost >= u->break_at * n - 1e-9;
}

static struct group group_of(const struct setup *u)
{
    struct group g = {.range = u->range};

    for (int s = 0; s < 2; s++)
        for (int i = 0; i < u->side[s].n; i++)
            g.men[s][i] = u->side[s].squad[i].men;
    return g;
}

/* The lines before a phase; whether one moves. */
static bool close_in(const struct setup *u, struct group *g)
{
    double close_to = u->close_to < 0 ? 7 : u->close_to, a = pace(u, g, 0), b = pace(u, g, 1);
    bool closes = g->range > close_to && a + b > 0;

    g->moving[0] = closes && a > 0;
    g->moving[1] = closes && b > 0;
    if (closes)
        g->range = fmax(close_to, g->range - a - b);
    return closes;
}

/* Who comes before whom. */
static void rank(struct setup *u)
{
    char keys[MOST][BOOK_KEY_MAX];
    struct group g = group_of(u);

    close_in(u, &g);
    for (int s = 0; s < 2; s++) {
        struct side *own = &u->side[s];

        for (int i = 0; i < own->n; i++) {
            put_options(keys[i], sizeof keys[i], &own->squad[i]); /* the unit is the same */
            own->threat[i] = 0;
            for (int at = 0; at < u->side[!s].n; at++)
                own->threat[i] = fmax(own->threat[i], worth(u, &g, s, i, at));
        }
        find_places(keys, own->n, own->place);
    }
}

static struct fought fight_by_hand(const struct setup *u)
{
    struct fought f = {.end = FOUGHT_UNDECIDED};
    struct group g = group_of(u);

    for (;;) {
        bool down[2] = {is_down(u, &g, 0), is_down(u, &g, 1)}, closes;

        if (down[0] || down[1])
            f.end = down[0] && down[1] ? FOUGHT_BOTH_LOST : down[0] ? FOUGHT_B : FOUGHT_A;
        closes = close_in(u, &g);
        if (down[0] || down[1] || (u->turns && f.turns == u->turns) || (!closes && is_stuck(u, &g)))
            break;
        f.turns++;
        assert_true(f.turns < TURNS_CAP);
        play_phase(u, &g);
    }
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < u->side[s].n; i++) {
            f.lost[s] += g.men[s][i] <= 0;
            f.strength_lost[s] += u->side[s].squad[i].men - (g.men[s][i] > 0 ? g.men[s][i] : 0);
        }
    return f;
}

/* How many comparisons. */
static int check_by_hand(struct setup *u, const char *name, struct fought_tally *tally)
{
    struct plan p;

    rank(u);
    make_plan(&p, u);
    *tally = (struct fought_tally){0};
    for (int trial = 0; trial < TRIALS; trial++) {
        struct fought f = fight_by_hand(u);

        fought_add(tally, &f);
    }
    return fought_check(tally, name, &book, &p.plan);
}

static void exact_is_what_happens(void **state)
{
    int compared = 0, decided = 0;

    (void)state;
    for (int i = 0; i < BATTLES; i++) {
        struct setup u = any_setup();
        struct fought_tally tally;
        char name[32];

        snprintf(name, sizeof name, "battle %d", i);
        compared += check_by_hand(&u, name, &tally);
        decided += tally.ends[FOUGHT_UNDECIDED] < TRIALS;
    }
    print_message("%d comparisons; %d of %d battles are decided now and then\n", compared, decided, BATTLES);
    assert_true(decided > BATTLES / 2);
}

static const salvo_approach EXACT = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_RATIONAL}};

static void assert_same(const char *what, const salvo_number *duel, const salvo_number *battle)
{
    if (fabs(duel->value - battle->value) > 1e-13 * fmax(1, duel->value))
        fail_msg("%s is %.17g, in the battle %.17g", what, duel->value, battle->value);
    if (duel->exact && battle->exact)
        assert_string_equal(duel->exact, battle->exact);
}

static void one_against_one_is_the_duel(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        struct setup u = {.range = 1 + roll(50), .close_to = -1, .turns = roll(3) ? 0 : 1 + roll(9)};
        bool rallies = roll(2);
        char words[9][32];
        const char *list[9];
        struct plan p;
        salvo_error err = {0};
        salvo_battle battle;
        salvo_duel duel;

        for (int s = 0; s < 2; s++) {
            u.side[s] = (struct side){.n = 1, .squad = {any_squad(7)}};
            u.side[s].squad[0].rallies = rallies;
            snprintf(words[4 * s], sizeof *words, "%c-men=%d", "ab"[s], u.side[s].squad[0].men);
            snprintf(words[4 * s + 1], sizeof *words, "%c-per-man=%d", "ab"[s], u.side[s].squad[0].per_man);
            snprintf(words[4 * s + 2], sizeof *words, "%c-cover=%s", "ab"[s], COVERS[u.side[s].squad[0].cover]);
            snprintf(words[4 * s + 3], sizeof *words, "%c-shift=%d", "ab"[s], u.side[s].squad[0].shift);
        }
        snprintf(words[8], sizeof *words, "policy=%s", rallies ? "rally" : "fire");
        for (int k = 0; k < 9; k++)
            list[k] = words[k];
        make_plan(&p, &u);
        {
            char range[32], phases[32];
            const char *all[11];

            memcpy(all, list, sizeof list);
            snprintf(range, sizeof range, "range=%g", u.range);
            snprintf(phases, sizeof phases, "phases=%d", u.turns);
            all[9] = range;
            all[10] = phases;
            if (salvo_duel_fight(&duel, &book, "standard", "standard", all, 11, &EXACT, &err) != SALVO_OK ||
                salvo_battle_fight(&battle, &book, &p.plan, &EXACT, &err) != SALVO_OK)
                fail_msg("%s against %s: %s", p.army[0], p.army[1], err.text);
        }
        assert_non_null(battle.remark);
        assert_same("P(a wins)", &duel.p_a.exact, &battle.p_a.exact);
        assert_same("P(b wins)", &duel.p_b.exact, &battle.p_b.exact);
        assert_same("P(undecided)", &duel.p_undecided.exact, &battle.p_undecided.exact);
        if (duel.ends && battle.ends)
            assert_same("phases", &duel.expected_turns.exact, &battle.expected_turns.exact);
        if (u.turns == 0)
            assert_int_equal(battle.ends, duel.ends);
        salvo_battle_free(&battle);
        salvo_duel_free(&duel);
    }
}

static salvo_status fight_with(const char *path, const char *b, double range, salvo_battle *battle, salvo_error *err)
{
    char word[SCRATCH_PATH + 8];
    const char *words[] = {word};
    salvo_battle_plan plan = {
        .army = {{.list = "standard"}, {.list = b}}, .words = words, .n_words = 1, .range = range, .close_to = -1};

    snprintf(word, sizeof word, "data=%s", path);
    return salvo_battle_fight(battle, &book, &plan, &EXACT, err);
}

/* Only what the squads may need must be known, and what is not is refused by its name. */
static void cells_that_nobody_needs_may_be_unknown(void **state)
{
    static const char OWN[] = "set mine\n"
                              "chart 1-5 - - - - - - - - - D1\n"
                              "chart 6-10 - - - - - - - D0 D1 D1\n"
                              "chart 11-15 - - - - - - D1 D1 D1 D1\n"
                              "range 8- x2\n"
                              "range 24 0\n"
                              "firer disrupted -1\n";
    char directory[SCRATCH_PATH], path[SCRATCH_PATH];
    salvo_error err = {0};
    salvo_battle battle;

    (void)state;
    scratch_make_of(directory, "rookie");
    scratch_edit(directory, "own.txt", NULL, OWN);
    scratch_path(path, directory, "own.txt");
    assert_int_equal(fight_with(path, "standard", 20, &battle, &err), SALVO_OK);
    assert_true(battle.p_a.exact.value == 0.5);
    salvo_battle_free(&battle);
    assert_int_equal(fight_with(path, "american", 20, &battle, &err), SALVO_BAD_INPUT);
    assert_non_null(strstr(err.text, "unknown cell: chart 16-20"));
    assert_int_equal(fight_with(path, "standard", 30, &battle, &err), SALVO_BAD_INPUT);
    assert_non_null(strstr(err.text, "unknown cell: range 30"));
    assert_int_equal(fight_with(path, "standard (cover=bunker)", 20, &battle, &err), SALVO_BAD_INPUT);
    assert_non_null(strstr(err.text, "unknown cell: cover bunker"));
    assert_int_equal(fight_with(path, "standard (policy=fire)", 20, &battle, &err), SALVO_OK);
    salvo_battle_free(&battle);
    scratch_remove(directory);
}

/* A squad of three is too many for them, but not when it was the price of the last enemy. */
static void who_has_no_enemy_left_does_not_break_off(void **state)
{
    struct setup u = {.side = {{.n = 3}, {.n = 1}}, .range = 7, .close_to = -1, .break_at = 0.3};
    struct fought_tally tally;

    (void)state;
    for (int i = 0; i < 3; i++)
        u.side[0].squad[i] = (struct squad){.men = 2, .per_man = 5, .rallies = true, .speed = 6};
    u.side[1].squad[0] = (struct squad){.men = 4, .per_man = 5, .rallies = true, .speed = 6};
    check_by_hand(&u, "the last enemy", &tally);
}

/* Markers change nothing in what fire at a squad is worth: who has none is fired at before who has one. */
static void of_equals_the_unmarked_is_the_target(void **state)
{
    struct setup u = {.side = {{.n = 2, .targets = SALVO_BEST}, {.n = 2, .targets = SALVO_BEST}},
                      .range = 20,
                      .close_to = -1,
                      .turns = 2};
    struct fought_tally tally;

    (void)state;
    for (int i = 0; i < 2; i++) {
        u.side[0].squad[i] = (struct squad){.men = 5, .per_man = 3, .speed = 6};
        u.side[1].squad[i] = (struct squad){.men = 5, .per_man = 4, .speed = 6};
    }
    check_by_hand(&u, "equals", &tally);
}

/* Of one squad's fire in a phase nobody has received any before: it falls on the bunker, for ever. What is left is told,
 * and nobody has won. */
static void what_goes_on_for_ever_is_undecided(void **state)
{
    const salvo_battle_plan plan = {.army = {{.list = "standard (men=4)", .targets = SALVO_SPREAD},
                                             {.list = "standard (men=2, per-man=1, shift=-13, cover=bunker), "
                                                      "standard (men=10, per-man=1, shift=-13)"}},
                                    .range = 20,
                                    .close_to = -1};
    salvo_error err = {0};
    salvo_battle b;

    (void)state;
    if (salvo_battle_fight(&b, &book, &plan, &EXACT, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_string_equal(b.p_undecided.exact.exact, "1");
    assert_true(b.p_mutual.exact.value == 0 && !b.ends);
    for (int s = 0; s < 2; s++)
        assert_true(b.side[s].lost.exact.value == 0 && b.side[s].lost_exactly[0].exact.value == 1);
    salvo_battle_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_has_no_enemy_left_does_not_break_off),
        cmocka_unit_test(of_equals_the_unmarked_is_the_target),
        cmocka_unit_test(what_goes_on_for_ever_is_undecided),
        cmocka_unit_test(one_against_one_is_the_duel),
        cmocka_unit_test(cells_that_nobody_needs_may_be_unknown),
        cmocka_unit_test(exact_is_what_happens),
    };

    return cmocka_run_group_tests_name("battles of Rookie Rules", tests, open_book, close_book);
}
