/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/curve_source.h"

#include <string.h>

#include "base/try.h"
#include "cli/ask.h"
#include "cli/battle_schema.h"
#include "rules/parse.h"

struct curve_source {
    context *x;     /* the command's ... */
    context *point; /* ... and a point's, with its words */
    const subject *subject;
    const salvo_rulebook *book;
    salvo_schema schema; /* of what can be swept */
    asked *asked[SALVO_CURVE_POINTS_MAX];
    size_t n;
};

/* "cover=normal, moves=yes": the words of a side that all points share. */
static const char *side_words(const list *words, char side, salvo_arena *memory)
{
    const char *text = "";

    for (size_t i = 0; i < words->n && text; i++)
        if (words->text[i][0] == side && words->text[i][1] == '-')
            text = salvo_arena_printf(memory, "%s%s%s", text, *text ? ", " : "", words->text[i] + 2);
    return text;
}

/* A swept key is a parameter of its own; the question's own ones keep what all points share. */
static bool is_of_sides(const char *key, const char *swept)
{
    const size_t length = strlen(swept);

    return strncmp(key, swept, length) == 0 && (strcmp(key + length, "-a") == 0 || strcmp(key + length, "-b") == 0);
}

static salvo_status share_values(const curve_source *of, salvo_question *q, const char *swept, salvo_error *err)
{
    static const char ALL[] = "-all";

    for (size_t i = 0; i < q->schema->n_parameters; i++) {
        const char *key = q->schema->parameters[i].key;
        salvo_value *value = &q->values[i];

        if (is_of_sides(key, swept))
            value->given = false;
        if (strcmp(key + 1, ALL) != 0)
            continue;
        value->text = side_words(&of->x->options.parameters, key[0], q->memory);
        if (!value->text)
            return salvo_fail_memory(err);
        value->given = *value->text != '\0';
        value->absent = !value->given;
    }
    return SALVO_OK;
}

/* Sets the parameter and its value, at the place that its key has in the question, else as the last one. */
static salvo_status set_parameter(salvo_question *q, const salvo_parameter *p, const salvo_value *value,
                                  salvo_error *err)
{
    const size_t n = q->schema->n_parameters;
    const int found = salvo_parameter_find(q->schema, p->key);
    const size_t at = found < 0 ? n : (size_t)found;
    salvo_schema *schema = salvo_arena_array(q->memory, 1, sizeof *schema);
    salvo_parameter *parameters = salvo_arena_array(q->memory, n + 1, sizeof *parameters);
    salvo_value *values = salvo_arena_array(q->memory, n + 1, sizeof *values);

    if (!schema || !parameters || !values)
        return salvo_fail_memory(err);
    memcpy(parameters, q->schema->parameters, n * sizeof *parameters);
    memcpy(values, q->values, n * sizeof *values);
    parameters[at] = *p;
    values[at] = *value;
    values[at].given = true;
    *schema = *q->schema;
    schema->parameters = parameters;
    schema->n_parameters = n + (found < 0);
    q->schema = schema;
    q->values = values;
    return SALVO_OK;
}

static salvo_status add_swept(const curve_source *of, salvo_question *q, const char *word, salvo_error *err)
{
    salvo_value value;
    size_t at;

    TRY(salvo_word_parse(&of->schema, &of->book->store, word, q->memory, &at, &value, err));
    TRY(share_values(of, q, of->schema.parameters[at].key, err));
    return set_parameter(q, &of->schema.parameters[at], &value, err);
}

/* The total of a list of fire says what it was asked with. */
static salvo_status describe_fire(const curve_source *of, asked *a, salvo_error *err)
{
    salvo_fire_plan plan = *a->fire;

    plan.words = of->x->options.parameters.text;
    plan.n_words = of->x->options.parameters.n;
    return salvo_fire_list_describe(&a->list, &plan, err);
}

/* The key that means the range: the rulebook's own in fire, the plan's in a battle. */
static const char *range_key(const curve_source *of)
{
    return of->subject->kind == OF_FIRE ? of->book->ruleset->fire->range : "range";
}

static bool is_key(const char *word, const char *key)
{
    const size_t length = strlen(key);

    return strncmp(word, key, length) == 0 && (word[length] == '=' || !word[length]);
}

/* The range is an option of battles and of fire, and no parameter. */
static salvo_status put_word(const curve_source *of, const char *word, salvo_error *err)
{
    options *o = &of->point->options;

    if (!is_key(word, range_key(of))) {
        list_put(&o->parameters, word);
        return SALVO_OK;
    }
    if (o->range)
        return salvo_fail(err, SALVO_BAD_INPUT, "the range is both swept and given; leave out --range");
    o->range = word + strlen(range_key(of)) + 1;
    return SALVO_OK;
}

static salvo_status ask_point(void *context_, size_t point, const char *const *words, size_t n_words,
                              salvo_question *question, salvo_error *err)
{
    curve_source *of = context_;
    asked *a = salvo_arena_array(of->x->memory, 1, sizeof *a);

    if (!a)
        return salvo_fail_memory(err);
    *of->point = *of->x;
    for (size_t i = 0; i < n_words; i++)
        TRY(put_word(of, words[i], err));
    TRY(list_check(&of->point->options.parameters, err));
    TRY(asked_make(a, of->point, of->subject, of->book, NULL, err));
    of->asked[of->n++] = a;
    TRY(a->fires ? describe_fire(of, a, err) : SALVO_OK);
    *question = *a->question;
    for (size_t i = 0; i < n_words; i++)
        TRY(add_swept(of, question, words[i], err));
    (void)point;
    return SALVO_OK;
}

/* "range" is the range of any rulebook, as --range is. Without values it is every bracket. */
static salvo_status put_brackets(const char **over, bool *is, const curve_source *of, salvo_error *err)
{
    static const char RANGE[] = "range";
    salvo_ranges ranges;
    const char *text;

    if (is_key(*over, RANGE) && salvo_parameter_find(&of->schema, RANGE) < 0) {
        *over = salvo_arena_printf(of->x->memory, "%s%s", range_key(of), *over + strlen(RANGE));
        if (!*over)
            return salvo_fail_memory(err);
    }
    *is = strcmp(*over, range_key(of)) == 0;
    if (!*is)
        return SALVO_OK;
    TRY(salvo_ranges_read(&ranges, NULL, of->book, of->x->memory, err));
    text = salvo_arena_printf(of->x->memory, "%s=", *over);
    for (size_t i = 0; i < ranges.n && text; i++)
        text = salvo_arena_printf(of->x->memory, "%s%s%.15g", text, i ? "," : "", ranges.at[i]);
    *over = text;
    return text ? SALVO_OK : salvo_fail_memory(err);
}

static bool has_range(const curve_source *of)
{
    const options *o = &of->x->options;
    const char *key = range_key(of);
    bool has = o->range != NULL;

    for (size_t i = 0; i < o->over.n; i++)
        has = has || is_key(o->over.text[i], key);
    return has;
}

static salvo_status draw_source(salvo_curve *curve, curve_source *of, salvo_error *err)
{
    options *o = &of->x->options;
    const salvo_curve_source source_ = {of->book, &of->schema, ask_point, of};
    bool by_brackets[WORDS_MAX];

    if (of->subject->kind == OF_BATTLE && !has_range(of))
        return salvo_fail(err, SALVO_BAD_INPUT, "the range is missing; add --range N, or --over range");
    for (size_t i = 0; i < o->over.n; i++)
        TRY(put_brackets(&o->over.text[i], &by_brackets[i], of, err));
    TRY(salvo_curve_draw_from(curve, &source_, o->over.text, o->over.n, &o->approach, err));
    for (size_t i = 0; i < curve->n_over; i++)
        curve->by_brackets[i] = by_brackets[i];
    return SALVO_OK;
}

/* The words that can be swept: those of battles, or those of one unit's fire. */
static salvo_status find_schema(salvo_schema *schema, const subject *s, const salvo_rulebook *book, salvo_arena *memory,
                                salvo_error *err)
{
    const salvo_procedure *fire;

    if (s->kind == OF_BATTLE)
        return battle_schema_of(schema, book, memory, err);
    if (!book->ruleset->fire)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no fire of one unit at another",
                          book->ruleset->id);
    TRY(salvo_procedure_find(book->ruleset, book->ruleset->fire->procedure, &fire, err));
    *schema = fire->schema;
    schema->brackets = NULL; /* they depend on a unit */
    return SALVO_OK;
}

salvo_status curve_source_draw(salvo_curve *curve, curve_source **made, context *x, const subject *s,
                               const salvo_rulebook *book, salvo_error *err)
{
    curve_source *of = salvo_arena_array(x->memory, 1, sizeof *of);

    *made = of;
    if (!of || !(of->point = salvo_arena_array(x->memory, 1, sizeof *of->point)))
        return salvo_fail_memory(err);
    of->x = x;
    of->subject = s;
    of->book = book;
    TRY(find_schema(&of->schema, s, book, x->memory, err));
    return draw_source(curve, of, err);
}

void curve_source_free(curve_source *of)
{
    for (size_t i = 0; of && i < of->n; i++)
        asked_free(of->asked[i]);
}
