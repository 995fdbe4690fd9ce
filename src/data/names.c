#include "data/names.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <salvo/data.h>

#include "base/text.h"

enum {
    KEY_MAX = 128,   /* bytes of a name that are compared; longer ones are cut */
    WORDS_MAX = 24,  /* words of a name that are compared */
    SUGGESTIONS = 3, /* nearest names in a message */
    LIST_WHOLE = 16, /* a list this short is shown whole */
    PART_MIN = 3,    /* letters and digits that can name a unit by a part of its name */
};

typedef struct words {
    char bytes[KEY_MAX * 2];
    const char *word[WORDS_MAX];
    size_t count;
} words;

static bool part_of_word(unsigned char c)
{
    return isalnum(c) || c >= 0x80;
}

static char lower(char c)
{
    return (char)tolower((unsigned char)c);
}

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

/* The name's words in lower case, Roman numerals as Arabic ones. */
static void split(words *out, const char *name)
{
    size_t used = 0;

    out->count = 0;
    for (name = skip_to_word(name); *name && out->count < WORDS_MAX; name = skip_to_word(name)) {
        size_t start = used;

        while (part_of_word((unsigned char)*name) && used + 1 < sizeof out->bytes)
            out->bytes[used++] = lower(*name++);
        if (used == start)
            return; /* no room left */
        out->bytes[used++] = '\0';
        out->word[out->count++] = arabic(out->bytes + start);
    }
}

static void join(char key[KEY_MAX], const words *w)
{
    size_t used = 0;

    key[0] = '\0';
    for (size_t i = 0; i < w->count && used + 1 < KEY_MAX; i++)
        used += (size_t)snprintf(key + used, KEY_MAX - used, "%s", w->word[i]);
}

static void squeeze(char key[KEY_MAX], const char *name)
{
    size_t used = 0;

    for (; *name && used + 1 < KEY_MAX; name++)
        if (part_of_word((unsigned char)*name))
            key[used++] = lower(*name);
    key[used] = '\0';
}

int salvo_name_matches(const char *a, const char *b)
{
    char key_a[KEY_MAX], key_b[KEY_MAX];
    words words_a, words_b;

    squeeze(key_a, a);
    squeeze(key_b, b);
    if (strcmp(key_a, key_b) == 0)
        return key_a[0] != '\0';
    split(&words_a, a);
    split(&words_b, b);
    join(key_a, &words_a);
    join(key_b, &words_b);
    return key_a[0] != '\0' && strcmp(key_a, key_b) == 0;
}

bool salvo_name_has_words(const char *whole, const char *part)
{
    char key[KEY_MAX];
    words w, p;

    squeeze(key, part);
    if (strlen(key) < PART_MIN)
        return false;
    split(&w, whole);
    split(&p, part);
    for (size_t at = 0; at + p.count <= w.count; at++) {
        size_t same = 0;

        while (same < p.count && strcmp(w.word[at + same], p.word[same]) == 0)
            same++;
        if (same == p.count)
            return true;
    }
    return false;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Optimal string alignment distance (Damerau 1964, restricted to one swap of neighbours). */
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

size_t salvo_name_distance(const char *typed, const char *name)
{
    char key[KEY_MAX] = "", other[KEY_MAX] = "";
    words w;
    size_t best;

    if (salvo_name_matches(typed, name))
        return 0;
    squeeze(key, typed);
    squeeze(other, name);
    best = slips(key, other);
    split(&w, name);
    for (size_t i = 0; i < w.count && w.count > 1; i++) {
        snprintf(other, sizeof other, "%s", w.word[i]);
        best = least(best, slips(key, other) + 1);
    }
    return best ? best : 1;
}

int salvo_name_among(const char *const *names, size_t n, const char *typed)
{
    for (size_t i = 0; i < n; i++)
        if (salvo_name_matches(names[i], typed))
            return (int)i;
    return -1;
}

static void list(salvo_text *text, const char *const *names, size_t n, const char *last)
{
    for (size_t i = 0; i < n; i++)
        salvo_text_add(text, "%s'%s'", i == 0 ? "" : i + 1 == n ? last : ", ", names[i]);
}

/* As many slips as a name of that length can have and still be meant. */
static size_t slips_allowed(const char *typed)
{
    char key[KEY_MAX];

    squeeze(key, typed);
    return key[0] ? 1 + strlen(key) / 3 : 0;
}

/* The nearest names within `limit` slips, nearest first; how many. */
static size_t find_near(const char *near[SUGGESTIONS], const char *const *names, size_t n, const char *typed,
                        size_t limit)
{
    size_t far[SUGGESTIONS];
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        size_t distance = salvo_name_distance(typed, names[i]);
        size_t at = found;

        while (at > 0 && far[at - 1] > distance)
            at--;
        if (distance > limit || at == SUGGESTIONS)
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

salvo_status salvo_names_fail(salvo_error *err, const char *const *names, size_t n, const char *typed,
                              const char *format, ...)
{
    const char *near[SUGGESTIONS];
    size_t found = find_near(near, names, n, typed, slips_allowed(typed));
    char message[4 * SALVO_ERROR_TEXT];
    salvo_text hint = {0};
    va_list values;

    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    if (found) {
        salvo_text_put(&hint, "; did you mean ");
        list(&hint, near, found, " or ");
        salvo_text_put(&hint, "?");
    } else if (n > 0 && n <= LIST_WHOLE) {
        salvo_text_put(&hint, n == 1 ? "; there is " : "; there are ");
        list(&hint, names, n, " and ");
    } else if ((found = find_near(near, names, n, typed, SIZE_MAX)) > 0) {
        salvo_text_put(&hint, "; the nearest are ");
        list(&hint, near, found, " and ");
    }
    salvo_fail(err, SALVO_BAD_INPUT, "%s%s", message, salvo_text_of(&hint));
    salvo_text_free(&hint);
    return SALVO_BAD_INPUT;
}
