/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mutate.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "rules/lua/vocabulary.h"
#include "splitmix.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static size_t any(uint64_t *random, size_t n)
{
    return n ? (size_t)(splitmix_next(random) % n) : 0;
}

typedef struct piece {
    size_t at, length;
} piece;

/* The piece becomes `with`, unless that is too long. */
static void replace(char *text, piece old, const char *with, size_t length)
{
    size_t whole = strlen(text);
    char copy[MUTATED_MAX];

    if (whole - old.length + length >= MUTATED_MAX || length >= sizeof copy)
        return;
    memcpy(copy, with, length); /* it may lie in the text */
    memmove(text + old.at + length, text + old.at + old.length, whole - old.at - old.length + 1);
    memcpy(text + old.at, copy, length);
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* A word (name or number), or else one character. */
static piece token(const char *text, uint64_t *random)
{
    piece found = {.at = any(random, strlen(text)), .length = 1};

    while (text[found.at] && isspace((unsigned char)text[found.at]))
        found.at++;
    if (!is_of_word(text[found.at]))
        return (piece){found.at, text[found.at] != '\0'};
    while (found.at && is_of_word(text[found.at - 1]))
        found.at--;
    while (is_of_word(text[found.at + found.length]))
        found.length++;
    return found;
}

static piece line(const char *text, uint64_t *random)
{
    piece found = {.at = any(random, strlen(text))};

    while (found.at && text[found.at - 1] != '\n')
        found.at--;
    found.length = strcspn(text + found.at, "\n");
    found.length += text[found.at + found.length] == '\n';
    return found;
}

static piece cell(const char *text, uint64_t *random)
{
    piece found = {.at = any(random, strlen(text))};

    while (found.at && !strchr(",\n", text[found.at - 1]))
        found.at--;
    found.length = strcspn(text + found.at, ",\n");
    return found;
}

/* What a script may hold that nobody meant. */
static const char *const SCRIPT[] = {
    "nil",
    "true",
    "0",
    "-1",
    "1",
    "255",
    "256",
    "1e308",
    "0/0",
    "1//0",
    "9223372036854775807",
    "2.5",
    "''",
    "{}",
    "{{}}",
    "\"x\"",
    "function() end",
    "function() return nil end",
    "d6",
    "d(0)",
    "d(256)",
    "d(-1)",
    "{d6, d6}",
    "pool(3, d6, 4)",
    "pool(200, d6, 2)",
    "sum(40, d20)",
    "sorted(5, d6)",
    "keep(3, 2, d6)",
    "explode(d6, 6, 99)",
    "chance(1, 0)",
    "map(d6, print)",
    "combine(d6, d6, math.max)",
    "reroll(d6, {1, 2, 3, 4, 5, 6})",
    "card {}",
    "opposed(d6, d6)",
    "while true do end",
    "error()",
    "error({})",
    "error('x')",
    "return",
    "return nil",
    "return {}",
    "goto x",
    "::x::",
    "break",
    "string.rep('x', 1 << 30)",
    "('x'):rep(1e9)",
    "table.concat({}, 'x', 1, 1e9)",
    "table.unpack({}, 1, 1e7)",
    "setmetatable({}, {__index = error})",
    "setmetatable(tables, {})",
    "getmetatable('').__index",
    "rawset(tables, 1, 1)",
    "tables",
    "tables.units",
    "tables.units[1]",
    "tables.units[99]",
    "#tables.units",
    "each(tables.units)",
    "_G",
    "_ENV",
    "coroutine.wrap(print)()",
    "load('x')",
    "require 'os'",
    "os.exit()",
    "io.open('/etc/passwd')",
    "debug.debug()",
    "string.dump(print)",
    "('%d'):format('x')",
    "('x'):find(('a?'):rep(30) .. ('a'):rep(30))",
    "select('#')",
    "next({})",
    "math.tointeger('x')",
    "math.random()",
    "refuse('x')",
    "refuse()",
    "pcall(error)",
    "pcall(pcall, error)",
    "s",
    "s.s",
    "now",
    "whole(0, 3)",
    "whole(3, 0)",
    "whole(0, 1 << 40)",
    "decimal(0, 1)",
    "flag",
    "choice {}",
    "choice {\"a\"}",
    "row \"units\"",
    "row \"x\"",
    "list \"units\"",
    "text",
    "roll {}",
    "chain {}",
    "battle {}",
    "\0",
    "--[[",
    "]]",
    "\\",
    "\xff",
    "(",
    ")",
    "end",
    "local a <close> = {}",
    "local a <const> = 1",
    "function f() return f() end f()",
    "function f() return 1 + f() end f()",
    "1/0",
    "function(...) return ... end",
    "dice(3, d6)",
    "string.format('%d', 1.5)",
    "('a'):gsub('a*', '%1')",
    "pairs(tables)",
    "ipairs(s)",
    "for i = 1, 1e9 do",
    "map(d100, function(v) return v / 0 end)",
    "s.self = s",
    "st",
    "{",
    "}",
    ",",
    "=",
    "..",
    "#",
};

/* The same of a table. */
static const char *const CELL[] = {
    "",    "-",   "0",   "1",    "-1", "2",     "7",        "255",  "256",        "99999999999999999999",
    "1.5", "1e3", "yes", "no",   "x",  "light", "#",        "\"",   "\"a\"\"b\"", "=1+1",
    " 3",  "3 ",  "six", "12in", "id", "name",  "\xc3\xa4", "\xff", ",",          "\n",
    "a,b",
};

/* Two lines change places. */
static void swap_lines(char *text, uint64_t *random)
{
    char copy[MUTATED_MAX];
    const piece a = line(text, random), b = line(text, random);
    const size_t between = b.at - a.at - a.length;

    if (a.at >= b.at)
        return;
    memcpy(copy, text + b.at, b.length);
    memcpy(copy + b.length, text + a.at + a.length, between);
    memcpy(copy + b.length + between, text + a.at, a.length);
    memcpy(text + a.at, copy, a.length + between + b.length);
}

/* A field that rules may write elsewhere. */
static void add_field(char *text, piece before, const char *snippet, uint64_t *random)
{
    const lua_option *option = ALL_OPTIONS[any(random, N_ALL_OPTIONS)]->options;
    char field[160];

    snprintf(field, sizeof field, "%s = %.100s, ", option->name, snippet);
    replace(text, (piece){before.at, 0}, field, strlen(field));
}

static void spoil_script(char *text, uint64_t *random)
{
    piece from = token(text, random), to = token(text, random);
    const char *snippet = SCRIPT[any(random, COUNT_OF(SCRIPT))];

    switch (any(random, 10)) {
    case 9:
        swap_lines(text, random);
        break;
    case 8:
        add_field(text, to, snippet, random);
        break;
    case 0:
        replace(text, to, "", 0);
        break;
    case 1:
        replace(text, line(text, random), "", 0);
        break;
    case 2:
        from = line(text, random);
        replace(text, (piece){line(text, random).at, 0}, text + from.at, from.length);
        break;
    case 3:
        replace(text, (piece){to.at, 0}, snippet, strlen(snippet));
        break;
    case 4:
    case 5:
        replace(text, to, snippet, strlen(snippet));
        break;
    default:
        replace(text, to, text + from.at, from.length);
    }
}

/* Cell number `column` of the line that begins at `at`, with its comma. */
static piece cell_of(const char *text, size_t at, size_t column)
{
    piece found = {at, strcspn(text + at, ",\n")};

    for (; column && text[found.at + found.length] == ','; column--) {
        found.at += found.length + 1;
        found.length = strcspn(text + found.at, ",\n");
    }
    found.length += text[found.at + found.length] == ',';
    return found;
}

/* A column is left out, or stands twice. */
static void spoil_column(char *text, uint64_t *random)
{
    const bool twice = any(random, 2);
    size_t columns = 1, column;

    for (const char *c = text; *c && *c != '\n'; c++)
        columns += *c == ',';
    column = any(random, columns);
    for (size_t at = 0; text[at]; at += text[at] == '\n') {
        const piece of = cell_of(text, at, column);

        replace(text, twice ? (piece){of.at, 0} : of, text + of.at, twice ? of.length : 0);
        at += strcspn(text + at, "\n");
    }
}

static void spoil_table(char *text, uint64_t *random)
{
    const char *snippet = CELL[any(random, COUNT_OF(CELL))];
    piece from = line(text, random);

    switch (any(random, 8)) {
    case 6:
        spoil_column(text, random);
        break;
    case 7:
        swap_lines(text, random);
        break;
    case 0:
        replace(text, from, "", 0);
        break;
    case 1:
        replace(text, (piece){line(text, random).at, 0}, text + from.at, from.length);
        break;
    case 2:
        from = cell(text, random);
        replace(text, cell(text, random), text + from.at, from.length);
        break;
    default:
        replace(text, cell(text, random), snippet, strlen(snippet));
    }
}

void mutate(char *text, int is_table, uint64_t *random)
{
    size_t places = 1 + any(random, 3);

    for (size_t i = 0; i < places && *text; i++)
        (is_table ? spoil_table : spoil_script)(text, random);
}
