/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the words of an entry: whether its procedure takes them. */
#ifndef SALVO_APPENDIX_WORDS_H
#define SALVO_APPENDIX_WORDS_H

#include <salvo/appendix.h>

#include "appendix/document.h"

/* Refuses the following at its place: a word, a key or a value that the procedure does not take; a name in a pair that
 * is no unit's; a key with two values from words, tables, rows, columns and pairs. The wish (of kind TABLE or DUELS) is
 * entry `at` of the list `source`. */
salvo_status appendix_words_check(const appendix_wish *wish, size_t at, const salvo_yaml *source,
                                  const salvo_rulebook *book, const salvo_procedure *procedure, salvo_arena *memory,
                                  salvo_error *err);

/* Cuts "Tiger I against Sherman Firefly" in two; *second is NULL if the text is not a pair. Fails only with
 * SALVO_NO_MEMORY. */
salvo_status appendix_pair_cut(const char *text, const char **first, const char **second, salvo_arena *memory);

#endif
