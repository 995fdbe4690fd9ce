/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choices that several procedures offer, and the one formula of all tests: number minus modifier, in faces of the
 * die. */
#include "rules/skank/words.h"

const char *const SKANK_STAR_CHOICES[] = {"zero", "descending", NULL};
const char *const SKANK_INSTANT_CHOICES[] = {"kill", "wound", NULL};

const char *const SKANK_COVER_PHRASES[] = {"in the open", "behind cover"};

const salvo_synonym SKANK_COVER_SYNONYMS[] = {
    {"open", "no"},  {"none", "no"},  {"clear", "no"},     {"normal", "yes"}, {"cover", "yes"},  {"hedge", "yes"},
    {"wall", "yes"}, {"wood", "yes"}, {"woods", "yes"},    {"trees", "yes"},  {"forest", "yes"}, {"light", "yes"},
    {"soft", "yes"}, {"hard", "yes"}, {"building", "yes"}, {NULL, NULL}};

int skank_good_faces(int number, int modifier)
{
    int good = number - modifier;

    return good < 0 ? 0 : good > FACES ? FACES : good;
}
