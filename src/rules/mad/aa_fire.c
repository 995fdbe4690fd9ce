/* Ground to air: 6.0 "AA Fire"; Aircraft Rules, "AA Fire". */
#include "rules/mad/air.h"
#include "rules/mad/air_attack.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/words.h"

enum { WEAPON, RANGE, COUNT, GROUP_DAMAGE, ALTITUDE, MOVING, FIXED, OPPORTUNITY, HP, N_KEYS };
enum altitude { LOW, HIGH };

static const char *const ALTITUDES[] = {[LOW] = "low", [HIGH] = "high", NULL};

/* clang-format off */
static const salvo_parameter PARAMETERS[N_KEYS] = {
    [WEAPON] = {.key = "weapon", .help = "small arms, or the guns of an AA system", .kind = SALVO_NAME,
                .table = "aircraft-weapons", .more_table = "weapons", .among = "anti_aircraft", .required = true},
    [RANGE] = MAD_AIR_RANGE,
    [COUNT] = MAD_GUNS,
    [GROUP_DAMAGE] = MAD_GROUP_DAMAGE,
    [ALTITUDE] = {.key = "altitude", .help = "ground attackers fly low, level bombers high", .kind = SALVO_CHOICE,
                  .choices = ALTITUDES, .fallback = "low"},
    [MOVING] = MAD_FLAG("moving", "the firer moved this activation"),
    [FIXED] = MAD_FLAG("fixed", "the weapon is fixed or of limited traverse (marked *)"),
    [OPPORTUNITY] = MAD_FLAG("opportunity", "opportunity fire"),
    [HP] = MAD_HP,
};
/* clang-format on */

struct aa_fire {
    struct mad_one_attack one;
    struct mad_air_attack air;
};

/* Small arms fire as on the ground, but not as far; they are no group. */
static struct mad_air_attack small_arms(const struct mad_tables *t, const struct mad_weapon *weapon, double range_m)
{
    int bracket = salvo_brackets_find(&t->brackets, range_m);
    struct mad_air_attack air = {.name = weapon->name, .count = 1, .brackets = &t->brackets, .bracket = bracket};

    if (bracket < 0 || weapon->to_hit[bracket] == SALVO_BLANK || range_m > t->air.value[AA_SMALL_ARMS_RANGE_M])
        air.attack.verdict = OUT_OF_RANGE;
    else
        air.attack.target_number = weapon->to_hit[bracket];
    mad_level_damages(t, weapon->damage, false, false, air.attack.damage);
    return air;
}

static struct mad_air_attack guns(const struct mad_tables *t, const salvo_value *values)
{
    return mad_air_attack_of(t, &(struct mad_air_group){
                                    .weapon = (int)values[WEAPON].integer,
                                    .range_m = values[RANGE].decimal,
                                    .count = (int)values[COUNT].integer,
                                    .damage = (enum mad_group_damage)values[GROUP_DAMAGE].integer,
                                });
}

static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct aa_fire *fire = situation;
    size_t weapon = (size_t)values[WEAPON].integer; /* counted on over both tables of weapons */
    bool by_hand = weapon >= t->n_air_weapons;
    bool reaches = !by_hand && t->air_weapons[weapon].high_altitude;

    (void)err;
    fire->air =
        by_hand ? small_arms(t, &t->weapons[weapon - t->n_air_weapons], values[RANGE].decimal) : guns(t, values);
    mad_air_attack_add(&fire->air, t->modifier[MODIFIER_AIRBORNE], "a target in the air");
    if (values[MOVING].integer)
        mad_air_attack_add(&fire->air, t->modifier[MODIFIER_MOVING], "firing on the move");
    if (values[OPPORTUNITY].integer)
        mad_air_attack_add(&fire->air, t->modifier[MODIFIER_OPPORTUNITY], "opportunity fire");
    if (values[ALTITUDE].integer == HIGH && !reaches)
        fire->air.attack.verdict = TOO_HIGH;
    if (values[FIXED].integer && values[MOVING].integer)
        fire->air.attack.verdict = FIXED_AND_MOVED;
    fire->one = mad_one_attack_of(&fire->air.attack, &values[HP]);
    return SALVO_OK;
}

static void explain(const void *situation, salvo_text *text)
{
    mad_air_attack_explain(&((const struct aa_fire *)situation)->air, text);
}

const salvo_procedure MAD_AA_FIRE = {
    .id = "MAD-26",
    .schema = {.name = "mad.aa-fire",
               .parameters = PARAMETERS,
               .n_parameters = N_KEYS,
               .situation_size = sizeof(struct aa_fire),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Air to ground",
                      .title = "fire from the ground at an aircraft",
                      .section = "6.0 AA Fire; Aircraft Rules, AA Fire",
                      .rulings = "R-15, R-38"},
    .expectations = MAD_ATTACK_EXPECTATIONS,
    .n_expectations = N_ATTACK_EXPECTATIONS,
    .outcomes = MAD_LEVEL_OUTCOMES,
    .n_outcomes = N_SHOT_OUTCOMES,
    .expects = mad_one_attack_expects,
    .roll = &MAD_ONE_ATTACK,
};
