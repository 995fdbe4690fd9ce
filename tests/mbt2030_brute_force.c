/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second copy of MBT 2030 against the library: who may engage whom, causes of disadvantage, results, duels, battle
 * groups. Random situations from a fixed seed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mbt2030_book.h"
#include "support.h"

OWN_BOOK(book, "mbt2030")

static void put_ranged(char *text, size_t size, const struct field *f)
{
    int n = snprintf(text, size, "range=%g ", f->range);

    put_field(text + n, size - (size_t)n, f);
}

enum { WORDS = 1200 };

/* The support's `ask` takes fewer words than two stands have. */
static void ask_long(answer *to, const char *procedure, const char *words)
{
    const salvo_procedure *found;
    char buffer[WORDS];
    const char *list[64];
    size_t n = 0;
    salvo_error err = {0};

    memset(to, 0, sizeof *to);
    snprintf(to->words, sizeof to->words, "%s %.480s", procedure, words);
    snprintf(buffer, sizeof buffer, "%s", words);
    for (char *word = strtok(buffer, " "); word; word = strtok(NULL, " "))
        list[n++] = word;
    assert_int_equal(salvo_procedure_find(book.ruleset, procedure, &found, NULL), SALVO_OK);
    if (salvo_question_ask(&to->question, &book, found, list, n, &err) != SALVO_OK ||
        salvo_odds_solve(&to->odds, &to->question, NULL, &err) != SALVO_OK)
        fail_msg("%s %s: %s", procedure, words, err.text);
}

static void near(const answer *a, const char *what, double value, double expected)
{
    if (fabs(value - expected) > 1e-9 * fmax(1, fabs(expected)))
        fail_msg("%s: %s is %.15g and should be %.15g", a->words, what, value, expected);
}

static void check_label(const answer *a, const char *label, double expected)
{
    near(a, label, probability_of(a, label)->value, expected);
}

static double mean(const answer *a, const char *name)
{
    assert_non_null(mean_of(a, name));
    return mean_of(a, name)->value;
}

static void eligibility_is_the_matrix(void **state)
{
    static const char *const KINDS[] = {"none", "opposing-only", "unilateral", "mutual"};

    (void)state;
    for (int i = 0; i < 1500; i++) {
        struct stand a = any_stand(), b = any_stand();
        struct field f = any_field();
        char own[300], opp[300], field[300], words[WORDS];
        answer is;

        put_stand(own, sizeof own, "own-", &a);
        put_stand(opp, sizeof opp, "opp-", &b);
        put_ranged(field, sizeof field, &f);
        snprintf(words, sizeof words, "%s %s %s", own, opp, field);
        ask_long(&is, "mbt2030.eligibility", words);
        check_label(&is, KINDS[kind(&a, &b, &f) + 2], 1);
        near(&is, "own-range", mean(&is, "own-range"), reach_now(&a, &b, &f));
        near(&is, "opp-range", mean(&is, "opp-range"), reach_now(&b, &a, &f));
        answer_free(&is);
    }
}

static void disadvantage_is_the_list(void **state)
{
    (void)state;
    for (int i = 0; i < 1500; i++) {
        struct stand a = any_stand(), b = any_stand();
        struct field f = any_field();
        bool mutual = roll(2), engages = mutual || f.full;
        char own[300], opp[300], field[300], words[WORDS], label[16];
        int o = causes(&a, &b, &f, true, true), q = causes(&b, &a, &f, engages, engages && f.both);
        answer is;

        put_stand(own, sizeof own, "own-", &a);
        put_stand(opp, sizeof opp, "opp-", &b);
        put_ranged(field, sizeof field, &f);
        snprintf(words, sizeof words, "%s %s %s type=%s", own, opp, field, mutual ? "mutual" : "unilateral");
        ask_long(&is, "mbt2030.disadvantage", words);
        snprintf(label, sizeof label, "%d", o);
        check_label(&is, label, 1);
        near(&is, "own-disadvantage", mean(&is, "own-disadvantage"), o);
        near(&is, "opp-disadvantage", mean(&is, "opp-disadvantage"), q);
        answer_free(&is);
    }
}

static void spell(char text[64], int own, int opp)
{
    static const char *const RESULTS[] = {"", "pinned", "shaken", "broken", "left"};

    text[0] = '\0';
    if (own)
        snprintf(text, 64, "own-%s", RESULTS[own]);
    if (opp)
        snprintf(text + strlen(text), 64 - strlen(text), "%sopp-%s", own ? "-" : "", RESULTS[opp]);
    if (!own && !opp)
        snprintf(text, 64, "no-effect");
}

static void engagements_are_the_text(void **state)
{
    static const char *const TYPES[] = {"auto", "mutual", "unilateral"};

    (void)state;
    for (int i = 0; i < 1500; i++) {
        struct stand a = any_stand(), b = any_stand();
        struct field f = any_field();
        int type = roll(3), is_kind = type == 0 ? kind(&a, &b, &f) : type == 1, own_hands[3], opp_hands[3];
        char own[300], opp[300], field[300], words[WORDS], label[64];
        double p[3], own_out = 0, opp_out = 0, sum = 0;
        answer is;

        any_hands(own_hands);
        any_hands(opp_hands);
        show(own_hands, opp_hands, p);
        put_stand(own, sizeof own, "own-", &a);
        put_stand(opp, sizeof opp, "opp-", &b);
        put_ranged(field, sizeof field, &f);
        snprintf(words, sizeof words,
                 "%s %s %s type=%s own-rock=%d own-paper=%d own-scissors=%d opp-rock=%d opp-paper=%d opp-scissors=%d",
                 own, opp, field, TYPES[type], own_hands[0], own_hands[1], own_hands[2], opp_hands[0], opp_hands[1],
                 opp_hands[2]);
        ask_long(&is, "mbt2030.engage", words);
        if (is_kind < 0)
            check_label(&is, "not-allowed", 1);
        for (int result = 0; is_kind >= 0 && result < 3; result++) {
            int to_own, to_opp, x, y;
            double expected = 0;

            engage(&a, &b, &f, is_kind, result, &to_own, &to_opp);
            for (int other = 0; other < 3; other++) {
                engage(&a, &b, &f, is_kind, other, &x, &y);
                expected += x == to_own && y == to_opp ? p[other] : 0;
            }
            spell(label, to_own, to_opp);
            check_label(&is, label, expected);
            sum += p[result];
            own_out += to_own >= 3 ? p[result] : 0;
            opp_out += to_opp >= 3 ? p[result] : 0;
        }
        near(&is, "own-out", mean(&is, "own-out"), own_out);
        near(&is, "opp-out", mean(&is, "opp-out"), opp_out);
        near(&is, "the sum", is_kind < 0 ? 1 : sum, 1);
        answer_free(&is);
    }
}

struct fight {
    struct stand stand[2];
    struct field f;
    double p[2][3], first_a; /* by owner: win, draw, lose */
    bool step, unlimited, never;
    int n, pin_limit, break_limit; /* 0: half of the stands, a third of them */
};

/* One engagement: the states after it. */
static void clash(const struct fight *g, int owner, int result, int state_own, int state_opp, int after[2])
{
    struct stand own = g->stand[owner], opp = g->stand[!owner];
    int x, y;

    own.state = state_own;
    opp.state = state_opp;
    engage(&own, &opp, &g->f, kind(&own, &opp, &g->f) == 1, result, &x, &y);
    after[0] = receive(&own, state_own, x, g->step);
    after[1] = receive(&opp, state_opp, y, g->step);
}

/* The chance of each end and the rounds, from a turn's start, until so many turns are over; walked in doubles. */
struct ends {
    double a, b, both, stuck, rounds;
};

static bool moves(const struct fight *g, int a, int b)
{
    for (int owner = 0; owner < 2; owner++)
        for (int result = 0; result < 3; result++) {
            int after[2];

            if (kind(&g->stand[owner], &g->stand[!owner], &g->f) < 0 || g->p[owner][result] == 0)
                continue;
            clash(g, owner, result, owner ? b : a, owner ? a : b, after);
            if (after[0] != (owner ? b : a) || after[1] != (owner ? a : b))
                return true;
        }
    return false;
}

static void play_round(const struct fight *g, int owner, double from[3][3], double to[3][3], struct ends *e)
{
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            if (from[a][b] == 0)
                continue;
            e->rounds += from[a][b];
            if (kind(&g->stand[owner], &g->stand[!owner], &g->f) < 0) {
                to[a][b] += from[a][b];
                continue;
            }
            for (int result = 0; result < 3; result++) {
                int after[2], na, nb;
                double p = from[a][b] * g->p[owner][result];

                clash(g, owner, result, owner ? b : a, owner ? a : b, after);
                na = after[owner];
                nb = after[!owner];
                if (na >= 3 || nb >= 3)
                    *(na >= 3 && nb >= 3 ? &e->both : nb >= 3 ? &e->a : &e->b) += p;
                else
                    to[na][nb] += p;
            }
        }
}

static struct ends duel(const struct fight *g, int turns)
{
    double now[3][3] = {{0}};
    struct ends e = {0};

    now[g->stand[0].state][g->stand[1].state] = 1;
    for (int turn = 0; turn < turns && !g->never; turn++) {
        double next[3][3] = {{0}};

        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                if (g->unlimited && now[a][b] > 0 && !moves(g, a, b)) {
                    e.stuck += now[a][b];
                    now[a][b] = 0;
                }
        for (int first = 0; first < 2; first++) {
            double share = first ? 1 - g->first_a : g->first_a, half[3][3] = {{0}}, start[3][3];

            for (int k = 0; k < 9; k++)
                start[k / 3][k % 3] = share * now[k / 3][k % 3];
            play_round(g, first, start, half, &e);
            play_round(g, !first, half, next, &e);
        }
        memcpy(now, next, sizeof now);
    }
    for (int k = 0; k < 9; k++)
        e.stuck += now[k / 3][k % 3];
    return e;
}

static struct fight any_fight(char words[WORDS])
{
    static const char *const FIRST[] = {"a", "b", "initiative"};
    struct fight g = {.stand = {any_stand(), any_stand()}, .f = any_field(), .step = roll(2)};
    int first = roll(3), hands[2][3];
    char a[300], b[300], field[300];

    do {
        g.stand[0] = any_stand();
        g.stand[1] = any_stand();
        g.f = any_field();
    } while (roll(20) && kind(&g.stand[0], &g.stand[1], &g.f) < 0 && kind(&g.stand[1], &g.stand[0], &g.f) < 0);
    for (int side = 0; side < 2; side++)
        for (int hand = 0; hand < 3; hand++)
            hands[side][hand] = 1 + roll(6) - (roll(12) == 0);
    hands[0][1] += hands[0][0] + hands[0][1] + hands[0][2] == 0;
    hands[1][2] += hands[1][0] + hands[1][1] + hands[1][2] == 0;
    show(hands[0], hands[1], g.p[0]);
    show(hands[1], hands[0], g.p[1]);
    g.never = first == 2 && g.p[0][0] + g.p[0][2] == 0;
    g.first_a = first == 0 ? 1 : first == 1 ? 0 : g.never ? 0 : g.p[0][0] / (g.p[0][0] + g.p[0][2]);
    put_stand(a, sizeof a, "a-", &g.stand[0]);
    put_stand(b, sizeof b, "b-", &g.stand[1]);
    put_ranged(field, sizeof field, &g.f);
    snprintf(words, WORDS,
             "%s %s %s a-rock=%d a-paper=%d a-scissors=%d b-rock=%d b-paper=%d b-scissors=%d first=%s accumulate=%s", a,
             b, field, hands[0][0], hands[0][1], hands[0][2], hands[1][0], hands[1][1], hands[1][2], FIRST[first],
             g.step ? "step" : "no");
    return g;
}

static void duels_are_walked_alike(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++) {
        char words[WORDS], more[WORDS + 32];
        struct fight g = any_fight(words);
        int turns = roll(2) ? 0 : 1 + roll(6);
        struct ends e;
        answer is;

        g.unlimited = turns == 0;
        e = duel(&g, turns ? turns : 4000);
        snprintf(more, sizeof more, "%s turns=%d", words, turns);
        ask_long(&is, "mbt2030.duel", more);
        check_label(&is, "a-wins", e.a);
        check_label(&is, "b-wins", e.b);
        check_label(&is, "both-out", e.both);
        check_label(&is, "stalemate", e.stuck);
        near(&is, "rounds", mean(&is, "rounds"), e.rounds);
        answer_free(&is);
    }
}

struct group {
    int state[2][3];
};

struct course {
    const struct fight *g;
    double a, b, both, turns;
    double by_pins[2], by_breaks[2]; /* in the fight, not at its start */
};

static bool pinned_down(const struct fight *g, const int state[3])
{
    int hurt = 0;

    for (int i = 0; i < g->n; i++)
        hurt += state[i] == 1 || state[i] == 2;
    return g->pin_limit ? hurt >= g->pin_limit : 2 * hurt >= g->n;
}

static bool broken_up(const struct fight *g, const int state[3])
{
    int out = 0;

    for (int i = 0; i < g->n; i++)
        out += state[i] >= 3;
    return g->break_limit ? out >= g->break_limit : 3 * out >= g->n;
}

static bool fragile(const struct fight *g, const int state[3])
{
    return pinned_down(g, state) || broken_up(g, state);
}

static bool over(struct course *c, const struct group *now, double p)
{
    bool a = fragile(c->g, now->state[0]), b = fragile(c->g, now->state[1]);

    if (a || b)
        *(a && b ? &c->both : b ? &c->a : &c->b) += p;
    return a || b;
}

static void play(struct course *c, struct group now, int turns_left, int first, int round, int stand, double p);

static void begin_turn(struct course *c, struct group now, int turns_left, double p)
{
    if (turns_left == 0 || p == 0 || c->g->never)
        return;
    c->turns += p;
    play(c, now, turns_left, 0, 0, 0, p * c->g->first_a);
    play(c, now, turns_left, 1, 0, 0, p * (1 - c->g->first_a));
}

static void play(struct course *c, struct group now, int turns_left, int first, int round, int stand, double p)
{
    int owner = round ? !first : first, target = -1;

    if (p == 0)
        return;
    if (stand == c->g->n || kind(&c->g->stand[owner], &c->g->stand[!owner], &c->g->f) < 0) {
        if (round == 0)
            play(c, now, turns_left, first, 1, 0, p);
        else
            begin_turn(c, now, turns_left - 1, p);
        return;
    }
    for (int k = c->g->n - 1; k >= 0; k--)
        if (now.state[!owner][(stand + k) % c->g->n] < 3)
            target = (stand + k) % c->g->n;
    if (now.state[owner][stand] >= 3 || target < 0) {
        play(c, now, turns_left, first, round, stand + 1, p);
        return;
    }
    for (int result = 0; result < 3; result++) {
        struct group next = now;
        int after[2];

        clash(c->g, owner, result, now.state[owner][stand], now.state[!owner][target], after);
        next.state[owner][stand] = after[0];
        next.state[!owner][target] = after[1];
        for (int side = 0; side < 2; side++) {
            c->by_pins[side] += pinned_down(c->g, next.state[side]) * p * c->g->p[owner][result];
            c->by_breaks[side] += broken_up(c->g, next.state[side]) * p * c->g->p[owner][result];
        }
        if (!over(c, &next, p * c->g->p[owner][result]))
            play(c, next, turns_left, first, round, stand + 1, p * c->g->p[owner][result]);
    }
}

/* 0: the book's share of the stands is the default, and is not said. */
static void put_limit(char *text, size_t size, const char *key, int limit)
{
    const size_t used = strlen(text);

    if (limit)
        snprintf(text + used, size - used, " %s=%d", key, limit);
}

static void battles_are_counted_alike(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        char words[WORDS], more[WORDS + 96];
        struct fight g = any_fight(words);
        struct group start = {{{0}}};
        struct course c = {.g = &g};
        int turns;
        answer is;

        g.n = 1 + roll(3);
        turns = g.n == 1 ? 4 : g.n == 2 ? 2 : 1;
        g.pin_limit = roll(4);
        g.break_limit = roll(4);
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < g.n; k++)
                start.state[side][k] = g.stand[side].state;
        if (!over(&c, &start, 1))
            begin_turn(&c, start, turns, 1);
        snprintf(more, sizeof more, "%s turns=%d stands=%d", words, turns, g.n);
        put_limit(more, sizeof more, "pin-limit", g.pin_limit);
        put_limit(more, sizeof more, "break-limit", g.break_limit);
        ask_long(&is, "mbt2030.battle", more);
        check_label(&is, "a-wins", c.a);
        check_label(&is, "b-wins", c.b);
        check_label(&is, "both-fragile", c.both);
        check_label(&is, "undecided", 1 - c.a - c.b - c.both);
        near(&is, "turns", mean(&is, "turns"), c.turns);
        near(&is, "a-pin-limit", mean(&is, "a-pin-limit"), c.by_pins[0]);
        near(&is, "b-pin-limit", mean(&is, "b-pin-limit"), c.by_pins[1]);
        near(&is, "a-break-limit", mean(&is, "a-break-limit"), c.by_breaks[0]);
        near(&is, "b-break-limit", mean(&is, "b-break-limit"), c.by_breaks[1]);
        answer_free(&is);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eligibility_is_the_matrix), cmocka_unit_test(disadvantage_is_the_list),
        cmocka_unit_test(engagements_are_the_text),  cmocka_unit_test(duels_are_walked_alike),
        cmocka_unit_test(battles_are_counted_alike),
    };

    return cmocka_run_group_tests_name("MBT 2030 by brute force", tests, open_book, close_book);
}
