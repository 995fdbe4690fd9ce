/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is too large to enumerate, and what is almost: rolls and chains invented here, against counting by hand and
 * recurrences written beside them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/simulate.h>

#include "simulate/reference_engine.h"
#include "support.h"

static const char *const OUTCOMES[] = {"won", "lost", "undecided"};
enum { WON, LOST, UNDECIDED };
static const salvo_expectation STEPS[] = {{.name = "steps"}};

/* Points from `pit` on of either side lead, with the pit's face, to a round dance of three places that never ends. */
struct race {
    int goal_a, goal_b, sides,
        wins; /* faces up to `wins` score for a, the next one is the pit's, all others score for b */
    bool pit;
    int64_t limit;
    int twins; /* dice beside the first, which count for nothing */
};

struct points {
    int32_t a, b, dance;
};

static void race_start(const void *situation, void *state)
{
    (void)situation;
    memset(state, 0, sizeof(struct points));
}

static int race_outcome(const void *situation, const void *state)
{
    const struct race *race = situation;
    const struct points *points = state;

    return points->a == race->goal_a ? WON : points->b == race->goal_b ? LOST : SALVO_CONTINUES;
}

static void race_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct race *race = situation;

    (void)state;
    *dice = salvo_dice_of(1 + race->twins, race->sides);
}

static bool race_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct race *race = situation;
    struct points *points = state;

    gain[0]++;
    if (points->dance)
        points->dance = points->dance % 3 + 1;
    else if (faces[0] <= race->wins)
        points->a++;
    else if (race->pit && faces[0] == race->wins + 1)
        *points = (struct points){.dance = 1};
    else
        points->b++;
    return true;
}

static int64_t race_limit(const void *situation)
{
    return ((const struct race *)situation)->limit;
}

static const salvo_chain RACE_CHAIN = {.state_size = sizeof(struct points),
                                       .start = race_start,
                                       .outcome = race_outcome,
                                       .dice = race_dice,
                                       .step = race_step,
                                       .turn_limit = race_limit,
                                       .undecided = UNDECIDED};

static const salvo_procedure RACE = {
    .schema = {.name = "race"},
    .outcomes = OUTCOMES,
    .n_outcomes = 3,
    .expectations = STEPS,
    .n_expectations = 1,
    .chain = &RACE_CHAIN,
};

static salvo_question question_of(const salvo_procedure *procedure, const void *situation)
{
    return (salvo_question){.procedure = procedure, .situation = (void *)situation};
}

/* P(a is first) with p for a's point and q for b's, the rest of each throw leading to the pit: a row of the recurrence
 * f(i, j) = p f(i - 1, j) + q f(i, j - 1) after the other, i and j being the points that are missing. */
static double race_odds(const struct race *race, bool for_b)
{
    double p = (double)race->wins / race->sides, q = (double)(race->sides - race->wins - race->pit) / race->sides;
    int rows = for_b ? race->goal_b : race->goal_a, columns = for_b ? race->goal_a : race->goal_b;
    double *f = calloc((size_t)columns + 1, sizeof *f), odds;

    assert_non_null(f);
    for (int j = 1; j <= columns; j++)
        f[j] = 1;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++)
            f[j] = (for_b ? q : p) * f[j] + (for_b ? p : q) * (j > 1 ? f[j - 1] : 0);
    odds = f[columns];
    free(f);
    return odds;
}

static double seen(const salvo_simulation *s, int outcome)
{
    for (size_t i = 0; i < s->n_counts; i++)
        if (s->counts[i].outcome == outcome)
            return (double)s->counts[i].count;
    return 0;
}

/* Within five standard errors. */
static void check_seen(const salvo_simulation *s, int outcome, double p)
{
    double n = (double)s->trials, expected = n * p;

    if (fabs(seen(s, outcome) - expected) > 5 * sqrt(expected * (1 - p)) + 1e-9)
        fail_msg("outcome %d: %g of %g, expected %g", outcome, seen(s, outcome), n, expected);
}

static void a_large_chain_is_exact(void **state)
{
    static const struct race RACES[] = {{.goal_a = 300, .goal_b = 310, .sides = 7, .wins = 4},
                                        {.goal_a = 320, .goal_b = 250, .sides = 2, .wins = 1},
                                        {.goal_a = 40, .goal_b = 500, .sides = 40, .wins = 3, .pit = true}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(RACES); i++) {
        const struct race *race = &RACES[i];
        salvo_question question = question_of(&RACE, race);
        size_t a = (size_t)race->goal_a, b = (size_t)race->goal_b;
        salvo_odds odds;

        assert_int_equal(salvo_odds_solve(&odds, &question, NULL, NULL), SALVO_OK);
        assert_int_equal(odds.size, a * b + a + b + (race->pit ? 3 : 0));
        assert_true(fabs(salvo_odds_probability(&odds, "won") - race_odds(race, false)) < 1e-12);
        assert_true(fabs(salvo_odds_probability(&odds, "lost") - race_odds(race, true)) < 1e-12);
        assert_int_equal(odds.n_means, race->pit ? 0 : 1);
        salvo_odds_free(&odds);
    }
}

/* Turn t is won when a makes its last point in it: binomial(t - 1, a - 1) p^a q^(t - a), until one in 1e6 is left. */
static void its_turns_are_listed(void **state)
{
    static const struct race race = {.goal_a = 250, .goal_b = 250, .sides = 2, .wins = 1};
    const salvo_odds_options options = {.turns_max = 1000, .turns_tail = 1e-6};
    salvo_question question = question_of(&RACE, &race);
    salvo_odds odds;

    (void)state;
    assert_int_equal(salvo_odds_solve(&odds, &question, &options, NULL), SALVO_OK);
    assert_true(odds.n_turns >= 450 && odds.n_turns <= 499);
    for (int t = 1; t <= (int)odds.n_turns; t++) {
        double ln = lgamma(t) - lgamma(250) - lgamma(t - 249) - t * log(2);
        double p = odds.turns[t - 1].probability[0];

        assert_int_equal(odds.turns[t - 1].turn, t);
        assert_true(t < 250 ? p == 0 : fabs(p - exp(ln)) < 1e-12);
    }
    salvo_odds_free(&odds);
}

/* A throw that leads to as many states as it has results: nothing may search through them. */
struct wide {
    int sides;
};

static void wide_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = salvo_dice_of(3, ((const struct wide *)situation)->sides);
}

static int wide_outcome(const void *situation, const void *state)
{
    int at = ((const struct points *)state)->a;

    (void)situation;
    return at == 0 ? SALVO_CONTINUES : at % 2;
}

static bool wide_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    int sides = ((const struct wide *)situation)->sides;

    gain[0] += faces[2];
    ((struct points *)state)->a = ((faces[0] - 1) * sides + faces[1] - 1) * sides + faces[2];
    return true;
}

static void a_throw_may_lead_to_many_states(void **state)
{
    static const salvo_chain chain = {.state_size = sizeof(struct points),
                                      .start = race_start,
                                      .outcome = wide_outcome,
                                      .dice = wide_dice,
                                      .step = wide_step,
                                      .undecided = UNDECIDED};
    static const struct wide wide = {.sides = 70};
    salvo_procedure procedure = RACE;
    salvo_question question = question_of(&procedure, &wide);
    answer is;

    (void)state;
    procedure.chain = &chain;
    solve(&is, &question);
    assert_int_equal(is.odds.size, 70 * 70 * 70 + 1);
    assert_answer(&is, "won=1/2 lost=1/2", "steps=71/2"); /* 1 .. 343000; the mean of 1 .. 70 */
    answer_free(&is);
}

struct gamble {
    int stake, goal, wins, sides;
};

static void gamble_start(const void *situation, void *state)
{
    ((struct points *)state)->a = ((const struct gamble *)situation)->stake;
}

static int gamble_outcome(const void *situation, const void *state)
{
    int money = ((const struct points *)state)->a;

    return money == ((const struct gamble *)situation)->goal ? WON : money == 0 ? LOST : SALVO_CONTINUES;
}

static void gamble_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = salvo_dice_of(1, ((const struct gamble *)situation)->sides);
}

static bool gamble_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    gain[0]++;
    ((struct points *)state)->a += faces[0] <= ((const struct gamble *)situation)->wins ? 1 : -1;
    return true;
}

static const salvo_chain GAMBLE_CHAIN = {.state_size = sizeof(struct points),
                                         .start = gamble_start,
                                         .outcome = gamble_outcome,
                                         .dice = gamble_dice,
                                         .step = gamble_step,
                                         .undecided = UNDECIDED};

/* The money is a martingale but for its drift d a throw: with a goal that is hardly ever reached, or hardly ever missed,
 * it takes stake / d throws until it is lost, (goal - stake) / d until it is won. */
static void a_large_cycle_is_followed_round(void **state)
{
    static const struct {
        struct gamble gamble;
        const char *sure;
        double steps;
    } CASES[] = {
        {{2500, 5000, 3, 10}, "lost", 2500 / .4},
        {{2500, 5000, 7, 10}, "won", 2500 / .4},
        {{60, 20000, 1, 4}, "lost", 60 / .5},
        {{300, 600, 9, 10}, "won", 300 / .8}, /* small enough to be eliminated, but round is faster */
    };
    static const salvo_odds_options doubles = {.arithmetic = SALVO_DOUBLE};
    salvo_procedure procedure = RACE;

    (void)state;
    procedure.chain = &GAMBLE_CHAIN;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        salvo_question question = question_of(&procedure, &CASES[i].gamble);
        salvo_odds odds;

        assert_int_equal(salvo_odds_solve(&odds, &question, &doubles, NULL), SALVO_OK);
        assert_int_equal(odds.arithmetic, SALVO_DOUBLE);
        assert_true(fabs(salvo_odds_probability(&odds, CASES[i].sure) - 1) < 1e-9);
        assert_true(fabs(salvo_odds_mean(&odds, "steps") / CASES[i].steps - 1) < 1e-9);
        salvo_odds_free(&odds);
    }
}

/* A row of the system of a gamble has three cells, and elimination adds none. The chance to win is 9^300 / (9^300 + 1). */
static void a_cycle_has_fractions_if_few_cells_are_filled(void **state)
{
    static const struct gamble gamble = {300, 600, 9, 10};
    salvo_procedure procedure = RACE;
    salvo_question question = question_of(&procedure, &gamble);
    char expected[SALVO_FRACTION_TEXT];
    mpz_t power;
    salvo_odds odds;

    (void)state;
    procedure.chain = &GAMBLE_CHAIN;
    assert_int_equal(salvo_odds_solve(&odds, &question, NULL, NULL), SALVO_OK);
    assert_int_equal(odds.arithmetic, SALVO_RATIONAL);
    mpz_init(power);
    mpz_ui_pow_ui(power, 9, 300);
    gmp_snprintf(expected, sizeof expected, "%Zd/", power);
    assert_int_equal(strncmp(odds.outcomes[0].probability.exact, expected, strlen(expected)), 0);
    mpz_add_ui(power, power, 1);
    gmp_snprintf(expected, sizeof expected, "/%Zd", power);
    assert_non_null(strstr(odds.outcomes[0].probability.exact, expected));
    mpz_clear(power);
    salvo_odds_free(&odds);
}

/* A fair game takes so many throws that even to follow it round is too much: simulated, unless exact was asked for. */
static void a_cycle_can_be_too_much(void **state)
{
    static const struct gamble gamble = {.stake = 2, .goal = 20000, .wins = 1, .sides = 2};
    const salvo_odds_options options = {.effort = 100000};
    salvo_procedure procedure = RACE;
    salvo_question question = question_of(&procedure, &gamble);
    salvo_error err;
    salvo_odds odds;

    (void)state;
    procedure.chain = &GAMBLE_CHAIN;
    assert_int_equal(salvo_odds_solve(&odds, &question, &options, &err), SALVO_TOO_LARGE);
    assert_non_null(strstr(err.text, "20001 states"));
}

static void too_large_says_how_many(void **state)
{
    static const struct {
        struct race race;
        uint64_t effort;
        const char *says;
    } CASES[] = {
        /* a x b places and the a + b at which it ends */
        {{.goal_a = 1100, .goal_b = 1000, .sides = 2, .wins = 1}, 0, "needs 1102100 states; at most 1000000 are"},
        {{.goal_a = 3000, .goal_b = 3000, .sides = 2, .wins = 1}, 0, "needs more than 4000000 states; at most 1000000"},
        {{.goal_a = 3000, .goal_b = 3000, .sides = 2, .wins = 1},
         3000000,
         "needs more than 770"}, /* 750000, and 375000 results at 2 + 16 a state */
        {{.goal_a = 20, .goal_b = 20, .sides = 2, .wins = 1}, 1000, "; at most 250 are"}, /* a quarter of the effort */
        {{.goal_a = 2, .goal_b = 2, .sides = 255, .wins = 1, .twins = 2},
         0,
         "has 16581375 dice results; at most 10000000 are enumerated"},
        {{.goal_a = 300, .goal_b = 300, .sides = 200, .wins = 1},
         4000000,
         "needs more than 20"}, /* 20000 tried, and some more seen */
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        salvo_question question = question_of(&RACE, &CASES[i].race);
        const salvo_odds_options options = {.effort = CASES[i].effort};
        salvo_error err;
        salvo_odds odds;

        assert_int_equal(salvo_odds_solve(&odds, &question, &options, &err), SALVO_TOO_LARGE);
        if (!strstr(err.text, CASES[i].says))
            fail_msg("'%s' is not in '%s'", CASES[i].says, err.text);
        assert_null(odds.memory);
    }
}

/* The first is too large for the kernels, the second also for an exact answer. */
static const struct race MIDDLE = {.goal_a = 300, .goal_b = 320, .sides = 4, .wins = 2};
static const struct race TOO_LARGE = {.goal_a = 1100, .goal_b = 1000, .sides = 4, .wins = 2};

static void simulate_race(salvo_simulation *s, const struct race *race, salvo_plan plan)
{
    salvo_question question = question_of(&RACE, race);
    salvo_error err;

    if (salvo_simulate(s, &question, &plan, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

/* The same dice at the same addresses, whoever throws them. */
static void it_is_thrown_by_the_book(void **state)
{
    salvo_simulation one, other;

    (void)state;
    simulate_race(&one, &MIDDLE, (salvo_plan){.seed = 5, .trials = 2000, .threads = 1});
    assert_string_equal(one.isa, "by-the-book");
    assert_non_null(strstr(one.why, "states"));
    check_seen(&one, WON, race_odds(&MIDDLE, false));
    check_seen(&one, LOST, race_odds(&MIDDLE, true));
    for (int threads = 1; threads <= 3; threads++) {
        simulate_race(&other, &MIDDLE,
                      (salvo_plan){.seed = 5, .trials = 2000, .threads = threads, .reference_engine = threads == 1});
        assert_int_equal(one.hash, other.hash);
        assert_int_equal(one.n_counts, other.n_counts);
        assert_true(one.means[0].mean.value == other.means[0].mean.value);
        assert_int_equal(other.why == NULL, threads == 1);
        salvo_simulation_free(&other);
    }
    salvo_simulation_free(&one);
}

static void a_precision_stops_it(void **state)
{
    salvo_simulation s;

    (void)state;
    simulate_race(&s, &(struct race){.goal_a = 3, .goal_b = 1, .sides = 3, .wins = 2},
                  (salvo_plan){.seed = 5, .precision = 0.01, .reference_engine = true});
    assert_int_equal(s.stopped_by, SALVO_STOPPED_BY_PRECISION);
    assert_int_equal(s.trials, 65536);
    check_seen(&s, WON, 8. / 27);
    assert_int_equal(s.n_counts, 2); /* "undecided" never came */
    assert_true(s.unseen.low == 0 && s.unseen.high > 0 && s.unseen.high < 0.001);
    salvo_simulation_free(&s);
}

/* One throw in forty leads to where nothing ends; a throw can be anything, and the dance is none of its length. */
static void what_never_ends_is_undecided(void **state)
{
    static const struct race RACES[] = {
        {.goal_a = 1100, .goal_b = 1000, .sides = 40, .wins = 21, .pit = true},
        {.goal_a = 40, .goal_b = 45, .sides = 40, .wins = 21, .pit = true},
        {.goal_a = 40, .goal_b = 45, .sides = 100, .wins = 52, .pit = true, .twins = 2}, /* a million results */
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(RACES); i++) {
        double won = race_odds(&RACES[i], false), lost = race_odds(&RACES[i], true);
        salvo_simulation s;

        simulate_race(&s, &RACES[i],
                      (salvo_plan){.seed = 3, .trials = i == 2 ? 30 : 9000, .threads = 2, .reference_engine = true});
        check_seen(&s, WON, won);
        check_seen(&s, LOST, lost);
        check_seen(&s, UNDECIDED, 1 - won - lost);
        assert_int_equal(s.n_means, 0);
        salvo_simulation_free(&s);
    }
}

/* With a limit the dance is broken off like everything else, and every trial has its length. */
static void a_limit_breaks_it_off(void **state)
{
    static const struct race race = {
        .goal_a = 1100, .goal_b = 1000, .sides = 40, .wins = 21, .pit = true, .limit = 5000};
    salvo_simulation s;

    (void)state;
    simulate_race(&s, &race, (salvo_plan){.seed = 3, .trials = 300});
    assert_true(seen(&s, UNDECIDED) == 300);
    assert_int_equal(s.n_means, 1);
    assert_true(s.means[0].mean.value == 5000);
    salvo_simulation_free(&s);
}

/* Nothing to see but ever more points: no look around closes, and the trial fails when its dice are used up. */
static void what_cannot_be_seen_through_fails(void **state)
{
    static const struct race race = {.goal_a = INT32_MAX, .goal_b = 1, .sides = 1, .wins = 1};
    const salvo_plan plan = {.seed = 1, .trials = 1, .reference_engine = true};
    salvo_question question = question_of(&RACE, &race);
    salvo_simulation s;
    salvo_error err;

    (void)state;
    assert_int_equal(salvo_simulate(&s, &question, &plan, &err), SALVO_TOO_LARGE);
    assert_non_null(strstr(err.text, "hardly ever ends"));
}

/* From place to place, one at each step: up to the goal, or, without one, from `ring` on round `around` places for ever.
 * Counts all steps, those of a look ahead too; each place has one result of the dice. */
struct path {
    int64_t goal, ring, around;
    uint64_t steps;
};

static void path_start(const void *situation, void *state)
{
    (void)situation;
    memset(state, 0, sizeof(int64_t));
}

static int path_outcome(const void *situation, const void *state)
{
    const struct path *path = situation;

    return path->goal && *(const int64_t *)state == path->goal ? WON : SALVO_CONTINUES;
}

static void path_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation, (void)state;
    *dice = salvo_dice_of(1, 1);
}

static bool path_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct path *path = (struct path *)situation; /* the test's own */
    int64_t *at = state;

    (void)faces;
    path->steps++;
    gain[0]++;
    *at = !path->goal && *at + 1 == path->ring + path->around ? path->ring : *at + 1;
    return true;
}

static const salvo_chain PATH_CHAIN = {.state_size = sizeof(int64_t),
                                       .start = path_start,
                                       .outcome = path_outcome,
                                       .dice = path_dice,
                                       .step = path_step,
                                       .undecided = UNDECIDED};
static const salvo_procedure PATH = {
    .schema = {.name = "path"},
    .outcomes = OUTCOMES,
    .n_outcomes = 3,
    .expectations = STEPS,
    .n_expectations = 1,
    .chain = &PATH_CHAIN,
};

/* A trial makes so many steps, looks included. */
static void check_steps(struct path *path, closed_classes *watch, int outcome, uint64_t steps)
{
    salvo_question question = question_of(&PATH, path);
    draws d = draws_of(1, 0);
    reference_trial is;

    path->steps = 0;
    assert_int_equal(reference_engine_throw(&is, &question, &d, watch, NULL), SALVO_OK);
    if (is.outcome != outcome || is.endless != (outcome == UNDECIDED) || path->steps != steps)
        fail_msg("goal %d, ring of %d: outcome %d after %d steps and not %d", (int)path->goal, (int)path->around,
                 is.outcome, (int)path->steps, (int)steps);
}

static void check_path(struct path path, int outcome, uint64_t steps, uint64_t steps_again)
{
    closed_classes watch = {.question = NULL};

    check_steps(&path, &watch, outcome, steps);
    check_steps(&path, &watch, outcome, steps_again);
    closed_classes_free(&watch);
}

/* At steps 1024, 2048, 4096 and so on, through 512, 1024, 2048 results; nowhere between. */
static void a_trial_looks_around_at_each_doubling(void **state)
{
    (void)state;
    check_path((struct path){.goal = 1024}, WON, 1024, 1024); /* there it has won, and does not look */
    check_path((struct path){.goal = 1025}, WON, 1025 + 1, 1025 + 1);
    check_path((struct path){.goal = 2048}, WON, 2048 + 512, 2048 + 512);
    check_path((struct path){.goal = 8000}, WON, 8000 + 512 + 1024 + 2048, 8000 + 512 + 1024 + 2048);
}

/* A ring is seen as soon as a look goes through all of it. Who then comes to one of its places knows it, at every
 * sixteenth step. */
static void a_ring_is_seen_and_known_again(void **state)
{
    (void)state;
    check_path((struct path){.ring = 16, .around = 3}, UNDECIDED, 1024 + 3, 16);
    check_path((struct path){.ring = 17, .around = 3}, UNDECIDED, 1024 + 3, 32);
    check_path((struct path){.ring = 0, .around = 512}, UNDECIDED, 1024 + 512, 0);
    check_path((struct path){.ring = 0, .around = 513}, UNDECIDED, 2048 + 512 + 513, 0);
}

/* A trial has 2^24 words, of which a step may take 17: it takes 986,894 steps at most, and before the last one it looks
 * through 2^22 results. The looks before, from 2^10 to 2^19, went through 2^19 - 2^9. */
static void a_trial_looks_once_more_before_it_fails(void **state)
{
    const uint64_t before = 986893 + (1 << 19) - (1 << 9);

    (void)state;
    check_path((struct path){.around = 1 << 22}, UNDECIDED, before + (1 << 22), 0);
}

static void which_engine_answers(void **state)
{
    static const struct race ONE_SIDED = {.goal_a = 400, .goal_b = 200, .sides = 4, .wins = 2}; /* never seen won */
    static const struct race SMALL = {.goal_a = 3, .goal_b = 4, .sides = 2, .wins = 1};
    const struct {
        const struct race *race;
        salvo_method method;
        salvo_status status;
        bool counted, simulated;
        const char *remark;
    } CASES[] = {
        {&SMALL, SALVO_EXACT_IF_QUICK, SALVO_OK, true, false, NULL},
        {&MIDDLE, SALVO_EXACT_IF_QUICK, SALVO_OK, true, false, NULL},
        {&TOO_LARGE, SALVO_EXACT_IF_QUICK, SALVO_OK, false, true,
         "Simulated, because it is too large to be computed exactly: race needs"},
        {&ONE_SIDED, SALVO_BOTH, SALVO_OK, true, true, "The reference engine rolls every die"},
        {&MIDDLE, SALVO_BOTH, SALVO_OK, true, true, "The reference engine rolls every die"},
        {&TOO_LARGE, SALVO_EXACT, SALVO_TOO_LARGE, false, false, NULL},
        {&TOO_LARGE, SALVO_BOTH, SALVO_TOO_LARGE, false, false, NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        const salvo_approach how = {.method = CASES[i].method, .plan = {.seed = 1, .trials = 1000}};
        salvo_question question = question_of(&RACE, CASES[i].race);
        salvo_error err = {.text = ""};
        salvo_answer is;

        assert_int_equal(salvo_answer_find(&is, &question, &how, &err), CASES[i].status);
        assert_int_equal(is.exact, CASES[i].counted);
        assert_int_equal(is.simulated, CASES[i].simulated);
        assert_int_equal(is.engine_remark != NULL, CASES[i].remark != NULL);
        if (is.engine_remark)
            assert_ptr_equal(strstr(is.engine_remark, CASES[i].remark), is.engine_remark);
        if (CASES[i].status == SALVO_TOO_LARGE)
            assert_non_null(strstr(err.text, "states"));
        if (is.exact && is.simulated)
            assert_true(is.agreement.p > 1e-6);
        for (size_t k = 0; k < is.n_outcomes && is.simulated; k++)
            assert_true(is.outcomes[k].figure.simulated.high > 0);
        salvo_answer_free(&is);
    }
}

/* What is possible and never came counts in the test of agreement: 6 expected, 0 seen, beside 500 and 494 expected. */
static void what_never_came_counts(void **state)
{
    salvo_outcome outcomes[] = {{.outcome = 0, .probability = {.value = 0.006}},
                                {.outcome = 1, .probability = {.value = 0.5}},
                                {.outcome = 2, .probability = {.value = 0.494}}};
    salvo_count counts[] = {{.outcome = 1, .count = 500}, {.outcome = 2, .count = 500}, {.outcome = 7, .count = 0}};
    const salvo_odds odds = {.outcomes = outcomes, .n_outcomes = 3};
    salvo_simulation simulation = {.trials = 1000, .counts = counts, .n_counts = 3};
    salvo_chi_square test = salvo_simulation_agrees(&simulation, &odds);

    (void)state;
    assert_int_equal(test.df, 2);
    assert_true(fabs(test.chi2 - (6 + 36. / 494)) < 1e-9);
    counts[2].count = 1; /* impossible, and seen */
    counts[1].count = 499;
    assert_true(salvo_simulation_agrees(&simulation, &odds).p == 0);
}

enum { DICE = 10, TEN = 10 };

static void sum_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(DICE, TEN);
}

static int sum_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    int sum = 0;

    (void)situation;
    for (int i = 0; i < DICE; i++)
        sum += faces[i];
    gain[0] += sum;
    return sum;
}

/* P(sum) of the dice, one die after the other. */
static void convolve(double p[DICE * TEN + 1])
{
    memset(p, 0, (DICE * TEN + 1) * sizeof *p);
    p[0] = 1;
    for (int die = 0; die < DICE; die++)
        for (int sum = DICE * TEN; sum >= 0; sum--) {
            p[sum] = 0;
            for (int face = 1; face <= TEN && face <= sum; face++)
                p[sum] += p[sum - face] / TEN;
        }
}

static void a_large_roll_is_thrown(void **state)
{
    static const salvo_roll roll = {.dice = sum_dice, .resolve = sum_resolve};
    const salvo_procedure procedure = {
        .schema = {.name = "ten dice"},
        .expectations = STEPS,
        .n_expectations = 1,
        .roll = &roll,
    };
    const salvo_approach how = {.method = SALVO_EXACT_IF_QUICK, .plan = {.seed = 1, .trials = 40000}};
    salvo_question question = question_of(&procedure, NULL);
    double p[DICE * TEN + 1];
    salvo_answer is;

    (void)state;
    convolve(p);
    assert_int_equal(salvo_answer_find(&is, &question, &how, NULL), SALVO_OK);
    assert_false(is.exact);
    assert_non_null(strstr(is.engine_remark, "10000000000 dice results; at most 10000000 are enumerated"));
    for (int sum = DICE; sum <= DICE * TEN; sum++)
        check_seen(&is.simulation, sum, p[sum]);
    assert_true(fabs(is.means[0].figure.simulated.value - 55) < 5 * sqrt(82.5 / 40000));
    salvo_answer_free(&is);
}

static const uint32_t HEAVY[] = {3000000000, 3000000000, 4000000000};

static void heavy_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(1, 3);
    dice->weights[0] = HEAVY;
}

static int heavy_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    (void)gain;
    return faces[0];
}

static void a_die_may_have_more_ways_than_a_word(void **state)
{
    static const salvo_roll roll = {.dice = heavy_dice, .resolve = heavy_resolve};
    const salvo_procedure procedure = {
        .schema = {.name = "heavy die"},
        .roll = &roll,
    };
    const salvo_plan plan = {.seed = 1, .trials = 50000};
    salvo_question question = question_of(&procedure, NULL);
    salvo_simulation s;

    (void)state;
    assert_int_equal(salvo_simulate(&s, &question, &plan, NULL), SALVO_OK);
    check_seen(&s, 1, 0.3);
    check_seen(&s, 2, 0.3);
    check_seen(&s, 3, 0.4);
    salvo_simulation_free(&s);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_chain_is_exact),
        cmocka_unit_test(its_turns_are_listed),
        cmocka_unit_test(a_throw_may_lead_to_many_states),
        cmocka_unit_test(a_large_cycle_is_followed_round),
        cmocka_unit_test(a_cycle_has_fractions_if_few_cells_are_filled),
        cmocka_unit_test(a_cycle_can_be_too_much),
        cmocka_unit_test(too_large_says_how_many),
        cmocka_unit_test(it_is_thrown_by_the_book),
        cmocka_unit_test(a_precision_stops_it),
        cmocka_unit_test(what_never_ends_is_undecided),
        cmocka_unit_test(a_limit_breaks_it_off),
        cmocka_unit_test(what_cannot_be_seen_through_fails),
        cmocka_unit_test(a_trial_looks_around_at_each_doubling),
        cmocka_unit_test(a_ring_is_seen_and_known_again),
        cmocka_unit_test(a_trial_looks_once_more_before_it_fails),
        cmocka_unit_test(which_engine_answers),
        cmocka_unit_test(what_never_came_counts),
        cmocka_unit_test(a_large_roll_is_thrown),
        cmocka_unit_test(a_die_may_have_more_ways_than_a_word),
    };

    return _cmocka_run_group_tests("large", tests, part_of_tests(tests, COUNT_OF(tests)), NULL, NULL);
}
