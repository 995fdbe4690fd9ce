/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M.A.D. in Lua (examples/rulebooks/mad-lua) against M.A.D. in C: direct fire, the fire of listed elements, duels and
 * battles are the same fractions and the same counts. SALVO_EVERY=1 compares every pair of units at every range; else a
 * sample of them, drawn anew from a fixed seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/fight.h>

#include "checks/samples.h"
#include "example_book.h"
#include "same.h"
#include "splitmix.h"
#include "support.h"

static salvo_rulebook lua;

static int open_both(void **state)
{
    example_open(&lua, "mad-lua");
    return mad_open(state);
}

static int close_both(void **state)
{
    salvo_rulebook_close(&lua);
    return mad_close(state);
}

/* The upper ends of the ranges of weapons.csv, and beyond the last. */
static const int RANGES[] = {0, 100, 200, 350, 500, 750, 1000, 1500, 2000, 2001};

static const char *const COVER[] = {"none", "normal", "fortification"};
static const char *const WEAPONS[] = {"main", "best"};
static const char *const FIRST[] = {"initiative", "a", "b", "simultaneous"};
static const char *const SWITCH[] = {"no", "yes"};

static uint64_t random_state = 20;

static size_t any(size_t n)
{
    return (size_t)(splitmix_next(&random_state) % n);
}

#define ANY(list) list[any(COUNT_OF(list))]

static const salvo_table *table(const char *name)
{
    return salvo_store_table(&mad()->store, name);
}

/* The tables of the example are those of data/mad. */
static void tables_are_copies(void **state)
{
    (void)state;
    for (size_t i = 0; i < mad()->store.n_tables; i++) {
        const char *name = strrchr(mad()->store.tables[i].path, '/') + 1;
        char copy[EXAMPLE_PATH], original[EXAMPLE_PATH];
        FILE *a, *b;
        int byte;

        snprintf(original, sizeof original, "%s/mad/%s", getenv("SALVO_DATA"), name);
        assert_non_null(a = fopen(example_path(copy, "mad-lua", name), "rb"));
        assert_non_null(b = fopen(original, "rb"));
        do
            if ((byte = getc(a)) != getc(b))
                fail_msg("%s is not the file of data/mad", copy);
        while (byte != EOF);
        fclose(a);
        fclose(b);
    }
}

/* Every weapon at every range, each circumstance as often with as without. */
static void direct_fire_is_the_same(void **state)
{
    const salvo_table *weapons = table("weapons");

    (void)state;
    for (size_t i = 0; i < weapons->n_rows * COUNT_OF(RANGES); i++) {
        char words[256];

        snprintf(words, sizeof words,
                 "weapon=%s range=%d target=%s cover=%s moving=%s fixed=%s opportunity=%s contact=%s large-static=%s "
                 "small-arms-vehicles=%s rounding=%s",
                 salvo_table_text(weapons, i / COUNT_OF(RANGES), "id"), RANGES[i % COUNT_OF(RANGES)],
                 any(2) ? "vehicle" : "infantry", ANY(COVER), ANY(SWITCH), ANY(SWITCH), ANY(SWITCH),
                 any(4) ? "no" : "yes", ANY(SWITCH), ANY(SWITCH), any(2) ? "up" : "down");
        same_answer(&lua, "mad-lua.direct-fire", mad(), "mad.direct-fire", words);
    }
}

static const char *unit(size_t row)
{
    return salvo_table_text(table("units"), row, "id");
}

static bool asks_for_every_pair(void)
{
    return getenv("SALVO_EVERY") != NULL;
}

/* Calls `compare` for every pair of units at every range, or for so many of them. */
static void for_pairs(void (*compare)(const char *a, const char *b, int range), size_t sample)
{
    size_t units = table("units")->n_rows, all = units * units * COUNT_OF(RANGES);

    for (size_t i = 0; i < (asks_for_every_pair() ? all : sample); i++) {
        size_t which = asks_for_every_pair() ? i : any(all), pair = which / COUNT_OF(RANGES);

        compare(unit(pair / units), unit(pair % units), RANGES[which % COUNT_OF(RANGES)]);
    }
}

static void compare_fire(const char *a, const char *b, int range)
{
    char words[256];

    snprintf(words, sizeof words, "unit=%s target=%s range=%d cover=%s weapons=%s moving=%s", a, b, range, ANY(COVER),
             ANY(WEAPONS), ANY(SWITCH));
    same_answer(&lua, "mad-lua.unit-fire", mad(), "mad.unit-fire", words);
}

static void fire_of_elements_is_the_same(void **state)
{
    (void)state;
    for_pairs(compare_fire, 100);
}

/* Plain, as `salvo duel` asks; every pair so. */
static void compare_duel(const char *a, const char *b, int range)
{
    char words[256];

    snprintf(words, sizeof words, "a=%s b=%s range=%d", a, b, range);
    same_answer(&lua, "mad-lua.duel", mad(), "mad.duel", words);
}

static void duels_are_the_same(void **state)
{
    (void)state;
    for_pairs(compare_duel, 40);
}

/* With everything that a duel knows. */
static void compare_circumstances(const char *a, const char *b, int range)
{
    char words[512];

    snprintf(
        words, sizeof words,
        "a=%s b=%s range=%d first=%s a-moves=%s b-moves=%s a-cover=%s b-cover=%s a-opportunity=%s b-opportunity=%s "
        "a-weapons=%s b-weapons=%s small-arms-vehicles=%s turns=%s",
        a, b, range, ANY(FIRST), ANY(SWITCH), ANY(SWITCH), ANY(COVER), ANY(COVER), ANY(SWITCH), ANY(SWITCH),
        ANY(WEAPONS), ANY(WEAPONS), ANY(SWITCH), any(2) ? "unlimited" : "4");
    same_answer(&lua, "mad-lua.duel", mad(), "mad.duel", words);
}

static void duels_in_all_circumstances_are_the_same(void **state)
{
    size_t units = table("units")->n_rows;

    (void)state;
    for (int i = 0; i < 40; i++)
        compare_circumstances(unit(any(units)), unit(any(units)), ANY(RANGES));
}

static void battles_are_the_same(void **state)
{
    static const char *const HEDGE[] = {"cover=normal"};
    static const salvo_battle_plan PLANS[] = {
        {.army = {{.list = "2 Tiger I"}, {.list = "2 Sherman Firefly"}}, .range = 750, .close_to = -1},
        {.army = {{.list = "2 Tiger I", .words = HEDGE, .n_words = 1}, {.list = "3 Sherman M4A1, 1 Sherman Firefly"}},
         .range = 1500,
         .scenario = SALVO_ADVANCE,
         .close_to = -1},
        {.army = {{.list = "german-hetzer, 2 generic-infantry-support (weapons=main)"},
                  {.list = "1 generic-infantry, 2 Sherman M4A1 (weapons=best)", .targets = SALVO_WEAKEST}},
         .range = 350,
         .scenario = SALVO_MEETING,
         .close_to = -1,
         .break_at = 0.5},
        {.army = {{.list = "4 Tiger I"}, {.list = "6 Sherman M4A1", .targets = SALVO_SPREAD}},
         .range = 1000,
         .close_to = -1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PLANS); i++)
        same_battle(&lua, mad(), &PLANS[i]);
}

/* The machine gun of somebody on foot. */
static void the_same_is_refused(void **state)
{
    (void)state;
    assert_refused(&lua, "mad-lua.unit-fire",
                   "unit=generic-infantry target=german-tiger-i range=100 weapons=machine-gun",
                   "weapons=machine-gun: Infantry is not a vehicle and has none; use main or best");
    assert_refused(&lua, "mad-lua.duel", "a=german-tiger-i b=generic-infantry range=100 b-weapons=machine-gun",
                   "b-weapons=machine-gun: Infantry is not a vehicle and has none; use main or best");
    assert_refused(&lua, "mad-lua.direct-fire", "weapon=cannon-a", "range");
}

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

    ask(&a, &lua, p->schema.name, words);
    ask(&b, mad(), expected->schema.name, words);
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
    const sample_source from = {&expected->schema, &mad()->store, false, NULL};
    salvo_arena *memory = salvo_arena_new();
    const char *words[SAMPLE_WORDS_MAX];
    char all[2048] = "";
    salvo_error refusal = {.text = ""}, other = {.text = ""};
    salvo_question question;
    size_t n;

    assert_int_equal(sample_words(words, &n, &from, rng, memory, NULL), SALVO_OK);
    for (size_t i = 0; i < n; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", words[i]);
    if (salvo_question_ask(&question, mad(), expected, words, n, &refusal) == SALVO_OK) {
        salvo_question_free(&question);
        same_answer(&lua, p->schema.name, mad(), expected->schema.name, all);
        same_explanation(p, expected, all);
    } else {
        assert_int_not_equal(salvo_question_ask(&question, &lua, p, words, n, &other), SALVO_OK);
        if (!strstr(refusal.text, expected->schema.name))
            same_text(all, "the refusal", other.text, refusal.text);
    }
    salvo_arena_free(memory);
}

/* Every procedure, in random questions. */
static void procedures_are_the_same(void **state)
{
    const salvo_ruleset *rules = lua.ruleset;
    const char *only = getenv("SALVO_ONLY");
    pcg32 rng = pcg32_seeded(20, 0);

    (void)state;

    for (size_t i = 0; i < rules->n_procedures; i++) {
        const salvo_procedure *expected, *p = rules->procedures[i];
        char name[64];

        snprintf(name, sizeof name, "mad%s", strchr(p->schema.name, '.'));
        if (only && !strstr(name, only))
            continue;
        expected = mad()->ruleset->procedures[i];
        same_text(name, "its place", name, expected->schema.name);
        same_description(p, expected);
        for (int k = 0; k < (IS_SANITISED ? 6 : asks_for_every_pair() ? 1000 : 40); k++)
            same_question(p, expected, &rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_copies),
        cmocka_unit_test(direct_fire_is_the_same),
        cmocka_unit_test(fire_of_elements_is_the_same),
        cmocka_unit_test(duels_are_the_same),
        cmocka_unit_test(duels_in_all_circumstances_are_the_same),
        cmocka_unit_test(battles_are_the_same),
        cmocka_unit_test(the_same_is_refused),
        cmocka_unit_test(procedures_are_the_same),
    };

    return cmocka_run_group_tests(tests, open_both, close_both);
}
