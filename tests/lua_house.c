/* SPDX-License-Identifier: GPL-3.0-or-later */
/* House rules against the same changes made in a copy of the rulebook: random questions have equal fractions and counts.
 * And what house rules may not say. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "same.h"
#include "scratch.h"
#include "support.h"

/* A text in a file of the copy, and what it becomes. */
typedef struct edit {
    const char *file, *find, *replace;
} edit;

/* House rules (the second may be NULL), and the same in a copy. `question` shows the change. */
typedef struct change {
    const char *name, *rules[2];
    edit edits[3];
    const char *procedure, *question;
} change;

#define TENS                                                                    \
    "return {\n"                                                                \
    "  [\"attack.level_of\"] = function(original, number, first, second)\n"     \
    "    local level = original(number, first, second)\n"                       \
    "    return level == \"critical\" and first < 10 and \"double\" or level\n" \
    "  end,\n"                                                                  \
    "}\n"

static const edit TENS_EDIT = {"attack.lua", "return first == second and", "return first + second == 20 and"};

static const change CHANGES[] = {
    {"a field of a module",
     {TENS},
     {{"attack.lua", "return first == second and", "return first + second == 20 and"}},
     "mad.direct-fire",
     "weapon=cannon-b range=500"},
    {"a field of a module, with what rules know",
     {"return {\n"
      "  [\"attack.damages\"] = function(original, full, halved, rounding)\n"
      "    local damage = original(full, halved, rounding)\n"
      "    damage.critical = 3 * full\n"
      "    if halved then damage.critical = round_up(3 * full * tables.values.infantry_damage_percent.value, 100) end\n"
      "    return damage\n"
      "  end,\n"
      "}\n"},
     {{"attack.lua", "full * level.damage_percent",
       "full * (level.id == \"critical\" and 300 or level.damage_percent)"}},
     "mad.direct-fire",
     "weapon=cannon-b range=500"},
    {"a local function",
     {"return {\n"
      "  [\"attack.for_cover\"] = function(original, shot)\n"
      "    return original(shot) + (shot.cover == \"normal\" and not shot.contact and 2 or 0)\n"
      "  end,\n"
      "}\n"},
     {{"attack.lua", "\"cover-infantry\" or \"cover-vehicle\")", "\"cover-infantry\" or \"cover-vehicle\") + 2"}},
     "mad.direct-fire",
     "weapon=cannon-b range=500 cover=normal"},
    {"dice of a procedure and of the battle",
     {"return {[\"mad.initiative.dice\"] = {d12, d12}, [\"battle.initiative.dice\"] = {d12, d12}}\n"},
     {{"battle.lua", "dice = {d10, d10},", "dice = {d12, d12},"},
      {"sequence.lua", "dice = {d10, d10}, step = sequence.roll_off", "dice = {d12, d12}, step = sequence.roll_off"}},
     "mad.initiative",
     "ties=report"},
    {"a function that a procedure shares",
     {"return {\n"
      "  [\"sequence.roll_off\"] = function(original, s, now, a, b) return original(s, now, b, max(a, 2)) end,\n"
      "}\n"},
     {{"sequence.lua", "local first = higher(a, b)", "local first = higher(b, max(a, 2))"}},
     "mad.initiative",
     "ties=report"},
    {"two house rules for one function",
     {TENS, "return {\n"
            "  [\"attack.level_of\"] = function(original, number, first, second)\n"
            "    return original(number + 1, first, second)\n"
            "  end,\n"
            "}\n"},
     {{"attack.lua", "return first == second and", "return first + second == 20 and"},
      {"attack.lua", "function attack.level_of(number, first, second)\n",
       "function attack.level_of(number, first, second)\n  number = number + 1\n"}},
     "mad.direct-fire",
     "weapon=cannon-b range=500"},
};

/* The house rules of the folder. */
typedef struct house {
    char directory[SCRATCH_PATH], path[2][SCRATCH_PATH];
    const char *paths[2];
    size_t n;
} house;

static void write_house(house *h, const char *const rules[2])
{
    static const char *const NAMES[] = {"house.lua", "more.lua"};

    scratch_make(h->directory);
    for (h->n = 0; h->n < 2 && rules[h->n]; h->n++) {
        scratch_edit(h->directory, NAMES[h->n], NULL, rules[h->n]);
        h->paths[h->n] = scratch_path(h->path[h->n], h->directory, NAMES[h->n]);
    }
}

static salvo_status open_with(salvo_rulebook *book, const char *directory, const house *h, salvo_error *err)
{
    const salvo_rulebook_changes changes = {.rules = h->paths, .n_rules = h->n};

    return salvo_rulebook_open_changed(book, "mad", directory, &changes, err);
}

static void must_open(salvo_rulebook *book, const char *directory, const house *h)
{
    salvo_error err = {.text = ""};

    if (open_with(book, directory, h, &err) != SALVO_OK)
        fail_msg("%s:%d: %s", err.path, err.line, err.text);
}

static uint64_t next(uint64_t *random, uint64_t n)
{
    *random += UINT64_C(0x9e3779b97f4a7c15);
    return ((*random ^ *random >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 32) % n;
}

static const char *any_id(const salvo_rulebook *book, const char *name, uint64_t *random)
{
    const salvo_table *table = salvo_store_table(&book->store, name);

    return table->cells[next(random, table->n_rows) * table->n_columns].text;
}

static void same_at_random(const salvo_rulebook *one, const salvo_rulebook *other, uint64_t *random)
{
    static const char *const COVER[] = {"none", "normal"}, *const MOVES[] = {"no", "yes"},
                             *const TIES[] = {"reroll", "report"};
    char words[256];

    snprintf(words, sizeof words, "weapon=%s range=%d cover=%s moving=%s target=%s", any_id(one, "weapons", random),
             50 + 50 * (int)next(random, 30), COVER[next(random, 2)], MOVES[next(random, 2)],
             next(random, 2) ? "infantry" : "vehicle small-arms-vehicles=yes");
    same_answer(one, "mad.direct-fire", other, "mad.direct-fire", words);
    snprintf(words, sizeof words, "a=%s b=%s range=%d turns=6 a-cover=%s b-moves=%s", any_id(one, "units", random),
             any_id(one, "units", random), 50 + 50 * (int)next(random, 20), COVER[next(random, 2)],
             MOVES[next(random, 2)]);
    same_answer(one, "mad.duel", other, "mad.duel", words);
    snprintf(words, sizeof words, "ties=%s", TIES[next(random, 2)]);
    same_answer(one, "mad.initiative", other, "mad.initiative", words);
}

/* A number that the change changes: all figures of its question, with weights. */
static double figures(const salvo_rulebook *book, const change *c)
{
    salvo_question question;
    const salvo_procedure *procedure;
    salvo_odds odds;
    char copy[128], *words[8];
    double sum = 0;
    size_t n = 0;

    snprintf(copy, sizeof copy, "%s", c->question);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        words[n++] = word;
    assert_int_equal(salvo_procedure_find(book->ruleset, c->procedure, &procedure, NULL), SALVO_OK);
    assert_int_equal(salvo_question_ask(&question, book, procedure, (const char *const *)words, n, NULL), SALVO_OK);
    assert_int_equal(salvo_odds_solve(&odds, &question, NULL, NULL), SALVO_OK);
    for (size_t i = 0; i < odds.n_outcomes; i++)
        sum += (double)(i + 1) * odds.outcomes[i].probability.value;
    for (size_t i = 0; i < odds.n_means; i++)
        sum += 100 * odds.means[i].mean.value;
    salvo_odds_free(&odds);
    salvo_question_free(&question);
    return sum;
}

enum { QUESTIONS = IS_SANITISED ? 2 : 12 };

static void is_a_copy(void **state)
{
    const change *c = *state;
    char copy[SCRATCH_PATH], shipped[SCRATCH_PATH];
    house h;
    salvo_rulebook one, other, plain;
    uint64_t random = 45;

    write_house(&h, c->rules);
    scratch_make(copy);
    for (size_t i = 0; i < COUNT_OF(c->edits) && c->edits[i].file; i++)
        scratch_edit(copy, c->edits[i].file, c->edits[i].find, c->edits[i].replace);
    must_open(&one, scratch_path(shipped, getenv("SALVO_DATA"), "mad"), &h);
    must_open(&other, copy, &(house){.n = 0});
    must_open(&plain, shipped, &(house){.n = 0});
    assert_true(one.ruleset->n_house_rules > 0);
    assert_int_equal(plain.ruleset->n_house_rules, 0);
    assert_true(salvo_store_hash(&one.store) != salvo_store_hash(&plain.store));
    assert_true(figures(&one, c) != figures(&plain, c));
    for (int i = 0; i < QUESTIONS; i++)
        same_at_random(&one, &other, &random);
    assert_int_equal(salvo_rulebook_fault(&one, NULL), SALVO_OK);
    salvo_rulebook_close(&plain);
    salvo_rulebook_close(&other);
    salvo_rulebook_close(&one);
    scratch_remove(copy);
    scratch_remove(h.directory);
}

/* A variant with another cell has the house rules, too. */
static void varies(void **state)
{
    static const char *const RULES[2] = {TENS};
    const salvo_change cell = {.table = 0, .row = 0, .column = 0, .text = "1"};
    salvo_rulebook one, other, first, second;
    salvo_change at = cell;
    char copy[SCRATCH_PATH], shipped[SCRATCH_PATH];
    uint64_t random = 7;
    house h;

    (void)state;
    write_house(&h, RULES);
    scratch_make(copy);
    scratch_edit(copy, TENS_EDIT.file, TENS_EDIT.find, TENS_EDIT.replace);
    must_open(&one, scratch_path(shipped, getenv("SALVO_DATA"), "mad"), &h);
    must_open(&other, copy, &(house){.n = 0});
    at.table = (size_t)(salvo_store_table(&one.store, "modifiers") - one.store.tables);
    at.column = (size_t)salvo_table_column(&one.store.tables[at.table], "modifier");
    assert_int_equal(salvo_rulebook_vary(&first, &one, &at, NULL), SALVO_OK);
    assert_int_equal(salvo_rulebook_vary(&second, &other, &at, NULL), SALVO_OK);
    for (int i = 0; i < 3; i++)
        same_at_random(&first, &second, &random);
    salvo_rulebook_close(&second);
    salvo_rulebook_close(&first);
    salvo_rulebook_close(&other);
    salvo_rulebook_close(&one);
    scratch_remove(copy);
    scratch_remove(h.directory);
}

/* What is refused. */

static const struct mistake {
    const char *name, *rules;
    int line;
    const char *message;
} MISTAKES[] = {
    {"no such function", "return {\n  [\"attack.levl_of\"] = function() end,\n}\n", 2,
     "'attack' has no function 'levl_of'; did you mean 'attack.level_of'"},
    {"no such local function", "return {[\"attack.for_covr\"] = function() end}\n", 1,
     "did you mean 'attack.for_cover'"},
    {"no such file", "return {[\"atack.level_of\"] = function() end}\n", 1,
     "the rules have no file 'atack.lua' for 'atack.level_of'; did you mean 'attack'"},
    {"no such procedure", "return {[\"mad.initiativ.dice\"] = {d12, d12}}\n", 1,
     "unknown procedure 'mad.initiativ'; did you mean 'mad.initiative'"},
    {"no such field", "return {[\"mad.initiative.dise\"] = {d12, d12}}\n", 1,
     "chain has no field 'dise'; did you mean 'dice'?"},
    {"no such field in it", "return {[\"battle.initiative.dise\"] = {d12, d12}}\n", 1,
     "'battle.initiative' has no function 'dise'; did you mean 'battle.initiative.dice'"},
    {"a file", "return {attack = function() end}\n", 1,
     "'attack' is a file of rules; name one of its functions, as in attack.name"},
    {"a procedure", "return {[\"mad.initiative\"] = function() end}\n", 1,
     "'mad.initiative' is a procedure; name one of its functions, as in mad.initiative.resolve"},
    {"no function", "return {\n\n  [\"attack.level_of\"] = 5,\n}\n", 3,
     "'attack.level_of' is a function, and here it is 5"},
    {"a field of another type", "return {[\"mad.initiative.dice\"] = 5}\n", 1,
     "'dice' of chain is 5; it must be a function or a table {...}"},
    {"called before", "return {[\"words.cover\"] = function() end}\n", 1,
     "rules call 'words.cover' while they are read, before a house rule can replace it"},
    {"nothing", "return {}\n", 1, "the file replaces nothing"},
    {"no table", "return 5\n", 1, "the file returns 5; house rules must end with return {"},
    {"no names", "return {function() end}\n", 1, "house rules need names"},
    {"no Lua", "return {\n", 2, "unexpected symbol near <eof>"},
    {"an unknown word", "local x = dice12\nreturn {}\n", 1, "unknown name 'dice12'"},
};

static void is_refused(void **state)
{
    const struct mistake *m = *state;
    const char *const rules[2] = {m->rules};
    salvo_error err = {.text = ""};
    salvo_rulebook book;
    house h;

    write_house(&h, rules);
    assert_int_equal(open_with(&book, h.directory, &h, &err), SALVO_BAD_INPUT);
    if (!strstr(err.text, m->message) || err.line != m->line || strcmp(err.path, h.paths[0]) != 0)
        fail_msg("%s:%d: %s", err.path, err.line, err.text);
    scratch_remove(h.directory);
}

static void is_not_there(void **state)
{
    house h = {.paths = {"/nonexistent/house.lua"}, .n = 1};
    char shipped[SCRATCH_PATH];
    salvo_error err = {.text = ""};
    salvo_rulebook book;

    (void)state;
    assert_int_equal(open_with(&book, scratch_path(shipped, getenv("SALVO_DATA"), "mad"), &h, &err), SALVO_IO);
    assert_string_equal(err.path, "/nonexistent/house.lua");
}

/* An error in a new function names its line and the question. */
static void names_its_line(void **state)
{
    static const char *const RULES[2] = {"return {\n"
                                         "  [\"attack.level_of\"] = function(original, number, first, second)\n"
                                         "    return original(number, first, second) .. nil\n"
                                         "  end,\n"
                                         "}\n"};
    static const char *const WORDS[] = {"weapon=cannon-b", "range=500"};
    const salvo_procedure *procedure;
    salvo_question question;
    salvo_error err = {.text = ""};
    salvo_rulebook book;
    salvo_odds odds;
    house h;

    (void)state;
    write_house(&h, RULES);
    must_open(&book, h.directory, &h);
    assert_int_equal(salvo_procedure_find(book.ruleset, "mad.direct-fire", &procedure, NULL), SALVO_OK);
    assert_int_equal(salvo_question_ask(&question, &book, procedure, WORDS, 2, NULL), SALVO_OK);
    assert_int_equal(salvo_odds_solve(&odds, &question, NULL, &err), SALVO_BAD_INPUT);
    assert_int_equal(err.line, 3);
    assert_string_equal(err.path, h.paths[0]);
    salvo_question_free(&question);
    salvo_rulebook_close(&book);
    scratch_remove(h.directory);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(CHANGES) + COUNT_OF(MISTAKES) + 3];
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(CHANGES); i++)
        tests[n++] = row_test(CHANGES[i].name, is_a_copy, &CHANGES[i]);
    for (size_t i = 0; i < COUNT_OF(MISTAKES); i++)
        tests[n++] = row_test(MISTAKES[i].name, is_refused, &MISTAKES[i]);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(varies);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(is_not_there);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(names_its_line);
    return _cmocka_run_group_tests("house rules", tests, n, NULL, NULL);
}
