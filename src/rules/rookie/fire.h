/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fire at a target: from men to a column of the chart, and from rolls to casualties and markers (Firing the Unit,
 * Modifiers). */
#ifndef SALVO_RULES_ROOKIE_FIRE_H
#define SALVO_RULES_ROOKIE_FIRE_H

#include "rules/rookie/data.h"

enum { NO_COLUMN = -1, SHIFT_LIMIT = 50, TARGET_MEN_MAX = 100, FUNCTIONS_MAX = 2, MEN_LIMIT = 40, FACTOR_LIMIT = 1000 };

/* Firer and target in the question. */
struct rookie_firing {
    int ff; /* -1: computed from men and per_man */
    int men, per_man;
    double range_inches;
    bool small_arms, out_of_command, switches, leader_target;
    const char *cover; /* of the target */
    enum rookie_marker firer;
    int shift;
    int column; /* -1: computed from all of the above except `shift` */
};

/* clang-format off */
#define ROOKIE_COVER(name, words, ...) \
    {.key = name, .help = words, .kind = SALVO_TEXT, .word = "open, woods, or another cover of the data", \
     .fallback = "open", __VA_ARGS__}

#define ROOKIE_SHIFT(name, words, ...) WHOLE(name, words, -SHIFT_LIMIT, SHIFT_LIMIT, "0", __VA_ARGS__)

#define ROOKIE_FIRE_SET(type, firing, asked) \
    WHOLE("ff", "firing factor, before range and command (men times per-man)", 0, FACTOR_LIMIT, NULL, \
          INTO(type, firing.ff), .without = -1), \
    WHOLE("men", "men who fire", 0, MEN_LIMIT, "5", .fallback_cell = "squads.standard.men", .excludes = "ff", \
          INTO(type, firing.men)), \
    WHOLE("per-man", "firing factor of each man", 0, 100, "3", .fallback_cell = "squads.standard.per_man", \
          .excludes = "ff", INTO(type, firing.per_man)), \
    DECIMAL("range", "distance in inches", 0, INFINITY, "7", .distance = true, INTO(type, firing.range_inches)), \
    FLAG_YES("small-arms", "range modifiers apply", INTO(type, firing.small_arms)), \
    FLAG("out-of-command", "the firer is outside its leader's radius", INTO(type, firing.out_of_command)), \
    ROOKIE_COVER("cover", "the target's cover", INTO(type, firing.cover)), \
    CHOICE("firer", "the firer's marker", ROOKIE_MARKERS, "steady", INTO(type, firing.firer)), \
    FLAG("switch", "a second function at a different target", INTO(type, firing.switches)), \
    FLAG("leader-target", "the target is an unattached leader", INTO(type, firing.leader_target)), \
    ROOKIE_SHIFT("shift", "further columns; left is negative", INTO(type, firing.shift)), \
    CHOICE("column", "the column before `shift`, in place of everything above except `shift`", ROOKIE_COLUMNS, NULL, \
           INTO(type, firing.column), .without = -1), \
    ROOKIE_DATA(type, asked, "proved")
/* clang-format on */

/* The aim of the fire. */
struct rookie_aim {
    int column;    /* after shifts, or NO_COLUMN: too little to fire */
    bool has_ff;   /* the column was computed, not given */
    int ff, shift; /* after fractions were dropped; of all modifiers together */
};

/* Computes the aim with the modifiers of the set. Fails with "unknown cell" if one is missing. */
salvo_status rookie_aim_of(const struct rookie_tables *t, const struct rookie_set *set,
                           const struct rookie_firing *firing, struct rookie_aim *aim, salvo_error *err);

/* Returns a column of the chart, or the first beyond its ends. */
int rookie_column_shifted(int column, int shift);
int rookie_column_of(int ff); /* NO_COLUMN below 1 */

/* Fails unless every cell of the column is known. */
salvo_status rookie_column_check(const struct rookie_set *set, int column, salvo_error *err);

/* Results. */

/* Numbers of outcomes: marker * (KILLS + 1) + kills, then the destruction of the target, then unknown. */
enum { KILLS_OUTCOMES = TARGET_MEN_MAX + 1, FIRE_DESTROYED = N_MARKERS * KILLS_OUTCOMES, FIRE_UNKNOWN };

int rookie_fire_outcome(int marker, int kills);
void rookie_fire_label(const void *situation, int outcome, char text[SALVO_LABEL_MAX]);
extern const char *const ROOKIE_FIRE_MADE[];

extern const salvo_procedure ROOKIE_COLUMN, ROOKIE_FIRE, ROOKIE_OVERRUN, ROOKIE_MINES, ROOKIE_SNIPER;

#endif
