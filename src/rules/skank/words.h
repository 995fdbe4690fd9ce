/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters that several procedures of the book share, so that each is worded and limited once. */
#ifndef SALVO_RULES_SKANK_WORDS_H
#define SALVO_RULES_SKANK_WORDS_H

#include "rules/parameters.h"
#include "rules/skank/tables.h"

enum { SKANK_MODIFIER_MAX = 1000, SKANK_RATING_MAX = 1000, SKANK_WOUNDS_MAX = 1000, SKANK_TRIES_MAX = 1000 };
enum { SKANK_ATTACKS_MAX = 100, SKANK_SHOTS_MAX = 1000 };

extern const char *const SKANK_STAR_CHOICES[];    /* zero, descending */
extern const char *const SKANK_INSTANT_CHOICES[]; /* kill, wound */

/* The value of a parameter that is not given: the table's own. */
enum { SKANK_OWN = -1 };

static inline int skank_given_or(int given, int own)
{
    return given == SKANK_OWN ? own : given;
}

/* All obstacles have the same modifier. */
extern const salvo_synonym SKANK_COVER_SYNONYMS[];
extern const char *const SKANK_COVER_PHRASES[];

/* clang-format off */
#define SKANK_TROOP(name, words, ...) ROW(name, words, "troops", "trained", __VA_ARGS__)

#define SKANK_UNIT(name, words, otherwise, ...) \
    ROW(name, words, "troops", otherwise, .more_table = "vehicles", __VA_ARGS__)

#define SKANK_CLASS(...) ROW("class", "class of the vehicle", "vehicles", "car", __VA_ARGS__)

#define SKANK_WEAPON(column, otherwise, words, ...) \
    ROW("weapon", words, "weapons", otherwise, .among = column, __VA_ARGS__)

#define SKANK_RANGE(...) \
    DECIMAL("range", "distance in inches", 0, INFINITY, "10", .table = "fire", .distance = true, __VA_ARGS__)

#define SKANK_MAX_RANGE(...) \
    DECIMAL("max-range", "longest range, in place of the weapon's", 0, INFINITY, NULL, .distance = true, \
            .without = SKANK_OWN, __VA_ARGS__)

/* A number in place of the table's own. */
#define SKANK_IN_PLACE(name, words, least, most, ...) \
    WHOLE(name, words, least, most, NULL, .without = SKANK_OWN, __VA_ARGS__)

#define SKANK_MODIFIER(name, words, ...) \
    WHOLE(name, words, -SKANK_MODIFIER_MAX, SKANK_MODIFIER_MAX, "0", __VA_ARGS__)

#define SKANK_ABILITY(words, ...) SKANK_IN_PLACE("ability", words, 0, SKANK_MODIFIER_MAX, __VA_ARGS__)

#define SKANK_STAR(...) CHOICE("star", "the meaning of a * in the fire chart", SKANK_STAR_CHOICES, "zero", __VA_ARGS__)

#define SKANK_TARGET_RATING(...) \
    SKANK_IN_PLACE("target-rating", "rating of the target, in place of its own", 0, SKANK_RATING_MAX, __VA_ARGS__)

#define SKANK_TARGET_WOUNDS(...) \
    SKANK_IN_PLACE("target-wounds", "wounds of a figure, in place of the troop's", 1, SKANK_WOUNDS_MAX, __VA_ARGS__)

#define SKANK_RATING_BONUS(...) \
    SKANK_MODIFIER("rating-bonus", "added to the weapon's rating (armour piercing 1)", __VA_ARGS__)

#define SKANK_DAMAGE_MODIFIER(...) SKANK_MODIFIER("damage-modifier", "added to the damage roll", __VA_ARGS__)

#define SKANK_INSTANT(...) \
    CHOICE("instant", "the effect of an instant kill on a figure", SKANK_INSTANT_CHOICES, "kill", __VA_ARGS__)
/* clang-format on */

/* Returns how many of the ten faces are at or under `number` after `modifier` is added; no face succeeds or fails by
 * itself. */
int skank_good_faces(int number, int modifier);

#endif
