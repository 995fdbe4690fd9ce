/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/rookie/set_reader.h"

#include <stdio.h>
#include <string.h>

#include "data/names.h"
#include "data/records.h"

bool rookie_is_unknown(const salvo_cell *cell)
{
    return strcmp(cell->text, "?") == 0;
}

/* Returns the place among words that end with NULL, or -1. Names must be spelled in full: a chart is typed once and
 * read often, and an abbreviation would hide a slip. */
static int place_among(const char *const *words, const char *text)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

static size_t count_words(const char *const *words)
{
    size_t n = 0;

    while (words[n])
        n++;
    return n;
}

salvo_status rookie_read_word(const struct rookie_reader *r, const salvo_cell *cell, const char *noun,
                              const char *const *words, int *place)
{
    salvo_error inner;
    char what[256];

    *place = place_among(words, cell->text);
    if (*place >= 0)
        return SALVO_OK;
    snprintf(what, sizeof what, "'%.64s' is not a %s", cell->text, noun);
    salvo_names_fail(&inner, words, count_words(words), cell->text, "%s", what);
    return salvo_cell_refuse(cell, r->err, "%s", inner.text);
}

salvo_status rookie_read_whole(const struct rookie_reader *r, const salvo_cell *cell, const char *what, int least,
                               int most, int *number)
{
    return salvo_cell_integer(cell, what, least, most, number, r->err);
}

/* The value is kept, unless it contradicts what is proved and that is not permitted. Permitted contradictions are
 * counted, and the remark on the answer has their number. */
salvo_status rookie_contradict(const struct rookie_reader *r, const salvo_cell *cell, const char *proved)
{
    r->set->contradictions++;
    if (r->allow)
        return SALVO_OK;
    return salvo_cell_refuse(cell, r->err, "'%s' contradicts the text, which proves %s; correct it%s", cell->text,
                             proved, r->is_users ? ", or allow it with allow-contradiction=yes" : "");
}

salvo_status rookie_read_shift(const struct rookie_reader *r, const salvo_cell *cell, const char *what,
                               struct rookie_shift *shift)
{
    *shift = (struct rookie_shift){.known = !rookie_is_unknown(cell)};
    return shift->known ? rookie_read_whole(r, cell, what, -ROOKIE_SHIFT_MOST, ROOKIE_SHIFT_MOST, &shift->columns)
                        : SALVO_OK;
}
