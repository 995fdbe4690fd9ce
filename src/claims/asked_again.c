/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claims/asked_again.h"

#include <math.h>

/* The limits of the work for one question. */
enum { EFFORT = 400000, TRIALS = 20000, WORK = SALVO_WORK / 20 };

const salvo_approach ASKED_AGAIN = {.method = SALVO_EXACT_IF_QUICK,
                                    .options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT},
                                    .plan = {.trials = TRIALS, .work_max = WORK, .seed = 1}};

const double SURELY = 1 - 1e-9;

/* Lists words that repeat what was given, except for the parameter at `but`; there is room for one more. */
static size_t given_words(const salvo_question *q, int but, const char **words, salvo_arena *memory)
{
    size_t n = 0;

    for (size_t i = 0; i < q->schema->n_parameters; i++)
        if (q->values[i].given && (int)i != but)
            words[n++] = salvo_arena_printf(memory, "%s=%s", q->schema->parameters[i].key, q->values[i].text);
    return n;
}

/* Whether the words of the question are all that it was asked with: battles, totals and lists of fire have more. */
static bool is_of_book(const salvo_question *q)
{
    const salvo_ruleset *ruleset = q->book->ruleset;

    for (size_t i = 0; ruleset && i < ruleset->n_procedures; i++)
        if (ruleset->procedures[i] == q->procedure)
            return true;
    return !ruleset || ruleset->n_procedures == 0; /* dice */
}

bool ask_again(salvo_odds *odds, const salvo_question *q, int at, const char *value, salvo_arena *memory)
{
    const char **words = salvo_arena_array(memory, q->schema->n_parameters + 1, sizeof *words);
    salvo_question again;
    bool answered;
    size_t n;

    if (!words || !is_of_book(q))
        return false;
    n = given_words(q, at, words, memory);
    if (value)
        words[n++] = salvo_arena_printf(memory, "%s=%s", q->schema->parameters[at].key, value);
    for (size_t i = 0; i < n; i++)
        if (!words[i])
            return false;
    if (salvo_question_ask(&again, q->book, q->procedure, words, n, NULL) != SALVO_OK)
        return false;
    answered = salvo_odds_solve(odds, &again, &ASKED_AGAIN.options, NULL) == SALVO_OK;
    salvo_question_free(&again);
    return answered;
}

double chance_again(const salvo_question *q, int at, const char *value, const char *outcome, salvo_arena *memory)
{
    salvo_odds odds;
    double chance = NAN;

    if (ask_again(&odds, q, at, value, memory)) {
        chance = salvo_odds_probability(&odds, outcome);
        salvo_odds_free(&odds);
    }
    return chance;
}
