/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings as conditions: sizes of armies, and options of battles that have several values. */
#include "support.h"

#include <math.h>
#include <stdio.h>

#include <salvo/points.h>

#include "points/judge.h"
#include "points/settings.h"

static const char *const NORMAL[] = {"cover=normal"};
static const double RANGE = 750;

/* Three quarters of all pairs are large armies in the open, the others small ones in cover. */
static const salvo_points_setting SETTINGS[] = {
    {.name = "open", .weight = 3, .elements_max = 12},
    {.name = "cover", .weight = 1, .elements_max = 4, .element = NORMAL, .n_element = 1},
};

static salvo_points_plan plan_of(void)
{
    salvo_points_plan plan = SALVO_POINTS_PLAN;

    plan.ranges = &RANGE;
    plan.n_ranges = 1;
    plan.settings = SETTINGS;
    plan.n_settings = 2;
    return plan;
}

/* Of any run of pairs each setting has its share, but for one or two, and armies have its sizes. */
static void settings_have_their_shares(void **state)
{
    const salvo_points_plan plan = plan_of();
    double prices[128];
    unit_pool pool;

    (void)state;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, NULL), SALVO_OK);
    assert_in_range(pool.n, 2, 128);
    for (size_t u = 0; u < pool.n; u++)
        prices[u] = pool.units[u].price;
    for (uint64_t from = 0; from < 1000; from += 237) {
        size_t n[2] = {0, 0};

        for (uint64_t i = from; i < from + 200; i++) {
            const army_sampler sampler = {.pool = &pool, .prices = prices, .seed = 4, .stream = STREAM_EQUAL};
            army_pair p;

            assert_true(army_pair_draw(&p, &sampler, i));
            n[p.setting]++;
            for (int s = 0; s < 2; s++)
                assert_in_range(army_size(&p.side[s]), 1, SETTINGS[p.setting].elements_max);
        }
        assert_in_range(n[0], 147, 153);
    }
    unit_pool_close(&pool);
}

/* The score of one element against two, from salvo_battle_fight: the attacker, who is side a, and the other have these words. */
static double score_with(const unit_pool *pool, salvo_scenario scenario, int attacker, const char *const words[2])
{
    const salvo_approach exact = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_DOUBLE}};
    salvo_battle_plan plan = {.range = RANGE, .scenario = scenario, .close_to = -1};
    char list[2][128];
    salvo_battle b;
    double score;

    snprintf(list[0], sizeof list[0], "1 %s%s", pool->units[40].id, words[attacker]);
    snprintf(list[1], sizeof list[1], "2 %s%s", pool->units[12].id, words[!attacker]);
    plan.army[attacker].list = list[0];
    plan.army[!attacker].list = list[1];
    assert_int_equal(salvo_battle_fight(&b, mad(), &plan, &exact, NULL), SALVO_OK);
    score =
        (attacker ? b.p_b.exact.value : b.p_a.exact.value) + (b.p_mutual.exact.value + b.p_undecided.exact.value) / 2;
    salvo_battle_free(&b);
    return score;
}

/* Both sides have the words of the setting. */
static double score_of_battle(const unit_pool *pool, salvo_scenario scenario, size_t in, int attacker)
{
    const char *word = in ? " (cover=normal)" : "";

    return score_with(pool, scenario, attacker, (const char *const[2]){word, word});
}

/* A pair's score is that of the battle with the words of its setting; elsewhere it does not meet. */
static void pairs_meet_in_their_setting(void **state)
{
    const salvo_points_plan plan = plan_of();
    pair_progress watch = {.to = 1};
    double in[2][SALVO_N_SCENARIOS];
    pair_run run;
    unit_pool pool;

    (void)state;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, NULL), SALVO_OK);
    assert_int_equal(pool.n_conditions, 2 * SALVO_N_SCENARIOS);
    assert_int_equal(pair_run_init(&run, &pool, 2, 20000, 1, NULL), SALVO_OK);
    for (size_t i = 0; i < 2; i++) {
        run.pairs[i].side[0] = (army){.kind = {40}, .count = {1}, .n_kinds = 1};
        run.pairs[i].side[1] = (army){.kind = {12}, .count = {2}, .n_kinds = 1};
        run.pairs[i].setting = i;
    }
    assert_int_equal(pair_run_all(&run, NULL, 0, 2, &watch, NULL), SALVO_OK);
    for (size_t at = 0; at < pool.n_conditions; at++) {
        const pool_condition *where = &pool.conditions[at];
        double score = 0;

        assert_true(fabs(where->weight - (where->setting ? 1 : 3) / 12.0) < 1e-12);
        assert_true(isnan(pair_score(&run, !where->setting, at)));
        for (int attacker = 0; attacker < 2; attacker++)
            score += score_of_battle(&pool, where->scenario, where->setting, attacker) / 2;
        assert_true(fabs(pair_score(&run, where->setting, at) - score) < 0.02); /* 5 standard errors at most */
        in[where->setting][where->scenario] = score;
    }
    /* Cover matters here, or the test would not tell settings apart. */
    assert_true(fabs(in[0][SALVO_HOLD] - in[1][SALVO_HOLD]) > 0.05);
    pair_run_free(&run);
    unit_pool_close(&pool);
}

/* Everybody is in the open; who holds his ground has cover: both armies in hold, the one that is attacked in an advance, nobody
 * in a meeting. Scores are those of battles that say so side by side. */
static void a_defender_alone_has_its_words(void **state)
{
    static const char *const OPEN[] = {"cover=none"};
    static const char *const WORDS[SALVO_N_SCENARIOS][2] = {[SALVO_HOLD] = {" (cover=normal)", " (cover=normal)"},
                                                            [SALVO_ADVANCE] = {"", " (cover=normal)"},
                                                            [SALVO_MEETING] = {"", ""}};
    salvo_points_plan plan = plan_of();
    pair_progress watch = {.to = 1};
    double with[SALVO_N_SCENARIOS];
    pair_run run;
    unit_pool pool;

    (void)state;
    plan.n_settings = 0;
    plan.battle.army[0].words = OPEN;
    plan.battle.army[0].n_words = 1;
    plan.defender = NORMAL;
    plan.n_defender = 1;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, NULL), SALVO_OK);
    assert_int_equal(pool.n_fielding_pairs, 4); /* hold, advance either way, meeting */
    assert_int_equal(pair_run_init(&run, &pool, 1, 20000, 1, NULL), SALVO_OK);
    run.pairs[0].side[0] = (army){.kind = {40}, .count = {1}, .n_kinds = 1};
    run.pairs[0].side[1] = (army){.kind = {12}, .count = {2}, .n_kinds = 1};
    assert_int_equal(pair_run_all(&run, NULL, 0, 1, &watch, NULL), SALVO_OK);
    for (size_t at = 0; at < pool.n_conditions; at++) {
        const salvo_scenario scenario = pool.conditions[at].scenario;
        double score = 0, open = 0;

        for (int attacker = 0; attacker < 2; attacker++) {
            score += score_with(&pool, scenario, attacker, WORDS[scenario]) / 2;
            open += score_of_battle(&pool, scenario, 0, attacker) / 2;
        }
        assert_true(fabs(pair_score(&run, 0, at) - score) < 0.02); /* 5 standard errors at most */
        with[scenario] = fabs(score - open);
    }
    /* Cover matters here, but where nobody has any. */
    assert_true(with[SALVO_HOLD] > 0.1 && with[SALVO_ADVANCE] > 0.03 && with[SALVO_MEETING] < 1e-12);
    pair_run_free(&run);
    unit_pool_close(&pool);
}

static void nobody_defends_in_a_meeting(void **state)
{
    salvo_points_plan plan = plan_of();
    salvo_error err;
    unit_pool pool;

    (void)state;
    plan.n_settings = 0;
    plan.scenarios[SALVO_HOLD] = plan.scenarios[SALVO_ADVANCE] = 0;
    plan.defender = NORMAL;
    plan.n_defender = 1;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, &err), SALVO_BAD_INPUT);
    unit_pool_close(&pool);
    assert_string_equal(err.text, "defender-cover=normal: neither army defends in meeting; add hold or advance to the "
                                  "scenarios, or give the word to both sides: cover=normal");
}

/* What is measured of all pairs is the mean of what is measured in the settings, each with its pairs. */
static void settings_average_to_the_whole(void **state)
{
    salvo_points_plan plan = plan_of();
    salvo_points_test t;
    double sum = 0, weights[2] = {0, 0};
    size_t n[2] = {0, 0};
    unit_pool pool;

    (void)state;
    plan.pairs = 40;
    plan.precision = 0.2;
    plan.attack_odds = 0;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, NULL), SALVO_OK);
    for (uint64_t i = 0; i < plan.pairs; i++)
        n[setting_of_pair(&pool, i)]++;
    unit_pool_close(&pool);
    assert_int_equal(salvo_points_test_run(&t, mad(), &plan, NULL), SALVO_OK);
    assert_int_equal(t.imbalance.n_settings, 2);
    for (int in = 0; in < 2; in++)
        sum += t.imbalance.setting[in].value * (double)n[in] / (double)plan.pairs;
    assert_true(fabs(sum - t.imbalance.plain.value) < 1e-9);
    for (size_t at = 0; at < t.imbalance.n_conditions; at++)
        weights[t.imbalance.conditions[at].setting] += t.imbalance.conditions[at].weight;
    assert_true(fabs(weights[0] - 0.75) < 1e-12 && fabs(weights[1] - 0.25) < 1e-12);
    salvo_points_test_free(&t);
}

enum { ARMOUR = 5 };

/* A fit of German units against bunkers, of few battles. */
static salvo_points_plan plan_of_bunkers(void)
{
    static const salvo_army_choice CHOICES[ARMOUR] = {{"german-tiger-i", 0, 12},
                                                      {"german-panther-a-to-g", 0, 12},
                                                      {"german-hetzer", 0, 12},
                                                      {"german-pz-ii-d-to-j", 0, 12},
                                                      {"german-wesp", 0, 12}};
    salvo_points_plan plan = plan_of();

    plan.pairs = 300;
    plan.rounds = 1;
    plan.precision = 0.15;
    plan.scenarios[SALVO_MEETING] = 0;
    plan.choices = CHOICES;
    plan.n_choices = ARMOUR;
    return plan;
}

/* The standard error of the price's logarithm. */
static double error_of(const salvo_bounds *price)
{
    return log(price->high / price->low) / (2 * 1.96);
}

/* Lists of their own for two kinds of cover are what two fits say in which there is one kind alone, of other armies. The two
 * kinds of armies' sizes have no lists: either kind of cover has both. */
static void lists_of_parts_are_those_of_fits_alone(void **state)
{
    static const char *const HARD[] = {"cover=fortification"};
    static const salvo_points_setting COVERS[] = {
        {.name = "", .part = "open", .weight = 1, .elements_max = 6},
        {.name = "", .part = "hard", .weight = 1, .elements_max = 6, .defender = HARD, .n_defender = 1},
        {.name = "", .part = "open", .weight = 1, .elements_max = 12},
        {.name = "", .part = "hard", .weight = 1, .elements_max = 12, .defender = HARD, .n_defender = 1},
    };
    salvo_points_plan plan = plan_of_bunkers();
    double between = 0;
    salvo_points_fit both;

    (void)state;
    plan.settings = COVERS;
    plan.n_settings = 4;
    plan.per = SALVO_PER_SETTING;
    assert_int_equal(salvo_points_fit_run(&both, mad(), &plan, NULL), SALVO_OK);
    assert_int_equal(both.n_separate, 2);
    for (int hard = 0; hard < 2; hard++) {
        const salvo_points_setting alone[] = {COVERS[hard], COVERS[hard + 2]};
        salvo_points_fit one;

        plan.per = SALVO_PER_NOTHING;
        plan.settings = alone;
        plan.n_settings = 2;
        assert_int_equal(salvo_points_fit_run(&one, mad(), &plan, NULL), SALVO_OK);
        for (size_t u = 0; u < ARMOUR; u++) {
            const salvo_bounds *own = &both.separate[hard].prices[u], *fitted = &one.prices[u].fitted;

            assert_true(fabs(log(own->value / fitted->value)) < 4 * hypot(error_of(own), error_of(fitted)));
            between = fmax(between, fabs(log(both.separate[0].prices[u].value / fitted->value)) /
                                        hypot(error_of(&both.separate[0].prices[u]), error_of(fitted)));
        }
        salvo_points_fit_free(&one);
    }
    if (between < 3) /* the kinds differ, or the test would not tell lists apart */
        fail_msg("the lists of both kinds differ by %.1f errors", between);
    salvo_points_fit_free(&both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_have_their_shares),
        cmocka_unit_test(pairs_meet_in_their_setting),
        cmocka_unit_test(a_defender_alone_has_its_words),
        cmocka_unit_test(nobody_defends_in_a_meeting),
        cmocka_unit_test(lists_of_parts_are_those_of_fits_alone),
        cmocka_unit_test(settings_average_to_the_whole),
    };

    return cmocka_run_group_tests_name("points_settings", tests, mad_open, mad_close);
}
