/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that fill a list never fail. They note a failure, so a series of additions needs only one check. */
#include "cli/list.h"

#include <string.h>

void list_put(list *to, const char *word)
{
    if (to->n < WORDS_MAX)
        to->text[to->n++] = word;
    else
        to->full = true;
}

void list_put_all(list *to, const list *from)
{
    for (size_t i = 0; i < from->n; i++)
        list_put(to, from->text[i]);
}

void list_put_pair(list *to, const char *key, const char *value, salvo_arena *memory)
{
    const char *word = value ? salvo_arena_printf(memory, "%s=%s", key, value) : NULL;

    if (word)
        list_put(to, word);
    /* A NULL value is an option that was not given, not a failure. */
    to->failed = to->failed || (value && !word);
}

void list_drop_first(list *from)
{
    memmove(from->text, from->text + 1, --from->n * sizeof *from->text);
}

salvo_status list_check(const list *l, salvo_error *err)
{
    if (l->full)
        return salvo_fail(err, SALVO_BAD_INPUT, "the command line has more than %d words", WORDS_MAX);
    return l->failed ? salvo_fail_memory(err) : SALVO_OK;
}
