/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line shared out among workers that hand each other bytes: whatever the parts, the answer is that of one who
 * works alone. The store in memory, which salvo has where SQLite is not, is compiled into this test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <salvo/text.h>

#include "base/shell_words.h"
#include "cli/command_line.h"
#include "web/parts.h"

enum { WORDS_OF_A_LINE = 40 };

/* What a line is asked for: alone (`of.n` 0), one part of its work, or an answer with the work of parts. */
typedef struct asked {
    part of;
    packed *brings; /* NULL: none */
    packed *work;   /* of the part */
} asked;

static salvo_status run_words(context *x, const asked *a, int n, char **words, salvo_error *err)
{
    if (a->of.n)
        return part_run(x, a->of, n, words, a->work, err);
    return a->brings ? part_merge(x, n, words, a->brings, err) : command_line_run(x, n, words, err);
}

/* The answer, or the message, is left in *to. */
static salvo_status ask(salvo_text *to, const asked *a, const char *line)
{
    salvo_error err = {0};
    context x;
    char *words[WORDS_OF_A_LINE + 1];
    size_t n;
    salvo_status status;

    assert_int_equal(context_init(&x, NULL, &err), SALVO_OK);
    assert_int_equal(shell_words(line, words, WORDS_OF_A_LINE, &n, x.memory, &err), SALVO_OK);
    words[n] = NULL;
    status = run_words(&x, a, (int)n, words, &err);
    if (status != SALVO_OK)
        salvo_text_put(to, err.text);
    else if (!a->of.n)
        salvo_text_add(to, "%.*s", (int)x.outputs.at[0].length, x.outputs.at[0].bytes);
    context_free(&x);
    return status;
}

static void work_of(packed *all, const char *line, unsigned k, unsigned n)
{
    salvo_text message = {0};

    if (ask(&message, &(asked){.of = {k, n}, .work = all}, line) != SALVO_OK)
        fail_msg("part %u of %u of salvo %s: %s", k, n, line, salvo_text_of(&message));
    salvo_text_free(&message);
}

/* That `line` is answered with the work of parts as it is alone. */
static void same_as_alone(packed *work, const char *line)
{
    salvo_text alone = {0}, merged = {0};

    packed_rewind(work);
    assert_int_equal(ask(&alone, &(asked){.brings = NULL}, line), SALVO_OK);
    if (ask(&merged, &(asked){.brings = work}, line) != SALVO_OK)
        fail_msg("salvo %s: %s", line, salvo_text_of(&merged));
    assert_string_equal(salvo_text_of(&merged), salvo_text_of(&alone));
    salvo_text_free(&alone);
    salvo_text_free(&merged);
}

#define DUEL   "duel 'Tiger I' 'Sherman Firefly' -r mad --range 500 --method mc --format json "
#define BATTLE "battle --a '2 Tiger I' --b '3 Sherman M4A1' -r mad --range 500 --method mc --format json "
#define MATRIX "matrix -r mad --units 'Tiger I, Panther*, *firefly*' --range 500 --method mc --format json "
#define ODDS   "odds mad.direct-fire weapon=cannon-b range=500 --method mc --format json "

static void parts_are_one(void **state)
{
    static const char *const LINES[] = {DUEL "--trials 100003", BATTLE "--trials 20000", MATRIX "--trials 1000",
                                        ODDS "--trials 3", DUEL "--precision 0.0005"};

    (void)state;
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        for (unsigned n = 1; n <= 7; n += 3) { /* ODDS: more parts than trials, too */
            packed work = {.n = 0};

            for (unsigned k = n; k >= 1; k--) /* in any order */
                work_of(&work, LINES[i], k, n);
            same_as_alone(&work, LINES[i]);
            packed_free(&work);
        }
}

/* What is not there is worked out; so a default answer can begin with trials that workers made. */
static void the_rest_is_worked_out(void **state)
{
    packed work = {.n = 0};

    (void)state;
    work_of(&work, DUEL "--trials 65536", 1, 2);
    work_of(&work, DUEL "--trials 65536", 2, 2);
    same_as_alone(&work, DUEL "--trials 65536");
    same_as_alone(&work, DUEL "--trials 200000");
    same_as_alone(&work, DUEL "--precision 0.001");
    same_as_alone(&work, DUEL "--trials 65536 --seed 2"); /* another question: nothing of it is used */
    packed_free(&work);
}

/* It is used: bytes of which one trial counts twice change the answer, or are found out. */
static void the_work_is_used(void **state)
{
    packed work = {.n = 0}, none = {.n = 0};
    salvo_text alone = {0}, merged = {0};

    (void)state;
    work_of(&work, DUEL "--trials 4096", 1, 1);
    assert_true(work.n > 20);
    work.bytes[work.n - 1] ^= 1;
    packed_rewind(&work);
    packed_rewind(&none);
    assert_int_equal(ask(&alone, &(asked){.brings = &none}, DUEL "--trials 4096"), SALVO_OK);
    if (ask(&merged, &(asked){.brings = &work}, DUEL "--trials 4096") == SALVO_OK)
        assert_string_not_equal(salvo_text_of(&merged), salvo_text_of(&alone));
    packed_free(&work);
    salvo_text_free(&alone);
    salvo_text_free(&merged);
}

static void refuse(const asked *a, const char *line, const char *message)
{
    salvo_text said = {0};

    assert_int_equal(ask(&said, a, line), SALVO_BAD_INPUT);
    if (!strstr(salvo_text_of(&said), message))
        fail_msg("'%s' does not say '%s'", salvo_text_of(&said), message);
    salvo_text_free(&said);
}

static void mistakes_have_messages(void **state)
{
    static const unsigned char CUT[] = {7, 0, 200};
    packed work = {.n = 0}, cut = packed_of(CUT, sizeof CUT);

    (void)state;
    refuse(&(asked){.of = {3, 2}, .work = &work}, DUEL "--trials 10", "there is no part 3 of 2");
    refuse(&(asked){.brings = &cut}, DUEL "--trials 10", "not the numbers that were stored");
    packed_free(&work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_one),
        cmocka_unit_test(the_rest_is_worked_out),
        cmocka_unit_test(the_work_is_used),
        cmocka_unit_test(mistakes_have_messages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
