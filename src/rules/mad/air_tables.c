/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the tables of the air rules. The schemas below assign columns to members and limit their cells. Checks that
 * need more than one cell follow them. */
#include "rules/mad/air_tables.h"

#include <string.h>

#include "rules/mad/groups.h"

/* No printed number is near these limits. They catch typing errors. */
enum { NUMBER_MAX = 99, LENGTH_MAX = 100000, POINTS_MAX = 100000, HP_MAX = 10000, LOAD_MAX = 1000000, RATING_MAX = 99 };

static const char *const NO_YES[] = {"no", "yes", NULL};

static const char *const MODIFIER_IDS[N_AIR_MODIFIERS] = {
    [AIR_TURRET] = "turret",
    [AIR_SIDE] = "side",
    [AIR_HEAD_ON] = "head-on",
    [AIR_MANOEUVRE] = "manoeuvre",
    [AIR_HARD_TURN] = "hard-turn",
    [AIR_GROUND_TARGET] = "ground-target",
    [AIR_GROUND_INFANTRY] = "ground-infantry",
    [AIR_GROUND_COVER] = "ground-cover",
};

static const char *const VALUE_IDS[N_AIR_VALUES] = {
    [BOMB_TEMPLATE_LBS] = "bomb-template-lbs",
    [BOMB_DAMAGE] = "bomb-damage",
    [BOMB_TEMPLATE_POINTS] = "bomb-template-points",
    [TEMPLATE_RADIUS_MM] = "template-radius-mm",
    [SCATTER_STEP_MM] = "scatter-step-mm",
    [SPEED_MM_PER_POINT] = "speed-mm-per-point",
    [AA_SMALL_ARMS_RANGE_M] = "aa-small-arms-range-m",
};

static const char *const CRITICAL_IDS[N_AIR_CRITICALS] = {
    [CRITICAL_ENGINE] = "engine-hit", [CRITICAL_CREW] = "crew-hit", [CRITICAL_BREAK_UP] = "break-up"};

static const char *const ARC_IDS[N_FIRE_ARCS] = {
    [ARC_FIXED] = "fixed", [ARC_TURRET] = "turret", [ARC_LIMITED] = "limited"};

/* clang-format off */
static const salvo_numbers MODIFIERS = {"air-modifiers", "modifier", MODIFIER_IDS, N_AIR_MODIFIERS, -NUMBER_MAX, NUMBER_MAX};
static const salvo_numbers VALUES    = {"air-values",    "value",    VALUE_IDS,    N_AIR_VALUES,    0, 10000};
/* The critical hit table is printed as ranges of the D10, so each result has a first and a last face. */
static const salvo_numbers FROM      = {"air-criticals", "from",     CRITICAL_IDS, N_AIR_CRITICALS, 1, CRITICAL_SIDES};
static const salvo_numbers TO        = {"air-criticals", "to",       CRITICAL_IDS, N_AIR_CRITICALS, 1, CRITICAL_SIDES};

#define MEMBER(type, name) .offset = offsetof(struct type, name)

static const salvo_field TURN[] = {
    {"radius_mm", SALVO_FIELD_INTEGER, MEMBER(mad_turn, radius_mm), 0, LENGTH_MAX},
    {"points",    SALVO_FIELD_INTEGER, MEMBER(mad_turn, points), 0, POINTS_MAX},
};

static const salvo_field FIRE_ARC[] = {
    {"name",        SALVO_FIELD_TEXT,    MEMBER(mad_fire_arc, name)},
    {"arc_degrees", SALVO_FIELD_INTEGER, MEMBER(mad_fire_arc, arc_degrees), 1, ARC_MAX, .blank = "-"},
    {"corridor_mm", SALVO_FIELD_INTEGER, MEMBER(mad_fire_arc, corridor_mm), 1, LENGTH_MAX, .blank = "-"},
};

static const salvo_field MANOEUVRE[] = {
    {"name",         SALVO_FIELD_TEXT,    MEMBER(mad_manoeuvre, name)},
    {"move_cost_mm", SALVO_FIELD_INTEGER, MEMBER(mad_manoeuvre, move_cost_mm), 0, LENGTH_MAX},
    {"on_the_table", SALVO_FIELD_TEXT,    MEMBER(mad_manoeuvre, on_the_table)},
    {"class",        SALVO_FIELD_INTEGER, MEMBER(mad_manoeuvre, class), 0, RATING_MAX, .blank = "-"},
};

static const salvo_field AIRCRAFT[] = {
    {"name",             SALVO_FIELD_TEXT,      MEMBER(mad_aircraft, name)},
    {"theatre",          SALVO_FIELD_REFERENCE, MEMBER(mad_aircraft, theatre), .table = "theatres"},
    {"min_speed_mm",     SALVO_FIELD_INTEGER,   MEMBER(mad_aircraft, min_speed_mm), 0, LENGTH_MAX},
    {"top_speed_mm",     SALVO_FIELD_INTEGER,   MEMBER(mad_aircraft, top_speed_mm), 0, LENGTH_MAX},
    {"acceleration_mm",  SALVO_FIELD_INTEGER,   MEMBER(mad_aircraft, acceleration_mm), 0, LENGTH_MAX},
    {"turn",             SALVO_FIELD_REFERENCE, MEMBER(mad_aircraft, turn), .table = "turns"},
    {"hp",               SALVO_FIELD_INTEGER,   MEMBER(mad_aircraft, hp), 1, HP_MAX},
    {"manoeuvre_rating", SALVO_FIELD_INTEGER,   MEMBER(mad_aircraft, manoeuvre_rating), 0, RATING_MAX},
    {"bomb_load_lbs",    SALVO_FIELD_INTEGER,   MEMBER(mad_aircraft, bomb_load_lbs), 0, LOAD_MAX, .blank = "-"},
    {"torpedo",          SALVO_FIELD_CHOICE,    MEMBER(mad_aircraft, torpedo), .choices = NO_YES},
    {"points",           SALVO_FIELD_INTEGER,   MEMBER(mad_aircraft, points), 0, POINTS_MAX, .blank = "?"},
};
/* clang-format on */

/* Returns a cell for messages about rows that a schema has read, so that they point at the cell and not at the
 * table. */
static const salvo_cell *cell_at(const salvo_table *table, size_t row, const char *heading)
{
    return &table->cells[row * table->n_columns + (size_t)salvo_table_column(table, heading)];
}

/* Every face must belong to exactly one result: the chain has no result for a face without a row, and cannot choose
 * between two. */
static salvo_status load_criticals(const salvo_loader *l, void *tables)
{
    struct mad_air_tables *air = tables;
    const salvo_cell *header;
    int from[N_AIR_CRITICALS], to[N_AIR_CRITICALS];
    salvo_status status = salvo_numbers_load(l->store, &FROM, from, l->err);

    if (status != SALVO_OK)
        return status;
    header = salvo_store_table(l->store, TO.table)->header;
    status = salvo_numbers_load(l->store, &TO, to, l->err);
    for (int face = 1; face <= CRITICAL_SIDES && status == SALVO_OK; face++) {
        int found = 0;

        for (int i = 0; i < N_AIR_CRITICALS; i++)
            if (from[i] <= face && face <= to[i]) {
                air->critical[face] = i;
                found++;
            }
        if (found != 1)
            status = salvo_cell_refuse(header, l->err, "%d of the D10 is in %s rows; each of 1 to %d must be in one",
                                       face, found ? "several" : "no", CRITICAL_SIDES);
    }
    return status;
}

/* Both are divisors. */
static salvo_status check_divisors(const salvo_loader *l, void *tables)
{
    static const enum mad_air_value DIVISORS[] = {BOMB_TEMPLATE_LBS, SPEED_MM_PER_POINT};
    const struct mad_air_tables *air = tables;
    const salvo_table *table = salvo_store_table(l->store, VALUES.table);

    for (size_t i = 0; i < sizeof DIVISORS / sizeof *DIVISORS; i++)
        for (size_t row = 0; row < table->n_rows; row++)
            if (air->value[DIVISORS[i]] == 0 && strcmp(cell_at(table, row, "id")->text, VALUE_IDS[DIVISORS[i]]) == 0)
                return salvo_cell_refuse(cell_at(table, row, "value"), l->err,
                                         "0 is out of range; %s must be from 1 to %d", VALUE_IDS[DIVISORS[i]],
                                         VALUES.max);
    return SALVO_OK;
}

/* A "-" for bombs is no load, which the formulas read as 0. The cell of weapons is a list with its own grammar, so no
 * schema reads it. */
static salvo_status check_aircraft(const salvo_loader *l, const salvo_table *table, size_t row,
                                   struct mad_aircraft *aircraft)
{
    if (aircraft->bomb_load_lbs == SALVO_BLANK)
        aircraft->bomb_load_lbs = 0;
    if (aircraft->top_speed_mm < aircraft->min_speed_mm)
        return salvo_cell_refuse(cell_at(table, row, "top_speed_mm"), l->err,
                                 "%d is less than the minimum speed, %d; the top speed must be at least that",
                                 aircraft->top_speed_mm, aircraft->min_speed_mm);
    return mad_groups_read(l->store, cell_at(table, row, "weapons"), aircraft->groups, &aircraft->n_groups, l->err);
}

/* The column is not a field of the schema, so its absence is found here. */
static salvo_status check_all_aircraft(const salvo_loader *l, void *tables)
{
    struct mad_air_tables *air = tables;
    const salvo_table *table = salvo_store_table(l->store, "aircraft");
    salvo_status status = SALVO_OK;

    if (salvo_table_column(table, "weapons") < 0)
        return salvo_cell_refuse(&table->header[0], l->err, "the column 'weapons' is missing from the header");
    for (size_t row = 0; status == SALVO_OK && row < table->n_rows; row++)
        status = check_aircraft(l, table, row, &air->aircraft[row]);
    return status;
}

/* The ids are the ratings that people type: whole numbers. */
static salvo_status check_turns(const salvo_loader *l, void *tables)
{
    const salvo_table *table = salvo_store_table(l->store, "turns");
    salvo_status status = SALVO_OK;

    (void)tables;
    for (size_t row = 0; status == SALVO_OK && row < table->n_rows; row++) {
        const salvo_cell *id = cell_at(table, row, "id");
        int rating;

        status = salvo_cell_integer(id, "a turn rating", 1, RATING_MAX, &rating, l->err);
        if (status == SALVO_OK && (*id->text < '1' || *id->text > '9'))
            return salvo_cell_refuse(id, l->err, "'%s' does not begin with a digit from 1 to 9; write %d", id->text,
                                     rating);
    }
    return status;
}

/* clang-format off */
#define INTO_TABLES(member) SALVO_INTO_TABLES(struct mad_air_tables, member)

static const salvo_load TABLES[] = {
    {LOAD_NUMBERS, INTO_TABLES(modifier), .numbers = &MODIFIERS},
    {LOAD_NUMBERS, INTO_TABLES(value), .numbers = &VALUES},
    {LOAD_OWN,     .own = check_divisors},
    {LOAD_OWN,     .own = load_criticals},
    {LOAD_RECORDS, INTO_TABLES(turns), "turns", SALVO_FIELDS(TURN, struct mad_turn)},
    {LOAD_OWN,     .own = check_turns},
    {LOAD_KNOWN,   INTO_TABLES(arcs), "fire-arcs", SALVO_FIELDS(FIRE_ARC, struct mad_fire_arc), ARC_IDS, N_FIRE_ARCS},
    {LOAD_RECORDS, INTO_TABLES(manoeuvres), "manoeuvres", SALVO_FIELDS(MANOEUVRE, struct mad_manoeuvre)},
    {LOAD_RECORDS, INTO_TABLES(aircraft), "aircraft", SALVO_FIELDS(AIRCRAFT, struct mad_aircraft)},
    {LOAD_OWN,     .own = check_all_aircraft},
};
/* clang-format on */

/* This is a separate file, because the air rules have as many tables as the ground game. */
salvo_status mad_air_load(const salvo_loader *l, struct mad_air_tables *air)
{
    return salvo_load_tables(TABLES, sizeof TABLES / sizeof *TABLES, l, air);
}

/* Rounds to the nearest whole number in whole numbers: load / lbs + 1/2 with both parts doubled. */
int64_t mad_bomb_templates(const struct mad_air_tables *air, int64_t load_lbs)
{
    int64_t lbs = air->value[BOMB_TEMPLATE_LBS];

    return (2 * load_lbs + lbs) / (2 * lbs);
}
