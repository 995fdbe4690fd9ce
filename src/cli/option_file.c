#include "cli/option_file.h"

static salvo_status take_words(options *o, char *const *words, size_t n, salvo_arena *memory, salvo_error *err)
{
    for (size_t i = 0; i < n; i++) {
        const char *word = salvo_arena_text(memory, words[i]);

        if (!word)
            return salvo_fail_memory(err);
        /* The typed words are in the same list already. */
        if (o->parameters.n == WORDS_MAX)
            return salvo_fail(err, SALVO_BAD_INPUT, "more than %d words", WORDS_MAX);
        o->parameters.text[o->parameters.n++] = word;
    }
    return SALVO_OK;
}

salvo_status option_file_take(options *o, const void *document, const option_key *keys, size_t n_keys,
                              char *const *words, size_t n_words, salvo_arena *memory, salvo_error *err)
{
    for (size_t i = 0; i < n_keys; i++) {
        char *const *from = (char *const *)(const void *)((const char *)document + keys[i].from);
        const char **to = (const char **)(void *)((char *)o + keys[i].to);

        /* What was typed stays: a file is tried with one thing changed. */
        if (!*to && *from && !(*to = salvo_arena_text(memory, *from)))
            return salvo_fail_memory(err);
    }
    return take_words(o, words, n_words, memory, err);
}
