/* Words for a question, drawn by chance from what the schema says of each parameter. They need not make sense together:
 * the rules refuse what does not. */
#include "checks/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Small numbers are where rules have their cases, so whole numbers are drawn from the first twenty only. Decimals take
 * sixteen equal parts, whose values have short decimals. */
enum { WHOLE_NUMBERS = 20, PARTS = 16, TRIES = 64 };
static const double FAR = 48; /* where a decimal number has no limit */

/* Unbiased and from the check's own generator: the sample is the same on every machine. */
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

/* The id of any row of the table that says yes in the column `among`, unless that is NULL. By trying rows and not by
 * listing those that say yes: 64 tries miss only when hardly any row does, and then the parameter is left out. */
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

/* Each of the two tables half the time, however many rows it has. */
static const char *name_of(const salvo_parameter *p, const salvo_store *store, pcg32 *rng)
{
    bool more = p->more_table && below(rng, 2);

    return row_of(salvo_store_table(store, more ? p->more_table : p->table), p->among, rng);
}

/* A whole number with a table is an id in it (strengths that are headings of rows). */
static const char *whole(const salvo_parameter *p, const salvo_store *store, pcg32 *rng, salvo_arena *memory)
{
    const double low = isfinite(p->min) ? p->min : 0;
    const double high = isfinite(p->max) && p->max < low + WHOLE_NUMBERS ? p->max : low + WHOLE_NUMBERS;

    if (p->table)
        return row_of(salvo_store_table(store, p->table), NULL, rng);
    return salvo_arena_printf(memory, "%.0f", low + below(rng, (size_t)(high - low) + 1));
}

/* The end of a bracket, where the headings of a table are ranges; or anything between the limits. The ends of brackets
 * are where one rounding or another shows, so half of the ranges are taken from there. */
static const char *decimal(const salvo_parameter *p, const salvo_store *store, pcg32 *rng, salvo_arena *memory)
{
    const salvo_table *table = p->table ? salvo_store_table(store, p->table) : NULL;
    const double low = isfinite(p->min) ? p->min : 0, high = isfinite(p->max) ? p->max : low + FAR;

    if (table && table->n_columns > 1 && below(rng, 2)) {
        char *end;
        const char *heading = table->header[1 + below(rng, table->n_columns - 1)].text;
        double upto = strtod(heading, &end);

        if (end != heading)
            return salvo_arena_printf(memory, "%g", upto);
    }
    return salvo_arena_printf(memory, "%g", low + (high - low) * below(rng, PARTS + 1) / PARTS);
}

/* A list of one item; longer ones would have to keep to rules about what goes together. */
static const char *item(const salvo_parameter *p, const salvo_store *store, pcg32 *rng, salvo_arena *memory)
{
    const char *id = p->sources ? row_of(salvo_store_table(store, p->sources->table), NULL, rng) : NULL;

    return id ? salvo_arena_printf(memory, "%s%s", p->sources->prefix, id) : "none";
}

static const char *value_of(const salvo_parameter *p, const salvo_store *store, pcg32 *rng, salvo_arena *memory)
{
    switch (p->kind) {
    case SALVO_FLAG:
        return below(rng, 2) ? "yes" : "no";
    case SALVO_CHOICE:
    case SALVO_TEXT:
        return choose(p->choices, rng);
    case SALVO_INTEGER:
        return whole(p, store, rng, memory);
    case SALVO_DECIMAL:
        return decimal(p, store, rng, memory);
    case SALVO_NAME:
        return name_of(p, store, rng);
    case SALVO_LIST:
        return item(p, store, rng, memory);
    }
    return NULL;
}

/* Optional parameters are given half the time. A required one without a value is a failure of memory, or of a table
 * without rows; -1 then skips the question. */
int sample_words(const char *words[SAMPLE_WORDS_MAX], const salvo_schema *schema, const salvo_store *store, bool plain,
                 pcg32 *rng, salvo_arena *memory)
{
    int n = 0;

    for (size_t i = 0; i < schema->n_parameters && n < SAMPLE_WORDS_MAX; i++) {
        const salvo_parameter *p = &schema->parameters[i];
        const char *value;

        if (!p->required && (plain || below(rng, 2)))
            continue;
        value = value_of(p, store, rng, memory);
        if (!value && !p->required)
            continue;
        words[n] = value ? salvo_arena_printf(memory, "%s=%s", p->key, value) : NULL;
        if (!words[n++])
            return -1;
    }
    return n;
}
