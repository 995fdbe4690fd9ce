/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shell_words.h"

#include <stdbool.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies the word at *from to `to`, without its quotes, and moves *from behind it. Returns false if a quote is not
 * closed. */
static bool take_word(const char **from, char *to)
{
    char quote = '\0';

    for (; **from && (quote || !is_blank(**from)); ++*from) {
        /* Inside one kind of quote the other is an ordinary character. */
        if (quote ? **from == quote : **from == '\'' || **from == '"') {
            quote = quote ? '\0' : **from;
        } else {
            /* A backslash at the very end is itself a character. */
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
        /* The length of the rest is enough, because a word only loses characters. */
        word = salvo_arena_array(memory, strlen(at) + 1, 1);
        if (!word)
            return salvo_fail_memory(err);
        if (!take_word(&at, word))
            return salvo_fail(err, SALVO_BAD_INPUT, "a quotation mark is not closed in: %s", text);
        words[*n] = word;
    }
}

void shell_word_put(salvo_text *to, const char *word)
{
    const char *quote = *word && !strpbrk(word, " ()\"'|&;<>*?$") ? "" : strchr(word, '\'') ? "\"" : "'";

    salvo_text_add(to, "%s%s%s%s", *salvo_text_of(to) ? " " : "", quote, word, quote);
}
