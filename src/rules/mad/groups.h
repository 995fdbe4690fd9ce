/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weapons of a listed aircraft: "2xmachine-gun fwd + 1xmachine-gun rear90", "-" for none. A group of guns makes one
 * attack roll. It has a facing, followed by the degrees of its arc unless it is fixed. */
#ifndef SALVO_RULES_MAD_GROUPS_H
#define SALVO_RULES_MAD_GROUPS_H

#include <salvo/data.h>

enum mad_facing { FACING_FWD, FACING_REAR, FACING_LEFT, FACING_RIGHT, N_FACINGS };
extern const char *const MAD_FACINGS[]; /* "fwd", in the order of the enum; ends with NULL */

enum { GROUPS_MAX = 8, ARC_MAX = 360 };

/* Guns that make one attack roll together. */
struct mad_group {
    int weapon; /* row of the aircraft weapons */
    int count;
    int facing;      /* enum mad_facing */
    int arc_degrees; /* of a turning mount; 0: fixed */
};

/* Appends the cell's groups to the n existing ones. A message names the column of the group inside its cell. */
salvo_status mad_groups_read(const salvo_store *store, const salvo_cell *cell, struct mad_group groups[GROUPS_MAX],
                             int *n, salvo_error *err);

#endif
