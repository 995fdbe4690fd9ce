/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles of MBT 2030. Groups of equal stands are the procedure mbt2030.battle, and one against one is mbt2030.duel, to
 * the last digit; mixed ones are fought by hand with the second copy of the rules: random stands, policies, scenarios,
 * limits and rulings from a fixed seed. BATTLES battles have about 25 comparisons each: one seed in 1000 raises a false
 * alarm. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fought.h"
#include "mbt2030_book.h"
#include "merit.h"
#include "support.h"

enum {
    BATTLES = IS_SANITISED ? 20 : 60,
    TRIALS = 4000,
    MOST = 3,
    WORDS_MAX = 48,
    TEXT_MAX = 400,
    LIMITS_TEXT_MAX = 64
};

OWN_BOOK(book, "mbt2030")

struct words {
    char text[8][TEXT_MAX];
    size_t n_texts;
    const char *list[WORDS_MAX];
    size_t n;
};

/* Cuts the text at its blanks. */
static void add_words(struct words *w, const char *text)
{
    char *own = w->text[w->n_texts++];

    snprintf(own, TEXT_MAX, "%s", text);
    for (char *word = strtok(own, " "); word; word = strtok(NULL, " "))
        w->list[w->n++] = word;
}

enum { FIRST_A, FIRST_B, FIRST_INITIATIVE };

struct side {
    int n;
    struct stand stand[MOST];
    int hands[3];
    salvo_targets targets;
    salvo_acts acts;
    int place[MOST];     /* in the book */
    double threat[MOST]; /* the most that its fire is worth in the first turn */
};

struct setup {
    struct side side[2];
    struct field f;
    int first;
    bool step;
    int pin_limit, break_limit; /* 0: the book's shares, half and a third of the side */
    int turns;                  /* 0: without end */
    salvo_scenario scenario;
    double break_at;
};

static void put_rest(char *text, const struct setup *u)
{
    static const char *const FIRST[] = {"a", "b", "initiative"};
    const int *a = u->side[0].hands, *b = u->side[1].hands;
    int n;

    put_field(text, TEXT_MAX, &u->f);
    n = (int)strlen(text);
    snprintf(text + n, TEXT_MAX - (size_t)n,
             " a-rock=%d a-paper=%d a-scissors=%d b-rock=%d b-paper=%d b-scissors=%d first=%s accumulate=%s", a[0],
             a[1], a[2], b[0], b[1], b[2], FIRST[u->first], u->step ? "step" : "no");
}

/* "mbt-norm (posture=armour ...), ..." */
static void put_army(char *text, size_t size, const struct side *s)
{
    size_t used = 0;

    for (int i = 0; i < s->n; i++) {
        char words[TEXT_MAX];

        put_stand(words, sizeof words, "", &s->stand[i]);
        used += (size_t)snprintf(text + used, size - used, "%s%s (%s)", i ? ", " : "", CLASSES[s->stand[i].class],
                                 strchr(words, ' ') + 1);
    }
}

struct plan {
    salvo_battle_plan plan;
    char army[2][MOST * TEXT_MAX];
    struct words words;
};

static void put_limit(char *text, const char *key, int limit)
{
    const size_t used = strlen(text);

    if (limit)
        snprintf(text + used, LIMITS_TEXT_MAX - used, " %s=%d", key, limit);
    else
        snprintf(text + used, LIMITS_TEXT_MAX - used, " %s=by-size", key);
}

static void put_limits(char text[LIMITS_TEXT_MAX], const struct setup *u)
{
    text[0] = '\0';
    put_limit(text, "pin-limit", u->pin_limit);
    put_limit(text, "break-limit", u->break_limit);
}

static void make_plan(struct plan *p, const struct setup *u)
{
    char text[TEXT_MAX], limits[LIMITS_TEXT_MAX];

    memset(p, 0, sizeof *p);
    put_rest(text, u);
    add_words(&p->words, text);
    put_limits(limits, u);
    add_words(&p->words, limits);
    p->plan = (salvo_battle_plan){.words = p->words.list,
                                  .n_words = p->words.n,
                                  .range = u->f.range,
                                  .scenario = u->scenario,
                                  .close_to = -1,
                                  .turns = u->turns ? u->turns : -1,
                                  .break_at = u->break_at};
    for (int s = 0; s < 2; s++) {
        put_army(p->army[s], sizeof p->army[s], &u->side[s]);
        p->plan.army[s] = (salvo_army){.list = p->army[s], .targets = u->side[s].targets, .acts = u->side[s].acts};
    }
}

static bool anybody_engages(const struct setup *u)
{
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < u->side[s].n; i++)
            for (int k = 0; k < u->side[!s].n; k++)
                if (kind(&u->side[s].stand[i], &u->side[!s].stand[k], &u->f) >= 0)
                    return true;
    return false;
}

static void any_sides(struct setup *u, int n_a, int n_b)
{
    do {
        u->f = any_field();
        u->side[0].n = n_a;
        u->side[1].n = n_b;
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < u->side[s].n; i++)
                u->side[s].stand[i] = any_stand();
    } while (roll(20) && !anybody_engages(u));
}

/* Hands of both sides; a draw every time is rare. */
static struct setup any_setup(void)
{
    struct setup u = {.first = roll(3), .step = roll(2), .pin_limit = roll(5), .break_limit = roll(4)};

    for (int s = 0; s < 2; s++) {
        for (int hand = 0; hand < 3; hand++)
            u.side[s].hands[hand] = 1 + roll(6) - (roll(12) == 0);
        u.side[s].targets = SALVO_OPPOSITE; /* as in the procedures */
        u.side[s].acts = SALVO_ACTS_IN_ORDER;
        u.side[s].hands[s] += u.side[s].hands[0] + u.side[s].hands[1] + u.side[s].hands[2] == 0;
    }
    return u;
}

static void assert_same(const char *what, const answer *is, const salvo_number *expected, const salvo_number *number)
{
    if (fabs(expected->value - number->value) > 1e-15)
        fail_msg("%s: %s is %.17g, in the battle %.17g", is->words, what, expected->value, number->value);
    if (expected->exact && number->exact && strcmp(expected->exact, number->exact) != 0)
        fail_msg("%s: %s is %s, in the battle %s", is->words, what, expected->exact, number->exact);
}

static void ask_procedure(answer *to, const char *procedure, const struct setup *u, const char *more)
{
    struct words w = {.n = 0};
    char text[TEXT_MAX];
    const salvo_procedure *found;
    salvo_error err = {0};

    for (int s = 0; s < 2; s++) {
        put_stand(text, sizeof text, s ? "b-" : "a-", &u->side[s].stand[0]);
        add_words(&w, text);
    }
    put_rest(text, u);
    add_words(&w, text);
    snprintf(text, sizeof text, "range=%g turns=%d %s", u->f.range, u->turns, more);
    add_words(&w, text);
    memset(to, 0, sizeof *to);
    snprintf(to->words, sizeof to->words, "%s %s", procedure, text);
    assert_int_equal(salvo_procedure_find(book.ruleset, procedure, &found, NULL), SALVO_OK);
    if (salvo_question_ask(&to->question, &book, found, w.list, w.n, &err) != SALVO_OK ||
        salvo_odds_solve(&to->odds, &to->question, NULL, &err) != SALVO_OK)
        fail_msg("%s: %s", procedure, err.text);
}

static void fight(salvo_battle *battle, const struct plan *p)
{
    static const salvo_approach EXACT = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_RATIONAL}};
    salvo_error err = {0};

    if (salvo_battle_fight(battle, &book, &p->plan, &EXACT, &err) != SALVO_OK)
        fail_msg("%s against %s: %s", p->army[0], p->army[1], err.text);
}

/* Its ends in the order a, b, both, nobody. */
static void compare_with_procedure(const char *procedure, const struct setup *u, const char *more,
                                   const char *const labels[4])
{
    struct plan p;
    answer is;
    salvo_battle b;
    const salvo_number *numbers[] = {&b.p_a.exact, &b.p_b.exact, &b.p_mutual.exact, &b.p_undecided.exact};

    make_plan(&p, u);
    ask_procedure(&is, procedure, u, more);
    fight(&b, &p);
    for (int i = 0; i < 4; i++)
        assert_same(labels[i], &is, probability_of(&is, labels[i]), numbers[i]);
    if (!u->turns && b.ends && mean_of(&is, "turns"))
        assert_same("turns", &is, mean_of(&is, "turns"), &b.expected_turns.exact);
    salvo_battle_free(&b);
    answer_free(&is);
}

/* Of stands that can all be out without making their side fragile, the procedure says that nobody has won: there the two
 * differ, and limits here are not beyond the number of stands. They differ too where one engagement takes out the last
 * stand of one side and makes the other fragile, which does not happen here. */
static void equal_groups_are_the_procedure(void **state)
{
    static const char *const LABELS[] = {"a-wins", "b-wins", "both-fragile", "undecided"};

    (void)state;
    for (int i = 0; i < 120; i++) {
        struct setup u = any_setup();
        int n = 1 + roll(3);
        char limits[LIMITS_TEXT_MAX], more[LIMITS_TEXT_MAX + 32];

        any_sides(&u, 1, 1);
        for (int s = 0; s < 2; s++) {
            u.side[s].n = n;
            for (int k = 1; k < n; k++)
                u.side[s].stand[k] = u.side[s].stand[0];
        }
        u.break_limit = roll(n + 1);
        u.turns = roll(2) ? 1 + roll(n == 3 ? 3 : 20) : 0;
        put_limits(limits, &u);
        snprintf(more, sizeof more, "stands=%d%s", n, limits);
        compare_with_procedure("mbt2030.battle", &u, more, LABELS);
    }
}

static void one_against_one_is_the_duel(void **state)
{
    static const char *const LABELS[] = {"a-wins", "b-wins", "both-out", "stalemate"};

    (void)state;
    for (int i = 0; i < 150; i++) {
        struct setup u = any_setup();

        any_sides(&u, 1, 1);
        u.pin_limit = 6;
        u.break_limit = 4;
        compare_with_procedure("mbt2030.duel", &u, "", LABELS);
    }
}

/* The one difference: all of b out, below the limit, is a's victory here and nobody's there. */
static void a_side_without_stands_has_lost(void **state)
{
    struct setup u = {.side = {{.n = 2, .hands = {1, 1, 1}}, {.n = 2, .hands = {1, 1, 1}}},
                      .f = {.range = 10},
                      .first = FIRST_INITIATIVE,
                      .pin_limit = 6,
                      .break_limit = 3};
    struct plan p;
    answer is;
    salvo_battle b;

    (void)state;
    for (int i = 0; i < 2; i++) {
        u.side[0].stand[i] =
            (struct stand){.class = 5, .posture = "armour", .mode = "mobile", .grade = 1, .support = 1};
        u.side[1].stand[i] =
            (struct stand){.class = 4, .posture = "armour", .mode = "mobile", .grade = 1, .support = 1};
    }
    make_plan(&p, &u);
    ask_procedure(&is, "mbt2030.battle", &u, "stands=2 pin-limit=6 break-limit=3");
    fight(&b, &p);
    assert_string_equal(probability_of(&is, "undecided")->exact, "1");
    assert_string_equal(b.p_a.exact.exact, "1");
    salvo_battle_free(&b);
    answer_free(&is);
}

/* b's point defence has nobody to engage at 20 inches; when a's jammers pin it, it leaves, and they are pinned too. */
static void who_has_wiped_out_the_enemy_has_won(void **state)
{
    static const struct {
        int pin_limit, break_limit;
        double break_at;
        const char *of_procedure; /* who has won there, where only limits count */
    } ROWS[] = {{6, 4, 0, "undecided"}, {1, 1, 0, "both-fragile"}, {1, 4, 0, "b-wins"}, {6, 4, 0.5, "undecided"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        struct setup u = {.side = {{.n = 1, .hands = {1, 0, 0}}, {.n = 1, .hands = {1, 0, 0}}},
                          .f = {.range = 20},
                          .first = FIRST_A,
                          .pin_limit = ROWS[i].pin_limit,
                          .break_limit = ROWS[i].break_limit,
                          .break_at = ROWS[i].break_at};
        char more[64];
        struct plan p;
        answer is;
        salvo_battle b;

        u.side[0].stand[0] =
            (struct stand){.class = 10, .posture = "ecm", .mode = "mobile", .grade = 1, .support = 1, .extra = 4};
        u.side[1].stand[0] =
            (struct stand){.class = 1, .posture = "pda", .mode = "mobile", .grade = 1, .support = 1, .extra = 8};
        snprintf(more, sizeof more, "stands=1 pin-limit=%d break-limit=%d", u.pin_limit, u.break_limit);
        make_plan(&p, &u);
        ask_procedure(&is, "mbt2030.battle", &u, more);
        fight(&b, &p);
        assert_string_equal(probability_of(&is, ROWS[i].of_procedure)->exact, "1");
        assert_string_equal(b.p_a.exact.exact, "1");
        assert_true(b.side[1].lost.exact.value == 1 && b.side[0].lost.exact.value == 0);
        salvo_battle_free(&b);
        answer_free(&is);
    }
}

static uint64_t counts_of(int n, const char *pin_limit, const char *break_limit)
{
    const salvo_approach how = {.method = SALVO_MONTE_CARLO, .plan = {.seed = 5, .trials = 2000}};
    const char *const words[] = {"accumulate=step", "b-rock=2", pin_limit, break_limit};
    char list[32];
    salvo_battle_plan plan = {
        .army = {{.list = list}, {.list = list}}, .words = words, .n_words = 4, .range = 8, .close_to = -1};
    salvo_battle b;
    salvo_error err = {0};
    uint64_t hash;

    snprintf(list, sizeof list, "%d mbt-norm", n);
    if (salvo_battle_fight(&b, &book, &plan, &how, &err) != SALVO_OK)
        fail_msg("%d stands, %s %s: %s", n, pin_limit, break_limit, err.text);
    hash = b.answer.simulation.hash;
    salvo_battle_free(&b);
    return hash;
}

/* Six and four of a battle group of 12, and by hand as large a share of other forces, rounded up (M22). */
static void limits_grow_with_the_force(void **state)
{
    static const struct {
        int n;
        const char *pin, *out;
    } ROWS[] = {{1, "pin-limit=1", "break-limit=1"},   {2, "pin-limit=1", "break-limit=1"},
                {3, "pin-limit=2", "break-limit=1"},   {4, "pin-limit=2", "break-limit=2"},
                {5, "pin-limit=3", "break-limit=2"},   {7, "pin-limit=4", "break-limit=3"},
                {11, "pin-limit=6", "break-limit=4"},  {12, "pin-limit=6", "break-limit=4"},
                {13, "pin-limit=7", "break-limit=5"},  {20, "pin-limit=10", "break-limit=7"},
                {24, "pin-limit=12", "break-limit=8"}, {36, "pin-limit=18", "break-limit=12"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        const uint64_t by_size = counts_of(ROWS[i].n, "pin-limit=by-size", "break-limit=by-size");

        assert_int_equal(by_size, counts_of(ROWS[i].n, ROWS[i].pin, ROWS[i].out));
        if (ROWS[i].n > 2) /* one pinned stand more or less is another battle */
            assert_int_not_equal(by_size, counts_of(ROWS[i].n, "pin-limit=1", "break-limit=100"));
    }
    assert_int_not_equal(counts_of(20, "pin-limit=10", "break-limit=7"), counts_of(20, "pin-limit=9", "break-limit=7"));
}

/* Three and two against four equal tanks: nobody can be broken, and six pinned are more than either has; the answer says so.
 * With the book's shares somebody wins, in all but one battle of a million. */
static void a_limit_beyond_the_stands_is_told(void **state)
{
    const char *const printed[] = {"pin-limit=6", "break-limit=4"}, *const step[] = {"pin-limit=5", "accumulate=step"};
    salvo_battle_plan plan = {.army = {{.list = "3 mbt-norm, 2 mbt-norm"}, {.list = "4 mbt-norm"}},
                              .words = printed,
                              .n_words = 2,
                              .range = 8,
                              .close_to = -1};
    salvo_battle b;

    (void)state;
    assert_int_equal(salvo_battle_fight(&b, &book, &plan, NULL, NULL), SALVO_OK);
    assert_true(b.p_undecided.exact.value > 1 - 1e-12);
    assert_int_equal(b.side[0].defeat_at[SALVO_WORN], 6);
    assert_non_null(strstr(b.remark, "pin-limit"));
    assert_non_null(strstr(b.remark, "M8"));
    salvo_battle_free(&b);
    plan.words = step;
    assert_int_equal(salvo_battle_fight(&b, &book, &plan, NULL, NULL), SALVO_OK);
    assert_non_null(strstr(b.remark, "pin-limit"));
    assert_null(strstr(b.remark, "M8"));
    salvo_battle_free(&b);
    plan.n_words = 0;
    assert_int_equal(salvo_battle_fight(&b, &book, &plan, NULL, NULL), SALVO_OK);
    assert_true(b.p_undecided.exact.value < 1e-6);
    assert_true(fabs(b.side[0].loses_by[SALVO_WORN].exact.value - b.p_b.exact.value) < 1e-12);
    assert_null(b.remark);
    salvo_battle_free(&b);
}

/* Win, draw or lose of the owner, hand against hand. */
static int showing(const struct setup *u, int owner)
{
    int hand[2];

    for (int s = 0; s < 2; s++) {
        const int *w = u->side[s].hands;
        int at = roll(w[0] + w[1] + w[2]);

        hand[s] = at < w[0] ? 0 : at < w[0] + w[1] ? 1 : 2;
    }
    if (hand[0] == hand[1])
        return 1;
    return (hand[owner] + 2) % 3 == hand[!owner] ? 0 : 2;
}

struct group {
    int state[2][MOST], received[2][MOST];
    double range;
};

static bool is_out(const struct group *g, int side, int i)
{
    return g->state[side][i] >= 3;
}

static int count_out(const struct setup *u, const struct group *g, int side)
{
    int n = 0;

    for (int i = 0; i < u->side[side].n; i++)
        n += is_out(g, side, i);
    return n;
}

static bool is_reduced(const struct setup *u, const struct group *g, int side)
{
    const int out = count_out(u, g, side);

    return u->break_limit ? out >= u->break_limit : 3 * out >= u->side[side].n;
}

static bool is_beaten(const struct setup *u, const struct group *g, int side)
{
    const int n = u->side[side].n;
    int hurt = 0;

    for (int i = 0; i < n; i++)
        hurt += g->state[side][i] == 1 || g->state[side][i] == 2;
    return (u->pin_limit ? hurt >= u->pin_limit : 2 * hurt >= n) || is_reduced(u, g, side);
}

static bool is_wiped_out(const struct setup *u, const struct group *g, int side)
{
    return count_out(u, g, side) == u->side[side].n;
}

static bool is_lost(const struct setup *u, const struct group *g, int side)
{
    return is_beaten(u, g, side) || is_wiped_out(u, g, side);
}

static void clash(const struct setup *u, const struct group *g, int owner, int i, int at, int result, int after[2])
{
    struct stand own = u->side[owner].stand[i], opp = u->side[!owner].stand[at];
    struct field f = u->f;
    int x, y;

    f.range = g->range;
    own.state = g->state[owner][i];
    opp.state = g->state[!owner][at];
    after[0] = own.state;
    after[1] = opp.state;
    if (kind(&own, &opp, &f) < 0)
        return;
    engage(&own, &opp, &f, kind(&own, &opp, &f) == 1, result, &x, &y);
    after[0] = receive(&own, own.state, x, u->step);
    after[1] = receive(&opp, opp.state, y, u->step);
}

static double worth(const struct setup *u, const struct group *g, int owner, int i, int at)
{
    const int before = g->state[!owner][at], full = 3 - u->side[!owner].stand[at].state;
    double p[3], destroyed = 0, weakened = 0;

    show(u->side[owner].hands, u->side[!owner].hands, p);
    for (int result = 0; result < 3; result++) {
        int after[2];

        clash(u, g, owner, i, at, result, after);
        if (after[1] >= 3)
            destroyed += p[result];
        else
            weakened += p[result] * (after[1] - before) / full;
    }
    return worth_of_fire(1, destroyed, weakened); /* the book has no prices */
}

static int pick(const struct setup *u, const struct group *g, int owner, int i)
{
    int n = u->side[!owner].n, chosen = -1;
    struct merit most;

    for (int at = 0; at < n; at++) {
        struct merit value = {{0}};

        if (is_out(g, !owner, at))
            continue;
        switch (u->side[owner].targets) {
        case SALVO_OPPOSITE:
            for (int k = i % n; k != at; k = (k + 1) % n)
                value.of[0]--;
            break;
        case SALVO_WEAKEST:
            value.of[0] = g->state[!owner][at];
            break;
        case SALVO_STRONGEST:
            value.of[0] = -g->state[!owner][at];
            break;
        case SALVO_SPREAD:
            value.of[0] = -g->received[!owner][at];
            break;
        case SALVO_BEST:
            value = merit_of_target(worth(u, g, owner, i, at), u->side[!owner].threat[at], u->side[!owner].place[at],
                                    3 - g->state[!owner][at], 0);
            break;
        default:
            break;
        }
        if (chosen < 0 || is_better(&value, &most)) {
            chosen = at;
            most = value;
        }
    }
    return chosen;
}

/* Who acts next of those who are left and have not acted; -1 for nobody. An enemy is left. */
static int next_ready(const struct setup *u, const struct group *g, int owner, const bool *acted)
{
    int by = -1;
    struct merit most;

    for (int i = 0; i < u->side[owner].n; i++) {
        struct merit value = {{0}};

        if (acted[i] || is_out(g, owner, i))
            continue;
        if (u->side[owner].acts == SALVO_ACTS_BEST)
            value = merit_of_actor(worth(u, g, owner, i, pick(u, g, owner, i)), u->side[owner].place[i]);
        if (by < 0 || is_better(&value, &most)) {
            by = i;
            most = value;
        }
    }
    return by;
}

static bool may_engage(const struct setup *u, const struct group *g, int owner, int i, int at)
{
    struct field f = u->f;

    f.range = g->range;
    return kind(&u->side[owner].stand[i], &u->side[!owner].stand[at], &f) >= 0;
}

static bool may_change(const struct setup *u, const struct group *g, int owner, int i, int at)
{
    double p[3];

    show(u->side[owner].hands, u->side[!owner].hands, p);
    for (int result = 0; result < 3; result++) {
        int after[2];

        clash(u, g, owner, i, at, result, after);
        if (p[result] > 0 && (after[0] != g->state[owner][i] || after[1] != g->state[!owner][at]))
            return true;
    }
    return false;
}

/* A turn in which no engagement could change a state. */
static bool is_stuck(const struct setup *u, struct group g)
{
    memset(g.received, 0, sizeof g.received);
    for (int owner = 0; owner < 2; owner++) {
        bool acted[MOST] = {false};
        int i;

        while ((i = next_ready(u, &g, owner, acted)) >= 0) {
            const int at = pick(u, &g, owner, i);

            if (may_change(u, &g, owner, i, at))
                return false;
            g.received[!owner][at] += may_engage(u, &g, owner, i, at);
            acted[i] = true;
        }
    }
    return true;
}

/* Inches of a tactical move; 0 for what stands or does not walk. */
static double pace(const struct stand *s)
{
    bool good = s->going == 0;

    if (is(s->mode, "static"))
        return 0;
    if (is(s->posture, "ada") || is(s->posture, "pda"))
        return good ? 8 : 4;
    if (general(s) > 1)
        return 0;
    return s->class == 0 ? (good ? 4 : 2) : s->class == 3 ? (good ? 6 : 3) : good ? 8 : 4;
}

static double line_pace(const struct setup *u, const struct group *g, int side)
{
    double least = 0;

    for (int i = 0; i < u->side[side].n; i++) {
        double own = pace(&u->side[side].stand[i]);

        if (!is_out(g, side, i) && own > 0 && (least == 0 || own < least))
            least = own;
    }
    return u->scenario == SALVO_MEETING || (u->scenario == SALVO_ADVANCE && side == 0) ? least : 0;
}

static bool play_round(const struct setup *u, struct group *g, int owner)
{
    bool acted[MOST] = {false};
    int i;

    while ((i = next_ready(u, g, owner, acted)) >= 0) {
        int at = pick(u, g, owner, i), after[2];

        acted[i] = true;
        g->received[!owner][at] += may_engage(u, g, owner, i, at);
        clash(u, g, owner, i, at, showing(u, owner), after);
        g->state[owner][i] = after[0];
        g->state[!owner][at] = after[1];
        if (is_lost(u, g, 0) || is_lost(u, g, 1))
            return false;
    }
    return true;
}

static int who_begins(const struct setup *u)
{
    int result;

    if (u->first != FIRST_INITIATIVE)
        return u->first;
    do
        result = showing(u, 0);
    while (result == 1);
    return result == 2;
}

static bool is_broken(const struct setup *u, const struct group *g, int side)
{
    int out = count_out(u, g, side);

    return u->break_at > 0 && out > 0 && out >= u->break_at * u->side[side].n - 1e-9;
}

/* Who has wiped out the enemy has won; a limit ends the fight at once; whether too many are lost is asked when a turn is
 * over and both have somebody left. */
static int end_of(const struct setup *u, const struct group *g, salvo_defeat by[2])
{
    static bool (*const ASKED[])(const struct setup *, const struct group *, int) = {is_wiped_out, is_beaten,
                                                                                     is_broken};
    static const salvo_defeat MEANS[] = {SALVO_WIPED_OUT, SALVO_WORN, SALVO_WITHDRAWN};
    bool lost[2] = {false, false};

    for (int i = 0; i < 3 && !lost[0] && !lost[1]; i++)
        for (int s = 0; s < 2; s++) {
            lost[s] = ASKED[i](u, g, s);
            by[s] = !lost[s] ? SALVO_N_DEFEATS : i == 1 && is_reduced(u, g, s) ? SALVO_OUT : MEANS[i];
        }
    if (lost[0] && lost[1])
        return FOUGHT_BOTH_LOST;
    return lost[0] ? FOUGHT_B : lost[1] ? FOUGHT_A : FOUGHT_UNDECIDED;
}

static bool only_draws(const struct setup *u)
{
    double p[3];

    show(u->side[0].hands, u->side[1].hands, p);
    return u->first == FIRST_INITIATIVE && p[0] + p[2] == 0;
}

static struct group group_of(const struct setup *u)
{
    struct group g = {.range = u->f.range};

    for (int s = 0; s < 2; s++)
        for (int i = 0; i < u->side[s].n; i++)
            g.state[s][i] = u->side[s].stand[i].state;
    return g;
}

/* The lines before a turn; whether one moves. */
static bool close_in(const struct setup *u, struct group *g)
{
    double closest = u->f.blocked ? 0 : 1.0 / (u->f.dark ? 2 : 1) / (u->f.awc ? 2 : 1);
    double step = line_pace(u, g, 0) + line_pace(u, g, 1);
    bool closes = step > 0 && g->range > closest;

    if (closes)
        g->range = fmax(closest, g->range - step);
    return closes;
}

/* Who comes before whom. */
static void rank(struct setup *u)
{
    char keys[MOST][BOOK_KEY_MAX], words[BOOK_KEY_MAX - 4];
    struct group g = group_of(u);

    close_in(u, &g);
    for (int s = 0; s < 2; s++) {
        struct side *own = &u->side[s];

        for (int i = 0; i < own->n; i++) {
            put_stand(words, sizeof words, "", &own->stand[i]);
            snprintf(keys[i], sizeof keys[i], "%03d %s", own->stand[i].class, strchr(words, ' ') + 1);
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
        bool rests;
        int first;

        f.end = end_of(u, &g, f.by);
        rests = !close_in(u, &g);
        if (f.end != FOUGHT_UNDECIDED || only_draws(u) || (u->turns && f.turns == u->turns))
            break;
        if (rests && is_stuck(u, g))
            break;
        f.turns++;
        memset(g.received, 0, sizeof g.received);
        first = who_begins(u);
        if (play_round(u, &g, first))
            play_round(u, &g, !first);
        if (is_lost(u, &g, 0) || is_lost(u, &g, 1)) {
            f.end = end_of(u, &g, f.by);
            break;
        }
    }
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < u->side[s].n; i++) {
            f.lost[s] += is_out(&g, s, i);
            f.strength_lost[s] += (g.state[s][i] > 3 ? 3 : g.state[s][i]) - u->side[s].stand[i].state;
        }
    return f;
}

static void any_policy(struct side *s)
{
    s->targets = (salvo_targets)(1 + roll(SALVO_N_TARGETS - 1));
    s->acts = (salvo_acts)(1 + roll(SALVO_N_ACTS - 1));
}

static struct setup any_battle(void)
{
    static const double SHARES[] = {0, 0, 0.34, 0.5};
    struct setup u = any_setup();

    any_sides(&u, 1 + roll(MOST), 1 + roll(MOST));
    u.turns = roll(3) ? 1 + roll(6) : 0;
    u.scenario = (salvo_scenario)roll(SALVO_N_SCENARIOS);
    u.break_at = SHARES[roll(4)];
    for (int s = 0; s < 2; s++)
        any_policy(&u.side[s]);
    if (u.scenario != SALVO_HOLD)
        u.f.range = fmin(u.f.range + roll(12), 40);
    rank(&u);
    return u;
}

static void exact_is_what_happens(void **state)
{
    int compared = 0, decided = 0;

    (void)state;
    for (int i = 0; i < BATTLES; i++) {
        struct setup u = any_battle();
        struct fought_tally tally = {.tells_defeats = true};
        char name[32];
        struct plan p;

        make_plan(&p, &u);
        snprintf(name, sizeof name, "battle %d", i);
        for (int trial = 0; trial < TRIALS; trial++) {
            struct fought f = fight_by_hand(&u);

            fought_add(&tally, &f);
        }
        decided += tally.ends[FOUGHT_UNDECIDED] < TRIALS;
        compared += fought_check(&tally, name, &book, &p.plan);
    }
    print_message("%d comparisons; %d of %d battles are decided now and then\n", compared, decided, BATTLES);
    assert_true(decided > BATTLES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_groups_are_the_procedure), cmocka_unit_test(one_against_one_is_the_duel),
        cmocka_unit_test(limits_grow_with_the_force),     cmocka_unit_test(a_limit_beyond_the_stands_is_told),
        cmocka_unit_test(a_side_without_stands_has_lost), cmocka_unit_test(who_has_wiped_out_the_enemy_has_won),
        cmocka_unit_test(exact_is_what_happens),
    };

    return cmocka_run_group_tests_name("battles of MBT 2030", tests, open_book, close_book);
}
