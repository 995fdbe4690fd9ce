/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-20 and MAD-22: one group of guns fires at an aircraft, without and with the critical hit table. The sections are
 * "Firing", "Tailing & Tail Gunners", Air to Air Modifiers and Critical Hits. */
#include "rules/mad/air.h"
#include "rules/mad/air_attack.h"
#include "rules/mad/air_critical.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/volley.h"
#include "rules/mad/words.h"

enum angle { REAR, SIDE, HEAD_ON };
/* The diagram of the angles is lost, so the user states the angle. There is no modifier from the rear
 * quarter. */
enum mount { FIXED, TURRET };

static const char *const ANGLES[] = {[REAR] = "rear", [SIDE] = "side", [HEAD_ON] = "head-on", NULL};
static const char *const MOUNT_CHOICES[] = {[FIXED] = "fixed", [TURRET] = "turret", NULL};

/* A shot of a group of guns at an aircraft. The two procedures have it in common, and differ in what follows a
 * critical. */
struct pass {
    struct mad_air_group group;
    enum angle angle;
    enum mount mount;
    bool manoeuvre, hard_turn, tailing;
};

/* clang-format off */
#define PASS_PARAMETERS(type) \
    MAD_AIR_WEAPON(NULL, INTO(type, pass.group.weapon)), \
    MAD_AIR_RANGE(type, pass.group), \
    MAD_GUNS(type, pass.group), \
    CHOICE("angle", "the angle of attack", ANGLES, "rear", INTO(type, pass.angle)), \
    CHOICE("mount", "the mount of the weapon; a turret is any mount that turns", MOUNT_CHOICES, "fixed", \
           INTO(type, pass.mount)), \
    FLAG("manoeuvre", "either plane flew a manoeuvre of class 1 or 2", INTO(type, pass.manoeuvre)), \
    FLAG("hard-turn", "either plane turned through 180 degrees or more", INTO(type, pass.hard_turn)), \
    FLAG("tailing", "the firer tails the target, or its gunner fires at the plane that tails it", \
         INTO(type, pass.tailing)), \
    MAD_GROUP_DAMAGE(type, pass.group)
/* clang-format on */

/* Tailing drops every modifier, those of turret, manoeuvre and turn included. Without it, manoeuvre and hard
 * turn each count once, even if both planes flew one. */
static struct mad_air_attack attack_of(const struct mad_tables *t, const struct pass *pass)
{
    struct mad_air_attack air = mad_air_attack_of(t, &pass->group);
    const int *modifier = t->air.modifier;

    if (pass->tailing)
        return air;
    if (pass->angle == SIDE)
        mad_air_attack_add(&air, modifier[AIR_SIDE], "a shot from the side");
    if (pass->angle == HEAD_ON)
        mad_air_attack_add(&air, modifier[AIR_HEAD_ON], "a head-on shot");
    if (pass->mount == TURRET)
        mad_air_attack_add(&air, modifier[AIR_TURRET], "a weapon that turns");
    if (pass->manoeuvre)
        mad_air_attack_add(&air, modifier[AIR_MANOEUVRE], "a manoeuvre");
    if (pass->hard_turn)
        mad_air_attack_add(&air, modifier[AIR_HARD_TURN], "a hard turn");
    return air;
}

struct fire {
    struct mad_one_attack one;
    struct pass pass;
    struct mad_air_attack air;
};

static const salvo_parameter FIRE[] = {
    PASS_PARAMETERS(struct fire),
    MAD_HP(INTO(struct fire, one.hp)),
};

static void derive_fire(const void *tables, void *situation)
{
    struct fire *fire = situation;

    fire->air = attack_of(tables, &fire->pass);
    fire->one.attack = fire->air.attack;
}

static void explain_fire(const void *situation, salvo_text *text)
{
    mad_air_attack_explain(&((const struct fire *)situation)->air, text);
}

const salvo_procedure MAD_AIR_FIRE = {
    .id = "MAD-20",
    .schema = {.name = "mad.air-fire",
               ALL_OF(parameters, FIRE),
               .situation_size = sizeof(struct fire),
               .derive = derive_fire,
               .explain = explain_fire},
    .documentation = {.chapter = "In the air",
                      .title = "one attack of a group of guns on an aircraft",
                      .section = "Aircraft Rules, Firing",
                      .rulings = "R-15, R-26 to R-28, R-48"},
    MAD_ONE_ATTACK_PROCEDURE,
};

/* MAD-22 fires. After a critical, unless the damage alone has settled it, MAD-22 throws for the critical hit table. */
struct kill {
    struct pass pass;
    struct mad_air_attack air;
    struct mad_victim victim;
    int hp;
    bool combined;
};

static const salvo_parameter KILL[] = {
    PASS_PARAMETERS(struct kill),
    MAD_HP_REQUIRED(INTO(struct kill, hp)),
    MAD_VICTIM_PARAMETERS(struct kill, victim.),
    FLAG("combined", "a combined-arms game, which has no critical hit table", INTO(struct kill, combined)),
};

struct kill_state {
    struct mad_critical critical;
    int32_t in_table; /* the critical table is being thrown for */
    int32_t over;
    int32_t outcome; /* enum mad_volley_outcome; while in the table, the outcome without a loss */
};

enum { DAMAGE };

static const salvo_expectation KILL_EXPECTATIONS[] = {[DAMAGE] = {.name = "damage", .help = "mean damage"}};

/* The plane's weak points are computed here, so that the chain only compares numbers. */
static void derive_kill(const void *tables, void *situation)
{
    struct kill *kill = situation;

    kill->air = attack_of(tables, &kill->pass);
    mad_victim_prepare(tables, &kill->victim);
}

/* A forbidden shot throws no dice: the chain is over before its first step. */
static void kill_start(const void *situation, void *state)
{
    if (((const struct kill *)situation)->air.attack.verdict != MAY_FIRE)
        *(struct kill_state *)state = (struct kill_state){.over = 1, .outcome = UNHARMED};
}

static int kill_outcome(const void *situation, const void *state)
{
    const struct kill_state *s = state;

    (void)situation;
    return s->over ? s->outcome : SALVO_CONTINUES;
}

/* The attack roll is first, then throws on the critical hit table, which has its own dice. */
static void kill_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct kill *kill = situation;
    const struct kill_state *s = state;

    if (s->in_table)
        mad_critical_dice(&kill->victim, &s->critical, dice);
    else
        *dice = mad_attack_dice(&kill->air.attack);
}

/* The table is thrown only for critical rolls. If the damage has already destroyed the plane, the table cannot change
 * anything and its dice are left out. A combined-arms game has no such table. */
static void shoot(const struct kill *kill, struct kill_state *s, const uint8_t *faces, int64_t *gain)
{
    enum mad_level level = mad_attack_level(kill->air.attack.target_number, faces);
    int damage = kill->air.attack.damage[level];

    gain[DAMAGE] += damage;
    s->outcome = damage >= kill->hp ? DESTROYED : damage > 0 ? DAMAGED : UNHARMED;
    s->in_table = level == CRITICAL && s->outcome != DESTROYED && !kill->combined;
    s->over = !s->in_table;
}

/* A result that does not bring the plane down leaves the outcome of the damage: an engine or crew hit does no damage
 * itself. */
static void throw_critical(const struct kill *kill, struct kill_state *s, const uint8_t *faces)
{
    enum mad_air_outcome now = mad_critical_step(&kill->victim, &s->critical, faces);

    if (now != AIR_PENDING)
        *s = (struct kill_state){.over = 1, .outcome = mad_is_loss(now) ? DESTROYED : s->outcome};
}

/* false: an attack is no turn, so nothing here is counted by turns. */
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

static void kill_tell(const void *situation, const void *state, salvo_state_description *told)
{
    const struct kill_state *s = state;

    (void)situation;
    told->throw_name = s->in_table ? mad_critical_thrown(&s->critical) : "the attack";
}

static const salvo_chain KILL_CHAIN = {.state_size = sizeof(struct kill_state),
                                       .start = kill_start,
                                       .outcome = kill_outcome,
                                       .dice = kill_dice,
                                       .step = kill_step,
                                       .describe = kill_tell};

const salvo_procedure MAD_AIR_KILL = {
    .id = "MAD-22",
    .schema = {.name = "mad.air-kill",
               ALL_OF(parameters, KILL),
               .situation_size = sizeof(struct kill),
               .derive = derive_kill,
               .explain = explain_kill},
    .documentation = {.chapter = "In the air",
                      .title = "one attack on an aircraft, and the critical hit table",
                      .section = "Aircraft Rules, Firing, Critical Hits",
                      .rulings = "R-15, R-26 to R-28, R-36, R-37, R-48"},
    ALL_OF(expectations, KILL_EXPECTATIONS),
    .outcomes = MAD_VOLLEY_OUTCOMES,
    .n_outcomes = N_VOLLEY_OUTCOMES,
    .chain = &KILL_CHAIN,
};
