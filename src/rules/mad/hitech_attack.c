/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attack roll of the hi-tech game. It differs from attack.c in its lines of modifiers and in the damage that it
 * prints for infantry; the dice and the levels of success are the same. Power armour always counts as infantry. */
#include "rules/mad/hitech_attack.h"

#include <limits.h>

/* The modifiers of the table's number, kept apart for explanations. */
struct sum {
    int infantry, cover, moving, airborne, walker, opportunity, protection;
};

/* Base to base counts as range 0, as in the WW2 game. */
static int bracket_of(const struct mad_tables *t, const struct mad_hitech_shot *s)
{
    return salvo_brackets_find(&t->hitech_brackets, s->contact ? 0 : s->range_m);
}

/* As in the WW2 game, one flag exempts small arms and flame throwers from both the harder number and the half
 * damage. */
static bool is_dispersed(const struct mad_hitech_weapon *weapon, enum mad_target target)
{
    return mad_is_infantry(target) && !weapon->anti_infantry;
}

/* Unlike in the WW2 game, normal cover adds the same for infantry and vehicles. The number for a fortification is lost
 * in the source; R-21 takes the WW2 game's +4. VTOLs never have cover. */
static int cover_modifier(const struct mad_tables *t, const struct mad_hitech_shot *s)
{
    if (s->contact || s->target == VTOL || s->cover == COVER_NONE)
        return 0;
    return s->cover == COVER_FORTIFICATION ? s->fort_value : t->hitech_modifier[HITECH_COVER];
}

/* Only the largest applicable line with two stars counts; ADF affects only missiles. The sum starts at
 * INT_MIN and not at 0, so that a modifier that was changed to a negative number also counts. */
static int protection(const struct mad_tables *t, const struct mad_hitech_shot *s)
{
    int class = t->hitech_weapons[s->weapon].weapon_class, most = INT_MIN;
    const bool applies[N_HITECH_MODIFIERS] = {
        [HITECH_MISSILE_PROTECTION] = class == MISSILE && (s->ecm || s->adf),
        [HITECH_ECM] = class != MISSILE && s->ecm,
        [HITECH_SHIELD] = class == ENERGY && s->shield,
    };

    for (int line = 0; line < N_HITECH_MODIFIERS; line++)
        if (applies[line] && t->hitech_modifier[line] > most)
            most = t->hitech_modifier[line];
    return most == INT_MIN ? 0 : most;
}

/* A walker in the open is the only printed line that makes a shot easier. */
static struct sum modifiers(const struct mad_tables *t, const struct mad_hitech_shot *s)
{
    const struct mad_hitech_weapon *weapon = &t->hitech_weapons[s->weapon];
    bool hampered = s->moving && weapon->weapon_class != MISSILE && !s->large_static;

    return (struct sum){
        .infantry = is_dispersed(weapon, s->target) ? t->hitech_modifier[HITECH_INFANTRY_TARGET] : 0,
        .cover = cover_modifier(t, s),
        .moving = hampered ? t->hitech_modifier[HITECH_MOVING] : 0,
        .airborne = s->target == VTOL ? t->hitech_modifier[HITECH_AIRBORNE] : 0,
        /* Contact does not put a covered walker in the open. */
        .walker = s->target == WALKER && s->cover == COVER_NONE ? t->hitech_modifier[HITECH_WALKER_OPEN] : 0,
        .opportunity = s->opportunity ? t->hitech_modifier[HITECH_OPPORTUNITY] : 0,
        .protection = protection(t, s),
    };
}

/* "Excluded types" means the types that may not carry the weapon: the column says so for grenades, and these
 * weapons print a damage against infantry. The other reading is excluded=targets. */
static enum mad_verdict judge(const struct mad_tables *t, const struct mad_hitech_shot *s, int bracket)
{
    const struct mad_hitech_weapon *weapon = &t->hitech_weapons[s->weapon];
    enum mad_target named = s->excludes_targets ? s->target : s->firer;

    if (weapon->excluded >> named & 1)
        return s->excludes_targets ? TARGET_EXCLUDED : CARRIER_EXCLUDED;
    if (s->fixed && s->moving)
        return FIXED_AND_MOVED;
    if (bracket < 0 || weapon->to_hit[bracket] == SALVO_BLANK)
        return OUT_OF_RANGE;
    return MAY_FIRE;
}

/* Infantry support prints 8 for infantry, but half of 18 is 9. R-22 keeps the printed number, so its levels are
 * computed from 8. All other weapons print the half. */
void mad_hitech_damages(const struct mad_tables *t, int weapon, enum mad_target target, bool half_for_infantry,
                        int damage[N_LEVELS])
{
    const struct mad_hitech_weapon *w = &t->hitech_weapons[weapon];
    bool dispersed = is_dispersed(w, target);

    if (dispersed && !half_for_infantry && w->infantry_damage != SALVO_BLANK)
        mad_level_damages(t, w->infantry_damage, false, false, damage);
    else
        mad_level_damages(t, w->damage, false, dispersed, damage);
}

/* As in the WW2 game the sum is not clamped, and a forbidden shot has no damage. */
struct mad_attack mad_hitech_attack_of(const struct mad_tables *t, const struct mad_hitech_shot *s)
{
    int bracket = bracket_of(t, s);
    struct mad_attack attack = {.verdict = judge(t, s, bracket)};
    struct sum sum = modifiers(t, s);

    if (attack.verdict != MAY_FIRE)
        return attack;
    attack.target_number = t->hitech_weapons[s->weapon].to_hit[bracket] + sum.infantry + sum.cover + sum.moving +
                           sum.airborne + sum.walker + sum.opportunity + sum.protection;
    mad_hitech_damages(t, s->weapon, s->target, s->half_for_infantry, attack.damage);
    return attack;
}

/* A VTOL has no cover whatever the parameter says, so the text omits it. */
static void explain_target(const struct mad_hitech_shot *s, salvo_text *text)
{
    static const char *const TARGET[N_TARGETS] = {
        [VEHICLE] = "a vehicle",   [INFANTRY] = "infantry", [WALKER] = "a walker",
        [GRAV] = "a grav vehicle", [VTOL] = "a VTOL",       [POWER_ARMOUR] = "power armour"};

    salvo_text_add(text, "at %s %s", TARGET[s->target], mad_cover_words(s->target == VTOL ? COVER_NONE : s->cover));
    if (s->contact)
        salvo_text_put(text, ", base to base\n");
    else
        salvo_text_add(text, ", %.15g m away\n", s->range_m);
}

void mad_hitech_explain(const struct mad_tables *t, const struct mad_hitech_shot *s, salvo_text *text)
{
    struct mad_attack attack = mad_hitech_attack_of(t, s);
    struct sum sum = modifiers(t, s);
    char base[MAD_COLUMN_WORDS_MAX];
    const struct mad_addend addends[] = {
        {sum.infantry, "infantry as the target"}, {sum.cover, "cover"},
        {sum.moving, "firing on the move"},       {sum.airborne, "an airborne target"},
        {sum.walker, "a walker in the open"},     {sum.opportunity, "opportunity fire"},
        {sum.protection, "what protects it"}};

    explain_target(s, text);
    mad_column_words(&t->hitech_brackets, bracket_of(t, s), base);
    mad_attack_tell(&attack, t->hitech_weapons[s->weapon].name, base, addends, sizeof addends / sizeof *addends, text);
}
