/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the tables of MBT 2030. The schemas limit the cells. Checks that need several rows follow them, such as dice
 * that must belong to one row each. */
#include "rules/mbt2030/tables.h"
#include "rules/parameters.h"

#include <stdlib.h>
#include <string.h>

enum { INCHES_MAX = 1000, NUMBER_MAX = 1000 };

const char *const MBT_CLASS_IDS[] = {"infantry", "armour", "artillery", "aircraft", NULL};
const char *const MBT_SIGN_IDS[] = {"minus", "norm", "plus", NULL};
const char *const MBT_MODE_IDS[] = {"static", "mobile", "fast", "sns", NULL};
const char *const MBT_POSTURE_IDS[] = {"infantry", "las", "atm", "rec", "ada", "pda", "armour",
                                       "cba",      "otf", "ecm", "asf", "cas", NULL};
const char *const MBT_TERRAIN_IDS[] = {"open", "highland", "forest", "steep-forest", NULL};
const char *const MBT_ZONE_IDS[] = {"desert", "steppe", "tropical", "temperate", "cold", NULL};
const char *const MBT_MINOR_IDS[] = {"wood", "built-up", "hill", NULL};
const char *const MBT_SEASON_IDS[] = {"winter", "autumn", "spring", "summer", NULL};

static const char *const NO_YES[] = {"no", "yes", NULL};
static const char *const ALLOWANCES[] = {"no", "yes", "default", NULL};

/* In the order of enum mbt_target, on which target_of() in eligibility.c relies. */
static const char *const TARGET_COLUMNS[N_TARGETS] = {
    "infantry_static", "infantry_mobile", "infantry_fast", "las", "atm", "rec", "ada", "pda",
    "armour_static",   "armour_mobile",   "armour_fast",   "cba", "otf", "ecm", "asf", "cas"};

/* In the order of enum mbt_cause; the table has the number of causes that each counts as. */
static const char *const CAUSE_IDS[N_CAUSES] = {
    "lower-sub-class",
    "lower-grade",
    "no-support",
    "higher-sub-class",
    "hard-target",
    "weather-aircraft",
    "inf-minus-against-cas",
    "atm-against-armour",
    "atm-against-fast-or-bad",
    "las-against-infantry",
    "cba-against-sns",
    "ecm",
    "bad-going",
    "pinned-or-shaken",
    "built-up",
    "rear",
};

static const char *const VALUE_IDS[N_VALUES] = {
    "mutual-margin", "unilateral-win", "unilateral-draw", "battle-group-stands",
    "pin-limit",     "break-limit",    "afternoon",
};

/* A cause may be set to 0, which switches it off; a value of the text may not. */
/* clang-format off */
static const salvo_numbers CAUSES = {"disadvantage", "causes", CAUSE_IDS, N_CAUSES, 0, NUMBER_MAX};
static const salvo_numbers VALUES = {"values",       "value",  VALUE_IDS, N_VALUES, 1, NUMBER_MAX};

#define MEMBER(type, name) .offset = offsetof(struct type, name)
#define NUMBER(type, name, from, to) {#name, SALVO_FIELD_INTEGER, MEMBER(type, name), from, to}
#define CHOSEN(type, heading, member, words) {heading, SALVO_FIELD_CHOICE, MEMBER(type, member), .choices = words}

static const salvo_field STAND[] = {
    {"name", SALVO_FIELD_TEXT, MEMBER(mbt_stand_class, name)},
    CHOSEN(mbt_stand_class, "class",  class,             MBT_CLASS_IDS),
    CHOSEN(mbt_stand_class, "level",  level,             MBT_SIGN_IDS),
    CHOSEN(mbt_stand_class, "static", mode[MODE_STATIC], ALLOWANCES),
    CHOSEN(mbt_stand_class, "mobile", mode[MODE_MOBILE], ALLOWANCES),
    CHOSEN(mbt_stand_class, "fast",   mode[MODE_FAST],   ALLOWANCES),
    CHOSEN(mbt_stand_class, "sns",    mode[MODE_SNS],    ALLOWANCES),
};

static const salvo_field POSTURE[] = {
    {"name", SALVO_FIELD_TEXT, MEMBER(mbt_posture_row, name)},
    CHOSEN(mbt_posture_row, "class",    class,      MBT_CLASS_IDS),
    CHOSEN(mbt_posture_row, "default",  is_default, NO_YES),
    CHOSEN(mbt_posture_row, "on_table", on_table,   NO_YES),
};

/* A number of 7 on a die means never, hence D6 + 1. */
static const salvo_field ZONE[] = {
    NUMBER(mbt_zone_row, die_from, 1, D6),
    NUMBER(mbt_zone_row, die_to, 1, D6),
    CHOSEN(mbt_zone_row, "on_1", on[0], MBT_TERRAIN_IDS),
    CHOSEN(mbt_zone_row, "on_2", on[1], MBT_TERRAIN_IDS),
    CHOSEN(mbt_zone_row, "on_3", on[2], MBT_TERRAIN_IDS),
    CHOSEN(mbt_zone_row, "on_4", on[3], MBT_TERRAIN_IDS),
    CHOSEN(mbt_zone_row, "on_5", on[4], MBT_TERRAIN_IDS),
    CHOSEN(mbt_zone_row, "on_6", on[5], MBT_TERRAIN_IDS),
    NUMBER(mbt_zone_row, built_up_from, 1, D6 + 1),
    NUMBER(mbt_zone_row, minor_modifier, -D6, D6),
};

static const salvo_field MINOR[] = {
    NUMBER(mbt_minor_row, die_from, 1, D6),
    NUMBER(mbt_minor_row, die_to, 1, D6),
};

static const salvo_field SEASON[] = {
    NUMBER(mbt_season_row, die_from, 1, D6),
    NUMBER(mbt_season_row, die_to, 1, D6),
    NUMBER(mbt_season_row, dawn_from, 0, 23),
    NUMBER(mbt_season_row, dawn_to, 0, 23),
    NUMBER(mbt_season_row, dusk_from, 0, 23),
    NUMBER(mbt_season_row, dusk_to, 0, 23),
    {"desert",    SALVO_FIELD_INTEGER, MEMBER(mbt_season_row, adverse_from[ZONE_DESERT]),    1, D6 + 1},
    {"steppe",    SALVO_FIELD_INTEGER, MEMBER(mbt_season_row, adverse_from[ZONE_STEPPE]),    1, D6 + 1},
    {"tropical",  SALVO_FIELD_INTEGER, MEMBER(mbt_season_row, adverse_from[ZONE_TROPICAL]),  1, D6 + 1},
    {"temperate", SALVO_FIELD_INTEGER, MEMBER(mbt_season_row, adverse_from[ZONE_TEMPERATE]), 1, D6 + 1},
    {"cold",      SALVO_FIELD_INTEGER, MEMBER(mbt_season_row, adverse_from[ZONE_COLD]),      1, D6 + 1},
};

static const salvo_field MOVEMENT[] = {
    {"name", SALVO_FIELD_TEXT, MEMBER(mbt_movement, name)},
    NUMBER(mbt_movement, good_tactical, 0, INCHES_MAX),
    NUMBER(mbt_movement, good_march, 0, INCHES_MAX),
    NUMBER(mbt_movement, bad_tactical, 0, INCHES_MAX),
    NUMBER(mbt_movement, bad_march, 0, INCHES_MAX),
};
/* clang-format on */

static const salvo_cell *id_cell(const salvo_table *table, size_t row)
{
    return &table->cells[row * table->n_columns];
}

/* Returns whether a row contains the face. `dice` is the first row's die_from; die_to follows it. */
static bool takes(const int *dice, size_t size, int i, int face)
{
    const int *row = (const int *)((const char *)dice + (size_t)i * size);

    return face >= row[0] && face <= row[1];
}

/* Each face of a die belongs to exactly one row. */
static salvo_status check_dice(const salvo_loader *l, const char *name, const int *dice, size_t size, int n)
{
    const salvo_table *table = salvo_store_table(l->store, name);

    for (int face = 1; face <= D6; face++) {
        int owners = 0;

        for (int i = 0; i < n; i++)
            owners += takes(dice, size, i, face);
        if (owners != 1)
            return salvo_cell_refuse(&table->header[0], l->err,
                                     "%d of the rows take a die of %d; die_from to die_to of one row must hold it",
                                     owners, face);
    }
    return SALVO_OK;
}

static salvo_status check_zones(const salvo_loader *l, void *tables)
{
    const struct mbt_tables *t = tables;

    return check_dice(l, "zones", &t->zone[0].die_from, sizeof t->zone[0], N_ZONES);
}

static salvo_status check_minors(const salvo_loader *l, void *tables)
{
    const struct mbt_tables *t = tables;

    return check_dice(l, "minor-features", &t->minor[0].die_from, sizeof t->minor[0], N_MINORS);
}

/* Night is before dawn and after dusk, so the hours must ascend for a day between them. */
static salvo_status check_seasons(const salvo_loader *l, void *tables)
{
    const struct mbt_tables *t = tables;
    const salvo_table *table = salvo_store_table(l->store, "seasons");

    for (int i = 0; i < N_SEASONS; i++) {
        const struct mbt_season_row *s = &t->season[i];

        if (s->dawn_from > s->dawn_to || s->dawn_to >= s->dusk_from || s->dusk_from > s->dusk_to)
            return salvo_cell_refuse(
                &table->header[0], l->err,
                "the hours of '%s' are out of order; dawn_from, dawn_to, dusk_from and dusk_to must ascend",
                MBT_SEASON_IDS[i]);
    }
    return check_dice(l, "seasons", &t->season[0].die_from, sizeof t->season[0], N_SEASONS);
}

/* A stand without a given mode takes the one marked default; none or two would leave it open. */
static salvo_status check_stands(const salvo_loader *l, void *tables)
{
    const struct mbt_tables *t = tables;
    const salvo_table *table = salvo_store_table(l->store, "stands");

    for (size_t row = 0; row < table->n_rows; row++) {
        int defaults = 0;

        for (int mode = 0; mode < N_MODES; mode++)
            defaults += t->stands[row].mode[mode] == ALLOWED_DEFAULT;
        if (defaults != 1)
            return salvo_cell_refuse(id_cell(table, row), l->err,
                                     "%d modes of '%s' are marked 'default'; mark exactly one", defaults,
                                     id_cell(table, row)->text);
    }
    return SALVO_OK;
}

/* As with modes, exactly one posture of a class is the default. */
static salvo_status find_default_postures(const salvo_loader *l, void *tables)
{
    struct mbt_tables *t = tables;
    const salvo_table *table = salvo_store_table(l->store, "postures");

    for (int class = 0; class <= CLASS_AIRCRAFT; class ++) {
        int defaults = 0;

        for (int p = 0; p < N_POSTURES; p++)
            if (t->posture[p].class == class && t->posture[p].is_default) {
                t->default_posture[class] = p;
                defaults++;
            }
        if (defaults != 1)
            return salvo_cell_refuse(&table->header[0], l->err,
                                     "%d postures of class %s are marked 'default'; mark exactly one", defaults,
                                     MBT_CLASS_IDS[class]);
    }
    return SALVO_OK;
}

/* One row serves some levels of the engager's sub-class. */
enum levels { LEVELS_ALL, LEVELS_MINUS, LEVELS_NORM_PLUS };
static const char *const LEVELS[] = {"all", "minus", "norm-plus", NULL};

struct engagement {
    int posture, levels;
};

/* clang-format off */
static const salvo_field ENGAGEMENT[] = {
    CHOSEN(engagement, "posture", posture, MBT_POSTURE_IDS),
    CHOSEN(engagement, "levels",  levels,  LEVELS),
};
/* clang-format on */

/* The matrix prints one row for minus sub-classes and one for the other two, or one for all. */
static bool serves(const struct engagement *row, int posture, int level)
{
    return row->posture == posture &&
           (row->levels == LEVELS_ALL || (row->levels == LEVELS_MINUS) == (level == SIGN_MINUS));
}

/* `class` has a meaning only for a posture of INFANTRY, which can use the columns of its class instead. */
static salvo_status read_reach(const salvo_cell *cell, int target, int *reach, salvo_error *err)
{
    bool named = target >= TARGET_POSTURE && target < TARGET_ARMOUR;
    char *end;

    if (strcmp(cell->text, "-") == 0) {
        *reach = RANGE_NEVER;
    } else if (strcmp(cell->text, "any") == 0) {
        *reach = RANGE_ANY;
    } else if (named && strcmp(cell->text, "class") == 0) {
        *reach = RANGE_OF_CLASS;
    } else {
        strtol(cell->text, &end, 10);
        if (end == cell->text || *end)
            return salvo_cell_refuse(cell, err, "'%s' is not a range; write inches, 'any' or '-' for never%s",
                                     cell->text, named ? ", or 'class' for the INFANTRY columns" : "");
        return salvo_cell_integer(cell, TARGET_COLUMNS[target], 0, INCHES_MAX, reach, err);
    }
    return SALVO_OK;
}

/* Finds the row of the table for the engager. Two rows for one engager would contradict each other, and without one it
 * would have no range. */
static salvo_status find_engager(const salvo_table *table, const struct engagement *rows, int posture, int level,
                                 size_t *row, salvo_error *err)
{
    int found = 0;

    for (size_t i = 0; i < table->n_rows; i++)
        if (serves(&rows[i], posture, level)) {
            *row = i;
            found++;
        }
    if (found == 1)
        return SALVO_OK;
    return salvo_cell_refuse(&table->header[0], err, "%d rows match the posture %s of a %s sub-class; one must match",
                             found, MBT_POSTURE_IDS[posture], MBT_SIGN_IDS[level]);
}

/* Columns are looked up by their names, so that a user's table may have them in any order. */
static salvo_status read_engager(const salvo_table *table, size_t row, int reach[N_TARGETS], salvo_error *err)
{
    for (int target = 0; target < N_TARGETS; target++) {
        int column = salvo_table_column(table, TARGET_COLUMNS[target]);
        salvo_status status;

        if (column < 0)
            return salvo_cell_refuse(&table->header[0], err, "the column '%s' is missing from the header",
                                     TARGET_COLUMNS[target]);
        status = read_reach(&table->cells[row * table->n_columns + (size_t)column], target, &reach[target], err);
        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

static salvo_status load_reach(const salvo_table *table, const struct engagement *rows, int posture, int level,
                               int reach[N_TARGETS], salvo_error *err)
{
    size_t row = 0;
    salvo_status status = find_engager(table, rows, posture, level, &row, err);

    return status == SALVO_OK ? read_engager(table, row, reach, err) : status;
}

/* Rows of the printed matrix are spread over postures and levels, so that a look-up needs no search. */
static salvo_status load_engagement(const salvo_loader *l, void *tables)
{
    struct mbt_tables *t = tables;
    const salvo_table *table = salvo_store_table(l->store, "engagement");
    struct engagement *rows;
    salvo_status status = salvo_records_load(l->store, "engagement", ENGAGEMENT, COUNT_OF(ENGAGEMENT), sizeof *rows,
                                             l->memory, &rows, l->err);

    for (int posture = 0; posture < N_POSTURES; posture++)
        for (int level = 0; level < N_SIGNS && status == SALVO_OK; level++)
            status = load_reach(table, rows, posture, level, t->reach[posture][level], l->err);
    return status;
}

/* clang-format off */
#define INTO_TABLES(member) SALVO_INTO_TABLES(struct mbt_tables, member)

static const salvo_load TABLES[] = {
    {LOAD_RECORDS, INTO_TABLES(stands), "stands", SALVO_FIELDS(STAND, struct mbt_stand_class)},
    {LOAD_OWN,     .own = check_stands},
    {LOAD_KNOWN,   INTO_TABLES(posture), "postures", SALVO_FIELDS(POSTURE, struct mbt_posture_row), MBT_POSTURE_IDS, N_POSTURES},
    {LOAD_OWN,     .own = find_default_postures},
    {LOAD_OWN,     .own = load_engagement},
    {LOAD_NUMBERS, INTO_TABLES(causes), .numbers = &CAUSES},
    {LOAD_ROWS,    INTO_TABLES(cause_row), "disadvantage", .ids = CAUSE_IDS, .n_ids = N_CAUSES},
    {LOAD_NUMBERS, INTO_TABLES(value), .numbers = &VALUES},
    {LOAD_RECORDS, INTO_TABLES(movement), "movement", SALVO_FIELDS(MOVEMENT, struct mbt_movement)},
    {LOAD_KNOWN,   INTO_TABLES(zone), "zones", SALVO_FIELDS(ZONE, struct mbt_zone_row), MBT_ZONE_IDS, N_ZONES},
    {LOAD_KNOWN,   INTO_TABLES(minor), "minor-features", SALVO_FIELDS(MINOR, struct mbt_minor_row), MBT_MINOR_IDS, N_MINORS},
    {LOAD_KNOWN,   INTO_TABLES(season), "seasons", SALVO_FIELDS(SEASON, struct mbt_season_row), MBT_SEASON_IDS, N_SEASONS},
    {LOAD_OWN,     .own = check_zones},
    {LOAD_OWN,     .own = check_minors},
    {LOAD_OWN,     .own = check_seasons},
};
/* clang-format on */

/* A check follows everything that it reads. The dice of a table follow its other columns, so that a wrong cell is
 * reported before a wrong sum. */
salvo_status mbt_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err)
{
    struct mbt_tables *t = tables;

    t->store = store;
    return salvo_load_tables(TABLES, COUNT_OF(TABLES), &(salvo_loader){store, memory, err}, t);
}

/* Movement is not part of combat. The table is for record cards and for the speed of battles. */
const struct mbt_movement *mbt_movement_of(const struct mbt_tables *t, const char *id)
{
    long row = salvo_table_row(salvo_store_table(t->store, "movement"), id, strlen(id));

    return row < 0 ? NULL : &t->movement[row];
}

/* check_dice ensures that every face has a row, so the search ends. */
static int row_of(const int *dice, size_t size, int face)
{
    int row = 0;

    while (!takes(dice, size, row, face))
        row++;
    return row;
}

enum mbt_zone mbt_zone_of(const struct mbt_tables *t, int face)
{
    return (enum mbt_zone)row_of(&t->zone[0].die_from, sizeof t->zone[0], face);
}

enum mbt_season mbt_season_of(const struct mbt_tables *t, int face)
{
    return (enum mbt_season)row_of(&t->season[0].die_from, sizeof t->season[0], face);
}

enum mbt_minor mbt_minor_of(const struct mbt_tables *t, int face)
{
    return (enum mbt_minor)row_of(&t->minor[0].die_from, sizeof t->minor[0], face);
}
