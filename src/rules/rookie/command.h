/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers, movement, morale and leaders (Terrain and Penalty Effects on Movement, Command Radius, Morale). */
#ifndef SALVO_RULES_ROOKIE_COMMAND_H
#define SALVO_RULES_ROOKIE_COMMAND_H

#include <salvo/rules.h>

extern const salvo_procedure ROOKIE_MARKERS_PROCEDURE, ROOKIE_MOVE_CLASS, ROOKIE_MORALE, ROOKIE_LEADER_HIT;

#endif
