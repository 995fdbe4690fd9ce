/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the words of an entry before anything is answered. Each word is checked alone, so that a mistake in the last
 * of a hundred pairs is reported at once and at its place. */
#include "appendix/words.h"

#include <string.h>

#include <salvo/arena.h>

#include "base/try.h"
#include "rules/parse.h"
#include "simulate/sweep.h"

/* The entry that is checked. */
typedef struct reader {
    const appendix_wish *wish;
    size_t at;
    const salvo_yaml *source;
    const salvo_rulebook *book;
    const salvo_procedure *procedure;
    bool *given; /* by parameter */
    salvo_arena *memory;
} reader;

static salvo_status blame(const reader *r, const char *key, int item, salvo_status status, salvo_error *err)
{
    return appendix_blame(r->source, r->at, key, item, status, err);
}

/* A parameter may have its value from one place only. Otherwise a second value would silently override the first or be
 * ignored, and an editor wants neither. */
static salvo_status take_key(const reader *r, size_t parameter, salvo_error *err)
{
    if (r->given[parameter])
        return salvo_fail(err, SALVO_BAD_INPUT, "%s is given twice; give it once",
                          r->procedure->schema.parameters[parameter].key);
    r->given[parameter] = true;
    return SALVO_OK;
}

static salvo_status check_word(const reader *r, const char *word, salvo_error *err)
{
    salvo_value value;
    size_t at;

    TRY(salvo_word_parse(&r->procedure->schema, &r->book->store, word, r->memory, &at, &value, err));
    return take_key(r, at, err);
}

/* Checks the words that all questions of the entry have. */
static salvo_status check_words(const reader *r, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (unsigned i = 0; i < r->wish->words_count && status == SALVO_OK; i++)
        status = blame(r, "words", (int)i, check_word(r, r->wish->words[i], err), err);
    return status;
}

/* `text` NULL: the entry has no such key. */
static salvo_status check_sweep(const reader *r, const char *key, const char *text, salvo_error *err)
{
    size_t at;
    salvo_status status;

    if (!text)
        return SALVO_OK;
    status = sweep_check(text, &at, r->book, &r->procedure->schema, r->memory, err);
    return blame(r, key, -1, status == SALVO_OK ? take_key(r, at, err) : status, err);
}

/* The text is cut at the first " against ". Without one the second is NULL, which the check reports, so that later
 * readers never meet it. */
salvo_status appendix_pair_cut(const char *text, const char **first, const char **second, salvo_arena *memory)
{
    static const char AGAINST[] = " against ";
    const char *against = strstr(text, AGAINST);

    *first = against ? salvo_arena_slice(memory, text, (size_t)(against - text)) : text;
    *second = against ? against + strlen(AGAINST) : NULL;
    return *first ? SALVO_OK : SALVO_NO_MEMORY;
}

/* The name is checked as the word of the side's parameter: the schema finds the unit. */
static salvo_status check_side(const reader *r, const char *key, const char *name, salvo_error *err)
{
    const char *word = salvo_arena_printf(r->memory, "%s=%s", key, name);
    salvo_value value;
    size_t at;

    return word ? salvo_word_parse(&r->procedure->schema, &r->book->store, word, r->memory, &at, &value, err)
                : salvo_fail_memory(err);
}

static salvo_status check_pair(const reader *r, const char *text, salvo_error *err)
{
    const salvo_duel_adapter *adapter = r->book->ruleset->duel;
    const char *first, *second;
    salvo_status status = appendix_pair_cut(text, &first, &second, r->memory);

    if (status != SALVO_OK)
        return salvo_fail_memory(err);
    if (!second)
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is not a pair; write A against B", text);
    TRY(check_side(r, adapter->a, first, err));
    return check_side(r, adapter->b, second, err);
}

static salvo_status check_pairs(const reader *r, salvo_error *err)
{
    const salvo_duel_adapter *adapter = r->book->ruleset->duel;
    const char *const sides[] = {adapter->a, adapter->b};
    salvo_status status = SALVO_OK;

    for (int i = 0; i < 2 && status == SALVO_OK; i++) /* pairs set both sides' parameters */
        status =
            blame(r, "pairs", -1, take_key(r, (size_t)salvo_parameter_find(&r->procedure->schema, sides[i]), err), err);
    for (unsigned i = 0; i < r->wish->pairs_count && status == SALVO_OK; i++)
        status = blame(r, "pairs", (int)i, check_pair(r, r->wish->pairs[i], err), err);
    return status;
}

/* The order is that of the keys in the list, so that the first message is about the first mistake. */
salvo_status appendix_words_check(const appendix_wish *wish, size_t at, const salvo_yaml *source,
                                  const salvo_rulebook *book, const salvo_procedure *procedure, salvo_arena *memory,
                                  salvo_error *err)
{
    const reader r = {
        .wish = wish,
        .at = at,
        .source = source,
        .book = book,
        .procedure = procedure,
        .given = salvo_arena_array(memory, procedure->schema.n_parameters, sizeof *r.given),
        .memory = memory,
    };
    const struct {
        const char *key, *text;
    } sweeps[] = {{"tables", wish->tables}, {"rows", wish->rows}, {"columns", wish->columns}};
    salvo_status status = r.given ? check_words(&r, err) : salvo_fail_memory(err);

    for (size_t i = 0; i < sizeof sweeps / sizeof *sweeps && status == SALVO_OK; i++)
        status = check_sweep(&r, sweeps[i].key, sweeps[i].text, err);
    return status == SALVO_OK && appendix_wish_kind(wish) == APPENDIX_DUELS ? check_pairs(&r, err) : status;
}
