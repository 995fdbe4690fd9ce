/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vocabulary for rules in Lua: the fields of the tables that a rulebook writes, then the functions and values. */
#include <string.h>

#include "answers/lists.h"
#include "rules/lua/sandbox.h"
#include "rules/lua/vocabulary.h"

static datum as_types(record *to, unsigned is)
{
    salvo_text text = {0};

    for (unsigned i = 0; i < N_TYPES_OF_RULES; i++)
        if (is & 1U << i)
            salvo_text_add(&text, "%s%s", text.length ? ", " : "", TYPES_OF_RULES[i].name);
    return as_built(to, &text);
}

static void describe_option(record *to, const void *of, size_t i)
{
    const lua_options *options = of;
    const lua_option *option = &options->options[i];
    const field fields[] = {
        {"group", as_text(options->of)},  {"word", as_text(option->name)},
        {"is", as_types(to, option->is)}, {"needed", as_name(option->is & IS_NEEDED ? "yes" : "")},
        {"help", as_text(option->help)},  {"example", as_text(NULL)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_word(record *to, const void *of, size_t i)
{
    const lua_word *word = &((const lua_word *)of)[i];
    const field fields[] = {
        {"group", as_text(word->group)}, {"word", as_text(word->form)}, {"is", as_text(NULL)},
        {"needed", as_text(NULL)},       {"help", as_text(word->help)}, {"example", as_text(word->example)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column OPTIONS[] = {{"word", NULL}, {"is", NULL}, {"needed", NULL}, {"help", "meaning"}},
                         WORDS[] = {{"word", NULL}, {"help", "meaning"}, {"example", NULL}};

static size_t count_of(const lua_options *options)
{
    size_t n = 0;

    while (options->options[n].name)
        n++;
    return n;
}

/* Returns how many words from `first` on belong to its group. */
static size_t group_at(size_t first)
{
    size_t n = 1;

    while (first + n < N_WORDS_OF_RULES && strcmp(WORDS_OF_RULES[first + n].group, WORDS_OF_RULES[first].group) == 0)
        n++;
    return n;
}

/* The limits are those without environment variables. */
static void add_limits(page *p)
{
    page_heading(p, "limits");
    page_paragraph(
        p,
        "A rule gets %d million instructions for each question, and check() 1,000 more for each cell of the tables; a "
        "Lua state %d MiB of memory, a text %d KiB. The environment variables SALVO_RULES_INSTRUCTIONS and "
        "SALVO_RULES_MEMORY (in MiB) set the first and the second. A die has at most 255 different values and "
        "2^4096 equally likely results, and a throw at most 16 dice.",
        SANDBOX_INSTRUCTIONS / 1000000, SANDBOX_MEMORY_MIB, SANDBOX_TEXT_MAX >> 10);
    page_paragraph(
        p, "Rules have no files, no clock, no random numbers, no coroutines and no metatables. They can change s in "
           "prepare, and the states that they get as arguments, but nothing else. Reading a name of s that has no "
           "value is an error.");
}

static void add_to_read(page *p, const void *of)
{
    (void)of;
    page_heading_at(p, 1, "Rules in Lua: the words");
    page_paragraph(
        p,
        "A file of rules is written in Lua 5.4 and returns one table, the rulebook. The first lists below have the fields "
        "of its tables, with defaults in parentheses. The lists after them have kinds, dice and helpers.");
    for (size_t i = 0; i < N_ALL_OPTIONS; i++) {
        page_heading(p, "%s", ALL_OPTIONS[i]->of);
        page_paragraph(p, "%s", ALL_OPTIONS[i]->help);
        page_view(p, VIEW(OPTIONS), describe_option, ALL_OPTIONS[i], count_of(ALL_OPTIONS[i]));
    }
    for (size_t i = 0, n; i < N_WORDS_OF_RULES; i += n) {
        n = group_at(i);
        page_heading(p, "%s", WORDS_OF_RULES[i].group);
        page_view(p, VIEW(WORDS), describe_word, &WORDS_OF_RULES[i], n);
    }
    add_limits(p);
}

/* Describes row i of all fields and words. */
static void describe_any(record *to, const void *of, size_t i)
{
    (void)of;
    for (size_t k = 0; k < N_ALL_OPTIONS; i -= count_of(ALL_OPTIONS[k++]))
        if (i < count_of(ALL_OPTIONS[k])) {
            describe_option(to, ALL_OPTIONS[k], i);
            return;
        }
    describe_word(to, WORDS_OF_RULES, i);
}

static void add_tidy(page *p, const void *of)
{
    size_t n = N_WORDS_OF_RULES;

    (void)of;
    for (size_t i = 0; i < N_ALL_OPTIONS; i++)
        n += count_of(ALL_OPTIONS[i]);
    page_rows(p, TIDY, describe_any, NULL, n);
}

const answer_kind RULE_WORDS_ANSWER = {.read = add_to_read, .tidy = add_tidy};
