/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters that several procedures of the book share, so that each is worded and limited once. */
#ifndef SALVO_RULES_MAD_WORDS_H
#define SALVO_RULES_MAD_WORDS_H

#include "rules/mad/tables.h"
#include "rules/parameters.h"

extern const char *const MAD_TARGET_CHOICES[];
extern const char *const MAD_COVER_CHOICES[];
extern const salvo_synonym MAD_COVER_SYNONYMS[];
extern const char *const MAD_COVER_PHRASES[];
extern const char *const MAD_ROUNDING_CHOICES[];
extern const char *const MAD_INFANTRY_DAMAGE_CHOICES[]; /* table, half */

enum { MAD_COUNT_MAX = 1000000 };

/* clang-format off */
#define MAD_UNIT(name, words, ...) ROW_REQUIRED(name, words, "units", __VA_ARGS__)

#define MAD_WEAPON(...) ROW_REQUIRED("weapon", "the weapon fired", "weapons", __VA_ARGS__)

#define MAD_RANGE_OF(brackets, ...) \
    DECIMAL("range", "distance in metres", 0, INFINITY, NULL, .table = brackets, .distance = true, .required = true, \
            __VA_ARGS__)
#define MAD_RANGE(...) MAD_RANGE_OF("weapons", __VA_ARGS__)

#define MAD_COVER(name, words, ...) \
    CHOICE(name, words, MAD_COVER_CHOICES, "none", .synonyms = MAD_COVER_SYNONYMS, .phrases = MAD_COVER_PHRASES, \
           __VA_ARGS__)

#define MAD_FORT_VALUE_OF(words, cell, ...) \
    WHOLE("fort-value", words, 1, 4, "4", .fallback_cell = cell, __VA_ARGS__)
#define MAD_FORT_VALUE(...) \
    MAD_FORT_VALUE_OF("what cover=fortification adds to the target number", "modifiers.fortification.modifier", \
                      __VA_ARGS__)

#define MAD_SMALL_ARMS_VEHICLES(...) \
    FLAG_YES("small-arms-vehicles", "whether small arms may fire at vehicles", __VA_ARGS__)

#define MAD_MOVING(...) \
    FLAG("moving", "the firer moved this activation", .aliases = "moves|moved|firer-moving", \
         .phrases = SALVO_MOVING_PHRASES, __VA_ARGS__)
#define MAD_FIXED(...) FLAG("fixed", "the weapon is fixed or of limited traverse (marked *)", __VA_ARGS__)
#define MAD_OPPORTUNITY(...) FLAG("opportunity", "opportunity fire", __VA_ARGS__)
#define MAD_CONTACT(...) FLAG("contact", "base to base: range 0, no cover", __VA_ARGS__)
#define MAD_LARGE_STATIC(...) FLAG("large-static", "the target is a building or the like", __VA_ARGS__)

#define MAD_COUNT(name, words, otherwise, ...) WHOLE(name, words, 1, MAD_COUNT_MAX, otherwise, __VA_ARGS__)

#define MAD_HP(...) \
    MAD_COUNT("hp", "hit points of the target, for the chance of a kill", "none", .word = "none", __VA_ARGS__)
#define MAD_HP_REQUIRED(...) MAD_COUNT("hp", "hit points of the target", NULL, .required = true, __VA_ARGS__)

#define MAD_TECH(...) CHOICE("tech", "the game", MAD_TECHS, "ww2", __VA_ARGS__)

/* For either game; mad_target_check refuses what a game does not have. */
#define MAD_TARGET_OF(name, words, ...) CHOICE(name, words, MAD_HITECH_TARGETS, "vehicle", __VA_ARGS__)

#define MAD_INFANTRY_DAMAGE(...) \
    CHOICE("infantry-damage", "a hi-tech weapon's damage to infantry if the table prints its own", \
           MAD_INFANTRY_DAMAGE_CHOICES, "table", __VA_ARGS__)

/* A crew's skill, and other values that count from 0. */
#define MAD_SKILL(name, words, ...) WHOLE(name, words, 0, MAD_COUNT_MAX, "0", __VA_ARGS__)

/* The position of an element relative to the aim point. */
#define MAD_OFFSET(name, words, ...) DECIMAL(name, words, -INFINITY, INFINITY, "0", __VA_ARGS__)
#define MAD_OFFSET_X(...) MAD_OFFSET("offset-x", "the element's centre, mm to the right of the aim point", __VA_ARGS__)
#define MAD_OFFSET_Y(...) MAD_OFFSET("offset-y", "the element's centre, mm beyond the aim point", __VA_ARGS__)
#define MAD_ELEMENT_RADIUS(...) \
    DECIMAL("element-radius", "the distance from the element's centre to its edge, mm", 0, INFINITY, "0", __VA_ARGS__)
/* clang-format on */

/* Refuses a hi-tech target in the WW2 game. */
salvo_status mad_target_check(enum mad_tech tech, enum mad_target target, salvo_error *err);

#endif
