/* Air to air: "Firing", "Tailing & Tail Gunners", Air to Air Modifiers, Critical Hits. */
#include "rules/mad/air.h"
#include "rules/mad/air_attack.h"
#include "rules/mad/air_critical.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/volley.h"
#include "rules/mad/words.h"

enum {
    WEAPON,
    RANGE,
    COUNT,
    ANGLE,
    MOUNT,
    MANOEUVRE,
    HARD_TURN,
    TAILING,
    GROUP_DAMAGE,
    HP,
    N_FIRE,
    ENGINE_HITS = N_FIRE,
    CREW_LOCATIONS,
    REPEAT,
    COMBINED,
    N_KILL,
};

enum angle { REAR, SIDE, HEAD_ON };
enum mount { FIXED, TURRET };

static const char *const ANGLES[] = {[REAR] = "rear", [SIDE] = "side", [HEAD_ON] = "head-on", NULL};
static const char *const MOUNT_CHOICES[] = {[FIXED] = "fixed", [TURRET] = "turret", NULL};

/* clang-format off */
#define FIRE_PARAMETERS \
    [WEAPON] = MAD_AIR_WEAPON(NULL), \
    [RANGE] = MAD_AIR_RANGE, \
    [COUNT] = MAD_GUNS, \
    [ANGLE] = {.key = "angle", .help = "the angle of attack", .kind = SALVO_CHOICE, .choices = ANGLES, \
               .fallback = "rear"}, \
    [MOUNT] = {.key = "mount", .help = "how the weapon is fitted; a turret is any that pivots", .kind = SALVO_CHOICE, \
               .choices = MOUNT_CHOICES, .fallback = "fixed"}, \
    [MANOEUVRE] = MAD_FLAG("manoeuvre", "either plane flew a manoeuvre of class 1 or 2"), \
    [HARD_TURN] = MAD_FLAG("hard-turn", "either plane turned through 180 degrees or more"), \
    [TAILING] = MAD_FLAG("tailing", "the firer tails the target, or its gunner fires at the plane that tails it"), \
    [GROUP_DAMAGE] = MAD_GROUP_DAMAGE

static const salvo_parameter FIRE[N_FIRE] = {
    FIRE_PARAMETERS,
    [HP] = MAD_HP,
};

static const salvo_parameter KILL[N_KILL] = {
    FIRE_PARAMETERS,
    [HP] = MAD_HP_REQUIRED,
    [ENGINE_HITS] = MAD_ENGINE_HITS,
    [CREW_LOCATIONS] = MAD_CREW_LOCATIONS,
    [REPEAT] = MAD_REPEAT,
    [COMBINED] = MAD_FLAG("combined", "a combined-arms game, which has no critical hit table"),
};
/* clang-format on */

/* Tailing drops every modifier. */
static struct mad_air_attack attack_of(const struct mad_tables *t, const salvo_value *values)
{
    struct mad_air_attack air = mad_air_attack_of(t, &(struct mad_air_group){
                                                         .weapon = (int)values[WEAPON].integer,
                                                         .range_m = values[RANGE].decimal,
                                                         .count = (int)values[COUNT].integer,
                                                         .damage = (enum mad_group_damage)values[GROUP_DAMAGE].integer,
                                                     });
    const int *modifier = t->air.modifier;

    if (values[TAILING].integer)
        return air;
    if (values[ANGLE].integer == SIDE)
        mad_air_attack_add(&air, modifier[AIR_SIDE], "a shot from the side");
    if (values[ANGLE].integer == HEAD_ON)
        mad_air_attack_add(&air, modifier[AIR_HEAD_ON], "a head-on shot");
    if (values[MOUNT].integer == TURRET)
        mad_air_attack_add(&air, modifier[AIR_TURRET], "a weapon that pivots");
    if (values[MANOEUVRE].integer)
        mad_air_attack_add(&air, modifier[AIR_MANOEUVRE], "a manoeuvre");
    if (values[HARD_TURN].integer)
        mad_air_attack_add(&air, modifier[AIR_HARD_TURN], "a hard turn");
    return air;
}

struct fire {
    struct mad_one_attack one;
    struct mad_air_attack air;
};

static salvo_status prepare_fire(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct fire *fire = situation;

    (void)err;
    fire->air = attack_of(tables, values);
    fire->one = mad_one_attack_of(&fire->air.attack, &values[HP]);
    return SALVO_OK;
}

static void explain_fire(const void *situation, salvo_text *text)
{
    mad_air_attack_explain(&((const struct fire *)situation)->air, text);
}

const salvo_procedure MAD_AIR_FIRE = {
    .id = "MAD-20",
    .schema = {.name = "mad.air-fire",
               .parameters = FIRE,
               .n_parameters = N_FIRE,
               .situation_size = sizeof(struct fire),
               .prepare = prepare_fire,
               .explain = explain_fire},
    .documentation = {.chapter = "In the air",
                      .title = "one attack of a group of guns on an aircraft",
                      .section = "Aircraft Rules, Firing",
                      .rulings = "R-15, R-26 to R-28, R-48"},
    .expectations = MAD_ATTACK_EXPECTATIONS,
    .n_expectations = N_ATTACK_EXPECTATIONS,
    .outcomes = MAD_LEVEL_OUTCOMES,
    .n_outcomes = N_SHOT_OUTCOMES,
    .expects = mad_one_attack_expects,
    .roll = &MAD_ONE_ATTACK,
};

struct kill {
    struct mad_air_attack air;
    struct mad_victim victim;
    int hp;
    bool combined;
};

struct kill_state {
    struct mad_critical critical;
    int32_t in_table; /* the critical table is being thrown for */
    int32_t over;
    int32_t outcome; /* enum mad_volley_outcome; while in the table, what it is without a loss */
};

enum { DAMAGE };

static const salvo_expectation KILL_EXPECTATIONS[] = {[DAMAGE] = {.name = "damage", .help = "mean damage"}};

static salvo_status prepare_kill(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct kill *kill = situation;

    (void)err;
    kill->air = attack_of(tables, values);
    kill->victim =
        mad_victim_of(tables, values[ENGINE_HITS].integer, values[CREW_LOCATIONS].integer, values[REPEAT].integer);
    kill->hp = (int)values[HP].integer;
    kill->combined = values[COMBINED].integer;
    return SALVO_OK;
}

static void kill_start(const void *situation, void *state)
{
    if (((const struct kill *)situation)->air.attack.verdict != MAY_FIRE)
        *(struct kill_state *)state = (struct kill_state){.over = 1, .outcome = UNHARMED};
}

static int kill_outcome(const void *situation, const void *state)
{
    const struct kill_state *s = state;

    (void)situation;
    return s->over ? s->outcome : SALVO_GOES_ON;
}

static void kill_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct kill *kill = situation;
    const struct kill_state *s = state;

    if (s->in_table)
        mad_critical_dice(&kill->victim, &s->critical, dice);
    else
        *dice = mad_attack_dice(&kill->air.attack);
}

static void shoot(const struct kill *kill, struct kill_state *s, const uint8_t *faces, int64_t *gain)
{
    enum mad_level level = mad_attack_level(kill->air.attack.target_number, faces);
    int damage = kill->air.attack.damage[level];

    gain[DAMAGE] += damage;
    s->outcome = damage >= kill->hp ? DESTROYED : damage > 0 ? DAMAGED : UNHARMED;
    s->in_table = level == CRITICAL && s->outcome != DESTROYED && !kill->combined;
    s->over = !s->in_table;
}

static void throw_critical(const struct kill *kill, struct kill_state *s, const uint8_t *faces)
{
    enum mad_air_outcome now = mad_critical_step(&kill->victim, &s->critical, faces);

    if (now != AIR_PENDING)
        *s = (struct kill_state){.over = 1, .outcome = mad_is_loss(now) ? DESTROYED : s->outcome};
}

static bool kill_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct kill_state *s = state;

    if (s->in_table)
        throw_critical(situation, s, faces);
    else
        shoot(situation, s, faces, gain);
    return false;
}

static void explain_kill(const void *situation, salvo_text *text)
{
    const struct kill *kill = situation;

    mad_air_attack_explain(&kill->air, text);
    if (kill->combined)
        salvo_text_put(text, "no critical hit table in a combined-arms game\n");
}

static const salvo_chain KILL_CHAIN = {
    .state_size = sizeof(struct kill_state),
    .start = kill_start,
    .outcome = kill_outcome,
    .dice = kill_dice,
    .step = kill_step,
};

const salvo_procedure MAD_AIR_KILL = {
    .id = "MAD-22",
    .schema = {.name = "mad.air-kill",
               .parameters = KILL,
               .n_parameters = N_KILL,
               .situation_size = sizeof(struct kill),
               .prepare = prepare_kill,
               .explain = explain_kill},
    .documentation = {.chapter = "In the air",
                      .title = "one attack on an aircraft, and the critical hit table",
                      .section = "Aircraft Rules, Firing, Critical Hits",
                      .rulings = "R-15, R-26 to R-28, R-36, R-37, R-48"},
    .expectations = KILL_EXPECTATIONS,
    .n_expectations = sizeof KILL_EXPECTATIONS / sizeof *KILL_EXPECTATIONS,
    .outcomes = MAD_VOLLEY_OUTCOMES,
    .n_outcomes = N_VOLLEY_OUTCOMES,
    .chain = &KILL_CHAIN,
};
