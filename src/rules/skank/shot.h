/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Direct fire at one target (Fire Phase: Direct Fire, To Hit Modifiers): the parameters of every procedure with direct
 * fire, the number to hit, and the effect of a hit. */
#ifndef SALVO_RULES_SKANK_SHOT_H
#define SALVO_RULES_SKANK_SHOT_H

#include <salvo/text.h>

#include "rules/skank/hit.h"
#include "rules/skank/words.h"

enum skank_large { LARGE_AUTO, LARGE_YES, LARGE_NO };
extern const char *const SKANK_LARGE_CHOICES[];

/* Everything that affects one shot. */
struct skank_shot {
    int weapon, shooter; /* rows */
    int target;          /* unit */
    double range_in;
    double max_range_in; /* INFINITY: only the chart limits it */
    bool shooter_moving, target_moving;
    bool cover, prone, building, concealed, invisible, entering, burning, large, mounted, blind;
    enum skank_large size; /* as given; `large` follows from it */
    int modifier;
    bool star_descends;
    int target_rating, target_wounds, rating_bonus, damage_modifier;
    bool instant_wounds;
};

/* clang-format off */
#define SKANK_SHOT_PARAMETERS(type, shot, column, weapon_, target_) \
    SKANK_WEAPON(column, weapon_, "the weapon fired", INTO(type, shot.weapon)), \
    SKANK_TROOP("shooter", "the shooter", INTO(type, shot.shooter)), \
    SKANK_UNIT("target", "the target: a figure or vehicle", target_, INTO(type, shot.target)), \
    SKANK_RANGE(INTO(type, shot.range_in)), \
    FLAG("shooter-moving", "the shooter moved in this turn", .aliases = "moving|moves|firer-moving", INTO(type, shot.shooter_moving)), \
    FLAG("target-moving", "the target moved in this turn", INTO(type, shot.target_moving)), \
    FLAG("cover", "target behind cover", .synonyms = SKANK_COVER_SYNONYMS, .phrases = SKANK_COVER_PHRASES, \
         INTO(type, shot.cover)), \
    FLAG("prone", "target prone", INTO(type, shot.prone)), \
    FLAG("building", "target in a building or room", INTO(type, shot.building)), \
    FLAG("concealed", "target concealed", INTO(type, shot.concealed)), \
    FLAG("invisible", "target in an invisibility field", INTO(type, shot.invisible)), \
    FLAG("entering", "the shooter enters an enemy-held building in this turn", INTO(type, shot.entering)), \
    FLAG("burning", "the shooter is inside a burning building", INTO(type, shot.burning)), \
    CHOICE("large", "a large target; auto: vehicles from the car up", SKANK_LARGE_CHOICES, "auto", \
           INTO(type, shot.size)), \
    FLAG("mounted", "vehicle-mounted weapon", INTO(type, shot.mounted)), \
    FLAG("blind", "blind fire: only an unmodified 1 hits", INTO(type, shot.blind)), \
    SKANK_MODIFIER("modifier", "added to the roll to hit", INTO(type, shot.modifier)), \
    SKANK_MAX_RANGE(INTO(type, shot.max_range_in)), \
    SKANK_STAR(INTO(type, shot.star_descends)), \
    SKANK_TARGET_RATING(INTO(type, shot.target_rating)), \
    SKANK_TARGET_WOUNDS(INTO(type, shot.target_wounds)), \
    SKANK_RATING_BONUS(INTO(type, shot.rating_bonus)), \
    SKANK_DAMAGE_MODIFIER(INTO(type, shot.damage_modifier)), \
    SKANK_INSTANT(INTO(type, shot.instant_wounds))
/* clang-format on */

/* Computes what follows from the parameters: the numbers of the tables if none were given. */
void skank_shot_prepare(const struct skank_tables *t, struct skank_shot *shot);

/* Returns the weapon's own longest range; INFINITY if it has none. */
double skank_weapon_range(const struct skank_weapon *weapon);

enum { NOT_ALLOWED = -1 };

/* Returns the number in the chart at that range, INT_MIN if no shot is permitted. */
int skank_fire_number(const struct skank_tables *t, enum skank_motion motion, double range_in, bool star_descends);
enum { NO_NUMBER = CELL_NO };

/* Returns how many of the ten faces hit; NOT_ALLOWED out of range or in an N cell. */
int skank_shot_faces(const struct skank_tables *t, const struct skank_shot *shot);

/* Returns the effect of a hit. */
struct skank_hit skank_shot_hit(const struct skank_tables *t, const struct skank_shot *shot);

/* Returns a hit with any weapon on any unit, with the given rating and wounds. */
struct skank_hit skank_hit_with(const struct skank_tables *t, int weapon, int rating_bonus, int target,
                                int target_rating);

/* The shots of a figure in a phase (R6). */
enum skank_burst { BURST_MULTIPLY, BURST_MAX };
extern const char *const SKANK_BURST_CHOICES[];
int skank_shots(int attacks, int weapon_shots, enum skank_burst burst);

/* The values in the question; SKANK_OWN: those of the troop, its attacks and its weapon. */
struct skank_shots_asked {
    int attacks, shots;
    enum skank_burst burst;
};

/* clang-format off */
#define SKANK_BURST(...) \
    CHOICE("burst", "attacks and the weapon's shots: multiplied, or the higher one", SKANK_BURST_CHOICES, "multiply", \
           __VA_ARGS__)

#define SKANK_SHOTS_PARAMETERS(type, asked) \
    SKANK_IN_PLACE("attacks", "attacks of the shooter, in place of the troop's", 0, SKANK_ATTACKS_MAX, \
                   INTO(type, asked.attacks)), \
    SKANK_IN_PLACE("shots", "total number of shots, in place of attacks and weapon", 0, SKANK_SHOTS_MAX, \
                   INTO(type, asked.shots)), \
    SKANK_BURST(INTO(type, asked.burst))
/* clang-format on */

int skank_shots_of(const struct skank_tables *t, const struct skank_shot *shot, const struct skank_shots_asked *asked);

/* Adds the shot in words, as one line: the number, the modifiers of the die, the faces that hit. */
void skank_shot_explain(const struct skank_tables *t, const struct skank_shot *shot, salvo_text *text);

/* Adds the effect of a hit in words, as one line. */
void skank_hit_explain(const struct skank_hit *hit, salvo_text *text);

#endif
