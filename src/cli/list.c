/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists never fail where they are filled: they note it, so that a row of additions needs one check. */
#include "cli/list.h"

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
    /* No value is an option that was not given, and no failure. */
    to->failed = to->failed || (value && !word);
}

salvo_status list_check(const list *l, salvo_error *err)
{
    if (l->full)
        return salvo_fail(err, SALVO_BAD_INPUT, "the command line has more than %d words", WORDS_MAX);
    return l->failed ? salvo_fail_memory(err) : SALVO_OK;
}
