/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attack roll of the hi-tech game: the tables "Hi-Tech Weapon to Hit Numbers" and "Hi-Tech To Hit Modifiers". */
#ifndef SALVO_RULES_MAD_HITECH_ATTACK_H
#define SALVO_RULES_MAD_HITECH_ATTACK_H

#include "rules/mad/attack.h"

/* The circumstances of a hi-tech shot before the dice are thrown. */
struct mad_hitech_shot {
    int weapon; /* row of the hi-tech weapons */
    double range_m;
    enum mad_target target, firer;
    bool excludes_targets; /* excluded types may not be fired at; else they may not carry the weapon */
    enum mad_cover cover;
    int fort_value; /* what COVER_FORTIFICATION adds */
    bool contact;   /* base to base: range 0, no cover */
    bool moving;    /* the firer moved this activation */
    bool fixed;     /* the weapon may not fire after moving */
    bool opportunity;
    bool large_static;      /* the firer's movement does not matter */
    bool ecm, adf, shield;  /* the target's protection */
    bool half_for_infantry; /* half damage even if the table prints another number */
};

/* Returns the attack. Checks run in the book's order: excluded type, fixed and moved, range. */
struct mad_attack mad_hitech_attack_of(const struct mad_tables *tables, const struct mad_hitech_shot *shot);

/* Computes the damage of a weapon, a row of the hi-tech weapons, to the target at each level of success. */
void mad_hitech_damages(const struct mad_tables *tables, int weapon, enum mad_target target, bool half_for_infantry,
                        int damage[N_LEVELS]);

/* Adds "at a walker in normal cover, 500 m away" and, in two lines, the number that the weapon needs and its effect. */
void mad_hitech_explain(const struct mad_tables *tables, const struct mad_hitech_shot *shot, salvo_text *text);

#endif
