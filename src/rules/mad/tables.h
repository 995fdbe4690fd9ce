/* The tables of M.A.D. as the rules read them, loaded and checked from data/mad. */
#ifndef SALVO_RULES_MAD_TABLES_H
#define SALVO_RULES_MAD_TABLES_H

#include <stdbool.h>

#include <salvo/data.h>

#include "base/arena.h"
#include "data/records.h"

/* The four results of an attack roll (6.0 "To Hit Roll"), and the shot that may not be taken. */
enum mad_level { MISS, SINGLE, DOUBLE, CRITICAL, N_LEVELS, NO_SHOT = N_LEVELS, N_SHOT_OUTCOMES };

enum mad_target { VEHICLE, INFANTRY };

/* Weapon to hit numbers. to_hit has a number for each range bracket, SALVO_BLANK where the weapon may not fire. */
struct mad_weapon {
    const char *name;
    int anti_infantry; /* small arms and flame throwers: not halved against infantry, and no modifier for it */
    const int *to_hit;
    int damage;
    int points;
};

/* Aircraft weapon to hit numbers; on the ground they are the guns of anti-aircraft vehicles. */
struct mad_air_weapon {
    const char *name;
    const int *to_hit;
    int damage;
    int points;
};

struct mad_mobility {
    const char *name;
    int target; /* enum mad_target: what an element that moves so is when fired at */
    int distance_mm;
    int points;
};

struct mad_artillery {
    const char *name;
    int radius_mm, damage;
    int points;
};

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

/* Single numbers that the book states in its text. */
enum mad_value { INFANTRY_DAMAGE_PERCENT, FIXED_MOUNT_PRICE_PERCENT, AT_GRENADES_POINTS, N_VALUES };

enum { MOUNTS_MAX = 6 }; /* weapons of one element */

/* One weapon of a listed element. */
struct mad_mount {
    int weapon; /* row of the weapons table; of the aircraft weapons when `anti_aircraft` */
    int count;  /* barrels of an anti-aircraft weapon; 1 otherwise */
    bool fixed; /* "*": may not be fired on the move */
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
    int small_arms; /* row of the weapons table */
    int damage_percent[N_LEVELS];
    int modifier[N_MODIFIERS];
    int value[N_VALUES];
};

salvo_status mad_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err);

/* The price of a fixed weapon: the discounted part of it, rounded up (8.0 "Points System Calculation"). */
int mad_fixed_price(const struct mad_tables *tables, int points);

#endif
