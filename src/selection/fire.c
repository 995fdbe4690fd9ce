/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns a pair of table rows into the words of a question: the adapter says which columns become which parameters. */
#include "selection/fire.h"

#include <stdio.h>
#include <string.h>

#include "base/try.h"
#include "data/names.h"

enum { ROOM = 2 * SALVO_ROW_WORDS_MAX + 2 }; /* words of both rows, range and shot */

/* Only the part before "=" is compared. */
static bool is_key(const char *word, const char *key)
{
    const char *equals = strchr(word, '=');
    char typed[64];

    snprintf(typed, sizeof typed, "%.*s", equals ? (int)(equals - word) : 0, word);
    return salvo_name_matches(typed, key);
}

static bool is_key_of(const char *word, const salvo_row_word *row)
{
    return row->key && is_key(word, row->key);
}

static salvo_status fail_varied(const char *word, salvo_error *err)
{
    return salvo_fail(err, SALVO_BAD_INPUT, "%s: the table varies this; choose with --units and --against", word);
}

/* Refuses words for what a table varies for every firer: targets, ranges, shots. */
static salvo_status check_words(const fire *f, salvo_error *err)
{
    const salvo_fire_adapter *adapter = f->book->ruleset->fire;

    for (size_t i = 0; i < f->n_words; i++) {
        const char *word = f->words[i];
        bool varies = adapter->each && is_key(word, adapter->each);

        if (is_key(word, adapter->range))
            return salvo_fail(err, SALVO_BAD_INPUT, "%s: give the range as --range N", word);
        for (int k = 0; k < SALVO_ROW_WORDS_MAX; k++)
            varies = varies || is_key_of(word, &adapter->target[k]);
        if (varies)
            return fail_varied(word, err);
    }
    return SALVO_OK;
}

/* The words depend on the table of the row. */
static const salvo_row_word *firer_words(const fire *f, size_t firer)
{
    const salvo_fire_adapter *adapter = f->book->ruleset->fire;
    const salvo_table *table = salvo_unit_set_table(&f->firers, firer);

    if (table == f->firers.arms)
        return adapter->arm;
    return table == f->firers.more && adapter->more_unit[0].key ? adapter->more_unit : adapter->unit;
}

/* Returns whether the word is the row itself: its id, or the only word for it. */
static bool is_row_itself(const salvo_row_word *words, const salvo_row_word *one)
{
    return (!one->column && !one->value) || !words[1].key;
}

salvo_status fire_check_firer(const fire *f, size_t firer, salvo_error *err)
{
    const salvo_row_word *words = firer_words(f, firer);

    for (size_t i = 0; i < f->n_words; i++)
        for (const salvo_row_word *one = words; one->key; one++)
            if (is_key_of(f->words[i], one) && is_row_itself(words, one))
                return fail_varied(f->words[i], err);
    return SALVO_OK;
}

/* The ruleset's firers and targets may be different tables. */
salvo_status fire_init(fire *f, const salvo_rulebook *book, const char *const *words, size_t n_words, salvo_error *err)
{
    *f = (fire){.book = book, .words = words, .n_words = n_words};
    TRY(salvo_unit_set_firers(&f->firers, book, err));
    TRY(salvo_unit_set_units(&f->targets, book, err));
    TRY(salvo_procedure_find(book->ruleset, book->ruleset->fire->procedure, &f->procedure, err));
    return check_words(f, err);
}

/* The list ends with NULL. */
static size_t own_words(const salvo_fire_adapter *adapter)
{
    size_t n = 0;

    while (adapter->words && adapter->words[n])
        n++;
    return n;
}

/* The bound holds for any pair, so that a table's callers need one buffer. */
size_t fire_words_max(const fire *f)
{
    return f->n_words + own_words(f->book->ruleset->fire) + ROOM;
}

/* A user's word replaces the adapter's own, and one from a row, with the same key. */
static bool is_said(const fire *f, const char *word)
{
    char key[64];

    snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
    for (size_t i = 0; i < f->n_words; i++)
        if (is_key(f->words[i], key))
            return true;
    return false;
}

/* Returns NULL or an empty text if the table leaves it open. */
static const char *value_of(const salvo_row_word *word, const salvo_unit_set *set, size_t row)
{
    if (word->value)
        return word->value;
    return word->column ? salvo_unit_set_text(set, row, word->column) : salvo_unit_set_id(set, row);
}

/* Adds the adapter's words for one row; returns false if memory is out. */
static bool put_row(const fire *f, const salvo_row_word *from, const salvo_unit_set *set, size_t row,
                    salvo_arena *memory, const char **words, size_t *n)
{
    for (; from->key; from++) {
        const char *value = value_of(from, set, row);

        if (!value || !*value || is_said(f, from->key))
            continue;
        words[*n] = salvo_arena_printf(memory, "%s=%s", from->key, value);
        if (!words[(*n)++])
            return false;
    }
    return true;
}

size_t fire_words(const fire *f, size_t firer, size_t target, salvo_arena *memory, const char **words)
{
    const salvo_fire_adapter *adapter = f->book->ruleset->fire;
    size_t n = 0;

    if (!put_row(f, firer_words(f, firer), &f->firers, firer, memory, words, &n) ||
        !put_row(f, adapter->target, &f->targets, target, memory, words, &n))
        return 0; /* no words: memory is out */
    for (size_t i = 0; i < own_words(adapter); i++)
        if (!is_said(f, adapter->words[i]))
            words[n++] = adapter->words[i];
    for (size_t i = 0; i < f->n_words; i++)
        words[n++] = f->words[i];
    return n;
}

/* Returns whether a word of a row sets that parameter, which it does unless the user gave it. */
static bool is_of_rows(const fire *f, const char *key, size_t length)
{
    const salvo_fire_adapter *adapter = f->book->ruleset->fire;
    const salvo_row_word *const rows[] = {adapter->unit, adapter->more_unit, adapter->arm, adapter->target};
    const char *const varied[] = {adapter->range, adapter->each};

    for (size_t i = 0; i < sizeof varied / sizeof *varied; i++)
        if (varied[i] && strlen(varied[i]) == length && strncmp(varied[i], key, length) == 0)
            return true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < SALVO_ROW_WORDS_MAX && rows[i][k].key; k++)
            if (strlen(rows[i][k].key) == length && strncmp(rows[i][k].key, key, length) == 0)
                return !is_said(f, rows[i][k].key);
    return false;
}

/* Returns whether the condition "key=value", the key itself or the cell "key.column" concerns a row; NULL concerns
 * none. */
static bool is_about_rows(const fire *f, const char *condition)
{
    return condition && is_of_rows(f, condition, strcspn(condition, "=.!"));
}

/* A default may depend on a value from a row. */
static bool varies_by_default(const fire *f, const salvo_parameter *p)
{
    bool varies = is_about_rows(f, p->only) || is_about_rows(f, p->excludes) || is_about_rows(f, p->fallback_row);

    for (const salvo_default *d = p->defaults; d && d->when; d++)
        varies = varies || is_about_rows(f, d->when);
    return varies;
}

bool *fire_conditions(const fire *f, const salvo_question *asked, salvo_arena *memory)
{
    const salvo_schema *schema = asked->schema;
    bool *conditions = salvo_arena_array(memory, schema->n_parameters + 1, sizeof *conditions);

    for (size_t i = 0; conditions && i < schema->n_parameters; i++) {
        const salvo_parameter *p = &schema->parameters[i];

        conditions[i] = !asked->values[i].absent && !is_of_rows(f, p->key, strlen(p->key)) &&
                        (asked->values[i].given || !varies_by_default(f, p));
    }
    return conditions;
}

/* Lines are broken here, because plain text has no other line ends. */
static bool is_full(const salvo_text *text)
{
    const char *words = salvo_text_of(text), *line = strrchr(words, '\n');

    return strlen(line ? line : words) > 90;
}

/* Adds the words after `lead` on a line, or after `between` if others precede them. */
static void put_one(salvo_text *text, bool *begun, const char *line, const char *lead, const char *between,
                    const char *words)
{
    salvo_text_add(text, "%s%s%s", *begun ? "" : line, *begun ? between : lead, words);
    *begun = true;
}

static bool is_no(const salvo_question *q, size_t i)
{
    return q->schema->parameters[i].kind == SALVO_FLAG && strcmp(q->values[i].text, "no") == 0;
}

/* Adds "moving=yes". */
static void put_pair(salvo_text *text, bool *begun, const char *line, const char *lead, const char *between,
                     const salvo_question *q, size_t i)
{
    put_one(text, begun, line, lead, between, q->schema->parameters[i].key);
    salvo_text_add(text, "=%s", q->values[i].text);
}

void fire_conditions_words(salvo_text *text, const salvo_question *asked, const bool *conditions)
{
    bool begun = false;

    for (size_t i = 0; i < asked->schema->n_parameters; i++)
        if (conditions[i])
            put_pair(text, &begun, "", "", " ", asked, i);
}

void fire_conditions_put(salvo_text *text, const salvo_question *asked, const bool *conditions)
{
    const size_t n = asked->schema->n_parameters;
    const char *line = text->length ? "\n" : "";
    bool given = false, by_default = false, no = false;

    for (size_t i = 0; i < n; i++)
        if (conditions[i] && asked->values[i].given)
            put_pair(text, &given, line, "With ", is_full(text) ? "\n" : " ", asked, i);
    line = text->length ? "\n" : "";
    for (size_t i = 0; i < n; i++)
        if (conditions[i] && !asked->values[i].given && !is_no(asked, i))
            put_pair(text, &by_default, line, "By default ", is_full(text) ? "\n" : " ", asked, i);
    for (size_t i = 0; i < n; i++)
        if (conditions[i] && !asked->values[i].given && is_no(asked, i))
            put_one(text, &no, by_default ? "" : line, by_default ? "; no " : "By default no ",
                    is_full(text) ? ",\n" : ", ", asked->schema->parameters[i].key);
}
