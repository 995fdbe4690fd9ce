#include "cli/list.h"

salvo_status list_put(list *to, const char *word, salvo_error *err)
{
    if (to->n == WORDS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "more than %d words on the command line", WORDS_MAX);
    to->text[to->n++] = word;
    return SALVO_OK;
}

salvo_status list_put_all(list *to, const list *from, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < from->n && status == SALVO_OK; i++)
        status = list_put(to, from->text[i], err);
    return status;
}

salvo_status list_put_pair(list *to, const char *key, const char *value, salvo_arena *memory, salvo_error *err)
{
    const char *word = value ? salvo_arena_printf(memory, "%s=%s", key, value) : NULL;

    if (!value)
        return SALVO_OK;
    return word ? list_put(to, word, err) : salvo_fail_memory(err);
}
