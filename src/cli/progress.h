/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who follows the work of the program's commands: a bar with the time left, on stderr, only on a terminal and only when
 * the work takes more than a second; and the signals that ask it to stop (signals.h). Before the first trial or point
 * there is nothing to report, and a signal ends the program. */
#ifndef SALVO_CLI_PROGRESS_H
#define SALVO_CLI_PROGRESS_H

#include <stdbool.h>

#include <salvo/simulate.h>

/* Made by whoever runs the commands, one for all of them; it must not be moved. */
typedef struct progress {
    salvo_progress_callback watch; /* what the library calls */
    bool draws, listens, told;     /* told: what a stop would leave */
    int signal;                    /* the signal that stopped the work; 0: none did */
    double began, drawn;
    int width;             /* of what stands on the terminal */
    const bool *elsewhere; /* whether the same command was stopped in another process; NULL: there is none */
    const char *label;     /* what the work is called on the bar; NULL: nothing. Borrowed */
} progress;

void progress_init(progress *p);

/* A command begins: its time is counted from here. `quiet`: without a bar. */
void progress_begin(progress *p, bool quiet);

/* Wipes the bar away. Unless `quiet`, says what stopped the work; `written`: what was done until then is the answer. */
void progress_end(progress *p, bool quiet, bool written);

#endif
