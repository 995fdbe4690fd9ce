/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faces of a die with the same effect share a line. Die by die this is a tree, whose leaves are described by their
 * paths. The sum of the dice is tried first, because most rulebooks use it. */
#include "explain/results.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/phrase.h"

enum {
    LINES_MAX = 24,
    DIE_MAX = 255,
    TOTAL_MAX = SALVO_DICE_MAX * DIE_MAX,
    VALUE_MAX = 1000000,
    NAMES_LENGTH_MAX = 100
};

/* The values of a die's faces. A face without a name is its number. Some names are not whole numbers. */
typedef struct worth {
    bool is_whole, is_named, has_words;
    int of[DIE_MAX + 1];
} worth;

typedef struct teller {
    const results *r;
    worth dice[SALVO_DICE_MAX];
    const char *const *effects;
    salvo_arena *memory;
    salvo_throw_result *lines; /* on the heap while they grow */
    size_t n, capacity;
    bool failed, is_long; /* is_long: a line has too many words to be readable */
} teller;

results results_of(const salvo_dice *dice, const uint32_t *effects)
{
    const uint64_t ways = salvo_dice_ways(dice);

    return (results){*dice, effects, salvo_dice_results(dice), ways < UINT64_C(1) << 63 ? ways : 0};
}

static void add_result(portion *to, const results *r, const uint8_t *faces)
{
    if (r->ways)
        to->ways += salvo_dice_weight(&r->dice, faces);
    else
        to->chance += (double)salvo_dice_chance(&r->dice, 0, faces);
}

static void add_portion(portion *to, portion more)
{
    to->ways += more.ways;
    to->chance += more.chance;
}

void results_by_effect(const results *r, portion *by)
{
    uint8_t faces[SALVO_DICE_MAX];
    uint64_t i = 0;

    salvo_dice_first(&r->dice, faces);
    do
        if (r->effects[i] != NO_EFFECT)
            add_result(&by[r->effects[i]], r, faces);
    while (i++, salvo_dice_next(&r->dice, faces));
}

/* Lines grow on the heap and move into the arena at the end. If a description needs too many lines, it is abandoned and
 * its lines are dropped. */
static void add_line(teller *t, const char *dice, uint32_t effect, portion of)
{
    if ((of.ways == 0 && of.chance == 0) || t->failed)
        return;
    t->failed = !dice || !salvo_grow(&t->lines, &t->capacity, t->n + 1, sizeof *t->lines);
    if (!t->failed)
        t->lines[t->n++] = (salvo_throw_result){dice, t->effects[effect], of.ways,
                                                t->r->ways ? (double)of.ways / (double)t->r->ways : of.chance};
}

static worth worth_of(const salvo_dice *dice, int die)
{
    const char *const *names = dice->names[die];
    worth w = {.is_whole = true, .is_named = names != NULL, .has_words = true};

    for (int f = 1; f <= dice->sides[die]; f++) {
        const char *name = names ? names[f - 1] : NULL;
        char *end = NULL;
        long value = name ? strtol(name, &end, 10) : f;

        w.has_words = w.has_words && (!names || name);
        w.is_whole = w.is_whole && (!names || (name && *name && !*end && value >= -VALUE_MAX && value <= VALUE_MAX));
        w.of[f] = w.is_whole ? (int)value : 0;
    }
    return w;
}

/* Consecutive numbers, or the faces of a die, each with an entry: those with the same effect have the same one. */
typedef struct row {
    const uint32_t *entry; /* by number */
    int low, high;
    int more; /* added to the numbers in the text */
    int die;  /* the die of these faces, which may have names; BARE: they are numbers */
} row;

enum { BARE = -1 };

static row faces_of(const teller *t, const uint32_t *group, int die)
{
    return (row){.entry = group, .low = 1, .high = t->r->dice.sides[die], .die = die};
}

/* Returns the last number after `from` that still has its entry. */
static int last_alike(const row *r, int from)
{
    int to = from;

    while (to < r->high && r->entry[to + 1] == r->entry[from])
        to++;
    return to;
}

/* Lists the numbers with this entry, by name if they have names: "1 to 5, 9". */
static const char *ranges(teller *t, const row *r, uint32_t of)
{
    const worth *w = r->die == BARE ? NULL : &t->dice[r->die];
    salvo_text text = {0};
    const char *words;

    for (int from = r->low, to; from <= r->high; from = to + 1) {
        to = from;
        if (r->entry[from] != of)
            continue;
        if (!w || w->is_whole)
            to = last_alike(r, from);
        salvo_text_put(&text, text.length ? ", " : "");
        if (w && !w->is_whole)
            salvo_text_put(&text, t->r->dice.names[r->die][from - 1]);
        else
            salvo_text_add(&text, to > from ? "%d to %d" : "%d", w ? w->of[from] : from + r->more,
                           w ? w->of[to] : to + r->more);
    }
    t->is_long = t->is_long || (w && !w->is_whole && text.length > NAMES_LENGTH_MAX);
    words = text.failed ? NULL : salvo_arena_text(t->memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return words;
}

/* Returns whether an entry before `at` is the same: then it has its line already. */
static bool is_told(const row *r, int at)
{
    for (int i = r->low; i < at; i++)
        if (r->entry[i] == r->entry[at])
            return true;
    return r->entry[at] == NO_EFFECT;
}

/* Returns how often any number with the entry of `first`, the first of them, occurs. */
static portion all_alike(const row *r, const portion *each, int first)
{
    portion all = {0};

    for (int i = first; i <= r->high; i++)
        if (r->entry[i] == r->entry[first])
            add_portion(&all, each[i]);
    return all;
}

static const char *const ORDINALS[] = {"1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"};

/* Appends "2nd D6 4 to 6" to the earlier path; for a single die only the faces. */
static const char *path_with(teller *t, const char *before, int die, const char *faces)
{
    const salvo_dice *dice = &t->r->dice;
    const char *ordinal = die < 8 ? ORDINALS[die] : "next";

    if (!faces || !before)
        return NULL;
    if (dice->count == 1)
        return faces;
    if (t->dice[die].is_named)
        return salvo_arena_printf(t->memory, "%s%s%s: %s", before, *before ? "; " : "", ordinal, faces);
    return salvo_arena_printf(t->memory, "%s%s%s D%d: %s", before, *before ? "; " : "", ordinal, dice->sides[die],
                              faces);
}

/* Returns the share of one face of a die. A weighted die shows some faces in several ways, and some in none. */
static portion face_portion(const results *r, int die, int face)
{
    const results one = {.dice = {.count = 1,
                                  .sides = {r->dice.sides[die]},
                                  .weights = {r->dice.weights[die]},
                                  .long_weights = {r->dice.long_weights[die]}},
                         .ways = r->ways};
    const uint8_t faces[SALVO_DICE_MAX] = {(uint8_t)face};
    portion of = {0};

    add_result(&of, &one, faces);
    return of;
}

static bool can_show(const results *r, int die, int face)
{
    const portion of = face_portion(r, die, face);

    return of.ways > 0 || of.chance > 0;
}

/* The results of the dice from `die` on, after those of the earlier dice. */
typedef struct branch {
    int die;
    const uint32_t *effects; /* of these results */
    uint64_t n;
    portion before;   /* how often the earlier dice show this */
    const char *path; /* the same in words */
} branch;

static void tell_die(teller *t, const branch *b);

/* Returns how many results follow each face of its die, and finds their effects. */
static uint64_t results_behind(const teller *t, const branch *b)
{
    return b->n / t->r->dice.sides[b->die];
}

static const uint32_t *effects_behind(const teller *t, const branch *b, int face)
{
    return b->effects + (uint64_t)(face - 1) * results_behind(t, b);
}

/* Describes the faces that lead to the same as the first of the group. */
static void tell_group(teller *t, const branch *b, const uint32_t *group, int first)
{
    const row faces = faces_of(t, group, b->die);
    branch next = {
        .die = b->die + 1, .effects = effects_behind(t, b, first), .n = results_behind(t, b), .path = b->path};
    portion these = {0};
    bool all = true;

    for (int f = 1; f <= faces.high; f++) {
        if (group[f] == group[first])
            add_portion(&these, face_portion(t->r, b->die, f));
        all = all && group[f] == group[first];
    }
    if (!all || t->r->dice.count == 1) /* a die that does not matter is not named */
        next.path = path_with(t, b->path, b->die, ranges(t, &faces, group[first]));
    next.before = (portion){b->before.ways * these.ways, b->before.chance * these.chance};
    tell_die(t, &next);
}

/* By face: the least face with the same effect; NO_EFFECT if it never occurs. */
static void group_faces(const teller *t, const branch *b, uint32_t group[DIE_MAX + 2])
{
    const size_t bytes = results_behind(t, b) * sizeof *b->effects;

    for (int f = 1; f <= t->r->dice.sides[b->die]; f++) {
        group[f] = (uint32_t)f;
        for (int g = 1; g < f && group[f] == (uint32_t)f; g++)
            if (memcmp(effects_behind(t, b, f), effects_behind(t, b, g), bytes) == 0)
                group[f] = group[g];
        if (!can_show(t->r, b->die, f))
            group[f] = NO_EFFECT;
    }
}

static void tell_die(teller *t, const branch *b)
{
    uint32_t group[DIE_MAX + 2];
    row faces;

    if (t->failed || t->n > LINES_MAX)
        return;
    if (b->die == t->r->dice.count) {
        if (*b->effects != NO_EFFECT)
            add_line(t, b->path && !*b->path && b->die > 0 ? "any" : b->path, *b->effects, b->before);
        return;
    }
    group_faces(t, b, group);
    faces = faces_of(t, group, b->die);
    for (int f = 1; f <= faces.high; f++)
        if (!is_told(&faces, f))
            tell_group(t, b, group, f);
}

static bool tell_by_die(teller *t)
{
    for (int die = 0; die < t->r->dice.count; die++)
        if (!t->dice[die].has_words)
            return false;
    tell_die(t, &(branch){.effects = t->r->effects, .n = t->r->n, .before = {1, 1}, .path = ""});
    return true;
}

/* Returns whether equal sums always have the same effect. by[] are the effects, and `of` is how often they occur, from
 * the lowest sum on. */
static bool find_sums(const teller *t, int low, uint32_t by[TOTAL_MAX + 1], portion of[TOTAL_MAX + 1])
{
    const results *r = t->r;
    uint8_t faces[SALVO_DICE_MAX];
    uint64_t i = 0;

    for (int sum = 0; sum <= TOTAL_MAX; sum++) {
        by[sum] = NO_EFFECT;
        of[sum] = (portion){0};
    }
    salvo_dice_first(&r->dice, faces);
    do {
        const uint32_t effect = r->effects[i++];
        int sum = -low;

        for (int d = 0; d < r->dice.count; d++)
            sum += t->dice[d].of[faces[d]];
        if (effect != NO_EFFECT && by[sum] != NO_EFFECT && by[sum] != effect)
            return false;
        by[sum] = effect != NO_EFFECT ? effect : by[sum];
        add_result(&of[sum], r, faces);
    } while (salvo_dice_next(&r->dice, faces));
    return true;
}

static bool tell_sums(teller *t)
{
    uint32_t by[TOTAL_MAX + 1];
    portion of[TOTAL_MAX + 1];
    const salvo_dice *dice = &t->r->dice;
    int low = 0, most = 0;
    row sums;

    for (int d = 0; d < dice->count; d++) {
        int least = t->dice[d].of[1], greatest = least;

        if (!t->dice[d].is_whole)
            return false;
        for (int f = 2; f <= dice->sides[d]; f++) {
            least = t->dice[d].of[f] < least ? t->dice[d].of[f] : least;
            greatest = t->dice[d].of[f] > greatest ? t->dice[d].of[f] : greatest;
        }
        low += least;
        most += greatest - least;
    }
    if (dice->count < 2 || most > TOTAL_MAX || !find_sums(t, low, by, of))
        return false;
    sums = (row){.entry = by, .high = most, .more = low, .die = BARE};
    for (int sum = 0; sum <= most; sum++) {
        const char *words = is_told(&sums, sum) ? NULL : ranges(t, &sums, by[sum]);

        if (!is_told(&sums, sum))
            add_line(t, words ? salvo_arena_printf(t->memory, "sum %s", words) : NULL, by[sum],
                     all_alike(&sums, of, sum));
    }
    return true;
}

/* Returns whether two dice show 1, 2, 3 and so on. */
static bool are_numbered(const teller *t)
{
    return !t->dice[0].is_named && !t->dice[1].is_named;
}

/* Returns whether equal differences of two dice always have the same effect. Opposed rolls depend on who threw more,
 * and by how much. Die by die they would take a line for every face. */
static bool find_differences(const results *r, uint32_t by[2 * DIE_MAX + 1], portion of[2 * DIE_MAX + 1])
{
    const int a = r->dice.sides[0], b = r->dice.sides[1];

    for (int d = 0; d <= 2 * DIE_MAX; d++) {
        by[d] = NO_EFFECT;
        of[d] = (portion){0};
    }
    for (int i = 0; i < a * b; i++) {
        const int difference = DIE_MAX + i / b - i % b;
        const uint8_t faces[SALVO_DICE_MAX] = {(uint8_t)(i / b + 1), (uint8_t)(i % b + 1)};

        if (r->effects[i] == NO_EFFECT || (by[difference] != NO_EFFECT && by[difference] != r->effects[i]))
            return false;
        by[difference] = r->effects[i];
        add_result(&of[difference], r, faces);
    }
    return true;
}

/* Describes differences: "1st D10 more by 3 to 9 or less". */
static const char *difference_words(teller *t, const row *r, uint32_t of)
{
    const int low = r->low, high = r->high;
    salvo_text text = {0};
    const char *words;

    for (int from = low, to; from <= high; from = to + 1) {
        to = from;
        if (r->entry[from] != of)
            continue;
        to = last_alike(r, from);
        salvo_text_put(&text, text.length ? ", or " : "");
        if (from == DIE_MAX && to == DIE_MAX)
            salvo_text_put(&text, "both equal");
        else if (to == high && from <= DIE_MAX + 1)
            salvo_text_put(&text, from > DIE_MAX ? "1st higher" : from == DIE_MAX ? "1st higher or equal" : "");
        else if (from == low && to >= DIE_MAX - 1)
            salvo_text_put(&text, to < DIE_MAX ? "2nd higher" : to == DIE_MAX ? "2nd higher or equal" : "");
        if ((to == high && from < DIE_MAX) || (from == low && to > DIE_MAX) || (to != high && from != low) ||
            (to == high && from > DIE_MAX + 1) || (from == low && to < DIE_MAX - 1))
            if (!(from == DIE_MAX && to == DIE_MAX))
                salvo_text_add(&text, "1st minus 2nd %d to %d", from - DIE_MAX, to - DIE_MAX);
    }
    words = text.failed ? NULL : salvo_arena_text(t->memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return words;
}

static bool tell_differences(teller *t)
{
    uint32_t by[2 * DIE_MAX + 1];
    portion of[2 * DIE_MAX + 1];
    const salvo_dice *dice = &t->r->dice;
    row differences;

    if (dice->count != 2 || !are_numbered(t) || !find_differences(t->r, by, of))
        return false;
    differences =
        (row){.entry = by, .low = DIE_MAX + 1 - dice->sides[1], .high = DIE_MAX + dice->sides[0] - 1, .die = BARE};
    for (int d = differences.low; d <= differences.high; d++)
        if (!is_told(&differences, d))
            add_line(t, difference_words(t, &differences, by[d]), by[d], all_alike(&differences, of, d));
    return true;
}

/* Equal dice whose order does not matter. Faces are of one class if they have the same effect beside any third face.
 * The description then needs only how many dice show a face of each class, and for two dice whether they are a pair. */
typedef struct classes {
    int of[DIE_MAX + 1]; /* by face: the least face of its class */
} classes;

static uint32_t effect_at(const results *r, int f, int g)
{
    return r->effects[(f - 1) * r->dice.sides[1] + g - 1];
}

static bool find_classes(const results *r, classes *c)
{
    const int sides = r->dice.sides[0];

    if (r->dice.count != 2 || r->dice.sides[1] != sides || r->dice.weights[0] || r->dice.weights[1])
        return false;
    for (int f = 1; f <= sides; f++)
        for (int g = 1; g < f; g++)
            if (effect_at(r, f, g) != effect_at(r, g, f))
                return false;
    for (int f = 1; f <= sides; f++) {
        c->of[f] = f;
        for (int g = 1; g < f && c->of[f] == f; g++) {
            bool alike = effect_at(r, f, f) == effect_at(r, g, g);

            for (int h = 1; h <= sides && alike; h++)
                alike = h == f || h == g || effect_at(r, f, h) == effect_at(r, g, h);
            c->of[f] = alike ? c->of[g] : f;
        }
    }
    return true;
}

/* Which two faces of a class: any, two different ones, a pair. */
typedef enum { ANY_TWO, NO_PAIR, PAIR } two_faces;

/* Describes two faces of one class or of two, with their common effect. */
static bool tell_two(teller *t, const classes *c, int f, int g, two_faces which)
{
    static const char *const WORDS[] = {[ANY_TWO] = "both %s", [NO_PAIR] = "both %s, no pair", [PAIR] = "a pair of %s"};
    const results *r = t->r;
    const int sides = r->dice.sides[0];
    uint32_t of[DIE_MAX + 1], effect = NO_EFFECT;
    portion all = {0};
    const char *a, *b;
    row faces;

    for (int i = 1; i <= sides; i++)
        for (int k = 1; k <= sides; k++) {
            const bool these = (c->of[i] == f && c->of[k] == g) || (c->of[i] == g && c->of[k] == f);

            if (!these || (which != ANY_TWO && (which == PAIR) != (i == k)))
                continue;
            if (effect != NO_EFFECT && effect != effect_at(r, i, k))
                return false;
            effect = effect_at(r, i, k);
            all.ways++;
        }
    if (all.ways == 0)
        return true;
    for (int i = 1; i <= sides; i++)
        of[i] = (uint32_t)c->of[i];
    faces = faces_of(t, of, 0);
    a = ranges(t, &faces, (uint32_t)f);
    b = ranges(t, &faces, (uint32_t)g);
    if (!a || !b)
        t->failed = true;
    else if (f != g)
        add_line(t, salvo_arena_printf(t->memory, "one %s, the other %s", a, b), effect, all);
    else
        add_line(t, salvo_arena_printf(t->memory, WORDS[which], a), effect, all);
    return true;
}

static bool tell_classes(teller *t)
{
    classes c;
    bool done = t->r->dice.names[0] == t->r->dice.names[1] && t->dice[0].has_words && find_classes(t->r, &c);

    for (int f = 1; done && f <= t->r->dice.sides[0]; f++)
        for (int g = f; done && g <= t->r->dice.sides[0]; g++)
            if (c.of[f] == f && c.of[g] == g && !tell_two(t, &c, f, g, ANY_TWO))
                done = f == g && tell_two(t, &c, f, g, NO_PAIR) && tell_two(t, &c, f, g, PAIR);
    return done;
}

/* Describes dice that have no short description. */
static void tell_ways(teller *t, size_t n_effects)
{
    portion *by = calloc(n_effects + 1, sizeof *by);

    t->n = 0;
    t->failed = t->failed || !by;
    if (by)
        results_by_effect(t->r, by);
    for (uint32_t e = 0; e < n_effects && !t->failed; e++)
        add_line(t, "", e, by[e]);
    free(by);
}

/* The descriptions are tried from the shortest to the longest, and the first that needs at most LINES_MAX lines is
 * taken. Sums are first: if all sums have one effect each, the dice were meant to be added. */
salvo_status results_tell(const results *r, const char *const *effects, size_t n_effects, salvo_arena *memory,
                          salvo_throw_result **thrown, size_t *n, salvo_error *err)
{
    teller t = {.r = r, .effects = effects, .memory = memory};

    bool (*const ways[])(teller *) = {tell_sums, tell_differences, tell_classes, tell_by_die};
    bool told = false;

    for (int die = 0; die < r->dice.count; die++)
        t.dice[die] = worth_of(&r->dice, die);
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !told; i++) {
        t.n = 0;
        t.is_long = false;
        told = ways[i](&t) && t.n <= LINES_MAX && !t.is_long;
    }
    if (!told)
        tell_ways(&t, n_effects);
    *thrown = t.failed ? NULL : salvo_arena_array(memory, t.n, sizeof **thrown);
    if (*thrown && t.n)
        memcpy(*thrown, t.lines, t.n * sizeof **thrown);
    *n = t.n;
    free(t.lines);
    return *thrown ? SALVO_OK : salvo_fail_memory(err);
}

/* Equal adjacent dice are counted, as in rulebooks: "2D10", not "D10 and D10". */
const char *dice_words(const salvo_dice *dice, salvo_arena *memory)
{
    salvo_text text = {0};
    const char *words;

    for (int i = 0, n; i < dice->count; i += n) {
        n = 1;
        while (i + n < dice->count && dice->sides[i + n] == dice->sides[i] &&
               dice->weights[i + n] == dice->weights[i] && dice->names[i + n] == dice->names[i])
            n++;
        salvo_text_put(&text, salvo_between((size_t)i, (size_t)(dice->count - n + 1), " and "));
        if (n > 1)
            salvo_text_add(&text, "%d", n);
        salvo_text_add(&text, "D%d%s", dice->sides[i], dice->weights[i] ? " (weighted)" : "");
    }
    words = text.failed ? NULL : salvo_arena_text(memory, text.length ? salvo_text_of(&text) : "no dice");
    salvo_text_free(&text);
    return words;
}
