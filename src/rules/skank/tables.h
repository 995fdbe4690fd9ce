/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of Skank as the rules read them, loaded and checked from data/skank. */
#ifndef SALVO_RULES_SKANK_TABLES_H
#define SALVO_RULES_SKANK_TABLES_H

#include <stdbool.h>

#include <salvo/data.h>

#include "data/load.h"

enum { FACES = 10 }; /* of the die for nearly everything */

/* Troop Stat Chart. */
struct skank_troop {
    const char *name;
    int ability;
    int to_hit; /* added to the die when shooting */
    int attacks, wounds, rating;
    int attacks_over_obstacle; /* those left under obstacle-attacks=one */
    int melee;                 /* row and column of the melee table */
    int move;                  /* inches; SALVO_BLANK: the gamemaster decides */
};

/* A roll on the damage table of a vehicle. */
enum skank_damage { WRECK, CRASH, KNOCKED_OUT, ENGINE, WEAPONS, BRAKES, TRACK, SUPERFICIAL, N_DAMAGES };

struct skank_vehicle {
    const char *name;
    int rating;
    int large;          /* a large target */
    int engine_disarms; /* an engine hit also disarms */
    int tires;          /* SALVO_BLANK: it runs on tracks */
    int move, acceleration, deceleration;
    const char *turn;
    int damage[FACES]; /* enum skank_damage, by the roll less one */
};

struct skank_weapon {
    const char *name;
    int rating;
    int max_range; /* SALVO_BLANK: a template decides */
    int hit_modifier, damage_modifier;
    int shots;       /* in one attack */
    int kill_rating; /* a direct hit kills up to it: 0 nothing, SALVO_BLANK anything */
    int direct, indirect, suppression, clip, area;
};

/* The roll between a target in the band and the effect. */
enum skank_area_roll { AREA_NONE, AREA_FRAGMENTS, AREA_ABILITY };

/* The effect of the band: a plain hit, a hit that kills up to the weapon's kill rating, or one that kills up to its
 * rating. */
enum skank_area_effect { AREA_HIT, AREA_KILL, AREA_DESTROY };

enum skank_area_targets { AREA_ALL, AREA_FIGURES, AREA_VEHICLES };

enum { RADIUS_GIVEN = SALVO_OTHER }; /* the gamemaster gives the radius */

/* A band of a weapon's area; the first one that reaches a target counts. */
struct skank_area {
    int weapon;
    int radius, radius_indoors; /* inches; RADIUS_GIVEN; SALVO_BLANK: there is no such band */
    int targets;                /* enum skank_area_targets */
    int max_rating;             /* of a target; SALVO_BLANK: any */
    int roll, effect;           /* enum skank_area_roll, enum skank_area_effect */
};

/* Columns of the fire chart: the motion of shooter and target. */
enum skank_motion { STATIONARY_STATIONARY, STATIONARY_MOVING, MOVING_STATIONARY, MOVING_MOVING, N_MOTIONS };

/* Cells of the fire chart without a number. */
enum { CELL_NO = SALVO_BLANK, CELL_STAR = SALVO_OTHER };

struct skank_deviation {
    int upto; /* inches; SALVO_BLANK: any range */
    int tenths_per_pip;
};

/* Lowest totals of the results of a crash; SALVO_BLANK if there is none. */
struct skank_collision {
    int one_roll, two_rolls, three_rolls, totalled;
    int explodes_from; /* a totalled vehicle explodes at this roll or more; SALVO_BLANK: never */
    int repaired;      /* salvo repaired a damaged line: the three rolls */
};

/* The modifiers of dice, in the order of their ids in tables.c. */
enum skank_modifier {
    MODIFIER_COVER,
    MODIFIER_PRONE,
    MODIFIER_BUILDING,
    MODIFIER_CONCEALED,
    MODIFIER_INVISIBLE,
    MODIFIER_LARGE,
    MODIFIER_MOUNTED,
    MODIFIER_ENTERING,
    MODIFIER_BURNING,
    MODIFIER_SPOTTER,
    MODIFIER_TIRE,
    MODIFIER_DISABLE,
    MODIFIER_SUPPRESSED_BUILDING,
    MODIFIER_SPOT_PRONE,
    MODIFIER_SPOT_WOODS,
    MODIFIER_SPOT_FOG,
    MODIFIER_SPOT_INVISIBLE,
    MODIFIER_SPOT_GHILLIE,
    MODIFIER_SPOT_PSIONIST,
    N_MODIFIERS,
};

/* Single numbers in the text of the book. */
enum skank_value {
    BLIND_FIRE,
    CLIP_SHOTS,
    CLIP_SUPPRESSION,
    FRAGMENTS,
    SATCHEL_RADIUS,
    GRENADES,
    PSIONIC_SAVE,
    PSIONIC_HEAL,
    TRACK_RIGHT,
    CRASH_FAST,
    CRASH_HEAD_ON,
    CRASH_PILE_UP,
    CRASH_IMMUNE,
    RUN_OVER_IMMUNE,
    FIRE_GROWTH,
    FIRE_HITS,
    MORALE_PERCENT,
    HORSE_PERCENT,
    BATTLE_MOVE,
    N_VALUES,
};

enum { PSIONIC_RATINGS = 8, COLLISION_RATINGS = 6 };

struct skank_tables {
    const salvo_store *store; /* for ids, in words */
    struct skank_troop *troops;
    size_t n_troops;
    struct skank_vehicle *vehicles;
    struct skank_weapon *weapons;
    int launcher; /* row of the automatic grenade launcher, which has its own rules */
    struct skank_area *areas;
    size_t n_areas;
    salvo_brackets brackets;    /* of the fire chart */
    const int *fire[N_MOTIONS]; /* a number for each bracket, CELL_NO or CELL_STAR */
    struct skank_deviation *deviations;
    size_t n_deviations;
    size_t n_melee;
    const int **melee; /* melee[attacker][target]: a number, or SALVO_BLANK */
    int psionic[PSIONIC_RATINGS];
    struct skank_collision collision[COLLISION_RATINGS]; /* by rating less one */
    int modifier[N_MODIFIERS];
    int value[N_VALUES];
};

salvo_status skank_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err);

/* A unit is a figure or a vehicle: troops are counted first, then vehicles. */
static inline bool skank_is_vehicle(const struct skank_tables *t, int unit)
{
    return (size_t)unit >= t->n_troops;
}

/* Returns its id, as users type it. */
static inline const char *skank_unit_id(const struct skank_tables *t, int unit)
{
    const salvo_table *table = salvo_store_table(t->store, skank_is_vehicle(t, unit) ? "vehicles" : "troops");
    size_t row = skank_is_vehicle(t, unit) ? (size_t)unit - t->n_troops : (size_t)unit;

    return table->cells[row * table->n_columns].text;
}

static inline const struct skank_vehicle *skank_vehicle_of(const struct skank_tables *t, int unit)
{
    return &t->vehicles[(size_t)unit - t->n_troops];
}

/* Returns the printed rating, or wounds, of a unit. A vehicle counts as having one wound. */
static inline int skank_rating_of(const struct skank_tables *t, int unit)
{
    return skank_is_vehicle(t, unit) ? skank_vehicle_of(t, unit)->rating : t->troops[unit].rating;
}

static inline int skank_wounds_of(const struct skank_tables *t, int unit)
{
    return skank_is_vehicle(t, unit) ? 1 : t->troops[unit].wounds;
}

#endif
