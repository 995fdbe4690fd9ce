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
#include "cli/option_table.h"
#include "cli/report.h"
#include "cli/side_by_side.h"
#include "cli/variants.h"
#include "data/names.h"

static const subject_verb COMPARE = {.name = "compare",
                                     .kinds = OF_PROCEDURE | OF_DUEL | OF_BATTLE | OF_FIRE | OF_DICE};

/* One variant: what it is asked with, and its question. */
typedef struct variant {
    context x; /* the command's, with the variant's own options */
    subject subject;
    subject_book book; /* zeroed: the first one's */
    asked asked;       /* zeroed: not yet */
} variant;

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

/* Options that are words of a duel become words, so that a change can replace them. */
static salvo_status put_duel_words(variant variants[2], list *changes, const salvo_duel_adapter *adapter,
                                   salvo_error *err)
{
    context *first = &variants[0].x;

    duel_options_put(&first->options.parameters, first, adapter, GIVEN);
    duel_options_put(changes, first, adapter, CHANGED);
    for (int i = 0; i < 2; i++) {
        options *o = &variants[i].x.options;

        o->range = o->first = o->cover_a = o->cover_b = o->turns = NULL;
    }
    TRY(list_check(&first->options.parameters, err));
    return list_check(changes, err);
}

/* Takes "b=Panther" as the unit of the second variant. What remains are changes of words. */
static void take_names(subject *s, list *changes, const char *a, const char *b, salvo_arena *memory)
{
    const struct {
        const char *key;
        const char **name;
    } NAMES[] = {{a, &s->a}, {b, &s->b}};
    size_t kept = 0;

    for (size_t i = 0; i < changes->n; i++) {
        const char *word = changes->text[i], *equals = strchr(word, '=');
        bool taken = false;

        for (int k = 0; k < 2 && equals && equals[1]; k++)
            if (same_key(word, NAMES[k].key, memory)) {
                *NAMES[k].name = equals + 1;
                taken = true;
            }
        if (!taken)
            changes->text[kept++] = word;
    }
    changes->n = kept;
}

/* The one word after "--" is the second expression. */
static salvo_status take_expression(subject *s, list *changes, salvo_error *err)
{
    if (changes->n != 1)
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "write the second expression after --, as in salvo compare dice \"2d6 >= 7\" -- \"3d6 >= 10\"");
    s->name = changes->text[0];
    changes->n = 0;
    return SALVO_OK;
}

/* Every option after "--" replaces the one before it; cells and rules add up. */
static void change_options(options *o)
{
    for (const option *known = option_next(NULL, o->takes); known; known = option_next(known, o->takes)) {
        const char *changed = known->kind == TEXT ? option_changed(o, known->offset) : NULL;

        if (changed)
            *(const char **)(void *)((char *)o + known->offset) = changed;
    }
    list_put_all(&o->set, &o->changed_set);
    list_put_all(&o->rules, &o->changed_rules);
}

/* Makes the options and the subject of the second variant. */
static salvo_status change_second(variant variants[2], salvo_error *err)
{
    variant *first = &variants[0], *second = &variants[1];
    const salvo_duel_adapter *duel = first->subject.kind == OF_DUEL ? first->book.book.ruleset->duel : NULL;
    list *changes = &second->x.options.changes;

    second->subject = first->subject;
    change_options(&second->x.options);
    if (duel) {
        TRY(put_duel_words(variants, changes, duel, err));
        take_names(&second->subject, changes, duel->a, duel->b, first->x.memory);
    }
    if (first->subject.kind == OF_FIRE)
        take_names(&second->subject, changes, "a", "b", first->x.memory);
    if (first->subject.kind == OF_DICE)
        TRY(take_expression(&second->subject, changes, err));
    if (first->subject.kind == OF_BATTLE) {
        second->subject.a = second->x.options.army_a;
        second->subject.b = second->x.options.army_b;
    }
    second->x.options.parameters.n = 0;
    change(&second->x.options.parameters, &first->x.options.parameters, changes, first->x.memory);
    TRY(list_check(&second->x.options.set, err));
    TRY(list_check(&second->x.options.rules, err));
    return list_check(&second->x.options.parameters, err);
}

/* Finds the procedure of the first variant in the book of another. */
static salvo_status find_again(const subject_book *before, subject_book *v, salvo_error *err)
{
    const salvo_ruleset *first = before->book.ruleset, *second = v->book.ruleset;

    if (strcmp(second->id, first->id) == 0)
        return before->procedure ? salvo_procedure_find(second, before->procedure->schema.name, &v->procedure, err)
                                 : SALVO_OK;
    for (size_t i = 0; i < first->n_procedures; i++)
        if (first->procedures[i] == before->procedure)
            v->procedure = second->procedures[i];
    return SALVO_OK;
}

/* The second variant has the tables and the rules of the first, unless --data, --set or --rules changes them. */
static salvo_status open_second(variant variants[2], salvo_error *err)
{
    const options *o = &variants[0].x.options;
    variant *v = &variants[1];
    salvo_status status;

    if (!o->changed_data && o->changed_set.n == 0 && o->changed_rules.n == 0)
        return SALVO_OK;
    TRY(book_open_again(&v->book.book, &v->x, &variants[0].book.book, o->changed_data, &v->x.options.set,
                        &v->x.options.rules, SECOND_VARIANT, err));
    status = find_again(&variants[0].book, &v->book, err);
    if (status != SALVO_OK)
        subject_close(&v->book);
    return status;
}

static salvo_status ask_both(variant variants[2], salvo_error *err)
{
    for (int i = 0; i < 2; i++) {
        variant *v = &variants[i];
        const subject_book *of = v->book.book.ruleset ? &v->book : &variants[0].book;

        TRY(asked_make(&v->asked, &v->x, &v->subject, &of->book, of->procedure, err));
        if (v->asked.fires)
            TRY(salvo_fire_list_describe(&v->asked.list, v->asked.fire, err));
    }
    if (!variants[0].asked.plan)
        return SALVO_OK;
    TRY(battle_options_check(variants[0].asked.plan, variants[1].asked.plan, err));
    return battle_options_check(variants[1].asked.plan, variants[0].asked.plan, err);
}

/* A question borrows its rulebook, so it is freed first. */
static void variants_free(variant variants[2])
{
    for (int i = 0; i < 2; i++)
        asked_free(&variants[i].asked);
    for (int i = 0; i < 2; i++)
        subject_close(&variants[i].book);
}

/* The context of a variant is the command's, which keeps what the variants note. */
static salvo_status compare_two(context *x, variant variants[2], salvo_error *err)
{
    salvo_status status;

    TRY(change_second(variants, err));
    TRY(open_second(variants, err));
    x->rules = variants[1].x.rules;
    x->tables = variants[1].x.tables;
    status = ask_both(variants, err);
    x->typed = variants[1].x.typed ? variants[1].x.typed : variants[0].x.typed;
    return status == SALVO_OK
               ? answer_comparison(x, variants[0].asked.question, variants[1].asked.question, SALVO_EXACT_IF_QUICK, err)
               : status;
}

/* Variants of the rules. */

/* What a variant refuses is noted, and is no failure. */
static salvo_status ask_rules(variant *first, const salvo_variant *of, asked *a, salvo_compared_variant *to,
                              salvo_error *err)
{
    subject_book book = {.book = *of->book}; /* which stays the list's */
    salvo_error why = {.text = ""};
    salvo_status status;

    to->name = of->name;
    status = find_again(&first->book, &book, &why);
    status = status == SALVO_OK ? asked_make(a, &first->x, &first->subject, of->book, book.procedure, &why) : status;
    if (status == SALVO_NO_MEMORY)
        return salvo_fail_memory(err);
    to->question = status == SALVO_OK ? a->question : NULL;
    to->refused = status == SALVO_OK ? NULL : salvo_arena_text(first->x.memory, why.text);
    return to->question || to->refused ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status compare_each(context *x, variant *first, const variant_list *rules, salvo_error *err)
{
    asked *all_asked = salvo_arena_array(x->memory, rules->n, sizeof *all_asked);
    salvo_compared_variant *to = salvo_arena_array(x->memory, rules->n, sizeof *to);
    salvo_compared_variants all;
    salvo_approach how = x->options.approach;
    salvo_status status = all_asked && to ? SALVO_OK : salvo_fail_memory(err);

    how.options.turns_max = 0;
    how.method = x->options.method ? how.method : SALVO_EXACT_IF_QUICK;
    for (size_t i = 0; i < rules->n && status == SALVO_OK; i++)
        status = ask_rules(first, &rules->at[i], &all_asked[i], &to[i], err);
    if (status == SALVO_OK) {
        status = salvo_compare_variants(&all, first->asked.question, to, rules->n, &how, err);
        if (status != SALVO_OK)
            salvo_compared_variants_free(&all);
        status = report(x, &VARIANTS_ANSWER, &all, status, err);
    }
    for (size_t i = 0; all_asked && i < rules->n; i++)
        asked_free(&all_asked[i]);
    return status;
}

/* The question in the book, and in every variant of --variants. */
static salvo_status compare_rules(context *x, variant *first, salvo_error *err)
{
    variant_list rules;
    salvo_status status;

    TRY(asked_make(&first->asked, &first->x, &first->subject, &first->book.book, first->book.procedure, err));
    TRY(variants_open(&rules, x, &first->book.book, err));
    status = compare_each(x, first, &rules, err);
    variants_close(&rules);
    return status;
}

/* The command. */

static salvo_status check(const options *o, const subject *s, salvo_error *err)
{
    if (o->split && o->variants)
        return salvo_fail(err, SALVO_BAD_INPUT, "-- and --variants both say what the variants are; give one of them");
    if (!o->split && !o->variants)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the second variant is missing; write its changes after --, as in -- a-cover=normal");
    if (o->variants && s->kind == OF_DICE)
        return salvo_fail(err, SALVO_BAD_INPUT, "--variants are of a rulebook's rules, and dice are in no rulebook");
    return SALVO_OK;
}

static salvo_status run_variants(context *x, const subject *s, salvo_error *err)
{
    /* Two variants with their lists are too large for a stack, and begin zeroed. */
    variant *variants = salvo_arena_array(x->memory, 2, sizeof *variants);
    salvo_status status;

    if (!variants)
        return salvo_fail_memory(err);
    TRY(subject_open(&variants[0].book, x, s, err));
    variants[0].x = variants[1].x = *x;
    variants[0].subject = *s;
    status = x->options.variants ? compare_rules(x, &variants[0], err) : compare_two(x, variants, err);
    variants_free(variants); /* whichever step failed */
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    subject s;

    TRY(subject_read(&s, x, &COMPARE, err));
    if (o->changed_ruleset)
        return side_by_side_run(x, &s, err);
    TRY(check(o, &s, err));
    return run_variants(x, &s, err);
}

const command COMPARE_COMMAND = {
    .name = "compare",
    .usage = "SUBJECT -- [key=value ...] [option ...]\n"
             "salvo compare SUBJECT --variants DIR",
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
    .about = &COMPARE,
    .takes = TAKES_SUBJECT | TAKES_CHART | TAKES_OUTPUT | TAKES_CHANGES | TAKES_VARIANTS,
    .run = run,
};
