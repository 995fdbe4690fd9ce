/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only list of subcommands: help, the man page and the search for a name all follow it. */
#include "cli/commands.h"

const command *const COMMANDS[COMMANDS_MAX + 1] = {
    &LIST_COMMAND,       &SHOW_COMMAND,   &ODDS_COMMAND,   &EXPLAIN_COMMAND,     &FIRE_COMMAND,     &DICE_COMMAND,
    &LUCK_COMMAND,       &CURVE_COMMAND,  &DUEL_COMMAND,   &COMPARE_COMMAND,     &BATTLE_COMMAND,   &TIPPING_COMMAND,
    &EFFICIENCY_COMMAND, &MATRIX_COMMAND, &POINTS_COMMAND, &SENSITIVITY_COMMAND, &APPENDIX_COMMAND, &RUN_COMMAND,
    &STORE_COMMAND,      &MERGE_COMMAND,  &NEW_COMMAND,    &CHECK_COMMAND,       &MANUAL_COMMAND,   &WEB_COMMAND,
};
