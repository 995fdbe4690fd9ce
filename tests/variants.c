/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of the rules: every answer that asks several rulebooks at once, against each rulebook asked alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/compare.h>
#include <salvo/points.h>
#include <salvo/sensitivity.h>

#include "scratch.h"
#include "support.h"

/* House rules. The first changes nothing. */
static const struct rule {
    const char *name, *text;
} RULES[] = {
    {"as-before", "return {[\"attack.for_cover\"] = function(original, shot) return original(shot) end}\n"},
    {"cover-3", "return {[\"attack.for_cover\"] = function(original, shot)\n"
                "  return shot.cover == \"normal\" and not shot.contact and 3 or original(shot)\n"
                "end}\n"},
    {"tens", "return {[\"attack.level_of\"] = function(original, number, first, second)\n"
             "  local level = original(number, first, second)\n"
             "  return level == \"critical\" and first < 10 and \"double\" or level\n"
             "end}\n"},
    {"weak", "return {[\"attack.damages\"] = function(original, full, halved, rounding)\n"
             "  local damage = original(full, halved, rounding)\n"
             "  damage.double = damage.single\n"
             "  return damage\n"
             "end}\n"},
};

enum { N = COUNT_OF(RULES), QUESTIONS = IS_SANITISED ? 3 : 12 };

static struct {
    char folder[SCRATCH_PATH];
    salvo_rulebook books[N];
    salvo_variant variants[N];
} all;

static int open_all(void **state)
{
    char shipped[SCRATCH_PATH];

    scratch_make(all.folder);
    scratch_path(shipped, getenv("SALVO_DATA"), "mad");
    for (size_t i = 0; i < N; i++) {
        char path[SCRATCH_PATH];
        const char *const paths[] = {path};
        const salvo_rulebook_changes changes = {.rules = paths, .n_rules = 1};
        salvo_error err = {.text = ""};

        scratch_edit(all.folder, "rule.lua", NULL, RULES[i].text);
        scratch_path(path, all.folder, "rule.lua");
        if (salvo_rulebook_open_changed(&all.books[i], "mad", shipped, &changes, &err) != SALVO_OK)
            fail_msg("%s: %s", RULES[i].name, err.text);
        all.variants[i] = (salvo_variant){RULES[i].name, &all.books[i]};
    }
    return mad_open(state);
}

static int close_all(void **state)
{
    for (size_t i = 0; i < N; i++)
        salvo_rulebook_close(&all.books[i]);
    scratch_remove(all.folder);
    return mad_close(state);
}

static uint64_t next(uint64_t *random, uint64_t n)
{
    *random += UINT64_C(0x9e3779b97f4a7c15);
    return ((*random ^ *random >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 32) % n;
}

/* A random duel. */
typedef struct duel {
    char range[32], cover[32];
    const char *words[2];
    salvo_subject subject;
} duel;

static const char *any_unit(uint64_t *random)
{
    const salvo_table *units = salvo_store_table(&mad()->store, "units");

    return units->cells[next(random, units->n_rows) * units->n_columns].text;
}

static void draw(duel *d, uint64_t *random)
{
    snprintf(d->range, sizeof d->range, "range=%d", 100 + 50 * (int)next(random, 20));
    snprintf(d->cover, sizeof d->cover, "a-cover=%s", next(random, 2) ? "normal" : "none");
    d->words[0] = d->range;
    d->words[1] = d->cover;
    d->subject = (salvo_subject){
        .a = any_unit(random), .b = any_unit(random), .words = d->words, .n_words = 2, .metric = SALVO_CHANCE_OF_A};
}

static size_t place_of(const char *name)
{
    size_t i = 0;

    while (strcmp(RULES[i].name, name) != 0)
        i++;
    return i;
}

static double chance_in(const salvo_rulebook *book, const salvo_subject *s, char *fraction, size_t size)
{
    const salvo_approach how = {.method = SALVO_EXACT};
    salvo_duel d;
    double p;

    assert_int_equal(salvo_duel_fight(&d, book, s->a, s->b, s->words, s->n_words, &how, NULL), SALVO_OK);
    p = d.p_a.exact.value;
    snprintf(fraction, size, "%s", d.p_a.exact.exact ? d.p_a.exact.exact : "");
    salvo_duel_free(&d);
    return p;
}

/* Each answer is that of its own rulebook, and the largest difference is first. */
static void exact_answers_are_those_of_each_book(void **state)
{
    const salvo_approach how = {.method = SALVO_EXACT, .plan = SALVO_PLAN};
    uint64_t random = 45;
    int moved = 0;

    (void)state;
    for (int q = 0; q < QUESTIONS; q++) {
        salvo_rule_sensitivity s;
        duel d;
        double base, before = INFINITY;
        char fraction[4096], base_fraction[4096];
        size_t moving = 0;

        draw(&d, &random);
        base = chance_in(mad(), &d.subject, base_fraction, sizeof base_fraction);
        assert_int_equal(salvo_sensitivity_of_rules(&s, mad(), &d.subject, all.variants, N, &how, NULL), SALVO_OK);
        assert_int_equal(s.n_variants, N);
        for (size_t i = 0; i < N; i++) {
            const salvo_changed_answer *m = &s.variants[i];
            const double is = chance_in(&all.books[place_of(m->to)], &d.subject, fraction, sizeof fraction);

            assert_true(m->known && !m->refused);
            assert_true(fabs(m->value.exact.value - is) < 1e-12);
            assert_true(fabs(m->difference.exact.value - (is - base)) < 1e-12);
            if (m->value.exact.exact && strlen(fraction) < sizeof fraction - 1)
                assert_string_equal(m->value.exact.exact, fraction);
            assert_true(fabs(m->difference.exact.value) <= before);
            before = fabs(m->difference.exact.value);
            moved += before > 0;
            moving += strcmp(fraction, base_fraction) != 0;
            if (place_of(m->to) == 0)
                assert_true(m->difference.exact.value == 0);
        }
        assert_int_equal(s.n_moving, moving);
        salvo_rule_sensitivity_free(&s);
    }
    assert_true(moved > QUESTIONS / 2);
}

/* Few units: all of one nation. */
static salvo_points_plan plan_of(void)
{
    static const double RANGES[] = {500, 1000};
    static size_t nation;
    salvo_points_plan plan = SALVO_POINTS_PLAN;

    assert_int_equal(salvo_table_find(salvo_store_table(&mad()->store, "nations"), "nation", "france", &nation, NULL),
                     SALVO_OK);
    plan.nation = &nation;

    plan.seed = 9;
    plan.pairs = IS_SANITISED ? 6 : 30;
    plan.precision = 0.1;
    plan.elements_max = 6;
    plan.ranges = RANGES;
    plan.n_ranges = 2;
    return plan;
}

/* A mistake in the rules of a variant is an error with its place, by every method and for every subject. */
static void a_mistake_is_told(void **state)
{
    static const char RULE[] = "return {[\"attack.level_of\"] = function(original, ...)\n"
                               "  return original(...) .. nil\n"
                               "end}\n";
    const salvo_points_plan armies = plan_of();
    const salvo_battle_plan battle = {
        .range = 500, .army = {{.list = "2 Panther A to G"}, {.list = "2 T34/85"}}, .turns = 3};
    const char *const words[] = {"range=500"};
    const salvo_subject subjects[] = {{.a = "Tiger I", .b = "Sherman Firefly", .words = words, .n_words = 1},
                                      {.battle = &battle},
                                      {.points = &armies}};
    char shipped[SCRATCH_PATH], path[SCRATCH_PATH];
    const char *const paths[] = {path};
    const salvo_rulebook_changes changes = {.rules = paths, .n_rules = 1};
    salvo_rulebook book;
    salvo_variant variants[] = {all.variants[0], {"broken", &book}};

    (void)state;
    scratch_edit(all.folder, "broken.lua", NULL, RULE);
    scratch_path(path, all.folder, "broken.lua");
    scratch_path(shipped, getenv("SALVO_DATA"), "mad");
    for (size_t i = 0; i < COUNT_OF(subjects); i++)
        for (int simulates = 0; simulates <= 1; simulates++) {
            salvo_approach how = {.method = simulates ? SALVO_MONTE_CARLO : SALVO_EXACT_IF_QUICK, .plan = SALVO_PLAN};
            salvo_rule_sensitivity s;
            salvo_error err = {.text = ""};

            how.plan.trials = 500;
            assert_int_equal(salvo_rulebook_open_changed(&book, "mad", shipped, &changes, NULL), SALVO_OK);
            assert_int_equal(salvo_sensitivity_of_rules(&s, mad(), &subjects[i], variants, 2, &how, &err),
                             SALVO_BAD_INPUT);
            assert_string_equal(err.path, path);
            assert_int_equal(err.line, 2);
            salvo_rulebook_close(&book);
        }
}

/* The trials are those of a comparison of the two, with the same seed. A variant whose exact chance is the same is not
 * simulated, although trials may end differently. */
static void simulated_answers_are_those_of_comparisons(void **state)
{
    salvo_approach how = {.method = SALVO_MONTE_CARLO, .plan = SALVO_PLAN};
    uint64_t random = 46;

    (void)state;
    how.plan.trials = 4000;
    for (int q = 0; q < QUESTIONS / 3; q++) {
        salvo_rule_sensitivity s;
        salvo_question first;
        duel d;
        char fraction[4096];

        draw(&d, &random);
        assert_int_equal(
            salvo_duel_ask(&first, mad(), d.subject.a, d.subject.b, d.subject.words, d.subject.n_words, NULL),
            SALVO_OK);
        assert_int_equal(salvo_sensitivity_of_rules(&s, mad(), &d.subject, all.variants, N, &how, NULL), SALVO_OK);
        for (size_t i = 0; i < N; i++) {
            const salvo_changed_answer *m = &s.variants[i];
            const bool differs = chance_in(&all.books[place_of(m->to)], &d.subject, fraction, sizeof fraction) !=
                                 chance_in(mad(), &d.subject, fraction, sizeof fraction);
            salvo_question second;
            salvo_comparison c;

            assert_int_equal(salvo_duel_ask(&second, &all.books[place_of(m->to)], d.subject.a, d.subject.b,
                                            d.subject.words, d.subject.n_words, NULL),
                             SALVO_OK);
            assert_int_equal(salvo_compare(&c, &first, &second, &how, NULL), SALVO_OK);
            for (size_t k = 0; k < c.n_outcomes; k++)
                if (strcmp(c.outcomes[k].name, "a-wins") == 0 && differs) {
                    assert_true(fabs(c.outcomes[k].difference.simulated.value - m->difference.simulated.value) < 1e-12);
                    assert_int_equal(c.outcomes[k].only_first, m->pairs_less);
                    assert_int_equal(c.outcomes[k].only_second, m->pairs_greater);
                }
            if (!differs)
                assert_true(m->difference.simulated.low == 0 && m->difference.simulated.high == 0);
            salvo_comparison_free(&c);
            salvo_question_free(&second);
        }
        salvo_rule_sensitivity_free(&s);
        salvo_question_free(&first);
    }
}

/* How far the variant moves a mean, for its size. */
static double mean_moved(const salvo_compared_variant *v)
{
    double most = 0;

    for (size_t i = 0; i < v->comparison.n_means; i++) {
        const salvo_contrast *m = &v->comparison.means[i];

        most = fmax(most, fabs(m->difference.exact.value) / fmax(1, fabs(m->first.exact.value)));
    }
    return most;
}

/* A comparison with several variants is one with each; the largest difference is first. */
static void comparisons_are_ranked(void **state)
{
    const salvo_approach how = {.method = SALVO_EXACT_IF_QUICK, .plan = SALVO_PLAN};
    uint64_t random = 47;

    (void)state;
    for (int q = 0; q < QUESTIONS; q++) {
        salvo_question first, asked[N];
        salvo_compared_variant to[N] = {{.name = NULL}};
        salvo_compared_variants c;
        duel d;
        double before = INFINITY, mean_before = INFINITY;

        draw(&d, &random);
        assert_int_equal(
            salvo_duel_ask(&first, mad(), d.subject.a, d.subject.b, d.subject.words, d.subject.n_words, NULL),
            SALVO_OK);
        for (size_t i = 0; i < N; i++) {
            assert_int_equal(salvo_duel_ask(&asked[i], &all.books[i], d.subject.a, d.subject.b, d.subject.words,
                                            d.subject.n_words, NULL),
                             SALVO_OK);
            to[i] = (salvo_compared_variant){.name = RULES[i].name, .question = &asked[i]};
        }
        to[N - 1] = (salvo_compared_variant){.name = RULES[N - 1].name, .refused = "for a test"};
        assert_int_equal(salvo_compare_variants(&c, &first, to, N, &how, NULL), SALVO_OK);
        assert_string_equal(to[N - 1].refused, "for a test");
        for (size_t i = 0; i + 1 < N; i++) {
            const salvo_comparison *of = &to[i].comparison;
            const double most = fabs(of->outcomes[to[i].outcome].difference.exact.value);

            assert_ptr_equal(of->second, to[i].question);
            assert_true(of->exact && !of->simulated);
            assert_true(most < before || (most == before && mean_moved(&to[i]) <= mean_before));
            for (size_t k = 0; k < of->n_outcomes; k++)
                assert_true(fabs(of->outcomes[k].difference.exact.value) <= most);
            before = most;
            mean_before = mean_moved(&to[i]);
        }
        salvo_compared_variants_free(&c);
        for (size_t i = 0; i < N; i++)
            salvo_question_free(&asked[i]);
        salvo_question_free(&first);
    }
}

/* Points. */

/* With armies of one price list, the imbalance in a variant is that of its own rulebook asked alone. */
static void armies_fight_in_each_book(void **state)
{
    const salvo_points_plan plan = plan_of();
    const salvo_subject subject = {.points = &plan};
    const salvo_approach how = {.method = SALVO_MONTE_CARLO, .plan = SALVO_PLAN};
    salvo_rule_sensitivity s, alone;

    (void)state;
    assert_int_equal(salvo_sensitivity_of_rules(&s, mad(), &subject, all.variants, N, &how, NULL), SALVO_OK);
    for (size_t i = 0; i < N; i++) {
        const salvo_changed_answer *m = &s.variants[i];

        assert_int_equal(salvo_sensitivity_of_rules(&alone, &all.books[place_of(m->to)], &subject, NULL, 0, &how, NULL),
                         SALVO_OK);
        assert_true(m->known);
        assert_true(m->value.simulated.value == alone.baseline.base.simulated.value);
        if (place_of(m->to) == 0)
            assert_true(m->pairs_less + m->pairs_greater == 0);
        if (place_of(m->to) == 2)
            assert_true(m->pairs_less + m->pairs_greater > 0);
        salvo_rule_sensitivity_free(&alone);
    }
    salvo_rule_sensitivity_free(&s);
}

/* The imbalance of either rulebook in a comparison is that of its own test, and what both fight alike differs by 0. */
static void two_books_are_two_tests(void **state)
{
    const salvo_points_plan plan = plan_of();

    (void)state;
    for (size_t i = 0; i < N; i++) {
        const salvo_other_list other = {.book = &all.books[i]};
        salvo_points_comparison c;
        salvo_points_test alone[2];

        assert_int_equal(salvo_points_compare(&c, mad(), &plan, &other, NULL), SALVO_OK);
        assert_int_equal(salvo_points_test_run(&alone[0], mad(), &plan, NULL), SALVO_OK);
        assert_int_equal(salvo_points_test_run(&alone[1], other.book, &plan, NULL), SALVO_OK);
        assert_true(c.two_books && c.shared == c.pairs && c.battles > 0);
        assert_string_equal(c.measures[0].name, "imbalance");
        for (int l = 0; l < 2; l++)
            assert_true(fabs(c.measures[0].list[l].value - alone[l].imbalance.plain.value) < 1e-12);
        if (i == 0) {
            assert_int_equal(c.same_battles, c.battles);
            for (size_t m = 0; m < c.n_measures; m++)
                assert_true(c.measures[m].difference.low == 0 && c.measures[m].difference.high == 0);
            for (size_t u = 0; u < c.unit_pool.n_units; u++)
                assert_true(fabs(c.units[u].change.value - 1) < 1e-9 && c.units[u].changed == SALVO_RELATION_UNSURE);
        } else if (strcmp(RULES[i].name, "cover-3") != 0) /* nobody is in cover here */
            assert_true(c.same_battles < c.battles && c.measures[0].difference.value != 0);
        for (int l = 0; l < 2; l++)
            salvo_points_test_free(&alone[l]);
        salvo_points_comparison_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_answers_are_those_of_each_book),
        cmocka_unit_test(a_mistake_is_told),
        cmocka_unit_test(simulated_answers_are_those_of_comparisons),
        cmocka_unit_test(comparisons_are_ranked),
        cmocka_unit_test(armies_fight_in_each_book),
        cmocka_unit_test(two_books_are_two_tests),
    };

    return cmocka_run_group_tests(tests, open_all, close_all);
}
