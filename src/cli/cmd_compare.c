#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/picture.h"
#include "data/names.h"

/* The words of one variant, and what they are asked of. */
typedef struct variant {
    list words;
    salvo_rulebook book;
    salvo_question question;
    bool opened, asked;
} variant;

/* ---- words ------------------------------------------------------------------------------------------------------------------ */

static salvo_status put(list *words, const char *word, salvo_error *err)
{
    if (!word)
        return salvo_fail_memory(err);
    if (words->n == WORDS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "more than %d words on the command line", WORDS_MAX);
    words->text[words->n++] = word;
    return SALVO_OK;
}

/* "key=value" in front of or behind the given words; without a value, nothing. */
static salvo_status put_pair(list *words, const char *key, const char *value, salvo_arena *memory, salvo_error *err)
{
    return value ? put(words, salvo_arena_printf(memory, "%s=%s", key, value), err) : SALVO_OK;
}

/* The friendly face: names, --range and --first are words of the ruleset's duel. */
static salvo_status put_face(const options *o, const salvo_duel_face *face, list *words, salvo_arena *memory,
                             salvo_error *err)
{
    salvo_status status = put_pair(words, face->a, o->names.text[0], memory, err);

    if (status == SALVO_OK)
        status = put_pair(words, face->b, o->names.text[1], memory, err);
    if (status == SALVO_OK)
        status = put_pair(words, face->range, o->range, memory, err);
    return status == SALVO_OK ? put_pair(words, face->first, o->first, memory, err) : status;
}

static bool same_key(const char *word, const char *other, salvo_arena *memory)
{
    const char *key = salvo_arena_slice(memory, word, strcspn(word, "="));
    const char *other_key = salvo_arena_slice(memory, other, strcspn(other, "="));

    return key && other_key && salvo_name_matches(key, other_key);
}

/* The second variant's words: a change takes the place of the first one's word, and one without a value takes it away. */
static salvo_status change(list *to, const list *from, const list *changes, salvo_arena *memory, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < from->n && status == SALVO_OK; i++) {
        bool kept = true;

        for (size_t k = 0; k < changes->n; k++)
            kept = kept && !same_key(from->text[i], changes->text[k], memory);
        if (kept)
            status = put(to, from->text[i], err);
    }
    for (size_t k = 0; k < changes->n && status == SALVO_OK; k++) {
        const char *equals = strchr(changes->text[k], '=');

        if (!equals || equals[1])
            status = put(to, changes->text[k], err);
    }
    return status;
}

/* ---- variants ---------------------------------------------------------------------------------------------------------------- */

static salvo_status open_book(const options *o, variant *v, const salvo_procedure **procedure, salvo_error *err)
{
    salvo_status status;

    if (o->names.n == 1) {
        status = book_open_procedure(&v->book, procedure, o, o->names.text[0], err);
        v->opened = status == SALVO_OK;
        return status;
    }
    status = book_open_named(&v->book, o, err);
    v->opened = status == SALVO_OK;
    if (status != SALVO_OK)
        return status;
    if (!v->book.ruleset->duel)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel", v->book.ruleset->id);
    return salvo_procedure_find(v->book.ruleset, v->book.ruleset->duel->procedure, procedure, err);
}

/* The tables of the second variant are those of the first, unless --set changes them. */
static salvo_status open_changed(const options *o, variant *v, salvo_error *err)
{
    static options changed;
    const salvo_procedure *procedure;

    if (o->changed_set.n == 0)
        return SALVO_OK;
    changed = *o;
    for (size_t i = 0; i < o->changed_set.n; i++)
        if (put(&changed.set, o->changed_set.text[i], err) != SALVO_OK)
            return SALVO_BAD_INPUT;
    return open_book(&changed, v, &procedure, err);
}

static salvo_status find_words(const options *o, const salvo_ruleset *ruleset, variant variants[2], salvo_arena *memory,
                               salvo_error *err)
{
    const salvo_duel_face *face = ruleset->duel;
    list changes = o->changes;
    salvo_status status = SALVO_OK;

    if (o->names.n == 2)
        status = put_face(o, face, &variants[0].words, memory, err);
    else if (o->range || o->first || o->changed_range || o->changed_first)
        status = salvo_fail(err, SALVO_BAD_INPUT,
                            "--range and --first are for duels of two units; write key=value, as in range=500");
    for (size_t i = 0; i < o->parameters.n && status == SALVO_OK; i++)
        status = put(&variants[0].words, o->parameters.text[i], err);
    if (status == SALVO_OK && o->changed_range)
        status = put_pair(&changes, face->range, o->changed_range, memory, err);
    if (status == SALVO_OK && o->changed_first)
        status = put_pair(&changes, face->first, o->changed_first, memory, err);
    return status == SALVO_OK ? change(&variants[1].words, &variants[0].words, &changes, memory, err) : status;
}

static salvo_status ask(variant *v, const salvo_rulebook *book, const salvo_procedure *procedure, salvo_error *err)
{
    salvo_status status = salvo_question_ask(&v->question, book, procedure, v->words.text, v->words.n, err);

    v->asked = status == SALVO_OK;
    return status;
}

/* What --method says; without it, counted too where it can be. */
static salvo_status find_answer(const options *o, salvo_comparison *c, const variant variants[2], salvo_error *err)
{
    salvo_approach how = o->approach;
    salvo_status status;

    how.options.turns_max = 0;
    status = salvo_compare(c, &variants[0].question, &variants[1].question, &how, err);
    if (status != SALVO_TOO_LARGE || o->method)
        return status;
    how.method = SALVO_MONTE_CARLO;
    return salvo_compare(c, &variants[0].question, &variants[1].question, &how, err);
}

static salvo_status compare(const options *o, variant variants[2], salvo_arena *memory, salvo_error *err)
{
    const salvo_procedure *procedure;
    salvo_comparison c;
    chart picture;
    salvo_status status = open_book(o, &variants[0], &procedure, err);

    if (status == SALVO_OK)
        status = open_changed(o, &variants[1], err);
    if (status == SALVO_OK)
        status = find_words(o, variants[0].book.ruleset, variants, memory, err);
    if (status == SALVO_OK)
        status = ask(&variants[0], &variants[0].book, procedure, err);
    if (status == SALVO_OK)
        status = ask(&variants[1], variants[1].opened ? &variants[1].book : &variants[0].book, procedure, err);
    if (status == SALVO_OK)
        status = find_answer(o, &c, variants, err);
    if (status != SALVO_OK)
        return status;
    for (EACH_OUTLET(o->outlets, to))
        status = status == SALVO_OK ? salvo_report_comparison(to->stream, to->format, &c, err) : status;
    if (status == SALVO_OK && picture_wanted(o))
        status = picture_draw(o, &picture, chart_of_comparison(&picture, &c, err), err);
    salvo_comparison_free(&c);
    return status;
}

static salvo_status run(const options *o, salvo_error *err)
{
    static variant variants[2];
    salvo_arena *memory;
    salvo_status status;

    if (o->names.n == 0 || o->names.n > 2)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "a comparison is of one procedure or of two units, as in salvo compare \"Tiger I\" \"Sherman "
                          "Firefly\" -r mad --range 750 -- a-cover=normal");
    if (!o->split)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "what is different? write the second variant's changes behind --, as in -- a-cover=normal");
    memory = salvo_arena_new();
    status = memory ? compare(o, variants, memory, err) : salvo_fail_memory(err);
    for (int i = 0; i < 2; i++) {
        if (variants[i].asked)
            salvo_question_free(&variants[i].question);
        if (variants[i].opened)
            salvo_rulebook_close(&variants[i].book);
    }
    salvo_arena_free(memory);
    return status;
}

const command COMPARE_COMMAND = {
    .name = "compare",
    .usage = "PROCEDURE [key=value ...] -- [key=value ...]\n"
             "salvo compare A B -r ID [--range N] [--first WHO] [key=value ...] -- [key=value ...]",
    .help = "what a change changes: two variants of a procedure or a duel, on the same dice",
    .more =
        "  salvo compare mad.direct-fire weapon=cannon-b range=500 -- cover=normal\n"
        "  salvo compare \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 -- a-cover=normal\n"
        "  salvo compare \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 -- b=\"Panther A to G\"\n"
        "  salvo compare \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 -- --set weapons.cannon-b.damage=36\n"
        "Words before -- are the first variant and common to both; words behind it change the second: key=value\n"
        "takes the place of the first one's, key= takes it away, and so do --range, --first and --set. Other options\n"
        "may stand on either side. Without --method the difference is counted where both variants can be, and thrown\n"
        "in any case; mc and dice are the same here: pairs are thrown by the book. --precision is that of the\n"
        "differences. `worth` tells what common dice bought: how many times the trials independent runs would need.",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_FIRST | TAKES_METHOD | TAKES_DATA | TAKES_SET | TAKES_CHART |
             TAKES_OUTPUT | TAKES_CHANGES | TAKES_WORDS,
    .run = run,
};
