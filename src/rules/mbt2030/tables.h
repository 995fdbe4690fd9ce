/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of MBT 2030 as the rules read them, loaded and checked from data/mbt2030. */
#ifndef SALVO_RULES_MBT2030_TABLES_H
#define SALVO_RULES_MBT2030_TABLES_H

#include <stdbool.h>

#include <salvo/data.h>

#include "data/load.h"

enum { D6 = 6 };

enum mbt_class { CLASS_INFANTRY, CLASS_ARMOUR, CLASS_ARTILLERY, CLASS_AIRCRAFT };

/* The level of a sub-class, and the grade of troops, are compared by sign. */
enum mbt_sign { SIGN_MINUS, SIGN_NORM, SIGN_PLUS, N_SIGNS };

enum mbt_mode { MODE_STATIC, MODE_MOBILE, MODE_FAST, MODE_SNS, N_MODES };

enum mbt_posture {
    POSTURE_INFANTRY,
    POSTURE_LAS,
    POSTURE_ATM,
    POSTURE_REC,
    POSTURE_ADA,
    POSTURE_PDA,
    POSTURE_ARMOUR,
    POSTURE_CBA,
    POSTURE_OTF,
    POSTURE_ECM,
    POSTURE_ASF,
    POSTURE_CAS,
    N_POSTURES,
};

/* A sub-class of stand (Troop Types). */
struct mbt_stand_class {
    const char *name;
    int class;         /* enum mbt_class */
    int level;         /* enum mbt_sign */
    int mode[N_MODES]; /* enum mbt_allowed */
};

enum mbt_allowed { NOT_ALLOWED, ALLOWED, ALLOWED_DEFAULT };

struct mbt_posture_row {
    const char *name;
    int class;
    int is_default; /* of its class */
    int on_table;
};

/* The columns of an engager's row: INFANTRY by its mode, the postures of INFANTRY that some row names, ARMOUR by its
 * mode, the postures of the rest. */
enum mbt_target {
    TARGET_INFANTRY,                                               /* + mode */
    TARGET_POSTURE = TARGET_INFANTRY + MODE_SNS,                   /* + posture - POSTURE_LAS */
    TARGET_ARMOUR = TARGET_POSTURE + POSTURE_ARMOUR - POSTURE_LAS, /* + mode */
    TARGET_OTHER = TARGET_ARMOUR + MODE_SNS,                       /* + posture - POSTURE_CBA */
    N_TARGETS = TARGET_OTHER + N_POSTURES - POSTURE_CBA,
};

/* Engagement ranges that are not a number of inches. */
enum { RANGE_NEVER = -1, RANGE_ANY = -2, RANGE_OF_CLASS = -3 /* that of the INFANTRY columns */ };

/* Causes of disadvantage, in the order of their ids. */
enum mbt_cause {
    CAUSE_LOWER_LEVEL,
    CAUSE_LOWER_GRADE,
    CAUSE_NO_SUPPORT,
    CAUSE_HIGHER_LEVEL,
    CAUSE_HARD_TARGET,
    CAUSE_WEATHER_AIRCRAFT,
    CAUSE_INF_MINUS_CAS,
    CAUSE_ATM_ARMOUR,
    CAUSE_ATM_FAST_BAD,
    CAUSE_LAS_INFANTRY,
    CAUSE_CBA_SNS,
    CAUSE_ECM,
    CAUSE_BAD_GOING,
    CAUSE_PINNED_SHAKEN,
    CAUSE_BUILT_UP,
    CAUSE_REAR,
    N_CAUSES,
};

enum mbt_value {
    VALUE_MUTUAL_MARGIN,
    VALUE_UNILATERAL_WIN,
    VALUE_UNILATERAL_DRAW,
    VALUE_STANDS,
    VALUE_PIN_LIMIT,
    VALUE_BREAK_LIMIT,
    VALUE_AFTERNOON,
    N_VALUES,
};

enum mbt_zone { ZONE_DESERT, ZONE_STEPPE, ZONE_TROPICAL, ZONE_TEMPERATE, ZONE_COLD, N_ZONES, ZONE_ANY = N_ZONES };

enum mbt_terrain { TERRAIN_OPEN, TERRAIN_HIGHLAND, TERRAIN_FOREST, TERRAIN_STEEP_FOREST, N_TERRAINS };

struct mbt_zone_row {
    int die_from, die_to;
    int on[D6]; /* enum mbt_terrain of a square, by its die */
    int built_up_from;
    int minor_modifier;
};

enum mbt_minor { MINOR_WOOD, MINOR_BUILT_UP, MINOR_HILL, N_MINORS };

struct mbt_minor_row {
    int die_from, die_to;
};

enum mbt_season { SEASON_WINTER, SEASON_AUTUMN, SEASON_SPRING, SEASON_SUMMER, N_SEASONS, SEASON_ANY = N_SEASONS };

struct mbt_season_row {
    int die_from, die_to;
    int dawn_from, dawn_to, dusk_from, dusk_to; /* hours of 24, inclusive */
    int adverse_from[N_ZONES];                  /* on a die, by zone */
};

/* Inches of a tactical and of a march move, in good and in bad going. */
struct mbt_movement {
    const char *name;
    int good_tactical, good_march, bad_tactical, bad_march;
};

struct mbt_tables {
    const salvo_store *store;
    struct mbt_stand_class *stands; /* by row */
    struct mbt_posture_row posture[N_POSTURES];
    int default_posture[CLASS_AIRCRAFT + 1];   /* by class */
    int reach[N_POSTURES][N_SIGNS][N_TARGETS]; /* inches, or a RANGE_ word */
    int causes[N_CAUSES], cause_row[N_CAUSES];
    int value[N_VALUES];
    struct mbt_zone_row zone[N_ZONES];
    struct mbt_minor_row minor[N_MINORS];
    struct mbt_season_row season[N_SEASONS];
    struct mbt_movement *movement; /* by row; the rows of stands have the stands' ids */
};

/* Ids of fixed rows, as parameters and outcomes spell them; each ends with NULL. */
extern const char *const MBT_CLASS_IDS[],
    *const MBT_SIGN_IDS[], *const MBT_MODE_IDS[], *const MBT_POSTURE_IDS[], *const MBT_TERRAIN_IDS[],
                                                                                *const MBT_ZONE_IDS[],
                                                                                    *const MBT_MINOR_IDS[],
                                                                                        *const MBT_SEASON_IDS[];

salvo_status mbt_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err);

/* Returns the row of movement with that id, of a sub-class or a posture; NULL if there is none. */
const struct mbt_movement *mbt_movement_of(const struct mbt_tables *t, const char *id);

/* Returns the zone of the row whose dice contain `face`; the dice of each table cover 1 to 6 once. */
enum mbt_zone mbt_zone_of(const struct mbt_tables *t, int face);
enum mbt_season mbt_season_of(const struct mbt_tables *t, int face);
enum mbt_minor mbt_minor_of(const struct mbt_tables *t, int face);

#endif
