/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the tables of Ten Rounds Rapid. Most are grids of numbers with known rows and columns; lists that a user may
 * extend are records. Checks that need more than one cell follow the schemas, and then look-ups that several pages
 * use. */
#include "rules/trr/tables.h"

#include <string.h>

enum { SCORE_MOST = 99, COUNT_MOST = 100 };

#define LENGTH(array)      (sizeof(array) / sizeof *(array))
#define MEMBER(type, name) .offset = offsetof(struct type, name)

/* Grids have ids for their rows; these are for tables whose rows are numbers. */
static const char *const NUMBERS[] = {"1", "2",  "3",  "4",  "5",  "6",  "7",  "8",
                                      "9", "10", "11", "12", "13", "14", "15", "16"};
static const char *const DIE_COLUMNS[D10] = {"die_1", "die_2", "die_3", "die_4", "die_5",
                                             "die_6", "die_7", "die_8", "die_9", "die_10"};
static const char *const FACTOR_COLUMNS[N_FACTOR_COLUMNS] = {"a", "b", "c", "d", "e"};
static const char *const BRACKET_COLUMNS[N_BRACKETS] = {"point_blank", "close", "medium", "long", "extreme"};
static const char *const SHIFT_IDS[N_SHIFTS] = {"range", "smg", "self-loading"};
static const char *const COVER_IDS[N_COVERS] = {"none", "light", "medium", "heavy", "total"};
static const char *const FIRE_CLASS_IDS[N_FIRE_CLASSES] = {"small-arms", "tripod", "auto-cannon"};
static const char *const MOUNT_IDS[N_MOUNTS] = {"pivot", "tripod"};
static const char *const BARREL_COLUMNS[BARRELS_LISTED] = {"barrels_1", "barrels_2", "barrels_3", "barrels_4"};
/* The modifiers of range, then those of each kind of ammunition in the order of enum trr_ammo, in which
 * load_score_brackets copies them. */
static const char *const AT_BRACKET_IDS[] = {"range", "ap", "hvap", "apds", "apcr"};
static const char *const AT_MODIFIER_IDS[N_AT_MODIFIERS] = {"firer-moving", "target-moving", "wood", "dug-in",
                                                            "camouflaged",  "flank",         "rear", "soft"};
static const char *const MARKER_IDS[MARKER_ROWS] = {"six", "seven", "eight", "nine", "ten"};
static const char *const MARKER_COLUMNS[] = {"score", "markers"};
static const char *const TYPE_COLUMNS[N_TYPES] = {"armour", "other"};
static const char *const GRADE_IDS[N_GRADES] = {"green", "normal", "elite"};
static const char *const MOTIVE_IDS[N_MOTIVES] = {
    "advancing",    "poor-visibility", "enemy-infantry", "no-company",     "no-friends", "damage",   "vehicles-lost",
    "enemy-armour", "officer-lost",    "defences-plus",  "defences-minus", "lost",       "lost-now", "flame",
    "gas",          "counter-battery"};
static const char *const WEATHER_IDS[N_WEATHERS] = {"clear", "moonlight", "mist", "fog"};
static const char *const OBSTACLE_IDS[N_OBSTACLES] = {"normal", "large", "bocage", "cutter"};
static const char *const PERIOD_IDS[N_PERIODS] = {"1939-42", "1943-45", "1950-53"};
static const char *const AIRCRAFT_COLUMNS[N_AIRCRAFT] = {"fighter_bomber", "light_dive_bomber", "medium_bomber",
                                                         "heavy_bomber"};
static const char *const FRAME_IDS[N_FRAMES] = {"glider", "single", "twin", "multi", "transport", "armoured"};
static const char *const AA_IDS[N_AA] = {"target", "light-30", "light-40", "heavy"};
static const char *const AA_COLUMNS[N_AA_COLUMNS] = {"factor", "low", "medium", "high"};
static const char *const AIRCRAFT_DAMAGE_IDS[AIRCRAFT_DAMAGES] = {"none", "one", "two"};
static const char *const TERRAIN_IDS[N_TERRAINS] = {"clear", "hedge", "wood", "built-up", "water"};
static const char *const GAS_IDS[N_GAS] = {"open", "closed", "open-prepared", "closed-prepared"};
/* Numbers in the text outside tables, here so that --set can change them too. */
static const char *const VALUE_IDS[N_VALUES] = {
    [NO_LMG] = "no-lmg",
    [EXTRA_LMG] = "extra-lmg",
    [EXTRA_LMG_MOST] = "extra-lmg-most",
    [LIGHT_MORTAR] = "light-mortar",
    [BAZOOKA] = "bazooka",
    [VEHICLE_MOVING_SHIFT] = "vehicle-moving-shift",
    [MULTIPLE_BARREL] = "multiple-barrel",
    [HITS_PER_MARKER] = "hits-per-marker",
    [HE_SHORTEST_CM] = "he-shortest-cm",
    [HE_MOVING] = "he-moving",
    [HE_SHOTS] = "he-shots",
    [HE_SHOTS_MOVING] = "he-shots-moving",
    [HE_LANDING_CM] = "he-landing-cm",
    [FLAME_FACTOR] = "flame-factor",
    [FLAME_MANPACK_CM] = "flame-manpack-cm",
    [FLAME_VEHICLE_CM] = "flame-vehicle-cm",
    [FLAME_STRIKE] = "flame-strike",
    [SNIPER_FACTOR] = "sniper-factor",
    [SNIPER_CM] = "sniper-cm",
    [FIRE_SPREAD_CM] = "fire-spread-cm",
    [INFANTRY_RATE_PRINTED_CM] = "infantry-rate-printed-cm",
    [RALLY] = "rally",
    [ROUT_SCORE] = "rout",
    [SIGHT_CM] = "sight-cm",
    [LIGHT_FIRE_CM] = "light-fire-cm",
    [HEAVY_FIRE_CM] = "heavy-fire-cm",
    [REPAIR_STRIKE] = "repair-strike",
    [MINE_STEP_CM] = "mine-step-cm",
    [MINE_FACTOR] = "mine-factor",
    [MINE_STRIKE] = "mine-strike",
    [SLIT_DEFENCE] = "slit-defence",
    [BUNKER_DEFENCE] = "bunker-defence",
    [CHARGE_STRIKE] = "charge-strike",
    [ROCKET_380_STRIKE] = "rocket-380-strike",
    [ARTILLERY_DIE] = "artillery-die",
    [OPEN_HIT] = "open-hit",
    [CLOSED_HIT] = "closed-hit",
    [REQUEST] = "request",
    [REQUEST_MOVING] = "request-moving",
    [OWN_SIGHT_MOVING] = "own-sight-moving",
    [JAMMING] = "jamming",
    [ARTILLERY_BETWEEN] = "artillery-between",
    [OTHER_BATTERY] = "other-battery",
    [PREVIOUS_TURN] = "previous-turn",
    [ON_TARGET] = "on-target",
    [OVER] = "over",
    [SHORT] = "short",
    [RIGHT] = "right",
    [VISIBLE_SCATTER] = "visible-scatter",
    [OBSERVED_SCATTER] = "observed-scatter",
    [UNOBSERVED_SCATTER] = "unobserved-scatter",
    [AREA_HALF_CM] = "area-half-cm",
    [COUNTER_LOCATION] = "counter-location",
    [COUNTER_BONUS] = "counter-bonus",
    [COUNTER_TURN] = "counter-turn",
    [COUNTER_DUG_IN] = "counter-dug-in",
    [AIR_ON_TARGET] = "air-on-target",
    [AIR_OVER] = "air-over",
    [LOW_SCATTER_DICE] = "low-scatter-dice",
    [DIVE_SCATTER_DICE] = "dive-scatter-dice",
    [MEDIUM_SCATTER_DICE] = "medium-scatter-dice",
    [HIGH_SCATTER_DICE] = "high-scatter-dice",
    [STRAFE_SHARE] = "strafe-share",
    [ABORT] = "abort",
    [CRASH] = "crash",
    [ARRIVAL] = "arrival",
    [PARA_MARKER] = "para-marker",
    [PARA_ABORTED] = "para-aborted",
    [GLIDER_NEEDED] = "glider",
    [GLIDER_SHORT] = "glider-short",
    [GLIDER_MARKER] = "glider-marker",
};
static const char *const MODIFIER_COLUMN[] = {"modifier"}, *const SHIFT_COLUMN[] = {"shift"},
                         *const PENALTIES_COLUMN[] = {"penalties"}, *const PERCENT_COLUMN[] = {"sight_percent"},
                         *const LESS_COLUMN[] = {"location_less_cm"}, *const DEFENCE_COLUMN[] = {"defence"},
                         *const LOST_COLUMN[] = {"lost_to"}, *const VALUE_COLUMN[] = {"value"};

/* A grid has all its rows and columns, whatever their order in the file. */
/* clang-format off */
#define GRID(table, ids, n, columns, min, max) {table, ids, n, columns, LENGTH(columns), min, max, NULL}

static const salvo_grid
    CASUALTIES     = GRID("casualties",        NUMBERS,             CASUALTY_ROWS,    DIE_COLUMNS,      0, CASUALTIES_MOST),
    FACTORS        = GRID("fire-factors",      NUMBERS,             FACTOR_ROWS,      FACTOR_COLUMNS,   1, SCORE_MOST),
    SHIFTS         = GRID("shifts",            SHIFT_IDS,           N_SHIFTS,         BRACKET_COLUMNS,  -4, 4),
    COVERS         = GRID("cover",             COVER_IDS,           N_COVERS,         SHIFT_COLUMN,     -4, 4),
    FIRE_RANGES    = GRID("fire-ranges",       FIRE_CLASS_IDS,      N_FIRE_CLASSES,   BRACKET_COLUMNS,  0, CM_MOST),
    AT_MODIFIERS   = GRID("at-modifiers",      AT_MODIFIER_IDS,     N_AT_MODIFIERS,   MODIFIER_COLUMN,  -SCORE_MOST, SCORE_MOST),
    AT_BRACKETS    = GRID("at-brackets",       AT_BRACKET_IDS,      1 + N_AMMOS,      BRACKET_COLUMNS,  -SCORE_MOST, SCORE_MOST),
    MARKERS        = GRID("markers",           MARKER_IDS,          MARKER_ROWS,      MARKER_COLUMNS,   1, SCORE_MOST),
    GRADES         = GRID("grades",            GRADE_IDS,           N_GRADES,         TYPE_COLUMNS,     0, SCORE_MOST),
    SIGHT          = GRID("weather",           WEATHER_IDS,         N_WEATHERS,       PERCENT_COLUMN,   0, 100),
    LESS           = GRID("weather",           WEATHER_IDS,         N_WEATHERS,       LESS_COLUMN,      0, CM_MOST),
    OBSTACLES      = GRID("obstacles",         OBSTACLE_IDS,        N_OBSTACLES,      PENALTIES_COLUMN, -8, 8),
    AIRCRAFT       = GRID("aircraft",          PERIOD_IDS,          N_PERIODS,        AIRCRAFT_COLUMNS, 1, COUNT_MOST),
    FRAMES         = GRID("aircraft-defences", FRAME_IDS,           N_FRAMES,         DEFENCE_COLUMN,   -SCORE_MOST, SCORE_MOST),
    HURT_AIRCRAFT  = GRID("aircraft-damage",   AIRCRAFT_DAMAGE_IDS, AIRCRAFT_DAMAGES, MODIFIER_COLUMN,  -SCORE_MOST, SCORE_MOST),
    LANDING_LOSSES = GRID("landing-losses",    TERRAIN_IDS,         N_TERRAINS,       LOST_COLUMN,      0, D10),
    GAS_MODIFIERS  = GRID("gas",               GAS_IDS,             N_GAS,            MODIFIER_COLUMN,  -D10, 0),
    VALUES         = GRID("values",            VALUE_IDS,           N_VALUES,         VALUE_COLUMN,     -SCORE_MOST, CM_MOST);

/* In these a "-" has a meaning: no such mounting, irrelevant to that type of unit, no fire at that altitude. */
#define GRID_OR(blank, table, ids, n, columns, min, max) {table, ids, n, columns, LENGTH(columns), min, max, blank}

static const salvo_grid
    SUPPORT = GRID_OR("-", "support-weapons", MOUNT_IDS,  N_MOUNTS,  BARREL_COLUMNS, 1, SCORE_MOST),
    MOTIVES = GRID_OR("-", "motivation",      MOTIVE_IDS, N_MOTIVES, TYPE_COLUMNS,   -SCORE_MOST, SCORE_MOST),
    AA      = GRID_OR("-", "anti-aircraft",   AA_IDS,     N_AA,      AA_COLUMNS,     -SCORE_MOST, SCORE_MOST);

const char *const TRR_CONDUCTS[N_CONDUCTS + 1] = {
    [CHARGE] = "charge", [ACT] = "act", [HALF_SPEED] = "half-speed", [CONTINUE] = "continue", [LIMBER] = "limber",
    [RETIRE] = "retire", [ROUT] = "rout", NULL};

static const char *const HE_WEAPONS[] = {[HE_GUN] = "gun", [HE_MORTAR] = "mortar", [HE_ROCKET] = "rocket", NULL};
static const char *const AMMOS[] = {[AMMO_AP] = "ap", [AMMO_HVAP] = "hvap", [AMMO_APDS] = "apds", [AMMO_APCR] = "apcr", NULL};

static const salvo_field HE_RANGE[] = {
    {"upto_cm", SALVO_FIELD_DECIMAL, MEMBER(trr_he_range, upto_cm), 0, CM_MOST},
    {"needed",  SALVO_FIELD_INTEGER, MEMBER(trr_he_range, needed), 0, SCORE_MOST},
};

static const salvo_field HE_FACTOR[] = {
    {"weapon",  SALVO_FIELD_CHOICE,  MEMBER(trr_he_factor, weapon), .choices = HE_WEAPONS},
    {"upto_mm", SALVO_FIELD_INTEGER, MEMBER(trr_he_factor, upto_mm), 1, 10000, .blank = "-"},
    {"factor",  SALVO_FIELD_INTEGER, MEMBER(trr_he_factor, factor), 1, COUNT_MOST},
};

static const salvo_field GUN_CLASS[] = {
    {"name",        SALVO_FIELD_TEXT,    MEMBER(trr_gun_class, name)},
    {"point_blank", SALVO_FIELD_DECIMAL, MEMBER(trr_gun_class, upto_cm[POINT_BLANK]), 0, CM_MOST},
    {"close",       SALVO_FIELD_DECIMAL, MEMBER(trr_gun_class, upto_cm[CLOSE]), 0, CM_MOST},
    {"medium",      SALVO_FIELD_DECIMAL, MEMBER(trr_gun_class, upto_cm[MEDIUM]), 0, CM_MOST},
    {"long",        SALVO_FIELD_DECIMAL, MEMBER(trr_gun_class, upto_cm[LONG]), 0, CM_MOST},
    {"extreme",     SALVO_FIELD_DECIMAL, MEMBER(trr_gun_class, upto_cm[EXTREME]), 0, CM_MOST},
};

static const salvo_field GUN[] = {
    {"name",   SALVO_FIELD_TEXT,      MEMBER(trr_gun, name)},
    {"strike", SALVO_FIELD_INTEGER,   MEMBER(trr_gun, strike), 0, STRIKE_MOST},
    {"class",  SALVO_FIELD_REFERENCE, MEMBER(trr_gun, class), .table = "gun-ranges"},
};

static const salvo_field ROUND[] = {
    {"gun",  SALVO_FIELD_REFERENCE, MEMBER(trr_round, gun), .table = "guns"},
    {"ammo", SALVO_FIELD_CHOICE,    MEMBER(trr_round, ammo), .choices = AMMOS},
};

static const salvo_field UNIT[] = {
    {"name",     SALVO_FIELD_TEXT,      MEMBER(trr_unit, name)},
    {"nation",   SALVO_FIELD_REFERENCE, MEMBER(trr_unit, nation), .table = "nations"},
    {"defence",  SALVO_FIELD_INTEGER,   MEMBER(trr_unit, defence), 0, DEFENCE_MOST},
    {"gun",      SALVO_FIELD_REFERENCE, MEMBER(trr_unit, gun), .table = "guns"},
    {"movement", SALVO_FIELD_REFERENCE, MEMBER(trr_unit, movement), .table = "movement"},
    {"kind",     SALVO_FIELD_TEXT,      MEMBER(trr_unit, kind)},
    {"strength", SALVO_FIELD_INTEGER,   MEMBER(trr_unit, strength), 1, 5},
    {"assigned", SALVO_FIELD_TEXT,      MEMBER(trr_unit, assigned)},
};

/* A band that a type of unit does not have is "-", such as the gap for armour. */
static const salvo_field BAND[] = {
    {"armour_from", SALVO_FIELD_INTEGER, MEMBER(trr_band, from[TYPE_ARMOUR]), -SCORE_MOST, SCORE_MOST, .blank = "-"},
    {"other_from",  SALVO_FIELD_INTEGER, MEMBER(trr_band, from[TYPE_OTHER]), -SCORE_MOST, SCORE_MOST, .blank = "-"},
    {"line",        SALVO_FIELD_CHOICE,  MEMBER(trr_band, conduct[ROLE_LINE]), .choices = TRR_CONDUCTS},
    {"towed",       SALVO_FIELD_CHOICE,  MEMBER(trr_band, conduct[ROLE_TOWED]), .choices = TRR_CONDUCTS},
    {"on_table",    SALVO_FIELD_CHOICE,  MEMBER(trr_band, conduct[ROLE_ON_TABLE]), .choices = TRR_CONDUCTS},
    {"off_table",   SALVO_FIELD_CHOICE,  MEMBER(trr_band, conduct[ROLE_OFF_TABLE]), .choices = TRR_CONDUCTS},
};

static const salvo_field LOCATION[] = {
    {"open",      SALVO_FIELD_DECIMAL, MEMBER(trr_location, open), 0, CM_MOST},
    {"moving",    SALVO_FIELD_DECIMAL, MEMBER(trr_location, moving), 0, CM_MOST},
    {"edge",      SALVO_FIELD_DECIMAL, MEMBER(trr_location, edge), 0, CM_MOST},
    {"concealed", SALVO_FIELD_DECIMAL, MEMBER(trr_location, concealed), 0, CM_MOST},
    {"test",      SALVO_FIELD_DECIMAL, MEMBER(trr_location, test), 0, CM_MOST},
    {"needed",    SALVO_FIELD_INTEGER, MEMBER(trr_location, needed), -SCORE_MOST, SCORE_MOST},
};

static const salvo_field MOVEMENT[] = {
    {"name",             SALVO_FIELD_TEXT,    MEMBER(trr_movement, name)},
    {"road_cm",          SALVO_FIELD_INTEGER, MEMBER(trr_movement, road_cm), 0, CM_MOST},
    {"cross_country_cm", SALVO_FIELD_INTEGER, MEMBER(trr_movement, cross_country_cm), 0, CM_MOST},
    {"poor",             SALVO_FIELD_INTEGER, MEMBER(trr_movement, poor), 0, COUNT_MOST, .blank = "-"},
    {"bad",              SALVO_FIELD_INTEGER, MEMBER(trr_movement, bad), 0, COUNT_MOST, .blank = "-"},
    {"impassable",       SALVO_FIELD_INTEGER, MEMBER(trr_movement, impassable), 0, COUNT_MOST, .blank = "-"},
    {"linear",           SALVO_FIELD_INTEGER, MEMBER(trr_movement, linear), 0, COUNT_MOST, .blank = "-"},
    {"wire_most",        SALVO_FIELD_INTEGER, MEMBER(trr_movement, wire_most), 0, COUNT_MOST, .blank = "-"},
};

/* Printed for reference; no rule reads them, but their content must be valid. */
struct listed {
    const char *name;
    int number;
};

static const salvo_field LISTED_DEFENCE[] = {
    {"name",    SALVO_FIELD_TEXT,    MEMBER(listed, name)},
    {"defence", SALVO_FIELD_INTEGER, MEMBER(listed, number), 0, DEFENCE_MOST},
};

static const salvo_field LISTED_SPEED[] = {
    {"name",     SALVO_FIELD_TEXT,      MEMBER(listed, name)},
    {"movement", SALVO_FIELD_REFERENCE, MEMBER(listed, number), .table = "movement"},
};
/* clang-format on */

/* Finds the row with that id, which a rule names. */
static salvo_status find_row(const salvo_loader *l, const char *name, const char *id, int *row)
{
    return salvo_records_row(salvo_store_table(l->store, name), id, row, l->err);
}

/* Points at the cell that is out of order, the later one of two. */
static salvo_status refuse_order(const salvo_loader *l, const char *table_name, const char *id, const char *heading,
                                 const char *what)
{
    const salvo_table *table = salvo_store_table(l->store, table_name);
    int row = 0;
    salvo_status status = find_row(l, table_name, id, &row);

    if (status != SALVO_OK)
        return status;
    return salvo_cell_refuse(&table->cells[(size_t)row * table->n_columns + (size_t)salvo_table_column(table, heading)],
                             l->err, "%s", what);
}

/* Range brackets of one row ascend from left to right. */
static salvo_status check_brackets(const salvo_loader *l, const char *table, const char *id,
                                   const double upto[N_BRACKETS])
{
    for (int i = 1; i < N_BRACKETS; i++)
        if (upto[i] < upto[i - 1])
            return refuse_order(l, table, id, BRACKET_COLUMNS[i],
                                "the bracket ends before the one to its left; ranges must ascend from left to right");
    return SALVO_OK;
}

/* The id is the first cell of a row. */
static const char *id_of(const salvo_loader *l, const char *table_name, size_t row)
{
    const salvo_table *table = salvo_store_table(l->store, table_name);

    return table->cells[row * table->n_columns].text;
}

/* Brackets are searched from the nearest on, so one that ends before its neighbour would never be found. */
static salvo_status check_all_brackets(const salvo_loader *l, void *tables)
{
    const struct trr_tables *t = tables;
    const size_t n_classes = salvo_store_table(l->store, "gun-ranges")->n_rows;
    salvo_status status = SALVO_OK;

    for (int i = 0; i < N_FIRE_CLASSES && status == SALVO_OK; i++)
        status = check_brackets(l, "fire-ranges", FIRE_CLASS_IDS[i], t->fire_ranges[i]);
    for (size_t i = 0; i < n_classes && status == SALVO_OK; i++)
        status = check_brackets(l, "gun-ranges", id_of(l, "gun-ranges", i), t->gun_classes[i].upto_cm);
    for (int i = 1; i < t->n_he_ranges && status == SALVO_OK; i++)
        if (t->he_ranges[i].upto_cm <= t->he_ranges[i - 1].upto_cm)
            status = refuse_order(l, "he-ranges", id_of(l, "he-ranges", (size_t)i), "upto_cm",
                                  "the range is not longer than the one above; ranges must ascend from row to row");
    return status;
}

/* Without a gun that has no limit, a calibre could be too large for the table. */
static salvo_status check_high_explosive(const salvo_loader *l, void *tables)
{
    const struct trr_tables *t = tables;

    if (t->n_he_ranges == 0)
        return salvo_cell_refuse(&salvo_store_table(l->store, "he-ranges")->header[0], l->err,
                                 "the table has no rows; it needs a range for high explosive");
    for (int i = 0; i < t->n_he_factors; i++)
        if (t->he_factors[i].weapon == HE_GUN && t->he_factors[i].upto_mm == SALVO_BLANK)
            return SALVO_OK;
    return salvo_cell_refuse(&salvo_store_table(l->store, "he-factors")->header[0], l->err,
                             "no gun has '-' in upto_mm; one row must hold for all larger guns");
}

/* Values with limits of their own. A divisor of 0 would stop the program; the others bound arrays and dice. */
static const struct {
    enum trr_value value;
    int min, max;
} LIMITS[] = {
    {HITS_PER_MARKER, 1, CM_MOST},
    {MINE_STEP_CM, 2, CM_MOST},
    {STRAFE_SHARE, 1, CM_MOST},
    {HE_SHOTS, 1, 2},
    {HE_SHOTS_MOVING, 1, 2},
    {ABORT, 1, AIRCRAFT_DAMAGES},
    {LOW_SCATTER_DICE, 1, SCATTER_DICE_MOST},
    {DIVE_SCATTER_DICE, 1, SCATTER_DICE_MOST},
    {MEDIUM_SCATTER_DICE, 1, SCATTER_DICE_MOST},
    {HIGH_SCATTER_DICE, 1, SCATTER_DICE_MOST},
};

/* The grid has one pair of limits for all values, wide enough for each; some may not use all of it. */
static salvo_status check_values(const salvo_loader *l, void *tables)
{
    const struct trr_tables *t = tables;
    const salvo_table *table = salvo_store_table(l->store, "values");

    for (size_t i = 0; i < LENGTH(LIMITS); i++) {
        int row = 0, number = t->values[LIMITS[i].value];
        salvo_status status = find_row(l, "values", VALUE_IDS[LIMITS[i].value], &row);

        if (status != SALVO_OK)
            return status;
        if (number < LIMITS[i].min || number > LIMITS[i].max)
            return salvo_cell_refuse(
                &table->cells[(size_t)row * table->n_columns + (size_t)salvo_table_column(table, "value")], l->err,
                "%d is out of range; %s must be from %d to %d", number, VALUE_IDS[LIMITS[i].value], LIMITS[i].min,
                LIMITS[i].max);
    }
    return SALVO_OK;
}

/* One table has the modifiers of range and of ammunition. */
static salvo_status load_score_brackets(const salvo_loader *l, void *tables)
{
    struct trr_tables *t = tables;
    int brackets[1 + N_AMMOS][N_BRACKETS];
    salvo_status status = salvo_grid_load(l->store, &AT_BRACKETS, brackets[0], l->err);

    if (status != SALVO_OK)
        return status;
    memcpy(t->range_modifiers, brackets[0], sizeof t->range_modifiers);
    memcpy(t->ammo_modifiers, brackets[1], sizeof t->ammo_modifiers);
    return SALVO_OK;
}

/* The last row that a score reaches counts, so scores must ascend. */
static salvo_status load_markers(const salvo_loader *l, void *tables)
{
    struct trr_tables *t = tables;
    int markers[MARKER_ROWS][2];
    salvo_status status = salvo_grid_load(l->store, &MARKERS, markers[0], l->err);

    if (status != SALVO_OK)
        return status;
    for (int i = 0; i < MARKER_ROWS; i++)
        t->markers[i] = (struct trr_marker){markers[i][0], markers[i][1]};
    for (int i = 1; i < MARKER_ROWS; i++)
        if (t->markers[i].score <= t->markers[i - 1].score)
            return refuse_order(l, "markers", MARKER_IDS[i], "score",
                                "the score is not higher than the one before; scores must ascend from row to row");
    return SALVO_OK;
}

/* They are read only for their mistakes: the record cards and the adapters take them from the store. */
static salvo_status check_lists(const salvo_loader *l, void *tables)
{
    const salvo_load LISTS[] = {
        {LOAD_RECORDS, .table = "defences", SALVO_FIELDS(LISTED_DEFENCE, struct listed)},
        {LOAD_RECORDS, .table = "speeds", SALVO_FIELDS(LISTED_SPEED, struct listed)},
    };
    struct listed *listed;

    (void)tables;
    return salvo_load_tables(LISTS, LENGTH(LISTS), l, &listed);
}

/* From the highest score down, in the order of the search. The last is the gap of R-09. */
static const char *const BAND_IDS[BANDS] = {"over", "free", "hesitant", "shaken", "gap"};
static const char *const SIGHTED_IDS[N_SIGHTED] = {[SIGHTED_VEHICLE] = "vehicle", [SIGHTED_FOOT] = "foot"};

/* clang-format off */
#define INTO_TABLES(member) SALVO_INTO_TABLES(struct trr_tables, member)

/* Checks follow the tables that they read. */
static const salvo_load TABLES[] = {
    {LOAD_GRID,     INTO_TABLES(casualties), .grid = &CASUALTIES},
    {LOAD_GRID,     INTO_TABLES(factors), .grid = &FACTORS},
    {LOAD_GRID,     INTO_TABLES(shifts), .grid = &SHIFTS},
    {LOAD_GRID,     INTO_TABLES(cover), .grid = &COVERS},
    {LOAD_DECIMALS, INTO_TABLES(fire_ranges), .grid = &FIRE_RANGES},
    {LOAD_GRID,     INTO_TABLES(support), .grid = &SUPPORT},
    {LOAD_RECORDS,  INTO_TABLES(he_ranges), "he-ranges", SALVO_FIELDS(HE_RANGE, struct trr_he_range)},
    {LOAD_RECORDS,  INTO_TABLES(he_factors), "he-factors", SALVO_FIELDS(HE_FACTOR, struct trr_he_factor)},
    {LOAD_COUNT,    INTO_TABLES(n_he_ranges), "he-ranges"},
    {LOAD_COUNT,    INTO_TABLES(n_he_factors), "he-factors"},
    {LOAD_OWN,      .own = check_high_explosive},
    {LOAD_OWN,      .own = load_score_brackets},
    {LOAD_GRID,     INTO_TABLES(at_modifiers), .grid = &AT_MODIFIERS},
    {LOAD_OWN,      .own = load_markers},
    {LOAD_RECORDS,  INTO_TABLES(gun_classes), "gun-ranges", SALVO_FIELDS(GUN_CLASS, struct trr_gun_class)},
    {LOAD_RECORDS,  INTO_TABLES(guns), "guns", SALVO_FIELDS(GUN, struct trr_gun)},
    {LOAD_RECORDS,  INTO_TABLES(rounds), "ammunition", SALVO_FIELDS(ROUND, struct trr_round)},
    {LOAD_ROW,      INTO_TABLES(petard), "guns", .id = "petard"},
    {LOAD_ROW,      INTO_TABLES(stick_bomb), "guns", .id = "stick-bomb"},
    {LOAD_COUNT,    INTO_TABLES(n_rounds), "ammunition"},
    {LOAD_GRID,     INTO_TABLES(grades), .grid = &GRADES},
    {LOAD_GRID,     INTO_TABLES(motives), .grid = &MOTIVES},
    {LOAD_KNOWN,    INTO_TABLES(bands), "motivation-results", SALVO_FIELDS(BAND, struct trr_band), BAND_IDS, BANDS},
    {LOAD_KNOWN,    INTO_TABLES(location), "location", SALVO_FIELDS(LOCATION, struct trr_location), SIGHTED_IDS, N_SIGHTED},
    {LOAD_GRID,     INTO_TABLES(sight_percent), .grid = &SIGHT},
    {LOAD_DECIMALS, INTO_TABLES(location_less_cm), .grid = &LESS},
    {LOAD_RECORDS,  INTO_TABLES(movement), "movement", SALVO_FIELDS(MOVEMENT, struct trr_movement)},
    {LOAD_ROW,      INTO_TABLES(infantry), "movement", .id = "infantry"},
    {LOAD_GRID,     INTO_TABLES(obstacles), .grid = &OBSTACLES},
    {LOAD_GRID,     INTO_TABLES(aircraft), .grid = &AIRCRAFT},
    {LOAD_GRID,     INTO_TABLES(frames), .grid = &FRAMES},
    {LOAD_GRID,     INTO_TABLES(aa), .grid = &AA},
    {LOAD_GRID,     INTO_TABLES(aircraft_damage), .grid = &HURT_AIRCRAFT},
    {LOAD_GRID,     INTO_TABLES(landing_losses), .grid = &LANDING_LOSSES},
    {LOAD_GRID,     INTO_TABLES(gas), .grid = &GAS_MODIFIERS},
    {LOAD_GRID,     INTO_TABLES(values), .grid = &VALUES},
    {LOAD_OWN,      .own = check_values},
    {LOAD_RECORDS,  INTO_TABLES(units), "units", SALVO_FIELDS(UNIT, struct trr_unit)},
    {LOAD_OWN,      .own = check_lists},
    {LOAD_OWN,      .own = check_all_brackets},
};
/* clang-format on */

salvo_status trr_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err)
{
    struct trr_tables *t = tables;

    t->store = store;
    return salvo_load_tables(TABLES, LENGTH(TABLES), &(salvo_loader){store, memory, err}, t);
}

/* An upper end belongs to its bracket: "to 24 cm" includes 24. */
enum trr_bracket trr_bracket_of(const double upto_cm[N_BRACKETS], double distance_cm)
{
    enum trr_bracket bracket = POINT_BLANK;

    while (bracket < N_BRACKETS && distance_cm > upto_cm[bracket])
        bracket++;
    return bracket;
}

/* Returns -1 beyond the last range, where no die hits. */
int trr_he_needed(const struct trr_tables *tables, double distance_cm)
{
    for (int i = 0; i < tables->n_he_ranges; i++)
        if (distance_cm <= tables->he_ranges[i].upto_cm)
            return tables->he_ranges[i].needed;
    return -1;
}

/* Rows may have any order: the smallest calibre that is large enough is taken, and a row without a limit is the last
 * choice. check_high_explosive ensures that some row fits. */
int trr_he_factor(const struct trr_tables *tables, int calibre_mm)
{
    const struct trr_he_factor *best = NULL;

    for (int i = 0; i < tables->n_he_factors; i++) {
        const struct trr_he_factor *row = &tables->he_factors[i];
        bool fits = row->weapon == HE_GUN && (row->upto_mm == SALVO_BLANK || calibre_mm <= row->upto_mm);

        if (fits &&
            (!best || best->upto_mm == SALVO_BLANK || (row->upto_mm != SALVO_BLANK && row->upto_mm < best->upto_mm)))
            best = row;
    }
    return best->factor;
}

/* Ordinary armour-piercing shot is not listed, because every gun has it. */
bool trr_has_ammo(const struct trr_tables *tables, int gun, enum trr_ammo ammo)
{
    bool has = ammo == AMMO_AP;

    for (int i = 0; i < tables->n_rounds && !has; i++)
        has = tables->rounds[i].gun == gun && tables->rounds[i].ammo == (int)ammo;
    return has;
}
