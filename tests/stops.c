/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that end before their time, and the turns that a simulated chain tells: whatever ended a run, its counts are those
 * of a run of as many trials. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <salvo/compare.h>
#include <salvo/fight.h>

#include "simulate/statistics.h"
#include "support.h"

#define DUEL "a=german-tiger-i b=british-sherman-firefly range=750 "

/* Says stop at its nth look. */
struct patience {
    int looks, most;
    double part;
    uint64_t trials;
};

static bool look(void *context, const salvo_progress *progress)
{
    struct patience *p = context;

    assert_true(progress->part >= 0 && progress->part <= 1);
    p->part = progress->part;
    p->trials = progress->trials;
    return ++p->looks < p->most;
}

static void simulate(salvo_simulation *s, const answer *is, const salvo_plan *plan)
{
    salvo_error err = {0};

    if (salvo_simulate(s, &is->question, plan, &err) != SALVO_OK)
        fail_msg("%s: %s", is->words, err.text);
}

static void check_as_by_number(const answer *is, const salvo_plan *plan, const salvo_simulation *s)
{
    salvo_plan by_number = {
        .seed = plan->seed, .trials = s->trials, .reference_engine = plan->reference_engine, .threads = 1};
    salvo_simulation whole;

    simulate(&whole, is, &by_number);
    assert_int_equal(whole.hash, s->hash);
    for (size_t i = 0; i < s->n_counts; i++) {
        salvo_interval honest = salvo_sequence(s->counts[i].count, s->trials);

        assert_int_equal(whole.counts[i].count, s->counts[i].count);
        assert_true(s->counts[i].probability.low == honest.low && s->counts[i].probability.high == honest.high);
    }
    for (size_t i = 0; i < s->n_means; i++)
        assert_true(s->means[i].mean.value == whole.means[i].mean.value);
    salvo_simulation_free(&whole);
}

static const struct shape {
    const char *procedure, *words;
    bool reference_engine;
} SHAPES[] = {
    {"mad.duel", DUEL, false},
    {"mad.duel", DUEL, true},
    {"mad.direct-fire", "weapon=cannon-b range=500 hp=28", false},
    {"mad.direct-fire", "weapon=cannon-b range=500 hp=28", true},
    {"mad.shots-to-kill", "weapon=cannon-b range=500 hp=50", false},
};

/* At the first look, a few blocks in, and after many; with trials and with a precision. */
static void an_interrupted_run_is_a_shorter_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SHAPES); i++)
        for (int most = 1; most < 20; most = 3 * most + 1)
            for (int fixed = 0; fixed < 2; fixed++)
                for (int threads = 1; threads <= 3; threads += 2) {
                    struct patience p = {.most = most};
                    const salvo_progress_callback watch = {look, &p};
                    salvo_plan plan = {.seed = 5,
                                       .trials = fixed ? UINT64_C(1) << 36 : 0,
                                       .precision = 1e-5,
                                       .threads = threads,
                                       .reference_engine = SHAPES[i].reference_engine,
                                       .progress = &watch};
                    salvo_simulation s;
                    answer is;

                    ask(&is, mad(), SHAPES[i].procedure, SHAPES[i].words);
                    simulate(&s, &is, &plan);
                    assert_int_equal(s.stopped_by, SALVO_INTERRUPTED);
                    assert_int_equal(p.looks, most);
                    assert_true(s.trials > 0 && s.trials >= p.trials);
                    check_as_by_number(&is, &plan, &s);
                    salvo_simulation_free(&s);
                    answer_free(&is);
                }
}

static void time_ends_a_run(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SHAPES); i++) {
        salvo_plan plan = {.seed = 6, .time_s = 0.02, .reference_engine = SHAPES[i].reference_engine};
        salvo_simulation s;
        answer is;

        ask(&is, mad(), SHAPES[i].procedure, SHAPES[i].words);
        simulate(&s, &is, &plan);
        assert_int_equal(s.stopped_by, SALVO_STOPPED_BY_TIME);
        assert_true(s.seconds >= 0.02 && s.seconds < 10);
        check_as_by_number(&is, &plan, &s);
        salvo_simulation_free(&s);
        answer_free(&is);
    }
}

/* What comes first ends it; a run that made all its trials is one of a fixed number. */
static void time_ends_nothing_that_is_done(void **state)
{
    const salvo_plan trials = {.seed = 6, .time_s = 1000, .trials = 5000};
    const salvo_plan precise = {.seed = 6, .time_s = 1000, .precision = 0.02};
    salvo_interval wilson;
    salvo_simulation s;
    answer is;

    (void)state;
    ask(&is, mad(), "mad.duel", DUEL);
    simulate(&s, &is, &trials);
    wilson = salvo_wilson(s.counts[0].count, 5000);
    assert_int_equal(s.stopped_by, SALVO_STOPPED_BY_TRIALS);
    assert_true(s.trials == 5000 && s.counts[0].probability.low == wilson.low);
    salvo_simulation_free(&s);
    simulate(&s, &is, &precise);
    assert_int_equal(s.stopped_by, SALVO_STOPPED_BY_PRECISION);
    salvo_simulation_free(&s);
    answer_free(&is);
}

static void bad_times_are_refused(void **state)
{
    static const double TIMES[] = {-1, NAN, INFINITY};
    salvo_simulation s;
    answer is;

    (void)state;
    ask(&is, mad(), "mad.duel", DUEL);
    for (size_t i = 0; i < COUNT_OF(TIMES); i++)
        assert_int_equal(salvo_simulate(&s, &is.question, &(salvo_plan){.time_s = TIMES[i]}, NULL), SALVO_BAD_INPUT);
    answer_free(&is);
}

static void a_comparison_can_be_stopped(void **state)
{
    (void)state;
    for (int most = 1; most < 40; most = 3 * most + 1) {
        struct patience p = {.most = most};
        const salvo_progress_callback watch = {look, &p};
        salvo_approach how = {.method = SALVO_BOTH, .plan = {.seed = 1, .trials = 1000000000, .progress = &watch}};
        salvo_comparison broken_off, whole;
        answer first, second;

        ask(&first, mad(), "mad.duel", DUEL);
        ask(&second, mad(), "mad.duel", DUEL "first=a");
        assert_int_equal(salvo_compare(&broken_off, &first.question, &second.question, &how, NULL), SALVO_OK);
        assert_int_equal(broken_off.simulation.stopped_by, SALVO_INTERRUPTED);
        how.plan = (salvo_plan){.seed = 1, .trials = broken_off.simulation.trials};
        assert_int_equal(salvo_compare(&whole, &first.question, &second.question, &how, NULL), SALVO_OK);
        assert_int_equal(broken_off.simulation.hash, whole.simulation.hash);
        for (size_t i = 0; i < whole.n_outcomes; i++) {
            const salvo_contrast *line = &broken_off.outcomes[i];
            salvo_interval honest =
                salvo_pairs_sequence(line->only_first, line->only_second, broken_off.simulation.trials);

            assert_true(line->difference.simulated.low == honest.low && line->difference.simulated.high == honest.high);
        }
        salvo_comparison_free(&broken_off);
        salvo_comparison_free(&whole);
        answer_free(&first);
        answer_free(&second);
    }
}

static const char *const CURVE_WORDS[] = {"a=german-tiger-i", "b=british-sherman-firefly"};
static const char *const CURVE_OVER[] = {"range=100..800..100"};

static void draw(salvo_curve *curve, const salvo_approach *how)
{
    const salvo_procedure *duel;
    salvo_error err = {0};

    assert_int_equal(salvo_procedure_find(mad()->ruleset, "mad.duel", &duel, NULL), SALVO_OK);
    if (salvo_curve_draw(curve, mad(), duel, CURVE_WORDS, 2, CURVE_OVER, 1, how, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

static void a_curve_keeps_the_points_it_has(void **state)
{
    (void)state;
    for (int most = 1; most <= 7; most++) {
        struct patience p = {.most = most};
        const salvo_progress_callback watch = {look, &p};
        const salvo_approach how = {.method = SALVO_EXACT, .plan = {.progress = &watch}};
        salvo_curve curve;

        draw(&curve, &how);
        assert_int_equal(curve.n_requested, 8);
        assert_int_equal(curve.n_points, most);
        assert_true(fabs(p.part - most / 8.) < 1e-12);
        salvo_curve_free(&curve);
    }
}

static void a_curve_shares_its_time(void **state)
{
    const salvo_approach how = {.method = SALVO_MONTE_CARLO,
                                .plan = {.seed = 1, .time_s = 0.2, .reference_engine = true}};
    double seconds = 0;
    salvo_curve curve;

    (void)state;
    draw(&curve, &how);
    assert_int_equal(curve.n_points, 8);
    for (size_t i = 0; i < curve.n_points; i++) {
        assert_int_equal(curve.answers[i].simulation.stopped_by, SALVO_STOPPED_BY_TIME);
        seconds += curve.answers[i].simulation.seconds;
    }
    assert_true(seconds >= 0.2 && seconds < 10);
    salvo_curve_free(&curve);
}

static void a_curve_stops_within_a_point(void **state)
{
    struct patience p = {.most = 12};
    const salvo_progress_callback watch = {look, &p};
    const salvo_approach how = {.method = SALVO_MONTE_CARLO,
                                .plan = {.seed = 1, .trials = 20000, .reference_engine = true, .progress = &watch}};
    salvo_curve curve;

    (void)state;
    draw(&curve, &how);
    assert_true(curve.n_points > 0 && curve.n_points < 8);
    for (size_t i = 0; i + 1 < curve.n_points; i++)
        assert_int_equal(curve.answers[i].simulation.stopped_by, SALVO_STOPPED_BY_TRIALS);
    salvo_curve_free(&curve);
}

static const char *const DUELS[] = {
    DUEL,
    DUEL "first=simultaneous",
    DUEL "turns=3",
    DUEL "a-cover=normal b-moves=yes",
    "a=german-tiger-i b=british-sherman-m4-a1 range=1500 a-weapons=best b-weapons=best",
    "a=generic-infantry b=german-tiger-i range=100 a-weapons=best",
};

/* Turns told apart change no count, whatever throws; by turn they add up to the counts (without those of a limit), and
 * agree with the exact list within five standard errors. */
static void check_turns(const answer *is, salvo_plan plan)
{
    const salvo_odds_options options = {.turns_max = 1000, .turns_tail = 1e-9};
    salvo_simulation plain, told;
    salvo_odds odds;

    simulate(&plain, is, &plan);
    plan.turns = 1000;
    simulate(&told, is, &plan);
    assert_int_equal(salvo_odds_solve(&odds, &is->question, &options, NULL), SALVO_OK);
    assert_int_equal(plain.hash, told.hash);
    assert_int_equal(plain.n_turns, 0);
    for (size_t i = 0; i < plain.n_means; i++)
        assert_memory_equal(&plain.means[i].mean, &told.means[i].mean, sizeof(salvo_estimate));
    for (size_t i = 0; i < told.n_counts; i++) {
        uint64_t sum = 0;

        for (size_t t = 0; t < told.n_turns; t++) {
            double p = 0, n = (double)told.trials, seen = (double)told.turns[t].count[i];

            sum += told.turns[t].count[i];
            assert_int_equal(told.turns[t].turn, t + 1);
            for (size_t k = 0; k < odds.n_outcomes && t < odds.n_turns; k++)
                if (odds.outcomes[k].outcome == told.counts[i].outcome)
                    p = odds.turns[t].probability[k];
            assert_true(fabs(seen - n * p) <= 5 * sqrt(n * p * (1 - p)) + 3);
        }
        if (strcmp(told.counts[i].label, "undecided") != 0)
            assert_int_equal(sum, told.counts[i].count);
    }
    salvo_simulation_free(&plain);
    salvo_simulation_free(&told);
    salvo_odds_free(&odds);
}

static void turns_change_no_count(void **state)
{
    static const char *const ISAS[] = {"auto", "portable"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(DUELS); i++) {
        answer is;

        ask(&is, mad(), "mad.duel", DUELS[i]);
        for (size_t k = 0; k < COUNT_OF(ISAS); k++)
            check_turns(&is, (salvo_plan){.seed = 8, .trials = 100017, .isa = ISAS[k]});
        check_turns(&is, (salvo_plan){.seed = 8, .trials = 10017, .reference_engine = true});
        answer_free(&is);
    }
}

/* Turns behind the last one that is asked for are told of nowhere, and trials in them still counted. */
static void few_turns_leave_the_rest_untold(void **state)
{
    salvo_simulation all, few;
    answer is;

    (void)state;
    for (int book = 0; book < 2; book++) {
        ask(&is, mad(), "mad.duel", DUEL);
        simulate(&all, &is, &(salvo_plan){.seed = 1, .trials = 50000, .turns = 1000, .reference_engine = book});
        simulate(&few, &is, &(salvo_plan){.seed = 1, .trials = 50000, .turns = 2, .reference_engine = book});
        assert_int_equal(few.hash, all.hash);
        assert_int_equal(few.n_turns, 2);
        assert_int_equal(few.turns_known, 2);
        assert_true(all.n_turns > 4);
        for (size_t t = 0; t < 2; t++)
            for (size_t i = 0; i < few.n_counts; i++)
                assert_int_equal(few.turns[t].count[i], all.turns[t].count[i]);
        salvo_simulation_free(&all);
        salvo_simulation_free(&few);
        answer_free(&is);
    }
}

/* A duel's list: simulated alone as far as trials tell, beside the exact one line for line. The exact list ends where the
 * chance of a longer duel is 1e-6: of the trials 0.1 are expected beyond it, and more than 3 once in 250,000 seeds. */
static void a_duel_lists_its_turns(void **state)
{
    static const char *const WORDS[] = {"range=750", "a-cover=normal"};

    (void)state;
    for (int both = 0; both < 2; both++) {
        const salvo_approach how = {.method = both ? SALVO_BOTH : SALVO_MONTE_CARLO,
                                    .options = {.turns_max = 1000, .turns_tail = 1e-6},
                                    .plan = {.seed = 1, .trials = 100000}};
        uint64_t a = 0, b = 0;
        salvo_duel duel;

        assert_int_equal(salvo_duel_fight(&duel, mad(), "Tiger I", "Sherman Firefly", WORDS, 2, &how, NULL), SALVO_OK);
        for (size_t t = 0; t < duel.n_turns; t++) {
            const salvo_duel_turn *turn = &duel.by_turn[t];

            assert_true(turn->simulated);
            a += turn->p_a.count;
            b += turn->p_b.count;
            assert_true(turn->p_a.simulated.value == (double)turn->p_a.count / 100000);
            assert_true(turn->p_mutual.simulated.high == 0);
            if (both)
                assert_true(fabs(turn->p_a.exact.value - turn->p_a.simulated.value) <
                            5 * sqrt(turn->p_a.exact.value / 100000) + 3e-5);
        }
        assert_in_range(duel.p_a.count + duel.p_b.count - a - b, 0, both ? 3 : 0);
        salvo_duel_free(&duel);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_run_is_a_shorter_one),
        cmocka_unit_test(time_ends_a_run),
        cmocka_unit_test(time_ends_nothing_that_is_done),
        cmocka_unit_test(bad_times_are_refused),
        cmocka_unit_test(a_comparison_can_be_stopped),
        cmocka_unit_test(a_curve_keeps_the_points_it_has),
        cmocka_unit_test(a_curve_shares_its_time),
        cmocka_unit_test(a_curve_stops_within_a_point),
        cmocka_unit_test(turns_change_no_count),
        cmocka_unit_test(few_turns_leave_the_rest_untold),
        cmocka_unit_test(a_duel_lists_its_turns),
    };

    return cmocka_run_group_tests_name("stops", tests, mad_open, mad_close);
}
