/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of sentences: English plurals by their rules, with the few exceptions that salvo's texts use. */
#include "base/phrase.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct irregular {
    const char *one, *many;
} IRREGULAR[] = {{"die", "dice"}, {"foot", "feet"}, {"man", "men"}};

static bool ends_with(const char *word, size_t length, const char *end)
{
    size_t n = strlen(end);

    return length >= n && strncmp(word + length - n, end, n) == 0;
}

static bool is_vowel(char c)
{
    return c && strchr("aeiouAEIOU", c);
}

/* The bytes of the word at the end of these `length`. */
static size_t last_word(const char *noun, size_t length)
{
    size_t n = 0;

    while (n < length && noun[length - n - 1] != ' ')
        n++;
    return n;
}

/* How many bytes of the noun stay in the plural, and what follows them. */
static size_t plural(const char *noun, size_t length, const char **end)
{
    size_t word = last_word(noun, length);

    for (size_t i = 0; i < sizeof IRREGULAR / sizeof *IRREGULAR; i++)
        if (word == strlen(IRREGULAR[i].one) && strncmp(noun + length - word, IRREGULAR[i].one, word) == 0) {
            *end = IRREGULAR[i].many;
            return length - word;
        }
    if (length > 1 && noun[length - 1] == 'y' && !is_vowel(noun[length - 2])) {
        *end = "ies";
        return length - 1;
    }
    *end = ends_with(noun, length, "s") || ends_with(noun, length, "x") || ends_with(noun, length, "ch") ||
                   ends_with(noun, length, "sh")
               ? "es"
               : "s";
    return length;
}

/* Where the noun's own words end: "pair" in "pair of armies", "number" in "number in the tables". */
static size_t head_length(const char *noun)
{
    static const char *const PREPOSITIONS[] = {" of ", " in "};
    size_t length = strlen(noun);

    for (size_t i = 0; i < sizeof PREPOSITIONS / sizeof *PREPOSITIONS; i++) {
        const char *at = strstr(noun, PREPOSITIONS[i]);

        if (at && (size_t)(at - noun) < length)
            length = (size_t)(at - noun);
    }
    return length;
}

/* Of a phrase that was too long, the last character may be incomplete: takes it off, whole or not. */
static void cut(salvo_phrase *p, int length)
{
    size_t end = sizeof p->text - 1;

    if (length >= 0 && (size_t)length <= end)
        return;
    while (end && ((unsigned char)p->text[--end] & 0xC0) == 0x80)
        ;
    p->text[end] = '\0';
}

static salvo_phrase number_with(const char *number, bool is_one, const char *noun)
{
    salvo_phrase p = {""};
    size_t head = head_length(noun), stays = head;
    const char *end = "";

    if (!is_one)
        stays = plural(noun, head, &end);
    cut(&p, snprintf(p.text, sizeof p.text, "%s %.*s%s%s", number, (int)stays, noun, end, noun + head));
    return p;
}

salvo_phrase salvo_counted(uint64_t n, const char *noun)
{
    char number[32];

    snprintf(number, sizeof number, "%llu", (unsigned long long)n);
    return number_with(n ? number : "no", n == 1, noun);
}

salvo_phrase salvo_measured(double value, const char *noun)
{
    char number[32];

    snprintf(number, sizeof number, "%.15g", value);
    return number_with(number, strcmp(number, "1") == 0, noun);
}

const char *salvo_agree(uint64_t n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

/* A number is read as a whole: eight, eleven, eighteen, eighty-eight. */
static bool number_has_an(const char *noun)
{
    size_t digits = strspn(noun, "0123456789");

    return *noun == '8' ||
           ((digits == 2 || digits == 5) && (strncmp(noun, "11", 2) == 0 || strncmp(noun, "18", 2) == 0));
}

/* Letters that are spelled: M4A1, T-34, HMG. One letter of the size of a word is such a letter, too. */
static bool is_spelled(const char *noun)
{
    return isupper((unsigned char)noun[0]) && !islower((unsigned char)noun[1]) && noun[1] != '\'';
}

/* "u" as in "unit", not as in "uncle"; "one"; "eu". */
static bool begins_like_you(const char *noun)
{
    char word[5] = "";

    for (size_t i = 0; i < sizeof word - 1 && noun[i]; i++)
        word[i] = (char)tolower((unsigned char)noun[i]);
    return strncmp(word, "uni", 3) == 0 || strncmp(word, "use", 3) == 0 || strncmp(word, "eu", 2) == 0 ||
           strncmp(word, "one", 3) == 0;
}

const char *salvo_article(const char *noun)
{
    bool an;

    if (isdigit((unsigned char)noun[0]))
        an = number_has_an(noun);
    else if (is_spelled(noun))
        an = strchr("AEFHILMNORSX", noun[0]);
    else
        an = is_vowel(noun[0]) && !begins_like_you(noun);
    return an ? "an" : "a";
}

const char *salvo_between(size_t i, size_t n, const char *last)
{
    return i == 0 ? "" : i + 1 == n ? last : ", ";
}
