/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list's schema, and what libcyaml's schema cannot say: which keys an entry of which kind needs, and which mean
 * nothing there. */
#include "appendix/document.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/try.h"
#include "data/names.h"
#include "data/yaml.h"

static const cyaml_schema_field_t WISH_FIELDS[] = {
    YAML_TEXT(appendix_wish, "name", name),
    YAML_TEXT(appendix_wish, "title", title),
    YAML_OPTIONAL_TEXT(appendix_wish, "text", text),
    YAML_TEXT(appendix_wish, "kind", kind),
    YAML_OPTIONAL_TEXT(appendix_wish, "procedure", procedure),
    YAML_OPTIONAL_TEXTS(appendix_wish, "words", words),
    YAML_OPTIONAL_TEXT(appendix_wish, "tables", tables),
    YAML_OPTIONAL_TEXT(appendix_wish, "rows", rows),
    YAML_OPTIONAL_TEXT(appendix_wish, "columns", columns),
    YAML_OPTIONAL_TEXTS(appendix_wish, "cells", cells),
    YAML_OPTIONAL_TEXTS(appendix_wish, "pairs", pairs),
    YAML_OPTIONAL_TEXTS(appendix_wish, "units", units),
    YAML_OPTIONAL_TEXT(appendix_wish, "table", table),
    YAML_OPTIONAL_TEXTS(appendix_wish, "fields", fields),
    YAML_OPTIONAL_TEXT(appendix_wish, "by-nation", by_nation),
    YAML_OPTIONAL_TEXT(appendix_wish, "digits", digits),
    YAML_OPTIONAL_TEXT(appendix_wish, "caption", caption),
    YAML_OPTIONAL_TEXT(appendix_wish, "dash", dash),
    YAML_OPTIONAL_TEXT(appendix_wish, "chart", chart),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t WISH = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, appendix_wish, WISH_FIELDS)};

static const cyaml_schema_field_t FIELDS[] = {
    YAML_TEXT(appendix_document, "title", title),
    YAML_OPTIONAL_TEXT(appendix_document, "text", text),
    YAML_OPTIONAL_TEXT(appendix_document, "prefix", prefix),
    YAML_OPTIONAL_TEXT(appendix_document, "page-per-table", page_each),
    YAML_OPTIONAL_TEXT(appendix_document, "names", names),
    YAML_OPTIONAL_TEXTS(appendix_document, "words", words),
    CYAML_FIELD_SEQUENCE("entries", CYAML_FLAG_POINTER, appendix_document, entries, &WISH, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, appendix_document, FIELDS)};

static const salvo_yaml_form FORM = {.schema = &DOCUMENT,
                                     .top = FIELDS,
                                     .entry = WISH_FIELDS,
                                     .noun = "entry",
                                     .beginning = "the appendix' title, as in 'title: Tables'"};

/* There is a bit for each kind, for the table below. */
enum {
    ON_TABLE = 1 << APPENDIX_TABLE,
    ON_DUELS = 1 << APPENDIX_DUELS,
    ON_CARDS = 1 << APPENDIX_CARDS,
    ON_DATA = 1 << APPENDIX_DATA
};

static const char *const KINDS[APPENDIX_N_KINDS] = {"table", "duels", "cards", "data"};

/* clang-format off */
static const struct {
    const char *key;
    size_t offset; /* of a pointer, NULL if the key is missing */
    unsigned takes, needs; /* bits of kinds: they may have the key; they must have it */
} KEYS[] = {
    {"procedure", offsetof(appendix_wish, procedure), ON_TABLE,                      ON_TABLE},
    {"words",     offsetof(appendix_wish, words),     ON_TABLE | ON_DUELS,           0},
    {"tables",    offsetof(appendix_wish, tables),    ON_TABLE | ON_DUELS,           0},
    {"rows",      offsetof(appendix_wish, rows),      ON_TABLE,                      ON_TABLE},
    {"columns",   offsetof(appendix_wish, columns),   ON_TABLE | ON_DUELS,           ON_DUELS},
    {"cells",     offsetof(appendix_wish, cells),     ON_TABLE | ON_DUELS,           ON_TABLE},
    {"pairs",     offsetof(appendix_wish, pairs),     ON_DUELS,                      ON_DUELS},
    {"units",     offsetof(appendix_wish, units),     ON_CARDS,                      0},
    {"table",     offsetof(appendix_wish, table),     ON_CARDS | ON_DATA,            ON_DATA},
    {"fields",    offsetof(appendix_wish, fields),    ON_CARDS | ON_DATA,            0},
    {"by-nation", offsetof(appendix_wish, by_nation), ON_CARDS,                      0},
    {"digits",    offsetof(appendix_wish, digits),    ON_TABLE | ON_DUELS,           0},
    {"dash",      offsetof(appendix_wish, dash),      ON_TABLE | ON_DUELS,           0},
    {"chart",     offsetof(appendix_wish, chart),     ON_TABLE | ON_DUELS,           0},
};
/* clang-format on */

/* The kind was checked when the list was read. */
appendix_kind appendix_wish_kind(const appendix_wish *wish)
{
    return (appendix_kind)salvo_name_among(KINDS, APPENDIX_N_KINDS, wish->kind);
}

static bool is_yes_or_no(const char *text)
{
    return !text || strcmp(text, "yes") == 0 || strcmp(text, "no") == 0;
}

/* Checks the switches of the whole list. */
static salvo_status check_switches(const appendix_document *d, const salvo_yaml *source, salvo_error *err)
{
    const struct {
        const char *key, *value;
    } switches[] = {{"prefix", d->prefix}, {"page-per-table", d->page_each}, {"names", d->names}};

    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (!is_yes_or_no(switches[i].value))
            return salvo_yaml_refuse(source, &(salvo_yaml_step){switches[i].key, 0}, 1, err, "%s: %s: write yes or no",
                                     switches[i].key, switches[i].value);
    return SALVO_OK;
}

/* All keys are pointers, so NULL means that a key is missing. */
static bool has(const appendix_wish *wish, size_t key)
{
    return *(void *const *)(const void *)((const char *)wish + KEYS[key].offset) != NULL;
}

/* The path of steps is as long as possible: entry, key, item. A status is passed through, so that callers can blame and
 * return in one expression. */
salvo_status appendix_blame(const salvo_yaml *source, size_t entry, const char *key, int item, salvo_status status,
                            salvo_error *err)
{
    const salvo_yaml_step steps[] = {{"entries", 0}, {NULL, entry}, {key, 0}, {NULL, item < 0 ? 0 : (size_t)item}};
    char why[SALVO_ERROR_TEXT];
    int line, column;

    /* Other errors are not the author's fault, or have a place already. */
    if (status == SALVO_OK || status == SALVO_NO_MEMORY || status == SALVO_IO || !err || *err->path)
        return status;
    snprintf(why, sizeof why, "%s", err->text); /* a copy: the message is built from the error it replaces */
    salvo_yaml_place(source, steps, key ? item < 0 ? 3 : 4 : 2, &line, &column);
    return salvo_fail_at(err, status, source->path, line, column, "%s", why);
}

/* A key without a meaning is refused, because an author would think that it works. */
static salvo_status check_keys(const appendix_document *d, size_t entry, const salvo_yaml *source, salvo_error *err)
{
    const appendix_wish *wish = &d->entries[entry];
    int kind = salvo_name_among(KINDS, APPENDIX_N_KINDS, wish->kind);

    if (kind < 0)
        return appendix_blame(
            source, entry, "kind", -1,
            salvo_names_fail(err, KINDS, APPENDIX_N_KINDS, wish->kind, "there is no kind '%s'", wish->kind), err);
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        salvo_status status = SALVO_OK;

        if (has(wish, i) && !(KEYS[i].takes >> kind & 1))
            status = salvo_fail(err, SALVO_BAD_INPUT, "'%s' is not a key of an entry of kind %s; remove it",
                                KEYS[i].key, KINDS[kind]);
        else if (!has(wish, i) && KEYS[i].needs >> kind & 1)
            status = salvo_fail(err, SALVO_BAD_INPUT,
                                "the key '%s' is missing; add it, because an entry of kind "
                                "%s needs it",
                                KEYS[i].key, KINDS[kind]);
        if (status != SALVO_OK)
            /* A missing key has no place of its own, so the entry's is used. */
            return appendix_blame(source, entry, has(wish, i) ? KEYS[i].key : NULL, -1, status, err);
    }
    return SALVO_OK;
}

/* Files are named after entries. */
static salvo_status check_name(const appendix_document *d, size_t entry, const salvo_yaml *source, salvo_error *err)
{
    const char *name = d->entries[entry].name;
    salvo_status status = SALVO_OK;

    /* The limit is in bytes and not characters, because it is for file names. */
    if (strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(name) || *name == '-')
        status = salvo_fail(err, SALVO_BAD_INPUT,
                            "'%s' must be a name of small letters, digits and hyphens, because it becomes the name "
                            "of a file",
                            name);
    for (size_t i = 0; i < entry && status == SALVO_OK; i++) /* quadratic: lists are short */
        if (strcmp(d->entries[i].name, name) == 0)
            status = salvo_fail(err, SALVO_BAD_INPUT, "two entries are called '%s'; rename one", name);
    return appendix_blame(source, entry, "name", -1, status, err);
}

/* Returns the status of a forbidden value, at the place of its key. */
static salvo_status refuse(const salvo_yaml *source, size_t entry, const char *key, const char *value, const char *may,
                           salvo_error *err)
{
    const salvo_status status = salvo_fail(err, SALVO_BAD_INPUT, "%s: %s: %s", key, value, may);

    return appendix_blame(source, entry, key, -1, status, err);
}

/* Checks the keys whose values need no rulebook. */
static salvo_status check_values(const appendix_document *d, size_t entry, const salvo_yaml *source, salvo_error *err)
{
    const appendix_wish *wish = &d->entries[entry];

    if (wish->digits && !(strlen(wish->digits) == 1 && *wish->digits >= '0' && *wish->digits <= '9'))
        return refuse(source, entry, "digits", wish->digits, "a whole number from 0 to 9", err);
    if (!is_yes_or_no(wish->by_nation))
        return refuse(source, entry, "by-nation", wish->by_nation, "yes or no", err);
    if (!is_yes_or_no(wish->chart))
        return refuse(source, entry, "chart", wish->chart, "yes or no", err);
    if (wish->units && wish->table)
        return appendix_blame(source, entry, "table", -1,
                              salvo_fail(err, SALVO_BAD_INPUT, "units and table exclude each other; give one of them"),
                              err);
    return SALVO_OK;
}

/* The name is first, so that an author can find the entry of a later message by it. */
static salvo_status check_entry(const appendix_document *d, size_t entry, const salvo_yaml *source, salvo_error *err)
{
    TRY(check_name(d, entry, source, err));
    TRY(check_keys(d, entry, source, err));
    return check_values(d, entry, source, err);
}

salvo_status appendix_document_read(salvo_yaml *list, const char *path, salvo_arena *memory, salvo_error *err)
{
    salvo_status status = salvo_yaml_read(list, path, &FORM, memory, err);
    const appendix_document *d = status == SALVO_OK ? list->document : NULL;

    status = status == SALVO_OK ? check_switches(d, list, err) : status;
    for (size_t i = 0; status == SALVO_OK && i < d->entries_count; i++)
        status = check_entry(d, i, list, err);
    return status;
}
