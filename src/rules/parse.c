/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing one word of a user against one parameter. Every value has a canonical spelling besides its number, so that an
 * answer repeats the question as salvo understood it. Every message begins with the parameter and lists what is
 * possible. */
#include "rules/parse.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/text.h>

#include "base/try.h"
#include "base/utf8.h"
#include "data/measure.h"
#include "data/names.h"
#include "data/records.h"
#include "rules/parameters.h"
#include "rules/roster.h"

enum { SWEEP_WHOLE_NUMBERS = 50 }; /* a sweep over at most this many whole numbers needs no values */

static const char *const FLAG[] = {"no", "yes"};

const char *const SALVO_MOVING_PHRASES[] = {"standing still", "moving"};

/* the words of every flag */
static const salvo_synonym YES_AND_NO[] = {{"true", "yes"}, {"on", "yes"}, {"1", "yes"}, {"y", "yes"}, {"false", "no"},
                                           {"off", "no"},   {"0", "no"},   {"n", "no"},  {NULL, NULL}};

/* Adds in words what a numeric parameter accepts: "a number from 1 to 4", "a number of at least 1". */
static void describe_limits(salvo_text *text, const salvo_parameter *p)
{
    salvo_text_put(text, p->kind == SALVO_INTEGER ? "a whole number" : "a number");
    if (isfinite(p->min) && isfinite(p->max))
        salvo_text_add(text, " from %.15g to %.15g", p->min, p->max);
    else if (isfinite(p->min))
        salvo_text_add(text, " of at least %.15g", p->min);
    if (p->word)
        salvo_text_add(text, ", or '%s'", p->word);
}

static salvo_status refuse_number(const salvo_parameter *p, const salvo_store *store, const char *text,
                                  salvo_error *err)
{
    salvo_text limits = {0};

    describe_limits(&limits, p);
    if (p->distance)
        salvo_text_add(&limits, "; distances are in %s", salvo_measure_words(store->distance_unit));
    salvo_fail(err, SALVO_BAD_INPUT, "%s=%s: %s must be %s", p->key, text, p->key, salvo_text_of(&limits));
    salvo_text_free(&limits);
    return SALVO_BAD_INPUT;
}

/* strtod accepts more than people mean by a number: blanks, hexadecimals, "nan", "inf". */
bool salvo_number_parse(const char *text, double *number)
{
    char *end;

    if (!*text || strspn(text, "+-.0123456789eE") != strlen(text))
        return false;
    *number = strtod(text, &end);
    return !*end && isfinite(*number);
}

static const char *id_of(const salvo_table *table, size_t row)
{
    return table->cells[row * table->n_columns].text;
}

/* Finds the row whose id is the number. */
static salvo_status find_number(const salvo_parameter *p, const salvo_store *store, const char *text,
                                salvo_arena *memory, salvo_value *value, salvo_error *err)
{
    const salvo_table *table = salvo_store_table(store, p->table);
    const char **ids = salvo_arena_array(memory, table->n_rows, sizeof *ids);
    salvo_item *item = salvo_arena_array(memory, 1, sizeof *item);

    if (!ids || !item)
        return salvo_fail_memory(err);
    for (size_t row = 0; row < table->n_rows; row++) {
        ids[row] = id_of(table, row);
        if (strcmp(ids[row], value->text) == 0) {
            *item = (salvo_item){.row = row, .count = 1};
            value->items = item;
            value->n_items = 1;
            return SALVO_OK;
        }
    }
    return salvo_names_fail(err, ids, table->n_rows, "", "%s=%s: %s must be one of the numbers in the table '%s'",
                            p->key, text, p->key, table->name);
}

static bool read_decimal(const salvo_parameter *p, const salvo_store *store, const char *text, double *number)
{
    const salvo_scale scale = salvo_scale_of(store);

    return salvo_number_parse(text, number) || (p->distance && salvo_measure_parse(number, text, &scale));
}

/* Whole numbers beyond 9e15 are refused, because a double does not hold all of them. -0 is spelled 0. */
static salvo_status parse_number(const salvo_parameter *p, const salvo_store *store, const char *text,
                                 salvo_arena *memory, salvo_value *value, salvo_error *err)
{
    double number;

    if (p->word && salvo_name_matches(text, p->word)) {
        value->word = true;
        value->text = p->word;
        return SALVO_OK;
    }
    if (!read_decimal(p, store, text, &number) || number < p->min || number > p->max ||
        (p->kind == SALVO_INTEGER && (number != floor(number) || fabs(number) > 9e15)))
        return refuse_number(p, store, text, err);
    value->decimal = number;
    value->integer = (int64_t)number;
    value->text = salvo_arena_printf(memory, "%.15g", number == 0 ? 0.0 : number);
    if (!value->text)
        return salvo_fail_memory(err);
    return p->kind == SALVO_INTEGER && p->table ? find_number(p, store, text, memory, value, err) : SALVO_OK;
}

/* Returns the value for which the text is a player's word, else the text. */
static const char *meaning(const salvo_synonym *synonyms, const char *text)
{
    for (; synonyms && synonyms->word; synonyms++)
        if (salvo_name_matches(synonyms->word, text))
            return synonyms->value;
    return text;
}

static salvo_status parse_choice(const salvo_parameter *p, const char *const *choices, size_t n, const char *text,
                                 salvo_value *value, salvo_error *err)
{
    int place = salvo_name_among(choices, n, text);

    if (place < 0)
        place = salvo_name_among(choices, n, meaning(p->synonyms, text));
    if (place < 0 && p->kind == SALVO_FLAG)
        place = salvo_name_among(choices, n, meaning(YES_AND_NO, text));
    if (place < 0)
        return salvo_names_fail(err, choices, n, text, "%s=%s: '%s' is not a value of %s", p->key, text, text, p->key);
    value->integer = place;
    value->text = choices[place];
    return SALVO_OK;
}

static salvo_status find_named(const salvo_parameter *p, const salvo_store *store, const char *text,
                               salvo_arena *memory, size_t *row, const char **id, salvo_error *err)
{
    salvo_roster roster;

    TRY(salvo_roster_make(&roster, store, p->table, p->more_table, p->among, memory, err));
    return salvo_roster_find(&roster, text, row, id, err);
}

/* The look-up does not know the parameter, so its message is appended to the key. */
static salvo_status parse_name(const salvo_parameter *p, const salvo_store *store, const char *text,
                               salvo_arena *memory, salvo_value *value, salvo_error *err)
{
    salvo_error inner = {.status = SALVO_BAD_INPUT};
    size_t row;
    salvo_status status = find_named(p, store, text, memory, &row, &value->text, &inner);

    if (status == SALVO_NO_MEMORY)
        return salvo_fail_memory(err);
    if (status != SALVO_OK)
        return salvo_fail(err, inner.status, "%s=%s: %s", p->key, text, inner.text);
    value->integer = (int64_t)row;
    return SALVO_OK;
}

/* Works in place, because the list's text is a copy. */
static char *trim(char *item)
{
    char *end = item + strlen(item);

    while (isspace((unsigned char)*item))
        item++;
    while (end > item && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return item;
}

/* Spells an item without its count: prefix, id, and the suffix if it has one. */
static char *spell_name(const salvo_parameter *p, const salvo_store *store, const salvo_item *item, salvo_arena *memory)
{
    const salvo_source *source = &p->sources[item->source];

    return salvo_arena_printf(memory, "%s%s%s", source->prefix,
                              id_of(salvo_store_table(store, source->table), item->row),
                              item->suffixed ? p->suffix : "");
}

/* Spells an item as in the list. */
static char *spell(const salvo_parameter *p, const salvo_store *store, const salvo_item *item, salvo_arena *memory)
{
    char *name = spell_name(p, store, item, memory);

    return name && p->count_max ? salvo_arena_printf(memory, "%s:%lld", name, (long long)item->count) : name;
}

/* Lists every item that the list may hold, without the suffix, for messages. */
static salvo_status list_names(const salvo_parameter *p, const salvo_store *store, salvo_arena *memory,
                               const char ***names, size_t *n)
{
    size_t count = 0;

    for (const salvo_source *s = p->sources; s->table; s++)
        count += salvo_store_table(store, s->table)->n_rows;
    *names = salvo_arena_array(memory, count, sizeof **names);
    if (!*names)
        return SALVO_NO_MEMORY;
    *n = 0;
    for (size_t s = 0; p->sources[s].table; s++)
        for (size_t row = 0; row < salvo_store_table(store, p->sources[s].table)->n_rows; row++)
            if (!((*names)[(*n)++] = spell_name(p, store, &(salvo_item){.source = s, .row = row}, memory)))
                return SALVO_NO_MEMORY;
    return SALVO_OK;
}

/* Finds the item of that spelling, else the only item that the text can mean. Returns SALVO_BAD_INPUT, and leaves *item
 * undefined, if the list can hold no such thing or the text is ambiguous. */
static salvo_status find_item(const salvo_parameter *p, const salvo_store *store, const char *text, salvo_arena *memory,
                              salvo_item *item)
{
    size_t found = 0;

    for (size_t s = 0; p->sources[s].table; s++) {
        size_t n_rows = salvo_store_table(store, p->sources[s].table)->n_rows;

        for (size_t row = 0; row < n_rows; row++)
            for (int suffixed = 0; suffixed <= (p->suffix != NULL); suffixed++) {
                salvo_item one = {.source = s, .row = row, .suffixed = suffixed != 0, .count = 1};
                char *name = spell_name(p, store, &one, memory);

                if (!name)
                    return SALVO_NO_MEMORY;
                if (!salvo_name_matches(name, text))
                    continue;
                *item = one;
                if (strcmp(name, text) == 0)
                    return SALVO_OK;
                found++;
            }
    }
    return found == 1 ? SALVO_OK : SALVO_BAD_INPUT;
}

static salvo_status refuse_item(const salvo_parameter *p, const salvo_store *store, const char *text,
                                salvo_arena *memory, salvo_error *err)
{
    const char **names;
    size_t n;

    if (list_names(p, store, memory, &names, &n) != SALVO_OK)
        return salvo_fail_memory(err);
    return salvo_names_fail(err, names, n, text, "%s: '%s' is not something that the list can hold", p->key, text);
}

/* Removes ":4" from the end of the item. */
static salvo_status take_count(const salvo_parameter *p, char *item, int64_t *count, salvo_error *err)
{
    char *colon = p->count_max ? strchr(item, ':') : NULL;
    double number;

    *count = 1;
    if (!colon)
        return SALVO_OK;
    if (!salvo_number_parse(trim(colon + 1), &number) || number < 1 || number > (double)p->count_max ||
        number != floor(number))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s: '%s' has no valid count; write %.*s:N, with N from 1 to %lld",
                          p->key, item, (int)(colon - item), item, (long long)p->count_max);
    *colon = '\0';
    *count = (int64_t)number;
    return SALVO_OK;
}

/* The same for "4 machine-gun", as armies are written. Returns the name behind the count; NULL: there is no count. */
static char *after_count(const salvo_parameter *p, char *item, int64_t *count)
{
    char *end;
    const long long number = strtoll(item, &end, 10);

    if (end == item || *end != ' ' || number < 1 || number > p->count_max)
        return NULL;
    *count = number;
    return trim(end);
}

/* The count is removed before the name is looked up, because it is not part of the name. A name may begin with a number,
 * so that is looked up first. */
static salvo_status parse_item(const salvo_parameter *p, const salvo_store *store, char *text, salvo_arena *memory,
                               salvo_item *item, salvo_error *err)
{
    int64_t count;
    char *name;
    salvo_status status;

    TRY(take_count(p, text, &count, err));
    status = find_item(p, store, trim(text), memory, item);
    if (status == SALVO_BAD_INPUT && (name = after_count(p, trim(text), &count)) != NULL)
        status = find_item(p, store, name, memory, item);
    item->count = count;
    if (status == SALVO_BAD_INPUT)
        return refuse_item(p, store, text, memory, err);
    return status == SALVO_OK ? SALVO_OK : salvo_fail_memory(err);
}

/* Returns the whole list in its canonical spelling; NULL if memory is out. */
static const char *spell_list(const salvo_parameter *p, const salvo_store *store, const salvo_value *value,
                              salvo_arena *memory)
{
    salvo_text spelled = {0};
    const char *text = NULL;

    for (size_t i = 0; i < value->n_items && !spelled.failed; i++) {
        const char *item = spell(p, store, &value->items[i], memory);

        if (item)
            salvo_text_add(&spelled, "%s%s", i ? "," : "", item);
        else
            spelled.failed = true;
    }
    if (!spelled.failed)
        text = salvo_arena_text(memory, salvo_text_of(&spelled));
    salvo_text_free(&spelled);
    return text;
}

/* A thing that is listed twice counts twice. */
static salvo_status check_counts(const salvo_parameter *p, const salvo_store *store, const salvo_value *value,
                                 salvo_arena *memory, salvo_error *err)
{
    for (size_t i = 0; p->count_max && i < value->n_items; i++) {
        const salvo_item *item = &value->items[i];
        int64_t count = 0;
        char *name;

        for (size_t k = 0; k <= i; k++)
            if (value->items[k].source == item->source && value->items[k].row == item->row &&
                value->items[k].suffixed == item->suffixed)
                count += value->items[k].count;
        if (count <= p->count_max)
            continue;
        name = spell_name(p, store, item, memory);
        return name ? salvo_fail(err, SALVO_BAD_INPUT,
                                 "%s: %lld times %s is too much; the list takes at most %lld "
                                 "of each",
                                 p->key, (long long)count, name, (long long)p->count_max)
                    : salvo_fail_memory(err);
    }
    return SALVO_OK;
}

/* A list has at most one item more than its text has bytes, so one allocation is enough. */
static salvo_status parse_list(const salvo_parameter *p, const salvo_store *store, const char *text,
                               salvo_arena *memory, salvo_value *value, salvo_error *err)
{
    char *rest = salvo_arena_text(memory, text);
    salvo_item *items = salvo_arena_array(memory, strlen(text) + 1, sizeof *items);

    if (!rest || !items)
        return salvo_fail_memory(err);
    value->items = items;
    if (salvo_name_matches(text, "none")) {
        value->text = "none";
        return SALVO_OK;
    }
    while (rest) {
        char *comma = strchr(rest, ','), *item = rest;

        if (comma)
            *comma = '\0';
        rest = comma ? comma + 1 : NULL;
        TRY(parse_item(p, store, trim(item), memory, &items[value->n_items++], err));
    }
    value->text = spell_list(p, store, value, memory);
    return value->text ? check_counts(p, store, value, memory, err) : salvo_fail_memory(err);
}

/* A text parameter with choices also accepts any other text: the path of a file beside the names of included data. */
static salvo_status parse_text(const salvo_parameter *p, const char *text, salvo_arena *memory, salvo_value *value,
                               salvo_error *err)
{
    size_t n = 0;
    int place;

    if (!*text || !salvo_is_text(text))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s=%s: %s must be a text in UTF-8 and not empty", p->key,
                          *text ? "..." : "", p->key);
    while (p->choices && p->choices[n])
        n++;
    place = n ? salvo_name_among(p->choices, n, text) : -1;
    value->text = place < 0 ? salvo_arena_text(memory, meaning(p->synonyms, text)) : p->choices[place];
    return value->text ? SALVO_OK : salvo_fail_memory(err);
}

static size_t count_choices(const salvo_parameter *p)
{
    size_t n = 0;

    while (p->choices[n])
        n++;
    return n;
}

/* The value is zeroed first, so that every member that its kind does not use is 0 or NULL. */
salvo_status salvo_parameter_parse(const salvo_parameter *p, const salvo_store *store, const char *text,
                                   salvo_arena *memory, salvo_value *value, salvo_error *err)
{
    memset(value, 0, sizeof *value);
    switch (p->kind) {
    case SALVO_FLAG:
        return parse_choice(p, FLAG, 2, text, value, err);
    case SALVO_CHOICE:
        return parse_choice(p, p->choices, count_choices(p), text, value, err);
    case SALVO_INTEGER:
    case SALVO_DECIMAL:
        return parse_number(p, store, text, memory, value, err);
    case SALVO_NAME:
        return parse_name(p, store, text, memory, value, err);
    case SALVO_TEXT:
        return parse_text(p, text, memory, value, err);
    case SALVO_LIST:
        break;
    }
    return parse_list(p, store, text, memory, value, err);
}

static salvo_status sweep_texts(const char *const *from, size_t n, salvo_arena *memory, const char ***texts)
{
    *texts = salvo_arena_array(memory, n, sizeof **texts);
    if (!*texts)
        return SALVO_NO_MEMORY;
    if (n)
        memcpy(*texts, from, n * sizeof *from);
    return SALVO_OK;
}

/* A number with brackets takes them from its table. Without a table only a short range of whole numbers can be
 * listed. */
static salvo_status sweep_numbers(const salvo_parameter *p, const salvo_store *store, salvo_arena *memory,
                                  const char ***texts, size_t *n, salvo_error *err)
{
    const salvo_table *table = p->table ? salvo_store_table(store, p->table) : NULL;
    salvo_brackets brackets = {0};
    bool whole = p->kind == SALVO_INTEGER && p->max - p->min < SWEEP_WHOLE_NUMBERS;

    if (!table && !whole)
        return salvo_fail(err, SALVO_BAD_INPUT, "the sweep over %s needs values: --over %s=1..10 or %s=1,2,5", p->key,
                          p->key, p->key);
    TRY(table ? salvo_brackets_read(store, table, memory, &brackets, err) : SALVO_OK);
    *n = table ? brackets.count : (size_t)(p->max - p->min) + 1;
    *texts = salvo_arena_array(memory, *n, sizeof **texts);
    for (size_t i = 0; *texts && i < *n; i++)
        if (!((*texts)[i] = salvo_arena_printf(memory, "%.15g", table ? brackets.upto[i] : p->min + (double)i)))
            return salvo_fail_memory(err);
    return *texts ? SALVO_OK : salvo_fail_memory(err);
}

/* Lists the whole numbers that are the ids of a table. */
static salvo_status sweep_ids(const salvo_parameter *p, const salvo_store *store, salvo_arena *memory,
                              const char ***texts, size_t *n, salvo_error *err)
{
    const salvo_table *table = salvo_store_table(store, p->table);

    *n = table->n_rows;
    *texts = salvo_arena_array(memory, *n, sizeof **texts);
    for (size_t i = 0; *texts && i < *n; i++)
        (*texts)[i] = id_of(table, i);
    return *texts ? SALVO_OK : salvo_fail_memory(err);
}

/* Lists the ids of all rows that the parameter may take, in the order of the tables. */
static salvo_status sweep_names(const salvo_parameter *p, const salvo_store *store, salvo_arena *memory,
                                const char ***texts, size_t *n, salvo_error *err)
{
    salvo_roster roster;

    TRY(salvo_roster_list(&roster, store, p->table, p->more_table, p->among, memory, err));
    *n = roster.table->n_rows;
    *texts = salvo_arena_array(memory, *n, sizeof **texts);
    for (size_t i = 0; *texts && i < *n; i++)
        (*texts)[i] = id_of(roster.table, i);
    return *texts ? SALVO_OK : salvo_fail_memory(err);
}

/* A list or a free text cannot be swept. All other kinds list their values, or their limits imply them. */
salvo_status salvo_parameter_sweep(const salvo_parameter *p, const salvo_store *store, salvo_arena *memory,
                                   const char ***texts, size_t *n, salvo_error *err)
{
    switch (p->kind) {
    case SALVO_FLAG:
        *n = 2;
        return sweep_texts(FLAG, *n, memory, texts);
    case SALVO_CHOICE:
        *n = count_choices(p);
        return sweep_texts(p->choices, *n, memory, texts);
    case SALVO_NAME:
        return sweep_names(p, store, memory, texts, n, err);
    case SALVO_INTEGER:
        if (p->table)
            return sweep_ids(p, store, memory, texts, n, err);
        return sweep_numbers(p, store, memory, texts, n, err);
    case SALVO_DECIMAL:
        return sweep_numbers(p, store, memory, texts, n, err);
    case SALVO_TEXT:
        if (!p->choices)
            return salvo_fail(err, SALVO_BAD_INPUT, "the sweep over %s needs values: --over %s=one,another", p->key,
                              p->key);
        *n = count_choices(p);
        return sweep_texts(p->choices, *n, memory, texts);
    case SALVO_LIST:
        break;
    }
    return salvo_fail(err, SALVO_BAD_INPUT, "%s is a list and cannot be swept", p->key);
}
