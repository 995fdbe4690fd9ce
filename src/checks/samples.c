#include "checks/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WHOLE_NUMBERS = 20, PARTS = 16, TRIES = 64 };
static const double FAR = 48; /* where a decimal number has no limit */

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

/* The id of any row of the table that says yes in the column `among`, unless that is NULL. */
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

static const char *name_of(const salvo_parameter *p, const salvo_store *store, pcg32 *rng)
{
    bool more = p->more_table && below(rng, 2);

    return row_of(salvo_store_table(store, more ? p->more_table : p->table), p->among, rng);
}

static const char *whole(const salvo_parameter *p, const salvo_store *store, pcg32 *rng, salvo_arena *memory)
{
    const double low = isfinite(p->min) ? p->min : 0;
    const double high = isfinite(p->max) && p->max < low + WHOLE_NUMBERS ? p->max : low + WHOLE_NUMBERS;

    if (p->table)
        return row_of(salvo_store_table(store, p->table), NULL, rng);
    return salvo_arena_printf(memory, "%.0f", low + below(rng, (size_t)(high - low) + 1));
}

/* The end of a bracket, where the headings of a table are ranges; or anything between the limits. */
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
