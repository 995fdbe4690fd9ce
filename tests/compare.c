/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants on the same dice: the draws by their address, the pairs counted a second time here, and the paired intervals
 * against exact differences. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <salvo/compare.h>
#include <salvo/fight.h>

#include "simulate/reference_engine.h"
#include "simulate/statistics.h"
#include "support.h"

static uint32_t word_at(uint64_t seed, uint32_t stream, uint64_t trial, uint64_t word)
{
    pcg32 rng = pcg32_seeded(pcg32_mixed(seed, stream), PCG32_SEQUENCE + stream);

    pcg32_advance(&rng, trial * PCG32_STRIDE + word);
    return pcg32_next(&rng);
}

/* The first words that splitmix64 gives from 0 are known. */
static void purposes_have_seeds_of_their_own(void **state)
{
    (void)state;
    assert_true(pcg32_mixed(0, 0) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(pcg32_mixed(0, 1) == UINT64_C(0x6e789e6aa1b965f4));
}

static void draws_have_addresses(void **state)
{
    draws d = draws_of(9, 40);

    (void)state;
    for (uint64_t trial = 40; trial < 60; trial++, draws_next_trial(&d))
        for (uint32_t turn = 0; turn < 60; turn += 1 + turn % 7)
            for (uint32_t stream = trial % 3; stream < DRAWS_STREAMS_MAX; stream += 3) {
                draws_turn(&d, stream, turn);
                for (uint32_t i = 0; i < 3; i++) /* 2^31 of the words are below it: what is not drawn again */
                    assert_int_equal(draws_below(&d, stream, UINT32_C(1) << 31),
                                     word_at(9, stream, trial, turn * DRAWS_TURN_WORDS + i) % (UINT32_C(1) << 31));
            }
}

/* A turn that needs more words than it has pushes the next one back, and no further one. */
static void a_long_turn_uses_no_word_twice(void **state)
{
    draws d = draws_of(1, 0);

    (void)state;
    draws_turn(&d, 2, 0);
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(draws_below(&d, 2, 2), word_at(1, 2, 0, i) % 2);
    draws_turn(&d, 2, 1);
    assert_int_equal(draws_below(&d, 2, 2), word_at(1, 2, 0, 20) % 2);
    draws_turn(&d, 2, 2);
    assert_int_equal(draws_below(&d, 2, 2), word_at(1, 2, 0, 34) % 2);
}

/* Four turns of a D6 each; in between, one of the variants throws another die, twice in some turns. */
struct game {
    bool interrupted;
};

struct place {
    uint8_t turn, phase;
};

static void game_start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

static int game_outcome(const void *situation, const void *state)
{
    (void)situation;
    return ((const struct place *)state)->turn == 4 ? 0 : SALVO_CONTINUES;
}

static void game_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(1, ((const struct place *)state)->phase ? 6 : 10);
}

static int game_stream(const void *situation, const void *state)
{
    (void)situation;
    return ((const struct place *)state)->phase ? 1 : 0;
}

static bool game_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct place *p = state;

    if (p->phase == 0 && ((const struct game *)situation)->interrupted) {
        gain[1] += faces[0];
        p->phase = faces[0] > 3;
        return false;
    }
    if (p->phase == 0) {
        p->phase = 1;
        return false;
    }
    gain[0] += faces[0] << (3 * p->turn);
    p->phase = 0;
    p->turn++;
    return true;
}

static const salvo_expectation GAME_EXPECTATIONS[] = {{.name = "throws"}, {.name = "between"}};
static const char *const GAME_OUTCOMES[] = {"over"};
static const salvo_chain GAME_CHAIN = {.state_size = sizeof(struct place),
                                       .start = game_start,
                                       .outcome = game_outcome,
                                       .dice = game_dice,
                                       .step = game_step,
                                       .stream = game_stream};
static const salvo_procedure GAME = {
    .schema = {.name = "game"},
    .expectations = GAME_EXPECTATIONS,
    .n_expectations = COUNT_OF(GAME_EXPECTATIONS),
    .outcomes = GAME_OUTCOMES,
    .n_outcomes = COUNT_OF(GAME_OUTCOMES),
    .chain = &GAME_CHAIN,
};

/* All four dice are the same in every pair: their sum, which tells them apart, never differs. */
static void a_throw_more_moves_no_other_dice(void **state)
{
    struct game plain = {false}, interrupted = {true};
    draws d = draws_of(5, 0), other = d;

    (void)state;
    for (int i = 0; i < 1000; i++, draws_next_trial(&d), draws_next_trial(&other)) {
        const salvo_question first = {.procedure = &GAME, .situation = &plain};
        const salvo_question second = {.procedure = &GAME, .situation = &interrupted};
        int64_t a[SALVO_EXPECTATIONS_MAX] = {0}, b[SALVO_EXPECTATIONS_MAX] = {0};
        uint64_t turn;

        reference_engine_trial(&first, &d, a, &turn);
        reference_engine_trial(&second, &other, b, NULL);
        assert_int_equal(a[0], b[0]);
        assert_int_equal(turn, 4);
    }
}

#define DUEL "a=german-tiger-i b=british-sherman-firefly range=750 "
#define SHOT "weapon=cannon-b range=500 "

static const struct pair {
    const char *name, *procedure, *first, *second;
} PAIRS[] = {
    {"cover in a duel", "mad.duel", DUEL, DUEL "a-cover=normal"},
    {"who fires first", "mad.duel", DUEL, DUEL "first=a"},
    {"at the same time", "mad.duel", DUEL "first=simultaneous", DUEL "first=a"},
    {"another enemy", "mad.duel", DUEL, "a=german-tiger-i b=british-sherman-m4-a1 range=750"},
    {"a limit of turns", "mad.duel", DUEL "turns=1", DUEL "turns=2"},
    {"cover of a target", "mad.direct-fire", SHOT "hp=28", SHOT "hp=28 cover=normal"},
    {"another weapon", "mad.direct-fire", SHOT, "weapon=cannon-a range=500"},
    {"shots to a kill", "mad.shots-to-kill", SHOT "hp=28", SHOT "hp=28 cover=normal"},
    {"a volley", "mad.volley", SHOT "hp=28 shots=2", SHOT "hp=28 shots=3"},
};

typedef struct variants {
    answer first, second;
} variants;

static void ask_both(variants *v, const struct pair *pair)
{
    ask(&v->first, mad(), pair->procedure, pair->first);
    ask(&v->second, mad(), pair->procedure, pair->second);
}

static void free_both(variants *v)
{
    answer_free(&v->first);
    answer_free(&v->second);
}

static void compare(salvo_comparison *c, const variants *v, salvo_method method, const salvo_plan *plan)
{
    const salvo_approach how = {.method = method, .plan = *plan};
    salvo_error err = {0};

    if (salvo_compare(c, &v->first.question, &v->second.question, &how, &err) != SALVO_OK)
        fail_msg("%s: %s", v->first.words, err.text);
}

enum { LINES_MAX = 64 };

/* The line of an outcome. */
static size_t line_of(const salvo_comparison *c, int outcome)
{
    size_t k = 0;

    while (k < c->n_outcomes && c->outcomes[k].number != outcome)
        k++;
    assert_true(k < c->n_outcomes && k < LINES_MAX);
    return k;
}

/* Counts of each variant are those of a simulation by the book; pairs are counted a second time. */
static void pairs_are_trials_of_either_variant(void **state)
{
    const salvo_plan plan = {.seed = 3, .trials = 10000, .reference_engine = true};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++) {
        uint64_t only_first[LINES_MAX] = {0}, only_second[LINES_MAX] = {0};
        salvo_simulation alone[2];
        salvo_comparison c;
        variants v;

        ask_both(&v, &PAIRS[i]);
        compare(&c, &v, SALVO_MONTE_CARLO, &plan);
        assert_int_equal(salvo_simulate(&alone[0], &v.first.question, &plan, NULL), SALVO_OK);
        assert_int_equal(salvo_simulate(&alone[1], &v.second.question, &plan, NULL), SALVO_OK);
        for (uint64_t t = 0; t < plan.trials; t++) {
            draws d = draws_of(plan.seed, t), again = d;
            int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
            int a = reference_engine_trial(&v.first.question, &d, gain, NULL);
            int b = reference_engine_trial(&v.second.question, &again, gain, NULL);

            only_first[line_of(&c, a)] += a != b;
            only_second[line_of(&c, b)] += a != b;
        }
        for (size_t k = 0; k < c.n_outcomes; k++) {
            const salvo_contrast *line = &c.outcomes[k];
            uint64_t counts[2] = {0};

            for (int side = 0; side < 2; side++)
                for (size_t n = 0; n < alone[side].n_counts; n++)
                    if (alone[side].counts[n].outcome == line->number)
                        counts[side] = alone[side].counts[n].count;
            assert_int_equal(line->first.count, counts[0]);
            assert_int_equal(line->second.count, counts[1]);
            assert_int_equal(line->only_first, only_first[k]);
            assert_int_equal(line->only_second, only_second[k]);
            assert_true(
                line->difference.simulated.value == ((double)counts[1] - (double)counts[0]) / (double)plan.trials ||
                fabs(line->difference.simulated.value - ((double)counts[1] - (double)counts[0]) / (double)plan.trials) <
                    1e-15);
        }
        salvo_simulation_free(&alone[0]);
        salvo_simulation_free(&alone[1]);
        salvo_comparison_free(&c);
        free_both(&v);
    }
}

static bool within(double value, const salvo_estimate *e)
{
    return e->low <= value && value <= e->high;
}

/* How many of the lines' exact differences lie outside their intervals. */
static size_t misses_of(const salvo_contrast *lines, size_t n)
{
    size_t misses = 0;

    for (size_t i = 0; i < n; i++)
        misses += !within(lines[i].difference.exact.value, &lines[i].difference.simulated);
    return misses;
}

/* Nine pairs under thirty seeds. Each interval misses once in twenty at most; outcomes of one run hang together, so the
 * misses are allowed five standard deviations of runs that miss with all their lines: a false alarm in a million. */
static void exact_differences_lie_inside(void **state)
{
    enum { SEEDS = 30 };
    double lines = 0, misses = 0, spread = 0;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++) {
        variants v;

        ask_both(&v, &PAIRS[i]);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            salvo_comparison c;
            double n;

            compare(&c, &v, SALVO_BOTH, &(salvo_plan){.seed = seed, .trials = 4000});
            n = (double)(c.n_outcomes + c.n_means);
            misses += (double)(misses_of(c.outcomes, c.n_outcomes) + misses_of(c.means, c.n_means));
            lines += n;
            spread += n * n * 0.05 * 0.95;
            salvo_comparison_free(&c);
        }
        free_both(&v);
    }
    print_message("%.0f of %.0f differences outside (%.2f %%)\n", misses, lines, 100 * misses / lines);
    assert_true(misses <= 0.05 * lines + 5 * sqrt(spread));
    assert_true(misses > 0.01 * lines); /* nor may they be too wide */
}

/* The coverage of one pair's intervals, fixed and at any time, over independent stretches of pairs. */
static void coverage_is_what_it_says(void **state)
{
    enum { RUNS = 1000, TRIALS = 400 };
    const double truth = 0.12643539454234, sd = sqrt(0.05 * 0.95 / RUNS); /* 5468211802/8729091379 - 1/2 */
    uint64_t fixed = 0, ever = 0;
    variants v;

    (void)state;
    ask_both(&v, &PAIRS[0]);
    for (uint64_t run = 0; run < RUNS; run++) {
        draws d = draws_of(11, run * TRIALS), again = d;
        uint64_t only_first = 0, only_second = 0;
        bool left = false;

        for (uint64_t t = 1; t <= TRIALS; t++, draws_next_trial(&d), draws_next_trial(&again)) {
            int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
            bool a = reference_engine_trial(&v.first.question, &d, gain, NULL) == 0;
            bool b = reference_engine_trial(&v.second.question, &again, gain, NULL) == 0;
            salvo_interval now;

            only_first += a && !b;
            only_second += b && !a;
            if (t < 20 || t % 20 != 0)
                continue;
            now = salvo_pairs_sequence(only_first, only_second, t);
            left = left || truth < now.low || truth > now.high;
            now = salvo_pairs_fixed(only_first, only_second, t);
            if (t == TRIALS)
                fixed += truth < now.low || truth > now.high;
        }
        ever += left;
    }
    free_both(&v);
    print_message("outside: %.2f %% at the end, %.2f %% at any look\n", 100.0 * (double)fixed / RUNS,
                  100.0 * (double)ever / RUNS);
    assert_true(fabs((double)fixed / RUNS - 0.05) < 5 * sd);
    assert_true((double)ever / RUNS < 0.05 + 5 * sd);
}

/* Rare differences, where the normal law is far: coverage by the exact law of the counts, not by trials. */
static void rare_differences_are_covered(void **state)
{
    enum { TRIALS = 1000 };

    (void)state;
    for (double expected = 0.2; expected < 40; expected *= 1.3) {
        double p = expected / TRIALS, covered = 0, chance = pow(1 - p, TRIALS); /* of no difference */

        for (uint64_t k = 0; k < 200; k++) {
            salvo_interval i = salvo_pairs_fixed(0, k, TRIALS);

            covered += i.low <= p && p <= i.high ? chance : 0;
            chance *= p / (1 - p) * (double)(TRIALS - k) / (double)(k + 1);
        }
        if (covered < 0.92)
            print_error("%.2f differences expected: covered %.4f\n", expected, covered);
        assert_true(covered >= 0.92);
    }
}

/* Of few pairs, too, both intervals stay within -1 and 1 and contain the difference that was seen. */
static void intervals_of_few_pairs_are_possible(void **state)
{
    enum { MOST = 30 };

    (void)state;
    for (uint64_t n = 1; n <= MOST; n++)
        for (uint64_t first = 0; first <= n; first++)
            for (uint64_t second = 0; first + second <= n; second++) {
                const salvo_interval both[] = {salvo_pairs_fixed(first, second, n),
                                               salvo_pairs_sequence(first, second, n)};
                double seen = ((double)second - (double)first) / (double)n;

                for (int i = 0; i < 2; i++)
                    if (!(-1 <= both[i].low && both[i].low <= seen && seen <= both[i].high && both[i].high <= 1))
                        fail_msg("%d and %d of %d: %g to %g", (int)first, (int)second, (int)n, both[i].low,
                                 both[i].high);
            }
}

static void pairs_at_the_edges(void **state)
{
    salvo_interval none = salvo_pairs_fixed(0, 0, 0), all = salvo_pairs_fixed(0, 1000, 1000);
    salvo_interval zero = salvo_pairs_fixed(0, 0, 998), left = salvo_pairs_fixed(30, 10, 500);
    salvo_interval right = salvo_pairs_fixed(10, 30, 500);

    (void)state;
    assert_true(none.low == -1 && none.high == 1);
    assert_true(all.high == 1 && all.low > 0.98);
    assert_true(fabs(zero.high - 1.959963985 * sqrt(2.) / 1000) < 1e-9 && zero.low == -zero.high);
    assert_true(fabs(left.low + right.high) < 1e-15 && fabs(left.high + right.low) < 1e-15);
    assert_true(left.low < -0.04 && -0.04 < left.high);
}

static void identical_variants_do_not_differ(void **state)
{
    static const char *const WORDS[][3] = {
        {"mad.duel", DUEL, ""},
        {"mad.direct-fire", SHOT, SHOT "cover=none"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(WORDS); i++)
        for (uint64_t trials = 1; trials <= 10000; trials *= 100) {
            const struct pair same = {"", WORDS[i][0], WORDS[i][1], i ? WORDS[i][2] : WORDS[i][1]};
            salvo_comparison c;
            variants v;

            ask_both(&v, &same);
            compare(&c, &v, SALVO_BOTH, &(salvo_plan){.seed = 1, .trials = trials});
            assert_true(c.identical && c.n_outcomes > 0 && c.n_means > 0);
            for (size_t k = 0; k < c.n_outcomes + c.n_means; k++) {
                const salvo_contrast *l = k < c.n_outcomes ? &c.outcomes[k] : &c.means[k - c.n_outcomes];
                const salvo_estimate *e = &l->difference.simulated;

                assert_true(e->value == 0 && e->low == 0 && e->high == 0);
                assert_string_equal(l->difference.exact.exact, "0");
                assert_int_equal(l->only_first + l->only_second, 0);
            }
            salvo_comparison_free(&c);
            free_both(&v);
        }
}

/* Variants that differ in words only are not known to be the same: the interval keeps a width. */
static void alike_is_not_identical(void **state)
{
    const struct pair alike = {"", "mad.direct-fire", SHOT, "weapon=cannon-b range=499"};
    salvo_comparison c;
    variants v;

    (void)state;
    ask_both(&v, &alike);
    compare(&c, &v, SALVO_BOTH, &(salvo_plan){.seed = 1, .trials = 1000});
    assert_false(c.identical);
    for (size_t k = 0; k < c.n_outcomes; k++) {
        const salvo_estimate *e = &c.outcomes[k].difference.simulated;

        assert_true(e->value == 0 && e->low < 0 && e->high > 0);
        assert_true(isinf(c.outcomes[k].variance_reduction));
    }
    salvo_comparison_free(&c);
    free_both(&v);
}

static void any_number_of_threads_gives_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++) {
        salvo_comparison one, other;
        variants v;

        ask_both(&v, &PAIRS[i]);
        compare(&one, &v, SALVO_MONTE_CARLO, &(salvo_plan){.seed = 2, .trials = 50017, .threads = 1});
        for (int threads = 2; threads <= 7; threads += 5) {
            compare(&other, &v, SALVO_MONTE_CARLO, &(salvo_plan){.seed = 2, .trials = 50017, .threads = threads});
            assert_int_equal(one.simulation.hash, other.simulation.hash);
            assert_int_equal(one.n_outcomes, other.n_outcomes);
            for (size_t k = 0; k < one.n_means; k++)
                assert_memory_equal(&one.means[k].difference.simulated, &other.means[k].difference.simulated,
                                    sizeof(salvo_estimate));
            salvo_comparison_free(&other);
        }
        salvo_comparison_free(&one);
        free_both(&v);
    }
}

/* On these pairs common dice are worth more than independent ones; of an outcome that is rare with both variants as much,
 * within the noise of its estimate. The precision is that of the differences. */
static void pairing_pays(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++) {
        salvo_comparison c;
        variants v;

        ask_both(&v, &PAIRS[i]);
        compare(&c, &v, SALVO_MONTE_CARLO, &(salvo_plan){.seed = 1, .precision = 0.02});
        assert_int_equal(c.simulation.stopped_by, SALVO_STOPPED_BY_PRECISION);
        for (size_t k = 0; k < c.n_outcomes; k++) {
            const salvo_estimate *e = &c.outcomes[k].difference.simulated;

            assert_true(e->high - e->low <= 2 * 0.02);
            if (c.outcomes[k].variance_reduction < 0.99)
                print_error("%s, %s: %g\n", PAIRS[i].name, c.outcomes[k].name, c.outcomes[k].variance_reduction);
            assert_true(!(c.outcomes[k].variance_reduction < 0.99));
        }
        salvo_comparison_free(&c);
        free_both(&v);
    }
}

static void two_procedures_are_refused(void **state)
{
    const salvo_approach exact = {.method = SALVO_EXACT};
    salvo_comparison c;
    salvo_error err;
    answer shot, duel;

    (void)state;
    ask(&shot, mad(), "mad.direct-fire", SHOT);
    ask(&duel, mad(), "mad.duel", DUEL);
    assert_int_equal(salvo_compare(&c, &shot.question, &duel.question, &exact, &err), SALVO_BAD_INPUT);
    assert_non_null(strstr(err.text, "two procedures"));
    assert_null(c.memory);
    answer_free(&shot);
    answer_free(&duel);
}

static const salvo_contrast *line_called(const salvo_contrast *lines, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(lines[i].name, name) == 0)
            return &lines[i];
    fail_msg("there is no '%s'", name);
    return NULL;
}

static void same_chance(const salvo_comparison *c, const char *name, const salvo_figure *first,
                        const salvo_figure *second)
{
    const salvo_contrast *line = line_called(c->outcomes, c->n_outcomes, name);

    assert_true(fabs(line->first.exact.value - first->exact.value) < 1e-12);
    assert_true(fabs(line->second.exact.value - second->exact.value) < 1e-12);
    assert_true(line->first.count == first->count && line->second.count == second->count);
}

static void same_mean(const salvo_comparison *c, const char *name, const salvo_figure *first,
                      const salvo_figure *second)
{
    const salvo_contrast *line = line_called(c->means, c->n_means, name);

    assert_true(fabs(line->first.exact.value - first->exact.value) < 1e-9);
    assert_true(fabs(line->second.exact.value - second->exact.value) < 1e-9);
    assert_true(fabs(line->first.simulated.value - first->simulated.value) < 1e-9);
    assert_true(fabs(line->second.simulated.value - second->simulated.value) < 1e-9);
}

/* Either variant of a comparison is the battle that is fought alone: the same exact chances, by other sums, and of the
 * same trials the same counts. The interval of the pairs covers the exact difference; seed and trials are fixed. */
static void check_battles(const salvo_battle_plan *first, const salvo_battle_plan *second, bool reference)
{
    const salvo_approach how = {.method = SALVO_BOTH,
                                .plan = {.seed = 7, .trials = 50000, .reference_engine = reference}};
    const salvo_battle_plan *const plans[] = {first, second};
    salvo_question questions[2];
    salvo_battle battles[2];
    salvo_comparison c;
    const salvo_contrast *a;

    for (int i = 0; i < 2; i++) {
        assert_int_equal(salvo_battle_fight(&battles[i], mad(), plans[i], &how, NULL), SALVO_OK);
        assert_int_equal(salvo_battle_ask(&questions[i], mad(), plans[i], &how.plan, NULL), SALVO_OK);
    }
    assert_int_equal(salvo_compare(&c, &questions[0], &questions[1], &how, NULL), SALVO_OK);
    same_chance(&c, "a wins", &battles[0].p_a, &battles[1].p_a);
    same_chance(&c, "b wins", &battles[0].p_b, &battles[1].p_b);
    same_mean(&c, "turns", &battles[0].expected_turns, &battles[1].expected_turns);
    same_mean(&c, "elements lost by a", &battles[0].side[0].lost, &battles[1].side[0].lost);
    same_mean(&c, "elements lost by b", &battles[0].side[1].lost, &battles[1].side[1].lost);
    a = line_called(c.outcomes, c.n_outcomes, "a wins");
    /* 2.5 half-widths are 4.9 standard errors: one false alarm in a million. */
    assert_true(fabs(a->difference.simulated.value - a->difference.exact.value) <
                1.25 * (a->difference.simulated.high - a->difference.simulated.low));
    /* Shared dice are worth something, or pairs would be for nothing. */
    assert_true(a->variance_reduction > 1.1);
    salvo_comparison_free(&c);
    for (int i = 0; i < 2; i++) {
        salvo_battle_question_free(&questions[i]);
        salvo_battle_free(&battles[i]);
    }
}

static void battles_are_compared_as_they_are_fought(void **state)
{
    static const char *const COVER[] = {"cover=normal"};
    const salvo_battle_plan first = {
        .army = {{.list = "2 Tiger I"}, {.list = "4 Sherman M4A1"}}, .range = 1000, .close_to = -1};
    salvo_battle_plan second = first;

    (void)state;
    second.army[1].words = COVER;
    second.army[1].n_words = 1;
    check_battles(&first, &second, false);
    check_battles(&first, &second, true);
    second = first;
    second.army[1].list = "1 Sherman Firefly, 3 Sherman M4A1";
    check_battles(&first, &second, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(purposes_have_seeds_of_their_own),
        cmocka_unit_test(draws_have_addresses),
        cmocka_unit_test(a_long_turn_uses_no_word_twice),
        cmocka_unit_test(a_throw_more_moves_no_other_dice),
        cmocka_unit_test(pairs_are_trials_of_either_variant),
        cmocka_unit_test(exact_differences_lie_inside),
        cmocka_unit_test(coverage_is_what_it_says),
        cmocka_unit_test(rare_differences_are_covered),
        cmocka_unit_test(pairs_at_the_edges),
        cmocka_unit_test(intervals_of_few_pairs_are_possible),
        cmocka_unit_test(identical_variants_do_not_differ),
        cmocka_unit_test(alike_is_not_identical),
        cmocka_unit_test(any_number_of_threads_gives_the_same),
        cmocka_unit_test(pairing_pays),
        cmocka_unit_test(two_procedures_are_refused),
        cmocka_unit_test(battles_are_compared_as_they_are_fought),
    };

    return cmocka_run_group_tests_name("compare", tests, mad_open, mad_close);
}
