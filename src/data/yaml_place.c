/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the place of a value in a YAML file. libcyaml does not report it, so libyaml parses the file again and reports
 * the place of every event. This happens only after an error, so its cost does not matter. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "base/fail.h"
#include "data/file.h"
#include "data/yaml.h"

/* A libyaml parser and its last event. */
typedef struct reader {
    yaml_parser_t parser;
    yaml_event_t event;
    bool has_event, failed;
} reader;

static yaml_event_type_t next(reader *r)
{
    if (r->has_event)
        yaml_event_delete(&r->event);
    r->has_event = !r->failed && yaml_parser_parse(&r->parser, &r->event);
    r->failed = !r->has_event;
    return r->failed ? YAML_NO_EVENT : r->event.type; /* after a failure every call returns YAML_NO_EVENT */
}

static bool is_scalar(const reader *r, const char *text)
{
    return r->event.type == YAML_SCALAR_EVENT && strcmp((const char *)r->event.data.scalar.value, text) == 0;
}

/* Moves from the first event of a value to its last; events nest. A scalar is one event, so the depth is 0 at once. */
static void skip(reader *r)
{
    int depth = 0;

    for (yaml_event_type_t type = r->event.type; !r->failed; type = next(r)) {
        depth += type == YAML_MAPPING_START_EVENT || type == YAML_SEQUENCE_START_EVENT;
        depth -= type == YAML_MAPPING_END_EVENT || type == YAML_SEQUENCE_END_EVENT;
        if (depth == 0)
            return;
    }
}

/* Moves from the start of a mapping to the value of the key; returns false if there is none. Keys and values alternate.
 * Each value is skipped as a whole, because one with the same spelling would be mistaken for the key. */
static bool find_key(reader *r, const char *key)
{
    if (r->event.type != YAML_MAPPING_START_EVENT)
        return false;
    while (next(r) == YAML_SCALAR_EVENT) {
        bool found = is_scalar(r, key);

        next(r);
        if (found)
            return !r->failed;
        skip(r);
    }
    return false;
}

/* Moves from the start of a list to an entry of it. */
static bool find_entry(reader *r, size_t entry)
{
    if (r->event.type != YAML_SEQUENCE_START_EVENT)
        return false;
    for (size_t i = 0; next(r) != YAML_SEQUENCE_END_EVENT && !r->failed; i++) {
        if (i == entry)
            return true;
        skip(r);
    }
    return false;
}

/* libyaml counts from 0. */
static void note_place(const reader *r, int *line, int *column)
{
    *line = (int)r->event.start_mark.line + 1;
    *column = (int)r->event.start_mark.column + 1;
}

/* The place is that of the last successful step. */
static void walk(reader *r, const salvo_yaml_step *steps, size_t n, int *line, int *column)
{
    while (next(r) != YAML_MAPPING_START_EVENT) /* stream start, document start */
        if (r->failed)
            return;
    for (size_t i = 0; i < n; i++) {
        if (!(steps[i].key ? find_key(r, steps[i].key) : find_entry(r, steps[i].entry)))
            return;
        note_place(r, line, column);
    }
}

/* Returns false if memory is out. */
static bool start(reader *r, const salvo_yaml *yaml)
{
    *r = (reader){.has_event = false};
    if (!yaml_parser_initialize(&r->parser))
        return false;
    yaml_parser_set_input_string(&r->parser, (const unsigned char *)yaml->bytes, yaml->length);
    return true;
}

static void end(reader *r)
{
    if (r->has_event)
        yaml_event_delete(&r->event);
    yaml_parser_delete(&r->parser);
}

/* If memory is out, the place is the beginning: an error without its exact place is better than none. */
void salvo_yaml_place(const salvo_yaml *yaml, const salvo_yaml_step *steps, size_t n, int *line, int *column)
{
    reader r;

    *line = *column = 1;
    if (!start(&r, yaml))
        return;
    walk(&r, steps, n, line, column);
    end(&r);
}

salvo_status salvo_yaml_vrefuse(const salvo_yaml *yaml, const salvo_yaml_step *steps, size_t n, salvo_error *err,
                                const char *format, va_list values)
{
    int line, column;

    salvo_yaml_place(yaml, steps, n, &line, &column);
    return salvo_vfail_at(err, SALVO_BAD_INPUT, yaml->path, line, column, format, values);
}

salvo_status salvo_yaml_refuse(const salvo_yaml *yaml, const salvo_yaml_step *steps, size_t n, salvo_error *err,
                               const char *format, ...)
{
    va_list values;

    va_start(values, format);
    salvo_yaml_vrefuse(yaml, steps, n, err, format, values);
    va_end(values);
    return SALVO_BAD_INPUT;
}

/* Checks texts that can hold characters by their number. The file's own bytes were checked when it was read, and such a
 * number begins with a backslash. */
salvo_status salvo_yaml_check_texts(const salvo_yaml *yaml, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    reader r;

    if (!memchr(yaml->bytes, '\\', yaml->length))
        return SALVO_OK;
    if (!start(&r, yaml))
        return salvo_fail_memory(err);
    while (status == SALVO_OK && next(&r) != YAML_STREAM_END_EVENT && !r.failed) {
        const char *text = (const char *)r.event.data.scalar.value;
        salvo_text_fault fault;
        int line, column;

        if (r.event.type != YAML_SCALAR_EVENT || !salvo_text_has_fault(text, r.event.data.scalar.length, &fault))
            continue;
        note_place(&r, &line, &column);
        status = salvo_file_refuse(yaml->path, line, column, &fault, err);
    }
    end(&r);
    return status;
}
