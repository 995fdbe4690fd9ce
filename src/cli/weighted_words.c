/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/weighted_words.h"

#include <stdio.h>
#include <string.h>

#include "rules/parse.h"

void weighted_word_take(const char **text, char word[WORD_BYTES])
{
    size_t length = strcspn(*text, ",");

    snprintf(word, WORD_BYTES, "%.*s", (int)length, *text);
    *text = (*text)[length] ? *text + length + 1 : NULL;
}

salvo_status weighted_word_cut(const char *option, char *word, double *weight, salvo_error *err)
{
    char *colon = strchr(word, ':');

    *weight = 1;
    if (!colon)
        return SALVO_OK;
    *colon = '\0';
    if (salvo_number_parse(colon + 1, weight) && *weight > 0)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "%s %s:%s: not a weight; give a number above 0, as in %s:2", option, word,
                      colon + 1, word);
}

salvo_status weighted_word_twice(const char *option, const char *word, salvo_error *err)
{
    return salvo_fail(err, SALVO_BAD_INPUT, "%s: '%s' is given twice; give it once, with a weight if you like: %s:2",
                      option, word, word);
}
