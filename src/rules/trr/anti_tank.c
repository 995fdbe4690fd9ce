/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 8: the anti-tank sum, markers and their effect (TRR-20), flame-throwers at armour (TRR-21), and repair
 * (TRR-23), which is the same sum reversed. Artillery, aircraft, mines and bunkers use its markers. */
#include "rules/trr/anti_tank.h"

#include "rules/trr/soft_fire.h"

#define CHAPTER "Anti-tank fire"

int trr_target_modifier(const struct trr_tables *t, enum trr_concealment concealment, bool camouflaged,
                        enum trr_aspect aspect)
{
    int modifier = 0;

    if (concealment != CONCEALED_NONE)
        modifier += t->at_modifiers[concealment == CONCEALED_WOOD ? IN_WOOD : DUG_IN];
    if (camouflaged) /* in addition, R-24 */
        modifier += t->at_modifiers[CAMOUFLAGED];
    if (aspect != ASPECT_FRONT)
        modifier += t->at_modifiers[aspect == ASPECT_FLANK ? AT_FLANK : AT_REAR];
    return modifier;
}

/* The book subtracts one "per damage" and does not say whose. By default it is the firer's own; the others are
 * the other readings. */
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

/* Either may move, and both lines then count. */
static int movement_modifier(const struct trr_tables *t, const struct trr_shot *s)
{
    return (s->firer_moving ? t->at_modifiers[FIRER_MOVING] : 0) +
           (s->target_moving ? t->at_modifiers[TARGET_MOVING] : 0);
}

/* Range and ammunition have a number for each bracket of the gun's class. All modifiers add up. Beyond the last bracket
 * there is no shot, and the sum means nothing. */
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

/* Scores above 10 are five markers, or one more for each point under over-10=continue. It takes only the rows,
 * because a battle compares fires byte by byte and keeps no tables in them. */
int trr_markers_by(const struct trr_marker rows[MARKER_ROWS], int score, bool continued)
{
    const struct trr_marker *last = &rows[MARKER_ROWS - 1];
    int markers = 0;

    for (int i = 0; i < MARKER_ROWS; i++)
        if (score >= rows[i].score)
            markers = rows[i].markers;
    return continued && score > last->score ? last->markers + score - last->score : markers;
}

/* Serves callers that have the tables. */
int trr_markers(const struct trr_tables *t, int score, bool continued)
{
    return trr_markers_by(t->markers, score, continued);
}

const char *const TRR_SHOT_OUTCOMES[N_SHOT_OUTCOMES] = {[NO_EFFECT] = "no-effect",
                                                        [DAMAGED] = "damaged",
                                                        [OUT_OF_ACTION] = "out-of-action",
                                                        [DESTROYED] = "destroyed",
                                                        [STATUS_OUT_OF_RANGE] = "out-of-range"};

/* The user may give a model more markers than it stands; then it stands no more. */
struct trr_stand trr_stand_of(const struct trr_armoured *model)
{
    return (struct trr_stand){
        .remaining = model->strength > model->damage ? model->strength - model->damage : 0,
        .graded = model->graded,
    };
}

/* Literally, any marker puts a model out of action, and more markers than its remaining strength destroy it. Under
 * damage-model=graded it fights on until they reach its strength. */
enum trr_status trr_status_of(const struct trr_stand *stand, int markers)
{
    if (markers == 0)
        return NO_EFFECT;
    if (markers > stand->remaining)
        return DESTROYED;
    return stand->graded && markers < stand->remaining ? DAMAGED : OUT_OF_ACTION;
}

/* A named unit determines only its defence. Its strength is a hint for the user, who says how many vehicles the model
 * represents. */
int trr_defence_of(const struct trr_tables *t, const struct trr_armoured *model)
{
    return model->unit < 0 ? model->defence : t->units[model->unit].defence;
}

/* A gun has its own class. The user gives a class only for a gun given by its strike value. */
void trr_arm(const struct trr_tables *t, int gun, struct trr_shot *shot)
{
    if (gun < 0)
        return;
    shot->strike = t->guns[gun].strike;
    shot->class = t->guns[gun].class;
}

/* Lists the guns that have the ammunition, for the message. */
static void list_guns(const struct trr_tables *t, enum trr_ammo ammo, salvo_text *text)
{
    const salvo_table *guns = salvo_store_table(t->store, "guns");

    for (int i = 0; i < t->n_rounds; i++)
        if (t->rounds[i].ammo == (int)ammo)
            salvo_text_add(text, "%s%s", text->length ? ", " : "",
                           guns->cells[(size_t)t->rounds[i].gun * guns->n_columns].text);
}

/* The message lists the guns that have it, because special ammunition is rare and the table of rounds is long. */
salvo_status trr_check_ammo(const struct trr_tables *t, int gun, enum trr_ammo ammo, const char *key, salvo_error *err)
{
    salvo_text guns = {0};

    if (trr_has_ammo(t, gun, ammo))
        return SALVO_OK;
    list_guns(t, ammo, &guns);
    salvo_fail(err, SALVO_BAD_INPUT, "%s=%s: the %s has none; these guns have it: %s", key, TRR_AMMO_CHOICES[ammo],
               t->guns[gun].name, salvo_text_of(&guns));
    salvo_text_free(&guns);
    return SALVO_BAD_INPUT;
}

static const char *const BRACKET_WORDS[N_BRACKETS] = {
    [POINT_BLANK] = "point blank", [CLOSE] = "close", [MEDIUM] = "normal", [LONG] = "long", [EXTREME] = "extreme"};

/* A line that adds nothing would only lengthen the sum. */
static void explain_modifier(salvo_text *text, int modifier, const char *why)
{
    if (modifier)
        salvo_text_add(text, ", %+d %s", modifier, why);
}

/* Damage begins at the lowest score with a marker. */
static void explain_need(const struct trr_tables *t, int modifier, salvo_text *text)
{
    int needed = t->markers[0].score - modifier;

    if (needed > D10)
        salvo_text_put(text, ": no result does damage\n");
    else if (needed <= 1)
        salvo_text_put(text, ": every result does damage\n");
    else
        salvo_text_add(text, ": damage on %d or more\n", needed);
}

/* Concealment and aspect are one sum in the rule but separate here: the function asks for each without the other. */
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

static const char *const KIND_CHOICES[] = {"armour", "soft", NULL};
static const char *const REPORT_CHOICES[] = {"status", "markers", NULL};
/* Soft transport and deployed guns have no printed defence: 0 with the -5. */
static const salvo_default SOFT_DEFENCE[] = {{"kind=soft", "0"}, {NULL, NULL}};

/* `gun` and `target.unit` are rows. Their values are copied into the shot, where a question without names also has
 * them. */
struct anti_tank {
    const struct trr_tables *tables;
    int gun; /* row; -1: none is named */
    struct trr_shot shot;
    struct trr_armoured target;
    struct trr_attack attack;
    struct trr_stand stand;
    bool continued, report_markers;
};

static const char AMMO[] = "ammo";

/* Three of these are readings: damage-applies, over-10 and damage-model. A gun determines strike
 * and class, and a unit the defence, so giving both is refused. */
/* clang-format off */
static const salvo_parameter ANTI_TANK[] = {
    TRR_GUN(INTO(struct anti_tank, gun)),
    TRR_STRIKE("6", INTO(struct anti_tank, shot.strike)),
    TRR_CLASS(INTO(struct anti_tank, shot.class)),
    CHOICE("kind", "an armoured target, or soft transport or a deployed gun", KIND_CHOICES, "armour",
           INTO(struct anti_tank, shot.soft)),
    TRR_UNIT(INTO(struct anti_tank, target.unit)),
    TRR_DEFENCE(.defaults = SOFT_DEFENCE, INTO(struct anti_tank, target.defence)),
    TRR_DISTANCE("30", INTO(struct anti_tank, shot.distance_cm)),
    TRR_AMMO(AMMO, "ammunition", INTO(struct anti_tank, shot.ammo)),
    FLAG("firer-moving", "the firer moves", .aliases = "moving|moves", INTO(struct anti_tank, shot.firer_moving)),
    FLAG("target-moving", "the target moves", INTO(struct anti_tank, shot.target_moving)),
    TRR_CONCEALMENT("concealment", "the position of the target", .aliases = "cover", INTO(struct anti_tank, shot.concealment)),
    FLAG("camouflaged", "the target is camouflaged", INTO(struct anti_tank, shot.camouflaged)),
    TRR_ASPECT("aspect", "the face of the target towards the firer", .only = "kind=armour", INTO(struct anti_tank, shot.aspect)),
    TRR_FIRER_DAMAGE(INTO(struct anti_tank, shot.firer_damage)),
    TRR_DAMAGE_APPLIES(INTO(struct anti_tank, shot.damage_applies)),
    TRR_OVER_10(INTO(struct anti_tank, continued)),
    TRR_STAND_PARAMETERS(struct anti_tank, target, NULL),
    CHOICE("report", "report the state of the target, or its markers", REPORT_CHOICES, "status",
           INTO(struct anti_tank, report_markers)),
};
/* clang-format on */

enum { MARKERS, SCORE };

static const salvo_expectation ANTI_TANK_EXPECTATIONS[] = {
    [MARKERS] = {.name = "markers", .help = "mean number of markers scored"},
    [SCORE] = {.name = "score", .help = "mean score"},
};

/* A strike value without a gun has no ammunition to check: the user may ask about any gun. */
static salvo_status prepare_anti_tank(const void *tables, void *situation, salvo_error *err)
{
    struct anti_tank *a = situation;

    trr_arm(tables, a->gun, &a->shot);
    a->shot.defence = trr_defence_of(tables, &a->target);
    a->shot.target_damage = a->target.damage;
    a->stand = trr_stand_of(&a->target);
    a->attack = trr_attack_of(tables, &a->shot);
    return a->gun < 0 ? SALVO_OK : trr_check_ammo(tables, a->gun, a->shot.ammo, AMMO, err);
}

static void anti_tank_dice(const void *situation, salvo_dice *dice)
{
    *dice = salvo_dice_of(((const struct anti_tank *)situation)->attack.out_of_range ? 0 : 1, D10);
}

/* Under report=markers the markers follow all statuses, so the two kinds of outcome cannot be confused. */
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

/* The brackets depend on the class of the gun, so a sweep over distances asks the situation for them. */
static size_t anti_tank_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    const struct anti_tank *a = situation;

    return trr_put_brackets(a->tables->gun_classes[a->shot.class].upto_cm, upto);
}

static const salvo_roll ANTI_TANK_ROLL = {.dice = anti_tank_dice, .resolve = resolve_anti_tank};

const salvo_procedure TRR_ANTI_TANK = {
    .id = "TRR-20",
    .schema = {.name = "trr.anti-tank",
               ALL_OF(parameters, ANTI_TANK),
               SITUATION(struct anti_tank, tables),
               .prepare = prepare_anti_tank,
               .explain = explain_anti_tank,
               .brackets = anti_tank_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "one shot at armour, soft transport or a deployed gun",
                      .section = "8 Anti-tank fire",
                      .rulings = "R-02, R-03, R-04, R-10, R-11, R-24"},
    ALL_OF(expectations, ANTI_TANK_EXPECTATIONS),
    ALL_OF(outcomes, TRR_SHOT_OUTCOMES),
    .outcomes_help = "with report=markers, the markers 0, 1, ...",
    .roll = &ANTI_TANK_ROLL,
};

static const char *const FLAME_MOUNT_CHOICES[] = {"manpack", "vehicle", NULL};

/* A flame-thrower's shot ends on the rows of markers like any other, so the struct begins with TRR-20's. */
struct flame_armour {
    struct anti_tank shot; /* first: the roll's situation */
    bool on_vehicle, dug_in;
    double distance_cm;
    int firer_damage, reach_cm;
};

static const salvo_parameter FLAME_ARMOUR[] = {
    CHOICE("mount", "the carrier of the flame-thrower", FLAME_MOUNT_CHOICES, "vehicle",
           INTO(struct flame_armour, on_vehicle)),
    TRR_DISTANCE("4", INTO(struct flame_armour, distance_cm)),
    TRR_DEFENCE_PARAMETERS(struct flame_armour, shot.target, NULL),
    FLAG("dug-in", "the target is behind a hill or dug in", INTO(struct flame_armour, dug_in)),
    TRR_FIRER_DAMAGE(INTO(struct flame_armour, firer_damage)),
    TRR_STAND_PARAMETERS(struct flame_armour, shot.target, NULL),
};

/* It is always at normal range. Of all modifiers it has only the -2 for targets dug in or behind a hill. The roll is
 * that of TRR-20, with its own sum. */
static void derive_flame_armour(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct flame_armour *f = situation;
    struct trr_attack *attack = &f->shot.attack;

    f->reach_cm = t->values[f->on_vehicle ? FLAME_VEHICLE_CM : FLAME_MANPACK_CM];
    attack->out_of_range = f->distance_cm > f->reach_cm;
    attack->modifier = t->values[FLAME_STRIKE] - trr_defence_of(t, &f->shot.target) +
                       (f->dug_in ? t->at_modifiers[DUG_IN] : 0) - f->firer_damage;
    f->shot.stand = trr_stand_of(&f->shot.target);
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
               ALL_OF(parameters, FLAME_ARMOUR),
               SITUATION(struct flame_armour, shot.tables),
               .derive = derive_flame_armour,
               .explain = explain_flame_armour,
               .brackets = flame_armour_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a flame-thrower attacks a vehicle",
                      .section = "8 Special Weapons: Flame-throwers",
                      .rulings = "R-02, R-04"},
    .expectations = ANTI_TANK_EXPECTATIONS,
    .n_expectations = SCORE,
    /* only markers */
    ALL_OF(outcomes, TRR_SHOT_OUTCOMES),
    .roll = &ANTI_TANK_ROLL,
};

struct repair {
    struct trr_armoured vehicle;
    const struct trr_tables *tables;
    int modifier, markers, attempts;
};

/* A repair is a shot that removes markers: a D10 and the strike of a repair, less the vehicle's defence. */
static const salvo_parameter REPAIR[] = {
    TRR_DEFENCE_PARAMETERS(struct repair, vehicle, NULL),
    WHOLE("markers", "markers on the vehicle", 1, 5, "1", INTO(struct repair, markers)),
    WHOLE("attempts", "attempts made", 1, 10, "1", INTO(struct repair, attempts)),
};

struct repair_state {
    uint8_t made, left; /* attempts; markers */
};

enum { REMOVED, LEFT };

static const salvo_expectation REPAIR_EXPECTATIONS[] = {
    [REMOVED] = {.name = "removed", .help = "mean number of markers removed"},
    [LEFT] = {.name = "left", .help = "mean number of markers left"},
};

/* A vehicle's defence makes its repair harder: heavy armour is harder to mend. No other modifier applies. */
static void derive_repair(const void *tables, void *situation)
{
    struct repair *r = situation;

    r->modifier = ((const struct trr_tables *)tables)->values[REPAIR_STRIKE] - trr_defence_of(tables, &r->vehicle);
}

static void repair_start(const void *situation, void *state)
{
    ((struct repair_state *)state)->left = (uint8_t)((const struct repair *)situation)->markers;
}

/* All attempts are made, even on a vehicle without markers: the dice change nothing then. */
static int repair_outcome(const void *situation, const void *state)
{
    const struct repair_state *s = state;

    return s->made < ((const struct repair *)situation)->attempts ? SALVO_CONTINUES : s->left;
}

static void repair_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, D10);
}

/* The markers of the score are removed instead of added, down to 0. `left` is counted only after the last attempt. */
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

    salvo_text_add(text, "D10 %+d; the score is the number of markers removed\n", r->modifier);
}

static const salvo_state_field REPAIR_TOLD[] = {
    SALVO_STATE_FIELD("markers left", struct repair_state, left),
    {NULL, 0, 0},
};

static const salvo_chain REPAIR_CHAIN = {.state_size = sizeof(struct repair_state),
                                         .start = repair_start,
                                         .outcome = repair_outcome,
                                         .dice = repair_dice,
                                         .step = repair_step,
                                         .throw_name = "an attempt",
                                         .fields = REPAIR_TOLD};

const salvo_procedure TRR_REPAIR = {
    .id = "TRR-23",
    .schema = {.name = "trr.repair",
               ALL_OF(parameters, REPAIR),
               SITUATION(struct repair, tables),
               .derive = derive_repair,
               .explain = explain_repair},
    .documentation = {.chapter = CHAPTER,
                      .title = "a recovery vehicle repairs a damaged one",
                      .section = "13 Vehicle Repair",
                      .rulings = "R-22"},
    ALL_OF(expectations, REPAIR_EXPECTATIONS),
    .outcomes_help = "markers left 0, 1, ...",
    .chain = &REPAIR_CHAIN,
};
