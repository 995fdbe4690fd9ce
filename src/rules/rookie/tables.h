/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of Rookie Rules as the rules read them, loaded and checked from data/rookie. */
#ifndef SALVO_RULES_ROOKIE_TABLES_H
#define SALVO_RULES_ROOKIE_TABLES_H

#include "data/load.h"
#include "rules/rookie/set.h"

struct rookie_squad {
    const char *name;
    int men, per_man; /* firing factor of each man */
};

enum rookie_modifier {
    MODIFIER_SWITCH,
    MODIFIER_LEADER_TARGET,
    MODIFIER_CAMOUFLAGED,
    MODIFIER_SPECIALIST,
    MODIFIER_TRAINING_A,
    N_MODIFIERS,
};

enum rookie_value {
    VALUE_OUT_OF_COMMAND,
    VALUE_SMALL_ARMS_RANGE,
    VALUE_SMALL_ARMS_FACTOR,
    VALUE_SQUAD_HIT,
    VALUE_MACHINE_GUN_HIT,
    VALUE_BARREL_HIT,
    VALUE_AA_GUN_HIT,
    VALUE_AIRCRAFT_BASE,
    VALUE_AIRCRAFT_STEP,
    VALUE_SNIPER_STEP,
    VALUE_OBSERVE_BASE,
    VALUE_DEAD_ON,
    VALUE_UNBOG_REGULAR,
    VALUE_UNBOG_SPECIAL,
    VALUE_BATTLE_MOVE,
    N_VALUES,
};

enum rookie_attack { ATTACK_OVERRUN, ATTACK_MINES, ATTACK_SNIPER, N_ATTACKS };

enum { N_ARMOURS = 5 };

struct rookie_armour {
    int single_weapon; /* least firing factor that penetrates */
    int small_arms;    /* least doubled one; SALVO_BLANK: never */
};

enum rookie_terrain { TERRAIN_MARKED, TERRAIN_MUD, TERRAIN_RUBBLE, N_TERRAINS };
enum rookie_vehicle { VEHICLE_REGULAR, VEHICLE_SPECIAL, N_VEHICLES };

/* Results of special damage, those of vehicles and of bunkers. */
enum rookie_damage {
    DAMAGE_NONE,
    DAMAGE_ABANDONED,
    DAMAGE_PINNED,
    DAMAGE_STUNNED,
    DAMAGE_RETIRE_1,
    DAMAGE_RETIRE_2,
    DAMAGE_RETIRE_3,
    DAMAGE_GUN_DESTROYED,
    DAMAGE_ONE_FUNCTION,
    DAMAGE_SUPPRESSED_1,
    DAMAGE_SUPPRESSED_2,
    DAMAGE_SUPPRESSED_3,
    DAMAGE_DESTROYED,
    DAMAGE_FIRE,
    N_DAMAGES,
};

#define ROOKIE_DAMAGE_NAMES                                                                                        \
    "none", "abandoned", "pinned", "stunned", "retire-1", "retire-2", "retire-3", "gun-destroyed", "one-function", \
        "suppressed-1", "suppressed-2", "suppressed-3", "destroyed", "fire"

struct rookie_damage_row {
    int vehicle, bunker; /* enum rookie_damage */
};

struct rookie_marker_row {
    int classes_slower; /* SALVO_BLANK: it does not move */
    int command_radius_inches;
};

struct rookie_tables {
    const salvo_store *store;
    struct rookie_squad *squads; /* by row */
    struct rookie_set proved, reconstruction;
    int modifier[N_MODIFIERS];
    int value[N_VALUES];
    int attack_column[N_ATTACKS];
    struct rookie_marker_row marker[N_MARKERS];
    struct rookie_armour armour[N_ARMOURS];
    struct rookie_damage_row damage[ROLLS];
    int breakdown[N_TERRAINS][N_VEHICLES]; /* of ten faces */
};

extern const char *const ROOKIE_DAMAGES[], *const ROOKIE_ARMOURS[], *const ROOKIE_TERRAINS[],
                                                                        *const ROOKIE_VEHICLES[]; /* end with NULL */

salvo_status rookie_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err);

#endif
