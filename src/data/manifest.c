/* ruleset.yaml by a schema. libcyaml allocates the document on the heap; what is kept is copied into the arena, so that
 * everything of a store is freed at once. */
#include "data/manifest.h"

#include <string.h>

#include <salvo/arena.h>

#include "base/lookup.h"
#include "data/file.h"
#include "data/names.h"
#include "data/yaml.h"

/* As in the file; every key but "conventions" and "rules" is required. */
typedef struct entry {
    char *name, *file, *title, *section;
} entry;

typedef struct document {
    char *id, *title, *edition, *distance_unit, *summary, *rules;
    char **authors;
    unsigned authors_count;
    char **conventions;
    unsigned conventions_count;
    entry *tables;
    unsigned tables_count;
} document;

static const cyaml_schema_value_t TEXT = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t ENTRY_FIELDS[] = {
    CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, entry, name, 1, CYAML_UNLIMITED),
    CYAML_FIELD_STRING_PTR("file", CYAML_FLAG_POINTER, entry, file, 1, CYAML_UNLIMITED),
    CYAML_FIELD_STRING_PTR("title", CYAML_FLAG_POINTER, entry, title, 1, CYAML_UNLIMITED),
    CYAML_FIELD_STRING_PTR("section", CYAML_FLAG_POINTER, entry, section, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t ENTRY = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, entry, ENTRY_FIELDS)};

static const cyaml_schema_field_t DOCUMENT_FIELDS[] = {
    CYAML_FIELD_STRING_PTR("id", CYAML_FLAG_POINTER, document, id, 1, CYAML_UNLIMITED),
    CYAML_FIELD_STRING_PTR("title", CYAML_FLAG_POINTER, document, title, 1, CYAML_UNLIMITED),
    CYAML_FIELD_STRING_PTR("edition", CYAML_FLAG_POINTER, document, edition, 1, CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("authors", CYAML_FLAG_POINTER, document, authors, &TEXT, 0, CYAML_UNLIMITED),
    CYAML_FIELD_STRING_PTR("distance_unit", CYAML_FLAG_POINTER, document, distance_unit, 1, CYAML_UNLIMITED),
    CYAML_FIELD_STRING_PTR("summary", CYAML_FLAG_POINTER, document, summary, 1, CYAML_UNLIMITED),
    CYAML_FIELD_STRING_PTR("rules", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, document, rules, 1, CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("conventions", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, document, conventions, &TEXT, 0,
                         CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("tables", CYAML_FLAG_POINTER, document, tables, &ENTRY, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, document, DOCUMENT_FIELDS)};

/* Paths are relative to the ruleset's folder. */
static salvo_status copy_tables(salvo_store *store, const document *doc, const char *directory, salvo_arena *memory)
{
    store->tables = salvo_arena_array(memory, doc->tables_count, sizeof *store->tables);
    if (!store->tables)
        return SALVO_NO_MEMORY;
    store->n_tables = doc->tables_count;
    for (size_t i = 0; i < store->n_tables; i++) {
        salvo_table *table = &store->tables[i];

        table->name = salvo_arena_text(memory, doc->tables[i].name);
        table->path = salvo_arena_printf(memory, "%s/%s", directory, doc->tables[i].file);
        table->title = salvo_arena_text(memory, doc->tables[i].title);
        table->section = salvo_arena_text(memory, doc->tables[i].section);
        if (!table->name || !table->path || !table->title || !table->section)
            return SALVO_NO_MEMORY;
    }
    return SALVO_OK;
}

/* A copy of n texts; NULL when memory is out. */
static const char *const *copy_texts(char **texts, size_t n, salvo_arena *memory)
{
    const char **copy = salvo_arena_array(memory, n, sizeof *copy);

    for (size_t i = 0; copy && i < n; i++)
        if (!(copy[i] = salvo_arena_text(memory, texts[i])))
            return NULL;
    return copy;
}

/* A word alone is the id of a ruleset. */
static bool is_file(const char *rules)
{
    return strpbrk(rules, "./") != NULL;
}

/* What stays of the document when libcyaml's is freed. Everything is copied before anything is looked at: one check
 * behind the last copy is enough, for each of them gives NULL alone. */
static salvo_status copy_document(salvo_store *store, const document *doc, const char *directory, salvo_arena *memory,
                                  salvo_error *err)
{
    store->id = salvo_arena_text(memory, doc->id);
    store->title = salvo_arena_text(memory, doc->title);
    store->edition = salvo_arena_text(memory, doc->edition);
    store->distance_unit = salvo_arena_text(memory, doc->distance_unit);
    store->summary = salvo_arena_text(memory, doc->summary);
    store->authors = copy_texts(doc->authors, doc->authors_count, memory);
    store->n_authors = doc->authors_count;
    store->conventions = copy_texts(doc->conventions, doc->conventions_count, memory);
    store->n_conventions = doc->conventions_count;
    if (doc->rules)
        *(is_file(doc->rules) ? &store->rules : &store->rules_of) =
            is_file(doc->rules) ? salvo_arena_printf(memory, "%s/%s", directory, doc->rules)
                                : salvo_arena_text(memory, doc->rules);
    if ((doc->rules && !store->rules && !store->rules_of) || !store->id || !store->title || !store->edition ||
        !store->distance_unit || !store->summary || !store->authors || !store->conventions)
        return salvo_fail_memory(err);
    return copy_tables(store, doc, directory, memory) == SALVO_OK ? SALVO_OK : salvo_fail_memory(err);
}

/* Names become parts of paths (--set TABLE.ROW.COLUMN) and of procedures' names, so they are ids. */
static salvo_status check_names(const document *doc, const salvo_yaml *yaml, salvo_arena *memory, salvo_error *err)
{
    const salvo_yaml_step id = {"id", 0};
    salvo_lookup *names = salvo_lookup_new(doc->tables_count, memory);

    if (!names)
        return salvo_fail_memory(err);
    if (!salvo_is_id(doc->id))
        return salvo_yaml_refuse(yaml, &id, 1, err,
                                 "the id '%s' must be of the letters a to z, digits and single hyphens", doc->id);
    for (size_t i = 0; i < doc->tables_count; i++) {
        const salvo_yaml_step steps[] = {{"tables", 0}, {NULL, i}, {"name", 0}}; /* tables -> entry i -> name */
        const char *name = doc->tables[i].name;

        if (!salvo_is_id(name))
            return salvo_yaml_refuse(yaml, steps, 3, err,
                                     "the table '%s' must have a name of the letters a to z, digits and single hyphens",
                                     name);
        if (salvo_lookup_add(names, name) >= 0)
            return salvo_yaml_refuse(yaml, steps, 3, err, "two tables are called '%s'; a name stands once", name);
    }
    return SALVO_OK;
}

/* Whoever opens a stranger's folder is not asked to show his other files. */
static salvo_status check_file(const char *directory, const char *file, const salvo_yaml *yaml,
                               const salvo_yaml_step *steps, size_t n, salvo_error *err)
{
    if (salvo_file_stays_inside(directory, file))
        return SALVO_OK;
    return salvo_yaml_refuse(yaml, steps, n, err, "the file '%s' is not in the rulebook's folder; put it there", file);
}

/* Before a single one is opened. */
static salvo_status check_files(const document *doc, const char *directory, const salvo_yaml *yaml, salvo_error *err)
{
    const salvo_yaml_step rules = {"rules", 0};
    salvo_status status =
        doc->rules && is_file(doc->rules) ? check_file(directory, doc->rules, yaml, &rules, 1, err) : SALVO_OK;

    for (size_t i = 0; i < doc->tables_count && status == SALVO_OK; i++) {
        const salvo_yaml_step steps[] = {{"tables", 0}, {NULL, i}, {"file", 0}};

        status = check_file(directory, doc->tables[i].file, yaml, steps, 3, err);
    }
    return status;
}

static const salvo_yaml_form FORM = {.schema = &DOCUMENT,
                                     .top = DOCUMENT_FIELDS,
                                     .entry = ENTRY_FIELDS,
                                     .noun = "table",
                                     .beginning = "the ruleset's id, as in 'id: mad'"};

/* The document is freed whatever comes of it; the path stays in the arena, for messages name it later. */
salvo_status salvo_manifest_read(salvo_store *store, const char *directory, salvo_arena *memory, salvo_error *err)
{
    const char *path = salvo_arena_printf(memory, "%s/ruleset.yaml", directory);
    salvo_yaml yaml;
    salvo_status status;

    if (!path)
        return salvo_fail_memory(err);
    status = salvo_yaml_read(&yaml, path, &FORM, memory, err);
    if (status != SALVO_OK)
        return status;
    status = check_names(yaml.document, &yaml, memory, err);
    status = status == SALVO_OK ? check_files(yaml.document, directory, &yaml, err) : status;
    status = status == SALVO_OK ? copy_document(store, yaml.document, directory, memory, err) : status;
    salvo_yaml_free(&FORM, yaml.document);
    return status;
}
