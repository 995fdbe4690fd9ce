/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of "Aircraft Rules" as the rules read them. The weapons of aircraft are in tables.h, because vehicles
 * carry them too. */
#ifndef SALVO_RULES_MAD_AIR_TABLES_H
#define SALVO_RULES_MAD_AIR_TABLES_H

#include <stdbool.h>

#include <salvo/data.h>

#include "data/load.h"
#include "rules/mad/groups.h"

/* Air to Air Modifiers, Air to Ground Modifiers */
enum mad_air_modifier {
    AIR_TURRET,
    AIR_SIDE,
    AIR_HEAD_ON,
    AIR_MANOEUVRE,
    AIR_HARD_TURN,
    AIR_GROUND_TARGET,
    AIR_GROUND_INFANTRY,
    AIR_GROUND_COVER,
    N_AIR_MODIFIERS,
};

/* Single numbers in the text of the book. */
enum mad_air_value {
    BOMB_TEMPLATE_LBS,
    BOMB_DAMAGE,
    BOMB_TEMPLATE_POINTS,
    TEMPLATE_RADIUS_MM,
    SCATTER_STEP_MM,
    SPEED_MM_PER_POINT,
    AA_SMALL_ARMS_RANGE_M,
    N_AIR_VALUES,
};

/* Critical Hits: the result of the D10. */
enum mad_air_critical { CRITICAL_ENGINE, CRITICAL_CREW, CRITICAL_BREAK_UP, N_AIR_CRITICALS };
enum { CRITICAL_SIDES = 10 };

/* Turn Radius Points Costs; the id is the rating. */
struct mad_turn {
    int radius_mm;
    int points;
};

/* Fire Arcs; either is SALVO_BLANK. */
struct mad_fire_arc {
    const char *name;
    int arc_degrees, corridor_mm;
};
enum mad_fire_arcs { ARC_FIXED, ARC_TURRET, ARC_LIMITED, N_FIRE_ARCS };

/* Special Manoeuvres; the classes are lost in the source, and the table's owner may add them. */
struct mad_manoeuvre {
    const char *name;
    int move_cost_mm;
    const char *on_the_table;
    int class; /* or SALVO_BLANK */
};

struct mad_aircraft {
    const char *name;
    int theatre; /* row of the theatres */
    int min_speed_mm, top_speed_mm, acceleration_mm;
    int turn; /* row of the turns */
    int hp;
    int manoeuvre_rating;
    int bomb_load_lbs; /* 0: none */
    int torpedo;       /* it may carry one in place of its bombs */
    int points;        /* SALVO_BLANK: the book prints "?" */
    struct mad_group groups[GROUPS_MAX];
    int n_groups;
};

struct mad_air_tables {
    int modifier[N_AIR_MODIFIERS];
    int value[N_AIR_VALUES];
    int critical[CRITICAL_SIDES + 1]; /* face to enum mad_air_critical; [0] unused */
    struct mad_turn *turns;
    struct mad_fire_arc arcs[N_FIRE_ARCS];
    struct mad_manoeuvre *manoeuvres;
    struct mad_aircraft *aircraft;
};

/* Loads and checks every cell. Needs the tables of aircraft weapons, theatres and turns. */
salvo_status mad_air_load(const salvo_loader *l, struct mad_air_tables *air);

/* Returns the templates of a load of bombs: the nearest whole number, halves up. */
int64_t mad_bomb_templates(const struct mad_air_tables *air, int64_t load_lbs);

#endif
