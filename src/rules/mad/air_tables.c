#include "rules/mad/air_tables.h"

#include <string.h>

#include "rules/mad/groups.h"

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

#define LOAD(table, schema, records) \
    salvo_records_load(store, table, schema, sizeof schema / sizeof *schema, sizeof *(records), memory, &(records), err)

static const salvo_cell *cell_at(const salvo_table *table, size_t row, const char *heading)
{
    return &table->cells[row * table->n_columns + (size_t)salvo_table_column(table, heading)];
}

/* Every face must belong to one result, and only to one. */
static salvo_status fill_criticals(const salvo_store *store, const int *from, const int *to, int *critical,
                                   salvo_error *err)
{
    const salvo_cell *header = salvo_store_table(store, "air-criticals")->header;

    for (int face = 1; face <= CRITICAL_SIDES; face++) {
        int found = 0;

        for (int i = 0; i < N_AIR_CRITICALS; i++)
            if (from[i] <= face && face <= to[i]) {
                critical[face] = i;
                found++;
            }
        if (found != 1)
            return salvo_cell_refuse(header, err, "%d of the D10 stands in %s rows; each of 1 to %d stands in one",
                                     face, found ? "several" : "no", CRITICAL_SIDES);
    }
    return SALVO_OK;
}

static salvo_status load_criticals(const salvo_store *store, int *critical, salvo_error *err)
{
    int from[N_AIR_CRITICALS], to[N_AIR_CRITICALS];
    salvo_status status = salvo_numbers_load(store, &FROM, from, err);

    if (status == SALVO_OK)
        status = salvo_numbers_load(store, &TO, to, err);
    return status == SALVO_OK ? fill_criticals(store, from, to, critical, err) : status;
}

/* Both divide something. */
static salvo_status check_divisors(const salvo_store *store, const struct mad_air_tables *air, salvo_error *err)
{
    static const enum mad_air_value DIVISORS[] = {BOMB_TEMPLATE_LBS, SPEED_MM_PER_POINT};
    const salvo_table *table = salvo_store_table(store, VALUES.table);

    for (size_t i = 0; i < sizeof DIVISORS / sizeof *DIVISORS; i++)
        for (size_t row = 0; row < table->n_rows; row++)
            if (air->value[DIVISORS[i]] == 0 && strcmp(cell_at(table, row, "id")->text, VALUE_IDS[DIVISORS[i]]) == 0)
                return salvo_cell_refuse(cell_at(table, row, "value"), err, "0 is out of limits; %s is from 1 to %d",
                                         VALUE_IDS[DIVISORS[i]], VALUES.max);
    return SALVO_OK;
}

static salvo_status load_numbers(const salvo_store *store, struct mad_air_tables *air, salvo_error *err)
{
    salvo_status status = salvo_numbers_load(store, &MODIFIERS, air->modifier, err);

    if (status == SALVO_OK)
        status = salvo_numbers_load(store, &VALUES, air->value, err);
    if (status == SALVO_OK)
        status = check_divisors(store, air, err);
    return status == SALVO_OK ? load_criticals(store, air->critical, err) : status;
}

static salvo_status load_arcs(const salvo_store *store, salvo_arena *memory, struct mad_air_tables *air,
                              salvo_error *err)
{
    struct mad_fire_arc *arcs = NULL;
    int rows[N_FIRE_ARCS];
    salvo_status status = LOAD("fire-arcs", FIRE_ARC, arcs);

    if (status == SALVO_OK)
        status = salvo_records_known(store, "fire-arcs", ARC_IDS, N_FIRE_ARCS, rows, err);
    for (int i = 0; i < N_FIRE_ARCS && status == SALVO_OK; i++)
        air->arcs[i] = arcs[rows[i]];
    return status;
}

static salvo_status check_aircraft(const salvo_store *store, const salvo_table *table, size_t row,
                                   struct mad_aircraft *aircraft, salvo_error *err)
{
    if (aircraft->bomb_load_lbs == SALVO_BLANK)
        aircraft->bomb_load_lbs = 0;
    if (aircraft->top_speed_mm < aircraft->min_speed_mm)
        return salvo_cell_refuse(cell_at(table, row, "top_speed_mm"), err,
                                 "%d is less than the minimum speed, %d; the top speed is at least that",
                                 aircraft->top_speed_mm, aircraft->min_speed_mm);
    return mad_groups_read(store, cell_at(table, row, "weapons"), aircraft, err);
}

static salvo_status load_aircraft(const salvo_store *store, salvo_arena *memory, struct mad_air_tables *air,
                                  salvo_error *err)
{
    salvo_status status = LOAD("aircraft", AIRCRAFT, air->aircraft);
    const salvo_table *table = salvo_store_table(store, "aircraft");

    if (status == SALVO_OK && salvo_table_column(table, "weapons") < 0)
        return salvo_cell_refuse(&table->header[0], err, "the column 'weapons' is missing from the header");
    for (size_t row = 0; status == SALVO_OK && row < table->n_rows; row++)
        status = check_aircraft(store, table, row, &air->aircraft[row], err);
    return status;
}

/* The ids are the ratings that people give: whole numbers, written as such. */
static salvo_status load_turns(const salvo_store *store, salvo_arena *memory, struct mad_air_tables *air,
                               salvo_error *err)
{
    salvo_status status = LOAD("turns", TURN, air->turns);
    const salvo_table *table = salvo_store_table(store, "turns");

    for (size_t row = 0; status == SALVO_OK && row < table->n_rows; row++) {
        const salvo_cell *id = cell_at(table, row, "id");
        int rating;

        status = salvo_cell_integer(id, "a turn rating", 1, RATING_MAX, &rating, err);
        if (status == SALVO_OK && (*id->text < '1' || *id->text > '9'))
            return salvo_cell_refuse(id, err, "'%s' begins with no digit from 1 to 9; write %d", id->text, rating);
    }
    return status;
}

salvo_status mad_air_load(const salvo_store *store, salvo_arena *memory, struct mad_air_tables *air, salvo_error *err)
{
    salvo_status status = load_numbers(store, air, err);

    if (status == SALVO_OK)
        status = load_turns(store, memory, air, err);
    if (status == SALVO_OK)
        status = load_arcs(store, memory, air, err);
    if (status == SALVO_OK)
        status = LOAD("manoeuvres", MANOEUVRE, air->manoeuvres);
    return status == SALVO_OK ? load_aircraft(store, memory, air, err) : status;
}

int64_t mad_bomb_templates(const struct mad_air_tables *air, int64_t load_lbs)
{
    int64_t lbs = air->value[BOMB_TEMPLATE_LBS];

    return (2 * load_lbs + lbs) / (2 * lbs);
}
