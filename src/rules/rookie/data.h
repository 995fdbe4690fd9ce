/* Which set of the lost tables a question asks: the parameters data and allow-contradiction. */
#ifndef SALVO_RULES_ROOKIE_DATA_H
#define SALVO_RULES_ROOKIE_DATA_H

#include <salvo/rules.h>

#include "rules/rookie/tables.h"

extern const char *const ROOKIE_DATA_CHOICES[];

enum { N_DATA_KEYS = 2 };

/* clang-format off */
#define ROOKIE_FLAG(name, words, preset) {.key = name, .help = words, .kind = SALVO_FLAG, .fallback = preset}

#define ROOKIE_CHOICE(name, words, ids, preset) \
    {.key = name, .help = words, .kind = SALVO_CHOICE, .choices = ids, .fallback = preset}

#define ROOKIE_INTEGER(name, words, from, to, preset) \
    {.key = name, .help = words, .kind = SALVO_INTEGER, .min = from, .max = to, .fallback = preset}

#define ROOKIE_CELL(name, words, from, to, preset, cell) \
    {.key = name, .help = words, .kind = SALVO_INTEGER, .min = from, .max = to, .fallback = preset, \
     .fallback_cell = cell}

/* N_DATA_KEYS parameters. */
#define ROOKIE_DATA(preset) \
    {.key = "data", .help = "the lost tables: what is proved, the reconstruction, or your own copy", \
     .kind = SALVO_TEXT, .choices = ROOKIE_DATA_CHOICES, .word = "the path of a file", .fallback = preset}, \
    ROOKIE_FLAG("allow-contradiction", "take a file that contradicts what is proved", "no")
/* clang-format on */

/* The set that N_DATA_KEYS values name; a file is read. SALVO_IO when it cannot be, SALVO_BAD_INPUT with the place for
 * anything wrong in it. */
salvo_status rookie_data_of(const struct rookie_tables *t, const salvo_value *values, struct rookie_set *set,
                            salvo_error *err);

/* The remark on numbers that come from the set; NULL for none. */
const char *rookie_data_remark(const struct rookie_set *set);

/* Fails: "unknown cell: chart 11-15 roll 3" and what would do. */
salvo_status rookie_unknown(const struct rookie_set *set, salvo_error *err, const char *format, ...) SALVO_PRINTF(3, 4);

#endif
