/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that rules find are those that the vocabulary describes, and no others. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/lua/cells.h"
#include "rules/lua/library.h"
#include "rules/lua/rows.h"
#include "rules/lua/vocabulary.h"
#include "support.h"

enum { NAMES_MAX = 128, NAME = 32 };

typedef struct names {
    char name[NAMES_MAX][NAME];
    size_t n;
} names;

static bool contains(const names *all, const char *name)
{
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->name[i], name) == 0)
            return true;
    return false;
}

static void add(names *all, const char *name, size_t length)
{
    assert_true(all->n < NAMES_MAX && length < NAME);
    snprintf(all->name[all->n++], NAME, "%.*s", (int)length, name);
}

static size_t word_length(const char *at)
{
    size_t n = 0;

    while (isalnum((unsigned char)at[n]) || at[n] == '_')
        n++;
    return n;
}

/* "ceil(x), floor(x)": ceil and floor. "row:at(range)" is a word of rows and none by itself. */
static void add_form(names *all, const char *form)
{
    int depth = 0;
    bool quoted = false;

    for (const char *at = form; *at; at++) {
        const size_t n = word_length(at);

        quoted ^= *at == '"';
        depth += (*at == '(' || *at == '{') - (*at == ')' || *at == '}');
        if (n && !depth && !quoted && at[n] != ':' && (at == form || at[-1] != ':'))
            add(all, at, n);
        at += n ? n - 1 : 0;
    }
}

/* "d4, d6 ... are there" */
static void add_dice(names *all, const char *help)
{
    for (const char *at = strchr(help, 'd'); at; at = strchr(at + 1, 'd'))
        if (isdigit((unsigned char)at[1]))
            add(all, at, word_length(at));
}

static void describe(names *all)
{
    for (size_t i = 0; i < N_WORDS_OF_RULES; i++) {
        add_form(all, WORDS_OF_RULES[i].form);
        if (strcmp(WORDS_OF_RULES[i].form, "d(sides)") == 0)
            add_dice(all, WORDS_OF_RULES[i].help);
    }
    add_form(all, "roll, chain, battle, duel"); /* what they take is described */
}

static void install(lua_State *L, void *of)
{
    names *all = of;

    library_install(L, rows_key);
    rows_add_words(L);
    cells_add_words(L);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
        add(all, lua_tostring(L, -2), lua_rawlen(L, -2));
}

static void compare(const names *these, const names *those, const char *what)
{
    for (size_t i = 0; i < these->n; i++)
        if (!contains(those, these->name[i]))
            fail_msg("'%s' is %s", these->name[i], what);
}

static void every_word_is_described(void **state)
{
    static names described, installed;
    worker w = {.book = NULL};

    (void)state;
    assert_true(sandbox_open(&w.box, sandbox_limits_now(false)));
    if (!sandbox_call(&w.box, install, &installed))
        fail_msg("%s", w.box.failure.text);
    sandbox_close(&w.box);
    describe(&described);
    assert_true(installed.n > 40);
    compare(&installed, &described, "a word of rules, and vocabulary.c does not describe it");
    compare(&described, &installed, "described in vocabulary.c, and no word of rules");
}

/* The environment lowers and raises the limits of users' rules. It only raises those of salvo's own. */
static void salvos_rules_keep_their_limits(void **state)
{
    (void)state;
    setenv("SALVO_RULES_INSTRUCTIONS", "5000", 1);
    setenv("SALVO_RULES_MEMORY", "1", 1);
    assert_int_equal(sandbox_limits_now(false).instructions, 5000);
    assert_int_equal(sandbox_limits_now(false).memory, 1 << 20);
    assert_int_equal(sandbox_limits_now(true).instructions, SANDBOX_INSTRUCTIONS);
    assert_int_equal(sandbox_limits_now(true).memory, SANDBOX_MEMORY_MIB << 20);
    setenv("SALVO_RULES_INSTRUCTIONS", "20000000", 1);
    setenv("SALVO_RULES_MEMORY", "65", 1);
    assert_int_equal(sandbox_limits_now(true).instructions, 20000000);
    assert_int_equal(sandbox_limits_now(true).memory, 65 << 20);
    unsetenv("SALVO_RULES_INSTRUCTIONS");
    unsetenv("SALVO_RULES_MEMORY");
    assert_int_equal(sandbox_limits_now(false).instructions, SANDBOX_INSTRUCTIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_word_is_described),
                                       cmocka_unit_test(salvos_rules_keep_their_limits)};

    return cmocka_run_group_tests_name("words of rules", tests, NULL, NULL);
}
