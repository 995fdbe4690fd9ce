/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "appendix/translation.h"

#include <stdio.h>
#include <string.h>

#include "data/yaml.h"

static const char EQUALS[] = " = ";

/* An included section. */
typedef struct section {
    char **words;
    unsigned words_count;
} section;

static const cyaml_schema_field_t FIELDS[] = {
    YAML_TEXTS(section, "words", words),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t SECTION = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, section, FIELDS)};
static const salvo_yaml_form FORM = {
    .schema = &SECTION, .top = FIELDS, .noun = "word", .beginning = "the words, as in '- range = Entfernung'"};

/* Words are collected in the order of reading, and searched from the end. */
typedef struct gathered {
    salvo_appendix_word *at;
    size_t n;
    salvo_arena *memory;
} gathered;

static bool take(gathered *g, const char *text)
{
    const char *equals = strstr(text, EQUALS);
    salvo_appendix_word word = {.original = salvo_arena_slice(g->memory, text, (size_t)(equals - text)),
                                .translation = equals + sizeof EQUALS - 1};

    g->at[g->n++] = word;
    return word.original != NULL;
}

static bool has_room(gathered *g, size_t more)
{
    salvo_appendix_word *at = salvo_arena_array(g->memory, g->n + more + 1, sizeof *at);

    if (at && g->n)
        memcpy(at, g->at, g->n * sizeof *at);
    g->at = at;
    return at != NULL;
}

static salvo_status take_section(gathered *g, const char *path, salvo_error *err)
{
    salvo_yaml yaml;
    salvo_status status = salvo_yaml_read(&yaml, path, &FORM, g->memory, err);
    const section *s = status == SALVO_OK ? yaml.document : NULL;

    if (status != SALVO_OK)
        return status;
    status = has_room(g, s->words_count) ? SALVO_OK : salvo_fail_memory(err);
    for (unsigned i = 0; i < s->words_count && status == SALVO_OK; i++)
        if (!strstr(s->words[i], EQUALS))
            status = salvo_fail_at(err, SALVO_BAD_INPUT, path, 0, 0, "'%s': write 'word = translation'", s->words[i]);
        else if (!take(g, s->words[i]))
            status = salvo_fail_memory(err);
    return status;
}

static salvo_status take_entry(gathered *g, const salvo_rulebook *book, const char *text, salvo_error *err)
{
    const char *path;

    if (strstr(text, EQUALS))
        return has_room(g, 1) && take(g, text) ? SALVO_OK : salvo_fail_memory(err);
    path = salvo_arena_printf(g->memory, "%s/../words/%s.yaml", book->store.directory, text);
    return path ? take_section(g, path, err) : salvo_fail_memory(err);
}

salvo_status translation_read(salvo_appendix *appendix, const salvo_yaml *list, salvo_error *err)
{
    const appendix_document *d = list->document;
    gathered g = {.memory = appendix->memory};
    salvo_status status = has_room(&g, 0) ? SALVO_OK : salvo_fail_memory(err);

    for (unsigned i = 0; i < d->words_count && status == SALVO_OK; i++)
        status = take_entry(&g, appendix->book, d->words[i], err);
    appendix->words = g.at;
    return status;
}

/* Arenas are zeroed, so the array ends with a word whose `said` is NULL. */
const char *translation_of(const salvo_appendix_word *words, const char *said)
{
    const char *as = said;

    for (; words && said && words->original; words++)
        if (strcmp(words->original, said) == 0)
            as = words->translation;
    return as;
}
