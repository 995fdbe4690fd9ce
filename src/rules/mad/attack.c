/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attack roll of the ground game: whether a shot is permitted, which number it needs, and the effect of each level
 * of success. MAD-01 to MAD-05 and MAD-13 use all of it, and the other attacks use its dice and its damage. */
#include "rules/mad/attack.h"

#include <stdio.h>

/* A forbidden shot is a throw of no dice: it has one result, and costs nothing to enumerate. */
salvo_dice mad_attack_dice(const struct mad_attack *attack)
{
    return salvo_dice_of(attack->verdict == MAY_FIRE ? 2 : 0, 10);
}

/* Any pair of equal faces that both succeed is a critical, not only a pair of tens, and it replaces the double
 * (R-06). */
enum mad_level mad_attack_level(int target_number, const uint8_t *faces)
{
    int successes = (faces[0] >= target_number) + (faces[1] >= target_number);

    if (successes < 2)
        return successes ? SINGLE : MISS;
    return faces[0] == faces[1] ? CRITICAL : DOUBLE;
}

/* Counts the expectation of that name; a critical is two successes. */
int mad_level_successes(enum mad_level level)
{
    return level == MISS ? 0 : level == SINGLE ? 1 : 2;
}

/* Chains ask this for all results of the dice, so the verdict is checked here once for all of them. */
int mad_attack_damage(const struct mad_attack *attack, const uint8_t *faces)
{
    return attack->verdict == MAY_FIRE ? attack->damage[mad_attack_level(attack->target_number, faces)] : 0;
}

/* The modifiers of the table's number, kept apart for explanations. */
struct sum {
    int infantry, cover, moving, opportunity;
};

/* Base to base counts as range 0 (R-07, 1.3), so a range beside contact does not matter. */
static int bracket_of(const struct mad_tables *t, const struct mad_shot *s)
{
    return salvo_brackets_find(&t->brackets, s->contact ? 0 : s->range_m);
}

/* At most one line of cover applies, and none in contact. A fortification adds its own value, which fire may
 * have lowered (MAD-13), for infantry and vehicles alike. */
static int cover_modifier(const struct mad_tables *t, const struct mad_shot *s)
{
    if (s->contact || s->cover == COVER_NONE)
        return 0;
    if (s->cover == COVER_FORTIFICATION)
        return s->fort_value;
    return t->modifier[s->target == INFANTRY ? MODIFIER_COVER_INFANTRY : MODIFIER_COVER_VEHICLE];
}

/* Infantry is harder to hit for most weapons, and takes half damage from the same ones. Small arms and flame throwers
 * are exempt from both, so one flag of the weapon decides. */
static bool is_dispersed(const struct mad_tables *t, const struct mad_shot *s)
{
    return s->target == INFANTRY && !t->weapons[s->weapon].anti_infantry;
}

/* All lines without a star add up. A large static target cancels the line for moving and nothing else.
 * Opportunity fire is an ordinary line. The duel and not the roll handles an enemy who moves up and is shot at
 * in the same moment. */
static struct sum modifiers(const struct mad_tables *t, const struct mad_shot *s)
{
    return (struct sum){
        .infantry = is_dispersed(t, s) ? t->modifier[MODIFIER_INFANTRY_TARGET] : 0,
        .cover = cover_modifier(t, s),
        .moving = s->moving && !s->large_static ? t->modifier[MODIFIER_MOVING] : 0,
        .opportunity = s->opportunity ? t->modifier[MODIFIER_OPPORTUNITY] : 0,
    };
}

/* The order is that of MAD-01. All verdicts are the same outcome, so the order decides only the reported reason. A
 * fixed weapon may not fire if its element has moved. Turning on the spot is not moving, and the element's other
 * weapons fire. */
static enum mad_verdict judge(const struct mad_tables *t, const struct mad_shot *s, int bracket)
{
    if (s->weapon == t->small_arms && s->target == VEHICLE && !s->small_arms_vehicles)
        return NOT_AT_VEHICLES;
    if (s->fixed && s->moving)
        return FIXED_AND_MOVED;
    if (bracket < 0 || t->weapons[s->weapon].to_hit[bracket] == SALVO_BLANK)
        return OUT_OF_RANGE;
    return MAY_FIRE;
}

/* Returns a percentage of whole damage. Adding 99 before the division rounds every fraction up. */
static int share(int damage, int percent, bool down)
{
    return (int)(((int64_t)damage * percent + (down ? 0 : 99)) / 100);
}

/* The level is applied first, with its half rounded. Infantry's half follows and always rounds up. Criticals are
 * doubled before the halving. rounding=down changes only the single success. The table prints a second damage
 * for each weapon, its full damage on infantry. It is not read, because it is half of the first, rounded up,
 * also for Infantry Support's 05. */
void mad_level_damages(const struct mad_tables *t, int full, bool round_down, bool halved, int damage[N_LEVELS])
{
    for (int level = MISS; level < N_LEVELS; level++) {
        damage[level] = share(full, t->damage_percent[level], round_down && level == SINGLE);
        if (halved)
            damage[level] = share(damage[level], t->value[INFANTRY_DAMAGE_PERCENT], false);
    }
}

/* The target number is not clamped. The damage of a forbidden shot stays 0. */
struct mad_attack mad_attack_of(const struct mad_tables *t, const struct mad_shot *s)
{
    int bracket = bracket_of(t, s);
    struct mad_attack attack = {.verdict = judge(t, s, bracket)};
    struct sum sum = modifiers(t, s);

    if (attack.verdict != MAY_FIRE)
        return attack;
    attack.target_number =
        t->weapons[s->weapon].to_hit[bracket] + sum.infantry + sum.cover + sum.moving + sum.opportunity;
    mad_level_damages(t, t->weapons[s->weapon].damage, s->round_down, is_dispersed(t, s), attack.damage);
    return attack;
}

const char *mad_cover_words(enum mad_cover cover)
{
    static const char *const WORDS[] = {
        [COVER_NONE] = "in the open", [COVER_NORMAL] = "in normal cover", [COVER_FORTIFICATION] = "in a fortification"};

    return WORDS[cover];
}

/* In contact the distance is left out: it is 0 whatever the question says. */
void mad_shot_explain_target(const struct mad_shot *s, salvo_text *text)
{
    salvo_text_add(text, "at %s %s", s->target == INFANTRY ? "infantry" : "a vehicle", mad_cover_words(s->cover));
    if (s->contact)
        salvo_text_put(text, ", base to base");
    else
        salvo_text_add(text, ", %.15g m away", s->range_m);
}

/* The reasons why there is no shot. */
static const char *const REFUSALS[] = {
    [NOT_AT_VEHICLES] = "it may not be fired at vehicles",
    [FIXED_AND_MOVED] = "it is fixed, and the firer moves",
    [OUT_OF_RANGE] = "out of range",
    [NOT_AT_GROUND] = "it can fire at aircraft only",
    [NOT_AT_VTOLS] = "it does not affect VTOLs",
    [CARRIER_EXCLUDED] = "this carrier cannot have it",
    [TARGET_EXCLUDED] = "it may not be fired at this target",
    [TOO_HIGH] = "its altitude is too low",
};

/* Numbers that no die can show, or that every die shows, are legal, but a reader would take them for an
 * error. */
static void explain_need(const struct mad_attack *attack, salvo_text *text)
{
    if (attack->target_number > 10)
        salvo_text_add(text, "needs %d, more than a die can show", attack->target_number);
    else if (attack->target_number <= 1)
        salvo_text_add(text, "needs %d, which every die shows", attack->target_number);
    else
        salvo_text_add(text, "needs %d or more on each die", attack->target_number);
}

void mad_column_words(const salvo_brackets *brackets, int bracket, char words[MAD_COLUMN_WORDS_MAX])
{
    if (bracket < 0)
        words[0] = '\0';
    else
        snprintf(words, MAD_COLUMN_WORDS_MAX, "in the %.15g m column", brackets->upto[bracket]);
}

/* A modifier of 0 is not a line of the table for this shot. */
void mad_tell_addends(const struct mad_addend *addends, size_t n_addends, salvo_text *text)
{
    for (size_t i = 0; i < n_addends; i++)
        if (addends[i].number)
            salvo_text_add(text, ", %+d for %s", addends[i].number, addends[i].why);
}

/* The table's number is the sum without the modifiers, because an attack keeps only the sum. */
void mad_attack_tell(const struct mad_attack *attack, const char *weapon, const char *base,
                     const struct mad_addend *addends, size_t n_addends, salvo_text *text)
{
    int number = attack->target_number;

    salvo_text_add(text, "%s: ", weapon);
    if (attack->verdict != MAY_FIRE) {
        salvo_text_add(text, "no shot: %s", REFUSALS[attack->verdict]);
        return;
    }
    for (size_t i = 0; i < n_addends; i++)
        number -= addends[i].number;
    explain_need(attack, text);
    salvo_text_add(text, " (%d %s", number, base);
    mad_tell_addends(addends, n_addends, text);
    salvo_text_add(text, ")\n  damage %d with one success, %d with two, %d with a pair", attack->damage[SINGLE],
                   attack->damage[DOUBLE], attack->damage[CRITICAL]);
}

/* Computes the attack again from the shot. An explanation is requested once, while attacks are kept by the thousand. */
void mad_attack_explain(const struct mad_tables *t, const struct mad_shot *s, salvo_text *text)
{
    struct mad_attack attack = mad_attack_of(t, s);
    struct sum sum = modifiers(t, s);
    int bracket = bracket_of(t, s);
    char base[MAD_COLUMN_WORDS_MAX] = "";
    const struct mad_addend addends[] = {{sum.infantry, "infantry as the target"},
                                         {sum.cover, "cover"},
                                         {sum.moving, "firing on the move"},
                                         {sum.opportunity, "opportunity fire"}};

    mad_column_words(&t->brackets, bracket, base);
    mad_attack_tell(&attack, t->weapons[s->weapon].name, base, addends, sizeof addends / sizeof *addends, text);
}
