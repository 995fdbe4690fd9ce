/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machinery alone: rolls, chains and parameters invented here, against closed forms and counting by hand. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

static salvo_question question_of(const salvo_procedure *procedure, void *situation)
{
    return (salvo_question){.procedure = procedure, .situation = situation};
}

/* The sum of some dice: the outcome, and a gain. */
struct sum {
    int count, sides;
    int64_t extra; /* added to the gain */
    const uint32_t *weights[SALVO_DICE_MAX];
};

static void sum_dice(const void *situation, salvo_dice *dice)
{
    const struct sum *s = situation;

    *dice = salvo_dice_of(s->count, s->sides);
    memcpy(dice->weights, s->weights, sizeof s->weights);
}

static int sum_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct sum *s = situation;
    int sum = 0;

    for (int i = 0; i < s->count; i++)
        sum += faces[i];
    gain[0] += sum + s->extra;
    gain[1] += sum == 2;
    return sum;
}

static bool sum_expects(const void *situation, size_t expectation)
{
    return expectation == 0 || ((const struct sum *)situation)->count > 1;
}

static const salvo_roll SUM_ROLL = {.dice = sum_dice, .resolve = sum_resolve};

/* The roll with a gain that is told in `parts`. */
static void roll_sum(answer *is, struct sum *s, int64_t parts)
{
    salvo_expectation expectations[] = {{.name = "sum", .parts = parts}, {.name = "twos"}};
    salvo_procedure procedure = {.schema = {.name = "sum of dice", .situation_size = sizeof *s},
                                 .expectations = expectations,
                                 .n_expectations = 2,
                                 .expects = sum_expects,
                                 .roll = &SUM_ROLL};
    salvo_question question = question_of(&procedure, s);

    solve(is, &question);
    for (size_t i = 0; i < is->odds.n_means; i++) /* the names outlive the procedure */
        assert_ptr_equal(is->odds.means[i].name, expectations[is->odds.means[i].expectation].name);
}

static void two_dice_are_counted(void **state)
{
    answer is;

    (void)state;
    roll_sum(&is, &(struct sum){2, 4, 0, {0}}, 0);
    assert_answer(&is, "2=1/16 3=2/16 4=3/16 5=4/16 6=3/16 7=2/16 8=1/16", "sum=5 twos=1/16");
    assert_int_equal(is.odds.size, 16);
    assert_int_equal(is.odds.outcomes[0].outcome, 2); /* in order */
    assert_int_equal(is.odds.outcomes[6].outcome, 8);
    answer_free(&is);
}

static void no_dice_have_one_result(void **state)
{
    answer is;

    (void)state;
    roll_sum(&is, &(struct sum){0, 10, 7, {0}}, 1);
    assert_answer(&is, "0=1", "sum=7"); /* "twos" is not expected here */
    assert_int_equal(is.odds.size, 1);
    answer_free(&is);
}

/* A die of weights 1, 0, 3 beside a fair one: of 12 ways, 1 + f in 1 each and 3 + f in 3 each. A face of weight 0 never
 * shows. */
static void weights_are_ways(void **state)
{
    static const uint32_t weights[] = {1, 0, 3};
    answer is;

    (void)state;
    roll_sum(&is, &(struct sum){2, 3, 0, {weights}}, 1);
    assert_answer(&is, "2=1/12 3=1/12 4=4/12 5=3/12 6=3/12", "sum=54/12 twos=1/12");
    assert_int_equal(is.odds.size, 9);
    answer_free(&is);
}

static void a_mean_is_told_in_parts(void **state)
{
    answer is;

    (void)state;
    roll_sum(&is, &(struct sum){2, 6, 0, {0}}, 4);
    assert_answer(&is, NULL, "sum=7/4 twos=1/36");
    answer_free(&is);
}

static void a_mean_may_be_negative(void **state)
{
    answer is;

    (void)state;
    roll_sum(&is, &(struct sum){1, 6, -4, {0}}, 5);
    assert_answer(&is, NULL, "sum=-1/10");
    assert_true(salvo_odds_mean(&is.odds, "sum") == -0.1);
    answer_free(&is);
}

/* C divides two whole doubles to the nearest one: an independent reference for small fractions. */
static void check_double(int over, int under)
{
    answer is;

    roll_sum(&is, &(struct sum){0, 6, over, {0}}, under);
    assert_true(salvo_odds_mean(&is.odds, "sum") == (double)over / (double)under);
    answer_free(&is);
}

static void doubles_are_the_nearest(void **state)
{
    /* what is cut off begins 1000 0000 000 and is not over: more than half a last digit, but only just */
    static const int CLOSE[][2] = {{11, 1659}, {1, 1923}, {3, 3205}, {1, 4623}, {13, 4827}, {1, 5607}};

    (void)state;
    for (int under = 1; under <= 100; under++)
        for (int over = -3; over <= under; over++)
            check_double(over, under);
    for (size_t i = 0; i < COUNT_OF(CLOSE); i++)
        check_double(CLOSE[i][0], CLOSE[i][1]);
}

/* Whole numbers between two doubles: to the nearest, and of two equally near to the even one. */
static void long_numbers_are_rounded_once(void **state)
{
    static const struct {
        int64_t number;
        double nearest;
    } CASES[] = {
        {9007199254740993, 9007199254740992.0},     {9007199254740995, 9007199254740996.0},
        {-9007199254740993, -9007199254740992.0},   {18014398509481985, 18014398509481984.0},
        {18014398509481987, 18014398509481988.0},   {4611686018427387903, 4611686018427387904.0},
        {4611686018427387392, 4611686018427387392}, {4611686018427387648, 4611686018427387904.0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        answer is;

        roll_sum(&is, &(struct sum){0, 6, CASES[i].number, {0}}, 1);
        assert_true(salvo_odds_mean(&is.odds, "sum") == CASES[i].nearest);
        answer_free(&is);
    }
}

static void a_roll_can_be_too_large(void **state)
{
    static const struct sum LARGE[] = {
        {8, 10, 0, {0}}, {3, 216, 0, {0}}, {16, 255, 0, {0}}}; /* the last has over 2^63 results */
    const salvo_procedure procedure = {
        .schema = {.name = "large roll"},
        .roll = &SUM_ROLL,
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(LARGE); i++) {
        salvo_question question = question_of(&procedure, (void *)&LARGE[i]);
        salvo_odds odds;

        assert_int_equal(salvo_odds_solve(&odds, &question, NULL, NULL), SALVO_TOO_LARGE);
        assert_null(odds.memory);
    }
}

enum { PLACES = 4, SIDES = 6, WON = PLACES, LOST, N_ENDS = 2 };

struct map {
    int start, limit;
    uint8_t next[PLACES][SIDES]; /* by place and face */
    bool no_turn[PLACES];        /* a step from here does not end a turn */
    bool one_is_free;            /* a throw of 1 does not either */
};

struct place {
    int32_t at;
};

static void map_start(const void *situation, void *state)
{
    ((struct place *)state)->at = ((const struct map *)situation)->start;
}

static int map_outcome(const void *situation, const void *state)
{
    int at = ((const struct place *)state)->at;

    (void)situation;
    return at < PLACES ? SALVO_CONTINUES : at - PLACES;
}

static void map_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, SIDES);
}

static bool map_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct map *map = situation;
    struct place *place = state;
    bool turn = !map->no_turn[place->at] && !(map->one_is_free && faces[0] == 1);

    gain[0]++;
    place->at = map->next[place->at][faces[0] - 1];
    return turn;
}

static int64_t map_limit(const void *situation)
{
    return ((const struct map *)situation)->limit;
}

static const char *const ENDS[] = {"won", "lost", "undecided"};
static const salvo_expectation STEPS[] = {{.name = "steps"}};

static const salvo_chain MAP_CHAIN = {.state_size = sizeof(struct place),
                                      .start = map_start,
                                      .outcome = map_outcome,
                                      .dice = map_dice,
                                      .step = map_step,
                                      .turn_limit = map_limit,
                                      .undecided = N_ENDS};

static const salvo_procedure MAP = {
    .schema = {.name = "walk over a map"},
    .outcomes = ENDS,
    .n_outcomes = 3,
    .expectations = STEPS,
    .n_expectations = 1,
    .chain = &MAP_CHAIN,
};

struct map_case {
    const char *name;
    struct map map;
    const char *outcomes, *means;
};

#define ALL(place)                               \
    {                                            \
        place, place, place, place, place, place \
    }

/* clang-format off */
static const struct map_case MAPS[] = {
    {"a loop onto itself", {.next = {{WON, 0, 0, 0, 0, 0}}}, "won=1", "steps=6"},
    {"an end that was there from the start", {.start = LOST}, "lost=1", "steps=0"},
    {"and a limit too", {.start = LOST, .limit = 3}, "lost=1", "steps=0"},
    /* each lap of three steps ends with 1/2: two laps in the mean */
    {"a cycle", {.next = {ALL(1), ALL(2), {0, 0, 0, WON, WON, LOST}}}, "won=2/3 lost=1/3", "steps=6"},
    /* visits: v0 = 1 + 4/6 v1, v1 = 5/6 v0; so 9/4 and 15/8 */
    {"a cycle left at both places", {.next = {{1, 1, 1, 1, 1, WON}, {0, 0, 0, 0, LOST, LOST}}},
     "won=3/8 lost=5/8", "steps=33/8"},
    {"a cycle behind a cycle", {.next = {ALL(1), {0, 0, 0, 2, 2, 2}, ALL(3), {2, 2, 2, 2, WON, LOST}}},
     "won=1/2 lost=1/2", "steps=10"},
    {"two places that nothing leaves", {.next = {{WON, WON, 1, 0, 0, 0}, ALL(2), ALL(1)}},
     "won=2/3 undecided=1/3", ""},
    {"a place that nothing leaves, off a cycle",
     {.next = {{1, 1, 1, 1, 1, WON}, {0, 0, 0, 0, 2, LOST}, ALL(2)}}, "won=3/8 lost=5/16 undecided=5/16", ""},
    {"a way that only leads to where nothing leaves",
     {.next = {{1, 1, 1, WON, WON, WON}, {1, 1, 2, 2, 2, 2}, ALL(2)}}, "won=1/2 undecided=1/2", ""},
    {"nothing but a cycle", {.next = {ALL(1), ALL(0)}}, "undecided=1", ""},

    {"three turns", {.limit = 3, .next = {{WON, 0, 0, 0, 0, 0}}}, "won=91/216 undecided=125/216", "steps=91/36"},
    {"four turns of a cycle", {.limit = 4, .next = {ALL(1), ALL(2), {0, 0, 0, WON, WON, LOST}}},
     "won=1/3 lost=1/6 undecided=1/2", "steps=7/2"},
    {"two turns of three steps",
     {.limit = 2, .next = {ALL(1), ALL(2), {0, 0, 0, WON, WON, LOST}}, .no_turn = {true, true, false}},
     "won=1/2 lost=1/4 undecided=1/4", "steps=9/2"},
    /* in a turn 3/2 throws until the loop is left, and one more */
    {"a loop inside a turn", {.limit = 2, .next = {{0, 0, 1, 1, 1, 1}, {0, 0, 0, 0, WON, LOST}}, .no_turn = {true}},
     "won=5/18 lost=5/18 undecided=4/9", "steps=25/6"},
    {"a throw in six that takes no turn", {.limit = 1, .next = {{0, 0, 0, 0, 0, WON}}, .one_is_free = true},
     "won=1/5 undecided=4/5", "steps=6/5"},
    {"a limit where nothing leaves", {.limit = 2, .next = {{WON, WON, 1, 0, 0, 0}, ALL(1)}},
     "won=1/2 undecided=1/2", "steps=5/3"},
    {"more turns than it takes", {.limit = 1000000, .next = {ALL(1), ALL(WON)}}, "won=1", "steps=2"},
};
/* clang-format on */

static void map_is_walked(void **state)
{
    const struct map_case *c = *state;
    salvo_question question = question_of(&MAP, (void *)&c->map);
    answer is;

    solve(&is, &question);
    assert_answer(&is, c->outcomes, c->means);
    answer_free(&is);
}

/* Whoever is at place 1 for ever has won, at place 2 lost. */
static int map_for_ever(const void *situation, const void *state)
{
    (void)situation;
    return ((const struct place *)state)->at - 1;
}

/* What never ends is told by where it stays, and not by where it was certain. */
static void what_never_ends_is_told_where_it_stays(void **state)
{
    struct map map = {.next = {{1, 1, 1, 1, 3, 3}, ALL(1), ALL(2), {2, 2, 2, 3, 3, 1}}};
    salvo_chain chain = MAP_CHAIN;
    salvo_procedure walk = MAP;
    salvo_question question = question_of(&walk, &map);
    answer is;

    (void)state;
    chain.never_ends = map_for_ever;
    walk.chain = &chain;
    solve(&is, &question);
    assert_answer(&is, "won=3/4 lost=1/4", "");
    answer_free(&is);
}

/* P(won in turn t) = 1/6 (5/6)^(t-1), until less than the tail is left or the limit comes. */
static void turns_are_listed(void **state)
{
    struct map map = {.next = {{WON, 0, 0, 0, 0, 0}}};
    salvo_question question = question_of(&MAP, &map);
    salvo_odds_options options = {.turns_max = 50, .turns_tail = 0.5};
    double left = 1;
    salvo_odds odds;

    (void)state;
    assert_int_equal(salvo_odds_solve(&odds, &question, &options, NULL), SALVO_OK);
    assert_int_equal(odds.n_turns, 4); /* (5/6)^3 = 0.579, (5/6)^4 = 0.482 */
    for (size_t i = 0; i < odds.n_turns; i++, left *= 5 / 6.) {
        assert_int_equal(odds.turns[i].turn, i + 1);
        assert_true(fabs(odds.turns[i].probability[0] - left / 6) < 1e-15);
    }
    salvo_odds_free(&odds);
    map.limit = 3;
    assert_int_equal(salvo_odds_solve(&odds, &question, &options, NULL), SALVO_OK);
    assert_int_equal(odds.n_turns, 3);
    salvo_odds_free(&odds);
}

/* Won at `goal`, lost at 0; of the first die's faces some win 1 and some lose 1, or all there is; the others change
 * nothing. */
struct gamble {
    const char *name;
    int stake, goal;
    int wins, loses, sides;
    bool all; /* a loss loses all */
    int dice;
    const uint32_t *weights;
};

static void gamble_start(const void *situation, void *state)
{
    ((struct place *)state)->at = ((const struct gamble *)situation)->stake;
}

static int gamble_outcome(const void *situation, const void *state)
{
    int at = ((const struct place *)state)->at;

    return at == ((const struct gamble *)situation)->goal ? 0 : at == 0 ? 1 : SALVO_CONTINUES;
}

static void gamble_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct gamble *g = situation;

    (void)state;
    *dice = salvo_dice_of(g->dice ? g->dice : 1, g->sides);
    dice->weights[0] = g->weights;
}

static bool gamble_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct gamble *g = situation;
    struct place *place = state;

    gain[0]++;
    if (faces[0] <= g->wins)
        place->at++;
    else if (faces[0] <= g->wins + g->loses)
        place->at = g->all ? 0 : place->at - 1;
    return true;
}

static const salvo_chain GAMBLE_CHAIN = {.state_size = sizeof(struct place),
                                         .start = gamble_start,
                                         .outcome = gamble_outcome,
                                         .dice = gamble_dice,
                                         .step = gamble_step,
                                         .undecided = N_ENDS};

static const salvo_procedure GAMBLE = {
    .schema = {.name = "gambler's ruin"},
    .outcomes = ENDS,
    .n_outcomes = 3,
    .expectations = STEPS,
    .n_expectations = 1,
    .chain = &GAMBLE_CHAIN,
};

/* clang-format off */
static const struct gamble RUINS[] = {
    {"ruin: a fair coin",          3, 10,  1,   1,   2, false, 1, NULL},
    {"ruin: red at roulette",      5, 10, 18,  20,  38, false, 1, NULL},
    {"ruin: a lazy die in favour", 2,  7,  3,   2,  10, false, 1, NULL},
    {"ruin: a lazy fair die",      4,  9,  2,   2,  10, false, 2, NULL},
    {"ruin: long odds",            1, 30,  1,   9,  10, false, 1, NULL},
    {"ruin: next to the goal",    24, 25, 99, 101, 255, false, 1, NULL},
};
/* clang-format on */

/* to = 1 - (q/p)^n */
static void one_less_power(mpq_ptr to, const struct gamble *g, int n)
{
    mpz_ui_pow_ui(mpq_numref(to), (unsigned long)g->loses, (unsigned long)n);
    mpz_ui_pow_ui(mpq_denref(to), (unsigned long)g->wins, (unsigned long)n);
    mpz_sub(mpq_numref(to), mpq_denref(to), mpq_numref(to));
    mpq_canonicalize(to);
}

/* P(goal) = (1 - (q/p)^i) / (1 - (q/p)^n), i/n when p = q. The money is a martingale but for its drift p - q, its square
 * but for p + q: mean steps are (n P - i) / (p - q), and i (n - i) / (p + q) when p = q. */
static void ruin_formula(const struct gamble *g, mpq_ptr goal, mpq_ptr steps)
{
    int drift = g->wins - g->loses, moves = g->wins + g->loses;
    mpq_t part;

    mpq_init(part);
    if (drift) {
        one_less_power(goal, g, g->stake);
        one_less_power(part, g, g->goal);
        mpq_div(goal, goal, part);
        mpq_set_si(part, g->goal, 1);
        mpq_mul(steps, goal, part);
        mpq_set_si(part, g->stake, 1);
        mpq_sub(steps, steps, part);
        mpq_set_si(part, drift < 0 ? -g->sides : g->sides, (unsigned long)(drift < 0 ? -drift : drift));
    } else {
        mpq_set_ui(goal, (unsigned long)g->stake, (unsigned long)g->goal);
        mpq_canonicalize(goal);
        mpq_set_si(steps, (long)g->stake * (g->goal - g->stake), 1);
        mpq_set_ui(part, (unsigned long)g->sides, (unsigned long)moves);
    }
    mpq_canonicalize(part);
    mpq_mul(steps, steps, part);
    mpq_clear(part);
}

static void ruin_is_the_textbooks(void **state)
{
    salvo_question question = question_of(&GAMBLE, *state);
    mpq_t goal, steps, one;
    answer is;

    mpq_inits(goal, steps, one, NULL);
    ruin_formula(*state, goal, steps);
    solve(&is, &question);
    assert_probability(&is, "won", goal);
    assert_mean(&is, "steps", steps);
    mpq_set_ui(one, 1, 1);
    mpq_sub(one, one, goal);
    assert_probability(&is, "lost", one);
    answer_free(&is);
    mpq_clears(goal, steps, one, NULL);
}

static void doubles_can_be_wished(void **state)
{
    salvo_question question = question_of(&GAMBLE, (void *)&RUINS[1]);
    salvo_odds_options options = {.arithmetic = SALVO_DOUBLE};
    salvo_odds odds;
    answer is;

    (void)state;
    solve(&is, &question);
    assert_int_equal(salvo_odds_solve(&odds, &question, &options, NULL), SALVO_OK);
    assert_int_equal(odds.arithmetic, SALVO_DOUBLE);
    for (size_t i = 0; i < odds.n_outcomes; i++) {
        assert_null(odds.outcomes[i].probability.exact);
        assert_true(fabs(odds.outcomes[i].probability.value - is.odds.outcomes[i].probability.value) < 1e-14);
    }
    assert_true(fabs(odds.means[0].mean.value / is.odds.means[0].mean.value - 1) < 1e-14);
    salvo_odds_free(&odds);
    answer_free(&is);
}

/* A coin is thrown until it falls on its head: the mean number of throws is 2, half of them at 2 parts, and turn n adds the
 * chance 2^(1 - n) to come to it. */
static void turns_are_told_in_parts(void **state)
{
    static const int64_t PARTS[] = {0, 1, 2, 3};
    static const double OF[] = {1, 1, 2, 3};
    struct gamble coin = {.stake = 1, .goal = 2, .wins = 1, .sides = 2};
    const salvo_odds_options options = {.turns_max = 20};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PARTS); i++) {
        salvo_expectation steps[] = {{.name = "steps", .parts = PARTS[i]}};
        salvo_procedure procedure = GAMBLE;
        salvo_question question = question_of(&procedure, &coin);
        salvo_odds odds;

        procedure.expectations = steps;
        assert_int_equal(salvo_odds_solve(&odds, &question, &options, NULL), SALVO_OK);
        assert_true(odds.means[0].mean.value == 2 / OF[i]);
        assert_int_equal(odds.n_turns, 20);
        for (size_t turn = 0; turn < odds.n_turns; turn++)
            assert_true(fabs(odds.turns[turn].gain[0] - pow(0.5, (double)turn) / OF[i]) < 1e-15);
        salvo_odds_free(&odds);
    }
}

/* `length` throws of a D8, each of which loses all with an 8. */
static void throw_often(answer *is, int length)
{
    struct gamble all = {.stake = 1, .goal = 1 + length, .wins = 7, .loses = 1, .sides = 8, .all = true};
    salvo_question question = question_of(&GAMBLE, &all);

    solve(is, &question);
}

/* The chance to win is (7/8)^length. */
static void check_survival(const answer *is, int length)
{
    mpq_t expected;

    mpq_init(expected);
    mpz_ui_pow_ui(mpq_numref(expected), 7, (unsigned long)length);
    mpz_ui_pow_ui(mpq_denref(expected), 8, (unsigned long)length);
    assert_probability(is, "won", expected);
    mpq_clear(expected);
}

static void long_fractions_are_not_printed(void **state)
{
    (void)state;
    for (int length = 500; length <= 600; length += 100) { /* 423 + 452 digits, 508 + 542 */
        answer is;

        throw_often(&is, length);
        check_survival(&is, length);
        assert_int_equal(probability_of(&is, "won")->exact != NULL, length == 500);
        answer_free(&is);
    }
}

/* Up to the last bit that is allowed in fractions, beyond it in doubles. */
static void overlong_fractions_become_doubles(void **state)
{
    enum { LAST = (SALVO_FRACTION_BITS - 1) / 3 }; /* 8^LAST is a 1 with SALVO_FRACTION_BITS - 1 zeros */
    double expected = pow(7. / 8, LAST + 1);
    answer is;

    (void)state;
    assert_int_equal(LAST * 3 + 1, SALVO_FRACTION_BITS);
    throw_often(&is, LAST);
    check_survival(&is, LAST);
    answer_free(&is);

    throw_often(&is, LAST + 1);
    assert_int_equal(is.odds.arithmetic, SALVO_DOUBLE);
    assert_null(probability_of(&is, "won")->exact);
    assert_true(fabs(probability_of(&is, "won")->value / expected - 1) < 1e-11);
    assert_true(fabs(probability_of(&is, "lost")->value - 1) < 1e-12);
    assert_true(fabs(mean_of(&is, "steps")->value - 8) < 1e-12);
    answer_free(&is);
}

static void a_chain_can_be_too_large(void **state)
{
    static const struct {
        struct gamble gamble;
        const char *reason;
    } CASES[] = {
        {{.stake = 1, .goal = INT32_MAX, .wins = 1, .sides = 1}, "states"}, /* one state after the other, for ever */
        {{.stake = 1, .goal = 2, .wins = 1, .sides = 255, .dice = 3}, "dice results"},
        {{.stake = 1, .goal = 2, .wins = 1, .sides = 255, .dice = 16}, "dice results"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        salvo_question question = question_of(&GAMBLE, (void *)&CASES[i].gamble);
        salvo_error err;
        salvo_odds odds;

        assert_int_equal(salvo_odds_solve(&odds, &question, NULL, &err), SALVO_TOO_LARGE);
        assert_non_null(strstr(err.text, CASES[i].reason));
        assert_null(odds.memory);
    }
}

int main(void)
{
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(two_dice_are_counted),
        cmocka_unit_test(no_dice_have_one_result),
        cmocka_unit_test(weights_are_ways),
        cmocka_unit_test(a_mean_is_told_in_parts),
        cmocka_unit_test(a_mean_may_be_negative),
        cmocka_unit_test(doubles_are_the_nearest),
        cmocka_unit_test(long_numbers_are_rounded_once),
        cmocka_unit_test(a_roll_can_be_too_large),
        cmocka_unit_test(what_never_ends_is_told_where_it_stays),
        cmocka_unit_test(turns_are_listed),
        cmocka_unit_test(doubles_can_be_wished),
        cmocka_unit_test(turns_are_told_in_parts),
        cmocka_unit_test(long_fractions_are_not_printed),
        cmocka_unit_test(overlong_fractions_become_doubles),
        cmocka_unit_test(a_chain_can_be_too_large),
    };
    struct CMUnitTest tests[COUNT_OF(alone) + COUNT_OF(MAPS) + COUNT_OF(RUINS)];
    size_t n = COUNT_OF(alone);

    memcpy(tests, alone, sizeof alone);
    for (size_t i = 0; i < COUNT_OF(MAPS); i++)
        tests[n++] = row_test(MAPS[i].name, map_is_walked, &MAPS[i]);
    for (size_t i = 0; i < COUNT_OF(RUINS); i++)
        tests[n++] = row_test(RUINS[i].name, ruin_is_the_textbooks, &RUINS[i]);
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
