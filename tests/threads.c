/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several threads ask one rulebook and answer one question at the same time, and all of them get what one alone gets. Under
 * the thread sanitiser (scripts/check) nothing is written that another thread reads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <salvo/dice_expression.h>
#include <salvo/fight.h>

#include "example_book.h"
#include "support.h"
#include "told_book.h"

enum { THREADS = 3 };

/* What all threads do at the same time. */
typedef struct work {
    void (*tell)(salvo_text *to, const void *of);
    const void *of;
    pthread_barrier_t start;
} work;

typedef struct one_thread {
    pthread_t thread;
    work *work;
    salvo_text text;
} one_thread;

static void *run(void *of)
{
    one_thread *t = of;

    pthread_barrier_wait(&t->work->start);
    t->work->tell(&t->text, t->work->of);
    return NULL;
}

/* Before one thread alone has asked: whatever is made with the first question is made by all at once. */
static void assert_alike(void (*tell)(salvo_text *to, const void *of), const void *of)
{
    work w = {.tell = tell, .of = of};
    one_thread threads[THREADS] = {0};
    salvo_text alone = {0};

    assert_int_equal(pthread_barrier_init(&w.start, NULL, THREADS), 0);
    for (int i = 0; i < THREADS; i++) {
        threads[i].work = &w;
        assert_int_equal(pthread_create(&threads[i].thread, NULL, run, &threads[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i].thread, NULL), 0);
    pthread_barrier_destroy(&w.start);
    tell(&alone, of);
    assert_true(alone.length > 20);
    for (int i = 0; i < THREADS; i++) {
        assert_string_equal(salvo_text_of(&threads[i].text), salvo_text_of(&alone));
        salvo_text_free(&threads[i].text);
    }
    salvo_text_free(&alone);
}

static void tell_rulebook(salvo_text *to, const void *of)
{
    tell_book(to, of);
}

static void rulebooks_of_salvo_are_shared(void **state)
{
    (void)state;
    for (size_t i = 0; i < SALVO_N_BOOKS; i++) {
        salvo_rulebook book;

        book_open(&book, SALVO_BOOKS[i], "");
        assert_alike(tell_rulebook, &book);
        salvo_rulebook_close(&book);
    }
}

static void rulebooks_in_lua_are_shared(void **state)
{
    static const char *const NAMES[] = {"fleet-and-front", "iron-saints", "risk", "tiny"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(NAMES); i++) {
        salvo_rulebook book;

        example_open(&book, NAMES[i]);
        assert_alike(tell_rulebook, &book);
        salvo_rulebook_close(&book);
    }
}

/* By the kernels and by the reference engine. */
static void tell_answers(salvo_text *to, const void *of)
{
    const salvo_question *question = of;
    salvo_plan plan = {.seed = 1, .trials = 200, .threads = 1};

    tell_odds(to, question);
    for (int by_dice = 0; by_dice < 2; by_dice++) {
        salvo_simulation s;
        salvo_error err = {0};

        plan.reference_engine = by_dice == 1;
        if (salvo_simulate(&s, question, &plan, &err) != SALVO_OK) {
            salvo_text_add(to, " %s", err.text);
            continue;
        }
        for (size_t i = 0; i < s.n_counts; i++)
            salvo_text_add(to, " %s=%d", s.counts[i].label, (int)s.counts[i].count);
        salvo_simulation_free(&s);
    }
}

static void questions_of_salvos_rules_are_shared(void **state)
{
    static const char *const WORDS[] = {"range=500"}, *const CANNON[] = {"weapon=cannon-b", "range=500"};
    const salvo_procedure *procedure;
    salvo_question duel, shot, damage, dice;

    (void)state;
    assert_int_equal(salvo_duel_ask(&duel, mad(), "Tiger I", "Sherman Firefly", WORDS, 1, NULL), SALVO_OK);
    assert_int_equal(salvo_procedure_find(mad()->ruleset, "mad.direct-fire", &procedure, NULL), SALVO_OK);
    assert_int_equal(salvo_question_ask(&shot, mad(), procedure, CANNON, 2, NULL), SALVO_OK);
    assert_int_equal(salvo_question_total(&damage, &shot, "damage", NULL), SALVO_OK);
    assert_int_equal(salvo_dice_ask(&dice, "3d6 drop lowest", NULL), SALVO_OK);
    assert_alike(tell_answers, &duel);
    assert_alike(tell_answers, &damage);
    assert_alike(tell_answers, &dice);
    salvo_question_free(&dice);
    salvo_question_free(&damage);
    salvo_question_free(&shot);
    salvo_question_free(&duel);
}

static void questions_in_lua_are_shared(void **state)
{
    static const char *const WORDS[] = {"range=24", "turns=3"};
    salvo_rulebook book;
    salvo_question duel;
    salvo_error err = {0};

    (void)state;
    example_open(&book, "iron-saints");
    if (salvo_duel_ask(&duel, &book, "saints", "walker", WORDS, COUNT_OF(WORDS), &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_alike(tell_answers, &duel);
    salvo_question_free(&duel);
    salvo_rulebook_close(&book);
}

/* A battle's question has its own way to an exact answer. */
static void questions_of_battles_are_shared(void **state)
{
    const salvo_battle_plan plan = {
        .army = {{.list = "2 Tiger I"}, {.list = "2 Sherman Firefly"}}, .range = 500, .close_to = -1, .turns = 3};
    const salvo_plan how = {.seed = 1, .threads = 1};
    salvo_question battle;

    (void)state;
    assert_int_equal(salvo_battle_ask(&battle, mad(), &plan, &how, NULL), SALVO_OK);
    assert_alike(tell_answers, &battle);
    salvo_battle_question_free(&battle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rulebooks_of_salvo_are_shared),        cmocka_unit_test(rulebooks_in_lua_are_shared),
        cmocka_unit_test(questions_of_salvos_rules_are_shared), cmocka_unit_test(questions_in_lua_are_shared),
        cmocka_unit_test(questions_of_battles_are_shared),
    };

    return cmocka_run_group_tests(tests, mad_open, mad_close);
}
