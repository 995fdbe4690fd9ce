/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pocket/pocket.h"

#include "pocket/simple.h"

#include "data/records.h"
#include "rules/parameters.h"

enum { D6 = 6, SHOT_DICE = 2 };

struct tank {
    const char *name;
    int hits, save, shots, speed, points;
};

struct tables {
    struct tank *tanks;
    salvo_brackets brackets;
    int *to_hit; /* by bracket */
};

/* The columns of whole numbers, and their limits. */
static const struct {
    const char *name;
    size_t offset;
    int min, max;
} COLUMNS[] = {
    {"hits", offsetof(struct tank, hits), 1, 9},       {"save", offsetof(struct tank, save), 2, D6 + 1},
    {"shots", offsetof(struct tank, shots), 1, 9},     {"speed", offsetof(struct tank, speed), 0, 99},
    {"points", offsetof(struct tank, points), 0, 999},
};

static salvo_status find_column(const salvo_table *table, const char *name, int *column, salvo_error *err)
{
    *column = salvo_table_column(table, name);
    if (*column >= 0)
        return SALVO_OK;
    return salvo_cell_refuse(&table->header[0], err, "the column '%s' is missing from the header", name);
}

static salvo_status load_tanks(const salvo_store *store, salvo_arena *memory, struct tables *t, salvo_error *err)
{
    const salvo_table *units;
    int column = 0;
    salvo_status status = salvo_records_table(store, "units", &units, err);

    if (status == SALVO_OK)
        status = find_column(units, "name", &column, err);
    if (status != SALVO_OK)
        return status;
    t->tanks = salvo_arena_array(memory, units->n_rows, sizeof *t->tanks);
    if (!t->tanks)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < units->n_rows; i++)
        t->tanks[i].name = units->cells[i * units->n_columns + (size_t)column].text;
    for (size_t c = 0; c < COUNT_OF(COLUMNS) && status == SALVO_OK; c++) {
        status = find_column(units, COLUMNS[c].name, &column, err);
        for (size_t i = 0; i < units->n_rows && status == SALVO_OK; i++)
            status = salvo_cell_integer(&units->cells[i * units->n_columns + (size_t)column], COLUMNS[c].name,
                                        COLUMNS[c].min, COLUMNS[c].max,
                                        (int *)((char *)&t->tanks[i] + COLUMNS[c].offset), err);
    }
    return status;
}

static salvo_status load_to_hit(const salvo_store *store, salvo_arena *memory, struct tables *t, salvo_error *err)
{
    const salvo_table *to_hit;
    int gun = 0;
    salvo_status status = salvo_records_table(store, "to-hit", &to_hit, err);

    if (status == SALVO_OK)
        status = salvo_brackets_read(store, to_hit, memory, &t->brackets, err);
    if (status == SALVO_OK)
        status = salvo_records_row(to_hit, "gun", &gun, err);
    if (status != SALVO_OK)
        return status;
    t->to_hit = salvo_arena_array(memory, t->brackets.count, sizeof *t->to_hit);
    if (!t->to_hit)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < t->brackets.count && status == SALVO_OK; i++)
        status = salvo_cell_integer(&to_hit->cells[(size_t)gun * to_hit->n_columns + (size_t)t->brackets.column[i]],
                                    "a target number", 1, D6 + 1, &t->to_hit[i], err);
    return status;
}

static salvo_status load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err)
{
    const salvo_status status = load_tanks(store, memory, tables, err);

    return status == SALVO_OK ? load_to_hit(store, memory, tables, err) : status;
}

/* One shot. */

struct shot {
    const struct tables *tables;
    int target;
    double range;
    int to_hit; /* or more, on a D6; D6 + 1: out of range */
    int shots;  /* of an activation */
};

static const salvo_parameter SHOT_PARAMETERS[] = {
    ROW_REQUIRED("target", "the tank fired at", "units", INTO(struct shot, target)),
    DECIMAL("range", "distance in inches", 0, INFINITY, NULL, .table = "to-hit", .required = true,
            INTO(struct shot, range)),
};

static void aim_shot(const void *tables, void *situation)
{
    const struct tables *t = tables;
    struct shot *shot = situation;
    int bracket = salvo_brackets_find(&t->brackets, shot->range);

    shot->to_hit = bracket < 0 ? D6 + 1 : t->to_hit[bracket];
}

static salvo_status prepare_shot(const void *tables, void *situation, salvo_error *err)
{
    (void)err;
    aim_shot(tables, situation);
    return SALVO_OK;
}

enum { MISS, SAVED, HURT };
static const char *const SHOT_OUTCOMES[] = {"miss", "saved", "hurt"};

static int shot_outcome(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct shot *shot = situation;

    (void)gain;
    return faces[0] < shot->to_hit ? MISS : faces[1] >= shot->tables->tanks[shot->target].save ? SAVED : HURT;
}

static const salvo_procedure SHOT = {
    .id = "P-01",
    .schema = {.name = "pocket.shot",
               ALL_OF(parameters, SHOT_PARAMETERS),
               SITUATION(struct shot, tables),
               .prepare = prepare_shot},
    .documentation = {.chapter = "Fire", .title = "one shot", .section = "page 1"},
    ALL_OF(outcomes, SHOT_OUTCOMES),
    .roll = &(const salvo_roll){.count = SHOT_DICE, .sides = D6, .resolve = shot_outcome},
};

/* Tanks that fight each other: a byte of hits is all that becomes of one. */

static const struct tank *tank_of(const void *element)
{
    const simple_element *e = element;

    return &((const struct tables *)e->tables)->tanks[e->unit];
}

static void initial_state(const void *element, uint8_t *hits)
{
    *hits = (uint8_t)tank_of(element)->hits;
}

static double price(const void *element)
{
    return tank_of(element)->points;
}

static double speed(const void *element)
{
    return tank_of(element)->speed;
}

static void aim(const void *field, const void *actor, const void *target, const salvo_circumstances *now, void *fire)
{
    const simple_element *by = actor, *at = target;
    struct shot *shot = fire;

    (void)field;
    *shot = (struct shot){.tables = by->tables, .target = at->unit, .range = now->range, .shots = tank_of(by)->shots};
    aim_shot(by->tables, shot);
}

static bool dice(const void *fire, int number, const uint8_t *actor, const uint8_t *target, salvo_dice *dice)
{
    const struct shot *shot = fire;

    (void)actor;
    *dice = salvo_dice_of(SHOT_DICE, D6);
    return *target && number < shot->shots;
}

static void resolve(const void *fire, int number, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    (void)number, (void)actor;
    *target -= shot_outcome(fire, faces, NULL) == HURT;
}

static bool can_harm(const void *fire, const uint8_t *actor, const uint8_t *target)
{
    (void)actor, (void)target;
    return ((const struct shot *)fire)->to_hit <= D6;
}

static const salvo_battle_adapter BATTLE = {
    .sequence = SALVO_ALTERNATELY,
    .words = &(const salvo_battle_words){.strength = "its hits",
                                         .attack = "a shot is fired",
                                         .fire = "A tank fires its shots one after the other.",
                                         .pace = "Its speed."},
    .mirrors = true,
    .initial_state = initial_state,
    .price = price,
    .speed = speed,
    SIMPLE_BATTLE,
    .fire_size = sizeof(struct shot),
    .aim = aim,
    .dice = dice,
    .resolve = resolve,
    .can_harm = can_harm,
};

/* The duel is a battle of one against one. */

static const salvo_parameter DUEL_PARAMETERS[] = {SIMPLE_DUEL_PARAMETERS("to-hit", "inches")};

static salvo_status prepare_duel(const void *tables, void *situation, salvo_error *err)
{
    (void)tables;
    return simple_duel_prepare(situation, &BATTLE, err);
}

static const salvo_procedure DUEL = {
    .id = "P-02",
    SIMPLE_DUEL("pocket.duel", DUEL_PARAMETERS, prepare_duel),
    .documentation = {.chapter = "Fire", .title = "two tanks shoot it out", .section = "page 1", .rulings = "P-1"},
};

static const salvo_duel_adapter DUEL_ADAPTER = DUEL_ADAPTER_OF("pocket.duel");

/* All shots of a tank's activation. */

struct volley {
    struct shot shot;
    int firer;
};

static const salvo_parameter VOLLEY_PARAMETERS[] = {
    ROW_REQUIRED("firer", "the tank that fires", "units", INTO(struct volley, firer)),
    ROW_REQUIRED("target", "the tank fired at", "units", INTO(struct volley, shot.target)),
    DECIMAL("range", "distance in inches", 0, INFINITY, NULL, .table = "to-hit", .required = true,
            INTO(struct volley, shot.range)),
};
static const char *const VOLLEY_OUTCOMES[] = {"unharmed", "hurt"};
static const salvo_expectation VOLLEY_EXPECTATIONS[] = {{.name = "hits", .help = "hits that the target loses"}};

static salvo_status aim_volley(const void *tables, void *situation, salvo_error *err)
{
    struct volley *volley = situation;

    volley->shot.shots = ((const struct tables *)tables)->tanks[volley->firer].shots;
    return prepare_shot(tables, &volley->shot, err);
}

static void volley_dice(const void *situation, salvo_dice *dice)
{
    *dice = salvo_dice_of(SHOT_DICE * ((const struct volley *)situation)->shot.shots, D6);
}

static int volley_outcome(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct volley *volley = situation;
    int hits = 0;

    for (int shot = 0; shot < volley->shot.shots; shot++)
        hits += shot_outcome(&volley->shot, faces + SHOT_DICE * shot, NULL) == HURT;
    gain[0] = hits;
    return hits > 0;
}

static const salvo_procedure VOLLEY = {
    .id = "P-03",
    .schema = {.name = "pocket.volley",
               ALL_OF(parameters, VOLLEY_PARAMETERS),
               SITUATION(struct volley, shot.tables),
               .prepare = aim_volley},
    .documentation = {.chapter = "Fire", .title = "all shots of a tank", .section = "page 1"},
    ALL_OF(outcomes, VOLLEY_OUTCOMES),
    ALL_OF(expectations, VOLLEY_EXPECTATIONS),
    .roll = &(const salvo_roll){.dice = volley_dice, .resolve = volley_outcome},
};

static const char *target_class(const void *tables, size_t unit)
{
    return ((const struct tables *)tables)->tanks[unit].save == D6 ? "thin" : "thick";
}

static const salvo_fire_adapter FIRE = {
    .procedure = "pocket.volley",
    .unit = {{.key = "firer"}},
    .target = {{.key = "target"}},
    .range = "range",
    .about = "All shots of a tank.",
    .damage = "hits",
    .killed = "hurt",
    .harmless = "unharmed",
    .price = "points",
    .strength = "hits",
    .target_class = target_class,
};

static const salvo_procedure *const PROCEDURES[] = {&SHOT, &DUEL, &VOLLEY};

const salvo_ruleset POCKET = {
    .id = "pocket",
    ALL_OF(procedures, PROCEDURES),
    .units = "units",
    .tables_size = sizeof(struct tables),
    .load = load,
    .duel = &DUEL_ADAPTER,
    .fire = &FIRE,
    .battle = &BATTLE,
};
