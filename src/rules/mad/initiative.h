/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-06: which side begins. 6.0 "Initiative": each side throws a D10 and the higher wins; ties are rolled again
 * (R-25). */
#ifndef SALVO_RULES_MAD_INITIATIVE_H
#define SALVO_RULES_MAD_INITIATIVE_H

#include <salvo/rules.h>

enum mad_initiative { INITIATIVE_A, INITIATIVE_B, INITIATIVE_TIE, N_INITIATIVE };

/* The roll-off: faces[0] is side a's D10, faces[1] side b's. */
enum { MAD_INITIATIVE_DICE = 2, MAD_INITIATIVE_SIDES = 10 };
enum mad_initiative mad_initiative_of(const uint8_t *faces);

extern const salvo_procedure MAD_INITIATIVE;
extern const salvo_procedure MAD_AIR_INITIATIVE; /* MAD-19: adds the crews' skills */

#endif
