#include "data/manifest.h"

#include <cyaml/cyaml.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "data/csv.h"

typedef struct entry {
    char *name, *file, *title, *section;
} entry;

typedef struct document {
    char *id, *title, *edition, *distance_unit, *summary;
    char **authors;
    unsigned authors_count;
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
    CYAML_FIELD_SEQUENCE("tables", CYAML_FLAG_POINTER, document, tables, &ENTRY, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, document, DOCUMENT_FIELDS)};

/* libcyaml tells what is wrong in its first message and where in the trace that follows. */
typedef struct complaint {
    char text[256];
    int line, column;
} complaint;

static void note(cyaml_log_t level, void *context, const char *format, va_list values)
{
    complaint *c = context;
    char message[256];
    const char *where;

    (void)level;
    vsnprintf(message, sizeof message, format, values);
    message[strcspn(message, "\n")] = '\0';
    where = strstr(message, "(line: ");
    if (where && !c->line)
        sscanf(where, "(line: %d, column: %d)", &c->line, &c->column);
    else if (!where && !c->text[0])
        snprintf(c->text, sizeof c->text, "%s", strncmp(message, "Load: ", 6) == 0 ? message + 6 : message);
}

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

static salvo_status copy_document(salvo_store *store, const document *doc, const char *directory, salvo_arena *memory)
{
    const char **authors = salvo_arena_array(memory, doc->authors_count, sizeof *authors);

    store->id = salvo_arena_text(memory, doc->id);
    store->title = salvo_arena_text(memory, doc->title);
    store->edition = salvo_arena_text(memory, doc->edition);
    store->distance_unit = salvo_arena_text(memory, doc->distance_unit);
    store->summary = salvo_arena_text(memory, doc->summary);
    if (!authors || !store->id || !store->title || !store->edition || !store->distance_unit || !store->summary)
        return SALVO_NO_MEMORY;
    for (size_t i = 0; i < doc->authors_count; i++)
        if (!(authors[i] = salvo_arena_text(memory, doc->authors[i])))
            return SALVO_NO_MEMORY;
    store->authors = authors;
    store->n_authors = doc->authors_count;
    return copy_tables(store, doc, directory, memory);
}

static salvo_status check_names(const document *doc, const char *path, salvo_error *err)
{
    for (size_t i = 0; i < doc->tables_count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(doc->tables[i].name, doc->tables[k].name) == 0)
                return salvo_fail_at(err, SALVO_BAD_INPUT, path, 0, 0, "two tables are called '%s'; a name stands once",
                                     doc->tables[i].name);
    return SALVO_OK;
}

salvo_status salvo_manifest_read(salvo_store *store, const char *directory, salvo_arena *memory, salvo_error *err)
{
    complaint c = {.text = ""};
    const cyaml_config_t config = {
        .log_fn = note, .log_ctx = &c, .log_level = CYAML_LOG_ERROR, .mem_fn = cyaml_mem, .flags = CYAML_CFG_NO_ALIAS};
    const char *path = salvo_arena_printf(memory, "%s/ruleset.yaml", directory);
    cyaml_data_t *loaded = NULL;
    char *bytes;
    size_t length;
    salvo_status status;

    if (!path)
        return salvo_fail_memory(err);
    status = salvo_file_read(path, memory, &bytes, &length, err);
    if (status != SALVO_OK)
        return status;
    if (cyaml_load_data((const uint8_t *)bytes, length, &config, &DOCUMENT, &loaded, NULL) != CYAML_OK)
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, c.line, c.column,
                             "%s; see the shape of a shipped ruleset.yaml",
                             c.text[0] ? c.text : "not a ruleset description");
    status = check_names((document *)loaded, path, err);
    if (status == SALVO_OK && copy_document(store, (document *)loaded, directory, memory) != SALVO_OK)
        status = salvo_fail_memory(err);
    cyaml_free(&config, &DOCUMENT, loaded, 0);
    return status;
}
