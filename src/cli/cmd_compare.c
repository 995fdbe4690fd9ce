/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two variants of one question on the same dice. They can differ in words, --range, --first, the options of
 * a battle, --data, --set and --rules. The method is common to both; otherwise the difference would include that of the
 * methods. */
#include <string.h>

#include "base/try.h"
#include "cli/ask.h"
#include "cli/battle_options.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "cli/scenario.h"
#include "cli/side_by_side.h"
#include "cli/subject.h"
#include "cli/variants.h"
#include "data/names.h"

/* The words of one variant, and the subject of its question. */
typedef struct variant {
    list words;
    salvo_rulebook book;
    const salvo_procedure *procedure;
    salvo_question question;
    salvo_battle_plan plan; /* of a battle, which has no procedure of its own */
    bool opened, asked;
} variant;

/* Two names are a duel's. One is a procedure's, whose words say everything. */
static salvo_status put_words(list *words, context *x, const salvo_duel_adapter *adapter, salvo_error *err)
{
    const options *o = &x->options;

    if (o->names.n == 2) {
        list_put_pair(words, adapter->a, o->names.text[0], x->memory);
        list_put_pair(words, adapter->b, o->names.text[1], x->memory);
        return duel_words(words, x, adapter, err);
    }
    list_put_all(words, &o->parameters);
    return list_check(words, err);
}

static bool same_key(const char *word, const char *other, salvo_arena *memory)
{
    const char *key = salvo_arena_slice(memory, word, strcspn(word, "="));
    const char *other_key = salvo_arena_slice(memory, other, strcspn(other, "="));

    /* Keys match as when they are read, without regard to case and spacing. */
    return key && other_key && salvo_name_matches(key, other_key);
}

/* Makes the second variant's words. A change replaces the first variant's word with that key; a change without a value
 * removes it. */
static void change(list *to, const list *from, const list *changes, salvo_arena *memory)
{
    for (size_t i = 0; i < from->n; i++) {
        bool kept = true;

        for (size_t k = 0; k < changes->n; k++)
            kept = kept && !same_key(from->text[i], changes->text[k], memory);
        if (kept)
            list_put(to, from->text[i]);
    }
    for (size_t k = 0; k < changes->n; k++) {
        const char *equals = strchr(changes->text[k], '=');

        /* "key=" only removes a word. */
        if (!equals || equals[1])
            list_put(to, changes->text[k]);
    }
}

/* Without a name, the question is a battle. */
static bool is_battle(const options *o)
{
    return o->names.n == 0;
}

static salvo_status open_first(context *x, variant variants[2], salvo_error *err)
{
    const options *o = &x->options;
    variant *v = &variants[0];
    /* One name is a procedure; two are the units of a duel. */
    salvo_status status = o->names.n == 1 ? book_open_procedure(&v->book, &v->procedure, x, o->names.text[0], err)
                                          : book_open_named(&v->book, x, err);

    v->opened = status == SALVO_OK;
    if (status != SALVO_OK || o->names.n == 1 || is_battle(o))
        return status;
    if (!v->book.ruleset->duel)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel", v->book.ruleset->id);
    return salvo_procedure_find(v->book.ruleset, v->book.ruleset->duel->procedure, &v->procedure, err);
}

/* Finds the procedure of the first variant in the book of the second. */
static salvo_status find_again(const variant *before, variant *v, salvo_error *err)
{
    const salvo_rulebook *first = &before->book, *second = &v->book;

    if (strcmp(second->ruleset->id, first->ruleset->id) == 0)
        return before->procedure
                   ? salvo_procedure_find(second->ruleset, before->procedure->schema.name, &v->procedure, err)
                   : SALVO_OK;
    for (size_t i = 0; i < first->ruleset->n_procedures; i++)
        if (first->ruleset->procedures[i] == before->procedure)
            v->procedure = second->ruleset->procedures[i];
    return SALVO_OK;
}

/* The second variant has the tables and the rules of the first, unless --data, --set or --rules changes them. */
static salvo_status open_second(context *x, variant variants[2], salvo_error *err)
{
    const options *o = &x->options;
    variant *v = &variants[1];
    list set = o->set, rules = o->rules;
    salvo_status status;

    /* Then the second variant shares the opened tables. */
    if (!o->changed_data && o->changed_set.n == 0 && o->changed_rules.n == 0)
        return SALVO_OK;
    /* After the common ones: the second variant has both. */
    list_put_all(&set, &o->changed_set);
    list_put_all(&rules, &o->changed_rules);
    status = list_check(&set, err);
    status = status == SALVO_OK ? list_check(&rules, err) : status;
    if (status != SALVO_OK)
        return status;
    status = book_open_again(&v->book, x, &variants[0].book, o->changed_data, &set, &rules, SECOND_VARIANT, err);
    v->opened = status == SALVO_OK;
    return status == SALVO_OK ? find_again(&variants[0], &variants[1], err) : status;
}

static salvo_status plan_battles(context *x, variant variants[2], salvo_error *err)
{
    const options *o = &x->options;
    const salvo_rulebook *other = &variants[variants[1].opened].book;
    salvo_status status = battle_options_read(&variants[0].plan, x, &variants[0].book, o->army_a, o->army_b, err);

    variants[1].words = (list){.n = 0};
    change(&variants[1].words, &o->parameters, &o->changes, x->memory);
    if (status == SALVO_OK)
        status = list_check(&variants[1].words, err);
    if (status == SALVO_OK)
        status = battle_options_read_changed(&variants[1].plan, x, &variants[1].words, other, err);
    if (status != SALVO_OK)
        return status;
    TRY(battle_options_check(&variants[0].plan, &variants[1].plan, err));
    return battle_options_check(&variants[1].plan, &variants[0].plan, err);
}

static salvo_status find_words(context *x, variant variants[2], salvo_error *err)
{
    const options *o = &x->options;
    const salvo_duel_adapter *adapter = variants[0].book.ruleset->duel;
    /* A copy, because --range and other options after "--" become words in it. */
    list changes = o->changes;
    list *first = &variants[0].words, *second = &variants[1].words;
    const list *const filled[] = {first, &changes, second};
    salvo_status status = SALVO_OK;

    if (is_battle(o))
        return plan_battles(x, variants, err);
    status = put_words(first, x, adapter, err);
    if (status != SALVO_OK)
        return status;
    if (adapter)
        duel_options_put(&changes, x, adapter, CHANGED);
    change(second, first, &changes, x->memory);
    for (size_t i = 0; i < sizeof filled / sizeof *filled && status == SALVO_OK; i++)
        status = list_check(filled[i], err);
    return status;
}

static salvo_status ask(const context *x, variant *v, const salvo_rulebook *book, const salvo_procedure *procedure,
                        salvo_error *err)
{
    salvo_status status = procedure ? salvo_question_ask(&v->question, book, procedure, v->words.text, v->words.n, err)
                                    : salvo_battle_ask(&v->question, book, &v->plan, &x->options.approach.plan, err);

    v->asked = status == SALVO_OK;
    return status;
}

static salvo_status ask_both(context *x, variant variants[2], salvo_error *err)
{
    const variant *other = &variants[variants[1].opened]; /* the first variant if the second has no tables of its own */

    TRY(ask(x, &variants[0], &variants[0].book, variants[0].procedure, err));
    return ask(x, &variants[1], &other->book, other->procedure, err);
}

/* Computes as --method says. Without it, it also computes exactly if possible. */
static salvo_status find_answer(const options *o, salvo_comparison *c, const variant variants[2], salvo_error *err)
{
    salvo_approach how = o->approach;
    salvo_status status;

    /* A comparison is of outcomes, so a list of turns would be wasted work. */
    how.options.turns_max = 0;
    status = salvo_compare(c, &variants[0].question, &variants[1].question, &how, err);
    if (status != SALVO_TOO_LARGE || o->method)
        return status;
    /* If an exact answer is too large, the simulated difference alone is the answer. */
    how.method = SALVO_MONTE_CARLO;
    return salvo_compare(c, &variants[0].question, &variants[1].question, &how, err);
}

static salvo_status compare(context *x, variant variants[2], salvo_error *err)
{
    salvo_comparison c;
    salvo_status status = find_answer(&x->options, &c, variants, err);

    return report(x, &COMPARISON_ANSWER, &c, status, err);
}

/* Asks a variant of the rules. What it refuses is noted, and is no failure. */
static salvo_status ask_rules(context *x, const variant *first, const salvo_variant *of, variant *v,
                              salvo_compared_variant *to, salvo_error *err)
{
    const options *o = &x->options;
    salvo_error why = {.text = ""};
    salvo_status status;

    v->book = *of->book; /* which stays the list's */
    v->words = first->words;
    to->name = of->name;
    status = find_again(first, v, &why);
    if (status == SALVO_OK && is_battle(o))
        status = battle_options_read(&v->plan, x, of->book, o->army_a, o->army_b, &why);
    status = status == SALVO_OK ? ask(x, v, of->book, v->procedure, &why) : status;
    if (status == SALVO_NO_MEMORY)
        return salvo_fail_memory(err);
    to->question = status == SALVO_OK ? &v->question : NULL;
    to->refused = status == SALVO_OK ? NULL : salvo_arena_text(x->memory, why.text);
    return to->question || to->refused ? SALVO_OK : salvo_fail_memory(err);
}

static void close_question(variant *v, bool battle)
{
    if (v->asked)
        (battle ? salvo_battle_question_free : salvo_question_free)(&v->question);
}

static salvo_status compare_each(context *x, const variant *first, const variant_list *rules, salvo_error *err)
{
    variant *asked = salvo_arena_array(x->memory, rules->n, sizeof *asked);
    salvo_compared_variant *to = salvo_arena_array(x->memory, rules->n, sizeof *to);
    salvo_compared_variants all;
    salvo_approach how = x->options.approach;
    salvo_status status = asked && to ? SALVO_OK : salvo_fail_memory(err);

    how.options.turns_max = 0;
    how.method = x->options.method ? how.method : SALVO_EXACT_IF_QUICK;
    for (size_t i = 0; i < rules->n && status == SALVO_OK; i++)
        status = ask_rules(x, first, &rules->at[i], &asked[i], &to[i], err);
    if (status == SALVO_OK) {
        status = salvo_compare_variants(&all, &first->question, to, rules->n, &how, err);
        if (status != SALVO_OK)
            salvo_compared_variants_free(&all);
        status = report(x, &VARIANTS_ANSWER, &all, status, err);
    }
    for (size_t i = 0; asked && i < rules->n; i++)
        close_question(&asked[i], is_battle(&x->options));
    return status;
}

/* The question in the book, and in every variant of --variants. */
static salvo_status compare_rules(context *x, variant variants[2], salvo_error *err)
{
    const options *o = &x->options;
    variant *first = &variants[0];
    variant_list rules;
    salvo_status status;

    TRY(open_first(x, variants, err));
    status = is_battle(o) ? battle_options_read(&first->plan, x, &first->book, o->army_a, o->army_b, err)
                          : put_words(&first->words, x, first->book.ruleset->duel, err);
    status = status == SALVO_OK ? ask(x, first, &first->book, first->procedure, err) : status;
    if (status != SALVO_OK)
        return status;
    TRY(variants_open(&rules, x, &first->book, err));
    status = compare_each(x, first, &rules, err);
    variants_close(&rules);
    return status;
}

/* Reads "FILE.yaml" in place of --a and --b. No procedure has such a name. */
static salvo_status read_scenario(options *o, salvo_arena *memory, salvo_error *err)
{
    const char *dot = o->names.n == 1 ? strrchr(o->names.text[0], '.') : NULL;

    if (!dot || strcmp(dot, ".yaml") != 0)
        return SALVO_OK;
    o->names.n = 0;
    return scenario_read(o, o->names.text[0], memory, err);
}

/* Checks the question before any rulebook is opened. */
static salvo_status check(const options *o, salvo_error *err)
{
    if (o->names.n == 3 && strcmp(o->names.text[0], "fire") == 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "fire can only be compared between two rulebooks; add -- -r ID --range N, or compare the "
                          "procedure of its fire, as in salvo compare mad.unit-fire ... -- cover=normal");
    if (o->names.n > 2 || (is_battle(o) && !o->army_a && !o->army_b))
        return options_fail_names(
            o, 2, err,
            "a comparison needs a procedure, two units or a battle, as in salvo compare \"Tiger I\" \"Sherman "
            "Firefly\" -r mad --range 750 -- a-cover=normal");
    if (is_battle(o) && !(o->army_a && o->army_b && o->range))
        return battle_options_need(
            o, "salvo compare --a \"2 Tiger I\" --b \"5 Sherman M4A1\" -r mad --range 1000 -- b-cover=normal", err);
    if (!is_battle(o) && (o->army_a || o->army_b))
        return salvo_fail(err, SALVO_BAD_INPUT, "--a and --b are for battles; leave out the other names");
    if (o->split && o->variants)
        return salvo_fail(err, SALVO_BAD_INPUT, "-- and --variants both say what the variants are; give one of them");
    if (!o->split && !o->variants)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the second variant is missing; write its changes after --, as in -- a-cover=normal");
    return subject_refuse_strangers(o, is_battle(o) ? OF_BATTLE : o->names.n == 2 ? OF_DUEL : OF_PROCEDURE, err);
}

/* A question borrows its rulebook, so it is freed first. */
static void close_variant(variant *v, bool battle)
{
    close_question(v, battle);
    if (v->opened)
        salvo_rulebook_close(&v->book);
}

/* Each step needs the result of the one before. */
static salvo_status compare_two(context *x, variant variants[2], salvo_error *err)
{
    static salvo_status (*const STEPS[])(context *, variant[2], salvo_error *) = {open_first, open_second, find_words,
                                                                                  ask_both, compare};

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++)
        TRY(STEPS[i](x, variants, err));
    return SALVO_OK;
}

static salvo_status compare_variants(context *x, salvo_error *err)
{
    /* Two variants with their lists are too large for a stack, and begin zeroed. */
    variant *variants = salvo_arena_array(x->memory, 2, sizeof *variants);
    salvo_status status;

    if (!variants)
        return salvo_fail_memory(err);
    status = (x->options.variants ? compare_rules : compare_two)(x, variants, err);
    for (int i = 0; i < 2; i++) /* whichever step failed */
        close_variant(&variants[i], is_battle(&x->options));
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;

    TRY(read_scenario(&x->options, x->memory, err));
    if (o->changed_ruleset)
        return side_by_side_run(x, err);
    TRY(check(o, err));
    return compare_variants(x, err);
}

const command COMPARE_COMMAND = {
    .name = "compare",
    .usage = "PROCEDURE [key=value ...] -- [key=value ...]\n"
             "salvo compare A B -r ID [--range N] [--first WHO] [key=value ...] -- [key=value ...]\n"
             "salvo compare [fire] A B -r ID [--range N] [key=value ...] -- -r ID [--range N] [key=value ...]\n"
             "salvo compare FILE.yaml | --a ARMY --b ARMY -r ID --range N [key=value ...] -- [key=value ...]",
    .help = "show what a change does: two variants of a procedure, a duel or a battle",
    .more =
        "  salvo compare mad.direct-fire weapon=cannon-b range=500 -- cover=normal\n"
        "  salvo compare \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 -- a-cover=normal\n"
        "  salvo compare \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 -- b=\"Panther A to G\"\n"
        "  salvo compare \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 -- --set weapons.cannon-b.damage=36\n"
        "  salvo compare --a \"2 Tiger I\" --b \"5 Sherman M4A1\" -r mad --range 1000 -- --b \"3 Sherman Firefly\"\n"
        "  salvo compare fire \"Tiger I\" \"Sherman M4A1\" -r mad --range 500 -- -r trr --range 50\n"
        "  salvo compare \"Tiger I\" \"Sherman Firefly\" -r mad --range 500 -- -r trr --range 50\n"
        "Words before -- describe the first variant, and words after it change the second one: key=value replaces a\n"
        "value, and key= removes it. --range, --first, --data, --set, --rules and the options of a battle (--a,\n"
        "--b, --scenario, --targets ...) work in the same way. All other options apply to both variants.\n"
        "salvo computes the difference exactly if it can, and also simulates it. Both variants use the same dice:\n"
        "each die of a pair is thrown as the rulebook says, so --method mc and dice are the same here. --precision\n"
        "is that of the differences. The variance reduction is how many times more trials two independent runs would\n"
        "need.\n"
        "With -r after --, another rulebook answers the same question: a duel, a battle (--a, --b), or the fire of\n"
        "one unit at another. It gets those words that it has a parameter for; a= and b= name its units (--a and --b\n"
        "its armies). The two answers are printed side by side, because they have no common dice.\n"
        "--variants DIR, in place of --, compares the rulebook with every variant of its rules: each NAME.lua in DIR\n"
        "is a house rule, each folder a changed copy. The variant that changes the answer most is first:\n"
        "  salvo compare \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 --variants house-rules",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_FIRST | TAKES_BATTLE | TAKES_PLAN | TAKES_METHOD | TAKES_HEADLINE |
             TAKES_DATA | TAKES_SET | TAKES_CHART | TAKES_OUTPUT | TAKES_CHANGES | TAKES_WORDS | TAKES_VARIANTS,
    .run = run,
};
