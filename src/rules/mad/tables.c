/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the tables of M.A.D. The schemas assign columns to members and limit their cells. Lists inside cells, such as
 * the weapons of an element, have separate loaders, which follow. */
#include "rules/mad/tables.h"

#include <string.h>

#include "rules/mad/items.h"

/* No printed number is near these limits. They catch typing errors. Hit points below 65536 fit into the two bytes of a
 * battle's unit state. */
enum { NUMBER_MAX = 99, DAMAGE_MAX = 1000, POINTS_MAX = 100000, HP_MAX = 10000, BARRELS_MAX = 99 };

const char *const MAD_TECHS[] = {[WW2] = "ww2", [HITECH] = "hitech", NULL};
static const char *const TARGETS[] = {[VEHICLE] = "vehicle", [INFANTRY] = "infantry", NULL};
const char *const MAD_HITECH_TARGETS[] = {
    [VEHICLE] = "vehicle", [INFANTRY] = "infantry",         [WALKER] = "walker", [GRAV] = "grav",
    [VTOL] = "vtol",       [POWER_ARMOUR] = "power-armour", [N_TARGETS] = NULL};
static const char *const WEAPON_CLASSES[] = {[GUN] = "gun", [ENERGY] = "energy", [MISSILE] = "missile", NULL};
static const char *const NO_YES[] = {"no", "yes", NULL};

static const char *const LEVEL_IDS[N_LEVELS] = {
    [MISS] = "miss", [SINGLE] = "single", [DOUBLE] = "double", [CRITICAL] = "critical"};

/* Ids of rows whose numbers the rules use by name. A table must have them all; the right number of rows is not
 * enough. */
static const char *const MODIFIER_IDS[N_MODIFIERS] = {
    [MODIFIER_INFANTRY_TARGET] = "infantry-target",
    [MODIFIER_COVER_VEHICLE] = "cover-vehicle",
    [MODIFIER_COVER_INFANTRY] = "cover-infantry",
    [MODIFIER_FORTIFICATION] = "fortification",
    [MODIFIER_MOVING] = "moving",
    [MODIFIER_AIRBORNE] = "airborne",
    [MODIFIER_OPPORTUNITY] = "opportunity",
};

static const char *const VALUE_IDS[N_VALUES] = {
    [INFANTRY_DAMAGE_PERCENT] = "infantry-damage-percent",
    [FIXED_MOUNT_PRICE_PERCENT] = "fixed-mount-price-percent",
    [AT_GRENADES_POINTS] = "at-grenades-points",
    [AT_GRENADE_DAMAGE] = "at-grenade-damage",
    [AT_GRENADE_FAILURE] = "at-grenade-failure",
    [MINEFIELD_TARGET_NUMBER] = "minefield-target-number",
    [FORT_REDUCTION_DAMAGE] = "fort-reduction-damage",
    [FORT_VALUE_LOWEST] = "fort-value-lowest",
    [DEVIATION_STEP_MM] = "deviation-step-mm",
    [OBSERVER_CORRECTION_MM] = "observer-correction-mm",
    [TEMPLATE_RADIUS_MAX_MM] = "template-radius-max-mm",
    [HITECH_AT_GRENADES_POINTS] = "hitech-at-grenades-points",
    [HITECH_SPEED_POINTS_PER_100MM] = "hitech-speed-points-per-100mm",
};

static const char *const SPOTTING_MODIFIER_IDS[N_SPOTTING_MODIFIERS] = {
    [SPOTTING_TARGET_MOVING] = "target-moving",
    [SPOTTING_COVER] = "cover",
    [SPOTTING_FORTIFICATION] = "fortification",
    [SPOTTING_SPOTTER_MOVING] = "spotter-moving",
};

static const char *const HITECH_MODIFIER_IDS[N_HITECH_MODIFIERS] = {
    [HITECH_INFANTRY_TARGET] = "infantry-target",
    [HITECH_COVER] = "cover",
    [HITECH_FORTIFICATION] = "fortification",
    [HITECH_MOVING] = "moving",
    [HITECH_AIRBORNE] = "airborne",
    [HITECH_WALKER_OPEN] = "walker-open",
    [HITECH_OPPORTUNITY] = "opportunity",
    [HITECH_ECM] = "ecm",
    [HITECH_MISSILE_PROTECTION] = "missile-protection",
    [HITECH_SHIELD] = "shield",
};

/* The target, then its position, in the order of the book's table. */
static const char *const ARTILLERY_IDS[2 * N_SITUATIONS] = {
    "vehicle-open", "vehicle-cover", "vehicle-prepared", "infantry-open", "infantry-cover", "infantry-prepared",
};

static const char *const CHANCE_IDS[N_CHANCES] = {
    [PASSENGER_LOSS] = "passenger-loss",
    [LINE_OF_SIGHT] = "line-of-sight",
};

/* clang-format off */
static const salvo_numbers LEVELS    = {"levels",    "damage_percent", LEVEL_IDS,    N_LEVELS,    0,           1000};
static const salvo_numbers MODIFIERS = {"modifiers", "modifier",       MODIFIER_IDS, N_MODIFIERS, -NUMBER_MAX, NUMBER_MAX};
static const salvo_numbers VALUES    = {"values",    "value",          VALUE_IDS,    N_VALUES,    0,           1000};
static const salvo_numbers CHANCES   = {"chances",   "percent",        CHANCE_IDS,   N_CHANCES,   0,           100};

static const salvo_numbers SPOTTING_MODIFIERS = {
    "spotting-modifiers", "modifier", SPOTTING_MODIFIER_IDS, N_SPOTTING_MODIFIERS, -NUMBER_MAX, NUMBER_MAX};
static const salvo_numbers HITECH_MODIFIERS = {
    "hitech-modifiers", "modifier", HITECH_MODIFIER_IDS, N_HITECH_MODIFIERS, -NUMBER_MAX, NUMBER_MAX};
static const salvo_numbers ARTILLERY_TO_HIT = {
    "artillery-to-hit", "to_hit", ARTILLERY_IDS, 2 * N_SITUATIONS, -NUMBER_MAX, NUMBER_MAX};

#define MEMBER(type, name) .offset = offsetof(struct type, name)

static const salvo_field WEAPON[] = {
    {"name",          SALVO_FIELD_TEXT,     MEMBER(mad_weapon, name)},
    {"anti_infantry", SALVO_FIELD_CHOICE,   MEMBER(mad_weapon, anti_infantry), .choices = NO_YES},
    {NULL,            SALVO_FIELD_BRACKETS, MEMBER(mad_weapon, to_hit), -NUMBER_MAX, NUMBER_MAX, .blank = "-"},
    {"damage",        SALVO_FIELD_INTEGER,  MEMBER(mad_weapon, damage), 0, DAMAGE_MAX},
    {"points",        SALVO_FIELD_INTEGER,  MEMBER(mad_weapon, points), 0, POINTS_MAX},
    {"anti_aircraft", SALVO_FIELD_CHOICE,   MEMBER(mad_weapon, anti_aircraft), .choices = NO_YES},
};

static const salvo_field AIR_WEAPON[] = {
    {"name",          SALVO_FIELD_TEXT,   MEMBER(mad_air_weapon, name)},
    {"gun",           SALVO_FIELD_CHOICE, MEMBER(mad_air_weapon, gun), .choices = NO_YES},
    {"rocket",        SALVO_FIELD_CHOICE, MEMBER(mad_air_weapon, rocket), .choices = NO_YES},
    {"small_arms",    SALVO_FIELD_CHOICE, MEMBER(mad_air_weapon, small_arms), .choices = NO_YES},
    {"anti_aircraft", SALVO_FIELD_CHOICE, MEMBER(mad_air_weapon, anti_aircraft), .choices = NO_YES},
    {"high_altitude", SALVO_FIELD_CHOICE, MEMBER(mad_air_weapon, high_altitude), .choices = NO_YES},
    {NULL,     SALVO_FIELD_BRACKETS, MEMBER(mad_air_weapon, to_hit), -NUMBER_MAX, NUMBER_MAX, .blank = "-"},
    {"damage", SALVO_FIELD_INTEGER,  MEMBER(mad_air_weapon, damage), 0, DAMAGE_MAX},
    {"points", SALVO_FIELD_INTEGER,  MEMBER(mad_air_weapon, points), 0, POINTS_MAX},
};

static const salvo_field MOBILITY[] = {
    {"name",        SALVO_FIELD_TEXT,    MEMBER(mad_mobility, name)},
    {"target",      SALVO_FIELD_CHOICE,  MEMBER(mad_mobility, target), .choices = TARGETS},
    {"distance_mm", SALVO_FIELD_INTEGER, MEMBER(mad_mobility, distance_mm), 0, 10000},
    {"points",      SALVO_FIELD_INTEGER, MEMBER(mad_mobility, points), 0, POINTS_MAX},
};

static const salvo_field ARTILLERY[] = {
    {"name",      SALVO_FIELD_TEXT,    MEMBER(mad_artillery, name)},
    {"radius_mm", SALVO_FIELD_INTEGER, MEMBER(mad_artillery, radius_mm), 0, 1000},
    {"damage",    SALVO_FIELD_INTEGER, MEMBER(mad_artillery, damage), 0, DAMAGE_MAX},
    {"points",    SALVO_FIELD_INTEGER, MEMBER(mad_artillery, points), 0, POINTS_MAX},
};

static const salvo_field SPOTTING[] = {
    {NULL, SALVO_FIELD_BRACKETS, MEMBER(mad_spotting, to_spot), -NUMBER_MAX, NUMBER_MAX, .blank = "-"},
};

static const salvo_field SPOTTER[] = {
    {"name",          SALVO_FIELD_TEXT,    MEMBER(mad_spotter, name)},
    {"allowance_m",   SALVO_FIELD_INTEGER, MEMBER(mad_spotter, allowance_m), 0, 100000},
    {"always_moving", SALVO_FIELD_CHOICE,  MEMBER(mad_spotter, always_moving), .choices = NO_YES},
};

/* infantry_damage is "-" if the book prints half of the damage, and a number if it prints another (R-22). */
static const salvo_field HITECH_WEAPON[] = {
    {"name",            SALVO_FIELD_TEXT,     MEMBER(mad_hitech_weapon, name)},
    {"anti_infantry",   SALVO_FIELD_CHOICE,   MEMBER(mad_hitech_weapon, anti_infantry), .choices = NO_YES},
    {"class",           SALVO_FIELD_CHOICE,   MEMBER(mad_hitech_weapon, weapon_class), .choices = WEAPON_CLASSES},
    {NULL,              SALVO_FIELD_BRACKETS, MEMBER(mad_hitech_weapon, to_hit), -NUMBER_MAX, NUMBER_MAX, .blank = "-"},
    {"damage",          SALVO_FIELD_INTEGER,  MEMBER(mad_hitech_weapon, damage), 0, DAMAGE_MAX},
    {"infantry_damage", SALVO_FIELD_INTEGER,  MEMBER(mad_hitech_weapon, infantry_damage), 0, DAMAGE_MAX, .blank = "-"},
    {"points",          SALVO_FIELD_INTEGER,  MEMBER(mad_hitech_weapon, points), 0, POINTS_MAX},
};

static const salvo_field HITECH_MOBILITY[] = {
    {"name",        SALVO_FIELD_TEXT,    MEMBER(mad_hitech_mobility, name)},
    {"target",      SALVO_FIELD_CHOICE,  MEMBER(mad_hitech_mobility, target), .choices = MAD_HITECH_TARGETS},
    {"distance_mm", SALVO_FIELD_INTEGER, MEMBER(mad_hitech_mobility, distance_mm), 0, 10000},
};

static const salvo_field ARMOUR[] = {
    {"name", SALVO_FIELD_TEXT,    MEMBER(mad_armour, name)},
    {"hp",   SALVO_FIELD_INTEGER, MEMBER(mad_armour, hp), 1, HP_MAX},
};

static const salvo_field EQUIPMENT[] = {
    {"name",   SALVO_FIELD_TEXT,    MEMBER(mad_equipment, name)},
    {"points", SALVO_FIELD_INTEGER, MEMBER(mad_equipment, points), 0, POINTS_MAX},
};

static const salvo_field UNIT[] = {
    {"name",     SALVO_FIELD_TEXT,      MEMBER(mad_unit, name)},
    {"nation",   SALVO_FIELD_REFERENCE, MEMBER(mad_unit, nation), .table = "nations"},
    {"hp",       SALVO_FIELD_INTEGER,   MEMBER(mad_unit, hp), 1, HP_MAX},
    {"mobility", SALVO_FIELD_REFERENCE, MEMBER(mad_unit, mobility), .table = "movement"},
    {"points",   SALVO_FIELD_INTEGER,   MEMBER(mad_unit, points), 0, POINTS_MAX, .blank = "#"},
};
/* clang-format on */

/* Reads "4x20mm-cannon" after "aa:". */
static salvo_status read_battery(const salvo_store *store, const salvo_cell *cell, struct mad_item item,
                                 struct mad_mount *mount, salvo_error *err)
{
    const salvo_table *guns;
    salvo_cell at = mad_item_place(cell, item);
    struct mad_item gun = item;
    salvo_status status = salvo_records_table(store, "aircraft-weapons", &guns, err);

    if (status != SALVO_OK)
        return status;
    if (!mad_item_take_count(&gun, BARRELS_MAX, &mount->count))
        return salvo_cell_refuse(&at, err, "'%.*s' is not a battery of 1 to %d guns; write aa:COUNTxGUN, as in %s",
                                 (int)item.length, item.text, BARRELS_MAX, "aa:4x20mm-cannon*");
    mount->anti_aircraft = true;
    at = mad_item_place(cell, gun);
    return salvo_cell_reference(&at, gun.text, gun.length, guns, "aircraft weapon", &mount->weapon, err);
}

/* An entry may have a "*" after it, for a fixed mount, and "aa:" before it, for guns that fire only at aircraft (R-38).
 * The star is removed first, because it is the last character of either form. */
static salvo_status read_mount(const salvo_store *store, const salvo_cell *cell, struct mad_item item,
                               struct mad_mount *mount, salvo_error *err)
{
    salvo_cell at = mad_item_place(cell, item);

    mount->count = 1;
    if (item.length && item.text[item.length - 1] == '*') {
        mount->fixed = true;
        item.length--;
        mad_item_trim(&item);
    }
    if (item.length > 3 && strncmp(item.text, "aa:", 3) == 0) {
        mad_item_drop(&item, 3);
        return read_battery(store, cell, item, mount, err);
    }
    return salvo_cell_reference(&at, item.text, item.length, salvo_store_table(store, "weapons"), "weapon",
                                &mount->weapon, err);
}

/* Lists are read into a fixed array: an element has at most MOUNTS_MAX weapons, which also bounds the cost of choosing
 * the best of them. */
static salvo_status read_mounts(const salvo_loader *l, const salvo_cell *cell, struct mad_unit *unit)
{
    const char *rest = cell->text;
    struct mad_item item;
    salvo_status status = SALVO_OK;

    while (status == SALVO_OK && mad_item_next(&rest, &item)) {
        if (unit->n_mounts == MOUNTS_MAX)
            return salvo_cell_refuse(cell, l->err, "there are more than %d weapons", MOUNTS_MAX);
        status = read_mount(l->store, cell, item, &unit->mounts[unit->n_mounts++], l->err);
    }
    return status;
}

/* Finds the column of that heading, which is not a field of a schema. */
static salvo_status find_column(const salvo_loader *l, const salvo_table *table, const char *heading, size_t *column)
{
    int at = salvo_table_column(table, heading);

    if (at < 0)
        return salvo_cell_refuse(&table->header[0], l->err, "the column '%s' is missing from the header", heading);
    *column = (size_t)at;
    return SALVO_OK;
}

/* Weapons of a unit are a list in one cell, "cannon-b + machine-gun*", which no schema of columns can read. */
static salvo_status load_mounts(const salvo_loader *l, void *tables)
{
    struct mad_tables *t = tables;
    const salvo_table *table = salvo_store_table(l->store, "units");
    size_t column = 0;
    salvo_status status = find_column(l, table, "weapons", &column);

    for (size_t row = 0; row < table->n_rows && status == SALVO_OK; row++)
        status = read_mounts(l, &table->cells[row * table->n_columns + column], &t->units[row]);
    return status;
}

/* Reads the types that may not carry a weapon: "vtol + power-armour + infantry", or "-". */
static salvo_status read_excluded(const salvo_cell *cell, unsigned *excluded, salvo_error *err)
{
    const char *rest = strcmp(cell->text, "-") == 0 ? NULL : cell->text;
    struct mad_item item;

    while (mad_item_next(&rest, &item)) {
        salvo_cell at = mad_item_place(cell, item);
        int target = 0;

        while (target < N_TARGETS && (strlen(MAD_HITECH_TARGETS[target]) != item.length ||
                                      strncmp(MAD_HITECH_TARGETS[target], item.text, item.length) != 0))
            target++;
        if (target == N_TARGETS)
            return salvo_cell_refuse(&at, err,
                                     "'%.*s' is not a type of element; write vehicle, infantry, walker, grav, vtol "
                                     "or power-armour joined by +, or - for none",
                                     (int)item.length, item.text);
        *excluded |= 1U << target;
    }
    return SALVO_OK;
}

/* The column is a list of types, which no schema reads. It becomes a set of bits, because a shot only asks whether it
 * contains one type. */
static salvo_status load_excluded(const salvo_loader *l, void *tables)
{
    struct mad_tables *t = tables;
    const salvo_table *table = salvo_store_table(l->store, "hitech-weapons");
    size_t column = 0;
    salvo_status status = find_column(l, table, "excluded", &column);

    for (size_t row = 0; row < table->n_rows && status == SALVO_OK; row++)
        status =
            read_excluded(&table->cells[row * table->n_columns + column], &t->hitech_weapons[row].excluded, l->err);
    return status;
}

static salvo_status load_air(const salvo_loader *l, void *tables)
{
    return mad_air_load(l, &((struct mad_tables *)tables)->air);
}

/* clang-format off */
#define INTO_TABLES(member) SALVO_INTO_TABLES(struct mad_tables, member)

/* The order matters for the separate loaders: they fill rows that must have been loaded, and look up names in tables
 * that must be there. */
static const salvo_load TABLES[] = {
    {LOAD_RECORDS,  INTO_TABLES(weapons), "weapons", SALVO_FIELDS(WEAPON, struct mad_weapon)},
    {LOAD_BRACKETS, INTO_TABLES(brackets), "weapons"},
    {LOAD_ROW,      INTO_TABLES(small_arms), "weapons", .id = "small-arms"}, /* the machine gun that every vehicle has */
    {LOAD_ROW,      INTO_TABLES(infantry_support), "weapons", .id = "infantry-support"}, /* as a mine, too */
    {LOAD_RECORDS,  INTO_TABLES(air_weapons), "aircraft-weapons", SALVO_FIELDS(AIR_WEAPON, struct mad_air_weapon)},
    {LOAD_BRACKETS, INTO_TABLES(air_brackets), "aircraft-weapons"},
    {LOAD_RECORDS,  INTO_TABLES(artillery), "artillery", SALVO_FIELDS(ARTILLERY, struct mad_artillery)},
    {LOAD_NUMBERS,  INTO_TABLES(damage_percent), .numbers = &LEVELS},
    {LOAD_NUMBERS,  INTO_TABLES(modifier), .numbers = &MODIFIERS},
    {LOAD_NUMBERS,  INTO_TABLES(value), .numbers = &VALUES},
    {LOAD_NUMBERS,  INTO_TABLES(spotting_modifier), .numbers = &SPOTTING_MODIFIERS},
    {LOAD_NUMBERS,  INTO_TABLES(artillery_to_hit), .numbers = &ARTILLERY_TO_HIT},
    {LOAD_NUMBERS,  INTO_TABLES(chance_percent), .numbers = &CHANCES},
    {LOAD_NUMBERS,  INTO_TABLES(hitech_modifier), .numbers = &HITECH_MODIFIERS},
    {LOAD_RECORDS,  INTO_TABLES(movement), "movement", SALVO_FIELDS(MOBILITY, struct mad_mobility)},
    {LOAD_RECORDS,  INTO_TABLES(spotting), "spotting", SALVO_FIELDS(SPOTTING, struct mad_spotting)},
    {LOAD_BRACKETS, INTO_TABLES(spotting_brackets), "spotting"},
    {LOAD_ROWS,     INTO_TABLES(spotting_row), "spotting", .ids = MAD_TECHS, .n_ids = N_TECHS},
    {LOAD_RECORDS,  INTO_TABLES(spotters), "spotters", SALVO_FIELDS(SPOTTER, struct mad_spotter)},
    {LOAD_RECORDS,  INTO_TABLES(hitech_weapons), "hitech-weapons", SALVO_FIELDS(HITECH_WEAPON, struct mad_hitech_weapon)},
    {LOAD_OWN,      .own = load_excluded},
    {LOAD_BRACKETS, INTO_TABLES(hitech_brackets), "hitech-weapons"},
    {LOAD_ROW,      INTO_TABLES(hitech_infantry_support), "hitech-weapons", .id = "infantry-support"},
    {LOAD_RECORDS,  INTO_TABLES(hitech_artillery), "hitech-artillery", SALVO_FIELDS(ARTILLERY, struct mad_artillery)},
    {LOAD_RECORDS,  INTO_TABLES(hitech_movement), "hitech-movement", SALVO_FIELDS(HITECH_MOBILITY, struct mad_hitech_mobility)},
    {LOAD_RECORDS,  INTO_TABLES(armour), "hitech-armour", SALVO_FIELDS(ARMOUR, struct mad_armour)},
    {LOAD_RECORDS,  INTO_TABLES(equipment), "hitech-equipment", SALVO_FIELDS(EQUIPMENT, struct mad_equipment)},
    {LOAD_RECORDS,  INTO_TABLES(units), "units", SALVO_FIELDS(UNIT, struct mad_unit)},
    {LOAD_OWN,      .own = load_mounts},
    {LOAD_OWN,      .own = load_air},
    {LOAD_COUNT,    INTO_TABLES(n_air_weapons), "aircraft-weapons"},
    {LOAD_COUNT,    INTO_TABLES(n_units), "units"},
};
/* clang-format on */

salvo_status mad_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err)
{
    struct mad_tables *t = tables;

    t->store = store;
    return salvo_load_tables(TABLES, sizeof TABLES / sizeof *TABLES, &(salvo_loader){store, memory, err}, t);
}

/* Power armour is infantry in everything that concerns fire at it. */
bool mad_is_infantry(enum mad_target target)
{
    return target == INFANTRY || target == POWER_ARMOUR;
}
