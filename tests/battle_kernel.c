/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernels against the exact answers, against the chain thrown by the book, and against each other.
 *
 * Comparisons are at five standard errors with fixed seeds; there are about 2000 of them, of which a true kernel fails
 * one in 1000 seeds. */
#include <math.h>
#include <string.h>

#include <salvo/arena.h>

#include "battle_cases.h"
#include "fight/army.h"
#include "fight/battle_chain.h"
#include "fight/battle_compile.h"
#include "fight/battle_engine.h"
#include "simulate/trial_run.h"
#include "support.h"

enum {
    TRIALS = IS_SANITISED ? 20000 : 100000,
    BOOK_TRIALS = IS_SANITISED ? 400 : 2000,
    LARGE_BOOK_TRIALS = 300,
    EFFORT = 1000000,
    FIRST_LOOK = 1 << 16
};

static const salvo_odds_options OPTIONS = {.arithmetic = SALVO_DOUBLE, .turns_max = 40, .turns_tail = 1e-3};

static void fight_it(salvo_battle *b, const salvo_battle_plan *plan, salvo_method method, salvo_plan trials)
{
    const salvo_approach how = {.method = method, .options = OPTIONS, .plan = trials};
    salvo_error err = {0};

    if (salvo_battle_fight(b, mad(), plan, &how, &err) != SALVO_OK)
        fail_msg("%s against %s: %s", plan->army[0].list, plan->army[1].list, err.text);
}

static void assert_share(double exact, const salvo_figure *f, uint64_t trials, const char *what, const char *name)
{
    double error = sqrt(exact * (1 - exact) / (double)trials);

    if (fabs(exact - f->simulated.value) > 5 * error + 1e-12)
        fail_msg("%s: %s is %.6f, simulated %.6f, %.1f standard errors off", name, what, exact, f->simulated.value,
                 fabs(exact - f->simulated.value) / error);
}

/* The interval's half-width is 1.96 standard errors; it is cut off at what can be. */
static void assert_mean_near(double exact, const salvo_estimate *e, const char *what, const char *name)
{
    double error = fmax(e->high - e->value, e->value - e->low) / 1.95;

    if (fabs(exact - e->value) > 5 * error + 1e-9)
        fail_msg("%s: %s is %.6f, simulated %.6f, %.1f standard errors off", name, what, exact, e->value,
                 fabs(exact - e->value) / error);
}

static void compare_sides(const salvo_battle *exact, const salvo_battle *mc, const char *name)
{
    for (int s = 0; s < 2; s++) {
        const salvo_battle_side *x = &exact->side[s], *y = &mc->side[s];

        for (int k = 0; k <= x->count; k++)
            assert_share(x->lost_exactly[k].exact.value, &y->lost_exactly[k], mc->answer.simulation.trials,
                         "a number of losses", name);
        for (size_t k = 0; k < x->n_kinds; k++)
            assert_mean_near(x->kinds[k].lost.exact.value, &y->kinds[k].lost.simulated, "a kind's losses", name);
        assert_mean_near(x->lost.exact.value, &y->lost.simulated, "losses", name);
        assert_mean_near(x->strength_lost.exact.value, &y->strength_lost.simulated, "strength lost", name);
        for (size_t t = 0; t < exact->n_turns && t < mc->n_turns; t++)
            assert_mean_near(exact->by_turn[t].left[s].exact.value, &mc->by_turn[t].left[s].simulated,
                             "the survival curve", name);
    }
}

static void compare(const salvo_battle *exact, const salvo_battle *mc, const char *name)
{
    const salvo_figure *const ends[][2] = {{&exact->p_a, &mc->p_a},
                                           {&exact->p_b, &mc->p_b},
                                           {&exact->p_mutual, &mc->p_mutual},
                                           {&exact->p_undecided, &mc->p_undecided}};

    for (size_t i = 0; i < COUNT_OF(ends); i++)
        assert_share(ends[i][0]->exact.value, ends[i][1], mc->answer.simulation.trials, "an end", name);
    assert_int_equal(exact->ends, mc->ends);
    if (exact->ends)
        assert_mean_near(exact->expected_turns.exact.value, &mc->expected_turns.simulated, "turns", name);
    assert_true((exact->n_turns > 1) == (mc->n_turns > 1));
    compare_sides(exact, mc, name);
}

static void kernels_agree_with_exact(void **state)
{
    const struct battle_case *c = *state;
    battle_text text;
    salvo_battle exact, mc;

    battle_plan_of(&text, c);
    fight_it(&exact, &text.plan, SALVO_EXACT, SALVO_PLAN);
    fight_it(&mc, &text.plan, SALVO_MONTE_CARLO, (salvo_plan){.seed = 7, .trials = TRIALS});
    compare(&exact, &mc, c->name);
    salvo_battle_free(&mc);
    fight_it(&mc, &text.plan, SALVO_MONTE_CARLO,
             (salvo_plan){.seed = 7, .trials = BOOK_TRIALS, .reference_engine = true});
    compare(&exact, &mc, c->name);
    salvo_battle_free(&mc);
    salvo_battle_free(&exact);
}

/* Foot that may not fire at vehicles, behind trucks: who fires at the nearest may fire at one he never harms. */
static void fire_at_whom_nobody_harms_ends(void **state)
{
    static const char *const WORDS[] = {"small-arms-vehicles=no"};
    static const struct {
        const char *a, *b;
    } PAIRS[] = {{"Generic Truck, Generic Infantry", "Generic Truck, Generic Infantry"},
                 {"2 Generic Infantry, Generic Truck", "Generic Truck, 2 Generic Infantry"},
                 {"2 Generic Infantry, Generic Truck", "2 Generic Infantry, Generic Truck"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++)
        for (int targets = 0; targets < SALVO_N_TARGETS; targets++) {
            const salvo_battle_plan plan = {.army = {{.list = PAIRS[i].a, .targets = (salvo_targets)targets},
                                                     {.list = PAIRS[i].b, .targets = (salvo_targets)targets}},
                                            .words = WORDS,
                                            .n_words = 1,
                                            .range = 100,
                                            .close_to = -1};
            salvo_battle exact, mc;

            fight_it(&exact, &plan, SALVO_EXACT, SALVO_PLAN);
            fight_it(&mc, &plan, SALVO_MONTE_CARLO, (salvo_plan){.seed = 7, .trials = 20000});
            assert_true(exact.p_mutual.exact.value == 0);
            if (i == 0 && targets == SALVO_IN_ORDER) {
                assert_true(exact.p_undecided.exact.value == 1 && exact.side[0].lost.exact.value == 0);
                assert_true(mc.p_undecided.simulated.value == 1 && mc.expected_turns.simulated.value == 0);
            } else {
                compare(&exact, &mc, PAIRS[i].a);
            }
            salvo_battle_free(&exact);
            salvo_battle_free(&mc);
        }
}

/* The curve begins with everybody, never rises, and ends with what the losses leave. */
static void curve_is_a_curve(void **state)
{
    const struct battle_case *c = *state;
    battle_text text;
    salvo_battle b;

    battle_plan_of(&text, c);
    fight_it(&b, &text.plan, SALVO_BOTH, (salvo_plan){.seed = 3, .trials = 3000});
    for (int s = 0; s < 2; s++) {
        const salvo_battle_turn *last = &b.by_turn[b.n_turns - 1];

        assert_true(b.by_turn[0].left[s].exact.value == b.side[s].count);
        assert_true(b.by_turn[0].left[s].simulated.value == b.side[s].count);
        for (size_t t = 1; t < b.n_turns; t++) {
            assert_true(b.by_turn[t].left[s].exact.value <= b.by_turn[t - 1].left[s].exact.value + 1e-9);
            assert_true(b.by_turn[t].left[s].simulated.value <= b.by_turn[t - 1].left[s].simulated.value + 1e-9);
        }
        assert_true(fabs(last->left[s].exact.value - (b.side[s].count - b.side[s].lost.exact.value)) < 0.02);
    }
    salvo_battle_free(&b);
}

#define LARGE_A "6 Tiger I, 4 Panther, 2 Hetzer"
#define LARGE_B "7 Sherman M4A1, 3 Sherman Firefly, 2 Generic Infantry"
#define SKANK_A "6 elite (weapon=rifle, cover=yes), 6 trained (weapon=rifle, cover=yes)"
#define SKANK_B "6 elite (weapon=rifle), 6 trained (weapon=rifle)"

static const struct large_case {
    const char *name;
    const char *a, *b;
    salvo_targets targets[2];
    salvo_scenario scenario;
    double range, break_at;
    int64_t turns;
    double precision; /* that takes a second look; 0: not run to one */
} LARGE[] = {
    {"nearest", LARGE_A, LARGE_B, {SALVO_IN_ORDER, SALVO_IN_ORDER}, SALVO_HOLD, 750, 0, 0, 0.01},
    {"spread", LARGE_A, LARGE_B, {SALVO_SPREAD, SALVO_SPREAD}, SALVO_HOLD, 750, 0, 0, 0},
    {"best on spread", LARGE_A, LARGE_B, {SALVO_BEST, SALVO_SPREAD}, SALVO_MEETING, 1500, 0, 0, 0},
    {"weakest on strongest", LARGE_A, LARGE_B, {SALVO_WEAKEST, SALVO_STRONGEST}, SALVO_ADVANCE, 1500, 0.5, 0, 0},
    {"twenty on twenty", "20 Tiger I", "20 Sherman Firefly", {SALVO_SPREAD, SALVO_BEST}, SALVO_HOLD, 600, 0, 5, 0.01},
    {"twenty on one", "Tiger I", "20 Sherman M4A1", {SALVO_SPREAD, SALVO_SPREAD}, SALVO_ADVANCE, 2000, 0, 0, 0.08},
    {"the most",
     "40 Tiger I, 24 Panther",
     "64 Sherman Firefly",
     {SALVO_WEAKEST, SALVO_SPREAD},
     SALVO_HOLD,
     750,
     0,
     4,
     0},
};

static salvo_battle_plan large_plan(const struct large_case *c)
{
    return (salvo_battle_plan){
        .army = {{.list = c->a, .targets = c->targets[0]}, {.list = c->b, .targets = c->targets[1]}},
        .range = c->range,
        .scenario = c->scenario,
        .close_to = -1,
        .turns = c->turns,
        .break_at = c->break_at};
}

static void assert_same_mean(const salvo_estimate *x, const salvo_estimate *y, const char *what, const char *name)
{
    double a = fmax(x->high - x->value, x->value - x->low) / 1.95,
           b = fmax(y->high - y->value, y->value - y->low) / 1.95;

    if (fabs(x->value - y->value) > 5 * hypot(a, b) + 1e-9)
        fail_msg("%s: %s is %.6f by the kernel, %.6f by the book", name, what, x->value, y->value);
}

static void large_battles_agree_with_the_book(void **state)
{
    const struct large_case *c = *state;
    const salvo_battle_plan plan = large_plan(c);
    salvo_battle fast, book;

    fight_it(&fast, &plan, SALVO_MONTE_CARLO, (salvo_plan){.seed = 11, .trials = 40000});
    fight_it(&book, &plan, SALVO_MONTE_CARLO,
             (salvo_plan){.seed = 11, .trials = LARGE_BOOK_TRIALS, .reference_engine = true});
    assert_same_mean(&fast.p_a.simulated, &book.p_a.simulated, "P(a wins)", c->name);
    assert_same_mean(&fast.expected_turns.simulated, &book.expected_turns.simulated, "turns", c->name);
    for (int s = 0; s < 2; s++) {
        for (size_t k = 0; k < fast.side[s].n_kinds; k++)
            assert_same_mean(&fast.side[s].kinds[k].lost.simulated, &book.side[s].kinds[k].lost.simulated,
                             "a kind's losses", c->name);
        assert_same_mean(&fast.side[s].strength_lost.simulated, &book.side[s].strength_lost.simulated, "strength lost",
                         c->name);
        for (size_t t = 0; t < fast.n_turns && t < book.n_turns; t++)
            assert_same_mean(&fast.by_turn[t].left[s].simulated, &book.by_turn[t].left[s].simulated,
                             "the survival curve", c->name);
    }
    salvo_battle_free(&fast);
    salvo_battle_free(&book);
}

/* A battle model, and what it rests on. */
typedef struct ground {
    battle_model model;
    salvo_question field;
    salvo_arena *memory;
} ground;

static void prepare_in(ground *g, const salvo_rulebook *book, const salvo_battle_plan *plan)
{
    const salvo_battle_adapter *face = book->ruleset->battle;

    memset(g, 0, sizeof *g);
    g->memory = salvo_arena_new();
    assert_int_equal(salvo_schema_ask(&g->field, book, face->field, NULL, 0, NULL), SALVO_OK);
    g->model.adapter = face;
    g->model.field = g->field.situation;
    g->model.turn_limit = plan->turns;
    for (int s = 0; s < 2; s++) {
        assert_int_equal(army_read(&g->model.side[s], book, &plan->army[s], g->memory, NULL), SALVO_OK);
        g->model.side[s].targets = plan->army[s].targets;
        g->model.side[s].acts = plan->army[s].acts;
        g->model.side[s].breaks_at =
            plan->break_at > 0 ? (int)ceil(plan->break_at * g->model.side[s].n - 1e-9) : g->model.side[s].n + 1;
    }
    assert_int_equal(battle_chain_prepare(&g->model, plan, g->memory, NULL), SALVO_OK);
}

static void prepare(ground *g, const salvo_battle_plan *plan)
{
    prepare_in(g, mad(), plan);
}

static void give_back(ground *g)
{
    salvo_question_free(&g->field);
    salvo_arena_free(g->memory);
}

/* As one of many: no walk runs, whatever the armies. */
static void prepare_run(trial_run *r, const ground *g, const salvo_plan *plan)
{
    static const engine_set PAIRED = {.kinds = PAIRED_BATTLE_ENGINES};
    salvo_error err = {0};

    if (trial_run_prepare(r, &PAIRED, &g->model.question, plan, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

/* The tables of a run, to be spoiled. */
static battle_tables *tables_of(const trial_run *r)
{
    return &((compiled_battle *)r->engine.own)->tables;
}

static const battle_tally *tally_of(const trial_run *r)
{
    return (const battle_tally *)r->sum;
}

static void run(trial_run *r, const ground *g, const salvo_plan *plan)
{
    salvo_error err = {0};

    prepare_run(r, g, plan);
    if (trial_run_all(r, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

static uint64_t seen_of(const tally *t, int code)
{
    for (size_t i = 0; i < t->seen.count; i++)
        if (tally_seen(t, i).outcome == code)
            return tally_seen(t, i).count;
    return 0;
}

static bool same_by_turn(survivors *a, survivors *b)
{
    return memcmp(a, b, (TURNS_TOLD + 2) * sizeof *a) == 0;
}

static void assert_same_tally(const battle_tally *a, const battle_tally *b, const char *what)
{
    bool same = a->all.trials == b->all.trials && memcmp(a->all.gain, b->all.gain, sizeof a->all.gain) == 0 &&
                same_by_turn(a->going, b->going) && same_by_turn(a->ended, b->ended) &&
                a->all.seen.count == b->all.seen.count &&
                memcmp(a->all.results, b->all.results, a->all.n_results * sizeof *a->all.results) == 0;

    for (size_t i = 0; i < a->all.seen.count && same; i++)
        same = tally_seen(&a->all, i).count == seen_of(&b->all, tally_seen(&a->all, i).outcome);
    if (!same)
        fail_msg("%s: not the same bytes", what);
}

/* Every kernel, alone and with others. */
static void compare_runs(const ground *g, uint64_t trials, const char *name)
{
    static const char *const ISAS[] = {"portable", "avx2", "avx512", "auto"};
    const salvo_plan plain = {.seed = 5, .trials = trials, .threads = 1, .isa = "portable"};
    trial_run base, other;

    run(&base, g, &plain);
    for (size_t i = 0; i < COUNT_OF(ISAS); i++)
        for (int threads = 1; threads <= 3; threads++) {
            const salvo_plan plan = {.seed = 5, .trials = trials, .threads = threads, .isa = ISAS[i]};
            const battle_kernel *fast;
            char what[128];

            if (battle_kernel_find(ISAS[i], &fast, NULL) != SALVO_OK)
                continue;
            snprintf(what, sizeof what, "%s, %d trials, %d threads, %s", name, (int)trials, threads, ISAS[i]);
            run(&other, g, &plan);
            assert_same_tally(tally_of(&base), tally_of(&other), what);
            trial_run_free(&other);
        }
    trial_run_free(&base);
}

static void large_battles_are_the_same_everywhere(void **state)
{
    static const uint64_t TRIAL_COUNTS[] = {1, 16, 17, 65, 257, 4097};
    const struct large_case *c = *state;
    const salvo_battle_plan plan = large_plan(c);
    ground g;

    prepare(&g, &plan);
    for (size_t i = 0; i < COUNT_OF(TRIAL_COUNTS); i++)
        compare_runs(&g, TRIAL_COUNTS[i], c->name);
    give_back(&g);
}

static void small_battles_are_the_same_everywhere(void **state)
{
    const struct battle_case *c = *state;
    battle_text text;
    ground g;

    battle_plan_of(&text, c);
    prepare(&g, &text.plan);
    compare_runs(&g, 1000, c->name);
    compare_runs(&g, 4099, c->name);
    give_back(&g);
}

/* Battles whose sides are fronts, by turns and at once. */
static const struct front_case {
    const char *name, *ruleset;
    salvo_battle_plan plan;
} FRONTS[] = {
    {"nearest", "mad.", {.army = {{.list = LARGE_A}, {.list = LARGE_B}}, .range = 750}},
    {"weakest on nearest",
     "mad.",
     {.army = {{.list = LARGE_A, .targets = SALVO_WEAKEST}, {.list = LARGE_B, .targets = SALVO_IN_ORDER}},
      .range = 500}},
    {"blocks that fall in another order",
     "mad.",
     {.army = {{.list = "4 Panther, 6 Tiger I, 2 Panther", .targets = SALVO_WEAKEST},
               {.list = "5 Sherman Firefly, 5 M10, 5 Sherman Firefly", .targets = SALVO_WEAKEST}},
      .range = 750}},
    {"an advance",
     "mad.",
     {.army = {{.list = LARGE_A}, {.list = LARGE_B, .targets = SALVO_WEAKEST}},
      .range = 1500,
      .scenario = SALVO_ADVANCE}},
    {"a meeting that breaks off",
     "mad.",
     {.army = {{.list = LARGE_A}, {.list = LARGE_B}}, .range = 1500, .scenario = SALVO_MEETING, .break_at = 0.4}},
    {"five turns",
     "mad.",
     {.army = {{.list = "20 Tiger I"}, {.list = "20 Sherman Firefly"}}, .range = 750, .turns = 5}},
    {"at once", "skank.", {.army = {{.list = SKANK_A}, {.list = SKANK_B}}, .range = 40}},
};

/* Kept as counts or element by element: the same battles, to the last count of survivors. */
static void fronts_are_the_same_battles(void **state)
{
    static const char *const ISAS[] = {"portable", "avx2", "avx512", "auto"};
    const struct front_case *c = *state;
    salvo_battle_plan plan = c->plan;
    trial_run counts, elements;
    ground g;

    plan.close_to = -1;
    plan_in_order(&plan);
    prepare_in(&g, book_of(c->ruleset), &plan);
    for (size_t i = 0; i < COUNT_OF(ISAS); i++) {
        const salvo_plan trials = {.seed = 5, .trials = 4099, .threads = 1, .isa = ISAS[i]};
        const battle_kernel *fast;

        if (battle_kernel_find(ISAS[i], &fast, NULL) != SALVO_OK)
            continue;
        run(&counts, &g, &trials);
        assert_true(tables_of(&counts)->has_fronts);
        prepare_run(&elements, &g, &trials);
        tables_of(&elements)->has_fronts = false;
        assert_int_equal(trial_run_all(&elements, NULL), SALVO_OK);
        assert_same_tally(tally_of(&counts), tally_of(&elements), ISAS[i]);
        trial_run_free(&counts);
        trial_run_free(&elements);
    }
    give_back(&g);
}

/* Infantry that falls like a tank shows in the counts. */
static void a_wrong_front_is_caught(void **state)
{
    const salvo_plan trials = {.seed = 5, .trials = 4099, .threads = 1};
    salvo_battle_plan plan = FRONTS[0].plan;
    trial_run right, wrong;
    ground g;

    (void)state;
    plan.close_to = -1;
    plan_in_order(&plan);
    prepare(&g, &plan);
    run(&right, &g, &trials);
    prepare_run(&wrong, &g, &trials);
    tables_of(&wrong)->side[1].front.falls[2].fresh = tables_of(&wrong)->side[1].front.falls[0].fresh;
    assert_int_equal(trial_run_all(&wrong, NULL), SALVO_OK);
    assert_int_not_equal(memcmp(tally_of(&right)->going, tally_of(&wrong)->going, (TURNS_TOLD + 2) * sizeof(survivors)),
                         0);
    trial_run_free(&right);
    trial_run_free(&wrong);
    give_back(&g);
}

/* Codes of 16 bits, which only sides of many unit states need, and codes of 8 are the same battles. */
static void wide_codes_are_the_same_battles(void **state)
{
    static const char *const ISAS[] = {"portable", "avx2", "avx512"};
    const struct large_case *c = *state;
    const salvo_battle_plan plan = large_plan(c);
    trial_run narrow, broad;
    ground g;

    prepare(&g, &plan);
    for (size_t i = 0; i < COUNT_OF(ISAS); i++) {
        const salvo_plan trials = {.seed = 5, .trials = 3000, .threads = 1, .isa = ISAS[i]};
        const battle_kernel *fast;

        if (battle_kernel_find(ISAS[i], &fast, NULL) != SALVO_OK)
            continue;
        run(&narrow, &g, &trials);
        prepare_run(&broad, &g, &trials);
        assert_non_null(tables_of(&broad)->narrow);
        tables_of(&broad)->narrow = NULL;
        assert_int_equal(trial_run_all(&broad, NULL), SALVO_OK);
        assert_same_tally(tally_of(&narrow), tally_of(&broad), ISAS[i]);
        trial_run_free(&narrow);
        trial_run_free(&broad);
    }
    give_back(&g);
}

/* The code that trial i comes to. */
static int code_of(const battle_tables *t, uint64_t i)
{
    const battle_kernel *fast;
    const trial_range one = {.seed = 2, .first = i, .count = 1};
    battle_tally counted;
    int code = 0;

    assert_int_equal(battle_kernel_find("auto", &fast, NULL), SALVO_OK);
    assert_true(battle_tally_init(&counted, t->model));
    battle_kernel_fight(fast, t, &one, &counted);
    while (!counted.all.results[code])
        code++;
    battle_tally_free(&counted);
    return code;
}

/* In the order of lists: a truck that looks on, last in its list, moves nobody's dice: in every single trial the others fare the same. */
static void an_onlooker_moves_no_dice(void **state)
{
    salvo_battle_plan without = {.army = {{.list = "3 Tiger I"}, {.list = "2 Sherman M4A1, 2 Sherman Firefly"}},
                                 .range = 750,
                                 .close_to = -1},
                      with = without;
    battle_tables tables[2];
    ground g[2];
    int differ = 0;

    (void)state;
    plan_in_order(&without);
    plan_in_order(&with);
    with.army[0].list = "3 Tiger I, 1 Generic Truck";
    prepare(&g[0], &without);
    prepare(&g[1], &with);
    for (int i = 0; i < 2; i++)
        assert_int_equal(battle_tables_compile(&tables[i], &g[i].model, NULL, NULL), SALVO_OK);
    for (uint64_t trial = 0; trial < 500; trial++) {
        int a = code_of(&tables[0], trial), b = code_of(&tables[1], trial);

        differ += battle_model_left(&g[0].model, a, 0, 0) != battle_model_left(&g[1].model, b, 0, 0) ||
                  battle_model_left(&g[0].model, a, 1, 0) != battle_model_left(&g[1].model, b, 1, 0) ||
                  battle_model_left(&g[0].model, a, 1, 1) != battle_model_left(&g[1].model, b, 1, 1);
    }
    assert_int_equal(differ, 0);
    for (int i = 0; i < 2; i++) {
        battle_tables_free(&tables[i]);
        give_back(&g[i]);
    }
}

static void drop_a_battle(const battle_tables *t, const trial_range *s, battle_tally *to)
{
    const trial_range fewer = {s->seed, s->first, s->count - 1};
    const battle_kernel *fast;

    battle_kernel_find("auto", &fast, NULL);
    battle_kernel_fight(fast, t, &fewer, to);
    to->all.trials++;
}

static void faults_are_caught(void **state)
{
    static const battle_kernel FAULTY[] = {{"drops a battle", drop_a_battle, drop_a_battle}};
    const salvo_battle_plan plan = large_plan(&LARGE[1]);
    const salvo_plan trials = {.seed = 1, .trials = 9000, .threads = 2};
    ground g;

    (void)state;
    prepare(&g, &plan);
    for (size_t i = 0; i < COUNT_OF(FAULTY); i++) {
        trial_run r;
        salvo_error err = {0};

        prepare_run(&r, &g, &trials);
        ((compiled_battle *)r.engine.own)->kernel = &FAULTY[i];
        assert_int_not_equal(trial_run_all(&r, &err), SALVO_OK);
        assert_non_null(strstr(err.text, "an internal check failed"));
        trial_run_free(&r);
    }
    give_back(&g);
}

/* One cell of one row hits a little less hard: it shows against the exact odds. */
static void a_wrong_cell_is_caught(void **state)
{
    const salvo_battle_plan plan = {
        .army = {{.list = "2 Tiger I"}, {.list = "2 Sherman Firefly"}}, .range = 750, .close_to = -1};
    const salvo_plan trials = {.seed = 1, .trials = TRIALS};
    salvo_battle exact;
    double worst = 0;
    trial_run r;
    ground g;
    size_t cell = 0;

    (void)state;
    fight_it(&exact, &plan, SALVO_EXACT, SALVO_PLAN);
    prepare(&g, &plan);
    prepare_run(&r, &g, &trials);
    while (!tables_of(&r)->narrow[cell].own && !tables_of(&r)->narrow[cell].other)
        cell++;
    tables_of(&r)->narrow[cell] = (walk_column){0}; /* no damage: the fresh unit state has the code 0 */
    assert_int_equal(trial_run_all(&r, NULL), SALVO_OK);
    for (size_t i = 0; i < exact.answer.n_outcomes; i++) {
        double p = exact.answer.outcomes[i].figure.exact.value;
        double share = (double)r.sum->results[exact.answer.outcomes[i].number] / TRIALS;

        worst = fmax(worst, fabs(share - p) / sqrt(p * (1 - p) / TRIALS + 1e-18));
    }
    assert_true(worst > 5);
    trial_run_free(&r);
    give_back(&g);
    salvo_battle_free(&exact);
}

static void assert_precise(const salvo_estimate *e, double precision, bool is_mean)
{
    double allowed = precision * (is_mean ? fmax(1, fabs(e->value)) : 1);

    assert_true((e->high - e->low) / 2 <= allowed * (1 + 1e-12));
}

/* The default: who wins, and no trial more for the other numbers. */
static void precision_is_of_who_wins(void **state)
{
    const struct large_case *c = *state;
    const salvo_battle_plan plan = large_plan(c);
    const salvo_plan by_default = {.seed = 9, .precision = c->precision};
    salvo_battle b;

    fight_it(&b, &plan, SALVO_MONTE_CARLO, by_default);
    assert_int_equal(b.answer.simulation.stopped_by, SALVO_STOPPED_BY_PRECISION);
    assert_int_equal(b.answer.simulation.trials, FIRST_LOOK);
    assert_precise(&b.p_a.simulated, c->precision, false);
    assert_precise(&b.p_b.simulated, c->precision, false);
    assert_precise(&b.p_mutual.simulated, c->precision, false);
    assert_precise(&b.p_undecided.simulated, c->precision, false);
    salvo_battle_free(&b);
}

/* A name adds its figures. */
static void precision_is_of_what_is_named(void **state)
{
    const struct large_case *c = *state;
    const salvo_battle_plan plan = large_plan(c);

    for (int of = SALVO_OF_WIN; of < SALVO_N_PRECISION_OF; of++) {
        salvo_battle b;

        fight_it(&b, &plan, SALVO_MONTE_CARLO,
                 (salvo_plan){.seed = 9, .precision = c->precision, .precision_of = (salvo_precision_of)of});
        assert_precise(&b.p_a.simulated, c->precision, false);
        if (of == SALVO_OF_TURNS)
            assert_precise(&b.expected_turns.simulated, c->precision, true);
        for (int s = 0; s < 2 && of == SALVO_OF_LOSSES; s++)
            assert_precise(&b.side[s].strength_lost.simulated, c->precision, true);
        for (size_t t = 0; t < b.n_turns && of == SALVO_OF_SURVIVORS; t++)
            assert_precise(&b.by_turn[t].left[1].simulated, c->precision, true);
        salvo_battle_free(&b);
    }
}

static void precision_holds_for_every_number(void **state)
{
    const struct large_case *c = *state;
    const salvo_battle_plan plan = large_plan(c);
    const double precision = c->precision;
    salvo_battle b;

    fight_it(&b, &plan, SALVO_MONTE_CARLO,
             (salvo_plan){.seed = 9, .precision = precision, .precision_of = SALVO_OF_ALL});
    assert_int_equal(b.answer.simulation.stopped_by, SALVO_STOPPED_BY_PRECISION);
    assert_true(b.answer.simulation.trials > FIRST_LOOK);
    assert_precise(&b.p_a.simulated, precision, false);
    assert_precise(&b.p_b.simulated, precision, false);
    assert_precise(&b.p_undecided.simulated, precision, false);
    assert_precise(&b.expected_turns.simulated, precision, true);
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k <= b.side[s].count; k++)
            assert_precise(&b.side[s].lost_exactly[k].simulated, precision, false);
        assert_precise(&b.side[s].lost.simulated, precision, true);
        assert_precise(&b.side[s].strength_lost.simulated, precision, true);
        for (size_t t = 0; t < b.n_turns; t++)
            assert_precise(&b.by_turn[t].left[s].simulated, precision, true);
    }
    salvo_battle_free(&b);
}

/* What is too large to be counted is simulated where nobody said how, and the answer says why. Not the effort that salvo
 * itself thinks right: that takes a second or two, and with sanitisers a minute. */
static void whichever_engine_can(void **state)
{
    const salvo_battle_plan small = {.army = {{.list = "2 Tiger I"}, {.list = "Sherman Firefly"}}, .close_to = -1},
                            large = large_plan(&LARGE[1]);
    salvo_approach how = {.method = SALVO_EXACT_IF_QUICK, .options = OPTIONS, .plan = {.seed = 1, .precision = 0.05}};
    salvo_battle b;

    (void)state;
    how.options.effort = EFFORT;
    assert_int_equal(salvo_battle_fight(&b, mad(), &small, &how, NULL), SALVO_OK);
    assert_true(b.answer.exact && !b.answer.simulated && !b.answer.engine_remark);
    salvo_battle_free(&b);
    assert_int_equal(salvo_battle_fight(&b, mad(), &large, &how, NULL), SALVO_OK);
    assert_true(!b.answer.exact && b.answer.simulated);
    assert_non_null(strstr(b.answer.engine_remark, "states"));
    salvo_battle_free(&b);
}

int main(void)
{
    struct CMUnitTest tests[3 * COUNT_OF(BATTLE_CASES) + 4 * COUNT_OF(LARGE) + COUNT_OF(FRONTS) + 8];
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(BATTLE_CASES); i++) {
        tests[n++] = row_test(BATTLE_CASES[i].name, kernels_agree_with_exact, &BATTLE_CASES[i]);
        tests[n++] = row_test(BATTLE_CASES[i].name, curve_is_a_curve, &BATTLE_CASES[i]);
        tests[n++] = row_test(BATTLE_CASES[i].name, small_battles_are_the_same_everywhere, &BATTLE_CASES[i]);
    }
    for (size_t i = 0; i < COUNT_OF(LARGE); i++) {
        tests[n++] = row_test(LARGE[i].name, large_battles_agree_with_the_book, &LARGE[i]);
        tests[n++] = row_test(LARGE[i].name, large_battles_are_the_same_everywhere, &LARGE[i]);
        tests[n++] = row_test(LARGE[i].name, wide_codes_are_the_same_battles, &LARGE[i]);
        if (LARGE[i].precision > 0)
            tests[n++] = row_test(LARGE[i].name, precision_holds_for_every_number, &LARGE[i]);
    }
    for (size_t i = 0; i < COUNT_OF(FRONTS); i++)
        tests[n++] = row_test(FRONTS[i].name, fronts_are_the_same_battles, &FRONTS[i]);
    tests[n++] = row_test("a wrong front is caught", a_wrong_front_is_caught, NULL);
    tests[n++] = row_test("precision is of who wins", precision_is_of_who_wins, &LARGE[0]);
    tests[n++] = row_test("precision is of what is named", precision_is_of_what_is_named, &LARGE[0]);
    tests[n++] = row_test("fire at whom nobody harms ends", fire_at_whom_nobody_harms_ends, NULL);
    tests[n++] = row_test("an onlooker moves no dice", an_onlooker_moves_no_dice, NULL);
    tests[n++] = row_test("faults are caught", faults_are_caught, NULL);
    tests[n++] = row_test("a wrong cell is caught", a_wrong_cell_is_caught, NULL);
    tests[n++] = row_test("whichever engine can", whichever_engine_can, NULL);
    return _cmocka_run_group_tests("battle kernels", tests, n, mad_open, mad_close);
}
