/* Choices that several procedures offer, and the one formula of all tests: number minus modifier, in faces of the
 * die. */
#include "rules/skank/words.h"

const char *const SKANK_STAR_CHOICES[] = {"zero", "descending", NULL};
const char *const SKANK_INSTANT_CHOICES[] = {"kill", "wound", NULL};

int skank_good_faces(int number, int modifier)
{
    int good = number - modifier;

    return good < 0 ? 0 : good > FACES ? FACES : good;
}
