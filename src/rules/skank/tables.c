/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the tables of Skank. Three tables are not lists of records: damage has a column for each vehicle, melee is a
 * square of troop classes, and fire has a row for each pair of movements. */
#include "rules/skank/tables.h"

#include <string.h>

/* No printed number is near these limits. They catch typing errors. */
enum { NUMBER_MAX = 99, RATING_MAX = 20, COUNT_MAX = 20, INCHES_MAX = 1000 };

static const char *const NO_YES[] = {"no", "yes", NULL};

static const char *const DAMAGES[] = {[WRECK] = "wreck",
                                      [CRASH] = "crash",
                                      [KNOCKED_OUT] = "knocked-out",
                                      [ENGINE] = "engine",
                                      [WEAPONS] = "weapons",
                                      [BRAKES] = "brakes",
                                      [TRACK] = "track",
                                      [SUPERFICIAL] = "superficial",
                                      NULL};

static const char *const TARGETS[] = {
    [AREA_ALL] = "all", [AREA_FIGURES] = "figures", [AREA_VEHICLES] = "vehicles", NULL};
static const char *const ROLLS[] = {
    [AREA_NONE] = "none", [AREA_FRAGMENTS] = "fragments", [AREA_ABILITY] = "ability", NULL};
static const char *const EFFECTS[] = {[AREA_HIT] = "hit", [AREA_KILL] = "kill", [AREA_DESTROY] = "destroy", NULL};

static const char *const MOTION_IDS[N_MOTIONS] = {
    [STATIONARY_STATIONARY] = "stationary-stationary",
    [STATIONARY_MOVING] = "stationary-moving",
    [MOVING_STATIONARY] = "moving-stationary",
    [MOVING_MOVING] = "moving-moving",
};

/* The text has five damage tables, but the collision chart has six rows of ratings: homemade armour makes a rating 5
 * that no printed vehicle has. */
static const char *const COLLISION_IDS[COLLISION_RATINGS] = {"rating-1", "rating-2", "rating-3",
                                                             "rating-4", "rating-5", "rating-6"};

static const char *const PSIONIC_IDS[PSIONIC_RATINGS] = {"rating-1", "rating-2", "rating-3", "rating-4",
                                                         "rating-5", "rating-6", "rating-7", "rating-8"};

/* All modifiers of dice, from all chapters, are in one table, so that an author finds a number by its name. */
static const char *const MODIFIER_IDS[N_MODIFIERS] = {
    [MODIFIER_COVER] = "cover",
    [MODIFIER_PRONE] = "prone",
    [MODIFIER_BUILDING] = "building",
    [MODIFIER_CONCEALED] = "concealed",
    [MODIFIER_INVISIBLE] = "invisible",
    [MODIFIER_LARGE] = "large",
    [MODIFIER_MOUNTED] = "mounted",
    [MODIFIER_ENTERING] = "entering",
    [MODIFIER_BURNING] = "burning",
    [MODIFIER_SPOTTER] = "spotter",
    [MODIFIER_TIRE] = "tire",
    [MODIFIER_DISABLE] = "disable",
    [MODIFIER_SUPPRESSED_BUILDING] = "suppressed-building",
    [MODIFIER_SPOT_PRONE] = "spot-prone",
    [MODIFIER_SPOT_WOODS] = "spot-woods",
    [MODIFIER_SPOT_FOG] = "spot-fog",
    [MODIFIER_SPOT_INVISIBLE] = "spot-invisible",
    [MODIFIER_SPOT_GHILLIE] = "spot-ghillie",
    [MODIFIER_SPOT_PSIONIST] = "spot-psionist",
};

static const char *const VALUE_IDS[N_VALUES] = {
    [BLIND_FIRE] = "blind-fire",     [CLIP_SHOTS] = "clip-shots",           [CLIP_SUPPRESSION] = "clip-suppression",
    [FRAGMENTS] = "fragments",       [SATCHEL_RADIUS] = "satchel-radius",   [GRENADES] = "grenades",
    [PSIONIC_SAVE] = "psionic-save", [PSIONIC_HEAL] = "psionic-heal",       [TRACK_RIGHT] = "track-right",
    [CRASH_FAST] = "crash-fast",     [CRASH_HEAD_ON] = "crash-head-on",     [CRASH_PILE_UP] = "crash-pile-up",
    [CRASH_IMMUNE] = "crash-immune", [RUN_OVER_IMMUNE] = "run-over-immune", [FIRE_GROWTH] = "fire-growth",
    [FIRE_HITS] = "fire-hits",       [MORALE_PERCENT] = "morale-percent",   [HORSE_PERCENT] = "horse-percent",
    [BATTLE_MOVE] = "battle-move",
};

/* clang-format off */
static const salvo_numbers MODIFIERS = {"modifiers", "modifier", MODIFIER_IDS, N_MODIFIERS,     -NUMBER_MAX, NUMBER_MAX};
static const salvo_numbers VALUES    = {"values",    "value",    VALUE_IDS,    N_VALUES,        0,           100};
static const salvo_numbers PSIONICS  = {"psionics",  "number",   PSIONIC_IDS,  PSIONIC_RATINGS, 0,           NUMBER_MAX};

#define MEMBER(type, name) .offset = offsetof(struct type, name)

static const salvo_field TROOP[] = {
    {"name",                  SALVO_FIELD_TEXT,      MEMBER(skank_troop, name)},
    {"ability",               SALVO_FIELD_INTEGER,   MEMBER(skank_troop, ability), 0, NUMBER_MAX},
    {"to_hit",                SALVO_FIELD_INTEGER,   MEMBER(skank_troop, to_hit), -NUMBER_MAX, NUMBER_MAX},
    {"attacks",               SALVO_FIELD_INTEGER,   MEMBER(skank_troop, attacks), 0, COUNT_MAX},
    {"attacks_over_obstacle", SALVO_FIELD_INTEGER,   MEMBER(skank_troop, attacks_over_obstacle), 0, COUNT_MAX},
    {"wounds",                SALVO_FIELD_INTEGER,   MEMBER(skank_troop, wounds), 1, COUNT_MAX},
    {"rating",                SALVO_FIELD_INTEGER,   MEMBER(skank_troop, rating), 0, RATING_MAX},
    {"melee",                 SALVO_FIELD_REFERENCE, MEMBER(skank_troop, melee), .table = "melee"},
    {"move",                  SALVO_FIELD_INTEGER,   MEMBER(skank_troop, move), 0, INCHES_MAX, .blank = "varies"},
};

static const salvo_field VEHICLE[] = {
    {"name",           SALVO_FIELD_TEXT,    MEMBER(skank_vehicle, name)},
    {"rating",         SALVO_FIELD_INTEGER, MEMBER(skank_vehicle, rating), 1, RATING_MAX},
    {"large",          SALVO_FIELD_CHOICE,  MEMBER(skank_vehicle, large), .choices = NO_YES},
    {"engine_disarms", SALVO_FIELD_CHOICE,  MEMBER(skank_vehicle, engine_disarms), .choices = NO_YES},
    {"tires",          SALVO_FIELD_INTEGER, MEMBER(skank_vehicle, tires), 1, NUMBER_MAX, .blank = "-"},
    {"move",           SALVO_FIELD_INTEGER, MEMBER(skank_vehicle, move), 0, INCHES_MAX},
    {"acceleration",   SALVO_FIELD_INTEGER, MEMBER(skank_vehicle, acceleration), 0, INCHES_MAX},
    {"deceleration",   SALVO_FIELD_INTEGER, MEMBER(skank_vehicle, deceleration), 0, INCHES_MAX},
    {"turn",           SALVO_FIELD_TEXT,    MEMBER(skank_vehicle, turn)},
};

static const salvo_field WEAPON[] = {
    {"name",            SALVO_FIELD_TEXT,    MEMBER(skank_weapon, name)},
    {"rating",          SALVO_FIELD_INTEGER, MEMBER(skank_weapon, rating), 0, RATING_MAX},
    {"max_range",       SALVO_FIELD_INTEGER, MEMBER(skank_weapon, max_range), 0, INCHES_MAX, .blank = "-"},
    {"hit_modifier",    SALVO_FIELD_INTEGER, MEMBER(skank_weapon, hit_modifier), -NUMBER_MAX, NUMBER_MAX},
    {"damage_modifier", SALVO_FIELD_INTEGER, MEMBER(skank_weapon, damage_modifier), -NUMBER_MAX, NUMBER_MAX},
    {"shots",           SALVO_FIELD_INTEGER, MEMBER(skank_weapon, shots), 1, COUNT_MAX},
    {"kill_rating",     SALVO_FIELD_INTEGER, MEMBER(skank_weapon, kill_rating), 0, RATING_MAX, .blank = "any"},
    {"direct",          SALVO_FIELD_CHOICE,  MEMBER(skank_weapon, direct), .choices = NO_YES},
    {"indirect",        SALVO_FIELD_CHOICE,  MEMBER(skank_weapon, indirect), .choices = NO_YES},
    {"suppression",     SALVO_FIELD_CHOICE,  MEMBER(skank_weapon, suppression), .choices = NO_YES},
    {"clip",            SALVO_FIELD_CHOICE,  MEMBER(skank_weapon, clip), .choices = NO_YES},
    {"area",            SALVO_FIELD_CHOICE,  MEMBER(skank_weapon, area), .choices = NO_YES},
};

static const salvo_field AREA[] = {
    {"weapon",         SALVO_FIELD_REFERENCE, MEMBER(skank_area, weapon), .table = "weapons"},
    {"radius",         SALVO_FIELD_INTEGER,   MEMBER(skank_area, radius), 0, INCHES_MAX, .blank = "-", .other = "given"},
    {"radius_indoors", SALVO_FIELD_INTEGER,   MEMBER(skank_area, radius_indoors), 0, INCHES_MAX, .blank = "-", .other = "given"},
    {"targets",        SALVO_FIELD_CHOICE,    MEMBER(skank_area, targets), .choices = TARGETS},
    {"max_rating",     SALVO_FIELD_INTEGER,   MEMBER(skank_area, max_rating), 0, RATING_MAX, .blank = "-"},
    {"roll",           SALVO_FIELD_CHOICE,    MEMBER(skank_area, roll), .choices = ROLLS},
    {"effect",         SALVO_FIELD_CHOICE,    MEMBER(skank_area, effect), .choices = EFFECTS},
};

/* N means no shot, * a shot without a number (R1). */
static const salvo_field FIRE[] = {
    {NULL, SALVO_FIELD_BRACKETS, 0, -NUMBER_MAX, NUMBER_MAX, .blank = "N", .other = "*"},
};

/* The last band has no end, so every range has a row. */
static const salvo_field DEVIATION[] = {
    {"upto",           SALVO_FIELD_INTEGER, MEMBER(skank_deviation, upto), 0, INCHES_MAX, .blank = "-"},
    {"tenths_per_pip", SALVO_FIELD_INTEGER, MEMBER(skank_deviation, tenths_per_pip), 0, INCHES_MAX},
};

static const salvo_field COLLISION[] = {
    {"one_roll",      SALVO_FIELD_INTEGER, MEMBER(skank_collision, one_roll), 0, INCHES_MAX, .blank = "-"},
    {"two_rolls",     SALVO_FIELD_INTEGER, MEMBER(skank_collision, two_rolls), 0, INCHES_MAX, .blank = "-"},
    {"three_rolls",   SALVO_FIELD_INTEGER, MEMBER(skank_collision, three_rolls), 0, INCHES_MAX, .blank = "-"},
    {"totalled",      SALVO_FIELD_INTEGER, MEMBER(skank_collision, totalled), 0, INCHES_MAX, .blank = "-"},
    {"explodes_from", SALVO_FIELD_INTEGER, MEMBER(skank_collision, explodes_from), 1, FACES, .blank = "-"},
    {"repaired",      SALVO_FIELD_CHOICE,  MEMBER(skank_collision, repaired), .choices = NO_YES},
};
/* clang-format on */

static const char *id_of(const salvo_table *table, size_t row)
{
    return table->cells[row * table->n_columns].text;
}

/* One parameter names troops and vehicles, so no name may be both. A unit is one number, in which vehicles follow the
 * troops. */
static salvo_status tell_apart(const salvo_loader *l, void *tables)
{
    const salvo_table *troops = salvo_store_table(l->store, "troops"),
                      *vehicles = salvo_store_table(l->store, "vehicles");

    (void)tables;
    for (size_t v = 0; v < vehicles->n_rows; v++)
        if (salvo_table_row(troops, id_of(vehicles, v), strlen(id_of(vehicles, v))) >= 0)
            return salvo_cell_refuse(&vehicles->cells[v * vehicles->n_columns], l->err,
                                     "'%s' is already the id of a troop; give the vehicle its own", id_of(vehicles, v));
    return SALVO_OK;
}

/* Loads one column of numbers or of choices, a value for each row. */
static salvo_status load_column(const salvo_loader *l, const char *table, const salvo_field *column, int **values)
{
    return salvo_records_load(l->store, table, column, 1, sizeof **values, l->memory, values, l->err);
}

/* Finds the row of the damage table for each roll from 1 to 10. */
static salvo_status order_rolls(const salvo_loader *l, size_t rows[FACES])
{
    static const salvo_field ROLL = {.column = "roll", .kind = SALVO_FIELD_INTEGER, .min = 1, .max = FACES};
    const salvo_table *table;
    bool taken[FACES] = {false};
    int *rolls;
    salvo_status status = load_column(l, "damage", &ROLL, &rolls);

    if (status != SALVO_OK)
        return status;
    table = salvo_store_table(l->store, "damage");
    for (size_t i = 0; i < table->n_rows; i++) {
        if (taken[rolls[i] - 1])
            return salvo_cell_refuse(&table->cells[i * table->n_columns], l->err,
                                     "the roll %d already has a row; each roll from 1 to %d has one", rolls[i], FACES);
        taken[rolls[i] - 1] = true;
        rows[rolls[i] - 1] = i;
    }
    if (table->n_rows < FACES)
        return salvo_cell_refuse(&table->header[0], l->err, "the table has %zu rows; each roll from 1 to %d has one",
                                 table->n_rows, FACES);
    return SALVO_OK;
}

/* A vehicle's damage table is the column whose heading is its id. */
static salvo_status load_damage(const salvo_loader *l, void *tables)
{
    struct skank_tables *t = tables;
    const salvo_table *vehicles = salvo_store_table(l->store, "vehicles");
    size_t rows[FACES] = {0};
    salvo_status status = order_rolls(l, rows);

    for (size_t v = 0; v < vehicles->n_rows && status == SALVO_OK; v++) {
        const salvo_field column = {id_of(vehicles, v), SALVO_FIELD_CHOICE, 0, .choices = DAMAGES};
        int *results;

        status = load_column(l, "damage", &column, &results);
        for (int roll = 0; roll < FACES && status == SALVO_OK; roll++)
            t->vehicles[v].damage[roll] = results[rows[roll]];
    }
    return status;
}

/* This is a square: the rows are the attackers, and the columns with the same ids are the targets. */
static salvo_status load_melee(const salvo_loader *l, void *tables)
{
    struct skank_tables *t = tables;
    const salvo_table *table = salvo_store_table(l->store, "melee");
    int *cells = salvo_arena_array(l->memory, t->n_melee * t->n_melee, sizeof *cells);
    salvo_status status = SALVO_OK;

    t->melee = salvo_arena_array(l->memory, t->n_melee, sizeof *t->melee);
    if (!t->melee || !cells)
        return salvo_fail_memory(l->err);
    for (size_t target = 0; target < t->n_melee && status == SALVO_OK; target++) {
        const salvo_field column = {id_of(table, target), SALVO_FIELD_INTEGER, 0, 0, NUMBER_MAX, .blank = "N"};
        int *numbers;

        status = load_column(l, "melee", &column, &numbers);
        for (size_t attacker = 0; attacker < t->n_melee && status == SALVO_OK; attacker++) {
            t->melee[attacker] = &cells[attacker * t->n_melee];
            cells[attacker * t->n_melee + target] = numbers[attacker];
        }
    }
    return status;
}

/* A weapon with a value in its column `area` must be in the table of areas. */
static salvo_status check_areas(const salvo_loader *l, void *tables)
{
    const struct skank_tables *t = tables;
    const salvo_table *weapons = salvo_store_table(l->store, "weapons");
    bool *has_area = salvo_arena_array(l->memory, weapons->n_rows, sizeof *has_area);

    if (!has_area)
        return salvo_fail_memory(l->err);
    for (size_t i = 0; i < t->n_areas; i++)
        has_area[t->areas[i].weapon] = true;
    for (size_t i = 0; i < weapons->n_rows; i++) {
        bool promised = t->weapons[i].area, has = has_area[i];

        if (promised != has)
            return salvo_cell_refuse(
                &weapons->cells[i * weapons->n_columns + (size_t)salvo_table_column(weapons, "area")], l->err,
                "'%s' says %s, but the table of areas has %s row for it", id_of(weapons, i), promised ? "yes" : "no",
                has ? "a" : "no");
    }
    return SALVO_OK;
}

/* Bands ascend, and the last has no end. */
static salvo_status check_deviations(const salvo_loader *l, void *tables)
{
    const struct skank_tables *t = tables;
    const salvo_table *table = salvo_store_table(l->store, "deviation");

    if (t->n_deviations == 0)
        return salvo_cell_refuse(&table->header[0], l->err,
                                 "the table has no rows; the last row must have '-' for its range");
    for (size_t i = 0; i < t->n_deviations; i++) {
        const salvo_cell *cell = &table->cells[i * table->n_columns + (size_t)salvo_table_column(table, "upto")];
        int upto = t->deviations[i].upto;

        if ((upto == SALVO_BLANK) != (i + 1 == t->n_deviations))
            return salvo_cell_refuse(cell, l->err, "'%s': only the last row must have '-' for its range", cell->text);
        if (i && upto != SALVO_BLANK && upto <= t->deviations[i - 1].upto)
            return salvo_cell_refuse(cell, l->err, "the range is not longer than the one above; ranges must ascend");
    }
    return SALVO_OK;
}

/* clang-format off */
#define INTO_TABLES(member) SALVO_INTO_TABLES(struct skank_tables, member)

/* Checks and separate loaders follow the tables that they read. Melee is loaded once its size is known, and damage once
 * there are vehicles to fill in. */
static const salvo_load TABLES[] = {
    {LOAD_RECORDS,  INTO_TABLES(troops), "troops", SALVO_FIELDS(TROOP, struct skank_troop)},
    {LOAD_COUNT,    INTO_TABLES(n_melee), "melee"},
    {LOAD_OWN,      .own = load_melee},
    {LOAD_RECORDS,  INTO_TABLES(vehicles), "vehicles", SALVO_FIELDS(VEHICLE, struct skank_vehicle)},
    {LOAD_OWN,      .own = tell_apart},
    {LOAD_COUNT,    INTO_TABLES(n_troops), "troops"},
    {LOAD_OWN,      .own = load_damage},
    {LOAD_RECORDS,  INTO_TABLES(weapons), "weapons", SALVO_FIELDS(WEAPON, struct skank_weapon)},
    {LOAD_ROW,      INTO_TABLES(launcher), "weapons", .id = "auto-grenade-launcher"},
    {LOAD_RECORDS,  INTO_TABLES(areas), "areas", SALVO_FIELDS(AREA, struct skank_area)},
    {LOAD_COUNT,    INTO_TABLES(n_areas), "areas"},
    {LOAD_OWN,      .own = check_areas},
    {LOAD_BRACKETS, INTO_TABLES(brackets), "fire"},
    {LOAD_KNOWN,    INTO_TABLES(fire), "fire", SALVO_FIELDS(FIRE, const int *), MOTION_IDS, N_MOTIONS},
    {LOAD_RECORDS,  INTO_TABLES(deviations), "deviation", SALVO_FIELDS(DEVIATION, struct skank_deviation)},
    {LOAD_COUNT,    INTO_TABLES(n_deviations), "deviation"},
    {LOAD_OWN,      .own = check_deviations},
    {LOAD_KNOWN,    INTO_TABLES(collision), "collisions", SALVO_FIELDS(COLLISION, struct skank_collision), COLLISION_IDS, COLLISION_RATINGS},
    {LOAD_NUMBERS,  INTO_TABLES(modifier), .numbers = &MODIFIERS},
    {LOAD_NUMBERS,  INTO_TABLES(value), .numbers = &VALUES},
    {LOAD_NUMBERS,  INTO_TABLES(psionic), .numbers = &PSIONICS},
};
/* clang-format on */

salvo_status skank_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err)
{
    struct skank_tables *t = tables;

    t->store = store;
    return salvo_load_tables(TABLES, sizeof TABLES / sizeof *TABLES, &(salvo_loader){store, memory, err}, t);
}
