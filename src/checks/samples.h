/* Words for a question, drawn by chance from what its parameters allow. */
#ifndef SALVO_CHECKS_SAMPLES_H
#define SALVO_CHECKS_SAMPLES_H

#include <salvo/rules.h>

#include "rng/pcg32.h"

enum { SAMPLE_WORDS_MAX = 64 };

/* Writes "key=value" words for the schema into `words`: what must be given, and, unless it is to be `plain`, every other
 * parameter in half of the cases. SALVO_BAD_INPUT where a value cannot be made up: a table has no rows; SALVO_NO_MEMORY. What
 * the words say may still be refused. */
salvo_status sample_words(const char *words[SAMPLE_WORDS_MAX], size_t *n, const salvo_schema *schema,
                          const salvo_store *store, bool plain, pcg32 *rng, salvo_arena *memory);

#endif
