/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options as output: in help, and as the words that produce them again. option_reader.c reads them. */
#include "cli/options.h"

#include <stdint.h>
#include <string.h>

#include "base/fail.h"
#include "cli/option_table.h"

bool options_next(option_told *told, uint64_t takes)
{
    const option *known = option_next(told->of, takes);

    if (known)
        *told = (option_told){.name = known->name,
                              .letter = known->letter,
                              .value = known->value,
                              .help = known->help,
                              .role = known->role,
                              .takes = known->takes,
                              .as = &known->as,
                              .is_flags = known->kind == FLAG,
                              .of = known};
    return known != NULL;
}

/* Passes on the words of one option, if it was given. `from` is the location of the options on its side of "--". */
static void put_option(const option *known, const char *member, word_sink *put, void *to)
{
    if (known->kind == SWITCH && *(const bool *)member)
        put(to, known->name);
    for (size_t i = 0; known->kind == LIST && i < ((const list *)member)->n; i++) {
        put(to, known->name);
        put(to, ((const list *)member)->text[i]);
    }
    if (known->kind == TEXT && *(const char *const *)member) {
        put(to, known->name);
        put(to, *(const char *const *)member);
    }
}

static void put_side(const options *o, uint64_t takes, option_role most, word_sink *put, void *to)
{
    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes)) {
        const char *member = option_member((options *)(uintptr_t)o, known);

        if (known->kind != FLAG && known->role <= most && (!o->split || member != (const char *)o + known->offset))
            put_option(known, member, put, to);
    }
}

static void put_list(const list *words, word_sink *put, void *to)
{
    for (size_t i = 0; i < words->n; i++)
        put(to, words->text[i]);
}

static bool has_hyphen(const list *words)
{
    bool has = false;

    for (size_t i = 0; i < words->n; i++)
        has = has || words->text[i][0] == '-';
    return has;
}

static void put_words(const options *o, word_sink *put, void *to)
{
    put_list(&o->names, put, to);
    put_list(&o->parameters, put, to);
}

/* Words that begin with a hyphen must follow "--". The others come first, as people write them. */
void options_words(const options *o, uint64_t takes, option_role most, word_sink *put, void *to)
{
    const bool last = has_hyphen(&o->names) || has_hyphen(&o->parameters);
    options first = *o;

    first.split = false;
    if (!last)
        put_words(o, put, to);
    put_side(&first, takes, most, put, to);
    if (last) {
        put(to, "--");
        put_words(o, put, to);
    }
    if (!o->split)
        return;
    put(to, "--");
    put_side(o, takes, most, put, to);
    put_list(&o->changes, put, to);
}

salvo_status options_schema(salvo_schema *schema, const char *name, uint64_t takes, salvo_arena *memory,
                            salvo_error *err)
{
    salvo_parameter *parameters;
    size_t n = 0;

    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes))
        n++;
    parameters = salvo_arena_array(memory, n, sizeof *parameters);
    if (!parameters)
        return salvo_fail_memory(err);
    *schema = (salvo_schema){.name = name, .parameters = parameters};
    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes))
        if (known->kind != FLAG) {
            parameters[schema->n_parameters] = option_parameter(known);
            /* A battle's file needs it; a command may have it in another way. */
            parameters[schema->n_parameters++].required = false;
        }
    return SALVO_OK;
}

enum { HELP_WIDTH = 100, HELP_INDENT = 27 };

/* Prints the words in lines of at most HELP_WIDTH characters; the first word is at column `at`. */
static void put_wrapped(FILE *out, const char *words, size_t at)
{
    const char *gap = "";

    while (*words) {
        const size_t length = strcspn(words, " ");

        if (*gap && at + 1 + length > HELP_WIDTH) {
            fprintf(out, "\n%*s", HELP_INDENT, "");
            at = HELP_INDENT;
            gap = "";
        }
        at += (size_t)fprintf(out, "%s%.*s", gap, (int)length, words);
        words += length;
        words += *words == ' ';
        gap = " ";
    }
    fputc('\n', out);
}

static void put_help(FILE *out, const option *known)
{
    char letter[4] = {'-', known->letter, ',', '\0'}, left[40];

    snprintf(left, sizeof left, "%3s %s %s", known->letter ? letter : "", known->name,
             known->value ? known->value : "");
    put_wrapped(out, known->help, (size_t)fprintf(out, "  %-24s ", left));
}

/* A few options more are no reason for a second page. */
enum { FEW = 4 };

/* Follows the order of the table, so that an option has the same neighbours in every help. */
void options_help(FILE *out, uint64_t takes, bool all)
{
    size_t n_seldom = 0;

    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes))
        n_seldom += known->is_seldom;
    all = all || n_seldom <= FEW;
    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes))
        if (all || !known->is_seldom)
            put_help(out, known);
    if (!all)
        fprintf(out, "%zu more options: --help all\n", n_seldom);
}
