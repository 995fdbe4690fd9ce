/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices: every number of one is that of a duel or a battle fought alone, put together by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/matrix.h>

#include "matrix/purchase.h"
#include "splitmix.h"
#include "support.h"

static const double CLOSE = 1e-12;

static const salvo_approach EXACT = {.method = SALVO_EXACT};
static const salvo_battle_plan HOLD = {.close_to = -1};

static void assert_close(double is, double expected)
{
    if (!(fabs(is - expected) <= CLOSE))
        fail_msg("%.15g is not %.15g", is, expected);
}

static void fight(salvo_matrix *x, const salvo_rulebook *book, const salvo_matrix_plan *plan,
                  const salvo_approach *approach)
{
    salvo_error err = {.text = ""};

    if (salvo_matrix_fight(x, book, plan, approach, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

static size_t place_of(const salvo_matrix *x, const char *name)
{
    for (size_t i = 0; i < x->n_units; i++)
        if (strcmp(salvo_matrix_name(x, i), name) == 0)
            return i;
    fail_msg("no %s", name);
    return 0;
}

static void duel(salvo_duel *d, const salvo_rulebook *book, const char *a, const char *b, double range,
                 const char *word, const salvo_approach *approach)
{
    char at[64];
    const char *words[] = {at, word};
    salvo_error err = {.text = ""};

    snprintf(at, sizeof at, "range=%.15g", range);
    if (salvo_duel_fight(d, book, a, b, words, word ? 2 : 1, approach, &err) != SALVO_OK)
        fail_msg("%s against %s: %s", a, b, err.text);
}

static void assert_is_duel(const salvo_matrix *x, size_t a, size_t b, size_t r, const char *word)
{
    const salvo_match *m = salvo_matrix_match(x, a, b, r);
    double price_a = salvo_matrix_price(x, a), price_b = salvo_matrix_price(x, b);
    salvo_duel d;

    duel(&d, x->book, salvo_unit_set_id(&x->unit_set, x->selection.rows[a]),
         salvo_unit_set_id(&x->unit_set, x->selection.rows[b]), x->ranges.at[r], word, &EXACT);
    assert_true(m->known);
    assert_int_equal(m->method, SALVO_EXACT);
    assert_close(m->p_a.exact.value, d.p_a.exact.value);
    assert_close(m->p_b.exact.value, d.p_b.exact.value);
    assert_close(m->p_mutual.exact.value, d.p_mutual.exact.value);
    assert_close(m->p_undecided.exact.value, d.p_undecided.exact.value);
    assert_close(m->p_nobody.exact.value, d.p_mutual.exact.value + d.p_undecided.exact.value);
    assert_int_equal(m->ends, d.ends);
    if (d.ends)
        assert_close(m->turns.exact.value, d.expected_turns.exact.value);
    if (price_a >= 0 && price_b >= 0) {
        assert_true(m->priced);
        assert_true(fabs(m->lost[0].exact.value - price_a * (d.p_b.exact.value + d.p_mutual.exact.value)) < 1e-9);
        assert_true(fabs(m->lost[1].exact.value - price_b * (d.p_a.exact.value + d.p_mutual.exact.value)) < 1e-9);
    } else {
        assert_false(m->priced);
    }
    salvo_duel_free(&d);
}

/* The whole list: 300 random places, among them both halves and the diagonal. */
static void the_whole_list_is_its_duels(void **state)
{
    const salvo_matrix_plan plan = {.matching = SALVO_ONE_ON_ONE, .range = "500,1500"};
    uint64_t random = 11;
    salvo_matrix x;

    (void)state;
    fight(&x, mad(), &plan, &EXACT);
    assert_int_equal(x.n_units, 105);
    assert_int_equal(x.n_fought, 105 * 106 / 2 * 2);
    for (int i = 0; i < 300; i++)
        assert_is_duel(&x, splitmix_next(&random) % 105, splitmix_next(&random) % 105, splitmix_next(&random) % 2,
                       NULL);
    for (size_t i = 0; i < 105; i += 13)
        assert_is_duel(&x, i, i, i % 2, NULL);
    salvo_matrix_free(&x);
}

/* Every bracket of the weapons table is a range. */
static void all_ranges_are_the_brackets(void **state)
{
    static const double UPTO[] = {100, 200, 350, 500, 750, 1000, 1500, 2000};
    const salvo_matrix_plan plan = {.matching = SALVO_ONE_ON_ONE, .units = "*tiger*, Infantry, FlakPz IV Wirbelwind"};
    salvo_matrix x;

    (void)state;
    fight(&x, mad(), &plan, &EXACT);
    assert_int_equal(x.n_reported_ranges, COUNT_OF(UPTO));
    for (size_t r = 0; r < COUNT_OF(UPTO); r++) {
        assert_close(x.ranges.at[r], UPTO[r]);
        for (size_t a = 0; a < x.n_units; a++)
            for (size_t b = 0; b < x.n_units; b++)
                assert_is_duel(&x, a, b, r, NULL);
    }
    salvo_matrix_free(&x);
}

/* What is about one side is fought both ways. */
static void one_sided_words_are_fought_both_ways(void **state)
{
    static const char *const WORDS[] = {"first=a", "a-cover=normal", "b-moves=yes"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(WORDS); i++) {
        const salvo_matrix_plan plan = {.matching = SALVO_ONE_ON_ONE,
                                        .range = "350,1000",
                                        .units = "Tiger I, Sherman Firefly, Stug III G",
                                        .words = &WORDS[i],
                                        .n_words = 1};
        salvo_matrix x;

        fight(&x, mad(), &plan, &EXACT);
        assert_false(x.mirrors);
        assert_int_equal(x.n_fought, 3 * 3 * 2);
        for (size_t a = 0; a < 3; a++)
            for (size_t b = 0; b < 3; b++)
                for (size_t r = 0; r < 2; r++)
                    assert_is_duel(&x, a, b, r, WORDS[i]);
        salvo_matrix_free(&x);
    }
}

static const struct {
    const char *ruleset;
    double ranges[3];
    size_t step; /* every so many units */
    const char *word;
} EXCHANGED[] = {
    {"mad", {100, 500, 1500}, 4, NULL},
    {"mad", {200, 750, 1000}, 9, "first=simultaneous"},
    {"trr", {20, 60, 120}, 4, NULL},
    {"trr", {20, 60, 120}, 9, "damage-model=graded"},
    {"trr", {20, 60, 120}, 9, "first=simultaneous"},
    {"skank", {5, 20, 40}, 1, NULL},
    {"skank", {5, 20, 40}, 1, "first=initiative"},
    {"mbt2030", {2, 10, 30}, 1, NULL},
    {"mbt2030", {2, 10, 30}, 1, "accumulate=step"},
    {"rookie", {5, 20, 40}, 1, NULL},
    {"rookie", {5, 20, 40}, 1, "policy=fire"},
};

static void sides_may_be_exchanged(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(EXCHANGED); i++) {
        salvo_rulebook book;
        salvo_unit_set units;
        size_t n;

        book_open(&book, EXCHANGED[i].ruleset, "");
        assert_true(book.ruleset->duel->mirrors);
        assert_int_equal(salvo_unit_set_units(&units, &book, NULL), SALVO_OK);
        n = salvo_unit_set_size(&units);
        for (size_t a = 0; a < n; a += EXCHANGED[i].step)
            for (size_t b = a; b < n; b += EXCHANGED[i].step) {
                double range = EXCHANGED[i].ranges[(a + b) % 3];
                salvo_duel there, back;

                duel(&there, &book, salvo_unit_set_id(&units, a), salvo_unit_set_id(&units, b), range,
                     EXCHANGED[i].word, &EXACT);
                duel(&back, &book, salvo_unit_set_id(&units, b), salvo_unit_set_id(&units, a), range, EXCHANGED[i].word,
                     &EXACT);
                assert_close(there.p_a.exact.value, back.p_b.exact.value);
                assert_close(there.p_b.exact.value, back.p_a.exact.value);
                assert_close(there.p_mutual.exact.value, back.p_mutual.exact.value);
                assert_int_equal(there.ends, back.ends);
                if (there.ends)
                    assert_true(fabs(there.expected_turns.exact.value - back.expected_turns.exact.value) < 1e-9);
                salvo_duel_free(&there);
                salvo_duel_free(&back);
            }
        salvo_rulebook_close(&book);
    }
}

/* 250:1,500:2,1000:1 weighs a quarter, a half, a quarter. */
static void a_mix_of_ranges_is_a_weighted_mean(void **state)
{
    static const double AT[] = {250, 500, 1000}, WEIGHT[] = {0.25, 0.5, 0.25};
    const salvo_matrix_plan plan = {
        .matching = SALVO_ONE_ON_ONE, .range = "250:1,500:2,1000:1", .units = "Tiger I, Sherman Firefly, T34/76"};
    salvo_matrix x;

    (void)state;
    fight(&x, mad(), &plan, &EXACT);
    assert_int_equal(x.n_reported_ranges, 1);
    for (size_t a = 0; a < 3; a++)
        for (size_t b = 0; b < 3; b++) {
            const salvo_match *m = salvo_matrix_match(&x, a, b, 0);
            double p_a = 0, turns = 0;

            for (int r = 0; r < 3; r++) {
                salvo_duel d;

                duel(&d, mad(), salvo_unit_set_id(&x.unit_set, x.selection.rows[a]),
                     salvo_unit_set_id(&x.unit_set, x.selection.rows[b]), AT[r], NULL, &EXACT);
                p_a += WEIGHT[r] * d.p_a.exact.value;
                turns += WEIGHT[r] * d.expected_turns.exact.value;
                salvo_duel_free(&d);
            }
            assert_close(m->p_a.exact.value, p_a);
            assert_close(m->turns.exact.value, turns);
        }
    salvo_matrix_free(&x);
}

typedef struct bought {
    double price[2];
    int budgets;
    const char *list; /* "a:b weight" of each battle, by hand */
} bought;

static const bought BOUGHT[] = {
    {{100, 100}, 3, "1:1 0.333333 2:2 0.333333 3:3 0.333333"},
    {{100, 50}, 2, "1:2 0.5 2:4 0.5"},
    {{50, 100}, 2, "2:1 0.5 4:2 0.5"},
    {{90, 40}, 1, "1:2 0.75 1:3 0.25"},                     /* 2.25 */
    {{90, 40}, 2, "1:2 0.375 1:3 0.125 2:4 0.25 2:5 0.25"}, /* 2.25 and 4.5 */
    {{0.3, 0.1}, 1, "1:3 1"},                               /* 3, but for the last bit */
    {{200, 10}, 3, "1:20 1"},                               /* 40 and 60 are too many */
    {{210, 10}, 3, ""},
    {{195, 10}, 1, "1:19 0.5 1:20 0.5"},
};

static void purchases_are_as_counted_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BOUGHT); i++) {
        purchase list[PURCHASES_MAX];
        size_t n = purchases_of(BOUGHT[i].price, BOUGHT[i].budgets, list);
        char text[256] = "";

        for (size_t k = 0; k < n; k++)
            sprintf(text + strlen(text), "%s%d:%d %.6g", k ? " " : "", list[k].number[0], list[k].number[1],
                    list[k].weight);
        assert_string_equal(text, BOUGHT[i].list);
    }
}

/* Whatever the prices, both sides spend the same in the mean of every budget. */
static void purchases_favour_no_price(void **state)
{
    uint64_t random = 5;

    (void)state;
    for (int i = 0; i < 2000; i++) {
        const double price[2] = {(double)(1 + splitmix_next(&random) % 150),
                                 (double)(1 + splitmix_next(&random) % 150)};
        purchase list[PURCHASES_MAX];
        size_t n = purchases_of(price, 1 + (int)(splitmix_next(&random) % 4), list);
        double spent[2] = {0, 0}, weight = 0;

        for (size_t k = 0; k < n; k++) {
            weight += list[k].weight;
            for (int s = 0; s < 2; s++) {
                assert_in_range(list[k].number[s], 1, SALVO_ELEMENTS_MAX);
                spent[s] += list[k].weight * list[k].number[s] * price[s];
            }
        }
        assert_true(n == 0 || fabs(weight - 1) < 1e-9);
        assert_true(fabs(spent[0] - spent[1]) < 1e-6);
    }
}

static void battle(salvo_battle *b, const salvo_rulebook *book, salvo_battle_plan *plan, const char *list_a,
                   const char *list_b, double range, const salvo_approach *approach)
{
    salvo_error err = {.text = ""};

    *plan = HOLD;
    plan->army[0].list = list_a;
    plan->army[1].list = list_b;
    plan->range = range;
    if (salvo_battle_fight(b, book, plan, approach, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

static void equal_numbers_are_battles(void **state)
{
    static const char *const NAMES[] = {"Tiger I", "Sherman Firefly", "T34/76"};
    const salvo_matrix_plan plan = {.matching = SALVO_EQUAL_NUMBERS,
                                    .range = "500",
                                    .units = "Tiger I, Sherman Firefly, T34/76",
                                    .numbers = 2,
                                    .battle = &HOLD};
    salvo_matrix x;

    (void)state;
    fight(&x, mad(), &plan, &EXACT);
    assert_true(x.mirrors);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const salvo_match *m = salvo_matrix_match(&x, place_of(&x, NAMES[i]), place_of(&x, NAMES[k]), 0);
            char a[64], b[64];
            salvo_battle_plan one;
            salvo_battle fought;

            snprintf(a, sizeof a, "2 %s", NAMES[i]);
            snprintf(b, sizeof b, "2 %s", NAMES[k]);
            battle(&fought, mad(), &one, a, b, 500, &EXACT);
            assert_close(m->p_a.exact.value, fought.p_a.exact.value);
            assert_close(m->p_b.exact.value, fought.p_b.exact.value);
            assert_true(fabs(m->turns.exact.value - fought.expected_turns.exact.value) < 1e-9);
            assert_true(fabs(m->lost[0].exact.value - fought.side[0].points_lost.exact.value) < 1e-9);
            assert_true(fabs(m->lost[1].exact.value - fought.side[1].points_lost.exact.value) < 1e-9);
            salvo_battle_free(&fought);
        }
    salvo_matrix_free(&x);
}

/* Tiger I 108, Sherman M4A1 73: 108 points are 1.479 Shermans, 216 are 2.959. */
static void equal_points_are_weighted_battles(void **state)
{
    static const struct {
        const char *a, *b;
        double weight;
    } BATTLES[] = {
        {"1 Tiger I", "1 us-sherman-m4a1", (2 - 108.0 / 73) / 2},
        {"1 Tiger I", "2 us-sherman-m4a1", (108.0 / 73 - 1) / 2},
        {"2 Tiger I", "2 us-sherman-m4a1", (3 - 216.0 / 73) / 2},
        {"2 Tiger I", "3 us-sherman-m4a1", (216.0 / 73 - 2) / 2},
    };
    const salvo_matrix_plan plan = {.matching = SALVO_EQUAL_POINTS,
                                    .range = "750",
                                    .units = "Tiger I, us-sherman-m4a1, FlakPz IV Wirbelwind",
                                    .budgets = 2,
                                    .battle = &HOLD};
    double p_a = 0, p_b = 0, lost_b = 0;
    const salvo_match *m;
    salvo_matrix x;

    (void)state;
    fight(&x, mad(), &plan, &EXACT);
    assert_int_equal(x.n_units, 2);
    assert_int_equal(x.n_without_price, 1);
    for (size_t i = 0; i < COUNT_OF(BATTLES); i++) {
        salvo_battle_plan one;
        salvo_battle fought;

        battle(&fought, mad(), &one, BATTLES[i].a, BATTLES[i].b, 750, &EXACT);
        p_a += BATTLES[i].weight * fought.p_a.exact.value;
        p_b += BATTLES[i].weight * fought.p_b.exact.value;
        lost_b += BATTLES[i].weight * fought.side[1].points_lost.exact.value;
        salvo_battle_free(&fought);
    }
    m = salvo_matrix_match(&x, 0, 1, 0);
    assert_true(fabs(m->p_a.exact.value - p_a) < 1e-9);
    assert_true(fabs(m->p_b.exact.value - p_b) < 1e-9);
    assert_true(fabs(m->lost[1].exact.value - lost_b) < 1e-6);
    assert_true(fabs(m->cost[0] - 162) < 1e-9);
    assert_true(fabs(m->cost[1] - 162) < 1e-9);
    assert_true(fabs(m->number[1] - 162.0 / 73) < 1e-9);
    m = salvo_matrix_match(&x, 1, 0, 0);
    assert_true(m->mirrored);
    assert_true(fabs(m->p_a.exact.value - p_b) < 1e-9);
    salvo_matrix_free(&x);
}

/* A battle seen from the other side is the same battle. */
static const struct {
    const char *ruleset, *armies[2];
    double range;
} EXCHANGED_BATTLES[] = {
    {"mad", {"2 Tiger I", "3 T34/76"}, 750},
    {"mad", {"1 Char B1-bis", "2 Pz II D to J"}, 500},
    {"mad", {"3 Hetzer", "3 Sherman Firefly"}, 1000},
    {"trr", {"2 american-m5-stuart", "1 american-m24-chaffee"}, 40},
    {"trr", {"2 american-m24-chaffee", "3 american-m3-lee"}, 60},
};

static void battles_may_be_exchanged(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(EXCHANGED_BATTLES); i++) {
        const char *a = EXCHANGED_BATTLES[i].armies[0], *b = EXCHANGED_BATTLES[i].armies[1];
        salvo_battle_plan one, other;
        salvo_battle there, back;
        salvo_rulebook book;

        book_open(&book, EXCHANGED_BATTLES[i].ruleset, "");
        assert_true(book.ruleset->battle->mirrors);
        battle(&there, &book, &one, a, b, EXCHANGED_BATTLES[i].range, &EXACT);
        battle(&back, &book, &other, b, a, EXCHANGED_BATTLES[i].range, &EXACT);
        assert_close(there.p_a.exact.value, back.p_b.exact.value);
        assert_close(there.p_b.exact.value, back.p_a.exact.value);
        assert_close(there.p_mutual.exact.value, back.p_mutual.exact.value);
        salvo_battle_free(&there);
        salvo_battle_free(&back);
        salvo_rulebook_close(&book);
    }
}

/* The trials of a match are those of its duel alone, whoever shares the work. */
static void simulated_matches_are_duels_on_any_threads(void **state)
{
    const salvo_matrix_plan plan = {
        .matching = SALVO_ONE_ON_ONE, .range = "500", .units = "Tiger I, Sherman Firefly, T34/76, Hetzer"};
    salvo_approach mc = {.method = SALVO_BOTH, .plan = {.seed = 7, .trials = 20000, .threads = 1}};
    salvo_matrix x, y;
    uint64_t hash;

    (void)state;
    fight(&x, mad(), &plan, &mc);
    hash = x.hash;
    for (size_t a = 0; a < 4; a++)
        for (size_t b = a; b < 4; b++) {
            const salvo_match *m = salvo_matrix_match(&x, a, b, 0), *back = salvo_matrix_match(&x, b, a, 0);
            salvo_duel d;

            duel(&d, mad(), salvo_unit_set_id(&x.unit_set, x.selection.rows[a]),
                 salvo_unit_set_id(&x.unit_set, x.selection.rows[b]), 500, NULL, &mc);
            assert_int_equal(m->method, SALVO_BOTH);
            assert_int_equal(m->trials, 20000);
            assert_int_equal(m->hash, d.answer.simulation.hash);
            assert_int_equal(m->p_a.count, d.p_a.count);
            assert_close(m->p_a.simulated.low, d.p_a.simulated.low);
            assert_close(m->p_a.simulated.high, d.p_a.simulated.high);
            assert_close(m->agreement, d.answer.agreement.p);
            assert_int_equal(back->hash, m->hash);
            assert_int_equal(a == b ? m->p_a.count : back->p_b.count, m->p_a.count);
            salvo_duel_free(&d);
        }
    salvo_matrix_free(&x);
    mc.plan.threads = 3;
    fight(&y, mad(), &plan, &mc);
    assert_int_equal(y.hash, hash);
    assert_int_equal(y.trials, 10 * 20000);
    salvo_matrix_free(&y);
}

/* Of 55 pairs of intervals at 95 %, each of three numbers, nearly all hold the exact value: a binomial of 165 at 0.05 is
 * above 24 once in 2e5 seeds. */
static void intervals_hold_the_exact_values(void **state)
{
    const salvo_matrix_plan plan = {
        .matching = SALVO_ONE_ON_ONE, .range = "750", .units = "nation=us & points>=100, nation=russian & hp>=28"};
    const salvo_approach both = {.method = SALVO_BOTH, .plan = {.seed = 3, .trials = 50000}};
    size_t outside = 0, n = 0;
    salvo_matrix x;

    (void)state;
    fight(&x, mad(), &plan, &both);
    for (size_t a = 0; a < x.n_units; a++)
        for (size_t b = a + 1; b < x.n_units; b++) {
            const salvo_match *m = salvo_matrix_match(&x, a, b, 0);
            const salvo_figure *const figures[] = {&m->p_a, &m->turns, &m->lost[0]};

            for (size_t k = 0; k < COUNT_OF(figures); k++) {
                const salvo_figure *f = figures[k];

                outside += f->exact.value < f->simulated.low || f->exact.value > f->simulated.high;
                n++;
            }
        }
    assert_true(n >= 165);
    assert_true(outside * 165 <= 24 * n);
    salvo_matrix_free(&x);
}

static void the_ranking_is_the_mean_over_opponents(void **state)
{
    const salvo_matrix_plan plan = {
        .matching = SALVO_ONE_ON_ONE, .range = "350,1000", .units = "Tiger II, Sherman Firefly, T34/76, Truck etc."};
    salvo_matrix x;

    (void)state;
    fight(&x, mad(), &plan, &EXACT);
    for (size_t i = 0; i < 4; i++) {
        const salvo_standing *s = &x.standings[i];
        double sum = 0, most = 0;

        for (size_t b = 0; b < 4; b++) {
            double p = (salvo_matrix_match(&x, s->unit, b, 0)->p_a.exact.value +
                        salvo_matrix_match(&x, s->unit, b, 1)->p_a.exact.value) /
                       2;

            if (b == s->unit)
                continue;
            sum += p;
            most = fmax(most, p);
        }
        assert_int_equal(s->n, 3);
        assert_close(s->p_win, sum / 3);
        assert_close(s->p_best, most);
        assert_true(i == 0 || s->p_win <= x.standings[i - 1].p_win);
    }
    assert_string_equal(salvo_matrix_name(&x, x.standings[0].unit), "Tiger II");
    salvo_matrix_free(&x);
}

static bool stop_after(void *context, const salvo_progress *progress)
{
    int *looks = context;

    assert_true(progress->part >= 0 && progress->part <= 1);
    return (*looks)-- > 0;
}

static void a_watch_may_break_it_off(void **state)
{
    const salvo_matrix_plan plan = {.matching = SALVO_ONE_ON_ONE, .range = "500", .units = "nation=german"};
    int looks = 10;
    const salvo_progress_callback watch = {stop_after, &looks};
    const salvo_approach how = {.method = SALVO_EXACT, .plan = {.threads = 1, .progress = &watch}};
    size_t known = 0;
    salvo_matrix x;

    (void)state;
    fight(&x, mad(), &plan, &how);
    assert_int_equal(x.n_fought, 10);
    assert_true(x.n_requested > 100);
    for (size_t b = 0; b < x.n_units; b++)
        known += salvo_matrix_match(&x, 0, b, 0)->known;
    assert_int_equal(known, 10);
    salvo_matrix_free(&x);
}

static const struct {
    const char *ruleset;
    salvo_matrix_plan plan;
    const char *reason;
} REFUSED[] = {
    {"mad", {.range = "500", .units = "Sherman"}, "could be any of 5"},
    {"mad", {.range = "500:x"}, "a number of at least 0"},
    {"mbt2030", {.range = "all"}, "has no range brackets"},
    {"rookie", {.range = NULL}, "has no range brackets"},
    {"mad",
     {.matching = SALVO_EQUAL_NUMBERS, .numbers = 65, .battle = &HOLD, .range = "500"},
     "1 to 64 elements, not 65"},
    {"mad", {.matching = SALVO_EQUAL_POINTS, .budgets = 0, .battle = &HOLD, .range = "500"}, "1 to 20 budgets, not 0"},
    {"mad",
     {.matching = SALVO_EQUAL_POINTS, .budgets = 1, .battle = &HOLD, .range = "500", .units = "FlakPz IV Wirbelwind"},
     "none of these units has a price"},
};

static void bad_plans_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(REFUSED); i++) {
        salvo_rulebook book;
        salvo_matrix x;
        salvo_error err = {.text = ""};

        book_open(&book, REFUSED[i].ruleset, "");
        assert_int_equal(salvo_matrix_fight(&x, &book, &REFUSED[i].plan, &EXACT, &err), SALVO_BAD_INPUT);
        assert_null(x.memory);
        if (!strstr(err.text, REFUSED[i].reason))
            fail_msg("'%s' does not say '%s'", err.text, REFUSED[i].reason);
        salvo_rulebook_close(&book);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_list_is_its_duels),
        cmocka_unit_test(all_ranges_are_the_brackets),
        cmocka_unit_test(one_sided_words_are_fought_both_ways),
        cmocka_unit_test(sides_may_be_exchanged),
        cmocka_unit_test(a_mix_of_ranges_is_a_weighted_mean),
        cmocka_unit_test(purchases_are_as_counted_by_hand),
        cmocka_unit_test(purchases_favour_no_price),
        cmocka_unit_test(equal_numbers_are_battles),
        cmocka_unit_test(equal_points_are_weighted_battles),
        cmocka_unit_test(battles_may_be_exchanged),
        cmocka_unit_test(simulated_matches_are_duels_on_any_threads),
        cmocka_unit_test(intervals_hold_the_exact_values),
        cmocka_unit_test(the_ranking_is_the_mean_over_opponents),
        cmocka_unit_test(a_watch_may_break_it_off),
        cmocka_unit_test(bad_plans_are_refused),
    };

    return cmocka_run_group_tests(tests, mad_open, mad_close);
}
