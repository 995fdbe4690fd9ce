/* Air to ground: "Firing", "Bombing", "Rocket Attacks vs Ground Targets", Air to Ground Modifiers. */
#include "rules/mad/air.h"
#include "rules/mad/air_attack.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/scatter.h"
#include "rules/mad/words.h"

enum { S_WEAPON, S_RANGE, S_COUNT, S_TARGET, S_COVER, S_GROUP_DAMAGE, S_MG_HALVED, S_HP, N_STRAFE };

/* clang-format off */
static const salvo_parameter STRAFE[N_STRAFE] = {
    [S_WEAPON] = MAD_AIR_WEAPON("gun"),
    [S_RANGE] = MAD_AIR_RANGE,
    [S_COUNT] = MAD_GUNS,
    [S_TARGET] = MAD_GROUND_TARGET,
    [S_COVER] = MAD_GROUND_COVER,
    [S_GROUP_DAMAGE] = MAD_GROUP_DAMAGE,
    [S_MG_HALVED] = {.key = "mg-halved", .help = "machine guns do infantry half damage too", .kind = SALVO_FLAG,
                     .fallback = "yes"},
    [S_HP] = MAD_HP,
};
/* clang-format on */

struct strafe {
    struct mad_one_attack one;
    struct mad_air_attack air;
};

static salvo_status prepare_strafe(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct strafe *strafe = situation;
    enum mad_target target = (enum mad_target)values[S_TARGET].integer;
    int weapon = (int)values[S_WEAPON].integer;
    bool spared = t->air_weapons[weapon].small_arms && !values[S_MG_HALVED].integer;

    (void)err;
    strafe->air = mad_air_attack_of(t, &(struct mad_air_group){
                                           .weapon = weapon,
                                           .range_m = values[S_RANGE].decimal,
                                           .count = (int)values[S_COUNT].integer,
                                           .damage = (enum mad_group_damage)values[S_GROUP_DAMAGE].integer,
                                           .halved = target == INFANTRY && !spared,
                                       });
    mad_air_attack_at_ground(&strafe->air, t, target, values[S_COVER].integer == COVER_NORMAL);
    strafe->one = mad_one_attack_of(&strafe->air.attack, &values[S_HP]);
    return SALVO_OK;
}

static void explain_strafe(const void *situation, salvo_text *text)
{
    mad_air_attack_explain(&((const struct strafe *)situation)->air, text);
}

const salvo_procedure MAD_STRAFE = {
    .id = "MAD-23",
    .schema = {.name = "mad.strafe",
               .parameters = STRAFE,
               .n_parameters = N_STRAFE,
               .situation_size = sizeof(struct strafe),
               .prepare = prepare_strafe,
               .explain = explain_strafe},
    .documentation = {.chapter = "Air to ground",
                      .title = "one attack of a group of guns on a ground element",
                      .section = "Aircraft Rules, Firing",
                      .rulings = "R-15, R-28 to R-30"},
    .expectations = MAD_ATTACK_EXPECTATIONS,
    .n_expectations = N_ATTACK_EXPECTATIONS,
    .outcomes = MAD_LEVEL_OUTCOMES,
    .n_outcomes = N_SHOT_OUTCOMES,
    .expects = mad_one_attack_expects,
    .roll = &MAD_ONE_ATTACK,
};

enum {
    R_WEAPON,
    R_RANGE,
    R_TARGET,
    R_COVER,
    R_SKILL,
    R_TEMPLATE_RADIUS,
    R_ELEMENT_RADIUS,
    R_COUNT,
    R_GROUP_DAMAGE,
    R_CRITICAL,
    R_HP,
    N_ROCKET,
};

enum rocket_critical { CRITICAL_TWICE, CRITICAL_PLAIN };

static const char *const ROCKET_CRITICALS[] = {[CRITICAL_TWICE] = "double", [CRITICAL_PLAIN] = "plain", NULL};

/* clang-format off */
static const salvo_parameter ROCKET[N_ROCKET] = {
    [R_WEAPON] = MAD_AIR_WEAPON("rocket"),
    [R_RANGE] = MAD_AIR_RANGE,
    [R_TARGET] = MAD_GROUND_TARGET,
    [R_COVER] = MAD_GROUND_COVER,
    [R_SKILL] = MAD_SKILL("skill", "the crew's skill"),
    [R_TEMPLATE_RADIUS] = MAD_TEMPLATE_RADIUS,
    [R_ELEMENT_RADIUS] = MAD_ELEMENT_RADIUS,
    [R_COUNT] = MAD_GUNS,
    [R_GROUP_DAMAGE] = MAD_GROUP_DAMAGE,
    [R_CRITICAL] = {.key = "rocket-critical", .help = "damage of a critical: twice, or plain", .kind = SALVO_CHOICE,
                    .choices = ROCKET_CRITICALS, .fallback = "double"},
    [R_HP] = MAD_HP,
};
/* clang-format on */

struct rocket {
    struct mad_air_attack air;
    struct mad_scatter scatter;
    bool has_hp;
    int hp;
};

enum rocket_outcome {
    R_MISS,
    R_SCATTER_CLEAR,
    R_SCATTER_HIT,
    R_ON_TARGET,
    R_CRITICAL_HIT,
    R_NO_SHOT,
    N_ROCKET_OUTCOMES
};
enum { R_DAMAGE, R_KILL };

static const char *const ROCKET_OUTCOMES[N_ROCKET_OUTCOMES] = {
    [R_MISS] = "miss",        [R_SCATTER_CLEAR] = "scatter-clear", [R_SCATTER_HIT] = "scatter-hit",
    [R_ON_TARGET] = "double", [R_CRITICAL_HIT] = "critical",       [R_NO_SHOT] = "no-shot",
};

static const salvo_expectation ROCKET_EXPECTATIONS[] = {
    [R_DAMAGE] = {.name = "damage", .help = "mean damage to the nominated element"},
    [R_KILL] = {.name = "kill", .help = "probability that the damage is at least hp"},
};

static salvo_status prepare_rocket(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct rocket *rocket = situation;
    int *damage = rocket->air.attack.damage;
    enum mad_target target = (enum mad_target)values[R_TARGET].integer;
    struct mad_element element = {.radius_mm = values[R_ELEMENT_RADIUS].decimal};

    (void)err;
    rocket->air = mad_air_attack_of(t, &(struct mad_air_group){
                                           .weapon = (int)values[R_WEAPON].integer,
                                           .range_m = values[R_RANGE].decimal,
                                           .count = (int)values[R_COUNT].integer,
                                           .damage = (enum mad_group_damage)values[R_GROUP_DAMAGE].integer,
                                           .halved = target == INFANTRY,
                                       });
    mad_air_attack_at_ground(&rocket->air, t, target, values[R_COVER].integer == COVER_NORMAL);
    rocket->scatter = mad_scatter_of(t, values[R_SKILL].integer, values[R_TEMPLATE_RADIUS].decimal, &element);
    damage[SINGLE] = damage[DOUBLE];
    if (values[R_CRITICAL].integer == CRITICAL_PLAIN)
        damage[CRITICAL] = damage[DOUBLE];
    rocket->has_hp = !values[R_HP].word;
    rocket->hp = (int)values[R_HP].integer;
    return SALVO_OK;
}

/* The two of the attack, then the two that say where a single success lands. */
static void rocket_dice(const void *situation, salvo_dice *dice)
{
    *dice = mad_attack_dice(&((const struct rocket *)situation)->air.attack);
    if (dice->count) {
        dice->sides[dice->count++] = SCATTER_SIDES;
        dice->sides[dice->count++] = MAD_DIRECTION_SIDES;
    }
}

static enum rocket_outcome land(const struct rocket *rocket, enum mad_level level, int d10, int d12)
{
    switch (level) {
    case SINGLE:
        return rocket->scatter.over[d10][d12] ? R_SCATTER_HIT : R_SCATTER_CLEAR;
    case DOUBLE:
        return R_ON_TARGET;
    case CRITICAL:
        return R_CRITICAL_HIT;
    default:
        return R_MISS;
    }
}

static int resolve_rocket(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct rocket *rocket = situation;
    const struct mad_attack *attack = &rocket->air.attack;
    enum mad_level level;
    enum rocket_outcome outcome;
    int damage;

    if (attack->verdict != MAY_FIRE)
        return R_NO_SHOT;
    level = mad_attack_level(attack->target_number, faces);
    outcome = land(rocket, level, faces[2], faces[3]);
    damage = outcome == R_SCATTER_CLEAR ? 0 : attack->damage[level];
    gain[R_DAMAGE] += damage;
    gain[R_KILL] += rocket->has_hp && damage >= rocket->hp;
    return (int)outcome;
}

static bool rocket_expects(const void *situation, size_t expectation)
{
    return expectation != R_KILL || ((const struct rocket *)situation)->has_hp;
}

static void explain_scatter(const struct mad_scatter *scatter, salvo_text *text)
{
    salvo_text_add(text, "a template that scatters lies over the element in %d of %d ways\n", scatter->ways,
                   SCATTER_SIDES * MAD_DIRECTION_SIDES);
}

static void explain_rocket(const void *situation, salvo_text *text)
{
    const struct rocket *rocket = situation;
    const struct mad_air_attack *air = &rocket->air;

    mad_air_attack_explain(air, text);
    if (air->attack.verdict != MAY_FIRE)
        return;
    salvo_text_put(text, "one success scatters: ");
    explain_scatter(&rocket->scatter, text);
}

static const salvo_roll ROCKET_ROLL = {.dice = rocket_dice, .resolve = resolve_rocket};

const salvo_procedure MAD_ROCKET_ATTACK = {
    .id = "MAD-24",
    .schema = {.name = "mad.rocket-attack",
               .parameters = ROCKET,
               .n_parameters = N_ROCKET,
               .situation_size = sizeof(struct rocket),
               .prepare = prepare_rocket,
               .explain = explain_rocket},
    .documentation = {.chapter = "Air to ground",
                      .title = "rockets against a nominated ground element",
                      .section = "Aircraft Rules, Rocket Attacks vs Ground Targets",
                      .rulings = "R-15, R-29, R-31 to R-35"},
    .expectations = ROCKET_EXPECTATIONS,
    .n_expectations = sizeof ROCKET_EXPECTATIONS / sizeof *ROCKET_EXPECTATIONS,
    .outcomes = ROCKET_OUTCOMES,
    .n_outcomes = N_ROCKET_OUTCOMES,
    .expects = rocket_expects,
    .roll = &ROCKET_ROLL,
};

enum {
    B_TEMPLATES,
    B_BOMB_LOAD,
    B_SKILL,
    B_OFFSET_X,
    B_OFFSET_Y,
    B_ELEMENT_RADIUS,
    B_TEMPLATE_RADIUS,
    B_TARGET,
    B_HP,
    N_BOMBING,
};

/* clang-format off */
static const salvo_parameter BOMBING[N_BOMBING] = {
    [B_TEMPLATES] = {.key = "templates", .help = "templates of bombs dropped", .kind = SALVO_INTEGER, .min = 0,
                     .max = MAD_COUNT_MAX, .fallback = "1", .excludes = "bomb-load"},
    [B_BOMB_LOAD] = {.key = "bomb-load", .help = "bombs in lbs, in place of templates", .kind = SALVO_INTEGER,
                     .min = 0, .max = 1e9},
    [B_SKILL] = MAD_SKILL("skill", "the crew's skill"),
    [B_OFFSET_X] = MAD_OFFSET_X,
    [B_OFFSET_Y] = MAD_OFFSET_Y,
    [B_ELEMENT_RADIUS] = MAD_ELEMENT_RADIUS,
    [B_TEMPLATE_RADIUS] = MAD_TEMPLATE_RADIUS,
    [B_TARGET] = MAD_GROUND_TARGET,
    [B_HP] = MAD_HP,
};
/* clang-format on */

struct bombing {
    struct mad_scatter scatter;
    int templates;
    int damage; /* of a template over the element */
    bool has_hp;
    int hp;
};

struct bombs {
    int32_t dropped, on;
};

enum { B_DAMAGE, B_TEMPLATES_ON, B_KILL };

static const salvo_expectation BOMBING_EXPECTATIONS[] = {
    [B_DAMAGE] = {.name = "damage", .help = "mean damage to the element"},
    [B_TEMPLATES_ON] = {.name = "templates-on", .help = "mean number of templates over the element"},
    [B_KILL] = {.name = "kill", .help = "probability that the damage is at least hp"},
};

static salvo_status prepare_bombing(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct bombing *b = situation;
    struct mad_element element = {.x_mm = values[B_OFFSET_X].decimal,
                                  .y_mm = values[B_OFFSET_Y].decimal,
                                  .radius_mm = values[B_ELEMENT_RADIUS].decimal};
    int damage[N_LEVELS];
    int64_t templates = values[B_BOMB_LOAD].absent ? values[B_TEMPLATES].integer
                                                   : mad_bomb_templates(&t->air, values[B_BOMB_LOAD].integer);

    if (templates > MAD_COUNT_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "bomb-load=%lld is %lld templates; a run has at most %d",
                          (long long)values[B_BOMB_LOAD].integer, (long long)templates, MAD_COUNT_MAX);
    b->scatter = mad_scatter_of(t, values[B_SKILL].integer, values[B_TEMPLATE_RADIUS].decimal, &element);
    b->templates = (int)templates;
    mad_level_damages(t, t->air.value[BOMB_DAMAGE], false, values[B_TARGET].integer == INFANTRY, damage);
    b->damage = damage[DOUBLE];
    b->has_hp = !values[B_HP].word;
    b->hp = (int)values[B_HP].integer;
    return SALVO_OK;
}

static void bombing_start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

static int bombing_outcome(const void *situation, const void *state)
{
    const struct bombs *s = state;

    return s->dropped < ((const struct bombing *)situation)->templates ? SALVO_GOES_ON : s->on;
}

static void bombing_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = (salvo_dice){.count = 2, .sides = {SCATTER_SIDES, MAD_DIRECTION_SIDES}};
}

static bool kills(const struct bombing *b, int on)
{
    return b->has_hp && (int64_t)on * b->damage >= b->hp;
}

static bool bombing_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct bombing *b = situation;
    struct bombs *s = state;

    s->dropped++;
    if (!b->scatter.over[faces[0]][faces[1]])
        return false;
    gain[B_DAMAGE] += b->damage;
    gain[B_TEMPLATES_ON]++;
    gain[B_KILL] += kills(b, s->on + 1) && !kills(b, s->on);
    s->on++;
    return false;
}

static bool bombing_expects(const void *situation, size_t expectation)
{
    return expectation != B_KILL || ((const struct bombing *)situation)->has_hp;
}

static void explain_bombing(const void *situation, salvo_text *text)
{
    const struct bombing *b = situation;

    salvo_text_add(text, "%d %s, each doing %d to an element under it\n", b->templates,
                   b->templates == 1 ? "template" : "templates", b->damage);
    explain_scatter(&b->scatter, text);
}

static const salvo_chain BOMBING_CHAIN = {
    .state_size = sizeof(struct bombs),
    .start = bombing_start,
    .outcome = bombing_outcome,
    .dice = bombing_dice,
    .step = bombing_step,
};

const salvo_procedure MAD_BOMBING = {
    .id = "MAD-25",
    .schema = {.name = "mad.bombing",
               .parameters = BOMBING,
               .n_parameters = N_BOMBING,
               .situation_size = sizeof(struct bombing),
               .prepare = prepare_bombing,
               .explain = explain_bombing},
    .documentation = {.chapter = "Air to ground",
                      .title = "one bombing run and one element",
                      .section = "Aircraft Rules, Bombing",
                      .rulings = "R-31 to R-33, R-45"},
    .expectations = BOMBING_EXPECTATIONS,
    .n_expectations = sizeof BOMBING_EXPECTATIONS / sizeof *BOMBING_EXPECTATIONS,
    .outcomes_help = "0, 1, ... all: templates over the element",
    .expects = bombing_expects,
    .chain = &BOMBING_CHAIN,
};
