#include "rules/mad/unit_fire.h"

#include "rules/mad/activation.h"
#include "rules/mad/volley.h"
#include "rules/mad/words.h"

enum {
    UNIT,
    TARGET,
    RANGE,
    WEAPONS,
    MOVING,
    OPPORTUNITY,
    CONTACT,
    COVER,
    FORT_VALUE,
    SMALL_ARMS_VEHICLES,
    MOUNT,
    N_KEYS
};

/* clang-format off */
static const salvo_parameter PARAMETERS[N_KEYS] = {
    [UNIT] = MAD_UNIT("unit", "the element that fires"),
    [TARGET] = MAD_UNIT("target", "the element fired at"),
    [RANGE] = MAD_RANGE(.unless = "contact"),
    [WEAPONS] = {.key = "weapons", .help = "what it fires", .kind = SALVO_CHOICE, .choices = MAD_WEAPONS_CHOICES,
                 .fallback = "main"},
    [MOVING] = MAD_FLAG("moving", "the firer moved this activation"),
    [OPPORTUNITY] = MAD_FLAG("opportunity", "opportunity fire"),
    [CONTACT] = MAD_FLAG("contact", "base to base: range 0, no cover"),
    [COVER] = MAD_COVER("cover", "the target's cover"),
    [FORT_VALUE] = MAD_FORT_VALUE,
    [SMALL_ARMS_VEHICLES] = MAD_SMALL_ARMS_VEHICLES,
    [MOUNT] = {.key = "mount", .help = "which of those weapons fires alone, in the order of the list",
               .kind = SALVO_INTEGER, .min = 1, .max = MOUNTS_MAX, .word = "all", .fallback = "all"},
};
/* clang-format on */

struct unit_fire {
    struct mad_volley volley; /* first: the chain's situation */
    const char *unit, *target;
};

/* Only one of the attacks that were aimed. */
static salvo_status pick_mount(struct unit_fire *fire, const salvo_value *mount, salvo_error *err)
{
    struct mad_volley *v = &fire->volley;

    if (mount->word)
        return SALVO_OK;
    if (mount->integer > v->n_attacks)
        return salvo_fail(err, SALVO_BAD_INPUT, "mount=%lld: %s fires %d weapon%s here; mount=all fires all of them",
                          (long long)mount->integer, fire->unit, v->n_attacks, v->n_attacks == 1 ? "" : "s");
    v->shot[0] = v->shot[mount->integer - 1];
    v->attack[0] = v->attack[mount->integer - 1];
    v->n_attacks = 1;
    return SALVO_OK;
}

static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct unit_fire *fire = situation;
    struct mad_volley *v = &fire->volley;
    struct mad_activation activation = {
        .unit = (int)values[UNIT].integer,
        .target = (int)values[TARGET].integer,
        .weapons = (enum mad_weapons)values[WEAPONS].integer,
        .shot = {.range_m = values[RANGE].decimal,
                 .cover = (enum mad_cover)values[COVER].integer,
                 .fort_value = (int)values[FORT_VALUE].integer,
                 .contact = values[CONTACT].integer,
                 .moving = values[MOVING].integer,
                 .opportunity = values[OPPORTUNITY].integer,
                 .small_arms_vehicles = values[SMALL_ARMS_VEHICLES].integer},
    };
    salvo_status status;

    v->tables = t;
    v->hp = t->units[activation.target].hp;
    fire->unit = t->units[activation.unit].name;
    fire->target = t->units[activation.target].name;
    mad_activation_aim(t, &activation, v->shot, v->attack, &v->n_attacks);
    status = pick_mount(fire, &values[MOUNT], err);
    v->shots = v->n_attacks;
    if (status != SALVO_OK)
        return status;
    return mad_activation_check(t, activation.unit, activation.weapons, PARAMETERS[WEAPONS].key, err);
}

int mad_unit_fire_shots(const void *situation)
{
    return ((const struct unit_fire *)situation)->volley.n_attacks;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct unit_fire *fire = situation;
    const struct mad_volley *v = &fire->volley;

    salvo_text_add(text, "%s fires at %s (%d hp)", fire->unit, fire->target, v->hp);
    if (v->n_attacks) {
        salvo_text_put(text, ", ");
        mad_shot_explain_target(&v->shot[0], text);
    }
    salvo_text_put(text, "\n");
    mad_volley_explain(v, text);
}

const salvo_procedure MAD_UNIT_FIRE = {
    .id = "MAD-04",
    .schema = {.name = "mad.unit-fire",
               .parameters = PARAMETERS,
               .n_parameters = N_KEYS,
               .situation_size = sizeof(struct unit_fire),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Direct fire",
                      .title = "one activation of a listed element against a listed element",
                      .section = "6.0 Multiple Weapons",
                      .rulings = "R-01 to R-13, R-38, R-41"},
    .expectations = MAD_VOLLEY_EXPECTATIONS,
    .n_expectations = N_VOLLEY_EXPECTATIONS,
    .outcomes = MAD_VOLLEY_OUTCOMES,
    .n_outcomes = N_VOLLEY_OUTCOMES,
    .chain = &MAD_VOLLEY,
};
