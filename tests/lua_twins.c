/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rulebooks in both languages, while there are some: every procedure of the rules in Lua (examples/rulebooks/ID-lua)
 * against that of the rules in C (data/ID): its words, its explanation and its refusals are the same text, its answers
 * the same fractions, and its simulations the same counts. SALVO_EVERY=1 asks a thousand random questions of each
 * procedure in place of some dozens, SALVO_ONLY=NAME only procedures with that in their name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/fight.h>

#include "checks/samples.h"
#include "example_book.h"
#include "same.h"
#include "support.h"

/* The ids of the books. A procedure that a book lacks in Lua is left out, until the book is whole. */
static const struct twin {
    const char *id;
    bool is_whole;
} TWINS[] = {{"mbt2030", true}};

static salvo_rulebook lua, c;

/* What a procedure is: its words, its outcomes and its averages. */
static void same_text(const char *procedure, const char *what, const char *text, const char *expected)
{
    if (strcmp(text ? text : "", expected ? expected : "") != 0)
        fail_msg("%s: %s is '%s', not '%s'", procedure, what, text ? text : "", expected ? expected : "");
}

/* Lists that end with NULL; no list is an empty one. */
static void same_texts(const char *procedure, const char *what, const char *const *texts, const char *const *expected)
{
    size_t i = 0;

    for (; expected && expected[i]; i++)
        same_text(procedure, what, texts ? texts[i] : NULL, expected[i]);
    if (texts)
        same_text(procedure, what, texts[i], NULL);
}

static bool is_choice(const salvo_parameter *p, const char *value)
{
    for (const char *const *choice = p->choices; choice && *choice; choice++)
        if (strcmp(*choice, value) == 0)
            return true;
    return !p->choices;
}

/* The value that a word means; the order of synonyms does not matter, and one of no possible value means nothing. */
static const char *synonym_of(const salvo_parameter *p, const char *word)
{
    for (const salvo_synonym *s = p->synonyms; s && s->word; s++)
        if (strcmp(s->word, word) == 0 && is_choice(p, s->value))
            return s->value;
    return NULL;
}

static void same_synonyms(const char *procedure, const salvo_parameter *p, const salvo_parameter *expected)
{
    for (const salvo_synonym *s = expected->synonyms; s && s->word; s++)
        same_text(procedure, s->word, synonym_of(p, s->word), synonym_of(expected, s->word));
    for (const salvo_synonym *s = p->synonyms; s && s->word; s++)
        same_text(procedure, s->word, s->value, synonym_of(expected, s->word));
}

static void same_sources(const char *procedure, const salvo_parameter *p, const salvo_parameter *expected)
{
    const salvo_source *own = p->sources;

    for (const salvo_source *s = expected->sources; s && s->table; s++, own++) {
        same_text(procedure, p->key, own->table, s->table);
        same_text(procedure, p->key, own->prefix, s->prefix);
    }
    if (own)
        assert_null(own->table);
    same_text(procedure, p->key, p->suffix, expected->suffix);
    if (p->count_max != expected->count_max)
        fail_msg("%s: %s can occur %d times, not %d", procedure, p->key, (int)p->count_max, (int)expected->count_max);
}

/* One for each choice, or for no and yes; nothing ends them. */
static void same_phrases(const char *procedure, const salvo_parameter *p, const salvo_parameter *expected)
{
    size_t n = expected->kind == SALVO_FLAG ? 2 : 0;

    while (expected->kind == SALVO_CHOICE && expected->choices[n])
        n++;
    assert_int_equal(!p->phrases, !expected->phrases);
    for (size_t i = 0; expected->phrases && i < n; i++)
        same_text(procedure, p->key, p->phrases[i], expected->phrases[i]);
}

static void same_parameter(const char *procedure, const salvo_parameter *p, const salvo_parameter *expected)
{
    same_text(procedure, "a parameter", p->key, expected->key);
    same_text(procedure, p->key, p->help, expected->help);
    same_text(procedure, p->key, p->aliases, expected->aliases);
    same_text(procedure, p->key, p->fallback, expected->fallback);
    same_text(procedure, p->key, p->fallback_cell, expected->fallback_cell);
    same_text(procedure, p->key, p->fallback_row, expected->fallback_row);
    same_text(procedure, p->key, p->table, expected->table);
    same_text(procedure, p->key, p->word, expected->word);
    same_text(procedure, p->key, p->unless, expected->unless);
    same_text(procedure, p->key, p->excludes, expected->excludes);
    same_text(procedure, p->key, p->only, expected->only);
    same_text(procedure, p->key, p->more_table, expected->more_table);
    same_text(procedure, p->key, p->among, expected->among);
    same_synonyms(procedure, p, expected);
    same_sources(procedure, p, expected);
    if (p->distance != expected->distance || p->bracketed != expected->bracketed)
        fail_msg("%s: one of both %s is a distance, or is swept by brackets", procedure, p->key);
    if (p->kind != expected->kind || p->required != expected->required)
        fail_msg("%s: %s is of another kind, or is required", procedure, p->key);
    if ((p->kind == SALVO_INTEGER || p->kind == SALVO_DECIMAL) && (p->min != expected->min || p->max != expected->max))
        fail_msg("%s: %s has other limits", procedure, p->key);
    same_texts(procedure, p->key, p->choices, expected->choices);
    same_phrases(procedure, p, expected);
}

static void same_description(const salvo_procedure *p, const salvo_procedure *expected)
{
    const char *name = expected->schema.name;

    same_text(name, "its id", p->id, expected->id);
    same_text(name, "its title", p->documentation.title, expected->documentation.title);
    same_text(name, "its chapter", p->documentation.chapter, expected->documentation.chapter);
    same_text(name, "its section", p->documentation.section, expected->documentation.section);
    same_text(name, "its rulings", p->documentation.rulings, expected->documentation.rulings);
    same_text(name, "its notes", p->documentation.notes, expected->documentation.notes);
    same_text(name, "its numbers", p->outcomes_help, expected->outcomes_help);
    for (size_t i = 0; i < expected->schema.n_parameters; i++)
        same_parameter(name, &p->schema.parameters[i], &expected->schema.parameters[i]);
    assert_int_equal(p->schema.n_parameters, expected->schema.n_parameters);
    assert_int_equal(p->n_expectations, expected->n_expectations);
    for (size_t i = 0; i < expected->n_expectations; i++) {
        same_text(name, "an expectation", p->expectations[i].name, expected->expectations[i].name);
        same_text(name, p->expectations[i].name, p->expectations[i].help, expected->expectations[i].help);
    }
    for (size_t i = 0; i < expected->n_outcomes; i++)
        same_text(name, "an outcome", p->outcomes[i], expected->outcomes[i]);
    if (p->n_outcomes != expected->n_outcomes)
        fail_msg("%s has %zu outcomes, not %zu", name, p->n_outcomes, expected->n_outcomes);
}

static void same_explanation(const salvo_procedure *p, const salvo_procedure *expected, const char *words)
{
    answer a, b;
    salvo_text one = {0}, other = {0};

    ask_within(&a, &lua, p->schema.name, words, 1);
    ask_within(&b, &c, expected->schema.name, words, 1);
    if (expected->schema.explain) {
        p->schema.explain(a.question.situation, &one);
        expected->schema.explain(b.question.situation, &other);
        same_text(words, "the explanation", salvo_text_of(&one), salvo_text_of(&other));
    }
    salvo_text_free(&one);
    salvo_text_free(&other);
    answer_free(&a);
    answer_free(&b);
}

static void same_question(const salvo_procedure *p, const salvo_procedure *expected, pcg32 *rng)
{
    const sample_source from = {&expected->schema, &c.store, false, NULL};
    salvo_arena *memory = salvo_arena_new();
    const char *words[SAMPLE_WORDS_MAX];
    char all[2048] = "";
    salvo_error refusal = {.text = ""}, other = {.text = ""};
    salvo_question question;
    size_t n;

    assert_int_equal(sample_words(words, &n, &from, rng, memory, NULL), SALVO_OK);
    for (size_t i = 0; i < n; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", words[i]);
    if (salvo_question_ask(&question, &c, expected, words, n, &refusal) == SALVO_OK) {
        salvo_question_free(&question);
        same_answer(&lua, p->schema.name, &c, expected->schema.name, all);
        same_explanation(p, expected, all);
    } else {
        assert_int_not_equal(salvo_question_ask(&question, &lua, p, words, n, &other), SALVO_OK);
        if (!strstr(refusal.text, expected->schema.name))
            same_text(all, "the refusal", other.text, refusal.text);
    }
    salvo_arena_free(memory);
}

static const salvo_procedure *counterpart_of(const char *id, const salvo_procedure *expected)
{
    char name[64];

    snprintf(name, sizeof name, "%s-lua%s", id, strchr(expected->schema.name, '.'));
    for (size_t i = 0; i < lua.ruleset->n_procedures; i++)
        if (strcmp(lua.ruleset->procedures[i]->schema.name, name) == 0)
            return lua.ruleset->procedures[i];
    return NULL;
}

/* Fights of whole battle groups and whole tables take seconds each. */
static bool is_dear(const char *name)
{
    return strcmp(name, "mbt2030.battle") == 0 || strcmp(name, "mbt2030.table") == 0;
}

static size_t n_questions(const char *name)
{
    const size_t n = IS_SANITISED ? 6 : getenv("SALVO_EVERY") ? 1000 : 40;

    return is_dear(name) ? (n + 9) / 10 : n;
}

static void compare(const struct twin *twin)
{
    const char *only = getenv("SALVO_ONLY");
    pcg32 rng = pcg32_seeded(20, 0);

    for (size_t i = 0; i < c.ruleset->n_procedures; i++) {
        const salvo_procedure *expected = c.ruleset->procedures[i], *p = counterpart_of(twin->id, expected);

        if (only && !strstr(expected->schema.name, only))
            continue;
        if (!p && twin->is_whole)
            fail_msg("%s is not in Lua", expected->schema.name);
        if (!p)
            continue;
        same_description(p, expected);
        for (size_t k = 0; k < n_questions(expected->schema.name); k++)
            same_question(p, expected, &rng);
    }
}

/* Every procedure, in random questions. */
static void procedures_are_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(TWINS) && TWINS[i].id; i++) {
        char folder[64], path[512];

        snprintf(folder, sizeof folder, "%s-lua", TWINS[i].id);
        example_open(&lua, folder);
        snprintf(path, sizeof path, "%s/%s", getenv("SALVO_DATA"), TWINS[i].id);
        assert_int_equal(salvo_rulebook_open(&c, NULL, path, NULL, 0, NULL), SALVO_OK);
        compare(&TWINS[i]);
        salvo_rulebook_close(&c);
        salvo_rulebook_close(&lua);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(procedures_are_the_same)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
