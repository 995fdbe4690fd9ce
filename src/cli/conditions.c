/* Its keys are options, as those of a battle's file are; an option on the command line goes before the file's. */
#include "cli/conditions.h"

#include <stddef.h>

#include "cli/option_file.h"
#include "data/yaml.h"

typedef struct document {
    char *title, *range, *scenario, *targets, *attack_odds, *close_to, *turns, *break_at, *elements, *kinds;
    char **words;
    unsigned words_count;
} document;

static const cyaml_schema_value_t TEXT = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

#define OPTIONAL(key, member) \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, document, member, 1, CYAML_UNLIMITED)

static const cyaml_schema_field_t FIELDS[] = {
    CYAML_FIELD_STRING_PTR("title", CYAML_FLAG_POINTER, document, title, 1, CYAML_UNLIMITED),
    OPTIONAL("range", range),
    OPTIONAL("scenario", scenario),
    OPTIONAL("targets", targets),
    OPTIONAL("attack-odds", attack_odds),
    OPTIONAL("close-to", close_to),
    OPTIONAL("turns", turns),
    OPTIONAL("break-at", break_at),
    OPTIONAL("elements", elements),
    OPTIONAL("kinds", kinds),
    CYAML_FIELD_SEQUENCE("words", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, document, words, &TEXT, 0, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, document, FIELDS)};

static const salvo_yaml_form FORM = {.schema = &DOCUMENT,
                                     .top = FIELDS,
                                     .noun = "word",
                                     .beginning = "the title of the conditions, as in 'title: Our club's tables'"};

/* Which key becomes which option. */
static const option_key KEYS[] = {
    {offsetof(document, range), offsetof(options, range)},
    {offsetof(document, scenario), offsetof(options, scenario)},
    {offsetof(document, targets), offsetof(options, targets)},
    {offsetof(document, attack_odds), offsetof(options, attack_odds)},
    {offsetof(document, close_to), offsetof(options, close_to)},
    {offsetof(document, turns), offsetof(options, turns)},
    {offsetof(document, break_at), offsetof(options, break_at)},
    {offsetof(document, elements), offsetof(options, elements)},
    {offsetof(document, kinds), offsetof(options, kinds)},
};

salvo_status conditions_read(options *o, const char *path, salvo_arena *memory, salvo_error *err)
{
    salvo_yaml yaml;
    const document *d;
    salvo_status status = salvo_yaml_read(&yaml, path, &FORM, memory, err);

    if (status != SALVO_OK)
        return status;
    d = yaml.document;
    status = option_file_take(o, d, KEYS, sizeof KEYS / sizeof *KEYS, d->words, d->words_count, memory, err);
    salvo_yaml_free(&FORM, yaml.document);
    return status;
}
