#include "rules/lua/reference.h"

#include <string.h>

#include "rules/lua/sandbox.h"
#include "rules/lua/vocabulary.h"

/* In a cell of a table a bar would end it. */
static void put_cell(FILE *to, const char *text)
{
    for (; *text; text++)
        fprintf(to, *text == '|' ? "\\|" : "%c", *text);
}

static void write_types(FILE *to, unsigned is)
{
    static const char *const WORDS[] = {"text", "number", "true or false", "function", "table"};
    bool any = false;

    for (unsigned i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (is & 1u << i) {
            fprintf(to, "%s%s", any ? ", " : "", WORDS[i]);
            any = true;
        }
}

static void write_options(FILE *to, const lua_options *options)
{
    fprintf(to, "\n## %s\n\n%s\n\n| field | is | what it says |\n| --- | --- | --- |\n", options->of, options->help);
    for (const lua_option *o = options->options; o->name; o++) {
        fprintf(to, "| `%s` | ", o->name);
        write_types(to, o->is);
        fprintf(to, "%s | ", o->is & IS_NEEDED ? "; needed" : "");
        put_cell(to, o->help);
        fprintf(to, " |\n");
    }
}

static void write_word(FILE *to, const lua_word *word)
{
    fprintf(to, "- `%s`: %s", word->form, word->help);
    if (word->example)
        fprintf(to, " `%s`", word->example);
    fprintf(to, "\n");
}

/* The limits are those that hold without the variables of the environment. */
static void write_limits(FILE *to)
{
    fprintf(
        to,
        "\n## limits\n\n"
        "A rule gets %d million instructions for each question, a Lua state %d MiB, a text %d KiB.\n"
        "The environment variables `SALVO_RULES_INSTRUCTIONS` and `SALVO_RULES_MEMORY` (in MiB) set the first two.\n"
        "A die has at most 255 different values, a throw 16 dice and fewer than 2^32 equally likely ways.\n"
        "Rules have no files, no clock, no chance, no coroutines and no metatables; they change `s` in `prepare`, states\n"
        "where they are handed one, and nothing else. A name of `s` that was never put there is an error.\n",
        SANDBOX_INSTRUCTIONS / 1000000, SANDBOX_MEMORY_MIB, SANDBOX_TEXT_MAX >> 10);
}

void lua_reference_write(FILE *to)
{
    const char *group = "";

    fprintf(to,
            "# Rules in Lua: the words\n\n"
            "Written by `scripts/manual` from the program; do not edit. A file of rules is Lua 5.4 and returns one\n"
            "table, the rulebook. What its tables may have is in the lists below, and then the words that stand for\n"
            "themselves.\n");
    for (size_t i = 0; i < N_ALL_OPTIONS; i++)
        write_options(to, ALL_OPTIONS[i]);
    for (size_t i = 0; i < N_WORDS_OF_RULES; i++) {
        if (strcmp(WORDS_OF_RULES[i].group, group) != 0)
            fprintf(to, "\n## %s\n\n", WORDS_OF_RULES[i].group);
        group = WORDS_OF_RULES[i].group;
        write_word(to, &WORDS_OF_RULES[i]);
    }
    write_limits(to);
}
