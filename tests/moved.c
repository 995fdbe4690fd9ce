/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What calls fill in may be moved by assignment: every rulebook answers the same from another place, and every result is
 * reported the same. What was left behind is spoiled first, so that a pointer into it is found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/dice_expression.h>
#include <salvo/report.h>

#include "example_book.h"
#include "support.h"
#include "told_book.h"

enum { SPOILED = 0xa5, PATH_MAX_HERE = 600 };

/* Moves the struct into memory of its own, and spoils where it was. The caller frees what is returned. */
static void *move(void *from, size_t size)
{
    void *to = malloc(size);

    assert_non_null(to);
    memcpy(to, from, size);
    memset(from, SPOILED, size);
    return to;
}

/* Rulebooks. */

/* Twice: from where it was opened, and from the heap. Closes it. */
static void assert_book_moves(salvo_rulebook *book)
{
    salvo_text before = {0}, after = {0};
    salvo_rulebook *moved;

    tell_book(&before, book);
    moved = move(book, sizeof *book);
    tell_book(&after, moved);
    assert_string_equal(salvo_text_of(&before), salvo_text_of(&after));
    assert_true(before.length > 100);
    salvo_text_free(&before);
    salvo_text_free(&after);
    salvo_rulebook_close(moved);
    free(moved);
}

static void every_rulebook_of_salvo_moves(void **state)
{
    (void)state;
    for (size_t i = 0; i < SALVO_N_BOOKS; i++) {
        salvo_rulebook book;

        book_open(&book, SALVO_BOOKS[i], "");
        assert_book_moves(&book);
    }
}

static void rulebooks_in_lua_move(void **state)
{
    static const char *const NAMES[] = {"fleet-and-front", "iron-saints", "risk", "tiny"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(NAMES); i++) {
        salvo_rulebook book;

        example_open(&book, NAMES[i]);
        assert_book_moves(&book);
    }
}

/* A variant moves as any book does; what it is a variant of stays where it is, because it is borrowed. */
static void a_variant_moves(void **state)
{
    salvo_rulebook book, variant;
    int table, column;
    salvo_change change = {.text = "30"};

    (void)state;
    book_open(&book, "mad", "");
    for (table = 0; strcmp(book.store.tables[table].name, "weapons") != 0;)
        table++;
    column = salvo_table_column(&book.store.tables[table], "damage");
    change.table = (size_t)table;
    change.column = (size_t)column;
    assert_int_equal(salvo_rulebook_vary(&variant, &book, &change, NULL), SALVO_OK);
    assert_book_moves(&variant);
    salvo_rulebook_close(&book);
}

/* Results. */

/* A kind of result: its report, and how it is freed. */
typedef struct result_kind {
    salvo_status (*report)(FILE *out, salvo_format format, const void *result, salvo_error *err);
    void (*release)(void *result);
} result_kind;

/* The functions of a type, as functions of anything. */
#define RESULT_KIND(kind, type, report, release)                                                            \
    static salvo_status report_##kind(FILE *out, salvo_format format, const void *result, salvo_error *err) \
    {                                                                                                       \
        return report(out, format, (const type *)result, err);                                              \
    }                                                                                                       \
    static void release_##kind(void *result)                                                                \
    {                                                                                                       \
        release((type *)result);                                                                            \
    }                                                                                                       \
    static const result_kind kind = {report_##kind, release_##kind}

static char *written(const result_kind *kind, const void *result)
{
    static const salvo_format_kind KINDS[] = {SALVO_TABLE, SALVO_JSON, SALVO_CSV};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    salvo_error err = {0};

    assert_non_null(out);
    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        if (kind->report(out, (salvo_format){.kind = KINDS[i]}, result, &err) != SALVO_OK)
            fail_msg("%s", err.text);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Frees the result. */
static void assert_moves(const result_kind *kind, void *result, size_t size)
{
    char *before = written(kind, result), *after;
    void *moved = move(result, size);

    after = written(kind, moved);
    assert_string_equal(before, after);
    assert_true(strlen(before) > 100);
    kind->release(moved);
    free(before);
    free(after);
    free(moved);
}

static const char *const AT_500[] = {"range=500"};
static const salvo_approach FEW_TRIALS = {
    .method = SALVO_BOTH, .options = {.turns_max = 3}, .plan = {.seed = 1, .trials = 100, .threads = 1, .turns = 3}};

RESULT_KIND(curve, salvo_curve, salvo_report_curve, salvo_curve_free);
RESULT_KIND(duel, salvo_duel, salvo_report_duel, salvo_duel_free);
RESULT_KIND(battle, salvo_battle, salvo_report_battle, salvo_battle_free);
RESULT_KIND(tipping, salvo_tipping, salvo_report_tipping, salvo_tipping_free);
RESULT_KIND(luck, salvo_luck, salvo_report_luck, salvo_luck_free);
RESULT_KIND(comparison, salvo_comparison, salvo_report_comparison, salvo_comparison_free);
RESULT_KIND(explanation, salvo_explanation, salvo_report_explanation, salvo_explanation_free);
RESULT_KIND(matrix, salvo_matrix, salvo_report_matrix, salvo_matrix_free);
RESULT_KIND(efficiency, salvo_efficiency, salvo_report_efficiency, salvo_efficiency_free);
RESULT_KIND(audit, salvo_audit, salvo_report_audit, salvo_audit_free);
RESULT_KIND(appendix, salvo_appendix, salvo_report_appendix, salvo_appendix_free);
RESULT_KIND(points_test, salvo_points_test, salvo_report_points_test, salvo_points_test_free);
RESULT_KIND(points_fit, salvo_points_fit, salvo_report_points_fit, salvo_points_fit_free);
RESULT_KIND(points_price, salvo_points_price, salvo_report_points_price, salvo_points_price_free);
RESULT_KIND(points_comparison, salvo_points_comparison, salvo_report_points_comparison, salvo_points_comparison_free);

static salvo_status report_all_sensitivity(FILE *out, salvo_format format, const salvo_sensitivity *s, salvo_error *err)
{
    return salvo_report_sensitivity(out, format, s, 0, err);
}

static salvo_status report_all_search(FILE *out, salvo_format format, const salvo_search *s, salvo_error *err)
{
    return salvo_report_search(out, format, s, 0, err);
}

RESULT_KIND(sensitivity, salvo_sensitivity, report_all_sensitivity, salvo_sensitivity_free);
RESULT_KIND(search, salvo_search, report_all_search, salvo_search_free);

/* A question moves with its answer; both are borrowed by nobody. */
typedef struct asked_and_answered {
    salvo_question question;
    salvo_answer answer;
} asked_and_answered;

static salvo_status report_question(FILE *out, salvo_format format, const asked_and_answered *of, salvo_error *err)
{
    return salvo_report_odds(out, format, &of->question, &of->answer, err);
}

static void answered_free(asked_and_answered *of)
{
    salvo_answer_free(&of->answer);
    salvo_question_free(&of->question);
}

RESULT_KIND(answered, asked_and_answered, report_question, answered_free);

#define ASSERT_OK(call) assert_int_equal(call, SALVO_OK)

static void answers_move(void **state)
{
    static const char *const CANNON[] = {"weapon=cannon-b", "range=500"};
    const salvo_procedure *procedure;
    asked_and_answered of;
    salvo_question asked;

    (void)state;
    ASSERT_OK(salvo_duel_ask(&of.question, mad(), "Tiger I", "Sherman Firefly", AT_500, 1, NULL));
    ASSERT_OK(salvo_answer_find(&of.answer, &of.question, &FEW_TRIALS, NULL));
    assert_moves(&answered, &of, sizeof of);
    ASSERT_OK(salvo_dice_ask(&of.question, "3d6 + 1", NULL));
    ASSERT_OK(salvo_answer_find(&of.answer, &of.question, &FEW_TRIALS, NULL));
    assert_moves(&answered, &of, sizeof of);
    ASSERT_OK(salvo_procedure_find(mad()->ruleset, "mad.direct-fire", &procedure, NULL));
    ASSERT_OK(salvo_question_ask(&asked, mad(), procedure, CANNON, 2, NULL));
    ASSERT_OK(salvo_question_total(&of.question, &asked, "damage", NULL));
    ASSERT_OK(salvo_answer_find(&of.answer, &of.question, &FEW_TRIALS, NULL));
    assert_moves(&answered, &of, sizeof of);
    salvo_question_free(&asked);
}

/* A question that has not been answered yet. */
static void a_question_is_answered_elsewhere(void **state)
{
    salvo_question here, *there;
    salvo_odds before, after;

    (void)state;
    ASSERT_OK(salvo_duel_ask(&here, mad(), "Tiger I", "Sherman Firefly", AT_500, 1, NULL));
    ASSERT_OK(salvo_odds_solve(&before, &here, NULL, NULL));
    there = move(&here, sizeof here);
    ASSERT_OK(salvo_odds_solve(&after, there, NULL, NULL));
    assert_true(salvo_odds_probability(&before, "a-wins") == salvo_odds_probability(&after, "a-wins"));
    salvo_odds_free(&before);
    salvo_odds_free(&after);
    salvo_question_free(there);
    free(there);
}

static void sums_of_fire_move(void **state)
{
    const salvo_fire_plan plan = {.list = "2 Tiger I, Panther A to G", .target = "Sherman Firefly", .range = "500"};
    salvo_fire_list here, *there;
    salvo_odds odds;

    (void)state;
    ASSERT_OK(salvo_fire_list_ask(&here, mad(), &plan, NULL));
    there = move(&here, sizeof here);
    ASSERT_OK(salvo_odds_solve(&odds, &there->sum, NULL, NULL));
    assert_true(odds.n_outcomes > 1);
    salvo_odds_free(&odds);
    salvo_fire_list_free(there);
    free(there);
}

static void fights_move(void **state)
{
    const salvo_battle_plan plan = {
        .army = {{.list = "Tiger I"}, {.list = "Sherman Firefly"}}, .range = 500, .close_to = -1, .turns = 4};
    const salvo_matrix_plan all = {.matching = SALVO_ONE_ON_ONE, .range = "500", .units = "Tiger I, Sherman Firefly"};
    salvo_duel d;
    salvo_battle b;
    salvo_tipping t;
    salvo_matrix m;

    (void)state;
    ASSERT_OK(salvo_duel_fight(&d, mad(), "Tiger I", "Sherman Firefly", AT_500, 1, &FEW_TRIALS, NULL));
    assert_moves(&duel, &d, sizeof d);
    ASSERT_OK(salvo_battle_fight(&b, mad(), &plan, &FEW_TRIALS, NULL));
    assert_moves(&battle, &b, sizeof b);
    ASSERT_OK(salvo_tipping_find(&t, mad(), &plan,
                                 &(salvo_approach){.method = SALVO_MONTE_CARLO, .plan = FEW_TRIALS.plan}, NULL));
    assert_moves(&tipping, &t, sizeof t);
    ASSERT_OK(salvo_matrix_fight(&m, mad(), &all, &FEW_TRIALS, NULL));
    assert_moves(&matrix, &m, sizeof m);
}

static void tables_move(void **state)
{
    static const char *const CANNON[] = {"weapon=cannon-b"}, *const OVER[] = {"range=100,500"};
    const salvo_efficiency_plan plan = {.range = "500", .units = "Char B1-bis", .against = "Tiger I"};
    char path[PATH_MAX_HERE];
    salvo_efficiency e;
    salvo_curve c;
    salvo_audit a;
    salvo_appendix pages;
    const salvo_procedure *procedure;

    (void)state;
    ASSERT_OK(salvo_procedure_find(mad()->ruleset, "mad.direct-fire", &procedure, NULL));
    ASSERT_OK(salvo_curve_draw(&c, mad(), procedure, CANNON, 1, OVER, 1, &FEW_TRIALS, NULL));
    assert_moves(&curve, &c, sizeof c);
    ASSERT_OK(salvo_efficiency_measure(&e, mad(), &plan, NULL));
    assert_moves(&efficiency, &e, sizeof e);
    ASSERT_OK(salvo_points_audit(&a, mad(), NULL, NULL));
    assert_moves(&audit, &a, sizeof a);
    snprintf(path, sizeof path, "%s/data/appendix.yaml", getenv("SALVO_TESTS"));
    ASSERT_OK(salvo_appendix_make(&pages, mad(), path, NULL, NULL));
    assert_moves(&appendix, &pages, sizeof pages);
}

static void what_is_found_by_asking_again_moves(void **state)
{
    static const char *const ONLY[] = {"weapons.cannon-b"}, *const AT_600[] = {"range=600"};
    const salvo_subject subject = {
        .a = "Tiger I", .b = "Sherman Firefly", .words = AT_500, .n_words = 1, .only = ONLY, .n_only = 1};
    salvo_question first, second;
    salvo_sensitivity s;
    salvo_search r;
    salvo_comparison c;
    salvo_explanation e;

    (void)state;
    ASSERT_OK(salvo_sensitivity_measure(&s, mad(), &subject, NULL, NULL, NULL));
    assert_moves(&sensitivity, &s, sizeof s);
    ASSERT_OK(salvo_search_run(&r, mad(), &subject, 0.6, NULL, NULL));
    assert_moves(&search, &r, sizeof r);
    ASSERT_OK(salvo_duel_ask(&first, mad(), "Tiger I", "Sherman Firefly", AT_500, 1, NULL));
    ASSERT_OK(salvo_duel_ask(&second, mad(), "Tiger I", "Sherman Firefly", AT_600, 1, NULL));
    ASSERT_OK(salvo_compare(&c, &first, &second, &FEW_TRIALS, NULL));
    assert_moves(&comparison, &c, sizeof c);
    ASSERT_OK(salvo_explain(&e, &first, NULL, NULL));
    assert_moves(&explanation, &e, sizeof e);
    salvo_question_free(&first);
    salvo_question_free(&second);
}

static void logs_move(void **state)
{
    salvo_question question;
    salvo_luck_entry entry = {.name = "turn 1",
                              .words = "dice d6 = 6",
                              .question = &question,
                              .success = {.text = "yes", .origin = ""},
                              .happened = {.text = "1/3", .origin = ""}};
    salvo_luck found;

    (void)state;
    ASSERT_OK(salvo_dice_ask(&question, "d6 = 6", NULL));
    ASSERT_OK(salvo_luck_find(&found, &entry, 1, NULL, NULL));
    assert_moves(&luck, &found, sizeof found);
    salvo_question_free(&question);
}

/* Three units and few battles; with fewer pairs nothing is fitted. */
static void prices_move(void **state)
{
    static const salvo_army_choice BOUGHT[] = {
        {"french-char-b1-bis", 0, 4}, {"french-somua-s35", 0, 4}, {"french-panhard-178", 0, 4}};
    static const char *const NAMED[] = {"french-char-b1-bis"};
    static const double RANGES[] = {500};
    const salvo_cell header[] = {{"id", "list", 1, 1}, {"price", "list", 1, 4}};
    salvo_cell cells[] = {{"french-somua-s35", "list", 2, 1}, {"80", "list", 2, 9}};
    const salvo_table list = {
        .name = "list", .path = "list", .header = header, .n_columns = 2, .cells = cells, .n_rows = 1};
    salvo_points_plan plan = SALVO_POINTS_PLAN;
    salvo_points_test t;
    salvo_points_fit f;
    salvo_points_price p;
    salvo_points_comparison c;

    (void)state;
    plan.pairs = 20;
    plan.precision = 0.5;
    plan.elements_max = 4;
    plan.rounds = 1;
    plan.tolerance = 0.1;
    plan.ranges = RANGES;
    plan.n_ranges = 1;
    plan.scenarios[SALVO_ADVANCE] = plan.scenarios[SALVO_MEETING] = 0;
    plan.choices = BOUGHT;
    plan.n_choices = COUNT_OF(BOUGHT);
    plan.named = NAMED;
    plan.n_named = 1;
    ASSERT_OK(salvo_points_test_run(&t, mad(), &plan, NULL));
    assert_moves(&points_test, &t, sizeof t);
    ASSERT_OK(salvo_points_fit_run(&f, mad(), &plan, NULL));
    assert_moves(&points_fit, &f, sizeof f);
    ASSERT_OK(salvo_points_price_run(&p, mad(), &plan, NAMED, 1, NULL));
    assert_moves(&points_price, &p, sizeof p);
    ASSERT_OK(salvo_points_compare(&c, mad(), &plan, &(salvo_other_list){.prices = &list}, NULL));
    assert_moves(&points_comparison, &c, sizeof c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rulebook_of_salvo_moves),
        cmocka_unit_test(rulebooks_in_lua_move),
        cmocka_unit_test(a_variant_moves),
        cmocka_unit_test(answers_move),
        cmocka_unit_test(a_question_is_answered_elsewhere),
        cmocka_unit_test(sums_of_fire_move),
        cmocka_unit_test(fights_move),
        cmocka_unit_test(tables_move),
        cmocka_unit_test(what_is_found_by_asking_again_moves),
        cmocka_unit_test(logs_move),
        cmocka_unit_test(prices_move),
    };

    return cmocka_run_group_tests(tests, mad_open, mad_close);
}
