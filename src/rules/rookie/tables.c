/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the surviving tables of Rookie Rules, and the two sets for the others: `proved`, from the text alone, and
 * `reconstruction`, which is checked against it. */
#include "rules/rookie/tables.h"
#include "rules/parameters.h"

#include <string.h>

enum { MEN_MAX = 40, FACTOR_MAX = 100, PERCENT = 100 };

const char *const ROOKIE_DAMAGES[] = {ROOKIE_DAMAGE_NAMES, NULL};
const char *const ROOKIE_ARMOURS[] = {"a", "b", "c", "d", "e", NULL};
const char *const ROOKIE_TERRAINS[] = {"marked", "mud", "rubble", NULL};
const char *const ROOKIE_VEHICLES[] = {"regular", "special", NULL};

static const char *const MODIFIER_IDS[N_MODIFIERS] = {"switch", "leader-target", "camouflaged", "specialist",
                                                      "training-a"};
static const char *const VALUE_IDS[N_VALUES] = {
    "out-of-command-divisor",
    "small-arms-penetration-range",
    "small-arms-penetration-factor",
    "squad-hit-percent",
    "machine-gun-hit-percent",
    "barrel-hit-percent",
    "aa-gun-hit-percent",
    "aircraft-base-percent",
    "aircraft-step-percent",
    "sniper-step-percent",
    "observe-base-percent",
    "dead-on",
    "unbog-regular",
    "unbog-special",
    "battle-move",
};
static const char *const ATTACK_IDS[N_ATTACKS] = {"overrun", "mines", "sniper"};
static const char *const DAMAGE_ROLL_IDS[ROLLS] = {"roll-0", "roll-1", "roll-2", "roll-3", "roll-4",
                                                   "roll-5", "roll-6", "roll-7", "roll-8", "roll-9"};

/* clang-format off */
static const salvo_numbers MODIFIERS = {"modifiers", "modifier", MODIFIER_IDS, N_MODIFIERS, -PERCENT, PERCENT};
static const salvo_numbers VALUES    = {"values",    "value",    VALUE_IDS,    N_VALUES,    0,        PERCENT};
/* Rolls 1 to n of 0 to 9 break a vehicle down (K2), so 9 is the maximum. */
static const salvo_grid    BREAKDOWN = {"breakdown", ROOKIE_TERRAINS, N_TERRAINS, ROOKIE_VEHICLES, N_VEHICLES, 0, ROLLS - 1, NULL};

#define MEMBER(type, name) .offset = offsetof(struct type, name)

static const salvo_field SQUAD[] = {
    {"name",    SALVO_FIELD_TEXT,    MEMBER(rookie_squad, name)},
    {"men",     SALVO_FIELD_INTEGER, MEMBER(rookie_squad, men), 1, MEN_MAX},
    {"per_man", SALVO_FIELD_INTEGER, MEMBER(rookie_squad, per_man), 1, FACTOR_MAX},
};

/* An attack is only a column, so its record is a single number. */
static const salvo_field ATTACK[] = {
    {"column", SALVO_FIELD_CHOICE, .choices = ROOKIE_COLUMNS},
};

static const salvo_field MARKER[] = {
    {"classes_slower", SALVO_FIELD_INTEGER, MEMBER(rookie_marker_row, classes_slower), 0, 3, .blank = "-"},
    {"command_radius", SALVO_FIELD_INTEGER, MEMBER(rookie_marker_row, command_radius_inches), 0, 1000},
};

static const salvo_field ARMOUR[] = {
    {"single_weapon", SALVO_FIELD_INTEGER, MEMBER(rookie_armour, single_weapon), 0, 10000},
    {"small_arms",    SALVO_FIELD_INTEGER, MEMBER(rookie_armour, small_arms), 0, 10000, .blank = "-"},
};

static const salvo_field DAMAGE[] = {
    {"vehicle", SALVO_FIELD_CHOICE, MEMBER(rookie_damage_row, vehicle), .choices = ROOKIE_DAMAGES},
    {"bunker",  SALVO_FIELD_CHOICE, MEMBER(rookie_damage_row, bunker), .choices = ROOKIE_DAMAGES},
};
/* clang-format on */

/* A table of that name may be a CSV by mistake; its records have a column `kind`. */
static salvo_status load_set(const salvo_loader *l, const char *name, const struct rookie_set *proved,
                             struct rookie_set *set)
{
    const salvo_table *table;
    salvo_status status = salvo_records_table(l->store, name, &table, l->err);

    if (status == SALVO_OK && salvo_table_column(table, "kind") < 0)
        status = salvo_cell_refuse(&table->header[0], l->err,
                                   "the table '%s' must be a plain-text file of records, NAME.txt", name);
    return status == SALVO_OK ? rookie_set_read(set, table, proved, false, NULL, l->err) : status;
}

/* The reconstruction may not contradict what is proved: it is read without that permission. */
static salvo_status load_sets(const salvo_loader *l, void *tables)
{
    struct rookie_tables *t = tables;
    salvo_status status = load_set(l, "proved", NULL, &t->proved);

    return status == SALVO_OK ? load_set(l, "reconstruction", &t->proved, &t->reconstruction) : status;
}

/* Checks one divisor and some faces of a ten-sided die. */
static salvo_status check_values(const salvo_loader *l, void *tables)
{
    const struct rookie_tables *t = tables;
    const salvo_table *table = salvo_store_table(l->store, "values");

    if (t->value[VALUE_OUT_OF_COMMAND] == 0)
        return salvo_cell_refuse(&table->header[0], l->err, "the out-of-command-divisor is 0; it must be at least 1");
    if (t->value[VALUE_DEAD_ON] >= ROLLS || t->value[VALUE_UNBOG_REGULAR] >= ROLLS ||
        t->value[VALUE_UNBOG_SPECIAL] >= ROLLS)
        return salvo_cell_refuse(&table->header[0], l->err,
                                 "dead-on, unbog-regular and unbog-special are faces of a 10d; they must be from 0 "
                                 "to 9");
    return SALVO_OK;
}

/* clang-format off */
#define INTO_TABLES(member) SALVO_INTO_TABLES(struct rookie_tables, member)

static const salvo_load TABLES[] = {
    {LOAD_RECORDS, INTO_TABLES(squads), "squads", SALVO_FIELDS(SQUAD, struct rookie_squad)},
    {LOAD_NUMBERS, INTO_TABLES(modifier), .numbers = &MODIFIERS},
    {LOAD_NUMBERS, INTO_TABLES(value), .numbers = &VALUES},
    {LOAD_OWN,     .own = check_values},
    {LOAD_GRID,    INTO_TABLES(breakdown), .grid = &BREAKDOWN},
    {LOAD_KNOWN,   INTO_TABLES(attack_column), "attacks", SALVO_FIELDS(ATTACK, int), ATTACK_IDS, N_ATTACKS},
    {LOAD_KNOWN,   INTO_TABLES(marker), "markers", SALVO_FIELDS(MARKER, struct rookie_marker_row), ROOKIE_MARKERS, N_MARKERS},
    {LOAD_KNOWN,   INTO_TABLES(armour), "armour", SALVO_FIELDS(ARMOUR, struct rookie_armour), ROOKIE_ARMOURS, N_ARMOURS},
    {LOAD_KNOWN,   INTO_TABLES(damage), "special-damage", SALVO_FIELDS(DAMAGE, struct rookie_damage_row), DAMAGE_ROLL_IDS, ROLLS},
    {LOAD_OWN,     .own = load_sets},
};
/* clang-format on */

/* The sets are last: their checks do not need the other tables, and a user who changes a plain table finds that mistake
 * first. */
salvo_status rookie_load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err)
{
    struct rookie_tables *t = tables;

    t->store = store;
    return salvo_load_tables(TABLES, COUNT_OF(TABLES), &(salvo_loader){store, memory, err}, t);
}
