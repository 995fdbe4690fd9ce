#include "rules/trr/anti_tank.h"

#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

#define CHAPTER "Anti-tank fire"

int trr_target_modifier(const struct trr_tables *t, enum trr_concealment concealment, bool camouflaged,
                        enum trr_aspect aspect)
{
    int modifier = 0;

    if (concealment != CONCEALED_NONE)
        modifier += t->at_modifiers[concealment == CONCEALED_WOOD ? IN_WOOD : DUG_IN];
    if (camouflaged) /* besides, R-24 */
        modifier += t->at_modifiers[CAMOUFLAGED];
    if (aspect != ASPECT_FRONT)
        modifier += t->at_modifiers[aspect == ASPECT_FLANK ? AT_FLANK : AT_REAR];
    return modifier;
}

int trr_damage_modifier(enum trr_damage_applies applies, int firer_damage, int target_damage)
{
    switch (applies) {
    case DAMAGE_ON_FIRER:
        return -firer_damage;
    case DAMAGE_MAKES_EASIER:
        return target_damage;
    case DAMAGE_MAKES_HARDER:
        return -target_damage;
    case DAMAGE_IGNORED:
        break;
    }
    return 0;
}

static int damage_modifier(const struct trr_shot *s)
{
    return trr_damage_modifier(s->damage_applies, s->firer_damage, s->target_damage);
}

static int movement_modifier(const struct trr_tables *t, const struct trr_shot *s)
{
    return (s->firer_moving ? t->at_modifiers[FIRER_MOVING] : 0) +
           (s->target_moving ? t->at_modifiers[TARGET_MOVING] : 0);
}

struct trr_attack trr_attack_of(const struct trr_tables *t, const struct trr_shot *s)
{
    enum trr_bracket bracket = trr_bracket_of(t->gun_classes[s->class].upto_cm, s->distance_cm);
    struct trr_attack attack = {.out_of_range = bracket == OUT_OF_BRACKETS};

    if (attack.out_of_range)
        return attack;
    attack.modifier = s->strike - s->defence + t->range_modifiers[bracket] + t->ammo_modifiers[s->ammo][bracket] +
                      movement_modifier(t, s) + trr_target_modifier(t, s->concealment, s->camouflaged, s->aspect) +
                      (s->soft ? t->at_modifiers[SOFT_TARGET] : 0) + damage_modifier(s);
    return attack;
}

int trr_markers_by(const struct trr_marker rows[MARKER_ROWS], int score, bool continued)
{
    const struct trr_marker *last = &rows[MARKER_ROWS - 1];
    int markers = 0;

    for (int i = 0; i < MARKER_ROWS; i++)
        if (score >= rows[i].score)
            markers = rows[i].markers;
    return continued && score > last->score ? last->markers + score - last->score : markers;
}

int trr_markers(const struct trr_tables *t, int score, bool continued)
{
    return trr_markers_by(t->markers, score, continued);
}

const char *const TRR_SHOT_OUTCOMES[N_SHOT_OUTCOMES] = {[NO_EFFECT] = "no-effect",
                                                        [DAMAGED] = "damaged",
                                                        [OUT_OF_ACTION] = "out-of-action",
                                                        [DESTROYED] = "destroyed",
                                                        [STATUS_OUT_OF_RANGE] = "out-of-range"};

struct trr_stand trr_stand_of(int strength, int damage, bool graded)
{
    return (struct trr_stand){.remaining = strength > damage ? strength - damage : 0, .graded = graded};
}

enum trr_status trr_status_of(const struct trr_stand *stand, int markers)
{
    if (markers == 0)
        return NO_EFFECT;
    if (markers > stand->remaining)
        return DESTROYED;
    return stand->graded && markers < stand->remaining ? DAMAGED : OUT_OF_ACTION;
}

int trr_defence_of(const struct trr_tables *t, const salvo_value *unit, const salvo_value *defence)
{
    return unit->absent ? (int)defence->integer : t->units[unit->integer].defence;
}

void trr_arm(const struct trr_tables *t, const salvo_value *gun, const salvo_value *strike, const salvo_value *class,
             struct trr_shot *shot)
{
    shot->strike = gun->absent ? (int)strike->integer : t->guns[gun->integer].strike;
    shot->class = !gun->absent ? t->guns[gun->integer].class : class ? (int)class->integer : 0;
}

/* The guns that have the ammunition, for the message. */
static void list_guns(const struct trr_tables *t, enum trr_ammo ammo, salvo_text *text)
{
    const salvo_table *guns = salvo_store_table(t->store, "guns");

    for (int i = 0; i < t->n_rounds; i++)
        if (t->rounds[i].ammo == (int)ammo)
            salvo_text_add(text, "%s%s", text->length ? ", " : "",
                           guns->cells[(size_t)t->rounds[i].gun * guns->n_columns].text);
}

salvo_status trr_check_ammo(const struct trr_tables *t, int gun, enum trr_ammo ammo, const char *key, salvo_error *err)
{
    salvo_text guns = {0};

    if (trr_has_ammo(t, gun, ammo))
        return SALVO_OK;
    list_guns(t, ammo, &guns);
    salvo_fail(err, SALVO_BAD_INPUT, "%s=%s: the %s has none; these guns do: %s", key, TRR_AMMO_CHOICES[ammo],
               t->guns[gun].name, salvo_text_of(&guns));
    salvo_text_free(&guns);
    return SALVO_BAD_INPUT;
}

static const char *const BRACKET_WORDS[N_BRACKETS] = {
    [POINT_BLANK] = "point blank", [CLOSE] = "close", [MEDIUM] = "normal", [LONG] = "long", [EXTREME] = "extreme"};

static void explain_modifier(salvo_text *text, int modifier, const char *why)
{
    if (modifier)
        salvo_text_add(text, ", %+d %s", modifier, why);
}

static void explain_need(const struct trr_tables *t, int modifier, salvo_text *text)
{
    int needed = t->markers[0].score - modifier;

    if (needed > D10)
        salvo_text_put(text, ": no die does damage\n");
    else if (needed <= 1)
        salvo_text_put(text, ": every die does damage\n");
    else
        salvo_text_add(text, ": damage on %d or more\n", needed);
}

void trr_shot_explain(const struct trr_tables *t, const struct trr_shot *s, salvo_text *text)
{
    enum trr_bracket bracket = trr_bracket_of(t->gun_classes[s->class].upto_cm, s->distance_cm);
    struct trr_attack attack = trr_attack_of(t, s);

    if (attack.out_of_range) {
        salvo_text_put(text, "no shot: out of range\n");
        return;
    }
    salvo_text_add(text, "D10 + %d strike - %d defence", s->strike, s->defence);
    salvo_text_add(text, ", %+d at %s range", t->range_modifiers[bracket], BRACKET_WORDS[bracket]);
    explain_modifier(text, t->ammo_modifiers[s->ammo][bracket], "for ammunition");
    explain_modifier(text, movement_modifier(t, s), "for movement");
    explain_modifier(text, trr_target_modifier(t, s->concealment, s->camouflaged, ASPECT_FRONT), "for concealment");
    explain_modifier(text, trr_target_modifier(t, CONCEALED_NONE, false, s->aspect), "for aspect");
    explain_modifier(text, s->soft ? t->at_modifiers[SOFT_TARGET] : 0, "for a soft target");
    explain_modifier(text, damage_modifier(s), "for damage");
    explain_need(t, attack.modifier, text);
}

enum { KIND_ARMOUR, KIND_SOFT };
enum { REPORT_STATUS, REPORT_MARKERS };

static const char *const KIND_CHOICES[] = {[KIND_ARMOUR] = "armour", [KIND_SOFT] = "soft", NULL};
static const char *const REPORT_CHOICES[] = {[REPORT_STATUS] = "status", [REPORT_MARKERS] = "markers", NULL};
static const salvo_default SOFT_DEFENCE[] = {{"kind=soft", "0"}, {NULL, NULL}};

enum {
    AT_GUN,
    AT_STRIKE,
    AT_CLASS,
    AT_KIND,
    AT_UNIT,
    AT_DEFENCE,
    AT_DISTANCE,
    AT_AMMO,
    AT_FIRER_MOVING,
    AT_TARGET_MOVING,
    AT_CONCEALMENT,
    AT_CAMOUFLAGED,
    AT_ASPECT,
    AT_FIRER_DAMAGE,
    AT_DAMAGE_APPLIES,
    AT_OVER_10,
    AT_STRENGTH,
    AT_TARGET_DAMAGE,
    AT_DAMAGE_MODEL,
    AT_REPORT,
    N_ANTI_TANK,
};

/* clang-format off */
static const salvo_parameter ANTI_TANK[N_ANTI_TANK] = {
    [AT_GUN] = TRR_GUN(),
    [AT_STRIKE] = TRR_STRIKE("6"),
    [AT_CLASS] = TRR_CLASS,
    [AT_KIND] = TRR_CHOICE("kind", "an armoured target, or soft transport or a deployed gun", KIND_CHOICES, "armour"),
    [AT_UNIT] = TRR_UNIT(),
    [AT_DEFENCE] = TRR_DEFENCE("5", .defaults = SOFT_DEFENCE),
    [AT_DISTANCE] = TRR_DISTANCE("30"),
    [AT_AMMO] = TRR_CHOICE("ammo", "ammunition", TRR_AMMO_CHOICES, "ap"),
    [AT_FIRER_MOVING] = TRR_FLAG("firer-moving", "the firer moves"),
    [AT_TARGET_MOVING] = TRR_FLAG("target-moving", "the target moves"),
    [AT_CONCEALMENT] = TRR_CHOICE("concealment", "where the target stands", TRR_CONCEALMENT_CHOICES, "none"),
    [AT_CAMOUFLAGED] = TRR_FLAG("camouflaged", "the target is camouflaged"),
    [AT_ASPECT] = TRR_CHOICE("aspect", "the face that the target shows", TRR_ASPECT_CHOICES, "front",
                             .only = "kind=armour"),
    [AT_FIRER_DAMAGE] = TRR_FIRER_DAMAGE,
    [AT_DAMAGE_APPLIES] = TRR_DAMAGE_APPLIES,
    [AT_OVER_10] = TRR_OVER_10,
    [AT_STRENGTH] = TRR_STRENGTH(),
    [AT_TARGET_DAMAGE] = TRR_TARGET_DAMAGE(),
    [AT_DAMAGE_MODEL] = TRR_DAMAGE_MODEL(),
    [AT_REPORT] = TRR_CHOICE("report", "tell what becomes of the target, or its markers", REPORT_CHOICES, "status"),
};
/* clang-format on */

struct anti_tank {
    const struct trr_tables *tables;
    struct trr_shot shot;
    struct trr_attack attack;
    struct trr_stand stand;
    bool continued, report_markers;
};

enum { MARKERS, SCORE };

static const salvo_expectation ANTI_TANK_EXPECTATIONS[] = {
    [MARKERS] = {.name = "markers", .help = "mean number of markers scored"},
    [SCORE] = {.name = "score", .help = "mean score"},
};

static struct trr_shot shot_of(const struct trr_tables *t, const salvo_value *values)
{
    struct trr_shot shot = {
        .ammo = (enum trr_ammo)values[AT_AMMO].integer,
        .defence = trr_defence_of(t, &values[AT_UNIT], &values[AT_DEFENCE]),
        .distance_cm = values[AT_DISTANCE].decimal,
        .firer_moving = values[AT_FIRER_MOVING].integer,
        .target_moving = values[AT_TARGET_MOVING].integer,
        .camouflaged = values[AT_CAMOUFLAGED].integer,
        .soft = values[AT_KIND].integer == KIND_SOFT,
        .concealment = (enum trr_concealment)values[AT_CONCEALMENT].integer,
        .aspect = (enum trr_aspect)values[AT_ASPECT].integer,
        .firer_damage = (int)values[AT_FIRER_DAMAGE].integer,
        .target_damage = (int)values[AT_TARGET_DAMAGE].integer,
        .damage_applies = (enum trr_damage_applies)values[AT_DAMAGE_APPLIES].integer,
    };

    trr_arm(t, &values[AT_GUN], &values[AT_STRIKE], &values[AT_CLASS], &shot);
    return shot;
}

static salvo_status prepare_anti_tank(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct anti_tank *a = situation;

    *a = (struct anti_tank){
        .tables = t,
        .shot = shot_of(t, values),
        .stand = trr_stand_of((int)values[AT_STRENGTH].integer, (int)values[AT_TARGET_DAMAGE].integer,
                              values[AT_DAMAGE_MODEL].integer),
        .continued = values[AT_OVER_10].integer,
        .report_markers = values[AT_REPORT].integer == REPORT_MARKERS,
    };
    a->attack = trr_attack_of(t, &a->shot);
    if (values[AT_GUN].absent)
        return SALVO_OK;
    return trr_check_ammo(t, (int)values[AT_GUN].integer, a->shot.ammo, ANTI_TANK[AT_AMMO].key, err);
}

static void anti_tank_dice(const void *situation, salvo_dice *dice)
{
    *dice = salvo_dice_of(((const struct anti_tank *)situation)->attack.out_of_range ? 0 : 1, D10);
}

static int resolve_anti_tank(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct anti_tank *a = situation;
    int score, markers;

    if (a->attack.out_of_range)
        return STATUS_OUT_OF_RANGE;
    score = faces[0] + a->attack.modifier;
    markers = trr_markers(a->tables, score, a->continued);
    gain[MARKERS] += markers;
    gain[SCORE] += score;
    return a->report_markers ? N_SHOT_OUTCOMES + markers : (int)trr_status_of(&a->stand, markers);
}

static void explain_anti_tank(const void *situation, salvo_text *text)
{
    const struct anti_tank *a = situation;

    trr_shot_explain(a->tables, &a->shot, text);
}

static size_t anti_tank_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    const struct anti_tank *a = situation;

    return trr_put_brackets(a->tables->gun_classes[a->shot.class].upto_cm, upto);
}

static const salvo_roll ANTI_TANK_ROLL = {.dice = anti_tank_dice, .resolve = resolve_anti_tank};

const salvo_procedure TRR_ANTI_TANK = {
    .id = "TRR-20",
    .schema = {.name = "trr.anti-tank",
               .parameters = ANTI_TANK,
               .n_parameters = N_ANTI_TANK,
               .situation_size = sizeof(struct anti_tank),
               .prepare_from_values = prepare_anti_tank,
               .explain = explain_anti_tank,
               .brackets = anti_tank_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "one shot at armour, soft transport or a deployed gun",
                      .section = "8 Anti-tank fire",
                      .rulings = "R-02, R-03, R-04, R-10, R-11, R-24"},
    .expectations = ANTI_TANK_EXPECTATIONS,
    .n_expectations = sizeof ANTI_TANK_EXPECTATIONS / sizeof *ANTI_TANK_EXPECTATIONS,
    .outcomes = TRR_SHOT_OUTCOMES,
    .n_outcomes = N_SHOT_OUTCOMES,
    .outcomes_help = "with report=markers the markers 0, 1, ...",
    .roll = &ANTI_TANK_ROLL,
};

enum { MANPACK, VEHICLE };

static const char *const FLAME_MOUNT_CHOICES[] = {[MANPACK] = "manpack", [VEHICLE] = "vehicle", NULL};

enum {
    FA_MOUNT,
    FA_DISTANCE,
    FA_UNIT,
    FA_DEFENCE,
    FA_DUG_IN,
    FA_FIRER_DAMAGE,
    FA_STRENGTH,
    FA_TARGET_DAMAGE,
    FA_DAMAGE_MODEL,
    N_FLAME_ARMOUR,
};

static const salvo_parameter FLAME_ARMOUR[N_FLAME_ARMOUR] = {
    [FA_MOUNT] = TRR_CHOICE("mount", "who carries it", FLAME_MOUNT_CHOICES, "vehicle"),
    [FA_DISTANCE] = TRR_DISTANCE("4"),
    [FA_UNIT] = TRR_UNIT(),
    [FA_DEFENCE] = TRR_DEFENCE("5"),
    [FA_DUG_IN] = TRR_FLAG("dug-in", "the target is behind a hill or dug in"),
    [FA_FIRER_DAMAGE] = TRR_FIRER_DAMAGE,
    [FA_STRENGTH] = TRR_STRENGTH(),
    [FA_TARGET_DAMAGE] = TRR_TARGET_DAMAGE(),
    [FA_DAMAGE_MODEL] = TRR_DAMAGE_MODEL(),
};

struct flame_armour {
    struct anti_tank shot; /* first: the roll's situation */
    int reach_cm;
};

/* Always at normal range; of all modifiers only that for dug-in targets. */
static salvo_status prepare_flame_armour(const void *tables, const salvo_value *values, void *situation,
                                         salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct flame_armour *f = situation;

    (void)err;
    f->reach_cm = t->values[values[FA_MOUNT].integer == MANPACK ? FLAME_MANPACK_CM : FLAME_VEHICLE_CM];
    f->shot = (struct anti_tank){
        .tables = t,
        .attack = {.out_of_range = values[FA_DISTANCE].decimal > f->reach_cm,
                   .modifier = t->values[FLAME_STRIKE] - trr_defence_of(t, &values[FA_UNIT], &values[FA_DEFENCE]) +
                               (values[FA_DUG_IN].integer ? t->at_modifiers[DUG_IN] : 0) -
                               (int)values[FA_FIRER_DAMAGE].integer},
        .stand = trr_stand_of((int)values[FA_STRENGTH].integer, (int)values[FA_TARGET_DAMAGE].integer,
                              values[FA_DAMAGE_MODEL].integer),
    };
    return SALVO_OK;
}

static void explain_flame_armour(const void *situation, salvo_text *text)
{
    const struct anti_tank *a = situation;

    if (a->attack.out_of_range) {
        salvo_text_put(text, "No fire: out of range\n");
        return;
    }
    salvo_text_add(text, "D10 %+d", a->attack.modifier);
    explain_need(a->tables, a->attack.modifier, text);
}

static size_t flame_armour_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    upto[0] = ((const struct flame_armour *)situation)->reach_cm;
    return 1;
}

const salvo_procedure TRR_FLAME_ARMOUR = {
    .id = "TRR-21",
    .schema = {.name = "trr.flame-armour",
               .parameters = FLAME_ARMOUR,
               .n_parameters = N_FLAME_ARMOUR,
               .situation_size = sizeof(struct flame_armour),
               .prepare_from_values = prepare_flame_armour,
               .explain = explain_flame_armour,
               .brackets = flame_armour_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a flame-thrower attacks a vehicle",
                      .section = "8 Special Weapons: Flame-throwers",
                      .rulings = "R-02, R-04"},
    .expectations = ANTI_TANK_EXPECTATIONS,
    .n_expectations = SCORE,
    /* markers alone */
    .outcomes = TRR_SHOT_OUTCOMES,
    .n_outcomes = N_SHOT_OUTCOMES,
    .roll = &ANTI_TANK_ROLL,
};

enum { RE_UNIT, RE_DEFENCE, RE_MARKERS, RE_ATTEMPTS, N_REPAIR };

static const salvo_parameter REPAIR[N_REPAIR] = {
    [RE_UNIT] = TRR_UNIT(),
    [RE_DEFENCE] = TRR_DEFENCE("5"),
    [RE_MARKERS] = TRR_NUMBER("markers", "markers on the vehicle", 1, 5, "1"),
    [RE_ATTEMPTS] = TRR_NUMBER("attempts", "attempts made", 1, 10, "1"),
};

struct repair {
    const struct trr_tables *tables;
    int modifier, markers, attempts;
};

struct repair_state {
    uint8_t made, left; /* attempts; markers */
};

enum { REMOVED, LEFT };

static const salvo_expectation REPAIR_EXPECTATIONS[] = {
    [REMOVED] = {.name = "removed", .help = "mean number of markers removed"},
    [LEFT] = {.name = "left", .help = "mean number of markers left"},
};

static salvo_status prepare_repair(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;

    (void)err;
    *(struct repair *)situation = (struct repair){
        .tables = t,
        .modifier = t->values[REPAIR_STRIKE] - trr_defence_of(t, &values[RE_UNIT], &values[RE_DEFENCE]),
        .markers = (int)values[RE_MARKERS].integer,
        .attempts = (int)values[RE_ATTEMPTS].integer,
    };
    return SALVO_OK;
}

static void repair_start(const void *situation, void *state)
{
    ((struct repair_state *)state)->left = (uint8_t)((const struct repair *)situation)->markers;
}

static int repair_outcome(const void *situation, const void *state)
{
    const struct repair_state *s = state;

    return s->made < ((const struct repair *)situation)->attempts ? SALVO_GOES_ON : s->left;
}

static void repair_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, D10);
}

/* The markers of the score come off instead of on. */
static bool repair_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct repair *r = situation;
    struct repair_state *s = state;
    int markers = trr_markers(r->tables, faces[0] + r->modifier, false);

    markers = markers < s->left ? markers : s->left;
    s->left = (uint8_t)(s->left - markers);
    s->made++;
    gain[REMOVED] += markers;
    gain[LEFT] += s->made == r->attempts ? s->left : 0;
    return false;
}

static void explain_repair(const void *situation, salvo_text *text)
{
    const struct repair *r = situation;

    salvo_text_add(text, "D10 %+d takes off the markers of its score\n", r->modifier);
}

static const salvo_chain REPAIR_CHAIN = {
    .state_size = sizeof(struct repair_state),
    .start = repair_start,
    .outcome = repair_outcome,
    .dice = repair_dice,
    .step = repair_step,
};

const salvo_procedure TRR_REPAIR = {
    .id = "TRR-23",
    .schema = {.name = "trr.repair",
               .parameters = REPAIR,
               .n_parameters = N_REPAIR,
               .situation_size = sizeof(struct repair),
               .prepare_from_values = prepare_repair,
               .explain = explain_repair},
    .documentation = {.chapter = CHAPTER,
                      .title = "a recovery vehicle repairs a damaged one",
                      .section = "13 Vehicle Repair",
                      .rulings = "R-22"},
    .expectations = REPAIR_EXPECTATIONS,
    .n_expectations = sizeof REPAIR_EXPECTATIONS / sizeof *REPAIR_EXPECTATIONS,
    .outcomes_help = "markers left 0, 1, ...",
    .chain = &REPAIR_CHAIN,
};
