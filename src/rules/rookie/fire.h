/* Fire at a target: from men to a column of the chart, and from rolls to casualties and markers (Firing the Unit,
 * Modifiers). */
#ifndef SALVO_RULES_ROOKIE_FIRE_H
#define SALVO_RULES_ROOKIE_FIRE_H

#include <math.h>

#include "base/text.h"
#include "rules/rookie/data.h"

enum { NO_COLUMN = -1, SHIFT_LIMIT = 50, TARGET_MEN_MAX = 100, FUNCTIONS_MAX = 2, MEN_LIMIT = 40, FACTOR_LIMIT = 1000 };

/* Parameters of the FIRE set. */

enum {
    FIRE_FF,
    FIRE_MEN,
    FIRE_PER_MAN,
    FIRE_RANGE,
    FIRE_SMALL_ARMS,
    FIRE_OUT_OF_COMMAND,
    FIRE_COVER,
    FIRE_FIRER,
    FIRE_SWITCH,
    FIRE_LEADER_TARGET,
    FIRE_SHIFT,
    FIRE_COLUMN,
    FIRE_DATA,
    N_FIRE_KEYS = FIRE_DATA + N_DATA_KEYS,
};

/* clang-format off */
#define ROOKIE_COVER(name, words) \
    {.key = name, .help = words, .kind = SALVO_TEXT, .word = "open, woods, or another that the data name", \
     .fallback = "open"}

#define ROOKIE_SHIFT(name, words) ROOKIE_INTEGER(name, words, -SHIFT_LIMIT, SHIFT_LIMIT, "0")

#define ROOKIE_FIRE_SET \
    {.key = "ff", .help = "firing factor, before range and command; else men and per-man", .kind = SALVO_INTEGER, \
     .min = 0, .max = FACTOR_LIMIT}, \
    {.key = "men", .help = "men who fire", .kind = SALVO_INTEGER, .min = 0, .max = MEN_LIMIT, .fallback = "5", \
     .fallback_cell = "squads.standard.men", .excludes = "ff"}, \
    {.key = "per-man", .help = "firing factor of each", .kind = SALVO_INTEGER, .min = 0, .max = 100, .fallback = "3", \
     .fallback_cell = "squads.standard.per_man", .excludes = "ff"}, \
    {.key = "range", .help = "distance in inches", .kind = SALVO_DECIMAL, .min = 0, .max = INFINITY, .fallback = "7"}, \
    ROOKIE_FLAG("small-arms", "range modifiers apply", "yes"), \
    ROOKIE_FLAG("out-of-command", "the firer is outside of its leader's radius", "no"), \
    ROOKIE_COVER("cover", "the target's cover"), \
    ROOKIE_CHOICE("firer", "the firer's marker", ROOKIE_MARKERS, "steady"), \
    ROOKIE_FLAG("switch", "a second function at a different target", "no"), \
    ROOKIE_FLAG("leader-target", "the target is an unattached leader", "no"), \
    ROOKIE_SHIFT("shift", "further columns; left is negative"), \
    {.key = "column", .help = "the column before `shift`, in place of everything above but that", \
     .kind = SALVO_CHOICE, .choices = ROOKIE_COLUMNS}, \
    ROOKIE_DATA("proved")
/* clang-format on */

/* Where fire goes. */
struct rookie_aim {
    int column;    /* after shifts, or NO_COLUMN: too little to fire */
    bool has_ff;   /* the column was found, not given */
    int ff, shift; /* after fractions were dropped; of all modifiers together */
};

/* From N_FIRE_KEYS values; the modifiers are the set's. "unknown cell" when it lacks one. */
salvo_status rookie_aim_of(const struct rookie_tables *t, const struct rookie_set *set, const salvo_value *values,
                           struct rookie_aim *aim, salvo_error *err);

/* A column of the chart, or the first beyond its ends. */
int rookie_column_shifted(int column, int shift);
int rookie_column_of(int ff); /* NO_COLUMN below 1 */

/* Fails unless every cell of the column is known. */
salvo_status rookie_column_check(const struct rookie_set *set, int column, salvo_error *err);

/* Results. */

/* Numbers of outcomes: marker * (KILLS + 1) + kills, then the destruction of the target, then what is unknown. */
enum { KILLS_OUTCOMES = TARGET_MEN_MAX + 1, FIRE_DESTROYED = N_MARKERS * KILLS_OUTCOMES, FIRE_UNKNOWN };

int rookie_fire_outcome(int marker, int kills);
void rookie_fire_label(const void *situation, int outcome, char text[SALVO_LABEL_MAX]);
extern const char *const ROOKIE_FIRE_MADE[];

extern const salvo_procedure ROOKIE_COLUMN, ROOKIE_FIRE, ROOKIE_OVERRUN, ROOKIE_MINES, ROOKIE_SNIPER;

#endif
