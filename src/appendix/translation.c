/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "appendix/translation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <salvo/text.h>

#include "data/yaml.h"

static const char EQUALS[] = " = ";

/* An included section. */
typedef struct section {
    char *language, *decimal;
    char **words;
    unsigned words_count;
} section;

static const cyaml_schema_field_t FIELDS[] = {
    YAML_TEXTS(section, "words", words),
    YAML_OPTIONAL_TEXT(section, "language", language),
    YAML_OPTIONAL_TEXT(section, "decimal", decimal),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t SECTION = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, section, FIELDS)};
static const salvo_yaml_form FORM = {
    .schema = &SECTION, .top = FIELDS, .noun = "word", .beginning = "the words, as in '- range = Entfernung'"};

/* Words are collected in the order of reading, and searched from the end. */
typedef struct gathered {
    salvo_appendix_word *at;
    size_t n;
    const char *language;
    bool decimal_comma;
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

static salvo_status take_marks(gathered *g, const section *s, const char *path, salvo_error *err)
{
    const bool comma = s->decimal && strcmp(s->decimal, "comma") == 0;

    if (s->decimal && !comma && strcmp(s->decimal, "point") != 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, 0, 0, "decimal: %s: write 'point' or 'comma'", s->decimal);
    g->language = s->language ? s->language : g->language;
    g->decimal_comma = s->decimal ? comma : g->decimal_comma;
    return SALVO_OK;
}

static salvo_status take_section(gathered *g, const char *path, salvo_error *err)
{
    salvo_yaml yaml;
    salvo_status status = salvo_yaml_read(&yaml, path, &FORM, g->memory, err);
    const section *s = status == SALVO_OK ? yaml.document : NULL;

    if (status != SALVO_OK)
        return status;
    status = take_marks(g, s, path, err);
    if (status == SALVO_OK && !has_room(g, s->words_count))
        status = salvo_fail_memory(err);
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
    appendix->language = g.language;
    appendix->decimal_comma = g.decimal_comma;
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

/* Returns the length of the number at the beginning of the text; 0: there is none. */
static size_t number_length(const char *text)
{
    static const char DIGITS[] = "0123456789";
    const size_t whole = strspn(text, DIGITS);
    const size_t decimals = whole && text[whole] == '.' ? strspn(text + whole + 1, DIGITS) : 0;

    return decimals ? whole + 1 + decimals : whole;
}

/* Copies the text with "#" for each number. */
static void put_without_numbers(salvo_text *to, const char *text)
{
    while (*text) {
        const size_t n = number_length(text);

        salvo_text_add(to, "%c", n ? '#' : *text);
        text += n ? n : 1;
    }
}

/* Copies the words with the numbers of the text, in their order. */
static void put_with_numbers(salvo_text *to, const char *words, const char *text)
{
    for (; *words; words++) {
        while (*words == '#' && *text && !number_length(text))
            text++;
        if (*words == '#' && *text) {
            salvo_text_add(to, "%.*s", (int)number_length(text), text);
            text += number_length(text);
        } else {
            salvo_text_add(to, "%c", *words);
        }
    }
}

/* Returns the text with its first letter small or capital. */
static const char *with_first(int (*letter)(int), const char *text, salvo_arena *memory)
{
    char *copy = (char *)salvo_arena_text(memory, text);

    if (copy)
        *copy = (char)letter((unsigned char)*copy);
    return copy;
}

static void put_part(salvo_text *to, const salvo_appendix_word *words, const char *part, salvo_arena *memory)
{
    const char *as = translation_of(words, part);
    const char *small = with_first(tolower, part, memory), *small_as = translation_of(words, small);
    salvo_text numberless = {0};

    put_without_numbers(&numberless, part);
    if (as != part) {
        salvo_text_put(to, as);
    } else if (small && small_as != small) {
        const char *capital = with_first(toupper, small_as, memory);

        salvo_text_put(to, capital ? capital : part);
    } else if (translation_of(words, salvo_text_of(&numberless)) != salvo_text_of(&numberless)) {
        put_with_numbers(to, translation_of(words, salvo_text_of(&numberless)), part);
    } else {
        salvo_text_put(to, part);
    }
    to->failed = to->failed || numberless.failed || !small;
    salvo_text_free(&numberless);
}

const char *translation_of_parts(const salvo_appendix_word *words, const char *said, salvo_arena *memory)
{
    static const char COMMA[] = ", ";
    const char *whole = translation_of(words, said), *copy;
    salvo_text text = {0};

    if (!words || !words->original || !said || !memory || whole != said)
        return whole;
    for (const char *at = said; at;) {
        const char *end = strstr(at, COMMA);
        const char *part = salvo_arena_slice(memory, at, end ? (size_t)(end - at) : strlen(at));

        if (part)
            put_part(&text, words, part, memory);
        text.failed = text.failed || !part;
        salvo_text_put(&text, end ? COMMA : "");
        at = end ? end + strlen(COMMA) : NULL;
    }
    copy = text.failed ? NULL : salvo_arena_text(memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return copy;
}
