/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads YAML files into C structs by a libcyaml schema. Errors are messages with their place. */
#ifndef SALVO_DATA_YAML_H
#define SALVO_DATA_YAML_H

#include <stdarg.h>

#include <cyaml/cyaml.h>

#include <salvo/arena.h>
#include <salvo/error.h>

/* A kind of document, and the words for messages about it. */
typedef struct salvo_yaml_form {
    const cyaml_schema_value_t *schema;      /* of the whole, a mapping by pointer */
    const cyaml_schema_field_t *top, *entry; /* its keys, and those of the entries of its list; entry may be NULL */
    const char *noun;                        /* the word for an entry: "table" */
    const char *beginning;                   /* what an empty file lacks: "the ruleset's id, as in 'id: mad'" */
} salvo_yaml_form;

/* Fields of a schema that are texts: one text, or a list of them, `member` and `member_count`. salvo checks the values
 * itself, so that messages are in an author's words: for libcyaml a number is a text, too. */
extern const cyaml_schema_value_t SALVO_YAML_TEXT; /* an entry of a list */
#define YAML_TEXT(of, key, member) CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER, of, member, 1, CYAML_UNLIMITED)
#define YAML_OPTIONAL_TEXT(of, key, member) \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, of, member, 1, CYAML_UNLIMITED)
#define YAML_TEXTS(of, key, member) \
    CYAML_FIELD_SEQUENCE(key, CYAML_FLAG_POINTER, of, member, &SALVO_YAML_TEXT, 0, CYAML_UNLIMITED)
#define YAML_OPTIONAL_TEXTS(of, key, member)                                                             \
    CYAML_FIELD_SEQUENCE(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, of, member, &SALVO_YAML_TEXT, 0, \
                         CYAML_UNLIMITED)

/* A file that was read. It belongs to the arena that it was read into, and so do the document's texts. */
typedef struct salvo_yaml {
    const char *path, *bytes;
    size_t length;
    void *document; /* the schema's struct */
} salvo_yaml;

/* SALVO_IO for a file that cannot be read. SALVO_BAD_INPUT for any fault in it, including invisible characters
 * (salvo_code_fault), in whatever form they are written. */
salvo_status salvo_yaml_read(salvo_yaml *yaml, const char *path, const salvo_yaml_form *form, salvo_arena *memory,
                             salvo_error *err);

/* One step from a value of a document to another within it: the value of a key, or an entry of a list. */
typedef struct salvo_yaml_step {
    const char *key; /* NULL: the entry */
    size_t entry;
} salvo_yaml_step;

/* Finds the place of the value to which the n steps lead from the document's mapping, for messages. If a step leads
 * nowhere, it is the last value on the way. */
void salvo_yaml_place(const salvo_yaml *yaml, const salvo_yaml_step *steps, size_t n, int *line, int *column);

/* Refuses that value with a message and SALVO_BAD_INPUT. */
salvo_status salvo_yaml_refuse(const salvo_yaml *yaml, const salvo_yaml_step *steps, size_t n, salvo_error *err,
                               const char *format, ...) SALVO_PRINTF(5, 6);
salvo_status salvo_yaml_vrefuse(const salvo_yaml *yaml, const salvo_yaml_step *steps, size_t n, salvo_error *err,
                                const char *format, va_list values);

/* Refuses the first text of the document that has a fault (salvo_text_has_fault): quoted texts can hold characters
 * written by their numbers. */
salvo_status salvo_yaml_check_texts(const salvo_yaml *yaml, salvo_error *err);

#endif
