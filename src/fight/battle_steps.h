/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From throw to throw of a battle's chain: turns, lines, activations. */
#ifndef SALVO_FIGHT_BATTLE_STEPS_H
#define SALVO_FIGHT_BATTLE_STEPS_H

#include "fight/battle_state.h"

/* Begins a turn: the lines move, and everybody may act again. */
void battle_begin_turn(const battle_model *e, struct state *s);

/* Whether nobody has acted in this turn. */
bool battle_is_beginning(const battle_model *e, const struct state *s);

/* Where the next turn's lines stand, from how fast either line is now. */
int battle_place_after(const battle_model *e, const struct state *s);

/* The dice that the element throws at the end of a turn which it began as `before`; false where it throws none. */
bool battle_after_dice(const battle_model *e, const struct state *s, int side, int i, const uint8_t *before,
                       salvo_dice *dice);

/* Opens the activation of an element, which has acted then; false when it has nothing to throw. */
bool battle_activate(const battle_model *e, struct state *s, int side, int actor);

/* Where each throw is aimed by itself: aims the next throw of the activation; false when there is none. */
bool battle_aim_again(const battle_model *e, struct state *s);

/* Of a salvo_chain. */
void battle_dice(const void *situation, const void *state, salvo_dice *dice);
bool battle_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain);

#endif
