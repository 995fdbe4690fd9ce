/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two forms of a name are compared: squeezed (letters and digits in small letters) and joined (its words, with Arabic
 * for Roman numerals). The second takes longer, so the first is tried first, and compared without being built. */
#include "data/names.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <salvo/data.h>
#include <salvo/text.h>

#include "base/phrase.h"

enum {
    KEY_MAX = SALVO_NAME_KEY_MAX,
    SUGGESTIONS = 3, /* nearest names in a message */
    PART_MIN = 3,    /* letters and digits that can name a unit by a part of its name */
};

/* Bytes from 0x80 on belong to UTF-8 letters: only ASCII is folded. */
static bool part_of_word(unsigned char c)
{
    return isalnum(c) || c >= 0x80;
}

static char lower(char c)
{
    return (char)tolower((unsigned char)c);
}

/* Models have numbers up to about ten, and a longer list would treat words such as "mix" as numbers. */
static const char *arabic(const char *word)
{
    static const char *const ROMAN[] = {"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"};
    static const char *const ARABIC[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};

    for (size_t i = 0; i < sizeof ROMAN / sizeof *ROMAN; i++)
        if (strcmp(word, ROMAN[i]) == 0)
            return ARABIC[i];
    return word;
}

static const char *skip_to_word(const char *name)
{
    while (*name && !part_of_word((unsigned char)*name))
        name++;
    return name;
}

/* Splits the name into words in small letters, with Arabic for Roman numerals. Words beyond the limit are left out: two
 * names that differ only there would be equal, but no unit has that many. */
static void split(salvo_name_words *out, const char *name)
{
    size_t used = 0;

    out->count = 0;
    for (name = skip_to_word(name); *name && out->count < SALVO_NAME_WORDS_MAX; name = skip_to_word(name)) {
        size_t start = used;

        while (part_of_word((unsigned char)*name) && used + 1 < sizeof out->bytes) /* one byte is kept for the NUL */
            out->bytes[used++] = lower(*name++);
        if (used == start)
            return; /* no room left */
        out->bytes[used++] = '\0';
        out->spelled[out->count] = out->bytes + start;
        out->word[out->count++] = arabic(out->bytes + start);
    }
}

/* Joins without blanks, so that "Pz III" and "PzIII" are one key. */
static void join(char key[KEY_MAX], const salvo_name_words *w)
{
    size_t used = 0;

    for (size_t i = 0; i < w->count; i++)
        for (const char *c = w->word[i]; *c && used + 1 < KEY_MAX; c++)
            key[used++] = *c;
    key[used] = '\0';
}

/* A name longer than a key is cut, on both sides alike. */
static void squeeze(char key[KEY_MAX], const char *name)
{
    size_t used = 0;

    for (; *name && used + 1 < KEY_MAX; name++)
        if (part_of_word((unsigned char)*name))
            key[used++] = lower(*name);
    key[used] = '\0';
}

/* Both forms are made once, because one typed name is compared with thousands. */
void salvo_name_type(salvo_typed_name *typed, const char *name)
{
    typed->text = name;
    squeeze(typed->squeezed, name);
    split(&typed->words, name);
    join(typed->joined, &typed->words);
}

/* Returns whether squeezing the name makes `key`; it compares without building it. */
static bool squeezes_to(const char *name, const char *key)
{
    size_t used = 0;

    for (; *name && used + 1 < KEY_MAX; name++)
        if (part_of_word((unsigned char)*name) && lower(*name) != key[used++])
            return false;
    return key[used] == '\0';
}

/* Returns whether the joined name could begin as the key does: a cheap test that saves most splits. A word that begins
 * with i, v or x may be a numeral. */
static bool could_begin(const char *name, const char *key)
{
    char first = lower(*skip_to_word(name));

    return first == *key || strchr("ivx", first);
}

/* Either form suffices: squeezed, or joined from words with their numerals. */
bool salvo_typed_matches(const salvo_typed_name *typed, const char *name)
{
    char key[KEY_MAX];
    salvo_name_words words;

    if (squeezes_to(name, typed->squeezed))
        return typed->squeezed[0] != '\0'; /* a name of punctuation alone matches nothing */
    if (!could_begin(name, typed->joined))
        return false;
    split(&words, name);
    join(key, &words);
    return key[0] != '\0' && strcmp(key, typed->joined) == 0;
}

int salvo_name_matches(const char *a, const char *b)
{
    salvo_typed_name typed;

    salvo_name_type(&typed, a);
    return salvo_typed_matches(&typed, b);
}

/* The sign before a number: a "-" after a word is a hyphen as well. */
typedef enum { NO_SIGN, PLUS, MINUS, HYPHEN } number_sign;

/* Skips to the end of the next number of the name; returns its sign. */
static number_sign next_sign(const char *name, size_t *at)
{
    number_sign sign;

    while (name[*at] && !isdigit((unsigned char)name[*at]))
        ++*at;
    if (!name[*at] || *at == 0)
        sign = NO_SIGN;
    else if (name[*at - 1] != '-')
        sign = name[*at - 1] == '+' ? PLUS : NO_SIGN;
    else
        sign = *at > 1 && part_of_word((unsigned char)name[*at - 2]) ? HYPHEN : MINUS;
    while (isdigit((unsigned char)name[*at]))
        ++*at;
    return sign;
}

/* "a-1" is "a 1" and "a-1", but not "a+1"; "+1" is "1". */
static bool are_same_signs(number_sign a, number_sign b)
{
    if (a == HYPHEN || b == HYPHEN)
        return a != PLUS && b != PLUS;
    return (a == MINUS) == (b == MINUS);
}

int salvo_outcome_matches(const char *a, const char *b)
{
    size_t i = 0, k = 0;

    while (a[i] || b[k])
        if (!are_same_signs(next_sign(a, &i), next_sign(b, &k)))
            return false;
    return salvo_name_matches(a, b);
}

/* Returns whether adjacent words of the name, from the first of `from` on, are the key without blanks. */
static bool begins_with(const char *const *from, size_t n, const char *key)
{
    for (size_t i = 0; i < n && *key; i++) {
        size_t length = strlen(from[i]);

        if (strncmp(from[i], key, length) != 0)
            return false;
        key += length;
    }
    return *key == '\0';
}

/* Finds adjacent words, in order, anywhere in the name. Blanks do not count: "Bf 109" is in "BF109 E3". */
bool salvo_typed_is_part(const salvo_typed_name *typed, const char *whole)
{
    salvo_name_words w;

    if (strlen(typed->squeezed) < PART_MIN) /* "M4" is in too many names */
        return false;
    split(&w, whole);
    for (size_t at = 0; at < w.count; at++)
        if (begins_with(w.word + at, w.count - at, typed->joined) ||
            begins_with(w.spelled + at, w.count - at, typed->squeezed))
            return true;
    return false;
}

bool salvo_name_has_words(const char *whole, const char *part)
{
    salvo_typed_name typed;

    salvo_name_type(&typed, part);
    return salvo_typed_is_part(&typed, whole);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the optimal string alignment distance (Damerau 1964, restricted to swaps of neighbours). Three rows of the
 * table are enough, because a swap looks two rows back. It compares letters and not sounds: people mistype letters, and
 * names of tanks are mostly numbers. */
static size_t slips(const char *a, const char *b)
{
    size_t row[3][KEY_MAX + 1] = {{0}};
    size_t n = strlen(a), m = strlen(b);

    for (size_t j = 0; j <= m; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];

        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            now[j] = least(before[j], now[j - 1]) + 1;
            now[j] = least(now[j], before[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], earlier[j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

/* Returns the slips from the typed key to another, or a number above `limit`: the lengths alone may show that there are
 * more. */
static size_t slips_within(const char *key, const char *other, size_t limit)
{
    size_t n = strlen(key), m = strlen(other);

    /* It is below SIZE_MAX, so that adding 1 does not wrap. */
    return (n > m ? n - m : m - n) > limit ? SIZE_MAX - 1 : slips(key, other);
}

/* Returns salvo_name_distance, or a number above `limit`. Single words are tried because people type "tigre" for "Tiger
 * I", which is far from the whole name. */
static size_t distance_within(const salvo_typed_name *typed, const char *name, size_t limit)
{
    char other[KEY_MAX];
    salvo_name_words w;
    size_t best;

    if (salvo_typed_matches(typed, name))
        return 0;
    squeeze(other, name);
    best = slips_within(typed->squeezed, other, limit);
    split(&w, name);
    /* A single word counts as one slip farther than the whole name. */
    for (size_t i = 0; i < w.count && w.count > 1; i++) {
        snprintf(other, sizeof other, "%s", w.word[i]);
        best = least(best, slips_within(typed->squeezed, other, limit) + 1);
    }
    return best ? best : 1; /* no match, so at least 1, even if the squeezed forms are equal */
}

size_t salvo_name_distance(const char *typed, const char *name)
{
    salvo_typed_name t;

    salvo_name_type(&t, typed);
    return distance_within(&t, name, SIZE_MAX);
}

/* Names may be members of larger records, one every `stride` bytes. */
static const char *name_at(const void *names, size_t stride, size_t i)
{
    return *(const char *const *)(const void *)((const char *)names + i * stride);
}

/* The exact spelling is first: with "mg" and "MG" in two tables, both must be reachable. */
int salvo_name_among_at(const void *names, size_t stride, size_t n, const char *typed)
{
    salvo_typed_name t;
    int found = -1;

    for (size_t i = 0; i < n; i++)
        if (strcmp(name_at(names, stride, i), typed) == 0)
            return (int)i;
    salvo_name_type(&t, typed);
    for (size_t i = 0; i < n; i++)
        if (salvo_typed_matches(&t, name_at(names, stride, i))) {
            if (found >= 0) /* the second match: ambiguous */
                return -1;
            found = (int)i;
        }
    return found;
}

int salvo_name_among(const char *const *names, size_t n, const char *typed)
{
    return salvo_name_among_at(names, sizeof *names, n, typed);
}

/* Lists 'a', 'b' and 'c'. */
static void list(salvo_text *text, const char *const *names, size_t n, const char *last)
{
    for (size_t i = 0; i < n; i++)
        salvo_text_add(text, "%s'%s'", salvo_between(i, n, last), names[i]);
}

/* Returns the number of slips that a name of that length may have. It is one, and one more for every three letters: a
 * short name with two slips is another name. */
static size_t slips_allowed(const salvo_typed_name *typed)
{
    return typed->squeezed[0] ? 1 + strlen(typed->squeezed) / 3 : 0;
}

/* Finds the nearest names within `limit` slips, the nearest first, and returns their number. Insertion keeps them
 * sorted, because only a few are wanted. Ties keep the order of the list. */
static size_t find_near(const char *near[SUGGESTIONS], const char *const *names, size_t n,
                        const salvo_typed_name *typed, size_t limit)
{
    size_t far[SUGGESTIONS];
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        /* Only nearer ones than the farthest so far are computed. */
        size_t most = found == SUGGESTIONS ? least(limit, far[SUGGESTIONS - 1]) : limit;
        size_t distance = distance_within(typed, names[i], most);
        size_t at = found;
        bool told = false;

        for (size_t k = 0; k < found; k++) /* several units may have one name: it is proposed once */
            told = told || strcmp(near[k], names[i]) == 0;
        while (at > 0 && far[at - 1] > distance)
            at--;
        if (told || distance > limit || at == SUGGESTIONS)
            continue;
        found = least(found + 1, SUGGESTIONS);
        for (size_t k = found - 1; k > at; k--) {
            near[k] = near[k - 1];
            far[k] = far[k - 1];
        }
        near[at] = names[i];
        far[at] = distance;
    }
    return found;
}

bool salvo_names_near(const char *const *names, size_t n, const char *typed)
{
    const char *near[SUGGESTIONS];
    salvo_typed_name t;

    salvo_name_type(&t, typed);
    return find_near(near, names, n, &t, slips_allowed(&t)) > 0;
}

/* Words of at most three letters stay: "SS", "GMC". */
bool salvo_name_singular(char *singular, size_t room, const char *name)
{
    size_t used = 0, word = 0;
    bool changed = false;

    for (; *name; name++) {
        bool last = !part_of_word((unsigned char)name[1]);

        word = part_of_word((unsigned char)*name) ? word + 1 : 0;
        if (word > PART_MIN && last && lower(*name) == 's')
            changed = true;
        else if (used + 1 < room)
            singular[used++] = *name;
        else
            return false;
    }
    singular[used] = '\0';
    return changed;
}

/* There are two kinds of help, in this order: likely slips, and the whole list if it is short. The nearest of a long
 * list would be a wild guess. */
salvo_status salvo_names_fail(salvo_error *err, const char *const *names, size_t n, const char *typed,
                              const char *format, ...)
{
    const char *near[SUGGESTIONS];
    salvo_typed_name t;
    size_t found;
    char message[4 * SALVO_ERROR_TEXT]; /* format may quote typed text: longer than an error's text */
    salvo_text hint = {0};
    va_list values;

    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    salvo_name_type(&t, typed);
    found = find_near(near, names, n, &t, slips_allowed(&t));
    if (found) {
        salvo_text_put(&hint, "; did you mean ");
        list(&hint, near, found, " or ");
        salvo_text_put(&hint, "?");
    } else if (n > 0 && n <= SALVO_NAMES_LISTED) {
        salvo_text_put(&hint, n == 1 ? "; there is " : "; there are ");
        list(&hint, names, n, " and ");
    } else if (n > 0) {
        salvo_text_put(&hint, "; no name here is similar");
    }
    salvo_fail(err, SALVO_BAD_INPUT, "%s%s", message, salvo_text_of(&hint));
    salvo_text_free(&hint);
    return SALVO_BAD_INPUT;
}

static bool is_small(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool salvo_is_id(const char *text)
{
    for (const char *c = text; *c; c++)
        /* This is a hyphen at the beginning, at the end or after another. */
        if (!is_small(*c) && (*c != '-' || c == text || c[-1] == '-' || !c[1]))
            return false;
    return *text != '\0';
}

/* Letters outside ASCII become hyphens too: a proposal may be ugly, but it must be valid. */
void salvo_id_propose(char id[SALVO_ID_PROPOSAL], const char *text)
{
    /* Other characters become hyphens, and several become one. */
    size_t n = 0;

    for (; *text && n + 2 < SALVO_ID_PROPOSAL; text++) {
        char c = *text >= 'A' && *text <= 'Z' ? lower(*text) : *text;

        if (is_small(c))
            id[n++] = c;
        else if (n && id[n - 1] != '-')
            id[n++] = '-';
    }
    while (n && id[n - 1] == '-')
        n--;
    id[n] = '\0';
}
