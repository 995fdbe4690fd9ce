/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns the words of a command line into struct options. Numbers are read when the command is known. */
#include <string.h>

#include "base/try.h"
#include "chart/chart.h"
#include "cli/approach.h"
#include "cli/numbers.h"
#include "cli/option_table.h"
#include "data/measure.h"
#include "data/names.h"

/* Stores the text of an option. Numbers are read later, because their defaults depend on the command. */
static salvo_status take(options *o, const option *known, const char *value, salvo_error *err)
{
    void *member = option_member(o, known);

    /* "--seed=" or an empty shell variable is more likely a mistake than a request for the default. */
    if (known->kind != SWITCH && !*value)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s needs a value: %s %s", known->name, known->name, known->value);
    if (known->kind == SWITCH) {
        *(bool *)member = true;
        return SALVO_OK;
    }
    if (known->kind == LIST) {
        list_put((list *)member, value);
        return list_check((const list *)member, err);
    }
    /* If the last one won, a forgotten option in a long line would stay unnoticed. */
    if (*(const char **)member)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s is given twice; give it once", known->name);
    *(const char **)member = value;
    return SALVO_OK;
}

/* Reads one option at argv[*at]. Its value follows "=", follows a letter directly, or is the next word. *at moves past
 * the words it used. */
static salvo_status read_option(options *o, int argc, char **argv, int *at, uint64_t takes, salvo_arena *memory,
                                salvo_error *err)
{
    const char *word = argv[*at];
    /* "--seed=7" ends at the sign; "-rmad" after its letter. */
    size_t length = word[1] == '-' ? strcspn(word, "=") : 2;
    const option *known = option_find(word, length, takes);
    const char *value = word[length] ? word + length + (word[1] == '-') : NULL;
    list *flags = o->split ? &o->changes : &o->parameters;

    /* Options come first: a rulebook's flag cannot have the name of an option. */
    if (!known && word[1] == '-' && takes & TAKES_WORDS && !word[length]) {
        list_put_pair(flags, word + 2, "yes", memory);
        /* A later option may name its rulebook. */
        list_put(&o->flags, word);
        if (!o->flag && *at + 1 < argc && argv[*at + 1][0] != '-' && !strchr(argv[*at + 1], '=')) {
            o->flag = word;
            o->behind_flag = argv[*at + 1];
        }
        return list_check(flags, err);
    }
    if (!known || known->kind == FLAG)
        return option_unknown(word, word[1] == '-' ? length : strlen(word), takes, err);
    if (known->kind == SWITCH && value)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s takes no value", known->name);
    if (known->kind != SWITCH && !value) {
        if (*at + 1 >= argc)
            return salvo_fail(err, SALVO_BAD_INPUT, "%s needs a value: %s %s", known->name, known->name, known->value);
        /* The next word is the value, even if it begins with a hyphen. */
        value = argv[++*at];
    }
    if (known->offset == offsetof(options, help) && *at + 1 < argc && strcmp(argv[*at + 1], OPTIONS_ALL) == 0) {
        o->help_all = true;
        ++*at;
    }
    return take(o, known, value, err);
}

/* Returns the number of words of the option at *words, with its value; 0: it is none. Every command reads an option's value
 * alike, so the command need not be known. */
static int words_of_option(const char *word)
{
    const size_t length = word[0] == '-' && word[1] == '-' ? strcspn(word, "=") : 2;
    const option *known = word[0] == '-' && word[1] ? option_find(word, length, UINT64_MAX) : NULL;

    return !known || known->kind == FLAG ? 0 : known->kind == SWITCH || word[length] ? 1 : 2;
}

bool options_behind(int argc, char **argv)
{
    int n = 0;
    char *command;

    while (n < argc && words_of_option(argv[n]))
        n += words_of_option(argv[n]);
    if (n >= argc)
        return false;
    command = argv[n];
    memmove(argv + 1, argv, (size_t)n * sizeof *argv);
    argv[0] = command;
    return true;
}

int options_count_names(int argc, char **argv)
{
    int n = 0;

    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0;) {
        const int of_option = words_of_option(argv[i]);

        n += !of_option && argv[i][0] != '-' && !strchr(argv[i], '=');
        i += of_option ? of_option : 1;
    }
    return n;
}

salvo_status options_refuse_distance(const options *o, salvo_error *err)
{
    /* The rulebook is not open yet; a millimetre is as good as any length. */
    static const salvo_scale ANY = {.unit = "m", .unit_in_mm = 1};
    double distance;

    for (size_t i = 0; i < o->names.n && o->takes & TAKES_RANGE; i++)
        if (salvo_measure_parse(&distance, o->names.text[i], &ANY))
            return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is neither a unit nor an option; write a range as --range %s",
                              o->names.text[i], o->names.text[i]);
    return SALVO_OK;
}

salvo_status options_fail_names(const options *o, size_t most, salvo_error *err, const char *message)
{
    if (o->names.n <= most || !o->flag)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s", message);
    return salvo_fail(err, SALVO_BAD_INPUT, "%s takes no value; write a parameter with a value as %s=%s", o->flag,
                      o->flag + strlen("--"), o->behind_flag);
}

salvo_status options_take(options *o, const char *key, const char *value, uint64_t takes, bool *is, salvo_error *err)
{
    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes)) {
        *is = known->kind == TEXT && known->takes && salvo_name_matches(known->name, key);
        if (*is)
            return take(o, known, value, err);
    }
    return SALVO_OK;
}

static salvo_status read_format(options *o, salvo_error *err)
{
    option_reader r = {.of = o, .err = err};
    int format = o->format_name ? salvo_name_among(SALVO_FORMATS, SALVO_N_FORMATS, o->format_name) : SALVO_TABLE;

    if (format < 0)
        return salvo_names_fail(err, SALVO_FORMATS, SALVO_N_FORMATS, o->format_name, "unknown format '%s'",
                                o->format_name);
    o->format.kind = (salvo_format_kind)format;
    /* Without --digits, every number has as many digits as it supports. */
    o->format.fixed = o->digits != NULL;
    option_count(&r, OPTION(digits), &o->format.digits);
    o->chart_width = PICTURE_WIDTH;
    option_count(&r, OPTION(chart_pixels), &o->chart_width);
    return r.status;
}

/* Whether it is "range=500". A name may have options after it: "Tiger I (cover=normal)". */
static bool is_parameter(const char *word)
{
    const char *equals = strchr(word, '='), *open = strchr(word, '(');

    return equals && (!open || equals < open);
}

/* "--" divides two variants, or marks that only words follow. */
static salvo_status read_dashes(options *o, uint64_t takes, bool *only_words, salvo_error *err)
{
    if (!(takes & TAKES_CHANGES))
        *only_words = true;
    else if (o->split)
        return salvo_fail(err, SALVO_BAD_INPUT, "two -- are too many; one -- separates the two variants");
    else
        o->split = true;
    return SALVO_OK;
}

static salvo_status read_words(options *o, int argc, char **argv, uint64_t takes, salvo_arena *memory, salvo_error *err)
{
    bool only_words = false;
    salvo_status status = SALVO_OK;

    for (int i = 1; i < argc && status == SALVO_OK; i++) {
        const char *word = argv[i];
        /* After the dividing "--" every word is a change, even without "=". */
        const bool is_name = takes & TAKES_EXPRESSIONS || !is_parameter(word);
        list *words = o->split ? &o->changes : is_name ? &o->names : &o->parameters;

        /* After a "--" that ends the options, names may begin with a hyphen. */
        if (!only_words && strcmp(word, "--") == 0) {
            o->dashes = o->dashes ? o->dashes : i;
            status = read_dashes(o, takes, &only_words, err);
        } else if (!only_words && word[0] == '-' && word[1]) {
            status = read_option(o, argc, argv, &i, takes, memory, err);
        } else {
            list_put(words, word);
            status = list_check(words, err);
        }
    }
    return status;
}

static salvo_status check_flags(const options *o, uint64_t takes, flag_function *is_flag, void *of, salvo_error *err)
{
    for (size_t i = 0; i < o->flags.n; i++)
        if (!is_flag(of, o->flags.text[i] + 2))
            return option_unknown(o->flags.text[i], strlen(o->flags.text[i]), takes, err);
    return list_check(&o->flags, err);
}

salvo_status options_read(options *o, int argc, char **argv, uint64_t takes, flag_function *is_flag, void *of,
                          salvo_arena *memory, salvo_error *err)
{
    salvo_status status;

    /* A study runs many commands in one process, so nothing may remain of an earlier one. */
    memset(o, 0, sizeof *o);
    o->takes = takes;
    status = read_words(o, argc, argv, takes, memory, err);
    status = status == SALVO_OK ? check_flags(o, takes, is_flag, of, err) : status;
    if (status != SALVO_OK)
        return status;
    TRY(read_format(o, err));
    return approach_read(&o->approach, o, takes, err);
}
