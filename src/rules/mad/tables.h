/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of M.A.D. as the rules read them, loaded and checked from data/mad. */
#ifndef SALVO_RULES_MAD_TABLES_H
#define SALVO_RULES_MAD_TABLES_H

#include <stdbool.h>

#include <salvo/data.h>

#include "data/load.h"
#include "rules/mad/air_tables.h"

/* The four results of an attack roll (6.0 "To Hit Roll"), and a forbidden shot. */
enum mad_level { MISS, SINGLE, DOUBLE, CRITICAL, N_LEVELS, NO_SHOT = N_LEVELS, N_SHOT_OUTCOMES };

/* Targets. The last four are hi-tech; power armour counts as infantry, the others as vehicles. */
enum mad_target { VEHICLE, INFANTRY, WALKER, GRAV, VTOL, POWER_ARMOUR, N_TARGETS };
extern const char *const MAD_HITECH_TARGETS[]; /* their names, then NULL */

enum mad_tech { WW2, HITECH, N_TECHS };
extern const char *const MAD_TECHS[]; /* "ww2", "hitech", then NULL */

/* Weapon to hit numbers. to_hit has a number for each range bracket, SALVO_BLANK if the weapon may not fire. */
struct mad_weapon {
    const char *name;
    int anti_infantry; /* small arms and flame throwers: not halved against infantry, and no modifier for it */
    const int *to_hit;
    int damage;
    int points;
    int anti_aircraft; /* it may fire at aircraft */
};

/* Aircraft weapon to hit numbers; on the ground these weapons are the guns of anti-aircraft vehicles. */
struct mad_air_weapon {
    const char *name;
    int gun, rocket;   /* its kind against ground targets; neither: it has no effect */
    int small_arms;    /* those that R-30 may treat as small arms: not halved against infantry then */
    int anti_aircraft; /* on the ground: it may be part of an AA system ... */
    int high_altitude; /* ... and reaches aircraft at all altitudes */
    const int *to_hit;
    int damage;
    int points;
};

struct mad_mobility {
    const char *name;
    int target; /* enum mad_target: the target type of an element with this mobility */
    int distance_mm;
    int points;
};

struct mad_artillery {
    const char *name;
    int radius_mm, damage;
    int points;
};

/* The position of a target of artillery. */
enum mad_situation { SITUATION_OPEN, SITUATION_COVER, SITUATION_PREPARED, N_SITUATIONS };

/* A row of the spotting numbers: the game of one technology. */
struct mad_spotting {
    const int *to_spot;
};

struct mad_spotter {
    const char *name;
    int allowance_m;
    int always_moving;
};

/* Hi-tech. */

enum mad_weapon_class { GUN, ENERGY, MISSILE };

struct mad_hitech_weapon {
    const char *name;
    int anti_infantry;
    int weapon_class; /* enum mad_weapon_class */
    const int *to_hit;
    int damage;
    int infantry_damage; /* of a full hit, if printed and not half of `damage`; else SALVO_BLANK */
    unsigned excluded;   /* bit 1 << enum mad_target: types that may not carry it */
    int points;
};

struct mad_hitech_mobility {
    const char *name;
    int target; /* enum mad_target */
    int distance_mm;
};

struct mad_armour {
    const char *name;
    int hp;
};

struct mad_equipment {
    const char *name;
    int points;
};

/* Numbers that the rules use by id. */

/* To Hit Modifiers, in the order of their ids below. */
enum mad_modifier {
    MODIFIER_INFANTRY_TARGET,
    MODIFIER_COVER_VEHICLE,
    MODIFIER_COVER_INFANTRY,
    MODIFIER_FORTIFICATION,
    MODIFIER_MOVING,
    MODIFIER_AIRBORNE,
    MODIFIER_OPPORTUNITY,
    N_MODIFIERS,
};

/* Single numbers in the text of the book. */
enum mad_value {
    INFANTRY_DAMAGE_PERCENT,
    FIXED_MOUNT_PRICE_PERCENT,
    AT_GRENADES_POINTS,
    AT_GRENADE_DAMAGE,
    AT_GRENADE_FAILURE,
    MINEFIELD_TARGET_NUMBER,
    FORT_REDUCTION_DAMAGE,
    FORT_VALUE_LOWEST,
    DEVIATION_STEP_MM,
    OBSERVER_CORRECTION_MM,
    TEMPLATE_RADIUS_MAX_MM,
    HITECH_AT_GRENADES_POINTS,
    HITECH_SPEED_POINTS_PER_100MM,
    N_VALUES,
};

enum mad_chance { PASSENGER_LOSS, LINE_OF_SIGHT, N_CHANCES };

enum mad_spotting_modifier {
    SPOTTING_TARGET_MOVING,
    SPOTTING_COVER,
    SPOTTING_FORTIFICATION,
    SPOTTING_SPOTTER_MOVING,
    N_SPOTTING_MODIFIERS,
};

enum mad_hitech_modifier {
    HITECH_INFANTRY_TARGET,
    HITECH_COVER,
    HITECH_FORTIFICATION,
    HITECH_MOVING,
    HITECH_AIRBORNE,
    HITECH_WALKER_OPEN,
    HITECH_OPPORTUNITY,
    HITECH_ECM,
    HITECH_MISSILE_PROTECTION,
    HITECH_SHIELD,
    N_HITECH_MODIFIERS,
};

enum { MOUNTS_MAX = 6 }; /* weapons of one element */

/* One weapon of a listed element. */
struct mad_mount {
    int weapon; /* row of the weapons table; of the aircraft weapons when `anti_aircraft` */
    int count;  /* barrels of an anti-aircraft weapon; 1 otherwise */
    bool fixed; /* "*": may not fire after moving */
    bool anti_aircraft;
};

struct mad_unit {
    const char *name;
    int nation; /* row of the nations table */
    int hp;
    int mobility; /* row of the movement table */
    int points;   /* SALVO_BLANK: the book prints "#" */
    struct mad_mount mounts[MOUNTS_MAX];
    int n_mounts;
};

struct mad_tables {
    const salvo_store *store; /* for ids and headings, in words */
    salvo_brackets brackets, air_brackets;
    struct mad_weapon *weapons;
    struct mad_air_weapon *air_weapons;
    struct mad_mobility *movement;
    struct mad_artillery *artillery;
    struct mad_unit *units;
    size_t n_units;
    size_t n_air_weapons;
    struct mad_air_tables air;
    int small_arms, infantry_support; /* rows of the weapons table */
    int damage_percent[N_LEVELS];
    int modifier[N_MODIFIERS];
    int value[N_VALUES];
    int chance_percent[N_CHANCES];

    salvo_brackets spotting_brackets;
    struct mad_spotting *spotting;
    int spotting_row[N_TECHS];
    int spotting_modifier[N_SPOTTING_MODIFIERS];
    struct mad_spotter *spotters;
    int artillery_to_hit[2][N_SITUATIONS]; /* vehicles, infantry */

    salvo_brackets hitech_brackets;
    struct mad_hitech_weapon *hitech_weapons;
    int hitech_infantry_support; /* row of the hi-tech weapons */
    struct mad_artillery *hitech_artillery;
    struct mad_hitech_mobility *hitech_movement;
    struct mad_armour *armour;
    struct mad_equipment *equipment;
    int hitech_modifier[N_HITECH_MODIFIERS];
};

/* Returns whether the target is infantry or power armour, which use the infantry lines of every table. */
bool mad_is_infantry(enum mad_target target);

salvo_status mad_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err);

#endif
