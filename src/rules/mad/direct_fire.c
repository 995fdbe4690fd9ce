#include "rules/mad/direct_fire.h"

#include <stdio.h>

#include "rules/mad/attack.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/volley.h"
#include "rules/mad/words.h"

enum {
    WEAPON,
    RANGE,
    TARGET,
    COVER,
    FORT_VALUE,
    MOVING,
    FIXED,
    OPPORTUNITY,
    CONTACT,
    LARGE_STATIC,
    SMALL_ARMS_VEHICLES,
    ROUNDING,
    HP,
    N_SHOT,
    SHOTS = N_SHOT,
    N_VOLLEY,
    MAX = N_SHOT,
    N_UNTIL,
};

/* clang-format off */
#define SHOT_PARAMETERS \
    [WEAPON] = {.key = "weapon", .help = "the weapon fired", .kind = SALVO_NAME, .table = "weapons", .required = true}, \
    [RANGE] = MAD_RANGE(.unless = "contact"), \
    [TARGET] = {.key = "target", .help = "what is fired at", .kind = SALVO_CHOICE, \
                .choices = MAD_TARGET_CHOICES, .fallback = "vehicle"}, \
    [COVER] = MAD_COVER("cover", "the target's cover"), \
    [FORT_VALUE] = MAD_FORT_VALUE, \
    [MOVING] = MAD_FLAG("moving", "the firer moved this activation"), \
    [FIXED] = MAD_FLAG("fixed", "the weapon is fixed or of limited traverse (marked *)"), \
    [OPPORTUNITY] = MAD_FLAG("opportunity", "opportunity fire"), \
    [CONTACT] = MAD_FLAG("contact", "base to base: range 0, no cover"), \
    [LARGE_STATIC] = MAD_FLAG("large-static", "the target is a building or the like"), \
    [SMALL_ARMS_VEHICLES] = MAD_SMALL_ARMS_VEHICLES, \
    [ROUNDING] = {.key = "rounding", .help = "half damage of a single success is rounded", .kind = SALVO_CHOICE, \
                  .choices = MAD_ROUNDING_CHOICES, .fallback = "up"}

static const salvo_parameter DIRECT_FIRE[N_SHOT] = {
    SHOT_PARAMETERS,
    [HP] = MAD_HP,
};

static const salvo_parameter VOLLEY[N_VOLLEY] = {
    SHOT_PARAMETERS,
    [HP] = MAD_HP_REQUIRED,
    [SHOTS] = MAD_COUNT("shots", "attacks made", .fallback = "1"),
};

static const salvo_parameter UNTIL[N_UNTIL] = {
    SHOT_PARAMETERS,
    [HP] = MAD_HP_REQUIRED,
    [MAX] = MAD_COUNT("max", "shots that are told apart", .fallback = "20"),
};
/* clang-format on */

static struct mad_shot shot_of(const salvo_value *values)
{
    return (struct mad_shot){
        .weapon = (int)values[WEAPON].integer,
        .range_m = values[RANGE].decimal,
        .target = (enum mad_target)values[TARGET].integer,
        .cover = (enum mad_cover)values[COVER].integer,
        .fort_value = (int)values[FORT_VALUE].integer,
        .moving = values[MOVING].integer,
        .fixed = values[FIXED].integer,
        .opportunity = values[OPPORTUNITY].integer,
        .contact = values[CONTACT].integer,
        .large_static = values[LARGE_STATIC].integer,
        .small_arms_vehicles = values[SMALL_ARMS_VEHICLES].integer,
        .round_down = values[ROUNDING].integer,
    };
}

struct direct_fire {
    struct mad_one_attack one;
    const struct mad_tables *tables;
    struct mad_shot shot;
};

static salvo_status prepare_direct_fire(const void *tables, const salvo_value *values, void *situation,
                                        salvo_error *err)
{
    struct direct_fire *fire = situation;
    struct mad_attack attack;

    (void)err;
    fire->tables = tables;
    fire->shot = shot_of(values);
    attack = mad_attack_of(tables, &fire->shot);
    fire->one = mad_one_attack_of(&attack, &values[HP]);
    return SALVO_OK;
}

static void explain_direct_fire(const void *situation, salvo_text *text)
{
    const struct direct_fire *fire = situation;

    salvo_text_put(text, "One attack ");
    mad_shot_explain_target(&fire->shot, text);
    salvo_text_put(text, "\n");
    mad_attack_explain(fire->tables, &fire->shot, text);
    salvo_text_put(text, "\n");
}

const salvo_procedure MAD_DIRECT_FIRE = {
    .id = "MAD-01",
    .schema = {.name = "mad.direct-fire",
               .parameters = DIRECT_FIRE,
               .n_parameters = N_SHOT,
               .situation_size = sizeof(struct direct_fire),
               .prepare = prepare_direct_fire,
               .explain = explain_direct_fire},
    .documentation = {.chapter = "Direct fire",
                      .title = "one attack with one weapon",
                      .section = "6.0 Direct Fire",
                      .rulings = "R-01 to R-11, R-49"},
    .expectations = MAD_ATTACK_EXPECTATIONS,
    .n_expectations = N_ATTACK_EXPECTATIONS,
    .outcomes = MAD_LEVEL_OUTCOMES,
    .n_outcomes = N_SHOT_OUTCOMES,
    .expects = mad_one_attack_expects,
    .roll = &MAD_ONE_ATTACK,
};

static salvo_status prepare_volley(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct mad_volley *v = situation;

    (void)err;
    v->tables = tables;
    v->shot[0] = shot_of(values);
    v->attack[0] = mad_attack_of(tables, &v->shot[0]);
    v->n_attacks = 1;
    v->shots = v->attack[0].verdict == MAY_FIRE ? (int)values[SHOTS].integer : 0;
    v->hp = (int)values[HP].integer;
    return SALVO_OK;
}

static void explain_volley(const void *situation, salvo_text *text)
{
    const struct mad_volley *v = situation;

    salvo_text_add(text, "%d %s ", v->shots, v->shots == 1 ? "attack" : "attacks");
    mad_shot_explain_target(&v->shot[0], text);
    salvo_text_add(text, ", %d hp\n", v->hp);
    mad_volley_explain(situation, text);
}

const salvo_procedure MAD_VOLLEY_FIRE = {
    .id = "MAD-02",
    .schema = {.name = "mad.volley",
               .parameters = VOLLEY,
               .n_parameters = N_VOLLEY,
               .situation_size = sizeof(struct mad_volley),
               .prepare = prepare_volley,
               .explain = explain_volley},
    .documentation = {.chapter = "Direct fire",
                      .title = "several identical attacks on one element",
                      .section = "6.0 Direct Fire, BANG!",
                      .rulings = "R-01 to R-11, R-49"},
    .expectations = MAD_VOLLEY_EXPECTATIONS,
    .n_expectations = N_VOLLEY_EXPECTATIONS,
    .outcomes = MAD_VOLLEY_OUTCOMES,
    .n_outcomes = N_VOLLEY_OUTCOMES,
    .chain = &MAD_VOLLEY,
};

struct until {
    const struct mad_tables *tables;
    struct mad_shot shot;
    struct mad_attack attack;
    bool hopeless; /* no throw can hurt: the shots need not be counted */
    int hp, max;
};

struct until_state {
    int32_t fired; /* 0 .. max, and max + 1 for any more */
    int32_t hp_left;
};

enum { MORE = 1 << 30 }; /* behind every number of shots */

static const salvo_expectation UNTIL_EXPECTATIONS[] = {
    {.name = "shots", .help = "mean number of shots needed, with no limit"}};

static salvo_status prepare_until(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct until *u = situation;

    (void)err;
    u->tables = tables;
    u->shot = shot_of(values);
    u->attack = mad_attack_of(tables, &u->shot);
    u->hopeless = u->attack.verdict != MAY_FIRE || u->attack.target_number > 10;
    u->hp = (int)values[HP].integer;
    u->max = (int)values[MAX].integer;
    return SALVO_OK;
}

static void until_start(const void *situation, void *state)
{
    *(struct until_state *)state = (struct until_state){.hp_left = ((const struct until *)situation)->hp};
}

static int until_outcome(const void *situation, const void *state)
{
    const struct until *u = situation;
    const struct until_state *s = state;

    if (s->hp_left > 0)
        return SALVO_GOES_ON;
    return s->fired <= u->max ? s->fired : MORE;
}

static void until_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = mad_attack_dice(&((const struct until *)situation)->attack);
}

static bool until_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct until *u = situation;
    struct until_state *s = state;
    int damage = mad_attack_damage(&u->attack, faces);

    gain[0]++;
    s->hp_left = damage < s->hp_left ? s->hp_left - damage : 0;
    if (s->fired <= u->max && !u->hopeless)
        s->fired++;
    return false;
}

static void until_label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    if (outcome == MORE)
        snprintf(text, SALVO_LABEL_MAX, "more");
    else
        snprintf(text, SALVO_LABEL_MAX, "%d", outcome);
}

static void explain_until(const void *situation, salvo_text *text)
{
    const struct until *u = situation;

    salvo_text_put(text, "Attack after attack ");
    mad_shot_explain_target(&u->shot, text);
    salvo_text_add(text, ", %d hp\n", u->hp);
    mad_attack_explain(u->tables, &u->shot, text);
    salvo_text_put(text, "\n");
}

static const salvo_chain UNTIL_CHAIN = {
    .state_size = sizeof(struct until_state),
    .start = until_start,
    .outcome = until_outcome,
    .dice = until_dice,
    .step = until_step,
    .undecided = MORE,
};

static const char *const UNTIL_MADE[] = {"more", "#", NULL};

const salvo_procedure MAD_SHOTS_TO_KILL = {
    .id = "MAD-03",
    .schema = {.name = "mad.shots-to-kill",
               .parameters = UNTIL,
               .n_parameters = N_UNTIL,
               .situation_size = sizeof(struct until),
               .prepare = prepare_until,
               .explain = explain_until},
    .documentation = {.chapter = "Direct fire",
                      .title = "how many attacks a kill takes",
                      .section = "6.0 Direct Fire, BANG!",
                      .rulings = "R-01 to R-11, R-49"},
    .expectations = UNTIL_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes_help = "1, 2, ... max: destroyed by exactly that shot; more",
    .label = until_label,
    .made = UNTIL_MADE,
    .chain = &UNTIL_CHAIN,
};
