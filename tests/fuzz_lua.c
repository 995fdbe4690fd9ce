/* Rules in Lua spoiled at random: they never crash, hang or reach out; what is taken is answered or has a fault. Every run
 * spoils the same files in the same ways: `fuzz_lua [ROUNDS [SEED]]`. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <salvo/arena.h>
#include <salvo/fight.h>
#include <salvo/simulate.h>

#include "data/file.h"
#include "rules/lua/vocabulary.h"

enum { ROUNDS = 400, TEXT_MAX = 1 << 16, CHANGES_MAX = 2, PATH = 600 };

static uint64_t state = 1;

static uint32_t chance(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return n ? (uint32_t)(state >> 33) % n : 0;
}

static const char *const PIECES[] = {
    "nil",
    "0",
    "-1",
    "1e9",
    "0/0",
    "1/0",
    "{}",
    "{{}}",
    "''",
    "true",
    "function() end",
    "function(...) return ... end",
    "d6",
    "dice(3, d6)",
    "pool(3, d6, 4)",
    "sorted(3, d6)",
    "s",
    "st",
    "s.x",
    "tables",
    "tables.units",
    "tables.units[1]",
    "whole(0, 1)",
    "decimal(0)",
    "flag",
    "text",
    "row 'units'",
    "list 'units'",
    "choice {'a'}",
    "roll",
    "chain {}",
    "battle",
    "refuse('no')",
    "error({})",
    "error()",
    "return",
    "end",
    "local x = ",
    "while true do end",
    "for i = 1, 1e9 do",
    "..",
    "#",
    "(",
    ")",
    "{",
    "}",
    ",",
    "=",
    "string.rep('x', 1e9)",
    "('x'):rep(60000)",
    "table.concat({}, 'x', 1, 1e9)",
    "table.unpack({}, 1, 1e8)",
    "setmetatable",
    "select(-1, 1)",
    "math.tointeger('9')",
    "string.format('%d', 1.5)",
    "('a'):gsub('a*', '%1')",
    "pairs(tables)",
    "ipairs(s)",
    "each(tables.units)",
    "combine(d6, d6, math.max)",
    "explode(d6, 6, 20)",
    "map(d100, function(v) return v / 0 end)",
    "coroutine",
    "goto x",
    "::x::",
    "s.self = s",
};
enum { N_PIECES = sizeof PIECES / sizeof *PIECES };

/* Where a word begins, from a random place on. */
static size_t word_at(const char *text, size_t length)
{
    size_t at = chance((uint32_t)length);

    while (at < length && strchr(" \n(){},", text[at]))
        at++;
    return at;
}

static size_t word_end(const char *text, size_t at)
{
    return at + strcspn(text + at, " \n(){},");
}

/* Puts `piece` in place of text[from .. to). */
static void replace(char *text, size_t from, size_t to, const char *piece)
{
    const size_t length = strlen(text), n = strlen(piece);

    if (length - (to - from) + n >= TEXT_MAX)
        return;
    memmove(text + from + n, text + to, length - to + 1);
    memcpy(text + from, piece, n);
}

static void spoil(char *text)
{
    const size_t length = strlen(text), at = word_at(text, length), end = word_end(text, at);
    const size_t other = word_at(text, length), other_end = word_end(text, other);
    char word[256];
    const char *option;

    switch (chance(7)) {
    case 0: /* a word goes */
        replace(text, at, end, "");
        break;
    case 1: /* a word becomes something else */
    case 2:
        replace(text, at, end, PIECES[chance(N_PIECES)]);
        break;
    case 3: /* something comes in */
        replace(text, at, at, PIECES[chance(N_PIECES)]);
        break;
    case 4: /* a word becomes another one of the file */
        snprintf(word, sizeof word, "%.*s", (int)(other_end - other), text + other);
        replace(text, at, end, word);
        break;
    case 5: /* a letter changes */
        if (length && chance(2))
            text[chance((uint32_t)length)] = (char)(32 + chance(95));
        break;
    default: /* an option of somewhere else */
        option = ALL_OPTIONS[chance((uint32_t)N_ALL_OPTIONS)]->options[0].name;
        snprintf(word, sizeof word, "%s = %s, ", option, PIECES[chance(N_PIECES)]);
        replace(text, at, at, word);
    }
}

static char *read_whole(salvo_arena *memory, const char *folder, const char *name)
{
    char path[PATH], *bytes;
    size_t length;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (salvo_file_read(path, memory, &bytes, &length, NULL) != SALVO_OK)
        abort();
    return bytes;
}

static void write_whole(const char *folder, const char *name, const char *text)
{
    char path[PATH];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (!file)
        abort();
    fputs(text, file);
    fclose(file);
}

static const char *const WORDS[] = {"target=heavy range=5", "a=heavy b=light range=12", "",
                                    "target=light range=7 turns=4"};

/* Asks a procedure in the words that it may take, and by both engines. */
static void ask(const salvo_rulebook *book, const salvo_procedure *procedure, const char *words)
{
    const salvo_odds_options options = {.arithmetic = SALVO_DOUBLE, .effort = 20000};
    const salvo_plan plan = {.seed = 1, .trials = 8, .threads = 1, .reference_engine = true};
    char text[128], *list[8], *rest = text;
    salvo_question question;
    salvo_simulation simulation;
    salvo_text explained = {0};
    salvo_odds odds;
    size_t n = 0;

    snprintf(text, sizeof text, "%s", words);
    for (char *word = strtok_r(rest, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        list[n++] = word;
    if (salvo_question_ask(&question, book, procedure, (const char *const *)list, n, NULL) != SALVO_OK)
        return;
    if (procedure->schema.explain)
        procedure->schema.explain(question.situation, &explained);
    salvo_text_free(&explained);
    if (salvo_odds_solve(&odds, &question, &options, NULL) == SALVO_OK)
        salvo_odds_free(&odds);
    if (salvo_rulebook_fault(book, NULL) == SALVO_OK && salvo_simulate(&simulation, &question, &plan, NULL) == SALVO_OK)
        salvo_simulation_free(&simulation);
    salvo_question_free(&question);
}

static bool open_and_ask(const char *folder)
{
    salvo_rulebook book;

    if (salvo_rulebook_open(&book, NULL, folder, NULL, 0, NULL) != SALVO_OK)
        return false;
    for (size_t i = 0; i < book.ruleset->n_procedures; i++)
        for (size_t k = 0; k < sizeof WORDS / sizeof *WORDS; k++)
            ask(&book, book.ruleset->procedures[i], WORDS[k]);
    salvo_rulebook_close(&book);
    return true;
}

int main(int argc, char **argv)
{
    static const char *const FILES[] = {"ruleset.yaml", "rulings.csv", "units.csv", "to-hit.csv"};
    const long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : ROUNDS;
    char from[PATH], folder[] = "/tmp/salvo-fuzz-XXXXXX", *rules, *text = malloc(TEXT_MAX), path[PATH];
    salvo_arena *memory = salvo_arena_new();
    long taken = 0;

    if (argc > 2)
        state = (uint64_t)strtoll(argv[2], NULL, 10);
    if (!memory || !text || !getenv("SALVO_TESTS") || !mkdtemp(folder))
        return EXIT_FAILURE;
    setenv("SALVO_RULES_INSTRUCTIONS", "20000", 1);
    setenv("SALVO_RULES_MEMORY", "4", 1);
    snprintf(from, sizeof from, "%s/lua/tiny", getenv("SALVO_TESTS"));
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        write_whole(folder, FILES[i], read_whole(memory, from, FILES[i]));
    rules = read_whole(memory, from, "rules.lua");
    for (long round = 0; round < rounds; round++) {
        snprintf(text, TEXT_MAX, "%s", rules);
        for (uint32_t n = 1 + chance(CHANGES_MAX); n; n--)
            spoil(text);
        write_whole(folder, "rules.lua", text);
        taken += open_and_ask(folder);
    }
    printf("%ld of %ld files were taken\n", taken, rounds);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, FILES[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/rules.lua", folder);
    unlink(path);
    rmdir(folder);
    salvo_arena_free(memory);
    free(text);
    return EXIT_SUCCESS;
}
