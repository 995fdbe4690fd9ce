/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which set of the lost tables a question uses: the parameters data and allow-contradiction. */
#ifndef SALVO_RULES_ROOKIE_DATA_H
#define SALVO_RULES_ROOKIE_DATA_H

#include "rules/parameters.h"
#include "rules/rookie/tables.h"

extern const char *const ROOKIE_DATA_CHOICES[];

/* The values of the parameters. */
struct rookie_asked {
    const char *data; /* one of the choices, or the path of a file */
    bool allow_contradiction;
};

/* clang-format off */
#define ROOKIE_DATA(type, asked, preset) \
    {.key = "data", .help = "the lost tables: what is proved, the reconstruction, or your own copy", \
     .kind = SALVO_TEXT, .choices = ROOKIE_DATA_CHOICES, .word = "the path of a file", .fallback = preset, \
     INTO(type, asked.data)}, \
    FLAG("allow-contradiction", "accept a file that contradicts what is proved", INTO(type, asked.allow_contradiction))
/* clang-format on */

/* Finds the set of the question, and reads a file if necessary. SALVO_IO if it cannot be read, SALVO_BAD_INPUT with the
 * place for any fault in it. */
salvo_status rookie_data_of(const struct rookie_tables *t, const struct rookie_asked *asked, struct rookie_set *set,
                            salvo_error *err);

/* Returns the remark on numbers from the set; NULL for none. */
const char *rookie_data_remark(const struct rookie_set *set);

/* Fails with "unknown cell: chart 11-15 roll 3" and what would help. */
salvo_status rookie_unknown(const struct rookie_set *set, salvo_error *err, const char *format, ...) SALVO_PRINTF(3, 4);

#endif
