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
        cmocka_unit_test(shots_are_those_of_the_page),      cmocka_unit_test(duels_are_those_of_the_page),
        cmocka_unit_test(many_throws_share_a_stream),       cmocka_unit_test(battles_are_fought),
        cmocka_unit_test(units_are_matched_and_have_cards),
    };

    return cmocka_run_group_tests(tests, open_pocket, close_pocket);
}
