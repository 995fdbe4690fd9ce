#include "rules/skank/tables.h"

#include <string.h>

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

static const char *const COLLISION_IDS[COLLISION_RATINGS] = {"rating-1", "rating-2", "rating-3",
                                                             "rating-4", "rating-5", "rating-6"};

static const char *const PSIONIC_IDS[PSIONIC_RATINGS] = {"rating-1", "rating-2", "rating-3", "rating-4",
                                                         "rating-5", "rating-6", "rating-7", "rating-8"};

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

static const salvo_field FIRE[] = {
    {NULL, SALVO_FIELD_BRACKETS, 0, -NUMBER_MAX, NUMBER_MAX, .blank = "N", .other = "*"},
};

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

#define LOAD(table, schema, records) \
    salvo_records_load(store, table, schema, sizeof schema / sizeof *schema, sizeof *(records), memory, &(records), err)

static const char *id_of(const salvo_table *table, size_t row)
{
    return table->cells[row * table->n_columns].text;
}

/* Troops and vehicles are named by one parameter: no name may be both. */
static salvo_status tell_apart(const salvo_store *store, salvo_error *err)
{
    const salvo_table *troops = salvo_store_table(store, "troops"), *vehicles = salvo_store_table(store, "vehicles");

    for (size_t v = 0; v < vehicles->n_rows; v++)
        if (salvo_table_row(troops, id_of(vehicles, v), strlen(id_of(vehicles, v))) >= 0)
            return salvo_cell_refuse(&vehicles->cells[v * vehicles->n_columns], err,
                                     "'%s' is the id of a troop already; a vehicle needs one of its own",
                                     id_of(vehicles, v));
    return SALVO_OK;
}

/* Which row of the damage table is for which roll; each roll from 1 to 10 has one. */
static salvo_status order_rolls(const salvo_store *store, salvo_arena *memory, size_t rows[FACES], salvo_error *err)
{
    static const salvo_field ROLL[] = {{.column = "roll", .kind = SALVO_FIELD_INTEGER, .min = 1, .max = FACES}};
    const salvo_table *table;
    bool taken[FACES] = {false};
    int *rolls;
    salvo_status status = LOAD("damage", ROLL, rolls);

    if (status != SALVO_OK)
        return status;
    table = salvo_store_table(store, "damage");
    for (size_t i = 0; i < table->n_rows; i++) {
        if (taken[rolls[i] - 1])
            return salvo_cell_refuse(&table->cells[i * table->n_columns], err,
                                     "the roll %d has a row already; each from 1 to %d has one", rolls[i], FACES);
        taken[rolls[i] - 1] = true;
        rows[rolls[i] - 1] = i;
    }
    if (table->n_rows < FACES)
        return salvo_cell_refuse(&table->header[0], err, "the table has %zu rows; each roll from 1 to %d has one",
                                 table->n_rows, FACES);
    return SALVO_OK;
}

/* A vehicle's damage table is the column headed by its id. */
static salvo_status load_damage(const salvo_store *store, salvo_arena *memory, struct skank_tables *t, salvo_error *err)
{
    const salvo_table *vehicles = salvo_store_table(store, "vehicles");
    size_t rows[FACES];
    salvo_status status = order_rolls(store, memory, rows, err);

    for (size_t v = 0; v < vehicles->n_rows && status == SALVO_OK; v++) {
        const salvo_field column[] = {{id_of(vehicles, v), SALVO_FIELD_CHOICE, 0, .choices = DAMAGES}};
        int *results;

        status = LOAD("damage", column, results);
        for (int roll = 0; roll < FACES && status == SALVO_OK; roll++)
            t->vehicles[v].damage[roll] = results[rows[roll]];
    }
    return status;
}

/* A square: the rows are the attackers, the columns headed by the same ids the targets. */
static salvo_status load_melee(const salvo_store *store, salvo_arena *memory, struct skank_tables *t, salvo_error *err)
{
    const salvo_table *table;
    salvo_status status = salvo_records_table(store, "melee", &table, err);
    int *cells;

    if (status != SALVO_OK)
        return status;
    t->n_melee = table->n_rows;
    t->melee = salvo_arena_array(memory, t->n_melee, sizeof *t->melee);
    cells = salvo_arena_array(memory, t->n_melee * t->n_melee, sizeof *cells);
    if (!t->melee || !cells)
        return salvo_fail_memory(err);
    for (size_t target = 0; target < t->n_melee && status == SALVO_OK; target++) {
        const salvo_field column[] = {{id_of(table, target), SALVO_FIELD_INTEGER, 0, 0, NUMBER_MAX, .blank = "N"}};
        int *numbers;

        status = LOAD("melee", column, numbers);
        for (size_t attacker = 0; attacker < t->n_melee && status == SALVO_OK; attacker++) {
            t->melee[attacker] = &cells[attacker * t->n_melee];
            cells[attacker * t->n_melee + target] = numbers[attacker];
        }
    }
    return status;
}

static salvo_status load_units(const salvo_store *store, salvo_arena *memory, struct skank_tables *t, salvo_error *err)
{
    salvo_status status = LOAD("troops", TROOP, t->troops);

    if (status == SALVO_OK)
        status = load_melee(store, memory, t, err);
    if (status == SALVO_OK)
        status = LOAD("vehicles", VEHICLE, t->vehicles);
    if (status == SALVO_OK)
        status = tell_apart(store, err);
    if (status != SALVO_OK)
        return status;
    t->n_troops = salvo_store_table(store, "troops")->n_rows;
    return load_damage(store, memory, t, err);
}

static salvo_status load_fire(const salvo_store *store, salvo_arena *memory, struct skank_tables *t, salvo_error *err)
{
    const int **numbers;
    int rows[N_MOTIONS];
    salvo_status status = LOAD("fire", FIRE, numbers);

    if (status == SALVO_OK)
        status = salvo_brackets_read(store, salvo_store_table(store, "fire"), memory, &t->brackets, err);
    if (status == SALVO_OK)
        status = salvo_records_known(store, "fire", MOTION_IDS, N_MOTIONS, rows, err);
    for (size_t i = 0; i < N_MOTIONS && status == SALVO_OK; i++)
        t->fire[i] = numbers[rows[i]];
    return status;
}

/* What a weapon promises in its column `area` must stand in the table of areas. */
static salvo_status check_areas(const salvo_store *store, const struct skank_tables *t, salvo_arena *memory,
                                salvo_error *err)
{
    const salvo_table *weapons = salvo_store_table(store, "weapons");
    bool *has_area = salvo_arena_array(memory, weapons->n_rows, sizeof *has_area);

    if (!has_area)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < t->n_areas; i++)
        has_area[t->areas[i].weapon] = true;
    for (size_t i = 0; i < weapons->n_rows; i++) {
        bool promised = t->weapons[i].area, has = has_area[i];

        if (promised != has)
            return salvo_cell_refuse(
                &weapons->cells[i * weapons->n_columns + (size_t)salvo_table_column(weapons, "area")], err,
                "'%s' says %s, but the table of areas has %s row for it", id_of(weapons, i), promised ? "yes" : "no",
                has ? "a" : "no");
    }
    return SALVO_OK;
}

/* Bands ascend, and the last has no end. */
static salvo_status load_deviations(const salvo_store *store, salvo_arena *memory, struct skank_tables *t,
                                    salvo_error *err)
{
    salvo_status status = LOAD("deviation", DEVIATION, t->deviations);
    const salvo_table *table = salvo_store_table(store, "deviation");

    if (status != SALVO_OK)
        return status;
    t->n_deviations = table->n_rows;
    if (t->n_deviations == 0)
        return salvo_cell_refuse(&table->header[0], err, "the table has no rows; the last one has '-' for its range");
    for (size_t i = 0; i < t->n_deviations; i++) {
        const salvo_cell *cell = &table->cells[i * table->n_columns + (size_t)salvo_table_column(table, "upto")];
        int upto = t->deviations[i].upto;

        if ((upto == SALVO_BLANK) != (i + 1 == t->n_deviations))
            return salvo_cell_refuse(cell, err, "'%s': the last row has '-' for its range, and only that", cell->text);
        if (i && upto != SALVO_BLANK && upto <= t->deviations[i - 1].upto)
            return salvo_cell_refuse(cell, err, "the range is no longer than the one above; ranges ascend");
    }
    return SALVO_OK;
}

static salvo_status load_weapons(const salvo_store *store, salvo_arena *memory, struct skank_tables *t,
                                 salvo_error *err)
{
    salvo_status status = LOAD("weapons", WEAPON, t->weapons);

    if (status == SALVO_OK)
        status = salvo_records_row(salvo_store_table(store, "weapons"), "auto-grenade-launcher", &t->launcher, err);
    if (status == SALVO_OK)
        status = LOAD("areas", AREA, t->areas);
    if (status == SALVO_OK) {
        t->n_areas = salvo_store_table(store, "areas")->n_rows;
        status = check_areas(store, t, memory, err);
    }
    if (status == SALVO_OK)
        status = load_fire(store, memory, t, err);
    return status == SALVO_OK ? load_deviations(store, memory, t, err) : status;
}

static salvo_status load_collisions(const salvo_store *store, salvo_arena *memory, struct skank_tables *t,
                                    salvo_error *err)
{
    struct skank_collision *rows;
    int at[COLLISION_RATINGS];
    salvo_status status = LOAD("collisions", COLLISION, rows);

    if (status == SALVO_OK)
        status = salvo_records_known(store, "collisions", COLLISION_IDS, COLLISION_RATINGS, at, err);
    for (size_t i = 0; i < COLLISION_RATINGS && status == SALVO_OK; i++)
        t->collision[i] = rows[at[i]];
    return status;
}

static salvo_status load_numbers(const salvo_store *store, struct skank_tables *t, salvo_error *err)
{
    salvo_status status = salvo_numbers_load(store, &MODIFIERS, t->modifier, err);

    if (status == SALVO_OK)
        status = salvo_numbers_load(store, &VALUES, t->value, err);
    return status == SALVO_OK ? salvo_numbers_load(store, &PSIONICS, t->psionic, err) : status;
}

salvo_status skank_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err)
{
    struct skank_tables *t = tables;
    salvo_status status = load_units(store, memory, t, err);

    t->store = store;
    if (status == SALVO_OK)
        status = load_weapons(store, memory, t, err);
    if (status == SALVO_OK)
        status = load_collisions(store, memory, t, err);
    return status == SALVO_OK ? load_numbers(store, t, err) : status;
}
