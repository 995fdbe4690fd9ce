/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an explanation calls the faces of dice, beside dice that this file throws by itself: random dice of rules in Lua (sums,
 * pools, maps, cards, sorted dice, rows), alone and in twos, with random effects. Every line of the explanation is read back:
 * each name in it is one value's alone, it tells those results that have its effect, and its chance is theirs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <salvo/explain.h>

#include "splitmix.h"
#include "support.h"

enum { BOOKS = 12, THROWS = 30, VALUES_MAX = 100, TEXT = 160, EFFECTS = 3, ROWS = 4, BASE_MAX = 8, LINES_MAX = 64 };

/* A value as rules see it: `key` tells it from every other one, `name` is what a reader should read. */
typedef struct shown_value {
    char key[TEXT], name[TEXT];
    double ways;
    unsigned group; /* what the rule asks of it */
} shown_value;

typedef struct drawn_die {
    char made[2 * TEXT]; /* in Lua */
    shown_value values[VALUES_MAX];
    size_t n;
    double ways;
} drawn_die;

/* Adds ways of a value, which may be there already. */
static void add(drawn_die *d, const char *key, const char *name, double ways)
{
    size_t at = 0;

    while (at < d->n && strcmp(d->values[at].key, key) != 0)
        at++;
    assert_true(at < VALUES_MAX);
    if (at == d->n) {
        d->values[d->n] = (shown_value){.ways = 0};
        snprintf(d->values[at].key, TEXT, "%s", key);
        snprintf(d->values[at].name, TEXT, "%s", name);
        d->n++;
    }
    d->values[at].ways += ways;
    d->ways += ways;
}

static void add_number(drawn_die *d, int number)
{
    char key[TEXT], name[TEXT];

    snprintf(key, sizeof key, "number %d", number);
    snprintf(name, sizeof name, "%d", number);
    add(d, key, name, 1);
}

static void add_text(drawn_die *d, const char *text, double ways)
{
    char key[TEXT];

    snprintf(key, sizeof key, "string %s", text);
    add(d, key, text, ways);
}

static int drawn(uint64_t *state, int least, int most)
{
    return least + (int)(splitmix_next(state) % (unsigned)(most - least + 1));
}

/* Every throw of so many equal dice. */
typedef void see_throw(drawn_die *d, const int *faces, int count, int of);

static void throw_all(drawn_die *d, int count, int sides, see_throw *see, int of)
{
    int faces[BASE_MAX];
    int at;

    for (int i = 0; i < count; i++)
        faces[i] = 1;
    do {
        see(d, faces, count, of);
        for (at = count - 1; at >= 0 && faces[at] == sides; at--)
            faces[at] = 1;
        if (at >= 0)
            faces[at]++;
    } while (at >= 0);
}

static void see_sum(drawn_die *d, const int *faces, int count, int of)
{
    int sum = 0;

    (void)of;
    for (int i = 0; i < count; i++)
        sum += faces[i];
    add_number(d, sum);
}

static void draw_sum(drawn_die *d, uint64_t *state)
{
    const int count = drawn(state, 1, 3), sides = drawn(state, 2, 8);

    snprintf(d->made, sizeof d->made, "sum(%d, d(%d))", count, sides);
    throw_all(d, count, sides, see_sum, 0);
}

static void see_pool(drawn_die *d, const int *faces, int count, int least)
{
    int passed = 0;

    for (int i = 0; i < count; i++)
        passed += faces[i] >= least;
    add_number(d, passed);
}

static void draw_pool(drawn_die *d, uint64_t *state)
{
    const int count = drawn(state, 1, 4), least = drawn(state, 2, 6);

    snprintf(d->made, sizeof d->made, "pool(%d, d6, %d)", count, least);
    throw_all(d, count, 6, see_pool, least);
}

static int by_falling(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static void see_sorted(drawn_die *d, const int *faces, int count, int of)
{
    int sorted[BASE_MAX];
    char key[TEXT] = "list", name[TEXT] = "";
    size_t n = strlen(key), at = 0;

    (void)of;
    memcpy(sorted, faces, (size_t)count * sizeof *faces);
    qsort(sorted, (size_t)count, sizeof *sorted, by_falling);
    for (int i = 0; i < count; i++) {
        n += (size_t)snprintf(key + n, TEXT - n, " number %d", sorted[i]);
        at += (size_t)snprintf(name + at, TEXT - at, "%s%d", i ? " " : "", sorted[i]);
    }
    add(d, key, name, 1);
}

static void draw_sorted(drawn_die *d, uint64_t *state)
{
    const int count = drawn(state, 1, 3), sides = drawn(state, 2, 5);

    snprintf(d->made, sizeof d->made, "sorted(%d, d(%d))", count, sides);
    throw_all(d, count, sides, see_sorted, 0);
}

/* Numbers, some below 0, with gaps. */
static void draw_steps(drawn_die *d, uint64_t *state)
{
    const int sides = drawn(state, 2, 12), times = drawn(state, 1, 3), less = drawn(state, 0, 9);

    snprintf(d->made, sizeof d->made, "map(d(%d), function(x) return %d * x - %d end)", sides, times, less);
    for (int x = 1; x <= sides; x++)
        add_number(d, times * x - less);
}

static void draw_halves(drawn_die *d, uint64_t *state)
{
    const int sides = drawn(state, 2, 12);

    snprintf(d->made, sizeof d->made, "map(d(%d), function(x) return x / 2 end)", sides);
    for (int x = 1; x <= sides; x++) {
        char key[TEXT], name[TEXT];

        snprintf(key, sizeof key, "number %g%s", x / 2.0, x % 2 ? "" : ".0");
        snprintf(name, sizeof name, "%g", x / 2.0);
        add(d, key, name, 1);
    }
}

/* Numbers so near each other that few digits do not tell them apart. */
static void draw_near(drawn_die *d, uint64_t *state)
{
    const int sides = drawn(state, 2, 12), step = drawn(state, 14, 22);

    snprintf(d->made, sizeof d->made, "map(d(%d), function(x) return 1 + x / 2^%d end)", sides, step);
    for (int x = 1; x <= sides; x++) {
        char key[TEXT], name[TEXT];

        snprintf(key, sizeof key, "number %.14g", 1 + ldexp(x, -step));
        snprintf(name, sizeof name, "%.6g", 1 + ldexp(x, -step));
        add(d, key, name, 1);
    }
}

static void draw_answers(drawn_die *d, uint64_t *state)
{
    const int sides = drawn(state, 2, 12), least = drawn(state, 2, sides);

    snprintf(d->made, sizeof d->made, "map(d(%d), function(x) return x >= %d end)", sides, least);
    for (int x = 1; x <= sides; x++)
        add(d, x >= least ? "boolean true" : "boolean false", x >= least ? "yes" : "no", 1);
}

/* Numbers and texts that look the same, in lists or alone. */
static void draw_twins(drawn_die *d, uint64_t *state)
{
    const int sides = drawn(state, 2, 10), numbers = drawn(state, 1, sides);
    const bool listed = splitmix_happens(state, 0.5);

    snprintf(d->made, sizeof d->made,
             "map(d(%d), function(x) local v = x <= %d and x or tostring(x - %d) return %s end)", sides, numbers,
             numbers, listed ? "{v, 0}" : "v");
    for (int x = 1; x <= sides; x++) {
        const int v = x <= numbers ? x : x - numbers;
        char key[TEXT], name[TEXT];

        snprintf(key, sizeof key, "%s%s %d%s", listed ? "list " : "", x <= numbers ? "number" : "string", v,
                 listed ? " number 0" : "");
        snprintf(name, sizeof name, "%d%s", v, listed ? " 0" : "");
        add(d, key, name, 1);
    }
}

static void draw_cards(drawn_die *d, uint64_t *state)
{
    static const char *const NAMES[] = {"ace", "king", "low card", "red 7", "joker", "7 of hearts"};
    size_t length = (size_t)snprintf(d->made, sizeof d->made, "card {");

    for (size_t i = 0; i < COUNT_OF(NAMES); i++) {
        const int count = drawn(state, i < 2, 4); /* none of some */

        length += (size_t)snprintf(d->made + length, sizeof d->made - length, "%s['%s'] = %d", i ? ", " : "", NAMES[i],
                                   count);
        if (count)
            add_text(d, NAMES[i], count);
    }
    snprintf(d->made + length, sizeof d->made - length, "}");
}

static void draw_rows(drawn_die *d, uint64_t *state)
{
    const int most = drawn(state, 1, ROWS);

    snprintf(d->made, sizeof d->made, "card(things(%d))", most);
    for (int i = 1; i <= most; i++) {
        char key[TEXT], name[TEXT];

        snprintf(key, sizeof key, "row thing-%d", i);
        snprintf(name, sizeof name, "thing-%d", i);
        add(d, key, name, 1);
    }
}

static void (*const DRAWS[])(drawn_die *d, uint64_t *state) = {draw_sum,    draw_pool, draw_sorted,  draw_steps,
                                                               draw_halves, draw_near, draw_answers, draw_twins,
                                                               draw_cards,  draw_rows};

static void draw_die(drawn_die *d, uint64_t *state, size_t kind)
{
    *d = (drawn_die){.n = 0};
    DRAWS[kind](d, state);
    for (size_t i = 0; i < d->n; i++)
        d->values[i].group = (unsigned)drawn(state, 0, 1);
}

/* One or two dice, and what their results do. */
typedef struct throw_drawn {
    drawn_die dice[2];
    int count;
    unsigned effect[2][2]; /* by the groups of both; of one die by its own */
} throw_drawn;

static void draw_throw(throw_drawn *t, uint64_t *state, size_t kind)
{
    t->count = splitmix_happens(state, 0.5) ? 2 : 1;
    for (int i = 0; i < t->count; i++)
        draw_die(&t->dice[i], state, i ? (size_t)drawn(state, 0, COUNT_OF(DRAWS) - 1) : kind);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            t->effect[a][b] = (unsigned)drawn(state, 0, EFFECTS - 1);
}

static void put_groups(FILE *out, const throw_drawn *t, int number)
{
    fprintf(out, "groups[%d] = {}\n", number);
    for (int i = 0; i < t->count; i++) {
        fprintf(out, "groups[%d][%d] = {", number, i + 1);
        for (size_t k = 0; k < t->dice[i].n; k++)
            fprintf(out, "[\"%s\"] = %u, ", t->dice[i].values[k].key, t->dice[i].values[k].group);
        fprintf(out, "}\n");
    }
}

static void put_procedure(FILE *out, const throw_drawn *t, int number)
{
    fprintf(
        out,
        "  roll {name = 'throw-%d', title = 'a throw', outcomes = {'e0', 'e1', 'e2'},\n    dice = function() return {%s",
        number, t->dice[0].made);
    if (t->count == 2)
        fprintf(out, ", %s", t->dice[1].made);
    fprintf(out, "} end,\n    resolve = function(s, v, w)\n      local a, b = group(%d, 1, v), 0\n", number);
    if (t->count == 2)
        fprintf(out, "      b = group(%d, 2, w)\n", number);
    fprintf(out, "      return 'e' .. ({{%u, %u}, {%u, %u}})[a + 1][b + 1]\n    end},\n", t->effect[0][0],
            t->effect[0][1], t->effect[1][0], t->effect[1][1]);
}

/* What groups values have, by the keys that both sides make of them. */
static const char RULES[] = "local groups = {}\n"
                            "local function key(v)\n"
                            "  if type(v) ~= 'table' then return type(v) .. ' ' .. tostring(v) end\n"
                            "  if #v == 0 then return 'row ' .. v.id end\n"
                            "  local all = 'list'\n"
                            "  for _, one in ipairs(v) do all = all .. ' ' .. key(one) end\n"
                            "  return all\n"
                            "end\n"
                            "local function group(number, die, v)\n"
                            "  return assert(groups[number][die][key(v)], key(v))\n"
                            "end\n"
                            "local function things(most)\n"
                            "  local all = {}\n"
                            "  for i = 1, most do all[i] = tables.things[i] end\n"
                            "  return all\n"
                            "end\n";

static FILE *begin_file(const char *folder, const char *name)
{
    char path[TEXT];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

static void put_file(const char *folder, const char *name, const char *text)
{
    FILE *file = begin_file(folder, name);

    fputs(text, file);
    fclose(file);
}

static void put_rules(const char *folder, const throw_drawn *throws)
{
    FILE *file = begin_file(folder, "rules.lua");

    fputs(RULES, file);
    for (int i = 0; i < THROWS; i++)
        put_groups(file, &throws[i], i + 1);
    fputs("return {tables = {things = {size = whole(1, 9)}}, procedures = {\n", file);
    for (int i = 0; i < THROWS; i++)
        put_procedure(file, &throws[i], i + 1);
    fputs("}}\n", file);
    fclose(file);
}

static void put_book(const char *folder, const throw_drawn *throws)
{
    put_file(
        folder, "ruleset.yaml",
        "id: faces\ntitle: Faces\nedition: '1'\nauthors: [salvo]\ndistance_unit: in\nsummary: Dice.\nrules: rules.lua\n"
        "tables:\n  - name: rulings\n    file: rulings.csv\n    title: Rulings\n    section: page 1\n"
        "  - name: things\n    file: things.csv\n    title: Things\n    section: page 1\n");
    put_file(folder, "rulings.csv", "id,question,ruling,option\n");
    put_file(folder, "things.csv", "id,name,size\nthing-1,One,1\nthing-2,Two,2\nthing-3,Three,3\nthing-4,Four,4\n");
    put_rules(folder, throws);
}

static void remove_book(const char *folder)
{
    static const char *const FILES[] = {"rules.lua", "ruleset.yaml", "rulings.csv", "things.csv"};
    char path[TEXT];

    for (size_t i = 0; i < COUNT_OF(FILES); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, FILES[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* Lines read back. */

/* The value of that name; the die has no other one of it. d->n: none has it. */
static size_t value_named(const drawn_die *d, const char *name)
{
    size_t found = d->n;

    for (size_t i = 0; i < d->n; i++)
        if (strcmp(d->values[i].name, name) == 0) {
            if (found < d->n)
                fail_msg("'%s' is said of %s and of %s: %s", name, d->values[found].key, d->values[i].key, d->made);
            found = i;
        }
    return found;
}

static bool is_whole(const char *name, int *number)
{
    int end = 0;

    return sscanf(name, "%d%n", number, &end) == 1 && !name[end];
}

/* "3", "-1 to 4", "ace": whether that is the value. */
static bool part_says(const drawn_die *d, const char *part, size_t value)
{
    const size_t named = value_named(d, part);
    int low, high, number, end = 0;

    if (named < d->n)
        return named == value;
    if (sscanf(part, "%d to %d%n", &low, &high, &end) != 2 || part[end])
        fail_msg("nothing shows '%s': %s", part, d->made);
    return is_whole(d->values[value].name, &number) && number >= low && number <= high;
}

/* The same of "1 to 3, 5". A value is told at most once. */
static bool faces_say(const drawn_die *d, const char *text, size_t value)
{
    char all[4 * TEXT];
    int told = 0;

    snprintf(all, sizeof all, "%s", text);
    for (char *part = all, *next; part; part = next) {
        next = strstr(part, ", ");
        if (next) {
            *next = '\0';
            next += 2;
        }
        told += part_says(d, part, value);
    }
    if (told > 1)
        fail_msg("'%s' tells %s twice: %s", text, d->values[value].key, d->made);
    return told == 1;
}

/* A result of the throw: a value of either die; of one die the second is the first of none. */
typedef struct result {
    const throw_drawn *of;
    size_t value[2];
} result;

/* "1st: 2, 3; 2nd: ace": a die that is not named may show anything. */
static bool path_says(const char *text, const result *r)
{
    static const char *const ORDINALS[] = {"1st", "2nd"};
    char all[8 * TEXT];
    bool says = true;

    snprintf(all, sizeof all, "%s", text);
    for (char *part = all, *next; part; part = next) {
        const int die = strncmp(part, ORDINALS[0], 3) == 0 ? 0 : 1;
        char *faces = strstr(part, ": ");

        assert_int_equal(strncmp(part, ORDINALS[die], 3), 0);
        assert_non_null(faces);
        next = strstr(part, "; ");
        if (next) {
            *next = '\0';
            next += 2;
        }
        says = faces_say(&r->of->dice[die], faces + 2, r->value[die]) && says;
    }
    return says;
}

static int number_of(const result *r, int die)
{
    int number = 0;

    assert_true(is_whole(r->of->dice[die].values[r->value[die]].name, &number));
    return number;
}

/* "2 to 5, 7" of the sum of both. */
static bool sum_says(const char *text, const result *r)
{
    const int sum = number_of(r, 0) + number_of(r, 1);
    bool says = false;

    for (const char *at = text; at; at = strstr(at, ", ") ? strstr(at, ", ") + 2 : NULL) {
        int low, high;
        const int n = sscanf(at, "%d to %d", &low, &high);

        assert_true(n >= 1);
        says = says || (n == 2 ? sum >= low && sum <= high : sum == low);
    }
    return says;
}

/* "one 6, the other 1 to 3", "both 2, 4", "both 2, 4, no pair", "a pair of 6": two equal dice. */
static bool equal_dice_say(const char *text, const result *r)
{
    static const char BOTH[] = "both ", PAIR[] = "a pair of ", ONE[] = "one ", OTHER[] = ", the other ",
                      NO_PAIR[] = ", no pair";
    const drawn_die *d = &r->of->dice[0];
    const bool pair = r->value[0] == r->value[1];
    char faces[4 * TEXT], *other;

    if (strncmp(text, PAIR, strlen(PAIR)) == 0)
        return pair && faces_say(d, text + strlen(PAIR), r->value[0]);
    if (strncmp(text, BOTH, strlen(BOTH)) == 0) {
        const bool no_pair =
            strlen(text) > strlen(NO_PAIR) && strcmp(text + strlen(text) - strlen(NO_PAIR), NO_PAIR) == 0;

        snprintf(faces, sizeof faces, "%.*s", (int)(strlen(text + strlen(BOTH)) - (no_pair ? strlen(NO_PAIR) : 0)),
                 text + strlen(BOTH));
        return !(no_pair && pair) && faces_say(d, faces, r->value[0]) && faces_say(d, faces, r->value[1]);
    }
    assert_int_equal(strncmp(text, ONE, strlen(ONE)), 0);
    snprintf(faces, sizeof faces, "%s", text + strlen(ONE));
    other = strstr(faces, OTHER);
    assert_non_null(other);
    *other = '\0';
    other += strlen(OTHER);
    return (faces_say(d, faces, r->value[0]) && faces_say(d, other, r->value[1])) ||
           (faces_say(d, faces, r->value[1]) && faces_say(d, other, r->value[0]));
}

/* Two dice whose faces are 1, 2, 3 and so on. */
static bool difference_says(const char *part, int d)
{
    static const struct {
        const char *words;
        bool below, equal, above;
    } WORDS[] = {{"both equal", false, true, false},
                 {"1st higher", false, false, true},
                 {"1st higher or equal", false, true, true},
                 {"2nd higher", true, false, false},
                 {"2nd higher or equal", true, true, false}};
    int low, high;

    for (size_t i = 0; i < COUNT_OF(WORDS); i++)
        if (strcmp(part, WORDS[i].words) == 0)
            return d < 0 ? WORDS[i].below : d == 0 ? WORDS[i].equal : WORDS[i].above;
    if (sscanf(part, "1st minus 2nd %d to %d", &low, &high) != 2)
        fail_msg("'%s' cannot be read", part);
    return d >= low && d <= high;
}

static bool differences_say(const char *text, const result *r)
{
    char all[4 * TEXT];
    bool says = false;

    snprintf(all, sizeof all, "%s", text);
    for (char *part = all, *next; part; part = next) {
        next = strstr(part, ", or ");
        if (next) {
            *next = '\0';
            next += 5;
        }
        says = difference_says(part, number_of(r, 0) - number_of(r, 1)) || says;
    }
    return says;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Whether a line of the explanation tells the result. */
static bool says(const char *text, const result *r)
{
    if (strcmp(text, "any") == 0)
        return true;
    if (r->of->count == 1)
        return faces_say(&r->of->dice[0], text, r->value[0]);
    if (begins(text, "sum "))
        return sum_says(text + 4, r);
    if (begins(text, "one ") || begins(text, "both ") || begins(text, "a pair "))
        return begins(text, "both equal") ? differences_say(text, r) : equal_dice_say(text, r);
    return strstr(text, ": ") ? path_says(text, r) : differences_say(text, r);
}

/* What comes of a result, and how likely it is. */

static double chance_of(const result *r)
{
    double chance = 1;

    for (int i = 0; i < r->of->count; i++)
        chance *= r->of->dice[i].values[r->value[i]].ways / r->of->dice[i].ways;
    return chance;
}

static unsigned effect_of(const result *r)
{
    const unsigned a = r->of->dice[0].values[r->value[0]].group;

    return r->of->effect[a][r->of->count == 2 ? r->of->dice[1].values[r->value[1]].group : 0];
}

/* The only line that tells the result, where lines are told in words. */
static const salvo_throw_result *line_of(const salvo_throw *told, const result *r)
{
    const salvo_throw_result *line = NULL;

    for (size_t i = 0; i < told->n_results; i++)
        if (says(told->results[i].dice, r)) {
            if (line)
                fail_msg("'%s' and '%s' tell one result of %s", line->dice, told->results[i].dice, r->of->dice[0].made);
            line = &told->results[i];
        }
    if (!line)
        fail_msg("nothing tells a result: %s of %s", r->of->dice[0].values[r->value[0]].key, r->of->dice[0].made);
    return line;
}

static bool is_in_words(const salvo_throw *told)
{
    for (size_t i = 0; i < told->n_results; i++)
        if (!*told->results[i].dice)
            return false;
    return told->n_results > 0;
}

static void check_line(const salvo_throw_result *line, const result *r)
{
    const char digit = line->effect[strlen(line->effect) - 1];

    if (digit != (char)('0' + effect_of(r)))
        fail_msg("'%s' leads to %s, and not to %s: %s", line->dice, r->of->count == 1 ? "another" : "another of two",
                 line->effect, r->of->dice[0].made);
}

/* Returns whether it is told in words. */
static bool check_throw(const salvo_throw *told, const throw_drawn *t)
{
    double chances[LINES_MAX] = {0};
    const bool in_words = is_in_words(told);

    assert_true(told->n_results <= LINES_MAX);
    for (size_t a = 0; a < t->dice[0].n && in_words; a++)
        for (size_t b = 0; b < (t->count == 2 ? t->dice[1].n : 1); b++) {
            const result r = {t, {a, b}};
            const salvo_throw_result *line = line_of(told, &r);

            check_line(line, &r);
            chances[line - told->results] += chance_of(&r);
        }
    for (size_t i = 0; i < told->n_results && in_words; i++)
        if (fabs(chances[i] - told->results[i].chance) > 1e-12)
            fail_msg("'%s' comes in %g, and not in %g: %s", told->results[i].dice, chances[i], told->results[i].chance,
                     t->dice[0].made);
    return in_words;
}

static bool check_explained(const salvo_rulebook *book, const throw_drawn *t, int number)
{
    const salvo_procedure *procedure;
    salvo_question question;
    salvo_explanation explained;
    salvo_error err = {.text = ""};
    char name[TEXT];
    bool in_words;

    snprintf(name, sizeof name, "faces.throw-%d", number);
    if (salvo_procedure_find(book->ruleset, name, &procedure, &err) != SALVO_OK ||
        salvo_question_ask(&question, book, procedure, NULL, 0, &err) != SALVO_OK ||
        salvo_explain(&explained, &question, NULL, &err) != SALVO_OK)
        fail_msg("%s: %s", t->dice[0].made, err.text);
    assert_int_equal(explained.n_throws, 1);
    in_words = check_throw(&explained.throws[0], t);
    salvo_explanation_free(&explained);
    salvo_question_free(&question);
    return in_words;
}

static void every_name_is_one_value_s(void **state)
{
    uint64_t seed = 20260;
    int in_words = 0;

    (void)state;
    for (int i = 0; i < BOOKS; i++) {
        throw_drawn throws[THROWS];
        char folder[] = "/tmp/salvo-faces-XXXXXX";
        salvo_rulebook book;
        salvo_error err = {.text = ""};

        for (int k = 0; k < THROWS; k++)
            draw_throw(&throws[k], &seed, (size_t)k % COUNT_OF(DRAWS));
        assert_non_null(mkdtemp(folder));
        put_book(folder, throws);
        if (salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err) != SALVO_OK)
            fail_msg("%s:%d: %s", err.path, err.line, err.text);
        for (int k = 0; k < THROWS; k++)
            in_words += check_explained(&book, &throws[k], k + 1);
        salvo_rulebook_close(&book);
        remove_book(folder);
    }
    /* Else nothing would have been looked at. */
    printf("%d of %d throws were told in words\n", in_words, BOOKS * THROWS);
    assert_true(in_words > BOOKS * THROWS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_name_is_one_value_s)};

    return cmocka_run_group_tests_name("names of faces", tests, NULL, NULL);
}
