/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Melee (Melee Phase): two figures strike at each other at the same time. */
#ifndef SALVO_RULES_SKANK_MELEE_H
#define SALVO_RULES_SKANK_MELEE_H

#include <salvo/rules.h>

#include "rules/skank/tables.h"

enum skank_side { SIDE_A, SIDE_B, N_SIDES };

static inline enum skank_side skank_other(enum skank_side side)
{
    return side == SIDE_A ? SIDE_B : SIDE_A;
}

/* Returns the faces with which `attacker` hits `target`, both troops; none in an N cell. */
int skank_melee_faces(const struct skank_tables *t, int attacker, int target, int modifier);

/* What both sides have in a round. */
struct skank_brawl {
    int good[N_SIDES]; /* faces that hit */
    int attacks[N_SIDES];
    int wounds[N_SIDES];
};

/* A round in progress: side a strikes, then b, each with all its attacks; a figure that goes down still strikes. */
struct skank_blows {
    int16_t to_come[N_SIDES]; /* attacks */
    int16_t wounds[N_SIDES];  /* left */
};

/* Returns the start of a round for figures with these wounds left. */
struct skank_blows skank_round_of(const struct skank_brawl *brawl, const int16_t wounds[N_SIDES]);

bool skank_round_is_over(const struct skank_blows *blows);

/* Describes what is left of both. */
void skank_blows_tell(const struct skank_blows *blows, salvo_state_description *told);

/* Makes one attack with one die, of the side whose turn it is. gain[0] and gain[1] count the wounds that a and b
 * lose. */
void skank_strike(const struct skank_brawl *brawl, struct skank_blows *blows, int face, int64_t *gain);

/* Returns which side is down: 0 neither, 1 a, 2 b, 3 both. */
int skank_down(const int16_t wounds[N_SIDES]);

#endif
