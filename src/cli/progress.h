/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports the work of commands: a bar with the time left. The bar is on stderr, only on a terminal, and only for work
 * of more than a second. It also listens to the signals that stop the work (signals.h). Before the first trial or point
 * there is nothing to report, and a signal ends the program. */
#ifndef SALVO_CLI_PROGRESS_H
#define SALVO_CLI_PROGRESS_H

#include <stdbool.h>

#include <salvo/simulate.h>

/* One for all commands of a program; the caller that runs them makes it. It must not be moved. */
typedef struct progress {
    salvo_progress_callback watch; /* the library calls it */
    bool draws, listens, told;     /* told: the user has been told what a stop would leave */
    int signal;                    /* the signal that stopped the work; 0: none */
    double began, drawn;
    int width;             /* of the text on the terminal */
    const bool *elsewhere; /* whether the same command was stopped in another process; NULL: there is none */
    const char *label;     /* borrowed: the name of the work on the bar; NULL: none */
} progress;

void progress_init(progress *p);

/* Begins a command, and counts time from here. `quiet`: without a bar. */
void progress_begin(progress *p, bool quiet);

/* Removes the bar. Unless `quiet`, it says what stopped the work. `written`: the answer holds the results so far. */
void progress_end(progress *p, bool quiet, bool written);

#endif
