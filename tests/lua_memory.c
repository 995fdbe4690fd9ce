/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of a Lua state runs out: whichever allocation it is that fails, the answer is right or there is an error in
 * words, and nothing is left behind (the sanitisers look). A state allocates by realloc, arenas by calloc, and the linker
 * sends both here (--wrap, in CMakeLists.txt). SALVO_EVERY=1 makes every allocation fail in turn; else the first ones, then a sample. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/fight.h>

#include "checks/checks.h"
#include "rules/fault.h"
#include "support.h"

/* Allocations until one fails, that one included; 0: none does. A state whose allocation fails collects its garbage and
 * tries again, so that one failure is mostly no loss: then all that follow fail as well. */
static uint64_t left;
static bool for_good, has_failed;

void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

static bool fails(void)
{
    if (left && --left == 0)
        return has_failed = true;
    return has_failed && for_good;
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

static const char *const FOLDERS[] = {"lua/tiny", "../examples/rulebooks/tiny"};

/* What salvo has found out about a book: a question that a failure has left out would be missing. */
static salvo_status inspect(const salvo_rulebook *book, double *found, salvo_error *err)
{
    rulebook_check check;
    salvo_status status = rulebook_check_run(&check, book, err);

    for (size_t i = 0; i < check.n; i++)
        *found += (double)check.procedures[i].questions + (double)check.procedures[i].results;
    rulebook_check_free(&check);
    return status;
}

/* Opens the book, asks and inspects it; false: with an error. */
static bool ask_book(const char *folder, double *found)
{
    const salvo_approach exact = {.method = SALVO_EXACT};
    char path[512];
    salvo_rulebook book;
    salvo_duel duel;
    salvo_error err = {.text = ""};
    salvo_status status;

    snprintf(path, sizeof path, "%s/%s", getenv("SALVO_TESTS"), folder);
    status = salvo_rulebook_open(&book, NULL, path, NULL, 0, &err);
    if (status == SALVO_OK) {
        const char *words[] = {"range=5"};

        status = salvo_duel_fight(&duel, &book, "heavy", "light", words, 1, &exact, &err);
        if (status == SALVO_OK) {
            *found = duel.p_a.exact.value;
            salvo_duel_free(&duel);
            status = inspect(&book, found, &err);
        }
        salvo_rulebook_close(&book);
    }
    if (status != SALVO_OK && !*err.text)
        fail_msg("%s: status %d without a word", folder, (int)status);
    return status == SALVO_OK;
}

/* Every n-th allocation in turn, until there are not so many; returns how often there was an error. */
static int fail_at_each(const char *folder, double right)
{
    int errors = 0;

    for (uint64_t n = 1, step = 1; left == 0; n += step) {
        double found;

        left = n;
        has_failed = false;
        if (ask_book(folder, &found))
            assert_true(found == right); /* what failed was no loss, or none has */
        else
            errors++;
        if (!getenv("SALVO_EVERY"))
            step = 1 + n / (IS_SANITISED ? 4 : 16);
    }
    left = 0;
    has_failed = false;
    return errors;
}

static void a_failed_allocation_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(FOLDERS); i++) {
        double right;

        assert_true(ask_book(FOLDERS[i], &right));
        for_good = false;
        fail_at_each(FOLDERS[i], right);
        for_good = true;
        assert_true(fail_at_each(FOLDERS[i], right) > (IS_SANITISED ? 20 : 100));
        for_good = false;
    }
}

/* Whether the fire of an element is the same at two ranges of one bracket. */
static salvo_status compare_fires(const salvo_rulebook *book, bool *same, salvo_error *err)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;
    salvo_question field, element;
    salvo_status status = salvo_schema_ask(&field, book, adapter->field, NULL, 0, err);
    _Alignas(16) char fire[2][256] = {{0}};

    if (status != SALVO_OK)
        return status;
    status = salvo_schema_ask(&element, book, adapter->element, (const char *[]){"unit=heavy"}, 1, err);
    if (status == SALVO_OK) {
        assert_true(adapter->fire_size <= sizeof fire[0]);
        for (int i = 0; i < 2; i++)
            adapter->aim(field.situation, element.situation, element.situation, &(salvo_circumstances){.range = 4 + i},
                         fire[i]);
        *same = memcmp(fire[0], fire[1], adapter->fire_size) == 0;
        salvo_question_free(&element);
    }
    salvo_question_free(&field);
    return salvo_fault_or(status, book, err);
}

static void equal_fires_stay_equal(void **state)
{
    int errors = 0;
    char path[512];

    (void)state;
    snprintf(path, sizeof path, "%s/%s", getenv("SALVO_TESTS"), FOLDERS[0]);
    for (uint64_t n = 1; left == 0; n++) {
        bool same;
        salvo_rulebook book;
        salvo_error err = {.text = ""};

        assert_int_equal(salvo_rulebook_open(&book, NULL, path, NULL, 0, NULL), SALVO_OK);
        left = n;
        has_failed = false;
        if (compare_fires(&book, &same, &err) == SALVO_OK)
            assert_true(same);
        else
            errors += strstr(err.text, "memory") != NULL;
        salvo_rulebook_close(&book);
    }
    assert_true(errors >= 5);
    left = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_failed_allocation_is_an_error),
                                       cmocka_unit_test(equal_fires_stay_equal)};

    return cmocka_run_group_tests_name("memory of rules", tests, NULL, NULL);
}
