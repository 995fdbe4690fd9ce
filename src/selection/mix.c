/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mix is found by its name in the ruleset's table, in a file, or is a single unit. Weights are scaled at the end to
 * sum to 1. */
#include <salvo/arena.h>
#include <salvo/selection.h>
#include <salvo/text.h>

#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "data/find.h"
#include "data/names.h"
#include "data/yaml.h"
#include "rules/mixes.h"
#include "rules/parse.h"

static const char EVERYTHING[] = "everything";

/* Makes room for at most n units. */
static salvo_status make_room(salvo_mix *mix, size_t n, salvo_arena *memory, salvo_error *err)
{
    mix->units = salvo_arena_array(memory, n, sizeof *mix->units);
    mix->weights = salvo_arena_array(memory, n, sizeof *mix->weights);
    return mix->units && mix->weights ? SALVO_OK : salvo_fail_memory(err);
}

static void put(salvo_mix *mix, size_t unit, double weight)
{
    mix->units[mix->n] = unit;
    mix->weights[mix->n++] = weight;
}

/* A mix has at least one unit with a weight above 0. */
static void scale(salvo_mix *mix)
{
    double sum = 0;

    for (size_t i = 0; i < mix->n; i++)
        sum += mix->weights[i];
    for (size_t i = 0; i < mix->n; i++)
        mix->weights[i] /= sum;
}

/* Finds the column that `name` means: by its whole heading, else by words that only one heading has; -1 for none or
 * several. */
static int find_column(const salvo_table *mixes, const char *name)
{
    int found = -1;

    if (mixes)
        found = salvo_table_column_named(mixes, name);
    if (found >= 0)
        return salvo_mixes_is_mix(mixes, (size_t)found) ? found : -1; /* the table has other columns, too */
    for (size_t c = 1; mixes && c < mixes->n_columns; c++)            /* column 0 has the ids */
        if (salvo_mixes_is_mix(mixes, c) && salvo_name_has_words(mixes->header[c].text, name)) {
            if (found >= 0)
                return -1;
            found = (int)c;
        }
    return found;
}

/* Takes the units with a weight in that column. */
static salvo_status take_column(salvo_mix *mix, const salvo_table *mixes, size_t column, const salvo_unit_set *units,
                                salvo_arena *memory, salvo_error *err)
{
    salvo_status status = make_room(mix, mixes->n_rows, memory, err);

    mix->name = mixes->header[column].text;
    for (size_t i = 0; i < mixes->n_rows && status == SALVO_OK; i++) {
        const salvo_cell *cells = &mixes->cells[i * mixes->n_columns];
        double weight = salvo_mixes_weight(&cells[column]);

        if (weight > 0)
            put(mix, (size_t)salvo_unit_set_row(units, cells[0].text), weight); /* the ids have been checked */
    }
    return status;
}

/* Takes every unit with an equal weight. */
static salvo_status take_everything(salvo_mix *mix, const salvo_unit_set *units, salvo_arena *memory, salvo_error *err)
{
    size_t n = salvo_unit_set_size(units);
    salvo_status status = make_room(mix, n, memory, err);

    mix->name = EVERYTHING;
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        put(mix, i, 1);
    return status;
}

typedef struct entry {
    char *unit, *weight;
} entry;

typedef struct document {
    char *title;
    entry *units;
    unsigned units_count;
} document;

static const cyaml_schema_field_t ENTRY_FIELDS[] = {
    YAML_TEXT(entry, "unit", unit),
    YAML_OPTIONAL_TEXT(entry, "weight", weight),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t ENTRY = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, entry, ENTRY_FIELDS)};

static const cyaml_schema_field_t FIELDS[] = {
    YAML_TEXT(document, "title", title),
    CYAML_FIELD_SEQUENCE("units", CYAML_FLAG_POINTER, document, units, &ENTRY, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, document, FIELDS)};

static const salvo_yaml_form FORM = {.schema = &DOCUMENT,
                                     .top = FIELDS,
                                     .entry = ENTRY_FIELDS,
                                     .noun = "unit",
                                     .beginning = "the mix's title, as in 'title: My enemies'"};

/* Takes one entry of the file; errors are reported at its place in the file. */
static salvo_status take_entry(salvo_mix *mix, const salvo_yaml *yaml, size_t at, const salvo_unit_set *units,
                               salvo_error *err)
{
    const entry *from = &((const document *)yaml->document)->units[at];
    const salvo_yaml_step unit_at[] = {{"units", 0}, {NULL, at}, {"unit", 0}};
    const salvo_yaml_step weight_at[] = {{"units", 0}, {NULL, at}, {"weight", 0}};
    salvo_error inner;
    double weight = 1; /* unless the file has one */
    size_t unit;

    if (salvo_unit_set_find(units, from->unit, &unit, &inner) != SALVO_OK)
        return salvo_yaml_refuse(yaml, unit_at, 3, err, "%s", inner.text);
    if (from->weight && !(salvo_number_parse(from->weight, &weight) && weight > 0 && weight <= SALVO_WEIGHT_MAX))
        return salvo_yaml_refuse(yaml, weight_at, 3, err,
                                 "the weight of '%s' is '%s'; give a number above 0, at most %d", from->unit,
                                 from->weight, SALVO_WEIGHT_MAX);
    for (size_t i = 0; i < mix->n; i++)
        if (mix->units[i] == unit)
            return salvo_yaml_refuse(yaml, unit_at, 3, err, "'%s' is in the mix twice; give it once", from->unit);
    put(mix, unit, weight);
    return SALVO_OK;
}

/* The title names the mix. */
static salvo_status read_file(salvo_mix *mix, const char *path, const salvo_unit_set *units, salvo_arena *memory,
                              salvo_error *err)
{
    salvo_yaml yaml;
    const document *d;
    salvo_status status;

    TRY(salvo_yaml_read(&yaml, path, &FORM, memory, err));
    d = yaml.document;
    status = make_room(mix, d->units_count, memory, err);
    mix->name = d->title;
    for (unsigned i = 0; i < d->units_count && status == SALVO_OK; i++)
        status = take_entry(mix, &yaml, i, units, err);
    return status;
}

static bool is_file(const char *name)
{
    size_t length = strlen(name);

    return (length > 5 && strcmp(name + length - 5, ".yaml") == 0) ||
           (length > 4 && strcmp(name + length - 4, ".yml") == 0);
}

/* Reports the error about a name that is not a unit, and the names of mixes. */
static salvo_status unknown(const salvo_table *mixes, const salvo_error *why, salvo_error *err)
{
    salvo_text names = {0};

    for (size_t c = 1; mixes && c < mixes->n_columns; c++)
        if (salvo_mixes_is_mix(mixes, c))
            salvo_text_add(&names, "'%s', ", mixes->header[c].text);
    salvo_text_add(&names, "'%s'", EVERYTHING);
    salvo_fail(err, SALVO_BAD_INPUT, "%s; the mixes are %s and a FILE.yaml", why->text, salvo_text_of(&names));
    salvo_text_free(&names);
    return SALVO_BAD_INPUT;
}

/* Makes a mix of one unit. */
static salvo_status take_unit(salvo_mix *mix, const salvo_table *mixes, const salvo_unit_set *units, const char *name,
                              salvo_arena *memory, salvo_error *err)
{
    salvo_error inner;
    size_t unit;
    salvo_status status;

    status = salvo_unit_set_find(units, name, &unit, &inner);
    if (status != SALVO_OK)
        /* Apart from an unknown name, only memory can fail. */
        return status == SALVO_BAD_INPUT ? unknown(mixes, &inner, err) : salvo_fail_memory(err);
    mix->name = salvo_unit_set_name(units, unit);
    TRY(make_room(mix, 1, memory, err));
    put(mix, unit, 1);
    return SALVO_OK;
}

salvo_status salvo_mix_find(salvo_mix *mix, const salvo_rulebook *book, const salvo_unit_set *units, const char *name,
                            salvo_arena *memory, salvo_error *err)
{
    const salvo_table *mixes = salvo_store_table(&book->store, "mixes");
    int column = find_column(mixes, name); /* a mix's name precedes a unit's */
    salvo_status status;

    *mix = (salvo_mix){.name = NULL};
    if (is_file(name))
        status = read_file(mix, name, units, memory, err);
    else if (salvo_name_matches(name, EVERYTHING))
        status = take_everything(mix, units, memory, err);
    else if (column > 0)
        status = take_column(mix, mixes, (size_t)column, units, memory, err);
    else
        status = take_unit(mix, mixes, units, name, memory, err);
    if (status != SALVO_OK)
        return status;
    scale(mix);
    return SALVO_OK;
}
