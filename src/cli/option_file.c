/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys make libcyaml's schema when the file is read, so each key is written down once. */
#include "cli/option_file.h"

#include <assert.h>
#include <string.h>

#include "base/try.h"
#include "cli/option_table.h"
#include "data/yaml.h"

const option_file BATTLE_FILE = {.takes = TAKES_RULESET | TAKES_RANGE | TAKES_BATTLE | TAKES_PLAN,
                                 .in = IN_BATTLE,
                                 .has_rules = true,
                                 .beginning = "the battle's title, as in 'title: Four Shermans on a Tiger'"};

const option_file CONDITIONS_FILE = {.takes = TAKES_POINTS,
                                     .in = IN_CONDITIONS,
                                     .beginning = "the title of the conditions, as in 'title: Our club's tables'"};

typedef struct document {
    char *title;
    char *texts[OPTION_KEYS_MAX]; /* in the order of the options; NULL: key not present */
    char **words;
    unsigned words_count;
    char **rules;
    unsigned rules_count;
} document;

/* The title, the keys, the words, the rules, and the end. */
typedef cyaml_schema_field_t field_list[OPTION_KEYS_MAX + 4];

/* Returns the option that is the next key of the file; NULL after the last one. */
static const option *next_key(const option_file *file, const option *last)
{
    const option *next = option_next(last, file->takes);

    while (next && !(next->of & file->in))
        next = option_next(next, file->takes);
    return next;
}

/* libcyaml needs the offset of each text in the document. The texts of the keys are consecutive in an array. */
static void list_fields(field_list fields, const option_file *file)
{
    static const cyaml_schema_field_t TITLE = YAML_TEXT(document, "title", title),
                                      NEEDED = YAML_TEXT(document, "", texts[0]),
                                      OPTIONAL = YAML_OPTIONAL_TEXT(document, "", texts[0]),
                                      WORDS = YAML_OPTIONAL_TEXTS(document, "words", words),
                                      RULES = YAML_OPTIONAL_TEXTS(document, "rules", rules), END = CYAML_FIELD_END;
    size_t i = 0;

    *fields++ = TITLE;
    for (const option *key = next_key(file, NULL); key; key = next_key(file, key), fields++) {
        assert(i < OPTION_KEYS_MAX);
        *fields = key->as.required ? NEEDED : OPTIONAL;
        fields->key = key->name + strlen("--");
        fields->data_offset += (uint32_t)(i++ * sizeof(char *));
    }
    *fields++ = WORDS;
    if (file->has_rules)
        *fields++ = RULES;
    *fields = END;
}

static salvo_status take(options *o, const option_file *file, const document *d, salvo_error *err)
{
    size_t n = 0;

    for (const option *key = next_key(file, NULL); key; key = next_key(file, key), n++) {
        const char **to = (const char **)(void *)((char *)o + key->offset);

        /* A typed option stays, so that a user can try a file with one change. */
        if (!*to)
            *to = d->texts[n];
    }
    if (o->rules.n == 0)
        for (unsigned i = 0; i < d->rules_count; i++)
            list_put(&o->rules, d->rules[i]);
    if (list_check(&o->rules, err) != SALVO_OK)
        return SALVO_BAD_INPUT;
    /* The typed words are already in the same list. */
    if (d->words_count > WORDS_MAX - o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT, "more than %d words", WORDS_MAX);
    for (unsigned i = 0; i < d->words_count; i++)
        o->parameters.text[o->parameters.n++] = d->words[i];
    return SALVO_OK;
}

salvo_status option_file_read(options *o, const option_file *file, const char *path, salvo_arena *memory,
                              salvo_error *err)
{
    field_list fields;
    const cyaml_schema_value_t schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, document, fields)};
    const salvo_yaml_form form = {.schema = &schema, .top = fields, .noun = "word", .beginning = file->beginning};
    salvo_yaml yaml;

    list_fields(fields, file);
    TRY(salvo_yaml_read(&yaml, path, &form, memory, err));
    return take(o, file, yaml.document, err);
}
