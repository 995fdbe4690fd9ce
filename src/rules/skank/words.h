/* Parameters that several procedures of the book share, so that each is worded and limited once. */
#ifndef SALVO_RULES_SKANK_WORDS_H
#define SALVO_RULES_SKANK_WORDS_H

#include <math.h>

#include <salvo/rules.h>

enum { SKANK_MODIFIER_MAX = 1000, SKANK_RATING_MAX = 1000, SKANK_WOUNDS_MAX = 1000, SKANK_TRIES_MAX = 1000 };
enum { SKANK_ATTACKS_MAX = 100, SKANK_SHOTS_MAX = 1000 };

extern const char *const SKANK_STAR_CHOICES[];    /* zero, descending */
extern const char *const SKANK_INSTANT_CHOICES[]; /* kill, wound */
extern const char *const SKANK_BURST_CHOICES[];   /* multiply, max */

/* clang-format off */
#define SKANK_FLAG(name, words) {.key = name, .help = words, .kind = SALVO_FLAG, .fallback = "no"}

#define SKANK_YES(name, words) {.key = name, .help = words, .kind = SALVO_FLAG, .fallback = "yes"}

#define SKANK_CHOICE(name, words, list, otherwise) \
    {.key = name, .help = words, .kind = SALVO_CHOICE, .choices = list, .fallback = otherwise}

#define SKANK_TROOP(name, words) \
    {.key = name, .help = words, .kind = SALVO_NAME, .table = "troops", .fallback = "trained"}

#define SKANK_UNIT(name, words, otherwise) \
    {.key = name, .help = words, .kind = SALVO_NAME, .table = "troops", .more_table = "vehicles", \
     .fallback = otherwise}

#define SKANK_CLASS \
    {.key = "class", .help = "class of the vehicle", .kind = SALVO_NAME, .table = "vehicles", .fallback = "car"}

#define SKANK_WEAPON(column, otherwise, words) \
    {.key = "weapon", .help = words, .kind = SALVO_NAME, .table = "weapons", .among = column, .fallback = otherwise}

#define SKANK_RANGE \
    {.key = "range", .help = "distance in inches", .kind = SALVO_DECIMAL, .min = 0, .max = INFINITY, \
     .table = "fire", .fallback = "10"}

#define SKANK_MAX_RANGE \
    {.key = "max-range", .help = "longest range, in place of the weapon's", .kind = SALVO_DECIMAL, .min = 0, \
     .max = INFINITY}

/* `otherwise`: the default, or NULL. */
#define SKANK_WHOLE(name, words, least, most, otherwise) \
    {.key = name, .help = words, .kind = SALVO_INTEGER, .min = least, .max = most, .fallback = otherwise}

#define SKANK_WHOLE_OR_CELL(name, words, least, most, otherwise, cell) \
    {.key = name, .help = words, .kind = SALVO_INTEGER, .min = least, .max = most, .fallback = otherwise, \
     .fallback_cell = cell}

#define SKANK_MODIFIER(name, words) \
    SKANK_WHOLE(name, words, -SKANK_MODIFIER_MAX, SKANK_MODIFIER_MAX, "0")

/* A test of ability takes the troop's number unless one is given. */
#define SKANK_ABILITY(words) SKANK_WHOLE("ability", words, 0, SKANK_MODIFIER_MAX, NULL)

#define SKANK_STAR SKANK_CHOICE("star", "what a * of the fire chart stands for", SKANK_STAR_CHOICES, "zero")

#define SKANK_TARGET_RATING(words) SKANK_WHOLE("target-rating", words, 0, SKANK_RATING_MAX, NULL)

#define SKANK_TARGET_WOUNDS \
    SKANK_WHOLE("target-wounds", "wounds of a figure, in place of the troop's", 1, SKANK_WOUNDS_MAX, NULL)

#define SKANK_RATING_BONUS SKANK_MODIFIER("rating-bonus", "added to the weapon's rating (armour piercing 1)")

#define SKANK_DAMAGE_MODIFIER SKANK_MODIFIER("damage-modifier", "added to the damage roll")

#define SKANK_ATTACKS \
    SKANK_WHOLE("attacks", "attacks of the shooter, in place of the troop's", 0, SKANK_ATTACKS_MAX, NULL)

#define SKANK_SHOTS SKANK_WHOLE("shots", "shots in all, in place of attacks and weapon", 0, SKANK_SHOTS_MAX, NULL)

#define SKANK_BURST \
    SKANK_CHOICE("burst", "attacks and the weapon's shots: multiplied, or the greater", SKANK_BURST_CHOICES, \
                 "multiply")

#define SKANK_INSTANT \
    SKANK_CHOICE("instant", "what an instant kill does to a figure", SKANK_INSTANT_CHOICES, "kill")
/* clang-format on */

/* The value, or what stands in its place when it was not given. */
static inline int skank_given_or(const salvo_value *value, int otherwise)
{
    return value->absent ? otherwise : (int)value->integer;
}

/* How many of the ten faces are at or under `number` once `modifier` is added; no face succeeds or fails by itself. */
int skank_good_faces(int number, int modifier);

#endif
