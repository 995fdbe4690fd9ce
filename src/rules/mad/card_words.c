/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of record cards about ranges, the same for ground elements and aircraft. Both functions return NULL if memory
 * is out; a card checks all its lines at the end. */
#include "rules/mad/card_words.h"

#include <salvo/text.h>

/* A "-" is printed as in the book, so that the numbers stay under their columns. */
const char *mad_numbers_words(salvo_arena *memory, const salvo_brackets *brackets, const int *to_hit)
{
    salvo_text text = {0};
    const char *numbers;

    for (size_t i = 0; i < brackets->count; i++) {
        salvo_text_put(&text, i ? " " : "");
        if (to_hit[i] == SALVO_BLANK)
            salvo_text_put(&text, "-");
        else
            salvo_text_add(&text, "%d", to_hit[i]);
    }
    numbers = text.failed ? NULL : salvo_arena_text(memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return numbers;
}

/* The heading names only the first and last column: the numbers below are in the order of the columns between them. */
const char *mad_range_words(salvo_arena *memory, const salvo_store *store, const salvo_brackets *brackets)
{
    return salvo_arena_printf(memory, "  to hit, %.15g to %.15g %s", brackets->upto[0],
                              brackets->upto[brackets->count - 1], store->distance_unit);
}
