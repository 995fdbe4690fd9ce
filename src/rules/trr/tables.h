/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of Ten Rounds Rapid as the rules read them, loaded and checked from data/trr. */
#ifndef SALVO_RULES_TRR_TABLES_H
#define SALVO_RULES_TRR_TABLES_H

#include <stdbool.h>

#include <salvo/data.h>

#include "data/load.h"

enum { D10 = 10, CM_MOST = 1000 }; /* a distance of the tables */

/* The five range brackets of every weapon; OUT_OF_BRACKETS is beyond the last. */
enum trr_bracket { POINT_BLANK, CLOSE, MEDIUM, LONG, EXTREME, N_BRACKETS, OUT_OF_BRACKETS = N_BRACKETS };

/* 7 Fire at soft targets. */

enum { CASUALTY_ROWS = 15, CASUALTIES_MOST = 4, FACTOR_ROWS = 16 };

enum trr_column { COLUMN_A, COLUMN_B, COLUMN_C, COLUMN_D, COLUMN_E, N_FACTOR_COLUMNS };

enum trr_cover { COVER_NONE, COVER_LIGHT, COVER_MEDIUM, COVER_HEAVY, COVER_TOTAL, N_COVERS };

/* Rows of the range shifts: for every weapon, and the additional ones for submachine guns and self-loading rifles. */
enum trr_shift { SHIFT_RANGE, SHIFT_SMG, SHIFT_SELF_LOADING, N_SHIFTS };

enum trr_fire_class { FIRE_SMALL_ARMS, FIRE_TRIPOD, FIRE_AUTO_CANNON, N_FIRE_CLASSES };

enum trr_mount { MOUNT_PIVOT, MOUNT_TRIPOD, N_MOUNTS, MOUNT_MULTIPLE = N_MOUNTS };
enum { BARRELS_LISTED = 4 };

struct trr_he_range {
    double upto_cm;
    int needed;
};

enum trr_he_weapon { HE_GUN, HE_MORTAR, HE_ROCKET };

struct trr_he_factor {
    int weapon;  /* enum trr_he_weapon */
    int upto_mm; /* SALVO_BLANK: and all larger ones */
    int factor;
};

/* 8 Anti-tank fire. */

struct trr_gun_class {
    const char *name;
    double upto_cm[N_BRACKETS];
};

enum trr_ammo { AMMO_AP, AMMO_HVAP, AMMO_APDS, AMMO_APCR, N_AMMOS };

enum trr_at_modifier {
    FIRER_MOVING,
    TARGET_MOVING,
    IN_WOOD,
    DUG_IN,
    CAMOUFLAGED,
    AT_FLANK,
    AT_REAR,
    SOFT_TARGET,
    N_AT_MODIFIERS,
};

enum { MARKER_ROWS = 5, STRIKE_MOST = 20, DEFENCE_MOST = 20 };

struct trr_marker {
    int score, markers; /* the markers from that score on */
};

struct trr_gun {
    const char *name;
    int strike;
    int class; /* row of the gun ranges */
};

/* The special ammunition of a gun. */
struct trr_round {
    int gun;
    int ammo; /* enum trr_ammo */
};

struct trr_unit {
    const char *name;
    int nation;
    int defence;
    int gun;
    int movement;
    const char *kind;
    int strength; /* real vehicles in a model of that nation: a hint */
    const char *assigned;
};

/* 4 Morale, 5 observation, 6 movement. */

enum trr_type { TYPE_ARMOUR, TYPE_OTHER, N_TYPES };
enum trr_grade { GRADE_GREEN, GRADE_NORMAL, GRADE_ELITE, N_GRADES };
enum trr_role { ROLE_LINE, ROLE_TOWED, ROLE_ON_TABLE, ROLE_OFF_TABLE, N_ROLES };

enum trr_motive {
    ADVANCING,
    POOR_VISIBILITY,
    ENEMY_INFANTRY,
    NO_COMPANY,
    NO_FRIENDS,
    DAMAGE,
    VEHICLES_LOST,
    ENEMY_ARMOUR,
    OFFICER_LOST,
    DEFENCES_PLUS,
    DEFENCES_MINUS,
    LOST,
    LOST_NOW,
    FLAME,
    GAS,
    COUNTER_BATTERY,
    N_MOTIVES,
};

enum trr_conduct { CHARGE, ACT, HALF_SPEED, CONTINUE, LIMBER, RETIRE, ROUT, N_CONDUCTS };
extern const char *const TRR_CONDUCTS[N_CONDUCTS + 1];

/* A band of scores: what a unit does from that score on. The last band is the gap in the book. */
struct trr_band {
    int from[N_TYPES]; /* SALVO_BLANK: the type has no such band */
    int conduct[N_ROLES];
};
enum { BANDS = 5, BAND_GAP = BANDS - 1 };

enum trr_sighted { SIGHTED_VEHICLE, SIGHTED_FOOT, N_SIGHTED };

/* How far a target is seen, by posture, and the test for a concealed one. */
struct trr_location {
    double open, moving, edge, concealed, test;
    int needed;
};

enum trr_weather { WEATHER_CLEAR, WEATHER_MOONLIGHT, WEATHER_MIST, WEATHER_FOG, N_WEATHERS };

/* Distances in whole centimetres, penalties in dice; SALVO_BLANK if the type may not go. */
struct trr_movement {
    const char *name;
    int road_cm, cross_country_cm;
    int poor, bad, impassable;
    int linear;
    int wire_most; /* the most penalties for wire */
};

enum trr_obstacle { OBSTACLE_NORMAL, OBSTACLE_LARGE, OBSTACLE_BOCAGE, OBSTACLE_CUTTER, N_OBSTACLES };

/* 12 Aircraft, 13 gas. */

enum trr_period { PERIOD_1939, PERIOD_1943, PERIOD_1950, N_PERIODS };
enum trr_aircraft { FIGHTER_BOMBER, LIGHT_DIVE_BOMBER, MEDIUM_BOMBER, HEAVY_BOMBER, N_AIRCRAFT };
enum trr_frame { GLIDER, SINGLE, TWIN, MULTI, TRANSPORT, ARMOURED, N_FRAMES }; /* engines, then builds */
enum trr_aa { AA_TARGET, AA_LIGHT_30, AA_LIGHT_40, AA_HEAVY, N_AA };
enum trr_aa_column { AA_FACTOR, AA_LOW, AA_MEDIUM, AA_HIGH, N_AA_COLUMNS };
enum { AIRCRAFT_DAMAGES = 3 }; /* no marker, one, two */
enum { SCATTER_DICE_MOST = 4 };
enum trr_terrain { TERRAIN_CLEAR, TERRAIN_HEDGE, TERRAIN_WOOD, TERRAIN_BUILT_UP, TERRAIN_WATER, N_TERRAINS };
enum trr_gas { GAS_OPEN, GAS_CLOSED, GAS_OPEN_PREPARED, GAS_CLOSED_PREPARED, N_GAS };

/* Fixed numbers of the text. */

enum trr_value {
    NO_LMG,
    EXTRA_LMG,
    EXTRA_LMG_MOST,
    LIGHT_MORTAR,
    BAZOOKA,
    VEHICLE_MOVING_SHIFT,
    MULTIPLE_BARREL,
    HITS_PER_MARKER,
    HE_SHORTEST_CM,
    HE_MOVING,
    HE_SHOTS,
    HE_SHOTS_MOVING,
    HE_LANDING_CM,
    FLAME_FACTOR,
    FLAME_MANPACK_CM,
    FLAME_VEHICLE_CM,
    FLAME_STRIKE,
    SNIPER_FACTOR,
    SNIPER_CM,
    FIRE_SPREAD_CM,
    INFANTRY_RATE_PRINTED_CM,
    RALLY,
    ROUT_SCORE,
    SIGHT_CM,
    LIGHT_FIRE_CM,
    HEAVY_FIRE_CM,
    REPAIR_STRIKE,
    MINE_STEP_CM,
    MINE_FACTOR,
    MINE_STRIKE,
    SLIT_DEFENCE,
    BUNKER_DEFENCE,
    CHARGE_STRIKE,
    ROCKET_380_STRIKE,
    ARTILLERY_DIE,
    OPEN_HIT,
    CLOSED_HIT,
    REQUEST,
    REQUEST_MOVING,
    OWN_SIGHT_MOVING,
    JAMMING,
    ARTILLERY_BETWEEN,
    OTHER_BATTERY,
    PREVIOUS_TURN,
    ON_TARGET,
    OVER,
    SHORT,
    RIGHT,
    VISIBLE_SCATTER,
    OBSERVED_SCATTER,
    UNOBSERVED_SCATTER,
    AREA_HALF_CM,
    COUNTER_LOCATION,
    COUNTER_BONUS,
    COUNTER_TURN,
    COUNTER_DUG_IN,
    AIR_ON_TARGET,
    AIR_OVER,
    LOW_SCATTER_DICE,
    DIVE_SCATTER_DICE,
    MEDIUM_SCATTER_DICE,
    HIGH_SCATTER_DICE,
    STRAFE_SHARE,
    ABORT,
    CRASH,
    ARRIVAL,
    PARA_MARKER,
    PARA_ABORTED,
    GLIDER_NEEDED,
    GLIDER_SHORT,
    GLIDER_MARKER,
    N_VALUES,
};

struct trr_tables {
    const salvo_store *store; /* for ids and headings, in words */

    int casualties[CASUALTY_ROWS][D10];
    int factors[FACTOR_ROWS][N_FACTOR_COLUMNS];
    int shifts[N_SHIFTS][N_BRACKETS];
    int cover[N_COVERS];
    double fire_ranges[N_FIRE_CLASSES][N_BRACKETS];
    int support[N_MOUNTS][BARRELS_LISTED];
    struct trr_he_range *he_ranges; /* ascending */
    int n_he_ranges;
    struct trr_he_factor *he_factors;
    int n_he_factors;

    struct trr_gun_class *gun_classes;
    int range_modifiers[N_BRACKETS];
    int ammo_modifiers[N_AMMOS][N_BRACKETS];
    int at_modifiers[N_AT_MODIFIERS];
    struct trr_marker markers[MARKER_ROWS]; /* ascending */
    struct trr_gun *guns;
    int petard, stick_bomb; /* rows of the guns: the bunker's charges */
    struct trr_round *rounds;
    int n_rounds;
    struct trr_unit *units;

    int grades[N_GRADES][N_TYPES];
    int motives[N_MOTIVES][N_TYPES]; /* SALVO_BLANK: not for the type */
    struct trr_band bands[BANDS];    /* descending scores */
    struct trr_location location[N_SIGHTED];
    int sight_percent[N_WEATHERS];
    double location_less_cm[N_WEATHERS];
    struct trr_movement *movement;
    int infantry; /* row of the movement table, the type whose rate is in doubt */
    int obstacles[N_OBSTACLES];

    int aircraft[N_PERIODS][N_AIRCRAFT];
    int frames[N_FRAMES];
    int aa[N_AA][N_AA_COLUMNS]; /* SALVO_BLANK: no fire */
    int aircraft_damage[AIRCRAFT_DAMAGES];
    int landing_losses[N_TERRAINS];
    int gas[N_GAS];
    int values[N_VALUES];
};

salvo_status trr_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err);

/* Returns the bracket of a distance: the first whose upper end is not below it. */
enum trr_bracket trr_bracket_of(const double upto_cm[N_BRACKETS], double distance_cm);

/* Returns the die that hits with high explosive at that distance, or -1 beyond the table. */
int trr_he_needed(const struct trr_tables *tables, double distance_cm);

/* Returns the fire factor of a gun of that calibre. */
int trr_he_factor(const struct trr_tables *tables, int calibre_mm);

/* Returns whether the gun has such ammunition. */
bool trr_has_ammo(const struct trr_tables *tables, int gun, enum trr_ammo ammo);

#endif
