#include "rules/mad/tables.h"

#include <string.h>

#include "rules/mad/items.h"

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

/* What is hit, then where it stands, as the book's table runs. */
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

#define LOAD(table, schema, records) \
    salvo_records_load(store, table, schema, sizeof schema / sizeof *schema, sizeof *(records), memory, &(records), err)

/* "4x20mm-cannon" behind "aa:". */
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
        return salvo_cell_refuse(&at, err, "'%.*s' is no battery of 1 to %d guns; write aa:COUNTxGUN, as in %s",
                                 (int)item.length, item.text, BARRELS_MAX, "aa:4x20mm-cannon*");
    mount->anti_aircraft = true;
    at = mad_item_place(cell, gun);
    return salvo_cell_reference(&at, gun.text, gun.length, guns, "aircraft weapon", &mount->weapon, err);
}

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

static salvo_status read_mounts(const salvo_store *store, const salvo_cell *cell, struct mad_unit *unit,
                                salvo_error *err)
{
    const char *rest = cell->text;
    struct mad_item item;
    salvo_status status = SALVO_OK;

    while (status == SALVO_OK && mad_item_next(&rest, &item)) {
        if (unit->n_mounts == MOUNTS_MAX)
            return salvo_cell_refuse(cell, err, "more than %d weapons; a unit has at most that many", MOUNTS_MAX);
        status = read_mount(store, cell, item, &unit->mounts[unit->n_mounts++], err);
    }
    return status;
}

static salvo_status load_units(const salvo_store *store, salvo_arena *memory, struct mad_tables *t, salvo_error *err)
{
    salvo_status status = LOAD("units", UNIT, t->units);
    const salvo_table *table = salvo_store_table(store, "units");
    int column;

    if (status != SALVO_OK)
        return status;
    column = salvo_table_column(table, "weapons");
    if (column < 0)
        return salvo_cell_refuse(&table->header[0], err, "the column 'weapons' is missing from the header");
    for (size_t row = 0; row < table->n_rows && status == SALVO_OK; row++)
        status = read_mounts(store, &table->cells[row * table->n_columns + (size_t)column], &t->units[row], err);
    return status;
}

/* A row that a rule works with must exist. */
static salvo_status find_row(const salvo_store *store, const char *name, const char *id, int *row, salvo_error *err)
{
    return salvo_records_row(salvo_store_table(store, name), id, row, err);
}

static salvo_status read_brackets(const salvo_store *store, const char *table, salvo_arena *memory,
                                  salvo_brackets *brackets, salvo_error *err)
{
    return salvo_brackets_read(store, salvo_store_table(store, table), memory, brackets, err);
}

/* The machine gun that every vehicle is assumed to have fires as small arms, a mine as infantry support. */
static salvo_status load_weapons(const salvo_store *store, salvo_arena *memory, struct mad_tables *t, salvo_error *err)
{
    salvo_status status = LOAD("weapons", WEAPON, t->weapons);

    if (status == SALVO_OK)
        status = read_brackets(store, "weapons", memory, &t->brackets, err);
    if (status == SALVO_OK)
        status = find_row(store, "weapons", "small-arms", &t->small_arms, err);
    if (status == SALVO_OK)
        status = find_row(store, "weapons", "infantry-support", &t->infantry_support, err);
    if (status == SALVO_OK)
        status = LOAD("aircraft-weapons", AIR_WEAPON, t->air_weapons);
    if (status == SALVO_OK)
        status = read_brackets(store, "aircraft-weapons", memory, &t->air_brackets, err);
    if (status == SALVO_OK)
        status = LOAD("artillery", ARTILLERY, t->artillery);
    return status;
}

static salvo_status load_spotting(const salvo_store *store, salvo_arena *memory, struct mad_tables *t, salvo_error *err)
{
    salvo_status status = LOAD("spotting", SPOTTING, t->spotting);

    if (status == SALVO_OK)
        status = read_brackets(store, "spotting", memory, &t->spotting_brackets, err);
    if (status == SALVO_OK)
        status = salvo_records_known(store, "spotting", MAD_TECHS, N_TECHS, t->spotting_row, err);
    return status == SALVO_OK ? LOAD("spotters", SPOTTER, t->spotters) : status;
}

static salvo_status load_numbers(const salvo_store *store, struct mad_tables *t, salvo_error *err)
{
    const struct {
        const salvo_numbers *known;
        int *numbers;
    } all[] = {
        {&LEVELS, t->damage_percent},
        {&MODIFIERS, t->modifier},
        {&VALUES, t->value},
        {&SPOTTING_MODIFIERS, t->spotting_modifier},
        {&ARTILLERY_TO_HIT, &t->artillery_to_hit[0][0]},
        {&CHANCES, t->chance_percent},
        {&HITECH_MODIFIERS, t->hitech_modifier},
    };
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof all / sizeof *all && status == SALVO_OK; i++)
        status = salvo_numbers_load(store, all[i].known, all[i].numbers, err);
    return status;
}

/* The types that may not carry a weapon: "vtol + power-armour + infantry", or "-". */
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
                                     "'%.*s' is no type of element; write vehicle, infantry, walker, grav, vtol or "
                                     "power-armour joined by +, or - for none",
                                     (int)item.length, item.text);
        *excluded |= 1U << target;
    }
    return SALVO_OK;
}

static salvo_status load_hitech_weapons(const salvo_store *store, salvo_arena *memory, struct mad_tables *t,
                                        salvo_error *err)
{
    salvo_status status = LOAD("hitech-weapons", HITECH_WEAPON, t->hitech_weapons);
    const salvo_table *table = salvo_store_table(store, "hitech-weapons");
    int column = status == SALVO_OK ? salvo_table_column(table, "excluded") : 0;

    if (column < 0)
        return salvo_cell_refuse(&table->header[0], err, "the column 'excluded' is missing from the header");
    for (size_t row = 0; status == SALVO_OK && row < table->n_rows; row++)
        status = read_excluded(&table->cells[row * table->n_columns + (size_t)column], &t->hitech_weapons[row].excluded,
                               err);
    if (status == SALVO_OK)
        status = read_brackets(store, "hitech-weapons", memory, &t->hitech_brackets, err);
    return status == SALVO_OK ? find_row(store, "hitech-weapons", "infantry-support", &t->hitech_infantry_support, err)
                              : status;
}

static salvo_status load_hitech(const salvo_store *store, salvo_arena *memory, struct mad_tables *t, salvo_error *err)
{
    salvo_status status = load_hitech_weapons(store, memory, t, err);

    if (status == SALVO_OK)
        status = LOAD("hitech-artillery", ARTILLERY, t->hitech_artillery);
    if (status == SALVO_OK)
        status = LOAD("hitech-movement", HITECH_MOBILITY, t->hitech_movement);
    if (status == SALVO_OK)
        status = LOAD("hitech-armour", ARMOUR, t->armour);
    return status == SALVO_OK ? LOAD("hitech-equipment", EQUIPMENT, t->equipment) : status;
}

salvo_status mad_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err)
{
    struct mad_tables *t = tables;
    salvo_status status = load_weapons(store, memory, t, err);

    t->store = store;
    if (status == SALVO_OK)
        status = load_numbers(store, t, err);
    if (status == SALVO_OK)
        status = LOAD("movement", MOBILITY, t->movement);
    if (status == SALVO_OK)
        status = load_spotting(store, memory, t, err);
    if (status == SALVO_OK)
        status = load_hitech(store, memory, t, err);
    if (status == SALVO_OK)
        status = load_units(store, memory, t, err);
    if (status == SALVO_OK)
        status = mad_air_load(store, memory, &t->air, err);
    t->n_air_weapons = status == SALVO_OK ? salvo_store_table(store, "aircraft-weapons")->n_rows : 0;
    t->n_units = status == SALVO_OK ? salvo_store_table(store, "units")->n_rows : 0;
    return status;
}

bool mad_is_infantry(enum mad_target target)
{
    return target == INFANTRY || target == POWER_ARMOUR;
}
