#include "data/manifest.h"

#include <cyaml/cyaml.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "data/csv.h"
#include "data/names.h"

enum { KEYS_MAX = 16 };

typedef struct entry {
    char *name, *file, *title, *section;
} entry;

typedef struct document {
    char *id, *title, *edition, *distance_unit, *summary;
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
    CYAML_FIELD_SEQUENCE("conventions", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, document, conventions, &TEXT, 0,
                         CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("tables", CYAML_FLAG_POINTER, document, tables, &ENTRY, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, document, DOCUMENT_FIELDS)};

/* ---- what libcyaml says, in our words -------------------------------------------------------------------------- */

typedef struct place {
    int line, column;
} place;

/* libcyaml tells what is wrong in its first message, and where in the trace that follows, innermost first. */
typedef struct complaint {
    char text[256];
    place inner, outer; /* the value last read, and the list entry that holds it; else the beginning */
    size_t depth;       /* lines of the trace */
} complaint;

static void note(cyaml_log_t level, void *context, const char *format, va_list values)
{
    complaint *c = context;
    char message[256];
    const char *where;
    place at;

    (void)level;
    vsnprintf(message, sizeof message, format, values);
    message[strcspn(message, "\n")] = '\0';
    where = strstr(message, "(line: ");
    if (!where && !c->text[0] && strcmp(message, "Load: Backtrace:") != 0)
        snprintf(c->text, sizeof c->text, "%s", strncmp(message, "Load: ", 6) == 0 ? message + 6 : message);
    if (!where || sscanf(where, "(line: %d, column: %d)", &at.line, &at.column) != 2)
        return;
    if (c->depth++ == 0)
        c->inner = at;
    else if (c->depth == 2)
        c->outer = at;
}

/* The part of the message behind `start`, or NULL when it does not begin so. */
static const char *behind(const complaint *c, const char *start)
{
    return strncmp(c->text, start, strlen(start)) == 0 ? c->text + strlen(start) : NULL;
}

static bool is_key_at(const char *at, const char *key)
{
    return strncmp(at, key, strlen(key)) == 0 && at[strlen(key) + strspn(at + strlen(key), " \t")] == ':';
}

/* Where the key stands: libcyaml has read it but points at the value before it. */
static place find_key(const char *yaml, place from, const char *key)
{
    place at = {1, 1};
    char before = '\n';

    for (; *yaml; before = *yaml++) {
        bool reached = at.line > from.line || (at.line == from.line && at.column >= from.column);

        if (reached && strchr(" \t\n{,\"'", before) && is_key_at(yaml, key))
            return at;
        at.column += (*yaml & 0xC0) != 0x80;
        if (*yaml == '\n')
            at = (place){at.line + 1, 1};
    }
    return from;
}

SALVO_PRINTF(4, 5) static salvo_status refuse(const char *path, place at, salvo_error *err, const char *format, ...)
{
    char text[SALVO_ERROR_TEXT];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return salvo_fail_at(err, SALVO_BAD_INPUT, path, at.line, at.column, "%s", text);
}

static salvo_status unknown_key(const complaint *c, const char *path, const char *yaml, const char *key,
                                salvo_error *err)
{
    const cyaml_schema_field_t *fields = c->depth > 1 ? ENTRY_FIELDS : DOCUMENT_FIELDS;
    const char *keys[KEYS_MAX];
    size_t n = 0;
    salvo_error inner;

    for (; fields[n].key && n < KEYS_MAX; n++)
        keys[n] = fields[n].key;
    salvo_names_fail(&inner, keys, n, key, "unknown key '%s'", key);
    return refuse(path, find_key(yaml, c->inner, key), err, "%s", inner.text);
}

/* What libcyaml calls STRING or SCALAR, SEQUENCE or SEQUENCE_START and so on, as an author knows it. */
static const char *kind(const char *theirs)
{
    if (strncmp(theirs, "SEQUENCE", 8) == 0)
        return "a list";
    return strncmp(theirs, "MAPPING", 7) == 0 ? "'key: value' lines" : "a text";
}

static salvo_status refuse_document(const complaint *c, cyaml_err_t answer, const char *path, const char *yaml,
                                    salvo_error *err)
{
    const char *key;
    char wanted[32], found[32];

    if ((key = behind(c, "Unexpected key: ")))
        return unknown_key(c, path, yaml, key, err);
    if ((key = behind(c, "Mapping field already seen: ")))
        return refuse(path, find_key(yaml, c->inner, key), err, "the key '%s' stands here again; give it once", key);
    if ((key = behind(c, "Missing required mapping field: ")))
        return refuse(path, c->outer, err, "the key '%s' is missing; add it", key);
    if (sscanf(c->text, "Expecting %31[A-Z_], got event: %31[A-Z_]", wanted, found) == 2)
        return refuse(path, c->inner, err, "here must be %s, not %s", kind(wanted), kind(found));
    if (behind(c, "STRING length"))
        return refuse(path, c->inner, err, "the value is empty; here must be a text");
    if (behind(c, "Insufficient entries"))
        return refuse(path, c->inner, err, "the list is empty; here must be at least one table");
    return refuse(path, c->inner, err, "%s cannot be read as YAML: %s", c->depth ? "what follows here" : "the file",
                  (key = behind(c, "libyaml: ")) ? key : cyaml_strerror(answer));
}

/* ---- the document ------------------------------------------------------------------------------------------------ */

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

/* A copy of n texts, or NULL when memory is out. */
static const char *const *copy_texts(char **texts, size_t n, salvo_arena *memory)
{
    const char **copy = salvo_arena_array(memory, n, sizeof *copy);

    for (size_t i = 0; copy && i < n; i++)
        if (!(copy[i] = salvo_arena_text(memory, texts[i])))
            return NULL;
    return copy;
}

static salvo_status copy_document(salvo_store *store, const document *doc, const char *directory, salvo_arena *memory)
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
    if (!store->id || !store->title || !store->edition || !store->distance_unit || !store->summary || !store->authors ||
        !store->conventions)
        return SALVO_NO_MEMORY;
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
    complaint c = {.inner = {1, 1}, .outer = {1, 1}};
    const cyaml_config_t config = {
        .log_fn = note, .log_ctx = &c, .log_level = CYAML_LOG_ERROR, .mem_fn = cyaml_mem, .flags = CYAML_CFG_NO_ALIAS};
    const char *path = salvo_arena_printf(memory, "%s/ruleset.yaml", directory);
    cyaml_data_t *loaded = NULL;
    cyaml_err_t answer;
    char *bytes;
    size_t length;
    salvo_status status;

    if (!path)
        return salvo_fail_memory(err);
    status = salvo_file_read(path, memory, &bytes, &length, err);
    if (status != SALVO_OK)
        return status;
    answer = cyaml_load_data((const uint8_t *)bytes, length, &config, &DOCUMENT, &loaded, NULL);
    if (answer == CYAML_ERR_OOM)
        return salvo_fail_memory(err);
    if (answer != CYAML_OK)
        return refuse_document(&c, answer, path, bytes, err);
    if (!loaded)
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, 1, 1,
                             "the file is empty; it would begin with the ruleset's id, as in 'id: mad'");
    status = check_names((document *)loaded, path, err);
    if (status == SALVO_OK && copy_document(store, (document *)loaded, directory, memory) != SALVO_OK)
        status = salvo_fail_memory(err);
    cyaml_free(&config, &DOCUMENT, loaded, 0);
    return status;
}
