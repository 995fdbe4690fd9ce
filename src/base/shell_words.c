/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shell_words.h"

#include <stdbool.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The word that begins at *from, without its quotes, into `to`; *from moves behind it. false: a quote is never closed. */
static bool take_word(const char **from, char *to)
{
    char quote = '\0';

    for (; **from && (quote || !is_blank(**from)); ++*from) {
        /* Inside one kind of quote the other is an ordinary character. */
        if (quote ? **from == quote : **from == '\'' || **from == '"') {
            quote = quote ? '\0' : **from;
        } else {
            /* A backslash at the very end stands for itself. */
            if (**from == '\\' && quote != '\'' && (*from)[1])
                ++*from;
            *to++ = **from;
        }
    }
    *to = '\0';
    return !quote;
}

salvo_status shell_words(const char *text, char **words, size_t room, size_t *n, salvo_arena *memory, salvo_error *err)
{
    const char *at = text;

    for (*n = 0;; ++*n) {
        char *word;

        while (is_blank(*at))
            at++;
        if (!*at)
            return SALVO_OK;
        if (*n == room)
            return salvo_fail(err, SALVO_BAD_INPUT, "the command has more than %d words", (int)room);
        /* The rest of the text is room enough: a word only loses characters. */
        word = salvo_arena_array(memory, strlen(at) + 1, 1);
        if (!word)
            return salvo_fail_memory(err);
        if (!take_word(&at, word))
            return salvo_fail(err, SALVO_BAD_INPUT, "a quotation mark is not closed in: %s", text);
        words[*n] = word;
    }
}
