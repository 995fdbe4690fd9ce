/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcyaml reports what is wrong, and where, only in its log messages. This file turns them into messages for authors.
 * Unknown messages are passed on unchanged. */
#include "data/yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/try.h"
#include "data/file.h"
#include "data/names.h"

const cyaml_schema_value_t SALVO_YAML_TEXT = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

enum { KEYS_MAX = 64 };

/* From 1, with columns in characters. */
typedef struct place {
    int line, column;
} place;

/* libcyaml's complaint: its first message says what, and the following trace says where, the innermost place first. */
typedef struct complaint {
    char text[256];
    place inner, outer; /* the value last read, and the list entry that holds it; else the beginning */
    size_t depth;       /* lines of the trace */
} complaint;

/* libcyaml's logging callback. */
static void note_complaint(cyaml_log_t level, void *context, const char *format, va_list values)
{
    complaint *c = context;
    char message[256];
    const char *where;
    place at;

    (void)level;
    vsnprintf(message, sizeof message, format, values);
    message[strcspn(message, "\n")] = '\0';
    where = strstr(message, "(line: ");
    /* This is the first line outside the trace. */
    if (!where && !c->text[0] && strcmp(message, "Load: Backtrace:") != 0)
        snprintf(c->text, sizeof c->text, "%s", strncmp(message, "Load: ", 6) == 0 ? message + 6 : message);
    if (!where || sscanf(where, "(line: %d, column: %d)", &at.line, &at.column) != 2)
        return;
    if (c->depth++ == 0)
        c->inner = at;
    else if (c->depth == 2)
        c->outer = at;
}

/* Returns the part of the message after `start`; NULL if it does not begin with it. */
static const char *behind(const complaint *c, const char *start)
{
    return strncmp(c->text, start, strlen(start)) == 0 ? c->text + strlen(start) : NULL;
}

/* Matches the key and a following colon. */
static bool is_key_at(const char *at, const char *key)
{
    return strncmp(at, key, strlen(key)) == 0 && at[strlen(key) + strspn(at + strlen(key), " \t")] == ':';
}

/* Finds the key after the place that libcyaml reports, which is that of the value before it. */
static place find_key(const char *yaml, place from, const char *key)
{
    place at = {1, 1};
    char before = '\n';

    for (; *yaml; before = *yaml++) {
        /* Earlier keys may have the same name in another entry. */
        bool reached = at.line > from.line || (at.line == from.line && at.column >= from.column);

        if (reached && strchr(" \t\n{,\"'", before) && is_key_at(yaml, key))
            return at;
        at.column += (*yaml & 0xC0) != 0x80; /* continuation bytes of UTF-8 are not columns */
        if (*yaml == '\n')
            at = (place){at.line + 1, 1};
    }
    return from;
}

SALVO_PRINTF(4, 5) static salvo_status refuse(const char *path, place at, salvo_error *err, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    salvo_vfail_at(err, SALVO_BAD_INPUT, path, at.line, at.column, format, values);
    va_end(values);
    return SALVO_BAD_INPUT;
}

static salvo_status unknown_key(const salvo_yaml_form *form, const complaint *c, const char *path, const char *yaml,
                                const char *key, salvo_error *err)
{
    const cyaml_schema_field_t *fields = c->depth > 1 ? form->entry : form->top; /* two levels deep: an entry */
    const char *keys[KEYS_MAX];
    size_t n = 0;
    salvo_error inner;

    for (; fields[n].key && n < KEYS_MAX; n++)
        keys[n] = fields[n].key;
    salvo_names_fail(&inner, keys, n, key, "unknown key '%s'", key);
    return refuse(path, find_key(yaml, c->inner, key), err, "%s", inner.text);
}

/* Translates libcyaml's kinds (STRING or SCALAR, SEQUENCE or SEQUENCE_START ...) into an author's words. */
static const char *kind(const char *theirs)
{
    if (strncmp(theirs, "SEQUENCE", 8) == 0)
        return "a list";
    return strncmp(theirs, "MAPPING", 7) == 0 ? "'key: value' lines" : "a text";
}

/* Handles every known message of libcyaml, in an author's words. The most frequent mistakes are first. Each message of
 * libcyaml begins differently, so the order has no effect. */
static salvo_status refuse_document(const salvo_yaml_form *form, const complaint *c, cyaml_err_t answer,
                                    const char *path, const char *yaml, salvo_error *err)
{
    const char *key;
    char wanted[32], found[32];

    if ((key = behind(c, "Unexpected key: ")))
        return unknown_key(form, c, path, yaml, key, err);
    if ((key = behind(c, "Mapping field already seen: ")))
        return refuse(path, find_key(yaml, c->inner, key), err, "the key '%s' is here again; give it once", key);
    if ((key = behind(c, "Missing required mapping field: ")))
        return refuse(path, c->outer, err, "the key '%s' is missing; add it", key);
    if (sscanf(c->text, "Expecting %31[A-Z_], got event: %31[A-Z_]", wanted, found) == 2)
        return refuse(path, c->inner, err, "expected %s here, but found %s", kind(wanted), kind(found));
    if (behind(c, "STRING length"))
        return refuse(path, c->inner, err, "the value is empty; expected a text here");
    if (behind(c, "Insufficient entries"))
        return refuse(path, c->inner, err, "the list is empty; expected at least one %s here", form->noun);
    return refuse(path, c->inner, err, "%s cannot be read as YAML: %s", c->depth ? "the text from here on" : "the file",
                  (key = behind(c, "libyaml: ")) ? key : cyaml_strerror(answer));
}

/* A block that libcyaml requested. */
typedef union room {
    size_t size; /* in bytes, of what follows it */
    max_align_t align;
} room;

/* libcyaml's allocator. A document lives in an arena, so that nothing of it has to be copied, and what libcyaml frees
 * stays there. It grows a list by one entry at a time, which would waste the square of its length. So growing blocks
 * are doubled. */
static void *allocate(void *memory, void *at, size_t size)
{
    const room *old = at ? (const room *)at - 1 : NULL;
    const size_t wanted = old && size < 2 * old->size ? 2 * old->size : size;
    room *new;

    if (size == 0)
        return NULL;
    if (old && size <= old->size)
        return at;
    new = salvo_arena_array(memory, 1, sizeof *new + wanted);
    if (!new)
        return NULL;
    new->size = wanted;
    return old ? memcpy(new + 1, at, old->size) : new + 1;
}

/* A list of tables needs no aliases, and they could make a small file a huge document. */
static const cyaml_config_t CONFIG = {
    .log_fn = note_complaint, .log_level = CYAML_LOG_ERROR, .mem_fn = allocate, .flags = CYAML_CFG_NO_ALIAS};

/* The bytes stay in the arena, because places are found in them after an error. */
salvo_status salvo_yaml_read(salvo_yaml *yaml, const char *path, const salvo_yaml_form *form, salvo_arena *memory,
                             salvo_error *err)
{
    complaint c = {.inner = {1, 1}, .outer = {1, 1}};
    cyaml_config_t config = CONFIG;
    cyaml_data_t *loaded = NULL;
    cyaml_err_t answer;
    char *bytes;
    size_t length;

    TRY(salvo_file_read(path, memory, &bytes, &length, err));
    *yaml = (salvo_yaml){.path = path, .bytes = bytes, .length = length};
    config.log_ctx = &c;
    config.mem_ctx = memory;
    answer = cyaml_load_data((const uint8_t *)bytes, length, &config, form->schema, &loaded, NULL);
    if (answer == CYAML_ERR_OOM) /* memory first: a complaint may be about anything then */
        return salvo_fail_memory(err);
    if (answer != CYAML_OK)
        return refuse_document(form, &c, answer, path, bytes, err);
    if (!loaded) /* for libcyaml an empty file is no error */
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, 1, 1, "the file is empty; it must begin with %s",
                             form->beginning);
    yaml->document = loaded;
    return salvo_yaml_check_texts(yaml, err);
}
