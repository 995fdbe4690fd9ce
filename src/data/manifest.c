/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads ruleset.yaml by a schema. */
#include "data/manifest.h"

#include <stdlib.h>
#include <string.h>

#include <salvo/arena.h>

#include "base/lookup.h"
#include "base/try.h"
#include "data/file.h"
#include "data/measure.h"
#include "data/names.h"
#include "data/yaml.h"

/* As in the file; every key except "on_table", "conventions", "rules", "more_rules" and "vocabulary" is
 * required. */
typedef struct entry {
    char *name, *file, *title, *section;
} entry;

typedef struct document {
    char *id, *title, *edition, *distance_unit, *on_table, *summary, *rules, *vocabulary;
    char **authors;
    unsigned authors_count;
    char **conventions;
    unsigned conventions_count;
    char **more_rules;
    unsigned more_rules_count;
    entry *tables;
    unsigned tables_count;
} document;

static const cyaml_schema_field_t ENTRY_FIELDS[] = {
    YAML_TEXT(entry, "name", name),
    YAML_TEXT(entry, "file", file),
    YAML_TEXT(entry, "title", title),
    YAML_TEXT(entry, "section", section),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t ENTRY = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, entry, ENTRY_FIELDS)};

static const cyaml_schema_field_t DOCUMENT_FIELDS[] = {
    YAML_TEXT(document, "id", id),
    YAML_TEXT(document, "title", title),
    YAML_TEXT(document, "edition", edition),
    YAML_TEXTS(document, "authors", authors),
    YAML_TEXT(document, "distance_unit", distance_unit),
    YAML_OPTIONAL_TEXT(document, "on_table", on_table),
    YAML_TEXT(document, "summary", summary),
    YAML_OPTIONAL_TEXT(document, "rules", rules),
    YAML_OPTIONAL_TEXTS(document, "more_rules", more_rules),
    YAML_OPTIONAL_TEXT(document, "vocabulary", vocabulary),
    YAML_OPTIONAL_TEXTS(document, "conventions", conventions),
    CYAML_FIELD_SEQUENCE("tables", CYAML_FLAG_POINTER, document, tables, &ENTRY, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, document, DOCUMENT_FIELDS)};

/* Paths are relative to the ruleset's folder. */
static bool take_tables(salvo_store *store, const document *doc, const char *directory, salvo_arena *memory)
{
    bool done;

    store->tables = salvo_arena_array(memory, doc->tables_count, sizeof *store->tables);
    store->n_tables = doc->tables_count;
    done = store->tables != NULL;
    for (size_t i = 0; i < store->n_tables && done; i++) {
        const entry *from = &doc->tables[i];
        const char *path = salvo_arena_printf(memory, "%s/%s", directory, from->file);

        store->tables[i] =
            (salvo_table){.name = from->name, .path = path, .title = from->title, .section = from->section};
        done = path != NULL;
    }
    return done;
}

static bool take_rules(salvo_store *store, const document *doc, const char *directory, salvo_arena *memory)
{
    store->n_rules_files = 1 + doc->more_rules_count;
    store->rules_files = salvo_arena_array(memory, store->n_rules_files, sizeof *store->rules_files);
    for (size_t i = 0; store->rules_files && i < store->n_rules_files; i++) {
        salvo_rules_file *file = &store->rules_files[i];

        file->name = i ? doc->more_rules[i - 1] : doc->rules;
        file->path = salvo_arena_printf(memory, "%s/%s", directory, file->name);
        if (!file->path)
            return false;
    }
    if (store->rules_files)
        store->rules = store->rules_files[0].path;
    return store->rules_files != NULL;
}

/* A single word is the id of a ruleset. */
static bool is_file(const char *rules)
{
    return strpbrk(rules, "./") != NULL;
}

/* Texts are the document's, which lives as long as the store. */
static salvo_status take_document(salvo_store *store, const document *doc, const char *directory, salvo_arena *memory,
                                  salvo_error *err)
{
    const bool has_file = doc->rules && is_file(doc->rules);

    store->id = doc->id;
    store->title = doc->title;
    store->edition = doc->edition;
    store->distance_unit = doc->distance_unit;
    store->summary = doc->summary;
    store->authors = (const char *const *)doc->authors;
    store->n_authors = doc->authors_count;
    store->conventions = (const char *const *)doc->conventions;
    store->n_conventions = doc->conventions_count;
    store->rules_of = has_file ? NULL : doc->rules;
    if ((has_file && !take_rules(store, doc, directory, memory)) || !take_tables(store, doc, directory, memory))
        return salvo_fail_memory(err);
    return SALVO_OK;
}

/* Names become parts of paths (--set TABLE.ROW.COLUMN) and of procedures' names, so they are ids. */
static salvo_status check_names(const document *doc, const salvo_yaml *yaml, salvo_arena *memory, salvo_error *err)
{
    const salvo_yaml_step id = {"id", 0};
    salvo_lookup *names = salvo_lookup_new(doc->tables_count, memory);

    if (!names)
        return salvo_fail_memory(err);
    if (!salvo_is_id(doc->id))
        return salvo_yaml_refuse(
            yaml, &id, 1, err, "the id '%s' is not valid; use the letters a to z, digits and single hyphens", doc->id);
    for (size_t i = 0; i < doc->tables_count; i++) {
        const salvo_yaml_step steps[] = {{"tables", 0}, {NULL, i}, {"name", 0}}; /* tables -> entry i -> name */
        const char *name = doc->tables[i].name;

        if (!salvo_is_id(name))
            return salvo_yaml_refuse(yaml, steps, 3, err,
                                     "the table name '%s' is not valid; use the letters a to z, digits and single "
                                     "hyphens",
                                     name);
        if (salvo_lookup_add(names, name) >= 0)
            return salvo_yaml_refuse(yaml, steps, 3, err, "two tables are called '%s'; rename one", name);
    }
    return SALVO_OK;
}

/* Reads how long a distance unit is on the table: "1 mm". */
static salvo_status read_scale(salvo_store *store, const document *doc, const salvo_yaml *yaml, salvo_error *err)
{
    const salvo_yaml_step step = {"on_table", 0};
    const salvo_scale table = {.unit = "mm"};

    if (!doc->on_table)
        return SALVO_OK;
    if (!salvo_measure_is_on_ground(doc->distance_unit))
        return salvo_yaml_refuse(yaml, &step, 1, err,
                                 "on_table is for distances on the ground, and distance_unit is '%s'; leave it out",
                                 doc->distance_unit);
    if (!doc->on_table[strspn(doc->on_table, "0123456789.")] || /* a number of what? */
        !salvo_measure_parse(&store->unit_in_mm, doc->on_table, &table) || store->unit_in_mm <= 0)
        return salvo_yaml_refuse(yaml, &step, 1, err,
                                 "on_table '%s' is not the length of a distance unit; write it as in 1 mm",
                                 doc->on_table);
    return SALVO_OK;
}

/* A stranger's folder must not make salvo read the user's other files. */
static salvo_status check_file(const char *directory, const char *file, const salvo_yaml *yaml,
                               const salvo_yaml_step *steps, size_t n, salvo_error *err)
{
    if (salvo_file_stays_inside(directory, file))
        return SALVO_OK;
    return salvo_yaml_refuse(yaml, steps, n, err, "the file '%s' is not in the rulebook's folder; put it there", file);
}

/* This runs before any file is opened. */
static salvo_status check_files(const document *doc, const char *directory, const salvo_yaml *yaml, salvo_error *err)
{
    const salvo_yaml_step rules = {"rules", 0};
    salvo_status status =
        doc->rules && is_file(doc->rules) ? check_file(directory, doc->rules, yaml, &rules, 1, err) : SALVO_OK;

    for (size_t i = 0; i < doc->more_rules_count && status == SALVO_OK; i++) {
        const salvo_yaml_step steps[] = {{"more_rules", 0}, {NULL, i}};

        if (!doc->rules || !is_file(doc->rules))
            return salvo_yaml_refuse(yaml, steps, 1, err,
                                     "more_rules needs a file that requires them; add rules: rules.lua");
        status = check_file(directory, doc->more_rules[i], yaml, steps, 2, err);
    }
    for (size_t i = 0; i < doc->tables_count && status == SALVO_OK; i++) {
        const salvo_yaml_step steps[] = {{"tables", 0}, {NULL, i}, {"file", 0}};

        status = check_file(directory, doc->tables[i].file, yaml, steps, 3, err);
    }
    return status;
}

/* Rules that need other words would fail somewhere in the middle, with a message about a word. */
static salvo_status check_vocabulary(const document *doc, const salvo_yaml *yaml, salvo_error *err)
{
    const salvo_yaml_step step = {"vocabulary", 0};
    char *end = NULL;
    const long version = doc->vocabulary ? strtol(doc->vocabulary, &end, 10) : 1;

    if (version < 1 || (end && (*end || end == doc->vocabulary)))
        return salvo_yaml_refuse(yaml, &step, 1, err,
                                 "'%s' is not the version of a vocabulary; write a whole number, as in vocabulary: %d",
                                 doc->vocabulary, MANIFEST_VOCABULARY);
    if (version > MANIFEST_VOCABULARY)
        return salvo_yaml_refuse(yaml, &step, 1, err,
                                 "the rules need version %ld of the vocabulary, and this salvo has version %d; install "
                                 "a newer salvo",
                                 version, MANIFEST_VOCABULARY);
    return SALVO_OK;
}

static const salvo_yaml_form FORM = {.schema = &DOCUMENT,
                                     .top = DOCUMENT_FIELDS,
                                     .entry = ENTRY_FIELDS,
                                     .noun = "table",
                                     .beginning = "the ruleset's id, as in 'id: mad'"};

/* The path stays in the arena, because later messages name it. */
salvo_status salvo_manifest_read(salvo_store *store, const char *directory, salvo_arena *memory, salvo_error *err)
{
    const char *path = salvo_arena_printf(memory, "%s/ruleset.yaml", directory);
    salvo_yaml yaml;
    salvo_status status;

    if (!path)
        return salvo_fail_memory(err);
    TRY(salvo_yaml_read(&yaml, path, &FORM, memory, err));
    status = check_names(yaml.document, &yaml, memory, err);
    status = status == SALVO_OK ? check_vocabulary(yaml.document, &yaml, err) : status;
    status = status == SALVO_OK ? check_files(yaml.document, directory, &yaml, err) : status;
    status = status == SALVO_OK ? read_scale(store, yaml.document, &yaml, err) : status;
    return status == SALVO_OK ? take_document(store, yaml.document, directory, memory, err) : status;
}
