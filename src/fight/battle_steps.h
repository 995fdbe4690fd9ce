/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a battle's chain, from throw to throw: turns, lines, activations. */
#ifndef SALVO_FIGHT_BATTLE_STEPS_H
#define SALVO_FIGHT_BATTLE_STEPS_H

#include "fight/battle_state.h"

/* Begins a turn: the lines move, and every element may act again. */
void battle_begin_turn(const battle_model *model, struct state *s);

/* Whether nobody has acted in this turn. */
bool battle_is_beginning(const battle_model *model, const struct state *s);

/* Sets the dice that the element throws at the end of a turn that it began as `before`; false if it throws none. */
bool battle_after_dice(const battle_model *model, const struct state *s, int side, int i, const uint8_t *before,
                       salvo_dice *dice);

/* Starts the activation of an element, which then counts as having acted; false if it has nothing to throw. */
bool battle_activate(const battle_model *model, struct state *s, int side, int actor);

/* If each throw is aimed by itself, aims the next throw of the activation; false if there is none. */
bool battle_aim_again(const battle_model *model, struct state *s);

/* Functions of a salvo_chain. */
void battle_dice(const void *situation, const void *state, salvo_dice *dice);
bool battle_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain);

#endif
