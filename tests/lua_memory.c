/* The memory of a Lua state runs out: whichever allocation it is that fails, the answer is right or there is an error in
 * words, and nothing is left behind (the sanitisers look). A state allocates by realloc, and the linker sends that here
 * (--wrap, in CMakeLists.txt). SALVO_EVERY=1 makes every allocation fail in turn; else the first ones, then a sample. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/fight.h>

#include "support.h"

/* Allocations until one fails, that one included; 0: none does. A state whose allocation fails collects its garbage and
 * tries again, so that one failure is mostly no loss: then all that follow fail as well. */
static uint64_t left;
static bool for_good, has_failed;

void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_realloc(void *block, size_t size)
{
    if (left && --left == 0)
        has_failed = true;
    else if (!has_failed || !for_good)
        return __real_realloc(block, size);
    return NULL;
}

static const char *const FOLDERS[] = {"lua/tiny", "../examples/rulebooks/tiny"};

/* Opens the book and asks it; false: with an error. */
static bool ask_book(const char *folder, double *p_a)
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
            *p_a = duel.p_a.exact.value;
            salvo_duel_free(&duel);
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
            step = 1 + n / 32;
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
        assert_true(fail_at_each(FOLDERS[i], right) > 100);
        for_good = false;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_failed_allocation_is_an_error)};

    return cmocka_run_group_tests_name("memory of rules", tests, NULL, NULL);
}
