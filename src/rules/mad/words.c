/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choices that several procedures of the book offer under the same names. */
#include "rules/mad/words.h"

#include "rules/mad/attack.h"

const char *const MAD_TARGET_CHOICES[] = {[VEHICLE] = "vehicle", [INFANTRY] = "infantry", NULL};

const char *const MAD_COVER_CHOICES[] = {
    [COVER_NONE] = "none", [COVER_NORMAL] = "normal", [COVER_FORTIFICATION] = "fortification", NULL};

const char *const MAD_COVER_PHRASES[] = {"in the open", "in cover", "in a fortification"};

/* Fortifications and trenches are full shelter; every other obstacle is ordinary cover. */
const salvo_synonym MAD_COVER_SYNONYMS[] = {{"open", "none"},
                                            {"no", "none"},
                                            {"clear", "none"},
                                            {"yes", "normal"},
                                            {"cover", "normal"},
                                            {"hedge", "normal"},
                                            {"wall", "normal"},
                                            {"wood", "normal"},
                                            {"woods", "normal"},
                                            {"trees", "normal"},
                                            {"forest", "normal"},
                                            {"building", "normal"},
                                            {"house", "normal"},
                                            {"soft", "normal"},
                                            {"light", "normal"},
                                            {"hull-down", "normal"},
                                            {"hard", "fortification"},
                                            {"trench", "fortification"},
                                            {"bunker", "fortification"},
                                            {"pillbox", "fortification"},
                                            {"dug-in", "fortification"},
                                            {NULL, NULL}};

const char *const MAD_ROUNDING_CHOICES[] = {"up", "down", NULL};

const char *const MAD_INFANTRY_DAMAGE_CHOICES[] = {"table", "half", NULL};

/* The parameter lists the targets of both games, because its choices cannot depend on `tech`. So the WW2 game refuses
 * here what it does not have. */
salvo_status mad_target_check(enum mad_tech tech, enum mad_target target, salvo_error *err)
{
    if (tech == HITECH || target == VEHICLE || target == INFANTRY)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "target=%s: '%s' is not a value of target in the ww2 game; use 'vehicle' or 'infantry', or "
                      "add tech=hitech for the others",
                      MAD_HITECH_TARGETS[target], MAD_HITECH_TARGETS[target]);
}
