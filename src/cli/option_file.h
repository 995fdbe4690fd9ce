/* What files whose keys are options share: a battle's, and that of the conditions of prices. */
#ifndef SALVO_CLI_OPTION_FILE_H
#define SALVO_CLI_OPTION_FILE_H

#include "cli/options.h"

/* Which member of a document becomes which member of struct options: their places, both of them texts. */
typedef struct option_key {
    size_t from, to;
} option_key;

/* Copies the texts of the document into the options that are not set, for an option on the command line goes before the
 * file's, and adds its words to those that were typed. Memory is the arena's. */
salvo_status option_file_take(options *o, const void *document, const option_key *keys, size_t n_keys,
                              char *const *words, size_t n_words, salvo_arena *memory, salvo_error *err);

#endif
