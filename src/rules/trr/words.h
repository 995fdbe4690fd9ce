/* Parameters that several procedures of the book share, so that each is worded and limited once. */
#ifndef SALVO_RULES_TRR_WORDS_H
#define SALVO_RULES_TRR_WORDS_H

#include <math.h>

#include <salvo/rules.h>

extern const char *const TRR_COVER_CHOICES[];
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

enum trr_shots { SHOTS_AUTO, SHOTS_ONE, SHOTS_TWO };

/* clang-format off */
/* What stands behind the last named word are further members of the parameter. */
#define TRR_FLAG(name, ...) \
    {.key = name, .kind = SALVO_FLAG, .fallback = "no", .help = __VA_ARGS__} /* words */

#define TRR_CHOICE(name, words, list, ...) \
    {.key = name, .help = words, .kind = SALVO_CHOICE, .choices = list, .fallback = __VA_ARGS__} /* value */

#define TRR_NUMBER(name, words, least, most, ...) \
    {.key = name, .help = words, .kind = SALVO_INTEGER, .min = least, .max = most, .fallback = __VA_ARGS__} /* value */

#define TRR_DISTANCE(...) \
    {.key = "distance", .help = "distance in cm", .kind = SALVO_DECIMAL, .min = 0, .max = INFINITY, \
     .bracketed = true, .fallback = __VA_ARGS__} /* value */

#define TRR_COVER(...) TRR_CHOICE("cover", "the target's cover", TRR_COVER_CHOICES, "none", __VA_ARGS__)

#define TRR_OFF_RIGHT(...) \
    TRR_CHOICE("off-right", "a shift beyond column E", TRR_OFF_RIGHT_CHOICES, "ineffective", __VA_ARGS__)

#define TRR_TARGET_FIGURES(...) TRR_NUMBER("target-figures", "figures of the target", 1, 10, "10", __VA_ARGS__)

#define TRR_GUN(...) \
    {.key = "gun", .help = "the gun fired", .kind = SALVO_NAME, .table = "guns", .excludes = "strike", __VA_ARGS__}

#define TRR_STRIKE(value) TRR_NUMBER("strike", "strike value", 0, 20, value, .excludes = "gun")

#define TRR_CLASS \
    {.key = "class", .help = "its range class", .kind = SALVO_NAME, .table = "gun-ranges", .fallback = "gun-85", \
     .excludes = "gun"}

#define TRR_UNIT(...) \
    {.key = "unit", .help = "the target, for its defence", .kind = SALVO_NAME, .table = "units", \
     .excludes = "defence", __VA_ARGS__}

#define TRR_DEFENCE(...) \
    {.key = "defence", .help = "defence value of the target", .kind = SALVO_INTEGER, .min = 0, .max = 20, \
     .excludes = "unit", .fallback = __VA_ARGS__} /* value */

#define TRR_STRENGTH(...) TRR_NUMBER("strength", "markers that the model stands", 1, 5, "3", __VA_ARGS__)

#define TRR_TARGET_DAMAGE(...) TRR_NUMBER("target-damage", "markers on the target before", 0, 5, "0", __VA_ARGS__)

#define TRR_DAMAGE_MODEL(...) \
    TRR_CHOICE("damage-model", "what a marker does", TRR_DAMAGE_MODEL_CHOICES, "knockout", __VA_ARGS__)

#define TRR_DAMAGE_APPLIES \
    TRR_CHOICE("damage-applies", "whose markers count in the sum, and how", TRR_DAMAGE_APPLIES_CHOICES, "firer")

#define TRR_OVER_10 TRR_CHOICE("over-10", "markers of a score above 10", TRR_OVER_10_CHOICES, "five")

#define TRR_SURFACE TRR_CHOICE("surface", "on a road or off it", TRR_SURFACE_CHOICES, "cross-country")

#define TRR_GOING TRR_CHOICE("going", "the going", TRR_GOING_CHOICES, "normal")

#define TRR_EXTRA(words) TRR_NUMBER("extra", words, 0, 8, "0")

#define TRR_FIRER_DAMAGE TRR_NUMBER("firer-damage", "markers on the firer", 0, 5, "0")

#define TRR_AIRCRAFT_DAMAGE(words) TRR_NUMBER("aircraft-damage", words, 0, 2, "0")
/* clang-format on */

#endif
