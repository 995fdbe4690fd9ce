/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters that several procedures of the book share, so that each is worded and limited once. */
#ifndef SALVO_RULES_TRR_WORDS_H
#define SALVO_RULES_TRR_WORDS_H

#include "rules/parameters.h"

extern const char *const TRR_COVER_CHOICES[];
extern const char *const TRR_COVER_PHRASES[], *const TRR_CONCEALMENT_PHRASES[];
extern const salvo_synonym TRR_COVER_SYNONYMS[], TRR_CONCEALMENT_SYNONYMS[];
extern const char *const TRR_OFF_RIGHT_CHOICES[];
extern const char *const TRR_DAMAGE_MODEL_CHOICES[];
extern const char *const TRR_AMMO_CHOICES[];
extern const char *const TRR_CONCEALMENT_CHOICES[];
extern const char *const TRR_ASPECT_CHOICES[];
extern const char *const TRR_DAMAGE_APPLIES_CHOICES[];
extern const char *const TRR_OVER_10_CHOICES[];
extern const char *const TRR_SHOTS_CHOICES[];
extern const char *const TRR_SURFACE_CHOICES[];
extern const char *const TRR_GOING_CHOICES[];

enum trr_concealment { CONCEALED_NONE, CONCEALED_WOOD, CONCEALED_DUG_IN };
enum trr_aspect { ASPECT_FRONT, ASPECT_FLANK, ASPECT_REAR };
/* The meaning of a marker in the sum: one on the firer, or on the target. */
enum trr_damage_applies { DAMAGE_ON_FIRER, DAMAGE_MAKES_EASIER, DAMAGE_MAKES_HARDER, DAMAGE_IGNORED };
enum trr_surface { SURFACE_ROAD, SURFACE_CROSS_COUNTRY };
enum trr_going { GOING_NORMAL, GOING_POOR, GOING_BAD, GOING_IMPASSABLE };
enum trr_shots { SHOTS_AUTO, SHOTS_ONE, SHOTS_TWO };

/* clang-format off */
#define TRR_DISTANCE_OF(name, otherwise, ...) \
    DECIMAL(name, "distance in cm", 0, INFINITY, otherwise, .bracketed = true, .distance = true, __VA_ARGS__)
#define TRR_DISTANCE(otherwise, ...) TRR_DISTANCE_OF("distance", otherwise, .aliases = "range", __VA_ARGS__)

#define TRR_COVER(...) \
    CHOICE("cover", "the target's cover", TRR_COVER_CHOICES, "none", .synonyms = TRR_COVER_SYNONYMS, \
           .phrases = TRR_COVER_PHRASES, __VA_ARGS__)

#define TRR_OFF_RIGHT(...) \
    CHOICE("off-right", "a shift beyond column E", TRR_OFF_RIGHT_CHOICES, "ineffective", __VA_ARGS__)

#define TRR_TARGET_FIGURES(...) WHOLE("target-figures", "figures of the target", 1, 10, "10", __VA_ARGS__)

/* A gun by its name, or by its strike value and range class. The row is -1 if it is not named. */
#define TRR_GUN(...) ROW("gun", "the gun fired", "guns", NULL, .excludes = "strike", .without = -1, __VA_ARGS__)
#define TRR_STRIKE(otherwise, ...) \
    WHOLE("strike", "strike value", 0, 20, otherwise, .excludes = "gun", __VA_ARGS__)
#define TRR_CLASS(...) ROW("class", "its range class", "gun-ranges", "gun-85", .excludes = "gun", __VA_ARGS__)

#define TRR_VEHICLE(name, words, ...) ROW_REQUIRED(name, words, "units", __VA_ARGS__)

#define TRR_AMMO(name, words, ...) CHOICE(name, words, TRR_AMMO_CHOICES, "ap", __VA_ARGS__)
#define TRR_CONCEALMENT(name, words, ...) \
    CHOICE(name, words, TRR_CONCEALMENT_CHOICES, "none", .synonyms = TRR_CONCEALMENT_SYNONYMS, \
           .phrases = TRR_CONCEALMENT_PHRASES, __VA_ARGS__)
#define TRR_ASPECT(name, words, ...) CHOICE(name, words, TRR_ASPECT_CHOICES, "front", __VA_ARGS__)

#define TRR_STRENGTH(...) WHOLE("strength", "markers that destroy the model", 1, 5, "3", __VA_ARGS__)

#define TRR_DAMAGE_MODEL(...) \
    CHOICE("damage-model", "the effect of a marker", TRR_DAMAGE_MODEL_CHOICES, "knockout", __VA_ARGS__)

#define TRR_DAMAGE_APPLIES(...) \
    CHOICE("damage-applies", "whose markers are added to the sum, and how", TRR_DAMAGE_APPLIES_CHOICES, "firer", \
           __VA_ARGS__)

#define TRR_OVER_10(...) CHOICE("over-10", "markers of a score above 10", TRR_OVER_10_CHOICES, "five", __VA_ARGS__)

#define TRR_SURFACE(...) CHOICE("surface", "on a road or off it", TRR_SURFACE_CHOICES, "cross-country", __VA_ARGS__)

#define TRR_GOING(...) CHOICE("going", "the going", TRR_GOING_CHOICES, "normal", __VA_ARGS__)

#define TRR_EXTRA(words, ...) WHOLE("extra", words, 0, 8, "0", __VA_ARGS__)

#define TRR_FIRER_DAMAGE(...) WHOLE("firer-damage", "markers on the firer", 0, 5, "0", __VA_ARGS__)

#define TRR_AIRCRAFT_DAMAGE(words, ...) WHOLE("aircraft-damage", words, 0, 2, "0", __VA_ARGS__)
/* clang-format on */

#endif
