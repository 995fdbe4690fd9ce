/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random words for a question, from the schema of each parameter. They need not make sense together: the rules refuse
 * bad combinations. */
#include "checks/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rules have their cases at small numbers, so whole numbers are drawn from the first twenty only. Decimals take sixteen
 * equal parts, whose values have short decimals. */
enum { WHOLE_NUMBERS = 20, PARTS = 16, TRIES = 64 };
static const double FAR = 48; /* for a decimal number without a limit */

/* The source and the destination of values. */
typedef struct source {
    const salvo_store *store;
    pcg32 *rng;
    salvo_arena *memory;
    bool no_memory; /* it ran out while a value was written */
} source;

static const char *written(source *s, const char *text)
{
    s->no_memory = s->no_memory || !text;
    return text;
}

/* The number is unbiased and from the check's own generator, so the sample is the same on every machine. */
static uint32_t below(pcg32 *rng, size_t n)
{
    return pcg32_below(rng, (uint32_t)n);
}

static const char *choose(const char *const *among, pcg32 *rng)
{
    size_t n = 0;

    while (among && among[n])
        n++;
    return n ? among[below(rng, n)] : NULL;
}

/* Returns the id of any row of the table that says yes in the column `among`, unless that is NULL. It tries random rows
 * instead of listing the suitable ones: 64 tries miss only if hardly any row is suitable, and then the parameter is
 * left out. */
static const char *row_of(const salvo_table *table, const char *among, pcg32 *rng)
{
    for (int tries = 0; table && table->n_rows && tries < TRIES; tries++) {
        size_t row = below(rng, table->n_rows);
        const char *says = among ? salvo_table_text(table, row, among) : NULL;

        if (!says || strcmp(says, "yes") == 0)
            return table->cells[row * table->n_columns].text;
    }
    return NULL;
}

/* Each of the two tables is used half the time, whatever its number of rows. */
static const char *name_of(const salvo_parameter *p, source *s)
{
    bool more = p->more_table && below(s->rng, 2);

    return row_of(salvo_store_table(s->store, more ? p->more_table : p->table), p->among, s->rng);
}

/* A whole number with a table is an id in it (strengths that are headings of rows). */
static const char *whole(const salvo_parameter *p, source *s)
{
    const double low = isfinite(p->min) ? p->min : 0;
    const double high = isfinite(p->max) && p->max < low + WHOLE_NUMBERS ? p->max : low + WHOLE_NUMBERS;

    if (p->table)
        return row_of(salvo_store_table(s->store, p->table), NULL, s->rng);
    return written(s, salvo_arena_printf(s->memory, "%.0f", low + below(s->rng, (size_t)(high - low) + 1)));
}

/* Returns the end of a bracket, if the headings of a table are ranges, or any number between the limits. Rounding shows
 * at the ends of brackets, so half of the ranges are taken from there. */
static const char *decimal(const salvo_parameter *p, source *s)
{
    const salvo_table *table = p->table ? salvo_store_table(s->store, p->table) : NULL;
    const double low = isfinite(p->min) ? p->min : 0, high = isfinite(p->max) ? p->max : low + FAR;

    if (table && table->n_columns > 1 && below(s->rng, 2)) {
        char *end;
        const char *heading = table->header[1 + below(s->rng, table->n_columns - 1)].text;
        double upto = strtod(heading, &end);

        if (end != heading)
            return written(s, salvo_arena_printf(s->memory, "%g", upto));
    }
    return written(s, salvo_arena_printf(s->memory, "%g", low + (high - low) * below(s->rng, PARTS + 1) / PARTS));
}

/* A list has one item; longer ones would need rules about valid combinations. */
static const char *item(const salvo_parameter *p, source *s)
{
    const char *id = p->sources ? row_of(salvo_store_table(s->store, p->sources->table), NULL, s->rng) : NULL;

    return id ? written(s, salvo_arena_printf(s->memory, "%s%s", p->sources->prefix, id)) : "none";
}

static const char *value_of(const salvo_parameter *p, source *s)
{
    switch (p->kind) {
    case SALVO_FLAG:
        return below(s->rng, 2) ? "yes" : "no";
    case SALVO_CHOICE:
    case SALVO_TEXT:
        return choose(p->choices, s->rng);
    case SALVO_INTEGER:
        return whole(p, s);
    case SALVO_DECIMAL:
        return decimal(p, s);
    case SALVO_NAME:
        return name_of(p, s);
    case SALVO_LIST:
        return item(p, s);
    }
    return NULL;
}

/* Optional parameters are given half the time. */
salvo_status sample_words(const char *words[SAMPLE_WORDS_MAX], size_t *n, const sample_source *from, pcg32 *rng,
                          salvo_arena *memory, salvo_error *err)
{
    source s = {.store = from->store, .rng = rng, .memory = memory};

    *n = 0;
    for (size_t i = 0; i < from->schema->n_parameters && *n < SAMPLE_WORDS_MAX; i++) {
        const salvo_parameter *p = &from->schema->parameters[i];
        const char *value;

        if (!p->required && (from->plain || below(rng, 2)))
            continue;
        value = value_of(p, &s);
        if (s.no_memory)
            return salvo_fail_memory(err);
        if (!value && p->required)
            return salvo_fail(err, SALVO_BAD_INPUT, "there is no value for %s", p->key);
        if (!value)
            continue;
        words[*n] = salvo_arena_printf(memory, "%s=%s", p->key, value);
        if (!words[*n])
            return salvo_fail_memory(err);
        *n += !from->never || strcmp(words[*n], from->never) != 0;
    }
    return SALVO_OK;
}
