/* A battle in a file: its keys are options, and an option on the command line goes before the file's. */
#include "cli/scenario.h"

#include <stddef.h>

#include "cli/option_file.h"
#include "data/yaml.h"

typedef struct document {
    char *title, *ruleset, *a, *b, *range, *scenario, *close_to, *targets, *targets_a, *targets_b, *cover_a, *cover_b,
        *turns, *break_at;
    char **words;
    unsigned words_count;
} document;

static const cyaml_schema_value_t TEXT = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

#define NEEDED(key, member) CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER, document, member, 1, CYAML_UNLIMITED)
#define OPTIONAL(key, member) \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, document, member, 1, CYAML_UNLIMITED)

static const cyaml_schema_field_t FIELDS[] = {
    NEEDED("title", title),
    NEEDED("ruleset", ruleset),
    NEEDED("a", a),
    NEEDED("b", b),
    NEEDED("range", range),
    OPTIONAL("scenario", scenario),
    OPTIONAL("close-to", close_to),
    OPTIONAL("targets", targets),
    OPTIONAL("targets-a", targets_a),
    OPTIONAL("targets-b", targets_b),
    OPTIONAL("cover-a", cover_a),
    OPTIONAL("cover-b", cover_b),
    OPTIONAL("turns", turns),
    OPTIONAL("break-at", break_at),
    CYAML_FIELD_SEQUENCE("words", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, document, words, &TEXT, 0, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, document, FIELDS)};

static const salvo_yaml_form FORM = {.schema = &DOCUMENT,
                                     .top = FIELDS,
                                     .noun = "word",
                                     .beginning = "the battle's title, as in 'title: Four Shermans on a Tiger'"};

/* Which key becomes which option. */
static const option_key KEYS[] = {
    {offsetof(document, ruleset), offsetof(options, ruleset)},
    {offsetof(document, a), offsetof(options, army_a)},
    {offsetof(document, b), offsetof(options, army_b)},
    {offsetof(document, range), offsetof(options, range)},
    {offsetof(document, scenario), offsetof(options, scenario)},
    {offsetof(document, close_to), offsetof(options, close_to)},
    {offsetof(document, targets), offsetof(options, targets)},
    {offsetof(document, targets_a), offsetof(options, targets_a)},
    {offsetof(document, targets_b), offsetof(options, targets_b)},
    {offsetof(document, cover_a), offsetof(options, cover_a)},
    {offsetof(document, cover_b), offsetof(options, cover_b)},
    {offsetof(document, turns), offsetof(options, turns)},
    {offsetof(document, break_at), offsetof(options, break_at)},
};

salvo_status scenario_read(options *o, const char *path, salvo_arena *memory, salvo_error *err)
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
