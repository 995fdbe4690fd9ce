/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subcommands. A command turns its options into an answer and reports it to every output of its context. It neither
 * writes files nor prints errors. main does both, so that salvo writes nothing before the answer is complete. */
#ifndef SALVO_CLI_COMMANDS_H
#define SALVO_CLI_COMMANDS_H

#include <stdio.h>

#include "cli/subject.h"

/* The options of any subject (cli/subject.h), and of how it is asked. */
enum {
    TAKES_SUBJECT = TAKES_RULESET | TAKES_RANGE | TAKES_FIRST | TAKES_BATTLE | TAKES_PLAN | TAKES_WORDS | TAKES_TOTALS |
                    TAKES_METHOD | TAKES_HEADLINE | TAKES_DATA | TAKES_SET
};

typedef struct command {
    const char *name;
    const char *usage;         /* the words after the name */
    const char *help;          /* one line */
    const char *more;          /* examples and remarks, in lines; or NULL */
    const subject_verb *about; /* of a command whose usage has SUBJECT; else NULL */
    uint64_t takes;
    bool (*helps)(const options *o); /* whether the command itself answers --help; NULL: never */
    salvo_status (*run)(context *x, salvo_error *err);
} command;

extern const command LIST_COMMAND, SHOW_COMMAND, ODDS_COMMAND, EXPLAIN_COMMAND, FIRE_COMMAND, DICE_COMMAND,
    LUCK_COMMAND, CURVE_COMMAND, DUEL_COMMAND, COMPARE_COMMAND, BATTLE_COMMAND, TIPPING_COMMAND, EFFICIENCY_COMMAND,
    MATRIX_COMMAND, POINTS_COMMAND, SENSITIVITY_COMMAND, APPENDIX_COMMAND, RUN_COMMAND, NEW_COMMAND, CHECK_COMMAND,
    MANUAL_COMMAND, STORE_COMMAND, MERGE_COMMAND, WEB_COMMAND;

/* Every command in the order of the help, then NULL. */
enum { COMMANDS_MAX = 32 };
extern const command *const COMMANDS[COMMANDS_MAX + 1];

/* Finds the command with that name. For an unknown name it fails and proposes the nearest one. */
salvo_status command_find(const char *name, const command **found, salvo_error *err);

#endif
