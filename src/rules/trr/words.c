/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choices that several procedures offer under the same names. */
#include "rules/trr/words.h"

#include "rules/trr/tables.h"

const char *const TRR_COVER_CHOICES[] = {[COVER_NONE] = "none",   [COVER_LIGHT] = "light", [COVER_MEDIUM] = "medium",
                                         [COVER_HEAVY] = "heavy", [COVER_TOTAL] = "total", NULL};

const char *const TRR_COVER_PHRASES[] = {"in the open", "in light cover", "in medium cover", "in heavy cover",
                                         "in total cover"};

/* The book names only degrees of cover. */
const salvo_synonym TRR_COVER_SYNONYMS[] = {{"open", "none"},    {"no", "none"},     {"clear", "none"},
                                            {"soft", "light"},   {"hedge", "light"}, {"wood", "medium"},
                                            {"woods", "medium"}, {"hard", "heavy"},  {"building", "heavy"},
                                            {"house", "heavy"},  {NULL, NULL}};

/* as printed, or the last column. */
const char *const TRR_OFF_RIGHT_CHOICES[] = {"ineffective", "column-e", NULL};

/* the literal reading, and the one in which a vehicle fights on. */
const char *const TRR_DAMAGE_MODEL_CHOICES[] = {"knockout", "graded", NULL};

const char *const TRR_AMMO_CHOICES[] = {
    [AMMO_AP] = "ap", [AMMO_HVAP] = "hvap", [AMMO_APDS] = "apds", [AMMO_APCR] = "apcr", NULL};

const char *const TRR_CONCEALMENT_CHOICES[] = {
    [CONCEALED_NONE] = "none", [CONCEALED_WOOD] = "wood", [CONCEALED_DUG_IN] = "dug-in", NULL};

const char *const TRR_CONCEALMENT_PHRASES[] = {"in the open", "in a wood", "dug in"};

/* A wood or a built-up area; behind a hill or dug in. */
const salvo_synonym TRR_CONCEALMENT_SYNONYMS[] = {
    {"open", "none"},   {"no", "none"},       {"clear", "none"},       {"woods", "wood"},    {"trees", "wood"},
    {"forest", "wood"}, {"building", "wood"}, {"house", "wood"},       {"built-up", "wood"}, {"hedge", "wood"},
    {"hill", "dug-in"}, {"trench", "dug-in"}, {"hull-down", "dug-in"}, {"wall", "dug-in"},   {NULL, NULL}};

const char *const TRR_ASPECT_CHOICES[] = {
    [ASPECT_FRONT] = "front", [ASPECT_FLANK] = "flank", [ASPECT_REAR] = "rear", NULL};

/* four readings of "-1 per damage". */
const char *const TRR_DAMAGE_APPLIES_CHOICES[] = {[DAMAGE_ON_FIRER] = "firer",
                                                  [DAMAGE_MAKES_EASIER] = "target-easier",
                                                  [DAMAGE_MAKES_HARDER] = "target-harder",
                                                  [DAMAGE_IGNORED] = "none",
                                                  NULL};

/* as printed, or one more for each point. */
const char *const TRR_OVER_10_CHOICES[] = {"five", "continue", NULL};

const char *const TRR_SHOTS_CHOICES[] = {[SHOTS_AUTO] = "auto", [SHOTS_ONE] = "1", [SHOTS_TWO] = "2", NULL};

const char *const TRR_SURFACE_CHOICES[] = {[SURFACE_ROAD] = "road", [SURFACE_CROSS_COUNTRY] = "cross-country", NULL};

const char *const TRR_GOING_CHOICES[] = {
    [GOING_NORMAL] = "normal", [GOING_POOR] = "poor", [GOING_BAD] = "bad", [GOING_IMPASSABLE] = "impassable", NULL};
