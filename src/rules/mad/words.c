#include "rules/mad/words.h"

#include "rules/mad/attack.h"

const char *const MAD_TARGET_CHOICES[] = {[VEHICLE] = "vehicle", [INFANTRY] = "infantry", NULL};

const char *const MAD_COVER_CHOICES[] = {
    [COVER_NONE] = "none", [COVER_NORMAL] = "normal", [COVER_FORTIFICATION] = "fortification", NULL};

const char *const MAD_ROUNDING_CHOICES[] = {"up", "down", NULL};
