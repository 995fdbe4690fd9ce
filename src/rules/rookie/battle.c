/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How squads fight in battles: by cards (K17), with two functions each, on the chart of the set that the question
 * names. A squad's unit state is its men and its worst marker. skirmish.c has the use of its functions, which is the
 * same in duels. */
#include "rules/rookie/battle.h"

#include <stdio.h>

static const char *const OWN_POLICY_CHOICES[] = {
    [POLICY_RALLY] = "rally", [POLICY_FIRE] = "fire", [POLICY_OF_FIELD] = "field", NULL};

static const salvo_parameter ELEMENT_PARAMETERS[] = {
    ROW("squad", "a listed squad", "squads", NULL, INTO(struct rookie_element, squad)),
    ROOKIE_MEN("men", "its men; squad: the number of the squad", INTO(struct rookie_element, shooter.men)),
    ROOKIE_PER_MAN("per-man", "firing factor of each man; squad: that of the squad",
                   INTO(struct rookie_element, shooter.per_man)),
    ROOKIE_COVER("cover", "cover of the squad", INTO(struct rookie_element, asked_cover)),
    ROOKIE_SHIFT("shift", "further columns of its fire", INTO(struct rookie_element, shift)),
    CHOICE("policy", "whether the squad rallies before it fires; field: as all squads", OWN_POLICY_CHOICES, "field",
           INTO(struct rookie_element, policy)),
    DECIMAL("speed", "inches that it moves in a phase", 0, 1000, "6", .fallback_cell = "values.battle-move.value",
            INTO(struct rookie_element, speed_inches)),
};

/* The text of the cover belongs to the words of the question, which are freed before the battle begins. So its name is
 * copied into the element. The pointer is cleared, because a duel leaves its own in place, where the words live as long
 * as the duel. take_aim() distinguishes the two by it. */
static salvo_status enlist(const void *tables, void *situation, salvo_error *err)
{
    const struct rookie_tables *t = tables;
    struct rookie_element *e = situation;

    rookie_shooter_men(&e->shooter, &t->squads[e->squad]);
    if (snprintf(e->cover, sizeof e->cover, "%s", e->asked_cover) >= (int)sizeof e->cover)
        return salvo_fail(err, SALVO_BAD_INPUT, "cover=%s: the name is too long for a cover", e->asked_cover);
    e->asked_cover = NULL;
    return SALVO_OK;
}

/* Reads the condition of a squad: its men and its marker. */
static struct rookie_condition read_condition(const uint8_t *condition)
{
    return (struct rookie_condition){condition[0], condition[1]};
}

static void write_condition(uint8_t *condition, const struct rookie_condition *from)
{
    condition[0] = from->men;
    condition[1] = from->marker;
}

static void initial_state(const void *element, uint8_t *condition)
{
    condition[0] = (uint8_t)((const struct rookie_element *)element)->shooter.men;
    condition[1] = MARKER_NONE;
}

static int strength(const void *element, const uint8_t *condition)
{
    (void)element;
    return condition[0];
}

static double speed(const void *element)
{
    return ((const struct rookie_element *)element)->speed_inches;
}

static const salvo_parameter FIELD_PARAMETERS[] = {
    ROOKIE_POLICY(INTO(struct rookie_field, policy)),
    ROOKIE_DATA(struct rookie_field, asked, "reconstruction"),
};

static salvo_status lay_out(const void *tables, void *situation, salvo_error *err)
{
    struct rookie_field *f = situation;

    return rookie_data_of(tables, &f->asked, &f->set, err);
}

static const char *remark(const void *situation)
{
    return rookie_data_remark(&((const struct rookie_field *)situation)->set);
}

static double closest(const void *field)
{
    return rookie_set_closest(&((const struct rookie_field *)field)->set);
}

static size_t brackets(const void *field, double upto[SALVO_BRACKETS_MAX])
{
    return rookie_set_edges(&((const struct rookie_field *)field)->set, upto);
}

/* A squad of a moving line has one function less. K15: moving costs one of its two functions. */
static salvo_status take_aim(const struct rookie_field *f, const struct rookie_element *by,
                             const struct rookie_element *at, const salvo_circumstances *circumstances,
                             struct rookie_fire *fire, salvo_error *err)
{
    fire->set = &f->set;
    fire->shooter = by->shooter;
    fire->shooter.policy = by->policy == POLICY_OF_FIELD ? f->policy : (enum rookie_policy)by->policy;
    fire->shooter.functions = FUNCTIONS_MAX - circumstances->moving;
    return rookie_shooter_aim(&fire->shooter, &f->set, circumstances->range,
                              at->asked_cover ? at->asked_cover : at->cover, by->shift, err);
}

/* This covers the usable columns, of which every cell is known. Columns with an unknown cell cannot be fired on, so
 * they cause no marker. */
static int worst_marker(const struct rookie_set *set)
{
    int worst = MARKER_NONE;

    for (int column = 0; column < N_COLUMNS; column++)
        for (int roll = 0; rookie_column_check(set, column, NULL) == SALVO_OK && roll < ROLLS; roll++)
            if (set->chart[column][roll].marker > worst)
                worst = set->chart[column][roll].marker;
    return worst;
}

/* Any number of men and any marker of the chart may occur. The answer must not begin and then reach a hole in the
 * chart. So every necessary cell is checked now, for any possible number of men and any possible marker. */
static salvo_status check(const void *field, const void *actor, const void *target,
                          const salvo_circumstances *circumstances, salvo_error *err)
{
    const struct rookie_element *by = actor;
    struct rookie_fire fire;
    salvo_status status = take_aim(field, by, target, circumstances, &fire, err);

    for (int men = by->shooter.men; men > 0; men--)
        for (int marker = 0; marker <= worst_marker(fire.set) && status == SALVO_OK; marker++)
            status = rookie_act_check(&fire.shooter, fire.set,
                                      &(struct rookie_condition){(uint8_t)men, (uint8_t)marker}, err);
    return status;
}

/* Nothing can fail any more, because check() has taken the same aim. */
static void aim(const void *field, const void *actor, const void *target, const salvo_circumstances *circumstances,
                void *fire)
{
    take_aim(field, actor, target, circumstances, fire, NULL);
}

/* Both shots are one throw; a squad that only rallies throws no dice. A squad that can do neither has no attack, and
 * its card is skipped. */
static bool dice(const void *fire, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *dice)
{
    const struct rookie_fire *f = fire;
    struct rookie_condition own = read_condition(actor);

    (void)target;
    if (throw > 0)
        return false;
    *dice = salvo_dice_of(rookie_act_dice(&f->shooter, f->set, &own), ROLLS);
    return dice->count > 0 || rookie_effort_of(&f->shooter, own.marker).marker != own.marker;
}

/* The actor changes too: its functions may have removed markers. */
static void resolve(const void *fire, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    const struct rookie_fire *f = fire;
    struct rookie_condition own = read_condition(actor), enemy = read_condition(target);

    (void) throw;
    rookie_act(&f->shooter, f->set, &own, &enemy, faces);
    write_condition(actor, &own);
    write_condition(target, &enemy);
}

/* Markers alone end nothing, so only kills keep a battle going. */
static bool may_kill(const struct rookie_fire *f, int men, int marker)
{
    int column = rookie_shooter_column(&f->shooter, f->set, men, marker);

    for (int roll = 0; column != NO_COLUMN && roll < ROLLS; roll++)
        if (f->set->chart[column][roll].kills > 0)
            return true;
    return false;
}

/* This tries every marker with which the squad may fire, by its policy: new markers, and their remainder after
 * rallying. The squad has its present men: with fewer men the column is lower, so a squad that cannot kill now never
 * will. Markers change, so the best and the worst possible ones are both tried. */
static bool can_harm(const void *fire, const uint8_t *actor, const uint8_t *target)
{
    const struct rookie_fire *f = fire;
    struct rookie_condition own = read_condition(actor);
    int worst = f->shooter.policy == POLICY_RALLY ? MARKER_DISRUPTED : MARKER_SUPPRESSED;
    int best = own.marker < worst ? own.marker : worst;

    (void)target;
    for (int marker = best; marker <= worst; marker++)
        if (may_kill(f, own.men, marker))
            return true;
    return false;
}

/* Beyond the last range there is no factor left, and so no column. */
static void why_harmless(const void *field, const void *actor, const void *target,
                         const salvo_circumstances *circumstances, salvo_text *why)
{
    struct rookie_fire fire;

    aim(field, actor, target, circumstances, &fire);
    if (fire.shooter.range_factor == 0)
        return;
    salvo_text_put(why, rookie_shooter_column(&fire.shooter, fire.set, fire.shooter.men, MARKER_NONE) == NO_COLUMN
                            ? "it has too few factors for a column of the fire chart"
                            : "its column of the fire chart has no kills");
}

static const salvo_schema ELEMENT = {
    .name = "a squad",
    ALL_OF(parameters, ELEMENT_PARAMETERS),
    .situation_size = sizeof(struct rookie_element),
    .prepare = enlist,
};

static const salvo_schema FIELD = {
    .name = "a battle of squads",
    ALL_OF(parameters, FIELD_PARAMETERS),
    .situation_size = sizeof(struct rookie_field),
    .prepare = lay_out,
    .brackets = brackets,
    .remark = remark,
};

static const salvo_battle_words WORDS = {
    .strength = "its men",
    .attack = "the squad takes at least one shot; removing markers is not an attack",
    .fire = "A turn is a phase. In an activation, all shots of a squad go to one target, one after the other, and stop "
            "when the target is gone (K18).",
    .pace = "In a turn, a squad can move as far as its speed, whatever its marker. While its line moves, it has "
            "one function instead of two (K15); a squad of speed 0 keeps both.",
};

/* `recovers`: markers are removed, so a squad may be able to do later what it cannot do now, without any new harm. */
const salvo_battle_adapter ROOKIE_BATTLE_ADAPTER = {
    .sequence = SALVO_BY_CARDS,
    .words = &WORDS,
    .mirrors = true,
    .element = &ELEMENT,
    .field = &FIELD,
    .recovers = true,
    .initial_state = initial_state,
    .strength = strength,
    .speed = speed,
    .closest = closest,
    .fire_size = sizeof(struct rookie_fire),
    .check = check,
    .aim = aim,
    .dice = dice,
    .resolve = resolve,
    .can_harm = can_harm,
    .why_harmless = why_harmless,
};
