#include "rules/mad/hitech_attack.h"

#include <limits.h>

/* The modifiers that add to the table's number, apart so that they can be told. */
struct sum {
    int infantry, cover, moving, airborne, walker, opportunity, protection;
};

static int bracket_of(const struct mad_tables *t, const struct mad_hitech_shot *s)
{
    return salvo_brackets_find(&t->hitech_brackets, s->contact ? 0 : s->range_m);
}

/* A target that the weapon hits less easily and hurts by half. */
static bool is_dispersed(const struct mad_hitech_weapon *weapon, enum mad_target target)
{
    return mad_is_infantry(target) && !weapon->anti_infantry;
}

/* VTOLs never claim cover. */
static int cover_modifier(const struct mad_tables *t, const struct mad_hitech_shot *s)
{
    if (s->contact || s->target == VTOL || s->cover == COVER_NONE)
        return 0;
    return s->cover == COVER_FORTIFICATION ? s->fort_value : t->hitech_modifier[HITECH_COVER];
}

/* Of the lines with two stars only the largest that applies counts; ADF works on missiles only. */
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
