/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulation: every kernel, every number of threads and every cut against each other and against a plain walk written
 * here; the compiled tables and the counts against exact odds. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/dice_expression.h>
#include <salvo/simulate.h>

#include "rng/pcg32.h"
#include "simulate/program.h"
#include "simulate/reference_engine.h"
#include "simulate/statistics.h"
#include "simulate/weights.h"
#include "splitmix.h"
#include "support.h"

#define BLOCK (UINT64_C(1) << 18) /* trials that a thread takes at a time */

static const double WORDS = 0x1p32; /* that one draw can give */

/* Two D100, ten numbers to an outcome: so that there are more results than the kernels compare. */
static void many_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(2, 100);
}

static int many_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    gain[0] += faces[0] - faces[1];
    return (faces[0] - 1) / 10 * 10 + (faces[1] - 1) / 10;
}

static const salvo_expectation ONE_EXPECTATION[] = {{.name = "gain"}};
static const salvo_roll MANY_ROLL = {.dice = many_dice, .resolve = many_resolve};
static const salvo_procedure MANY = {
    .schema = {.name = "many results"},
    .expectations = ONE_EXPECTATION,
    .n_expectations = 1,
    .roll = &MANY_ROLL,
};

/* A throw of D10s is repeated until all show 1; a turn each. Without dice it never ends. */
struct wait {
    int dice;
    int64_t limit;
};

enum { WAITED, BROKEN_OFF };

static void wait_start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

static int wait_outcome(const void *situation, const void *state)
{
    (void)situation;
    return *(const unsigned char *)state ? WAITED : SALVO_CONTINUES;
}

static void wait_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = salvo_dice_of(((const struct wait *)situation)->dice, 10);
}

static bool wait_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    int n = ((const struct wait *)situation)->dice, ones = 0;

    for (int i = 0; i < n; i++)
        ones += faces[i] == 1;
    *(unsigned char *)state = n > 0 && ones == n;
    gain[0]++;
    return true;
}

static int64_t wait_limit(const void *situation)
{
    return ((const struct wait *)situation)->limit;
}

static const salvo_chain WAIT_CHAIN = {.state_size = 1,
                                       .start = wait_start,
                                       .outcome = wait_outcome,
                                       .dice = wait_dice,
                                       .step = wait_step,
                                       .turn_limit = wait_limit,
                                       .undecided = BROKEN_OFF};
static const salvo_procedure WAIT = {
    .schema = {.name = "waiting"},
    .expectations = ONE_EXPECTATION,
    .n_expectations = 1,
    .chain = &WAIT_CHAIN,
};

static salvo_question waiting(struct wait *situation)
{
    return (salvo_question){.procedure = &WAIT, .situation = situation};
}

/* D6s are thrown, a turn each, until their sum has reached a goal. One expectation is the sum; the other, if it is asked
 * for, is of no common measure with it, times `worth`. */
struct collection {
    int goal;
    int64_t limit;
    int worth;
};

static int collect_outcome(const void *situation, const void *state)
{
    return *(const unsigned char *)state >= ((const struct collection *)situation)->goal ? WAITED : SALVO_CONTINUES;
}

static void collect_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, 6);
}

static bool collect_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    *(unsigned char *)state = (unsigned char)(*(unsigned char *)state + faces[0]);
    gain[0] += faces[0];
    gain[1] += ((const struct collection *)situation)->worth * (faces[0] * faces[0] - 20);
    return true;
}

static int64_t collect_limit(const void *situation)
{
    return ((const struct collection *)situation)->limit;
}

static const salvo_chain COLLECT_CHAIN = {.state_size = 1,
                                          .start = wait_start,
                                          .outcome = collect_outcome,
                                          .dice = collect_dice,
                                          .step = collect_step,
                                          .turn_limit = collect_limit,
                                          .undecided = BROKEN_OFF};
static const salvo_expectation TWO_EXPECTATIONS[] = {{.name = "gain"}, {.name = "worth"}};
static const salvo_procedure COLLECT = {
    .schema = {.name = "collecting"},
    .expectations = TWO_EXPECTATIONS,
    .n_expectations = 2,
    .chain = &COLLECT_CHAIN,
};

/* The last one's worth leaves the lanes too few steps. */
static struct collection collections[] = {{30, 0, 0}, {30, 8, 0}, {30, 0, 1}, {30, 7, -3}, {60, 0, 1 << 14}};

#define simulate(to, question, plan) simulate_at(to, question, plan, __FILE__, __LINE__)
static void simulate_at(salvo_simulation *to, const salvo_question *question, const salvo_plan *plan, const char *file,
                        int line)
{
    salvo_error err = {0};

    if (salvo_simulate(to, question, plan, &err) == SALVO_OK)
        return;
    print_error("%s: %s\n", question->procedure->schema.name, err.text);
    _fail(file, line);
}

static const salvo_count *count_of(const salvo_simulation *s, const char *label)
{
    for (size_t i = 0; i < s->n_counts; i++)
        if (strcmp(s->counts[i].label, label) == 0)
            return &s->counts[i];
    fail_msg("no outcome '%s'", label);
    return NULL;
}

static uint64_t hash_of(const salvo_question *question, const salvo_plan *plan)
{
    salvo_simulation s;
    uint64_t hash;

    simulate(&s, question, plan);
    hash = s.hash;
    salvo_simulation_free(&s);
    return hash;
}

static bool same_estimates(const salvo_estimate *a, const salvo_estimate *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static bool same_results(const salvo_simulation *a, const salvo_simulation *b)
{
    bool same = a->trials == b->trials && a->hash == b->hash && a->n_counts == b->n_counts && a->n_means == b->n_means;

    for (size_t i = 0; same && i < a->n_counts; i++)
        same = a->counts[i].outcome == b->counts[i].outcome && a->counts[i].count == b->counts[i].count &&
               same_estimates(&a->counts[i].probability, &b->counts[i].probability);
    for (size_t i = 0; same && i < a->n_means; i++)
        same = same_estimates(&a->means[i].mean, &b->means[i].mean);
    return same;
}

#define DUEL "a=german-tiger-i b=british-sherman-firefly range=750 "

struct shape {
    const char *name, *procedure, *words;
    enum { ROLL, COUNTED, ONE_STEP, STEPS, OVER, ANY } shape;
} SHAPES[] = {
    {"a roll", "mad.direct-fire", "weapon=cannon-b range=500", ROLL},
    {"a duel, a first", "mad.duel", DUEL "first=a", COUNTED},
    {"a duel, b first", "mad.duel", DUEL "first=b", COUNTED},
    {"a duel by initiative", "mad.duel", DUEL "first=initiative", COUNTED},
    {"a simultaneous duel", "mad.duel", DUEL "first=simultaneous", COUNTED},
    {"a duel of three turns", "mad.duel", DUEL "turns=3", COUNTED},
    {"a duel of nine turns", "mad.duel", DUEL "turns=9", COUNTED},
    {"a duel of two thousand turns", "mad.duel", DUEL "turns=2000", COUNTED},
    {"a simultaneous duel of two turns", "mad.duel", DUEL "first=simultaneous turns=2", COUNTED},
    {"a duel of one turn", "mad.duel", DUEL "turns=1", COUNTED},
    {"a long duel", "mad.duel", "a=generic-infantry b=german-tiger-i range=100", COUNTED},
    {"a volley in one step", "mad.volley", "weapon=cannon-b range=500 hp=60 shots=3", ONE_STEP},
    {"dice collected", "", "0", STEPS},
    {"dice collected eight times at most", "", "1", STEPS},
    {"dice of worth collected", "", "2", STEPS},
    {"dice of worth collected seven times at most", "", "3", STEPS},
    {"dice of great worth collected", "", "4", STEPS},
    {"shots to kill", "mad.shots-to-kill", "weapon=cannon-a range=100 hp=30 max=2", ANY},
    {"initiative", "mad.initiative", "", COUNTED},
    {"initiative, ties reported", "mad.initiative", "ties=report", ONE_STEP},
    {"no weapon to fire", "mad.unit-fire", "unit=us-m16-half-track-aa target=german-tiger-i range=500", OVER},
};

/* Shapes without a procedure are collections, which the books have not. */
static void ask_shape(answer *to, const struct shape *shape)
{
    const salvo_question collecting = {.procedure = &COLLECT, .situation = &collections[atoi(shape->words)]};

    if (*shape->procedure) {
        ask(to, mad(), shape->procedure, shape->words);
        return;
    }
    solve(to, &collecting);
    to->question = collecting;
}

static void shape_is_as_said(void **state)
{
    const struct shape *shape = *state;
    answer is;
    program p;

    ask_shape(&is, shape);
    assert_int_equal(program_compile(&p, &is.question, NULL), SALVO_OK);
    assert_int_equal(p.odds.n > 0, shape->shape == ROLL);
    if (shape->shape != ROLL) {
        assert_int_equal(p.w.settled, shape->shape == OVER);
        if (shape->shape != ANY)
            assert_int_equal(p.one_step, shape->shape == ONE_STEP || shape->shape == OVER);
        if (shape->shape == COUNTED || shape->shape == STEPS)
            assert_int_equal(p.w.counted, shape->shape == COUNTED);
    }
    program_free(&p);
    answer_free(&is);
}

/* Around the ends of lanes, of groups of lanes and of blocks. */
static const uint64_t FEW_TRIALS[] = {1,  2,  3,  4,  5,  7,  8,   9,   15,  16,  17,  31,
                                      32, 33, 63, 64, 65, 95, 127, 128, 129, 255, 256, 257};
static const uint64_t MANY_TRIALS[] = {BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 17};
static const int THREADS[] = {1, 2, 3, 7};

static void check_same(const salvo_question *question, uint64_t trials, bool all_threads)
{
    const kernel *here[KERNELS_MAX];
    salvo_plan plan = {.seed = 20060901, .trials = trials, .threads = 1, .isa = "portable"};
    salvo_simulation reference, s;

    simulate(&reference, question, &plan);
    for (size_t k = 0, n = kernels_here(here); k < n; k++)
        for (size_t i = 0; i < COUNT_OF(THREADS); i++) {
            plan.isa = here[k]->name;
            plan.threads = THREADS[i];
            if (k && !all_threads)
                continue;
            simulate(&s, question, &plan);
            assert_string_equal(s.isa, here[k]->name);
            if (!same_results(&s, &reference))
                fail_msg("%llu trials differ with %s and %d threads", (unsigned long long)trials, plan.isa,
                         plan.threads);
            salvo_simulation_free(&s);
        }
    salvo_simulation_free(&reference);
}

static void run_trial_range(const program *p, const kernel *k, uint64_t first, uint64_t count, tally *t)
{
    const trial_range s = {7, first, count};

    assert_int_equal(program_run(p, k, &s, t, NULL), SALVO_OK);
}

static void check_tallies(const program *p, const tally *a, const tally *b)
{
    assert_int_equal(a->trials, b->trials);
    for (size_t i = 0; i < p->n_results; i++)
        assert_int_equal(a->results[i], b->results[i]);
    for (size_t k = 0; k < p->n_gains; k++) {
        salvo_moments x = program_moments(p, a, k), y = program_moments(p, b, k);

        assert_true(x.trials == y.trials && wide_equal(x.sum, y.sum) && wide_equal(x.squares, y.squares));
    }
}

/* By every kernel, which share one program: to make the question ready takes longer than so few trials. */
static void check_few_same(const salvo_question *question)
{
    const kernel *here[KERNELS_MAX];
    size_t n = kernels_here(here);
    program p;

    assert_int_equal(program_compile(&p, question, NULL), SALVO_OK);
    for (size_t i = 0; i < COUNT_OF(FEW_TRIALS); i++) {
        tally first;

        assert_true(tally_init(&first, p.n_results, p.n_gains));
        run_trial_range(&p, here[0], 0, FEW_TRIALS[i], &first);
        for (size_t k = 1; k < n; k++) {
            tally other;

            assert_true(tally_init(&other, p.n_results, p.n_gains));
            run_trial_range(&p, here[k], 0, FEW_TRIALS[i], &other);
            check_tallies(&p, &first, &other);
            tally_free(&other);
        }
        tally_free(&first);
    }
    program_free(&p);
}

static void check_all_same(const salvo_question *question, bool is_slow)
{
    check_few_same(question);
    for (size_t i = 0; i < COUNT_OF(MANY_TRIALS); i++)
        if (!is_slow || MANY_TRIALS[i] == BLOCK + 1)
            check_same(question, MANY_TRIALS[i], false);
}

static void everything_gives_the_same_counts(void **state)
{
    const struct shape *shape = *state;
    answer is;

    ask_shape(&is, shape);
    check_all_same(&is.question, shape->shape == STEPS);
    check_same(&is.question, 2 * BLOCK / (shape->shape == STEPS ? 8 : 1) + 5, true);
    answer_free(&is);
}

static uint64_t told(const salvo_simulation *s, size_t turn, size_t outcome)
{
    return turn < s->n_turns ? s->turns[turn].count[outcome] : 0;
}

/* Turns told apart change no count, and every kernel tells them alike; so does a run that tells more of them. */
static void turns_are_told_alike(void **state)
{
    enum { FEW_TURNS = 3, MANY_TURNS = 40 };
    const struct shape *shape = *state;
    const kernel *here[KERNELS_MAX];
    salvo_plan plan = {.seed = 9, .trials = 40000, .threads = 2, .isa = "portable"};
    salvo_simulation reference, many, s;
    answer is;

    ask_shape(&is, shape);
    simulate(&reference, &is.question, &plan);
    plan.turns = MANY_TURNS;
    simulate(&many, &is.question, &plan);
    for (size_t k = 0, n = kernels_here(here); k < n; k++)
        for (plan.turns = FEW_TURNS; plan.turns <= MANY_TURNS; plan.turns += MANY_TURNS - FEW_TURNS) {
            plan.isa = here[k]->name;
            simulate(&s, &is.question, &plan);
            assert_true(same_results(&s, &reference));
            for (size_t turn = 0; turn < plan.turns && turn < s.turns_known && turn < many.turns_known; turn++)
                for (size_t i = 0; i < s.n_counts; i++)
                    assert_int_equal(told(&s, turn, i), told(&many, turn, i));
            salvo_simulation_free(&s);
        }
    salvo_simulation_free(&many);
    salvo_simulation_free(&reference);
    answer_free(&is);
}

/* Dice collected until their sum is 30 take five turns at the least, thirty at the most, and always some turn. */
static void turns_add_up(void **state)
{
    const salvo_question collecting = {.procedure = &COLLECT, .situation = &collections[2]};
    const salvo_plan plan = {.seed = 9, .trials = 40000, .turns = 40};
    uint64_t sum = 0;
    salvo_simulation s;

    (void)state;
    simulate(&s, &collecting, &plan);
    assert_int_equal(s.n_counts, 1);
    for (size_t turn = 0; turn < s.n_turns; turn++) {
        assert_true(turn >= 4 || s.turns[turn].count[0] == 0);
        sum += s.turns[turn].count[0];
    }
    assert_int_equal(sum, plan.trials);
    salvo_simulation_free(&s);
}

static void looked_up_rolls_give_the_same_counts(void **state)
{
    const salvo_question question = {.procedure = &MANY};

    (void)state;
    check_all_same(&question, true);
}

static void the_book_gives_the_same_counts(void **state)
{
    static const uint64_t TRIALS[] = {1, 4095, 4096, 4097, 3 * 4096 + 17};
    answer is;

    (void)state;
    ask(&is, mad(), "mad.duel", DUEL);
    for (size_t i = 0; i < COUNT_OF(TRIALS); i++) {
        salvo_plan plan = {.seed = 3, .trials = TRIALS[i], .threads = 1, .reference_engine = true};
        salvo_simulation one, s;

        simulate(&one, &is.question, &plan);
        assert_string_equal(one.isa, "by-the-book");
        for (size_t k = 1; k < COUNT_OF(THREADS); k++) {
            plan.threads = THREADS[k];
            simulate(&s, &is.question, &plan);
            assert_true(same_results(&s, &one));
            salvo_simulation_free(&s);
        }
        salvo_simulation_free(&one);
    }
    answer_free(&is);
}

/* A die and its throw are two pieces of work: n trials are 2 n. The run
 * ends where twice as many would be more than the plan's 4096: at 2048. So it does for any number of threads, whether a
 * precision or a number of trials would have ended it later. */
static void work_ends_a_run(void **state)
{
    salvo_question question;

    (void)state;
    assert_int_equal(salvo_dice_ask(&question, "d6", NULL), SALVO_OK);
    for (size_t k = 0; k < COUNT_OF(THREADS); k++)
        for (int fixed = 0; fixed < 2; fixed++) {
            salvo_plan plan = {.seed = 3, .work_max = 4096, .threads = THREADS[k], .reference_engine = true};
            salvo_simulation s;

            if (fixed)
                plan.trials = 3000;
            else
                plan.precision = 0.00001;
            simulate(&s, &question, &plan);
            assert_int_equal(s.trials, 2048);
            assert_int_equal(s.stopped_by, SALVO_STOPPED_BY_CAP);
            salvo_simulation_free(&s);
            plan.work_max = 4095; /* 2048 would be 4096 */
            simulate(&s, &question, &plan);
            assert_int_equal(s.trials, 1024);
            salvo_simulation_free(&s);
        }
    salvo_question_free(&question);
}

static void shards_add_up(void **state)
{
    enum { CUTS = 6, TRIALS = 3000 };
    const uint64_t first = UINT64_C(1) << 38;
    const struct shape *shape = *state;
    const kernel *here[KERNELS_MAX];
    uint64_t dice = 11;
    program p;
    answer is;

    ask_shape(&is, shape);
    assert_int_equal(program_compile(&p, &is.question, NULL), SALVO_OK);
    for (size_t k = 0, n = kernels_here(here); k < n; k++)
        for (int round = 0; round < 10; round++) {
            tally whole, parts, part;
            uint64_t from = 0;

            assert_true(tally_init(&whole, p.n_results, p.n_gains) && tally_init(&parts, p.n_results, p.n_gains));
            run_trial_range(&p, here[k], first, TRIALS, &whole);
            for (int cut = 0; cut < CUTS; cut++) {
                uint64_t next = cut + 1 < CUTS ? from + splitmix_next(&dice) % (TRIALS / CUTS) : TRIALS;

                assert_true(tally_init(&part, p.n_results, p.n_gains));
                run_trial_range(&p, here[(k + (size_t)cut) % n], first + from, next - from, &part);
                tally_add(&parts, &part);
                tally_free(&part);
                from = next;
            }
            check_tallies(&p, &whole, &parts);
            tally_free(&whole);
            tally_free(&parts);
        }
    program_free(&p);
    answer_free(&is);
}

/* A longer run begins with the trials of a shorter one. */
static void a_longer_run_contains_a_shorter_one(void **state)
{
    salvo_plan plan = {.seed = 5, .trials = 10000};
    salvo_simulation shorter, longer;
    tally rest;
    program p;
    answer is;

    (void)state;
    ask(&is, mad(), "mad.direct-fire", "weapon=cannon-b range=500");
    assert_int_equal(program_compile(&p, &is.question, NULL), SALVO_OK);
    assert_true(tally_init(&rest, p.n_results, p.n_gains));
    simulate(&shorter, &is.question, &plan);
    plan.trials = 25000;
    simulate(&longer, &is.question, &plan);
    for (uint64_t i = shorter.trials; i < longer.trials; i++) {
        const kernel *k;

        assert_int_equal(kernel_find("portable", &k, NULL), SALVO_OK);
        assert_int_equal(program_run(&p, k, &(trial_range){5, i, 1}, &rest, NULL), SALVO_OK);
    }
    for (size_t i = 0; i < longer.n_counts; i++) {
        uint64_t more = 0;

        for (size_t result = 0; result < p.n_results; result++)
            if (program_outcome(&p, result) == longer.counts[i].outcome)
                more += rest.results[result];
        assert_int_equal(longer.counts[i].count, shorter.counts[i].count + more);
    }
    tally_free(&rest);
    program_free(&p);
    salvo_simulation_free(&shorter);
    salvo_simulation_free(&longer);
    answer_free(&is);
}

static void check_counts_are(const salvo_simulation *s, const program *p, const tally *t)
{
    for (size_t i = 0; i < s->n_counts; i++) {
        uint64_t count = 0;

        for (size_t result = 0; result < p->n_results; result++)
            if (program_outcome(p, result) == s->counts[i].outcome)
                count += t->results[result];
        assert_int_equal(s->counts[i].count, count);
    }
}

/* However a run is cut into blocks, its trials are 0 .. n - 1, each once. */
static void blocks_are_one_trial_range(void **state)
{
    static const uint64_t TRIALS[] = {BLOCK, BLOCK + 1, 3 * BLOCK + 17};
    static const char *const WORDS_OF[][2] = {{"mad.direct-fire", "weapon=cannon-b range=500"}, {"mad.duel", DUEL}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(WORDS_OF); i++)
        for (size_t k = 0; k < COUNT_OF(TRIALS); k++) {
            const salvo_plan plan = {.seed = 7, .trials = TRIALS[k], .threads = 2};
            const kernel *portable;
            salvo_simulation s;
            program p;
            answer is;
            tally t;

            ask(&is, mad(), WORDS_OF[i][0], WORDS_OF[i][1]);
            assert_int_equal(program_compile(&p, &is.question, NULL), SALVO_OK);
            assert_true(tally_init(&t, p.n_results, p.n_gains));
            assert_int_equal(kernel_find("portable", &portable, NULL), SALVO_OK);
            run_trial_range(&p, portable, 0, TRIALS[k], &t);
            simulate(&s, &is.question, &plan);
            check_counts_are(&s, &p, &t);
            salvo_simulation_free(&s);
            tally_free(&t);
            program_free(&p);
            answer_free(&is);
        }
}

static void blocks_by_the_book_are_one_trial_range(void **state)
{
    const salvo_plan plan = {.seed = 7, .trials = 3 * 4096 + 17, .threads = 2, .reference_engine = true};
    uint64_t counts[16] = {0};
    salvo_simulation s;
    answer is;

    (void)state;
    ask(&is, mad(), "mad.duel", DUEL);
    for (uint64_t i = 0; i < plan.trials; i++) {
        draws d = draws_of(plan.seed, i);
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};

        counts[reference_engine_trial(&is.question, &d, gain, NULL)]++;
    }
    simulate(&s, &is.question, &plan);
    for (size_t i = 0; i < s.n_counts; i++)
        assert_int_equal(s.counts[i].count, counts[s.counts[i].outcome]);
    salvo_simulation_free(&s);
    answer_free(&is);
}

enum { ENDINGS_MAX = 128 };

typedef struct walked {
    uint64_t ended[ENDINGS_MAX];
    struct {
        wide sum, squares;
    } gain[SALVO_EXPECTATIONS_MAX];
} walked;

/* walk.h, word by word. Of a counted walk, counts are gain 0. */
static void walk_by_hand(const walk *w, const trial_range *s, walked *to)
{
    memset(to, 0, sizeof *to);
    for (uint64_t i = 0; i < s->count; i++) {
        pcg32 rng = pcg32_trial(s->seed, s->first + i);
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
        uint32_t class = w->n_live; /* whatever goes on */
        uint64_t turns = 0;

        for (bool first = true; first || class < w->n_live; first = false) {
            uint32_t word = pcg32_next(&rng);
            const walk_column *column = first ? &w->start[(uint64_t)word * (1U << w->start_bits) >> 32]
                                              : &w->columns[class * (UINT32_C(1) << w->column_bits) +
                                                            ((uint64_t)word * (1U << w->column_bits) >> 32)];
            uint32_t landing = word < column->threshold ? column->own : column->other;

            class = landing % (1U << w->class_bits);
            if (w->counted)
                gain[0] += landing / (1U << w->class_bits);
            for (size_t k = 0; k < w->n_gains && !w->counted; k++)
                gain[k] += w->gain[class * w->n_gains + k];
            if (++turns == w->turn_limit && class < w->n_live)
                class = w->undecided;
        }
        to->ended[class - w->n_live]++;
        for (size_t k = 0; k < SALVO_EXPECTATIONS_MAX; k++) {
            to->gain[k].sum = wide_plus(to->gain[k].sum, wide_of(gain[k]));
            to->gain[k].squares = wide_plus(to->gain[k].squares, wide_times(wide_of(gain[k]), gain[k]));
        }
    }
}

/* Every kernel's tally, added to one that is not empty, is that of the plain walk. The gains of a walk of one step follow
 * from its endings. */
static void check_walk(const walk *w, const trial_range *s)
{
    const wide BEFORE = wide_of(77);
    const kernel *here[KERNELS_MAX];
    walked expected;

    assert_true(w->n_classes - w->n_live <= ENDINGS_MAX);
    walk_by_hand(w, s, &expected);
    for (size_t k = 0, n = kernels_here(here); k < n; k++) {
        uint64_t ended[ENDINGS_MAX];
        walk_tally is = {.ended = ended};
        bool same;

        for (size_t i = 0; i < ENDINGS_MAX; i++)
            ended[i] = 1000 + i;
        for (size_t i = 0; i < SALVO_EXPECTATIONS_MAX; i++)
            is.gain[i].sum = is.gain[i].squares = BEFORE;
        here[k]->walk(w, s, &is);
        same = !is.too_long;
        for (size_t i = 0; i < SALVO_EXPECTATIONS_MAX && (w->n_live || w->counted); i++)
            same = same && wide_equal(is.gain[i].sum, wide_plus(expected.gain[i].sum, BEFORE)) &&
                   wide_equal(is.gain[i].squares, wide_plus(expected.gain[i].squares, BEFORE));
        for (size_t i = 0; i < ENDINGS_MAX; i++)
            same = same && ended[i] == expected.ended[i] + 1000 + i;
        if (!same)
            fail_msg(
                "%s%s: %llu trials from %llu on, %u classes of %u go on, 2^%u columns, limit %llu: sum %g and not %g; "
                "squares %g, %g",
                here[k]->name, is.too_long ? " (too long)" : "", (unsigned long long)s->count,
                (unsigned long long)s->first, w->n_live, w->n_classes, w->column_bits,
                (unsigned long long)w->turn_limit, wide_value(is.gain[0].sum) - 77, wide_value(expected.gain[0].sum),
                wide_value(is.gain[0].squares) - 77, wide_value(expected.gain[0].squares));
    }
}

static void kernels_walk_as_the_tables_say(void **state)
{
    static const trial_range TRIAL_RANGES[] = {
        {1, 0, 1},
        {1, 0, 5000},
        {2, 12345, 131},
        {3, 1, 64},
        {4, 99, 65},
        {5, 7, 127},
        {6, 20, 1028},
        {7, 3, 8223},
        {8, 3, 16447},
        {9, 3, 16448},
        {10, 3, 16449},
        {11, 1, 40000},
        {12, (UINT64_C(1) << 39) - 3000, 3000},
    };
    const struct shape *shape = *state;
    program p;
    answer is;

    ask_shape(&is, shape);
    assert_int_equal(program_compile(&p, &is.question, NULL), SALVO_OK);
    for (size_t i = 0; i < COUNT_OF(TRIAL_RANGES); i++)
        if (shape->shape != ROLL && !p.w.settled && p.w.in_lanes && p.w.steps_max > 256)
            check_walk(&p.w, &TRIAL_RANGES[i]);
    program_free(&p);
    answer_free(&is);
}

static void invent_row(const walk *w, walk_column *row, uint32_t bits, uint64_t *dice)
{
    uint32_t room = UINT32_C(1) << (32 - bits);

    for (uint32_t i = 0; i < 1U << bits; i++) {
        uint64_t kind = splitmix_next(dice) % 8;
        uint32_t at = i * room;

        for (int other = 0; other < 2; other++) {
            uint32_t ends_only = i + 1 == 1U << bits ? w->n_live : 0;
            uint64_t class = ends_only + splitmix_next(dice) % (w->n_classes - ends_only);
            uint64_t count = !w->counted     ? 0
                             : w->turn_limit ? 1
                                             : 1 + splitmix_next(dice) % ((1U << (16 - w->class_bits)) - 1);
            uint16_t landing = (uint16_t)((count > 63 ? 63 : count) << w->class_bits | class);

            *(other ? &row[i].other : &row[i].own) = landing;
        }
        row[i].threshold = kind == 0 ? at : kind == 1 ? at + (room - 1) : at + (uint32_t)(splitmix_next(dice) % room);
    }
}

/* A walk between any classes; the last column of every row ends it, so that no trial is long. */
static walk invent_walk(uint32_t n_live, uint32_t n_ends, uint32_t bits, uint64_t limit, uint64_t *dice)
{
    walk w = {.goes_on = splitmix_next(dice) % 2,
              .n_live = n_live,
              .n_classes = n_live + n_ends,
              .class_bits = 1,
              .start_bits = splitmix_next(dice) % 4 ? WALK_START_BITS : WALK_START_BITS + 2,
              .column_bits = bits,
              .turn_limit = limit,
              .undecided = n_live + n_ends - 1,
              .counted = splitmix_next(dice) % 3 != 0,
              .steps_max = WALK_STEPS_MAX};

    while (1U << w.class_bits < w.n_classes)
        w.class_bits++;
    assert_true(walk_make_room(&w));
    if (!w.counted) {
        w.n_gains = 1 + splitmix_next(dice) % SALVO_EXPECTATIONS_MAX;
        w.class_bits = 16;
        w.gain = calloc(w.n_classes * w.n_gains, sizeof *w.gain);
        w.lane_gain = calloc(w.n_classes * w.n_gains, sizeof *w.lane_gain);
        assert_true(w.gain && w.lane_gain);
        for (uint32_t c = 0; c < w.n_classes; c++)
            for (size_t k = 0; k < w.n_gains; k++) {
                int64_t gain = (int64_t)(splitmix_next(dice) % 1000) - 300;

                w.gain[c * w.n_gains + k] = gain;
                w.lane_gain[k * w.n_classes + c] = (int32_t)gain;
            }
    }
    invent_row(&w, w.start, w.start_bits, dice);
    for (uint32_t i = 0; i < w.n_live; i++)
        invent_row(&w, w.columns + (i << bits), bits, dice);
    return w;
}

/* A walk in which every draw leads from class 0 to class 0, counting 1. */
static walk endless_walk(uint32_t n_ends, uint64_t limit)
{
    walk w = {.goes_on = true,
              .n_live = 1,
              .n_classes = 1 + n_ends,
              .class_bits = 4,
              .start_bits = WALK_START_BITS,
              .column_bits = 1,
              .turn_limit = limit,
              .undecided = n_ends,
              .counted = true,
              .steps_max = WALK_STEPS_MAX};

    assert_true(walk_make_room(&w));
    for (size_t i = 0; i < (size_t)1 << w.start_bits; i++)
        w.start[i] = (walk_column){0, 1 << 4, 1 << 4};
    for (size_t i = 0; i < 2; i++)
        w.columns[i] = w.start[0];
    return w;
}

/* Tables of every size around those of registers and of the ways to look up; few endings and many. */
static void kernels_walk_invented_tables(void **state)
{
    static const uint32_t LIVE[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 64, 65, 200};
    static const uint32_t ENDS[] = {1, 2, 3, 7, 8, 9, 60, ENDINGS_MAX};
    uint64_t dice = 17;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(LIVE); i++)
        for (size_t k = 0; k < COUNT_OF(ENDS); k++)
            for (uint32_t bits = 1; bits <= 6; bits++) {
                uint64_t limit = splitmix_next(&dice) % 3 ? 0 : 1 + splitmix_next(&dice) % 20;
                walk w = invent_walk(LIVE[i], ENDS[k], bits, limit, &dice);
                trial_range s = {splitmix_next(&dice), splitmix_next(&dice) >> 26,
                                 1 + splitmix_next(&dice) % (k == 1 && bits == 2 ? 40000 : 400)};

                check_walk(&w, &s);
                walk_free(&w);
            }
}

/* Trials of nearly as many steps as the kernels allow, side by side in all lanes. */
static void long_trials_are_tallied(void **state)
{
    static const uint64_t LIMITS[] = {1, 2, 1023, 1024, 1025, 100000, 2000000};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(LIMITS); i++) {
        walk w = endless_walk(2, LIMITS[i]);

        check_walk(&w, &(trial_range){1, 0, 9});
        walk_free(&w);
    }
}

/* Each step ends a trial with 2^-18: the trials leave their lanes one after the other. */
static void lonely_trials_are_tallied(void **state)
{
    walk w = endless_walk(1, 0);

    (void)state;
    w.columns[0] = (walk_column){1 << 14, 1 << 4 | 1, 1 << 4};
    check_walk(&w, &(trial_range){3, 0, 5});
    walk_free(&w);
}

static void a_walk_without_end_is_too_long(void **state)
{
    const kernel *here[KERNELS_MAX];
    uint64_t ended[2] = {0};
    walk w = endless_walk(2, 0);

    (void)state;
    for (size_t k = 0, n = kernels_here(here); k < n; k++) {
        walk_tally is = {.ended = ended};

        here[k]->walk(&w, &(trial_range){1, 0, 1}, &is);
        assert_true(is.too_long);
    }
    walk_free(&w);
}

static void words_are_the_generators(void **state)
{
    const kernel *here[KERNELS_MAX];

    (void)state;
    for (size_t k = 0, n = kernels_here(here); k < n; k++)
        for (size_t i = 0; i < COUNT_OF(FEW_TRIALS); i++) {
            uint32_t expected = 0;

            for (uint64_t trial = 0; trial < FEW_TRIALS[i]; trial++)
                expected ^= pcg32_output(pcg32_trial(5, 1000 + trial).state);
            assert_int_equal(here[k]->words(&(trial_range){5, 1000, FEW_TRIALS[i]}), expected);
        }
}

static void check_roll(const roll_odds *odds, const trial_range *s)
{
    const kernel *here[KERNELS_MAX];
    uint64_t expected[ROLL_CELLS_MAX] = {0};

    for (uint64_t i = 0; i < s->count; i++) {
        pcg32 rng = pcg32_trial(s->seed, s->first + i);
        uint32_t word = pcg32_next(&rng), cell = 0;

        while (cell + 1 < odds->n && word >= odds->threshold[cell + 1])
            cell++;
        for (uint32_t k = 0; k <= cell; k++)
            expected[k]++;
    }
    for (size_t k = 0, n = kernels_here(here); k < n; k++) {
        uint64_t at_least[ROLL_CELLS_MAX] = {0};

        here[k]->roll(odds, s, at_least);
        if (memcmp(at_least, expected, sizeof expected) != 0)
            fail_msg("%s: %u cells, %llu trials from %llu on", here[k]->name, odds->n, (unsigned long long)s->count,
                     (unsigned long long)s->first);
    }
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void kernels_roll_as_the_thresholds_say(void **state)
{
    uint64_t dice = 23;

    (void)state;
    for (uint32_t n = 1; n <= ROLL_CELLS_MAX; n++)
        for (size_t i = 0; i < COUNT_OF(FEW_TRIALS); i++) {
            roll_odds odds = {.n = n};

            for (uint32_t k = 1; k < n; k++)
                odds.threshold[k] = (uint32_t)(splitmix_next(&dice) >> 32);
            qsort(odds.threshold, n, sizeof *odds.threshold, ascending);
            check_roll(&odds, &(trial_range){n, splitmix_next(&dice) >> 26, FEW_TRIALS[i]});
        }
}

/* What a row's words lead to: column by column as the kernels would. How many words by class, of landings that count no
 * more than count_max, and what these count together. */
static void count_words(const walk *w, const walk_column *row, uint32_t bits, uint32_t count_max, uint64_t *words,
                        double *counts)
{
    uint64_t room = UINT64_C(1) << (32 - bits);

    memset(words, 0, w->n_classes * sizeof *words);
    *counts = 0;
    for (uint32_t i = 0; i < 1U << bits; i++) {
        uint64_t own = row[i].threshold - i * room;
        uint16_t landings[] = {row[i].own, row[i].other};

        assert_true(row[i].threshold >= i * room && own <= room);
        for (int k = 0; k < 2; k++) {
            uint32_t class = landings[k] % (1U << w->class_bits), count = landings[k] / (1U << w->class_bits);
            uint64_t n = k ? room - own : own;

            assert_true(n == 0 || class < w->n_classes);
            if (count > count_max)
                continue;
            words[class] += n;
            *counts += (double)n * count;
        }
    }
}

/* What the first draw leads to with few counts, outcome by outcome, against the odds of a question that ends there. An
 * outcome may be off by a word for each class that it is made of, however many turns are folded. */
static struct start_case {
    const char *name, *procedure, *words, *ends;
    uint32_t count;
} START_CASES[] = {
    {"a first", "mad.duel", DUEL "first=a", DUEL "first=a turns=1", 1},
    {"b first", "mad.duel", DUEL "first=b", DUEL "first=b turns=1", 1},
    {"by initiative", "mad.duel", DUEL, DUEL "turns=1", 1},
    {"by initiative, two turns", "mad.duel", DUEL, DUEL "turns=2", 2},
    {"by initiative, three turns", "mad.duel", DUEL, DUEL "turns=3", 3},
    {"by initiative, seven turns", "mad.duel", DUEL, DUEL "turns=7", 7},
    {"simultaneous", "mad.duel", DUEL "first=simultaneous", DUEL "first=simultaneous turns=1", 1},
    {"simultaneous, four turns", "mad.duel", DUEL "first=simultaneous", DUEL "first=simultaneous turns=4", 4},
    {"one shot", "mad.volley", "weapon=cannon-b range=500 hp=30 shots=1", "weapon=cannon-b range=500 hp=30 shots=1", 0},
    {"two shots", "mad.volley", "weapon=cannon-b range=500 hp=60 shots=2", "weapon=cannon-b range=500 hp=60 shots=2",
     0},
    {"ties reported", "mad.initiative", "ties=report", "ties=report", 0},
};

static void first_steps_have_their_odds(void **state)
{
    const struct start_case *c = *state;
    answer is, ends;
    double counts;
    uint64_t *words;
    walk w;

    ask(&is, mad(), c->procedure, c->words);
    ask(&ends, mad(), c->procedure, c->ends);
    assert_int_equal(walk_compile(&w, &is.question, NULL), SALVO_OK);
    words = calloc(w.n_classes, sizeof *words);
    assert_non_null(words);
    count_words(&w, w.start, w.start_bits, c->count, words, &counts);
    for (size_t i = 0; i < ends.odds.n_outcomes; i++) {
        const salvo_outcome *o = &ends.odds.outcomes[i];
        uint64_t leads = 0, classes = 0;

        for (uint32_t k = w.n_live; k < w.n_classes; k++)
            if (w.outcome[k - w.n_live] == o->outcome) {
                leads += words[k];
                classes += words[k] > 0;
            }
        if (strcmp(o->label, "undecided") == 0)
            continue;
        assert_true(w.counted ? classes == 1 : classes > 0);
        if (!(fabs((double)leads - WORDS * o->probability.value) <= (double)classes))
            fail_msg("%s: %llu words, but %.17g of 2^32", o->label, (unsigned long long)leads, o->probability.value);
    }
    free(words);
    walk_free(&w);
    answer_free(&is);
    answer_free(&ends);
}

/* The chance of being in each class, before a draw and after it, and what has come so far. */
typedef struct pushed {
    double *at, *next, *ended, *visits; /* visits: the mean number of steps into a class */
    double counts, draws;
    uint64_t *words;
} pushed;

static void push_row(const walk *w, pushed *to, double p, const walk_column *row, uint32_t bits)
{
    uint64_t sum = 0;
    double counts;

    count_words(w, row, bits, UINT32_MAX, to->words, &counts);
    to->counts += p * counts / WORDS;
    to->draws += p;
    for (uint32_t k = 0; k < w->n_classes; k++) {
        double chance = p * (double)to->words[k] / WORDS;

        sum += to->words[k];
        to->visits[k] += chance;
        *(k < w->n_live ? &to->next[k] : &to->ended[k - w->n_live]) += chance;
    }
    assert_true(sum == UINT64_C(1) << 32);
}

/* Pushes the chance of being in each class through the tables, until next to nothing is left. */
static void push_through(const walk *w, pushed *to)
{
    double left = 1;

    for (uint64_t step = 1; left > 1e-13; step++) {
        bool stops = step == w->turn_limit; /* in these shapes each step is a turn then */

        memset(to->next, 0, w->n_classes * sizeof *to->next);
        if (step == 1)
            push_row(w, to, 1, w->start, w->start_bits);
        for (uint32_t i = 0; i < w->n_live && step > 1; i++)
            if (to->at[i] > 0)
                push_row(w, to, to->at[i], w->columns + (i << w->column_bits), w->column_bits);
        left = 0;
        for (uint32_t i = 0; i < w->n_live; i++) {
            if (stops)
                to->ended[w->undecided - w->n_live] += to->next[i];
            to->at[i] = stops ? 0 : to->next[i];
            left += to->at[i];
        }
    }
}

/* A draw is off by 2^-32 for a class: after a mean of m draws, by m 2^-32 for each class that can come. */
static void tables_lead_to_the_odds(void **state)
{
    const struct shape *shape = *state;
    pushed to = {.counts = 0};
    answer is;
    walk w;

    if (shape->shape == ROLL || shape->shape == OVER)
        return;
    ask_shape(&is, shape);
    assert_int_equal(walk_compile(&w, &is.question, NULL), SALVO_OK);
    to.at = calloc(w.n_classes, sizeof *to.at);
    to.next = calloc(w.n_classes, sizeof *to.next);
    to.ended = calloc(w.n_classes, sizeof *to.ended);
    to.visits = calloc(w.n_classes, sizeof *to.visits);
    to.words = calloc(w.n_classes, sizeof *to.words);
    assert_true(to.at && to.next && to.ended && to.visits && to.words);
    push_through(&w, &to);
    for (size_t i = 0; i < is.odds.n_outcomes; i++) {
        double p = 0;

        for (uint32_t k = 0; k < w.n_classes - w.n_live; k++)
            if (w.outcome[k] == is.odds.outcomes[i].outcome)
                p += to.ended[k];
        if (!(fabs(p - is.odds.outcomes[i].probability.value) <= to.draws * w.n_classes / WORDS))
            fail_msg("%s: %.17g, exactly %.17g", is.odds.outcomes[i].label, p, is.odds.outcomes[i].probability.value);
    }
    for (size_t i = 0; i < is.odds.n_means; i++) {
        const salvo_mean *m = &is.odds.means[i];
        double parts = (double)is.question.procedure->expectations[m->expectation].parts, mean = 0;

        for (uint32_t k = 0; k < w.n_classes && !w.counted; k++)
            mean += to.visits[k] * (double)w.gain[k * w.n_gains + m->expectation];
        mean += w.counted ? to.counts * (double)w.gain[m->expectation] : 0;
        mean /= parts > 1 ? parts : 1;
        if (!(fabs(mean - m->mean.value) <= 1e-6 * (1 + fabs(m->mean.value))))
            fail_msg("%s: %.17g, exactly %.17g", m->name, mean, m->mean.value);
    }
    free(to.at);
    free(to.next);
    free(to.ended);
    free(to.visits);
    free(to.words);
    walk_free(&w);
    answer_free(&is);
}

static void roll_thresholds_have_their_odds(void **state)
{
    static const char *const WORDS_OF[] = {"weapon=cannon-b range=500", "weapon=cannon-d range=1500 hp=20",
                                           "weapon=small-arms range=100 target=infantry"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(WORDS_OF); i++) {
        program p;
        answer is;

        ask(&is, mad(), "mad.direct-fire", WORDS_OF[i]);
        assert_int_equal(program_compile(&p, &is.question, NULL), SALVO_OK);
        assert_int_equal(p.odds.threshold[0], 0);
        for (size_t o = 0; o < is.odds.n_outcomes; o++) {
            double words = 0, cells = 0;

            for (size_t k = 0; k < p.odds.n; k++)
                if (program_outcome(&p, k) == is.odds.outcomes[o].outcome) {
                    words += (k + 1 < p.odds.n ? (double)p.odds.threshold[k + 1] : WORDS) - (double)p.odds.threshold[k];
                    cells++;
                }
            assert_true(fabs(words - WORDS * is.odds.outcomes[o].probability.value) <= cells);
        }
        program_free(&p);
        answer_free(&is);
    }
}

enum { CHANCES_MAX = 64 };

static void check_weights(const double *p, size_t n)
{
    uint64_t weight[CHANCES_MAX], sum = 0;
    double exact = 0;

    round_weights(p, n, weight);
    for (size_t i = 0; i < n; i++) {
        if (!(fabs((double)weight[i] - WORDS * p[i]) < 1))
            fail_msg("chance %zu of %zu: %.17g has weight %llu", i, n, p[i], (unsigned long long)weight[i]);
        sum += weight[i];
        exact += WORDS * p[i];
        assert_true(fabs((double)sum - exact) < 1);
    }
    assert_true(sum == UINT64_C(1) << 32);
}

static void weights_sum_to_all_words(void **state)
{
    static const double VECTORS[][4] = {
        {1},
        {0, 1},
        {1, 0, 0, 0},
        {0.5, 0.5},
        {1.0 / 3, 1.0 / 3, 1.0 / 3},
        {0.1, 0.2, 0.3, 0.4},
        {0x1p-33, 1 - 0x1p-33},
        {0x1p-33, 0x1p-33, 1 - 0x1p-32},
        {0x1p-60, 0x1p-60, 0x1p-60, 1},
        {0x1p-32, 1 - 0x1p-32},
        {1 - 0x1p-53, 0x1p-53},
        {1 - DBL_EPSILON, 0, DBL_MIN},
        {0.7, 0.1, 0.1, 0.1},
    };
    uint64_t dice = 3;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(VECTORS); i++)
        check_weights(VECTORS[i], 4);
    for (size_t n = 1; n <= CHANCES_MAX; n++)
        for (int round = 0; round < 50; round++) {
            double p[CHANCES_MAX], sum = 0;

            for (size_t i = 0; i < n; i++)
                sum += p[i] = round == 0 ? 1 : pow(splitmix_uniform(&dice), round);
            for (size_t i = 0; i < n; i++)
                p[i] /= sum;
            check_weights(p, n);
        }
}

/* Every registered procedure must have a row here. Five standard errors are passed by an honest number once in 1.7
 * million; with some 350 numbers below, by kernel and by the book, about once in 2500 choices of the seed (a little more
 * often, since small counts are not normal). The seed is fixed, so a run that passed passes for ever. */
static const char *const AGAINST_EXACT[][2] = {
    {"mad.direct-fire", "weapon=cannon-b range=500"},
    {"mad.direct-fire", "weapon=cannon-d range=1500 hp=20 moving=yes"},
    {"mad.direct-fire", "weapon=small-arms range=200 target=infantry cover=normal"},
    {"mad.direct-fire", "weapon=cannon-b range=5000"},
    {"mad.volley", "weapon=cannon-b range=500 hp=60 shots=3"},
    {"mad.volley", "weapon=small-arms range=350 hp=20 shots=8"},
    {"mad.volley", "weapon=cannon-b range=500 hp=150 shots=7"},
    {"mad.shots-to-kill", "weapon=cannon-d range=1000 hp=40 max=5"},
    {"mad.shots-to-kill", "weapon=cannon-b range=100 hp=60 max=3"},
    {"mad.unit-fire", "unit=british-m3-grant target=german-pz-iii-d range=900"},
    {"mad.unit-fire", "unit=generic-infantry-support target=generic-infantry range=100"},
    {"mad.unit-fire", "unit=us-m16-half-track-aa target=german-tiger-i range=500"},
    {"mad.duel", DUEL "first=a"},
    {"mad.duel", DUEL "first=b a-moves=yes"},
    {"mad.duel", DUEL "first=initiative b-cover=normal"},
    {"mad.duel", DUEL "first=simultaneous"},
    {"mad.duel", DUEL "turns=2"},
    {"mad.duel", "a=generic-infantry b=german-tiger-i range=100"},
    {"mad.duel", "a=british-m3-grant b=german-pz-iii-d range=900 first=simultaneous turns=6"},
    {"mad.initiative", ""},
    {"mad.initiative", "ties=report"},
    {"mad.points", "mobility=medium hp=22 weapons=cannon-d,cannon-d-fixed"},
    {"mad.spotting", "range=700 cover=normal dice=two"},
    {"mad.at-grenade", "hp=22"},
    {"mad.passengers", "elements=6"},
    {"mad.passengers", "elements=40"},
    {"mad.passengers", "elements=5 roll=together"},
    {"mad.line-of-sight", ""},
    {"mad.minefield", "tech=hitech target=infantry hp=8"},
    {"mad.minefield-crossing", "tiles=3 hp=22"},
    {"mad.fort-reduction", "weapon=cannon-b range=500 shots=4"},
    {"mad.artillery-deviation", "observed=yes attack=2 previous=75"},
    {"mad.artillery-coverage", "calibre=light guns=4 observed=yes offset-x=30 offset-y=-12.5"},
    {"mad.artillery-hit", "calibre=heavy target=infantry hp=8"},
    {"mad.artillery-attack", "calibre=medium guns=4 observed=yes attack=2 offset-y=40 situation=cover hp=20"},
    {"mad.artillery-attack", "calibre=light registered=yes target=infantry hp=5"},
    {"mad.hitech-fire", "weapon=laser-a range=400 target=walker shield=yes hp=26"},
    {"mad.air-initiative", "skill-a=2"},
    {"mad.air-initiative", "skill-b=12 ties=report"},
    {"mad.air-fire", "weapon=20mm-cannon range=300 count=2 angle=side hp=10"},
    {"mad.air-critical", ""},
    {"mad.air-critical", "crew-locations=4"},
    {"mad.air-critical", "crew-locations=5 repeat=no engine-hits=1"},
    {"mad.air-kill", "weapon=heavy-machine-gun range=200 count=3 hp=16 crew-locations=3"},
    {"mad.air-kill", "weapon=heavy-machine-gun range=900 hp=16"},
    {"mad.strafe", "weapon=machine-gun range=100 target=infantry count=3"},
    {"mad.rocket-attack", "weapon=single-heavy-rocket range=500 target=infantry skill=2 hp=25"},
    {"mad.bombing", "skill=1 offset-x=15"},
    {"mad.bombing", "bomb-load=4400 skill=3 hp=80"},
    {"mad.bombing", "templates=0"},
    {"mad.aa-fire", "weapon=20mm-cannon count=4 range=300 opportunity=yes"},
    {"mad.air-points", "hp=16 top-speed=360 turn=3 weapons=machine-gun:4,machine-gun:4"},
    {"mad.hitech-points", "mobility=fast armour=b weapons=laser-a,missile-c-fixed equipment=shield"},
    {"skank.direct-fire", "weapon=shotgun shooter=elite range=18 cover=yes"},
    {"skank.direct-fire", "weapon=anti-tank-rocket range=45 target=tank target-moving=yes"},
    {"skank.direct-fire", "weapon=pistol range=19"},
    {"skank.volley", "weapon=heavy-mg range=33 target=car target-moving=yes"},
    {"skank.volley", "weapon=light-mg shooter=elite target=hero range=65 cover=yes"},
    {"skank.burn-clip", "models=2"},
    {"skank.suppression", "weapon=smg targets=6 building=yes"},
    {"skank.suppression-contest", ""},
    {"skank.suppression-contest", "ties=both"},
    {"skank.initiative", ""},
    {"skank.initiative", "ties=keep"},
    {"skank.ability", "troop=hero modifier=2"},
    {"skank.indirect-fire", "weapon=mortar range=65 spotter=yes"},
    {"skank.area-effect", "weapon=anti-tank-rocket distance=3 target=hero"},
    {"skank.area-effect", "distance=3 target=apc"},
    {"skank.indirect-attack", "range=15 offset=2.5 bearing=40"},
    {"skank.auto-grenades", "range=30 target=hero grenades=4"},
    {"skank.auto-grenades", "range=8 target=car"},
    {"skank.psionic-attack", "rating=4 target=car scan=yes target-psionist=yes"},
    {"skank.psionic-heal", "attempts=4"},
    {"skank.psionic-scan", "troop=elite"},
    {"skank.telekinetic-stun", "targets=4 target-psionist=yes"},
    {"skank.melee-attack", "attacker=hero target=elite disable=yes"},
    {"skank.melee-round", "a=hero b=elite"},
    {"skank.melee-fight", "a=hero b=large-monster b-wounds=2"},
    {"skank.melee-fight", "a=rabble b=large-monster b-attacks=0"},
    {"skank.charge", "attacker=hero obstacle=yes"},
    {"skank.vehicle-damage", "class=tank modifier=-2"},
    {"skank.damage-rolls", "class=apc rolls=3"},
    {"skank.crew-fate", "class=motorcycle brake-turns=3"},
    {"skank.brakes", "turns=4"},
    {"skank.thrown-track", ""},
    {"skank.collision", "twos=1 prow=yes"},
    {"skank.collision", "class=tank sixes=5 head-on=yes"},
    {"skank.run-over", "target=elite"},
    {"skank.demolition", "weapon=heavy-mg shooter=hero range=25"},
    {"skank.arson", "turn=5"},
    {"skank.spotting", "prone=yes woods=yes attempts=3"},
    {"skank.tire-shot", "weapon=light-mg range=35"},
    {"skank.morale", ""},
    {"skank.rally", "turns=3"},
    {"skank.radiation", ""},
    {"skank.horse-survival", "horses=7"},
    {"skank.duel", "first=a"},
    {"skank.duel", "a=hero b-count=5 range=35 first=initiative"},
    {"skank.duel", "a=tank b=apc a-weapon=tank-main-gun b-weapon=chain-gun range=45 a-moving=yes b-moving=yes"},
    {"skank.duel", "a=car b=car a-weapon=heavy-mg b-weapon=light-mg a-moving=yes win=mission-kill rounds=3"},
    {"skank.duel", "range=85 a-cover=yes b-cover=yes"},
    {"trr.turn-order", ""},
    {"trr.turn-order", "ties=keep"},
    {"trr.motivation", "type=other officer-lost=yes lost=2"},
    {"trr.rally", "grade=green damage=1 vehicles-lost=1"},
    {"trr.location", "target=foot posture=concealed distance=20"},
    {"trr.movement", "type=half-track going=bad linear=2 linear-size=bocage"},
    {"trr.movement", "type=cavalry wire=3"},
    {"trr.engineering", "need=60 moves=6"},
    {"trr.small-arms", "figures=8 lmg=2 distance=30 cover=light"},
    {"trr.small-arms", "weapon=smg distance=61"},
    {"trr.support-fire", "mount=pivot barrels=2 distance=7.5"},
    {"trr.casualties", "factor=20 shift=-1 target-figures=6"},
    {"trr.casualties", "shift=3"},
    {"trr.allocation", "hits=4 figures=6 specialists=2 excess=reroll"},
    {"trr.sniper", "cover=light"},
    {"trr.direct-he", "calibre=105 distance=75 cover=medium"},
    {"trr.flame-thrower", "target=bunker"},
    {"trr.he-landing", "distance=62.5 moving=yes"},
    {"trr.ignite", ""},
    {"trr.fire-spread", "moves=4"},
    {"trr.drift", "moves=3"},
    {"trr.smoke-pot", ""},
    {"trr.counter-battery", "turns-fired=4 bonus=yes"},
    {"trr.anti-tank", "gun=german-75-l70 unit=soviet-t34-85 distance=65"},
    {"trr.anti-tank", "strike=13 over-10=continue report=markers"},
    {"trr.anti-tank", "gun=hmg distance=80"},
    {"trr.flame-armour", "defence=2"},
    {"trr.passengers", "score=11"},
    {"trr.repair", "defence=6 markers=3 attempts=4"},
    {"trr.fire-request", "method=telephone artillery-between=yes"},
    {"trr.indirect-landing", "visibility=visible previous-turns=1"},
    {"trr.barrage", "factor=9 batteries=2 cover=light"},
    {"trr.barrage", "target=open unit=german-nashorn"},
    {"trr.indirect-fire", "method=own-sight previous-turns=1"},
    {"trr.indirect-fire", "target=closed defence=3 factor=10"},
    {"trr.mines", "distance=17 density=3"},
    {"trr.mines", "target=armour distance=12 damage-model=graded"},
    {"trr.bunker-slit", "gun=german-88-l56"},
    {"trr.bunker-charge", "weapon=petard distance=6"},
    {"trr.gas", "target=closed defence=2 prepared=yes"},
    {"trr.bunker-he", "factor=12 strength=1"},
    {"trr.air-scatter", "altitude=high"},
    {"trr.air-attack", "aircraft=heavy-bomber cover=heavy"},
    {"trr.air-attack", "target=open defence=8 aircraft-damage=1"},
    {"trr.strafe", "barrels=8 target=foot cover=light"},
    {"trr.strafe", "target=closed closed-immune=no defence=3"},
    {"trr.air-at-gun", "unit=german-panther aspect=rear"},
    {"trr.air-to-air", ""},
    {"trr.air-to-air", "ties=both-off"},
    {"trr.aa-fire", "firer=heavy altitude=high shots=3"},
    {"trr.airborne-arrival", ""},
    {"trr.paradrop", "terrain=wood squares=4 markers=1"},
    {"trr.glider", "short-a=3"},
    {"trr.duel", "a=german-tiger-i b=british-sherman-firefly range=40"},
    {"trr.duel", "a=german-hetzer b=american-m24-chaffee first=simultaneous damage-model=graded"},
    {"trr.duel", "a=german-tiger-ii b=german-pz-i range=200"},
    {"mbt2030.rps", "own-rock=3 opp-paper=2 draws=reroll"},
    {"mbt2030.eligibility", "range=9 own-class=inf-norm"},
    {"mbt2030.disadvantage", "own-class=mbt-minus own-extra=-4"},
    {"mbt2030.resolve", "own-disadvantage=3 opp-rock=7"},
    {"mbt2030.engage", "own-class=mbt-minus own-grade=minus opp-class=mbt-norm range=11"},
    {"mbt2030.engage", "own-class=art-norm opp-class=air-norm"},
    {"mbt2030.climate", ""},
    {"mbt2030.season", ""},
    {"mbt2030.major-terrain", "zone=any"},
    {"mbt2030.major-built-up", "squares=7 zone=any"},
    {"mbt2030.minor-count", "given-open=no zone=any"},
    {"mbt2030.minor-type", ""},
    {"mbt2030.table", "squares=4 zone=any"},
    {"mbt2030.hour", ""},
    {"mbt2030.weather", "zone=any"},
    {"mbt2030.conditions", "zone=cold"},
    {"mbt2030.duel", "a-class=mbt-plus range=10 b-rock=5"},
    {"mbt2030.duel", "accumulate=step turns=3 range=4"},
    {"mbt2030.battle", "stands=2 turns=3 a-class=mbt-plus pin-limit=2"},
    {"mbt2030.best-hand", "opp-class=mbt-plus rock=5 paper=2"},
    {"rookie.column", "men=4 switch=yes"},
    {"rookie.column", "column=21-25 shift=-3"},
    {"rookie.fire", "column=21-25 data=reconstruction functions=2"},
    {"rookie.fire", "column=below"},
    {"rookie.fire-bounds", "column=16-20"},
    {"rookie.overrun", "data=reconstruction shift=-1"},
    {"rookie.mines", "data=reconstruction target-men=1"},
    {"rookie.sniper", "data=reconstruction"},
    {"rookie.penetration", "weapon=small-arms ff=11"},
    {"rookie.special-damage", ""},
    {"rookie.special-damage", "data=reconstruction"},
    {"rookie.breakdown", "terrain=mud vehicle=special phases=3"},
    {"rookie.unbog", "attempts=2"},
    {"rookie.aircraft-arrival", "turns=3"},
    {"rookie.anti-aircraft", "squads=3 multi-guns=1 barrels=3 functions=2"},
    {"rookie.artillery-drift", ""},
    {"rookie.melee", ""},
    {"rookie.melee", "ties=both"},
    {"rookie.melee-fight", "a=3 b=4 ties=both"},
    {"rookie.sniper-detection", "turns=3"},
    {"rookie.observe", "base=60 camouflaged=yes attempts=2"},
    {"rookie.activation", "a-nth=2"},
    {"rookie.opening-run", "a-cards=3"},
    {"rookie.markers", ""},
    {"rookie.move-class", "wire=yes unit=vehicle"},
    {"rookie.morale", "marker=pinned half-losses=yes"},
    {"rookie.leader-hit", "figures=4"},
    {"rookie.duel", "a-men=3 b-men=2"},
    {"rookie.duel", "policy=fire phases=4 range=5"},
};

static void every_procedure_is_simulated(void **state)
{
    (void)state;
    for (size_t r = 0; r < SALVO_N_BOOKS; r++) {
        salvo_rulebook book;

        book_open(&book, SALVO_BOOKS[r], "");
        for (size_t p = 0; p < book.ruleset->n_procedures; p++) {
            const char *name = book.ruleset->procedures[p]->schema.name;
            bool found = false;

            for (size_t i = 0; i < COUNT_OF(AGAINST_EXACT) && !found; i++)
                found = strcmp(AGAINST_EXACT[i][0], name) == 0;
            if (!found)
                fail_msg("%s has no row in AGAINST_EXACT", name);
        }
        salvo_rulebook_close(&book);
    }
}

/* By the book what did not come is not listed; it was expected hardly ever. */
static void check_missing(const salvo_simulation *s, const salvo_odds *odds)
{
    for (size_t k = 0; k < odds->n_outcomes; k++) {
        double expected = (double)s->trials * odds->outcomes[k].probability.value;
        bool listed = false;

        for (size_t i = 0; i < s->n_counts; i++)
            listed = listed || s->counts[i].outcome == odds->outcomes[k].outcome;
        if (!listed && expected > 25)
            fail_msg("%s never came, expected %g times", odds->outcomes[k].label, expected);
    }
}

static void check_counts(const salvo_simulation *s, const salvo_odds *odds)
{
    uint64_t sum = 0;
    size_t matched = 0;

    for (size_t i = 0; i < s->n_counts; i++) {
        double p = 0, count = (double)s->counts[i].count, n = (double)s->trials;

        sum += s->counts[i].count;
        for (size_t k = 0; k < odds->n_outcomes; k++)
            if (odds->outcomes[k].outcome == s->counts[i].outcome) {
                assert_string_equal(odds->outcomes[k].label, s->counts[i].label);
                p = odds->outcomes[k].probability.value;
                matched++;
            }
        if (p == 0 ? count > 0 : fabs(count - n * p) > 5 * sqrt(n * p * (1 - p)))
            fail_msg("%s: %.0f of %.0f trials, expected %g", s->counts[i].label, count, n, n * p);
        assert_true(s->counts[i].probability.value == count / n);
        assert_true(s->counts[i].probability.low <= count / n && count / n <= s->counts[i].probability.high);
    }
    assert_int_equal(sum, s->trials);
    if (strcmp(s->isa, "by-the-book") == 0)
        check_missing(s, odds);
    else
        assert_int_equal(matched, odds->n_outcomes);
}

/* Student's half-width is 1.96 standard errors at so many trials. Where every trial gave the same, so must the odds. */
static void check_means(const salvo_simulation *s, const salvo_odds *odds)
{
    assert_int_equal(s->n_means, odds->n_means);
    for (size_t i = 0; i < s->n_means; i++) {
        const salvo_estimate *is = &s->means[i].mean;
        double exact = odds->means[i].mean.value, half = (is->high - is->low) / 2;
        double far = isfinite(half) ? 5 * half / 1.96 : 0;

        assert_string_equal(s->means[i].name, odds->means[i].name);
        assert_int_equal(s->means[i].expectation, odds->means[i].expectation);
        if (fabs(is->value - exact) > far + 1e-12 * fabs(exact))
            fail_msg("mean of %s: %g, exactly %g", s->means[i].name, is->value, exact);
    }
}

static void check_against_exact(const answer *is, const salvo_plan *plan)
{
    salvo_simulation s;

    simulate(&s, &is->question, plan);
    assert_int_equal(s.trials, plan->trials);
    assert_int_equal(s.stopped_by, SALVO_STOPPED_BY_TRIALS);
    check_counts(&s, &is->odds);
    check_means(&s, &is->odds);
    assert_true(salvo_simulation_agrees(&s, &is->odds).p > 1e-6);
    salvo_simulation_free(&s);
}

static void compare_row(const char *const *row, const salvo_plan *plan)
{
    salvo_rulebook book;
    answer is;

    book_of_procedure(&book, row[0]);
    ask(&is, &book, row[0], row[1]);
    check_against_exact(&is, plan);
    answer_free(&is);
    salvo_rulebook_close(&book);
}

static void kernels_agree_with_counting(void **state)
{
    compare_row(*state, &(salvo_plan){.seed = 1, .trials = 1000000});
}

static void the_book_agrees_with_counting(void **state)
{
    compare_row(*state, &(salvo_plan){.seed = 2, .trials = 30000, .reference_engine = true});
}

static void looked_up_rolls_agree_with_counting(void **state)
{
    const salvo_question question = {.procedure = &MANY};
    answer is;

    (void)state;
    solve(&is, &question);
    is.question = question;
    assert_int_equal(is.odds.n_outcomes, 100);
    check_against_exact(&is, &(salvo_plan){.seed = 1, .trials = 300000});
    check_against_exact(&is, &(salvo_plan){.seed = 1, .trials = 30000, .reference_engine = true});
    salvo_odds_free(&is.odds);
}

static void a_duel_that_cannot_end_is_undecided(void **state)
{
    const kernel *here[KERNELS_MAX];
    salvo_simulation s;
    answer is;

    (void)state;
    ask(&is, mad(), "mad.duel", "a=us-m16-half-track-aa b=german-flakpz-iv-mobelwagen range=500");
    for (size_t k = 0, n = kernels_here(here); k < n; k++) {
        const salvo_plan plan = {.seed = 1, .trials = 12345, .isa = here[k]->name};

        simulate(&s, &is.question, &plan);
        assert_int_equal(count_of(&s, "undecided")->count, 12345);
        assert_int_equal(s.n_means, 0);
        salvo_simulation_free(&s);
    }
    answer_free(&is);
}

static void a_stuck_duel_is_broken_off(void **state)
{
    const kernel *here[KERNELS_MAX];
    answer is;

    (void)state;
    ask(&is, mad(), "mad.duel", "a=us-m16-half-track-aa b=german-flakpz-iv-mobelwagen range=500 turns=5");
    assert_answer(&is, "undecided=1", "turns=5");
    check_against_exact(&is, &(salvo_plan){.seed = 1, .trials = 100, .reference_engine = true});
    for (size_t k = 0, n = kernels_here(here); k < n; k++)
        check_against_exact(&is, &(salvo_plan){.seed = 1, .trials = 1000, .isa = here[k]->name});
    answer_free(&is);
}

static void a_chain_may_end_where_it_starts(void **state)
{
    answer is;

    (void)state;
    ask(&is, mad(), "mad.unit-fire", "unit=us-m16-half-track-aa target=german-tiger-i range=500");
    assert_answer(&is, "unharmed=1", "damage=0 hp-lost=0");
    check_against_exact(&is, &(salvo_plan){.seed = 1, .trials = 777});
    answer_free(&is);
}

static void a_broken_off_wait_has_its_odds(void **state)
{
    static const int64_t LIMITS[] = {1, 2, 7, 100};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(LIMITS); i++) {
        struct wait w = {.dice = 1, .limit = LIMITS[i]};
        salvo_question question = waiting(&w);
        answer is;

        solve(&is, &question);
        is.question = question;
        check_against_exact(&is, &(salvo_plan){.seed = 1, .trials = 100000});
        check_against_exact(&is, &(salvo_plan){.seed = 1, .trials = 10000, .reference_engine = true});
        salvo_odds_free(&is.odds);
    }
}

static bool idle_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    int64_t nothing[SALVO_EXPECTATIONS_MAX];

    (void)gain;
    return wait_step(situation, state, faces, nothing);
}

/* A chain of which nothing is expected, or that gains nothing of what is: its steps are counted all the same, and folded. */
static void a_wait_for_nothing_is_counted(void **state)
{
    salvo_chain chain = WAIT_CHAIN;
    salvo_procedure procedure = WAIT;
    struct wait w = {.dice = 1, .limit = 0};
    salvo_question question = {.procedure = &procedure, .situation = &w};

    (void)state;
    chain.step = idle_step;
    procedure.chain = &chain;
    for (procedure.n_expectations = 0; procedure.n_expectations < 2; procedure.n_expectations++)
        for (w.limit = 0; w.limit < 500; w.limit += 99) {
            answer is;
            walk compiled;

            assert_int_equal(walk_compile(&compiled, &question, NULL), SALVO_OK);
            assert_true(compiled.counted && compiled.counts_turns);
            walk_free(&compiled);
            solve(&is, &question);
            is.question = question;
            check_against_exact(&is, &(salvo_plan){.seed = 1, .trials = 100000});
            salvo_odds_free(&is.odds);
        }
}

/* It ends once in a million throws: some trials would use up their draws. */
static void a_trial_that_hardly_ends_is_too_large(void **state)
{
    struct wait w = {.dice = 6};
    const salvo_question question = waiting(&w);
    const kernel *here[KERNELS_MAX];
    salvo_plan plan = {.seed = 1, .trials = 1000, .threads = 1};
    salvo_simulation s, zero;
    salvo_error err;

    (void)state;
    memset(&zero, 0, sizeof zero);
    for (size_t k = 0, n = kernels_here(here); k <= n; k++) {
        plan.isa = k < n ? here[k]->name : NULL;
        plan.reference_engine = k == n;
        assert_int_equal(salvo_simulate(&s, &question, &plan, &err), SALVO_TOO_LARGE);
        assert_non_null(strstr(err.text, "hardly ever ends"));
        assert_memory_equal(&s, &zero, sizeof s);
    }
}

/* Averages come as precise as the outcomes make them, unless they are asked for. */
static void a_precision_is_about_the_outcomes(void **state)
{
    const salvo_plan plan = {.seed = 8, .precision = 0.004},
                     of_all = {.seed = 8, .precision = 0.004, .precision_of = SALVO_OF_ALL};
    salvo_simulation outcomes, all;
    answer is;

    (void)state;
    ask(&is, mad(), "mad.direct-fire", "weapon=cannon-b range=500");
    simulate(&outcomes, &is.question, &plan);
    simulate(&all, &is.question, &of_all);
    assert_int_equal(outcomes.stopped_by, SALVO_STOPPED_BY_PRECISION);
    assert_int_equal(outcomes.precision_of, SALVO_OF_WIN);
    assert_int_equal(all.precision_of, SALVO_OF_ALL);
    for (size_t k = 0; k < outcomes.n_counts; k++)
        assert_true(outcomes.counts[k].probability.high - outcomes.counts[k].probability.low <= 2 * plan.precision);
    assert_true(outcomes.means[0].mean.high - outcomes.means[0].mean.low >
                2 * plan.precision * outcomes.means[0].mean.value);
    assert_true(outcomes.trials < all.trials);
    salvo_simulation_free(&outcomes);
    salvo_simulation_free(&all);
    answer_free(&is);
}

static void a_precise_run_stops_when_it_is(void **state)
{
    static const struct {
        const char *procedure, *words;
        double precision;
    } RUNS[] = {
        {"mad.direct-fire", "weapon=cannon-b range=500", 0.01},
        {"mad.duel", DUEL, 0.005},
        {"mad.initiative", "", 0.004},
        {"mad.volley", "weapon=cannon-b range=500 hp=60 shots=3", 0.02},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(RUNS); i++) {
        salvo_plan plan = {.seed = 8, .precision = RUNS[i].precision, .precision_of = SALVO_OF_ALL};
        salvo_simulation s, fixed;
        answer is;

        ask(&is, mad(), RUNS[i].procedure, RUNS[i].words);
        simulate(&s, &is.question, &plan);
        assert_int_equal(s.stopped_by, SALVO_STOPPED_BY_PRECISION);
        assert_true(s.precision == RUNS[i].precision);
        for (size_t k = 0; k < s.n_counts; k++)
            assert_true(s.counts[k].probability.high - s.counts[k].probability.low <= 2 * s.precision);
        for (size_t k = 0; k < s.n_means; k++)
            assert_true(s.means[k].mean.high - s.means[k].mean.low <= 2 * s.precision * fmax(1, s.means[k].mean.value));
        plan.trials = s.trials;
        simulate(&fixed, &is.question, &plan);
        assert_true(fixed.hash == s.hash);
        assert_true(fixed.precision == 0);
        salvo_simulation_free(&fixed);
        salvo_simulation_free(&s);
        answer_free(&is);
    }
}

static void the_seed_changes_the_counts(void **state)
{
    answer is;

    (void)state;
    ask(&is, mad(), "mad.duel", DUEL);
    for (uint64_t seed = 0; seed < 5; seed++) {
        salvo_plan plan = {.seed = seed, .trials = 10000}, next = {.seed = seed + 1, .trials = 10000};

        assert_true(hash_of(&is.question, &plan) == hash_of(&is.question, &plan));
        assert_true(hash_of(&is.question, &plan) != hash_of(&is.question, &next));
        plan.reference_engine = next.reference_engine = true;
        assert_true(hash_of(&is.question, &plan) != hash_of(&is.question, &next));
    }
    answer_free(&is);
}

static void the_hash_is_of_the_counts(void **state)
{
    const salvo_plan plan = {.seed = 1, .trials = 1000};
    uint64_t counts[16];
    salvo_simulation s;
    answer is;

    (void)state;
    ask(&is, mad(), "mad.duel", DUEL "turns=2");
    simulate(&s, &is.question, &plan);
    for (size_t i = 0; i < s.n_counts; i++)
        counts[i] = s.counts[i].count;
    assert_true(s.hash == salvo_counts_hash(counts, s.n_counts));
    assert_true(s.seed == 1);
    salvo_simulation_free(&s);
    answer_free(&is);
}

static struct bad_plan {
    const char *name;
    salvo_plan plan;
    const char *says;
} BAD_PLANS[] = {
    {"no precision", {.seed = 1}, "the precision is not a half-width; give a number between 0 and 1"},
    {"negative precision", {.precision = -0.1}, "the precision is not a half-width; give a number between 0 and 1"},
    {"precision 1", {.precision = 1}, "the precision is not a half-width; give a number between 0 and 1"},
    {"precision that is no number",
     {.precision = NAN},
     "the precision is not a half-width; give a number between 0 and 1"},
    {"too many trials", {.trials = PCG32_TRIALS_MAX + 1}, "the maximum is 549755813888"},
    {"no such instructions", {.trials = 1, .isa = "mmx"}, "this machine has no instruction set 'mmx'"},
    {"no such instructions by the book", {.trials = 1, .isa = "mmx", .reference_engine = true}, "'mmx'"},
};

static void bad_plan_is_refused(void **state)
{
    const struct bad_plan *bad = *state;
    salvo_simulation s, zero;
    salvo_error err = {0};
    answer is;

    memset(&zero, 0, sizeof zero);
    ask(&is, mad(), "mad.initiative", "");
    assert_int_equal(salvo_simulate(&s, &is.question, &bad->plan, &err), SALVO_BAD_INPUT);
    if (!strstr(err.text, bad->says))
        fail_msg("'%s' should have '%s' in it", err.text, bad->says);
    assert_memory_equal(&s, &zero, sizeof s);
    answer_free(&is);
}

static void an_unknown_instruction_set_gets_the_list(void **state)
{
    const kernel *here[KERNELS_MAX], *found;
    salvo_error err = {0};
    char quoted[64];

    (void)state;
    assert_int_equal(kernel_find("neon-9", &found, &err), SALVO_BAD_INPUT);
    assert_non_null(strstr(err.text, "'auto'"));
    for (size_t k = 0, n = kernels_here(here); k < n; k++) {
        snprintf(quoted, sizeof quoted, "'%s'", here[k]->name);
        if (!strstr(err.text, quoted))
            fail_msg("'%s' should have %s in it", err.text, quoted);
        assert_int_equal(kernel_find(here[k]->name, &found, NULL), SALVO_OK);
        assert_ptr_equal(found, here[k]);
    }
    assert_int_equal(kernel_find(NULL, &found, NULL), SALVO_OK);
    assert_ptr_equal(found, here[0]);
    assert_int_equal(kernel_find("auto", &found, NULL), SALVO_OK);
    assert_ptr_equal(found, here[0]);
}

enum { NAME_MAX_BYTES = 160, TESTS_MAX = 1024 };

static struct CMUnitTest tests[TESTS_MAX];
static char names[TESTS_MAX][NAME_MAX_BYTES];
static size_t n_tests;

static void add(const char *what, const char *row_name, CMUnitTestFunction function, const void *row)
{
    assert_true(n_tests < TESTS_MAX);
    snprintf(names[n_tests], NAME_MAX_BYTES, "%s: %s", what, row_name);
    tests[n_tests] = row_test(names[n_tests], function, row);
    n_tests++;
}

int main(void)
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(turns_add_up),
        cmocka_unit_test(looked_up_rolls_give_the_same_counts),
        cmocka_unit_test(the_book_gives_the_same_counts),
        cmocka_unit_test(work_ends_a_run),
        cmocka_unit_test(a_longer_run_contains_a_shorter_one),
        cmocka_unit_test(blocks_are_one_trial_range),
        cmocka_unit_test(blocks_by_the_book_are_one_trial_range),
        cmocka_unit_test(kernels_walk_invented_tables),
        cmocka_unit_test(long_trials_are_tallied),
        cmocka_unit_test(lonely_trials_are_tallied),
        cmocka_unit_test(words_are_the_generators),
        cmocka_unit_test(a_walk_without_end_is_too_long),
        cmocka_unit_test(kernels_roll_as_the_thresholds_say),
        cmocka_unit_test(roll_thresholds_have_their_odds),
        cmocka_unit_test(weights_sum_to_all_words),
        cmocka_unit_test(every_procedure_is_simulated),
        cmocka_unit_test(looked_up_rolls_agree_with_counting),
        cmocka_unit_test(a_duel_that_cannot_end_is_undecided),
        cmocka_unit_test(a_stuck_duel_is_broken_off),
        cmocka_unit_test(a_chain_may_end_where_it_starts),
        cmocka_unit_test(a_broken_off_wait_has_its_odds),
        cmocka_unit_test(a_wait_for_nothing_is_counted),
        cmocka_unit_test(a_trial_that_hardly_ends_is_too_large),
        cmocka_unit_test(a_precise_run_stops_when_it_is),
        cmocka_unit_test(a_precision_is_about_the_outcomes),
        cmocka_unit_test(the_seed_changes_the_counts),
        cmocka_unit_test(the_hash_is_of_the_counts),
        cmocka_unit_test(an_unknown_instruction_set_gets_the_list),
    };

    for (size_t i = 0; i < COUNT_OF(SHAPES); i++) {
        add("shape", SHAPES[i].name, shape_is_as_said, &SHAPES[i]);
        add("walked by hand", SHAPES[i].name, kernels_walk_as_the_tables_say, &SHAPES[i]);
        add("tables", SHAPES[i].name, tables_lead_to_the_odds, &SHAPES[i]);
        add("same counts", SHAPES[i].name, everything_gives_the_same_counts, &SHAPES[i]);
        add("shards", SHAPES[i].name, shards_add_up, &SHAPES[i]);
        add("turns", SHAPES[i].name, turns_are_told_alike, &SHAPES[i]);
    }
    for (size_t i = 0; i < COUNT_OF(START_CASES); i++)
        add("first step", START_CASES[i].name, first_steps_have_their_odds, &START_CASES[i]);
    for (size_t i = 0; i < COUNT_OF(AGAINST_EXACT); i++) {
        char name[NAME_MAX_BYTES];

        snprintf(name, sizeof name, "%s %s", AGAINST_EXACT[i][0], AGAINST_EXACT[i][1]);
        add("against exact", name, kernels_agree_with_counting, AGAINST_EXACT[i]);
        add("by the book", name, the_book_agrees_with_counting, AGAINST_EXACT[i]);
    }
    for (size_t i = 0; i < COUNT_OF(BAD_PLANS); i++)
        add("refused", BAD_PLANS[i].name, bad_plan_is_refused, &BAD_PLANS[i]);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        tests[n_tests++] = others[i];
    n_tests = part_of_tests(tests, n_tests);
    return _cmocka_run_group_tests("simulate", tests, n_tests, mad_open, mad_close);
}
