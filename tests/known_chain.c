/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chain whose steps were worked out throws what the reference engine throws: every chain of every ruleset, and of a
 * rulebook in Lua, trial by trial. */
#include <stdio.h>
#include <string.h>

#include "simulate/known_chain.h"
#include "simulate/reference_engine.h"

#include "example_book.h"
#include "first_question.h"
#include "support.h"

enum { TRIALS = 300, SEED = 3 };

static void expect_trials(const known_chain *k, const salvo_question *q)
{
    draws a = draws_of(SEED, 0), b = draws_of(SEED, 0);

    for (int i = 0; i < TRIALS; i++, draws_next_trial(&a), draws_next_trial(&b)) {
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0}, expected[SALVO_EXPECTATIONS_MAX] = {0};
        const int outcome = known_chain_trial(k, &a, gain);

        if (outcome != reference_engine_trial(q, &b, expected, NULL) || memcmp(gain, expected, sizeof gain) != 0)
            fail_msg("%s: trial %d is another", q->procedure->schema.name, i);
    }
}

/* How many chains were small enough. */
static size_t throw_book(const salvo_rulebook *book)
{
    size_t n = 0;

    for (size_t i = 0; i < book->ruleset->n_procedures; i++) {
        const salvo_procedure *p = book->ruleset->procedures[i];
        const word_list w = first_question(book, p);
        salvo_question q;
        known_chain k;

        if (!p->chain || p->trials)
            continue;
        if (ask_words(&q, book, p, &w, NULL) != SALVO_OK)
            fail_msg("%s cannot be asked", p->schema.name);
        assert_int_equal(known_chain_make(&k, &q, NULL), SALVO_OK);
        if (k.chain)
            expect_trials(&k, &q);
        n += k.chain != NULL;
        known_chain_free(&k);
        salvo_question_free(&q);
    }
    return n;
}

static void trials_of_salvos_rulesets(void **state)
{
    (void)state;
    for (size_t i = 0; i < SALVO_N_BOOKS; i++) {
        salvo_rulebook book;

        book_open(&book, SALVO_BOOKS[i], "");
        if (throw_book(&book) == 0)
            fail_msg("%s has no chain that is small", SALVO_BOOKS[i]);
        salvo_rulebook_close(&book);
    }
}

static void trials_of_a_script(void **state)
{
    salvo_rulebook book;

    (void)state;
    example_open(&book, "risk");
    assert_int_equal(throw_book(&book), 1);
    salvo_rulebook_close(&book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(trials_of_salvos_rulesets),
                                       cmocka_unit_test(trials_of_a_script)};

    return cmocka_run_group_tests_name("chains whose steps are known", tests, NULL, NULL);
}
