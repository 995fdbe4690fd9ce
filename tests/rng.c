/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PCG32 and the address of a draw: published answers, jumps against stepping, bounded draws against counting. That the
 * whole stream is PCG's own is shown by pcg_reference.cpp. */
#include <math.h>

#include "rng/pcg32.h"
#include "splitmix.h"
#include "support.h"

/* From the demonstration program of pcg-c (pcg32-demo, round 1). */
static void published_words_come_first(void **state)
{
    static const uint32_t WORDS[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
    pcg32 rng = pcg32_seeded(42, 54);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(WORDS); i++)
        assert_int_equal(pcg32_next(&rng), WORDS[i]);
}

static void the_word_comes_from_the_state_before_the_step(void **state)
{
    pcg32 rng = pcg32_seeded(42, 54);
    uint64_t before = rng.state;

    (void)state;
    assert_int_equal(pcg32_next(&rng), pcg32_output(before));
    assert_true(rng.state == before * PCG32_MULTIPLIER + rng.increment);
}

static void a_jump_equals_its_steps(void **state)
{
    static const uint64_t LENGTHS[] = {0, 1, 2, 3, 64, 1000, 65535, 65536, 123457, 1000003};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(LENGTHS); i++) {
        pcg32 stepped = pcg32_seeded(7 + i, 3 * i), jumped = stepped;

        for (uint64_t n = 0; n < LENGTHS[i]; n++)
            pcg32_next(&stepped);
        pcg32_advance(&jumped, LENGTHS[i]);
        assert_true(jumped.state == stepped.state);
        assert_true(jumped.increment == stepped.increment);
    }
}

/* The period is 2^64, so that 2^64 - n steps are n back. */
static void a_jump_leads_back(void **state)
{
    static const uint64_t LENGTHS[] = {1, 2, 1000, 54321};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(LENGTHS); i++) {
        pcg32 rng = pcg32_seeded(42, 54);
        uint64_t home = rng.state;

        for (uint64_t n = 0; n < LENGTHS[i]; n++)
            pcg32_next(&rng);
        assert_true(rng.state != home);
        pcg32_advance(&rng, -LENGTHS[i]);
        assert_true(rng.state == home);
    }
}

static void jumps_add_up(void **state)
{
    uint64_t dice = 1;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        uint64_t a = splitmix_next(&dice), b = splitmix_next(&dice);
        pcg32 twice = pcg32_seeded(splitmix_next(&dice), splitmix_next(&dice)), once = twice;

        pcg32_advance(&twice, a);
        pcg32_advance(&twice, b);
        pcg32_advance(&once, a + b);
        assert_true(twice.state == once.state);
    }
}

static void a_trial_begins_at_its_stride(void **state)
{
    static const uint64_t TRIALS[] = {0, 1, 2, 17, 262144, UINT64_C(1) << 38, PCG32_TRIALS_MAX - 1};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(TRIALS); i++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            uint64_t dice = seed;
            pcg32 trial = pcg32_trial(seed, TRIALS[i]), rng = pcg32_seeded(splitmix_next(&dice), PCG32_SEQUENCE);

            pcg32_advance(&rng, TRIALS[i] * PCG32_STRIDE);
            assert_true(trial.state == rng.state);
            assert_true(trial.increment == rng.increment);
        }
}

/* A trial's last draw is the one before the next trial's first, and the last trial ends before the period does: no word
 * belongs to two trials. */
static void trials_do_not_overlap(void **state)
{
    pcg32 rng = pcg32_trial(99, 4711);
    uint64_t first = pcg32_trial(99, 4711).state, next = pcg32_trial(99, 4712).state;

    (void)state;
    for (uint64_t n = 0; n < PCG32_STRIDE; n++) {
        if (rng.state == next || (n && rng.state == first))
            fail_msg("draw %llu of a trial is another trial's first", (unsigned long long)n);
        pcg32_next(&rng);
    }
    assert_true(rng.state == next);
    assert_true(PCG32_STRIDE % 2 == 1);
    assert_true(PCG32_TRIALS_MAX <= UINT64_MAX / PCG32_STRIDE);
}

/* Pearson's statistic of `cells` equally likely cells, as standard deviations away from its mean. Were the draws any
 * others, 5 would be passed about once in 1e6 looks. */
static double surprise(const uint64_t *counts, size_t cells, uint64_t total)
{
    double expected = (double)total / (double)cells, chi2 = 0, df = (double)cells - 1;

    for (size_t i = 0; i < cells; i++)
        chi2 += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    return (cbrt(chi2 / df) - (1 - 2 / (9 * df))) / sqrt(2 / (9 * df)); /* Wilson and Hilferty 1931 */
}

/* What simulations rest on: draw k of neighbouring trials, side by side. */
static void neighbouring_trials_are_strangers(void **state)
{
    enum { TRIALS = 1 << 18, SIDE = 32 };

    (void)state;
    for (int draw = 0; draw < 3; draw++) {
        uint64_t counts[SIDE * SIDE] = {0};
        uint32_t before = 0;

        for (uint64_t i = 0; i <= TRIALS; i++) {
            pcg32 rng = pcg32_trial(1, i);
            uint32_t word;

            pcg32_advance(&rng, (uint64_t)draw);
            word = pcg32_next(&rng) >> 27;
            if (i)
                counts[before * SIDE + word]++;
            before = word;
        }
        assert_true(fabs(surprise(counts, COUNT_OF(counts), TRIALS)) < 5);
    }
}

/* The same draw of three neighbouring seeds: two side by side, and the second difference of all three, which shows any
 * fixed step between states. */
static void neighbouring_seeds_are_strangers(void **state)
{
    enum { SEEDS = 1 << 18, SIDE = 32 };

    (void)state;
    for (uint64_t trial = 0; trial < 3; trial++) {
        uint64_t pairs[SIDE * SIDE] = {0}, bends[1 << 8] = {0};
        uint32_t word[3] = {0};

        for (uint64_t seed = 0; seed < SEEDS + 2; seed++) {
            pcg32 rng = pcg32_trial(seed, trial);

            word[2] = word[1];
            word[1] = word[0];
            word[0] = pcg32_next(&rng);
            if (seed < 2)
                continue;
            pairs[(word[1] >> 27) * SIDE + (word[0] >> 27)]++;
            bends[(word[0] - 2 * word[1] + word[2]) >> 24]++;
        }
        assert_true(fabs(surprise(pairs, COUNT_OF(pairs), SEEDS)) < 5);
        assert_true(fabs(surprise(bends, COUNT_OF(bends), SEEDS)) < 5);
    }
}

static const uint32_t BOUNDS[] = {1,          2,          3,          4,          5,          6,         7,    8,
                                  10,         12,         20,         100,        216,        999,       1000, 65536,
                                  0x7fffffff, 0x80000000, 0x80000001, 0xc0000000, 0xfffffffe, 0xffffffff};

/* Of 2^32 words the first 2^32 mod bound are thrown away, and each remainder of the others comes equally often. */
static void draws_are_remainders_of_whole_runs(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BOUNDS); i++) {
        uint64_t bound = BOUNDS[i], spare = (UINT64_C(1) << 32) % bound;
        pcg32 rng = pcg32_seeded(5, i), words = rng;

        assert_true(((UINT64_C(1) << 32) - spare) % bound == 0);
        for (int n = 0; n < 10000; n++) {
            uint64_t word;

            do
                word = pcg32_next(&words);
            while (word < spare);
            assert_true(pcg32_below(&rng, BOUNDS[i]) == word % bound);
            assert_true(rng.state == words.state);
        }
    }
}

static void draws_are_even(void **state)
{
    enum { DRAWS = 1 << 18, CELLS_MAX = 1000 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(BOUNDS); i++) {
        uint32_t bound = BOUNDS[i], cells = bound <= CELLS_MAX ? bound : 3;
        uint64_t counts[CELLS_MAX] = {0};
        pcg32 rng = pcg32_seeded(6, i);

        if (cells < 2 || bound % cells)
            continue;
        for (int n = 0; n < DRAWS; n++) {
            uint32_t draw = pcg32_below(&rng, bound);

            assert_true(draw < bound);
            counts[draw / (bound / cells)]++;
        }
        assert_true(fabs(surprise(counts, cells, DRAWS)) < 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_words_come_first),
        cmocka_unit_test(the_word_comes_from_the_state_before_the_step),
        cmocka_unit_test(a_jump_equals_its_steps),
        cmocka_unit_test(a_jump_leads_back),
        cmocka_unit_test(jumps_add_up),
        cmocka_unit_test(a_trial_begins_at_its_stride),
        cmocka_unit_test(trials_do_not_overlap),
        cmocka_unit_test(neighbouring_trials_are_strangers),
        cmocka_unit_test(neighbouring_seeds_are_strangers),
        cmocka_unit_test(draws_are_remainders_of_whole_runs),
        cmocka_unit_test(draws_are_even),
    };

    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
