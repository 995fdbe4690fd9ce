/* Parameters that several procedures of the book share, so that each is worded and limited once. */
#ifndef SALVO_RULES_MAD_WORDS_H
#define SALVO_RULES_MAD_WORDS_H

#include <math.h>

#include <salvo/rules.h>

#include "rules/mad/tables.h"

extern const char *const MAD_TARGET_CHOICES[];
extern const char *const MAD_COVER_CHOICES[];
extern const char *const MAD_ROUNDING_CHOICES[];
extern const char *const MAD_INFANTRY_DAMAGE_CHOICES[]; /* table, half */

/* clang-format off */
#define MAD_FLAG(name, words) {.key = name, .help = words, .kind = SALVO_FLAG, .fallback = "no"}

#define MAD_UNIT(name, words) {.key = name, .help = words, .kind = SALVO_NAME, .table = "units", .required = true}

#define MAD_RANGE_OF(table_, ...) \
    {.key = "range", .help = "distance in metres", .kind = SALVO_DECIMAL, .min = 0, .max = INFINITY, \
     .table = (table_), .required = true, __VA_ARGS__}
#define MAD_RANGE(...) MAD_RANGE_OF("weapons", __VA_ARGS__)

#define MAD_COVER(name, words) \
    {.key = name, .help = words, .kind = SALVO_CHOICE, .choices = MAD_COVER_CHOICES, .fallback = "none"}

#define MAD_FORT_VALUE_OF(words, cell) \
    {.key = "fort-value", .help = words, .kind = SALVO_INTEGER, \
     .min = 1, .max = 4, .fallback = "4", .fallback_cell = cell}
#define MAD_FORT_VALUE \
    MAD_FORT_VALUE_OF("what cover=fortification adds to the target number", "modifiers.fortification.modifier")

#define MAD_SMALL_ARMS_VEHICLES \
    {.key = "small-arms-vehicles", .help = "may small arms fire at vehicles", .kind = SALVO_FLAG, .fallback = "yes"}

#define MAD_COUNT(name, words, ...) \
    {.key = name, .help = words, .kind = SALVO_INTEGER, .min = 1, .max = MAD_COUNT_MAX, __VA_ARGS__}

#define MAD_HP \
    MAD_COUNT("hp", "hit points of the target, for the chance of a kill", .word = "none", .fallback = "none")

#define MAD_HP_REQUIRED MAD_COUNT("hp", "hit points of the target", .required = true)

#define MAD_TECH {.key = "tech", .help = "which game", .kind = SALVO_CHOICE, .choices = MAD_TECHS, .fallback = "ww2"}

/* Of either game; mad_target_check refuses what a game does not have. */
#define MAD_TARGET_OF(name, words) \
    {.key = name, .help = words, .kind = SALVO_CHOICE, .choices = MAD_HITECH_TARGETS, .fallback = "vehicle"}

#define MAD_CALIBRE \
    {.key = "calibre", .help = "size of the guns", .kind = SALVO_NAME, .table = "artillery", .required = true}

#define MAD_INFANTRY_DAMAGE \
    {.key = "infantry-damage", .help = "a hi-tech weapon's damage to infantry where the table prints its own", \
     .kind = SALVO_CHOICE, .choices = MAD_INFANTRY_DAMAGE_CHOICES, .fallback = "table"}

/* Where an element stands from the aim point. */
#define MAD_OFFSET(name, words) \
    {.key = name, .help = words, .kind = SALVO_DECIMAL, .min = -INFINITY, .max = INFINITY, .fallback = "0"}
#define MAD_OFFSET_X MAD_OFFSET("offset-x", "the element's centre, mm to the right of the aim point")
#define MAD_OFFSET_Y MAD_OFFSET("offset-y", "the element's centre, mm beyond the aim point")

#define MAD_LENGTH_MM(name, words, ...) \
    {.key = name, .help = words, .kind = SALVO_DECIMAL, .min = 0, .max = INFINITY, __VA_ARGS__}
#define MAD_ELEMENT_RADIUS \
    MAD_LENGTH_MM("element-radius", "how far the element reaches from its centre, mm", .fallback = "0")
/* clang-format on */

enum { MAD_COUNT_MAX = 1000000 };

/* Refuses a hi-tech target in the WW2 game. */
salvo_status mad_target_check(enum mad_tech tech, enum mad_target target, salvo_error *err);

#endif
