#include "rules/mad/tables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 99, DAMAGE_MAX = 1000, POINTS_MAX = 100000, HP_MAX = 10000, BARRELS_MAX = 99 };

static const char *const TARGETS[] = {[VEHICLE] = "vehicle", [INFANTRY] = "infantry", NULL};
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
};

/* clang-format off */
static const salvo_numbers LEVELS    = {"levels",    "damage_percent", LEVEL_IDS,    N_LEVELS,    0,           1000};
static const salvo_numbers MODIFIERS = {"modifiers", "modifier",       MODIFIER_IDS, N_MODIFIERS, -NUMBER_MAX, NUMBER_MAX};
static const salvo_numbers VALUES    = {"values",    "value",          VALUE_IDS,    N_VALUES,    0,           1000};

#define MEMBER(type, name) .offset = offsetof(struct type, name)

static const salvo_field WEAPON[] = {
    {"name",          SALVO_FIELD_TEXT,     MEMBER(mad_weapon, name)},
    {"anti_infantry", SALVO_FIELD_CHOICE,   MEMBER(mad_weapon, anti_infantry), .choices = NO_YES},
    {NULL,            SALVO_FIELD_BRACKETS, MEMBER(mad_weapon, to_hit), -NUMBER_MAX, NUMBER_MAX, .blank = "-"},
    {"damage",        SALVO_FIELD_INTEGER,  MEMBER(mad_weapon, damage), 0, DAMAGE_MAX},
    {"points",        SALVO_FIELD_INTEGER,  MEMBER(mad_weapon, points), 0, POINTS_MAX},
};

static const salvo_field AIR_WEAPON[] = {
    {"name",   SALVO_FIELD_TEXT,     MEMBER(mad_air_weapon, name)},
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

/* ---- the weapons of a unit: "cannon-d + cannon-e*", "aa:4x20mm-cannon*" -------------------------------------- */

struct span {
    const char *text;
    size_t length;
};

/* The cell, as if it began at the span: where a message about a part of it points. */
static salvo_cell place(const salvo_cell *cell, struct span span)
{
    salvo_cell at = *cell;

    if (at.column)
        at.column += (int)(span.text - cell->text);
    return at;
}

static void drop(struct span *span, size_t bytes)
{
    span->text += bytes;
    span->length -= bytes;
}

static void trim(struct span *span)
{
    while (span->length && isspace((unsigned char)span->text[0]))
        drop(span, 1);
    while (span->length && isspace((unsigned char)span->text[span->length - 1]))
        span->length--;
}

/* "4x20mm-cannon" behind "aa:". */
static salvo_status read_battery(const salvo_store *store, const salvo_cell *cell, struct span item,
                                 struct mad_mount *mount, salvo_error *err)
{
    const salvo_table *guns;
    salvo_cell at = place(cell, item);
    char *end;
    long count = strtol(item.text, &end, 10);
    salvo_status status = salvo_records_table(store, "aircraft-weapons", &guns, err);

    if (status != SALVO_OK)
        return status;
    if (end == item.text || *end != 'x' || count < 1 || count > BARRELS_MAX)
        return salvo_cell_refuse(&at, err, "'%.*s' is no battery of 1 to %d guns; write aa:COUNTxGUN, as in %s",
                                 (int)item.length, item.text, BARRELS_MAX, "aa:4x20mm-cannon*");
    mount->anti_aircraft = true;
    mount->count = (int)count;
    drop(&item, (size_t)(end + 1 - item.text));
    at = place(cell, item);
    return salvo_cell_reference(&at, item.text, item.length, guns, "aircraft weapon", &mount->weapon, err);
}

static salvo_status read_mount(const salvo_store *store, const salvo_cell *cell, struct span item,
                               struct mad_mount *mount, salvo_error *err)
{
    salvo_cell at = place(cell, item);

    mount->count = 1;
    if (item.length && item.text[item.length - 1] == '*') {
        mount->fixed = true;
        item.length--;
        trim(&item);
    }
    if (item.length > 3 && strncmp(item.text, "aa:", 3) == 0) {
        drop(&item, 3);
        return read_battery(store, cell, item, mount, err);
    }
    return salvo_cell_reference(&at, item.text, item.length, salvo_store_table(store, "weapons"), "weapon",
                                &mount->weapon, err);
}

static salvo_status read_mounts(const salvo_store *store, const salvo_cell *cell, struct mad_unit *unit,
                                salvo_error *err)
{
    const char *rest = cell->text;

    for (;;) {
        struct span item = {rest, strcspn(rest, "+")};
        salvo_status status;

        rest += item.length;
        trim(&item);
        if (unit->n_mounts == MOUNTS_MAX)
            return salvo_cell_refuse(cell, err, "more than %d weapons; a unit has at most that many", MOUNTS_MAX);
        status = read_mount(store, cell, item, &unit->mounts[unit->n_mounts++], err);
        if (status != SALVO_OK || !*rest)
            return status;
        rest++;
    }
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

/* ---- the whole book ------------------------------------------------------------------------------------------ */

/* The machine gun that every vehicle is assumed to have fires as small arms: that row must exist. */
static salvo_status find_small_arms(const salvo_store *store, struct mad_tables *t, salvo_error *err)
{
    const salvo_table *weapons = salvo_store_table(store, "weapons");

    for (size_t row = 0; row < weapons->n_rows; row++)
        if (strcmp(weapons->cells[row * weapons->n_columns].text, "small-arms") == 0) {
            t->small_arms = (int)row;
            return SALVO_OK;
        }
    return salvo_cell_refuse(&weapons->header[0], err, "the row 'small-arms' is missing from the table");
}

static salvo_status load_weapons(const salvo_store *store, salvo_arena *memory, struct mad_tables *t, salvo_error *err)
{
    salvo_status status = LOAD("weapons", WEAPON, t->weapons);

    if (status == SALVO_OK)
        status = salvo_brackets_read(store, salvo_store_table(store, "weapons"), memory, &t->brackets, err);
    if (status == SALVO_OK)
        status = find_small_arms(store, t, err);
    if (status == SALVO_OK)
        status = LOAD("aircraft-weapons", AIR_WEAPON, t->air_weapons);
    if (status == SALVO_OK)
        status =
            salvo_brackets_read(store, salvo_store_table(store, "aircraft-weapons"), memory, &t->air_brackets, err);
    if (status == SALVO_OK)
        status = LOAD("artillery", ARTILLERY, t->artillery);
    return status;
}

static salvo_status load_numbers(const salvo_store *store, struct mad_tables *t, salvo_error *err)
{
    salvo_status status = salvo_numbers_load(store, &LEVELS, t->damage_percent, err);

    if (status == SALVO_OK)
        status = salvo_numbers_load(store, &MODIFIERS, t->modifier, err);
    return status == SALVO_OK ? salvo_numbers_load(store, &VALUES, t->value, err) : status;
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
        status = load_units(store, memory, t, err);
    return status;
}

int mad_fixed_price(const struct mad_tables *tables, int points)
{
    return (points * tables->value[FIXED_MOUNT_PRICE_PERCENT] + 99) / 100;
}
