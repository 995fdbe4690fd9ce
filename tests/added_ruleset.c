/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ruleset that is not salvo's: one page of rules (tests/pocket) takes part in everything, and its numbers are those
 * worked out by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/arena.h>
#include <salvo/fight.h>
#include <salvo/matrix.h>

#include "pocket/pocket.h"
#include "support.h"

static const double CLOSE = 1e-12;

static salvo_rulebook book;

static int open_pocket(void **state)
{
    char folder[512];
    salvo_error err = {.text = ""};

    (void)state;
    snprintf(folder, sizeof folder, "%s/pocket/data", getenv("SALVO_TESTS"));
    if (salvo_rulebook_open(&book, &POCKET, folder, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    return 0;
}

static int close_pocket(void **state)
{
    (void)state;
    salvo_rulebook_close(&book);
    return 0;
}

/* The tables, written down once more. */
static const struct tank {
    const char *id, *name;
    int hits, save;
} TANKS[] = {{"light", "Light tank", 1, 6}, {"medium", "Medium tank", 2, 5}, {"heavy", "Heavy tank", 3, 4}};
static const struct {
    double range;
    int to_hit;
} RANGES[] = {{6, 3}, {6.5, 4}, {24, 5}};

static double chance_to_hurt(int to_hit, const struct tank *target)
{
    return (7 - to_hit) / 6.0 * (target->save - 1) / 6.0;
}

/* The chance that a wins, after so many turns that nothing is left: turn by turn over every pair of hits. */
static double wins_of_a(double a_hurts, double b_hurts, int a_hits, int b_hits)
{
    double p[4][4] = {{0}}, won = 0;

    p[a_hits][b_hits] = 1;
    for (int turn = 0; turn < 4000; turn++) {
        double next[4][4] = {{0}};

        for (int a = 1; a <= a_hits; a++)
            for (int b = 1; b <= b_hits; b++)
                for (int first = 0; first < 2; first++) {
                    double here = p[a][b] / 2;
                    double hurt[2] = {first ? b_hurts : a_hurts, first ? a_hurts : b_hurts};

                    for (int way = 0; way < 4; way++) {               /* who of the two hurts, if both get to fire */
                        int left[2] = {first ? b : a, first ? a : b}; /* of the first to fire, of the second */
                        double chance = (way & 1 ? hurt[0] : 1 - hurt[0]) * (way & 2 ? hurt[1] : 1 - hurt[1]);

                        left[1] -= way & 1;
                        left[0] -= left[1] > 0 && way & 2;
                        if (left[0] > 0 && left[1] > 0)
                            next[first ? left[1] : left[0]][first ? left[0] : left[1]] += here * chance;
                        else if ((left[0] > 0) == !first)
                            won += here * chance;
                    }
                }
        memcpy(p, next, sizeof p);
    }
    return won;
}

static void shots_are_those_of_the_page(void **state)
{
    (void)state;
    for (size_t t = 0; t < COUNT_OF(TANKS); t++)
        for (size_t r = 0; r < COUNT_OF(RANGES); r++) {
            char words[64];
            answer is;

            snprintf(words, sizeof words, "target=%s range=%g", TANKS[t].id, RANGES[r].range);
            ask(&is, &book, "pocket.shot", words);
            assert_true(fabs(salvo_odds_probability(&is.odds, "hurt") - chance_to_hurt(RANGES[r].to_hit, &TANKS[t])) <
                        CLOSE);
            answer_free(&is);
        }
    assert_refused(&book, "pocket.shot", "target=light", "range");
}

static void duels_are_those_of_the_page(void **state)
{
    (void)state;
    for (size_t a = 0; a < COUNT_OF(TANKS); a++)
        for (size_t b = 0; b < COUNT_OF(TANKS); b++) {
            const char *words[] = {"range=12"};
            double expected =
                wins_of_a(chance_to_hurt(4, &TANKS[b]), chance_to_hurt(4, &TANKS[a]), TANKS[a].hits, TANKS[b].hits);
            salvo_error err = {.text = ""};
            salvo_duel duel;

            if (salvo_duel_fight(&duel, &book, TANKS[a].name, TANKS[b].name, words, 1, NULL, &err) != SALVO_OK)
                fail_msg("%s", err.text);
            assert_true(fabs(duel.p_a.exact.value - expected) < CLOSE);
            assert_true(fabs(duel.p_a.exact.value + duel.p_b.exact.value - 1) < CLOSE);
            salvo_duel_free(&duel);
        }
}

/* Chances of 0 .. 3 hits or more of so many shots. */
static void chances_of_hits(double hurts, int shots, double chance[4])
{
    memset(chance, 0, 4 * sizeof *chance);
    chance[0] = 1;
    for (int shot = 0; shot < shots; shot++)
        for (int hits = 3; hits >= 0; hits--) {
            double more = chance[hits] * hurts;

            if (hits < 3) {
                chance[hits] -= more;
                chance[hits + 1] += more;
            }
        }
}

struct shooter {
    const char *name;
    int hits, save, shots;
};

enum { A_LEFT, B_LEFT, NOBODY_LEFT, N_ENDS };

/* How a duel ends where all shots of a turn count, whoever is out by then: after so many turns that nothing is left. */
static void end_at_once(const struct shooter *a, const struct shooter *b, int to_hit, double ends[N_ENDS])
{
    double p[4][4] = {{0}}, on_b[4], on_a[4];

    chances_of_hits((7 - to_hit) / 6.0 * (b->save - 1) / 6.0, a->shots, on_b);
    chances_of_hits((7 - to_hit) / 6.0 * (a->save - 1) / 6.0, b->shots, on_a);
    p[a->hits][b->hits] = 1;
    for (int turn = 0; turn < 4000; turn++) {
        double next[4][4] = {{0}};

        for (int k = 0; k < 4 * 4 * 4 * 4; k++) { /* hits that both have, and that both take */
            int left_a = k / 64 - k / 4 % 4, left_b = k / 16 % 4 - k % 4;
            double chance = p[k / 64][k / 16 % 4] * on_a[k / 4 % 4] * on_b[k % 4];

            if (left_a > 0 && left_b > 0)
                next[left_a][left_b] += chance;
            else
                ends[left_a > 0 ? A_LEFT : left_b > 0 ? B_LEFT : NOBODY_LEFT] += chance;
        }
        memcpy(p, next, sizeof p);
    }
}

static void fire_at_the_same_time_counts(void **state)
{
    static const struct shooter SIDES[] = {
        {"Light tank", 1, 6, 1}, {"Heavy tank", 3, 4, 1}, {"Rocket battery", 2, 6, 9}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(SIDES) * COUNT_OF(SIDES); i++) {
        const struct shooter *a = &SIDES[i / COUNT_OF(SIDES)], *b = &SIDES[i % COUNT_OF(SIDES)];
        const char *words[] = {"range=12", "first=simultaneous"};
        double ends[N_ENDS] = {0};
        salvo_error err = {.text = ""};
        salvo_duel duel;

        end_at_once(a, b, 4, ends);
        if (salvo_duel_fight(&duel, &book, a->name, b->name, words, 2, NULL, &err) != SALVO_OK)
            fail_msg("%s", err.text);
        assert_true(fabs(duel.p_a.exact.value - ends[A_LEFT]) < CLOSE);
        assert_true(fabs(duel.p_b.exact.value - ends[B_LEFT]) < CLOSE);
        assert_true(fabs(duel.p_mutual.exact.value - ends[NOBODY_LEFT]) < CLOSE);
        salvo_duel_free(&duel);
    }
}

/* An activation of more throws than there are streams of dice. */
static void many_throws_share_a_stream(void **state)
{
    const char *words[] = {"range=12"};
    const salvo_approach both = {.method = SALVO_BOTH,
                                 .plan = {.seed = 1, .trials = 1 << 14, .reference_engine = true}};
    salvo_error err = {.text = ""};
    salvo_duel duel;

    (void)state;
    if (salvo_duel_fight(&duel, &book, "Rocket battery", "Heavy tank", words, 1, &both, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_true(duel.answer.agreement.p > 1e-4); /* one false alarm in ten thousand seeds; the seed is fixed */
    salvo_duel_free(&duel);
}

/* Both engines, and the duel that a battle of one against one is. */
static void battles_are_fought(void **state)
{
    static const salvo_battle_plan ONE = {.army = {{.list = "Heavy tank"}, {.list = "Medium tank"}},
                                          .range = 12,
                                          .close_to = -1},
                                   MANY = {.army = {{.list = "2 Heavy tank"}, {.list = "3 Medium tank, 1 Light tank"}},
                                           .range = 24,
                                           .scenario = SALVO_ADVANCE,
                                           .close_to = -1};
    const salvo_approach exact = {.method = SALVO_EXACT},
                         both = {.method = SALVO_BOTH, .plan = {.seed = 1, .trials = 1 << 16}};
    salvo_error err = {.text = ""};
    salvo_battle battle;

    (void)state;
    if (salvo_battle_fight(&battle, &book, &ONE, &exact, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_true(fabs(battle.p_a.exact.value -
                     wins_of_a(chance_to_hurt(4, &TANKS[1]), chance_to_hurt(4, &TANKS[2]), 3, 2)) < CLOSE);
    salvo_battle_free(&battle);
    if (salvo_battle_fight(&battle, &book, &MANY, &both, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_true(battle.answer.agreement.p > 1e-4); /* one false alarm in ten thousand seeds; the seed is fixed */
    salvo_battle_free(&battle);
}

static void units_are_matched_and_have_cards(void **state)
{
    const salvo_battle_plan hold = {.close_to = -1};
    const salvo_matrix_plan plan = {.battle = &hold, .range = "12"};
    salvo_arena *memory = salvo_arena_new();
    salvo_error err = {.text = ""};
    salvo_matrix matrix;
    salvo_card card;

    (void)state;
    if (salvo_matrix_fight(&matrix, &book, &plan, NULL, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_int_equal(matrix.n_units, COUNT_OF(TANKS) + 1);
    salvo_matrix_free(&matrix);
    assert_int_equal(salvo_unit_card(&book, 1, memory, &card, &err), SALVO_OK);
    assert_string_equal(card.name, "Medium tank");
    assert_string_equal(card.facts[0].key, "hits");
    assert_string_equal(card.facts[0].value, "2");
    salvo_arena_free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shots_are_those_of_the_page),  cmocka_unit_test(duels_are_those_of_the_page),
        cmocka_unit_test(fire_at_the_same_time_counts), cmocka_unit_test(many_throws_share_a_stream),
        cmocka_unit_test(battles_are_fought),           cmocka_unit_test(units_are_matched_and_have_cards),
    };

    return cmocka_run_group_tests(tests, open_pocket, close_pocket);
}
