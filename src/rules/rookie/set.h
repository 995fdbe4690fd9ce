/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A set of the lost tables: what the text proves, the reconstruction, or a user's own file; data/rookie/proved.txt
 * shows the form. A set is plain memory without pointers into its file, so that a situation can hold one. */
#ifndef SALVO_RULES_ROOKIE_SET_H
#define SALVO_RULES_ROOKIE_SET_H

#include <stdbool.h>
#include <stdint.h>

#include <salvo/data.h>

enum { ROLLS = 10 }; /* the faces of a 10d, 0 to 9 */

/* Columns of the firing chart, by firing factor. */
enum { COLUMN_BELOW, COLUMN_FIRST, COLUMN_LAST = 13, N_COLUMNS, FACTORS_OF_COLUMN = 5 };
#define ROOKIE_COLUMN_NAMES                                                                                           \
    "below", "1-5", "6-10", "11-15", "16-20", "21-25", "26-30", "31-35", "36-40", "41-45", "46-50", "51-55", "56-60", \
        "61-plus"
extern const char *const ROOKIE_COLUMNS[]; /* ends with NULL */

/* Penalty markers, from none to the worst. */
enum rookie_marker { MARKER_NONE, MARKER_DISRUPTED, MARKER_PINNED, MARKER_SUPPRESSED, N_MARKERS };
extern const char *const ROOKIE_MARKERS[]; /* "steady", "disrupted" ...; ends with NULL */

/* A cell of the chart. */
struct rookie_result {
    bool known;
    uint8_t marker; /* enum rookie_marker */
    uint8_t kills;  /* at most KILLS_MAX */
};

enum { KILLS_MAX = 9, BANDS_MAX = 16, NAME_BYTES = 32 };

/* A number that may be unknown. */
struct rookie_shift {
    bool known;
    int columns;
};

struct rookie_range {
    enum { EDGE_UPTO, EDGE_UNDER, EDGE_EXACTLY, EDGE_ANY } edge;
    double inches;
    bool known;
    int factor, columns; /* multiplies the firing factor; shifts the column */
};

struct rookie_cover {
    char name[NAME_BYTES];
    struct rookie_shift shift;
};

/* A band of a die's numbers, and the place of its result in a list of words. */
struct rookie_band {
    int from, to;
    int result;
};

enum rookie_fire_result { FIRE_EXPLODES, FIRE_ABANDONED, FIRE_OUT, N_FIRE_RESULTS };
enum rookie_morale { MORALE_RALLY, MORALE_HOLD, MORALE_WORSE, MORALE_RUN, N_MORALES };
extern const char *const ROOKIE_FIRE_RESULTS[], *const ROOKIE_MORALES[]; /* end with NULL */

struct rookie_set {
    struct rookie_result chart[N_COLUMNS][ROLLS];
    struct rookie_range range[BANDS_MAX]; /* the file's own, then the proved ones */
    int n_own_ranges, n_ranges;
    struct rookie_cover cover[BANDS_MAX];
    int n_covers;
    struct rookie_shift firer[N_MARKERS];
    struct rookie_band fire[BANDS_MAX]; /* ascending from 1 without gaps */
    int n_fire;
    bool fire_known; /* completely: the last band ends with the die's last face */
    struct rookie_band morale[BANDS_MAX];
    int n_morale;
    struct rookie_shift morale_half_losses, morale_marker; /* in points of the roll */
    int leader_hits, leader_die;                           /* hits 0: unknown; die 0: the figures */
    int contradictions;                                    /* permitted contradictions to what is proved */
    char name[64];
    char remark[576]; /* required in every answer from it; "" for nothing */
};

/* Reads a set from its table. With `proved`, gaps of the table are filled from there, and a contradiction to it is
 * refused with its place, unless `allow`. `file` is the name of a user's file, or NULL. */
salvo_status rookie_set_read(struct rookie_set *set, const salvo_table *table, const struct rookie_set *proved,
                             bool allow, const char *file, salvo_error *err);

/* Returns the effect at a range; *found becomes false if it is unknown. */
struct rookie_range rookie_set_range(const struct rookie_set *set, double inches, bool *found);

/* Lists the edges of the bands, ascending, and a range beyond the last; returns their number. */
size_t rookie_set_edges(const struct rookie_set *set, double upto[BANDS_MAX + 1]);

/* Returns where lines stop closing in: the far edge of the nearest band, or an inch inside it if it is "under". */
double rookie_set_closest(const struct rookie_set *set);

/* Returns the shift of a cover by its name; unknown if the set has none. */
struct rookie_shift rookie_set_cover(const struct rookie_set *set, const char *name);

/* Returns the result for a number; -1 if no band has it. */
int rookie_band_of(const struct rookie_band *bands, int n, int number);

#endif
