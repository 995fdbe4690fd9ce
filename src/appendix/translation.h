/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of an appendix in its editor's language. */
#ifndef SALVO_APPENDIX_TRANSLATION_H
#define SALVO_APPENDIX_TRANSLATION_H

#include <salvo/appendix.h>

#include "appendix/document.h"

/* Reads the list's `words`: "range = Entfernung", or the name of an included section, "german", which is a file in the
 * folder words beside the rulebooks, and may have a language and the decimal mark. Later words override earlier
 * ones. */
salvo_status translation_read(salvo_appendix *appendix, const salvo_yaml *list, salvo_error *err);

/* Returns the word in the editor's language, else itself. */
const char *translation_of(const salvo_appendix_word *words, const char *said);

/* Returns a text with each of its parts, which commas divide, in the editor's language: "Medium, 150 mm". A "#" in the
 * words is a number: "# to # m = # bis # m". A capital letter at the beginning does not matter. NULL: memory is out. */
const char *translation_of_parts(const salvo_appendix_word *words, const char *said, salvo_arena *memory);

#endif
