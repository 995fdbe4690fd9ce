/* Turns a pair of table rows into the words of a question: the adapter says which columns give which parameters. */
#include "selection/fire.h"

#include <stdio.h>
#include <string.h>

#include "data/names.h"

enum { ROOM = 2 * SALVO_ROW_WORDS_MAX + 2 }; /* words of both rows, and range and shot */

/* Only the part before "=" is compared. */
static bool is_key(const char *word, const char *key)
{
    const char *equals = strchr(word, '=');
    char typed[64];

    snprintf(typed, sizeof typed, "%.*s", equals ? (int)(equals - word) : 0, word);
    return salvo_name_matches(typed, key);
}

/* Refuses words that give what the table varies: units, targets, ranges, shots. */
static salvo_status check_words(const fire *f, salvo_error *err)
{
    const salvo_fire_adapter *adapter = f->book->ruleset->fire;

    for (size_t i = 0; i < f->n_words; i++) {
        const char *word = f->words[i];
        bool varies = false;

        if (is_key(word, adapter->range))
            return salvo_fail(err, SALVO_BAD_INPUT, "%s: ranges are given as --range N", word);
        for (int k = 0; k < SALVO_ROW_WORDS_MAX; k++)
            varies = varies || (adapter->unit[k].key && is_key(word, adapter->unit[k].key)) ||
                     (adapter->target[k].key && is_key(word, adapter->target[k].key));
        if (varies || (adapter->each && is_key(word, adapter->each)))
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "%s: this is what the table varies; choose with --units and --against", word);
    }
    return SALVO_OK;
}

/* The ruleset's firers and targets may be different tables. */
salvo_status fire_init(fire *f, const salvo_rulebook *book, const char *const *words, size_t n_words, salvo_error *err)
{
    salvo_status status;

    *f = (fire){.book = book, .words = words, .n_words = n_words};
    status = salvo_unit_set_firers(&f->firers, book, err);
    if (status != SALVO_OK)
        return status;
    status = salvo_unit_set_units(&f->targets, book, err);
    if (status != SALVO_OK)
        return status;
    status = salvo_procedure_find(book->ruleset, book->ruleset->fire->procedure, &f->procedure, err);
    return status == SALVO_OK ? check_words(f, err) : status;
}

/* The list ends with NULL. */
static size_t own_words(const salvo_fire_adapter *adapter)
{
    size_t n = 0;

    while (adapter->words && adapter->words[n])
        n++;
    return n;
}

/* An upper bound for any pair, so that a table's callers need one buffer. */
size_t fire_words_max(const fire *f)
{
    return f->n_words + own_words(f->book->ruleset->fire) + ROOM;
}

/* The adapter's words for one row; false when memory is out. */
static bool put_row(const salvo_row_word *from, const salvo_unit_set *m, size_t row, salvo_arena *memory,
                    const char **words, size_t *n)
{
    for (; from->key; from++) {
        const char *value = from->column ? salvo_unit_set_text(m, row, from->column) : salvo_unit_set_id(m, row);
        const char *word = salvo_arena_printf(memory, "%s=%s", from->key, value);

        if (!word)
            return false;
        words[(*n)++] = word;
    }
    return true;
}

/* A word of the user's replaces the adapter's own with the same key. */
static bool is_said(const fire *f, const char *word)
{
    size_t length = strcspn(word, "=") + 1;

    for (size_t i = 0; i < f->n_words; i++)
        if (strncmp(f->words[i], word, length) == 0)
            return true;
    return false;
}

size_t fire_words(const fire *f, size_t firer, size_t target, salvo_arena *memory, const char **words)
{
    const salvo_fire_adapter *adapter = f->book->ruleset->fire;
    size_t n = 0;

    if (!put_row(adapter->unit, &f->firers, firer, memory, words, &n) ||
        !put_row(adapter->target, &f->targets, target, memory, words, &n))
        return 0; /* 0 words: no memory */
    for (size_t i = 0; i < own_words(adapter); i++)
        if (!is_said(f, adapter->words[i]))
            words[n++] = adapter->words[i];
    for (size_t i = 0; i < f->n_words; i++)
        words[n++] = f->words[i];
    return n;
}
