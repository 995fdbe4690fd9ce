/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a sweep in two rounds, because range brackets, for a key without values, depend on the other parameters. First
 * come all values in the text. Then, with the words and the other sweep's values, come the brackets. */
#include "simulate/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/try.h"
#include "rules/brackets.h"
#include "rules/parse.h"

static salvo_status bad_steps(const char *text, salvo_error *err)
{
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "'%s' is not a range of values; write FROM..TO or FROM..TO..STEP, as in 100..2000..100", text);
}

/* Reads one bound of a range of values, up to the next ".." or the end. *text moves behind it, and is NULL at the end.
 * It does not use the parameter's own parser, because a step is no value of the parameter. */
static bool read_bound(const char **text, double *bound)
{
    const char *dots = strstr(*text, "..");
    char part[64];
    int length = snprintf(part, sizeof part, "%.*s", dots ? (int)(dots - *text) : (int)strlen(*text), *text);

    *text = dots ? dots + 2 : NULL;
    return length < (int)sizeof part && salvo_number_parse(part, bound); /* a longer text is no number */
}

/* "1..40" or "100..2000..100". */
static salvo_status step_through(sweep *s, const char *text, salvo_arena *memory, salvo_error *err)
{
    const char *rest = text;
    double from, to, by = 1, count;

    if (!read_bound(&rest, &from) || !rest || !read_bound(&rest, &to) || (rest && !read_bound(&rest, &by)) || rest)
        return bad_steps(text, err);
    /* 1..2 by 0.1 has 11 values, although the quotient may be a little below 10. */
    count = floor((to - from) / by + 1e-9) + 1;
    if (!(by > 0) || !(count >= 1)) /* written so that NaN is refused */
        return bad_steps(text, err);
    if (count > SALVO_CURVE_POINTS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "'%s' has %.0f values; a curve has at most %d points", text, count,
                          SALVO_CURVE_POINTS_MAX);
    s->texts = salvo_arena_array(memory, (size_t)count, sizeof *s->texts);
    for (size_t i = 0; s->texts && i < (size_t)count; i++)
        /* Multiplied, not added up; 15 digits hide the error of 0.1. */
        if (!(s->texts[s->n++] = salvo_arena_printf(memory, "%.15g", from + (double)i * by)))
            return salvo_fail_memory(err);
    return s->texts ? SALVO_OK : salvo_fail_memory(err);
}

/* "100,500", or "100, 500". Blanks around a value are dropped; those within it stay, because unit names contain
 * them. */
static salvo_status split_commas(sweep *s, const char *text, salvo_arena *memory, salvo_error *err)
{
    /* One value more than there are commas, at most. */
    s->texts = salvo_arena_array(memory, strlen(text) + 1, sizeof *s->texts);
    while (s->texts) {
        size_t length, blanks;

        text += strspn(text, " ");
        length = strcspn(text, ",");
        for (blanks = 0; blanks < length && text[length - blanks - 1] == ' ';)
            blanks++;
        if (!(s->texts[s->n++] = salvo_arena_slice(memory, text, length - blanks)))
            return salvo_fail_memory(err);
        if (!text[length])
            return SALVO_OK;
        text += length + 1;
    }
    return salvo_fail_memory(err);
}

/* Checks that the parameter takes every value, regardless of the other parameters. */
static salvo_status check_values(const sweep *s, const salvo_parameter *p, const salvo_rulebook *book,
                                 salvo_arena *memory, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    salvo_value value;

    for (size_t i = 0; i < s->n && status == SALVO_OK; i++)
        status = salvo_parameter_parse(p, &book->store, s->texts[i], memory, &value, err);
    return status;
}

/* s->texts stays NULL if brackets are read later. Without "=" a sweep takes every value of the parameter: all choices,
 * all rows, all brackets. */
static salvo_status read_sweep(sweep *s, const salvo_rulebook *book, const salvo_schema *schema, const char *text,
                               salvo_arena *memory, salvo_error *err)
{
    const char *equals = strchr(text, '=');
    const char *key = salvo_arena_slice(memory, text, equals ? (size_t)(equals - text) : strlen(text));
    int at = key ? salvo_parameter_find(schema, key) : -1;

    if (!key)
        return salvo_fail_memory(err);
    if (at < 0)
        return salvo_parameter_unknown(schema, key, err);
    s->key = schema->parameters[at].key; /* of the procedure, which outlives the sweep */
    if (!equals && schema->brackets && schema->parameters[at].bracketed)
        return SALVO_OK; /* read_brackets does it when the other values are known */
    if (!equals)
        return salvo_parameter_sweep(&schema->parameters[at], &book->store, memory, &s->texts, &s->n, err);
    TRY((strstr(equals, "..") ? step_through : split_commas)(s, equals + 1, memory, err));
    return check_values(s, &schema->parameters[at], book, memory, err);
}

/* For a command that must check --over early, before it asks any question. */
salvo_status sweep_check(const char *text, size_t *at, const salvo_rulebook *book, const salvo_schema *schema,
                         salvo_arena *memory, salvo_error *err)
{
    sweep s = {.key = NULL};

    TRY(read_sweep(&s, book, schema, text, memory, err));
    *at = (size_t)salvo_parameter_find(schema, s.key);
    return SALVO_OK;
}

/* The brackets of a key without values: those of every question that the curve asks, so the other key takes all its
 * values. A range's brackets may depend on the weapon, and the other sweep may be over weapons. */
static salvo_status read_brackets(sweep *s, const sweep *other, const salvo_rulebook *book, const salvo_schema *schema,
                                  const char *const *given, size_t n_words, salvo_arena *memory, salvo_error *err)
{
    const char **words = salvo_arena_array(memory, n_words + 1, sizeof *words);
    salvo_stops stops = {0};
    salvo_status status = words ? SALVO_OK : salvo_fail_memory(err);

    for (size_t i = 0; i < n_words && words; i++)
        words[i] = given[i];
    for (size_t i = 0; i < (other ? other->n : 1) && status == SALVO_OK; i++) {
        if (other && !(words[n_words] = salvo_arena_printf(memory, "%s=%s", other->key, other->texts[i])))
            return salvo_fail_memory(err);
        /* Adds the brackets of this question, each once. */
        status = salvo_stops_add(&stops, book, schema, words, n_words + (other != NULL), err);
    }
    s->texts = salvo_arena_array(memory, stops.count, sizeof *s->texts);
    for (size_t i = 0; s->texts && i < stops.count && status == SALVO_OK; i++)
        if (!(s->texts[s->n++] = salvo_arena_printf(memory, "%.15g", stops.upto[i])))
            return salvo_fail_memory(err);
    return s->texts ? status : salvo_fail_memory(err);
}

salvo_status sweeps_read(sweep *sweeps, size_t n, const char *const *texts, const salvo_rulebook *book,
                         const salvo_schema *schema, const char *const *words, size_t n_words, salvo_arena *memory,
                         salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = read_sweep(&sweeps[i], book, schema, texts[i], memory, err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        if (!sweeps[i].texts)
            status = read_brackets(&sweeps[i], n > 1 ? &sweeps[!i] : NULL, book, schema, words, n_words, memory, err);
    return status;
}
