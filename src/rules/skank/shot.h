/* Direct fire at one target (Fire Phase: Direct Fire, To Hit Modifiers): the parameters that every procedure with direct
 * fire shares, the number to hit, and what a hit does. */
#ifndef SALVO_RULES_SKANK_SHOT_H
#define SALVO_RULES_SKANK_SHOT_H

#include "base/text.h"
#include "rules/skank/hit.h"
#include "rules/skank/words.h"

enum skank_shot_key {
    SHOT_WEAPON,
    SHOT_SHOOTER,
    SHOT_TARGET,
    SHOT_RANGE,
    SHOT_SHOOTER_MOVING,
    SHOT_TARGET_MOVING,
    SHOT_COVER,
    SHOT_PRONE,
    SHOT_BUILDING,
    SHOT_CONCEALED,
    SHOT_INVISIBLE,
    SHOT_ENTERING,
    SHOT_BURNING,
    SHOT_LARGE,
    SHOT_MOUNTED,
    SHOT_BLIND,
    SHOT_MODIFIER,
    SHOT_MAX_RANGE,
    SHOT_STAR,
    SHOT_TARGET_RATING,
    SHOT_TARGET_WOUNDS,
    SHOT_RATING_BONUS,
    SHOT_DAMAGE_MODIFIER,
    SHOT_INSTANT,
    N_SHOT_KEYS,
};

enum skank_large { LARGE_AUTO, LARGE_YES, LARGE_NO };
extern const char *const SKANK_LARGE_CHOICES[];

/* The first N_SHOT_KEYS parameters of a procedure, in the order of enum skank_shot_key. */
/* clang-format off */
#define SKANK_SHOT_PARAMETERS(weapons, weapon, target) \
    [SHOT_WEAPON] = SKANK_WEAPON(weapons, weapon, "the weapon fired"), \
    [SHOT_SHOOTER] = SKANK_TROOP("shooter", "who fires"), \
    [SHOT_TARGET] = SKANK_UNIT("target", "figure or vehicle fired at", target), \
    [SHOT_RANGE] = SKANK_RANGE, \
    [SHOT_SHOOTER_MOVING] = SKANK_FLAG("shooter-moving", "the shooter moved this turn"), \
    [SHOT_TARGET_MOVING] = SKANK_FLAG("target-moving", "the target moved this turn"), \
    [SHOT_COVER] = SKANK_FLAG("cover", "target behind cover"), \
    [SHOT_PRONE] = SKANK_FLAG("prone", "target prone"), \
    [SHOT_BUILDING] = SKANK_FLAG("building", "target in a building or room"), \
    [SHOT_CONCEALED] = SKANK_FLAG("concealed", "target concealed"), \
    [SHOT_INVISIBLE] = SKANK_FLAG("invisible", "target in an invisibility field"), \
    [SHOT_ENTERING] = SKANK_FLAG("entering", "the shooter enters an enemy-held building this turn"), \
    [SHOT_BURNING] = SKANK_FLAG("burning", "the shooter is inside a burning building"), \
    [SHOT_LARGE] = SKANK_CHOICE("large", "a large target; auto: vehicles from the car up", SKANK_LARGE_CHOICES, \
                                "auto"), \
    [SHOT_MOUNTED] = SKANK_FLAG("mounted", "vehicle-mounted weapon"), \
    [SHOT_BLIND] = SKANK_FLAG("blind", "blind fire: only an unmodified 1 hits"), \
    [SHOT_MODIFIER] = SKANK_MODIFIER("modifier", "added to the roll to hit"), \
    [SHOT_MAX_RANGE] = SKANK_MAX_RANGE, \
    [SHOT_STAR] = SKANK_STAR, \
    [SHOT_TARGET_RATING] = SKANK_TARGET_RATING("rating of the target, in place of its own"), \
    [SHOT_TARGET_WOUNDS] = SKANK_TARGET_WOUNDS, \
    [SHOT_RATING_BONUS] = SKANK_RATING_BONUS, \
    [SHOT_DAMAGE_MODIFIER] = SKANK_DAMAGE_MODIFIER, \
    [SHOT_INSTANT] = SKANK_INSTANT
/* clang-format on */

/* Everything that bears on one shot. */
struct skank_shot {
    int weapon, shooter; /* rows */
    int target;          /* unit */
    double range_in;
    double max_range_in; /* INFINITY: no limit but the chart's */
    bool shooter_moving, target_moving;
    bool cover, prone, building, concealed, invisible, entering, burning, large, mounted, blind;
    int modifier;
    bool star_descends;
    int target_rating, target_wounds, rating_bonus, damage_modifier;
    bool instant_wounds;
};

/* The shot of the first N_SHOT_KEYS values. */
struct skank_shot skank_shot_of(const struct skank_tables *t, const salvo_value *values);

/* The weapon's own longest range; INFINITY when it states none. */
double skank_weapon_range(const struct skank_weapon *weapon);

enum { NOT_ALLOWED = -1 };

/* The number in the chart at that range, INT_MIN where there may be no shot. */
int skank_fire_number(const struct skank_tables *t, enum skank_motion motion, double range_in, bool star_descends);
enum { NO_NUMBER = CELL_NO };

/* How many of the ten faces hit; NOT_ALLOWED out of range or in an N cell. */
int skank_shot_faces(const struct skank_tables *t, const struct skank_shot *shot);

/* What a hit does. */
struct skank_hit skank_shot_hit(const struct skank_tables *t, const struct skank_shot *shot);

/* A hit with any weapon on any unit: rating as given, wounds as given. */
struct skank_hit skank_hit_with(const struct skank_tables *t, int weapon, int rating_bonus, int target,
                                int target_rating);

/* Shots of a figure in a phase (R6). */
enum skank_burst { BURST_MULTIPLY, BURST_MAX };
int skank_shots(int attacks, int weapon_shots, enum skank_burst burst);

/* The shot in words: the number, what is added to the die, the faces that hit; one line. */
void skank_shot_explain(const struct skank_tables *t, const struct skank_shot *shot, salvo_text *text);

/* What a hit does, in words; one line. */
void skank_hit_explain(const struct skank_hit *hit, salvo_text *text);

#endif
