/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terrain of the table (Terrain, Minor Terrain Features). */
#ifndef SALVO_RULES_MBT2030_TERRAIN_H
#define SALVO_RULES_MBT2030_TERRAIN_H

#include <salvo/rules.h>

extern const char *const MBT_ZONE_CHOICES[];

/* clang-format off */
#define MBT_ZONE(...) \
    CHOICE("zone", "climatic zone; any: the climate die is rolled", MBT_ZONE_CHOICES, "temperate", __VA_ARGS__)
/* clang-format on */ /* the zones, and "any": enum mbt_zone */

extern const salvo_procedure MBT_CLIMATE, MBT_MAJOR_TERRAIN, MBT_MAJOR_BUILT_UP, MBT_MINOR_COUNT, MBT_MINOR_TYPE,
    MBT_TABLE;

#endif
