/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-23 to MAD-25, attacks of aircraft on the ground: guns, rockets and bombs ("Firing", "Rocket Attacks vs Ground
 * Targets", "Bombing", Air to Ground Modifiers). */
#include "base/phrase.h"
#include "rules/mad/air.h"
#include "rules/mad/air_attack.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/scatter.h"
#include "rules/mad/words.h"

/* The attack is first, because the shared roll treats the situation as a struct mad_one_attack. */
struct strafe {
    struct mad_one_attack one;
    struct mad_air_group group;
    enum mad_target target;
    enum mad_cover cover;
    bool mg_halved;
    struct mad_air_attack air;
};

/* clang-format off */
static const salvo_parameter STRAFE[] = {
    MAD_AIR_WEAPON("gun", INTO(struct strafe, group.weapon)),
    MAD_AIR_RANGE(struct strafe, group),
    MAD_GUNS(struct strafe, group),
    MAD_GROUND_TARGET(INTO(struct strafe, target)),
    MAD_GROUND_COVER(INTO(struct strafe, cover)),
    MAD_GROUP_DAMAGE(struct strafe, group),
    FLAG_YES("mg-halved", "machine guns also do half damage to infantry", INTO(struct strafe, mg_halved)),
    MAD_HP(INTO(struct strafe, one.hp)),
};
/* clang-format on */

/* Aircraft weapons do half damage to infantry, including machine guns. With mg-halved=no the book's exception
 * for small arms on the ground also covers them. */
static void derive_strafe(const void *tables, void *situation)
{
    const struct mad_tables *t = tables;
    struct strafe *strafe = situation;
    bool spared = t->air_weapons[strafe->group.weapon].small_arms && !strafe->mg_halved;

    strafe->group.halved = strafe->target == INFANTRY && !spared;
    strafe->air = mad_air_attack_of(t, &strafe->group);
    mad_air_attack_at_ground(&strafe->air, t, strafe->target, strafe->cover == COVER_NORMAL);
    strafe->one.attack = strafe->air.attack;
}

static void explain_strafe(const void *situation, salvo_text *text)
{
    mad_air_attack_explain(&((const struct strafe *)situation)->air, text);
}

const salvo_procedure MAD_STRAFE = {
    .id = "MAD-23",
    .schema = {.name = "mad.strafe",
               ALL_OF(parameters, STRAFE),
               .situation_size = sizeof(struct strafe),
               .derive = derive_strafe,
               .explain = explain_strafe},
    .documentation = {.chapter = "Air to ground",
                      .title = "one attack of a group of guns on a ground element",
                      .section = "Aircraft Rules, Firing",
                      .rulings = "R-15, R-28 to R-30"},
    MAD_ONE_ATTACK_PROCEDURE,
};

/* R-35 reads a critical of rockets as twice the damage, as everywhere else; `plain` is the other reading. */
static const char *const ROCKET_CRITICALS[] = {"double", "plain", NULL};

struct rocket {
    struct mad_air_group group;
    enum mad_target target;
    enum mad_cover cover;
    int skill;
    double template_mm;
    struct mad_element element;
    bool plain_criticals;
    int hp; /* 0: unknown */

    struct mad_air_attack air;
    struct mad_scatter scatter;
};

/* clang-format off */
static const salvo_parameter ROCKET[] = {
    MAD_AIR_WEAPON("rocket", INTO(struct rocket, group.weapon)),
    MAD_AIR_RANGE(struct rocket, group),
    MAD_GROUND_TARGET(INTO(struct rocket, target)),
    MAD_GROUND_COVER(INTO(struct rocket, cover)),
    MAD_SKILL("skill", "the crew's skill", INTO(struct rocket, skill)),
    MAD_TEMPLATE_RADIUS(INTO(struct rocket, template_mm)),
    MAD_ELEMENT_RADIUS(INTO(struct rocket, element.radius_mm)),
    MAD_GUNS(struct rocket, group),
    MAD_GROUP_DAMAGE(struct rocket, group),
    CHOICE("rocket-critical", "damage of a critical: doubled, or plain", ROCKET_CRITICALS, "double",
           INTO(struct rocket, plain_criticals)),
    MAD_HP(INTO(struct rocket, hp)),
};
/* clang-format on */

/* A single success has two outcomes, depending on where the template lands. So the outcomes are not the levels of an
 * attack. */
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

/* A single success decides only where the template lands. If the template still covers the element, the damage is full
 * and not half. The nominated element is the aim point, so it has no offset. */
static void derive_rocket(const void *tables, void *situation)
{
    const struct mad_tables *t = tables;
    struct rocket *rocket = situation;
    int *damage = rocket->air.attack.damage;

    rocket->group.halved = rocket->target == INFANTRY;
    rocket->air = mad_air_attack_of(t, &rocket->group);
    mad_air_attack_at_ground(&rocket->air, t, rocket->target, rocket->cover == COVER_NORMAL);
    rocket->scatter = mad_scatter_of(t, rocket->skill, rocket->template_mm, &rocket->element);
    damage[SINGLE] = damage[DOUBLE];
    if (rocket->plain_criticals)
        damage[CRITICAL] = damage[DOUBLE];
}

/* The two dice of the attack are first, then the two for the place of a single success. All four are thrown at once,
 * because a roll has a fixed set of dice. Those that do not matter cancel out of the odds. */
static void rocket_dice(const void *situation, salvo_dice *dice)
{
    *dice = mad_attack_dice(&((const struct rocket *)situation)->air.attack);
    if (dice->count) {
        dice->sides[dice->count++] = SCATTER_SIDES;
        dice->sides[dice->count++] = MAD_DIRECTION_SIDES;
    }
}

/* Only a single success scatters; the other levels hit the element or miss it. */
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

/* A template that scatters clear of the element does no damage to it, however good the attack. */
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
    gain[R_KILL] += rocket->hp && damage >= rocket->hp;
    return (int)outcome;
}

/* As in one_attack.c: without hit points there is nothing to kill. */
static bool rocket_expects(const void *situation, size_t expectation)
{
    return expectation != R_KILL || ((const struct rocket *)situation)->hp;
}

static void explain_scatter(const struct mad_scatter *scatter, salvo_text *text)
{
    salvo_text_add(text, "a template that scatters covers the element in %d of %d ways\n", scatter->ways,
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

const salvo_procedure MAD_ROCKET_ATTACK = {
    .id = "MAD-24",
    .schema = {.name = "mad.rocket-attack",
               ALL_OF(parameters, ROCKET),
               .situation_size = sizeof(struct rocket),
               .derive = derive_rocket,
               .explain = explain_rocket},
    .documentation = {.chapter = "Air to ground",
                      .title = "rockets against a nominated ground element",
                      .section = "Aircraft Rules, Rocket Attacks vs Ground Targets",
                      .rulings = "R-15, R-29, R-31 to R-35"},
    ALL_OF(expectations, ROCKET_EXPECTATIONS),
    ALL_OF(outcomes, ROCKET_OUTCOMES),
    .expects = rocket_expects,
    .roll = &(const salvo_roll){.dice = rocket_dice, .resolve = resolve_rocket},
};

/* MAD-25 has no attack roll. Every template scatters separately from the same aim point and damages what it covers. */
struct bombing {
    int templates;
    int64_t load_lbs; /* in place of templates; -1: none */
    int skill;
    double template_mm;
    struct mad_element element;
    enum mad_target target;
    int hp; /* 0: unknown */

    struct mad_scatter scatter;
    int damage; /* of a template over the element */
};

/* The book prints neither the size of a template nor that of an element. R-31 defines the first. R-32 takes the element
 * as a point, unless element-radius sets its size. */
/* clang-format off */
static const salvo_parameter BOMBING[] = {
    WHOLE("templates", "templates of bombs dropped", 0, MAD_COUNT_MAX, "1", .excludes = "bomb-load",
          INTO(struct bombing, templates)),
    WHOLE("bomb-load", "bomb load in lbs, in place of templates", 0, 1e9, NULL, INTO(struct bombing, load_lbs),
          .without = -1),
    MAD_SKILL("skill", "the crew's skill", INTO(struct bombing, skill)),
    MAD_OFFSET_X(INTO(struct bombing, element.x_mm)),
    MAD_OFFSET_Y(INTO(struct bombing, element.y_mm)),
    MAD_ELEMENT_RADIUS(INTO(struct bombing, element.radius_mm)),
    MAD_TEMPLATE_RADIUS(INTO(struct bombing, template_mm)),
    MAD_GROUND_TARGET(INTO(struct bombing, target)),
    MAD_HP(INTO(struct bombing, hp)),
};
/* clang-format on */

/* The state needs no damage, because each template over the element does the same. */
struct bombs {
    int32_t dropped, on;
};

enum { B_DAMAGE, B_TEMPLATES_ON, B_KILL };

static const salvo_expectation BOMBING_EXPECTATIONS[] = {
    [B_DAMAGE] = {.name = "damage", .help = "mean damage to the element"},
    [B_TEMPLATES_ON] = {.name = "templates-on", .help = "mean number of templates over the element"},
    [B_KILL] = {.name = "kill", .help = "probability that the damage is at least hp"},
};

/* The load becomes whole templates, and a light one may become none. The function for all halving computes half
 * of it for infantry; the level DOUBLE is the full damage. */
static salvo_status prepare_bombing(const void *tables, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct bombing *b = situation;
    int damage[N_LEVELS];

    if (b->load_lbs >= 0) {
        int64_t templates = mad_bomb_templates(&t->air, b->load_lbs);

        if (templates > MAD_COUNT_MAX)
            return salvo_fail(err, SALVO_BAD_INPUT, "bomb-load=%lld is %lld templates; a run can have %d",
                              (long long)b->load_lbs, (long long)templates, MAD_COUNT_MAX);
        b->templates = (int)templates;
    }
    b->scatter = mad_scatter_of(t, b->skill, b->template_mm, &b->element);
    mad_level_damages(t, t->air.value[BOMB_DAMAGE], false, b->target == INFANTRY, damage);
    b->damage = damage[DOUBLE];
    return SALVO_OK;
}

/* The outcome is the number of templates over the element, which determines the damage. */
static int bombing_outcome(const void *situation, const void *state)
{
    const struct bombs *s = state;

    return s->dropped < ((const struct bombing *)situation)->templates ? SALVO_CONTINUES : s->on;
}

/* These are distance and direction of one template. Templates fall one after the other, so that a load of hundreds is a
 * chain and not a throw of hundreds of dice. */
static void bombing_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = (salvo_dice){.count = 2, .sides = {SCATTER_SIDES, MAD_DIRECTION_SIDES}};
}

/* The product has 64 bits: the tables permit a million templates of 10000 damage, which would not fit in 32. */
static bool kills(const struct bombing *b, int on)
{
    return b->hp && (int64_t)on * b->damage >= b->hp;
}

/* The kill is counted once, at the moment when the total reaches the hit points. */
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
    return expectation != B_KILL || ((const struct bombing *)situation)->hp;
}

static void explain_bombing(const void *situation, salvo_text *text)
{
    const struct bombing *b = situation;

    salvo_text_add(text, "%s, each doing %d to an element under it\n",
                   salvo_counted((uint64_t)b->templates, "template").text, b->damage);
    explain_scatter(&b->scatter, text);
}

static const salvo_state_field BOMBING_TOLD[] = {
    SALVO_STATE_FIELD("templates on the target", struct bombs, on),
    {NULL, 0, 0},
};

static const salvo_chain BOMBING_CHAIN = {.state_size = sizeof(struct bombs),
                                          .outcome = bombing_outcome,
                                          .dice = bombing_dice,
                                          .step = bombing_step,
                                          .throw_name = "a template",
                                          .fields = BOMBING_TOLD};

const salvo_procedure MAD_BOMBING = {
    .id = "MAD-25",
    .schema = {.name = "mad.bombing",
               ALL_OF(parameters, BOMBING),
               .situation_size = sizeof(struct bombing),
               .prepare = prepare_bombing,
               .explain = explain_bombing},
    .documentation = {.chapter = "Air to ground",
                      .title = "one bombing run and one element",
                      .section = "Aircraft Rules, Bombing",
                      .rulings = "R-31 to R-33, R-45"},
    ALL_OF(expectations, BOMBING_EXPECTATIONS),
    .outcomes_help = "0, 1, ... all: templates over the element",
    .expects = bombing_expects,
    .chain = &BOMBING_CHAIN,
};
