/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains whose throws have long ways: which of them keep these, and what their answers are without. Chains invented here,
 * against recurrences written beside them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds/chain_graph.h"
#include "odds/outlook.h"
#include "odds/solved.h"
#include "splitmix.h"
#include "support.h"

static const char *const OUTCOMES[] = {"won", "lost", "undecided"};
enum { WON, LOST, UNDECIDED };
static const salvo_expectation STEPS[] = {{.name = "steps"}};

/* A ladder: a throw from each place stays there, leads to the next one, or leads away. Ways have 128 bits. Two more dice
 * count for nothing. */
enum { PLACES_MAX = 200, FACES = 3, WORDS = 2 };
enum { STAYS, CLIMBS, LEAVES };

/* Where the way that leads away leads to: out of the chain, back to the start, or from the start into the middle, which is
 * found before the places below it. */
typedef enum ladder_way { OUT, BACK, UP } ladder_way;

typedef struct ladder {
    int32_t n;
    ladder_way away;
    int64_t limit;
    uint64_t ways[PLACES_MAX][FACES][WORDS];
    double chance[PLACES_MAX][FACES];
    salvo_long_weights weights[PLACES_MAX];
} ladder;

enum { BELOW = -1 }; /* the place of what left the ladder */

static int ladder_outcome(const void *situation, const void *state)
{
    const ladder *l = situation;
    const int32_t *place = state;

    return *place == l->n ? WON : *place == BELOW ? LOST : SALVO_CONTINUES;
}

static void ladder_dice(const void *situation, const void *state, salvo_dice *dice)
{
    static const uint32_t ALIKE[FACES] = {1, 1, 1}, UNEVEN[] = {1, 0, 7};
    const ladder *l = situation;
    const int32_t *place = state;

    *dice = salvo_dice_of(3, 6);
    dice->sides[0] = FACES;
    dice->weights[0] = ALIKE;
    dice->long_weights[0] = &l->weights[*place];
    dice->sides[2] = COUNT_OF(UNEVEN);
    dice->weights[2] = UNEVEN;
}

static bool ladder_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const ladder *l = situation;
    int32_t *place = state;

    gain[0]++;
    if (faces[0] - 1 == CLIMBS)
        ++*place;
    else if (faces[0] - 1 == LEAVES)
        *place = l->away == BACK ? 0 : l->away == UP && *place == 0 ? l->n / 2 : BELOW;
    return true;
}

static int64_t ladder_limit(const void *situation)
{
    return ((const ladder *)situation)->limit;
}

static const salvo_chain LADDER_CHAIN = {.state_size = sizeof(int32_t),
                                         .outcome = ladder_outcome,
                                         .dice = ladder_dice,
                                         .step = ladder_step,
                                         .turn_limit = ladder_limit,
                                         .undecided = UNDECIDED};

static const salvo_procedure LADDER = {
    .schema = {.name = "ladder"},
    .outcomes = OUTCOMES,
    .n_outcomes = 3,
    .expectations = STEPS,
    .n_expectations = 1,
    .chain = &LADDER_CHAIN,
};

/* Random ways below 2^(64 + bits of the face). */
static void make_ladder(ladder *l, int32_t n, ladder_way away, const int bits[FACES])
{
    uint64_t random = 5;

    memset(l, 0, sizeof *l);
    l->n = n;
    l->away = away;
    for (int32_t i = 0; i < n; i++) {
        double sizes[FACES], all = 0;

        for (int f = 0; f < FACES; f++) {
            l->ways[i][f][0] = splitmix_next(&random);
            l->ways[i][f][1] = splitmix_next(&random) >> (64 - bits[f]) | UINT64_C(1) << (bits[f] - 1);
            sizes[f] = (double)l->ways[i][f][1] * 0x1p64 + (double)l->ways[i][f][0];
            all += sizes[f];
        }
        for (int f = 0; f < FACES; f++)
            l->chance[i][f] = sizes[f] / all;
        l->weights[i] = (salvo_long_weights){WORDS, &l->ways[i][0][0], l->chance[i]};
    }
}

static salvo_question question_of(const salvo_procedure *procedure, const void *situation)
{
    return (salvo_question){.procedure = procedure, .situation = (void *)situation};
}

/* The chance that a place is ever reached is `reached`; it is left after 1 / (1 - stays) throws on average. Back at the
 * start, everything begins anew. */
static void expect_ladder(const ladder *l, double *won, double *steps)
{
    double reached[PLACES_MAX + 1] = {1};

    *steps = 0;
    for (int32_t i = 0; i < l->n; i++) {
        const double climbs = l->chance[i][CLIMBS], away = l->chance[i][LEAVES], left = climbs + away;

        *steps += reached[i] / left;
        reached[i + 1] += reached[i] * climbs / left;
        if (l->away == UP && i == 0)
            reached[l->n / 2] += away / left;
    }
    *won = reached[l->n];
    if (l->away == BACK) {
        *steps /= *won;
        *won = 1;
    }
}

static void assert_near(double is, double expected, const char *what)
{
    if (!(fabs(is - expected) <= 1e-12 * fabs(expected)))
        fail_msg("%s is %.17g and not %.17g", what, is, expected);
}

static void assert_ladder(const ladder *l, salvo_arithmetic wanted, salvo_arithmetic expected)
{
    const salvo_question q = question_of(&LADDER, l);
    const salvo_odds_options options = {.arithmetic = wanted};
    salvo_odds odds;
    salvo_error err;
    double won, steps;

    expect_ladder(l, &won, &steps);
    if (salvo_odds_solve(&odds, &q, &options, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_int_equal(odds.arithmetic, expected);
    assert_near(salvo_odds_probability(&odds, "won"), won, "the chance to win");
    assert_near(salvo_odds_mean(&odds, "steps"), steps, "the number of steps");
    salvo_odds_free(&odds);
}

static void assert_rounded(const ladder *l, salvo_arithmetic wanted, bool expected)
{
    const salvo_question q = question_of(&LADDER, l);
    intern_table states;
    state_graph graph;

    assert_int_equal(chain_graph_compile(&graph, &states, &q, &GRAPH_LIMITS, wanted, NULL), SALVO_OK);
    assert_int_equal(graph.is_rounded, expected);
    assert_int_equal(graph.longs.n == 0, expected);
    assert_int_equal(graph.n_states, states.count);
    assert_true(graph.n_chances <= graph.n_edges + graph.n_states);
    intern_table_free(&states);
    state_graph_free(&graph);
}

static const int SELDOM_AWAY[FACES] = {60, 60, 50}, STAYING[FACES] = {64, 3, 1};

static void short_chains_keep_their_ways(void **state)
{
    ladder l;

    (void)state;
    for (ladder_way away = OUT; away <= UP; away++) {
        make_ladder(&l, 20, away, SELDOM_AWAY);
        assert_rounded(&l, SALVO_RATIONAL, false);
        assert_ladder(&l, SALVO_RATIONAL, SALVO_RATIONAL);
        assert_rounded(&l, SALVO_DOUBLE, true);
        assert_ladder(&l, SALVO_DOUBLE, SALVO_DOUBLE);
    }
}

/* The common multiple of 200 divisors has about 24,800 bits. In the third chain, an edge leads to a state that was found
 * before, but not in a cycle. */
static void chains_are_rounded_if_their_fractions_are_too_long(void **state)
{
    ladder l;

    (void)state;
    make_ladder(&l, PLACES_MAX, OUT, SELDOM_AWAY);
    assert_rounded(&l, SALVO_RATIONAL, true);
    assert_ladder(&l, SALVO_RATIONAL, SALVO_DOUBLE);
    make_ladder(&l, PLACES_MAX, UP, SELDOM_AWAY);
    assert_rounded(&l, SALVO_RATIONAL, true);
    assert_ladder(&l, SALVO_RATIONAL, SALVO_DOUBLE);
}

/* A place is left about once in 2^60 throws: 1 less the chance to stay is rounded to a few digits. */
static void what_hardly_ever_leaves_is_precise(void **state)
{
    ladder l;

    (void)state;
    make_ladder(&l, PLACES_MAX, OUT, STAYING);
    assert_rounded(&l, SALVO_RATIONAL, true);
    assert_ladder(&l, SALVO_RATIONAL, SALVO_DOUBLE);
}

/* What stays of the divisors of a cycle depends on the whole cycle. */
static void long_cycles_keep_their_ways(void **state)
{
    ladder l;

    (void)state;
    make_ladder(&l, PLACES_MAX, BACK, SELDOM_AWAY);
    assert_rounded(&l, SALVO_RATIONAL, false);
    assert_ladder(&l, SALVO_DOUBLE, SALVO_DOUBLE);
    l.limit = 200; /* cycles are cut at the ends of turns */
    assert_rounded(&l, SALVO_RATIONAL, true);
}

/* All throws have 2^127 ways. Only without a limit of turns are those that stay left out of a divisor. */
static void a_limit_cuts_loops(void **state)
{
    ladder l;

    (void)state;
    make_ladder(&l, PLACES_MAX, OUT, SELDOM_AWAY);
    for (int32_t i = 0; i < l.n; i++) {
        uint64_t *stays = l.ways[i][STAYS], low = 0, high = UINT64_C(1) << 63;

        for (int f = CLIMBS; f <= LEAVES; f++) {
            high -= l.ways[i][f][1] + (low < l.ways[i][f][0]);
            low -= l.ways[i][f][0];
        }
        stays[0] = low;
        stays[1] = high;
    }
    assert_rounded(&l, SALVO_RATIONAL, true);
    l.limit = 2;
    assert_rounded(&l, SALVO_RATIONAL, false);
}

/* With a limit the chain goes one step a turn. */
static void rounded_chains_stop_at_a_limit(void **state)
{
    double at[PLACES_MAX + 1] = {1}, lost = 0;
    salvo_odds odds;
    salvo_question q;
    ladder l;

    (void)state;
    make_ladder(&l, PLACES_MAX, OUT, SELDOM_AWAY);
    l.limit = 2 * PLACES_MAX;
    q = question_of(&LADDER, &l);
    assert_rounded(&l, SALVO_RATIONAL, true);
    for (int64_t turn = 0; turn < l.limit; turn++)
        for (int32_t i = l.n; i-- > 0;) {
            at[i + 1] += at[i] * l.chance[i][CLIMBS];
            lost += at[i] * l.chance[i][LEAVES];
            at[i] *= l.chance[i][STAYS];
        }
    assert_int_equal(salvo_odds_solve(&odds, &q, NULL, NULL), SALVO_OK);
    assert_int_equal(odds.arithmetic, SALVO_DOUBLE);
    assert_near(salvo_odds_probability(&odds, "won"), at[l.n], "the chance to win");
    assert_near(salvo_odds_probability(&odds, "lost"), lost, "the chance to lose");
    salvo_odds_free(&odds);
}

/* Two graphs whose edges differ in their chances alone. */
static void rounded_chains_are_not_taken_for_each_other(void **state)
{
    salvo_odds_options options = {.arithmetic = SALVO_DOUBLE, .solved = solved_new()};
    const int *const bits[] = {SELDOM_AWAY, STAYING};

    (void)state;
    assert_non_null(options.solved);
    for (size_t i = 0; i < COUNT_OF(bits); i++) {
        ladder l;
        salvo_odds odds;
        salvo_question q;
        double won, steps;

        make_ladder(&l, 5, OUT, bits[i]);
        q = question_of(&LADDER, &l);
        expect_ladder(&l, &won, &steps);
        assert_int_equal(salvo_odds_solve(&odds, &q, &options, NULL), SALVO_OK);
        assert_near(salvo_odds_mean(&odds, "steps"), steps, "the number of steps");
        salvo_odds_free(&odds);
    }
    solved_free(options.solved);
}

/* A throw from each place leads 1 to 255 places further, with one of SORTS dice. */
enum { SORTS = 60, CROWD_PLACES = 1000, CROWD_FACES = 255 };

typedef struct crowd {
    uint64_t ways[SORTS][CROWD_FACES][WORDS];
    double chance[SORTS][CROWD_FACES];
    salvo_long_weights weights[SORTS];
} crowd;

static int crowd_outcome(const void *situation, const void *state)
{
    (void)situation;
    return *(const int32_t *)state >= CROWD_PLACES ? WON : SALVO_CONTINUES;
}

static void crowd_dice(const void *situation, const void *state, salvo_dice *dice)
{
    static uint32_t alike[CROWD_FACES];
    const crowd *c = situation;

    for (size_t i = 0; i < CROWD_FACES; i++)
        alike[i] = 1;
    *dice = salvo_dice_of(1, CROWD_FACES);
    dice->weights[0] = alike;
    dice->long_weights[0] = &c->weights[*(const int32_t *)state % SORTS];
}

static bool crowd_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    int32_t *place = state;

    (void)situation;
    *place = *place + faces[0] < CROWD_PLACES ? *place + faces[0] : CROWD_PLACES;
    gain[0]++;
    return true;
}

static const salvo_chain CROWD_CHAIN = {.state_size = sizeof(int32_t),
                                        .outcome = crowd_outcome,
                                        .dice = crowd_dice,
                                        .step = crowd_step,
                                        .undecided = UNDECIDED};

static const salvo_procedure CROWD = {
    .schema = {.name = "crowd"},
    .outcomes = OUTCOMES,
    .n_outcomes = 3,
    .expectations = STEPS,
    .n_expectations = 1,
    .chain = &CROWD_CHAIN,
};

static void make_crowd(crowd *c)
{
    uint64_t random = 6;

    for (size_t i = 0; i < SORTS; i++) {
        double all = 0;

        for (size_t f = 0; f < CROWD_FACES; f++) {
            for (size_t w = 0; w < WORDS; w++)
                c->ways[i][f][w] = splitmix_next(&random);
            c->chance[i][f] = (double)c->ways[i][f][1] * 0x1p64 + (double)c->ways[i][f][0];
            all += c->chance[i][f];
        }
        for (size_t f = 0; f < CROWD_FACES; f++)
            c->chance[i][f] /= all;
        c->weights[i] = (salvo_long_weights){WORDS, &c->ways[i][0][0], c->chance[i]};
    }
}

static double expect_crowd(const crowd *c)
{
    double reached[CROWD_PLACES + CROWD_FACES] = {1}, steps = 0;

    for (size_t i = 0; i < CROWD_PLACES; i++) {
        steps += reached[i];
        for (size_t f = 0; f < CROWD_FACES; f++)
            reached[i + f + 1] += reached[i] * c->chance[i % SORTS][f];
    }
    return steps;
}

/* The common multiple of 60 divisors has about 8,000 bits, which are not too many. But 220,000 edges of 4 digits would be
 * followed 64 times. */
static void chains_are_rounded_if_their_fractions_are_too_much_work(void **state)
{
    static crowd c;
    const salvo_question q = question_of(&CROWD, &c);
    intern_table states;
    state_graph graph;
    salvo_odds odds;

    (void)state;
    make_crowd(&c);
    assert_int_equal(chain_graph_compile(&graph, &states, &q, &GRAPH_LIMITS, SALVO_RATIONAL, NULL), SALVO_OK);
    assert_true(graph.is_rounded);
    intern_table_free(&states);
    state_graph_free(&graph);
    assert_int_equal(salvo_odds_solve(&odds, &q, NULL, NULL), SALVO_OK);
    assert_int_equal(odds.arithmetic, SALVO_DOUBLE);
    assert_near(salvo_odds_mean(&odds, "steps"), expect_crowd(&c), "the number of steps");
    salvo_odds_free(&odds);
}

/* Fractions of 2 * 62 * 4 bits are found after 2 times, those of 5 times as many bits are looked for after the 6th. */
static void work_makes_fractions_hopeless(void **state)
{
    const size_t expected[] = {1, 2, 3, 4, 6, 8, 11, 15, 20};
    size_t times = 0;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        times = outlook_next_search(times);
        assert_int_equal(times, expected[i]);
    }
    assert_false(outlook_is_hopeless(248, FRACTIONS_WORK_MAX / 2));
    assert_true(outlook_is_hopeless(248, FRACTIONS_WORK_MAX / 2 + 1));
    assert_false(outlook_is_hopeless(620, FRACTIONS_WORK_MAX / 6));
    assert_true(outlook_is_hopeless(620, FRACTIONS_WORK_MAX / 6 + 1));
    assert_false(outlook_is_hopeless(SALVO_FRACTION_BITS, 0));
    assert_true(outlook_is_hopeless(SALVO_FRACTION_BITS + 1, 0));
}

/* One way in 2^rare_bits wins in the second turn. All others lose later: `deep` after a few throws of 1000 results each,
 * over more than a million edges, otherwise after a throw with more than 50,000 results. */
typedef struct spread {
    bool deep;
    uint64_t ways[2][WORDS];
    double chance[2];
    salvo_long_weights weights;
} spread;

enum { RARE = -1, GONE = -2, NEVER_BACK = -3, DEEP_PLACES = 2000 };

static int spread_outcome(const void *situation, const void *state)
{
    const int32_t *place = state;

    (void)situation;
    return *place == GONE ? WON : *place == NEVER_BACK ? LOST : SALVO_CONTINUES;
}

static void spread_dice(const void *situation, const void *state, salvo_dice *dice)
{
    static const uint32_t ALIKE[2] = {1, 1};
    const spread *s = situation;
    const int32_t *place = state;

    *dice = salvo_dice_of(0, 0);
    if (*place == 0) {
        *dice = salvo_dice_of(1, 2);
        dice->weights[0] = ALIKE;
        dice->long_weights[0] = &s->weights;
    } else if (*place > 0 && s->deep) {
        *dice = salvo_dice_of(2, 250);
        dice->sides[1] = 4;
    } else if (*place == 1) {
        *dice = salvo_dice_of(2, 255);
    }
}

static bool spread_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const spread *s = situation;
    int32_t *place = state;

    gain[0]++;
    if (*place == 0)
        *place = faces[0] == 1 ? RARE : 1;
    else if (*place == RARE)
        *place = GONE;
    else if (s->deep)
        *place =
            *place + 4 * (faces[0] - 1) + faces[1] > DEEP_PLACES ? NEVER_BACK : *place + 4 * (faces[0] - 1) + faces[1];
    else
        *place = *place == 1 ? 2 + 255 * (faces[0] - 1) + faces[1] : NEVER_BACK;
    return true;
}

static const salvo_chain SPREAD_CHAIN = {.state_size = sizeof(int32_t),
                                         .outcome = spread_outcome,
                                         .dice = spread_dice,
                                         .step = spread_step,
                                         .undecided = UNDECIDED};

static const salvo_procedure SPREAD = {
    .schema = {.name = "spread"},
    .outcomes = OUTCOMES,
    .n_outcomes = 3,
    .expectations = STEPS,
    .n_expectations = 1,
    .chain = &SPREAD_CHAIN,
};

/* 2^-79 is 1.7e-24, and 2^-80 is 8.3e-25. */
static void assert_spread(bool deep, int rare_bits, bool listed)
{
    const salvo_odds_options options = {.turns_max = 40};
    spread s = {.deep = deep, .ways = {{1, 0}, {UINT64_MAX, (UINT64_C(1) << (rare_bits - 64)) - 1}}};
    const salvo_question q = question_of(&SPREAD, &s);
    salvo_odds odds;
    double lost = 0;

    s.chance[0] = ldexp(1, -rare_bits);
    s.chance[1] = 1;
    s.weights = (salvo_long_weights){WORDS, &s.ways[0][0], s.chance};
    assert_int_equal(salvo_odds_solve(&odds, &q, &options, NULL), SALVO_OK);
    assert_true(odds.n_turns >= 3);
    assert_int_equal(odds.n_outcomes, 2);
    assert_near(salvo_odds_probability(&odds, "won"), s.chance[0], "the chance to win");
    assert_near(odds.turns[1].probability[0], listed ? s.chance[0] : 0, "the listed chance to win");
    for (size_t turn = 0; turn < odds.n_turns; turn++)
        lost += odds.turns[turn].probability[1];
    assert_true(fabs(lost - 1) < 1e-11);
    salvo_odds_free(&odds);
}

static void lists_of_large_chains_leave_rare_states_out(void **state)
{
    (void)state;
    for (int deep = 0; deep < 2; deep++) {
        assert_spread(deep, 79, true);
        assert_spread(deep, 80, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_chains_keep_their_ways),
        cmocka_unit_test(chains_are_rounded_if_their_fractions_are_too_long),
        cmocka_unit_test(chains_are_rounded_if_their_fractions_are_too_much_work),
        cmocka_unit_test(what_hardly_ever_leaves_is_precise),
        cmocka_unit_test(long_cycles_keep_their_ways),
        cmocka_unit_test(a_limit_cuts_loops),
        cmocka_unit_test(rounded_chains_stop_at_a_limit),
        cmocka_unit_test(rounded_chains_are_not_taken_for_each_other),
        cmocka_unit_test(work_makes_fractions_hopeless),
        cmocka_unit_test(lists_of_large_chains_leave_rare_states_out),
    };

    return cmocka_run_group_tests_name("long_chains", tests, NULL, NULL);
}
